"""The prompt has the published shape: its headings, and the history as text."""

from __future__ import annotations

import msgspec

from phonebuddy.actions import Click, OpenApp, Output, Point
from phonebuddy.agents.prompt import prompt_for
from tests.episodes.made import golds


def test_before_the_first_step_there_is_no_history() -> None:
    prompt = prompt_for("Set an alarm", ())
    assert prompt.after == "# Instruction\nSet an alarm"
    assert "- open_app(package)" in prompt.before


def test_history_is_written_as_the_published_runner_does() -> None:
    step = golds()[0].steps[0]
    past = [
        msgspec.structs.replace(step, action=action, text="")
        for action in (OpenApp("Clock"), Click(Point(500, 300)), Output("07:25"))
    ]
    told = prompt_for("Set an alarm", past).after
    assert told.split("\n\n")[1].split("\n") == [
        "# History of Previous Actions",
        "Step 1",
        'Action: open_app({"app": "Clock"})',
        "Step 2",
        'Action: click({"points": [[500, 300]]})',
        "Step 3",
        'Action: finish({"text": "07:25"})',
    ]
