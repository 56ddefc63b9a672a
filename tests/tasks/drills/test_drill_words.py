"""The data that drills are worded with: mistakes are found with their line; sayings keep what matters."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from phonebuddy.errors import TaskError
from phonebuddy.tasks.drills.reading import Reading
from phonebuddy.tasks.drills.saying import Part, say
from phonebuddy.tasks.drills.sayings import sayings
from phonebuddy.tasks.drills.sight import step
from phonebuddy.tasks.drills.trail import Move
from phonebuddy.tasks.drills.values import values
from phonebuddy.tasks.drills.words import words
from phonebuddy.tasks.speech import speech_for
from phonebuddy.world.image import default_apps

LANGUAGES = st.sampled_from(["en", "zh"])
SEEDS = st.integers(0, 10**9)
OPEN = Move("open", "Contacts", "", "", (step("open", "Contacts"),))


def move(kind: str, label: str, **more: object) -> Move:
    given = {"row": "", "place": "contacts/people", "steps": (), **more}
    return Move(kind, label, **given)  # type: ignore[arg-type]


def told(language: str, seed: int, *moves: Move, aim: str = "act", reading: Reading | None = None) -> str:
    apps = default_apps()
    part = Part("contacts", aim, (OPEN, *moves), reading)
    return say((part,), apps, speech_for(apps, language), random.Random(seed))


@settings(max_examples=60, deadline=None)
@given(LANGUAGES, SEEDS)
def test_a_form_tells_every_value_and_whose_it_is(language: str, seed: int) -> None:
    fields = [move("fill", "Phone", value="555 0134"), move("fill", "Town", value="Rosmere")]
    text = told(
        language, seed, move("row", "Ana Ruiz"), move("icon_button", "Edit"), *fields, move("button", "Save")
    )
    assert all(value in text for value in ("Ana Ruiz", "555 0134", "Rosmere")), text
    assert "{" not in text and "!" not in text[:1]


@settings(max_examples=60, deadline=None)
@given(LANGUAGES, SEEDS, st.booleans())
def test_a_switch_tells_which_and_never_its_other_way(language: str, seed: int, on: bool) -> None:
    text = told(language, seed, move("row", "Ana Ruiz"), move("switch", "Vibrate", on=on))
    assert "Ana Ruiz" in text and "vibrate" in text.lower()
    other = told(language, seed, move("row", "Ana Ruiz"), move("switch", "Vibrate", on=not on))
    assert text != other


@settings(max_examples=60, deadline=None)
@given(LANGUAGES, SEEDS)
def test_a_question_names_the_row_and_not_the_answer(language: str, seed: int) -> None:
    reading = Reading("$58.70", "money", "", "Oak lamp", "shop/orders")
    text = told(language, seed, aim="read", reading=reading)
    assert "Oak lamp" in text and "58.70" not in text


def test_one_thing_is_said_in_many_ways() -> None:
    said = {told("en", seed, move("row", "Ana Ruiz"), move("icon_button", "Delete")) for seed in range(300)}
    assert len(said) > 200


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
    assert known.made_by(("新建联系人", "Create contact")) == known.nouns["contacts/people"]
    made = known.made_by(("Compose",))
    assert made is not None and made.en == "mail"
    assert known.made_by(("Archive",)) is None


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
        (sayings, "en: {a: [x], verbs: {}, reads: {}, facts: {}, found: {}}\n", "both languages"),
    ],
)
def test_mistakes_in_the_data_are_found(tmp_path: Path, read: object, text: str, problem: str) -> None:
    path = tmp_path / "data.yaml"
    path.write_text(text, "utf-8")
    with pytest.raises(TaskError, match=problem):
        read.__wrapped__(path)  # type: ignore[attr-defined]
