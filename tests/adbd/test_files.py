"""One storage tree under all its names; databases are files; limits and rights hold."""

from __future__ import annotations

import sqlite3

import pytest

from phonebuddy.actions import OpenApp
from phonebuddy.adbd.device import Device
from phonebuddy.adbd.files import tree
from tests.adbd.helpers import run_shell, say

NOTES = "/data/data/com.phoneworld.notes/databases/notes.db"


@pytest.mark.parametrize(
    "root", ["/sdcard", "/storage/emulated/0", "/data/media/0", "/mnt/sdcard", "/storage/self/primary"]
)
def test_all_names_lead_to_one_tree(device: Device, root: str) -> None:
    say(device, f"echo text > {root}/Download/new.txt")
    assert device.query("SELECT text, kind, size FROM files_file WHERE name = 'new.txt'") == [
        ("text\n", "text", 5)
    ]
    for other in ("/sdcard", "/data/media/0", "/storage/emulated/0"):
        assert say(device, f"cat {other}/Download/new.txt") == "text\n"
    assert say(device, f"find {root}/Download -name 'new.*'") == f"{root}/Download/new.txt\n"
    say(device, f"rm {root}/Download/new.txt")
    assert device.query("SELECT 1 FROM files_file WHERE name = 'new.txt'") == []


def test_a_folder_made_by_adb_is_in_the_files_app(device: Device) -> None:
    say(
        device,
        'mkdir -p /sdcard/Documents/Markor/deep; echo a > "/sdcard/Documents/Markor/deep/it\'s mine.md"',
    )
    device.phone.act(OpenApp("files"))
    rows = device.query("SELECT path FROM files_file WHERE path LIKE '%Markor%' ORDER BY path")
    assert [str(path) for (path,) in rows][-1] == "/storage/emulated/0/Documents/Markor/deep/it's mine.md"
    say(device, "find /storage/emulated/0/ -mindepth 1 -type f -delete")
    assert device.query(
        "SELECT count(*) FROM files_file WHERE kind <> 'folder' AND path LIKE '/storage/emulated%'"
    ) == [(0,)]
    assert say(device, "[ -d /sdcard/Documents/Markor/deep ] && echo there") == "there\n"


def test_bytes_that_are_no_text_survive(device: Device) -> None:
    data = bytes(range(256)) * 10
    device.files.write("/sdcard/Pictures/odd.png", data)
    assert device.files.read("/data/media/0/Pictures/odd.png") == data
    assert device.query("SELECT kind, size FROM files_file WHERE name = 'odd.png'") == [("image", 2560)]


def test_a_file_has_the_size_it_shows(device: Device) -> None:
    for name, size in device.query("SELECT path, size FROM files_file WHERE kind = 'image' LIMIT 3"):
        data = device.files.read(str(name))
        assert len(data) == size
        assert data[:2] == b"\xff\xd8"


def test_what_tools_leave_is_no_file_of_the_persons(device: Device) -> None:
    """A dump or a screenshot on the card must not count as something the agent did to the phone."""
    before = device.phone.changeset()
    say(device, "uiautomator dump; screencap -p /sdcard/Pictures/shot.png")
    assert device.phone.changeset() == before
    assert (
        say(device, "ls /sdcard/*.xml; head -c 5 /data/media/0/window_dump.xml")
        == "/sdcard/window_dump.xml\n<?xml"
    )
    assert say(device, "head -c 4 /sdcard/Pictures/shot.png | xxd -p") == "89504e47\n"
    say(device, "rm /sdcard/window_dump.xml")
    assert run_shell(device, "ls /sdcard/window_dump.xml")[0] == 1


def test_access_time_is_that_of_creation(device: Device) -> None:
    say(
        device,
        "date 1015153423.00; echo a > /sdcard/a.txt; date 1015163423.00; cat /sdcard/a.txt; echo b >> "
        "/sdcard/a.txt",
    )
    line = say(device, "ls /sdcard/a.txt -ll -au").strip()
    assert line == "-rw-rw---- 1 u0_a158 media_rw 4 2023-10-15 15:34:00.000000000 +0000 /sdcard/a.txt"


def test_a_database_is_a_file_and_comes_back(device: Device) -> None:
    data = device.files.read(NOTES)
    connection = sqlite3.connect(":memory:")
    connection.deserialize(data)
    count = connection.execute("SELECT count(*) FROM note").fetchone()[0]
    assert device.query("SELECT count(*) FROM notes_note") == [(count,)]
    connection.execute("DELETE FROM item")
    connection.execute("DELETE FROM note WHERE id NOT IN (SELECT min(id) FROM note)")
    connection.commit()
    device.files.write(NOTES, bytes(connection.serialize()))
    assert device.query("SELECT count(*) FROM notes_note") == [(1,)]


def test_handing_a_database_out_and_back_changes_nothing(device: Device) -> None:
    before = device.phone.changeset()
    device.files.write(NOTES, device.files.read(NOTES))
    assert device.phone.changeset() == before


def test_a_bad_database_is_kept_and_harms_nobody(device: Device) -> None:
    rows = device.query("SELECT count(*) FROM notes_note")
    device.files.write(NOTES, b"not a database")
    assert device.files.read(NOTES) == b"not a database"
    assert device.query("SELECT count(*) FROM notes_note") == rows


def test_removing_a_database_empties_its_tables(device: Device) -> None:
    say(device, "rm -r /data/data/com.android.providers.telephony/databases/*")
    assert device.query("SELECT count(*) FROM messages_sms") == [(0,)]
    assert say(device, "ls /data/data/com.android.providers.telephony/databases") == "mmssms.db\n"


def test_sqlite3_on_the_phone(device: Device) -> None:
    path = "/data/data/com.android.providers.telephony/databases/mmssms.db"
    assert int(say(device, f'sqlite3 {path} "SELECT count(*) FROM sms;"')) > 0
    say(device, f'sqlite3 {path} "DELETE FROM sms;"')
    say(device, f'sqlite3 {path} "DELETE FROM threads;"')
    assert device.query("SELECT count(*) FROM messages_sms") == [(0,)]
    assert say(device, "content query --uri content://sms/sent") == "No result found.\n"


@pytest.mark.parametrize(
    "sql",
    [
        "ATTACH '/etc/passwd' AS x",
        "SELECT load_extension('x')",
        "nonsense",
        "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x+1 FROM n) SELECT count(*) FROM n",
    ],
)
def test_sql_has_no_way_out(device: Device, sql: str) -> None:
    status, out, err = run_shell(device, f'sqlite3 {NOTES} "{sql}"')
    assert status == 1 and err.startswith("Error: ")


def test_a_snapshot_of_an_app_restores_it(device: Device) -> None:
    """As AndroidWorld saves and restores an app's data."""
    place = "/data/data/android_world/snapshots/com.phoneworld.notes"
    count = device.query("SELECT count(*) FROM notes_note")
    say(device, f"mkdir -p {place}; cp -a /data/data/com.phoneworld.notes/. {place}/")
    say(device, "rm -r /data/data/com.phoneworld.notes/*")
    assert device.query("SELECT count(*) FROM notes_note") == [(0,)]
    say(
        device,
        f"cp -a {place}/. /data/data/com.phoneworld.notes/; restorecon -RD /data/data/com.phoneworld.notes; "
        "chmod 777 -R /data/data/com.phoneworld.notes",
    )
    assert device.query("SELECT count(*) FROM notes_note") == count


@pytest.mark.parametrize(
    ("script", "text"),
    [
        ("echo a > /system/x", "Read-only file system"),
        ("mkdir /x", "Read-only file system"),
        ("cat /nope", "No such file or directory"),
        ("cat /sdcard", "Is a directory"),
        ("rmdir /sdcard/Documents", "Directory not empty"),
        ("mkdir /sdcard/Music", "File exists"),
        ("rm /sdcard/Music", "is directory"),
        ("ls /sdcard/nope", "No such file or directory"),
        ("cp /sdcard/Music /sdcard/x", "Skipped dir"),
        ("ln -s a /sdcard/link", "Operation not permitted"),
        ("cd /data/local/tmp; ln -s loop loop; cat loop", "Too many symbolic links"),
    ],
)
def test_what_cannot_be_done_says_so(device: Device, script: str, text: str) -> None:
    status, out, err = run_shell(device, script)
    assert status != 0 and text in err


def test_the_shell_user_may_less_than_root(device: Device) -> None:
    status, _, err = run_shell(device, f"cat {NOTES}", uid=2000)
    assert status == 1 and "Permission denied" in err
    assert (
        run_shell(
            device, "touch /data/local/tmp/f && chmod 0 /data/local/tmp/f && cat /data/local/tmp/f", uid=2000
        )[0]
        == 1
    )
    assert (
        run_shell(device, "run-as com.phoneworld.notes cat databases/notes.db | head -c 15", uid=2000)[1]
        == "SQLite format 3"
    )
    assert run_shell(device, "run-as com.nope ls", uid=2000)[2] == "run-as: unknown package: com.nope\n"


def test_storage_is_bounded(device: Device, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tree, "MAX_TOTAL", 100_000)
    status, _, err = run_shell(device, "dd if=/dev/zero of=/data/local/tmp/big bs=1024 count=200")
    assert run_shell(device, "cat /data/local/tmp/big | wc -c")[1].strip() in ("0", "")
    monkeypatch.setattr(tree, "MAX_FILE", 10)
    with pytest.raises(OSError, match="too large"):
        device.files.write("/data/local/tmp/f", bytes(11))
