"""The score: floors, judge, protocols, replay on the engine, and that a slideshow would not pass."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from click.testing import CliRunner

from phonebuddy.cli.rebuild import rebuild
from phonebuddy.errors import TraceError
from phonebuddy.rebuild.build import build_model
from phonebuddy.rebuild.emit.app import app_files, write_app
from phonebuddy.rebuild.goals import judge_goals
from phonebuddy.rebuild.make import make_app
from phonebuddy.rebuild.score.compare import changes, facts, hits, holds
from phonebuddy.rebuild.score.floors import Memo
from phonebuddy.rebuild.score.judge import Judge
from phonebuddy.rebuild.score.protocols import CHRONOLOGICAL, LEARNT, LEAVE_ONE_OUT, cut, folds
from phonebuddy.rebuild.score.replay import Replayer
from phonebuddy.rebuild.score.report import report
from phonebuddy.rebuild.score.score import running, score_apps
from phonebuddy.rebuild.score.targets import find_target
from phonebuddy.rebuild.score.trees import tree_similarity
from phonebuddy.rebuild.tasks import find_slots, task_file, without
from tests.rebuild.recorded import ALL, CHOOSE, MAIN, MENU, OATS, RUN, SALT, SETTINGS, WARN, items, trace

SHARED = Path(os.environ.get("PHONEBUDDY_TRACES", "/work/shared/traces"))


def test_learnt_recordings_replay_whole() -> None:
    tally = report(score_apps([ALL], LEARNT))
    assert tally["next_page"] == 1.0
    assert tally["full_replay"] == len(ALL)


def test_leaving_one_task_out_beats_the_floor_and_keeps_texts() -> None:
    tally = report(score_apps([ALL], LEAVE_ONE_OUT))
    assert tally["tasks"] == 4
    assert float(str(tally["next_page"])) > float(str(tally["floor_next_page"]))
    assert tally["unseen_text"] == 1.0
    assert tally["verifier_soundness"] == 1.0
    assert {"steps", "next_page_changing", "full_replay", "changed_node_f1", "assumed_share"} <= set(tally)


def test_nothing_asked_was_learnt() -> None:
    for fold in folds(ALL, LEAVE_ONE_OUT):
        assert not {trace.id for trace in fold.learnt} & {trace.id for trace in fold.asked}
    (fold,) = folds([RUN], CHRONOLOGICAL)
    assert len(fold.learnt[0].steps) + len(fold.asked[0].steps) == len(RUN.steps)


def test_a_cut_keeps_the_screens_of_each_part() -> None:
    early, late = cut(RUN)
    assert all(step.before in early.shots for step in early.steps)
    assert all(step.before in late.shots for step in late.steps)


def test_one_recording_has_nothing_to_leave_out() -> None:
    with pytest.raises(TraceError, match="chronological"):
        list(folds([RUN], LEAVE_ONE_OUT))


def test_the_floor_is_a_memo_and_the_widget_rule() -> None:
    judge = Judge(ALL, True)
    memo = Memo(judge, [RUN])
    assert memo.ask(RUN, False).full
    assert memo.ask(WARN, False).right == 2
    assert memo.ask(WARN, True).full


def test_the_judge_knows_pages_by_their_words() -> None:
    judge = Judge(ALL, True)
    key = "/".join(SETTINGS)
    assert judge.same(items(*SETTINGS[:3]), key, False)
    assert not judge.same(items(*MENU), key, False)
    assert not judge.same(items(*SETTINGS), key, True)
    assert judge.nearest(items(*MAIN), "/".join(MAIN))
    assert not judge.nearest(items(*MAIN), "/".join(MENU))
    assert not judge.nearest(items("p:never seen"), "/".join(MAIN))


def test_a_page_that_is_not_known_is_a_failed_step() -> None:
    strange = trace("strange", ["p:Q", "b:W"], "W", ["p:E", "b:R"], instruction="?")
    judge = Judge([*ALL, strange], True)
    with running(build_model(ALL)) as driver:
        (outcome,) = Replayer(build_model(ALL), driver, judge).replay(strange, True)
    assert not (outcome.known or outcome.available or outcome.right)


def test_targets_are_found_by_words_and_number() -> None:
    screen = items("b:A", "b:B", "b:A", "b:Long|1")
    assert find_target(screen, screen[2], screen) is screen[2]
    assert find_target(screen, items("b:Long|2")[0], screen) is screen[3]
    assert find_target(screen, items("b:Z")[0], screen) is None


def test_changes_are_what_came_and_went() -> None:
    found = changes(items("p:a", "c:b"), items("p:a", "x:b"))
    assert found.total() == 2
    assert hits(found, found).f1 == 1.0
    assert hits(changes(items("p:a"), items("p:a")), found).f1 == 0.0


def test_similarity_of_screens_without_trees() -> None:
    assert tree_similarity(items("p:a", "b:b"), items("p:x", "b:y")) == 1.0
    assert tree_similarity(items("p:a"), items("p:a", "b:b")) == 0.5
    assert tree_similarity([], []) == 1.0


def test_facts_are_seen_again_later() -> None:
    seen = {key: tuple(one.items) for key, one in Judge(ALL, True).seen.items()}
    (fact,) = facts(SALT, seen)
    assert (fact.text, fact.seen) == ("Salt", 2)
    assert holds(fact, items("p:Last: Salt"))
    assert not holds(fact, items("p:Last: Oats"))


def test_goals_are_proven_and_become_tasks() -> None:
    model = build_model(ALL)
    with running(model) as driver:
        report = judge_goals(Replayer(model, driver, Judge(ALL, True)), ALL)
    assert report.num_goals == report.num_sound == 4
    text = task_file(model, report.goals)
    assert "units IS 'Imperial'" in text
    assert ":text_1" in text


def test_slots_are_typed_texts_the_instruction_says() -> None:
    assert find_slots(SALT) == {"Salt": "text_1"}
    assert find_slots(CHOOSE) == {}


def test_a_folder_that_is_not_ours_is_left_alone(tmp_path: Path) -> None:
    from tests.traces import samples

    source = samples.write(tmp_path / "in" / "list", samples.autodroid())
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "letter.txt").write_text("keep me")
    result = CliRunner().invoke(rebuild, [str(source), "-o", str(tmp_path / "mine")])
    assert result.exit_code == 2
    assert "not made by a rebuild" in result.output
    assert (tmp_path / "mine" / "letter.txt").exists()


def test_the_same_recordings_give_the_same_bytes(tmp_path: Path) -> None:
    from tests.traces import samples

    source = samples.write(tmp_path / "in" / "list", samples.autodroid())
    for name in ("one", "two"):
        make_app(source, tmp_path / name / "list", None, False, True)
    one, two = (
        {
            str(file.relative_to(tmp_path / name)): file.read_bytes()
            for file in (tmp_path / name).rglob("*")
            if file.is_file()
        }
        for name in ("one", "two")
    )
    assert one == two
    assert "list/explained.html" in one


def test_the_command_prints_one_object(tmp_path: Path) -> None:
    from tests.traces import samples

    source = samples.write(tmp_path / "in" / "list", samples.autodroid())
    result = CliRunner().invoke(rebuild, ["score", str(source), "--protocol", "learnt", "--json"])
    assert result.exit_code == 0, result.output
    assert json.loads(result.stdout)["protocol"] == "learnt"


@pytest.mark.slow
@pytest.mark.skipif(not SHARED.is_dir(), reason="the shared recordings are not here")
def test_the_shared_autodroid_recordings_reach_their_marks() -> None:
    from phonebuddy.rebuild.score.run import read_apps

    tally = report(score_apps(read_apps(SHARED / "autodroid", "autodroid"), LEAVE_ONE_OUT))
    assert float(str(tally["next_page"])) >= 0.85
    assert float(str(tally["next_page_grouped"])) >= 0.85
    assert int(str(tally["full_replay"])) >= 45
    assert tally["verifier_soundness"] == 1.0


@pytest.mark.slow
@pytest.mark.skipif(not SHARED.is_dir(), reason="the shared recordings are not here")
def test_the_shared_droidbot_recording_reaches_its_mark() -> None:
    from phonebuddy.rebuild.score.run import read_apps

    tally = report(score_apps(read_apps(SHARED / "droidbot-textra", "droidbot"), CHRONOLOGICAL))
    assert float(str(tally["next_page_changing"])) >= 0.5
    assert float(str(tally["next_page_inside"])) >= 0.5


@pytest.mark.slow
@pytest.mark.skipif(not SHARED.is_dir(), reason="the shared recordings are not here")
@pytest.mark.parametrize(
    ("name", "format"),
    [
        ("droidbot-a2dpvol", "droidbot"),
        ("droidbot-album-sample", "droidbot"),
        ("kea-myexpenses", "droidbot"),
        ("mobilegpt-simplecalendar", "mobilegpt"),
        ("androidworld-simplecalendar", "androidworld"),
    ],
)
def test_what_was_learnt_is_replayed(name: str, format: str) -> None:
    from phonebuddy.rebuild.score.run import read_apps

    tally = report(score_apps(read_apps(SHARED / name, format), LEARNT))
    assert float(str(tally["next_page"])) >= 0.98
    assert tally["reset_identity"] is True


def test_oats_and_salt_are_the_same_task() -> None:
    assert [type(step.action) for step in OATS.steps] == [type(step.action) for step in SALT.steps]


def test_tasks_can_be_taken_out_of_a_file() -> None:
    text = "# Tasks.\none:\n  say: [a]\ntwo:\n  say:\n    - x\nthree: {}\n"
    assert without(text, {"two"}) == "# Tasks.\none:\n  say: [a]\nthree: {}\n"
    assert without(text, ()) == text


@pytest.mark.slow
def test_tasks_of_a_rebuilt_app_are_proven_like_all_others(tmp_path: Path) -> None:
    model = build_model(ALL)
    folder = tmp_path / model.name
    write_app(app_files(model), folder)
    with running(model) as driver:
        report_ = judge_goals(Replayer(model, driver, Judge(ALL, True)), ALL)
    (folder / "tasks").mkdir()
    (folder / "tasks" / "pantry.yaml").write_text(task_file(model, report_.goals))
    result = CliRunner().invoke(rebuild, ["prove", str(folder), "--drop", "--json"])
    assert result.exit_code == 0, result.output
    numbers = json.loads(result.stdout)
    assert numbers["tasks"] == 4
    assert numbers["proven"] >= 3
    again = CliRunner().invoke(rebuild, ["prove", str(folder), "--json"])
    assert json.loads(again.stdout)["tasks"] == numbers["proven"]
    assert again.exit_code == 0
