"""Telling: a deed, and a fact of the same thing told in another app: what fits, how it is said and done."""

from __future__ import annotations

import random
import re

import pytest

from phonebuddy.tasks.gold import Gold
from phonebuddy.tasks.invented.asking import Place, told_apart
from phonebuddy.tasks.invented.halves import Target, journey
from phonebuddy.tasks.invented.phrasing import ORDERS
from phonebuddy.tasks.invented.reading import read_templates
from phonebuddy.tasks.invented.sketch import Data, Deed, Read, Sketch
from phonebuddy.tasks.invented.telling import NUM_TELLINGS, Pair, _gold, _task, expression, pairs_of, tellings
from phonebuddy.tasks.invented.telling_words import TellingWords, telling_frames
from phonebuddy.tasks.invented.village import (
    FOLDER,
    HOST,
    HOST_TITLE,
    built_in_places,
    image_of,
    sketches,
    villagers,
)
from phonebuddy.tasks.perform import perform
from phonebuddy.tasks.proving import phone_of
from phonebuddy.tasks.task import make_task
from phonebuddy.tasks.template import TaskTemplate
from phonebuddy.tasks.trial import begin
from phonebuddy.tasks.verify import verify
from phonebuddy.world.phone import WorldPhone
from tests.tasks.invented.golds import UNDISTURBED, assert_doable

SOMEBODY = villagers(1, 4)[0]
BUILT_IN = built_in_places()
ORDERS_OF_WORDS = ("then", "but_first", "told_first", "told_before", "alone")
_SLOT = re.compile(r"\{(\w+)\}")
PAGE: list[Data] = [{"tap": "{name}"}]
FREEZE = Deed(
    "do_freeze",
    ("freeze {name}", "freeze the card {name}", "!nobody may pay with {name} any more"),
    [{"type": "{name}", "into": "Find"}, *PAGE, {"tap": "Freeze"}],
    [{"present": "SELECT 1 FROM card WHERE id = :id AND frozen"}],
    draw={"one": "SELECT id, name FROM card WHERE NOT frozen"},
    allow=("update card(frozen) where id = :id",),
)
DIGITS = Read(
    "number",
    ("the last digits of {r_name}", "{r_name}'s last digits", "which digits {r_name} ends with"),
    (),
    {"read": "SELECT name AS r_name, substr(number, 13, 4) AS r_value FROM card"},
    "r_value",
    [{"tap": "{r_name}"}, {"read": "got", "near": "Number"}],
)
CARDS = Sketch("cards0", "My Cards", ("card",), {}, {}, (FREEZE,), (DIGITS,))


@pytest.fixture(scope="module")
def phone() -> WorldPhone:
    return phone_of(SOMEBODY)


@pytest.fixture(scope="module")
def places() -> list[Place]:
    apps, minis = zip(*sketches(SOMEBODY), strict=True)
    return [
        Place(one, HOST if is_mini else "", HOST_TITLE)
        for one, is_mini in zip(told_apart(apps), minis, strict=True)
    ]


def _messages() -> Target:
    (place,) = (one for one in BUILT_IN if one.sketch.name == "messages")
    return Target(place, place.sketch.writes[0])


def _words(pair: Pair, number: int, sketch: Sketch = CARDS) -> TellingWords:
    return TellingWords(sketch, pair.deed, "number", pair.things, _messages(), random.Random(number))


def _template(made: Data | None) -> TaskTemplate:
    assert made is not None
    return read_templates({"one": made}, FOLDER, image_of(SOMEBODY).apps)[f"{FOLDER}/one"]


# -- what fits ---------------------------------------------------------------------------------------------


def test_a_value_is_read_on_the_way_to_the_deed() -> None:
    (pair,) = pairs_of(CARDS)
    assert pair.look == [*FREEZE.gold[:2], DIGITS.gold[1]] and pair.rest == [{"tap": "Freeze"}]
    assert "r_name = :name" in pair.draw["read"] and pair.things[0] == "the last digits of {name}"


@pytest.mark.parametrize(
    "deed",
    [
        FREEZE._replace(allow=("update card(number) where id = :id",)),
        FREEZE._replace(
            draw={"one": "SELECT id, name, digits(number) AS known FROM card"},
            says=("freeze the one with {known}",),
        ),
        FREEZE._replace(gold=[{"tap": "Freeze: {name}"}]),
        FREEZE._replace(gold=[{"tap": "Archive"}, *FREEZE.gold]),
        FREEZE._replace(gold=[*PAGE]),
        FREEZE._replace(says=("freeze {name} and {other_name}",)),
        FREEZE._replace(says=("is {name} frozen?",)),
        FREEZE._replace(end="impossible"),
        FREEZE._replace(name="rename"),
        FREEZE._replace(says=("freeze {name} if it is empty",)),
        FREEZE._replace(gold=[*PAGE, {"read": "seen"}, {"tap": "Freeze"}]),
        FREEZE._replace(draw={"one": "SELECT id FROM card"}),
    ],
)
def test_what_does_not_fit_is_no_pair(deed: Deed) -> None:
    assert not pairs_of(CARDS._replace(deeds=(deed,)))


def test_a_value_that_a_new_row_could_change_is_no_pair() -> None:
    last = "SELECT c.name AS r_name, p.sum AS r_value FROM card c JOIN payment p ON p.card = c.id"
    paid = FREEZE._replace(allow=("insert payment where id = :last + 1",))
    assert pairs_of(CARDS._replace(deeds=(paid,)))
    assert not pairs_of(CARDS._replace(deeds=(paid,), reads=(DIGITS._replace(draw={"read": last}),)))


def test_a_value_elsewhere_is_no_pair() -> None:
    apart = DIGITS._replace(gold=[{"tap": "{r_name}"}, {"tap": "Details"}, {"read": "got", "near": "Number"}])
    assert not pairs_of(CARDS._replace(reads=(apart,)))


@pytest.mark.parametrize(
    ("sql", "name", "found"),
    [
        ("SELECT name AS r_name, money(cents) AS r_value FROM x", "r_value", "money(cents)"),
        (
            "SELECT iif(a = 'b, c', f(b, c), '') AS r_value, d AS r_d FROM x",
            "r_value",
            "iif(a = '', f(b, c), '')",
        ),
        ("SELECT a AS b FROM x", "c", ""),
    ],
)
def test_what_a_query_selects(sql: str, name: str, found: str) -> None:
    assert expression(sql, name).strip() == found


# -- how it is said ----------------------------------------------------------------------------------------


def test_frames_are_many_and_say_both_halves() -> None:
    every = [(key, frame) for key in ORDERS_OF_WORDS for frame in telling_frames()[key]]
    assert len({frame for _, frame in every}) >= 70
    for key, frame in every:
        slots = _SLOT.findall(frame)
        assert slots.count("a") == 1 and set(slots) <= {"a", "b", "noun", "any", "into", "story", "Story"}, (
            frame
        )
        assert {"b", "into", "story", "Story"} & set(slots), frame
        is_deed_first = frame.index("{a}") < min(frame.index(f"{{{one}}}") for one in slots if one != "a")
        assert is_deed_first == (key in ("then", "told_before", "alone")), frame


@pytest.mark.parametrize(
    ("said", "short"),
    [
        ("the last digits of {name}", "its last digits"),
        ("{name}'s last digits", "its last digits"),
        ("which digits my card {name} ends with", "which digits it ends with"),
        ("freeze the card called {name}", "freeze it"),
        ("change the limit of {name} to 5", "change its limit to 5"),
        ("fire up {name}", None),
        ("what it comes to, {name}", None),
        ("the number of people who have ever used {name} or {name}", None),
        ("the day that the purse {name} came", None),
    ],
)
def test_a_thing_is_named_once(said: str, short: str | None) -> None:
    (pair,) = pairs_of(CARDS)
    assert _words(pair, 0)._short(said) == short


def test_nobody_is_called_it() -> None:
    tenants = CARDS._replace(tells=("tenant",), deeds=(FREEZE._replace(says=("remind the tenant {name}",)),))
    (pair,) = pairs_of(tenants)
    says = [_words(pair, number, tenants).said(False) for number in range(30)]
    assert says and all(way and way.count("{name}") == 2 for way in says)


def test_the_order_of_the_work_is_said() -> None:
    (pair,) = pairs_of(CARDS)
    for number in range(60):
        said = _words(pair, number).said(is_last=True)
        assert said and "nobody may pay" not in said and "{name}" in said
        deed, last = said.index("freeze"), max(said.index(word) for word in ("digits", "freeze"))
        assert deed == last or re.search(r"\b[Bb]efore\b|\bfirst\b", said), said


def test_the_app_is_named_where_nothing_tells_it() -> None:
    brand = CARDS._replace(title="Plasto", tells=())
    (pair,) = pairs_of(brand)
    says = [_words(pair, number, brand).said(bool(number % 2)) for number in range(40)]
    assert all(way and "Plasto" in way for way in says)
    assert any(way and way.startswith(ORDERS) for way in says)


def test_a_thing_known_by_a_fact_needs_words_with_it() -> None:
    odd = FREEZE._replace(says=("freeze the oldest one",))
    long = DIGITS._replace(things=("what the purse {r_name} says",))
    (pair,) = pairs_of(CARDS._replace(deeds=(odd,), reads=(long,)))
    assert _words(pair, 1).said(False) is None
    assert _task(Place(CARDS, "", ""), pair, _messages(), random.Random(1)) is None


# -- on a phone --------------------------------------------------------------------------------------------


def test_both_orders_are_done_by_gold_and_either_half_alone_is_not_enough(
    phone: WorldPhone, places: list[Place]
) -> None:
    place = next(one for one in places if pairs_of(one.sketch))
    pair, target = pairs_of(place.sketch)[0], _messages()
    made = _task(place, pair, target, random.Random(2))
    assert made is not None
    for is_last in (False, True):
        assert_doable(phone, _template(made | {"gold": _gold(place, pair, target, is_last)}))
    wrong = {"work_out": "got", "as": "SELECT 'no'"}
    for gold in (
        journey([(place, pair.deed.gold)]),
        journey([(place, pair.look), (target.place, target.write.gold)]),
        journey([(place, [*pair.look, *pair.rest, wrong]), (target.place, target.write.gold)]),
    ):
        template = _template(made | {"gold": gold})
        task = make_task(template, phone, UNDISTURBED)
        started = begin(phone, template, task)
        done = perform(phone, Gold(template.gold, started.values, task.instruction, started.speech))
        assert not done.problem and verify(template, phone, started, done.ending).result == "failure"


def test_the_same_chance_gives_the_same_tasks(places: list[Place]) -> None:
    made = [tellings(places, BUILT_IN, random.Random(7)) for _ in range(2)]
    assert made[0] == made[1] != tellings(places, BUILT_IN, random.Random(8))
    assert len(made[0]) >= NUM_TELLINGS - 1 and not tellings([], BUILT_IN, random.Random(7))
