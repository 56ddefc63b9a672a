"""A phone behind ADB is recorded like any other: served here by the project itself."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from phonebuddy.actions import OpenApp
from phonebuddy.cli.main import root
from phonebuddy.traces.read import read_traces
from phonebuddy.traces.trace import Mark

pytestmark = pytest.mark.skipif(shutil.which("adb") is None, reason="adb is not installed")


@pytest.mark.slow
def test_an_adb_phone_is_recorded(tmp_path: Path) -> None:
    from tests.phones.served import serve

    (tmp_path / "s.yaml").write_text("- open: com.phoneworld.notes\n- press: home\n")
    with serve() as (port, served):
        words = ["traces", "record", "--script", tmp_path / "s.yaml", "-o", tmp_path / "out", "--json"]
        words += ["--phone", served[0].serial, "--adb-port", port]
        result = CliRunner().invoke(root, [str(word) for word in words])
    assert result.exit_code == 0, result.output
    (trace,) = read_traces(json.loads(result.stdout)["recording"])
    assert trace.steps[0].action == OpenApp("com.phoneworld.notes") and len(trace.steps) == 2
    assert trace.steps[0].has(Mark.ENTERS) and trace.steps[1].has(Mark.LEAVES)
    assert trace.app == "com.phoneworld.notes" and trace.losses == {}
    assert trace.shots["0001"].screen.pixels().shape[2] == 4
