"""Memory: what is remembered is what would be read again, and nothing is read twice."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from torch import Tensor  # noqa: E402

from phonebuddy.agents.nano.language import memory as module  # noqa: E402
from phonebuddy.agents.nano.language.bert import Bert  # noqa: E402
from phonebuddy.agents.nano.language.llama import Llama  # noqa: E402
from phonebuddy.agents.nano.language.memory import Memory  # noqa: E402
from phonebuddy.agents.nano.language.reading import Reading, reading_of  # noqa: E402
from phonebuddy.agents.nano.language.readings import Readings  # noqa: E402
from phonebuddy.agents.nano.view import view_of  # noqa: E402
from phonebuddy.episode import Episode  # noqa: E402
from phonebuddy.train.optimiser import adamw  # noqa: E402
from tests.agents.nano.language.made import MADE_HERE, adapted  # noqa: E402
from tests.agents.nano.test_nano_views import turns_of  # noqa: E402
from tests.episodes.made import golds  # noqa: E402


@pytest.fixture(autouse=True)
def no_gradient():
    with torch.no_grad():
        yield


@pytest.fixture(params=MADE_HERE)
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def readings_of(episode: Episode, name: str) -> list[Reading]:
    return [reading_of(view_of(turn), name) for turn in turns_of(episode)]


class Watched:
    """A language, and what it was given to read."""

    def __init__(self, name: str) -> None:
        self.language = adapted(name)
        self.texts: Counter[tuple[int, ...]] = Counter()
        self.calls = 0
        self.language.register_forward_pre_hook(self._note)

    def _note(self, _language: object, given: tuple[Tensor, ...]) -> None:
        self.calls += 1
        ids, item = given[0], given[1]
        for row in range(len(ids)):
            told = tuple(ids[row][item[row] == 0].tolist())
            for number in range(1, int(item[row].max()) + 1):
                self.texts[told + tuple(ids[row][item[row] == number].tolist())] += 1


def fresh(language: Bert | Llama, reading: Reading) -> tuple[Tensor, Tensor]:
    shelf = Readings([(reading.ids.tobytes(), reading.counts.tobytes())], "cpu")
    found = language(*shelf.of(np.zeros(1, np.int64)))[0]
    return found[torch.from_numpy(reading.where.astype(int))], found[
        torch.from_numpy(reading.apps.astype(int))
    ]


def check(language: Bert | Llama, readings: list[Reading], recalled: tuple[Tensor, Tensor]) -> None:
    """The same as read again, then nothing."""
    for row, reading in enumerate(readings):
        for found, wanted in zip(recalled, fresh(language, reading), strict=True):
            torch.testing.assert_close(found[row, : len(wanted)], wanted, rtol=1e-4, atol=1e-5)
            assert not found[row, len(wanted) :].any()


def test_over_an_episode_the_same_is_recalled_and_nothing_is_read_twice(name: str) -> None:
    watched, other = Watched(name), adapted(name)
    memory, readings = Memory(watched.language), readings_of(golds()[2], name)
    for reading in readings:
        check(other, [reading], memory.recall([reading], len(reading.where) + 2, len(reading.apps) + 1))
    assert watched.texts and max(watched.texts.values()) == 1
    assert len(watched.texts) == len({text for one in readings for text in one.texts()[1:]})
    before = watched.calls
    memory.recall([readings[3]], 200, 100)
    assert watched.calls == before, "all of it is known"


def test_turns_of_several_tasks_are_read_together(name: str) -> None:
    watched, other = Watched(name), adapted(name)
    memory = Memory(watched.language)
    for episodes in (golds()[:2], golds()[1:4]):
        readings = [one for episode in episodes for one in readings_of(episode, name)[:3]]
        check(other, readings, memory.recall(readings, 200, 100))
    assert watched.calls == 2 and max(watched.texts.values()) == 1


def test_other_weights_leave_nothing(name: str) -> None:
    watched = Watched(name)
    memory, (reading, *_) = Memory(watched.language), readings_of(golds()[0], name)
    before = memory.recall([reading], 200, 100)[0]
    state = {name: one * 2 for name, one in watched.language.state_dict().items()}
    watched.language.load_state_dict(state)
    after = memory.recall([reading], 200, 100)
    assert watched.calls == 2 and not torch.allclose(before, after[0])
    check(watched.language, [reading], after)


def test_old_instructions_are_forgotten(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_KNOWN", 2)
    watched, other = Watched(name), adapted(name)
    memory = Memory(watched.language)
    first, second, third = (readings_of(episode, name)[0] for episode in golds()[:3])
    calls = []
    for reading in (first, second, first, third, first, second):
        check(other, [reading], memory.recall([reading], 200, 100))
        calls.append(watched.calls)
    assert calls == [1, 2, 2, 3, 3, 4], "the one that was not used for longest is gone"
    check(other, [first, second, third], memory.recall([first, second, third], 200, 100))


def test_without_apps_there_is_nothing_to_recall_of_them(name: str) -> None:
    turn = turns_of(golds()[0])[1]._replace(apps=())
    reading = reading_of(view_of(turn), name)
    language = adapted(name)
    tokens, apps = Memory(language).recall([reading], len(reading.where), 1)
    check(language, [reading], (tokens, apps))
    assert apps.shape == (1, 1, language.width)


@pytest.mark.parametrize("name", MADE_HERE)
def test_learning_leaves_nothing_in_memory(name: str) -> None:
    language = adapted(name)
    memory, view = Memory(language), view_of(turns_of(golds()[0])[0])
    one = reading_of(view, name)
    before = memory.recall([one], 200, 100)[0]
    optimizer = adamw([{"params": list(language.parameters())}], 0.1, (0.9, 0.98))
    for parameter in language.parameters():
        parameter.grad = torch.ones_like(parameter)
    optimizer.step()
    assert not torch.allclose(memory.recall([one], 200, 100)[0], before)
