"""Splits do not leak: apps, persons and words of dev and test are not in training; what is near is told."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from phonebuddy.errors import TaskError
from phonebuddy.tasks import splits
from phonebuddy.tasks.reading import built_in_templates, load_templates
from phonebuddy.tasks.splits import leak_report, plan, split_of
from phonebuddy.tasks.template import CATEGORIES
from phonebuddy.world.image import default_apps
from tests.tasks.helpers import ALARM, STAR

PIECES = st.sampled_from("abcdefghijkl")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "trial.yaml").write_text(ALARM + STAR)
    return tmp_path


def test_a_test_app_is_in_no_training_task_and_persons_are_apart() -> None:
    report = leak_report(built_in_templates())
    assert report["test_apps_in_training"] == [] and report["persons_shared"] == []
    assert report["same_phrasings"] == [] and report["near_phrasings"] == []
    counts = report["templates"]
    assert isinstance(counts, dict) and all(counts.values())


def test_training_keeps_most_apps_and_enough_of_every_category() -> None:
    known = built_in_templates().values()
    train = [one for one in known if split_of(one) == "train"]
    counts = {name: sum(one.category == name for one in train) for name in CATEGORIES}
    assert counts["single"] >= 250 and counts["mini"] >= 90 and counts["cross"] >= 120, counts
    assert len(default_apps().apps) - len(plan().test_apps) >= 19
    assert {name for name, app in default_apps().apps.items() if app.manifest.host} & plan().test_apps


WRONG = [
    ("test apps: [files,", "test apps: [fils,", "splits.yaml:4: no app 'fils'.*'files'"),
    ("dev: 0.08", "dev: 8", "'dev' is a share from 0 to 1"),
    ("train: 0-199", "train: all", "'all' is no span of persons, such as 0-199"),
    ("test apps:", "tests:", "no key 'tests'.*did you mean 'test'"),
    ("  dev: 200-219\n", "", "persons must name train, dev, test"),
]  # fmt: skip


@pytest.mark.parametrize(("before", "after", "says"), WRONG)
def test_a_mistake_in_the_file_is_told(before: str, after: str, says: str, tmp_path: Path) -> None:
    text = splits.PATH.read_text("utf-8")
    assert before in text
    path = tmp_path / "splits.yaml"
    path.write_text(text.replace(before, after), "utf-8")
    try:
        with pytest.raises(TaskError, match=says):
            plan(path)
    finally:
        plan.cache_clear()


def test_a_split_does_not_depend_on_other_templates(folder: Path) -> None:
    both = load_templates([folder / "trial.yaml"])
    (folder / "trial.yaml").write_text(STAR)
    alone = load_templates([folder / "trial.yaml"])
    assert split_of(both["trial/star"]) == split_of(alone["trial/star"])


def test_a_split_can_be_given_by_hand(folder: Path) -> None:
    (folder / "trial.yaml").write_text(STAR.replace("  rubric:", "  split: dev\n  rubric:"))
    assert split_of(load_templates([folder / "trial.yaml"])["trial/star"]) == "dev"


@pytest.mark.parametrize("apart", ["dev", "test"])
def test_phrasings_that_are_nearly_the_same_are_reported(apart: str, folder: Path) -> None:
    second = STAR.replace("star:", "star2:").replace("  rubric:", f"  split: {apart}\n  rubric:")
    (folder / "trial.yaml").write_text(STAR.replace("  rubric:", "  split: train\n  rubric:") + second)
    report = leak_report(load_templates([folder / "trial.yaml"]))
    assert report["same_phrasings"] == ["trial/star2"]
    assert report["near_phrasings"] == [{"train": "trial/star", apart: "trial/star2", "common": 1.0}]


@given(st.frozensets(PIECES, min_size=1), st.lists(st.frozensets(PIECES)))
def test_no_near_phrasing_is_passed_over(mine: frozenset[str], others: list[frozenset[str]]) -> None:
    holders = {piece: {at for at, other in enumerate(others) if piece in other} for piece in "abcdefghijkl"}
    near = {at for at, other in enumerate(others) if len(mine & other) >= splits.NEAR * len(mine | other)}
    assert near <= splits._likely(mine, holders)
