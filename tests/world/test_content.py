"""Content and images: the same files and seed give the same rows, bytes and id; anything else does not."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from unittest.mock import Mock

import pytest

from phonebuddy.errors import AppError
from phonebuddy.world.image import Image, build_image
from phonebuddy.world.life import build as life
from phonebuddy.world.phone import WorldPhone
from phonebuddy.world.spec.load import load_apps
from tests.world.desk import DESK, DESK_CONTENT, write_app
from tests.world.helpers import SMALL, desk_image

ROOT = Path(__file__).parents[2]
APP = """\
app: small
title: Small
package: com.example.small
icon: star
start: main
schema: |
  CREATE TABLE small_row (id INTEGER PRIMARY KEY, value);
content: content.yaml
pages:
  main: {body: [{text: hi}]}
"""


def build(folder: Path, content: str, seed: int = 0) -> Image:
    folder.mkdir(exist_ok=True)
    (folder / "app.yaml").write_text(APP, "utf-8")
    (folder / "content.yaml").write_text(content, "utf-8")
    return build_image(load_apps([folder]), seed)


def values(image: Image) -> list[object]:
    rows = WorldPhone(image, SMALL).state("SELECT value FROM small_row ORDER BY id")
    return [value for (value,) in rows]


@pytest.mark.parametrize(
    ("written", "stored"),
    [
        ("1", 1), ("1.5", 1.5), ('"1"', "1"), ("true", 1), ("", None), ("~", None), ("word", "word"),
        ("007", "007"), ("+49 123", "+49 123"), ("Nan", "Nan"), ("2024-05-12", "2024-05-12"),
        ('"=1 + 1"', 2), ('"=today()"', 1_778_544_000), ("\"=upper('a')\"".replace("\\", ""), "A"),
        ('"= (SELECT count(*) > 10 FROM life_person)"', 1), ("漢字 😀", "漢字 😀"), ('"a\\nb"', "a\nb"),
    ],
)  # fmt: skip
def test_what_a_value_becomes(tmp_path: Path, written: str, stored: object) -> None:
    (found,) = values(build(tmp_path / "small", f"small_row:\n  - {{value: {written}}}\n"))
    assert found == stored and type(found) is type(stored)


def test_chance_depends_on_the_seed_and_nothing_else(tmp_path: Path) -> None:
    content = "sql:\n" + "  - INSERT INTO small_row (value) VALUES (draw(1000000))\n" * 20
    first, again, other = (build(tmp_path / "small", content, seed) for seed in (1, 1, 2))
    assert values(first) == values(again) != values(other)
    assert all(isinstance(value, int) and 0 <= value < 1_000_000 for value in values(first))
    assert (first.id, first.data) == (again.id, again.data)
    assert first.id != other.id


def test_another_content_is_another_image(tmp_path: Path) -> None:
    one = build(tmp_path / "small", "small_row: [{value: 1}]\n")
    two = build(tmp_path / "small", "small_row: [{value: 2}]\n")
    assert one.id != two.id


def test_lives_are_those_of_each_person_whoever_came_before(tmp_path: Path) -> None:
    content = "sql:\n  - INSERT INTO small_row (value) SELECT name FROM life_person\n"
    first, other, again = (values(build(tmp_path / "small", content, seed)) for seed in (0, 1, 0))
    assert first and first == again != other
    apps = load_apps([tmp_path / "small"])
    nurse, cook = (values(build_image(apps, 0, character)) for character in ("nurse", "cook"))
    assert nurse != cook


def test_no_life_is_made_up_for_apps_without_content(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    build(tmp_path / "small", "{}")
    (tmp_path / "small" / "app.yaml").write_text(APP.replace("content: content.yaml\n", ""), "utf-8")
    monkeypatch.setattr(life, "add_life", Mock(side_effect=AssertionError("nobody reads it")))
    assert values(build_image(load_apps([tmp_path / "small"]))) == []


def test_an_image_is_the_same_in_another_process() -> None:
    code = "from tests.world.helpers import desk_image as d; import hashlib; "
    code += "print(d().id, hashlib.sha256(d().data).hexdigest())"
    runs = []
    for hash_seed, zone in (("1", "UTC"), ("2", "Asia/Tokyo")):
        environment = {
            **os.environ,
            "PYTHONHASHSEED": hash_seed,
            "TZ": zone,
            "PYTHONPATH": f"{ROOT / 'src'}:{ROOT}",
        }
        runs.append(
            subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=environment, capture_output=True)
        )
    assert runs[0].returncode == 0, runs[0].stderr
    assert runs[0].stdout == runs[1].stdout
    assert runs[0].stdout.split()[0].decode() == desk_image().id


def test_nothing_of_the_building_stays() -> None:
    names = WorldPhone(desk_image(), SMALL).state("SELECT name FROM sqlite_schema")
    assert not [name for (name,) in names if str(name).startswith("life_")]


def test_building_has_no_way_out(tmp_path: Path) -> None:
    """What apps may not do, their content may not do either; test_bad_apps.py says which line."""
    stolen = tmp_path / "stolen.db"
    for sql in (
        f"ATTACH '{stolen}' AS x",
        f"VACUUM INTO '{stolen}'",
        "SELECT writefile('x', 'y')",
        "PRAGMA user_version = 7",
    ):
        content = DESK_CONTENT.replace("sql:\n", f'sql:\n  - "{sql}"\n')
        parent = tmp_path / str(abs(hash(sql)))
        parent.mkdir()
        with pytest.raises(AppError, match="content that does not fit"):
            build_image(load_apps([write_app(parent, DESK, content)]))
    assert not stolen.exists()
