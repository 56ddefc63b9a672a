"""Working with leased phones: health, cleaning, the attempt, cleaning again.

What a collection calls for each of its episodes. Invariant: no episode begins on a phone that is unhealthy or
not proven clean, and every call to the phone first makes sure that the lease still counts.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence

import msgspec

from phonebuddy.errors import Fault
from phonebuddy.phones.adb import AdbPhone
from phonebuddy.phones.attempt import Attempt, Decide, attempt
from phonebuddy.phones.begin import wake
from phonebuddy.phones.cleaning import Baseline, clean, take_baseline
from phonebuddy.phones.contract import Start
from phonebuddy.phones.health import examine
from phonebuddy.phones.judge import Judge
from phonebuddy.phones.pool import Lease, Pool
from phonebuddy.phones.side_effects import Guard, Permit
from phonebuddy.phones.task import RealTask

RENEW_S = 1.0
"""Leases live for minutes, so renewing each second is renewing with each act."""


class Working:
    """Does tasks on phones of a pool; `work` and `tidy` are what collect() takes."""

    def __init__(
        self,
        pool: Pool,
        tasks: Sequence[RealTask],
        decide: Decide,
        open_phone: Callable[[str], AdbPhone],
        word: Permit,
        dry_run: bool,
        judge: Judge | None = None,
        keep: Callable[[int, Attempt], None] = lambda number, attempt: None,
    ) -> None:
        self._pool = pool
        self._tasks = tasks
        self._decide = decide
        self._open_phone = open_phone
        self._word = word
        self._dry_run = dry_run
        self._judge = judge
        self._keep = keep

    def work(self, lease: Lease, number: int) -> Mapping[str, object]:
        """One episode; its number says which task."""
        task = self._tasks[number % len(self._tasks)]
        phone = self._open(lease)
        wake(phone.wire)
        examine(phone.wire, phone.eyes).must()
        self._prepare(phone, lease)
        guard = Guard(task.may, self._word, self._dry_run)
        tried = attempt(phone, task, self._decide, guard, self._judge)
        self._keep(number, tried)
        if tried.outcome == "fault":
            raise Fault(tried.detail, tried.cause)
        verdict = tried.judgement.verdict if tried.judgement else "unjudged"
        return {
            "task": task.name, "phone": lease.serial, "outcome": tried.outcome, "detail": tried.detail,
            "steps": len(tried.actions), "verdict": verdict,
        }  # fmt: skip

    def tidy(self, lease: Lease, number: int) -> None:
        """Clean after an episode."""
        phone = self._open(lease)
        start = self._tasks[number % len(self._tasks)].start
        clean(phone, self._baseline(phone, lease), start)

    def _open(self, lease: Lease) -> AdbPhone:
        phone = self._open_phone(lease.serial)
        renewed = 0.0

        def renew() -> None:
            nonlocal renewed
            if time.monotonic() - renewed > RENEW_S:
                self._pool.renew(lease)
                renewed = time.monotonic()

        phone.wire.may_send = renew
        return phone

    def _prepare(self, phone: AdbPhone, lease: Lease) -> None:
        """A phone whose last user did not prove it clean is cleaned first."""
        baseline = self._baseline(phone, lease)
        if not lease.was_clean:
            clean(phone, baseline, Start())

    def _baseline(self, phone: AdbPhone, lease: Lease) -> Baseline:
        """What the phone was when it was first used here."""
        kept = self._pool.baseline(lease.serial)
        if kept is not None:
            return msgspec.json.decode(kept, type=Baseline)
        taken = take_baseline(phone.wire)
        self._pool.keep_baseline(lease.serial, msgspec.json.encode(taken))
        return taken
