"""Episodes over a pool of served phones: healthy and clean before each, nothing lost when phones die."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from phonebuddy.adbd import Served
from phonebuddy.phones.adb import AdbPhone
from phonebuddy.phones.attempt import Attempt
from phonebuddy.phones.collection import collect
from phonebuddy.phones.contract import Start
from phonebuddy.phones.ledger import Ledger
from phonebuddy.phones.pool import Pool
from phonebuddy.phones.side_effects import Permit
from phonebuddy.phones.working import Working
from tests.phones.served import NOTES, PATIENCE, REST, TASK, WRITE, script, serve

FRESH = msgspec.structs.replace(TASK, start=Start(apps=(NOTES,), data="clear"))


def make(
    folder: Path, port: int, served: list[Served], keep: Callable[[int, Attempt], None]
) -> tuple[Pool, Working]:
    pool = Pool(folder / "pool.sqlite")
    for one in served:
        pool.join(one.serial)

    def open_phone(serial: str) -> AdbPhone:
        return AdbPhone(serial, port, PATIENCE, REST)

    return pool, Working(pool, [FRESH], script(*WRITE), open_phone, Permit(), dry_run=False, keep=keep)


def collected(folder: Path, phones: int, episodes: int, deaths: int) -> None:
    """Collect; after a third of the episodes so many phones die."""
    tried: Counter[int] = Counter()
    dead: list[Served] = []
    with serve(folder, phones) as (port, served):

        def keep(number: int, attempt: Attempt) -> None:
            tried[number] += 1
            if len(dead) < deaths and sum(tried.values()) > episodes // 3 + 3 * len(dead):
                dead.append(served[len(dead)])
                dead[-1].device.faults.plan("unauthorized")

        pool, working = make(folder, port, served, keep)
        ledger = Ledger(pool, "run", episodes)
        collect(pool, ledger, working.work, phones, working.tidy, patience_s=60.0)
        results = ledger.results()
        assert sorted(results) == list(range(episodes))
        assert {result["verdict"] for result in results.values()} == {"pass"}
        assert len(dead) == deaths
        aside = {member.serial for member in pool.members() if member.aside_s > 0}
        assert aside == {one.serial for one in dead}
        by_phone = Counter(str(result["phone"]) for result in results.values())
        assert sum(by_phone.values()) == episodes


def test_two_phones_die_in_a_small_collection(tmp_path: Path) -> None:
    collected(tmp_path, 3, 6, 1)


@pytest.mark.slow
def test_two_phones_die_in_two_hundred_episodes(tmp_path: Path) -> None:
    collected(tmp_path, 5, 200, 2)
