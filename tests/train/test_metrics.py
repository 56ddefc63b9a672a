"""Metrics: one line a step in order, whatever was killed; charts that hold whatever the numbers are."""

from __future__ import annotations

import math
import re
from pathlib import Path
from xml.dom.minidom import parseString

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from phonebuddy.errors import SetupError, TrainError
from phonebuddy.train.charts import _short, chart
from phonebuddy.train.curves import charts, points
from phonebuddy.train.metrics import NAME, Metrics, make_place, read_metrics


def test_lines_that_are_done_again_are_cut_off(tmp_path: Path) -> None:
    first = Metrics(tmp_path)
    for step in range(5):
        first.write(step, {"loss": step / 2})
    with (tmp_path / NAME).open("a") as file:
        file.write('{"step": 5, "lo')
    again = Metrics(tmp_path, next_step=3)
    again.write(3, {"loss": 9.0, "note": "x"})
    assert [line["step"] for line in read_metrics(tmp_path / NAME)] == [0, 1, 2, 3]
    assert points(read_metrics(tmp_path / NAME), "loss")[-1] == (3.0, 9.0)


def test_a_number_that_is_none_is_refused(tmp_path: Path) -> None:
    metrics = Metrics(tmp_path)
    for value in (math.nan, math.inf):
        with pytest.raises(
            TrainError, match=r"loss is .*has diverged.*a smaller learning rate .sft.learning"
        ):
            metrics.write(0, {"loss": value})
    assert not read_metrics(tmp_path / NAME)


def test_a_number_without_end_is_left_out_of_charts(tmp_path: Path) -> None:
    huge = "1" + "0" * 400
    lines = (f'{{"step": 0, "loss": {huge}}}', f'{{"step": {huge}, "loss": 1}}', '{"step": 1, "loss": 2}')
    (tmp_path / NAME).write_text("\n".join(lines))
    found = read_metrics(tmp_path / NAME)
    assert [line["step"] for line in found] == [0, 1]
    assert "loss" in "".join(charts(found, "stand-in"))


def test_other_places(tmp_path: Path) -> None:
    with pytest.raises(TrainError, match="did you mean 'tensorboard'"):
        make_place("tensorbord", tmp_path, "run")
    with pytest.raises(SetupError, match="pip install trackio"):
        make_place("trackio", tmp_path, "run")
    pytest.importorskip("tensorboard")
    place = make_place("tensorboard", tmp_path, "run")
    metrics = Metrics(tmp_path, places=(place,))
    metrics.write(0, {"mock/success": 0.5, "note": "words go to the file only"})
    metrics.close()
    assert list((tmp_path / "tensorboard").glob("events*"))


numbers = st.lists(st.tuples(st.floats(width=32), st.floats(width=32)), max_size=6)


@settings(max_examples=60)
@given(st.dictionaries(st.text(max_size=12), numbers, max_size=4), st.text(max_size=20))
def test_a_chart_is_well_formed_whatever_it_shows(
    curves: dict[str, list[tuple[float, float]]], title: str
) -> None:
    drawn = chart(title, curves)
    assert "nan" not in drawn.split("</title>")[1].partition("<text")[0] and "style=" not in drawn
    if all(name.isprintable() for name in (*curves, title)):
        parseString(drawn)


def test_all_that_was_asked_for_has_a_chart() -> None:
    lane = (
        "success",
        "success/single",
        "success/cross",
        "success/mini",
        "used",
        "flat",
        "dropped",
        "late",
        "faults",
    )
    line = {f"mock/{name}": 1 for name in (*lane, "latency_ms_p50", "latency_ms_p99")}
    drawn = "".join(charts([{"step": 0, **line, "staleness": 0, "entropy": 1, "mismatch": 0}], "stand-in"))
    for title in (
        "success: cross",
        "groups used",
        "staleness",
        "entropy",
        "log-probability mismatch",
        "latency",
    ):
        assert title in drawn


def test_numbers_have_room_beside_a_chart() -> None:
    values = (0.0, 0.0313, -0.0003, 12.51, 999.6, 1586.2, 15_999.0, 999_999.0, 2.13e6, -5e9, 4e15)
    texts = ["0", "0.031", "-0.0003", "12.5", "1000", "1586", "16k", "1000k", "2.13M", "-5G", "4e+15"]
    assert [_short(value) for value in values] == texts
    for text in re.findall(
        r'text-anchor="end"[^>]*>([^<]*)<', chart("ms", {"a": [(0.0, 0.0), (1.0, 1586.2)]})
    ):
        assert len(text) <= len("-0.0003")
