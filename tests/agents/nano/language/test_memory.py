"""Memory: what is remembered is what would be read again, and nothing is read twice."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from torch import Tensor  # noqa: E402

from phonebuddy.agents.nano.language import memory as module  # noqa: E402
from phonebuddy.agents.nano.language.llama import Llama  # noqa: E402
from phonebuddy.agents.nano.language.memory import Memory  # noqa: E402
from phonebuddy.agents.nano.language.reading import Reading, reading_of  # noqa: E402
from phonebuddy.agents.nano.language.readings import Readings  # noqa: E402
from phonebuddy.agents.nano.view import view_of  # noqa: E402
from phonebuddy.episode import Episode  # noqa: E402
from tests.agents.nano.language.made import adapted  # noqa: E402
from tests.agents.nano.test_nano_views import turns_of  # noqa: E402
from tests.episodes.made import golds  # noqa: E402


@pytest.fixture(autouse=True)
def no_gradient():
    with torch.no_grad():
        yield


def readings_of(episode: Episode) -> list[Reading]:
    return [reading_of(view_of(turn), "tiny") for turn in turns_of(episode)]


class Watched:
    """A language, and what it was given to read."""

    def __init__(self) -> None:
        self.llama = adapted()
        self.texts: Counter[tuple[int, ...]] = Counter()
        self.calls = 0
        self.llama.register_forward_pre_hook(self._note)

    def _note(self, _llama: object, given: tuple[Tensor, ...]) -> None:
        self.calls += 1
        ids, item = given[0], given[1]
        for row in range(len(ids)):
            told = tuple(ids[row][item[row] == 0].tolist())
            for number in range(1, int(item[row].max()) + 1):
                self.texts[told + tuple(ids[row][item[row] == number].tolist())] += 1


def fresh(llama: Llama, reading: Reading) -> tuple[Tensor, Tensor]:
    shelf = Readings([(reading.ids.tobytes(), reading.counts.tobytes())], "cpu")
    found = llama(*shelf.of(np.zeros(1, np.int64)))[0]
    return found[torch.from_numpy(reading.where.astype(int))], found[
        torch.from_numpy(reading.apps.astype(int))
    ]


def check(llama: Llama, readings: list[Reading], recalled: tuple[Tensor, Tensor]) -> None:
    """The same as read again, then nothing."""
    for row, reading in enumerate(readings):
        for found, wanted in zip(recalled, fresh(llama, reading), strict=True):
            torch.testing.assert_close(found[row, : len(wanted)], wanted, rtol=1e-4, atol=1e-5)
            assert not found[row, len(wanted) :].any()


def test_over_an_episode_the_same_is_recalled_and_nothing_is_read_twice() -> None:
    watched, other = Watched(), adapted()
    memory, readings = Memory(watched.llama), readings_of(golds()[2])
    for reading in readings:
        check(other, [reading], memory.recall([reading], len(reading.where) + 2, len(reading.apps) + 1))
    assert watched.texts and max(watched.texts.values()) == 1
    assert len(watched.texts) == len({text for one in readings for text in one.texts()[1:]})
    before = watched.calls
    memory.recall([readings[3]], 200, 100)
    assert watched.calls == before, "all of it is known"


def test_turns_of_several_tasks_are_read_together() -> None:
    watched, other = Watched(), adapted()
    memory = Memory(watched.llama)
    for episodes in (golds()[:2], golds()[1:4]):
        readings = [one for episode in episodes for one in readings_of(episode)[:3]]
        check(other, readings, memory.recall(readings, 200, 100))
    assert watched.calls == 2 and max(watched.texts.values()) == 1


def test_other_weights_leave_nothing() -> None:
    watched = Watched()
    memory, (reading, *_) = Memory(watched.llama), readings_of(golds()[0])
    before = memory.recall([reading], 200, 100)[0]
    state = {name: one * 2 for name, one in watched.llama.state_dict().items()}
    watched.llama.load_state_dict(state)
    after = memory.recall([reading], 200, 100)
    assert watched.calls == 2 and not torch.allclose(before, after[0])
    check(watched.llama, [reading], after)


def test_old_instructions_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_KNOWN", 2)
    watched, other = Watched(), adapted()
    memory = Memory(watched.llama)
    first, second, third = (readings_of(episode)[0] for episode in golds()[:3])
    calls = []
    for reading in (first, second, first, third, first, second):
        check(other, [reading], memory.recall([reading], 200, 100))
        calls.append(watched.calls)
    assert calls == [1, 2, 2, 3, 3, 4], "the one that was not used for longest is gone"
    check(other, [first, second, third], memory.recall([first, second, third], 200, 100))


def test_without_apps_there_is_nothing_to_recall_of_them() -> None:
    turn = turns_of(golds()[0])[1]._replace(apps=())
    reading = reading_of(view_of(turn), "tiny")
    llama = adapted()
    tokens, apps = Memory(llama).recall([reading], len(reading.where), 1)
    check(llama, [reading], (tokens, apps))
    assert apps.shape == (1, 1, llama.width)
