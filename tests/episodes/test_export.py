"""Samples and exports: what a trainer gets is what was there at each step, and nothing of later."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import msgspec
import numpy as np
import pytest

from phonebuddy.action_text import Parsed, parse
from phonebuddy.actions import Finish, OpenApp, Wait
from phonebuddy.agents.gold import SLIP, GoldPolicy
from phonebuddy.agents.prompt import TOOLS, history, prompt_for
from phonebuddy.episode import Episode
from phonebuddy.episodes.arrow import pq
from phonebuddy.episodes.drawing import Wish
from phonebuddy.episodes.export import FORMS, export, keep_chosen
from phonebuddy.episodes.filters import Chosen
from phonebuddy.episodes.phones import read_phones
from phonebuddy.episodes.pictures import Gallery
from phonebuddy.episodes.replay import replay_all
from phonebuddy.episodes.run import RUN, Asked
from phonebuddy.episodes.runner import Keep, Runner
from phonebuddy.episodes.samples import samples_of
from phonebuddy.episodes.stage import Assignment, WorldStage
from phonebuddy.episodes.store import Store
from phonebuddy.errors import EpisodeError
from phonebuddy.traces.pictures import decode_picture, picture_size
from tests.episodes.made import golds


@pytest.fixture
def store(tmp_path: Path) -> Store:
    found = Store(tmp_path / "run")
    found.parts.add("one", golds()[:2])
    return found


def nothing(_count: int) -> None:
    pass


def test_a_sample_holds_the_past_and_the_answer() -> None:
    episode = golds()[0]
    samples = list(samples_of(episode))
    assert [sample.step for sample in samples] == list(range(len(episode.steps)))
    for sample, step in zip(samples, episode.steps, strict=True):
        read = parse(sample.answer)
        assert isinstance(read, Parsed) and read.action == step.action
        assert sample.before == TOOLS
        assert sample.after.startswith(f"# Instruction\n{episode.instruction}")
        assert sample.after.count("Action: ") == sample.step
    assert samples[1].after.endswith('Step 1\nAction: open_app({"app": "Clock"})')
    assert "What was done" not in samples[0].after


def test_what_was_not_done_or_done_by_mistake_is_no_sample() -> None:
    episode = golds()[0]
    steps = list(episode.steps)
    steps[1] = msgspec.structs.replace(steps[1], text=SLIP)
    undecided = msgspec.structs.replace(
        episode, steps=tuple(steps), ending="error", reasons=("the agent could not decide: x",)
    )
    assert [sample.step for sample in samples_of(undecided)] == [0, *range(2, len(steps) - 1)]


def test_what_a_model_wrote_is_its_answer_and_its_thoughts_are_history() -> None:
    called = '{"name": "open_app", "arguments": {"package": "Clock"}}'
    text = f"<think>\nThe clock.\n</think>\n<tool_call>{called}</tool_call>"
    first = msgspec.structs.replace(golds()[0].steps[0], text=text, action=OpenApp("Clock"))
    episode = msgspec.structs.replace(golds()[0], steps=(first, *golds()[0].steps[1:]))
    assert next(samples_of(episode)).answer == text
    assert history([first]) == 'Step 1\nThought: The clock.\nAction: open_app({"app": "Clock"})'


def test_the_prompt_explains_every_action() -> None:
    before, after = prompt_for("Do it", ())
    assert all(name in before for name in ("call_user(text)", "scroll(points, duration)", "wait(time)"))
    assert after == "# Instruction\nDo it"


def test_chat_lines_name_pictures_that_are_there(store: Store, tmp_path: Path) -> None:
    numbers = export(store, "chat", tmp_path / "chat", nothing)
    lines = [json.loads(line) for line in (tmp_path / "chat" / "chat.jsonl").read_text().splitlines()]
    assert len(lines) == numbers["conversations"] == sum(len(one.steps) for one in golds()[:2])
    for line in lines:
        system, user, assistant = line["messages"]
        assert (system["role"], system["content"][0]["text"]) == ("system", "")
        assert [part["type"] for part in user["content"]] == ["text", "image", "text"]
        assert isinstance(parse(assistant["content"][0]["text"]), Parsed)
        (path,) = line["images"]
        data = (tmp_path / "chat" / path).read_bytes()
        assert hashlib.sha256(data).hexdigest() == Path(path).stem
        assert picture_size(data, path) == (540, 1200)


def test_lerobot_tables_agree(store: Store, tmp_path: Path) -> None:
    export(store, "lerobot", tmp_path / "out", nothing)
    meta = tmp_path / "out" / "meta"
    info = json.loads((meta / "info.json").read_bytes())
    data = pq.ParquetFile(tmp_path / "out" / info["data_path"].format(chunk_index=0, file_index=0)).read()
    heads = pq.ParquetFile(meta / "episodes" / "chunk-000" / "file-000.parquet").read().to_pylist()
    assert info["codebase_version"] == "v3.0"
    assert info["total_frames"] == data.num_rows == sum(head["length"] for head in heads)
    assert set(info["features"]) == set(data.column_names)
    assert info["features"]["observation.images.screen"]["shape"] == [1200, 540, 3]
    rows = data.to_pylist()
    for head, episode in zip(heads, golds(), strict=False):
        mine = rows[head["dataset_from_index"] : head["dataset_to_index"]]
        assert head["tasks"] == [episode.instruction]
        assert [row["observation.state"] for row in mine] == [[-1.0] * 5, *(r["action"] for r in mine[:-1])]
        assert [row["next.done"] for row in mine] == [False] * (len(mine) - 1) + [True]
        assert sum(row["next.reward"] for row in mine) == 1.0
        assert [json.loads(row["call"])["name"] for row in mine][-1] == "finish"
        kinds = info["features"]["action"]["kinds"]
        assert all(kinds[int(r["action"][0])] == json.loads(r["call"])["name"] for r in mine)
    # LeRobot stacks what it takes for a state or an action, and refuses sizes of nothing.
    texts = [name for name, one in info["features"].items() if one["dtype"] == "string"]
    assert len(texts) == 2 and not any(name.startswith(("observation", "action")) for name in texts)
    assert all(info[f"{kind}_files_size_in_mb"] > 0 for kind in ("data", "video"))
    pandas = pytest.importorskip("pandas", reason="no pandas: make test-peers")
    tasks = pandas.read_parquet(meta / "tasks.parquet")
    assert dict(tasks["task_index"]) == {one.instruction: n for n, one in enumerate(golds()[:2])}


def test_lerobot_statistics_are_of_what_was_written(store: Store, tmp_path: Path) -> None:
    export(store, "lerobot", tmp_path / "out", nothing)
    stats = json.loads((tmp_path / "out" / "meta" / "stats.json").read_bytes())
    rows = pq.ParquetFile(tmp_path / "out" / "data" / "chunk-000" / "file-000.parquet").read().to_pylist()
    assert set(stats) == set(rows[0]) - {"call", "screen.elements"}
    for name, found in stats.items():
        if name == "observation.images.screen":
            drawn = [decode_picture(row[name]["bytes"], name)[::8, ::8, :3] for row in rows]
            values = np.concatenate([pixels.reshape(-1, 3) for pixels in drawn]) / 255
            shape: tuple[int, ...] = (3, 1, 1)
        else:
            values = np.array([row[name] for row in rows], np.float64).reshape(len(rows), -1)
            shape = (values.shape[1],)
        for kind in ("min", "max", "mean", "std"):
            assert np.shape(found[kind]) == shape
            assert np.allclose(np.ravel(found[kind]), getattr(values, kind)(0))
        assert found["count"] == [len(rows)]


def test_lerobot_statistics_of_episodes_make_those_of_all(store: Store, tmp_path: Path) -> None:
    """LeRobot takes them when it splits, joins and goes on with a dataset, and wants all of its kinds."""
    export(store, "lerobot", tmp_path / "out", nothing)
    meta = tmp_path / "out" / "meta"
    stats = json.loads((meta / "stats.json").read_bytes())
    heads = pq.ParquetFile(meta / "episodes" / "chunk-000" / "file-000.parquet").read().to_pylist()
    rows = pq.ParquetFile(tmp_path / "out" / "data" / "chunk-000" / "file-000.parquet").read().to_pylist()
    lengths = [head["length"] for head in heads]
    kinds = {"min", "max", "mean", "std", "count", "q01", "q10", "q50", "q90", "q99"}
    said = {name for name in heads[0] if name.startswith("stats/")}
    assert said == {f"stats/{name}/{kind}" for name in stats for kind in kinds}
    for name, found in stats.items():
        of = {kind: [np.array(head[f"stats/{name}/{kind}"]) for head in heads] for kind in kinds}
        assert np.array_equal(found["min"], np.min(of["min"], 0))
        assert np.array_equal(found["max"], np.max(of["max"], 0))
        assert np.ravel(of["count"]).tolist() == lengths
        for kind in kinds - {"min", "max", "std", "count"}:
            assert np.allclose(found[kind], np.average(of[kind], 0, lengths)), (name, kind)
    for head in heads:
        mine = rows[head["dataset_from_index"] : head["dataset_to_index"]]
        actions = np.sort(np.array([row["action"] for row in mine], np.float64), 0)
        assert np.allclose(head["stats/action/std"], actions.std(0))
        assert np.allclose(head["stats/action/q50"], actions[(len(mine) - 1) // 2])
        assert np.shape(head["stats/observation.images.screen/q99"]) == (3, 1, 1)


def test_lerobot_pictures_have_three_channels(store: Store, tmp_path: Path) -> None:
    """As many as the features and the statistics say."""
    export(store, "lerobot", tmp_path / "out", nothing)
    rows = pq.ParquetFile(tmp_path / "out" / "data" / "chunk-000" / "file-000.parquet").read().to_pylist()
    pngs = [row["observation.images.screen"]["bytes"] for row in rows]
    assert {(png[24], png[25]) for png in pngs} == {(8, 2)}, "eight bits each of red, green and blue"
    gallery = Gallery(store)
    shown = [gallery.pixels(one, place) for one in store.episodes() for place in range(len(one.steps))]
    for png, pixels in zip(pngs, shown, strict=True):
        assert np.array_equal(decode_picture(png, "")[:, :, :3], pixels[:, :, :3])


def test_lerobot_finds_episodes_by_their_place(tmp_path: Path) -> None:
    """One that did nothing has no place; it counts as progress all the same."""
    first, second, third = golds()[:3]
    idle = msgspec.structs.replace(second, steps=(), result="failure", ending="error", reasons=("broke",))
    store, advanced = Store(tmp_path / "run"), list[int]()
    store.parts.add("one", [first, idle, third])
    numbers = export(store, "lerobot", tmp_path / "out", advanced.append)
    meta = tmp_path / "out" / "meta"
    heads = pq.ParquetFile(meta / "episodes" / "chunk-000" / "file-000.parquet").read().to_pylist()
    data = pq.ParquetFile(tmp_path / "out" / "data" / "chunk-000" / "file-000.parquet").read()
    assert (numbers["episodes"], numbers["tasks"], advanced) == (2, 2, [1, 1, 1])
    assert [head["episode_index"] for head in heads] == [0, 1]
    assert {*data.column("episode_index").to_pylist()} == {*data.column("task_index").to_pylist()} == {0, 1}
    assert pq.ParquetFile(meta / "tasks.parquet").read().num_rows == 2


def test_an_export_is_there_whole_or_not_at_all(store: Store, tmp_path: Path) -> None:
    broken = [msgspec.structs.replace(step, snapshot=b"") for step in golds()[2].steps]
    store.parts.add("two", [msgspec.structs.replace(golds()[2], steps=tuple(broken))])
    with pytest.raises(EpisodeError, match="neither a picture nor a snapshot; collect with --pixels"):
        export(store, "chat", tmp_path / "chat", nothing)
    assert [path.name for path in tmp_path.iterdir()] == ["run"]
    numbers = export(store, "samples", tmp_path / "samples", nothing)
    assert numbers["samples"] == sum(len(one.steps) for one in golds()[:3])
    with pytest.raises(EpisodeError, match="is there already"):
        export(store, "samples", tmp_path / "samples", nothing)
    with pytest.raises(EpisodeError, match="did you mean 'lerobot'"):
        export(store, "lerobt", tmp_path / "x", nothing)


@pytest.mark.parametrize("form", FORMS)
def test_where_there_is_nothing_to_export_it_says_so(tmp_path: Path, form: str) -> None:
    store = Store(tmp_path / "run")
    with pytest.raises(EpisodeError, match="run has no step to export; see: phonebuddy episodes stats"):
        export(store, form, tmp_path / "out", nothing)
    store.parts.add("one", [msgspec.structs.replace(golds()[0], steps=())])
    with pytest.raises(EpisodeError, match="no step to export"):
        export(store, form, tmp_path / "out", nothing)
    assert [path.name for path in tmp_path.iterdir()] == ["run"]


def with_pictures(store: Store) -> Episode:
    stage = WorldStage()
    keep = Keep(True, store.pictures.keep)
    (episode,) = Runner([stage], keep).play([Assignment("0", golds()[0].task)], GoldPolicy())
    stage.close()
    return episode


def test_a_picture_drawn_later_is_the_one_that_was_kept(tmp_path: Path) -> None:
    store = Store(tmp_path)
    episode = with_pictures(store)
    gallery = Gallery(store)
    for number, step in enumerate(episode.steps):
        bare = msgspec.structs.replace(step, seen=msgspec.structs.replace(step.seen, image=""))
        drawn = msgspec.structs.replace(episode, steps=(bare,))
        assert gallery.png(drawn, 0) == gallery.png(episode, number) == store.pictures.read(step.seen.image)
    assert [found.outcome for found in replay_all([episode], store.pictures)] == ["same"]
    path = store.pictures.path(episode.steps[1].seen.image)
    path.write_bytes(b"")
    (found,) = replay_all([episode], store.pictures)
    assert (found.outcome, found.detail.partition(":")[0]) == ("differs", "step 1")
    assert f"{path} is damaged" in found.detail


@pytest.mark.parametrize("is_missing", [True, False])
def test_a_run_of_chosen_episodes_takes_no_damaged_picture(tmp_path: Path, is_missing: bool) -> None:
    store = Store(tmp_path / "run")
    episode = with_pictures(store)
    store.parts.add("one", [episode])
    keep_chosen(store, Chosen([episode.id], {}), tmp_path / "whole")
    for step in episode.steps:
        assert Store(tmp_path / "whole").pictures.read(step.seen.image)
    path = store.pictures.path(episode.steps[1].seen.image)
    path.write_bytes(b"")
    if is_missing:
        path.unlink()
    with pytest.raises(EpisodeError, match=f"{path} .*put it back from a copy"):
        keep_chosen(store, Chosen([episode.id], {}), tmp_path / "good")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["run", "whole"]


def changed(episode: Episode, **how: object) -> Episode:
    step = msgspec.structs.replace(episode.steps[1], **how)
    return msgspec.structs.replace(episode, steps=(episode.steps[0], step, *episode.steps[2:]))


def test_what_goes_on_where_the_other_ends_is_shown() -> None:
    episode = golds()[2]
    assert len(episode.instruction) > 70
    longer = msgspec.structs.replace(episode, instruction=episode.instruction + "x" * 50)
    (found,) = replay_all([longer], Store(Path()).pictures)
    was, _, now = found.detail.partition(", now ")
    assert "x" * 50 in was and "x" not in now.rpartition("router")[2]


def test_replay_names_the_first_difference(store: Store) -> None:
    episode = golds()[0]
    seen = episode.steps[1].seen
    other = [
        changed(episode, seen=msgspec.structs.replace(seen, elements=seen.elements[1:])),
        changed(episode, seen=msgspec.structs.replace(seen, time_s=0)),
        changed(episode, snapshot=b"x"),
        changed(episode, action=Wait(1000)),
        msgspec.structs.replace(episode, changeset=b""),
        msgspec.structs.replace(episode, result="failure"),
        msgspec.structs.replace(episode, versions={**episode.versions, "image": "x"}),
        msgspec.structs.replace(episode, versions={**episode.versions, "look": "{"}),
        msgspec.structs.replace(episode, phone="served"),
    ]
    found = [replayed.detail for replayed in replay_all(other, store.pictures)]
    begins = (
        "step 1: elements", "step 1: clock", "step 1: snapshot", "step 2: ", "changeset", "result",
        "made with image x", "it cannot be entered", "it was played on a phone of kind 'served'",
    )  # fmt: skip
    assert all(one.startswith(begin) for one, begin in zip(found, begins, strict=True)), found


def test_chosen_episodes_become_a_run_of_their_own(store: Store, tmp_path: Path) -> None:
    first, second = golds()[:2]
    keep_chosen(store, Chosen([second.id], {first.id: ("success", "because")}), tmp_path / "good")
    assert list(Store.open(tmp_path / "good").episodes()) == [second]
    dropped = json.loads((tmp_path / "good" / "dropped.jsonl").read_text())
    assert dropped == {"episode": first.id, "rule": "success", "why": "because"}
    assert isinstance(second.steps[-1].action, Finish)


def test_the_card_of_chosen_episodes_has_the_name_that_the_run_gets(store: Store, tmp_path: Path) -> None:
    asked = Asked("gold", Wish(), read_phones("world:2"))
    (store.folder / RUN).write_bytes(msgspec.json.encode(asked))
    keep_chosen(store, Chosen([golds()[0].id], {}), tmp_path / "good")
    card = (tmp_path / "good" / "README.md").read_text()
    assert "pretty_name: good\n" in card and "# Phone episodes: good\n" in card
