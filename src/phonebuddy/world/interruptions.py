"""Interruptions: what comes between on the virtual clock, planned by a seed or by a task.

They wait in UiState, each with the moment it is due. The first that can be shown lies over the screen until
one of its buttons, its time or the back button takes it away. Invariant: an interruption never touches the
data of an app; all it changes is itself, and the phone's own log and notifications. Apps that want to know of
a call are told when it is over, and keep what they keep.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

from phonebuddy.errors import PhoneBuddyError, nearest
from phonebuddy.world.interruption_kinds import APP, RETRY, Kind, Words, built_in_kinds, spoken
from phonebuddy.world.uistate import Interruption, Value

if TYPE_CHECKING:
    from phonebuddy.world.runtime import Runtime

SOONEST_MS, MINUTE_MS = 2_000, 60_000
"""The least time between two of them, and what a rate counts by."""
CALL, IN_CALL = "call", "in_call"
INCOMING = "Incoming call"
_STREAM = ("seed", "number", "rate")
"""What an interruption that was planned by seed keeps, so that the next one can be planned from it."""


class Interruptions:
    """What comes between on one phone."""

    def __init__(self, runtime: Runtime) -> None:
        self._runtime = runtime

    # -- planning --------------------------------------------------------------------------------------

    def plan(self, kind: str, after_ms: int = 0, says: int = 0) -> None:
        """One of a kind, some time from now; `says` is the number of the words it uses."""
        kinds = built_in_kinds()
        if kind not in kinds:
            accepted = ", ".join(kinds)
            raise PhoneBuddyError(f"unknown kind '{kind}'{nearest(kind, kinds)}; accepted: {accepted}")
        self._add(Interruption(self._runtime.ui.time_ms + max(0, after_ms), kind, {"says": says}))

    def ring(self, name: str, number: str) -> None:
        """A call from this number at once; the name is that of whom it belongs to, if anybody knows."""
        calls = {"title": name or number, "name": name, "number": number}
        self._add(Interruption(self._runtime.ui.time_ms, CALL, {"says": 0, "calls": calls}))
        self.settle()

    def hang_up(self) -> None:
        """The caller gives up, or ends the call that is on."""
        one = self.current()
        if one is not None and one.kind in (CALL, IN_CALL):
            self._leave(one)

    def plan_by_seed(self, seed: int, rate: float) -> None:
        """One after the other from now on, about `rate` a minute; the same for the same seed."""
        if not 0 < rate <= 30:
            raise PhoneBuddyError(f"rate {rate}; accepted: more than 0, at most 30 a minute")
        self._plan_next({"seed": seed, "number": 0, "rate": rate})

    def _plan_next(self, stream: dict[str, Any]) -> None:
        chance = random.Random(f"interruptions/{stream['seed']}/{stream['number']}")
        kinds = [kind for kind in built_in_kinds().values() if kind.often]
        kind = chance.choices(kinds, [one.often for one in kinds])[0]
        after = SOONEST_MS + int(chance.expovariate(stream["rate"]) * MINUTE_MS)
        values = {**stream, "says": chance.randrange(len(kind.says))}
        self._add(Interruption(self._runtime.ui.time_ms + after, kind.name, values))

    def _add(self, one: Interruption) -> None:
        waiting = self._runtime.ui.interruptions
        waiting.append(one)
        waiting.sort(key=lambda other: other.at_ms)

    # -- showing ---------------------------------------------------------------------------------------

    def current(self) -> Interruption | None:
        """The one that lies over the screen now."""
        ui = self._runtime.ui
        if not ui.interruptions or ui.over == "lock":
            return None
        for one in ui.interruptions:
            if "since_ms" in one.values and self._fits(one):
                return one
        return None

    def _fits(self, one: Interruption) -> bool:
        """Whether what it lies over is in front."""
        app = one.values.get("app")
        return app is None or (app == self._runtime.ui.app and not self._runtime.ui.over)

    def kind(self, one: Interruption) -> Kind:
        return built_in_kinds()[one.kind]

    def _said(self, one: Interruption) -> Words:
        """Its words as they stand in the data."""
        says, number = self.kind(one).says, int(one.values["says"])
        return says[number % len(says)]

    def words(self, one: Interruption) -> Words:
        words, calls = self._said(one), one.values.get("calls")
        if calls is not None:
            text = f"{spoken(INCOMING, self._runtime.ui.language)}, {calls['number']}"
            words = words._replace(title=calls["title"], text=text)
        # Who called is still who one talks to.
        words = words._replace(title=one.values.get("caller", {}).get("title", words.title))
        return words.about(self.app_title(one), self._runtime.ui.language)

    def app_title(self, one: Interruption) -> str:
        """The app it lies over; nothing for those of the phone."""
        app = one.values.get("app")
        return self._runtime.app(app).manifest.title_in(self._runtime.ui.language) if app is not None else ""

    def settle(self) -> None:
        """After each step: take away what is over, and let the next one come."""
        ui = self._runtime.ui
        if not ui.interruptions:
            return
        for one in list(ui.interruptions):
            if "since_ms" in one.values and self._is_over(one):
                self._leave(one)
        if ui.over == "lock" or self.current() is not None:
            return
        for one in list(ui.interruptions):
            if one.at_ms <= ui.time_ms and "since_ms" not in one.values and self._begin(one):
                return

    def _is_over(self, one: Interruption) -> bool:
        ui, lasts = self._runtime.ui, self.kind(one).lasts_ms
        closed = one.values.get("app", ui.app) not in (None, *ui.stacks)
        return closed or (lasts > 0 and one.values["since_ms"] + lasts <= ui.time_ms)

    def _begin(self, one: Interruption) -> bool:
        """Show it, if there is what it should lie over."""
        runtime, ui, kind = self._runtime, self._runtime.ui, self.kind(one)
        if kind.where == APP and (ui.app is None or ui.over):
            return False
        one.values["since_ms"] = ui.time_ms
        if kind.where == APP:
            one.values["app"] = ui.app
        page = ui.page()
        if page is not None and kind.layout != "banner":
            page.focus = None
        runtime.log("phone", "interruption", one.kind)
        if kind.layout == "banner":
            self._post(self.words(one))
            self._leave(one)
        return True

    def _post(self, words: Words) -> None:
        head: dict[str, Value] = {"from": words.sender, "icon": words.icon, "color": words.color}
        self._runtime.post("", "", words.title, words.text, "", head)

    # -- leaving ---------------------------------------------------------------------------------------

    def press(self, index: int) -> None:
        """What a button of the one that is shown does."""
        one = self.current()
        if one is None:
            return
        button = self.kind(one).buttons[index]
        one.values["pressed"] = True
        if button.then:
            self._turn_into(one, button.then)
        elif button.does == RETRY and one.values.get("tries", 0) + 1 < self.kind(one).tries:
            one.values["tries"] = one.values.get("tries", 0) + 1
            if self.kind(one).again:
                self._runtime.toast(spoken(self.kind(one).again, self._runtime.ui.language))
        else:
            self._leave(one)

    def back(self) -> bool:
        """What the back button does; False when nothing lies over the screen."""
        one = self.current()
        if one is not None and self.kind(one).back_closes:
            self._leave(one)
        return one is not None

    def _tell(self, one: Interruption) -> None:
        """Let apps know of a call that is over."""
        caller, talked = one.values.get("caller") or self._caller(one), "caller" in one.values
        told: dict[str, Value] = {
            "name": caller["name"],
            "number": caller["number"],
            "seconds": (self._runtime.ui.time_ms - one.values["since_ms"]) // 1000 if talked else 0,
            "answered": int(talked),
            "declined": int(not talked and one.values.get("pressed", False)),
        }
        self._runtime.intents.tell(self.kind(one).tells, told, sender="phone")

    def _caller(self, one: Interruption) -> dict[str, str]:
        words = self._said(one)
        return one.values.get("calls") or {"title": words.title, "name": words.sender, "number": words.number}

    def _turn_into(self, one: Interruption, kind: str) -> None:
        keeps = {name: one.values[name] for name in ("app", *_STREAM) if name in one.values}
        if self.kind(one).tells:
            # Whom one talks to from here on.
            keeps["caller"] = self._caller(one)
        one.kind, one.values = kind, {**keeps, "says": 0, "since_ms": self._runtime.ui.time_ms}
        self._runtime.log("phone", "interruption", kind)

    def _leave(self, one: Interruption) -> None:
        self._runtime.ui.interruptions.remove(one)
        self._runtime.log("phone", "interruption", f"{one.kind} gone")
        if self.kind(one).tells:
            self._tell(one)
        if "seed" in one.values:
            stream = {name: one.values[name] for name in _STREAM}
            self._plan_next({**stream, "number": stream["number"] + 1})
