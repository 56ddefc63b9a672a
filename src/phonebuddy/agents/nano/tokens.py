"""Tokens: a view as numbers, the form the model takes and rows keep.

In this order: the state, the words of the instruction, the things here, those read earlier, what was done.
What matters most is what agrees with what: see matching.py.
Invariant: the same view gives the same bytes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import chain, compress
from typing import NamedTuple

from phonebuddy.agents.nano.agreement import share_of, units_in
from phonebuddy.agents.nano.apps import apps_of
from phonebuddy.agents.nano.features import FEATURE, NUM_APP_FEATURES, NUM_FEATURES, as_byte, features
from phonebuddy.agents.nano.matching import Match, Matching
from phonebuddy.agents.nano.meaning import MOST_MEANT, meant
from phonebuddy.agents.nano.pieces import plain
from phonebuddy.agents.nano.things import Thing, is_home
from phonebuddy.agents.nano.told import MOST_TOLD, Agreed
from phonebuddy.agents.nano.view import MOST_PAST, View, typed_in
from phonebuddy.agents.nano.words import MOST_UNITS, Word, kept_units, numbers, sign, words_of

_AGREES = slice(FEATURE["in told"], FEATURE["whole length"] + 1)
_LEFT = slice(FEATURE["in unused"], FEATURE["alone"] + 1)
_IN_TYPED, _IS_TYPED, _IN_ANY_TYPED = FEATURE["in typed"], FEATURE["is typed"], FEATURE["in any typed"]
_TOUCHED = slice(FEATURE["touched"], FEATURE["often touched"] + 1)
_MOST_ALONE, _NEXT, _NEW = FEATURE["most alone"], FEATURE["next"], FEATURE["new"]
_TOLD_PLACE, _AHEAD = FEATURE["told place"], FEATURE["ahead"]
_AGO, _CHANGED = FEATURE["ago"], FEATURE["changed"]
_OTHER_APP, _LAST_OF_APP = FEATURE["other app"], FEATURE["last of app"]
_IN_LIST, _IS_APP = FEATURE["place in list"], FEATURE["is app"]
_SUMMED = (
    "touchable", "touched", "whole length", "in unused", "near unused", "next", "is typed", "empty",
    "flag EDITABLE",
)  # fmt: skip
_AFTER_LAST = bytes(as_byte(max(0.0, 1 - behind / 8)) for behind in range(1, MOST_TOLD + 1))
"""Of words behind the one that was used last, by how far."""
_WHOLE = bytes((0, 255)).ljust(256, b"\0")
"""Makes yes and no features."""


class Tokens(NamedTuple):
    """One view in numbers, row by row; n tokens, a apps."""

    units: bytes
    """n x MOST_UNITS numbers of two bytes; 0 for none."""
    meant: bytes
    """n x MOST_MEANT numbers of two bytes; what is said by its meaning."""
    sign: bytes
    """n numbers of two bytes."""
    features: bytes
    """n x NUM_FEATURES."""
    apps: bytes
    """a x MOST_UNITS numbers of two bytes."""
    apps_meant: bytes
    """a x MOST_MEANT numbers of two bytes."""
    app_features: bytes
    """a x NUM_APP_FEATURES."""


class _Rows(NamedTuple):
    """Some tokens of the same sort; see Tokens."""

    units: bytes
    meant: bytes
    sign: bytes
    features: bytes


def tokens_of(view: View) -> Tokens:
    maker = _Maker(view)
    app_features = maker.apps.features(maker.matching, view.done)
    things = maker.things()
    parts = (maker.state(things, app_features), maker.told(), things, maker.read(), maker.done())
    units, meant, signs, found = map(b"".join, zip(*parts, strict=True))
    return Tokens(units, meant, signs, found, maker.apps.kept, maker.apps.meant, app_features)


def _meant(words: Iterable[Word]) -> bytes:
    """What some words mean; those that say nothing mean nothing beside others."""
    return numbers(meant(word.text for word in words if word.says), MOST_MEANT)


class _Maker:
    """Everything about a view that several tokens ask for, worked out once."""

    def __init__(self, view: View) -> None:
        self._view = view
        self.matching = Matching(view)
        self.apps = apps_of(view.apps)
        self._typed = [plain(text) for text in typed_in(view.done)]
        self._typed_units = [units_in(text) for text in self._typed]
        self._all_typed = frozenset(chain.from_iterable(self._typed_units))
        self._touched = Counter(one.thing for one in view.done if one.thing)
        self._field = plain(" ".join(view.look.focused))

    # -- state ----------------------------------------------------------------------------------------------

    def state(self, things: _Rows, apps: bytes) -> _Rows:
        view, look, done = self._view, self._view.look, self._view.done
        title = [word for thing in look.things[-6:] for _, word in thing.words[:1]]
        named = zip(apps[::NUM_APP_FEATURES], apps[1::NUM_APP_FEATURES], strict=True)
        found = features(
            steps=len(done) / 30, keyboard=look.has_keyboard, focus=bool(look.focused),
            same_screen=bool(done) and not done[-1].changed, home=is_home(look.screen),
            dialog=look.is_dialog,
            field_is_typed=bool(self._field) and self._field in self._typed[:1],
            can_scroll=look.body is not None, things=len(look.things) / 64,
            was_scroll=bool(done) and done[-1].kind.startswith("scroll"), repeats=self._repeats() / 4,
            left=self.matching.share_left, visits=view.visits / 3,
            empty_field=not all(look.focused),
            apps_left=sum(run == 255 and not opened for run, opened in named) / 3,
            apps_opened=sum(one.kind == "open_app" for one in done) / 4,
            asks=self.matching.told.asks, missing=self._missing() / 4,
        )  # fmt: skip
        _sum_up(things, found)
        last = sign("did", done[-1].kind if done else "nothing")
        units = numbers([word.units[0] for word in title], MOST_UNITS)
        return _Rows(units, _meant(title), numbers((last,), 1), bytes(found))

    def _missing(self) -> int:
        """Names and numbers of the instruction that are still to be used and are nowhere on the screen."""
        here, used = self._view.look.units, self.matching.used
        return sum(not used[place] and own not in here for place, own in self.matching.told.names)

    def _repeats(self) -> int:
        """How often the last action was done in a row."""
        done = self._view.done
        count = 0
        while count + 1 < len(done) and done[-2 - count][:3] == done[-1][:3]:
            count += 1
        return count

    # -- the instruction ------------------------------------------------------------------------------------

    def told(self) -> _Rows:
        view, told, last = self._view, self.matching.told, self.matching.last
        own = [word.units[0] for word in view.told]
        read = frozenset(chain.from_iterable(one.thing.units for one in view.read))
        touched = frozenset(chain.from_iterable(units_in(one.text) for one in view.done if one.thing))
        near, field = view.look.touchable, units_in(self._field)
        found = bytearray(told.fixed)
        for name, values in (
            ("used", self.matching.used),
            ("near here", [word.says and not near.isdisjoint(word.known_by) for word in view.told]),
            *(
                (name, [one in units for one in own])
                for name, units in (
                    ("used by typing", self._all_typed), ("used by touching", touched),
                    ("on screen", view.look.units), ("in read", read), ("in field", field),
                    ("in apps", self.apps.all),
                )
            ),
        ):  # fmt: skip
            found[FEATURE[name] :: NUM_FEATURES] = bytes(values).translate(_WHOLE)
        ahead = len(own) - 1 - last
        found[_AHEAD::NUM_FEATURES] = bytes(last + 1) + b"\xff" * ahead
        found[FEATURE["after last"] :: NUM_FEATURES] = bytes(last + 1) + _AFTER_LAST[:ahead]
        return _Rows(told.kept, told.meant, bytes(2 * len(own)), bytes(found))

    # -- things ---------------------------------------------------------------------------------------------

    def things(self) -> _Rows:
        look, done = self._view.look, self._view.done
        matches = [self.matching.of(thing) for thing in look.things]
        most = max((match.alone for match in matches), default=0.0)
        able = (match.agreed for thing, match in zip(look.things, matches, strict=True) if thing.is_touchable)
        ahead = sorted({agreed.place for agreed in able if self._is_ahead(agreed)})
        last = done[-1].thing if done else ""
        before = self._view.before.texts if self._view.before is not None else ()
        rows = []
        for thing, match, number in zip(look.things, matches, look.numbered, strict=True):
            found = self._thing(thing, match)
            found[_IN_LIST] = number
            if often := self._touched.get(thing.element.id):
                found[_TOUCHED] = bytes((255, as_byte(thing.element.id == last), as_byte(often / 4)))
            if thing.texts not in before:
                found[_NEW] = 255
            if match.agreed.common:
                found[_MOST_ALONE] = as_byte(match.alone / most)
            if match.agreed.place in ahead:
                found[_NEXT] = as_byte(1 / (1 + ahead.index(match.agreed.place)))
            rows.append(found)
        return _rows(look.things, rows)

    def _is_ahead(self, agreed: Agreed) -> bool:
        return agreed.place > self.matching.last and (agreed.run > 0 or agreed.near >= 0.5)

    def _thing(self, thing: Thing, match: Match) -> bytearray:
        """What is fixed, and what depends on the instruction and on what was done."""
        found = bytearray(thing.fixed)
        if self._typed:
            found[_IS_TYPED] = as_byte(self._typed[0] in thing.plain)
            if not thing.units.isdisjoint(self._all_typed):
                typed = [share_of(thing.telling, units) for units in self._typed_units]
                found[_IN_TYPED], found[_IN_ANY_TYPED] = as_byte(typed[0]), as_byte(max(typed))
        if thing.units in self.apps.each:
            found[_IS_APP] = 255
        if match.agreed.common:
            found[_AGREES] = match.agreed.shares
            found[_LEFT] = map(as_byte, (match.unused, match.near_unused, match.alone / 3))
            found[_TOLD_PLACE] = as_byte((match.agreed.place + 1) / MOST_TOLD)
            found[_AHEAD] = as_byte(self._is_ahead(match.agreed))
        return found

    def read(self) -> _Rows:
        rows = []
        for one in self._view.read:
            found = self._thing(one.thing, self.matching.of(one.thing))
            found[_AGO] = as_byte(one.ago / 12)
            found[_OTHER_APP] = as_byte(one.other_app)
            found[_LAST_OF_APP] = as_byte(one.last_of_app)
            rows.append(found)
        return _rows([one.thing for one in self._view.read], rows)

    # -- what was done --------------------------------------------------------------------------------------

    def done(self) -> _Rows:
        past = self._view.done[: -MOST_PAST - 1 : -1]
        texts = [_text(one.text) for one in past]
        rows = []
        for ago, (one, text) in enumerate(zip(past, texts, strict=True)):
            found = bytearray(NUM_FEATURES)
            found[_AGO], found[_CHANGED] = as_byte(ago / MOST_PAST), as_byte(one.changed)
            found[FEATURE["in told"]] = as_byte(share_of(text.telling, self.matching.told.units))
            rows.append(found)
        signs = [numbers((sign("did", one.kind),), 1) for one in past]
        return _Rows(
            b"".join(text.units for text in texts), b"".join(text.meant for text in texts),
            b"".join(signs), b"".join(rows),
        )  # fmt: skip


class _Text(NamedTuple):
    """What was typed, touched or opened."""

    units: bytes
    meant: bytes
    telling: tuple[Word, ...]


@lru_cache(maxsize=20_000)
def _text(text: str) -> _Text:
    words = words_of(text)
    telling = tuple(word for word in words if word.says)
    return _Text(numbers(kept_units(words), MOST_UNITS), _meant(words), telling)


def _rows(things: Sequence[Thing], rows: Iterable[bytearray]) -> _Rows:
    return _Rows(
        b"".join(thing.kept for thing in things), b"".join(thing.meant for thing in things),
        b"".join(thing.sign for thing in things), b"".join(rows),
    )  # fmt: skip


def _sum_up(things: _Rows, found: bytearray) -> None:
    """What the screen as a whole offers: something named that was not touched yet, what was typed."""
    column = {name: things.features[FEATURE[name] :: NUM_FEATURES] for name in _SUMMED}
    touched = zip(column["touchable"], column["touched"], strict=True)
    free = [able and not often for able, often in touched]
    for name, best in (
        ("whole length", "best whole"), ("in unused", "best unused"), ("near unused", "best near"),
        ("next", "best ahead"),
    ):  # fmt: skip
        found[FEATURE[best]] = max(compress(column[name], free), default=0)
    found[FEATURE["typed here"]] = max(column["is typed"], default=0)
    empty = [*compress(column["empty"], column["flag EDITABLE"])]
    found[FEATURE["fields"]] = as_byte(len(empty) / 8)
    found[FEATURE["filled"]] = as_byte(empty.count(0) / max(len(empty), 1))
