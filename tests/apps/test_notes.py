"""Notes by tapping and typing: writing, finding, filing, ticking, throwing away, sharing.

Everything is found by its words on the screen, and checked both there and in the app's tables.
"""

from __future__ import annotations

from functools import cache

import pytest

from phonebuddy.actions import Click, Scroll, to_point
from phonebuddy.screen import Element, Flag
from phonebuddy.world.image import Image, build_image
from phonebuddy.world.look import LookSpec
from phonebuddy.world.phone import WorldPhone
from phonebuddy.world.script import Step, play
from phonebuddy.world.spec.load import BUILT_IN, check_apps, load_apps
from phonebuddy.world.state.store import Rows

FOLDER = BUILT_IN / "notes"
WRITE = ("tap: New note", "tap: Text note", "type: Bring the ladder", "tap: Title", "type: Roof")


@cache
def image(seed: int = 0) -> Image:
    return build_image(load_apps([FOLDER]), seed)


@pytest.fixture
def phone() -> WorldPhone:
    phone = WorldPhone(image(), LookSpec("360x800"))
    do(phone, "open: notes")
    return phone


def do(phone: WorldPhone, *steps: str) -> None:
    for line in steps:
        word, _, value = line.partition(": ")
        list(play(phone, [Step(word, value, line)]))


def texts(phone: WorldPhone, role: str = "") -> list[str]:
    """What is written on the screen, by everything or by one kind of thing."""
    return [one.text for one in phone.observe().elements if one.text and role in ("", one.role)]


def element(phone: WorldPhone, words: str, role: str) -> Element:
    found = [
        one for one in phone.observe().elements if one.role == role and words in (one.text, one.description)
    ]
    assert found, f"no {role} '{words}' among {texts(phone)}"
    return found[0]


def tap(phone: WorldPhone, words: str, role: str) -> None:
    """Tap a kind of thing, where its words also stand elsewhere."""
    info = phone.info
    phone.act(Click(to_point(*element(phone, words, role).bounds.center, info.width, info.height)))


def notes(phone: WorldPhone, columns: str, where: str) -> Rows:
    return phone.state(f"SELECT {columns} FROM notes_note WHERE {where} ORDER BY id")


def items(phone: WorldPhone, title: str) -> list[tuple[str, int]]:
    """The items of a checklist, in order, and whether each is ticked."""
    rows = phone.state(
        "SELECT i.text, i.done FROM notes_item i JOIN notes_note n ON n.id = i.note_id "
        "WHERE n.title = ? AND n.trashed IS NULL ORDER BY i.position, i.id",
        (title,),
    )
    return [(str(text), int(done or 0)) for text, done in rows]


def copied(phone: WorldPhone) -> object:
    ((text,),) = phone.state("SELECT text FROM phone_clipboard")
    return text


# -- the content ------------------------------------------------------------------------------------------


def test_the_app_has_no_problems() -> None:
    problems, _ = check_apps([FOLDER])
    assert problems == []


def test_seeds_differ_a_little() -> None:
    worlds = set()
    for seed in range(5):
        phone = WorldPhone(image(seed))
        ((kept, thrown, lists, folders),) = phone.state(
            "SELECT sum(trashed IS NULL), sum(trashed IS NOT NULL), sum(is_list), count(DISTINCT folder_id) "
            "FROM notes_note"
        )
        assert isinstance(kept, int) and kept >= 30 and thrown == 3 and folders in (4, 5)
        assert isinstance(lists, int) and lists >= 6
        assert (
            notes(phone, "id", "body LIKE '%\\%%' ESCAPE '\\' OR changed > now() OR created > changed") == ()
        )
        assert phone.state("SELECT count(*) FROM notes_item WHERE text = '' OR text LIKE '[%'") == ((0,),)
        worlds.add(phone.state("SELECT title, body, changed FROM notes_note"))
        phone.close()
    assert len(worlds) == 5


def test_other_apps_see_what_is_not_in_the_trash(phone: WorldPhone) -> None:
    ((offered,),) = phone.state("SELECT count(*) FROM notes_notes")
    assert offered == len(notes(phone, "id", "trashed IS NULL"))
    ((body,),) = phone.state("SELECT body FROM notes_notes WHERE title = 'Groceries'")
    assert isinstance(body, str) and body.startswith("[ ] ") and "[x] Eggs" in body


# -- writing ----------------------------------------------------------------------------------------------


def test_write_a_note(phone: WorldPhone) -> None:
    do(phone, *WRITE)
    assert notes(phone, "title, body", "title = 'Roof'") == (("Roof", "Bring the ladder"),)
    do(phone, "tap: Back")
    assert phone.observe().activity == "notes"
    shown = texts(phone)
    assert shown.index("Others") < shown.index("Roof")
    do(phone, "tap: Roof")
    assert texts(phone, "field") == ["Roof", "Bring the ladder"]


def test_leaving_in_any_way_keeps_what_was_typed(phone: WorldPhone) -> None:
    do(phone, *WRITE, "press: home", "open: notes")
    assert phone.observe().activity == "note"
    do(phone, "press: back", "tap: Roof")
    assert texts(phone, "field") == ["Roof", "Bring the ladder"]


def test_an_empty_note_is_discarded(phone: WorldPhone) -> None:
    before = notes(phone, "*", "1")
    do(phone, "tap: New note", "tap: Text note", "tap: Back")
    assert "Empty note discarded" in texts(phone, "text") and notes(phone, "*", "1") == before
    do(phone, *WRITE[:3], "press: back")
    made = len(notes(phone, "*", "1"))
    assert made == len(before) + 1
    do(phone, "tap: More", "tap: Delete", "tap: Undo")
    assert len(notes(phone, "*", "trashed IS NULL")) == made - 3


def test_opening_a_note_does_not_change_it(phone: WorldPhone) -> None:
    before = notes(phone, "*", "1")
    do(phone, "tap: Groceries", "tap: Back", "tap: Wifi for guests", "tap: Back")
    assert notes(phone, "*", "1") == before


def test_the_line_being_written_stays_in_sight(phone: WorldPhone) -> None:
    do(phone, "tap: New note", "tap: Text note")
    for number in range(30):
        do(phone, f"type: line {number}\n")
    field = element(phone, "\n".join(f"line {number}" for number in range(30)) + "\n", "field")
    keyboard = min(one.bounds.top for one in phone.observe().elements if one.role == "key")
    assert field.bounds.bottom <= keyboard and field.bounds.top < keyboard // 2
    do(phone, "press: back", "scroll: up", "scroll: up")
    top = next(one.bounds.top for one in phone.observe().elements if one.role == "field")
    assert top < keyboard // 4


# -- finding ----------------------------------------------------------------------------------------------


def test_search_as_you_type(phone: WorldPhone) -> None:
    do(phone, "tap: Search notes", "type: LENTI")
    assert "Lentil soup" in texts(phone) and "Groceries" not in texts(phone)
    do(phone, "tap: Clear", "type: sourdough")
    assert "Groceries" in texts(phone), "the items of a checklist are searched too"
    do(phone, "tap: Clear", "type: 凤梨")
    assert "台北三天 ✈️" in texts(phone)
    do(phone, "type: zzz")
    assert "Nothing found for “凤梨zzz”" in texts(phone)


def test_search_finds_what_was_just_written(phone: WorldPhone) -> None:
    do(phone, *WRITE, "tap: Back", "tap: Search notes", "type: ladder", "tap: Roof")
    assert phone.observe().activity == "note"


def test_list_and_grid(phone: WorldPhone) -> None:
    def starts() -> set[int]:
        return {one.bounds.left for one in phone.observe().elements if one.role == "card"}

    assert len(starts()) == 2
    do(phone, "tap: Show as list")
    assert len(starts()) == 1
    do(phone, "tap: Show as grid")
    assert len(starts()) == 2


# -- pins and colours -------------------------------------------------------------------------------------


def test_pin_and_unpin(phone: WorldPhone) -> None:
    do(phone, *WRITE, "tap: Pin", "press: back", "press: back")
    assert notes(phone, "pinned", "title = 'Roof'") == ((1,),)
    shown = texts(phone)
    assert shown.index("Pinned") < shown.index("Roof") < shown.index("Others")
    do(phone, "long_press: Roof", "tap: Unpin")
    shown = texts(phone)
    assert shown.index("Others") < shown.index("Roof")
    assert notes(phone, "pinned", "title = 'Roof'") == ((0,),)


def test_colour(phone: WorldPhone) -> None:
    do(phone, "tap: Wifi for guests", "tap: More", "tap: Colour", "tap: Green")
    assert notes(phone, "color", "title = 'Wifi for guests'") == (("green",),)
    assert "Green" in texts(phone, "chip")


# -- folders ----------------------------------------------------------------------------------------------


def test_folder_chips_narrow_the_list(phone: WorldPhone) -> None:
    tap(phone, "Recipes", "chip")
    assert "Lentil soup" in texts(phone) and "Groceries" not in texts(phone)
    assert element(phone, "Recipes", "chip").flags & Flag.SELECTED
    do(phone, "tap: New note", "tap: Text note", "type: Toast", "press: back", "press: back")
    assert notes(phone, "folder_id", "body = 'Toast'") == ((3,),)
    tap(phone, "All", "chip")
    assert "Groceries" in texts(phone)


def test_chips_move_sideways(phone: WorldPhone) -> None:
    assert "Work" not in texts(phone, "chip")
    _, y = element(phone, "All", "chip").bounds.center
    phone.act(Scroll(to_point(330, y, 360, 800), to_point(60, y, 360, 800)))
    tap(phone, "Work", "chip")
    assert "Stand-up" in texts(phone) and "Groceries" not in texts(phone)


def test_move_to_a_folder(phone: WorldPhone) -> None:
    do(phone, *WRITE, "press: back", "tap: No folder", "tap: Work")
    assert "Moved to Work" in texts(phone) and "Work" in texts(phone, "chip")
    assert notes(phone, "folder_id", "title = 'Roof'") == ((2,),)
    do(phone, "press: back", "long_press: Roof", "tap: Move to folder", "tap: No folder")
    assert notes(phone, "folder_id", "title = 'Roof'") == ((None,),)


def test_move_to_a_new_folder(phone: WorldPhone) -> None:
    do(phone, *WRITE, "press: back", "tap: No folder", "tap: New folder", "type: Garden", "tap: Create")
    found = phone.state(
        "SELECT name FROM notes_folder f JOIN notes_note n ON n.folder_id = f.id WHERE title = 'Roof'"
    )
    assert found == (("Garden",),) and "Garden" in texts(phone, "chip")


def test_a_new_folder_from_a_card(phone: WorldPhone) -> None:
    do(
        phone,
        "long_press: Groceries",
        "tap: Move to folder",
        "tap: New folder",
        "type: Kitchen",
        "tap: Create",
    )
    found = phone.state(
        "SELECT name FROM notes_folder f JOIN notes_note n ON n.folder_id = f.id WHERE title = 'Groceries'"
    )
    assert found == (("Kitchen",),) and "Kitchen" in texts(phone, "chip")


def test_make_and_rename_a_folder(phone: WorldPhone) -> None:
    do(phone, "tap: More", "tap: Folders", "tap: New folder", "type:  Garden ", "tap: Create")
    assert phone.state("SELECT name FROM notes_folder WHERE id = 6") == (("Garden",),)
    do(phone, "tap: New folder", "type: garden", "tap: Create")
    assert "There is already a folder called garden" in texts(phone)
    do(phone, "wait: 5000", "tap: New folder", "tap: Create")
    assert "A folder needs a name" in texts(phone)
    do(phone, "tap: More for Garden", "tap: Rename", "type: s", "tap: Rename")
    assert phone.state("SELECT name FROM notes_folder WHERE id = 6") == (("Gardens",),)
    do(phone, "tap: Gardens")
    assert "No notes in this folder yet" in texts(phone)


@pytest.mark.parametrize(("choice", "thrown"), [("Keep them without a folder", 0), ("Move them to Trash", 1)])
def test_delete_a_folder(phone: WorldPhone, choice: str, thrown: int) -> None:
    inside = notes(phone, "id", "folder_id = 4 AND trashed IS NULL")
    do(phone, "tap: More", "tap: Folders", "tap: More for Travel", "tap: Delete")
    assert f"The folder holds {len(inside)} notes. What happens to them?" in texts(phone)
    do(phone, f"tap: {choice}", "tap: Delete")
    assert phone.state("SELECT count(*) FROM notes_folder WHERE name = 'Travel'") == ((0,),)
    ids = ", ".join(str(row[0]) for row in inside)
    after = notes(phone, "folder_id, trashed IS NOT NULL", f"id IN ({ids})")
    assert after == ((None, thrown),) * len(inside)


def test_the_folder_looked_at_may_go(phone: WorldPhone) -> None:
    tap(phone, "Home", "chip")
    do(phone, "tap: More", "tap: Folders", "tap: More for Home", "tap: Delete", "tap: Delete", "press: back")
    assert element(phone, "All", "chip").flags & Flag.SELECTED
    do(phone, *WRITE)
    assert notes(phone, "folder_id", "title = 'Roof'") == ((None,),)


# -- checklists -------------------------------------------------------------------------------------------


def test_tick_an_item(phone: WorldPhone) -> None:
    do(phone, "tap: Groceries")
    tap(phone, "Oat milk", "checkbox")
    assert dict(items(phone, "Groceries"))["Oat milk"] == 1
    assert element(phone, "Oat milk", "checkbox").flags & Flag.CHECKED
    shown = texts(phone)
    assert shown.index("Tomatoes") < shown.index("3 ticked") < shown.index("Oat milk")
    tap(phone, "Oat milk", "checkbox")
    assert dict(items(phone, "Groceries"))["Oat milk"] == 0


def test_write_a_checklist(phone: WorldPhone) -> None:
    do(phone, "tap: New note", "tap: Checklist", "type: Nails\nHammer\nGlue", "tap: Title", "type: Shed")
    do(phone, "tap: Back")
    assert items(phone, "Shed") == [("Nails", 0), ("Hammer", 0), ("Glue", 0)], "the last one without enter"
    assert "▢ Nails\n▢ Hammer\n▢ Glue" in texts(phone)


def test_edit_and_delete_items(phone: WorldPhone) -> None:
    do(phone, "tap: Groceries", "tap: Feta", "type:  200 g", "tap: Save")
    assert ("Feta 200 g", 0) in items(phone, "Groceries")
    before = items(phone, "Groceries")
    do(phone, "tap: Delete Spinach")
    assert "Spinach" not in dict(items(phone, "Groceries"))
    do(phone, "tap: Undo")
    assert items(phone, "Groceries") == before
    x, y = element(phone, "Tomatoes", "text").bounds.center
    start, end = (to_point(place, y, 360, 800) for place in (x + 150, x))
    phone.act(Scroll(start, end))
    assert "Tomatoes" not in dict(items(phone, "Groceries"))


def test_ticked_items_together(phone: WorldPhone) -> None:
    do(phone, "tap: Groceries", "tap: More", "tap: Delete ticked", "tap: Delete")
    left = items(phone, "Groceries")
    assert len(left) == 6 and all(not done for _, done in left)
    tap(phone, "Feta", "checkbox")
    do(phone, "tap: More", "tap: Untick all")
    assert items(phone, "Groceries") == left


def test_lines_to_checkboxes_and_back(phone: WorldPhone) -> None:
    do(
        phone,
        "tap: New note",
        "tap: Text note",
        "type: Rice\n\n[x] Tea",
        "tap: Title",
        "type: Two",
        "press: back",
    )
    do(phone, "tap: More", "tap: Show checkboxes")
    assert items(phone, "Two") == [("Rice", 0), ("Tea", 1)]
    do(phone, "tap: More", "tap: Hide checkboxes")
    assert items(phone, "Two") == [] and texts(phone, "field") == ["Two", "Rice\nTea"]
    assert notes(phone, "is_list, body", "title = 'Two'") == ((0, "Rice\nTea"),)


# -- throwing away ----------------------------------------------------------------------------------------


def test_delete_and_undo(phone: WorldPhone) -> None:
    before = notes(phone, "*", "1")
    do(phone, "tap: Wifi for guests", "tap: More", "tap: Delete")
    assert "Note moved to Trash" in texts(phone) and "Wifi for guests" not in texts(phone)
    do(phone, "tap: Undo")
    assert "Wifi for guests" in texts(phone) and notes(phone, "*", "1") == before
    do(phone, "long_press: Groceries", "tap: Delete")
    assert len(notes(phone, "id", "trashed IS NOT NULL")) == 4


def test_restore_from_the_trash(phone: WorldPhone) -> None:
    do(phone, "tap: More", "tap: Trash", "tap: Last week's shopping")
    assert "[ ] Batteries" in next(text for text in texts(phone) if "Soap" in text)
    do(phone, "tap: Restore")
    assert "Note restored" in texts(phone) and "Last week's shopping" not in texts(phone)
    assert notes(phone, "trashed", "title LIKE 'Last week%'") == ((None,),)


def test_delete_for_good(phone: WorldPhone) -> None:
    do(phone, "tap: More", "tap: Trash", "tap: Draft of the complaint", "tap: Delete for good", "tap: Cancel")
    assert len(notes(phone, "id", "trashed IS NOT NULL")) == 3
    do(phone, "tap: Delete for good", "tap: Delete")
    assert notes(phone, "id", "title = 'Draft of the complaint'") == ()
    assert phone.observe().activity == "trash"


def test_empty_the_trash(phone: WorldPhone) -> None:
    do(
        phone,
        "tap: More",
        "tap: Trash",
        "tap: Empty trash",
        "tap: Cancel",
        "tap: Empty trash",
        "tap: Empty trash",
    )
    assert "The trash is empty" in texts(phone)
    assert notes(phone, "id", "trashed IS NOT NULL") == ()
    assert phone.state(
        "SELECT count(*) FROM notes_item WHERE note_id NOT IN (SELECT id FROM notes_note)"
    ) == ((0,),)


# -- sharing ----------------------------------------------------------------------------------------------


def test_share_to_the_clipboard(phone: WorldPhone) -> None:
    do(phone, *WRITE, "tap: Share", "tap: Copy")
    assert copied(phone) == "Bring the ladder"
    do(phone, "press: back", "tap: Groceries", "tap: Share", "tap: Copy")
    assert str(copied(phone)).splitlines()[0] == "[ ] Oat milk"


def test_copy_text(phone: WorldPhone) -> None:
    do(phone, *WRITE, "press: back", "tap: More", "tap: Copy text")
    assert copied(phone) == "Bring the ladder" and "Copied" in texts(phone)


def test_share_to_notes_itself(phone: WorldPhone) -> None:
    do(phone, "long_press: Wifi for guests", "tap: Share", "tap: Notes")
    assert phone.observe().activity == "note"
    found = notes(phone, "title, body", "title = 'Wifi for guests'")
    assert len(found) == 2 and found[0] == found[1]
    assert texts(phone, "field") == list(found[1])
