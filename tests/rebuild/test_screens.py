"""Steps 1 to 4: every recorded screen once."""

from __future__ import annotations

from msgspec.structs import replace

from phonebuddy.rebuild.screens import see_all, tell_apart
from phonebuddy.traces.trace import Trace
from tests.rebuild.recorded import trace


def test_screens_of_two_recordings_with_one_number_are_told_apart() -> None:
    one = trace("one", ["p:A", "b:Go"], "Go", ["p:B"])
    two = trace("two", ["p:C", "b:Go"], "Go", ["p:D"])
    numbered = [_numbered(one), _numbered(two)]
    assert set(numbered[0].shots) == set(numbered[1].shots) == {"0", "1"}
    found = tell_apart(numbered)
    assert len({key for part in found for key in part.shots}) == 4
    assert [len(see_all([part], True)) for part in found] == [2, 2]
    assert all(
        step.before in part.shots and step.after in part.shots for part in found for step in part.steps
    )
    assert tell_apart([one, one]) == [one, one]


def _numbered(one: Trace) -> Trace:
    keys = {key: str(number) for number, key in enumerate(one.shots)}
    shots = {keys[key]: replace(shot, key=keys[key]) for key, shot in one.shots.items()}
    steps = tuple(replace(s, before=keys[s.before], after=keys[s.after or ""]) for s in one.steps)
    return replace(one, shots=shots, steps=steps)
