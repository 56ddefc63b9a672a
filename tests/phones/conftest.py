"""Served phones for the tests of this folder: started once, reset for each test."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from phonebuddy.adbd import Served
from phonebuddy.phones.adb import AdbPhone
from tests.phones.served import driver, serve


@pytest.fixture(scope="session")
def line() -> Iterator[tuple[int, Served]]:
    """One served phone and the port of its adb server."""
    with serve() as (port, served):
        yield port, served[0]


@pytest.fixture
def served(line: tuple[int, Served]) -> Served:
    """The phone behind the wire, as it was made."""
    device = line[1].device
    device.phone.reset()
    line[1].start_afresh()
    device.faults.planned.clear()
    return line[1]


@pytest.fixture
def phone(line: tuple[int, Served], served: Served) -> AdbPhone:
    """Its driver."""
    return driver(line[0], served)
