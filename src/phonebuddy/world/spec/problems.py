"""Problems: everything wrong with an app, each with its place, collected so that one run shows them all."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from phonebuddy.errors import AppError, nearest
from phonebuddy.world.spec.nodes import Node, Place


class Problem(NamedTuple):
    place: Place
    message: str

    def __str__(self) -> str:
        return f"{self.place}: {self.message}"


class Problems:
    """A list that grows while an app is read; raising is left to whoever asked for the app."""

    def __init__(self) -> None:
        self.found: list[Problem] = []

    def add(self, where: Node | Place, message: str) -> None:
        place = where.place if isinstance(where, Node) else where
        problem = Problem(place, message)
        if problem not in self.found:
            self.found.append(problem)

    def unknown(self, where: Node | Place, what: str, given: str, accepted: Iterable[str]) -> None:
        """`unknown widget 'buton' (did you mean 'button'?); accepted: ...`"""
        names = sorted(accepted)
        listed = ", ".join(names[:40]) + (", ..." if len(names) > 40 else "") if names else "none here"
        self.add(where, f"unknown {what} '{given}'{nearest(given, names)}; accepted: {listed}")

    def raise_if_any(self) -> None:
        if self.found:
            raise AppError("\n".join(str(problem) for problem in self.found))
