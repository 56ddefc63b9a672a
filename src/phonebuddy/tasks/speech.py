"""Speech: what an English text of the apps or the system is called on a phone that speaks another language.

Templates name what is on the screen in English; a Chinese person's phone says it in Chinese. Invariant: the
text itself always comes first; content that its owner wrote is nobody's translation and stays as it is.
"""

from __future__ import annotations

import re
from itertools import islice, product
from typing import NamedTuple

from phonebuddy.world.interruption_kinds import SAID
from phonebuddy.world.spec.load import AppSet
from phonebuddy.world.spec.nodes import read_yaml
from phonebuddy.world.spec.problems import Problems
from phonebuddy.world.spec.translations import read_words
from phonebuddy.world.state.speech import CHINESE, ENGLISH
from phonebuddy.world.system.words import CHINESE as SYSTEM

_SLOT = re.compile(r"\{(\w+)\}|#")
Exact = dict[str, list[str]]
"""Texts without gaps, each with what it may be called."""
_MOST = 8
"""Translations of one text; more would mean that it says nothing."""


class _Pattern(NamedTuple):
    """A text with gaps in one language, and how the other one is put together from what is in them."""

    match: re.Pattern[str]
    slots: tuple[str, ...]
    other: str

    def fill(self, text: str, exact: Exact) -> list[str]:
        """The other text with what is in the gaps as it is, and as it is called there."""
        found = self.match.fullmatch(text)
        if found is None:
            return []
        ways = ([value] + exact.get(value, [])[:1] for value in found.groups())
        return [self._put(values) for values in islice(product(*ways), _MOST)]

    def _put(self, values: tuple[str, ...]) -> str:
        by_name: dict[str, list[str]] = {}
        for name, value in zip(self.slots, values, strict=True):
            by_name.setdefault(name, []).append(value)
        return _SLOT.sub(lambda gap: _next(by_name, gap[1] or "#"), self.other)


def _next(values: dict[str, list[str]], name: str) -> str:
    listed = values.get(name, [""])
    return listed.pop(0) if len(listed) > 1 else listed[0]


class Speech:
    """Both directions between English and the language of a phone."""

    def __init__(self, apps: AppSet, language: str) -> None:
        self.language = language
        pairs = _pairs(apps, language) if language != ENGLISH else []
        self._to, self._to_patterns = _sorted(pairs)
        self._from, self._from_patterns = _sorted([(other, english) for english, other in pairs])
        self._words = {name: app.manifest.words for name, app in apps.apps.items()}
        self._said: dict[str, tuple[str, ...]] = {}
        self._meant: dict[str, tuple[str, ...]] = {}

    def said(self, text: str) -> tuple[str, ...]:
        """A text and what it is called on the phone."""
        if self.language == ENGLISH:
            return (text,)
        if text not in self._said:
            money = text.replace("$", "¥") if self.language == CHINESE else text
            self._said[text] = _find(text, money, self._to, self._to_patterns)
        return self._said[text]

    def called(self, text: str, apps: tuple[str, ...]) -> str:
        """What some apps call a text on the phone; content and what has no translation stay as they are."""
        for app in apps if self.language != ENGLISH else ():
            if self.language in (said := self._words[app].get(text, {})):
                return said[self.language]
        return text.replace("$", "¥") if self.language == CHINESE and text.startswith("$") else text

    def meant(self, text: str) -> tuple[str, ...]:
        """A text on the phone and what it may be in English."""
        if self.language == ENGLISH:
            return (text,)
        if text not in self._meant:
            self._meant[text] = _find(text, text, self._from, self._from_patterns)
        return self._meant[text]


def _find(text: str, wanted: str, exact: Exact, patterns: list[_Pattern]) -> tuple[str, ...]:
    found = [text, wanted, *exact.get(wanted, ())]
    for pattern in patterns:
        found += pattern.fill(wanted, exact)
    before, colon, after = wanted.partition(": ")
    if colon:
        # Buttons such as `More: Quantity` are put together from a word and a label.
        found += [f"{one}: {two}" for one in exact.get(before, ()) for two in (after, *exact.get(after, ()))]
    return tuple(dict.fromkeys(found))[:_MOST]


def _pairs(apps: AppSet, language: str) -> list[tuple[str, str]]:
    """Everything that is translated: the apps' texts, the interruptions', the system's."""
    interruptions = read_words(read_yaml(SAID, SAID.name), Problems())
    texts = [app.manifest.words for app in apps.apps.values()] + [interruptions]
    pairs = [
        (english, said[language]) for words in texts for english, said in words.items() if language in said
    ]
    return pairs + (list(SYSTEM.items()) if language == CHINESE else [])


def _sorted(pairs: list[tuple[str, str]]) -> tuple[Exact, list[_Pattern]]:
    """Plain texts by what they say, and those with gaps, the most telling first."""
    exact: Exact = {}
    patterns: dict[tuple[str, str], _Pattern] = {}
    for one, other in pairs:
        pieces = _SLOT.split(one)
        if len(pieces) == 1:
            if other not in exact.setdefault(one, []):
                exact[one].append(other)
        elif any(piece.strip() for piece in pieces[::2]):
            slots = tuple(found[1] or "#" for found in _SLOT.finditer(one))
            match = re.compile("(.*)".join(re.escape(piece) for piece in pieces[::2]), re.DOTALL)
            patterns[one, other] = _Pattern(match, slots, other)
    telling = sorted(patterns.items(), key=lambda item: -len(_SLOT.sub("", item[0][0])))
    return exact, [pattern for _, pattern in telling]


_KNOWN: dict[tuple[str, str], Speech] = {}


def speech_for(apps: AppSet, language: str) -> Speech:
    """The speech of a phone with these apps, made once for each set of apps."""
    key = apps.digest, language
    if key not in _KNOWN:
        _KNOWN[key] = Speech(apps, language)
    return _KNOWN[key]
