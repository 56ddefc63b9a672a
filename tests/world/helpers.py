"""Phones for the laws, a random walker, and everything about a phone that two equal ones must share.

The walk depends on the generator it is given and on the screens it meets, never on time. Run as a program,
this file replays walks and prints what they saw, so that another process can be asked for the same.
"""

from __future__ import annotations

import hashlib
import json
import sys
import tempfile
from functools import cache
from pathlib import Path
from random import Random
from textwrap import dedent, indent
from typing import NamedTuple

import msgspec

from phonebuddy import actions as a
from phonebuddy.screen import Element, Flag, Screen
from phonebuddy.world.image import Image, build_image
from phonebuddy.world.look import LookSpec
from phonebuddy.world.phone import WorldPhone
from phonebuddy.world.snapshot import Snapshot
from phonebuddy.world.spec.load import built_in_folders, load_apps
from phonebuddy.world.state.store import Rows
from phonebuddy.world.uistate import encode_ui
from tests.world.desk import write_desk

SMALL = LookSpec("360x800")
WORDS = ("milk", "Anna", "42", "Meeting at 9\n", "x", "a'b\"c", "{name} $x :y", "漢字 😀", "two\nlines", "%_")
WAITS = (0, 5_000, 90_000, 600_000)
_PACK, _UNPACK = msgspec.msgpack.encode, msgspec.msgpack.decode
NO_ROWS = _PACK(())
"""A table of a dump that is empty."""


@cache
def desk_image() -> Image:
    """The test apps of desk.py."""
    with tempfile.TemporaryDirectory() as folder:
        return build_image(load_apps(write_desk(Path(folder))))


@cache
def built_in_image() -> Image:
    """Every app that comes with the phone, found now and not listed here."""
    assert built_in_folders(), "there are no built-in apps"
    return build_image()


IMAGES = {"desk": desk_image, "built_in": built_in_image}


def new_phone(image: str = "desk", look: LookSpec = SMALL) -> WorldPhone:
    return WorldPhone(IMAGES[image](), look)


def small_phone(folder: Path, pages: str, schema: str = "", head: str = "") -> WorldPhone:
    """A phone with one app called small in front; `pages` is YAML, its first page is called main."""
    folder.mkdir(exist_ok=True)
    text = "app: small\ntitle: Small\npackage: com.example.small\nicon: star\nstart: main\n" + head
    if schema:
        text += "schema: |\n" + indent(schema, "  ") + "\n"
    (folder / "app.yaml").write_text(f"{text}pages:\n{indent(dedent(pages).strip(), '  ')}\n", "utf-8")
    phone = WorldPhone(build_image(load_apps([folder])), SMALL)
    phone.act(a.OpenApp("small"))
    return phone


# -- walking ---------------------------------------------------------------------------------------------


def walk(phone: WorldPhone, rng: Random, steps: int) -> list[a.Action]:
    """Take random steps; what was done."""
    done: list[a.Action] = []
    for _ in range(steps):
        done.append(next_action(phone, rng))
        phone.act(done[-1])
    return done


def play(phone: WorldPhone, actions: list[a.Action]) -> None:
    for action in actions:
        phone.act(action)


def next_action(phone: WorldPhone, rng: Random) -> a.Action:
    """Mostly touches on what is there, and a little of everything else."""
    screen = phone.observe()
    draw = rng.random()
    if draw < 0.50:
        return a.Click(_spot(screen, rng, Flag.CLICKABLE))
    if draw < 0.55:
        return a.LongPress(_spot(screen, rng, Flag.LONG_CLICKABLE))
    if draw < 0.58:
        return a.DoubleClick(_spot(screen, rng, Flag.CLICKABLE))
    if draw < 0.63:
        return a.Click(_anywhere(rng))
    if draw < 0.74:
        return a.Type(rng.choice(WORDS))
    if draw < 0.82:
        return a.Scroll(_anywhere(rng), _anywhere(rng), rng.choice((None, 0, 100, 2000)))
    if draw < 0.85:
        return a.Drag(_spot(screen, rng, Flag.CLICKABLE), _anywhere(rng))
    if draw < 0.95:
        return a.ButtonPress(rng.choice(("back", "back", "back", "home", "enter", "menu")))
    packages = (*phone.info.apps, "Desk", "no.such.app")
    if draw < 0.98:
        return a.OpenApp(rng.choice(packages))
    return a.CloseApp(rng.choice(packages)) if draw < 0.99 else a.Wait(rng.choice(WAITS))


def _anywhere(rng: Random) -> a.Point:
    return a.Point(rng.randint(0, 1000), rng.randint(0, 1000))


def _spot(screen: Screen, rng: Random, flag: Flag) -> a.Point:
    """The middle of an element that says it can be touched so."""
    able = [element for element in screen.elements if element.flags & flag]
    # A keyboard has more keys than a page has buttons.
    others = [element for element in able if element.role != "key"]
    able = others if others and rng.random() < 0.8 else able
    return middle(screen, rng.choice(able)) if able else _anywhere(rng)


def middle(screen: Screen, element: Element) -> a.Point:
    return a.to_point(*element.bounds.center, screen.width, screen.height)


def find(phone: WorldPhone, text: str) -> Element:
    """The element with this text, description or hint; the last drawn one when there are several."""
    elements = phone.observe().elements
    found = [one for one in elements if text in (one.text, one.description, one.hint)]
    assert found, f"nothing on the screen says {text!r}; it says {texts(phone)}"
    return found[-1]


def tap(phone: WorldPhone, text: str) -> None:
    phone.act(a.Click(middle(phone.observe(), find(phone, text))))


def texts(phone: WorldPhone) -> list[str]:
    """What the screen says, in the order it is drawn."""
    shown = [element.text or element.description for element in phone.observe().elements]
    return [text for text in shown if text]


# -- comparing -------------------------------------------------------------------------------------------


class Moment(NamedTuple):
    """All there is to know about a phone, apart from its pixels."""

    tables: dict[str, bytes]
    ui: bytes
    elements: list[Element]
    changeset: bytes


def moment(phone: WorldPhone) -> Moment:
    elements = list(phone.observe().elements)
    return Moment(dump(phone), encode_ui(phone._ui), elements, phone.changeset())


def dump(phone: WorldPhone) -> dict[str, bytes]:
    """Every row of every table; packed, because 1 and 1.0 are equal and not the same."""
    names = phone.state("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
    return {str(name): _PACK(phone.state(f'SELECT * FROM "{name!s}"')) for (name,) in names}


def differences(before: Moment, after: Moment) -> list[str]:
    """Where two moments differ, in words."""
    found = [
        f"table {name}: {_UNPACK(rows)} != {_UNPACK(after.tables.get(name, NO_ROWS))}"
        for name, rows in before.tables.items()
        if rows != after.tables.get(name)
    ]
    if before.ui != after.ui:
        found.append(f"ui: {before.ui!r} != {after.ui!r}")
    pairs = zip(before.elements, after.elements, strict=False)
    found += [f"element: {one} != {two}" for one, two in pairs if one != two][:3]
    if len(before.elements) != len(after.elements):
        found.append(f"{len(before.elements)} elements != {len(after.elements)}")
    # Bytes of a changeset depend on the order things were recorded in; what they say does not.
    if bool(before.changeset) != bool(after.changeset):
        found.append("one has changes and the other has none")
    return found


def one_row(rows: Rows) -> tuple[object, ...]:
    (row,) = rows
    return row


def pixel_hash(phone: WorldPhone) -> str:
    return hash_of(phone.observe())


def hash_of(screen: Screen) -> str:
    return hashlib.sha256(screen.pixels().tobytes()).hexdigest()


# -- another process -------------------------------------------------------------------------------------


class Walk(NamedTuple):
    """Steps by chance on a phone; `start` is a snapshot in hex, or nothing for a new phone."""

    image: str
    seed: int
    steps: int
    start: str = ""


def replay(one: Walk) -> list[str]:
    """What a walk shows and leaves behind, step by step."""
    phone = new_phone(one.image)
    if one.start:
        phone.restore(Snapshot.from_bytes(bytes.fromhex(one.start)))
    rng = Random(one.seed)
    seen: list[str] = [phone.image.id, hashlib.sha256(phone.image.data).hexdigest()]
    for _ in range(one.steps):
        action = next_action(phone, rng)
        phone.act(action)
        elements = hashlib.sha256(repr(phone.observe().elements).encode()).hexdigest()
        changes = hashlib.sha256(phone.changeset()).hexdigest()
        seen.append(f"{action} {elements[:16]} {changes[:16]} {pixel_hash(phone)[:16]}")
    return seen


if __name__ == "__main__":
    print(json.dumps([replay(Walk(*one)) for one in json.loads(sys.stdin.read())]))
