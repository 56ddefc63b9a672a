"""Phones on the shelf: forks, snapshots, double taps that take a tap back, and recordings."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from phonebuddy.actions import ButtonPress, Click, DoubleClick, OpenApp, Point, Type, from_json, to_point
from phonebuddy.errors import PhoneBuddyError
from phonebuddy.web.inspector import MAX_SHOWN, shown
from phonebuddy.web.shelf import MAX_SNAPSHOTS, Phone
from phonebuddy.world.image import build_image
from phonebuddy.world.look import LookSpec, random_look
from phonebuddy.world.phone import WorldPhone
from tests.web.helpers import LOOK, desk_apps, new_shelf


def spot(phone: Phone, name: str) -> Point:
    """Where something with this text, description or hint is."""
    screen = phone.world.observe()
    for element in screen.elements:
        if name in (element.text, element.description, element.hint):
            return to_point(*element.bounds.center, screen.width, screen.height)
    raise AssertionError(f"no '{name}' on the screen")


def test_a_fork_goes_its_own_way() -> None:
    shelf = new_shelf()
    phone = shelf.first
    shelf.act(phone, OpenApp("desk"))
    fork = shelf.fork(phone, None)
    assert fork.world.observe().png() == phone.world.observe().png()
    shelf.act(fork, Click(spot(fork, "Add")))
    assert phone.world.observe().activity == "items" and fork.world.observe().activity == "edit"


def test_a_snapshot_brings_everything_back_the_look_too() -> None:
    shelf = new_shelf()
    phone = shelf.first
    shelf.act(phone, OpenApp("desk"))
    before = phone.world.observe().png()
    moment = shelf.take(phone)
    shelf.act(phone, Click(spot(phone, "Add")))
    shelf.dress(phone, LookSpec("360x800", dark=True))
    shelf.restore(phone, moment.number)
    assert phone.world.observe().png() == before
    assert phone.world.look == LOOK


def test_a_snapshot_of_another_seed_brings_that_phone_back() -> None:
    shelf = new_shelf()
    phone = shelf.first
    moment = shelf.take(phone)
    image = phone.world.image.id
    shelf.reset(phone, 5)
    assert (phone.seed, phone.steps) == (5, 0) and phone.world.image.id != image
    fork = shelf.fork(phone, moment.number)
    shelf.restore(phone, moment.number)
    assert (phone.seed, phone.world.image.id, fork.world.image.id) == (0, image, image)


def test_old_snapshots_make_room() -> None:
    shelf = new_shelf()
    for _ in range(MAX_SNAPSHOTS + 3):
        shelf.take(shelf.first)
    assert len(shelf.moments) == MAX_SNAPSHOTS


def test_a_double_tap_takes_its_first_tap_back() -> None:
    shelf = new_shelf()
    phone = shelf.first
    shelf.act(phone, OpenApp("desk"))
    screen = phone.world.observe()
    row = next(element for element in screen.elements if element.role == "item")
    item = to_point(*row.bounds.center, screen.width, screen.height)
    plain = WorldPhone(build_image(desk_apps()), LOOK)
    plain.act(OpenApp("desk"))
    plain.act(DoubleClick(item))
    shelf.act(phone, Click(item))
    assert phone.world.observe().activity == "edit"
    shelf.act(phone, DoubleClick(item), instead=True)
    assert phone.world.observe().png() == plain.observe().png()
    assert [one.json["name"] for one in phone.done] == ["open_app", "double_click"]
    shelf.act(phone, DoubleClick(item), instead=True)
    assert phone.steps == 3, "nothing is taken back twice"


def test_backspace_is_a_tap_on_the_phones_own_key() -> None:
    shelf = new_shelf()
    phone = shelf.first
    shelf.erase(phone)
    assert phone.steps == 0, "no keyboard, no key"
    shelf.act(phone, OpenApp("desk"))
    shelf.act(phone, Click(spot(phone, "Search")))
    shelf.act(phone, Type("ab"))
    shelf.erase(phone)
    assert any(
        element.text == "a" and element.role in ("field", "search")
        for element in phone.world.observe().elements
    )
    assert phone.done[-1].json["name"] == "click"


def test_looks_by_chance_are_those_of_the_seed() -> None:
    shelf = new_shelf()
    shelf.shuffle(shelf.first, 3)
    assert shelf.first.world.look == random_look(3)


def test_the_last_phone_stays() -> None:
    shelf = new_shelf()
    with pytest.raises(PhoneBuddyError, match="last phone"):
        shelf.close(shelf.first)
    fork = shelf.fork(shelf.first, None)
    shelf.close(shelf.first)
    assert shelf.first is fork


def read_step(folder: Path) -> dict[str, Any]:
    about: dict[str, Any] = json.loads((folder / "elements.json").read_bytes())
    assert ElementTree.fromstring((folder / "dump.xml").read_bytes()).tag == "hierarchy"
    assert (folder / "screen.png").read_bytes()[:4] == b"\x89PNG"
    return about


def test_a_recording_can_be_played_again(tmp_path: Path) -> None:
    shelf = new_shelf(tmp_path / "recordings")
    phone = shelf.first
    shelf.record(phone, True)
    shelf.act(phone, OpenApp("desk"))
    shelf.act(phone, Click(spot(phone, "Add")))
    shelf.act(phone, ButtonPress("back"))
    assert phone.recorder is not None
    folder = phone.recorder.folder
    shelf.record(phone, False)
    assert folder.parent == tmp_path / "recordings"
    head = json.loads((folder / "recording.json").read_bytes())
    assert (head["format"], head["seed"], head["apps"]) == (1, 0, ["desk", "post"])
    steps = sorted(path for path in folder.iterdir() if path.is_dir())
    assert [path.name for path in steps] == ["0000", "0001", "0002", "0003"]
    again = WorldPhone(build_image(desk_apps(), head["seed"]), LookSpec(**head["look"]))
    for step in steps:
        assert (step / "screen.png").read_bytes() == again.observe().png()
        assert len(read_step(step)["elements"]) == len(again.observe().elements)
        if step is not steps[-1]:
            again.act(from_json(json.loads((step / "action.json").read_bytes())))
    assert not (steps[-1] / "action.json").exists()


def test_a_double_tap_is_one_recorded_step(tmp_path: Path) -> None:
    shelf = new_shelf(tmp_path)
    phone = shelf.first
    shelf.record(phone, True)
    shelf.act(phone, Click(Point(500, 500)))
    shelf.act(phone, DoubleClick(Point(500, 500)), instead=True)
    folder = phone.recorder.folder if phone.recorder is not None else tmp_path
    shelf.finish()
    actions = [json.loads(path.read_bytes())["name"] for path in sorted(folder.glob("*/action.json"))]
    assert actions == ["double_click"]


def test_whatever_is_no_action_ends_the_recording(tmp_path: Path) -> None:
    shelf = new_shelf(tmp_path)
    phone = shelf.first
    moment = shelf.take(phone)
    for leave in (
        lambda: shelf.restore(phone, moment.number),
        lambda: shelf.reset(phone, 0),
        lambda: shelf.shuffle(phone, 1),
    ):
        shelf.record(phone, True)
        shelf.act(phone, OpenApp("desk"))
        leave()
        assert phone.recorder is None
    assert len(list(tmp_path.iterdir())) == 3
    assert all(len(list(folder.glob("0*/screen.png"))) == 2 for folder in tmp_path.iterdir())


@pytest.mark.parametrize(
    ("value", "seen"),
    [
        (None, None),
        (3, 3),
        (2**60, str(2**60)),
        (1.5, "1.5"),
        (b"abc", "3 bytes"),
        ("x", "x"),
        (float("inf"), "inf"),
    ],
)
def test_values_are_shown_so_that_a_page_can_read_them(
    value: None | int | float | str | bytes, seen: object
) -> None:
    assert shown(value) == seen
    assert len(str(shown("x" * 10_000))) == MAX_SHOWN + 1
