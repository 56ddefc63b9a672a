"""Words: the lexicon of desk apps: classes of things, their facts, what is done to them, where they go then.

Data of lexicon/*.yaml, many files of few shapes. Invariant: whatever a class or an entry names is there;
names that no file has are left out, and listed in `missing`.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from phonebuddy.tasks.invented.data import read_data
from phonebuddy.tasks.invented.sketch import Data

FOLDER = Path(__file__).parent / "lexicon"
RIVALS = Path(__file__).parent / "rivals.yaml"
THINGS, ACTS, FACTS, PLACES = "things", "deeds", "facts", "places"
SHAPES = (THINGS, ACTS, FACTS, PLACES)
"""What the name of a file begins with says what is in it."""
FEWEST = 9
"""Facts and deeds of a class of which there can be an app."""
WANTED = f"of each {FEWEST} are needed"
TEXT = "text"
TYPED = ("person", "code", "phone", "mail", "street", "town", TEXT)
COUNTED = ("money", "number", "duration", "percent")
KINDS = (*TYPED, *COUNTED, "day", "time")


class Act(NamedTuple):
    """Something that can be done to a thing."""

    name: str
    labels: tuple[str, ...]
    says: tuple[str, ...]
    state: str
    """The word for a thing to which it was done."""
    icon: str = ""
    undo_labels: tuple[str, ...] = ()
    undo_says: tuple[str, ...] = ()
    goes: str = ""
    """The place it takes the thing to."""
    is_sure: bool = False
    """Whether apps ask before they do it."""
    pick_labels: tuple[str, ...] = ()
    picks: tuple[tuple[str, ...], ...] = ()
    """What is chosen when it is done: each a label, and how people say it."""
    near: tuple[str, ...] = ()
    """Others that it is easily taken for."""


class Fact(NamedTuple):
    """Something that is known of a thing."""

    name: str
    kind: str
    labels: tuple[str, ...]
    asks: tuple[str, ...]
    things: tuple[str, ...]
    values: tuple[str, ...] = ()
    sets: tuple[str, ...] = ()
    clear: tuple[str, ...] = ()
    clear_labels: tuple[str, ...] = ()
    near: tuple[str, ...] = ()


class Thing(NamedTuple):
    """A class of things, about which an app can be."""

    name: str
    nouns: tuple[str, ...]
    titles: tuple[str, ...]
    icon: str
    names: tuple[str, ...]
    facts: tuple[str, ...]
    acts: tuple[str, ...]


class Place(NamedTuple):
    """Where things lie that are off the list."""

    name: str
    labels: tuple[str, ...]
    said: tuple[str, ...]


class Lexicon(NamedTuple):
    things: dict[str, Thing]
    acts: dict[str, Act]
    facts: dict[str, Fact]
    places: dict[str, Place]
    rivals: dict[str, tuple[str, ...]]
    """Facts that nobody can change where an app has the deed."""
    missing: tuple[str, ...]
    """`card: no fact 'colour'`."""


@lru_cache(maxsize=2)
def lexicon(folder: Path = FOLDER) -> Lexicon:
    data: dict[str, Data] = {shape: {} for shape in SHAPES}
    for shape in SHAPES:
        for path in files_of(shape, folder):
            data[shape] |= read_data(path, as_written=True)
    missing: list[str] = []

    def known(owner: str, shape: str, names: list[str]) -> tuple[str, ...]:
        missing.extend(f"{owner}: no '{name}' among {shape}" for name in names if name not in data[shape])
        return tuple(dict.fromkeys(name for name in names if name in data[shape]))

    acts = {}
    for name, one in data[ACTS].items():
        goes = known(name, PLACES, [one["goes"]] if "goes" in one else [])
        acts[name] = _act(name, one, goes, known(name, ACTS, one.get("near", [])))
    facts = {
        name: _fact(name, one, known(name, FACTS, one.get("near", []))) for name, one in data[FACTS].items()
    }
    things = {
        name: _thing(name, one, known(name, FACTS, one["facts"]), known(name, ACTS, one["deeds"]))
        for name, one in data[THINGS].items()
    }
    places = {
        name: Place(name, tuple(one["labels"]), tuple(one["said"])) for name, one in data[PLACES].items()
    }
    rivals = {name: known(name, FACTS, ones) for name, ones in read_data(RIVALS, as_written=True).items()}
    missing += [f"{RIVALS.name}: no '{name}' among {ACTS}" for name in rivals if name not in acts]
    short = [one for one in things.values() if min(len(one.facts), len(one.acts)) < FEWEST]
    missing += [f"{one.name}: {len(one.facts)} facts and {len(one.acts)} deeds, {WANTED}" for one in short]
    able = {name: one for name, one in things.items() if one not in short}
    return Lexicon(able, acts, facts, places, rivals, tuple(missing))


def files_of(shape: str, folder: Path = FOLDER) -> list[Path]:
    """The files that hold entries of one shape."""
    return sorted(path for path in folder.glob("*.yaml") if path.stem.partition("_")[0] == shape)


def _act(name: str, data: Data, goes: tuple[str, ...], near: tuple[str, ...]) -> Act:
    undo, pick = data.get("undo", {}), data.get("with", {})
    return Act(
        name,
        tuple(data["labels"]),
        _ways(data["says"]),
        data["state"],
        data.get("icon", ""),
        tuple(undo.get("labels", ())),
        _ways(undo.get("says", ())),
        goes[0] if goes else "",
        data.get("sure") == "true",
        tuple(pick.get("labels", ())),
        tuple(tuple(one) for one in pick.get("values", ())),
        near,
    )


def _fact(name: str, data: Data, near: tuple[str, ...]) -> Fact:
    return Fact(
        name,
        data["kind"],
        tuple(data["labels"]),
        tuple(data["asks"]),
        tuple(data["things"]),
        tuple(data.get("values", ())),
        _ways(data.get("sets", ())),
        _ways(data.get("clear", ())),
        tuple(data.get("clear_labels", ())),
        near,
    )


def _thing(name: str, data: Data, facts: tuple[str, ...], acts: tuple[str, ...]) -> Thing:
    nouns, titles, names = (tuple(data[key]) for key in ("nouns", "titles", "names"))
    return Thing(name, nouns, titles, data["icon"], names, facts, acts)


def _ways(ways: Any) -> tuple[str, ...]:
    """A sentence gets its full stop from the phrase it is put into."""
    return tuple(way.rstrip(".") for way in ways)
