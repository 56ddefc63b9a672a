"""The measures: trees, looks, pages against names, what is null and why, processes, the time it takes."""

from __future__ import annotations

import json
import os
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from phonebuddy.cli.rebuild import rebuild
from phonebuddy.errors import TraceError
from phonebuddy.rebuild.build import build_model
from phonebuddy.rebuild.items import BOX, Item
from phonebuddy.rebuild.measure import made_recording, measure_rebuild
from phonebuddy.rebuild.score.looks import View, likeness, view
from phonebuddy.rebuild.score.purity import judge_sorting
from phonebuddy.rebuild.score.report import report
from phonebuddy.rebuild.score.run import plan_score, read_names, read_recordings, score_recordings
from phonebuddy.rebuild.score.tally import Tally
from phonebuddy.rebuild.score.trees import MOST_NODES, Tree, tree_distance, tree_similarity
from phonebuddy.screen import Bounds, Element
from tests.traces import samples

SHARED = Path(os.environ.get("PHONEBUDDY_TRACES", "/work/shared/traces"))
KEYS = {
    "steps", "next_page", "next_page_changing", "tasks", "full_replay", "changed_node_f1",
    "state_persistence", "verifier_soundness", "assumed_share", "floor_next_page", "floor_full_replay",
    "tree_similarity", "visual_similarity", "page_purity", "reset_identity", "transition_coverage",
    "import_loss",
}  # fmt: skip


def node(name: str, parent: int) -> Item:
    return Item(BOX, "", False, "", name, parent, Element(name, "group", Bounds(0, 0, 1, 1)))


@st.composite
def trees(draw: st.DrawFn) -> list[Item]:
    """Nodes in drawing order: each below the one before it or below one of those above that."""
    found: list[Item] = []
    above: list[int] = []
    for number in range(draw(st.integers(0, 9))):
        above = above[: draw(st.integers(0, len(above)))]
        found.append(node(draw(st.sampled_from("ab")), above[-1] if above else -1))
        above.append(number)
    return found


@given(trees(), trees(), trees())
def test_the_distance_of_trees_is_a_distance(one: list[Item], two: list[Item], three: list[Item]) -> None:
    a, b, c = Tree(one), Tree(two), Tree(three)
    assert tree_distance(a, b) == tree_distance(b, a)
    assert tree_distance(a, a) == 0
    assert (tree_distance(a, b) == 0) == (
        [(i.path, i.parent) for i in one] == [(i.path, i.parent) for i in two]
    )
    assert tree_distance(a, c) <= tree_distance(a, b) + tree_distance(b, c)
    assert abs(len(one) - len(two)) <= tree_distance(a, b) <= len(one) + len(two)


def test_a_node_renamed_added_or_moved() -> None:
    plain = [node("a", -1), node("b", 0), node("c", 0)]
    assert tree_distance(Tree(plain), Tree([node("a", -1), node("x", 0), node("c", 0)])) == 1
    assert tree_distance(Tree(plain), Tree([*plain, node("d", 2)])) == 1
    assert tree_similarity(plain, [node("a", -1), node("b", 0)]) == pytest.approx(2 / 3)
    large = [node("a", -1) for _ in range(MOST_NODES + 1)]
    assert tree_similarity(large, plain) is None
    assert tree_similarity(large, large) == 1.0


def test_looks_of_screens() -> None:
    draw = np.random.default_rng(3)
    pixels = draw.integers(0, 255, (640, 360, 4), np.uint8)
    picture = Element("1", "image", Bounds(0, 0, 360, 320))
    one = view(pixels, 0, 640, (360, 640), [picture])
    changed = pixels.copy()
    changed[:320] = 0
    two = view(changed, 0, 640, (360, 640), [picture])
    assert likeness(one, one, False) == pytest.approx(1.0)
    whole, masked = likeness(one, two, False), likeness(one, two, True)
    assert whole is not None
    assert whole < 0.6
    assert masked == pytest.approx(1.0)
    everywhere = view(pixels, 0, 640, (360, 640), [Element("1", "image", Bounds(0, 0, 360, 640))])
    assert likeness(everywhere, View(one.gray, one.plain), True) is None


def test_pages_against_names() -> None:
    names = {"a": "home", "b": "home", "c": "menu", "d": "menu"}
    right = judge_sorting({"a": 1, "b": 1, "c": 2, "d": 2}, names)
    assert right == (4, 1.0, 1.0, 1.0)
    apart = judge_sorting({"a": 1, "b": 3, "c": 2, "d": 2}, names)
    assert apart is not None
    assert (apart.purity, apart.completeness) == (1.0, 0.75)
    assert 0 < apart.v_measure < 1
    assert judge_sorting({"z": 1}, names) is None


def test_names_of_pages_lie_beside_the_recordings(tmp_path: Path) -> None:
    assert read_names(tmp_path) == {}
    (tmp_path / "pages.json").write_text('{"a": 1}')
    with pytest.raises(TraceError, match="page names"):
        read_names(tmp_path)
    (tmp_path / "pages.json").write_text("{")
    with pytest.raises(TraceError, match="not JSON"):
        read_names(tmp_path)


def test_nothing_measured_is_null_with_a_reason() -> None:
    result = report(Tally("chronological"))
    assert set(result) >= KEYS
    reasons = result["reasons"]
    assert isinstance(reasons, dict)
    assert {name for name, value in result.items() if value is None} == set(reasons)


def two_apps(folder: Path) -> Path:
    samples.write(folder / "list", samples.autodroid())
    samples.write(folder / "bot", samples.droidbot())
    (folder / "letter.txt").write_text("no recording")
    return folder


def test_processes_change_nothing_but_the_time(tmp_path: Path) -> None:
    path = two_apps(tmp_path)
    results = []
    for jobs in (1, 2):
        found, plan = plan_score(path, None, "learnt", jobs)
        asked: list[int] = []
        results.append(score_recordings(path, found, plan, jobs, asked.append))
        assert sum(asked) == plan.num_asked
    timed = ("build_s_per_100_screens", "steps_per_s")
    one, two = ({k: v for k, v in result.items() if k not in timed} for result in results)
    assert one == two
    assert one["apps"] == 2
    assert set(one) >= KEYS


def test_a_damaged_recording_does_not_stop_the_others(tmp_path: Path) -> None:
    path = two_apps(tmp_path)
    assert len(read_recordings(path, None).apps) == 2
    for name in ("utg.yaml", "tasks.json"):
        next((path / "list").rglob(name)).write_text('a: "')
    found = read_recordings(path, None)
    assert len(found.apps) == 1
    assert len(found.unread) == 1
    with pytest.raises(TraceError, match="not JSON|not YAML"):
        read_recordings(path, "autodroid")


def test_too_few_steps_are_said_so(tmp_path: Path) -> None:
    source = samples.write(tmp_path / "in" / "list", samples.autodroid())
    next(source.rglob("utg.yaml")).unlink()
    result = CliRunner().invoke(rebuild, ["score", str(source), "--json"])
    assert result.exit_code in (0, 2)
    assert result.exit_code == 0 or "Use --protocol" in result.output


def test_the_bench_makes_the_same_recording() -> None:
    assert made_recording(20, 5) == made_recording(20, 5)
    numbers = measure_rebuild(20)
    assert (numbers["screens"], numbers["steps"], numbers["pages"]) == (20, 60, 1)


def test_the_page_is_written_or_served_not_both(tmp_path: Path) -> None:
    source = samples.write(tmp_path / "in" / "list", samples.autodroid())
    page = tmp_path / "page.html"
    assert CliRunner().invoke(rebuild, ["explain", str(source)]).exit_code == 2
    result = CliRunner().invoke(rebuild, ["explain", str(source), "-o", str(page)])
    assert result.exit_code == 0, result.output
    assert "rebuilt from" in page.read_text("utf-8")


def test_the_command_says_all_that_was_asked(tmp_path: Path) -> None:
    result = CliRunner().invoke(rebuild, ["score", str(two_apps(tmp_path)), "--json"])
    assert result.exit_code == 0, result.output
    assert set(json.loads(result.stdout)) >= KEYS


@pytest.mark.skipif(not SHARED.is_dir(), reason="the shared recordings are not here")
def test_pages_are_those_a_person_sees() -> None:
    """The names in labelled.json were given by looking at what each screen says."""
    labelled = json.loads(Path(__file__).with_name("labelled.json").read_text())
    for name, names in labelled.items():
        (traces,) = read_recordings(SHARED / name, "droidbot").apps
        pages = {seen.key: page.number for page in build_model(traces).pages for seen in page.members}
        sorting = judge_sorting(pages, names)
        assert sorting is not None
        assert sorting.num_screens == len(names)
        assert sorting.purity >= 0.9
        assert sorting.completeness >= 0.8
