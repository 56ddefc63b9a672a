"""What a phone says about itself, as real ones say it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from phonebuddy.phones.glance import read_glance

REAL = """\
  mCurrentFocus=Window{5c4591 u0 com.x/com.x.MainActivity}
  mFocusedApp=ActivityRecord{b3a1ec9 u0 com.x/.MainActivity t82}
    mCurrentRotation=ROTATION_90
    mDreamingLockscreen=false
==power
  mWakefulness=Awake
==battery
  AC powered: false
  USB powered: true
  level: 87
==boot
0f2a-11
1699990000
==booted
1
==date
1700000000
"""


def test_everything_is_read() -> None:
    found = read_glance(REAL)
    assert (found.package, found.activity) == ("com.x", "com.x.MainActivity")
    assert found.is_awake and not found.is_locked and found.rotation == 1
    assert (found.battery, found.is_powered, found.boot, found.is_booted) == (
        87,
        True,
        "0f2a-11 1699990000",
        True,
    )
    assert found.time_s == 1_700_000_000 and not found.asks and not found.crashed


@pytest.mark.parametrize(
    ("old", "new", "field", "value"),
    [
        ("com.x/com.x.MainActivity}", "NotificationShade}", "package", ""),
        ("com.x/com.x.MainActivity}", "Application Error: com.x}", "crashed", "com.x"),
        ("com.x/com.x.MainActivity}", "Application Not Responding: com.x}", "hung", "com.x"),
        ("com.x/com.x.Main", "com.google.android.permissioncontroller/a.B", "asks", True),
        ("Dreaming", "Showing", "is_locked", False),
        ("screen=false", "screen=true", "is_locked", True),
        ("Awake", "Asleep", "is_awake", False),
        ("Awake", "Dozing", "is_awake", False),
        ("ROTATION_90", "ROTATION_0", "rotation", 0),
        ("\n1\n==date", "\n\n==date", "is_booted", False),
        ("USB powered: true", "USB powered: false", "is_powered", False),
    ],
)
def test_each_sign_is_read(old: str, new: str, field: str, value: object) -> None:
    assert getattr(read_glance(REAL.replace(old, new)), field) == value


def test_without_a_focus_the_app_counts() -> None:
    text = REAL.replace("mCurrentFocus=Window{5c4591 u0 com.x/com.x.MainActivity}", "mCurrentFocus=null")
    assert read_glance(text).package == "com.x"


@given(st.text(max_size=300))
def test_any_text_is_read(text: str) -> None:
    read_glance(text)
