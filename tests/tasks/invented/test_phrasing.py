"""Phrasing: sentences name what they are about, and an app goes unnamed only where something tells it."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from phonebuddy.tasks.invented import phrasing
from phonebuddy.tasks.invented.asking import told_apart
from phonebuddy.tasks.invented.data import read_data
from phonebuddy.tasks.invented.grammar import an, stutters
from phonebuddy.tasks.invented.kinds import MAKERS
from phonebuddy.tasks.invented.meant import Meant, meant
from phonebuddy.tasks.invented.phrasing import STYLES, frames, phrases, tell
from phonebuddy.tasks.invented.records.called import called
from phonebuddy.tasks.invented.sketch import SAID_ALONE, Sketch
from tests.tasks.invented.domains import DATA

FOLDER = Path(phrasing.__file__).parent
KINDS = ("asks", "states", "questions")
SLOT = re.compile(r"\{(\w+)\}")


@pytest.mark.parametrize(
    ("words", "said", "is_told"),
    [
        (("tea",), "put it into the cart instead", False),
        (("tea",), "a Tea that wakes me", True),
        (("story",), "which of my stories is the longest?", True),
        (("name",), "delete {name}", False),
        (("plant", "watering"), "enter today's watering of {name}", True),
        ((), "delete the plant {name}", False),
    ],
)
def test_words_that_tell_stand_alone(words: tuple[str, ...], said: str, is_told: bool) -> None:
    assert tell(words, said) is is_told


@given(
    st.integers(0, 10_000),
    st.sampled_from(["water {name}", "!{name} is dry", "who wrote {name}?", "list it"]),
)
def test_a_brand_is_always_named(seed: int, way: str) -> None:
    for one in phrases((way,), "Sprig", (), random.Random(seed)):
        ((style, said),) = one.items()
        assert style in STYLES and "Sprig" in said and set(SLOT.findall(said)) == set(SLOT.findall(way))


LONG = "let my {name} rest for the time being, until I say that it should go on"
WAYS = ("pause {name}", LONG, f"{LONG} as it did", f"{LONG} as ever", "stop the {name}", f"{LONG} at last")


def _said(style: str, ways: tuple[str, ...], title: str = "") -> set[str]:
    """What becomes of some ways in a style, whatever the chance."""
    every = [one for seed in range(60) for one in phrases(ways, title, (), random.Random(seed))]
    return {one[style] for one in every if style in one}


def test_notes_are_made_of_the_shortest_ways() -> None:
    assert all("rest" not in said for said in _said("terse", WAYS))
    assert any("rest" in said for said in _said("chatty", WAYS))


def test_notes_may_leave_words_out() -> None:
    said = {one.lower() for one in _said("terse", WAYS)}
    assert {"stop the {name}", "stop {name}"} <= said


def test_what_is_quoted_stays_whole() -> None:
    assert all("the end" in one for one in _said("terse", ('call it "the end"', 'it is called "the end"')))


@given(st.integers(0, 10_000))
def test_what_tells_nothing_is_named_or_hinted_at(seed: int) -> None:
    for one in phrases(("turn the sounds off",), "Plant Diary", ("plant",), random.Random(seed)):
        assert tell(("plant",), " ".join(one.values()))


def test_apps_go_unnamed_where_words_or_names_tell_them() -> None:
    chance = random.Random(3)

    def unnamed(way: str) -> float:
        said = [
            text
            for _ in range(60)
            for one in phrases((way,), "Greenery", ("plant",), chance, names_tell=True)
            for text in one.values()
        ]
        return sum("Greenery" not in text and " app" not in text for text in said) / len(said)

    assert unnamed("delete the plant {name}") > unnamed("delete {name}") > 0
    assert unnamed("turn the sounds off") == 0


@given(
    st.integers(0, 10_000),
    st.sampled_from(
        [
            "!{name} is dry",
            "if {name} is dry, water it",
            "in {name}, stop",
            "depending on {name}, water it",
            "{name}: dry",
        ]
    ),
)
def test_nobody_could_you_ifs(seed: int, way: str) -> None:
    for one in phrases((way,), "Sprig", (), random.Random(seed)):
        said = " ".join(one.values()).lower()
        asked = (
            "could you ",
            "can you ",
            "would you ",
            "please ",
            "want you to ",
            "need you to ",
            "so kind and ",
        )
        assert not any(f"{head}{way.lstrip('!')[:5]}" in said for head in asked), said


@given(st.integers(0, 10_000))
def test_no_word_stands_twice_where_parts_meet(seed: int) -> None:
    ways = ("send what it comes to to {name}", "put {name} in", "please water {name}", "water {name}")
    for one in phrases(ways, "Sprig", ("plant",), random.Random(seed)):
        assert not stutters(" ".join(one.values())), one


def test_where_every_way_stutters_one_is_said_all_the_same() -> None:
    assert all(
        "to to" in " ".join(one.values()) for one in phrases(("go to to {name}",), "", (), random.Random(1))
    )


def test_a_word_of_two_apps_tells_neither() -> None:
    def app(title: str, *tells: str) -> Sketch:
        return Sketch(title.lower(), title, tells, {}, {}, ())

    found = told_apart([app("Greens", "plant", "watering"), app("Pots", "house plant"), app("Cups", "tea")])
    assert [one.tells for one in found] == [("watering",), (), ("tea",)]


@pytest.mark.parametrize("which", ["named", "hinted", "bare"])
def test_frames_of_every_style_have_the_clause(which: str) -> None:
    for kind in KINDS:
        for style in STYLES:
            for frame in frames()[which][kind][style]:
                slots = SLOT.findall(frame)
                assert len({"c", "C"} & set(slots)) == 1, frame
                assert ("app" in slots) is (which == "named") and ("hint" in slots) is (which == "hinted"), (
                    frame
                )
                assert set(slots) <= {"c", "C", "app", "hint", "lead", "tail"}, frame


def _by_key(file: str) -> list[tuple[str, tuple[str, ...]]]:
    data = read_data(FOLDER / file)
    if file.startswith("library"):
        toggles = [one | {"name": name} for name, ones in data["toggles"].items() for one in ones]
        ways = [(f"{one['name']}.{do}", one[do]) for one in toggles for do in ("do", "undo")]
        return [*ways, *data["says"].items()]
    return [(key, ways) for key, ways in data.items() if key not in ("notes", "opinions", "addresses")]


FREE = {
    # Filled by the plan: they need not stand in every way.
    "records/says.yaml": {"n", "ns", "a", "sub", "subs"},
    "shop/says.yaml": {"noun", "nouns", "units", "cart", "likes", "shop", "need"},
    "library/words.yaml": {"n", "ns", "l", "ls", "by", "on", "off", "p", "u"},
}
SAME = {"records/says.yaml": {"name": "it"}}
"""Two slots for the same thing."""
LOOSE = ("missing",)
"""Things that cannot be done, each in another way."""


@pytest.mark.parametrize("file", sorted(FREE))
def test_all_ways_of_one_deed_name_the_same(file: str) -> None:
    for key, ways in _by_key(file):
        named = {
            frozenset(SAME.get(file, {}).get(one, one) for one in SLOT.findall(way)) - FREE[file]
            for way in ways
        }
        assert len(named) == 1 or key in LOOSE, (file, key, named)
        assert len(set(ways)) == len(ways), (file, key)
        assert not [way for way in ways if way.startswith(SAID_ALONE) and way.endswith((".", "?"))], (
            file,
            key,
        )
        is_asked = {way.endswith("?") for way in ways if not way.startswith(SAID_ALONE)}
        assert len(is_asked) == 1, (file, key)


def test_what_is_meant_is_a_question_and_a_part_of_a_sentence() -> None:
    for kind, facts in read_data(FOLDER / "meant.yaml").items():
        for said in facts:
            ways = meant(kind, said)
            assert all(one.endswith("?") for one in ways.asks), said
            assert not any(one.endswith(("?", ".")) for one in ways.things), said
            assert all(set(SLOT.findall(one)) <= {"it"} for one in (*ways.asks, *ways.things)), said
    assert meant("shop", "no such fact") == Meant()


def test_words_of_a_domain_of_records_fill_no_other_slot() -> None:
    for domain, data in DATA["records"].items():
        for field in data["fields"].values():
            for key, slots in (("asks", {"it"}), ("things", {"it"}), ("sets", {"it", "v"})):
                assert all(set(SLOT.findall(one)) == slots for one in field.get(key, ())), (
                    domain,
                    field["said"],
                )
        for key, ways in data.get("says", {}).items():
            thing = "name" if key == "add" else "it"
            assert all(thing in SLOT.findall(one) for one in ways), (domain, key)


def test_another_name_means_one_fact_of_an_app() -> None:
    for domain, data in DATA["records"].items():
        facts = {
            name: {*called(one["said"]), *map(str.lower, one["labels"])}
            for name, one in data["fields"].items()
        }
        for name in facts:
            others = {*called(data["fields"][name]["said"])[1:]}
            assert not [other for other in facts if other != name and others & facts[other]], (domain, name)
        assert "mark" not in data or len(called(data["mark"]["said"])) > 1, domain
        assert all(len(called(one["said"])) > 1 for one in data["fields"].values()), domain


TITLED = (
    "list_item",
    "text",
    "header",
    "label",
    "button",
    "top_bar",
    "hint",
    "title",
    "menu_item",
    "nav_item",
)
"""Keys of widgets whose words are read."""


def _shown(data: Any) -> Iterator[str]:
    if isinstance(data, dict):
        for key, value in data.items():
            if key in TITLED and isinstance(value, str):
                yield value
            yield from _shown(value)
    elif isinstance(data, list):
        for value in data:
            yield from _shown(value)


@pytest.mark.parametrize("kind", sorted(MAKERS))
def test_no_label_puts_a_before_a_vowel(kind: str) -> None:
    for seed in range(40):
        words = {*_shown(MAKERS[kind]("x0", random.Random(f"label/{seed}")).app)}
        assert words and not [one for one in words if an(one) != one or stutters(one)]


FILLED = {
    "a",
    "b",
    "c",
    "C",
    "s",
    "S",
    "t",
    "x",
    "it",
    "that",
    "app",
    "noun",
    "any",
    "into",
    "story",
    "thing",
    "with",
}
"""What frames put other words in for."""


@pytest.mark.parametrize("kind", sorted(MAKERS))
def test_no_frame_takes_the_name_of_a_value_for_its_own(kind: str) -> None:
    for seed in range(20):
        for deed in MAKERS[kind]("x0", random.Random(f"slots/{seed}")).deeds:
            assert not {slot for way in deed.says for slot in SLOT.findall(way)} & FILLED, deed.name


_DETERMINED = re.compile(r"\b(?:an?|the|no|another|brand-new|plain|my|our|today's) \{it\}")


def test_what_a_thing_is_called_has_its_own_article() -> None:
    """`{it}` is filled with `the plant {name}` too."""
    files = sorted(FOLDER.rglob("*.yaml"))
    assert len(files) > 25
    wrong = [
        f"{file.name}: {found[0]}"
        for file in files
        for found in _DETERMINED.finditer(file.read_text("utf-8"))
    ]
    assert not wrong


def test_facts_are_called_by_nouns() -> None:
    """`the {said} of {it}` is said of all of them."""
    clause = re.compile(r"said: \"?[\w -]*\b(?:when|it is|it was|it happened)\b")
    files = sorted(FOLDER.glob("*/domains.yaml"))
    assert len(files) > 9
    assert not [found[0] for file in files for found in clause.finditer(file.read_text("utf-8"))]
