"""Fixtures of the served phones: one device for reading, one adb server for all tests that need the "
"program."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from phonebuddy.adbd.device import Device
from tests.adbd.helpers import ADB, Adb, adb_program, make_device


@pytest.fixture(scope="session")
def shared_device() -> Device:
    """A device that tests may only look at."""
    return make_device()


@pytest.fixture
def device() -> Device:
    """A device of one's own."""
    return make_device()


@pytest.fixture(scope="session")
def adb(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Adb]:
    if ADB is None:
        pytest.skip("no adb program: apt-get install adb")
    with adb_program(tmp_path_factory.mktemp("adb")) as program:
        yield program
