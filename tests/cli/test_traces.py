"""`phonebuddy traces` on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from phonebuddy.cli.main import root
from tests.traces import samples


def call(*words: object) -> Result:
    return CliRunner().invoke(root, ["traces", *map(str, words)])


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return samples.write(tmp_path / "in", samples.droidbot())


def test_inspect(folder: Path) -> None:
    told = json.loads(call("inspect", folder, "--json").stdout)
    assert (told["traces"], told["screens"], told["steps"], told["steps that change something"]) == (
        1,
        4,
        8,
        6,
    )
    assert told["apps"][0]["app"] == samples.APP and told["losses"] == {"step without the screen after it": 1}
    assert told["effects"]["nothing visible"] == 1 and told["import loss"] == 0
    plain = call("inspect", folder)
    assert plain.exit_code == 0 and samples.APP in plain.stdout


def test_mistakes_are_one_message(tmp_path: Path, folder: Path) -> None:
    gone = call("inspect", tmp_path / "gone")
    assert gone.exit_code == 2 and "no such file" in gone.stderr and "Traceback" not in gone.stderr
    wrong = call("inspect", folder, "--format", "droidbt")
    assert wrong.exit_code == 2 and "did you mean 'droidbot'" in wrong.stderr


def test_ask(tmp_path: Path, folder: Path) -> None:
    tasks = samples.write(tmp_path / "tasks", samples.autodroid())
    told = json.loads(call("ask", tasks, "--agent", "chance", "--json").stdout)
    assert told["agent"] == "chance" and told["steps"] > told["recordings"] > 0 and "mistakes" not in told
    told = json.loads(call("ask", tasks, "--agent", "chance", "--mistakes", "--json").stdout)
    assert len(told["mistakes"]) == told["steps"] - told["agreed"]
    for words, hint in (
        (("ask", tasks, "--agent", "nan"), "did you mean 'nano'"),
        (("ask", tasks, "--agent", "gold"), "known solution"),
        (("ask", folder, "--agent", "chance"), "has an instruction"),
    ):
        wrong = call(*words)
        assert wrong.exit_code == 2 and hint in " ".join(wrong.stderr.split())
        assert "Traceback" not in wrong.stderr


@pytest.mark.parametrize("name", ["droidbot", "autodroid"])
def test_sheet(tmp_path: Path, name: str) -> None:
    from PIL import Image

    folder = samples.write(tmp_path / name, samples.SAMPLES[name]())
    told = json.loads(call("sheet", folder, "-o", tmp_path / "a" / "s.png", "--first", 5, "--json").stdout)
    assert told["screens"] == 5 and told["of"] > 5
    with Image.open(tmp_path / "a" / "s.png") as image:
        first = image.tobytes()
        assert image.width > 5 * 200
    call("sheet", folder, "-o", tmp_path / "b.png", "--first", 5)
    with Image.open(tmp_path / "b.png") as image:
        assert image.tobytes() == first, "the same recording, the same picture"


def test_redact(tmp_path: Path) -> None:
    files = samples.step_folder() | {"instruction.txt": b"Add Bread for Anna"}
    folder = samples.write(tmp_path / "in", files)
    (tmp_path / "names").write_text("Anna\nBread\n")
    words = ("redact", folder, "-o", tmp_path / "out", "--names", tmp_path / "names", "--region", "0,0,1,0.5")
    told = json.loads(call(*words, "--json").stdout)
    assert told["traces"] == 1 and told["replaced"]["name"] >= 4 and told["replaced"]["picture"] == 4
    assert not [path for path in (tmp_path / "out").rglob("*.json") if b"Bread" in path.read_bytes()]
    again = json.loads(call("inspect", tmp_path / "out", "--json").stdout)
    assert again["steps"] == 3 and again["formats"] == ["step_folder"]
    refused = call(*words)
    assert refused.exit_code == 2 and "not empty" in refused.stderr
    assert call("redact", folder, "-o", tmp_path / "x", "--region", "5").exit_code == 2


def test_record(tmp_path: Path) -> None:
    script = tmp_path / "s.yaml"
    script.write_text("- open: Notes\n- press: home\n")
    told = json.loads(
        call("record", "--script", script, "-o", tmp_path / "r", "--instruction", "look", "--json").stdout
    )
    assert told["steps"] == 2
    seen = json.loads(call("inspect", told["recording"], "--json").stdout)
    assert (seen["steps"], seen["screens"], seen["instructions"]) == (2, 3, 1)
    assert seen["formats"] == ["phonebuddy"] and seen["marks"]["leaves"] == 1
    script.write_text("- tap: Nothing like that\n")
    wrong = call("record", "--script", script, "-o", tmp_path / "r")
    assert wrong.exit_code == 2 and "Nothing like that" in wrong.stderr
