"""The live page of a training: it shows what the metrics say, and only to whom the address was given."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest
from starlette.testclient import TestClient

from phonebuddy.errors import TrainError
from phonebuddy.evals.recipe_settings import read_recipe
from phonebuddy.evals.stages import claim
from phonebuddy.web.guard import Door
from phonebuddy.web.training import Watching

PORT = 4321
BASE = f"http://127.0.0.1:{PORT}"


def write(folder: Path, steps: int) -> None:
    folder.mkdir(parents=True)
    lines = [{"step": n, "mock/success": n / 10, "entropy": 1.5, "<b>": 1} for n in range(steps)]
    (folder / "metrics.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")


def of_recipe(folder: Path, real: str) -> None:
    recipe = msgspec.to_builtins(read_recipe("nano"))
    recipe["lanes"]["real_phones"] = real
    claim(folder, {"seed": 0, "recipe": recipe})


def test_only_who_has_the_address_sees_the_curves(tmp_path: Path) -> None:
    write(tmp_path / "rl-real", 4)
    of_recipe(tmp_path, "served:4")
    watching = Watching([tmp_path], Door(PORT))
    client = TestClient(watching.app, base_url=BASE)
    assert client.get("/").status_code == 401
    assert client.get(watching.door.url, follow_redirects=False).status_code == 303
    page = client.get("/")
    assert page.status_code == 200 and "rl-real, last step 3" in page.text and "stand-in" in page.text
    assert "<polyline" in page.text and "<script" not in page.text and "style=" not in page.text
    assert "frame-ancestors 'none'" in page.headers["content-security-policy"]
    assert client.get("/static/training.css").headers["content-type"].startswith("text/css")
    assert client.get("/", headers={"host": "evil.example"}).status_code == 421


def test_a_torn_last_line_and_a_name_with_markup_do_no_harm(tmp_path: Path) -> None:
    place = tmp_path / "<img src=x>"
    write(place, 2)
    with (place / "metrics.jsonl").open("a") as file:
        file.write('{"step": 2, "mock/suc')
    page = Watching([tmp_path], Door(PORT)).page()
    assert "last step 1" in page and "<img" not in page


def test_a_real_lane_is_named_as_its_recipe_says(tmp_path: Path) -> None:
    write(tmp_path / "whole" / "rl-real", 2)
    of_recipe(tmp_path / "whole", "adb:R5CT")
    write(tmp_path / "alone", 2)
    of_recipe(tmp_path / "alone", "adb:R5CT")
    for folder in ("whole", "alone"):
        page = Watching([tmp_path / folder], Door(PORT)).page()
        assert "real lane: adb:R5CT" in page and "stand-in" not in page


def test_what_has_no_recipe_has_no_real_lane(tmp_path: Path) -> None:
    write(tmp_path / "sft", 2)
    write(tmp_path / "other", 2)
    (tmp_path / "other" / "recipe.json").write_text("{")
    page = Watching([tmp_path], Door(PORT)).page()
    assert "sft, last step 1" in page and "real lane" not in page and "stand-in" not in page


def test_nothing_yet_and_nothing_there(tmp_path: Path) -> None:
    assert "No metrics yet" in Watching([tmp_path], Door(PORT)).page()
    with pytest.raises(TrainError, match="no folder"):
        Watching([tmp_path / "gone"], Door(PORT))
