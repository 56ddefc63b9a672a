"""Apps of a phone: found by what the phone and people call them, never guessed."""

from __future__ import annotations

import pytest

from phonebuddy.phones.adb import AdbPhone
from phonebuddy.phones.launchers import Launchers, read_launchers

BLOCK = """\
  Activity #{number}:
    priority=0 preferredOrder=0 match=0x108000 specificIndex=-1 isDefault=false
    ActivityInfo:
      name={package}.ui.Main$Start
      packageName={package}
      labelRes=0x7f12 nonLocalizedLabel={label} icon=0x7f08 banner=0x0
      ApplicationInfo:
        name={package}.App
        packageName={package}
        labelRes=0x7f12 nonLocalizedLabel=null icon=0x7f08 banner=0x0
"""


def listing(*apps: tuple[str, str]) -> str:
    blocks = [BLOCK.format(number=i, package=package, label=label) for i, (package, label) in enumerate(apps)]
    return f"{len(apps)} activities found:\n" + "".join(blocks)


APPS = read_launchers(
    listing(
        ("com.x.lark", "Larkmarket 买"), ("org.y.notes", "null"), ("org.z.notes", "Same"), ("a.b", "Same")
    )
)


@pytest.mark.parametrize(
    ("given", "package"),
    [
        ("com.x.lark", "com.x.lark"),
        ("COM.X.LARK", "com.x.lark"),
        ("larkmarket  买", "com.x.lark"),
        (" Lark ", "com.x.lark"),
        ("notes", ""),
        ("same", ""),
        ("settings", ""),
        ("", ""),
    ],
)
def test_a_name_means_one_app_or_none(given: str, package: str) -> None:
    assert APPS.find(given) == package


def test_the_activity_is_the_first_name_of_its_block() -> None:
    assert APPS.activities["com.x.lark"] == "com.x.lark/com.x.lark.ui.Main$Start"
    assert read_launchers("No activities found\n") == Launchers({}, {})
    assert read_launchers("1 activities found:\n  Activity #0:\n    garbage\n") == Launchers({}, {})


def test_a_usual_name_finds_the_phones_own_app() -> None:
    apps = read_launchers(listing(("com.android.settings", "null")))
    assert apps.find("设置") == "com.android.settings"


def test_a_served_phone_says_its_labels(phone: AdbPhone) -> None:
    assert phone.find_app("Larkmarket") == "com.phoneworld.shop"
    assert phone.find_app("clock") == "com.phoneworld.clock"
    assert phone.find_app("Spokeway") == "com.phoneworld.hub.bikes", "a mini-app has no icon"
    assert phone.find_app("no such app") == ""
