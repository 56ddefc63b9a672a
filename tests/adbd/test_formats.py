"""Commands print what clients parse: the formats of the matrix, read as the clients read them."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree

import pytest

from phonebuddy.actions import OpenApp
from phonebuddy.adbd.device import Device
from tests.adbd.helpers import run_shell, say

LINES = [
    ("wm size", r"Physical size: 1080x2400\n"),
    ("wm density", r"Physical density: 420\n"),
    ("settings get global wifi_on", r"1\n"),
    ("settings get secure nope", r"null\n"),
    ("settings put system x 5; settings get system x", r"5\n"),
    ("settings delete system x", r"Deleted [01] rows\n"),
    ("getprop ro.build.version.sdk", r"33\n"),
    ("getprop sys.boot_completed", r"1\n"),
    ("getprop nope", r"\n"),
    ("getprop", r"(\[[\w.-]+\]: \[.*\]\n)+"),
    ("whoami", r"root\n"),
    ("id", r"uid=0\(root\) gid=0\(root\) groups=.* context=u:r:su:s0\n"),
    ("date", r"Tue May 12 09:30:\d\d UTC 2026\n"),
    ("date +%s", r"1778578\d\d\d\n"),
    ("date +%Y-%m-%dT%H:%M", r"2026-05-12T09:30\n"),
    ("pm list packages", r"(package:\S+\n)+"),
    ("pm list packages -f", r"(package:/data/app/\S+/base\.apk=\S+\n)+"),
    ("pm list packages notes", r"package:com\.phoneworld\.notes\n"),
    ("pm path com.phoneworld.notes", r"package:/data/app/com\.phoneworld\.notes/base\.apk\n"),
    ("cmd package resolve-activity --brief com.phoneworld.clock",
    r"priority=0 .* isDefault=true\ncom\.phoneworld\.clock/\.MainActivity\n"),
    ("cmd package query-activities -a android.intent.action.MAIN -c android.intent.category.LAUNCHER",
    r"(?s).*packageName=com\.phoneworld\.clock\n.*"),
    ("am stack list | grep -E visible=true",
    r"  taskId=\d+: (\S+) bounds=\[0,0\]\[1080,2400\] userId=0 visible=true "
    r"topActivity=ComponentInfo\{\1\}\n"),
    ("dumpsys window | grep mCurrentFocus", r"  mCurrentFocus=Window\{[0-9a-f]+ u0 \S+/\S+\}\n"),
    ("dumpsys window windows | grep -E 'mCurrentFocus|mFocusedApp'",
    r"(?s)  mCurrentFocus=.*\n  mFocusedApp=ActivityRecord\{[0-9a-f]+ u0 \S+/\S+ t\d+\}\n"),
    ("dumpsys window | grep -o 'mCurrentRotation=ROTATION_[0-9]*'", r"mCurrentRotation=ROTATION_0\n"),
    ("dumpsys display | grep -o 'orientation=[0-9]' | head -1", r"orientation=0\n"),
    ("dumpsys display | grep -o \"DisplayViewport{type=INTERNAL.*isActive=true.*uniqueId='[^']*'\"",
    r"DisplayViewport.*\n"),
    ("dumpsys SurfaceFlinger --display-id",
    r"Display \d+ \(HWC display 0\): port=0 pnpId=GGL displayName=\"EMU_display_0\"\n"),
    ("dumpsys input | grep -o 'logicalFrame=[^]]*]' | head -1", r"logicalFrame=\[0, 0, 1080, 2400\]\n"),
    ("dumpsys input | grep SurfaceOrientation", r"\s+SurfaceOrientation: 0\n"),
    ("dumpsys package com.phoneworld.notes | grep version",
    r"\s+versionCode=1 minSdk=24 targetSdk=33\n\s+versionName=1\.0\n"),
    ("dumpsys power | grep -E 'mHoldingDisplaySuspendBlocker|mWakefulness='",
    r"(?s).*mWakefulness=Awake\n.*mHoldingDisplaySuspendBlocker=true\n"),
    ("dumpsys telephony.registry | grep -o 'mCallState=.'", r"mCallState=0\n"),
    ("dumpsys input_method | grep -o 'mInputShown=[a-z]*' | head -1", r"mInputShown=false\n"),
    ("dumpsys battery | grep level", r"  level: 80\n"),
    ("ime list -s -a", r"com\.phoneworld\S+\ncom\.android\.adbkeyboard/\.AdbIME\ncom\.github\S+\n"),
    ("ps -A | grep system_server", r"system\s+512\s+\d+ +\d+ +\d+ \S+ +\S+ S system_server\n"),
    ("pidof system_server", r"512\n"),
    ("content query --uri content://contacts/phones/ --projection display_name:number | head -1",
    r"Row: 0 display_name=.+, number=.+\n"),
    ("content query --uri content://call_log/calls", r"No result found\.\n"),
    ("content query --uri content://settings/global --where \"name='wifi_on'\"",
    r"Row: 0 _id=\d+, name=wifi_on, value=1\n"),
    ("toybox md5sum /system/etc/hosts", r"[0-9a-f]{32}  /system/etc/hosts\n"),
    ("service call alarm 3 s16 UTC", r"Result: Parcel\(.*\)\n"),
    ("cat /proc/uptime", r"\d+\.\d\d \d+\.\d\d\n"),
    ("logcat -b all -c", r""),
    ("svc wifi enable", r""),
    ("monkey -p com.nope -c android.intent.category.LAUNCHER 1 || true",
    r"(?s).*\*\* No activities found to run, monkey aborted\.\n"),
    ("am broadcast -a android.intent.action.MEDIA_SCANNER_SCAN_FILE -d file:///x",
    r"Broadcasting: Intent \{ act=\S+ dat=file:///x flg=0x400000 \}\nBroadcast completed: result=0\n"),
]  # fmt: skip


@pytest.mark.parametrize(("script", "pattern"), LINES, ids=[script[:50] for script, _ in LINES])
def test_what_is_printed(shared_device: Device, script: str, pattern: str) -> None:
    status, out, err = run_shell(shared_device, script)
    assert (status, err) == (0, "")
    assert re.fullmatch(pattern, out), out


def test_starting_an_app_and_waiting(device: Device) -> None:
    out = say(device, "am start -W -n com.phoneworld.clock/.MainActivity")
    assert out.splitlines() == [
        "Starting: Intent { cmp=com.phoneworld.clock/.MainActivity }",
        "Status: ok",
        "LaunchState: COLD",
        "Activity: com.phoneworld.clock/com.phoneworld.clock.MainActivity",
        "TotalTime: 312",
        "WaitTime: 315",
        "Complete",
    ]
    assert device.focus() == ("com.phoneworld.clock", "com.phoneworld.clock.MainActivity")
    say(device, "am force-stop com.phoneworld.clock")
    assert device.focus()[0] == "com.phoneworld.launcher"


@pytest.mark.parametrize("name", ["com.phoneworld.clock/.Nope", "com.nope/.Main", "nope/nope"])
def test_a_component_that_is_not_there(shared_device: Device, name: str) -> None:
    _, out, err = run_shell(shared_device, f"am start -n {name}")
    assert "Error type 3" in err and "does not exist" in err


def test_a_page_is_an_activity(device: Device) -> None:
    device.phone.act(OpenApp("clock"))
    say(device, "am start -n com.phoneworld.clock/.StopwatchActivity")
    assert device.focus()[1] == "com.phoneworld.clock.StopwatchActivity"
    assert device.phone.observe().activity == "stopwatch"


def test_a_dump_starts_as_clients_insist(device: Device) -> None:
    out = say(device, "uiautomator dump /dev/tty")
    assert out.startswith(
        "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><hierarchy rotation=\"0\">"
    )
    text, _, rest = out.partition("</hierarchy>")
    assert rest == "UI hierchary dumped to: /dev/tty\n"
    nodes = list(ElementTree.fromstring(text + "</hierarchy>").iter("node"))
    names = "index text resource-id class package content-desc checkable checked clickable enabled focusable"
    names += " focused scrollable long-clickable password selected"
    assert list(nodes[0].attrib)[:16] == names.split()
    assert say(device, "rm -f /sdcard/d.xml; uiautomator dump /sdcard/d.xml && echo success").endswith(
        "success\n"
    )
    assert say(device, "cat /sdcard/d.xml") == text + "</hierarchy>"


def test_an_unknown_package_cannot_be_cleared(shared_device: Device) -> None:
    assert run_shell(shared_device, "pm clear com.nope")[:2] == (1, "Failed\n")


def test_a_cleared_app_is_as_it_was_made(device: Device) -> None:
    count = device.query("SELECT count(*) FROM notes_note")
    device.phone.change("DELETE FROM notes_item")
    device.phone.change("DELETE FROM notes_note")
    assert say(device, "pm clear com.phoneworld.notes") == "Success\n"
    assert device.query("SELECT count(*) FROM notes_note") == count
    assert say(device, "pm clear com.android.providers.contacts") == "Success\n"
    assert say(device, "content query --uri content://contacts/phones/") == "No result found.\n"


def test_settings_are_the_phones_own(device: Device) -> None:
    say(device, "settings put system screen_brightness 255; svc bluetooth enable; svc wifi disable")
    rows = {str(name): value for name, value in device.query("SELECT name, value FROM phone_setting")}
    assert (rows["brightness"], rows["bluetooth"], rows["wifi"]) == (255, 1, 0)
    assert say(device, "settings get global bluetooth_on; settings get global wifi_on") == "1\n0\n"
    say(device, "settings put global airplane_mode_on 1")
    assert say(device, "settings get global bluetooth_on") == "0\n"


def test_the_screen_turns(device: Device) -> None:
    say(device, "settings put system accelerometer_rotation 0; settings put system user_rotation 1")
    assert "mCurrentRotation=ROTATION_90" in say(device, "dumpsys window")
    assert (device.phone.observe().width, device.phone.observe().height) == (2400, 1080)
    assert say(device, "wm size") == "Physical size: 1080x2400\n"
    assert '<hierarchy rotation="1">' in say(device, "uiautomator dump /dev/tty")


def test_texts_are_rows_of_the_provider(device: Device) -> None:
    say(
        device,
        "content insert --uri content://sms/sent --bind address:s:+15551234 --bind body:s:'Yo, all' --bind "
        "date:l:1697384040000",
    )
    out = say(device, "content query --uri content://sms/sent --where \"address='+15551234'\"")
    assert re.search(
        r"^Row: 0 _id=\d+, thread_id=\d+, address=\+15551234, person=NULL, date=1697384040000, .*body=Yo, "
        r"all, service_center=NULL",
        out,
    )
    say(device, "content delete --uri content://sms/sent --where \"address='+15551234'\"")
    assert "+15551234" not in say(device, "content query --uri content://sms/sent")


def test_no_provider_says_so(shared_device: Device) -> None:
    status, out, err = run_shell(shared_device, "content query --uri content://com.mobilerun.portal/state")
    assert (status, out) == (0, "") and "Could not find provider: com.mobilerun.portal" in err


def test_typing_by_keys_text_and_both_keyboards(device: Device) -> None:
    say(device, "am start -a android.intent.action.SENDTO -d sms:5551234")

    def typed() -> str:
        return next(element.text for element in device.phone.observe().elements if element.role == "field")

    say(device, "input text 'a%sb'; input keyevent 31 KEYCODE_SPACE 67; input text c")
    assert typed() == "a bcc"
    assert run_shell(device, "input text 你好")[0] == 255
    assert typed() == "a bcc"
    say(device, "am broadcast -a ADB_INPUT_TEXT --es msg lost")
    assert typed() == "a bcc"
    say(device, "ime enable com.android.adbkeyboard/.AdbIME; ime set com.android.adbkeyboard/.AdbIME")
    say(device, "am broadcast -a ADB_CLEAR_TEXT; am broadcast -a ADB_INPUT_B64 --es msg 5L2g5aW9IPCfkY0=")
    assert typed() == "你好 👍"
    say(device, "input keycombination 113 29 && input keyevent 67")
    assert typed() == ""
    say(device, "ime set com.github.uiautomator/.AdbKeyboard")
    assert 'result=-1, data="success"' in say(
        device, "am broadcast -a ADB_KEYBOARD_INPUT_TEXT --es text eA=="
    )
    assert typed() == "x"


def test_the_clipboard_tool(device: Device) -> None:
    assert say(device, "am broadcast -a clipper.set -e text '~~~RESET~~~ now'").endswith(
        'Broadcast completed: result=-1, data="Text is copied into clipboard."\n'
    )
    assert say(device, "am broadcast -a clipper.get").endswith('result=-1, data="~~~RESET~~~ now"\n')


def test_sleeping_and_waking(device: Device) -> None:
    say(device, "input keyevent POWER")
    assert "mWakefulness=Asleep" in say(device, "dumpsys power")
    assert device.frame().pixels()[..., :3].max() == 0
    say(device, "input tap 500 500; input keyevent WAKEUP; input keyevent 82")
    assert device.frame().pixels()[..., :3].max() > 0
    assert device.phone.observe().activity == "home"


def test_keys_of_the_system(device: Device) -> None:
    device.phone.act(OpenApp("notes"))
    say(device, "input keyevent KEYCODE_HOME")
    assert device.phone.observe().activity == "home"
    say(device, "input keyevent KEYCODE_APP_SWITCH")
    assert device.phone.observe().activity == "recents"
    say(device, "input keyevent BACK; cmd statusbar expand-notifications")
    assert "NotificationShade" in say(device, "dumpsys window | grep mCurrentFocus")
    assert run_shell(device, "input keyevent NOPE")[0] == 255


def test_a_reboot_closes_apps_and_keeps_data(device: Device) -> None:
    say(
        device,
        "am start -n com.phoneworld.notes/.MainActivity; echo a > /sdcard/kept; setprop x.y 1; svc wifi "
        "disable; reboot",
    )
    assert say(device, "cat /sdcard/kept; settings get global wifi_on; getprop x.y") == "a\n0\n\n"
    assert device.running() == []
