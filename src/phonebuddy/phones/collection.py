"""Collecting: many episodes over a pool of phones that may die at any moment.

Invariant: every episode ends in the ledger exactly once, whatever happens to phones and processes; a phone
that broke is set aside and its episode done elsewhere.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Mapping

from phonebuddy.errors import Fault
from phonebuddy.phones.ledger import MAX_TRIES, Claim, Ledger
from phonebuddy.phones.pool import Lease, Pool

Work = Callable[[Lease, int], Mapping[str, object]]
"""Does one episode on the leased phone and gives its result; raises Fault when the environment broke."""
Tidy = Callable[[Lease, int], None]
"""Cleans the phone after it and proves that; raises Fault when it is not clean."""
_PAUSE_S = 0.05


def collect(
    pool: Pool, ledger: Ledger, work: Work, workers: int, tidy: Tidy = lambda lease, number: None,
    patience_s: float = 600.0, sleep: Callable[[float], None] = time.sleep,
    advance: Callable[[int], None] = lambda count: None,
) -> None:  # fmt: skip
    """Work until the ledger is done or no phone is to be had for `patience_s`; call again to go on."""
    trouble: list[BaseException] = []

    def run() -> None:
        try:
            _worker(pool, ledger, (work, tidy), patience_s, sleep, advance, trouble)
        except BaseException as error:
            trouble.append(error)

    threads = [threading.Thread(target=run, name=f"collect-{i}") for i in range(workers)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if trouble:
        raise trouble[0]


def _worker(
    pool: Pool, ledger: Ledger, jobs: tuple[Work, Tidy], patience_s: float, sleep: Callable[[float], None],
    advance: Callable[[int], None], trouble: list[BaseException],
) -> None:  # fmt: skip
    waited = 0.0
    while not ledger.is_done() and not trouble and waited < patience_s:
        lease = pool.borrow(f"{os.uname().nodename} {os.getpid()} {threading.current_thread().name}")
        claim = ledger.claim(lease) if lease else None
        if lease is None or claim is None:
            if lease is not None:
                pool.return_unused(lease)
            sleep(_PAUSE_S)
            waited += _PAUSE_S
            continue
        waited = 0.0
        advance(int(_one(pool, ledger, jobs, claim)))


def _one(pool: Pool, ledger: Ledger, jobs: tuple[Work, Tidy], claim: Claim) -> bool:
    """One episode on one phone; whether it is now done for good."""
    work, tidy = jobs
    try:
        result = work(claim.lease, claim.number)
    except Fault as error:
        ended = ledger.fail(claim, error.cause)
        # Not cleaned: the phone may not answer, or be left for a person to see. Whoever is next cleans first.
        pool.report(claim.lease, error.cause, str(error))
        return ended and claim.tries >= MAX_TRIES
    done = ledger.finish(claim, result)
    try:
        tidy(claim.lease, claim.number)
    except Fault as error:
        pool.report(claim.lease, error.cause, str(error))
    else:
        pool.give_back(claim.lease)
    return done
