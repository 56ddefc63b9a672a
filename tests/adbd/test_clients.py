"""Clients nobody here wrote drive a served phone unchanged; each does one whole task and the verifier
confirms it."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from phonebuddy.adbd import Served, serve_phones
from phonebuddy.adbd.keys import KeyFileError, read_keys
from phonebuddy.world.phone import WorldPhone
from tests.adbd.bike import HUB, Hands, by_dump, unlock_a_bike
from tests.adbd.helpers import Adb, make_phone, needs_adb


@pytest.fixture
def phone() -> WorldPhone:
    return make_phone()


@pytest.fixture
def served(phone: WorldPhone) -> Iterator[Served]:
    with serve_phones([phone]) as (one,):
        yield one


@pytest.fixture
def connected(served: Served, adb: Adb) -> Iterator[Served]:
    adb.run("connect", served.serial)
    yield served
    adb.run("disconnect", served.serial)


@needs_adb
def test_adb(adb: Adb, connected: Served, phone: WorldPhone) -> None:
    serial = connected.serial
    hands = Hands(
        lambda package: adb.on(
            serial, "shell", "monkey", "-p", package, "-c", "android.intent.category.LAUNCHER", "1"
        ),
        by_dump(lambda: adb.on(serial, "exec-out", "uiautomator", "dump", "/dev/tty")),
        lambda x, y: adb.on(serial, "shell", "input", "tap", str(x), str(y)),
        lambda text: adb.on(serial, "shell", "input", "text", text),
    )
    unlock_a_bike(phone, hands)


@needs_adb
def test_files_go_both_ways(adb: Adb, connected: Served, tmp_path: Path) -> None:
    serial = connected.serial
    folder = tmp_path / "there"
    (folder / "deep").mkdir(parents=True)
    (folder / "a b's.txt").write_text("hello\n")
    (folder / "deep" / "big.bin").write_bytes(bytes(range(256)) * 3000)
    adb.on(serial, "push", str(folder), "/sdcard/Download/")
    assert adb.on(serial, "shell", "cat", "/sdcard/Download/there/a\\ b\\'s.txt") == "hello\n"
    adb.on(serial, "pull", "/data/media/0/Download/there", str(tmp_path / "back"))
    assert (tmp_path / "back" / "deep" / "big.bin").read_bytes() == (folder / "deep" / "big.bin").read_bytes()
    missing = adb.run("-s", serial, "pull", "/sdcard/nope", str(tmp_path), ok=False)
    assert missing.returncode == 1 and b"No such file or directory" in missing.stdout + missing.stderr
    denied = adb.run("-s", serial, "push", str(folder / "a b's.txt"), "/system/x", ok=False)
    assert denied.returncode == 1 and b"Read-only file system" in denied.stdout + denied.stderr


@needs_adb
def test_the_program_behaves(adb: Adb, connected: Served) -> None:
    serial = connected.serial
    assert adb.on(serial, "get-state") == "device\n"
    failed = adb.run("-s", serial, "shell", "echo out; echo err >&2; exit 9", ok=False)
    assert (failed.returncode, failed.stdout, failed.stderr) == (9, b"out\n", b"err\n")
    assert adb.on(serial, "shell", "cat", given=b"in" * 100_000) == "in" * 100_000
    assert adb.on(serial, "shell", given=b"echo a\nif true\nthen echo b\nfi\nexit\n") == "a\nb\n"
    assert adb.on(serial, "exec-out", "screencap", "-p").startswith("\ufffdPNG\r\n")
    assert "already running as root" in adb.on(serial, "root")
    assert adb.on(serial, "reverse", "--list").strip() == ""
    adb.on(serial, "reverse", "tcp:7001", "tcp:7002")
    assert "tcp:7001 tcp:7002" in adb.on(serial, "reverse", "--list")
    adb.on(serial, "reverse", "--remove-all")
    assert "mCurrentFocus" in adb.on(serial, "shell", "dumpsys", "window", "|", "grep", "mCurrentFocus")
    refused = adb.run("-s", serial, "uninstall", "com.nope", ok=False)
    assert b"Failure [DELETE_FAILED" in refused.stdout


@needs_adb
def test_the_program_with_keys(adb: Adb, tmp_path: Path) -> None:
    key = Path(adb.environment()["HOME"]) / ".android" / "adbkey.pub"
    adb.run("start-server")
    for _ in range(100):
        if key.exists():
            break
        time.sleep(0.1)
    with serve_phones([make_phone()], keys=read_keys(key)) as (one,):
        adb.run("connect", one.serial)
        assert adb.on(one.serial, "shell", "echo", "in") == "in\n"
        adb.run("disconnect", one.serial)
    with serve_phones([make_phone()], keys=()) as (one,):
        adb.run("connect", one.serial, ok=False)
        assert b"unauthorized" in adb.run("devices").stdout
        adb.run("disconnect", one.serial)


def test_a_key_file_that_cannot_be_read(tmp_path: Path) -> None:
    for text, says in (("", "no key"), ("abcd", "bytes"), ("!!", "base64"), ("QUJD x@y", "524")):
        path = tmp_path / "keys"
        path.write_text(text)
        with pytest.raises(KeyFileError, match=says):
            read_keys(path)
    with pytest.raises(KeyFileError, match="cannot be read"):
        read_keys(tmp_path / "nope")


@needs_adb
def test_adbutils(adb: Adb, connected: Served, phone: WorldPhone) -> None:
    adbutils = pytest.importorskip("adbutils", reason="no adbutils: pip install 'phonebuddy[dev]'")
    device = adbutils.AdbClient("127.0.0.1", adb.port).device(connected.serial)
    assert device.window_size() == (1080, 2400)
    assert device.screenshot().size == (1080, 2400)
    assert device.shell2("echo hi; false").returncode == 1
    device.sync.push(b"bytes", "/sdcard/Download/a.txt")
    assert device.sync.read_text("/sdcard/Download/a.txt") == "bytes"
    assert device.app_current().package == "com.phoneworld.launcher"
    assert HUB in device.list_packages()
    find = by_dump(device.dump_hierarchy)
    unlock_a_bike(phone, Hands(device.app_start, find, device.click, device.send_keys))


def test_adb_shell(served: Served, phone: WorldPhone) -> None:
    adb_device = pytest.importorskip(
        "adb_shell.adb_device", reason="no adb-shell: pip install 'phonebuddy[dev]'"
    )
    device = adb_device.AdbDeviceTcp("127.0.0.1", served.port, default_transport_timeout_s=20.0)
    device.connect(rsa_keys=[], auth_timeout_s=1)
    assert device.shell("wm size") == "Physical size: 1080x2400\n"
    assert [entry.filename for entry in device.list("/sdcard/Documents")][0] == b"CV_2026.pdf"
    hands = Hands(
        lambda package: device.shell(f"am start -n {package}/.MainActivity"),
        by_dump(lambda: device.shell("uiautomator dump /sdcard/d.xml >/dev/null; cat /sdcard/d.xml")),
        lambda x, y: device.shell(f"input tap {x} {y}"),
        lambda text: device.shell(f"input text {text}"),
    )
    unlock_a_bike(phone, hands)
    device.close()


@needs_adb
def test_uiautomator2(
    adb: Adb, connected: Served, phone: WorldPhone, monkeypatch: pytest.MonkeyPatch
) -> None:
    u2 = pytest.importorskip("uiautomator2", reason="no uiautomator2: pip install 'phonebuddy[dev]'")
    adbutils = pytest.importorskip("adbutils")
    device = u2.connect(adbutils.AdbClient("127.0.0.1", adb.port).device(connected.serial))
    assert device.info["currentPackageName"] == "com.phoneworld.launcher"
    assert device.screenshot().size == (1080, 2400)
    find = by_dump(device.dump_hierarchy)
    unlock_a_bike(phone, Hands(device.app_start, find, device.click, device.send_keys))
    assert device(text="Unlock").exists is not None
