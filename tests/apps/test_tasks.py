"""Tasks by tapping and typing: adding, ticking, repeating, lists, steps, undo, and other apps."""

from __future__ import annotations

import re

import pytest

from phonebuddy.world.image import Image
from phonebuddy.world.look import LookSpec
from phonebuddy.world.phone import WorldPhone
from tests.apps.steps import do, image_of, texts, value

APPS = ("calendar", "contacts", "dialer", "files", "mail", "messages", "hub", "notes", "shop", "tasks")
COLUMNS = (
    "_id title importance dueDate hideUntil created modified completed deleted notes estimatedSeconds "
    "elapsedSeconds timerStart notificationFlags lastNotified recurrence repeat_from calendarUri remoteId "
    "collapsed parent order read_only"
)
DAY_MS = 86_400_000
TODAY_MS = 20585 * DAY_MS


def image(seed: int = 0) -> Image:
    return image_of(seed, *APPS)


@pytest.fixture
def phone() -> WorldPhone:
    phone = WorldPhone(image(), LookSpec("360x800"))
    do(phone, "open: tasks")
    return phone


def task(phone: WorldPhone, title: str, columns: str) -> tuple[object, ...]:
    (row,) = phone.state(f"SELECT {columns} FROM tasks_tasks WHERE title = ?", (title,))
    return row


def add(phone: WorldPhone, title: str, *more: str) -> None:
    do(phone, "tap: Add", "tap: What is to be done", f"type: {title}", *more, "tap: Save")


def search(phone: WorldPhone, words: str) -> None:
    """All but the last letters, so that the field is not called like what is found."""
    do(phone, "tap: Search", f"type: {words[:-2]}", "press: back")


def test_the_table_is_the_one_that_androidworld_reads(phone: WorldPhone) -> None:
    names = [name for (name,) in phone.state("SELECT name FROM pragma_table_info('tasks_tasks')")]
    assert names == COLUMNS.split()


@pytest.mark.parametrize("seed", range(0, 8, 2))
def test_every_person_has_enough_to_do(seed: int) -> None:
    phone = WorldPhone(image(seed))
    assert int(str(value(phone, "SELECT count(*) FROM tasks_open"))) >= 30
    assert not phone.state("SELECT 1 FROM tasks_tasks WHERE _id NOT IN (SELECT task FROM tasks_held)")


def test_a_task_is_added_with_priority_day_and_list(phone: WorldPhone) -> None:
    to_work = ("scroll: down", "tap: Home", "tap: Work")
    add(phone, "Oil the gate", "press: back", "tap: High", "tap: No due date", "tap: OK", *to_work)
    due, importance, completed = task(phone, "Oil the gate", "dueDate, importance, completed")
    assert (due, importance, completed) == (TODAY_MS + DAY_MS // 2, 0, 0)
    held = "SELECT list FROM tasks_held WHERE task = (SELECT max(_id) FROM tasks_tasks)"
    assert value(phone, held) == 2


def test_a_task_needs_words_and_one_that_repeats_a_day(phone: WorldPhone) -> None:
    do(phone, "tap: Add", "tap: Save")
    assert "Enter what is to be done" in texts(phone)
    do(phone, "tap: What is to be done", "type: Stretch", "press: back")
    do(phone, "tap: Does not repeat", "tap: Every day", "tap: Save")
    assert "A task that repeats needs a due date" in texts(phone)


def test_ticking_completes_and_undo_opens_again(phone: WorldPhone) -> None:
    search(phone, "Glue the loose tile")
    do(phone, "tap: Complete Glue the loose tile")
    assert task(phone, "Glue the loose tile", "completed > 0") == (1,)
    do(phone, "tap: Undo")
    assert task(phone, "Glue the loose tile", "completed") == (0,)


def test_a_task_that_repeats_is_due_again(phone: WorldPhone) -> None:
    (before,) = task(phone, "Water the plants", "dueDate")
    search(phone, "Water the plants")
    do(phone, "tap: Complete Water the plants")
    assert task(phone, "Water the plants", "dueDate, completed") == (int(str(before)) + 7 * DAY_MS, 0)
    do(phone, "tap: Undo")
    assert task(phone, "Water the plants", "dueDate") == (before,)


def test_deleting_asks_can_be_undone_and_restored(phone: WorldPhone) -> None:
    search(phone, "Order new labels")
    do(phone, "tap: Order new labels", "tap: Delete", "tap: Delete")
    assert task(phone, "Order new labels", "deleted > 0") == (1,)
    do(phone, "tap: Undo")
    assert task(phone, "Order new labels", "deleted") == (0,)
    do(phone, "tap: Close search", "tap: More options", "tap: Deleted tasks", "tap: Restore Buy a printer")
    assert task(phone, "Buy a printer", "deleted") == (0,)


def test_completed_and_unstarted_tasks_are_shown_when_asked_for(phone: WorldPhone) -> None:
    search(phone, "Wash the curtains")
    assert "Complete Wash the curtains" not in {one.description for one in phone.observe().elements}
    do(phone, "tap: Close search", "tap: More options", "tap: Show completed")
    search(phone, "Wash the curtains")
    assert "Complete Wash the curtains" in {one.description for one in phone.observe().elements}


def test_a_list_narrows_and_its_deletion_keeps_the_tasks(phone: WorldPhone) -> None:
    do(phone, "tap: Lists", "tap: More for Work", "tap: Delete", "tap: Delete")
    moved = "SELECT list FROM tasks_shown WHERE title = 'Hand in the hours'"
    assert value(phone, moved) == 1
    do(phone, "tap: Undo")
    assert value(phone, moved) == 2
    do(phone, "tap: Shopping")
    shown = texts(phone)
    assert "Light bulbs" in shown
    assert "Hand in the hours" not in shown


def test_steps_are_added_and_counted(phone: WorldPhone) -> None:
    search(phone, "Glue the loose tile")
    do(phone, "tap: Glue the loose tile", "tap: Add a step")
    do(
        phone,
        "type: Buy glue\n",
        "type: Dry it\n",
        "press: back",
        "press: back",
        "tap: Complete Buy glue",
        "press: back",
    )
    assert any("1 of 2 steps" in text for text in texts(phone))


def test_changes_are_not_lost_unasked(phone: WorldPhone) -> None:
    search(phone, "Light bulbs")
    do(phone, "tap: Light bulbs", "tap: Edit", "tap: Notes", "type: E27", "press: back", "press: back")
    assert "Discard changes?" in texts(phone)
    do(phone, "tap: Keep editing", "tap: Save")
    assert task(phone, "Light bulbs", "notes") == ("E27",)


def test_a_note_is_shared_into_a_task_and_a_task_into_the_calendar(phone: WorldPhone) -> None:
    ((note, title),) = phone.state(
        "SELECT id, title FROM notes_note WHERE title <> '' AND trashed IS NULL LIMIT 1"
    )
    phone.open_page("notes", "note", {"note": note})
    do(phone, "tap: Share", "tap: Tasks", "tap: Save")
    assert task(phone, str(title), "completed") == (0,)
    do(phone, "open: tasks")
    search(phone, "Cancel the old newspaper")
    do(phone, "tap: Cancel the old newspaper", "tap: Add to calendar", "tap: Save")
    made = "SELECT start_ts FROM calendar_events WHERE title = 'Cancel the old newspaper'"
    assert value(phone, made) == (TODAY_MS + 9 * DAY_MS) // 1000 + 32400


def test_a_task_with_a_time_reminds(phone: WorldPhone) -> None:
    due = {"due_day": TODAY_MS // 1000, "due_minute": 9 * 60 + 40}
    phone.open_page("tasks", "tasks_edit", {"id": 0, "title": "Ring", **due})
    do(phone, "tap: Save", "press: home", "wait: 600000", "wait: 60000")
    told = "SELECT title FROM phone_notification WHERE app = 'tasks'"
    assert value(phone, told) == "Ring"


def test_a_chinese_person_reads_chinese() -> None:
    phone = WorldPhone(image(6), LookSpec("360x800"))
    do(phone, "open: tasks", "tap: 添加")
    left = [text for text in texts(phone) if re.search("[A-Za-z]{2,}", text)]
    assert not left
