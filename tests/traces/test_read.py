"""Every format reads into the normal form, is known by itself, and mistakes are told clearly."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from phonebuddy.actions import ButtonPress, Click, OpenApp, Scroll, Type, name_of
from phonebuddy.errors import TraceError
from phonebuddy.screen import Flag as Is
from phonebuddy.traces.read import READERS, read_traces
from phonebuddy.traces.trace import Flag, Layer, Mark, Trace
from tests.traces import samples


def sample(tmp_path: Path, name: str) -> list[Trace]:
    return read_traces(samples.write(tmp_path / name, samples.SAMPLES[name]()))


def told(trace: Trace) -> list[tuple[str, str | None]]:
    return [(name_of(step.action), step.target) for step in trace.steps]


def check_form(trace: Trace) -> None:
    """The law of the normal form (trace.py)."""
    for step in trace.steps:
        assert step.before in trace.shots
        assert (step.after is None) == step.has(Mark.UNSEEN)
        assert step.after is None or step.after in trace.shots
        assert step.target is None or trace.target(step) is not None
    for shot in trace.shots.values():
        seen: set[str] = set()
        for element in shot.screen.elements:
            assert element.parent is None or element.parent in seen
            assert element.id not in seen
            seen.add(element.id)
            left, top, right, bottom = element.bounds
            assert 0 <= left < right <= shot.screen.width and 0 <= top < bottom <= shot.screen.height
        assert shot.classes == () or len(shot.classes) == len(shot.screen.elements)


@pytest.mark.parametrize("name", samples.SAMPLES)
def test_every_format_is_known_and_well_formed(tmp_path: Path, name: str) -> None:
    traces = sample(tmp_path, name)
    assert {trace.format for trace in traces} == {samples.FORMATS.get(name, name)}
    for trace in traces:
        check_form(trace)
    assert any(trace.steps for trace in traces)
    again = read_traces(tmp_path / name)
    assert [repr(trace) for trace in again] == [repr(trace) for trace in traces]


@pytest.mark.parametrize("name", samples.SAMPLES)
def test_a_format_can_be_given(tmp_path: Path, name: str) -> None:
    folder = samples.write(tmp_path, samples.SAMPLES[name]())
    assert read_traces(folder, name if name == "kea" else samples.FORMATS.get(name, name))


@pytest.mark.parametrize("name", ["droidbot", "packed"])
def test_droidbot(tmp_path: Path, name: str) -> None:
    (trace,) = sample(tmp_path, name)
    assert trace.app == samples.APP and trace.has(Flag.EXPLORATION)
    assert told(trace) == [
        ("open_app", None), ("click", "6"), ("click", "1"), ("click", "2"), ("button_press", None),
        ("scroll", "3"), ("click", None), ("type", "5"),
    ]  # fmt: skip
    opened, checked, nothing, menu, back, scroll, missed, typed = trace.steps
    assert opened.action == OpenApp(samples.APP) and opened.has(Mark.ENTERS)
    assert checked.marks == frozenset()
    assert nothing.has(Mark.NO_CHANGE)
    assert menu.has(Mark.OPENS_LAYER) and back.has(Mark.CLOSES_LAYER) and back.action == ButtonPress("back")
    assert isinstance(scroll.action, Scroll) and scroll.action.start.y > scroll.action.end.y
    assert missed.has(Mark.MISSED) and missed.has(Mark.LEAVES), "its middle is on the phone's own bar"
    assert typed.action == Type("Bread") and typed.marks >= {Mark.REPLACES, Mark.UNSEEN, Mark.GAP}
    assert trace.shots["menu"].layer is Layer.MENU and trace.shots["menu"].parent == "checked"
    assert trace.shots["home"].outside and not trace.shots["list"].outside
    texts = {element.text for element in trace.shots["list"].screen.elements}
    assert texts == {"", "Shopping", "Milk"}, "what is off the screen, invisible or the phone's own is gone"
    assert trace.losses == {"step without the screen after it": 1}
    assert trace.shots["list"].screen.pixels().shape == (80, 40, 4)
    with pytest.raises(TraceError, match="without a picture"):
        trace.shots["home"].screen.png()


def test_kea_counts_what_it_cannot_use(tmp_path: Path) -> None:
    (trace,) = sample(tmp_path, "kea")
    assert len(trace.steps) == 8
    assert trace.losses["step without a known action"] == 1 and trace.losses["damaged event"] == 1


def test_a_turned_phone(tmp_path: Path) -> None:
    wide = [samples.view(0, -1, (0, 0, samples.H, samples.W)), *samples.LIST[1:3]]
    files = samples.droidbot() | {
        "states/state_05.json": samples.state("wide", wide),
        "states/state_06.json": samples.state("popup", samples.MENU),
        "events/event_09.json": samples.touch("list", "wide", samples.LIST[1]),
        "events/event_10.json": samples.touch("wide", "popup", samples.LIST[1]),
    }
    (trace,) = read_traces(samples.write(tmp_path, files))
    sizes = {key: (shot.screen.width, shot.screen.height) for key, shot in trace.shots.items()}
    assert sizes["wide"] == sizes["popup"] == (800, 400) and sizes["list"] == (400, 800)
    assert trace.steps[-2].has(Mark.TURNS) and not trace.steps[-1].has(Mark.TURNS)


def test_autodroid(tmp_path: Path) -> None:
    run, task, empty = sample(tmp_path, "autodroid")
    assert run.has(Flag.EXPLORATION) and not task.has(Flag.EXPLORATION)
    assert task.instruction == "Tick Milk" and task.app == "list" and task.answer == ""
    assert empty.steps == () and len(empty.shots) == 1
    for trace in (run, task):
        assert trace.flags >= {Flag.NO_BOUNDS, Flag.FLAT, Flag.NO_PICTURES}
        assert told(trace) == [("click", "2"), ("type", "3"), ("button_press", None)]
        assert trace.steps[1].action == Type("Bread") and trace.steps[1].has(Mark.REPLACES)
        assert trace.steps[0].marks == frozenset()
    shot = task.shots[task.steps[0].before]
    labels = [(e.role, e.text, e.description) for e in shot.screen.elements]
    assert labels == [
        ("button", "", "More options"), ("text", "Shopping", ""), ("checkbox", "Milk", ""),
        ("field", "New entry", ""), ("button", "Sort by\nName > age", ""),
    ]  # fmt: skip


def test_autodroid_in_other_shapes(tmp_path: Path) -> None:
    files = samples.autodroid()
    run, tasks = files["list/utg.yaml"], files["list/tasks.json"]
    shapes = {
        "several files of each": {
            "utg.yml": run,
            "utg_2.yaml": run,
            "tasks.json": tasks,
            "tasks_2.json": tasks,
        },
        "a task as a run": {"utg.yaml": run, "tick.yaml": run + b"\ntask_name: Tick Milk\n"},
        "a list": {"tasks.json": msgspec.json.encode(list(msgspec.json.decode(tasks).values()))},
        "several apps": {"tasks.json": b'{"list": ' + tasks + b', "clock": ' + tasks + b"}"},
        "with a mark in front": {"utg.yaml": b"\xef\xbb\xbf" + run, "tasks.json": b"\xef\xbb\xbf" + tasks},
    }
    found = {
        name: read_traces(samples.write(tmp_path / str(number), {f"list/{n}": d for n, d in shape.items()}))
        for number, (name, shape) in enumerate(shapes.items())
    }
    kinds = {name: [trace.has(Flag.EXPLORATION) for trace in traces] for name, traces in found.items()}
    assert kinds == {
        "several files of each": [True, True, False, False, False, False],
        "a task as a run": [True, False],
        "a list": [False, False],
        "several apps": [False] * 4,
        "with a mark in front": [True, False, False],
    }
    assert found["a task as a run"][1].instruction == "Tick Milk"
    assert [trace.app for trace in found["several apps"]] == ["list", "list", "clock", "clock"]
    ids = [trace.id for trace in found["several files of each"]]
    assert len(set(ids)) == len(ids)


def test_a_damaged_autodroid_file_costs_only_itself(tmp_path: Path) -> None:
    files = samples.autodroid()
    for name in files:
        folder = samples.write(tmp_path / name.replace("/", "-"), files | {name: files[name][:40]})
        traces = read_traces(folder)
        assert traces and traces[0].losses == {"damaged file": 1}, name
    with pytest.raises(TraceError, match="not JSON"):
        read_traces(samples.write(tmp_path / "none", {"list/tasks.json": b"{"}))


def test_an_autodroid_run_that_was_cut_off_ends_before_the_cut(tmp_path: Path) -> None:
    row = "- Choice: 1\n  Input: 'null'\n  State: \"<p id=0>Page {0}</p>\\n <button id=1>Go</button>\"\n"
    whole = "records:\n" + "".join(row.format(number) for number in range(4))
    for cut, steps, lost in ((0, 4, {"step without the screen after it": 1}), (30, 3, None)):
        data = whole[: len(whole) - cut].encode()
        (trace,) = read_traces(samples.write(tmp_path / str(cut), {"list/utg.yaml": data}))
        assert len(trace.steps) == steps
        assert trace.losses == lost if lost else trace.losses["damaged event"] == 1


def test_step_folder(tmp_path: Path) -> None:
    (trace,) = sample(tmp_path, "step_folder")
    assert trace.instruction == "Add Bread" and trace.app == samples.APP
    assert told(trace) == [("click", "1"), ("type", "1"), ("click", "2")]
    assert trace.steps[0].has(Mark.NO_CHANGE) and trace.shots["0"].element("1") is not None
    assert trace.shots["0"].label("0") == "Save"


def test_adb_commands(tmp_path: Path) -> None:
    lines = "adb shell input tap 350 750\ninput text hello%sworld\ninput keyevent KEYCODE_BACK\nstrange\n"
    files = {f"{number}.xml": samples.dump(samples.FIELD, samples.SAVE) for number in range(5)}
    (trace,) = read_traces(samples.write(tmp_path, files | {"actions.txt": lines.encode()}))
    assert [name_of(step.action) for step in trace.steps] == ["click", "type", "button_press"]
    assert trace.steps[0].target == "2" and trace.steps[1].action == Type("hello world")
    assert trace.losses == {"step without a known action": 1}


def test_llamatouch_scales_its_points(tmp_path: Path) -> None:
    (trace,) = sample(tmp_path, "llamatouch")
    assert trace.steps[0].target == "2" and trace.steps[1].action == ButtonPress("home")
    assert trace.shots["0"].screen.activity == ".Main"


def test_mobilegpt_follows_its_path(tmp_path: Path) -> None:
    (trace,) = sample(tmp_path, "mobilegpt")
    assert told(trace) == [("type", "1"), ("click", "2")]
    assert trace.steps[0].action == Type("Bread"), "the slot is filled from the next screen"
    assert trace.template == "add an entry"


def test_androidcontrol(tmp_path: Path) -> None:
    first, second = sample(tmp_path, "androidcontrol")
    assert first.instruction == "Tap Milk" and first.app == samples.APP
    assert told(first) == [("click", "w0.1"), ("button_press", None)]
    assert first.steps[0].instruction == "tap it"
    assert first.shots["0"].layer is Layer.KEYBOARD
    assert first.shots["0"].screen.pixels().shape == (80, 40, 4)
    assert len(second.steps) == 2


def test_androidworld(tmp_path: Path) -> None:
    rows, columns, history = sample(tmp_path, "androidworld")
    assert told(rows) == [("click", "1"), ("scroll", "0")]
    assert rows.answer == "two" and rows.template == "Tap {what}" and rows.has(Flag.FLAT)
    assert told(columns)[0] == ("click", "1")
    assert history.shots["0"].screen.elements[0].text == "None: True"
    assert told(history)[0] == ("click", "0") and history.steps[0].has(Mark.NO_CHANGE)


def test_rico(tmp_path: Path) -> None:
    (trace,) = sample(tmp_path, "rico")
    assert list(trace.shots) == ["2", "10", "11"], "by number, not by letters"
    assert [type(step.action) for step in trace.steps] == [Click, Scroll]
    target = trace.target(trace.steps[0])
    assert target is not None and target.description == "Go"


def test_motif_has_a_task(tmp_path: Path) -> None:
    files = {name.replace("screenshots", "screens"): data for name, data in samples.rico().items()}
    (trace,) = read_traces(samples.write(tmp_path, files | {"trace_0/task.txt": b"press go\n"}))
    assert trace.instruction == "press go" and not trace.has(Flag.EXPLORATION)
    assert trace.shots["2"].picture is not None


@pytest.mark.parametrize("name", ["aitz", "gui_odyssey", "aitw"])
def test_sets_without_trees_are_flagged(tmp_path: Path, name: str) -> None:
    (trace,) = sample(tmp_path, name)
    assert trace.has(Flag.SCREENSHOT_ONLY) and trace.answer == ""
    assert [type(step.action) for step in trace.steps][:2] == [Click, Scroll]
    assert not any(step.marks & {Mark.NO_CHANGE, Mark.MISSED} for step in trace.steps)
    assert trace.shots["0"].screen.pixels().shape == (80, 40, 4)


def test_odyssey_keeps_the_template(tmp_path: Path) -> None:
    (trace,) = sample(tmp_path, "gui_odyssey")
    assert trace.template == "Write {}" and trace.steps[3].action == ButtonPress("home")


def test_a_folder_of_many(tmp_path: Path) -> None:
    for name in ("autodroid", "droidbot", "androidworld"):
        samples.write(tmp_path / name, samples.SAMPLES[name]())
    traces = read_traces(tmp_path)
    assert [trace.format for trace in traces] == ["androidworld"] * 3 + ["autodroid"] * 3 + ["droidbot"]
    assert {trace.format for trace in read_traces(tmp_path, "autodroid")} == {"autodroid"}


def test_clear_errors(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    with pytest.raises(TraceError, match="no such file"):
        read_traces(tmp_path / "nothing")
    with pytest.raises(TraceError, match="known format.*droidbot"):
        read_traces(tmp_path / "empty")
    with pytest.raises(TraceError, match="did you mean 'droidbot'"):
        read_traces(tmp_path, "droidbott")
    with pytest.raises(TraceError, match="no recording of the format rico"):
        read_traces(tmp_path, "rico")
    samples.write(tmp_path / "bot", {"states/state_1.json": b"{", "events/event_1.json": b""})
    with pytest.raises(TraceError, match="no readable events"):
        read_traces(tmp_path / "bot")
    samples.write(tmp_path / "auto", {"utg.yaml": b"records: 7"})
    with pytest.raises(TraceError, match="no records"):
        read_traces(tmp_path / "auto")
    samples.write(tmp_path / "ours", {"recording.json": b'{"format": 9}'})
    with pytest.raises(TraceError, match="this version reads 1"):
        read_traces(tmp_path / "ours")


def test_all_readers_say_what_they_want() -> None:
    assert all(reader.wants and reader.format == name for name, reader in READERS.items())


def test_labels_with_quotes_and_more_attributes(tmp_path: Path) -> None:
    screen = """<button id=0 text='Don't > stop' value='x'>Go</button>
<checkbox id=1 checked=True text='A'>B > <unknown></checkbox>
<p id=2>two
lines</p>
<p id=3>never closed
<input id=4 >a</input>"""
    files = samples.autodroid()
    task = {
        "task": "x",
        "profile": [{"state": screen, "label": [0, "null"]}, {"state": screen, "label": [-1, ""]}],
    }
    tasks = {"one": {"k": task}, "two": {"k": task}}
    folder = samples.write(tmp_path, {"profile_no_answer.json": samples.to_bytes(tasks), **files})
    one, two = read_traces(folder / "profile_no_answer.json", "autodroid")
    assert (one.app, two.app) == ("one", "two")
    shot = one.shots[one.steps[0].before]
    assert [(e.id, e.text, e.description) for e in shot.screen.elements] == [
        ("0", "Go", "Don't > stop"), ("1", "B > <unknown>", "A"), ("2", "two\nlines", ""), ("4", "a", ""),
    ]  # fmt: skip
    assert shot.screen.elements[1].has(Is.CHECKED)


def test_bare_pixels(tmp_path: Path) -> None:
    pixels = bytes(range(3)) * 8
    sizes = {"image/width": [2], "image/height": [4], "results/action_type": [5], "step_id": [0]}
    texts = {"episode_id": [b"1"], "image/encoded": [pixels]}
    data = samples.record(samples.example({**sizes, **texts}))
    (trace,) = read_traces(samples.write(tmp_path, {"aitw": data}))
    assert trace.shots["0"].screen.pixels()[3, 1].tolist() == [0, 1, 2, 255]
