"""Three small apps that use every service of the phone, and a phone with them.

`talk` asks for permissions, posts, plans, sends and asks others; `book` and `maps` both take a place to view,
and `book` gives a name when asked for one.
"""

from __future__ import annotations

import tempfile
from functools import cache
from pathlib import Path

from phonebuddy import actions as a
from phonebuddy.screen import Element, Flag
from phonebuddy.world.image import Image, build_image
from phonebuddy.world.look import LookSpec
from phonebuddy.world.phone import WorldPhone
from phonebuddy.world.spec.load import load_apps

TALK = """\
app: talk
title: Talk
package: com.example.talk
icon: chat
color: teal
start: main
schema: |
  CREATE TABLE talk_heard (id INTEGER PRIMARY KEY, what TEXT NOT NULL);
content: content.yaml
accepts:
  share_text:
    params: [text, title]
    do: [{sql: "INSERT INTO talk_heard (what) VALUES ('shared ' || :text)"}]
events:
  ring:
    params: [word]
    do:
      - sql: INSERT INTO talk_heard (what) VALUES ('rang ' || :word)
      - notify: Rang {word}
        text: It is time
        page: word
        with: {word: "{word}"}
        key: "{word}"
  hush:
    params: []
    do: [{withdraw: tea}, {toast: Hushed}]
pages:
  main:
    vars: {a: two words here, b: "", secret: hidden, many: "one two\\nthree"}
    top: {top_bar: Talk}
    body:
      - field: a
        label: Line
        on_change: [{sql: "INSERT INTO talk_heard (what) VALUES ('typed ' || :value)"}]
      - {field: b, label: Empty}
      - {field: secret, label: Secret, kind: password}
      - {field: many, label: Lines, kind: multiline}
      - button: Ask for contacts
        on_tap:
          - permission: contacts
            on_granted: [{sql: "INSERT INTO talk_heard (what) VALUES ('granted')"}]
            on_denied: [{sql: "INSERT INTO talk_heard (what) VALUES ('denied')"}]
      - button: Post
        on_tap: [{notify: Tea is ready, text: In the kitchen, page: word, with: {word: tea}, key: tea}]
      - button: Withdraw
        on_tap: [{withdraw: tea}]
      - button: Plan
        on_tap:
          - {schedule: ring, at: 1778578260, with: {word: late}, key: late}
          - {schedule: ring, at: 1778578230, with: {word: early}, key: early}
          - {schedule: hush, at: 1778578290, key: hush}
      - button: Cancel
        on_tap: [{cancel: ring, key: late}]
      - button: Pick
        on_tap:
          - send: pick_name
            on_result: [{sql: "INSERT INTO talk_heard (what) VALUES ('picked ' || :name)"}]
      - button: View
        on_tap: [{send: view_place, with: {place: Pier 5}}]
      - button: Share
        on_tap: [{share: Some words, title: A title}]
      - button: Say
        on_tap: [{toast: Hello there}]
  word:
    params: [word]
    top: {top_bar: "Word {word}", leave: back}
    body: [{text: "About {word}"}]
"""
BOOK = """\
app: book
title: Book
package: com.example.book
icon: book
color: indigo
start: names
schema: |
  CREATE TABLE book_name (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
content: content.yaml
accepts:
  pick_name:
    params: []
    gives: [name]
    do: [{open: pick}]
  view_place:
    params: [place]
    do: [{open: place, with: {place: "{place}"}}]
pages:
  names:
    top: {top_bar: Book}
    body: [{list: "SELECT id, name FROM book_name", each: {list_item: "{name}"}}]
  pick:
    top: {top_bar: Choose a name, leave: close}
    body:
      - list: SELECT id, name FROM book_name
        each: {list_item: "{name}", on_tap: [{give: {name: "{name}"}}]}
  place:
    params: [place]
    top: {top_bar: "Book of {place}", leave: back}
    body: [{text: "{place}"}]
"""
MAPS = """\
app: maps
title: Maps
package: com.example.maps
icon: map
color: green
start: map
accepts:
  view_place:
    params: [place]
    do: [{open: spot, with: {place: "{place}"}}]
pages:
  map:
    top: {top_bar: Maps}
    body: [{text: A map}]
  spot:
    params: [place]
    top: {top_bar: "Map of {place}", leave: back}
    body: [{text: "{place}"}]
"""
CONTENT = {
    "talk": "{}\n",
    "book": "book_name:\n  - {name: Anna}\n  - {name: Ben}\n",
    "maps": "",
}


@cache
def talk_image() -> Image:
    with tempfile.TemporaryDirectory() as folder:
        folders = []
        for name, text in (("talk", TALK), ("book", BOOK), ("maps", MAPS)):
            path = Path(folder) / name
            path.mkdir()
            (path / "app.yaml").write_text(text, "utf-8")
            (path / "content.yaml").write_text(CONTENT[name], "utf-8")
            folders.append(path)
        image = build_image(load_apps(folders))
        for app in image.apps.apps.values():
            assert app.pages  # what is compiled when first needed is compiled while its folder is there
        return image


class Talk:
    """A phone with the app Talk in front, used by finger."""

    def __init__(self, look: LookSpec | None = None, app: str = "talk") -> None:
        self.phone = WorldPhone(talk_image(), look or LookSpec("360x800"))
        if app:
            self.phone.act(a.OpenApp(app))

    def elements(self) -> list[Element]:
        return list(self.phone.observe().elements)

    def find(self, text: str) -> Element:
        """The last drawn element with this text, description or hint."""
        found = [one for one in self.elements() if text in (one.text, one.description, one.hint)]
        assert found, f"nothing says {text!r}: {self.texts()}"
        return found[-1]

    def has(self, text: str) -> bool:
        return any(text in (one.text, one.description) for one in self.elements())

    def texts(self) -> list[str]:
        return [one.text or one.description for one in self.elements() if one.text or one.description]

    def point(self, element: Element) -> a.Point:
        screen = self.phone.observe()
        return a.to_point(*element.bounds.center, screen.width, screen.height)

    def tap(self, text: str) -> None:
        """Tap what says this: rather something that can be tapped itself than words in a row."""
        said = [one for one in self.elements() if text in (one.text, one.description, one.hint)]
        able = [one for one in said if one.has(Flag.CLICKABLE)]
        assert said, f"nothing says {text!r}: {self.texts()}"
        self.phone.act(a.Click(self.point((able or said)[-1])))

    def long_press(self, text: str) -> None:
        self.phone.act(a.LongPress(self.point(self.find(text))))

    def swipe(self, text: str, dx: int, dy: int) -> None:
        start = self.point(self.find(text))
        self.phone.act(a.Drag(start, a.Point(*(max(0, min(1000, at + by)) for at, by in
                                               zip(start, (dx, dy), strict=True)))))  # fmt: skip

    def pull(self) -> None:
        """A swipe down from the status bar."""
        self.phone.act(a.Drag(a.Point(500, 5), a.Point(500, 600)))

    def press(self, button: str) -> None:
        self.phone.act(a.ButtonPress(button))

    def wait(self, seconds: int) -> None:
        self.phone.act(a.Wait(seconds * 1000))

    def rows(self, sql: str) -> list[tuple[object, ...]]:
        return list(self.phone.state(sql))

    def heard(self) -> list[object]:
        """What the app wrote down, in order."""
        return [row[0] for row in self.rows("SELECT what FROM talk_heard ORDER BY id")]
