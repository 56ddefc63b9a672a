"""What commands print: tables, JSON, progress, and nothing that steers the terminal."""

from __future__ import annotations

import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from phonebuddy.cli.report import clean, emit, progress

DATA = {
    "speed": 1234.567,
    "note": "a\x1b[31mred\x9b2J [bold]b[/bold]",
    "rows": [{"app": "clock", "pages": 4}, {"app": "no\ttes", "ok": True}],
}


def test_json_is_one_object_on_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    emit(DATA, as_json=True)
    output = capsys.readouterr().out
    assert output.count("\n") == 1
    assert json.loads(output) == DATA | {"note": "a\x1b[31mred2J [bold]b[/bold]"}


def test_tables_show_values_and_rows(capsys: pytest.CaptureFixture[str]) -> None:
    emit(DATA, as_json=False)
    output = capsys.readouterr().out
    assert "1,234.57" in output
    assert "a[31mred2J [bold]b[/bold]" in output
    assert "app" in output
    assert "\x1b" not in output


@given(st.text())
def test_clean_text_has_no_controls_but_tab_and_line_break(text: str) -> None:
    cleaned = clean(text)
    assert all(char in "\t\n" or (char >= " " and not "\x7f" <= char <= "\x9f") for char in cleaned)
    assert clean(cleaned) == cleaned
    cleaned.encode("utf-8")


def test_progress_in_a_log_is_ten_lines(capsys: pytest.CaptureFixture[str]) -> None:
    with progress("pages\x1b", 200) as advance:
        for _ in range(200):
            advance(1)
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 10
    assert (lines[0], lines[-1]) == ("pages: 20 of 200", "pages: 200 of 200")


def test_long_work_says_its_pace_and_its_end(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    now = iter(range(0, 10_000, 30))
    monkeypatch.setattr("phonebuddy.cli.report.time.monotonic", lambda: float(next(now)))
    with progress("pages", 20) as advance:
        for _ in range(10):
            advance(2)
    lines = capsys.readouterr().err.splitlines()
    assert re.fullmatch(r"pages: 2 of 20, 4 a minute, ends at \d\d:\d\d:\d\d", lines[0])
    assert lines[-1] == "pages: 20 of 20, 4 a minute"


def test_what_was_done_before_is_no_part_of_the_pace(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    now = iter((0.0, 60.0))
    monkeypatch.setattr("phonebuddy.cli.report.time.monotonic", lambda: next(now))
    with progress("pages", 1000, 900) as advance:
        advance(100)
    assert capsys.readouterr().err == "pages: 1000 of 1000, 100 a minute\n"


def test_small_numbers_can_be_told_apart(capsys: pytest.CaptureFixture[str]) -> None:
    values = (0.0461, 0.0539, 0.0004, 0.00001, -0.021, 0.25, 0.0)
    emit({"differences": [{"p": p} for p in values]}, as_json=False)
    shown = capsys.readouterr().out.split()
    assert shown[2:] == ["0.046", "0.054", "0.0004", "<0.0001", "-0.021", "0.25", "0.00"]


def test_progress_over_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    with progress("nothing", 0):
        pass
    assert capsys.readouterr().err == ""
