"""The example in docs/gymnasium.md runs, and the page names every keyword and key."""

from __future__ import annotations

import inspect
import re
import subprocess
import sys
from pathlib import Path

from phonebuddy.episodes.env import PhoneWorldEnv
from phonebuddy.episodes.spaces import COLUMNS, KINDS, ActionSpace
from phonebuddy.episodes.vector import PhoneWorldVector

PAGE = (Path(__file__).parents[2] / "docs" / "gymnasium.md").read_text("utf-8")


def test_the_example_runs(tmp_path: Path) -> None:
    """As a script without a main guard: workers do not run it again."""
    (code,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    script = tmp_path / "example.py"
    script.write_text(code, "utf-8")
    command = [sys.executable, "-W", "error", str(script)]
    done = subprocess.run(command, check=False, capture_output=True, text=True, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, ""), done.stderr
    assert done.stdout.startswith("(800, 360, 4) (256, 16)")


def test_everything_is_named() -> None:
    names = {*inspect.signature(PhoneWorldEnv).parameters, *inspect.signature(PhoneWorldVector).parameters}
    names |= {*ActionSpace(["x"]).spaces}
    assert {name for name in names if f"`{name}`" not in PAGE} == set()
    assert {name for name in [*COLUMNS, *KINDS] if name not in PAGE} == set()
