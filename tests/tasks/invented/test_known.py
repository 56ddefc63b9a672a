"""Known: one value to three in one text of a known app, or two in two parts: all count, and none twice."""

from __future__ import annotations

import random
import re
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest

import phonebuddy.tasks.invented.known as package
from phonebuddy.errors import AppError
from phonebuddy.tasks.gold import Gold
from phonebuddy.tasks.invented.halves import Target, changed
from phonebuddy.tasks.invented.known.checking import check_known
from phonebuddy.tasks.invented.known.facts import Sources
from phonebuddy.tasks.invented.known.tasks import COUNTS, NUM_PARTS, TEXT, _Maker, forms, known_tasks, lines
from phonebuddy.tasks.invented.known.words import ASKED, CLAUSES, NOUNS, FactWords
from phonebuddy.tasks.invented.reading import read_templates
from phonebuddy.tasks.invented.sketch import Data
from phonebuddy.tasks.invented.village import FOLDER, built_in_places, image_of, templates_for, villagers
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
HERE = Path(package.__file__).parent


def _maker(seed: int, source: str = "trains") -> _Maker:
    """Values are those of one built-in app."""
    sources = Sources([PLACES[source]])
    return _Maker(sources, sources, [PLACES["notes"], PLACES["mail"]], random.Random(seed))


@lru_cache(maxsize=8)
def _text(count: int, source: str = "trains") -> Data:
    """So many facts in a new note."""
    for seed in range(40):
        maker = _maker(seed, source)
        notes = PLACES["notes"]
        maker._texts = maker._lines = [Target(notes, notes.sketch.writes[0])]
        made = maker.text(count)
        if (
            made is not None
            and str(made["goal"]).count("_value}") == count
            and "NOT (" not in str(made["goal"])
        ):
            return made
    raise AssertionError("no chance gives such a task")


@lru_cache(maxsize=2)
def _parts(is_given: bool) -> Data:
    """The title and the text of a new note."""
    for seed in range(60):
        maker = _maker(seed)
        maker._forms = [form for form in maker._forms if form.place.sketch.name == "notes"]
        made = maker.parts()
        if made is not None and (TEXT in made.get("new", {})) == is_given:
            return made
    raise AssertionError("no chance gives such a task")


def _template(made: Data) -> TaskTemplate:
    return read_templates({"one": made}, FOLDER, image_of(SOMEBODY).apps)[f"{FOLDER}/one"]


def _passes(phone: WorldPhone, made: Data, typed: str, instead: str) -> bool:
    """Whether gold passes that writes something else."""
    gold: list[Any] = changed(made["gold"], lambda text: instead if text == typed else text)
    assert gold != made["gold"], f"gold types no {typed}"
    template = _template(made)
    task = make_task(template, phone, UNDISTURBED)
    started = begin(phone, template, task)
    done = perform(
        phone, Gold(_template(made | {"gold": gold}).gold, started.values, task.instruction, started.speech)
    )
    assert not done.problem
    return verify(template, phone, started, done.ending).is_success


@pytest.fixture(scope="module")
def phone() -> WorldPhone:
    return phone_of(SOMEBODY)


def test_the_data_files_are_as_they_should_be() -> None:
    check_known(HERE)


@pytest.mark.parametrize(
    ("name", "old", "new", "complaint"),
    [
        ("frames.yaml", '"find out {c} and {into}"', '"find out and {into}"', "needs {c} and {into}"),
        ("frames.yaml", '  "3": [all three, ', '  "4": [all three, ', "'them' needs words for 1, 2 and 3"),
        ("forms.yaml", "app: tasks", "app: taskz", "'taskz' is no app of bridges.yaml"),
        ("forms.yaml", "titled {one}, at {two}", "titled {one}, soon", "leaves out a value"),
        ("forms.yaml", "[Meet up, Drop by, Have a look, Pick it up]", "[Meet up]", "at least 4 are needed"),
    ],
)
def test_what_is_wrong_in_them_is_told(name: str, old: str, new: str, complaint: str, tmp_path: Path) -> None:
    for one in ("frames.yaml", "forms.yaml"):
        text = (HERE / one).read_text("utf-8")
        assert one != name or old in text
        (tmp_path / one).write_text(text.replace(old, new, 1) if one == name else text, "utf-8")
    with pytest.raises(AppError, match=re.escape(complaint)):
        check_known(tmp_path)


def test_gold_writes_one_value_two_and_three(phone: WorldPhone) -> None:
    for made in (_text(1), _text(2), _text(3), _parts(True), _parts(False)):
        assert_doable(phone, _template(made))


def test_one_of_two_values_is_not_enough_and_one_alone_is(phone: WorldPhone) -> None:
    assert not _passes(phone, _text(2), "{got}, {got2}", "{got}")
    assert not _passes(phone, _text(3), "{got}, {got2}, {got3}", "{got}, {got3}")
    assert _passes(phone, _text(1), "{got}", "It is {got}")


def test_a_value_that_nobody_asked_for_is_one_too_many(phone: WorldPhone) -> None:
    made = _text(1)
    (beside,) = re.findall(r"instr\(t, :(\w+)\) = 0", str(made["goal"]))
    assert not _passes(phone, made, "{got}", f"{{got}}, {{{beside}}}")


def test_a_part_holds_its_own_value_and_not_the_other(phone: WorldPhone) -> None:
    made = _parts(False)
    assert not _passes(phone, made, "{got2}", "{got}")
    assert not _passes(phone, made, "{got2}", "{got}, {got2}")
    assert _passes(phone, made, "{got2}", "That is {got2}")


def test_a_text_of_the_sentence_is_written_beside_one_value(phone: WorldPhone) -> None:
    template = _template(_parts(True))
    task = make_task(template, phone, UNDISTURBED)
    assert str(task.values[TEXT]) in task.instruction
    assert not _passes(phone, _parts(True), f"{{{TEXT}}}", "{got}")


def test_values_of_two_things_are_those_of_two_things(phone: WorldPhone) -> None:
    sources = Sources([PLACES["contacts"]])
    found = [one for seed in range(30) if (one := sources.drawn([(), ()], random.Random(seed)))]
    others = [one for one in found if not one.is_one_thing]
    assert others and len(others) < len(found)
    for facts in others:
        assert len(facts.stops) == 2 and "s_person <> :r_person" in str(facts.draw)
        assert all("{s_person}" in way for way in facts.spoken[1][1].things)


def test_question_words_name_every_value() -> None:
    sources = Sources([PLACES["calendar"]])
    for seed in range(20):
        facts = sources.drawn([(), ()], random.Random(seed))
        if facts is None or not facts.is_one_thing:
            continue
        words = FactWords(facts, random.Random(seed))
        assert words.ways == [CLAUSES]  # built-in apps have no questions
        assert re.search(
            r"(?:when|where|which|what|how|at).* (?:and|as well as) .*(?:when|where|which|what)",
            words.clauses(),
        )


def test_lines_and_forms_are_of_apps_that_are_there() -> None:
    places = list(PLACES.values())
    assert len(lines(places)) >= 4 and len(forms(places)) >= 7
    assert not lines([PLACES["trains"]]) and not forms([PLACES["trains"]])


def test_the_same_chance_gives_the_same_tasks_and_a_phone_has_some() -> None:
    places = list(PLACES.values())
    made = [known_tasks(places[:5], places[5:], random.Random(7)) for _ in range(2)]
    assert made[0] == made[1] != known_tasks(places[:5], places[5:], random.Random(8))
    found = [one for id, one in templates_for(SOMEBODY).items() if "/known" in id]
    assert len(found) >= 0.8 * (len(COUNTS) + NUM_PARTS)
    assert {NOUNS, CLAUSES, ASKED} == {"nouns", "clauses", "questions"}
