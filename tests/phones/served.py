"""Mock phones served over ADB, behind an adb server of our own: the phone that drivers are tested against."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from phonebuddy import actions as a
from phonebuddy.adbd import Served
from phonebuddy.adbd.fleet import PATIENCE, REST, fleet
from phonebuddy.phones.adb import AdbPhone
from phonebuddy.phones.attempt import Decide
from phonebuddy.phones.contract import Start
from phonebuddy.phones.task import RealTask
from phonebuddy.phones.verify import Check
from phonebuddy.screen import Screen
from phonebuddy.world.look import LookSpec
from phonebuddy.world.phone import WorldPhone
from phonebuddy.world.script import find
from tests.world.helpers import built_in_image, middle

NOTES = "com.phoneworld.notes"


@contextmanager
def serve(count: int = 1) -> Iterator[tuple[int, list[Served]]]:
    """Phones, connected; gives the port of their adb server and the phones."""
    phones = [WorldPhone(built_in_image(), LookSpec("360x800")) for _ in range(count)]
    with fleet(phones) as members:
        yield members[0].adb_port, [one.served for one in members]


def driver(port: int, served: Served, by_u2: bool = False) -> AdbPhone:
    return AdbPhone(served.serial, port, PATIENCE, REST, by_u2)


def script(*steps: tuple[str, str]) -> Decide:
    """An agent that follows steps said by what is on the screen: tap, open, type, press, wait, finish."""

    def decide(screen: Screen, done: Sequence[a.Action]) -> a.Action:
        word, value = steps[len(done)]
        match word:
            case "open":
                return a.OpenApp(value)
            case "type":
                return a.Type(value)
            case "press":
                return a.ButtonPress(value)
            case "finish":
                return a.Finish(value)
        found = find(screen, value)
        assert found is not None, f"no {value!r} among {[one.text for one in screen.elements]}"
        return a.Click(middle(screen, found))

    return decide


WRITE = (
    ("open", "notes"),
    ("tap", "New note"),
    ("tap", "Text note"),
    ("tap", "Title"),
    ("type", "Paint 漆 🎨"),
    ("press", "back"),
    ("press", "back"),
    ("finish", "done"),
)
"""Writes a note: seven steps and the end."""
WRITTEN = Check(
    kind="database",
    at=f"{NOTES}/databases/notes.db",
    sql="SELECT count(*) FROM note WHERE title = 'Paint 漆 🎨'",
    equals="1",
)
TASK = RealTask(
    "note", "Write a note titled 'Paint 漆 🎨'.", Start(apps=(NOTES,)), checks=(WRITTEN,), max_steps=10
)
