"""Pointing: what another app says tells which thing, which things, what value or which person is meant."""

from __future__ import annotations

import random
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import pytest

from phonebuddy.errors import AppError, TaskError
from phonebuddy.tasks.gold import Gold
from phonebuddy.tasks.invented.asking import Place
from phonebuddy.tasks.invented.desk.app import sketch_desk
from phonebuddy.tasks.invented.pointing import hints, words
from phonebuddy.tasks.invented.pointing.checking import check_pointing
from phonebuddy.tasks.invented.pointing.deeds import Pointable, columns_of, pointable
from phonebuddy.tasks.invented.pointing.tasks import FORMS, pointing
from phonebuddy.tasks.invented.reading import read_templates
from phonebuddy.tasks.invented.sketch import Data, Deed, Sketch
from phonebuddy.tasks.invented.village import FOLDER, built_in_places, write_app
from phonebuddy.tasks.perform import perform
from phonebuddy.tasks.proving import LOOK
from phonebuddy.tasks.task import Task, make_task
from phonebuddy.tasks.template import TaskTemplate
from phonebuddy.tasks.trial import Started, begin
from phonebuddy.tasks.verify import verify
from phonebuddy.world.image import build_image, default_apps
from phonebuddy.world.phone import WorldPhone
from phonebuddy.world.spec.load import extend_apps
from tests.tasks.invented.golds import UNDISTURBED, assert_doable


@lru_cache(maxsize=1)
def _sketch() -> Sketch:
    return sketch_desk("desk0", random.Random("wh/4"))


@lru_cache(maxsize=1)
def _made() -> dict[str, Data]:
    return pointing([Place(_sketch(), "", "")], built_in_places(), random.Random("pointing"))


class _Phone(NamedTuple):
    phone: WorldPhone
    templates: dict[str, TaskTemplate]

    def begun(self, form: str) -> tuple[TaskTemplate, Task, Started]:
        """The first of the form that this phone has enough things for."""
        for number in range(FORMS[form]):
            template = self.templates[f"{FOLDER}/point_{form}{number}"]
            try:
                task = make_task(template, self.phone, UNDISTURBED)
            except TaskError:
                continue
            return template, task, begin(self.phone, template, task)
        raise AssertionError(f"no task of the form {form}")

    def passes(self, form: str, **wrong: str) -> bool:
        """Whether it does with some values put in the place of others."""
        template, task, started = self.begun(form)
        values = started.values | {name: started.values[other] for name, other in wrong.items()}
        done = perform(self.phone, Gold(template.gold, values, task.instruction, started.speech))
        assert not done.problem, "the wrong one is there too"
        return verify(template, self.phone, started, done.ending).is_success


@pytest.fixture(scope="module")
def phone(tmp_path_factory: pytest.TempPathFactory) -> _Phone:
    folder: Path = tmp_path_factory.mktemp("pointing")
    image = build_image(extend_apps(default_apps(), [write_app(folder, _sketch(), is_mini=False)]), seed=0)
    return _Phone(WorldPhone(image, LOOK), read_templates(_made(), FOLDER, image.apps))


def test_every_gold_reaches_its_goal(phone: _Phone) -> None:
    assert len(phone.templates) == sum(FORMS.values())
    for form in FORMS:
        assert_doable(phone.phone, phone.begun(form)[0])


def test_what_the_text_beside_it_names_would_do_but_is_wrong(phone: _Phone) -> None:
    assert phone.passes("thing") and not phone.passes("thing", name="p_other")
    assert phone.passes("list") and not phone.passes("list", name_2="p_other")


def test_one_of_several_is_not_enough(phone: _Phone) -> None:
    template, task, started = phone.begun("list")
    again = [at for at, step in enumerate(template.gold) if step.word == "close"]
    first = Gold(template.gold[: again[0]], started.values, task.instruction, started.speech)
    done = perform(phone.phone, first)
    assert not done.problem and not verify(template, phone.phone, started, done.ending).is_success


def test_no_sentence_says_what_is_meant(phone: _Phone) -> None:
    hidden = {"thing": ("name",), "list": ("name", "name_2"), "person": ("w_friend", "w_name")}
    for id, template in phone.templates.items():
        names = hidden.get(id.split("_")[1][:-1], ())
        said = {piece for one in template.phrases for piece in one.text.pieces[1::2]}
        assert not said & set(names), id
        if "value" in id:
            assert not said & {new.name for new in template.news if new.name != words.TITLE[1:-1]}, id


def test_the_text_stands_where_the_sentence_says_and_names_it(phone: _Phone) -> None:
    for form in ("thing", "list"):
        _, task, started = phone.begun(form)
        place = started.values.get("p_friend", started.values.get("p_title"))
        assert str(place) in task.instruction
        assert str(started.values["name"]) in str(started.values["p_text"])
        assert str(started.values["p_other"]) in str(started.values["q_text"])


@pytest.mark.parametrize(
    ("sql", "wanted"),
    [
        ("SELECT id, name FROM t", ["id", "name"]),
        ("SELECT t.id AS id, t.name FROM t", ["id", "name"]),
        ("SELECT max(id, (SELECT 1 FROM u)) AS top, name AS title FROM t", ["top", "title"]),
        ("SELECT :count - 1 AS more", ["more"]),
        ("SELECT * FROM t", []),
        ("SELECT count(*) FROM t", []),
        ("WITH a AS (SELECT 1) SELECT id FROM a", []),
    ],
)
def test_columns_of_a_query(sql: str, wanted: list[str]) -> None:
    assert columns_of(sql) == wanted


def _deed(says: tuple[str, ...], draw: Data, new: Data, facts: Data) -> Deed:
    gold = [{"tap": "{name}"}, {"tap": "Keep"}]
    goal: list[Data] = [{"present": "SELECT 1 FROM a_thing WHERE id = :id AND kept"}]
    return Deed("keep", says, gold, goal, new, draw, facts, ("update a_thing(kept) where id = :id",))


def _sketched(deed: Deed) -> list[Pointable]:
    return pointable(_sketch()._replace(deeds=(deed,)))


ONE = {"one": "SELECT id, name FROM a_thing"}


def test_things_that_are_known_by_more_than_their_name_are_left_out() -> None:
    known = {"one": "SELECT id, name, day FROM a_thing"}
    assert len(_sketched(_deed(("keep {name}",), ONE, {}, {}))) == 1
    assert not _sketched(_deed(("keep {name} of {day}",), known, {}, {}))
    assert not _sketched(_deed(("keep {name}", "keep what is there"), ONE, {}, {}))


def test_a_deed_with_a_text_of_its_own_is_left_out() -> None:
    said = ("keep {name} with {n_text}",)
    assert _sketched(_deed(said, ONE, {"n_text": ["Two words"]}, {}))
    assert not _sketched(_deed(said, ONE, {"n_text": ["Call me back later"]}, {}))


def test_a_copy_draws_another_thing_and_shares_the_value() -> None:
    draw = ONE | {"far": "SELECT size - :n_size AS less FROM a_thing WHERE id = :id"}
    (one,) = _sketched(_deed(("make {name} {n_size} large",), draw, {"n_size": [1, 2]}, {}))
    again = one.again(2)
    assert one.is_repeatable and set(again.draw) == {"one_2", "far_2"}
    assert "instr(name, :name) = 0" in again.draw["one_2"] and '"id" AS id_2' in again.draw["one_2"]
    assert ":n_size" in again.draw["far_2"] and ":id_2" in again.draw["far_2"]
    assert again.gold[0] == {"tap": "{name_2}"} and again.allow[0].endswith("id = :id_2")


def test_what_is_said_of_each_thing_cannot_be_asked_for_several() -> None:
    draw = ONE | {"moved": "SELECT day + 1 AS v FROM a_thing WHERE id = :id"}
    (one,) = _sketched(_deed(("move {name} to {v}",), draw, {}, {}))
    assert not one.is_repeatable
    (counted,) = _sketched(
        _deed(("keep {name}",), ONE, {}, {"before": "SELECT max(id) AS last FROM a_thing"})
    )
    assert not counted.is_repeatable


def test_the_files_are_sound() -> None:
    check_pointing(hints.PATH, words.PATH)


@pytest.mark.parametrize(
    ("file", "old", "new", "wanted"),
    [
        (
            "frames.yaml",
            '"{look}, then {that}"',
            '"{look}, then go"',
            "{that} and {look} is wanted, each once",
        ),
        ("frames.yaml", "thing_short:", "thing_shorter:", "there are no ways 'thing_short'"),
        ("frames.yaml", "thing_short:", "thing_shorter:", "nothing is said by 'thing_shorter'"),
        ("frames.yaml", '"{a}, one after the other"', '"{a} and {b}"', "'{a} and {b}': {a} or"),
        ("places.yaml", '"{p_friend} texted me about"', '"I got a text about"', "{p_friend} is wanted, once"),
        ("places.yaml", '"Decided: <this>"', '"Decided: <that>"', "the marks of a thing are wanted"),
        ("places.yaml", "    look:\n", "    looks:\n", "'message/thing' has no 'look'"),
    ],
)
def test_what_is_wrong_with_the_files_is_said(
    tmp_path: Path, file: str, old: str, new: str, wanted: str
) -> None:
    for path in (hints.PATH, words.PATH):
        text = path.read_text("utf-8")
        if path.name == file:
            assert old in text
            text = text.replace(old, new, 1)
        (tmp_path / path.name).write_text(text, "utf-8")
    with pytest.raises(AppError) as caught:
        check_pointing(tmp_path / hints.PATH.name, tmp_path / words.PATH.name)
    assert wanted in str(caught.value)


def test_a_form_is_said_in_many_ways(tmp_path: Path) -> None:
    before, _, after = words.PATH.read_text("utf-8").partition("who:\n")
    few = tmp_path / "frames.yaml"
    few.write_text(f'{before}who:\n  - "{{b}}"\n# The thing{after.partition("# The thing")[2]}', "utf-8")
    with pytest.raises(AppError, match="'who' is said in 1 ways; at least 40 are needed"):
        check_pointing(hints.PATH, few)
