"""`eval` and `train`: what they print, and how they refuse before anything is started."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner, Result

from phonebuddy.cli.eval import _folder
from phonebuddy.cli.main import root
from phonebuddy.episodes.drawing import Wish
from phonebuddy.episodes.phones import read_phones
from phonebuddy.episodes.run import RUN, Asked
from phonebuddy.evals.recipe import SFT
from tests.evals.test_recipe import cooked


def call(*arguments: str) -> Result:
    return CliRunner().invoke(root, list(arguments))


def test_eval_compares_agents_and_goes_on(tmp_path: Path) -> None:
    agents = ("--agent", "chance", "--agent", "gold")
    tasks = ("--split", "dev", "--per-category", "1", "--workers", "1")
    words = ("eval", *agents, *tasks, "-o", str(tmp_path / "e"), "--json")
    told = json.loads(call(*words).stdout)
    cells = {(cell["model"], cell["category"]): cell for cell in told["cells"]}
    assert cells["gold", "overall"]["successes"] == 3 and cells["chance", "overall"]["successes"] == 0
    assert {row["than"] for row in told["differences"]} == {"chance"}
    assert told["differences"][-1]["difference"] == 1.0
    assert sum(row["episodes"] for row in told["languages"]) == 6
    assert {row["rate"] for row in told["apps"] if row["model"] == "gold"} == {1.0}
    assert {row["model"] for row in told["failures"]} == {"chance"}
    assert json.loads(call(*words).stdout) == told, "nothing is played twice"


def test_agents_with_like_names_have_folders_of_their_own(tmp_path: Path) -> None:
    asked = Asked("nano:out/sft", Wish(suite="quick"), read_phones("world:1"))
    first = _folder(tmp_path, "nano:out/sft")
    assert first == tmp_path / "nano-out-sft" == _folder(tmp_path, "nano:out-sft")
    first.mkdir()
    (first / RUN).write_bytes(msgspec.json.encode(asked))
    assert _folder(tmp_path, "nano:out/sft") == first
    second = _folder(tmp_path, "nano:out-sft")
    assert second.name.startswith("nano-out-sft-") and second == _folder(tmp_path, "nano:out-sft")


def test_a_report_names_the_real_lane(tmp_path: Path) -> None:
    folder = cooked(tmp_path / "a", 0, {SFT: "+-"})
    told = json.loads(call("train", "report", str(folder), "-o", str(tmp_path / "c"), "--json").stdout)
    assert told["real lane"] == "stand-in"


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("eval", "--agent", "gold", "--suite", "buddy15", "-o", "x"), "did you mean 'buddy150'"),
        (("eval", "--agent", "gold", "--phones", "wrld:2", "-o", "x"), "did you mean 'world'"),
        (
            ("eval", "--agent", "gold", "--suite", "quick", "--split", "dev", "-o", "x"),
            "--split would change",
        ),
        (("eval", "--agent", "chance", "--phones", "adb:X", "-o", "x"), "phonebuddy collect --phones adb:"),
        (("train", "recipe", "--preset", "nanno"), "did you mean 'nano"),
        (("train", "recipe", "--preset", "nano-tiny", "--real", "served"), "served:4"),
        (("train", "report", ".", "-o", "x"), "phonebuddy train recipe"),
        (("train", "watch", "nowhere"), "no folder nowhere"),
    ],
)
def test_mistakes_are_said_at_once(
    words: tuple[str, ...], says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    result = call(*words)
    assert result.exit_code == 2 and says in result.output, result.output


OF_WAITING = ("OMP_WAIT_POLICY", "GOMP_SPINCOUNT")


@pytest.mark.parametrize(
    "words",
    [
        ("train", "recipe", "--init", "nowhere"),
        ("run", "--preset", "mine.yaml"),
        ("train", "sft", "--data", "nowhere", "-o", "out"),
        ("train", "rl", "--start", "released", "--device", "gpu", "-o", "out"),
    ],
    ids=" ".join,
)
def test_threads_that_wait_do_not_spin_on(words: tuple[str, ...], tmp_path: Path) -> None:
    """What OpenMP says of itself as it is loaded: later it reads no setting."""
    pytest.importorskip("torch")
    (tmp_path / "mine.yaml").write_text("init: nowhere\n")
    paths = os.pathsep.join(path for path in sys.path if path)
    env = {name: value for name, value in os.environ.items() if name not in OF_WAITING}
    ended = subprocess.run(
        [sys.executable, "-m", "phonebuddy.cli.main", *words],
        cwd=tmp_path, env={**env, "PYTHONPATH": paths, "OMP_DISPLAY_ENV": "VERBOSE"},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert ended.returncode == 2, ended.stderr
    if "GOMP_SPINCOUNT" not in ended.stderr:
        pytest.skip("torch has another OpenMP here")
    assert "GOMP_SPINCOUNT = '10000'" in ended.stderr
