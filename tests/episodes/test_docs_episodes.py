"""The last example in docs/episodes.md runs, and the page names every agent, kind of phone and rule."""

from __future__ import annotations

import contextlib
import io
import re
from pathlib import Path

from phonebuddy.agents.named import AGENTS
from phonebuddy.episodes.export import FORMS
from phonebuddy.episodes.filters import Rules
from phonebuddy.episodes.phones import KINDS

PAGE = (Path(__file__).parents[2] / "docs" / "episodes.md").read_text("utf-8")


def test_the_example_runs() -> None:
    code = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)[-1].replace("count=8", "count=2")
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        exec(compile(code, "docs/episodes.md", "exec"), {})  # noqa: S102
    assert len(said.getvalue().splitlines()) == 2
    assert said.getvalue().count("success") == 2


def test_everything_is_named() -> None:
    rules = [f"--{name.replace('_', '-')}" for name in Rules.__struct_fields__]
    for name in (*AGENTS, *KINDS, *FORMS, *rules):
        assert name in PAGE, name
