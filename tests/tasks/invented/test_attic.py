"""Attic: invented apps whose things are put away and got back, tried again, and put in groups."""

from __future__ import annotations

import random
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from phonebuddy.errors import AppError
from phonebuddy.tasks.gold import Gold
from phonebuddy.tasks.invented.asking import Place, templates_of
from phonebuddy.tasks.invented.attic.app import sketch_attic
from phonebuddy.tasks.invented.attic.checking import check_attic
from phonebuddy.tasks.invented.attic.content import content_of
from phonebuddy.tasks.invented.attic.plan import SPOTS, Plan
from phonebuddy.tasks.invented.attic.words import FOLDER as WORDS
from phonebuddy.tasks.invented.attic.words import words
from phonebuddy.tasks.invented.grammar import plural
from phonebuddy.tasks.invented.reading import read_templates
from phonebuddy.tasks.invented.sketch import Data, Sketch
from phonebuddy.tasks.invented.village import FOLDER, HOST, HOST_TITLE, write_app
from phonebuddy.tasks.perform import perform
from phonebuddy.tasks.proving import LOOK
from phonebuddy.tasks.task import make_task, rows_of
from phonebuddy.tasks.template import TaskTemplate, Value
from phonebuddy.tasks.trial import begin
from phonebuddy.tasks.verify import Verdict, verify
from phonebuddy.world.image import build_image, default_apps
from phonebuddy.world.phone import WorldPhone
from phonebuddy.world.spec.load import extend_apps
from tests.tasks.invented.golds import UNDISTURBED, assert_doable

FEW, MANY = 6, 60
Row = dict[str, Value]


def _chance(number: int) -> random.Random:
    return random.Random(f"test/{number}")


def _sketch(number: int) -> Sketch:
    return sketch_attic(f"attic{number}", _chance(number))


def _made(folder: Path, numbers: range) -> tuple[WorldPhone, list[TaskTemplate]]:
    """A phone with these apps, every second a mini, and all that is asked of them."""
    sketches = list({one.title: one for one in (_sketch(number) for number in numbers)}.values())
    places = [Place(one, *((HOST, HOST_TITLE) if at % 2 else ("", ""))) for at, one in enumerate(sketches)]
    folders = [write_app(folder, one.sketch, is_mini=len(one.apps) > 1) for one in places]
    image = build_image(extend_apps(default_apps(), folders), seed=0)
    made: Data = {}
    for place in places:
        made |= templates_of(place, random.Random(place.sketch.name))
    return WorldPhone(image, LOOK), list(read_templates(made, FOLDER, image.apps).values())


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[WorldPhone, list[TaskTemplate]]:
    return _made(tmp_path_factory.mktemp("attic"), range(FEW))


def test_the_same_chance_gives_the_same_app() -> None:
    assert _sketch(0) == _sketch(0) != _sketch(1)


def test_deeds_stand_in_every_spot_and_ways_lead_everywhere() -> None:
    plans = [Plan("attic0", _chance(number)) for number in range(80)]
    assert {one.spot for one in plans} == set(SPOTS)
    assert {one.nav for one in plans} == {"bottom", "drawer", "overflow", "links"}
    assert {state.name for one in plans for state in one.states} == set(words()["states"])
    assert any(one.is_deep for one in plans) and any(one.inline for one in plans)


def test_every_gold_reaches_its_goal(made: tuple[WorldPhone, list[TaskTemplate]]) -> None:
    phone, templates = made
    for template in templates:
        assert_doable(phone, template)
    assert len(templates) > 60


@pytest.mark.slow
def test_every_gold_reaches_its_goal_in_many_apps(tmp_path: Path) -> None:
    for first in range(FEW, FEW + MANY, 6):
        phone, templates = _made(tmp_path / str(first), range(first, first + 6))
        for template in templates:
            assert_doable(phone, template)


def _played(phone: WorldPhone, template: TaskTemplate, pick: Callable[[Row, Row], bool]) -> Verdict:
    """What comes of it when gold takes another of the things that could have been drawn."""
    task = make_task(template, phone, UNDISTURBED)
    started = begin(phone, template, task)
    (draw,) = template.draws
    rows = [
        dict(zip(draw.sql.columns, row, strict=True))
        for row in rows_of(phone, draw.sql.text, {}, template.id)
    ]
    other = next(row for row in rows if pick(row, started.values))
    done = perform(phone, Gold(template.gold, started.values | other, task.instruction, started.speech))
    assert not done.problem, (template.id, done.problem)
    return verify(template, phone, started, done.ending)


def test_the_other_thing_of_that_name_is_the_wrong_one(made: tuple[WorldPhone, list[TaskTemplate]]) -> None:
    phone, templates = made
    twins = [one for one in templates if one.id.endswith("_twin")]
    for template in twins:
        verdict = _played(
            phone, template, lambda row, drawn: row["name"] == drawn["name"] and row["id"] != drawn["id"]
        )
        assert verdict.result == "failure", template.id
    assert len(twins) > 10


def test_another_group_is_the_wrong_one(made: tuple[WorldPhone, list[TaskTemplate]]) -> None:
    phone, templates = made
    moves = [one for one in templates if one.id.endswith("_move")]
    for template in moves:
        verdict = _played(
            phone, template, lambda row, drawn: row["id"] == drawn["id"] and row["to_id"] != drawn["to_id"]
        )
        assert verdict.result == "failure", template.id
    assert len(moves) > 3


def test_a_group_of_one_says_so(made: tuple[WorldPhone, list[TaskTemplate]]) -> None:
    phone, _ = made
    told: dict[str, list[str]] = {"one": [], "many": []}
    for name in [one for one in phone.image.apps.apps if one.startswith("attic")]:
        phone.reset()
        phone.open_page(name, "groups", {})
        for text in [element.text for element in phone.observe().elements]:
            number, _, noun = text.partition(" ")
            if number.isdecimal():
                told["one" if number == "1" else "many"].append(noun)
    assert told["one"] and {plural(noun) for noun in told["one"]} <= {*told["many"]}
    assert not {*told["one"]} & {*told["many"]}


def test_two_things_of_one_name_differ_in_what_their_rows_show() -> None:
    for number in range(20):
        plan = Plan("attic0", _chance(number))
        shown = [one.name for one in plan.row_facts]
        rows = [
            (row["name"], row["place"], *(row[one] for one in shown)) for row in content_of(plan)[plan.table]
        ]
        assert len(rows) == len(set(rows)) > len({row[:2] for row in rows}), number


def test_the_files_are_well_formed() -> None:
    check_attic(WORDS)


def test_what_is_wrong_in_the_files_is_told_with_its_line(tmp_path: Path) -> None:
    for file in ("words.yaml", "domains.yaml"):
        shutil.copy(WORDS / file, tmp_path)
    said, told = tmp_path / "words.yaml", tmp_path / "domains.yaml"
    text = said.read_text().replace("      - restore {it}\n", "      - restore that\n")
    text = text.replace("more: [More options,", "more: [More,")
    said.write_text(text.replace("pages: [Hidden,", "pages: [Hide,"))
    domains = (
        told.read_text()
        .replace("written_on:", "place:")
        .replace("states: [archive, hidden, bin]", "states: [attic]", 1)
    )
    told.write_text(domains.replace('by: ["that takes {v}"', 'by: ["that takes long"'))
    with pytest.raises(AppError) as caught:
        check_attic(tmp_path)
    found = str(caught.value)
    assert "words.yaml:" in found and "'restore that' needs {it} once" in found
    assert "'Hide' is do of 'hidden' and pages of 'hidden'" in found
    assert "'More' of 'more' is a button of the hub" in found
    assert "domains.yaml:" in found and "a fact cannot be called 'place'" in found
    assert "unknown state 'attic'" in found and "fact 'minutes_taken' needs two ways" in found
