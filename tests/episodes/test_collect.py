"""Collecting: a run that is killed at any moment goes on, and nothing is lost or doubled."""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, cast

import msgspec
import pytest
from click.testing import CliRunner

from phonebuddy.agents.named import weights_of
from phonebuddy.cli.collect import collect as command
from phonebuddy.episode import Episode
from phonebuddy.episodes.bench import bench
from phonebuddy.episodes.collect_messages import Play, Played
from phonebuddy.episodes.collector import Watch, _Crew, _Worker, collect, remaining
from phonebuddy.episodes.drawing import CARDS, DRILLS, INVENTED, Wish, draw_tasks, people_of
from phonebuddy.episodes.phones import Phones, Trouble, read_phones
from phonebuddy.episodes.replay import replay_all
from phonebuddy.episodes.run import RUN, Asked, assignments_of, plan_run, read_plan
from phonebuddy.episodes.store import Store
from phonebuddy.errors import AgentError, EpisodeError, PhoneBuddyError, SetupError, TaskError
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


def test_what_differs_is_named_alone(whole: Store) -> None:
    other = msgspec.structs.replace(ASKED, wish=msgspec.structs.replace(WISH, seed=4))
    with pytest.raises(EpisodeError, match=r"was begun with wish.seed 0, not 4\. Go on"):
        collect(whole.folder, other, 1, quietly)
    # How often faults are tried is for whoever goes on to say.
    assert len(collect(whole.folder, msgspec.structs.replace(ASKED, tries=9), 1, quietly).heads()) == COUNT


def test_an_agent_that_could_not_begin_does_not_spoil_the_folder(tmp_path: Path) -> None:
    wish = msgspec.structs.replace(WISH, count=1)
    bad = msgspec.structs.replace(ASKED, wish=wish, agent="openai:localhost:8000/v1")
    with pytest.raises(PhoneBuddyError, match="names no served model; say URL#MODEL"):
        collect(tmp_path / "run", bad, 1, quietly)
    store = collect(tmp_path / "run", msgspec.structs.replace(bad, agent="gold"), 1, quietly)
    assert [(head.agent, head.result) for head in store.heads()] == [("gold", "success")]


def test_episodes_of_an_older_model_are_not_taken_for_those_of_a_newer_one(
    whole: Store, tmp_path: Path
) -> None:
    weights = tmp_path / "model" / "weights.safetensors"
    weights.parent.mkdir()
    (tmp_path / "model" / "model.json").write_text("{}")
    weights.write_bytes(b"old")
    folder = tmp_path / "run"
    shutil.copytree(whole.folder, folder)
    asked = msgspec.structs.replace(ASKED, agent=f"nano:{tmp_path / 'model'}")
    begun = msgspec.structs.replace(asked, weights=weights_of(asked.agent))
    (folder / RUN).write_bytes(msgspec.json.encode(begun))
    assert len(collect(folder, asked, 1, quietly).heads()) == COUNT
    weights.write_bytes(b"new")
    with pytest.raises(EpisodeError, match="begun with other weights of nano:.*the model has changed since"):
        collect(folder, asked, 1, quietly)
    # Of a run from before that was kept nobody knows, and it goes on.
    (folder / RUN).write_bytes(msgspec.json.encode(msgspec.structs.replace(begun, weights="")))
    assert len(collect(folder, asked, 1, quietly).heads()) == COUNT


def test_a_folder_with_somebody_elses_episodes_is_left_alone(tmp_path: Path) -> None:
    for name in ("episodes", "steps", "faults"):
        mine = tmp_path / name / name / "train-0.parquet"
        mine.parent.mkdir(parents=True)
        mine.write_bytes(b"mine")
        with pytest.raises(EpisodeError, match="holds episodes and no run.json"):
            collect(tmp_path / name, ASKED, 1, quietly)
        assert [path for path in (tmp_path / name).rglob("*") if path.is_file()] == [mine]


@pytest.mark.parametrize(
    ("change", "error", "says"),
    [
        (
            {"wish": Wish(suite="dril")},
            TaskError,
            "did you mean 'drills'.*: buddy150, cards, drills, invented",
        ),
        ({"agent": "golt"}, AgentError, "did you mean 'gold'"),
        ({"phones": Phones("adb", 1, serials=("A",))}, AgentError, "tasks of Android phones have none"),
        (
            {"agent": "chance", "phones": Phones("adb", 1, serials=("A",), may=("messge",))},
            SetupError,
            "unknown side effect 'messge' .did you mean 'message'",
        ),
    ],
)
def test_what_cannot_be_leaves_nothing_behind(
    tmp_path: Path, change: dict[str, Any], error: type[Exception], says: str
) -> None:
    with pytest.raises(error, match=says):
        collect(tmp_path / "run", msgspec.structs.replace(ASKED, **change), 1, quietly)
    assert not (tmp_path / "run").exists()


def test_a_file_is_no_folder_for_a_run(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine")
    with pytest.raises(EpisodeError, match="file cannot be written: .* or take another folder with -o"):
        collect(tmp_path / "file", ASKED, 1, quietly)


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


def test_a_damaged_plan_is_named(tmp_path: Path) -> None:
    plan_run(tmp_path, ASKED, assignments_of(ASKED))
    (tmp_path / "plan.jsonl").write_bytes(b'{"id": 3}\n')
    with pytest.raises(EpisodeError, match="plan.jsonl is damaged"):
        plan_run(tmp_path, ASKED, None)


def test_what_is_left_after_faults(whole: Store, tmp_path: Path) -> None:
    store = Store(tmp_path)
    first, second, third = list(whole.episodes())[:3]
    store.parts.add("a", [first])
    broken = [msgspec.structs.replace(second, id=f"{second.id}~{n}", result="fault") for n in (1, 2)]
    store.faults.add("a", broken)
    plan = [Play(one, 0) for one in read_plan(whole.folder)[:3]]
    left = remaining(plan, store, 3)
    assert [(play.assignment.id, play.tries) for play in left] == [(second.id, 2), (third.id, 0)]
    assert [play.assignment.id for play in remaining(plan, store, 2)] == [third.id]


def test_a_try_that_broke_and_was_lost_leaves_its_number(whole: Store, tmp_path: Path) -> None:
    """The second try was written, the worker of the first one killed: the next one is the third."""
    store = Store(tmp_path)
    (first, *_) = whole.episodes()
    store.faults.add("a", [msgspec.structs.replace(first, id=f"{first.id}~2", result="fault")])
    plan = [one for one in read_plan(whole.folder) if one.id == first.id]
    assert [play.tries for play in remaining([Play(one, 0) for one in plan], store, 3)] == [2]
    # One of which more is known than was written.
    assert [play.tries for play in remaining([Play(one, 3) for one in plan], store, 5)] == [3]


def test_who_was_sent_home_is_sent_nothing_more(tmp_path: Path) -> None:
    class Home:
        has_ended = True

        def send(self, message: object) -> None:
            raise AssertionError(message)

    plays = [Play(one, 0) for one in assignments_of(ASKED)]
    crew = _Crew(tmp_path, ASKED, plays, 1, 0, quietly(0, 0), None)
    crew._feed(cast(_Worker, Home()))


def test_what_a_worker_wrote_before_it_died_is_not_played_again(
    whole: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It dies with the files in place and nothing said of them."""
    died = tmp_path / "died"
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "sitecustomize.py").write_text(
        f"""
import os, sys
if any("collect_worker" in word for word in sys.orig_argv):
    from phonebuddy.episodes.store import Parts
    add = Parts.add
    def add_and_die(self, name, episodes):
        add(self, name, episodes)
        if episodes and not os.path.exists({str(died)!r}):
            open({str(died)!r}, "w").close()
            os.kill(os.getpid(), 9)
    Parts.add = add_and_die
"""
    )
    monkeypatch.syspath_prepend(tmp_path / "site")
    told: list[str] = []
    store = collect(tmp_path / "run", ASKED, 1, lambda _total, _done: lambda played: told.append(played.id))
    assert died.exists()
    assert key(store.heads()) == key(whole.heads())
    assert sorted(told) == [f"{number:06d}" for number in range(COUNT)]


def test_tasks_that_were_given_up_are_not_said_to_be_there(tmp_path: Path, whole: Store) -> None:
    asked = Asked("gold", Wish(count=1), Phones("world", 8))
    plan_run(tmp_path, asked, assignments_of(asked))
    (first, *_) = whole.episodes()
    broken = [msgspec.structs.replace(first, id=f"000000~{n}", result="fault") for n in (1, 2, 3)]
    Store(tmp_path).faults.add("0001-000-00000", broken)
    result = CliRunner().invoke(command, ["--count", "1", "-o", str(tmp_path), "--json"])
    assert result.exit_code == 0, result.output
    assert "going on: 0 of 1 episodes are there; 1 were given up" in result.stderr
    assert json.loads(result.stdout)["tasks_given_up"] == 1


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
    """However fast the machine is: one that was over before it was killed is whole, and another begins."""
    folder, hits = tmp_path / "run", 0
    for seed in range(100):
        hit = kill_at_random(folder, seed, most_s=2.0, kills=1)
        hits += hit
        if hits == 20 or not hit:
            store = collect(folder, ASKED, 2, quietly)
            assert key(list(store.episodes())) == key(list(whole.episodes()))
            folder = tmp_path / f"run{seed}"
        if hits == 20:
            break
    assert hits == 20


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


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (
            "--suite quick --count 5 --category singel",
            "--count, --category would change nothing: suite quick",
        ),
        ("--suite cards --app clock", "--app would change nothing: the apps of suite cards"),
        (
            "--fault-rate 0.5 --leftovers",
            "--fault-rate, --leftovers would change nothing: only served phones",
        ),
        ("--phones adb:A --agent chance --tasks x --looks 2", "--looks would change nothing"),
        ("--tasks x --may message --judge y", "--tasks, --judge, --may would change nothing: they are for"),
        ("--phones adb:A --split dev --app clock", "--split, --app would change nothing: tasks of Android"),
        ("--seed 10000000000000", "not in the range"),
    ],
)
def test_options_that_would_change_nothing_are_refused(tmp_path: Path, words: str, says: str) -> None:
    result = CliRunner().invoke(command, [*words.split(), "-o", str(tmp_path / "run")])
    assert result.exit_code == 2 and says in result.output, result.output
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize("suite", [DRILLS, INVENTED, CARDS])
def test_suites_without_an_end_are_for_training(suite: str) -> None:
    assert len(set(draw_tasks(Wish(suite=suite, count=130, seed=2)))) == 130
    with pytest.raises(TaskError, match="for training, not for split 'dev'; leave --split out"):
        draw_tasks(Wish(suite=suite, split="dev", count=3))


@pytest.mark.parametrize(
    ("suite", "category", "accepted"),
    [
        (CARDS, "cross", "single"),
        (CARDS, "mini", "single"),
        (INVENTED, "corss", "cross, mini, single, tucked, woven"),
    ],
)
def test_categories_that_a_suite_does_not_have_are_refused(suite: str, category: str, accepted: str) -> None:
    said = rf"no category of suite {suite} '{category}'.*; accepted: {accepted}$"
    with pytest.raises(TaskError, match=said):
        draw_tasks(Wish(suite=suite, categories=("single", category), count=3))
    assert len(draw_tasks(Wish(suite=suite, categories=("single",), count=3))) == 3
