"""Words for what is controlled: the ways of says.yaml with the words of one app, and those of wants.yaml.

Invariant: all ways to say one thing name the same slots.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from phonebuddy.tasks.invented.control.knobs import CHOICE, LEVEL, SWITCH, TEXT, TIME, Knob
from phonebuddy.tasks.invented.data import read_data
from phonebuddy.tasks.invented.grammar import plural
from phonebuddy.tasks.invented.meant import meant
from phonebuddy.tasks.invented.sketch import Data, filled

PATH = Path(__file__).parent / "says.yaml"
OWN = 2
"""How many people do not use the words of the label, for one who does."""
WANTS: Data = read_data(PATH.with_name("wants.yaml"), as_written=True)
SAYS: dict[str, tuple[str, ...]] = {
    key: tuple(ways) for key, ways in read_data(PATH, as_written=True).items()
}
_WAYS = {LEVEL: "level", TIME: "time", TEXT: "text", CHOICE: "choice"}


def said(key: str, its: Iterable[str] = ("",), **words: str) -> tuple[str, ...]:
    """All ways to say something; `its` are the ways to name what it is about."""
    if "n" in words:
        words["ns"] = plural(words["n"])
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


def wanted(says: tuple[str, ...], part: str, the: str, its: tuple[str, ...], **words: str) -> tuple[str, ...]:
    """These ways and, more often, those of people who do not use the words of the label."""
    return _beside(says, _named(WANTS[part].get(_bare(the), ()), its, **words))


def asking(the: str, it: tuple[str, ...], kind: str, own: tuple[str, ...] = ()) -> tuple[str, ...]:
    """Questions for something that stands on a page; `own`: how people call the one that has it."""
    ways = SAYS["ask"] + SAYS.get(f"ask_{kind}", SAYS["ask_text"])
    things = [f"{the} of {name}" for name in it] or [the]
    plain = tuple(filled(way, t=thing) for way in ways for thing in things)
    return _beside(plain, _named(meant("control", _bare(the)).asks, own or it))


def carried(the: str, it: tuple[str, ...]) -> tuple[str, ...]:
    """The same within a sentence."""
    return tuple(f"{the} of {name}" for name in it) + _named(meant("control", _bare(the)).things, it)


def _bare(the: str) -> str:
    return the.removeprefix("the ")


def _named(ways: Iterable[str], its: tuple[str, ...], **words: str) -> tuple[str, ...]:
    """Each with each name; where several things could be meant, only those that name one."""
    able = [(way, name) for way in ways for name in its if "{it}" in way or "{" not in name]
    return tuple(dict.fromkeys(filled(way, it=name, **words) for way, name in able))


def _beside(says: tuple[str, ...], own: tuple[str, ...]) -> tuple[str, ...]:
    return says + own * max(1, OWN * len(says) // len(own)) if own else says


def for_two(ways: tuple[str, ...]) -> tuple[str, ...]:
    """The ways that can be said of two things at once: those that do not go on with `it`."""
    return tuple(way for way in ways if "it" not in way.replace("{it}", "").replace(",", " ").split())
