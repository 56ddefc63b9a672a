"""Translations: what a file of them may hold, and that everything an app says follows the language."""

from __future__ import annotations

from pathlib import Path

import pytest

from phonebuddy.actions import OpenApp
from phonebuddy.world.image import build_image
from phonebuddy.world.phone import WorldPhone
from phonebuddy.world.script import Step, play
from phonebuddy.world.spec.load import check_apps, load_apps

APP = """
app: pets
title: Pets
package: com.example.pets
icon: paw
start: home
translations: words.yaml
schema: |
  CREATE TABLE pets_pet (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
content: content.yaml
events:
  feed:
    params: [who]
    do:
      - {notify: "Feed {who}", page: home}
pages:
  home:
    vars: {shown: all, who: Rex}
    data: SELECT said('pets', 'Hungry') AS state, day(1778544000) AS day, span(7500) AS rest
    top: {top_bar: Pets}
    body:
      - tabs: shown
        options: {all: All, hungry: Hungry}
      - text: "{who} is here"
      - text: "{state}"
      - text: "{day}, {rest}"
      - list: SELECT id, name FROM pets_pet
        each: {list_item: "{name}", text: Hungry}
      - button: Chinese
        on_tap: [{setting: language, value: zh}]
      - button: Later
        on_tap:
          - let: SELECT now() + 5 AS due
          - {schedule: feed, at: "{due}", with: {who: Rex}}
          - {set: {who: Hungry}}
      - button: Ask
        on_tap: [{dialog: "Feed {who}", confirm: Hungry}, {snackbar: Hungry}]
"""
WORDS = """
zh:
  Pets: 宠物
  All: 全部
  Hungry: 饿了
  "{who} is here": "{who} 在这里"
  Feed {who}: 喂 {who}
"""


def write_app(folder: Path, words: str = WORDS) -> Path:
    (folder / "app.yaml").write_text(APP, "utf-8")
    (folder / "words.yaml").write_text(words, "utf-8")
    (folder / "content.yaml").write_text("pets_pet:\n  - {name: Hungry}\n", "utf-8")
    return folder


@pytest.fixture
def phone(tmp_path: Path) -> WorldPhone:
    phone = WorldPhone(build_image(load_apps([write_app(tmp_path)])))
    phone.act(OpenApp("pets"))
    return phone


def do(phone: WorldPhone, *steps: tuple[str, str]) -> None:
    for word, value in steps:
        list(play(phone, [Step(word, value, value)]))


def texts(phone: WorldPhone) -> list[str]:
    return [one.text for one in phone.observe().elements if one.text]


def test_everything_but_content_follows_the_language(phone: WorldPhone) -> None:
    english = texts(phone)
    assert {"Pets", "All", "Hungry", "Rex is here", "Tue, 12 May, 2 h 5 min"} <= set(english)
    do(phone, ("tap", "Chinese"))
    chinese = texts(phone)
    assert {"宠物", "全部", "饿了", "Rex 在这里", "5月12日 周二, 2小时5分钟"} <= set(chinese)
    # The pet is called that; its owner did not say it in Chinese.
    assert chinese.count("Hungry") == 1


def test_what_is_shown_over_the_page_and_later_is_translated(phone: WorldPhone) -> None:
    do(phone, ("tap", "Chinese"), ("tap", "Ask"))
    assert {"喂 Rex", "饿了", "取消"} <= set(texts(phone))
    do(phone, ("press", "back"), ("tap", "Later"), ("wait", "10000"))
    assert phone.state("SELECT title FROM phone_notifications") == (("喂 Rex",),)
    # What a variable holds is content, whatever it says.
    assert "Hungry 在这里" in texts(phone)


def test_a_phone_that_is_put_back_keeps_its_language(phone: WorldPhone) -> None:
    do(phone, ("tap", "Chinese"))
    chinese, moment = phone.observe().elements, phone.snapshot()
    for _ in range(2):
        phone.restore(moment)
        assert phone.observe().elements == chinese


def test_an_app_is_found_by_its_translated_title(phone: WorldPhone) -> None:
    do(phone, ("tap", "Chinese"), ("press", "home"))
    assert "宠物" in [one.description for one in phone.observe().elements]
    do(phone, ("open", "宠物"))
    assert phone.observe().package == "com.example.pets"


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        ("fr: {Pets: Animaux}", "unknown language 'fr'"),
        ('zh: {"{who} is here": "{what} 在这里"}', "it names {what}, which the English text has not"),
        ("zh: {Pets: }", "it is empty"),
        ('zh: {Pets: "{"}', "a brace without its partner"),
        ("zh: {Pets: [a]}", "it is empty"),
        ('zh: {"# of # fed": "喂了 #"}', "it has 1 '#' where the English text has 2"),
    ],
)
def test_mistakes_are_named(tmp_path: Path, words: str, problem: str) -> None:
    problems, _ = check_apps([write_app(tmp_path, words)])
    assert len(problems) == 1 and problem in str(problems[0]) and "words.yaml:1" in str(problems[0])


def test_the_file_must_stand_in_the_folder(tmp_path: Path) -> None:
    folder = write_app(tmp_path)
    (folder / "words.yaml").unlink()
    problems, _ = check_apps([folder])
    assert len(problems) == 1 and "no .yaml file 'words.yaml' in the app's folder" in str(problems[0])
