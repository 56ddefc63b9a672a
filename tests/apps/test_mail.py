"""Mail by tapping and typing: reading, answering, filing with undo, drafts, search, and other apps.

Everything is found by its words on the screen, and checked both there and in the tables.
"""

from __future__ import annotations

import re

import pytest

from phonebuddy.actions import Scroll, to_point
from phonebuddy.world.image import Image
from phonebuddy.world.look import LookSpec
from phonebuddy.world.phone import WorldPhone
from tests.apps.steps import do, element, image_of, texts, value

APPS = ("calendar", "contacts", "dialer", "files", "hub", "mail", "messages", "settings", "shop")
NOBODY = "somebody@post.example"
BODY = "Write your mail"


def image(seed: int = 0) -> Image:
    return image_of(seed, *APPS)


@pytest.fixture
def phone() -> WorldPhone:
    phone = WorldPhone(image(), LookSpec("360x800"))
    do(phone, "open: mail")
    return phone


def swipe(phone: WorldPhone, words: str, by: int) -> None:
    """Move what is called so sideways, by a share of the screen's width in thousandths."""
    x, y = to_point(*element(phone, words).bounds.center, phone.info.width, phone.info.height)
    start = type(to_point(0, 0, 1, 1))(500 - by // 2, y)
    phone.act(Scroll(start, type(start)(500 + by // 2, y)))


def inbox(phone: WorldPhone, where: str = "1") -> list[tuple[int, str, str]]:
    """Conversations of the inbox, newest first: number, who wrote, and subject."""
    rows = phone.state(
        "SELECT t.id, max(iif(m.state = 'received', m.name, '')), t.subject "
        "FROM mail_thread AS t JOIN mail_message AS m "
        f"ON m.thread = t.id AND m.state <> 'draft' WHERE t.box = 'inbox' AND {where} "
        "GROUP BY t.id ORDER BY max(m.at) DESC, t.id DESC"
    )
    return [(int(str(number)), str(writer), str(subject)) for number, writer, subject in rows]


def top(phone: WorldPhone) -> tuple[int, str, str]:
    return inbox(phone)[0]


def box(phone: WorldPhone, thread: int) -> object:
    return value(phone, f"SELECT box FROM mail_thread WHERE id = {thread}")


def newest(phone: WorldPhone, columns: str = "state, recipients, subject, body") -> tuple[object, ...]:
    return phone.state(f"SELECT {columns} FROM mail_message ORDER BY id DESC LIMIT 1")[0]


def look_up(phone: WorldPhone, subject: str) -> None:
    """Search for a subject and open what is found; the field holds the same words."""
    do(phone, "tap: Search mail", f"type: {subject}", f"tap: : {subject}")


# -- the data ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(8))
def test_every_person_has_mail_that_agrees_with_their_life(seed: int) -> None:
    phone = WorldPhone(image(seed))
    assert int(str(value(phone, "SELECT count(*) FROM mail_thread WHERE box = 'inbox'"))) >= 30
    lost = "SELECT path FROM mail_part WHERE path NOT IN (SELECT path FROM files_file)"
    assert not phone.state(lost), "attachments are files of the storage"
    orders = phone.state("SELECT body FROM mail_message WHERE body LIKE '%SO-%' AND state = 'received'")
    known = {str(number) for (number,) in phone.state("SELECT 'SO-' || id FROM shop_order")}
    assert {re.findall(r"SO-\d+", str(body))[0] for (body,) in orders} <= known
    assert not phone.state("SELECT 1 FROM mail_message WHERE at > unixepoch('2026-05-12 09:30')")


# -- reading and filing -----------------------------------------------------------------------------------


def test_opening_a_mail_reads_it_and_it_can_be_unread_again(phone: WorldPhone) -> None:
    thread, name, subject = inbox(phone, "m.unread")[0]
    do(phone, f"tap: {name}: {subject}")
    unread = f"SELECT sum(unread) FROM mail_message WHERE thread = {thread}"
    assert value(phone, unread) == 0
    do(phone, "tap: Mark as unread")
    assert value(phone, unread) == 1


def test_swiping_archives_and_undo_brings_it_back(phone: WorldPhone) -> None:
    thread, name, subject = top(phone)
    swipe(phone, f"{name}: {subject}", -600)
    assert box(phone, thread) == "archive"
    do(phone, "tap: Undo")
    assert box(phone, thread) == "inbox"


def test_deleting_leads_to_the_bin_and_back(phone: WorldPhone) -> None:
    thread, name, subject = top(phone)
    do(phone, f"tap: {name}: {subject}", "tap: Delete")
    assert box(phone, thread) == "bin"
    do(phone, "tap: Menu", "tap: Bin", f"tap: {name}: {subject}", "tap: Move to inbox")
    assert box(phone, thread) == "inbox"


def test_emptying_the_bin_asks_first(phone: WorldPhone) -> None:
    do(phone, "tap: Menu", "tap: Bin", "tap: Empty bin")
    assert value(phone, "SELECT count(*) FROM mail_thread WHERE box = 'bin'")
    do(phone, "tap: Empty bin")
    assert value(phone, "SELECT count(*) FROM mail_thread WHERE box = 'bin'") == 0
    assert "The bin is empty" in texts(phone)


def test_several_conversations_are_archived_at_once_and_undone_together(phone: WorldPhone) -> None:
    rows = inbox(phone)[:2]
    first, second = (f"{name}: {subject}" for _, name, subject in rows)
    do(phone, f"long_press: {first}", f"tap: {second}", "tap: Archive")
    assert [box(phone, row[0]) for row in rows] == ["archive", "archive"]
    do(phone, "tap: Undo")
    assert [box(phone, row[0]) for row in rows] == ["inbox", "inbox"]


def test_a_label_is_made_given_and_shows_its_mails(phone: WorldPhone) -> None:
    thread, name, subject = top(phone)
    do(phone, "tap: Menu", "tap: Labels", "tap: New label", "type: Garden", "tap: Create", "press: back")
    do(phone, f"tap: {name}: {subject}", "tap: More options", "tap: Labels", "tap: Garden", "tap: Done")
    assert value(phone, f"SELECT count(*) FROM mail_tagged WHERE thread = {thread} AND label = 6") == 1
    do(phone, "press: back", "tap: Menu", "tap: Labels", "tap: Garden")
    assert subject in texts(phone)


def test_two_labels_cannot_have_one_name(phone: WorldPhone) -> None:
    do(phone, "tap: Menu", "tap: Labels", "tap: New label", "type: work", "tap: Create")
    assert "There is a label with this name" in texts(phone)


# -- writing ----------------------------------------------------------------------------------------------


def test_a_mail_is_written_sent_and_found_among_what_was_sent(phone: WorldPhone) -> None:
    do(phone, "tap: Compose", "tap: To", f"type: {NOBODY}", "tap: Subject", "type: Ladder")
    do(phone, f"tap: {BODY}", "type: May I borrow it?", "tap: Send")
    assert newest(phone) == ("sent", NOBODY, "Ladder", "May I borrow it?")
    do(phone, "tap: Menu", "tap: Sent")
    assert "Ladder" in texts(phone)


def test_sending_is_undone_into_the_draft_it_was(phone: WorldPhone) -> None:
    threads = value(phone, "SELECT count(*) FROM mail_thread")
    do(phone, "tap: Compose", "tap: To", f"type: {NOBODY}", "tap: Subject", "type: Ladder", "tap: Send")
    do(phone, "tap: Undo")
    assert newest(phone, "state, thread") == ("draft", 0)
    assert value(phone, "SELECT count(*) FROM mail_thread") == threads
    assert "Ladder" in texts(phone)


@pytest.mark.parametrize(
    ("address", "problem"),
    [("", "Enter who it is for"), ("nobody", "An address looks like name@post.example")],
)
def test_a_mail_needs_addresses(phone: WorldPhone, address: str, problem: str) -> None:
    do(phone, "tap: Compose", "tap: To", f"type: {address}", "tap: Send")
    assert problem in texts(phone)


def test_a_mail_without_a_subject_is_asked_about(phone: WorldPhone) -> None:
    do(phone, "tap: Compose", "tap: To", f"type: {NOBODY}", f"tap: {BODY}", "type: Hello", "tap: Send")
    assert "Send without a subject?" in texts(phone)
    do(phone, "tap: Send")
    assert newest(phone)[0] == "sent"


def test_people_are_suggested_while_typing(phone: WorldPhone) -> None:
    rows = phone.state("SELECT name, mail FROM contacts_people WHERE mail <> '' LIMIT 1")
    name, mail = map(str, rows[0])
    do(phone, "tap: Compose", "tap: To", f"type: {NOBODY}, {name[:5]}", f"tap: {name}")
    assert f"{NOBODY}, {mail}" in texts(phone)


def test_what_is_not_sent_waits_as_a_draft_and_can_be_thrown_away(phone: WorldPhone) -> None:
    do(phone, "tap: Compose", "tap: Subject", "type: Half a thought", "press: back", "press: back")
    assert newest(phone)[0] == "draft"
    do(phone, "tap: Menu", "tap: Drafts", "long_press: Half a thought", "tap: Discard")
    assert not phone.state("SELECT 1 FROM mail_message WHERE subject = 'Half a thought'")
    do(phone, "tap: Undo")
    assert newest(phone)[2] == "Half a thought"


def test_leaving_an_empty_mail_keeps_nothing(phone: WorldPhone) -> None:
    before = value(phone, "SELECT count(*) FROM mail_message")
    do(phone, "tap: Compose", "press: back", "press: back")
    assert value(phone, "SELECT count(*) FROM mail_message") == before


def test_an_answer_stays_in_its_conversation_and_quotes(phone: WorldPhone) -> None:
    thread, name, subject = top(phone)
    address = value(phone, f"SELECT address FROM mail_message WHERE thread = {thread} AND state = 'received'")
    do(phone, f"tap: {name}: {subject}", "tap: Reply", "type: Fine by me", "tap: Send")
    assert newest(phone, "thread, recipients, subject, body") == (
        thread, address, f"Re: {subject}", "Fine by me",
    )  # fmt: skip
    assert name in str(newest(phone, "quote")[0])


def test_forwarding_takes_the_attachments_along(phone: WorldPhone) -> None:
    rows = phone.state(
        "SELECT m.subject, p.name FROM mail_message AS m JOIN mail_part AS p ON p.message = m.id "
        "JOIN mail_thread AS t ON t.id = m.thread WHERE t.box = 'inbox' ORDER BY m.at DESC LIMIT 1"
    )
    subject, name = map(str, rows[0])
    look_up(phone, subject)
    do(phone, "tap: Forward")
    do(phone, "tap: To", f"type: {NOBODY}", "tap: Send")
    assert newest(phone, "subject, recipients") == (f"Fwd: {subject}", NOBODY)
    part = "SELECT name FROM mail_part WHERE message = (SELECT max(id) FROM mail_message)"
    assert value(phone, part) == name


def test_in_aeroplane_mode_mail_waits_in_the_outbox(phone: WorldPhone) -> None:
    phone._runtime.put_setting("airplane", 1)
    do(phone, "tap: Compose", "tap: To", f"type: {NOBODY}", "tap: Subject", "type: Later", "tap: Send")
    assert newest(phone)[0] == "waiting"
    do(phone, "tap: Menu", "tap: Outbox", "tap: Send now")
    assert "You are offline" in texts(phone)
    phone._runtime.put_setting("airplane", 0)
    do(phone, "tap: Send now")
    assert newest(phone)[0] == "sent"


# -- search and other apps --------------------------------------------------------------------------------


def test_search_finds_by_words_of_the_text_and_narrows(phone: WorldPhone) -> None:
    do(phone, "tap: Search mail", "type: parcel number")
    assert any(text.startswith("On its way") for text in texts(phone))
    do(phone, "tap: From me")
    assert "No mail fits" in texts(phone)


def test_a_file_is_attached_and_opened(phone: WorldPhone) -> None:
    do(phone, "tap: Compose", "tap: Attach", "tap: Search files", "type: budget", "tap: budget.xlsx")
    do(phone, "tap: To", f"type: {NOBODY}", "tap: Subject", "type: Figures", "tap: Send")
    part = "SELECT name FROM mail_part WHERE message = (SELECT max(id) FROM mail_message)"
    assert value(phone, part) == "budget.xlsx"


def test_files_share_into_a_new_mail(phone: WorldPhone) -> None:
    ((number, path),) = phone.state("SELECT id, path FROM files_file WHERE name = 'budget.xlsx'")
    phone.open_page("files", "item", {"id": number})
    do(phone, "tap: Share", "tap: Mail")
    assert phone.observe().package == "com.phoneworld.mail"
    do(phone, "tap: To", f"type: {NOBODY}", "tap: Send")
    assert newest(phone, "subject, recipients") == ("budget.xlsx", NOBODY)
    assert value(phone, "SELECT path FROM mail_part ORDER BY id DESC LIMIT 1") == path


def test_a_booking_goes_to_the_calendar(phone: WorldPhone) -> None:
    rows = phone.state(
        "SELECT subject, event_title, event_at FROM mail_message WHERE subject LIKE 'Your flight%' LIMIT 1"
    )
    subject, title, at = map(str, rows[0])
    look_up(phone, subject)
    do(phone, "tap: Add to calendar", "tap: Save")
    assert str(value(phone, f"SELECT start_ts FROM calendar_events WHERE title = '{title}'")) == at


def test_an_order_opens_in_the_shop(phone: WorldPhone) -> None:
    look_up(phone, "Order SO-10482")
    do(phone, "tap: Open SO-10482")
    assert phone.observe().package == "com.phoneworld.shop"


def test_mail_that_comes_in_is_announced_and_opens(phone: WorldPhone) -> None:
    do(phone, "press: home", *["wait: 600000"] * 3)
    assert value(phone, "SELECT count(*) FROM phone_notification WHERE app = 'mail'") == 1
    assert top(phone)[2] == "How was it?"


def test_a_chinese_person_reads_chinese() -> None:
    phone = WorldPhone(image(5), LookSpec("360x800"))
    do(phone, "open: mail", "tap: 菜单")
    assert {"收件箱", "星标邮件", "已发送", "草稿箱", "垃圾箱"} <= set(texts(phone))
    do(phone, "tap: 设置")
    left = [text for text in texts(phone) if re.search("[A-Za-z]{2,}", text) and "@" not in text]
    assert not left
