"""The commands that look at apps and phones: what they print, what they write, how they refuse."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from PIL import Image

from phonebuddy.cli.main import root
from phonebuddy.errors import SetupError
from phonebuddy.tasks.invented.village import FIRST, NUM_APPS
from phonebuddy.tasks.reading import built_in_templates
from phonebuddy.world import check
from phonebuddy.world.check import Report
from phonebuddy.world.image import build_image
from phonebuddy.world.measure import chromium
from phonebuddy.world.measure.bench import MODES, Mode, measure_fork, measure_rate, measure_reset
from phonebuddy.world.spec.load import BUILT_IN, built_in_folders
from phonebuddy.world.spec.nodes import Place
from phonebuddy.world.spec.problems import Problem


def call(*arguments: str) -> Result:
    return CliRunner().invoke(root, list(arguments))


def test_tour_films_a_minute(tmp_path: Path) -> None:
    result = call("world", "tour", "--json", "-o", str(tmp_path / "tour.png"))
    assert result.exit_code == 0, result.output
    told = json.loads(result.stdout)
    assert told["steps"] > 20 and told["seconds on the phone"] > 30
    assert any(line.startswith("notes_note: 1 insert") for line in told["changed in the phone"])
    with Image.open(tmp_path / "tour.png") as picture:
        assert picture.width > 1000


def test_check_counts_the_built_in_apps() -> None:
    result = call("apps", "check", "--json")
    assert result.exit_code == 0, result.output
    told = json.loads(result.stdout)
    assert {"clock", "contacts", "notes"} <= set(told["apps"]) and told["problems"] == []


def test_list_names_every_app_with_its_pages_and_templates() -> None:
    found = json.loads(call("apps", "list", "--json").stdout)
    rows = {row["app"]: row for row in found["list"]}
    assert found["apps"] == len(rows) == len(built_in_folders())
    assert rows["clock"]["package"] == "com.phoneworld.clock" and rows["clock"]["kind"] == "app"
    assert rows["coffee"]["kind"] == "mini" and all(row["domain"] and row["pages"] for row in found["list"])
    uses = sum(len(template.apps) for template in built_in_templates().values())
    assert sum(row["templates"] for row in found["list"]) == uses
    assert "banking" in call("apps", "list").stdout


def test_invented_apps_are_written_as_folders_that_check(tmp_path: Path) -> None:
    folder = tmp_path / "village"
    told = json.loads(call("apps", "invent", str(FIRST), "-o", str(folder), "--json").stdout)
    assert told["apps"] == NUM_APPS == len(told["list"])
    checked = call("apps", "check", *(row["folder"] for row in told["list"]))
    assert checked.exit_code == 0 and f"{NUM_APPS} apps checked" in checked.output
    assert "gold:" in Path(told["templates"]).read_text("utf-8")
    again = call("apps", "invent", str(FIRST), "-o", str(folder))
    assert again.exit_code == 2 and "is not empty; give a new folder" in again.output


def test_people_outside_of_the_village_have_no_invented_apps(tmp_path: Path) -> None:
    result = call("apps", "invent", str(FIRST - 1), "-o", str(tmp_path / "nobody"))
    assert result.exit_code == 2 and f"x>={FIRST}" in result.output
    assert not (tmp_path / "nobody").exists()


def test_check_points_at_the_line_and_the_nearest_word(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Beside one built-in app: to check them all again would take most of the time of this test.
    monkeypatch.setattr(check, "built_in_folders", lambda: [BUILT_IN / "clock"])
    folder = tmp_path / "bad"
    folder.mkdir()
    (folder / "app.yaml").write_text(
        "app: bad\ntitle: Bad\npackage: com.example.bad\nicon: clock\nstart: main\npages:\n"
        "  main:\n    body:\n      - buton: Save\n",
        encoding="utf-8",
    )
    result = call("apps", "check", str(folder))
    assert result.exit_code == 1
    assert "bad/app.yaml:9: unknown widget 'buton' (did you mean 'button'?)" in result.output


def test_a_report_as_json_says_where_its_problems_are() -> None:
    report = Report(("bad",), (Problem(Place("bad/app.yaml", 9), "unknown widget 'buton'"),), 0)
    problem = {"file": "bad/app.yaml", "line": 9, "message": "unknown widget 'buton'"}
    assert report.as_dict() == {"apps": ["bad"], "pages": 0, "problems": [problem]}


def test_check_refuses_a_name_that_is_nothing() -> None:
    result = call("apps", "check", "clok")
    assert result.exit_code == 2 and "did you mean 'clock'?" in result.output


def test_sheet_draws_every_page_twice(tmp_path: Path) -> None:
    output = tmp_path / "deep" / "sheet.png"
    result = call("apps", "sheet", "clock", "--pages-only", "--width", "90", "-o", str(output), "--json")
    assert result.exit_code == 0, result.output
    pages = len(build_image().app("clock").pages)
    assert json.loads(result.stdout)["screens"] == 2 * pages, "every page is found by touching"
    assert output.stat().st_size > 10_000


def test_sheet_draws_another_phone_of_another_person(tmp_path: Path) -> None:
    output = tmp_path / "tablet.png"
    looks = ("--profile", "1600x2560", "--text-size", "1.3", "--seed", "5", "--theme", "dark")
    result = call("apps", "sheet", "contacts/edit", *looks, "--width", "100", "-o", str(output), "--json")
    assert result.exit_code == 0 and json.loads(result.stdout)["screens"] == 1
    with Image.open(output) as picture:
        height = picture.height
    call("apps", "sheet", "contacts/edit", "--theme", "dark", "--width", "100", "-o", str(output), "--json")
    with Image.open(output) as picture:
        assert picture.height > height  # a phone is longer than a tablet


@pytest.mark.parametrize(
    "wrong, says",
    [(("--profile", "1080x2401"), "1080x2400"), (("--text-size", "9"), "0.7"), (("--seed", "-1"), "seed")],
)
def test_sheet_refuses_a_phone_that_is_not_there(wrong: tuple[str, str], says: str) -> None:
    result = call("apps", "sheet", "clock", *wrong)
    assert result.exit_code != 0 and says in result.output + result.stderr + str(result.exception)


def test_sheet_refuses_an_unknown_app() -> None:
    result = call("apps", "sheet", "nots")
    assert result.exit_code == 2 and "did you mean 'notes'?" in result.output


def test_words_writes_the_reference(tmp_path: Path) -> None:
    result = call("apps", "words", "-o", str(tmp_path / "words.md"))
    assert result.exit_code == 0
    assert "### list_item" in (tmp_path / "words.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("mode", MODES, ids=lambda mode: mode.name)
@pytest.mark.parametrize("floor", [False, True])
def test_the_bench_measures_every_mode(mode: Mode, floor: bool) -> None:
    advanced: list[int] = []
    rate = measure_rate(mode, 1, 77, not floor, floor, advanced.append)
    assert rate.cpu > 0 and rate.wall > 0 and advanced == [1]


def test_reset_and_fork_are_measured() -> None:
    image = build_image()
    assert 0 < measure_reset(image, 3) < 1000
    assert 0 < measure_fork(image, 3) < 1000


def test_without_a_browser_the_message_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda _name: None)
    with pytest.raises(SetupError, match="apt-get install chromium"):
        chromium.find_browser()


@pytest.mark.slow
def test_bench_prints_one_object_with_every_number() -> None:
    result = call("world", "bench", "--episodes", "3", "--json")
    assert result.exit_code == 0, result.output
    told = json.loads(result.stdout)
    names = ("png_1080_per_s", "raw_540_per_s", "tree_per_s", "reset_ms", "fork_ms", "phone_mb")
    assert all(told[name] > 0 for name in (*names, "first_frame_s", "cache_hit_rate"))
