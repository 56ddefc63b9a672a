"""Our own form: what is written reads back the same, what is recorded reads back, nothing is half there."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from phonebuddy.actions import Action, Click, OpenApp, Point, Type
from phonebuddy.errors import TraceError
from phonebuddy.screen import Screen
from phonebuddy.traces import store
from phonebuddy.traces.read import read_traces
from phonebuddy.traces.record import RecordedPhone, Recorder
from phonebuddy.traces.store import folder_name, write_trace
from phonebuddy.traces.trace import Mark, Trace
from tests.traces import samples


def told(trace: Trace) -> list[object]:
    """Everything about the steps but where they were read."""
    return [(s.before, s.action, s.after, s.target, s.marks, s.instruction, s.origin) for s in trace.steps]


@pytest.mark.parametrize("name", samples.SAMPLES)
def test_what_is_written_reads_back(tmp_path: Path, name: str) -> None:
    traces = read_traces(samples.write(tmp_path / "in", samples.SAMPLES[name]()))
    for number, trace in enumerate(traces):
        if not trace.steps:
            continue
        folder = tmp_path / "out" / folder_name(number, trace)
        write_trace(trace, folder)
        (again,) = read_traces(folder)
        assert told(again) == told(trace)
        for field in ("id", "format", "app", "instruction", "template", "answer", "flags", "losses"):
            assert getattr(again, field) == getattr(trace, field), field
        for step in trace.steps:
            old, new = trace.shots[step.before], again.shots[step.before]
            assert (list(old.screen.elements), old.layer) == (list(new.screen.elements), new.layer)
            assert old.classes == new.classes and old.screen.activity == new.screen.activity


def test_a_trace_is_there_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (trace,) = read_traces(samples.write(tmp_path / "in", samples.droidbot()))
    count = 0

    def fail(path: Path, data: bytes) -> None:
        nonlocal count
        count += 1
        if count > 6:
            raise OSError(28, "No space left on device")
        path.write_bytes(data)

    monkeypatch.setattr(store, "_write", fail)
    with pytest.raises(TraceError, match="No space left"):
        write_trace(trace, tmp_path / "out")
    assert not (tmp_path / "out").exists()
    monkeypatch.undo()
    write_trace(trace, tmp_path / "out")
    with pytest.raises(TraceError, match="there already"):
        write_trace(trace, tmp_path / "out")


def test_names_are_plain(tmp_path: Path) -> None:
    (trace,) = read_traces(samples.write(tmp_path, samples.droidbot()))
    assert folder_name(3, replace(trace, id="../../etc/passwd x")) == "0003-etc-passwd-x"
    assert folder_name(0, replace(trace, id="")) == "0000"


class Lamp:
    """The smallest phone: one button that changes its own words."""

    def __init__(self, screen: Screen) -> None:
        self._screen = screen
        self._taps = 0

    def observe(self) -> Screen:
        elements = [replace(self._screen.elements[-1], text=f"tapped {self._taps}", parent=None)]
        return replace(self._screen, elements=elements)

    def act(self, action: Action) -> None:
        self._taps += isinstance(action, Click)


def test_any_phone_can_be_recorded(tmp_path: Path) -> None:
    (sample,) = read_traces(samples.write(tmp_path / "in", samples.own()))
    recorder = Recorder(tmp_path / "out", {"instruction": "tap twice", "app": samples.APP})
    phone = RecordedPhone(Lamp(sample.shots["0000"].screen), recorder)
    button = Point(500, 180)
    for action in (OpenApp("lamp"), Click(button), Type("x"), Click(button)):
        phone.act(action)
    recorder.take_back()
    phone.act(Click(button))
    phone.finish()
    (trace,) = read_traces(recorder.folder)
    assert trace.instruction == "tap twice" and trace.format == "phonebuddy"
    assert [step.target for step in trace.steps] == [None, "page/a", None, "page/a"]
    assert trace.steps[0].has(Mark.NO_CHANGE) and not trace.steps[1].has(Mark.NO_CHANGE)
    last = trace.shots[trace.steps[-1].after or ""]
    assert last.screen.elements[0].text == "tapped 3", "what was taken back had been done"
    assert not list(recorder.folder.glob(".*")), "nothing half written is left"


def test_a_recording_that_was_killed_reads(tmp_path: Path) -> None:
    (sample,) = read_traces(samples.write(tmp_path / "in", samples.own()))
    recorder = Recorder(tmp_path / "out", {})
    phone = RecordedPhone(Lamp(sample.shots["0000"].screen), recorder)
    phone.act(Click(Point(500, 180)))
    (trace,) = read_traces(recorder.folder)
    assert len(trace.steps) == 1 and trace.steps[0].has(Mark.UNSEEN)
    with pytest.raises(TraceError, match="cannot write"):
        Recorder(Path("/dev/null/x"), {})


def test_a_live_recording_of_the_world_reads(tmp_path: Path) -> None:
    from phonebuddy.web.shelf import Shelf
    from tests.web.helpers import new_shelf

    shelf: Shelf = new_shelf(tmp_path)
    phone = shelf.first
    shelf.record(phone, True)
    shelf.act(phone, OpenApp("desk"))
    shelf.act(phone, Click(Point(500, 500)))
    folder = phone.recorder.folder if phone.recorder else tmp_path
    shelf.record(phone, False)
    (trace,) = read_traces(folder)
    assert len(trace.steps) == 2 and trace.steps[0].has(Mark.ENTERS)
    assert trace.losses == {} and trace.shots["0000"].screen.pixels().shape[2] == 4
