"""Steps 1 to 5: recordings to numbered screens: what can be seen, whose it is, what lies over a page.

The readers of phonebuddy.traces have normalised screens, resolved targets and marked steps already; this
keeps of it what the rebuild needs, each screen once. Invariant: a screen that was recorded twice is one Seen.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from phonebuddy.actions import OpenApp
from phonebuddy.rebuild.items import own_bars, read_items
from phonebuddy.rebuild.model import Seen
from phonebuddy.rebuild.pages import overlap, signature, threshold
from phonebuddy.screen import Bounds, Element
from phonebuddy.traces.trace import Flag, Layer, Mark, Shot, Trace

MOST_AROUND = 2_000
"""Larger things that one is looked for in."""
OVER = (Layer.DIALOG, Layer.MENU, Layer.SHEET)


def is_flat(traces: Sequence[Trace]) -> bool:
    """Whether the recordings are words without places."""
    return all(trace.has(Flag.NO_BOUNDS) for trace in traces)


def by_words(traces: Sequence[Trace]) -> bool:
    """Whether screens are known by their words: where nothing says what is in what, paths say too little."""
    return all(trace.has(Flag.FLAT) or trace.has(Flag.NO_BOUNDS) for trace in traces)


def nested(elements: Sequence[Element]) -> list[Element]:
    """A list of elements without parents as a tree: each in the smallest one that it lies in. What is larger
    is drawn below, and does not take the touches of what lies on it.
    """
    order = {element.id: number for number, element in enumerate(elements)}
    placed: list[Element] = []
    for element in sorted(elements, key=lambda one: (-_area(one.bounds), order[one.id])):
        above = next(
            (one for one in reversed(placed[-MOST_AROUND:]) if _holds(one.bounds, element.bounds)), None
        )
        placed.append(replace(element, parent=None if above is None else above.id))
    below: dict[str | None, list[Element]] = {}
    for element in placed:
        below.setdefault(element.parent, []).append(element)
    found: list[Element] = []
    waiting = below.get(None, [])[::-1]
    while waiting:
        found.append(waiting.pop())
        waiting.extend(below.get(found[-1].id, [])[::-1])
    return found


def _area(bounds: Bounds) -> int:
    return (bounds.right - bounds.left) * (bounds.bottom - bounds.top)


def _holds(one: Bounds, two: Bounds) -> bool:
    across = one.left <= two.left and two.right <= one.right
    return across and one.top <= two.top and two.bottom <= one.bottom


def see(shot: Shot, flat: bool, words: bool, starts: bool = False) -> Seen:
    """A recorded screen as items; `starts` says that apps were started from it."""
    area = own_bars(shot.screen)
    elements = nested(shot.screen.elements) if words and not flat else shot.screen.elements
    items = tuple(read_items(elements, None if flat else area))
    bar = 1000 * area.bottom // max(1, shot.screen.height) if area.bottom < shot.screen.height else 0
    layer = shot.layer.value if shot.layer in OVER and shot.layer is not None else ""
    activity = shot.screen.activity if not shot.outside else f"{shot.screen.package}/{shot.screen.activity}"
    home = (shot.outside and "launcher" in shot.screen.package) or starts
    outside = shot.outside or starts
    return Seen(shot.key, f"{activity}{layer}", items, signature(items, words), layer, outside, home, bar)


def see_all(traces: Sequence[Trace], flat: bool) -> dict[str, Seen]:
    """Every screen of the recordings by key, in the order they were first met."""
    words = by_words(traces)
    found: dict[str, Seen] = {}
    for trace in traces:
        starts = _starts(trace) if words and not flat else set()
        for step in trace.steps:
            for key in (step.before, step.after):
                if key is not None and key not in found:
                    found[key] = see(trace.shots[key], flat, words, key in starts)
        for key, shot in trace.shots.items():
            if key not in found:
                found[key] = see(shot, flat, words, key in starts)
    homes = [one.sign for one in found.values() if one.home] if words and not flat else []
    for key, one in found.items():
        if one.sign and any(overlap(one.sign, sign) >= threshold(words) for sign in homes):
            found[key] = one._replace(home=True, outside=True)
    return found


def _starts(trace: Trace) -> set[str]:
    """Where nothing says whose a screen is: the first one, if the app was opened from it."""
    first = trace.steps[0] if trace.steps else None
    opens = first is not None and isinstance(first.action, OpenApp) and not first.has(Mark.NO_CHANGE)
    nameless = not any(shot.screen.package for shot in trace.shots.values())
    return {first.before} if first is not None and opens and nameless else set()


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
