"""The pool: one holder per phone, also between processes and when leases run out."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from phonebuddy.errors import Fault, SetupError
from phonebuddy.phones.pool import COOL_S, LEASE_S, MAX_COOL_S, Lease, Pool


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def pool(tmp_path: Path, clock: Clock) -> Pool:
    made = Pool(tmp_path / "pool.sqlite", clock)
    for serial in ("a", "b"):
        made.join(serial)
    return made


def borrow(pool: Pool, holder: str = "me") -> Lease:
    lease = pool.borrow(holder)
    assert lease is not None
    return lease


def test_a_phone_is_lent_once(pool: Pool) -> None:
    assert {borrow(pool).serial, borrow(pool).serial} == {"a", "b"}
    assert pool.borrow("me") is None


def test_the_one_that_rested_longest_comes_first(pool: Pool, clock: Clock) -> None:
    for expected in ("a", "b", "a", "b"):
        lease = borrow(pool)
        assert lease.serial == expected
        clock.now += 1
        pool.give_back(lease)


def test_a_phone_to_avoid_is_taken_only_without_another(pool: Pool) -> None:
    first = pool.borrow("me", avoid={"a"})
    second = pool.borrow("me", avoid={"a"})
    assert first is not None and first.serial == "b"
    assert second is not None and second.serial == "a"


def test_acts_keep_a_lease_and_idleness_ends_it(pool: Pool, clock: Clock) -> None:
    lease = borrow(pool)
    for _ in range(5):
        clock.now += LEASE_S * 0.9
        pool.renew(lease)
    assert pool.holds(lease)
    clock.now += LEASE_S + 1
    assert not pool.holds(lease)
    borrow(pool, "other"), borrow(pool, "other")
    with pytest.raises(Fault) as fault:
        pool.renew(lease)
    assert fault.value.cause == "lease_lost"


def test_a_lost_lease_can_neither_return_nor_report(pool: Pool, clock: Clock) -> None:
    old = borrow(pool)
    clock.now += LEASE_S + 1
    held = [borrow(pool, "other"), borrow(pool, "other")]
    pool.give_back(old)
    pool.report(old, "hang")
    assert all(pool.holds(lease) for lease in held)
    assert all(member.faults == 0 for member in pool.members())


def test_a_broken_phone_is_set_aside_longer_each_time(pool: Pool, clock: Clock) -> None:
    pool.leave("b")
    for strike in range(12):
        pool.report(borrow(pool), "hang", "x")
        assert pool.borrow("me") is None
        wait = min(COOL_S * 2**strike, MAX_COOL_S)
        assert pool.members()[0].aside_s == wait and pool.members()[0].aside_cause == "hang"
        clock.now += wait
    pool.give_back(borrow(pool))
    pool.report(borrow(pool), "gone")
    assert pool.members()[0].aside_s == COOL_S
    pool.lift("a")
    assert pool.borrow("me") is not None


def test_a_fault_of_an_app_does_not_set_the_phone_aside(pool: Pool) -> None:
    pool.leave("b")
    pool.report(borrow(pool), "app_crash")
    assert pool.borrow("me") is not None
    (member,) = pool.members()
    assert (member.faults, member.episodes, member.causes) == (1, 1, "app_crash 1")


def test_a_file_that_is_no_pool_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.write_bytes(b"not a database at all, but long enough to be looked at" * 30)
    with pytest.raises(SetupError, match="cannot be used"):
        Pool(path)


RACE = """
import sys
from pathlib import Path
from phonebuddy.phones.pool import Pool
pool = Pool(Path(sys.argv[1]))
got = 0
for _ in range(60):
    lease = pool.borrow(sys.argv[2])
    if lease is None:
        continue
    with pool.change() as database:
        database.execute("CREATE TABLE IF NOT EXISTS use (serial TEXT PRIMARY KEY)")
        database.execute("INSERT INTO use VALUES (?)", (lease.serial,))
    with pool.change() as database:
        database.execute("DELETE FROM use WHERE serial = ?", (lease.serial,))
    pool.give_back(lease)
    got += 1
print(got)
"""


def test_two_processes_never_hold_the_same_phone(tmp_path: Path) -> None:
    path = tmp_path / "pool.sqlite"
    Pool(path).join("a")
    command = [sys.executable, "-c", RACE, str(path)]
    runs = [subprocess.Popen([*command, name], stdout=subprocess.PIPE, text=True) for name in "xy"]
    got = [int(run.communicate(timeout=120)[0]) for run in runs]
    # Holding a phone twice would break the primary key and end a process.
    assert [run.returncode for run in runs] == [0, 0] and sum(got) > 0
    assert Pool(path).members()[0].episodes == sum(got)


class Lending(RuleBasedStateMachine):
    """Whatever is borrowed, returned, reported and waited for: one live lease per phone."""

    def __init__(self) -> None:
        super().__init__()
        import tempfile

        self.folder = tempfile.TemporaryDirectory()
        self.clock = Clock()
        self.pool = Pool(Path(self.folder.name) / "p.sqlite", self.clock)
        for serial in "abc":
            self.pool.join(serial)
        self.leases: list[Lease] = []

    @rule()
    def borrow(self) -> None:
        if lease := self.pool.borrow("me"):
            self.leases.append(lease)

    @rule(number=st.integers(0, 9))
    def give_back(self, number: int) -> None:
        if self.leases:
            self.pool.give_back(self.leases[number % len(self.leases)])

    @rule(number=st.integers(0, 9), cause=st.sampled_from(["hang", "app_crash", "dirty"]))
    def report(self, number: int, cause: str) -> None:
        if self.leases:
            self.pool.report(self.leases[number % len(self.leases)], cause)

    @rule(seconds=st.sampled_from([1.0, LEASE_S / 2, LEASE_S + 1, MAX_COOL_S]))
    def wait(self, seconds: float) -> None:
        self.clock.now += seconds

    @invariant()
    def one_holder(self) -> None:
        held = [lease.serial for lease in self.leases if self.pool.holds(lease)]
        assert len(held) == len(set(held))

    def teardown(self) -> None:
        self.folder.cleanup()


Lending.TestCase.settings = settings(max_examples=12, stateful_step_count=15)
test_lending = Lending.TestCase


def test_only_who_proved_it_clean_leaves_it_clean(tmp_path: Path) -> None:
    pool = Pool(tmp_path / "one.sqlite")
    pool.join("a")
    first = borrow(pool)
    assert not first.was_clean
    pool.give_back(first)
    second = borrow(pool)
    assert second.was_clean
    pool.return_unused(second)
    third = borrow(pool)
    assert third.was_clean
    pool.report(third, "app_crash")
    assert not borrow(pool).was_clean
