"""Files by tapping and typing: finding, opening, moving, renaming, deleting, and handing files to other apps.

Everything is found by its words on the screen, and checked both there and in the table that is the storage.
"""

from __future__ import annotations

from functools import cache

import pytest

from phonebuddy.world.image import Image, build_image
from phonebuddy.world.look import LookSpec
from phonebuddy.world.phone import WorldPhone
from tests.apps.steps import do, texts, value

ROOT = "/storage/emulated/0"
STANDARD = (
    "Alarms Audiobooks DCIM Documents Download Movies Music Notifications Pictures Podcasts Recordings "
    "Ringtones"
)


@cache
def image(seed: int = 0) -> Image:
    return build_image(seed=seed)


@pytest.fixture
def phone() -> WorldPhone:
    phone = WorldPhone(image(), LookSpec("360x800"))
    do(phone, "open: files")
    return phone


def paths(phone: WorldPhone, name: str) -> list[str]:
    """Where files of a name are, below the root."""
    rows = phone.state(f"SELECT path FROM files_file WHERE name = '{name}' ORDER BY path")
    return [str(path).removeprefix(ROOT + "/") for (path,) in rows]


def whole(phone: WorldPhone) -> None:
    """The storage is a tree: every file stands in a folder or a root."""
    lost = phone.state(
        "SELECT path FROM files_file AS f WHERE folder NOT IN (SELECT path FROM files_root) "
        "AND folder NOT IN (SELECT path FROM files_file WHERE kind = 'folder')"
    )
    assert lost == ()


def open_folder(phone: WorldPhone, *names: str) -> None:
    do(phone, "tap: Internal storage", *(f"tap: {name}" for name in names))


# -- the storage ------------------------------------------------------------------------------------------


def test_the_storage_has_many_files_in_the_standard_folders(phone: WorldPhone) -> None:
    whole(phone)
    folders = phone.state(
        f"SELECT name FROM files_file WHERE folder = '{ROOT}' AND kind = 'folder' ORDER BY name"
    )
    assert " ".join(str(name) for (name,) in folders) == STANDARD
    ((files, future),) = phone.state(
        "SELECT count(*), sum(modified > 1778578200) FROM files_file WHERE kind <> 'folder'"
    )
    assert isinstance(files, int) and files >= 100 and future == 0
    assert phone.state("SELECT count(*) FROM files_file WHERE kind = 'image' AND picture = ''") == ((0,),)


def test_another_seed_takes_other_pictures() -> None:
    first, second = (
        {row[0] for row in WorldPhone(image(seed)).state("SELECT path FROM files_file")} for seed in (0, 1)
    )
    assert first != second and f"{ROOT}/Documents/CV_2026.pdf" in first & second


# -- finding ----------------------------------------------------------------------------------------------


def test_back_leads_up_and_then_out(phone: WorldPhone) -> None:
    open_folder(phone, "Documents", "Taxes", "2025")
    assert "tax_return_2025_draft.pdf" in texts(phone)
    do(phone, "press: back")
    assert "2024" in texts(phone)
    do(phone, "tap: Internal storage")
    assert "Alarms" in texts(phone)
    do(phone, "press: back")
    assert phone.observe().activity == "home"
    do(phone, "press: back")
    assert phone.observe().package == "com.phoneworld.launcher"


def test_sorting_holds_in_every_folder(phone: WorldPhone) -> None:
    open_folder(phone, "Documents")
    do(phone, "tap: Sorted by Name", "tap: Largest first", "tap: Work")
    sizes = [
        row[0]
        for row in phone.state(
            f"SELECT name FROM files_file WHERE folder = '{ROOT}/Documents/Work' ORDER BY size DESC"
        )
    ]
    assert [text for text in texts(phone) if text in sizes] == sizes
    do(phone, "tap: Sorted by Size", "tap: Name, Z to A")
    assert [text for text in texts(phone) if text in sizes] == sorted(map(str, sizes), reverse=True)


def test_search_finds_names_and_what_texts_say(phone: WorldPhone) -> None:
    do(phone, "tap: Search files", "type: JOURNEY")
    assert "packing_list.txt" in texts(phone), "for what it says"
    do(phone, "tap: Clear", "type: PACKING")
    assert "packing_list.txt" in texts(phone)
    do(phone, "tap: Audio")
    assert "No files found" in texts(phone)
    do(phone, "press: back", "press: back")
    assert "Categories" in texts(phone)


def test_categories_and_a_folder_as_tiles(phone: WorldPhone) -> None:
    do(phone, "tap: Archives", "tap: fonts.zip")
    assert "Harrow-Bold.ttf" in texts(phone)
    do(phone, "press: back", "press: back")
    open_folder(phone, "Download")
    do(phone, "tap: Show as grid", "tap: Show as list", "tap: choir_scores.zip")
    assert "practice.mp3" in texts(phone)


# -- opening ----------------------------------------------------------------------------------------------


def test_a_text_is_read_changed_and_kept(phone: WorldPhone) -> None:
    do(phone, "tap: shopping.txt", "tap: Edit", "type: \nsoap", "tap: Save")
    ((text, size),) = phone.state("SELECT text, size FROM files_file WHERE name = 'shopping.txt'")
    assert str(text).endswith("candles for Friday\nsoap") and size == len(str(text))
    do(phone, "tap: Edit", "type: nothing", "press: back", "press: back")
    assert "Discard changes?" in texts(phone)
    do(phone, "tap: Discard")
    assert phone.state("SELECT text FROM files_file WHERE name = 'shopping.txt'") == ((text,),)


def test_pictures_follow_each_other(phone: WorldPhone) -> None:
    do(phone, "tap: Images")
    rows = phone.state(
        f"SELECT name FROM files_file WHERE folder = '{ROOT}/DCIM/Camera' ORDER BY modified DESC LIMIT 2"
    )
    newest, older = (str(name) for (name,) in rows)
    do(phone, f"tap: {newest}")
    assert newest in texts(phone)
    older_id = phone.state(f"SELECT id FROM files_file WHERE name = '{older}'")[0][0]
    page = phone._runtime.ui.page()
    assert page is not None and phone._runtime.names(page)["older"] == older_id


def test_a_sound_plays_on_the_clock_of_the_phone(phone: WorldPhone) -> None:
    do(phone, "tap: Audio", "tap: Slow Trains, part 4.mp3", "tap: Play", "wait: 60000")
    assert "1:00" in texts(phone)
    do(phone, "tap: Pause", "wait: 60000")
    assert "1:00" in texts(phone)


def test_an_archive_is_looked_into_and_extracted(phone: WorldPhone) -> None:
    open_folder(phone, "Download")
    do(phone, "tap: holiday_photos.zip", "tap: Extract")
    assert "Extracted to holiday_photos" in texts(phone)
    assert paths(phone, "harbour.jpg") == ["Download/holiday_photos/harbour.jpg"]
    whole(phone)


def test_a_file_that_is_no_archive_cannot_be_opened_as_one(phone: WorldPhone) -> None:
    open_folder(phone, "Documents")
    do(phone, "tap: More for budget.xlsx", "tap: Rename", "type: .zip", "tap: Rename")
    assert phone.state("SELECT kind FROM files_file WHERE name = 'budget.xlsx.zip'") == (("archive",),)
    do(phone, "tap: budget.xlsx.zip")
    assert "This archive cannot be opened" in texts(phone)


# -- changing ---------------------------------------------------------------------------------------------


def test_a_new_folder_and_a_new_text(phone: WorldPhone) -> None:
    open_folder(phone, "Documents")
    do(phone, "tap: New", "tap: New folder", "type: Garden", "tap: Create", "tap: Garden")
    assert "This folder is empty" in texts(phone)
    do(phone, "tap: New", "tap: New text file", "type: plan", "tap: Create", "type: beans", "tap: Save")
    assert phone.state("SELECT path, text FROM files_file WHERE name = 'plan.txt'") == (
        (f"{ROOT}/Documents/Garden/plan.txt", "beans"),
    )
    do(phone, "press: back", "press: back", "tap: New", "tap: New folder", "type: Garden", "tap: Create")
    assert "Garden is there already" in texts(phone)
    do(phone, "tap: New", "tap: New folder", "tap: Create")
    assert "A name is needed" in texts(phone)


def test_a_renamed_folder_takes_its_files_along(phone: WorldPhone) -> None:
    open_folder(phone, "Documents")
    do(phone, "tap: More for Taxes", "tap: Rename", "type: _old", "tap: Rename")
    assert paths(phone, "donations.pdf") == ["Documents/Taxes_old/2025/donations.pdf"]
    whole(phone)
    do(phone, "tap: More for budget.xlsx", "tap: Rename", "type: /x", "tap: Rename")
    assert "A name cannot hold a slash" in texts(phone)


def test_several_are_moved_and_moved_back(phone: WorldPhone) -> None:
    open_folder(phone, "Documents")
    do(phone, "long_press: Taxes", "tap: CV_2026.pdf")
    assert "2 selected" in texts(phone)
    do(phone, "tap: More options", "tap: Move to", "tap: Podcasts", "tap: Move here")
    assert paths(phone, "CV_2026.pdf") == ["Podcasts/CV_2026.pdf"]
    assert paths(phone, "donations.pdf") == ["Podcasts/Taxes/2025/donations.pdf"]
    whole(phone)
    do(phone, "tap: Undo")
    assert paths(phone, "donations.pdf") == ["Documents/Taxes/2025/donations.pdf"]
    whole(phone)


def test_what_cannot_be_moved_says_so(phone: WorldPhone) -> None:
    open_folder(phone, "Music", "Saltwater Radio")
    move = ("tap: More for cover.jpg", "tap: Move to", "tap: Music")
    do(phone, *move, "tap: The Paper Lanterns", "tap: Move here")
    assert "A file with this name is there already" in texts(phone)
    do(phone, "tap: Cancel", *move, "tap: Saltwater Radio", "tap: Move here")
    assert "It is in this folder already" in texts(phone)
    do(phone, "tap: Cancel", "press: back", "press: back")
    do(phone, "long_press: Documents", "tap: Download", "tap: More options", "tap: Copy to")
    do(phone, "tap: Documents", "tap: Work", "tap: Copy here")
    assert "A folder cannot go into itself" in texts(phone)


def test_a_copy_beside_its_original_gets_a_number(phone: WorldPhone) -> None:
    open_folder(phone, "Documents", "Work")
    for _ in range(2):
        do(
            phone,
            "tap: More for offer_draft.docx",
            "tap: Copy to",
            "tap: Documents",
            "tap: Work",
            "tap: Copy here",
        )
    names = phone.state("SELECT name FROM files_file WHERE name LIKE 'offer_draft%' ORDER BY name")
    assert [name for (name,) in names] == ["offer_draft (1).docx", "offer_draft (2).docx", "offer_draft.docx"]
    do(phone, "press: back", "tap: More for Taxes", "tap: Copy to", "tap: Download", "tap: Copy here")
    assert paths(phone, "donations.pdf") == [
        "Documents/Taxes/2025/donations.pdf",
        "Download/Taxes/2025/donations.pdf",
    ]
    whole(phone)


def test_all_files_of_a_folder_are_copied_at_once(phone: WorldPhone) -> None:
    count = f"SELECT count(*) FROM files_file WHERE folder = '{ROOT}/"
    photos, others = value(phone, f"{count}DCIM/Camera'"), value(phone, f"{count}Podcasts'")
    assert isinstance(photos, int) and isinstance(others, int) and photos > 40
    open_folder(phone, "DCIM", "Camera")
    do(phone, "tap: More options", "tap: Select all", "tap: More options", "tap: Copy to")
    do(phone, "scroll_to: Podcasts", "tap: Podcasts", "tap: Copy here")
    assert f"{photos} items copied" in texts(phone)
    assert value(phone, f"{count}Podcasts'") == photos + others
    whole(phone)


def test_deleting_asks_and_the_bin_gives_back(phone: WorldPhone) -> None:
    open_folder(phone, "Documents")
    do(phone, "long_press: Taxes", "tap: Delete", "tap: Cancel")
    assert paths(phone, "donations.pdf") != []
    do(phone, "tap: Delete", "tap: Delete")
    assert paths(phone, "Taxes") == paths(phone, "donations.pdf") == []
    do(phone, "tap: Undo")
    assert paths(phone, "donations.pdf") == ["Documents/Taxes/2025/donations.pdf"]
    do(
        phone,
        "tap: More for Taxes",
        "tap: Delete",
        "tap: Delete",
        "press: back",
        "press: back",
        "scroll: down",
        "tap: Bin",
    )
    do(phone, "tap: Restore Taxes")
    assert paths(phone, "donations.pdf") == ["Documents/Taxes/2025/donations.pdf"]
    assert "The bin is empty" in texts(phone)
    whole(phone)


def test_the_bin_does_not_overwrite_and_can_be_emptied(phone: WorldPhone) -> None:
    open_folder(phone, "Documents")
    do(phone, "tap: More for Letters", "tap: Delete", "tap: Delete")
    do(phone, "tap: New", "tap: New folder", "type: Letters", "tap: Create", "press: back", "press: back")
    do(phone, "scroll: down", "tap: Bin", "tap: Restore Letters")
    assert "A file with this name is there again" in texts(phone)
    do(phone, "tap: Empty bin", "tap: Empty bin")
    assert phone.state("SELECT count(*) FROM files_removed") == ((0,),)


def test_select_all_and_compress(phone: WorldPhone) -> None:
    open_folder(phone, "Documents", "Travel")
    do(phone, "tap: More options", "tap: Select all")
    held = value(phone, "SELECT count(*) FROM files_file WHERE folder GLOB '*/Documents/Travel'")
    assert f"{held} selected" in texts(phone)
    do(phone, "tap: More options", "tap: Compress", "tap: Archive.zip")
    assert {"packing_list.txt", "walks_near_the_lake.gpx"} <= set(texts(phone))
    do(phone, "press: back", "long_press: Archive.zip", "tap: Clear selection")
    assert "1 selected" not in texts(phone)


# -- other apps -------------------------------------------------------------------------------------------


def test_share_a_file_to_a_message(phone: WorldPhone) -> None:
    open_folder(phone, "Documents", "Travel")
    do(phone, "long_press: packing_list.txt", "tap: Share", "tap: Messages")
    assert phone.observe().package == "com.phoneworld.messages"
    do(phone, "tap: To", "type: 555 0199\n", "type: The list", "tap: SMS")
    sent = phone.state(
        "SELECT address, body, path FROM messages_sms JOIN messages_part ON message_id = _id "
        "ORDER BY _id DESC LIMIT 1"
    )
    assert sent == (("555 0199", "The list", f"{ROOT}/Documents/Travel/packing_list.txt"),)
    do(phone, "press: back", "press: back")
    assert (phone.observe().package, phone.observe().activity) == ("com.phoneworld.files", "folder")


def test_a_shared_text_becomes_a_file(phone: WorldPhone) -> None:
    for _ in range(2):
        phone._runtime.intents.send("share_text", {"text": "so it is", "title": "A/B"}, "files")
        phone._runtime.intents.receive("files")
        phone._changed()
    assert "so it is" in texts(phone)
    assert paths(phone, "A-B.txt") == ["Documents/A-B.txt"] and paths(phone, "A-B (1).txt") != []


def test_a_file_that_is_gone_says_so(phone: WorldPhone) -> None:
    phone._runtime.intents.send("view_file", {"file": f"{ROOT}/Download/gone.pdf"}, "files")
    phone._changed()
    assert "This file is not there any more" in texts(phone)


def test_the_picker_goes_anywhere_and_back_returns(phone: WorldPhone) -> None:
    do(phone, "open: messages", "tap: New message", "tap: To", "type: 5550100\n", "tap: Attach", "tap: File")
    do(phone, "tap: SD card", "tap: Old photos", "press: back", "press: back")
    assert "shopping.txt" in texts(phone)
    do(phone, "press: back")
    assert phone.observe().activity == "thread"
