"""Steps 1 to 5: recordings to numbered screens: what can be seen, whose it is, what lies over a page.

The readers of phonebuddy.traces have normalised screens, resolved targets and marked steps already; this
keeps of it what the rebuild needs, each screen once. Invariant: a screen that was recorded twice is one Seen.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from phonebuddy.rebuild.items import own_bars, read_items
from phonebuddy.rebuild.model import Seen
from phonebuddy.rebuild.pages import signature
from phonebuddy.traces.trace import Flag, Layer, Shot, Trace

OVER = (Layer.DIALOG, Layer.MENU, Layer.SHEET)


def is_flat(traces: Sequence[Trace]) -> bool:
    """Whether the recordings are words without places."""
    return all(trace.has(Flag.NO_BOUNDS) for trace in traces)


def by_words(traces: Sequence[Trace]) -> bool:
    """Whether screens are known by their words: where nothing says what is in what, paths say too little."""
    return all(trace.has(Flag.FLAT) or trace.has(Flag.NO_BOUNDS) for trace in traces)


def see(shot: Shot, flat: bool, words: bool) -> Seen:
    """A recorded screen as items."""
    area = own_bars(shot.screen)
    items = tuple(read_items(shot.screen.elements, None if flat else area))
    bar = 1000 * area.bottom // max(1, shot.screen.height) if area.bottom < shot.screen.height else 0
    layer = shot.layer.value if shot.layer in OVER and shot.layer is not None else ""
    activity = shot.screen.activity if not shot.outside else f"{shot.screen.package}/{shot.screen.activity}"
    home = shot.outside and "launcher" in shot.screen.package
    return Seen(
        shot.key, f"{activity}{layer}", items, signature(items, words), layer, shot.outside, home, bar
    )


def see_all(traces: Sequence[Trace], flat: bool) -> dict[str, Seen]:
    """Every screen of the recordings by key, in the order they were first met."""
    words = by_words(traces)
    found: dict[str, Seen] = {}
    for trace in traces:
        for step in trace.steps:
            for key in (step.before, step.after):
                if key is not None and key not in found:
                    found[key] = see(trace.shots[key], flat, words)
        for key, shot in trace.shots.items():
            if key not in found:
                found[key] = see(shot, flat, words)
    return found


def tell_apart(traces: Sequence[Trace]) -> list[Trace]:
    """The same recordings, with keys that name one screen each: many formats number the screens of every
    recording anew.
    """
    known: dict[str, Shot] = {}
    found: list[Trace] = []
    for number, trace in enumerate(traces):
        other = {
            key: f"{key}@{number}"
            for key, shot in trace.shots.items()
            if key in known and known[key].screen.elements != shot.screen.elements
        }
        named = _renamed(trace, other) if other else trace
        known |= {key: shot for key, shot in named.shots.items() if key not in known}
        found.append(named)
    return found


def _renamed(trace: Trace, keys: Mapping[str, str]) -> Trace:
    def new(key: str | None) -> str | None:
        return keys.get(key, key) if key is not None else None

    shots = {
        keys.get(key, key): replace(shot, key=keys.get(key, key), parent=new(shot.parent))
        for key, shot in trace.shots.items()
    }
    steps = tuple(
        replace(step, before=keys.get(step.before, step.before), after=new(step.after))
        for step in trace.steps
    )
    return replace(trace, shots=shots, steps=steps)
