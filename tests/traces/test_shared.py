"""The real recordings beside the project read as their description says. Skipped where they are missing."""

from __future__ import annotations

from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from phonebuddy.actions import Click, Type, name_of
from phonebuddy.traces.effects import IN_PAGE, Effect, effect_of
from phonebuddy.traces.read import read_traces
from phonebuddy.traces.store import write_trace
from phonebuddy.traces.trace import Flag, Layer, Mark, Trace
from tests.traces.test_read import check_form

SHARED = Path(__file__).parents[3] / "shared" / "traces"
pytestmark = pytest.mark.skipif(not SHARED.is_dir(), reason=f"the recordings are not at {SHARED}")


@cache
def read(name: str) -> list[Trace]:
    return read_traces(SHARED / name)


def marked(trace: Trace, mark: Mark) -> int:
    return sum(step.has(mark) for step in trace.steps)


@pytest.mark.parametrize(
    ("name", "events", "seen", "shots", "unchanged"),
    [
        ("droidbot-textra", 1000, 991, 310, 0.29),
        ("droidbot-a2dpvol", 43, 38, 16, 0.34),
        ("droidbot-album-sample", 73, 69, 21, 0.43),
    ],
)
def test_droidbot_runs(name: str, events: int, seen: int, shots: int, unchanged: float) -> None:
    (trace,) = read(name)
    check_form(trace)
    kept = len(trace.steps) + trace.losses["step without the screen before it"]
    assert (kept, len(trace.shots)) == (events, shots)
    assert sum(step.after is not None for step in trace.steps) == seen
    assert round(marked(trace, Mark.NO_CHANGE) / seen, 2) == unchanged


def test_textra_in_detail() -> None:
    (trace,) = read("droidbot-textra")
    assert trace.app == "com.textra" and len(trace.packages) == 6
    assert marked(trace, Mark.LEAVES) + marked(trace, Mark.ENTERS) == 143
    assert marked(trace, Mark.MISSED) == 75, "taps on a collapsed panel land on the phone's own bar"
    homeward = [step for step in trace.steps if step.has(Mark.MISSED) and step.has(Mark.LEAVES)]
    assert len(homeward) >= 60
    assert marked(trace, Mark.GAP) == 9
    assert sum(isinstance(step.action, Type) for step in trace.steps) == 3
    effects = Counter(effect_of(trace, step) for step in trace.steps)
    assert round(effects[Effect.OTHER_APP] / 991, 2) == 0.14
    assert round(sum(effects[effect] for effect in IN_PAGE) / 991, 1) == 0.3
    assert {shot.layer for shot in trace.shots.values()} >= {Layer.DIALOG, Layer.MENU}
    pictures = [shot for shot in trace.shots.values() if shot.picture is not None]
    assert len(pictures) == 235 and pictures[0].screen.pixels().shape[1] == 360


def test_kea_turns_and_loses_its_property_step() -> None:
    (trace,) = read("kea-myexpenses")
    assert {(shot.screen.width, shot.screen.height) for shot in trace.shots.values()} == {
        (1080, 1920),
        (1920, 1080),
    }
    assert trace.losses["step without a known action"] == 1
    assert [shot.layer for shot in trace.shots.values()].count(Layer.MENU) == 3


def test_autodroid_counts() -> None:
    traces = read("autodroid")
    runs = [trace for trace in traces if trace.has(Flag.EXPLORATION)]
    tasks = [trace for trace in traces if not trace.has(Flag.EXPLORATION)]
    assert (len(runs), len(tasks)) == (7, 81)
    assert sum(len(trace.steps) for trace in runs) == 359
    assert sum(len(trace.steps) for trace in tasks) == 281
    assert sum(marked(trace, Mark.NO_CHANGE) for trace in tasks) == 3
    assert all(trace.instruction and trace.answer == "" for trace in tasks)
    steps = [(trace, step) for trace in traces for step in trace.steps]
    assert all(trace.target(step) for trace, step in steps if isinstance(step.action, Click | Type))
    assert not any(element.text == "go back" for trace in traces for shot in trace.shots.values()
                   for element in shot.screen.elements)  # fmt: skip
    effects = Counter(effect_of(trace, step) for trace, step in steps if trace in tasks)
    assert round(effects[Effect.OTHER_PAGE] / 281, 1) == 0.8


def test_mobilegpt_runs() -> None:
    traces = read("mobilegpt-simplecalendar")
    assert [[name_of(step.action) for step in trace.steps] for trace in traces] == [
        ["click", "type", "click"], ["click", "type", "click"], ["click", "type"],
    ]  # fmt: skip
    assert all(Type("laundry") in [step.action for step in trace.steps] for trace in traces)


def test_androidworld_episodes() -> None:
    traces = read("androidworld-simplecalendar")
    assert [len(trace.shots) for trace in traces] == [27, 20]
    assert sum(marked(trace, Mark.NO_CHANGE) for trace in traces) >= 20, "long runs that change nothing"
    layers = [[shot.layer for shot in trace.shots.values()] for trace in traces]
    assert [found.count(Layer.KEYBOARD) for found in layers] == [2, 10], "letters, and a pad for numbers"


def test_aitz_is_pictures_only() -> None:
    (trace,) = read("aitz-sample")
    assert trace.has(Flag.SCREENSHOT_ONLY) and len(trace.steps) == 3
    assert trace.shots["0"].screen.pixels().shape == (600, 270, 4)


@pytest.mark.parametrize("name", ["droidbot-a2dpvol", "kea-myexpenses", "androidworld-simplecalendar"])
def test_what_is_written_of_them_reads_back(tmp_path: Path, name: str) -> None:
    for trace in read(name):
        write_trace(trace, tmp_path / trace.id)
        (again,) = read_traces(tmp_path / trace.id)
        assert again.steps == trace.steps and again.losses == trace.losses
