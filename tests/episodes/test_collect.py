"""Collecting: a run that is killed at any moment goes on, and nothing is lost or doubled."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner

from phonebuddy.cli.collect import collect as command
from phonebuddy.episode import Episode
from phonebuddy.episodes.bench import bench
from phonebuddy.episodes.collect_messages import Played
from phonebuddy.episodes.collector import Watch, collect, remaining
from phonebuddy.episodes.drawing import CARDS, DRILLS, INVENTED, Wish, draw_tasks, people_of
from phonebuddy.episodes.phones import Phones, Trouble, read_phones
from phonebuddy.episodes.replay import replay_all
from phonebuddy.episodes.run import Asked, locked, plan_run, read_plan
from phonebuddy.episodes.store import Store
from phonebuddy.errors import EpisodeError, SetupError, TaskError
from phonebuddy.tasks.reading import built_in_templates

COUNT = 6
WISH = Wish(count=COUNT, templates=("clock/switch_off_alarm", "contacts/star_person", "notes/write_note"))
ASKED = Asked("gold", WISH, Phones("world", 2))


def quietly(_total: int, _done: int) -> Watch:
    def watch(_played: Played) -> None:
        pass

    return watch


def key(episodes: list[Episode]) -> list[Episode]:
    """Episodes in the order of their ids, without what depends on the machine."""
    plain = [
        msgspec.structs.replace(
            one, steps=tuple(msgspec.structs.replace(step, latency_ms=0.0) for step in one.steps)
        )
        for one in episodes
    ]
    return sorted(plain, key=lambda one: one.id)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Store:
    """A run that nobody disturbed."""
    return collect(tmp_path_factory.mktemp("whole") / "run", ASKED, 1, quietly)


def test_a_run_holds_its_plan_once(whole: Store) -> None:
    heads = sorted(whole.heads(), key=lambda head: head.id)
    assert [head.id for head in heads] == [f"{number:06d}" for number in range(COUNT)]
    assert [head.task for head in heads] == draw_tasks(WISH)
    assert all(head.result == "success" for head in heads)
    assert (whole.folder / "README.md").read_text().startswith("---\nlicense")


def test_a_run_is_the_same_again(whole: Store) -> None:
    assert [found.detail for found in replay_all(whole.episodes(), whole.pictures)] == [""] * COUNT


def test_going_on_with_other_wishes_is_refused(whole: Store) -> None:
    other = msgspec.structs.replace(ASKED, agent="chance")
    with pytest.raises(EpisodeError, match="was begun with agent gold, not chance"):
        collect(whole.folder, other, 1, quietly)


def test_where_a_model_acts_is_told_to_the_workers_and_is_no_part_of_the_run(tmp_path: Path) -> None:
    pytest.importorskip("torch")
    from phonebuddy.train.checkpoint import write_model
    from phonebuddy.train.learner import learner_from

    write_model(tmp_path / "model", learner_from("nano", {"width": 16, "heads": 2, "layers": 1}))
    asked = msgspec.structs.replace(ASKED, agent=f"nano:{tmp_path}", limit=2)
    with pytest.raises(SetupError, match="cannot act on the device 'cuda:99'"):
        collect(tmp_path / "run", asked, 1, quietly, "cuda:99")
    # The same run goes on elsewhere.
    store = collect(tmp_path / "run", asked, 1, quietly, "cpu")
    assert len(store.heads()) == COUNT


def test_two_collections_do_not_share_a_folder(tmp_path: Path) -> None:
    with (
        locked(tmp_path),
        pytest.raises(EpisodeError, match="another collection works on"),
        locked(tmp_path, 0),
    ):
        pass


def test_a_damaged_plan_is_named(tmp_path: Path) -> None:
    plan_run(tmp_path, ASKED)
    (tmp_path / "plan.jsonl").write_bytes(b'{"id": 3}\n')
    with pytest.raises(EpisodeError, match="plan.jsonl is damaged"):
        plan_run(tmp_path, ASKED)


def test_what_is_left_after_faults(whole: Store, tmp_path: Path) -> None:
    store = Store(tmp_path)
    first, second, third = list(whole.episodes())[:3]
    store.parts.add("a", [first])
    broken = [msgspec.structs.replace(second, id=f"{second.id}~{n}", result="fault") for n in (1, 2)]
    store.faults.add("a", broken)
    left = remaining(read_plan(whole.folder)[:3], store, 3)
    assert [(play.assignment.id, play.tries) for play in left] == [(second.id, 2), (third.id, 0)]
    assert [play.assignment.id for play in remaining(read_plan(whole.folder)[:3], store, 2)] == [third.id]


def start(folder: Path) -> subprocess.Popen[bytes]:
    code = (
        "import sys; from pathlib import Path; from tests.episodes.test_collect import *;"
        "collect(Path(sys.argv[1]), ASKED, 2, quietly)"
    )
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    return subprocess.Popen([sys.executable, "-c", code, str(folder)], env=env, start_new_session=True)


def kill_at_random(folder: Path, seed: int, most_s: float, kills: int) -> int:
    """Kill the whole family, or only its head, after a while that chance gives; how often it was there."""
    chance = random.Random(seed)
    hit = 0
    for _ in range(kills):
        process = start(folder)
        time.sleep(chance.random() * most_s)
        alone = chance.random() < 0.5
        if process.poll() is None:
            hit += 1
            (os.kill if alone else os.killpg)(process.pid, signal.SIGKILL)
        process.wait()
    return hit


def test_a_killed_run_goes_on(whole: Store, tmp_path: Path) -> None:
    folder = tmp_path / "run"
    kill_at_random(folder, seed=1, most_s=8.0, kills=1)
    store = collect(folder, ASKED, 1, quietly)
    assert key(list(store.episodes())) == key(list(whole.episodes()))
    assert not list(folder.rglob("*.part"))


@pytest.mark.slow
def test_a_run_killed_twenty_times_goes_on(whole: Store, tmp_path: Path) -> None:
    folder = tmp_path / "run"
    # A run takes some four seconds on calm cores: killed later, it is over.
    assert kill_at_random(folder, seed=2, most_s=2.0, kills=20) > 3
    store = collect(folder, ASKED, 2, quietly)
    assert key(list(store.episodes())) == key(list(whole.episodes()))


@pytest.mark.slow
def test_a_worker_that_is_killed_is_replaced(whole: Store, tmp_path: Path) -> None:
    killed: list[int] = []

    def begun(_total: int, _done: int) -> Watch:
        def watch(_played: Played) -> None:
            if not killed:
                listed = subprocess.run(["pgrep", "-P", str(os.getpid())], capture_output=True, text=True)
                for pid in map(int, listed.stdout.split()):
                    if b"collect_worker" in Path(f"/proc/{pid}/cmdline").read_bytes():
                        killed.append(pid)
                        os.kill(pid, signal.SIGKILL)
                        return

        return watch

    store = collect(tmp_path / "run", ASKED, 1, begun)
    assert killed
    assert key(list(store.episodes())) == key(list(whole.episodes()))


@pytest.mark.slow
def test_the_bench_counts_what_it_collects() -> None:
    done: list[int] = []
    numbers = bench(4, 2, 1, done.append)
    assert (numbers["episodes"], numbers["episodes_pixels"], sum(done)) == (4, 2, 6)
    assert all(isinstance(value, int | float) and value > 0 for value in numbers.values())


@pytest.mark.slow
def test_served_phones_that_break_are_tried_again(tmp_path: Path) -> None:
    """Most tries break; the faults are apart, and every task is done in the end or given up."""
    trouble = Trouble(fault_rate=0.7, looks=3, interruptions=1.0)
    asked = msgspec.structs.replace(ASKED, phones=Phones("served", 2, trouble), lane="real", tries=8)
    store = collect(tmp_path / "run", asked, 1, quietly)
    heads, faults = store.heads(), store.faults.heads()
    assert faults and all(head.cause and head.reward is None for head in faults)
    assert {head.id for head in heads} | {head.id.partition("~")[0] for head in faults} == {
        f"{number:06d}" for number in range(COUNT)
    }
    assert all(head.lane == "real" and head.phone == "served" for head in heads)
    assert "stand-in" in (store.folder / "README.md").read_text()


@pytest.mark.parametrize(
    ("wish", "says"),
    [
        (Wish(split="tran"), "did you mean 'train'"),
        (Wish(categories=("singel",)), "did you mean 'single'"),
        (Wish(apps=("clok",)), "did you mean 'clock'"),
        (Wish(templates=("clock/switch_of_alarm",)), "did you mean 'clock/switch_off_alarm'"),
        (Wish(suite="budy150"), "did you mean 'buddy150'"),
        (Wish(without_interruptions=("advrt",)), "did you mean 'advert'"),
        (Wish(apps=("clock",), categories=("cross",)), "no template of split 'train' fits"),
        (Wish(suite=DRILLS, categories=("single",)), "shows only when it is made; leave --category out"),
    ],
)
def test_wishes_that_cannot_be_are_refused(wish: Wish, says: str) -> None:
    with pytest.raises(TaskError, match=says):
        draw_tasks(wish)


def test_drawn_tasks_are_distinct_and_as_wished() -> None:
    wish = Wish(count=30, apps=("clock", "notes"), seed=3)
    found = draw_tasks(wish)
    assert len(set(found)) == 30
    assert found == draw_tasks(wish)
    assert found != draw_tasks(Wish(count=30, apps=("clock", "notes"), seed=4))
    known = built_in_templates()
    assert all(set(known[id.partition("@")[0]].apps) <= {"clock", "notes"} for id in found)


def test_people_are_known_before_the_draw() -> None:
    for wish in (Wish(count=30, seed=5), Wish(per_category=2, persons=(0, 0))):
        asked = [int(id.partition("@")[2].partition(".")[0]) for id in draw_tasks(wish)]
        assert list(dict.fromkeys(asked)) == people_of(wish)
    assert people_of(Wish(suite="quick")) == []


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("wold:8", "did you mean 'world'"),
        ("world", "from 1 to 256; say world:8"),
        ("served:0", "say served:4"),
    ],
)
def test_phones_that_cannot_be_are_refused(text: str, says: str) -> None:
    with pytest.raises(EpisodeError, match=says):
        read_phones(text)


def test_the_command_asks_for_a_folder() -> None:
    result = CliRunner().invoke(command, ["--count", "1"])
    assert result.exit_code == 2
    assert "-o RUN" in result.output


@pytest.mark.parametrize("suite", [DRILLS, INVENTED, CARDS])
def test_suites_without_an_end_are_for_training(suite: str) -> None:
    assert len(set(draw_tasks(Wish(suite=suite, count=130, seed=2)))) == 130
    with pytest.raises(TaskError, match="for training, not for split 'dev'; leave --split out"):
        draw_tasks(Wish(suite=suite, split="dev", count=3))


@pytest.mark.parametrize(
    ("suite", "category", "accepted"),
    [(CARDS, "cross", "single"), (CARDS, "mini", "single"), (INVENTED, "corss", "cross, mini, single")],
)
def test_categories_that_a_suite_does_not_have_are_refused(suite: str, category: str, accepted: str) -> None:
    said = rf"no category of suite {suite} '{category}'.*; accepted: {accepted}$"
    with pytest.raises(TaskError, match=said):
        draw_tasks(Wish(suite=suite, categories=("single", category), count=3))
    assert len(draw_tasks(Wish(suite=suite, categories=("single",), count=3))) == 3
