"""Chinese: everything the phone and its apps say has a translation; what their owner wrote stays as it is."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from phonebuddy.world.explore import explore
from phonebuddy.world.interruption_kinds import built_in_kinds, spoken
from phonebuddy.world.phone import WorldPhone
from phonebuddy.world.snapshot import Snapshot
from phonebuddy.world.spec import kinds
from phonebuddy.world.spec.kinds import Site, TextKind
from phonebuddy.world.spec.load import built_in_folders, load_apps
from phonebuddy.world.spec.nodes import Node
from phonebuddy.world.spec.plan import Slot
from tests.apps.hand import Hand, image

APPS = tuple(folder.name for folder in built_in_folders())
NOT_SHOWN = {"seed", "intent", "to", "event", "current", "key", "name", "app"}
"""Keys whose text names something instead of saying it."""
SAME_EVERYWHERE = {"English", "Ember 5", "EM5.260501.004"}
NAMES = (
    *SAME_EVERYWHERE, "Larkwend Mobile", "5G", "running shoes", "lamp", "mug", "puzzle", "jacket",
    ", from the side", ", in use",
)  # fmt: skip
"""Names, goods to search for and what pictures are of: content, although it stands in no table."""
CHINESE = re.compile("[\u4e00-\u9fff]")
LATIN = re.compile("[A-Za-z]{2,}")
STAYS = re.compile(
    r"com\.[a-z.]+|[A-Z]{3,4}|WPA[0-9]|UTC[+-][0-9:]+|[A-Z]{2}-[0-9]+|PB [0-9 ]+|[0-9.]+ [kMG]?B"
    r"|[a-z0-9_]+\.[a-z0-9]{3}"
)
"""What is written the same in Chinese: packages, units, numbers of things, names of files, abbreviations."""


@pytest.fixture(scope="module")
def untranslated() -> dict[str, str]:
    """Texts of the built-in apps without a translation, and where they stand."""
    found: dict[str, str] = {}
    plain = TextKind.compile

    def noting(self: TextKind, node: Node, site: Site, field: str) -> Slot | None:
        words = re.sub(r"\{[^}]*\}", "", node.text or "")
        # What a tab or a place stands for, as opposed to what a text says.
        words = "" if field == "value" and re.fullmatch("[a-z_]+", words) else STAYS.sub("", words)
        if self.speaks and field not in NOT_SHOWN and LATIN.search(words) and node.text not in site.words:
            found[str(node.text)] = str(node.place)
        return plain(self, node, site, field)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(kinds.TextKind, "compile", noting)
        load_apps(built_in_folders())
    return found


def test_every_text_of_every_page_has_a_translation(untranslated: dict[str, str]) -> None:
    left = {text: place for text, place in untranslated.items() if text not in SAME_EVERYWHERE}
    assert not left


@pytest.mark.parametrize("folder", built_in_folders(), ids=lambda folder: folder.name)
def test_every_text_that_sql_says_has_a_translation(folder: Path) -> None:
    """`said('shop', 'Placed #', ...)`: constants only; words from tables are looked at on the screen."""
    words = image().app(folder.name).manifest.words
    for file in (folder / "app.yaml", *(folder / "pages").glob("*.yaml")):
        for text in re.findall(rf"said\('{folder.name}', '((?:[^']|'')+)'", file.read_text("utf-8")):
            assert text.replace("''", "'") in words, f"{file.name}: {text}"


def test_every_interruption_has_a_translation() -> None:
    for kind in built_in_kinds().values():
        said = [text for words in kind.says for text in (words.sender, words.title, words.text)]
        for text in filter(None, [*said, kind.again, *(button.label for button in kind.buttons)]):
            assert CHINESE.search(spoken(text, "zh")), text


@cache
def _chinese() -> Snapshot:
    hand = Hand("settings")
    hand.phone.open_page("settings", "language", {})
    hand.tap("中文")
    return hand.phone.snapshot()


@cache
def _content() -> tuple[str, ...]:
    """What stands in the tables, longest first: words of the owner, of friends and of shops."""
    phone = Hand("settings").phone
    tables = [*phone.tables(), "contacts_people"]
    rows = [row for table in tables for row in phone.state(f'SELECT * FROM "{table}"')]
    written = [text for row in rows for text in row if isinstance(text, str)]
    # Line by line, and as a list shows it: all in one line.
    texts = {line for text in written for line in (*text.split("\n"), re.sub(r"\s+", " ", text))}
    stems = {text.rpartition(".")[0] for text in texts if re.fullmatch(r"\w+\.\w{3}", text)}
    return tuple(
        sorted((text for text in {*texts, *stems, *NAMES} if LATIN.search(text)), key=len, reverse=True)
    )


def _is_left_in_english(text: str) -> bool:
    """Whether a text without Chinese says more than what stands in some table."""
    if CHINESE.search(text) or not LATIN.search(text):
        return False
    plain = re.sub(r"\s+", " ", text)
    # The beginning of something long is a preview of it.
    if any(plain == one or (len(plain) > 40 and one.startswith(plain)) for one in _content()):
        return False
    rest = STAYS.sub("", text)
    for content in _content():
        if not LATIN.search(rest):
            return False
        rest = rest.replace(content, "")
    return LATIN.search(rest) is not None


def _said(phone: WorldPhone) -> set[str]:
    elements = [one for one in phone.observe().elements if one.role != "key"]
    return {text for one in elements for text in (one.text, one.description, one.hint) if text}


@pytest.mark.slow
@pytest.mark.parametrize("app", APPS)
def test_no_page_is_left_in_english(app: str) -> None:
    phone = WorldPhone(image())
    left: dict[str, str] = {}
    for view, snapshot in explore(phone, app, _chinese()).items():
        phone.restore(snapshot)
        left.update({text: view.title for text in _said(phone) if _is_left_in_english(text)})
    assert not left


@pytest.mark.parametrize("app", APPS)
def test_the_first_page_of_every_app_is_chinese(app: str) -> None:
    phone = WorldPhone(image())
    phone.restore(_chinese())
    phone.open_page(app, phone.image.app(app).manifest.start, {})
    said = _said(phone)
    assert not {text for text in said if _is_left_in_english(text)}
    assert sum(CHINESE.search(text) is not None for text in said) >= 5


@pytest.mark.parametrize("app, page", [("contacts", "people"), ("dialer", "contacts"), ("clock", "city_add")])
def test_names_stand_under_the_letter_of_their_reading(app: str, page: str) -> None:
    phone = WorldPhone(image(5))
    phone.open_page(app, page, {})
    letters = [one.text for one in phone.observe().elements if re.fullmatch("[A-Z#]", one.text)]
    assert letters and "#" not in letters and letters == sorted(letters)
