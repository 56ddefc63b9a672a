"""Woven lines: a part of a line is answered, told and typed, and the line only where it is wanted."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import pytest

from phonebuddy.actions import Action, Finish, Type
from phonebuddy.agents.nano.choices import END, FIRST_TOLD, first_thing, thing_of
from phonebuddy.agents.nano.demos import show
from phonebuddy.agents.nano.view import View, view_of
from phonebuddy.agents.policy import Turn
from phonebuddy.episode import Seen, Step
from phonebuddy.episodes.stage import titles_on
from phonebuddy.screen import Screen
from phonebuddy.tasks.gold import Gold
from phonebuddy.tasks.invented.asking import Place, templates_of
from phonebuddy.tasks.invented.carrying import carried
from phonebuddy.tasks.invented.desk.app import sketch_desk
from phonebuddy.tasks.invented.entering import entered
from phonebuddy.tasks.invented.halves import Source, targets_for
from phonebuddy.tasks.invented.reading import read_templates
from phonebuddy.tasks.invented.sketch import WOVEN, Data, Deed, Sketch
from phonebuddy.tasks.invented.telling import pairs_of
from phonebuddy.tasks.invented.village import FOLDER, built_in_places, write_app
from phonebuddy.tasks.invented.wh.absent import ghost_of
from phonebuddy.tasks.invented.woven.checking import check_woven
from phonebuddy.tasks.invented.woven.deeds import _added, with_woven
from phonebuddy.tasks.invented.woven.lines import Line
from phonebuddy.tasks.invented.woven.plan import PAGE, Plan
from phonebuddy.tasks.invented.woven.words import PATH, themes
from phonebuddy.tasks.perform import perform
from phonebuddy.tasks.task import make_task
from phonebuddy.tasks.template import TaskTemplate
from phonebuddy.tasks.trial import Ending, begin
from phonebuddy.tasks.verify import verify
from phonebuddy.world.image import build_image, default_apps
from phonebuddy.world.phone import WorldPhone
from phonebuddy.world.spec.load import extend_apps
from tests.tasks.invented import damaged
from tests.tasks.invented.golds import UNDISTURBED, assert_doable

KINDS = sorted(themes())
LEAST_SHARE = 0.75
"""So many of the answers and texts point at a part of a text at least."""
WHOLES = ("line", "name")
"""Deeds whose answer is a whole line or name."""


@lru_cache(maxsize=1)
def _sketch() -> Sketch:
    return sketch_desk("desk0", random.Random("levels/1"))


@lru_cache
def _app(kind: str, seed: int = 0) -> tuple[Plan, Sketch]:
    sketch = _sketch()
    theme = themes()[kind]
    found = entered(sketch.app["pages"][sketch.app["start"]], theme.titles[0], theme.icon, PAGE)
    assert found is not None, "this app has room"
    chance = random.Random(f"woven/{kind}/{seed}")
    plan = Plan(sketch.name, kind, theme.titles[0], list(theme.names), chance)
    return plan, _added(sketch._replace(deeds=(), reads=()), plan, *found)


class _Pointed(NamedTuple):
    """A stretch that an answer points at."""

    text: str
    """The text it lies in; empty where that is the instruction."""
    is_whole: bool


class _Phone(NamedTuple):
    phone: WorldPhone
    plan: Plan
    sketch: Sketch
    templates: dict[str, TaskTemplate]

    def some(self, word: str) -> list[TaskTemplate]:
        return [one for name, one in self.templates.items() if f"_{word}" in name]

    def verdict(self, template: TaskTemplate, text: str) -> bool:
        """Whether this is an answer, given by whoever did the rest as gold does."""
        task = make_task(template, self.phone, UNDISTURBED)
        started = begin(self.phone, template, task)
        done = perform(self.phone, Gold(template.gold, started.values, task.instruction, started.speech))
        assert not done.problem, done.problem
        said = text.format(**started.values)
        return verify(template, self.phone, started, Ending("finish", said)).is_success

    def is_line(self, text: str) -> bool:
        plan = self.plan
        lines = [line.pattern(plan.values, line.facts[:1]) for line in plan.lines]
        name = f"(?:{'|'.join(re.escape(str(row['name'])) for row in plan.rows)})"
        return any(re.search(line.replace("^", f"^(?:{name}.+?)?", 1), text) for line in lines)


@pytest.fixture(scope="module", params=range(len(KINDS)), ids=KINDS)
def phone(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> _Phone:
    plan, sketch = _app(KINDS[request.param], request.param)
    folder = write_app(tmp_path_factory.mktemp("woven"), sketch, is_mini=False)
    image = build_image(extend_apps(default_apps(), [folder]), 10_000)
    place, chance = Place(sketch, "", ""), random.Random(3)
    data = templates_of(place, chance)
    for at, read in enumerate(sketch.reads):
        targets = [one for one in targets_for(built_in_places(), read.kind, place) if one.takes_words]
        data[f"carried_{at}"] = carried(Source(place, read), chance.choice(targets), chance)
    return _Phone(WorldPhone(image), plan, sketch, read_templates(data, FOLDER, image.apps))


def test_gold_reaches_every_goal_and_doing_nothing_none(phone: _Phone) -> None:
    names = {
        name.rpartition(f"_{WOVEN}")[2].rstrip("0123456789") for name in phone.templates if WOVEN in name
    }
    assert {"one", "two", "line"} <= names
    assert ("pin" in names) == phone.plan.has_page
    for template in phone.templates.values():
        assert_doable(phone.phone, template)


def test_a_line_is_no_answer_where_a_part_is_wanted(phone: _Phone) -> None:
    plan, checked = phone.plan, 0
    for template in phone.some(f"{WOVEN}one"):
        assert phone.verdict(template, "{told}") and phone.verdict(template, "It is {told}.")
        assert not phone.verdict(template, "something else")
        task = make_task(template, phone.phone, UNDISTURBED)
        row = next(one for one in plan.rows if one["id"] == task.values["id"])
        for line in plan.lines:
            whole = _said(line, row)
            if whole and len(line.facts) > 1 and str(task.values["told"]) in whole:
                checked += 1
                assert not phone.verdict(template, whole)
    assert checked or any(fact.kind == "day" for fact in plan.theme.facts.values())


def _said(line: Line, row: Data) -> str:
    """A line of a row; empty where it says a day, which only the phone knows."""
    values = [str(row[f"f_{name}"]) for name in line.facts]
    if any(value.startswith("=") for value in values):
        return ""
    return line.texts[0] + "".join(value + text for value, text in zip(values, line.texts[1:], strict=True))


def test_the_part_of_a_neighbour_is_no_answer(phone: _Phone) -> None:
    for template in phone.some(f"{WOVEN}one"):
        sql = next(iter(template.draws)).sql.text
        assert phone.plan.table in sql
        task = make_task(template, phone.phone, UNDISTURBED)
        told = [str(make_task(template, phone.phone, number).values["told"]) for number in range(5, 25, 2)]
        for other in set(told) - {str(task.values["told"])}:
            if not {other, str(task.values["told"])} & {"", None}:
                assert not phone.verdict(template, other) or str(task.values["told"]) in other


def test_of_two_parts_one_is_not_enough(phone: _Phone) -> None:
    for template in phone.some(f"{WOVEN}two"):
        assert phone.verdict(template, "{told}, {told2}")
        assert not phone.verdict(template, "{told}") and not phone.verdict(template, "{told2}")


def test_the_line_is_wanted_whole(phone: _Phone) -> None:
    for template in phone.some(f"{WOVEN}line"):
        assert phone.verdict(template, "{line}")
        line = str(make_task(template, phone.phone, UNDISTURBED).values["line"])
        assert not phone.verdict(template, line.rpartition(" ")[0].replace("{", "{{"))


def test_a_whole_address_and_its_town_are_twins(phone: _Phone) -> None:
    for whole, part in zip(phone.some(f"{WOVEN}whole"), phone.some(f"{WOVEN}part"), strict=True):
        town = str(make_task(whole, phone.phone, UNDISTURBED).values["told"]).rpartition(", ")[2]
        assert town and not phone.verdict(whole, town)
        assert phone.verdict(part, "{told}")


# -- what nano points at ---------------------------------------------------------------------------------


def _pointed(phone: WorldPhone, template: TaskTemplate) -> Iterator[tuple[Action, str, list[_Pointed]]]:
    """Each text that gold types or says after it has read, why it cannot be shown, and what is pointed at."""
    task = make_task(template, phone, UNDISTURBED)
    started = begin(phone, template, task)
    offered = tuple(titles_on(phone).values())
    steps: list[Step] = []
    found: list[tuple[Action, str, list[_Pointed]]] = []
    now = _seen(phone.observe())

    def watch(action: Action, after: Screen) -> None:
        nonlocal now
        view = view_of(Turn(task.instruction, now, tuple(steps), offered))
        if isinstance(action, Type) or (isinstance(action, Finish) and action.text != "Done."):
            shown = show(view, action)
            found.append((action, shown.problem, [] if shown.problem else _stretches(view, shown.answers)))
        steps.append(Step(now, action))
        now = _seen(after)

    done = perform(phone, Gold(template.gold, started.values, task.instruction, started.speech), watch)
    assert not done.problem, done.problem
    return iter(found)


def _seen(screen: Screen) -> Seen:
    size, where = (screen.width, screen.height), (screen.package, screen.activity)
    return Seen(screen.elements, *where, *size, screen.time_s)


def _stretches(view: View, answers: tuple[int, ...]) -> list[_Pointed]:
    found, left = [], list(answers[1:])
    while left and left[0] != END:
        source = left.pop(0)
        if source < FIRST_TOLD:
            continue  # a phrase, or what is done with the numbers that follow
        if source < first_thing(view):
            left.pop(0)
            found.append(_Pointed("", False))
            continue
        first, last = left.pop(0), left.pop(0)
        thing = thing_of(view, source)
        at = thing.pieces[first][0]
        size = sum(number == at for number, _ in thing.pieces)
        found.append(_Pointed(thing.texts[at], last - first + 1 == size))
    return found


def test_what_is_told_or_typed_is_pointed_at_in_its_line(phone: _Phone) -> None:
    wholes, parts = 0, 0
    for name, template in phone.templates.items():
        if name.rpartition(WOVEN)[2] in WHOLES or "_pin" in name:
            continue
        shown = list(_pointed(phone.phone, template))
        values = [(action, found) for action, problem, found in shown if not problem]
        assert len(values) == len(shown), (name, shown)
        in_lines = [one for _, found in values for one in found if one.text and phone.is_line(one.text)]
        assert in_lines, (name, shown)
        parts += sum(not one.is_whole for one in in_lines)
        wholes += sum(one.is_whole for one in in_lines)
    assert parts >= LEAST_SHARE * (parts + wholes), (parts, wholes)


# -- what is drawn ---------------------------------------------------------------------------------------


def test_two_rows_differ_in_one_part_only() -> None:
    for kind in KINDS:
        for seed in range(4):
            plan, _ = _app(kind, seed)
            rows = {str(row["name"]): row for row in plan.rows}
            first, second = (rows[name] for name in plan.theme.names[:2])
            assert sum(first[key] != second[key] for key in first) - 2 in range(1, 2), (kind, first, second)


def test_lines_take_many_forms() -> None:
    texts = {
        text
        for kind in KINDS
        for seed in range(8)
        for line in _app(kind, seed)[0].lines
        for text in line.texts
    }
    assert all(any(sign in text for text in texts) for sign in (", ", " · ", " – ", " / ", ": ", " (", "\n"))
    assert " " in texts and "" in texts


def test_facts_go_elsewhere_after_something_is_done() -> None:
    found = [
        pairs_of(sketch) for kind in KINDS if (sketch := _app(kind, 1)[1]).deeds[-1].name.endswith("pin")
    ]
    assert len(found) >= 6 and all(found)


def test_some_apps_get_a_list_and_nothing_in_it_is_called_like_something_there() -> None:
    sketch = _sketch()
    found = [
        one for seed in range(60) if PAGE in (one := with_woven(sketch, random.Random(seed))).app["pages"]
    ]
    assert 15 <= len(found) <= 36
    said = str([sketch.app, sketch.content]).lower()
    for one in found:
        names = [row["name"] for row in one.content[f"{sketch.name}_woven"]]
        assert not any(name.lower() in said for name in names)
        assert one.app["pages"][PAGE]["top"]["top_bar"].lower() not in said
    assert PAGE not in sketch.app["pages"], "the app that was given stays as it was"


def test_an_app_without_room_for_a_way_in_gets_nothing() -> None:
    sketch = _sketch()
    start = sketch.app["pages"][sketch.app["start"]]
    icons = [{"icon_button": "plus", "label": f"Sign {at}", "on_tap": []} for at in range(3)]
    full: Data = {**start, "top": {**start["top"], "actions": icons}}
    pages = {**sketch.app["pages"], sketch.app["start"]: full}
    plain = sketch._replace(app={**sketch.app, "pages": pages})
    assert all(with_woven(plain, random.Random(seed)) is plain for seed in range(12))


def test_what_is_not_there_is_no_thing_of_such_a_list() -> None:
    _, sketch = _app("trains", 1)
    refusal = Deed("missing", ("open {ghost}",), [], [], {"ghost": ["Nobody"]}, end="impossible")
    asked = sketch._replace(deeds=(*sketch.deeds, refusal))
    assert sketch.reads and ghost_of(asked, random.Random(1)) is None


# -- the data --------------------------------------------------------------------------------------------


def test_the_data_is_sound() -> None:
    check_woven(PATH.parent)


@pytest.mark.parametrize(
    ("file", "right", "wrong", "complaint"),
    [
        ("themes.yaml", "where do I sit on {it}?", "where do I sit?", "names its thing once"),
        ("themes.yaml", "who brings {it}?", "who brings {it}", "is no question"),
        ("themes.yaml", "Harbour weekend home", "Harbour weekend out and home", "stands in another name"),
        ("themes.yaml", "tied: [[count, what]]", "tied: [[count, whta]]", "did you mean 'what'?"),
        ("themes.yaml", "kind: phone", "kind: telephone", "telephone"),
        ("themes.yaml", "bare:", "bear:", "did you mean 'bare'?"),
        ("themes.yaml", 'words: ["row {v}"]', 'words: ["row"]', "{v} is wanted once"),
        ("themes.yaml", "values: [B#, D#, F#, H#]", "values: [B#]", "'shelf' needs three 'values'"),
        ("frames.yaml", '"{a} and {b}?"', '"{a}?"', "{a} and {b} are wanted"),
        ("frames.yaml", "name:", "names:", "'name' has 0 ways"),
    ],
)
def test_what_is_wrong_with_the_data_is_said(
    tmp_path: Path, file: str, right: str, wrong: str, complaint: str
) -> None:
    files = (PATH.with_name(one) for one in ("themes.yaml", "frames.yaml"))
    said = damaged.complaint(check_woven, files, tmp_path, file, right, wrong)
    assert complaint in said and f"{file}:" in said
