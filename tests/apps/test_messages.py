"""Messages by tapping and typing: writing to people, what comes in, and the other apps it works with.

Everything is found by its words on the screen, and checked both there and in the tables.
"""

from __future__ import annotations

from functools import cache

import pytest

from phonebuddy.world.image import Image, build_image
from phonebuddy.world.look import LookSpec
from phonebuddy.world.phone import WorldPhone
from phonebuddy.world.services.tables import write
from tests.apps.steps import do, element, texts, value

SMS_COLUMNS = (
    "_id thread_id address person date date_sent protocol read status type reply_path_present subject body "
    "service_center locked sub_id error_code creator seen"
)
STRANGER = "+1 555 0199 777"


@cache
def image(seed: int = 0) -> Image:
    return build_image(seed=seed)


@pytest.fixture
def phone() -> WorldPhone:
    phone = WorldPhone(image(), LookSpec("360x800"))
    do(phone, "open: messages")
    return phone


def person(phone: WorldPhone, number: int) -> tuple[str, str]:
    """The name and the phone number of somebody in the contacts."""
    ((name, digits),) = phone.state(f"SELECT name, phone FROM contacts_people WHERE id = {number}")
    return str(name), str(digits)


def archived(phone: WorldPhone) -> str:
    return str(value(phone, "SELECT address FROM messages_thread WHERE archived"))


def newest(phone: WorldPhone) -> tuple[object, ...]:
    return phone.state("SELECT address, type, body FROM messages_sms ORDER BY _id DESC LIMIT 1")[0]


def write_to_stranger(phone: WorldPhone, *words: str) -> None:
    """Open a new conversation with a number that nobody has, and send."""
    do(phone, "tap: New message", "tap: To", f"type: {STRANGER}\n")
    for text in words:
        do(phone, "tap: Text message", f"type: {text}", "tap: SMS")


# -- the data ---------------------------------------------------------------------------------------------


def test_the_table_has_the_columns_of_the_real_one_in_their_order(phone: WorldPhone) -> None:
    names = [row[0] for row in phone.state("SELECT name FROM pragma_table_info('messages_sms')")]
    assert " ".join(map(str, names)) == SMS_COLUMNS


def test_many_conversations_with_people_of_the_contacts_and_no_name_left_open(phone: WorldPhone) -> None:
    assert phone.state("SELECT count(*) >= 100, count(DISTINCT thread_id) >= 25 FROM messages_sms") == (
        (1, 1),
    )
    known = "SELECT count(*) FROM messages_thread JOIN contacts_people ON phone_digits = digits"
    assert isinstance(count := value(phone, known), int) and count >= 20
    assert value(phone, "SELECT count(*) FROM messages_sms WHERE body GLOB '*{*}*'") == 0
    assert value(phone, "SELECT count(*) FROM messages_sms WHERE date > 1778578200000") == 0
    assert value(phone, "SELECT count(*) >= 10 FROM messages_sms WHERE body GLOB '*[一-龥]*'") == 1
    lost = "SELECT count(*) FROM messages_part WHERE path NOT IN (SELECT path FROM files_file)"
    assert value(phone, lost) == 0, "attachments are files of the storage"


def test_messages_speak_of_the_orders_and_the_events_of_the_other_apps(phone: WorldPhone) -> None:
    for order in (10482, 10377, 10251):
        assert value(phone, f"SELECT count(*) > 0 FROM messages_sms WHERE body LIKE '%SO-{order}%'") == 1
        assert value(phone, f"SELECT count(*) FROM shop_order WHERE id = {order}") == 1
    # Somebody who comes to the dinner writes where and when it is.
    dinner = (
        "SELECT count(*) FROM calendar_events, messages_sms WHERE title LIKE '%birthday dinner' AND "
        "instr(body, clock_time(start_ts)) AND instr(attendees, address) "
        "AND instr(body, substr(location, 1, instr(location, ',') - 1))"
    )
    assert value(phone, dinner) == 1


# -- reading ----------------------------------------------------------------------------------------------


def test_opening_a_conversation_shows_its_end_and_marks_it_read(phone: WorldPhone) -> None:
    unread = "SELECT count(*) FROM messages_sms WHERE NOT read"
    before = value(phone, unread)
    ((name, body),) = phone.state(
        "SELECT name, body FROM messages_sms JOIN contacts_people ON phone = address WHERE NOT read "
        "GROUP BY address HAVING count(*) = 1 ORDER BY date DESC LIMIT 1"
    )
    name = str(name)
    do(phone, f"tap: {name}")
    assert body in texts(phone)
    assert isinstance(before, int) and value(phone, unread) == before - 1


def test_a_long_conversation_opens_at_its_newest_message_above_the_field(phone: WorldPhone) -> None:
    lines = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
    write_to_stranger(phone, *lines, *lines, "the newest")
    do(phone, "press: back", "press: back", f"tap: {STRANGER}")
    last = element(phone, "the newest")
    assert last.bounds.bottom <= element(phone, "Text message").bounds.top
    assert texts(phone).count("one") < 2
    # The keyboard takes half of the screen; the newest message stays in sight.
    do(phone, "tap: Text message")
    assert element(phone, "the newest")


def test_search_finds_names_and_words(phone: WorldPhone) -> None:
    name, _ = person(phone, 2)
    do(phone, "tap: Search messages", f"type: {name.split()[0]}")
    assert "Conversations" in texts(phone) and name in texts(phone)
    do(phone, "tap: Clear", "tap: Search messages", "type: SO-10377")
    assert any("SO-10377" in text for text in texts(phone))
    do(phone, "tap: LARKMARKET")
    assert phone.observe().activity == "thread"
    do(phone, "press: back")
    assert phone.observe().activity == "conversations"
    do(phone, "tap: Clear", "tap: Search messages", "type: zzzz")
    assert "No messages found" in texts(phone)


# -- writing ----------------------------------------------------------------------------------------------


def test_send_to_a_typed_number(phone: WorldPhone) -> None:
    write_to_stranger(phone, "Hello from here\n")
    assert newest(phone) == (STRANGER, 2, "Hello from here"), "the last line break is not part of it"
    assert (
        value(phone, "SELECT date >= 1778578200000 AND read FROM messages_sms ORDER BY _id DESC LIMIT 1") == 1
    )
    do(phone, "press: back", "press: back")
    assert texts(phone).count(STRANGER) == 1 and "You: Hello from here" in texts(phone)


def test_another_spelling_of_a_number_is_the_same_conversation(phone: WorldPhone) -> None:
    ((name, number, body),) = phone.state(
        "SELECT name, address, body FROM messages_sms JOIN contacts_people ON phone = address "
        "WHERE type = 1 ORDER BY date DESC LIMIT 1"
    )
    do(phone, "tap: New message", "tap: To", f"type: {str(number).replace(' ', '-')}\n")
    assert element(phone, str(name)) and body in texts(phone)


def test_send_to_a_contact_that_was_picked(phone: WorldPhone) -> None:
    name, number = person(phone, 30)
    do(phone, "tap: New message", "tap: Choose from contacts")
    assert phone.observe().package == "com.phoneworld.contacts"
    do(phone, "tap: Search contacts", f"type: {name}", f"tap: {number}")
    assert (phone.observe().package, phone.observe().activity) == ("com.phoneworld.messages", "thread")
    do(phone, "type: See you on Monday", "tap: SMS")
    assert newest(phone) == (number, 2, "See you on Monday")


def test_suggestions_while_typing_and_a_name_that_fits_nobody(phone: WorldPhone) -> None:
    name, number = person(phone, 15)
    do(phone, "tap: New message", "tap: To", f"type: {name.lower()}", f"tap: {number}")
    assert phone.observe().activity == "thread" and name in texts(phone)
    do(phone, "press: back", "press: back", "tap: New message", "tap: To", "type: qqq\n")
    assert "Enter a number or choose somebody" in texts(phone)
    assert "Nobody in your contacts fits" in texts(phone)


def test_nothing_to_send_is_not_sent(phone: WorldPhone) -> None:
    count = "SELECT count(*) FROM messages_sms"
    before = value(phone, count)
    do(phone, "tap: New message", "tap: To", f"type: {STRANGER}\n", "tap: SMS")
    assert value(phone, count) == before and "Write something first" in texts(phone)
    do(phone, "press: back", "press: back")
    assert value(phone, f"SELECT count(*) FROM messages_thread WHERE address = '{STRANGER}'") == 0


def test_a_draft_waits(phone: WorldPhone) -> None:
    do(phone, "tap: New message", "tap: To", f"type: {STRANGER}\n", "tap: Text message", "type: Half a sen")
    do(phone, "press: back", "press: back")
    assert "Draft: Half a sen" in texts(phone)
    do(phone, f"tap: {STRANGER}", "tap: Half a sen", "type: tence", "tap: SMS")
    assert newest(phone) == (STRANGER, 2, "Half a sentence")
    assert value(phone, f"SELECT draft FROM messages_thread WHERE address = '{STRANGER}'") == ""


def test_attach_a_file_and_a_contact(phone: WorldPhone) -> None:
    write_to_stranger(phone)
    do(phone, "tap: Attach", "tap: File")
    assert phone.observe().package == "com.phoneworld.files"
    do(phone, "tap: Search files", "type: price_list", "tap: price_list_may.xlsx")
    assert "price_list_may.xlsx" in texts(phone)
    name, number = person(phone, 12)
    do(
        phone,
        "tap: Attach",
        "tap: Contact",
        "tap: Search contacts",
        f"type: {name}",
        f"tap: {number}",
        "tap: SMS",
    )
    assert newest(phone) == (STRANGER, 2, f"{name} {number}")
    part = phone.state("SELECT name, kind FROM messages_part ORDER BY message_id DESC LIMIT 1")
    assert part == (("price_list_may.xlsx", "document"),)
    do(phone, "tap: price_list_may.xlsx")
    assert phone.observe().package == "com.phoneworld.files"
    do(phone, "press: back")
    assert phone.observe().activity == "thread"


def test_an_attachment_can_be_taken_off_again(phone: WorldPhone) -> None:
    write_to_stranger(phone)
    do(phone, "tap: Attach", "tap: File", "tap: shopping.txt", "tap: Remove attachment", "tap: SMS")
    assert "Write something first" in texts(phone)


def test_in_aeroplane_mode_a_message_waits_until_it_is_sent_again(phone: WorldPhone) -> None:
    phone._runtime.put_setting("airplane", 1)
    write_to_stranger(phone, "Are you there?")
    assert newest(phone) == (STRANGER, 5, "Are you there?")
    assert "Not sent: aeroplane mode is on" in texts(phone)
    do(phone, "press: back", "tap: Try again")
    assert newest(phone)[1] == 5
    phone._runtime.put_setting("airplane", 0)
    do(phone, "tap: Try again")
    assert newest(phone) == (STRANGER, 2, "Are you there?")


# -- one message, one conversation ------------------------------------------------------------------------


def test_copy_forward_resend_delete(phone: WorldPhone) -> None:
    write_to_stranger(phone, "Bring the map")
    do(phone, "press: back", "long_press: Bring the map", "tap: Copy text")
    assert value(phone, "SELECT text FROM phone_clipboard") == "Bring the map"
    do(phone, "long_press: Bring the map", "tap: Resend")
    assert value(phone, "SELECT count(*) FROM messages_sms WHERE body = 'Bring the map' AND type = 2") == 2
    _, number = person(phone, 20)
    do(phone, "long_press: Bring the map", "tap: Forward", "tap: To", f"type: {number}\n", "tap: SMS")
    assert newest(phone) == (number, 2, "Bring the map")
    do(phone, "press: back", "press: back", "long_press: Bring the map", "tap: Delete", "tap: Delete")
    assert value(phone, f"SELECT count(*) FROM messages_sms WHERE address = '{STRANGER}'") == 1


def test_pin_mark_archive_and_delete_a_conversation(phone: WorldPhone) -> None:
    ((name, number),) = phone.state(
        "SELECT name, address FROM messages_thread JOIN contacts_people ON phone = address WHERE NOT pinned "
        "AND EXISTS (SELECT 1 FROM messages_sms WHERE thread_id = messages_thread._id AND NOT read) LIMIT 1"
    )
    name, number = str(name), str(number)
    thread = f"FROM messages_thread WHERE address = '{number}'"
    do(phone, f"long_press: {name}", "tap: Pin")
    assert value(phone, f"SELECT pinned {thread}") == 1
    do(phone, f"long_press: {name}", "tap: Mark as read", f"long_press: {name}", "tap: Mark as unread")
    unread = f"SELECT count(*) FROM messages_sms WHERE address = '{number}' AND NOT read"
    assert value(phone, unread) == 1
    do(phone, f"long_press: {name}", "tap: Archive")
    assert name not in texts(phone)
    do(phone, "tap: Undo")
    assert name in texts(phone) and value(phone, f"SELECT pinned {thread}") == 1
    do(phone, f"long_press: {name}", "tap: Delete", "tap: Cancel")
    assert value(phone, f"SELECT count(*) {thread}") == 1
    do(phone, f"long_press: {name}", "tap: Delete", "tap: Delete")
    assert value(phone, f"SELECT count(*) {thread}") == 0
    assert value(phone, f"SELECT count(*) FROM messages_sms WHERE address = '{number}'") == 0


def test_the_archive_gives_back(phone: WorldPhone) -> None:
    firm = archived(phone)
    do(phone, "tap: More options", "tap: Archived", f"long_press: {firm}", "tap: Take out of the archive")
    assert firm not in texts(phone)
    assert value(phone, f"SELECT archived FROM messages_thread WHERE address = '{firm}'") == 0


# -- what comes in, and other apps ------------------------------------------------------------------------


def test_a_message_comes_in_and_its_notification_opens_the_conversation(phone: WorldPhone) -> None:
    name, number = person(phone, 14)
    do(phone, "press: home", "wait: 180000")
    words = "Small question about Friday: may I bring the book back then?"
    assert (
        value(phone, f"SELECT count(*) FROM messages_sms WHERE address = '{number}' AND body = '{words}'")
        == 1
    )
    assert phone.state("SELECT title, text FROM phone_notification WHERE app = 'messages'") == (
        (name, words),
    )
    do(phone, f"tap: {words}")
    assert (phone.observe().activity, name in texts(phone), words in texts(phone)) == ("thread", True, True)
    assert value(phone, "SELECT count(*) FROM phone_notification WHERE app = 'messages'") == 0
    assert value(phone, f"SELECT count(*) FROM messages_sms WHERE address = '{number}' AND NOT read") == 0


def test_everything_of_the_first_hour_comes_in(phone: WorldPhone) -> None:
    do(phone, *["wait: 600000"] * 6)
    assert value(phone, "SELECT count(*) FROM messages_sms WHERE date > 1778578200000 AND type = 1") == 8
    assert value(phone, "SELECT count(*) FROM phone_schedule WHERE app = 'messages'") == 0


def test_a_message_that_comes_in_takes_its_conversation_out_of_the_archive(phone: WorldPhone) -> None:
    firm = archived(phone)
    phone._runtime.run_event("messages", "arrive", {"number": firm, "text": "Your bill is ready."})
    assert value(phone, f"SELECT archived FROM messages_thread WHERE address = '{firm}'") == 0


def test_a_message_in_the_conversation_that_is_shown_makes_no_banner(phone: WorldPhone) -> None:
    write_to_stranger(phone, "Hello?")
    before = len(phone.state("SELECT id FROM phone_notification"))
    # However the number is written that the network gives.
    phone._runtime.run_event("messages", "arrive", {"number": "15550199777", "text": "Hello yourself"})
    phone._changed()
    assert "Hello yourself" in texts(phone) and phone.observe().activity == "thread"
    assert len(phone.state("SELECT id FROM phone_notification")) == before
    phone._runtime.run_event("messages", "arrive", {"number": "+1 555 0188 000", "text": "And me?"})
    assert len(phone.state("SELECT id FROM phone_notification")) == before + 1
    do(phone, "press: back", "press: back")
    assert value(phone, "SELECT count(*) FROM messages_sms WHERE body = 'Hello yourself' AND NOT read") == 0


def test_a_long_draft_scrolls_inside_the_bar(phone: WorldPhone) -> None:
    write_to_stranger(phone, "Hello?")
    do(phone, "tap: Text message", "type: one two three")
    low = element(phone, "Send message").bounds
    words = " ".join(f"word{number}" for number in range(120))
    do(phone, f"type:  {words}")
    field = next(one for one in phone.observe().elements if one.role == "field")
    screen = phone.observe()
    assert field.text.endswith("word119") and field.bounds.bottom - field.bounds.top < screen.height // 6
    assert element(phone, "Send message").bounds.bottom == low.bottom
    do(phone, "tap: SMS")
    assert str(newest(phone)[2]).endswith("word119")


def test_an_order_in_a_message_opens_in_the_shop_and_back(phone: WorldPhone) -> None:
    do(phone, "tap: Search messages", "type: SO-10482 is on its way", "tap: LARKMARKET", "tap: Open SO-10482")
    assert phone.observe().package == "com.phoneworld.shop"
    do(phone, "press: back")
    assert phone.observe().activity == "thread"


def test_contacts_sends_here_and_a_stranger_becomes_a_contact(phone: WorldPhone) -> None:
    write_to_stranger(phone, "Hello")
    do(phone, "press: back", "tap: Add to contacts", "tap: First name", "type: Petronella", "tap: Save")
    assert phone.state(f"SELECT given FROM contacts_person WHERE phone = '{STRANGER}'") == (("Petronella",),)
    do(phone, "press: back")
    assert phone.observe().activity == "thread" and "Petronella" in texts(phone)
    do(
        phone,
        "open: contacts",
        "tap: Search contacts",
        "type: Petronella",
        f"tap: {STRANGER}",
        "tap: Message",
    )
    assert (phone.observe().package, phone.observe().activity) == ("com.phoneworld.messages", "thread")


def test_after_the_tables_are_emptied_the_app_still_works(phone: WorldPhone) -> None:
    do(phone, "press: home")
    for table in ("messages_sms", "messages_thread"):
        phone._store.execute(write(f"DELETE FROM {table}", table), ())
    do(phone, "open: messages")
    assert "No conversations yet. Tap the button to write to somebody." in texts(phone)
    write_to_stranger(phone, "First")
    assert newest(phone) == (STRANGER, 2, "First")
    assert value(phone, "SELECT count(*) FROM messages_part") == 0, (
        "files of lost messages do not turn up again"
    )
