"""What is written: YAML that reads back, apps that pass the checks, pages that work on the engine."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from phonebuddy.rebuild.behaviour import AppModel
from phonebuddy.rebuild.build import build_model
from phonebuddy.rebuild.emit.app import app_files, package_of, write_app
from phonebuddy.rebuild.emit.sql import Tables, quote
from phonebuddy.rebuild.emit.text import Data, write_yaml
from phonebuddy.rebuild.naming import RESERVED, slug, unique
from phonebuddy.rebuild.score.driver import Driver
from phonebuddy.rebuild.score.score import running
from phonebuddy.world.spec.load import check_apps
from tests.rebuild.recorded import ALL, MAIN, trace

TEXTS = st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=20)
DATA = st.recursive(
    TEXTS,
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text("ab_", min_size=1), inner, max_size=3)
    ),
    max_leaves=8,
)


@pytest.fixture(scope="module")
def model() -> AppModel:
    return build_model(ALL)


def labels(driver: Driver) -> list[str]:
    return [item.label for item in driver.read()]


def touch(driver: Driver, words: str) -> None:
    assert driver.tap(next(item for item in driver.read() if item.head == words))


@given(st.dictionaries(st.text("abc_", min_size=1, max_size=5), DATA, max_size=4))
def test_what_is_written_reads_back(data: dict[str, object]) -> None:
    assert (yaml.safe_load(write_yaml(data)) or {}) == data  # type: ignore[arg-type]


def test_empty_things_in_a_list_read_back() -> None:
    data: dict[str, Data] = {"a": [{}, [], ["b" * 60, ["c" * 60, {}]]]}
    assert yaml.safe_load(write_yaml(data)) == data


def test_comments_say_what_is_assumed() -> None:
    assert "# assumed: so" in write_yaml({"on_tap": [{"back": None, "#": "assumed: so"}]})


@given(TEXTS)
def test_names_are_names(text: str) -> None:
    name = unique(slug(text) or "x", set())
    assert name.replace("_", "a").isalnum()
    assert name not in RESERVED


def test_quotes_are_doubled() -> None:
    assert quote("it's") == "'it''s'"
    assert quote(True) == "1"


def test_an_app_passes_the_checks_and_is_the_same_every_time(model: AppModel, tmp_path: Path) -> None:
    files = app_files(model)
    assert files == app_files(build_model(ALL))
    write_app(files, tmp_path / "pantry")
    problems, _ = check_apps([tmp_path / "pantry"])
    assert problems == []


def test_state_is_in_tables(model: AppModel) -> None:
    rows = Tables(model).rows()
    assert [row["name"] for row in rows["pantry_pantry_rows"]] == ["Milk", "Rice"]
    assert rows["pantry_settings"][0]["warn_me_early_on"] == 0


def test_a_package_is_made_where_the_recording_has_none(model: AppModel) -> None:
    assert package_of(model) == "com.rebuilt.pantry"
    ours = AppModel("notes", "com.phoneworld.notes", True, model.pages, model.start)
    assert package_of(ours) == "com.rebuilt.notes", "the recorded app is on the phone too"


def test_a_toggle_stays_when_its_page_is_left(model: AppModel) -> None:
    with running(model) as driver:
        driver.start()
        for words in ("More", "Settings", "Warn me early"):
            touch(driver, words)
        driver.back()
        for words in ("More", "Settings"):
            touch(driver, words)
        assert next(item for item in driver.read() if item.label == "Warn me early").on


def test_a_choice_nobody_tried_shows_in_its_setting(model: AppModel) -> None:
    with running(model) as driver:
        driver.start()
        for words in ("More", "Settings", "Units", "Old"):
            touch(driver, words)
        assert "Units\nOld" in labels(driver)
        touch(driver, "Units")
        assert [item.label for item in driver.read() if item.on] == ["Old"]


def test_a_text_nobody_recorded_shows_where_the_app_would_show_it(model: AppModel) -> None:
    with running(model) as driver:
        driver.start()
        touch(driver, "Add")
        field = next(item for item in driver.read() if item.kind == "field")
        driver.type(field, "Zwieback")
        touch(driver, "OK")
        assert "Last: Zwieback" in labels(driver)


def test_a_row_nobody_touched_opens_its_own_page(model: AppModel) -> None:
    with running(model) as driver:
        driver.start()
        touch(driver, "Rice")
        assert {"Rice", "1 bag"} <= set(labels(driver))


def test_what_is_not_recorded_says_so(model: AppModel) -> None:
    with running(model) as driver:
        driver.start()
        for words in ("More", "Settings", "About us"):
            touch(driver, words)
        assert "Not in the recording" in labels(driver)
        driver.back()
        assert "Settings" in labels(driver)


def test_words_with_braces_and_quotes_are_words() -> None:
    odd = ["p:It's {odd}", "b:50% :x", "c:= 'a' {b}", "b:Next"]
    with running(build_model([trace("a", MAIN, "More", odd, "Next", MAIN)])) as driver:
        driver.start()
        touch(driver, "More")
        assert labels(driver)[:3] == ["It's {odd}", "50% :x", "= 'a' {b}"]
