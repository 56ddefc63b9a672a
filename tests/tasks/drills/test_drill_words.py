"""The data that drills are worded with: mistakes are found with their line; sayings keep what matters."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from phonebuddy.errors import TaskError
from phonebuddy.tasks.drills.deeds import deeds
from phonebuddy.tasks.drills.questions import questions
from phonebuddy.tasks.drills.reading import Reading
from phonebuddy.tasks.drills.refusing import refusals
from phonebuddy.tasks.drills.saying import Part, say
from phonebuddy.tasks.drills.sayings import sayings
from phonebuddy.tasks.drills.sight import step
from phonebuddy.tasks.drills.trail import Lost, Move
from phonebuddy.tasks.drills.values import values
from phonebuddy.tasks.drills.words import words
from phonebuddy.tasks.proving import phone_of
from phonebuddy.tasks.speech import speech_for
from phonebuddy.tasks.splits import plan
from phonebuddy.world.image import default_apps
from phonebuddy.world.state.changes import Change

LANGUAGES = st.sampled_from(["en", "zh"])
SEEDS = st.integers(0, 10**9)
OPEN = Move("open", "Contacts", "", "", (step("open", "Contacts"),))


def move(kind: str, label: str, **more: object) -> Move:
    given = {"row": "", "place": "contacts/people", "steps": (), **more}
    return Move(kind, label, **given)  # type: ignore[arg-type]


def changed(kind: str, table: str, **after: object) -> Change:
    return Change(table, kind, {"id": 1}, {}, after)  # type: ignore[arg-type]


def told(
    language: str, seed: int, *moves: Move, changes: tuple[Change, ...] = (), reading: Reading | None = None,
    app: str = "contacts",
) -> str:  # fmt: skip
    apps = default_apps()
    part = Part(app, "act", (OPEN, *moves), reading, changes)
    return say((part,), apps, speech_for(apps, language), random.Random(seed))


@settings(max_examples=60, deadline=None)
@given(LANGUAGES, SEEDS)
def test_a_form_tells_every_value_and_whose_it_is(language: str, seed: int) -> None:
    fields = [move("fill", "Phone", value="555 0134"), move("fill", "Town", value="Rosmere")]
    moves = (move("row", "Ana Ruiz"), move("icon_button", "Edit"), *fields, move("button", "Save"))
    change = changed("update", "contacts_person", phone="5550134", town="Rosmere")
    text = told(language, seed, *moves, changes=(change,))
    assert all(value in text for value in ("Ana Ruiz", "555 0134", "Rosmere")), text
    assert "{" not in text and "!" not in text[:1]


@settings(max_examples=60, deadline=None)
@given(LANGUAGES, SEEDS, st.booleans())
def test_a_switch_tells_which_and_never_its_other_way(language: str, seed: int, on: bool) -> None:
    change = (changed("update", "phone_permission", granted=1),)
    text = told(language, seed, move("row", "Ana Ruiz"), move("switch", "Vibrate", on=on), changes=change)
    assert "Ana Ruiz" in text and "vibrate" in text.lower()
    moves = move("row", "Ana Ruiz"), move("switch", "Vibrate", on=not on)
    assert text != told(language, seed, *moves, changes=change)


@settings(max_examples=60, deadline=None)
@given(LANGUAGES, SEEDS)
def test_a_question_names_the_row_and_not_the_answer(language: str, seed: int) -> None:
    asked = next(one for one in questions().pages["shop/results"] if one.where == "row")
    reading = Reading("$58.70", "money", asked, "Oak lamp", "shop/results")
    text = told(language, seed, reading=reading, app="shop")
    assert "Oak lamp" in text and "58.70" not in text


@settings(max_examples=40, deadline=None)
@given(LANGUAGES, SEEDS)
def test_a_comparison_names_both(language: str, seed: int) -> None:
    asked = next(one for one in questions().pages["shop/results"] if one.where == "row")
    reading = Reading("Oak lamp", "name", asked, "Oak lamp", "shop/results", "Fern pot", "less")
    text = told(language, seed, reading=reading, app="shop")
    assert "Oak lamp" in text and "Fern pot" in text


def test_one_thing_is_said_in_many_ways() -> None:
    moves = move("row", "Ana Ruiz"), move("icon_button", "Delete")
    gone = (changed("delete", "contacts_person"),)
    said = {told("en", seed, *moves, changes=gone) for seed in range(300)}
    assert len(said) > 200


@pytest.mark.parametrize(
    ("change", "moves", "says"),
    [
        (changed("update", "contacts_person", starred=1), [move("icon_button", "Add")], "favourite|star"),
        (
            changed("delete", "contacts_person"),
            [move("icon_button", "Delete")],
            "delete|remove|rid|away|gone",
        ),
        (
            changed("update", "contacts_person", phone="1"),
            [move("fill", "Phone", value="555 0134")],
            "number.*555 0134|555 0134 as the number",
        ),
        (
            changed("update", "contacts_person", birthday=1),
            [move("day", "Birthday", value="Friday, 1 May 2026")],
            "birthday",
        ),
    ],
)
def test_it_is_said_by_what_changed(change: Change, moves: list[Move], says: str) -> None:
    said = [told("en", seed, move("row", "Ana Ruiz"), *moves, changes=(change,)) for seed in range(20)]
    assert all("Ana Ruiz" in text for text in said)
    assert sum(re.search(says, text) is not None for text in said) > 10, said


def test_an_event_is_moved_renamed_or_made() -> None:
    row = move("row", "Choir", place="calendar/month")
    day = move("day", "Start date Tue, 12 May", value="Friday, 1 May 2026", place="calendar/edit")
    moved = (changed("update", "calendar_events", start_ts=1),)
    said = {told("en", seed, row, day, changes=moved, app="calendar") for seed in range(60)}
    assert any("reschedule" in text.lower() for text in said) and all("1 May" in text for text in said)
    title = move("fill", "Title", value="Picnic", place="calendar/edit")
    made = (changed("insert", "calendar_events", title="Picnic"),)
    said = {told("en", seed, title, changes=made, app="calendar") for seed in range(60)}
    assert all("Picnic" in text and "Choir" not in text for text in said)
    unnamed = sum("Calendar" not in text for text in said)
    assert unnamed > 20, "the noun tells the app, so its name is left out more often than not"


def test_the_data_is_about_apps_of_training_as_they_are() -> None:
    phone = phone_of(1)
    tables = {str(row[0]) for row in phone.state("SELECT name FROM sqlite_master WHERE type = 'table'")}
    verbs = sayings()["en"].verbs
    for deed in deeds().deeds:
        assert deed.tables <= tables, deed.name
        assert not deed.label or any(pattern.match(deed.label) for pattern, _ in verbs), deed.name
    train = {app for app in default_apps().apps if app not in plan().test_apps}
    assert set(deeds().telling) == train
    pages = {f"{name}/{page}" for name in train for page in default_apps().apps[name].pages}
    asked = {*questions().pages, *words().sought, *words().holding, *words().nouns}
    assert asked <= pages, asked - pages
    assert all(phone.state(sql) for sql in words().sought.values())


def test_there_is_no_rain_in_a_train() -> None:
    telling = deeds().telling
    assert not telling["weather"].search("book the train") and telling["weather"].search("will it rain?")


def test_what_there_are_no_words_for_is_no_drill() -> None:
    with pytest.raises(Lost):
        told("en", 1, move("row", "Ana Ruiz"), changes=(changed("insert", "shop_review", stars=3),))
    with pytest.raises(Lost):
        told("en", 1, changes=(changed("delete", "contacts_person"),))


@settings(max_examples=50, deadline=None)
@given(LANGUAGES, SEEDS, st.sampled_from(["First name", "Phone", "Mail", "Amount", "Title", "Anything else"]))
def test_values_fit_their_fields(language: str, seed: int, label: str) -> None:
    known = values()
    text = known.draw(known.kind_of(label), language, random.Random(seed))
    assert text and "{" not in text and "#" not in text
    if label == "Mail":
        assert "@" in text and text == text.lower()
    if label == "Amount":
        assert float(text) > 0


def test_patterns_find_the_labels_they_are_for() -> None:
    known = words()
    assert known.avoid.match("Back") and not known.avoid.match("Background")
    assert known.commit.match("Save") and not known.commit.match("Archive")


@pytest.mark.parametrize(
    ("read", "text", "problem"),
    [
        (
            values,
            "fields: {a: nothing}\nen: {title: [x]}\nzh: {title: [x]}\n",
            "1: field 'a' in en: no list 'nothing'",
        ),
        (values, "fields: {a: title}\nen: {title: ['{titel}']}\nzh: {title: [x]}\n", "did you mean 'title'"),
        (words, "avoid: [x]\n", "'commit' is missing"),
        (refusals, "missing: {}\n", "'untold' is missing"),
        (refusals, "missing: {a: {nam: x}}\nuntold: {}\n", "1: 'a' has no 'nam'"),
        (refusals, "missing: {}\nuntold: {a: {en: [x]}}\n", "'a' needs: on, zh, ask"),
        (sayings, "en: {a: [x], verbs: {}, found: {}, withs: {}, changes: {}}\n", "both languages"),
        (
            deeds,
            "beside: []\nplain: []\ntelling: {}\ndeeds: {x: {wen: insert a}}\n",
            "4: 'x' has no 'wen' .did you",
        ),
        (
            deeds,
            "beside: []\nplain: []\ntelling: {}\ndeeds: {x: {when: put a, as: y}}\n",
            "'put a' is no change",
        ),
        (
            deeds,
            "beside: []\nplain: []\ntelling: {}\ndeeds: {x: {when: insert a}}\n",
            "needs 'when', and one of",
        ),
        (
            questions,
            "patterns: {}\ncomparing: {}\npages: {a/b: [{row: x, nea: y}]}\n",
            "3: a question has no 'nea'",
        ),
        (
            questions,
            "patterns: {}\ncomparing: {}\npages: {a/b: [{row: x, thing: y}]}\n",
            "a bar | and the same",
        ),
    ],
)
def test_mistakes_in_the_data_are_found(tmp_path: Path, read: object, text: str, problem: str) -> None:
    path = tmp_path / "data.yaml"
    path.write_text(text, "utf-8")
    with pytest.raises(TaskError, match=problem):
        read.__wrapped__(path)  # type: ignore[attr-defined]
