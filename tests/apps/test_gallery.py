"""Gallery: pictures that are files, a camera that makes them, albums, favourites and a bin."""

from __future__ import annotations

import pytest

from phonebuddy.world.look import LookSpec
from phonebuddy.world.phone import WorldPhone
from tests.apps.hand import image
from tests.apps.steps import do, texts, value, words

SHOTS = "SELECT count(*) FROM files_file WHERE kind IN ('image', 'video')"


@pytest.fixture
def phone() -> WorldPhone:
    phone = WorldPhone(image(0), LookSpec("540x1200"))
    do(phone, "open: gallery")
    return phone


def _one(phone: WorldPhone) -> tuple[int, str, str]:
    """A picture of the camera that nobody has marked as a favourite."""
    ((number, path, title),) = phone.state(
        "SELECT f.id, f.path, a.title FROM files_file AS f JOIN gallery_about AS a ON a.taken = f.modified "
        "WHERE f.path NOT IN (SELECT path FROM gallery_favourite) AND f.folder LIKE '%/Camera' "
        "ORDER BY f.modified LIMIT 1"
    )
    return int(str(number)), str(path), str(title)


@pytest.mark.parametrize("seed", [0, 3, 5])
def test_pictures_are_those_of_the_files_and_of_the_life(seed: int) -> None:
    phone = WorldPhone(image(seed))
    assert value(phone, "SELECT count(*) >= 40 FROM gallery_photos") == 1
    assert not phone.state("SELECT path FROM gallery_favourite EXCEPT SELECT path FROM files_file")
    assert value(
        phone,
        "SELECT NOT EXISTS (SELECT id FROM gallery_album EXCEPT SELECT album FROM gallery_album_photo)",
    )


def test_the_camera_asks_and_writes_a_file(phone: WorldPhone) -> None:
    before = value(phone, SHOTS)
    do(phone, "tap: Camera", "tap: Don't allow")
    assert "Take photo" not in {one.description for one in phone.observe().elements}
    do(phone, "tap: Try again")
    assert "Still not allowed" in texts(phone)
    phone.reset()
    do(phone, "open: gallery", "tap: Camera", "tap: While using the app", "tap: Take photo")
    assert value(phone, SHOTS) == int(str(before)) + 1
    name, folder, kind = words(phone, "SELECT name, folder, kind FROM files_file ORDER BY id DESC LIMIT 1")
    assert (name[:12], folder, kind) == ("IMG_20260512", "/storage/emulated/0/DCIM/Camera", "image")
    do(phone, "tap: View", "tap: Add to favourites")
    assert phone.state(f"SELECT 1 FROM gallery_favourite WHERE path = '{folder}/{name}'")


def test_two_pictures_in_one_second_and_a_film(phone: WorldPhone) -> None:
    before = int(str(value(phone, SHOTS)))
    do(phone, "tap: Camera", "tap: While using the app", "tap: Take photo", "tap: Take photo")
    do(phone, "tap: Video", "tap: Start recording", "wait: 7000", "tap: Stop recording")
    assert value(phone, SHOTS) == before + 3
    assert phone.state("SELECT folder FROM files_file ORDER BY id DESC LIMIT 1") == (
        ("/storage/emulated/0/Movies",),
    )
    do(phone, "press: back")
    assert value(phone, "SELECT since IS NULL FROM gallery_camera") == 1


def test_what_goes_to_the_bin_comes_back_twice(phone: WorldPhone) -> None:
    number, path, _ = _one(phone)
    phone.open_page("gallery", "photo", {"id": number})
    do(phone, "tap: Delete", "tap: Cancel")
    assert phone.state(f"SELECT 1 FROM files_file WHERE path = '{path}'")
    do(phone, "tap: Delete", "tap: Move to bin")
    assert not phone.state(f"SELECT 1 FROM files_file WHERE path = '{path}'")
    do(phone, "tap: Undo")
    assert phone.state(f"SELECT 1 FROM files_file WHERE path = '{path}'")
    assert not phone.state(f"SELECT 1 FROM files_removed WHERE path = '{path}'")
    (again,) = words(phone, f"SELECT id FROM files_file WHERE path = '{path}'")
    phone.open_page("gallery", "photo", {"id": int(again)})
    do(phone, "tap: Delete", "tap: Move to bin")
    phone.open_page("gallery", "bin", {})
    do(phone, "tap: Restore all", "tap: Restore")
    assert phone.state(f"SELECT 1 FROM files_file WHERE path = '{path}'")
    assert "The bin is empty" in texts(phone)


def test_several_are_chosen_and_put_into_a_new_album(phone: WorldPhone) -> None:
    rows = phone.state(
        "SELECT path FROM files_file WHERE kind IN ('image', 'video') ORDER BY modified DESC, id DESC LIMIT 2"
    )
    tiles = [one.description for one in phone.observe().elements if one.description.endswith(" May")][:2]
    do(
        phone,
        f"hold: {tiles[0]}",
        f"tap: {tiles[1]}",
        "tap: Add to album",
        "tap: New album",
        "type:  ",
        "tap: Create",
    )
    assert not phone.state("SELECT 1 FROM gallery_album WHERE trim(name) = ''")
    do(phone, "tap: Add to album", "tap: New album", "type: Spring", "tap: Create")
    assert phone.state(
        "SELECT path FROM gallery_album_photo JOIN gallery_album ON id = album "
        "WHERE name = 'Spring' ORDER BY path"
    ) == tuple(sorted(rows))


def test_an_album_is_deleted_and_brought_back_with_its_pictures(phone: WorldPhone) -> None:
    album = int(str(value(phone, "SELECT min(id) FROM gallery_album")))
    inside = phone.state(f"SELECT path FROM gallery_album_photo WHERE album = {album}")
    phone.open_page("gallery", "album", {"kind": "own", "key": album})
    do(phone, "tap: More options", "tap: Delete album", "tap: Delete")
    assert not phone.state(f"SELECT 1 FROM gallery_album WHERE id = {album}")
    do(phone, "tap: Undo")
    assert phone.state(f"SELECT path FROM gallery_album_photo WHERE album = {album}") == inside


def test_search_finds_by_place_and_by_day(phone: WorldPhone) -> None:
    town, title, day = words(
        phone,
        "SELECT town, title, long_day(taken) FROM gallery_about GROUP BY town HAVING count(*) = 1 LIMIT 1",
    )
    for typed in (town, day):
        phone.open_page("gallery", "search", {})
        do(phone, f"type: {typed}")
        assert title in texts(phone)
    do(phone, f"tap: {title}")
    assert phone.observe().activity == "photo"


def test_a_picture_is_shared_by_message(phone: WorldPhone) -> None:
    number, path, _ = _one(phone)
    phone.open_page("gallery", "photo", {"id": number})
    do(phone, "tap: Share")
    if phone.observe().package != "com.phoneworld.messages":
        do(phone, "tap: Messages")
    assert phone.observe().package == "com.phoneworld.messages"


def test_a_caption_stays_with_the_picture_when_it_moves(phone: WorldPhone) -> None:
    number, path, title = _one(phone)
    phone.open_page("gallery", "photo", {"id": number})
    do(phone, "tap: More options", "tap: Edit caption", "type:  again", "tap: Save")
    name, there = path.rpartition("/")[2], "/storage/emulated/0/Pictures"
    phone.change(f"UPDATE files_file SET folder = '{there}', path = '{there}/{name}' WHERE id = {number}")
    phone.open_page("gallery", "photo", {"id": number})
    assert f"{title} again" in texts(phone)
