"""What commands say of the phone follows the phone: battery, what is in front, accounts, disk, boots."""

from __future__ import annotations

import re

import pytest

from phonebuddy.actions import ButtonPress, Wait
from phonebuddy.adbd.device import Device
from phonebuddy.phones.glance import read_glance
from tests.adbd.helpers import run_shell, say

BOOT = "cat /proc/sys/kernel/random/boot_id; getprop ro.runtime.firstboot"


def test_the_battery_is_the_phones(device: Device) -> None:
    said = say(device, "dumpsys battery; dumpsys power")
    assert "level: 80\n" in said and "AC powered: false" in said and "status: 3\n" in said
    assert "mIsPowered=false" in said and "mBatteryLevel=80" in said
    device.wait(3_600_000)
    level = int(say(device, "cmd battery get level"))
    assert level == 77 and f"{level} percent" in str(device.phone.observe().elements)
    device.operate(lambda runtime: runtime.put_setting("charging", 1))
    assert "AC powered: true" in say(device, "dumpsys battery")


def test_a_battery_that_is_pretended_and_given_back(device: Device) -> None:
    say(device, "dumpsys battery set level 7; dumpsys battery set ac 1")
    assert say(device, "cmd battery get level") == "7\n" and say(device, "cmd battery get status") == "2\n"
    assert "Battery 7 percent, charging" in str(device.phone.observe().elements)
    say(device, "dumpsys battery unplug")
    assert "AC powered: false" in say(device, "dumpsys battery")
    say(device, "dumpsys battery reset")
    assert "level: 80\n" in say(device, "dumpsys battery") and device.battery is None
    assert "set, unplug, reset" in say(device, "dumpsys battery nonsense")


@pytest.mark.parametrize(
    ("kind", "window"),
    [
        ("permission", "com.android.permissioncontroller/com.android.permissioncontroller.permission.ui."),
        ("call", "com.android.dialer/com.android.incallui.InCallActivity"),
        ("low_battery", "LowBatteryWarning"),
        ("rate", "com.phoneworld.notes/com.phoneworld.notes.MainActivity"),
    ],
)
def test_what_lies_over_an_app_has_the_focus(device: Device, kind: str, window: str) -> None:
    say(device, "am start -n com.phoneworld.notes/.MainActivity")
    device.phone.interrupt(kind)
    focus = re.search(r"mCurrentFocus=Window\{\S+ u0 (.*)\}", say(device, "dumpsys window"))
    assert focus is not None and focus[1].startswith(window)
    if "/" in window:
        assert f"topActivity=ComponentInfo{{{window}" in say(device, "am stack list | grep visible=true")
    seen = read_glance(say(device, "dumpsys window | grep -E 'mCurrentFocus|mFocusedApp'"))
    assert seen.asks == (kind == "permission")


def test_a_question_on_the_home_screen(device: Device) -> None:
    device.phone.act(ButtonPress("home"))
    device.phone.interrupt("permission")
    assert "GrantPermissionsActivity" in say(device, "dumpsys window | grep mCurrentFocus")


def test_a_call_rings_and_is_taken(device: Device) -> None:
    device.phone.interrupt("call")
    assert "mCallState=1" in say(device, "dumpsys telephony.registry")
    device.phone.act(Wait(120_000))
    assert "mCallState=0" in say(device, "dumpsys telephony.registry")


def test_accounts_are_those_of_the_mail_app(device: Device) -> None:
    rows = device.query("SELECT address FROM mail_account ORDER BY id")
    said = re.findall(r"Account \{name=(\S+), type=com\.phoneworld\.mail\}", say(device, "dumpsys account"))
    assert said == [str(address) for (address,) in rows] and said
    device.phone.change("DELETE FROM mail_account WHERE id = 1")
    assert "Accounts: 1\n" in say(device, "dumpsys account")


def test_all_notifications_go_at_once(device: Device) -> None:
    device.phone.interrupt("notification")
    assert "NotificationRecord" in say(device, "dumpsys notification --noredact")
    assert "Parcel" in say(device, "service call notification 1")
    assert "NotificationRecord" not in say(device, "dumpsys notification --noredact")
    assert say(device, "cmd notification list") == ""


def test_the_disk_fills(device: Device) -> None:
    def free_kb(path: str) -> int:
        lines = say(device, f"df {path}").splitlines()
        assert len(lines) == 2
        return int(lines[1].split()[3])

    before = free_kb("/data")
    assert free_kb("/sdcard/Download") == free_kb("/storage/emulated/0") == before
    say(device, "dd if=/dev/zero of=/sdcard/Download/big.bin bs=1024 count=3000 2>/dev/null")
    assert free_kb("/data") == before - 3000
    assert say(device, "df /system").split()[-1] == "/"
    assert re.search(r"5\.?\d?G", say(device, "df -h /data"))
    assert len(say(device, "df").splitlines()) == 5
    status, _, err = run_shell(device, "df /nope")
    assert status == 1 and "No such file" in err


def test_each_start_of_the_phone_is_another_boot(device: Device) -> None:
    first = say(device, BOOT)
    say(device, "date 010112002030.00")
    assert say(device, BOOT) == first, "another date is no other boot"
    device.reboot()
    second = say(device, BOOT)
    assert not set(first.split()) & set(second.split())
    assert re.match(r"[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}\n", second)
