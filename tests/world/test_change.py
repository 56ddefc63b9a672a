"""What a task changes before it starts is on the screen at once, in the changeset, and gone after a reset."""

from __future__ import annotations

import pytest

from phonebuddy.actions import OpenApp
from phonebuddy.errors import AppError
from phonebuddy.world.image import build_image
from phonebuddy.world.look import LookSpec
from phonebuddy.world.phone import WorldPhone

ADD = "INSERT INTO clock_alarm (minute, label) VALUES (:minute, :label)"


@pytest.fixture
def phone() -> WorldPhone:
    return WorldPhone(build_image(), LookSpec("540x1200"))


def texts(phone: WorldPhone) -> list[str]:
    return [element.text for element in phone.observe().elements]


def test_a_change_is_drawn_recorded_and_undone(phone: WorldPhone) -> None:
    phone.act(OpenApp("clock"))
    before = texts(phone)
    phone.change(ADD, {"minute": 1, "label": "Zebra"})
    assert "Zebra" in texts(phone)
    assert phone.changed_rows()[0].startswith("clock_alarm")
    phone.reset()
    phone.act(OpenApp("clock"))
    assert texts(phone) == before


def test_phones_of_one_image_do_not_see_each_others_changes(phone: WorldPhone) -> None:
    other = WorldPhone(phone.image, LookSpec("540x1200"))
    phone.change(ADD, {"minute": 1, "label": "Zebra"})
    for one in (phone, other):
        one.act(OpenApp("clock"))
    assert "Zebra" in texts(phone) and "Zebra" not in texts(other)
    copy = phone.fork()
    assert "Zebra" in texts(copy)


def test_a_change_back_leaves_nothing(phone: WorldPhone) -> None:
    phone.change(ADD, {"minute": 1, "label": "Zebra"})
    phone.change("DELETE FROM clock_alarm WHERE label = 'Zebra'")
    assert not phone.changeset()
    phone.act(OpenApp("clock"))
    assert "Zebra" not in texts(phone)


@pytest.mark.parametrize(
    "sql", ["INSERT INTO nowhere VALUES (1)", "UPDATE clock_alarm SET minute = 9999", ADD]
)
def test_what_cannot_be_done_changes_nothing(phone: WorldPhone, sql: str) -> None:
    with pytest.raises(AppError, match="SQL that does not run"):
        phone.change(sql)
    assert not phone.changeset()


def test_a_phone_starts_in_the_language_of_its_owner() -> None:
    chinese = WorldPhone(build_image(seed=5), LookSpec("540x1200"))
    for _ in range(2):
        chinese.act(OpenApp("clock"))
        assert "闹钟" in texts(chinese)
        chinese.reset()
