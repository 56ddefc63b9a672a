"""Collections over phones that die: nothing lost, nothing doubled, resumable."""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

import pytest

from phonebuddy.errors import Fault
from phonebuddy.phones.collection import collect
from phonebuddy.phones.faults import fault
from phonebuddy.phones.ledger import MAX_TRIES, Ledger
from phonebuddy.phones.pool import LEASE_S, Lease, Pool


def make(tmp_path: Path, phones: int) -> Pool:
    pool = Pool(tmp_path / "pool.sqlite")
    for number in range(phones):
        pool.join(f"phone-{number}")
    return pool


def test_two_phones_die_in_the_middle_of_two_hundred_episodes(tmp_path: Path) -> None:
    pool = make(tmp_path, 6)
    ledger = Ledger(pool, "run", 200)
    lock = threading.Lock()
    begun: Counter[int] = Counter()
    lost: set[int] = set()

    def work(lease: Lease, number: int) -> Mapping[str, object]:
        with lock:
            begun[number] += 1
            total = sum(begun.values())
        if lease.serial in ("phone-1", "phone-4") and total > 90:
            lost.add(number)
            raise fault("gone", "cable", lease.serial)
        time.sleep(0.003)  # so that every phone has its turn, on busy cores too
        return {"outcome": "finished", "phone": lease.serial}

    collect(pool, ledger, work, workers=6)
    results = ledger.results()
    assert sorted(results) == list(range(200))
    assert all(result["outcome"] == "finished" for result in results.values())
    assert lost and all(begun[number] == 1 + (number in lost) for number in range(200))
    assert all(results[number]["phone"] not in ("phone-1", "phone-4") for number in lost)
    assert {member.serial for member in pool.members() if member.aside_s} == {"phone-1", "phone-4"}


def test_an_episode_that_always_breaks_ends_as_a_fault(tmp_path: Path) -> None:
    pool, tries = make(tmp_path, 4), []
    ledger = Ledger(pool, "run", 3)

    def work(lease: Lease, number: int) -> Mapping[str, object]:
        if number == 1:
            tries.append(lease.serial)
            raise fault("app_crash", "com.x", lease.serial)
        return {"outcome": "finished"}

    collect(pool, ledger, work, workers=1)
    assert ledger.results()[1] == {"outcome": "fault", "cause": "app_crash"}
    assert len(tries) == MAX_TRIES and len(set(tries)) == MAX_TRIES


def test_without_phones_it_stops_and_can_go_on(tmp_path: Path) -> None:
    pool = make(tmp_path, 1)
    ledger = Ledger(pool, "run", 5)
    broken = True

    def work(lease: Lease, number: int) -> Mapping[str, object]:
        if broken and number == 2:
            raise fault("hang", "x", lease.serial)
        return {"outcome": "finished"}

    collect(pool, ledger, work, workers=2, patience_s=0.1)
    assert len(ledger.results()) < 5
    broken = False
    pool.lift("phone-0")
    collect(pool, Ledger(pool, "run", 5), work, workers=2, patience_s=0.1)
    assert sorted(ledger.results()) == [0, 1, 2, 3, 4]
    collect(pool, ledger, work, workers=2)


def test_a_mistake_of_ours_is_raised_and_not_counted(tmp_path: Path) -> None:
    pool = make(tmp_path, 1)
    ledger = Ledger(pool, "run", 2)

    def work(lease: Lease, number: int) -> Mapping[str, object]:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        collect(pool, ledger, work, workers=2)
    assert ledger.results() == {}


def test_who_lost_the_lease_cannot_finish(tmp_path: Path) -> None:
    now = 0.0
    pool = Pool(tmp_path / "p.sqlite", lambda: now)
    pool.join("a")
    ledger = Ledger(pool, "run", 1)
    first = pool.borrow("killed")
    assert first is not None
    old = ledger.claim(first)
    assert old is not None and ledger.claim(first) is None
    now += LEASE_S + 1
    second = pool.borrow("next")
    assert second is not None
    new = ledger.claim(second)
    assert new is not None and new.number == old.number
    assert not ledger.finish(old, {"by": "old"}) and not ledger.fail(old, "hang")
    assert ledger.finish(new, {"by": "new"}) and not ledger.finish(new, {"by": "again"})
    assert ledger.results() == {0: {"by": "new"}} and ledger.is_done()


def test_every_fault_says_its_cause() -> None:
    with pytest.raises(KeyError):
        fault("no_such_cause", "x")
    error = fault("hang", "10 s", "serial-1")
    assert isinstance(error, Fault) and error.cause == "hang" and "adb -s serial-1 reboot" in str(error)
