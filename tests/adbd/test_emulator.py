"""A world phone as an emulator: wire, console, gRPC, forwarder; android_env unchanged; AndroidWorld's command
forms."""

from __future__ import annotations

import os
import re
import socket
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from phonebuddy.adbd.device import Device
from phonebuddy.adbd.emulator import messages as pb
from phonebuddy.adbd.emulator.console import Console
from phonebuddy.adbd.emulator.forest import build_forest
from phonebuddy.adbd.emulator.shelf import Shelf
from phonebuddy.adbd.emulator.wire import WireProblem, decode, encode
from tests.adbd.bike import begin_job
from tests.adbd.helpers import ADB, make_device, make_phone, run_shell, say

grpc = pytest.importorskip("grpc", reason="no grpcio: pip install 'phonebuddy[device]'")

TOUCHES = st.lists(
    st.fixed_dictionaries(
        {name: st.integers(-(2**31), 2**31 - 1) for name in ("x", "y", "identifier", "pressure")}
    ),
    max_size=4,
)


@given(TOUCHES, st.integers(-5, 5))
def test_messages_survive_the_wire(touches: list[dict[str, int]], display: int) -> None:
    data = encode(pb.TOUCH_EVENT, {"touches": touches, "display": display})
    assert decode(pb.TOUCH_EVENT, data) == {"touches": touches, "display": display}


@given(st.binary(max_size=60))
def test_other_bytes_are_refused_or_read(data: bytes) -> None:
    try:
        decode(pb.IMAGE, data)
    except WireProblem:
        return


@pytest.fixture
def standing_in() -> Device:
    return make_device(stand_in=True)


@pytest.fixture
def console(standing_in: Device) -> Console:
    return Console(standing_in, Shelf(standing_in))


def test_a_text_arrives(standing_in: Device, console: Console) -> None:
    assert console.answer("sms send +15551234 Hello there, 'you'  all") == "OK"
    rows = standing_in.query("SELECT address, body, type FROM messages_sms ORDER BY _id DESC LIMIT 1")
    assert rows == [("+15551234", "Hello there, 'you'  all", 1)]
    out = say(standing_in, "content query --uri content://sms/inbox | head -1")
    assert re.match(
        r"Row: 0 _id=\d+, thread_id=\d+, address=\+15551234, .*body=Hello there, 'you'  all, "
        r"service_center=NULL",
        out,
    )


def test_a_call_rings_and_ends(standing_in: Device, console: Console) -> None:
    assert console.answer("gsm call 5551234") == "OK"
    assert "mCallState=1" in say(
        standing_in, "am start -n com.android.settings/.Settings >/dev/null; dumpsys telephony.registry"
    )
    assert console.answer("gsm cancel 5551234") == "OK"
    assert "mCallState=0" in say(standing_in, "dumpsys telephony.registry")
    missed = standing_in.query("SELECT number, type, name FROM dialer_call ORDER BY _id DESC LIMIT 1")
    assert missed == [("5551234", 3, "")]


def test_a_call_is_from_the_number_that_was_given(standing_in: Device, console: Console) -> None:
    name, phone = standing_in.query(
        "SELECT name, phone FROM contacts_people WHERE phone <> '' GROUP BY phone HAVING count(*) = 1 LIMIT 1"
    )[0]
    bare = "".join(letter for letter in str(phone) if letter.isdigit())
    for number, shown in ((bare, str(name)), ("5550000111", "5550000111")):
        assert console.answer(f"gsm call {number}") == "OK"
        texts = [element.text for element in standing_in.phone.observe().elements]
        assert shown in texts and f"Incoming call, {number}" in texts
        assert console.answer(f"gsm cancel {number}") == "OK"
    calls = standing_in.query("SELECT number, name FROM dialer_call ORDER BY _id DESC LIMIT 2")
    assert calls == [("5550000111", ""), (bare, name)]


def test_snapshots_by_name(standing_in: Device, console: Console) -> None:
    assert console.answer("avd snapshot save first") == "OK"
    say(standing_in, "svc wifi disable; am start -n com.android.settings/.Settings")
    assert console.answer("avd snapshot load first") == "OK"
    assert say(standing_in, "settings get global wifi_on") == "1\n"
    assert standing_in.phone.observe().activity == "home"
    assert console.answer("avd snapshot load nope").startswith("KO")
    assert "first" in console.answer("avd snapshot list")
    assert console.answer("avd snapshot del first") == "OK"


@pytest.mark.parametrize(
    "line",
    ["sms", "sms send", "sms send 5", "gsm", "gsm call", "avd", "avd snapshot", "nope", "avd snapshot save"],
)
def test_a_line_that_cannot_be_done(console: Console, line: str) -> None:
    assert console.answer(line).startswith("KO")


def test_a_forest_has_the_nodes_of_the_dump(standing_in: Device) -> None:
    say(standing_in, "am start -n com.google.android.deskclock/com.android.deskclock.DeskClock")
    [window] = decode(pb.FOREST, build_forest(standing_in))["windows"]
    nodes = window["tree"]["nodes"]
    dump = standing_in.xml()
    assert len(nodes) == dump.count("<node ") + 1
    texts = [node["text"] for node in nodes if node["text"]]
    assert texts == [text for text in re.findall(r' text="([^"]+)"', dump)]
    assert {node["package_name"] for node in nodes} >= {"com.google.android.deskclock"}
    by_id = {node["unique_id"]: node for node in nodes}
    assert all(child in by_id for node in nodes for child in node["child_ids"])


# The command forms that AndroidWorld's 116 tasks send, with what its parsers need.
SNAP = "/data/data/android_world/snapshots/com.google.android.deskclock"
FORMS = [
    ("whoami", r"root\n"),
    ("settings put global auto_time 0", r""),
    ("settings put global auto_time_zone 0", r""),
    ("settings put system time_12_24 24", r""),
    ("settings put global auto_time 1", r""),
    ("service call alarm 3 s16 UTC", r"Result: Parcel.*\n"),
    ("date 1015153423.00", r"Sun Oct 15 15:34:00 UTC 2023\n"),
    ("date", r"Sun Oct 15 15:34:\d\d UTC 2023\n"),
    ("date +%s", r"16973840\d\d\n"),
    ("am force-stop com.google.android.deskclock", r""),
    (f'\nif [ -d "{SNAP}" ]; then\n    echo "Exists"\nelse\n    echo "Does not exist"\nfi\n',
    r"Does not exist\n"),
    (f"mkdir -p {SNAP}", r""),
    (f"cp -a /data/data/com.google.android.deskclock/. {SNAP}/", r""),
    (f"ls -1 {SNAP}", r"(?s).*databases\n.*"),
    ("rm -r /data/data/com.google.android.deskclock/*", r""),
    (f"cp -a {SNAP}/. /data/data/com.google.android.deskclock/", r""),
    ("restorecon -RD /data/data/com.google.android.deskclock", r""),
    ("chmod 777 -R /data/data/com.google.android.deskclock", r""),
    ("ls /data/data/com.simplemobiletools.calendar.pro/databases -ll -au",
    r"(?s)total \d+\n-rw-rw---- 1 \S+ +\S+ +\d+ \d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{9} \+0000 events\.db\n"),
    ("rm -r /data/data/com.simplemobiletools.calendar.pro/databases/*", r""),
    ("chmod 777 /data/data/com.simplemobiletools.calendar.pro/databases/events.db", r""),
    ("find /storage/emulated/0/ -mindepth 1 -type f -delete", r""),
    ("content delete --uri content://media/external/downloads", r""),
    ("mkdir -p /storage/emulated/0/Documents/Markor", r""),
    ("echo 'first text' > /storage/emulated/0/Documents/Markor/a_note.md", r""),
    ("cat /storage/emulated/0/Documents/Markor/a_note.md", r"first text\n"),
    ("find /storage/emulated/0/Documents/Markor -type f -o -type d",
    r"/storage/emulated/0/Documents/Markor\n/storage/emulated/0/Documents/Markor/a_note\.md\n"),
    ("test -f /sdcard/Documents/Markor/a_note.md && echo yes", r"yes\n"),
    ("ls /sdcard/Pictures", r"(?s).*"),
    ("ls /sdcard/Movies", r"(?s).*"),
    ("ls /storage/emulated/0/Documents/Markor -ll -au",
    r"total \d+\n-rw-rw---- 1 u0_a158 media_rw +11 2023-10-15 15:34:\d\d\.0{9} \+0000 a_note\.md\n"),
    ("rm -r /storage/emulated/0/Documents/Markor/*", r""),
    ("settings put system screen_brightness 1", r""),
    ("settings get system screen_brightness", r"1\n"),
    ("svc wifi enable", r""),
    ("svc wifi disable", r""),
    ("settings get global wifi_on", r"0\n"),
    ("svc bluetooth enable", r""),
    ("settings get global bluetooth_on", r"1\n"),
    ("settings put global airplane_mode_on 0", r""),
    ('sqlite3 /data/data/com.android.providers.telephony/databases/mmssms.db "DELETE FROM sms;"', r""),
    ('sqlite3 /data/data/com.android.providers.telephony/databases/mmssms.db "DELETE FROM threads;"', r""),
    ("content query --uri content://sms/sent", r"No result found\.\n"),
    ("content query --uri content://sms/inbox", r"No result found\.\n"),
    ("settings put global heads_up_notifications_enabled 0", r""),
    ("am start -W -n ca.zgrs.clipper/ca.zgrs.clipper.Main", r"(?s)Starting: .*Status: ok\n.*Complete\n"),
    ("am broadcast -a clipper.set -e text '~~~RESET~~~'",
    r'(?s).*Broadcast completed: result=-1, data="Text is copied into clipboard\."\n'),
    ("am broadcast -a clipper.get", r'(?s).*Broadcast completed: result=-1, data="~~~RESET~~~"\n'),
    ("input keyevent KEYCODE_BACK", r""),
    ("am start -a android.intent.action.INSERT -t vnd.android.cursor.dir/contact -e name \"Ada Byron\" -e "
    "phone 5551234", r"Starting: Intent .*\n"),
    ("input keyevent KEYCODE_HOME", r""),
    ("am start -a android.intent.action.SENDTO -d sms:5551234 --es sms_body \"See you\"",
    r"Starting: Intent .*\n"),
    ("pm clear com.android.providers.contacts", r"Success\n"),
    ("content query --uri content://contacts/phones/ --projection display_name:number",
    r"No result found\.\n"),
    ("pm clear com.google.android.deskclock", r"Success\n"),
    ("am start -W -n com.google.android.deskclock/com.android.deskclock.DeskClock",
    r"(?s).*Status: ok\n.*Complete\n"),
    ("am stack list | grep -E visible=true",
    r".*\{com\.google\.android\.deskclock/com\.android\.deskclock\.DeskClock\}\n"),
    ("am broadcast -a android.intent.action.MEDIA_SCANNER_SCAN_FILE -d "
    "\"file:///storage/emulated/0/Music\"", r"(?s).*result=0\n"),
    ("am broadcast -a com.example.ACTION_UPDATE_OVERLAY --es task_type_string x --es goal_string y",
    r"(?s).*result=0\n"),
    ("dumpsys activity recents", r"(?s).* id=\d+\n"),
    ("am stack remove 5", r""),
    ("pm grant com.google.android.contacts android.permission.READ_CONTACTS", r""),
    ("appops set --uid net.gsantner.markor MANAGE_EXTERNAL_STORAGE allow", r""),
    ("chcon u:object_r:media_rw_data_file:s0 /data/media/0/Music", r""),
    ("dumpsys input", r"(?s).*logicalFrame=\[0, 0, 1080, 2400\].*physicalFrame=\[0, 0, 1080, 2400\].*"),
    ("dumpsys window", r"(?s).*mCurrentRotation=ROTATION_0\n.*"),
    ("wm size", r"Physical size: 1080x2400\n"),
    ("input tap 540 1200", r""),
    ("input swipe 540 1200 540 1200 1000", r""),
    ("input swipe 540 1800 540 600", r""),
    ("input text %s", r""),
    ("input keycombination 113 29 && input keyevent 67", r""),
    ("input keyevent KEYCODE_ENTER", r""),
    ("am start -a android.intent.action.VIEW -d content://contacts/people/", r"Starting: .*\n"),
    ("monkey -p com.google.android.contacts -candroid.intent.category.LAUNCHER 1",
    r"(?s).*Events injected: 1\n.*"),
    ("pm list packages", r"(package:\S+\n)+"),
    ("logcat -b all -c", r""),
]  # fmt: skip


def test_the_command_forms_of_androidworld(standing_in: Device) -> None:
    """In order, on one phone, as a task's set-up, check and tear-down send them: none fails, every parser "
    "accepts."""
    assert len(FORMS) >= 61
    for script, pattern in FORMS:
        status, out, err = run_shell(standing_in, script)
        assert (status, err) == (0, ""), (script, status, out, err)
        assert re.fullmatch(pattern, out), (script, out)


def free_ports() -> tuple[int, int]:
    """An odd port whose lower neighbour is free too, and one for gRPC."""
    for port in range(25555, 26555, 2):
        try:
            for number in (port, port - 1):
                with socket.socket() as probe:
                    probe.bind(("127.0.0.1", number))
        except OSError:
            continue
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            return port, int(probe.getsockname()[1])
    raise AssertionError("no free ports")


def test_the_service_over_grpc() -> None:
    from phonebuddy.adbd.emulator.serve import serve_emulator

    port, grpc_port = free_ports()
    phone = make_phone()
    options = [("grpc.max_receive_message_length", 1 << 26)]
    with (
        serve_emulator(phone, port, grpc_port, still=True) as emulator,
        grpc.secure_channel(
            f"localhost:{emulator.grpc_port}", grpc.local_channel_credentials(), options=options
        ) as channel,
    ):

        def call(name: str, request: Any, values: dict[str, Any], response: Any) -> dict[str, Any]:
            method = channel.unary_unary(f"/android.emulation.control.{name}")
            return decode(response, method(encode(request, values), timeout=30))

        assert call("EmulatorController/getStatus", pb.EMPTY, {}, pb.STATUS)["booted"] is True
        image = call("EmulatorController/getScreenshot", pb.IMAGE_FORMAT, {"format": pb.RGBA}, pb.IMAGE)
        assert len(image["image"]) == 1080 * 2400 * 4 and image["format"]["width"] == 1080
        small = call(
            "EmulatorController/getScreenshot",
            pb.IMAGE_FORMAT,
            {"format": pb.RGB, "width": 270, "height": 600},
            pb.IMAGE,
        )
        assert len(small["image"]) == 270 * 600 * 3
        for pressure in (1, 0):
            touch = {"touches": [{"x": 540, "y": 2395, "pressure": pressure}]}
            call("EmulatorController/sendTouch", pb.TOUCH_EVENT, touch, pb.EMPTY)
        call(
            "EmulatorController/sendKey",
            pb.KEY_EVENT,
            {"key": "GoHome", "eventType": pb.KEY_PRESS},
            pb.EMPTY,
        )
        assert (
            call("SnapshotService/SaveSnapshot", pb.SNAPSHOT, {"snapshot_id": "a"}, pb.SNAPSHOT)["success"]
            is True
        )
        assert (
            call("SnapshotService/LoadSnapshot", pb.SNAPSHOT, {"snapshot_id": "b"}, pb.SNAPSHOT)["success"]
            is False
        )
        with pytest.raises(grpc.RpcError):
            channel.unary_unary("/android.emulation.control.EmulatorController/getSensor")(b"", timeout=10)


def emulator_port() -> int:
    """A free port among those that the adb server scans."""
    for port in range(5585, 5555, -2):
        try:
            for number in (port, port - 1):
                with socket.socket() as probe:
                    probe.bind(("127.0.0.1", number))
        except OSError:
            continue
        return port
    pytest.skip("no free port from 5555 to 5585")


def drive_task(script: str, folder: Path, most_s: float) -> None:
    """A script of this folder does a whole task on a served phone, in a process of its own."""
    from phonebuddy.adbd.emulator.serve import serve_emulator

    port, (_, grpc_port), (_, server_port) = emulator_port(), free_ports(), free_ports()
    assert ADB is not None
    environment = os.environ | {"HOME": str(folder), "ADB_LOCAL_TRANSPORT_MAX_PORT": "5586"}
    job = begin_job(make_phone())
    with serve_emulator(job.phone, port, grpc_port) as emulator:
        program = Path(__file__).parent / script
        numbers = [str(number) for number in (port, emulator.grpc_port, server_port)]
        done = subprocess.run(
            [sys.executable, "-W", "ignore", str(program), str(folder), ADB, *numbers, job.number],
            env=environment, capture_output=True, text=True, timeout=most_s, check=False,
        )  # fmt: skip
        subprocess.run([ADB, "-P", str(server_port), "kill-server"], env=environment, check=False)
    assert done.stdout.splitlines()[-1:] == ["done"], done.stderr[-3000:]
    job.must_be_done()


@pytest.mark.slow
@pytest.mark.skipif(ADB is None, reason="no adb program: apt-get install adb")
def test_android_env(tmp_path: Path) -> None:
    """android_env's own loader, its steps and its accessibility wrapper, with no emulator: a whole task."""
    if find_spec("android_env") is None or find_spec("immutabledict") is None:
        pytest.skip("no android_env: pip install 'phonebuddy[dev]'")
    drive_task("drive_android_env.py", tmp_path, 240)
