"""Steps on a phone said in words (`tap: Save`), and what can be asked afterwards. For tests of apps."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from phonebuddy.screen import Element
from phonebuddy.world.image import Image, build_image
from phonebuddy.world.phone import WorldPhone
from phonebuddy.world.script import Step, play
from phonebuddy.world.spec.load import BUILT_IN, AppSet, load_apps

STUB_BANK = Path(__file__).parent / "stubs" / "bank"


@cache
def apps_of(*names: str) -> AppSet:
    """Some of the built-in apps: quicker to load than all. Hub needs a bank, if only a stub."""
    stubs = [STUB_BANK] if "hub" in names and "bank" not in names else []
    return load_apps([*(BUILT_IN / name for name in names), *stubs])


@cache
def image_of(seed: int, *names: str) -> Image:
    return build_image(apps_of(*names), seed)


def do(phone: WorldPhone, *steps: str) -> None:
    for line in steps:
        word, _, value = line.partition(": ")
        list(play(phone, [Step(word, value, line)]))


def texts(phone: WorldPhone) -> list[str]:
    return [element.text for element in phone.observe().elements if element.text]


def element(phone: WorldPhone, words: str) -> Element:
    found = [one for one in phone.observe().elements if words in (one.text, one.description, one.hint)]
    assert found, f"nothing called '{words}' among {texts(phone)}"
    return found[-1]


def value(phone: WorldPhone, sql: str) -> object:
    ((found,),) = phone.state(sql)
    return found


def words(phone: WorldPhone, sql: str) -> tuple[str, ...]:
    """The cells of the only row, as text to type or to tap."""
    (row,) = phone.state(sql)
    return tuple(str(cell) for cell in row)
