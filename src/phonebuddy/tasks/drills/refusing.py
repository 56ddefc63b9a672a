"""Refusing: drills that end with a refusal or a question: what is named is not there, or something is untold.

Data of refusals.yaml. Invariant: what is missing is on no screen that somebody who looks for it sees, and
nothing has changed.
"""

from __future__ import annotations

import random
import re
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from phonebuddy.errors import TaskError, nearest
from phonebuddy.screen import Flag
from phonebuddy.tasks.drills.deeds import deeds
from phonebuddy.tasks.drills.questions import ROW, questions
from phonebuddy.tasks.drills.recall import RecallPhone
from phonebuddy.tasks.drills.sayings import LINKED, sayings, verbs_of
from phonebuddy.tasks.drills.sight import LONGEST, step
from phonebuddy.tasks.drills.trail import Lost
from phonebuddy.tasks.drills.values import halves, texts_of, values
from phonebuddy.tasks.drills.walk import MISSING, UNTOLD, Walk
from phonebuddy.tasks.drills.words import fits, words
from phonebuddy.tasks.speech import Speech
from phonebuddy.tasks.template import ASK, IMPOSSIBLE, Step
from phonebuddy.world.spec.nodes import Node, read_yaml
from phonebuddy.world.state.speech import CHINESE, ENGLISH

PATH = Path(__file__).parent / "refusals.yaml"
KEYS = {
    MISSING: ("by", "name", "noun", ENGLISH, CHINESE, "said"),
    UNTOLD: ("on", ENGLISH, CHINESE, "ask"),
}
MOST_MOVES = 3
LEAST_ROWS, MOST_SCREENS, MOST_DRAWS = 3, 8, 8
"""Of a list that somebody looks through, and how often a name for what is not in it is drawn."""
SEARCHED = 0.5
"""How often that is done with the field to search with, where there is one."""
_WORDS = re.compile(r"[^\W\d_]+(?: [^\W\d_]+)*")
"""A title of words alone: halves of anything else are no name."""
_SLOTS = re.compile(r"\{(\w+)\}")


class Kind(NamedTuple):
    """One entry of refusals.yaml; see there."""

    by: re.Pattern[str] | None
    on: re.Pattern[str] | None
    name: str
    nouns: dict[str, tuple[str, ...]]
    ways: dict[str, tuple[str, ...]]
    end: dict[str, str]
    """What is said in the end, by language."""


class Refusal(NamedTuple):
    """How a drill that cannot be done is said, and how it ends."""

    end: str
    """`impossible` or `ask`."""
    ways: tuple[str, ...]
    noun: str
    title: str
    place: str
    """`app/page` of the row it is about; empty where there is none."""
    said: str

    @property
    def line(self) -> Step:
        return step("answer" if self.end == IMPOSSIBLE else "ask", self.said)


def refuse(walk: Walk, phone: RecallPhone, speech: Speech, chance: random.Random, app: str) -> Refusal:
    """Go where somebody would look, and find that it cannot be done; Lost where that is not so."""
    if walk.aim == MISSING:
        return _missing(walk, phone, speech, chance, refusals()[MISSING][app])
    kind = refusals()[UNTOLD][app]
    assert kind.on is not None, "the reader sees to it"
    for _ in range(MOST_MOVES):
        walk.go(1)
        last = walk.moves[-1]
        if last.kind == "row" and kind.on.fullmatch(last.place):
            ways = kind.ways[speech.language]
            return Refusal(ASK, ways, "", last.label, last.place, kind.end[speech.language])
    raise Lost("no such row")


def miss(walk: Walk, phone: RecallPhone, speech: Speech, chance: random.Random) -> Refusal:
    """Look through a list for something that could be in it and is not; Lost where there is no such list."""
    for _ in range(MOST_MOVES):
        noun = words().nouns.get(walk.place)
        ways = _ways_about(walk.place, speech.language) if noun is not None else ()
        if noun is not None and ways and sum(one.is_row for one in phone.offers()) >= LEAST_ROWS:
            title = _look_through(walk, phone, speech, chance)
            said = noun.in_language(speech.language)
            key = "absent_linked" if said.endswith(LINKED) else "absent"
            end = chance.choice(sayings()[speech.language].lists[key])
            return Refusal(IMPOSSIBLE, ways, said, title, "", end.replace("{n}", said).replace("{t}", title))
        walk.go(1)
    raise Lost("no list to look through")


@lru_cache(maxsize=1)
def listed_apps() -> frozenset[str]:
    """Apps with lists whose rows people ask for."""
    return frozenset(place.partition("/")[0] for place in words().nouns if _ways_about(place, ENGLISH))


def _ways_about(place: str, language: str) -> tuple[str, ...]:
    """What people ask about rows of this page that are there: the same is asked about one that is not."""
    asked = [one.asks[language] for one in questions().pages.get(place, ()) if one.where == ROW]
    done = [one for one in deeds().deeds if one.on is not None and one.on.fullmatch(place) and not one.shape]
    told = [one.ways[language] if one.ways else verbs_of(one.label, language) for one in done]
    return tuple(way for ways in (*asked, *told) for way in ways if _SLOTS.findall(way) == ["it"])


def _look_through(walk: Walk, phone: RecallPhone, speech: Speech, chance: random.Random) -> str:
    """To the end of the list, or with the field to search with; the title that is not there."""
    before, rows, texts = phone.snapshot(), [], set()
    for _ in range(MOST_SCREENS):
        shown = phone.observe().elements
        rows += [one.row for one in phone.offers() if one.is_row]
        texts |= {text.lower() for one in shown for text in (one.text, one.description)}
        walk.hands.scroll_down()
        is_end = phone.observe().elements == shown
        if is_end:
            break
    phone.restore(before)
    title = _mixed(list(dict.fromkeys(rows)), texts, chance)
    if title.encode() in phone.image.data:
        raise Lost("it is there, elsewhere")
    field = walk.search_field()
    if field is not None and (not is_end or chance.random() < SEARCHED):
        walk.search_for(field, title)
        if any(one.is_row and title in one.texts for one in phone.offers()):
            raise Lost("it is there")
    elif not is_end:
        raise Lost("a list without an end")
    elif not any(one.row == rows[-1] for one in phone.offers()):
        walk.scroll_to(rows[-1])
    return title


def _mixed(titles: list[str], texts: set[str], chance: random.Random) -> str:
    """A title of the beginning of one and the end of another, which nothing is called."""
    titles = [title for title in titles if _WORDS.fullmatch(title)]
    spaced = [title.split() for title in titles if " " in title]
    # Chinese is written without gaps: then by letters.
    able = [list(title) for title in titles if not title.isascii() and " " not in title and len(title) > 2]
    able, gap = (spaced, " ") if len(spaced) >= len(able) else (able, "")
    for _ in range(MOST_DRAWS if len(able) > 1 else 0):
        one, two = chance.sample(able, 2)
        mixed = gap.join((*one[: (len(one) + 1) // 2], *two[(len(two) + 1) // 2 :]))
        if 1 < len(mixed) <= LONGEST and not any(mixed.lower() in text for text in texts):
            return mixed
    raise Lost("no name for what is not there")


def _missing(walk: Walk, phone: RecallPhone, speech: Speech, chance: random.Random, kind: Kind) -> Refusal:
    title = values().draw(kind.name, speech.language, chance)
    if kind.by is not None:
        able = [one for one in phone.offers() if fits(kind.by, speech.meant(one.label))]
        if not able:
            raise Lost("no way to search")
        walk.tap(able[0])
    field = walk.search_field()
    if field is not None:
        walk.search_for(field, title)
    elif kind.by is not None:
        raise Lost("nothing to search with")
    shown = (one.text for one in phone.observe().elements if not one.has(Flag.EDITABLE))
    if any(title in text for text in shown):
        raise Lost("it is there")
    noun = chance.choice(kind.nouns[speech.language])
    said = kind.end[speech.language].replace("{t}", title)
    return Refusal(IMPOSSIBLE, kind.ways[speech.language], noun, title, "", said)


@lru_cache(maxsize=1)
def refusals(path: Path = PATH) -> dict[str, dict[str, Kind]]:
    """What can be refused, by aim and app."""
    parts = dict(read_yaml(path, path.name).pairs())
    for aim in KEYS:
        if aim not in parts:
            raise TaskError(f"{path.name}: '{aim}' is missing")
    return {aim: {app: _kind(aim, app, node) for app, node in parts[aim].pairs()} for aim in KEYS}


def _kind(aim: str, app: str, node: Node) -> Kind:
    given = dict(node.pairs())
    for key in given:
        if key not in KEYS[aim]:
            raise TaskError(f"{node.place}: '{app}' has no '{key}'{nearest(key, KEYS[aim])}")
    if lacking := [key for key in KEYS[aim] if key not in given and key != "by"]:
        raise TaskError(f"{node.place}: '{app}' needs: {', '.join(lacking)}")
    patterns = {key: re.compile(given[key].text or "", re.IGNORECASE) for key in ("by", "on") if key in given}
    ways = {language: texts_of(given[language]) for language in (ENGLISH, CHINESE)}
    nouns = _both(given["noun"], ",") if "noun" in given else {}
    end = _both(given["said" if aim == MISSING else "ask"], " | ")
    name = (given["name"].text or "") if "name" in given else ""
    words = {language: tuple(said.split("|")) for language, said in nouns.items()}
    return Kind(patterns.get("by"), patterns.get("on"), name, words, ways, end)


def _both(node: Node, mark: str) -> dict[str, str]:
    return halves(node, mark, f"'{node.text}' takes English, then '{mark.strip()}', then Chinese")
