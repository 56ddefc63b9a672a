"""Telling: one app lets another know something in the background; and rights that only one app has."""

from __future__ import annotations

from pathlib import Path

import pytest

from phonebuddy.actions import OpenApp
from phonebuddy.world.image import build_image
from phonebuddy.world.phone import WorldPhone
from phonebuddy.world.script import Step, play
from phonebuddy.world.spec.load import check_apps, load_apps

TELLER = """
app: teller
title: Teller
package: com.example.teller
icon: bullhorn
start: home
events:
  later:
    params: [amount]
    do: [{tell: credit, with: {amount: "{amount}"}}]
pages:
  home:
    body:
      - button: Now
        on_tap: [{tell: credit, to: purse, with: {amount: 5}}, {toast: Told}]
      - button: Later
        on_tap:
          - let: SELECT now() + 5 AS due
          - {schedule: later, at: "{due}", with: {amount: 7}}
      - button: Nobody
        on_tap: [{tell: credit, to: teller, with: {amount: 9}}]
"""
TELLS = "{tell: credit, to: purse, with: {amount: 5}}"
PURSE = """
app: NAME
title: Purse
package: com.example.NAME
icon: wallet
start: home
schema: |
  CREATE TABLE NAME_entry (id INTEGER PRIMARY KEY, amount INTEGER NOT NULL);
accepts:
  credit:
    quiet: true
    params: [amount]
    do:
      - sql: INSERT INTO NAME_entry (amount) VALUES (:amount)
      - {notify: "{amount} came", page: home}
pages:
  home:
    body:
      - list: SELECT id, amount FROM NAME_entry
        each: {list_item: "{amount}"}
"""


def write(folder: Path, name: str, text: str) -> Path:
    (folder / name).mkdir()
    (folder / name / "app.yaml").write_text(text.replace("NAME", name), "utf-8")
    return folder / name


@pytest.fixture
def phone(tmp_path: Path) -> WorldPhone:
    folders = [
        write(tmp_path, "teller", TELLER), write(tmp_path, "purse", PURSE), write(tmp_path, "other", PURSE)
    ]  # fmt: skip
    phone = WorldPhone(build_image(load_apps(folders)))
    phone.act(OpenApp("teller"))
    return phone


def tap(phone: WorldPhone, *words: str) -> None:
    for word in words:
        list(play(phone, [Step("tap", word, word)]))


def held(phone: WorldPhone, app: str) -> list[object]:
    return [amount for (amount,) in phone.state(f"SELECT amount FROM {app}_entry ORDER BY id")]


def test_who_is_told_stays_behind(phone: WorldPhone) -> None:
    tap(phone, "Now")
    assert held(phone, "purse") == [5] and held(phone, "other") == []
    assert phone.observe().package == "com.example.teller"
    assert phone.state("SELECT app, title FROM phone_notifications") == (("purse", "5 came"),)
    # What follows in the list still acts for the app that told.
    assert "Told" in [one.text for one in phone.observe().elements]


def test_an_event_may_tell_and_without_a_name_all_are_told(phone: WorldPhone) -> None:
    tap(phone, "Later")
    list(play(phone, [Step("wait", "10000", "")]))
    assert held(phone, "purse") == held(phone, "other") == [7]


def test_nobody_tells_oneself(phone: WorldPhone) -> None:
    tap(phone, "Nobody")
    assert held(phone, "purse") == held(phone, "other") == []


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        (TELLS, "{send: credit, with: {amount: 5}}", "unknown intent 'credit'"),
        (TELLS, "{tell: debit, with: {amount: 5}}", "unknown quiet intent 'debit'"),
        (TELLS, "{tell: credit}", "'credit' needs 'amount'"),
        ("quiet: true", "quiet: maybe", "'quiet' takes true or false"),
        ("quiet: true", "quiet: true\n    gives: [id]", "'quiet' takes true or false"),
        ('{notify: "{amount} came", page: home}', "{open: home}", "'open' cannot stand in what is quiet"),
        ("start: home", "start: home\nright: everything", "unknown right 'everything'"),
        ("{toast: Told}", "{permit: camera, app: purse, granted: true}", "'right: permissions'"),
    ],
)  # fmt: skip
def test_mistakes_are_found(tmp_path: Path, old: str, new: str, problem: str) -> None:
    texts = {name: text.replace(old, new) for name, text in (("teller", TELLER), ("purse", PURSE))}
    problems, _ = check_apps([write(tmp_path, name, text) for name, text in texts.items()])
    assert any(problem in str(one) for one in problems), problems


def test_apps_agree_on_what_is_quiet(tmp_path: Path) -> None:
    loud = PURSE.replace("    quiet: true\n", "")
    problems, _ = check_apps([write(tmp_path, "purse", PURSE), write(tmp_path, "other", loud)])
    assert len(problems) == 1 and "accepted elsewhere" in str(problems[0]) and "quiet" in str(problems[0])
