"""Effect: the base of everything that can stand in a list of effects."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from phonebuddy.world.spec.kinds import Bindable
from phonebuddy.world.uistate import Value

if TYPE_CHECKING:
    from phonebuddy.world.runtime import Runtime


class Stop(Exception):
    """Ends a list of effects early."""


class Effect(Bindable, frozen=True):
    """Runs once, with its values in place. What it returns are names for the effects after it."""

    def run(self, runtime: Runtime) -> Mapping[str, Value] | None:
        raise NotImplementedError
