"""Effect: the base of everything that can stand in a list of effects."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar

from phonebuddy.world.spec.kinds import Bindable
from phonebuddy.world.uistate import Value

if TYPE_CHECKING:
    from phonebuddy.world.runtime import Runtime


class Stop(Exception):
    """Ends a list of effects early."""


class Effect(Bindable, frozen=True):
    """Runs once, with its values in place. What it returns are names for the effects after it.

    BACKGROUND ones may run while another app is in front. LEADS_TO, SENDS and SCHEDULES name the field that
    holds a page, an intent or an event, for the checker; TELLS one that is quiet. RIGHT is what an app must
    have in its manifest to use it.
    """

    BACKGROUND: ClassVar[bool] = False
    LEADS_TO: ClassVar[str] = ""
    SENDS: ClassVar[str] = ""
    TELLS: ClassVar[str] = ""
    RIGHT: ClassVar[str] = ""
    SCHEDULES: ClassVar[str] = ""

    def run(self, runtime: Runtime) -> Mapping[str, Value] | None:
        raise NotImplementedError
