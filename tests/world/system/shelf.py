"""A phone with many small apps, for tests of the home screen and what lies around apps.

Sixteen apps are alike: a page with a field and a list, and a second page behind a button. One more is a
mini, which has no icon of its own.
"""

from __future__ import annotations

import tempfile
from functools import cache
from pathlib import Path

from phonebuddy import actions as a
from phonebuddy.screen import Element
from phonebuddy.world.image import Image, build_image
from phonebuddy.world.look import LookSpec
from phonebuddy.world.phone import WorldPhone
from phonebuddy.world.spec.load import load_apps
from tests.world.helpers import differences, moment, pixel_hash

NAMES = (
    "apples", "bread", "cheese", "dates", "eggs", "figs", "grapes", "honey",
    "icing", "jam", "kale", "lemons", "mint", "nuts", "olives", "pears",
)  # fmt: skip
MINI = "salt"
APP = """\
app: {name}
title: {title}
package: com.example.{name}
domain: tests
icon: food-apple
color: teal
start: first
{extra}
schema: CREATE TABLE {name}_thing (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
content: content.yaml
pages:
  first:
    vars: {{word: ""}}
    top: {{top_bar: "{title} page"}}
    body:
      - {{field: word, label: Word}}
      - {{button: Further, on_tap: [{{open: second}}]}}
      - list: SELECT id, name FROM {name}_thing ORDER BY id
        each: {{list_item: "{{name}}"}}
  second:
    top: {{top_bar: "{title} further"}}
    body:
      - {{text: Further on}}
"""
CONTENT = """\
sql:
  - >
    WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < 30)
    INSERT INTO {name}_thing (name) SELECT '{title} thing ' || n FROM number
"""


@cache
def shelf_image() -> Image:
    with tempfile.TemporaryDirectory() as folder:
        return build_image(load_apps([_write(Path(folder), name) for name in (*NAMES, MINI)]))


def _write(folder: Path, name: str) -> Path:
    place = folder / name
    place.mkdir()
    extra = f"kind: mini\nhost: {NAMES[0]}" if name == MINI else ""
    values = {"name": name, "title": name.capitalize(), "extra": extra}
    (place / "app.yaml").write_text(APP.format(**values), "utf-8")
    (place / "content.yaml").write_text(CONTENT.format(**values), "utf-8")
    return place


def shelf_phone(navigation: str = "gestures", rotated: bool = False, **look: object) -> WorldPhone:
    spec = LookSpec("360x800", navigation=navigation, **look)  # type: ignore[arg-type]
    phone = WorldPhone(shelf_image(), spec)
    if rotated:
        setting(phone, "rotation", 90)
    return phone


def setting(phone: WorldPhone, name: str, value: int | str) -> None:
    """What the settings app or a tile would do."""
    phone._runtime.put_setting(name, value)
    phone._changed()


def lock(phone: WorldPhone) -> None:
    """What the power button would do."""
    phone._runtime.keyguard.lock()
    phone._changed()


def post(phone: WorldPhone, app: str) -> None:
    """A notification, as if the app had posted it."""
    now = phone._runtime.ui.now_ms
    phone._runtime.notifications.post(now, app, "", f"News of {app}", "Read me", "second", {})
    phone._changed()


def swipe(phone: WorldPhone, start: tuple[int, int], end: tuple[int, int], ms: int | None = None) -> None:
    phone.act(a.Scroll(a.Point(*start), a.Point(*end), ms))


def swipe_up(phone: WorldPhone) -> None:
    swipe(phone, (500, 600), (500, 200))


def press(phone: WorldPhone, button: str) -> None:
    phone.act(a.ButtonPress(button))


def activity(phone: WorldPhone) -> str:
    return phone.observe().activity


def apps_shown(phone: WorldPhone) -> list[str]:
    """Titles of the icons, in the order they are drawn."""
    return [element.description for element in phone.observe().elements if element.role == "app"]


def by_role(phone: WorldPhone, role: str) -> list[Element]:
    return [element for element in phone.observe().elements if element.role == role]


def assert_continues(phone: WorldPhone) -> None:
    """A snapshot taken now gives the same phone, pixels and all, with and without caches."""
    expected, pixels = moment(phone), pixel_hash(phone)
    other = WorldPhone(phone.image, phone.look)
    other.restore(phone.snapshot())
    assert not differences(expected, moment(other))
    assert pixel_hash(other) == pixels
    other.forget()
    assert pixel_hash(other) == pixels, "pixels differ without caches"
    phone.forget()
    assert not differences(expected, moment(phone))
    assert pixel_hash(phone) == pixels, "pixels differ without caches"
