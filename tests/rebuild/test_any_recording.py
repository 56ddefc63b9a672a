"""Whatever a recording says: the app that is made of it passes the checks and runs."""

from __future__ import annotations

import tempfile
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from phonebuddy.rebuild.build import build_model
from phonebuddy.rebuild.emit.app import app_files, write_app
from phonebuddy.rebuild.score.protocols import LEARNT
from phonebuddy.rebuild.score.report import report
from phonebuddy.rebuild.score.score import score_apps
from phonebuddy.traces.trace import Trace
from phonebuddy.world.spec.load import check_apps
from tests.rebuild.recorded import BACK, trace

WORDS = st.one_of(
    st.sampled_from(
        [
            "OK",
            "Save",
            "select",
            "id",
            "12",
            "a|b",
            "a|c",
            "name|x",
            "on",
            "# {x}",
            "it's",
            "=1",
            ":v",
            "- y",
            "null",
        ]
    ),
    st.text(st.characters(exclude_categories=["Cs", "Cc"], exclude_characters="|"), min_size=1, max_size=8),
)
LINES = st.lists(st.tuples(st.sampled_from("pbicx"), WORDS).map(":".join), min_size=1, max_size=6)


@st.composite
def recordings(draw: st.DrawFn) -> list[Trace]:
    pool = draw(st.lists(LINES, min_size=1, max_size=4))
    found = []
    for number in range(draw(st.integers(1, 2))):
        screens = draw(st.lists(st.sampled_from(pool), min_size=2, max_size=7))
        parts: list[object] = [screens[0]]
        for before, after in zip(screens, screens[1:], strict=False):
            line = draw(st.sampled_from(before))
            kind, _, words = line.partition(":")
            doing: object = BACK if kind == "p" else (words, draw(WORDS)) if kind == "i" else words
            parts += [doing, after]
        found.append(trace(f"t{number}", *parts, instruction="Do it" if number else ""))  # type: ignore[arg-type]
    return found


@settings(max_examples=40, deadline=None)
@given(recordings())
def test_any_recording_gives_a_sound_app(traces: list[Trace]) -> None:
    model = build_model(traces)
    files = app_files(model)
    with tempfile.TemporaryDirectory() as folder:
        write_app(files, Path(folder) / model.name)
        problems, _ = check_apps([Path(folder) / model.name])
    assert [str(problem) for problem in problems] == []


@settings(max_examples=6, deadline=None)
@given(recordings())
def test_any_recording_can_be_scored(traces: list[Trace]) -> None:
    tally = report(score_apps([traces], LEARNT))
    assert 0 <= float(str(tally["next_page"])) <= 1
