"""Contacts by tapping and typing: what a person can do with it, and the people the seed gives.

Everything is found by its words on the screen, and checked both there and in the app's table.
"""

from __future__ import annotations

import unicodedata
from functools import cache
from pathlib import Path

import pytest

from phonebuddy.screen import Flag
from phonebuddy.world.image import Image, build_image, default_apps
from phonebuddy.world.look import LookSpec
from phonebuddy.world.phone import WorldPhone
from phonebuddy.world.spec.load import BUILT_IN, load_apps
from tests.apps.steps import STUB_BANK, do, element, texts

FOLDER = BUILT_IN / "contacts"
NEW = ("tap: Create contact", "tap: First name", "type: Mirelle", "tap: Last name", "type: Quast")


@cache
def image(seed: int = 0) -> Image:
    return build_image(seed=seed)


@pytest.fixture
def phone() -> WorldPhone:
    phone = WorldPhone(image(), LookSpec("360x800"))
    do(phone, "open: contacts")
    return phone


@pytest.fixture
def empty_phone(tmp_path: Path) -> WorldPhone:
    """The app without its people."""
    folder = tmp_path / "contacts"
    (folder / "pages").mkdir(parents=True)
    head = (FOLDER / "app.yaml").read_text("utf-8").replace("content: content.yaml\n", "")
    (folder / "app.yaml").write_text(head, "utf-8")
    (folder / "translations.yaml").write_text((FOLDER / "translations.yaml").read_text("utf-8"), "utf-8")
    for page in (FOLDER / "pages").glob("*.yaml"):
        (folder / "pages" / page.name).write_text(page.read_text("utf-8"), "utf-8")
    # It calls and sends, so the apps that take that must be there, and those that these lead to.
    others = ("dialer", "mail", "messages", "files", "calendar", "shop", "hub")
    apps = load_apps([folder, *(BUILT_IN / name for name in others), STUB_BANK])
    phone = WorldPhone(build_image(apps), LookSpec("360x800"))
    do(phone, "open: contacts")
    return phone


def open_a_favourite(phone: WorldPhone) -> str:
    """Open somebody from the favourites; their name."""
    do(phone, "tap: Favourites")
    name = next(one.description for one in phone.observe().elements if one.role == "image")
    do(phone, f"tap: {name}")
    return name


def people(phone: WorldPhone, where: str = "1") -> int:
    ((count,),) = phone.state(f"SELECT count(*) FROM contacts_person WHERE {where}")
    assert isinstance(count, int)
    return count


# -- the people -------------------------------------------------------------------------------------------


def test_the_people_are_many_and_told_apart_and_nobody_real(phone: WorldPhone) -> None:
    rows = phone.state("SELECT name, phone, mail FROM contacts_people")
    assert len(rows) >= 100
    assert len({name for name, _, _ in rows}) == len({number for _, number, _ in rows}) == len(rows)
    assert all(str(number).startswith("+1 555 01") for _, number, _ in rows)
    assert all(str(mail).endswith(".example") for _, _, mail in rows if mail)
    assert sum("\u4e00" <= str(name)[0] <= "\u9fff" for name, _, _ in rows) >= 10


def test_the_same_seed_gives_the_same_bytes_and_another_seed_other_people() -> None:
    again = build_image(default_apps())
    assert again.data == image().data
    first, second = (
        {row[0] for row in WorldPhone(image(seed)).state("SELECT name FROM contacts_people")}
        for seed in (0, 1)
    )
    assert len(first & second) < len(first) // 10


# -- the gold path ----------------------------------------------------------------------------------------


def test_create_find_edit_star_delete_undo(phone: WorldPhone) -> None:
    before = people(phone)
    do(phone, *NEW, "tap: Phone", "type: +1 555 0100 999", "press: back", "tap: Mobile Phone", "tap: Work")
    do(phone, "tap: Company", "type: Tallowmere", "tap: Save")
    assert phone.observe().activity == "person"
    assert {"Mirelle Quast", "+1 555 0100 999", "Work", "Tallowmere"} <= set(texts(phone))
    do(phone, "tap: Back", "tap: Search contacts", "type: tallow")
    assert "Mirelle Quast" in texts(phone)
    do(phone, "tap: Mirelle Quast", "tap: Edit contact", "tap: Mail", "type: mq@mail.example", "tap: Save")
    assert "mq@mail.example" in texts(phone)
    do(phone, "tap: Add to favourites")
    assert people(phone, "given = 'Mirelle' AND starred AND phone_label = 'Work'") == 1
    kept = phone.state("SELECT * FROM contacts_person WHERE given = 'Mirelle'")
    do(phone, "tap: More options", "tap: Delete", "tap: Delete")
    assert phone.observe().activity == "people"
    assert people(phone) == before
    do(phone, "tap: Undo")
    assert phone.state("SELECT * FROM contacts_person WHERE given = 'Mirelle'") == kept
    assert "Mirelle Quast" in texts(phone)
    assert people(phone) == before + 1


def test_cancelling_the_question_deletes_nobody(phone: WorldPhone) -> None:
    before = people(phone)
    open_a_favourite(phone)
    do(phone, "tap: More options", "tap: Delete", "tap: Cancel")
    assert people(phone) == before
    assert phone.observe().activity == "person"


# -- the form ---------------------------------------------------------------------------------------------


def test_the_draft_says_what_each_field_is(phone: WorldPhone) -> None:
    do(phone, *NEW, "tap: Phone", "type: 5550100", "press: back", "tap: Mobile Phone", "tap: Home")
    held = {hint: element(phone, hint).text for hint in ("First name", "Last name", "Phone")}
    assert held == {"First name": "Mirelle", "Last name": "Quast", "Phone": "5550100"}
    label = element(phone, "Home Phone")
    assert label.text == "Home"
    assert label.bounds.top >= element(phone, "Phone").bounds.bottom


def test_what_is_missing_is_said_at_its_field_and_nothing_is_saved(phone: WorldPhone) -> None:
    before = people(phone)
    do(phone, "tap: Create contact", "tap: Phone", "type: unknown", "tap: Mail", "type: nowhere", "tap: Save")
    said = {"Enter a name", "Enter a number with digits", "Enter a mail address with an @"}
    assert said <= set(texts(phone))
    assert element(phone, "First name").has(Flag.FOCUSED)
    do(phone, "type: Mirelle")
    assert "Enter a name" not in texts(phone)
    do(phone, "tap: Save")
    assert people(phone) == before
    assert phone.observe().activity == "edit"


def test_the_enter_key_goes_from_field_to_field(phone: WorldPhone) -> None:
    do(phone, "tap: Create contact", "tap: First name", "type: Mirelle\nQuast\n5550100\nmq@mail.example\n")
    assert element(phone, "Company").has(Flag.FOCUSED)
    do(phone, "tap: Save")
    assert people(phone, "given = 'Mirelle' AND family = 'Quast' AND phone = '5550100' AND mail <> ''") == 1


def test_leaving_with_changes_asks_first(phone: WorldPhone) -> None:
    do(phone, *NEW, "tap: Close")
    assert "Discard changes?" in texts(phone)
    do(phone, "tap: Keep editing")
    assert element(phone, "First name").text == "Mirelle"
    do(phone, "press: back", "tap: Discard")
    assert phone.observe().activity == "people"
    assert people(phone, "given = 'Mirelle'") == 0


def test_leaving_without_changes_does_not_ask(phone: WorldPhone) -> None:
    do(phone, "tap: Create contact", "press: back")
    assert phone.observe().activity == "people"
    open_a_favourite(phone)
    do(phone, "tap: Edit contact", "tap: Close")
    assert phone.observe().activity == "person"


def test_a_birthday_is_picked_and_removed(phone: WorldPhone) -> None:
    do(phone, *NEW, "press: back", "tap: Birthday", "tap: 20", "tap: OK")
    assert "20 May 2026" in texts(phone)
    do(phone, "tap: Save")
    assert "20 May 2026" in texts(phone)
    assert people(phone, "given = 'Mirelle' AND birthday = 1779235200") == 1
    do(phone, "tap: Edit contact", "tap: Remove birthday", "tap: Save")
    assert people(phone, "given = 'Mirelle' AND birthday IS NULL") == 1


# -- looking around ---------------------------------------------------------------------------------------


def test_search_finds_by_name_number_and_company(phone: WorldPhone) -> None:
    ((name, number, company),) = phone.state(
        "SELECT name, replace(phone, ' ', ''), company FROM contacts_people "
        "WHERE name GLOB '*[éïëøöüñçêóáú]*' AND company <> '' ORDER BY id LIMIT 1"
    )
    plain = "".join(one for one in unicodedata.normalize("NFKD", str(name)) if not unicodedata.combining(one))
    for query in (str(name).upper(), plain.lower(), str(number)[-6:], str(company).lower()):
        do(phone, "tap: Search contacts", f"type: {query}")
        assert name in texts(phone), query
        do(phone, "press: back", "press: back")
    assert "Search contacts" in {one.hint for one in phone.observe().elements}


@pytest.mark.parametrize("query", ["nobody at all", "%", "_", "-", "'"])
def test_a_search_without_hits_says_so(phone: WorldPhone, query: str) -> None:
    do(phone, "tap: Search contacts", f"type: {query}")
    assert "No contacts found" in texts(phone)


def test_a_search_starts_at_the_top_of_its_results(phone: WorldPhone) -> None:
    ((name,),) = phone.state(
        "SELECT name FROM contacts_people WHERE name LIKE 'm%' ORDER BY name COLLATE NOCASE LIMIT 1"
    )
    do(phone, "scroll: down", "scroll: down", "tap: Search contacts", "type: m")
    assert name in texts(phone)


def test_everybody_stands_under_their_letter(phone: WorldPhone) -> None:
    shown = texts(phone)
    assert shown.index("A") < shown.index(
        next(text for text in shown if text.startswith("A") and " " in text)
    )
    assert f"{people(phone)} contacts" in shown


def test_favourites_come_and_go(phone: WorldPhone) -> None:
    name = open_a_favourite(phone)
    do(phone, "tap: Remove from favourites", "tap: Back")
    assert name not in texts(phone)
    do(phone, "press: back")
    assert element(phone, "Contacts").has(Flag.SELECTED)


def test_a_tap_on_a_number_copies_it(phone: WorldPhone) -> None:
    open_a_favourite(phone)
    number = next(text for text in texts(phone) if text.startswith("+1 555"))
    do(phone, f"tap: {number}")
    assert "Copied" in texts(phone)
    assert phone.state("SELECT text FROM phone_copied") == ((number,),)


def test_a_contact_is_shared_as_text_and_shared_text_becomes_a_note(phone: WorldPhone) -> None:
    do(
        phone,
        *NEW,
        "tap: Phone",
        "type: 5550100",
        "tap: Save",
        "tap: More options",
        "tap: Share",
        "tap: Contacts",
    )
    assert element(phone, "Note").text == "Mirelle Quast\nMobile: 5550100"
    do(phone, "tap: First name", "type: Orla", "tap: Save")
    assert people(phone, "given = 'Orla' AND note LIKE 'Mirelle%'") == 1


def test_empty_pages_say_what_to_do(empty_phone: WorldPhone) -> None:
    assert {"0 contacts", "No contacts yet. Tap + to create one."} <= set(texts(empty_phone))
    do(empty_phone, "tap: Favourites")
    assert "No favourites yet. Open a contact and tap the star." in texts(empty_phone)
    do(empty_phone, *NEW, "tap: Save")
    assert "Add phone or mail" in texts(empty_phone)
    do(empty_phone, "tap: Add phone or mail")
    assert element(empty_phone, "First name").text == "Mirelle"
