"""Texts: the text of a task counts sign by sign, and its sentence adds no sign that could be the text's."""

from __future__ import annotations

import random
import re
from collections import Counter

import pytest

from phonebuddy.tasks.gold import Gold
from phonebuddy.tasks.invented.chains import can_lead, chained
from phonebuddy.tasks.invented.halves import Target
from phonebuddy.tasks.invented.phrasing import STYLES
from phonebuddy.tasks.invented.reading import read_templates
from phonebuddy.tasks.invented.sketch import Write
from phonebuddy.tasks.invented.texts import (
    ENDINGS,
    NUM_TEXTS,
    TEXT,
    _Maker,
    frames,
    place_of,
    text_tasks,
    ways_of,
)
from phonebuddy.tasks.invented.village import (
    FOLDER,
    built_in_places,
    image_of,
    templates_for,
    villagers,
)
from phonebuddy.tasks.invented.wording import frames as carrying_frames
from phonebuddy.tasks.perform import perform
from phonebuddy.tasks.proving import phone_of
from phonebuddy.tasks.task import make_task
from phonebuddy.tasks.template import TaskTemplate
from phonebuddy.tasks.trial import begin
from phonebuddy.tasks.verify import verify
from phonebuddy.world.phone import WorldPhone
from tests.tasks.invented.golds import UNDISTURBED, assert_doable

SOMEBODY = villagers(1, 4)[0]
PLACES = {place.sketch.name: place for place in built_in_places()}
SIGNS = ("?", "!", "...")


def _texts() -> list[tuple[str, str, str]]:
    """Place, ending and text of each."""
    return [
        (place, ending, text)
        for place, pool in frames()["texts"].items()
        for ending, texts in pool.items()
        for text in texts
    ]


def _template(app: str, number: int, seed: int = 1) -> TaskTemplate:
    target = Target(PLACES[app], PLACES[app].sketch.writes[number])
    made = _Maker(target, random.Random(seed)).task()
    return read_templates({"one": made}, FOLDER, image_of(SOMEBODY).apps)[f"{FOLDER}/one"]


def _passes(phone: WorldPhone, template: TaskTemplate, change: dict[str, str]) -> bool:
    """Whether gold passes that types another text."""
    task = make_task(template, phone, UNDISTURBED)
    started = begin(phone, template, task)
    told = f"{task.instruction} {change[TEXT]}"  # gold types nothing that nobody told
    done = perform(phone, Gold(template.gold, {**started.values, **change}, told, started.speech))
    assert not done.problem
    return verify(template, phone, started, done.ending).is_success


@pytest.fixture(scope="module")
def phone() -> WorldPhone:
    return phone_of(SOMEBODY)


def test_texts_are_many_and_end_as_they_say() -> None:
    found = _texts()
    assert len(found) >= 350 and len({len(text.split()) for _, _, text in found}) >= 10
    for place, ending, text in found:
        assert text == text.strip() and '"' not in text, text
        assert text.endswith(SIGNS) == (ending == "asked") and not text.endswith((",", ":")), (place, text)
    signs = Counter(sign for _, _, text in found for sign in ("?", "!", "...", ",", "'", ":") if sign in text)
    assert min(signs.values()) >= 20 and len(signs) == 6
    for pool in frames()["texts"].values():
        assert all(len(set(texts)) == len(texts) for texts in pool.values())


def test_frames_are_many_and_no_sign_follows_one_of_the_text() -> None:
    every = [
        (ending, one) for ending in ENDINGS for style in STYLES for one in frames()["frames"][ending][style]
    ]
    assert len(every) >= 60
    for ending, frame in every:
        assert re.search(r"\{(t|quoted|Quoted|that|That)\}", frame), frame
        if ending == "asked":
            assert not re.search(r"\{t\}[?.!,]", frame), frame
    assert any("{t}?" in frame for ending, frame in every if ending == "said")


def test_every_place_has_texts() -> None:
    names = {name for name, _ in frames()["places"]}
    assert names == set(frames()["texts"])
    assert all(pool["asked"] and pool["said"] for pool in frames()["texts"].values())


def test_what_people_write_where() -> None:
    write = PLACES["messages"].sketch.writes[0]
    assert place_of(write) == "messages" and place_of(PLACES["notes"].sketch.writes[0]) == "notes"
    assert place_of(PLACES["clock"].sketch.writes[0]) == ""
    assert place_of(write._replace(says=("put {v} into the note of {w_name}",), kinds=("text",))) == ""


def test_ways_before_a_colon_and_before_that() -> None:
    says = (
        "tell {w_name} {v}",
        "let {w_name} know {v}",
        "write {v} under the post {w_name}",
        "put {v} there",
    )
    ways = ways_of(Write((), says, {}, {}, [], [], ()))
    assert ways.asked == ("ask {w_name}",) and ways.bare == ("tell {w_name}",) and ways.whole == says
    assert ways_of(Write((), ("leave this there: {v}",), {}, {}, [], [], ()))[:2] == (
        (),
        ("leave this there",),
    )
    assert ways.that == ("tell {w_name}", "let {w_name} know", "write under the post {w_name}")


@pytest.mark.parametrize(("app", "number"), [("messages", 0), ("notes", 1), ("contacts", 0)])
def test_gold_does_it_and_other_texts_fail(app: str, number: int, phone: WorldPhone) -> None:
    template = _template(app, number)
    assert_doable(phone, template)
    text = str(make_task(template, phone, UNDISTURBED).values[TEXT])
    other = text.rstrip("?!.") if text.endswith(SIGNS) else f"{text}?"
    assert not _passes(phone, template, {TEXT: other})
    assert not _passes(phone, template, {TEXT: f"{text} please"})
    assert _passes(phone, template, {TEXT: f"{text}."}) and _passes(phone, template, {TEXT: text.upper()})


def test_the_same_chance_gives_the_same_tasks() -> None:
    places = list(PLACES.values())
    made = [text_tasks(places[:5], places[5:], random.Random(7)) for _ in range(2)]
    assert made[0] == made[1] != text_tasks(places[:5], places[5:], random.Random(8))


def test_a_phone_has_some_and_all_name_the_text_once() -> None:
    found = [one for one in templates_for(SOMEBODY).values() if TEXT in {new.name for new in one.news}]
    own = [one for one in found if "/text" in one.id]
    assert len(own) == NUM_TEXTS
    for template in own:
        assert all(phrase.text.names.count(TEXT) == 1 for phrase in template.phrases), template.id


def test_a_chain_puts_no_stop_behind_a_text() -> None:
    others, joints = _template("contacts", 0, 5), carrying_frames()["then"]
    for seed in range(12):
        template = _template("messages", 0, seed)
        texts = next(new.values for new in template.news if new.name == TEXT)
        if can_lead(template) and str(texts[0]).endswith(SIGNS):
            whole = chained("x", template, others, random.Random(seed))
            assert whole.phrases
            for phrase in whole.phrases:
                pieces = phrase.text.pieces
                after = pieces[pieces.index(TEXT) + 1]
                assert not any(after.startswith(f".{then}") for then in joints), pieces
