"""The report: what it must say, and that nothing in it can be more than text."""

from __future__ import annotations

from html.parser import HTMLParser

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from phonebuddy.actions import Click, Finish, Point
from phonebuddy.episode import Episode, Seen, Step
from phonebuddy.evals.recipe_settings import read_recipe
from phonebuddy.evals.report import Results, write_report
from phonebuddy.evals.scores import cells, compare
from phonebuddy.screen import Bounds, Element
from tests.evals.test_scores import outcomes

VOID = {"meta", "br", "rect", "line", "polyline", "circle"}


class Reader(HTMLParser):
    """Notes tags and text, and that tags close in order."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.open: list[str] = []
        self.said = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.said += data


def read(text: str) -> Reader:
    reader = Reader()
    reader.feed(text)
    assert reader.open == []
    return reader


def results(
    real: str = "stand-in", command: str = "phonebuddy train recipe", changes: tuple[str, ...] = ()
) -> Results:
    sft, mixed = outcomes("+--x"), outcomes("++-+")
    return Results(
        preset="nano", seeds=(0,), suite="buddy150", real=real, recipe=read_recipe("nano", changes=changes),
        tasks=4, tasks_with_new_apps=3, commands=(command,),
        cells=[*cells("SFT", sft), *cells("Real+Mock", mixed)],
        differences=compare("Real+Mock", mixed, "SFT", sft),
        stages=[{"name": "sft", "seconds": 12.0, "rows": 7}], versions={"phonebuddy": "0"},
    )  # fmt: skip


def episode(text: str) -> Episode:
    element = Element("1", "text", Bounds(0, 0, 9, 9), text)
    seen = Seen((element,), "app", "", 100, 100, 0)
    steps = (Step(seen, Click(Point(1, 1))), Step(seen, Finish("Done.")))
    return Episode(
        "0", "t@0.0", "t", "single", ("clock",), text, "nano", 0, "mock", "world", steps, "success", "finish"
    )  # fmt: skip


CURVES = {"RL, mixed": [{"step": n, "mock/success": n / 4, "entropy": 1.0} for n in range(4)]}


def test_it_says_what_was_asked() -> None:
    page = read(write_report(results(), CURVES, [episode("Set an alarm")]))  # type: ignore[arg-type]
    for words in (
        "Single-App",
        "Cross-App",
        "Mini-App",
        "Average",
        "33.3",
        "1 faults",
        "phonebuddy train recipe",
    ):
        assert words in page.said
    assert "Real+Mock (stand-in)" in page.said and "say nothing about real apps" in page.said
    assert "svg" in page.tags and "Set an alarm" in page.said and '"name": "click"' in page.said


def test_ablations_have_a_table_of_their_own() -> None:
    more = results().cells + cells("SFT, 5 apps", outcomes("+---"))
    page = read(write_report(msgspec.structs.replace(results(), cells=more), {}, []))
    before, _, after = page.said.partition("Ablations")
    assert "SFT, 5 apps" in after and "SFT, 5 apps" not in before and "Real+Mock" in before


def test_ablations_say_their_updates_and_those_of_the_models_above() -> None:
    more = results().cells + cells("SFT, 5 apps", outcomes("+---"))
    changes = ("ablations.rl_steps=10", "ablations.sft_updates=1500")
    said = read(write_report(msgspec.structs.replace(results(changes=changes), cells=more), {}, [])).said
    assert "1,500 updates (the last training of SFT above: 1,000)" in said
    assert "10 steps (above: 8)" in said and "fewer" not in said


def test_it_says_how_many_tasks_need_an_app_that_was_not_in_training() -> None:
    assert "3 of 4 tasks need an app that was not in training" in read(write_report(results(), {}, [])).said


def test_the_share_of_the_lanes_is_that_of_the_recipe() -> None:
    half = msgspec.structs.replace(results(), cells=results().cells + cells("Real, half", outcomes("+---")))
    said = read(write_report(half, {}, [])).said
    assert "half of them from each lane" in said
    assert "Real, half is Real after 4 of its 8 steps" in said
    quarter = results(changes=("rl.mock_share=0.25",))
    quarter = msgspec.structs.replace(quarter, cells=quarter.cells + cells("Real, 75%", outcomes("+---")))
    said = read(write_report(quarter, {}, [])).said
    assert "75 % of them real" in said and "half" not in said
    assert "Real, 75% is Real after 6 of its 8 steps" in said and "Ablations" not in said


def test_a_stand_in_that_is_not_served_is_not_said_to_be() -> None:
    said = read(write_report(results(changes=("lanes.real_phones=world:4",)), {}, [])).said
    assert "is a stand-in" in said and "served over ADB" not in said and "nothing about real apps" in said


def test_a_small_p_is_not_nought() -> None:
    sure = compare("Real+Mock", outcomes("+" * 30), "SFT", outcomes("-" * 30))
    page = write_report(msgspec.structs.replace(results(), differences=sure), {}, [])
    assert "<0.0001" in read(page).said and "0.0000" not in page


def test_real_phones_are_not_called_a_stand_in() -> None:
    assert "stand-in" not in write_report(results(real="adb:R5CT"), {}, [])


@settings(max_examples=30)
@given(st.text(max_size=40))
def test_no_text_becomes_markup(text: str) -> None:
    hostile = f"<script>alert(1)</script>{text}<img src=x onerror=1>"
    page = read(write_report(results(command=hostile), {hostile: CURVES["RL, mixed"]}, [episode(hostile)]))  # type: ignore[dict-item]
    assert not {"script", "img", "iframe", "link"} & page.tags
