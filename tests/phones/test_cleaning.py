"""Cleaning: whatever an episode left is removed, or the phone is set aside."""

from __future__ import annotations

import pytest

from phonebuddy import actions as a
from phonebuddy.adbd import Served
from phonebuddy.errors import Fault
from phonebuddy.phones import app_data, cleaning
from phonebuddy.phones.adb import AdbPhone
from phonebuddy.phones.attempt import attempt
from phonebuddy.phones.cleaning import WATCHED, clean, differences, take_baseline
from phonebuddy.phones.contract import Start
from phonebuddy.phones.side_effects import Guard, Permit
from phonebuddy.phones.verify import Check, verify
from tests.phones.served import NOTES, TASK, WRITE, WRITTEN, script

FILES = ("a.txt", "Download/b.pdf", "DCIM/Camera/c.jpg", "Documents/d e.txt", "Pictures/漢.png")
NEW_VALUES = {"system_locales": "zh-CN"}


def plant(phone: AdbPhone) -> int:
    """Fifty kinds of residue; how many of them can be seen from outside."""
    wire = phone.wire
    for name in FILES:
        folder = f"/sdcard/{name}".rpartition("/")[0]
        wire.must("mkdir", "-p", folder)
        wire.must("touch", f"/sdcard/{name}")
    before = take_baseline(wire).settings
    for space, keys in WATCHED.items():
        for key in keys:
            was = before[f"{space}/{key}"]
            wire.run(f"settings put {space} {key} {'0' if was == '1' else '1'}")
    phone.act(a.OpenApp("clock"))
    return len(FILES) + len(before)


def test_everything_planted_is_found_and_removed(phone: AdbPhone) -> None:
    baseline = take_baseline(phone.wire)
    assert plant(phone) >= 50
    found = differences(baseline, take_baseline(phone.wire))
    assert {one.what for one in found if one.kind == "file"} == {f"/sdcard/{name}" for name in FILES}
    assert len([one for one in found if one.kind == "setting"]) >= 40
    assert "com.phoneworld.clock" in {one.what for one in found if one.kind == "running"}
    clean(phone, baseline, Start())
    assert differences(baseline, take_baseline(phone.wire)) == []


def test_an_untouched_phone_is_clean(phone: AdbPhone) -> None:
    baseline = take_baseline(phone.wire)
    clean(phone, baseline, Start())


def test_what_cannot_be_removed_is_a_fault(phone: AdbPhone, monkeypatch: pytest.MonkeyPatch) -> None:
    baseline = take_baseline(phone.wire)
    phone.wire.must("touch", "/sdcard/left.txt")
    monkeypatch.setattr(cleaning, "_remove", lambda phone, residue: None)
    with pytest.raises(Fault, match="left.txt") as error:
        clean(phone, baseline, Start())
    assert error.value.cause == "dirty"


def written(served: Served) -> int:
    rows = served.device.phone.state("SELECT count(*) FROM notes_note WHERE title LIKE 'Paint%'")
    return int(str(rows[0][0]))


def test_data_is_cleared(phone: AdbPhone, served: Served) -> None:
    attempt(phone, TASK, script(*WRITE), Guard(Permit(), Permit()))
    assert written(served) == 1
    phone.reset(Start(apps=(NOTES,), data="keep"))
    assert written(served) == 1
    phone.reset(Start(apps=(NOTES,), data="clear"))
    assert written(served) == 0


def test_data_is_saved_and_put_back(phone: AdbPhone, served: Served) -> None:
    attempt(phone, TASK, script(*WRITE), Guard(Permit(), Permit()))
    app_data.save(phone.wire, NOTES, "one")
    phone.reset(Start(apps=(NOTES,), data="clear"))
    phone.reset(Start(apps=(NOTES,), data="saved", saved="one"))
    assert written(served) == 1
    with pytest.raises(Fault, match="nothing of"):
        phone.reset(Start(apps=(NOTES,), data="saved", saved="other"))


@pytest.mark.parametrize("name", ["../x", "a/b", "x; reboot", ""])
def test_names_that_are_none_are_refused(phone: AdbPhone, name: str) -> None:
    with pytest.raises(Fault, match="not a name"):
        app_data.save(phone.wire, NOTES, name)


@pytest.mark.parametrize(
    ("check", "holds"),
    [
        (Check("setting", "global/airplane_mode_on", equals="0"), True),
        (Check("setting", "global/airplane_mode_on", equals="1"), False),
        (Check("setting", "global/no_such_setting", absent=True), True),
        (Check("setting", "global/no_such_setting", equals="1"), False),
        (Check("package", NOTES), True),
        (Check("package", "no.such.app", absent=True), True),
        (Check("package", NOTES, absent=True), False),
        (Check("file", "/sdcard/no such file"), False),
        (Check("file", "/sdcard/no such file", absent=True), True),
        (WRITTEN, False),
        (Check("database", f"{NOTES}/databases/notes.db", sql="SELECT 7", equals="7"), True),
        (Check("database", f"{NOTES}/databases/none.db", sql="SELECT 7", equals="7"), None),
        (Check("database", f"{NOTES}/databases/notes.db", sql="SELECT x FROM y", equals="7"), None),
        (Check("provider", "content://com.android.contacts/data/phones"), True),
    ],
)
def test_the_phone_is_asked(phone: AdbPhone, check: Check, holds: bool | None) -> None:
    (finding,) = verify(phone.wire, (check,))
    assert finding.holds is holds, finding.says


def test_a_file_is_read(phone: AdbPhone) -> None:
    phone.wire.run("echo hello > /sdcard/x.txt")
    (finding,) = verify(phone.wire, (Check("file", "/sdcard/x.txt", holds="hell"),))
    assert finding.holds


def test_a_notification_is_cleared(phone: AdbPhone, served: Served) -> None:
    baseline = take_baseline(phone.wire)
    served.device.operate(lambda runtime: runtime.post("clock", "k", "Dentist", "at nine", "", {}))
    assert [one.what for one in differences(baseline, take_baseline(phone.wire))] == ["com.phoneworld.clock"]
    clean(phone, baseline, Start())
