"""Ticks: invented apps whose things are lists of lines that are ticked, dropped, reworded or moved."""

from __future__ import annotations

import random
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from phonebuddy.errors import AppError
from phonebuddy.tasks.gold import Gold
from phonebuddy.tasks.invented.asking import Place, templates_of
from phonebuddy.tasks.invented.reading import read_templates
from phonebuddy.tasks.invented.sketch import Data, Sketch
from phonebuddy.tasks.invented.ticks.app import sketch_ticks
from phonebuddy.tasks.invented.ticks.checking import SLOTS, check_ticks
from phonebuddy.tasks.invented.ticks.content import content_of
from phonebuddy.tasks.invented.ticks.plan import ALL, SPOTS, Plan
from phonebuddy.tasks.invented.ticks.words import FOLDER as WORDS
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

FEW, MANY = 3, 48
Row = dict[str, Value]
Made = tuple[WorldPhone, list[TaskTemplate]]


def _chance(number: int) -> random.Random:
    return random.Random(f"ticks/{number}")


def _sketch(number: int) -> Sketch:
    return sketch_ticks(f"ticks{number}", _chance(number))


def _made(folder: Path, numbers: range) -> Made:
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
def made(tmp_path_factory: pytest.TempPathFactory) -> Made:
    return _made(tmp_path_factory.mktemp("ticks"), range(FEW))


def test_the_same_chance_gives_the_same_app() -> None:
    assert _sketch(0) == _sketch(0) != _sketch(1)


def test_apps_differ_in_where_things_stand() -> None:
    plans = [Plan("ticks0", _chance(number)) for number in range(60)]
    assert {one.spot for one in plans} == {*SPOTS}
    assert {one.search for one in plans} == {"", "names", "lines"}
    assert {one.acts_at for one in plans} == {"menu", "sheet", "buttons"}
    assert {ALL in one.acts for one in plans} == {True, False} == {one.opens_copy for one in plans}


def test_every_gold_reaches_its_goal(made: Made) -> None:
    phone, templates = made
    for template in templates:
        assert_doable(phone, template)
    assert len(templates) > 80


@pytest.mark.slow
def test_every_gold_reaches_its_goal_in_many_apps(tmp_path: Path) -> None:
    for first in range(FEW, FEW + MANY, 6):
        phone, templates = _made(tmp_path / str(first), range(first, first + 6))
        for template in templates:
            assert_doable(phone, template)


def _played(phone: WorldPhone, template: TaskTemplate, pick: Callable[[Row, Row], bool]) -> Verdict:
    """What comes of it when gold takes another of the lists and lines that could have been drawn."""
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


def _of(templates: list[TaskTemplate], *forms: str) -> list[TaskTemplate]:
    return [one for one in templates if one.id.partition("_")[2] in forms]


def test_another_list_is_the_wrong_one(made: Made) -> None:
    phone, templates = made
    wrong = _of(templates, "tick1", "drop1", "reword", "none", "clear", "append", "copy", "swap")
    for template in wrong:
        verdict = _played(phone, template, lambda row, drawn: row["id"] != drawn["id"])
        assert verdict.result == "failure", template.id
    assert len(wrong) == 8 * FEW


def test_another_line_of_the_list_is_the_wrong_one(made: Made) -> None:
    phone, templates = made
    wrong = _of(templates, "tick1", "untick1", "drop1", "move", "copy_without")

    def pick(row: Row, drawn: Row) -> bool:
        return row["id"] == drawn["id"] and row["words"] != drawn["words"]

    tried = 0
    for template in wrong:
        try:
            verdict = _played(phone, template, pick)
        except StopIteration:
            continue  # a list with one line of that sort
        tried += 1
        assert verdict.result == "failure", template.id
    assert tried > 2 * FEW


def test_writing_anew_is_not_writing_more(made: Made) -> None:
    """The two are worked in the same words and on the same page; only one of them keeps what was there."""
    phone, templates = made
    for form, other in (("append", "rewrite"), ("rewrite", "append")):
        for template, wrong in zip(_of(templates, form), _of(templates, other), strict=True):
            task = make_task(template, phone, UNDISTURBED)
            started = begin(phone, template, task)
            done = perform(phone, Gold(wrong.gold, started.values, task.instruction, started.speech))
            assert not done.problem
            assert verify(template, phone, started, done.ending).result == "failure", template.id


def test_lines_stand_on_several_lists_and_names_have_neighbours() -> None:
    for number in range(20):
        plan = Plan("ticks0", _chance(number))
        content = content_of(plan)
        lines = [(row["thing"], row["words"]) for row in content[plan.lines]]
        assert len(lines) == len({*lines})
        shared = [words for _, words in lines if sum(words == other for _, other in lines) > 1]
        assert len(shared) > len(lines) / 2


def test_the_files_are_well_formed() -> None:
    check_ticks(WORDS)


def test_what_is_wrong_in_the_files_is_told_with_its_line(tmp_path: Path) -> None:
    for file in ("words.yaml", "domains.yaml"):
        shutil.copy(WORDS / file, tmp_path)
    said, told = tmp_path / "words.yaml", tmp_path / "domains.yaml"
    text = said.read_text().replace("    - drop {it} from {on}\n", "    - drop {it}\n")
    text = text.replace("    - duplicate {on} under the name {fresh_name}\n", "")
    said.write_text(text.replace('options: ["More options",', 'options: ["More",'))
    text = told.read_text().replace("new: [Sewing kit,", "new: [Sun hat,")
    told.write_text(text.replace("  icon: broom\n", "  icon: brooom\n  colour: red\n"))
    with pytest.raises(AppError) as caught:
        check_ticks(tmp_path)
    found = str(caught.value)
    assert "words.yaml:" in found and "'drop {it}' needs {on}" in found
    assert "'copy' has 39 ways; at least 40 are needed" in found
    assert "'More' of 'options' is a button of the hub" in found
    assert "domains.yaml:" in found and "'Sun hat' is of 'new' and of 'lines'" in found
    assert "there is no icon 'brooom'" in found and "unknown key 'colour'" in found


def test_every_form_is_asked_for(made: Made) -> None:
    _, templates = made
    asked = {one.id.partition("_")[2].removesuffix("_again").rstrip("12") for one in templates}
    assert {*SLOTS} <= asked
