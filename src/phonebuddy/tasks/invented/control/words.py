"""Words for what is controlled: the ways of says.yaml with the words of one app.

Invariant: all ways to say one thing name the same slots.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from phonebuddy.tasks.invented.control.knobs import CHOICE, LEVEL, SWITCH, TEXT, TIME, Knob
from phonebuddy.tasks.invented.data import read_data
from phonebuddy.tasks.invented.sketch import filled

PATH = Path(__file__).parent / "says.yaml"


SAYS: dict[str, tuple[str, ...]] = {
    key: tuple(ways) for key, ways in read_data(PATH, as_written=True).items()
}
_WAYS = {LEVEL: "level", TIME: "time", TEXT: "text", CHOICE: "choice"}


def said(key: str, its: Iterable[str] = ("",), **words: str) -> tuple[str, ...]:
    """All ways to say something; `its` are the ways to name what it is about."""
    return tuple(filled(way, it=it, **words) for it in its for way in SAYS[key])


def switching(knob: Knob, to: int, it: tuple[str, ...] = ()) -> tuple[str, ...]:
    """Ways to ask for a switch; `it` are ways to name what has it."""
    if knob.kind != SWITCH:
        raise ValueError(f"{knob.name} is no switch")
    own = knob.ons if to else knob.offs
    if own:
        return tuple(filled(way, it=name) for way in own for name in it or ("",))
    ways = SAYS["on" if to else "off"]
    return tuple(filled(way, s=subject) for way in ways for subject in subjects(knob, it))


def setting(knob: Knob, value: str, it: tuple[str, ...] = ()) -> tuple[str, ...]:
    """Ways to ask for a value."""
    own = tuple(filled(way, it=name, v=value) for way in knob.says for name in it or ("",))
    ways = SAYS[_WAYS[knob.kind]]
    return own + tuple(filled(way, s=subject, v=value) for way in ways for subject in subjects(knob, it))


def subjects(knob: Knob, it: tuple[str, ...]) -> tuple[str, ...]:
    if not it:
        return (knob.the,)
    joins = ("{s} of {it}", "{s} of {it}", "{s} for {it}")
    return tuple(filled(joins[at % len(joins)], s=knob.the, it=name) for at, name in enumerate(it))


def asking(the: str, it: tuple[str, ...], kind: str) -> tuple[str, ...]:
    """Questions for something that stands on a page."""
    ways = SAYS["ask"] + SAYS.get(f"ask_{kind}", SAYS["ask_text"])
    things = [f"{the} of {name}" for name in it] or [the]
    return tuple(filled(way, t=thing) for way in ways for thing in things)


def for_two(ways: tuple[str, ...]) -> tuple[str, ...]:
    """The ways that can be said of two things at once: those that do not go on with `it`."""
    return tuple(way for way in ways if "it" not in way.replace("{it}", "").replace(",", " ").split())
