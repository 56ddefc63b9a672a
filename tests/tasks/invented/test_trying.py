"""Trying: what an app says when it refuses is answered or told; what works is done, and nobody is told."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

import phonebuddy.tasks.invented.trying as package
from phonebuddy.errors import AppError
from phonebuddy.tasks.gold import Gold
from phonebuddy.tasks.invented.asking import Place
from phonebuddy.tasks.invented.counts.app import sketch_counts
from phonebuddy.tasks.invented.records.app import sketch_records
from phonebuddy.tasks.invented.sketch import Sketch
from phonebuddy.tasks.invented.trying.checking import check_trying
from phonebuddy.tasks.invented.trying.page import NUM_REFUSED, themes, with_trying
from phonebuddy.tasks.invented.trying.tasks import OK, trying
from phonebuddy.tasks.invented.village import built_in_places, sketches, templates_for, villagers
from phonebuddy.tasks.perform import perform
from phonebuddy.tasks.proving import phone_of
from phonebuddy.tasks.task import make_task
from phonebuddy.tasks.template import TaskTemplate
from phonebuddy.tasks.trial import Ending, begin
from phonebuddy.tasks.verify import verify
from phonebuddy.world.phone import WorldPhone
from tests.tasks.invented.golds import UNDISTURBED, assert_doable

HERE = Path(package.__file__).parent
SOMEBODY = next(one for one in villagers(9, 4) if any(sketch.trials for sketch, _ in sketches(one)))


def _added(seeds: int = 40) -> list[Sketch]:
    """Apps that got such a page."""
    plain = sketch_records("records0", random.Random(3))
    return [one for seed in range(seeds) if (one := with_trying(plain, random.Random(seed))).trials]


@pytest.fixture(scope="module")
def phone() -> WorldPhone:
    return phone_of(SOMEBODY)


@pytest.fixture(scope="module")
def tasks() -> dict[str, TaskTemplate]:
    return {id.split("/")[1]: one for id, one in templates_for(SOMEBODY).items()}


def test_the_data_files_are_as_they_should_be() -> None:
    check_trying(HERE)


@pytest.mark.parametrize(
    ("name", "old", "new", "complaint"),
    [
        (
            "frames.yaml",
            "try to {do}; if it does not work, {tell}",
            "try it; {tell}",
            "needs do, tell in braces",
        ),
        ("frames.yaml", "either_alone:", "other:", "there is no list 'either_alone'"),
        ("themes.yaml", "- Out of stock until summer", "- Your points", "'Your points' stands in another"),
        ("themes.yaml", '"redeem my points for {it}"', '"redeem my points"', "names its thing once"),
        ("themes.yaml", "icon: locker", "symbol: locker", "'lockers' needs an icon"),
    ],
)
def test_what_is_wrong_in_them_is_told(name: str, old: str, new: str, complaint: str, tmp_path: Path) -> None:
    for one in ("frames.yaml", "themes.yaml"):
        text = (HERE / one).read_text("utf-8")
        assert one != name or old in text
        (tmp_path / one).write_text(text.replace(old, new, 1) if one == name else text, "utf-8")
    with pytest.raises(AppError, match=re.escape(complaint)):
        check_trying(tmp_path)


def test_some_apps_get_a_page_on_which_some_things_are_refused_each_in_its_own_words() -> None:
    found = _added()
    assert 8 <= len(found) <= 32
    for sketch in found:
        rows = sketch.content["records0_tries"]
        troubles = [row["trouble"] for row in rows if row["trouble"]]
        assert len(set(troubles)) == NUM_REFUSED and any(not row["trouble"] for row in rows)
        assert not any(trouble in str(sketch.app) for trouble in troubles)  # it shows once it was tried


def test_what_works_and_what_is_refused_is_asked_for_in_the_same_words() -> None:
    for sketch in (*_added(), sketch_counts("counts0", random.Random(3))):
        for trial in sketch.trials:
            assert trial.works.says and "why" in str(trial.refused.draw) and not trial.refused.allow
    assert all(len(theme["says"]) >= 10 for theme in themes().values())


def test_gold_tries_tells_and_answers(phone: WorldPhone, tasks: dict[str, TaskTemplate]) -> None:
    found = [one for name, one in tasks.items() if name.startswith("tried") or "_try_" in name]
    assert len(found) >= 7
    for template in found:
        assert_doable(phone, template)


def test_only_the_words_of_the_app_are_an_answer(phone: WorldPhone, tasks: dict[str, TaskTemplate]) -> None:
    template = next(one for name, one in tasks.items() if name.endswith("_try_refused"))
    task = make_task(template, phone, UNDISTURBED)
    for text, passes in ((task.values["why"], True), ("It does not work.", False)):
        started = begin(phone, template, task)
        done = perform(phone, Gold(template.gold, started.values, task.instruction, started.speech))
        assert not done.problem
        assert verify(template, phone, started, Ending("finish", f"{text}")).is_success == passes


def test_nobody_is_told_of_what_worked_unless_there_is_a_text_for_it() -> None:
    place = Place(_added()[0], "", "")
    for seed in range(6):
        made = trying([place], built_in_places(), random.Random(seed))
        assert {"tried0", "tried1", "tried2"} <= set(made)
        works = made["tried1"]
        opened = [step["open"] for step in works["gold"] if "open" in step]
        assert len(opened) == (2 if OK in works.get("new", {}) else 1) and "done" in works["allow"][0]
        for name in ("tried0", "tried2"):
            assert "why" in str(made[name]["goal"]) and "done" not in str(made[name]["allow"])
