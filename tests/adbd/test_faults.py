"""Faults come when they are planned, look as they do on real phones, and change nothing on this one."""

from __future__ import annotations

import contextlib
import struct
import time
from collections.abc import Iterator

import numpy as np
import pytest

from phonebuddy.adbd import Served, serve_phones
from phonebuddy.adbd.client import DirectHost
from phonebuddy.adbd.commands.uiautomator import NO_ROOT
from phonebuddy.adbd.faults import KINDS, Faults
from phonebuddy.errors import PhoneBuddyError
from tests.adbd.helpers import make_phone


@pytest.fixture
def served() -> Iterator[Served]:
    with serve_phones([make_phone()]) as (one,):
        yield one


def capture(host: DirectHost) -> np.ndarray:
    data = host.run("exec:screencap")
    width, height = struct.unpack_from("<II", data)
    return np.frombuffer(data[16:], np.uint8).reshape(height, width, 4)


def test_the_same_seed_breaks_the_same_commands() -> None:
    def kinds(seed: int) -> list[str]:
        faults = Faults(seed=seed, rate=0.2)
        return [faults.next() for _ in range(300)]

    assert kinds(1) == kinds(1) != kinds(2)
    assert set(kinds(1)) == {"", *KINDS}


def test_an_unknown_fault_is_refused() -> None:
    with pytest.raises(PhoneBuddyError, match="did you mean 'slow'"):
        Faults().plan("slo")


def test_spoiled_frames(served: Served) -> None:
    with DirectHost(served.port) as host:
        plain = capture(host)
        served.device.faults.plan("black_frame")
        assert capture(host)[..., :3].max() == 0
        served.device.faults.plan("wrong_size")
        assert capture(host).shape == (1200, 1080, 4)
        host.run("shell:input keyevent 187")
        assert not np.array_equal(capture(host), plain)
        served.device.faults.plan("stale_frame")
        assert np.array_equal(capture(host), plain)
        served.device.faults.plan("null_root")
        assert host.run("shell:uiautomator dump /dev/tty").decode() == NO_ROOT + "\n"
        assert b"<hierarchy" in host.run("shell:uiautomator dump /dev/tty")


@pytest.mark.parametrize("kind", ["dropped", "offline", "reboot", "unauthorized"])
def test_lost_connections(served: Served, kind: str) -> None:
    with DirectHost(served.port) as host:
        served.device.faults.plan(kind)
        with pytest.raises(ConnectionError):
            host.run("shell:input tap 500 500")
    if kind == "unauthorized":
        with DirectHost(served.port) as other:
            assert len(other.banner) == 20, "a token, not a banner"
        return
    for _ in range(100):
        with contextlib.suppress(OSError), DirectHost(served.port) as other:
            assert other.run("shell:echo back") == b"back\n"
            return
        time.sleep(0.1)
    pytest.fail("the phone did not come back")


def test_a_slow_answer_still_comes(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("phonebuddy.adbd.trouble.SLOW_S", 0.3)
    with DirectHost(served.port) as host:
        served.device.faults.plan("slow")
        started = time.monotonic()
        assert host.run("shell:echo late") == b"late\n"
        assert time.monotonic() - started >= 0.3


def test_faults_change_nothing_on_the_phone(served: Served) -> None:
    before = served.device.phone.changeset()
    for kind in ("black_frame", "wrong_size", "null_root", "stale_frame", "dropped"):
        with DirectHost(served.port) as host:
            served.device.faults.plan(kind)
            with contextlib.suppress(ConnectionError):
                host.run("exec:screencap -p")
            served.device.spoil = ""
    assert served.device.phone.changeset() == before
