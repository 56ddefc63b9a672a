"""The ladder and the commands that show it."""

from __future__ import annotations

import json
from collections.abc import Sequence

import pytest
from click.testing import CliRunner

from phonebuddy.adbd import Served
from phonebuddy.adbd.fleet import PATIENCE
from phonebuddy.cli.main import root
from phonebuddy.phones.adb import AdbPhone
from phonebuddy.phones.contract import Start
from phonebuddy.phones.health import examine
from phonebuddy.phones.wire import Wire


def run(*words: object) -> tuple[int, dict[str, object]]:
    done = CliRunner().invoke(root, ["phones", *map(str, words), "--json"])
    return done.exit_code, json.loads(done.stdout)


def test_a_healthy_phone_reaches_the_top(phone: AdbPhone) -> None:
    health = examine(phone.wire, phone.eyes)
    assert health.is_ok and len(health.rungs) == 8 and health.gaps == ()
    health.must()


def test_the_first_rung_that_breaks_ends_the_climb(line: tuple[int, Served]) -> None:
    health = examine(Wire("no-such-phone", line[0], PATIENCE))
    (rung,) = health.rungs
    assert not health.is_ok and rung.cause == "gone" and "adb connect" in rung.fix


def test_a_sleeping_phone_is_not_ready(phone: AdbPhone) -> None:
    phone.wire.must("input", "keyevent", "KEYCODE_SLEEP")
    health = examine(phone.wire, phone.eyes)
    assert [rung.cause for rung in health.rungs if not rung.is_ok] == ["screen_off"]
    phone.wire.must("input", "keyevent", "KEYCODE_WAKEUP")


def test_a_phone_without_our_keyboards_is_told_what_to_install(phone: AdbPhone, served: Served) -> None:
    served.device.keyboards[:] = served.device.keyboards[:1]
    health = examine(phone.wire, phone.eyes)
    assert health.rungs[-1].cause == "keyboard_gone" and "install" in health.rungs[-1].fix


def test_leftovers_are_seen_and_put_back(line: tuple[int, Served], phone: AdbPhone) -> None:
    phone.reset(Start())
    code, said = run("doctor", phone.wire.serial, "--adb-port", line[0])
    rungs = said["rungs"]
    assert isinstance(rungs, Sequence) and code == 0
    assert any("--put-back" in rung["fix"] for rung in rungs)
    code, said = run("doctor", phone.wire.serial, "--put-back", "--adb-port", line[0])
    assert "--put-back" not in str(said)


def test_phones_are_listed_with_what_they_lack(line: tuple[int, Served], served: Served) -> None:
    code, said = run("--adb-port", line[0])
    assert code == 0 and [row["health"] for row in said["phones"]] == ["ready"]  # type: ignore[attr-defined]
    served.device.keyboards[:] = served.device.keyboards[:1]
    code, said = run("--adb-port", line[0])
    assert code == 1 and "ADBKeyboard" in str(said)


@pytest.mark.slow
def test_the_self_test_passes_on_a_served_phone(line: tuple[int, Served], served: Served) -> None:
    code, said = run("selftest", served.serial, "--app", "notes", "--adb-port", line[0])
    failed = [row for row in said["parts"] if row["result"] != "ok"]  # type: ignore[attr-defined]
    assert failed == [] and code == 0


def test_a_pool_is_shown(tmp_path: object) -> None:
    code, said = run("pool", f"{tmp_path}/p.sqlite", "--join", "a", "--join", "b")
    assert code == 0 and [row["serial"] for row in said["phones"]] == ["a", "b"]  # type: ignore[attr-defined]


def test_a_judge_without_an_endpoint_judges_nothing() -> None:
    code, said = run("judge-eval", "--cases", 3)
    assert code == 0 and said["judged_unjudged"] == 3
    assert said["false_accepts"] == {"share": None, "low": 0.0, "high": 1.0, "count": 0, "of": 0}
