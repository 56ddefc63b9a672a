"""Snapshots: damage is refused and changes nothing; every state of the screen comes back."""

from __future__ import annotations

from pathlib import Path
from random import Random

import msgspec
import pytest

from phonebuddy import actions as a
from phonebuddy.errors import PhoneBuddyError, SnapshotError
from phonebuddy.world.look import LookSpec
from phonebuddy.world.phone import WorldPhone
from phonebuddy.world.snapshot import MAX_BYTES, VERSION, Snapshot
from phonebuddy.world.uistate import encode_ui
from tests.world.helpers import (
    NO_ROWS,
    SMALL,
    desk_image,
    differences,
    find,
    middle,
    moment,
    new_phone,
    pixel_hash,
    small_phone,
    tap,
    texts,
    walk,
)  # fmt: skip


def walked(steps: int = 30) -> WorldPhone:
    phone = new_phone()
    walk(phone, Random(1), steps)
    return phone


def test_200_kinds_of_damage_are_refused() -> None:
    data = walked().snapshot().to_bytes()
    rng = Random(2)
    for number in range(200):
        damaged = bytearray(data)
        at = rng.randrange(len(data))
        how = number % 4
        if how == 0:
            damaged[at] ^= 1 << rng.randrange(8)
        elif how == 1:
            del damaged[at:]
        elif how == 2:
            damaged[at:at] = rng.randbytes(rng.randint(1, 9))
        else:
            del damaged[at : at + rng.randint(1, 9)]
        with pytest.raises(SnapshotError):
            Snapshot.from_bytes(bytes(damaged))


@pytest.mark.parametrize("data", [b"", b"x", bytes(8), bytes(100), b"\xc1" * 20])
def test_what_never_was_a_snapshot_is_refused(data: bytes) -> None:
    with pytest.raises(SnapshotError):
        Snapshot.from_bytes(data)


def test_too_large_is_refused_before_it_is_read() -> None:
    with pytest.raises(SnapshotError, match="at most"):
        Snapshot.from_bytes(bytes(MAX_BYTES + 1))


def test_another_version_is_refused() -> None:
    other = msgspec.structs.replace(walked().snapshot(), version=VERSION + 1)
    with pytest.raises(SnapshotError, match=f"version {VERSION + 1}"):
        Snapshot.from_bytes(other.to_bytes())


def test_another_image_is_refused() -> None:
    phone = new_phone("built_in")
    with pytest.raises(SnapshotError, match="image"):
        phone.restore(walked().snapshot())


def _forged(snapshot: Snapshot) -> dict[str, Snapshot]:
    """Snapshots with a good checksum that do not fit their image."""
    replace = msgspec.structs.replace
    phone = new_phone()
    phone.act(a.OpenApp("desk"))

    def ui(**changes: object) -> Snapshot:
        return replace(snapshot, ui=encode_ui(replace(phone._ui, **changes)))

    page = phone._ui.stacks["desk"][-1]
    return {
        "changeset": replace(snapshot, changeset=b"not a changeset"),
        "half a changeset": replace(snapshot, changeset=snapshot.changeset[: len(snapshot.changeset) // 2]),
        "ui": replace(snapshot, ui=b"\x01"),
        "look": replace(snapshot, look=LookSpec("1x1")),
        "app": ui(app="nothing"),
        "no page": ui(stacks={"desk": []}),
        "page": ui(stacks={"desk": [replace(page, page="nothing")]}),
        "names": ui(stacks={"desk": [replace(page, vars={})]}),
        "page of another app": ui(stacks={"post": [page]}, app="post"),
    }


def test_what_does_not_fit_changes_nothing() -> None:
    phone = walked()
    early = phone.snapshot()
    walk(phone, Random(4), 20)
    before, pixels = moment(phone), pixel_hash(phone)
    assert before.tables["phone_event"] != NO_ROWS and early.changeset != phone.changeset()
    for kind, forged in _forged(early).items():
        with pytest.raises(PhoneBuddyError):
            phone.restore(Snapshot.from_bytes(forged.to_bytes()))
            raise AssertionError(f"{kind}: accepted")
        assert not (found := differences(before, moment(phone))), f"{kind}: {found}"
        assert pixel_hash(phone) == pixels, kind


def _open_desk(phone: WorldPhone) -> None:
    phone.act(a.OpenApp("desk"))


def _dialog(phone: WorldPhone) -> None:
    _open_desk(phone)
    phone.act(a.LongPress(middle(phone.observe(), find(phone, "Item 3"))))


def _snackbar(phone: WorldPhone) -> None:
    _dialog(phone)
    tap(phone, "Delete")


def _keyboard(phone: WorldPhone) -> None:
    _open_desk(phone)
    tap(phone, "Add")
    tap(phone, "Note")
    phone.act(a.Type("two\nlines"))


def _menu(phone: WorldPhone) -> None:
    _open_desk(phone)
    tap(phone, "More")


def _share_sheet(phone: WorldPhone) -> None:
    _menu(phone)
    tap(phone, "Share all")


def _sheet(phone: WorldPhone) -> None:
    _menu(phone)
    tap(phone, "Board")
    tap(phone, "More")


def _time_picker(phone: WorldPhone) -> None:
    _menu(phone)
    tap(phone, "Board")
    tap(phone, "Time")


def _date_picker(phone: WorldPhone) -> None:
    _keyboard(phone)
    phone.act(a.ButtonPress("back"))
    tap(phone, "Day")


def _scrolled(phone: WorldPhone) -> None:
    _open_desk(phone)
    phone.act(a.Scroll(a.Point(500, 800), a.Point(500, 300)))


STATES = (_dialog, _snackbar, _keyboard, _menu, _share_sheet, _sheet, _time_picker, _date_picker, _scrolled)


@pytest.mark.parametrize("reach", STATES, ids=lambda reach: reach.__name__.strip("_"))
def test_every_state_of_the_screen_comes_back(reach: object) -> None:
    assert callable(reach)
    phone = new_phone()
    reach(phone)
    before, pixels = moment(phone), pixel_hash(phone)
    other = WorldPhone(desk_image(), LookSpec())
    other.restore(Snapshot.from_bytes(phone.snapshot().to_bytes()))
    assert other.look == SMALL
    assert not (found := differences(before, moment(other))), found
    assert pixel_hash(other) == pixels
    for action in walk(phone, Random(3), 12):
        other.act(action)
    assert not (found := differences(moment(phone), moment(other))), found


def test_a_menu_opened_by_a_key_does_not_remember_an_earlier_finger(tmp_path: Path) -> None:
    """Where the last finger was is not part of a snapshot, so it may not matter."""
    page = """
    main:
      vars: {a: ""}
      body:
        - field: a
          label: Name
          on_submit: [{menu: [{menu_item: One}]}]
    """
    phone = small_phone(tmp_path / "small", page)
    tap(phone, "Name")
    other = phone.fork()
    for one in (phone, other):
        one.act(a.ButtonPress("enter"))
    assert "One" in texts(phone)
    assert not (found := differences(moment(phone), moment(other))), found


def test_small_and_plain() -> None:
    assert len(walked().snapshot().to_bytes()) < 20_000
    fresh = new_phone().snapshot()
    assert fresh.changeset == b"" and len(fresh.to_bytes()) < 300
