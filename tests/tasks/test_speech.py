"""On a Chinese phone the same template works: what is on the screen is found in its language."""

from __future__ import annotations

import pytest

from phonebuddy.tasks.reading import template_called
from phonebuddy.tasks.speech import speech_for
from phonebuddy.tasks.task import language_of, make_task
from phonebuddy.world.image import default_apps
from tests.tasks.helpers import ALARM, STAR, Try, phone

CHINESE = 5


def test_a_chinese_person_is_asked_in_chinese_on_a_chinese_phone() -> None:
    assert language_of(phone(CHINESE)) == "zh"
    for text in (STAR, ALARM):
        one = Try(text, person=CHINESE)
        assert one.task.style == "zh"
        assert one.verdict(one.play()).is_success


@pytest.mark.parametrize(
    ("english", "chinese"),
    [
        ("Save", "保存"),
        ("Alarm time 07:00", "闹钟时间 07:00"),
        ("7 hours", "7 时"),
        ("Select all", "全选"),
    ],
)
def test_texts_of_apps_and_system_are_found_both_ways(english: str, chinese: str) -> None:
    speech = speech_for(default_apps(), "zh")
    assert speech.said(english)[0] == english and chinese in speech.said(english)
    assert speech.meant(chinese)[0] == chinese and english in speech.meant(chinese)


def test_a_value_is_called_what_its_own_app_calls_it() -> None:
    speech = speech_for(default_apps(), "zh")
    assert speech.called("As new", ("hub", "market")) == "几乎全新"
    assert speech.called("As new", ("clock",)) == "As new"
    assert speech.called("$25.00", ("hub",)) == "¥25.00"
    assert speech_for(default_apps(), "en").called("As new", ("market",)) == "As new"


def test_what_nobody_translated_stays_as_it_is() -> None:
    speech = speech_for(default_apps(), "zh")
    assert speech.said("Ottilie Quennell") == ("Ottilie Quennell",)
    assert speech.said("$4.20") == ("$4.20", "¥4.20")


def test_in_english_there_is_nothing_to_translate() -> None:
    speech = speech_for(default_apps(), "en")
    assert speech.said("Save") == ("Save",) and speech.meant("保存") == ("保存",)


def test_choices_on_a_page_are_named_as_the_page_names_them_and_typed_text_is_not() -> None:
    template = template_called("shop/return_order")
    task = make_task(template, phone(CHINESE), 0)
    assert str(task.values["reason"]) not in task.instruction
    typed = make_task(template_called("clock/add_alarm"), phone(CHINESE), 0)
    assert str(typed.values["label"]) in typed.instruction
