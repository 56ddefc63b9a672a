"""A tiny app around the widgets of one test, and a phone that shows it.

Its table `tiny_seen` keeps what handlers were given; page variables a, b and n start as "", "x" and 2.
"""

from __future__ import annotations

from pathlib import Path
from textwrap import indent

from phonebuddy.actions import Click, Drag, OpenApp, Type, to_point
from phonebuddy.screen import Element
from phonebuddy.world.image import build_image
from phonebuddy.world.look import LookSpec
from phonebuddy.world.phone import WorldPhone
from phonebuddy.world.spec.load import load_apps

SEEN = '[{sql: "INSERT INTO tiny_seen (value) VALUES (:value)"}]'
"""Effects that keep :value."""
TAPPED = "[{sql: \"INSERT INTO tiny_seen (value) VALUES ('tapped')\"}]"

_APP = """\
app: tiny
title: Tiny
package: com.example.tiny
icon: star
color: teal
start: main
schema: |
  CREATE TABLE tiny_seen (id INTEGER PRIMARY KEY, value);
  CREATE TABLE tiny_row (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
content: content.yaml
pages:
  main:
    vars: {a: "", b: x, n: 2}
    body:
      - text: a={a} b={b} n={n}
"""


class Tiny:
    """A phone with the tiny app in front."""

    def __init__(self, folder: Path, body: str, look: LookSpec | None = None, rows: int = 3) -> None:
        (folder / "app.yaml").write_text(_APP + indent(body, " " * 6), "utf-8")
        names = "\n".join(f"  - {{name: Row {number}}}" for number in range(1, rows + 1))
        (folder / "content.yaml").write_text(f"tiny_row:\n{names}\n" if rows else "{}\n", "utf-8")
        self.phone = WorldPhone(build_image(load_apps([folder])), look)
        self.phone.act(OpenApp("tiny"))

    def elements(self, role: str = "") -> list[Element]:
        found = self.phone.observe().elements
        return [element for element in found if not role or element.role == role]

    def find(self, text: str) -> Element:
        """The element with this text or description."""
        return next(element for element in self.elements() if text in (element.text, element.description))

    def tap(self, element: Element) -> None:
        self.tap_at(*element.bounds.center)

    def tap_at(self, x: int, y: int) -> None:
        info = self.phone.info
        self.phone.act(Click(to_point(x, y, info.width, info.height)))

    def drag(self, start: tuple[int, int], end: tuple[int, int]) -> None:
        info = self.phone.info
        first, last = (to_point(*place, info.width, info.height) for place in (start, end))
        self.phone.act(Drag(first, last))

    def type(self, text: str) -> None:
        self.phone.act(Type(text))

    def seen(self) -> list[object]:
        """What handlers were given, in order."""
        return [row[0] for row in self.phone.state("SELECT value FROM tiny_seen ORDER BY id")]

    def variables(self) -> str:
        return next(element.text for element in self.elements("text") if element.text.startswith("a="))
