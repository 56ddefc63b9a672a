"""Episodes over a pool of served phones: healthy and clean before each, nothing lost when phones die."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import msgspec
import pytest

from phonebuddy import actions as a
from phonebuddy.adbd import Served
from phonebuddy.adbd.fleet import PATIENCE, REST
from phonebuddy.phones.adb import AdbPhone
from phonebuddy.phones.attempt import Attempt
from phonebuddy.phones.collection import collect
from phonebuddy.phones.contract import Start
from phonebuddy.phones.ledger import Ledger
from phonebuddy.phones.pool import Pool
from phonebuddy.phones.side_effects import Permit
from phonebuddy.phones.working import Working
from phonebuddy.screen import Screen
from tests.phones.served import NOTES, TASK, WRITE, script, serve

FRESH = msgspec.structs.replace(TASK, start=Start(apps=(NOTES,), data="clear"))


class Collection:
    """A collection in which some phones die in the middle of an episode."""

    def __init__(self, folder: Path, port: int, served: list[Served], episodes: int, deaths: int) -> None:
        self.pool = Pool(folder / "pool.sqlite")
        self.tried: Counter[int] = Counter()
        self.dead: list[str] = []
        self._port = port
        self._served = {one.serial: one for one in served}
        self._doomed = [one.serial for one in served[:deaths]]
        self._after = episodes // 3
        self._here = threading.local()
        for serial in self._served:
            self.pool.join(serial)

    def open_phone(self, serial: str) -> AdbPhone:
        self._here.serial = serial
        return AdbPhone(serial, self._port, PATIENCE, REST)

    def decide(self, screen: Screen, done: Sequence[a.Action]) -> a.Action:
        """The agent; at its fourth step a doomed phone stops trusting this computer."""
        serial = self._here.serial
        if len(done) == 3 and self.tried.total() > self._after and serial in self._doomed:
            self._doomed.remove(serial)
            self.dead.append(serial)
            self._served[serial].device.faults.plan("unauthorized")
        return script(*WRITE)(screen, done)

    def keep(self, number: int, attempt: Attempt) -> None:
        self.tried[number] += 1


def collected(folder: Path, phones: int, episodes: int, deaths: int) -> None:
    with serve(phones) as (port, served):
        run = Collection(folder, port, served, episodes, deaths)
        working = Working(run.pool, [FRESH], run.decide, run.open_phone, Permit(), False, keep=run.keep)
        ledger = Ledger(run.pool, "run", episodes)
        collect(run.pool, ledger, working.work, phones, working.tidy, patience_s=60.0)
        results = ledger.results()
    assert sorted(results) == list(range(episodes))
    assert {result["verdict"] for result in results.values()} == {"pass"}
    # Each death cost one attempt, and nothing else was done twice.
    assert len(run.dead) == deaths and run.tried.total() == episodes + deaths
    aside = {member.serial: member.aside_cause for member in run.pool.members() if member.aside_s > 0}
    assert aside == dict.fromkeys(run.dead, "unauthorized")


def test_a_phone_dies_in_a_small_collection(tmp_path: Path) -> None:
    collected(tmp_path, 3, 6, 1)


@pytest.mark.slow
def test_two_phones_die_in_two_hundred_episodes(tmp_path: Path) -> None:
    collected(tmp_path, 5, 200, 2)
