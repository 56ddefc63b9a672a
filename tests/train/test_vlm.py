"""Training a tiny vlm: rows, SFT that learns and can be killed, RL whose numbers agree, adapters."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import msgspec
import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("transformers", reason="the vlm needs transformers: pip install -e '.[vlm]'")

from phonebuddy.action_text import to_text  # noqa: E402
from phonebuddy.actions import Finish, OpenApp  # noqa: E402
from phonebuddy.agents.gold import SLIP  # noqa: E402
from phonebuddy.agents.policy import Policy  # noqa: E402
from phonebuddy.agents.vlm.answer import Answer  # noqa: E402
from phonebuddy.agents.vlm.config import read_config  # noqa: E402
from phonebuddy.agents.vlm.reader import Reader  # noqa: E402
from phonebuddy.agents.vlm.tiny import TEMPLATE  # noqa: E402
from phonebuddy.episode import Episode  # noqa: E402
from phonebuddy.episodes.phones import Phones  # noqa: E402
from phonebuddy.episodes.runner import UNDECIDED  # noqa: E402
from phonebuddy.episodes.stage import Assignment  # noqa: E402
from phonebuddy.errors import EpisodeError, SetupError, TrainError  # noqa: E402
from phonebuddy.train import learner as learners  # noqa: E402
from phonebuddy.train import sft  # noqa: E402
from phonebuddy.train.crew import LocalCrew  # noqa: E402
from phonebuddy.train.lanes import Lane  # noqa: E402
from phonebuddy.train.learner import Row  # noqa: E402
from phonebuddy.train.players import PhonesPlayer  # noqa: E402
from phonebuddy.train.rl import RlTrainer  # noqa: E402
from phonebuddy.train.rollouts import Desk  # noqa: E402
from phonebuddy.train.settings import SftSettings, model_of, preset_names, read_preset  # noqa: E402
from phonebuddy.train.task_pool import TaskPool  # noqa: E402
from phonebuddy.train.vlm import VlmLearner  # noqa: E402
from phonebuddy.train.vlm_rows import Lesson, VlmRows  # noqa: E402
from tests.agents.conftest import one_thread  # noqa: E402, F401
from tests.agents.vlm.scenes import chances, played, show, turns  # noqa: E402
from tests.agents.vlm.tinies import TINY  # noqa: E402
from tests.train.lucky import PHONES, TASKS, LuckyPlayer, settings  # noqa: E402

ROOT = Path(__file__).parents[2]
SETTINGS = SftSettings(
    updates=4, token_budget=1_100, warm_up=1, held_share=0.0, checkpoint_every=2, evaluate_every=2,
    learning_rate=0.01, weight_decay=0.0,
)  # fmt: skip


def fresh(**changes: object) -> VlmLearner:
    torch.manual_seed(1)
    return VlmLearner({**TINY, **changes})


def rows(learner: VlmLearner) -> list[Row]:
    return learner.rows(played()[0], show)


# -- rows -------------------------------------------------------------------------------------------------


def test_a_row_is_a_step_with_its_picture_and_the_tokens_of_its_answer() -> None:
    learner = fresh()
    episode, _ = played()
    found = rows(learner)
    assert [row.step for row in found] == [0, 1, 2, 3] and not learner.dropped
    lesson = msgspec.msgpack.decode(found[1].data, type=Lesson)
    assert lesson.png == show(1) and len(lesson.ids) == found[1].num_choices
    assert '"scroll"' in learner.vlm.text_of(lesson.ids)
    batch = learner.collate(found)
    assert batch.inputs["attention_mask"].sum(1).tolist() == [row.length for row in found]
    assert batch.mask.sum(1).tolist() == [row.num_choices for row in found]


def test_rows_need_no_weights() -> None:
    maker = learners.row_maker("vlm", TINY)
    assert isinstance(maker, VlmRows) and maker.rows(played()[0], show) == rows(fresh())


def test_pictures_on_disk_are_read_when_they_are_learned(tmp_path: Path) -> None:
    learner = fresh()
    path = tmp_path / "one.png"
    path.write_bytes(show(0))
    (row, *_) = learner.rows(played()[0], lambda _number: str(path))
    lesson = msgspec.msgpack.decode(row.data, type=Lesson)
    assert lesson.file == str(path) and not lesson.png
    inside = learner.collate(rows(learner)[:1]).inputs
    outside = learner.collate([row]).inputs
    assert all(torch.equal(inside[name], outside[name]) for name in inside)
    path.unlink()
    with pytest.raises(TrainError, match="cannot be read: No such file"):
        learner.collate([row])
    with pytest.raises(EpisodeError, match="collect with --pixels"):
        learner.rows(played()[0])


def test_what_cannot_be_learned_is_left_out_and_counted() -> None:
    learner = fresh(most_tokens=460)
    episode, _ = played()
    assert [row.step for row in rows(learner)] == [0] and learner.dropped == {"too long": 3}
    learner.dropped.clear()
    first, second = (
        msgspec.structs.replace(episode.steps[0], **change)
        for change in ({"text": SLIP}, {"choices": msgspec.msgpack.encode([1, 2]), "log_probs": (-1.0,)})
    )
    other = msgspec.structs.replace(episode, steps=(first, second))
    assert learner.rows(other, show) == [] and learner.dropped == {"not the tokens of a vlm": 1}


def test_what_was_never_done_is_left_out_and_needs_no_picture() -> None:
    """A prompt that was too long ends an episode with a step that says nothing; the training goes on."""
    learner = fresh()
    (first, *_) = turns()
    long = first._replace(instruction="x " * 3_000)
    (one,) = learner.policy(1.0).act([long], chances(1))
    step = msgspec.structs.replace(
        played()[0].steps[0], action=one.action, text=one.text, choices=one.choices, log_probs=one.log_probs
    )
    episode = msgspec.structs.replace(
        played()[0], steps=(step,), result="failure", ending="error", reasons=(f"{UNDECIDED}{one.problem}",)
    )
    assert learner.rows(episode) == [] == learner.rows(episode, show)
    assert learner.dropped == {"not done": 2}


def served(text: str, ids: Sequence[int]) -> Episode:
    """The first step as a server's model wrote it, with that model's tokens."""
    choices = msgspec.msgpack.encode(Answer(tuple(ids), 0))
    step = msgspec.structs.replace(
        played()[0].steps[0], text=text, choices=choices, log_probs=(-0.5,) * len(ids), version=3
    )
    return msgspec.structs.replace(played()[0], steps=(step,))


def test_tokens_of_another_model_are_not_learned_as_the_models_own() -> None:
    learner = fresh()
    call = to_text(played()[0].steps[0].action)
    own = learner.vlm.answer_ids(call)
    for ids in ([5, 6, 7], [-5], [10**6], [2**40]):
        (row,) = learner.rows(served(call, ids), show)
        assert msgspec.msgpack.decode(row.data, type=Lesson).ids == tuple(own), "what was said is learned"
        assert (row.old_log_probs, row.version, row.seen) == ((), 0, "")
    (row,) = learner.rows(served(call, own), show)
    assert row.old_log_probs and row.version == 3 and row.seen
    thought = f"hm\n</think>\n{call}"
    (row,) = learner.rows(served(f"<think>\nhm\n</think>\n\n{call}", learner.vlm.answer_ids(thought)), show)
    assert row.old_log_probs, "a server may write a thought in another way than it was drawn"
    (row,) = learner.rows(served("I give up", learner.vlm.answer_ids("I give up")), show)
    assert row.old_log_probs
    (row,) = learner.rows(served("I give up", learner.vlm.answer_ids("You give up")), show)
    assert not row.old_log_probs


def test_an_answer_goes_on_where_a_template_opened_the_thought() -> None:
    reader = Reader(read_config(TINY))
    reader.processor.chat_template = TEMPLATE.replace("assistant\n", "assistant\n<think>\n")
    maker = VlmRows(TINY, reader)
    call = to_text(played()[0].steps[0].action)

    def taught(text: str) -> str:
        step = msgspec.structs.replace(played()[0].steps[0], text=text)
        (row,) = maker.rows(msgspec.structs.replace(played()[0], steps=(step,)), show)
        lesson = msgspec.msgpack.decode(row.data, type=Lesson)
        assert lesson.chat.endswith("<think>\n")
        return reader.text_of(lesson.ids)

    assert taught("") == f"\n</think>\n\n{call}"
    assert taught(f"<think>\nhm\n</think>\n\n{call}") == f"hm\n</think>\n\n{call}"
    assert taught(f"hm\n</think>\n\n{call}") == f"hm\n</think>\n\n{call}"
    assert taught(f"I tap.\n{call}") == f"\n</think>\n\nI tap.\n{call}"


# -- supervised -------------------------------------------------------------------------------------------


def overfits(learner: VlmLearner, some: list[Row], updates: int, folder: Path) -> None:
    before = sft.evaluate(learner, some, 4_000)
    plan = msgspec.structs.replace(
        SETTINGS, updates=updates, token_budget=4_000, evaluate_every=updates, checkpoint_every=updates
    )
    sft.train_sft(learner, some, plan, folder)
    after = sft.evaluate(learner, some, 4_000)
    assert after.loss < 0.05 * before.loss
    numbers = [row.step for row in some]
    decisions = learner.policy(0.0).act([turns()[number] for number in numbers], chances(len(numbers)))
    assert [one.action for one in decisions] == [played()[0].steps[number].action for number in numbers]


def test_it_learns_a_step_and_then_does_it(tmp_path: Path) -> None:
    learner = fresh(most_new=40)
    overfits(learner, rows(learner)[:1], 32, tmp_path)


@pytest.mark.slow
def test_it_learns_an_episode_and_then_does_it(tmp_path: Path) -> None:
    learner = fresh(most_new=60)
    overfits(learner, rows(learner), 80, tmp_path)
    assert sft.evaluate(learner, rows(learner), 4_000).agreement == 1.0


def trained(folder: Path, kill_at: int | None = None) -> bytes:
    learner = fresh()

    def tell(line: str) -> None:
        if kill_at is not None and line.startswith(f"update {kill_at}:"):
            raise KeyboardInterrupt

    model = sft.train_sft(learner, rows(learner)[:2], SETTINGS, folder, tell)
    return (model / "weights.safetensors").read_bytes()


def test_killed_and_gone_on_it_ends_with_the_same_bytes(tmp_path: Path) -> None:
    whole = trained(tmp_path / "whole")
    with pytest.raises(KeyboardInterrupt):
        trained(tmp_path / "killed", kill_at=4)
    assert [path.name for path in (tmp_path / "killed" / "checkpoints").iterdir()] == ["step-00000002"]
    assert trained(tmp_path / "killed") == whole != fresh().tensors()


@pytest.mark.slow
def test_kill_9_at_six_points(tmp_path: Path) -> None:
    """By the clock, wherever it happens to be; each time it goes on until the next one."""
    whole = trained(tmp_path / "whole")
    code = (
        "import sys; from pathlib import Path; import torch; torch.set_num_threads(1);"
        "from tests.train.test_vlm import trained, rows, fresh; rows(fresh());"
        "print('ready', flush=True); trained(Path(sys.argv[1]))"
    )
    chance = random.Random(0)
    kills, place = 0, tmp_path / "0"
    while kills < 6:
        with subprocess.Popen(
            [sys.executable, "-c", code, str(place)], stdout=subprocess.PIPE, cwd=ROOT
        ) as process:
            assert process.stdout is not None
            process.stdout.readline()
            try:
                process.wait(chance.random() * 3)
            except subprocess.TimeoutExpired:
                process.kill()
        kills += process.returncode == -signal.SIGKILL
        if (place / "model").exists():
            assert (place / "model" / "weights.safetensors").read_bytes() == whole
            place = tmp_path / f"again{kills}"
    assert trained(place) == whole


# -- adapters ---------------------------------------------------------------------------------------------


def test_adapters_alone_learn_and_peft_reads_them(tmp_path: Path) -> None:
    peft = pytest.importorskip("peft", reason="adapters need peft: pip install -e '.[vlm]'")
    from safetensors.torch import load

    learner = fresh(lora=4)
    before = {name: one.clone() for name, one in learner.vlm.base.named_parameters() if "lora_" not in name}
    some = rows(learner)[:1]
    start = sft.evaluate(learner, some, 4_000).loss
    sft.train_sft(learner, some, msgspec.structs.replace(SETTINGS, updates=8), tmp_path)
    assert sft.evaluate(learner, some, 4_000).loss < start
    after = dict(learner.vlm.base.named_parameters())
    assert all(torch.equal(one, after[name]) for name, one in before.items()), "the model stays as it was"
    weights = load(learner.tensors())
    assert weights and all("lora_" in name and "visual" not in name for name in weights)
    base = fresh().vlm.base
    base.load_state_dict({**base.state_dict(), **_without_adapters(learner)})
    theirs = peft.PeftModel.from_pretrained(base, tmp_path / "model")
    batch = learner.collate(some)
    learner.train(False)
    with torch.no_grad():
        mine = learner.vlm.model(**batch.inputs).logits
        assert torch.allclose(theirs.eval()(**batch.inputs).logits, mine, atol=1e-5)


def _without_adapters(learner: VlmLearner) -> dict[str, object]:
    state = learner.vlm.base.state_dict()
    return {name.replace(".base_layer", ""): one for name, one in state.items() if "lora_" not in name}


# -- RL ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lora", [0, 4])
def test_trainer_and_actor_agree_on_every_token(lora: int) -> None:
    if lora:
        pytest.importorskip("peft", reason="adapters need peft: pip install -e '.[vlm]'")
    player = LuckyPlayer(msgspec.to_builtins(PHONES))
    crew = LocalCrew(Desk(fresh(lora=lora), player, 1.0))
    one = settings(1)
    lane = Lane("mock", crew, TaskPool(TASKS, 3, 0, 1, 0), 1, one, seed=1)
    trainer = RlTrainer(fresh(lora=lora), {"mock": lane}, one)
    before = trainer.learner.tensors()
    lines: list[dict[str, object]] = []
    trainer.run(lambda line: lines.append(dict(line)))
    crew.close()
    (line,) = lines
    assert line["version"] == 1, "there was something to learn"
    assert line["mismatch"] < 1e-4, line  # type: ignore[operator]
    assert line["entropy"] > 0 and trainer.learner.tensors() != before  # type: ignore[operator]


class Opener(LuckyPlayer):
    """One step on the phone; it is won by opening an app, and lost by giving up."""

    def play(self, assignments: Iterable[Assignment | None], policy: Policy) -> Iterator[Episode]:
        short = (one and msgspec.structs.replace(one, limit=1) for one in assignments)
        for episode in PhonesPlayer.play(self, short, policy):
            is_won = len(episode.steps) == 1 and isinstance(episode.steps[0].action, OpenApp)
            yield msgspec.structs.replace(episode, result="success" if is_won else "failure")


@pytest.mark.slow
def test_it_learns_by_trying(tmp_path: Path) -> None:
    """Taught to open an app and to give up in equal parts, it opens it more often once that is rewarded."""
    learner = fresh(most_new=40)
    (opens,) = rows(learner)[:1]
    lesson = msgspec.msgpack.decode(opens.data, type=Lesson)
    ids = tuple(learner.vlm.answer_ids(to_text(Finish("Done."))))
    gives_up = msgspec.structs.replace(
        opens, data=msgspec.msgpack.encode(msgspec.structs.replace(lesson, ids=ids)), num_choices=len(ids)
    )
    plan = msgspec.structs.replace(
        SETTINGS, updates=60, token_budget=4_000, evaluate_every=60, checkpoint_every=60
    )
    sft.train_sft(learner, [opens, gives_up], plan, tmp_path)
    before = _likely(learner, opens)
    assert 0.2 < before < 0.8
    crew = LocalCrew(Desk(learner, Opener(msgspec.to_builtins(Phones("world", 8))), 1.0))
    rl = msgspec.structs.replace(settings(8), groups=1, group_size=8, learning_rate=2e-3, replay=False)
    lane = Lane("mock", crew, TaskPool((played()[0].task,), 1, 0, 1, 0), 1, rl, seed=1)
    trainer = RlTrainer(learner, {"mock": lane}, rl)
    trainer.run(lambda _line: None)
    crew.close()
    assert _likely(learner, opens) > max(before + 0.15, 0.7)


def _likely(learner: VlmLearner, row: Row) -> float:
    learner.train(False)
    with torch.no_grad():
        return float(learner.log_probs(learner.collate([row])).log_probs.sum().exp())


@pytest.mark.parametrize("is_training", [True, False])
def test_values_that_are_computed_again_are_the_same(is_training: bool) -> None:
    """Also outside training, as RL scores: layers run twice, gradients are those of layers that ran once."""
    gradients, runs = [], []
    for recompute in (False, True):
        learner = fresh(recompute=recompute)
        learner.train(is_training)
        count = 0

        def counted(*_: object) -> None:
            nonlocal count
            count += 1

        learner.vlm.base.model.language_model.layers[1].self_attn.register_forward_hook(counted)
        learner.log_probs(learner.collate(rows(learner)[:2])).log_probs.sum().backward()
        gradients.append([one.grad for one in learner.parameters() if one.grad is not None])
        runs.append(count)
        assert learner.vlm.base.training == is_training
    assert runs == [1, 2]
    assert all(torch.allclose(one, two, atol=1e-5) for one, two in zip(*gradients, strict=True))


def test_bfloat16_is_for_arithmetic_only() -> None:
    learner = fresh(precision="bfloat16", recompute=True)
    decisions = learner.policy(1.0).act(turns()[:2], chances(2))
    steps = [
        msgspec.structs.replace(step, text=one.text, choices=one.choices, log_probs=one.log_probs)
        for step, one in zip(played()[0].steps, decisions, strict=False)
    ]
    batch = learner.collate(learner.rows(msgspec.structs.replace(played()[0], steps=tuple(steps))))
    scored = learner.log_probs(batch)
    scored.log_probs.sum().backward()
    assert (scored.log_probs - batch.old_log_probs).abs().mean() < 0.02, "as near as eight bits are"
    assert {one.dtype for one in learner.parameters()} == {torch.float32} == {scored.log_probs.dtype}


# -- presets and what is missing --------------------------------------------------------------------------


def test_presets_of_vlms_read_and_want_a_folder() -> None:
    kinds = {name: model_of(read_preset(name)) for name in preset_names()}
    mine = {name: config for name, (kind, config) in kinds.items() if kind == "vlm"}
    assert set(mine) == {"tiny-cpu", "small-gpu", "paper-4b"}
    assert read_config(mine.pop("tiny-cpu")).tiny is not None
    for config in mine.values():
        with pytest.raises(TrainError, match="--set model.path=FOLDER"):
            learners.check_model("vlm", config)
        with pytest.raises(Exception, match="no config.json there"):
            learners.check_model("vlm", {**config, "path": "/nowhere"})
    assert read_config({**mine["small-gpu"], "path": "x"}).lora
    paper = read_preset("paper-4b")
    assert paper["sft"]["updates"] * paper["sft"]["parts_per_update"] == 1_115 * 512  # type: ignore[index]
    assert (paper["sft"]["token_budget"], paper["rl"]["steps"]) == (8_192, 50)  # type: ignore[index]
    assert paper["rl"]["mock_share"] == 0.5 and not read_config({**mine["paper-4b"], "path": "x"}).lora  # type: ignore[index]


def test_without_transformers_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(learners.KINDS, "vlm", "no_such_library:x")
    with pytest.raises(SetupError, match="a vlm needs no_such_library: pip install 'phonebuddy"):
        learners.learner_from("vlm", TINY)
