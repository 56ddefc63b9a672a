"""One life: what one app says is what the others know, for every character and every seed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import apsw
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from phonebuddy.errors import AppError
from phonebuddy.world.image import START_MS, build_image
from phonebuddy.world.life.build import draft_life
from phonebuddy.world.life.draft import Draft, Row, whole
from phonebuddy.world.life.reference import write_life_reference
from phonebuddy.world.life.sources import character_for, read_characters, read_sources
from phonebuddy.world.life.tables import SCHEMA, read_tables
from phonebuddy.world.phone import WorldPhone
from phonebuddy.world.spec.load import load_apps
from tests.world.helpers import SMALL

DOCS = Path(__file__).parents[3] / "docs"
NAMES = list(read_characters())
REFERS = {
    "event": "event", "order": "order", "bill": "bill", "trip": "trip", "ride": "ride", "debt": "debt",
    "person": "person", "photo": "photo",
}  # fmt: skip

APP = """\
app: small
title: Small
package: com.example.small
icon: star
start: main
content: content.yaml
schema: |
  CREATE TABLE small_row (id INTEGER PRIMARY KEY, value);
pages:
  main: {body: [{text: hi}]}
"""


def life(name: str, seed: int = 3) -> Draft:
    return draft_life(character_for(seed, name), seed, START_MS // 1000)


def every_text(draft: Draft) -> Iterator[str]:
    for rows in draft.rows.values():
        for row in rows:
            yield from (value for value in row.values() if isinstance(value, str))


def about(draft: Draft, kind: str) -> Iterator[tuple[Row, Row]]:
    """Messages about things of a kind, with the thing."""
    for message in draft.rows["message"]:
        if message["about"] == kind:
            ref = message["ref"]
            assert isinstance(ref, int)
            yield message, draft.rows[kind][ref - 1]


# -- the tables -------------------------------------------------------------------------------------------


def test_every_column_is_documented_and_the_page_is_the_one_the_code_writes() -> None:
    connection = apsw.Connection(":memory:")
    connection.execute(SCHEMA)
    tables = read_tables()
    for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'"):
        columns = [
            column for (column,) in connection.execute(f"SELECT name FROM pragma_table_info('{name}')")
        ]
        assert list(tables[str(name)].columns) == columns
    written = (DOCS / "life.md").read_text("utf-8")
    assert written == write_life_reference(), "run: phonebuddy apps life -o docs/life.md"


def test_there_are_five_characters_and_more_in_both_languages() -> None:
    languages = [one.language for one in read_characters().values()]
    assert len(NAMES) >= 5 and {"en", "zh"} == set(languages)
    assert [character_for(seed).character for seed in range(len(NAMES))] == NAMES, "the seed picks in turn"


def test_an_unknown_character_is_named_with_the_nearest() -> None:
    with pytest.raises(AppError, match="no character 'nurs' .did you mean 'nurse'.*designer"):
        character_for(0, "nurs")


# -- laws -------------------------------------------------------------------------------------------------


@settings(max_examples=12, deadline=None)
@given(seed=st.integers(0, 10**6), name=st.sampled_from(NAMES))
def test_everything_that_is_referred_to_is_there(seed: int, name: str) -> None:
    draft = life(name, seed)
    for table in ("message", "task", "note", "file"):
        for row in draft.rows[table]:
            kind = REFERS.get(str(row["about"]))
            if kind and row["ref"]:
                ref = row["ref"]
                assert isinstance(ref, int) and 1 <= ref <= len(draft.rows[kind]), row
    for text in every_text(draft):
        assert "{" not in text or text.startswith(("[", "{")), text
    phones = [row["phone"] for row in draft.rows["person"]]
    assert len(set(phones)) == len(phones)


def test_no_two_photos_have_the_same_name() -> None:
    # With this seed two were taken in the same second, and the phone could not be made.
    seed = 93_010_035
    drawn = draft_life(character_for(seed), seed, START_MS // 1000)
    files = [row["file"] for row in drawn.rows["photo"]]
    assert len(files) == len(set(files)) > 20


def test_no_two_bills_have_the_same_number() -> None:
    for seed in (3, 3500010137):  # the second once drew a number twice
        numbers = [
            row["number"] for row in draft_life(character_for(seed), seed, START_MS // 1000).rows["bill"]
        ]
        assert len(set(numbers)) == len(numbers)


@settings(max_examples=8, deadline=None)
@given(seed=st.integers(0, 10**6), name=st.sampled_from(NAMES))
def test_money_adds_up(seed: int, name: str) -> None:
    draft = life(name, seed)
    last: dict[object, int] = {}
    for row in draft.rows["payment"]:
        cents, balance = row["cents"], row["balance"]
        assert isinstance(cents, int) and isinstance(balance, int)
        account = row["account"]
        assert account not in last or last[account] + cents == balance
        last[account] = balance
        assert account != "wallet" or balance >= 0
    paid = {row["bill"] for row in draft.rows["payment"] if row["bill"]}
    assert paid == {row["id"] for row in draft.rows["bill"] if row["paid"] is not None}
    ordered = {row["order"] for row in draft.rows["payment"] if row["order"]}
    assert ordered == {row["id"] for row in draft.rows["order"]}
    assert any(row["paid"] is None for row in draft.rows["bill"]), "something is left to pay"


@pytest.mark.parametrize("name", NAMES)
def test_messages_say_what_the_tables_say(name: str) -> None:
    draft = life(name)
    for message, order in about(draft, "order"):
        assert str(order["number"]) in str(message["text"])
    for message, bill in about(draft, "bill"):
        cents = bill["cents"]
        assert isinstance(cents, int)
        assert str(bill["number"]) in str(message["text"]) and draft.money(cents) in str(message["text"])
    for message, ride in about(draft, "ride"):
        assert str(ride["code"]) in str(message["text"]) and str(ride["seat"]) in str(message["text"])
    told = [
        str(message["text"])
        for message, event in about(draft, "event")
        if _time(draft, event) in str(message["text"])
    ]
    assert len(told) >= 6, "times of events stand in messages"


def _time(draft: Draft, event: Row) -> str:
    at = event["at"]
    assert isinstance(at, int)
    return draft.clock(at)


def test_the_same_seed_gives_the_same_life_and_another_one_does_not() -> None:
    assert life("nurse", 5).rows == life("nurse", 5).rows
    assert life("nurse", 5).rows["person"] != life("nurse", 6).rows["person"]
    owners = {str(life(name).owner["name"]) for name in NAMES}
    assert len(owners) == len(NAMES)


def test_parts_draw_for_themselves() -> None:
    """Chance is not shared, so a story more does not move the weather."""
    character = character_for(0, "designer")
    draft = draft_life(character, 0, START_MS // 1000)
    assert draft.chance("a").random() == draft.chance("a").random() != draft.chance("b").random()


# -- the phone --------------------------------------------------------------------------------------------


def test_goods_of_orders_are_goods_of_the_shop() -> None:
    for character in ("designer", "manager"):
        phone = WorldPhone(build_image(seed=1, character=character), SMALL)
        language = read_characters()[character].language
        for good in read_sources(language).routines.goods:
            ((name, price),) = phone.state("SELECT name, price FROM shop_product WHERE id = ?", (good.key,))
            assert str(name).replace(" ", "") == good.name.replace(" ", "")
            assert price == good.cents * (7 if language == "zh" else 1)


def test_a_chinese_persons_phone_speaks_and_holds_chinese() -> None:
    phone = WorldPhone(build_image(seed=0, character="teacher"), SMALL)
    assert phone.state("SELECT value FROM phone_setting WHERE name = 'language'") == (("zh",),)
    texts = {"messages_sms": "body", "calendar_events": "title", "notes_note": "title || body"}
    for table, column in {**texts, "contacts_person": "given", "shop_product": "name"}.items():
        sql = f"SELECT sum({column} GLOB '*[一-龥]*') * 10 > count(*) * 8 FROM {table}"
        assert phone.state(sql) == ((1,),), table
    assert phone.state("SELECT money(1250)") == (("¥12.50",),)


@pytest.mark.parametrize("character", ["retired", "graduate"])
def test_apps_tell_one_story(character: str) -> None:
    phone = WorldPhone(build_image(seed=9, character=character), SMALL)
    orders = phone.state("SELECT number FROM shop_order_shown WHERE status = 'shipped'")
    for (number,) in orders:
        told = phone.state("SELECT count(*) FROM messages_sms WHERE instr(body, ?)", (number,))
        assert told != ((0,),)
    strangers = (
        "SELECT count(*) FROM messages_sms WHERE address GLOB '+*' "
        "AND address NOT IN (SELECT phone FROM contacts_person)"
    )
    assert phone.state(strangers) < ((20,),), "most people who write are in the contacts"


def test_an_image_is_named_by_its_person() -> None:
    nurse, cook = build_image(seed=0, character="nurse"), build_image(seed=0, character="cook")
    assert nurse.id != cook.id and nurse.data != cook.data and nurse.character == "nurse"
    again = build_image(seed=0, character="nurse")
    assert (again.id, again.data) == (nurse.id, nurse.data)


def test_content_in_two_languages(tmp_path: Path) -> None:
    folder = tmp_path / "small"
    folder.mkdir()
    (folder / "app.yaml").write_text(APP, "utf-8")
    content = (
        "small_row:\n  - {value: {en: Milk, zh: 牛奶}}\n"
        "sql:\n  - INSERT INTO small_row (value) VALUES (words('a', '甲')), (price(10)), (price(NULL))\n"
    )
    (folder / "content.yaml").write_text(content, "utf-8")
    apps = load_apps([folder])
    for character, wanted in (("cook", ["Milk", "a", 10, None]), ("manager", ["牛奶", "甲", 70, None])):
        rows = WorldPhone(build_image(apps, 0, character), SMALL).state("SELECT value FROM small_row")
        assert [value for (value,) in rows] == wanted
    for wrong, says in (
        ("{en: Milk, zn: x}", "unknown language 'zn'"),
        ("{en: [1]}", "takes a plain value, or"),
    ):
        (folder / "content.yaml").write_text(f"small_row:\n  - {{value: {wrong}}}\n", "utf-8")
        with pytest.raises(AppError, match=f"content.yaml:2: .*{says}"):
            build_image(load_apps([folder]), 0, "cook")


def test_items_of_orders_are_json() -> None:
    for row in life("student").rows["order"]:
        assert isinstance(json.loads(str(row["items"])), list)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("seed", [0, 3, 11])
def test_nobody_is_ever_out_of_money(name: str, seed: int) -> None:
    rows = [row for row in life(name, seed).rows["payment"] if row["account"] == "current"]
    first = rows[0]
    assert min(whole(first, "balance") - whole(first, "cents"), *(whole(row, "balance") for row in rows)) > 0


def test_the_pet_in_the_pictures_is_the_pet_of_the_house() -> None:
    for name in NAMES:
        draft = life(name)
        shown = {
            str(row["picture"]) for row in draft.rows["photo"] if str(draft.owner["pet"]) in str(row["title"])
        }
        assert not draft.owner["pet"] or shown == {draft.character.pet}
