"""Invented apps of people and words: their data, that chance alone decides, that what is asked is doable."""

from __future__ import annotations

import json
import random
import string
import tempfile
from pathlib import Path

import pytest

from phonebuddy.errors import TaskError
from phonebuddy.tasks.invented.asking import Place, templates_of
from phonebuddy.tasks.invented.chat.app import COMMON, FORMS, checked, domains
from phonebuddy.tasks.invented.chat.parts import said, sayings
from phonebuddy.tasks.invented.sketch import Sketch
from phonebuddy.tasks.invented.village import villagers, write_app
from phonebuddy.tasks.proving import LOOK
from phonebuddy.tasks.reading import parse_templates
from phonebuddy.world.image import build_image, default_apps
from phonebuddy.world.phone import WorldPhone
from phonebuddy.world.render.icons import has_icon
from phonebuddy.world.spec.load import extend_apps
from tests.tasks.invented.golds import assert_doable

MADE = {"talk": 0, "thread": 2, "feed": 0, "case": 0}
"""One app of each form, by which of its ways to be made."""
PERSON = villagers(1, 0)[0]


def _sketch(made: str, seed: int = 0) -> Sketch:
    form = "talk" if made == "thread" else made
    known, chance = domains(), random.Random(f"test/{made}/{seed}")
    data = known[chance.choice(sorted(one for one in known if known[one].get("form") == form))]
    return FORMS[form][MADE[made]](f"chat{list(MADE).index(made)}", chance, data, known[COMMON])


@pytest.fixture(scope="module")
def phone() -> WorldPhone:
    with tempfile.TemporaryDirectory() as folder:
        folders = [write_app(Path(folder), _sketch(made), made == "feed") for made in MADE]
        return WorldPhone(build_image(extend_apps(default_apps(), folders), PERSON), LOOK)


@pytest.mark.parametrize("made", MADE)
def test_chance_alone_decides(made: str) -> None:
    assert _sketch(made) == _sketch(made)
    assert len({str(_sketch(made, seed).app["pages"]) for seed in range(5)}) == 5


@pytest.mark.parametrize("made", MADE)
def test_what_is_asked_can_be_done_and_not_by_doing_nothing(phone: WorldPhone, made: str) -> None:
    place = Place(_sketch(made), "hub" if made == "feed" else "", "Hub")
    text = json.dumps(templates_of(place, random.Random(made)))  # YAML too, and without anchors
    templates = parse_templates(text, "invented", phone.image.apps)
    assert len(templates) >= 15
    for template in templates.values():
        assert_doable(phone, template)


def test_domains_have_what_their_form_needs() -> None:
    known = domains()
    for name in set(known) - {COMMON}:
        data = known[name]
        assert has_icon(data["icon"]), name
        assert any(title.endswith("*") for title in data["titles"]), name
        assert len(set(data["roles"])) == len(data["roles"]) >= 10, name
        texts = [*data.get("posts", ()), *data.get("subjects", ()), *data.get("messages", ())]
        assert len(set(texts)) == len(texts), name
    words = [*known[COMMON]["given"], *known[COMMON]["family"]]
    assert len(set(words)) == len(words)


def test_all_ways_of_a_deed_name_the_same_things() -> None:
    for made in MADE:
        for deed in _sketch(made).deeds:
            slots = {frozenset(_slots(way)) for way in deed.says}
            assert len(deed.says) >= 8, (made, deed.name)
            assert len(slots) == 1, (made, deed.name, slots)


def _slots(text: str) -> set[str]:
    return {name.replace("short", "name") for _, name, _, _ in string.Formatter().parse(text) if name}


def test_people_are_called_by_first_names_that_nobody_shares(phone: WorldPhone) -> None:
    sketch = _sketch("talk")
    table = f"{sketch.name}_person"
    asked = [one for one in sketch.deeds if " AS short" in one.draw.get("one", "")]
    assert any("{short}" in way for one in asked for way in one.says)
    assert all(step.get("type") != "{name}" for one in asked for step in one.gold)
    given = [one["given"] for one in sketch.content[table]]
    called = phone.state(asked[0].draw["one"])
    assert called
    for _, name, short in called:
        first = str(name).split()[0]
        assert short == (first if given.count(first) == 1 else name)


def test_words_are_put_into_every_way() -> None:
    assert said(("pin {it}", "keep {it}"), it=("a", "b")) == ("pin a", "pin b", "keep a", "keep b")
    assert said(("write {text}",), it=("a",)) == ("write {text}",)
    assert len(sayings("talk_pin")) >= 8


def test_a_form_that_is_not_there_is_named_with_the_nearest() -> None:
    with pytest.raises(TaskError, match="'pals' has the form 'talc'.*did you mean 'talk'"):
        checked({"pals": {"form": "talc"}})
