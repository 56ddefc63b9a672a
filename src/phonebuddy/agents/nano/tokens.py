"""Tokens: a view as numbers, the form the model takes and rows keep.

In this order: the state, the words of the instruction, the things here, those read earlier, what was done.
What matters most is what agrees with what: see matching.py.
Invariant: the same view gives the same bytes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import chain
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from phonebuddy.agents.nano.agreement import quoted_in, share_near, share_of, units_in
from phonebuddy.agents.nano.choices import has_focus
from phonebuddy.agents.nano.features import (
    FEATURE,
    NUM_APP_FEATURES,
    Shares,
    Sort,
    as_byte,
    features,
)
from phonebuddy.agents.nano.matching import Match, Matching
from phonebuddy.agents.nano.meaning import MOST_MEANT, meant
from phonebuddy.agents.nano.pieces import plain
from phonebuddy.agents.nano.things import Thing, is_home
from phonebuddy.agents.nano.view import MOST_PAST, MOST_TOLD, View, typed_in
from phonebuddy.agents.nano.words import MOST_UNITS, Word, is_sign, kept_units, sign, unit, words_of
from phonebuddy.screen import Flag
from phonebuddy.tasks.finding import scrollable

_FOCUSED = int(Flag.FOCUSED)
QUESTION = unit("concept/question")


class Tokens(NamedTuple):
    """One view in numbers; n tokens, a apps."""

    sort: npt.NDArray[np.uint8]
    units: npt.NDArray[np.uint16]
    """n x MOST_UNITS; 0 for none."""
    meant: npt.NDArray[np.uint16]
    """n x MOST_MEANT; what is said by its meaning."""
    sign: npt.NDArray[np.uint16]
    features: Shares
    """n x NUM_FEATURES."""
    apps: npt.NDArray[np.uint16]
    """a x MOST_UNITS."""
    apps_meant: npt.NDArray[np.uint16]
    """a x MOST_MEANT."""
    app_features: Shares
    """a x NUM_APP_FEATURES."""


def tokens_of(view: View) -> Tokens:
    maker = _Maker(view)
    app_features = maker.app_features()
    things = maker.things()
    rows = [maker.state(things, app_features), *maker.told(), *things, *maker.read(), *maker.done()]
    return Tokens(
        np.array([row.sort for row in rows], np.uint8),
        _table([row.units for row in rows], MOST_UNITS),
        _table([row.meant for row in rows], MOST_MEANT),
        np.array([row.sign for row in rows], np.uint16),
        np.stack([row.features for row in rows]),
        _table([kept_units(words_of(name)) for name in view.apps], MOST_UNITS),
        _table([_meant(words_of(name)) for name in view.apps], MOST_MEANT),
        app_features,
    )


class _Row(NamedTuple):
    sort: Sort
    units: tuple[int, ...]
    meant: tuple[int, ...]
    sign: int
    features: Shares


def _table(rows: list[tuple[int, ...]], width: int) -> npt.NDArray[np.uint16]:
    found = np.zeros((len(rows), width), np.uint16)
    for place, row in enumerate(rows):
        found[place, : len(row[:width])] = row[:width]
    return found


def _meant(words: Iterable[Word]) -> tuple[int, ...]:
    """What some words mean; those that say nothing mean nothing beside others."""
    return meant(word.text for word in words if word.says)


class _Maker:
    """Everything about a view that several tokens ask for, worked out once."""

    def __init__(self, view: View) -> None:
        self._view = view
        self._matching = Matching(view)
        self._typed = [plain(text) for text in typed_in(view.done)]
        self._typed_units = [units_in(text) for text in self._typed]
        self._touched = Counter(one.thing for one in view.done if one.thing)
        self._before = {thing.texts for thing in view.before.things} if view.before is not None else set()
        self._names = frozenset(units_in(name) for name in view.apps)
        self._fields = [one.text for one in view.look.screen.elements if one.flags & _FOCUSED]

    # -- state ----------------------------------------------------------------------------------------------

    def state(self, things: list[_Row], apps: Shares) -> _Row:
        view = self._view
        screen, done = view.look.screen, view.done
        title = [word for thing in view.look.things[-6:] for _, word in thing.words[:1]]
        field = plain(" ".join(self._fields))
        found = features(
            steps=len(done) / 30, keyboard=view.look.has_keyboard, focus=has_focus(view),
            same_screen=bool(done) and not done[-1].changed, home=is_home(screen),
            dialog=view.look.is_dialog,
            field_is_typed=bool(field) and field in self._typed[:1],
            can_scroll=scrollable(screen) is not None, things=len(view.look.things) / 64,
            was_scroll=bool(done) and done[-1].kind.startswith("scroll"), repeats=self._repeats() / 4,
            left=self._matching.share_left, visits=view.visits / 3,
            empty_field=any(not text for text in self._fields),
            apps_left=((apps[:, 0] == 255) & (apps[:, 1] == 0)).sum() / 3,
            apps_opened=sum(one.kind == "open_app" for one in done) / 4,
            asks=any(QUESTION in word.groups for word in view.told), missing=self._missing() / 4,
        )  # fmt: skip
        self._sum_up(things, found)
        last = sign("did", done[-1].kind) if done else sign("did", "nothing")
        return _Row(Sort.STATE, tuple(word.units[0] for word in title), _meant(title), last, found)

    def _sum_up(self, things: list[_Row], found: Shares) -> None:
        """What the screen as a whole offers: something named that was not touched yet, what was typed."""
        table = np.stack([one.features for one in things]) if things else np.zeros((0, len(found)), np.uint8)
        free = table[(table[:, FEATURE["touchable"]] > 0) & (table[:, FEATURE["touched"]] == 0)]
        for name, best in (
            ("whole length", "best whole"), ("in unused", "best unused"), ("near unused", "best near"),
            ("next", "best ahead"),
        ):  # fmt: skip
            found[FEATURE[best]] = free[:, FEATURE[name]].max(initial=0)
        found[FEATURE["typed here"]] = table[:, FEATURE["is typed"]].max(initial=0)
        fields = table[table[:, FEATURE["flag EDITABLE"]] > 0]
        found[FEATURE["fields"]] = as_byte(len(fields) / 8)
        filled = int((fields[:, FEATURE["empty"]] == 0).sum())
        found[FEATURE["filled"]] = as_byte(filled / max(len(fields), 1))

    def _missing(self) -> int:
        """Names and numbers of the instruction that are still to be used and are nowhere on the screen."""
        here = frozenset(chain.from_iterable(thing.units for thing in self._view.look.things))
        return sum(
            word.says and not used and word.units[0] not in here
            and (word.text[0].isdigit() or (place > 0 and word.text[0].isupper()))
            for place, (word, used) in enumerate(zip(self._view.told, self._matching.used, strict=True))
        )  # fmt: skip

    def _repeats(self) -> int:
        """How often the last action was done in a row."""
        done = self._view.done
        count = 0
        while count + 1 < len(done) and done[-2 - count][:3] == done[-1][:3]:
            count += 1
        return count

    # -- the instruction ------------------------------------------------------------------------------------

    def told(self) -> list[_Row]:
        view, matching = self._view, self._matching
        read = frozenset(chain.from_iterable(one.thing.units for one in view.read))
        here = frozenset(chain.from_iterable(thing.units for thing in view.look.things))
        near = frozenset(chain.from_iterable(one.known for one in view.look.things if one.is_touchable))
        typed = frozenset(chain.from_iterable(self._typed_units))
        touched = frozenset(chain.from_iterable(units_in(one.text) for one in view.done if one.thing))
        field = units_in(plain(" ".join(self._fields)))
        names = frozenset(chain.from_iterable(self._names))
        quoted = quoted_in(view.told)
        rows = []
        for place, word in enumerate(view.told):
            before = view.told[place - 1] if place else None
            after = view.told[place + 1] if place + 1 < len(view.told) else None
            own = word.units[0]
            found = features(
                used=matching.used[place], used_by_typing=own in typed, used_by_touching=own in touched,
                on_screen=own in here, near_here=word.says and not near.isdisjoint(word.known_by),
                in_read=own in read, in_field=own in field, place=place / MOST_TOLD, says=word.says,
                means=bool(word.groups), ahead=place > matching.last,
                after_last=max(0.0, 1 - (place - matching.last) / 8) if place > matching.last else 0,
                capital=word.text[0].isupper(), sign=is_sign(word), digits=word.text[0].isdigit(),
                in_apps=own in names, quoted=quoted[place],
                opens=before is None or is_sign(before), closes=after is None or is_sign(after),
                capital_before=before is not None and before.text[0].isupper(),
                capital_after=after is not None and after.text[0].isupper(),
            )  # fmt: skip
            rows.append(_Row(Sort.TOLD, word.known_by, meant((word.text,)), 0, found))
        return rows

    # -- things ---------------------------------------------------------------------------------------------

    def things(self) -> list[_Row]:
        view = self._view
        matches = [self._matching.of(thing) for thing in view.look.things]
        most = max((match.alone for match in matches), default=0.0)
        ahead = sorted(
            {
                match.place
                for thing, match in zip(view.look.things, matches, strict=True)
                if thing.is_touchable and self._is_ahead(match)
            }
        )
        last = view.done[-1].thing if view.done else ""
        counts: Counter[str | None] = Counter()
        rows = []
        for thing, match in zip(view.look.things, matches, strict=True):
            counts[thing.element.parent] += 1
            found = self._thing(thing, match)
            for name, value in (
                ("place in list", counts[thing.element.parent] / 10),
                ("touched", thing.element.id in self._touched),
                ("often touched", self._touched[thing.element.id] / 4),
                ("just touched", bool(last) and thing.element.id == last),
                ("new", thing.texts not in self._before),
                ("most alone", match.alone / most if most else 0.0),
                ("next", 1 / (1 + ahead.index(match.place)) if match.place in ahead else 0.0),
            ):
                found[FEATURE[name]] = as_byte(value)
            rows.append(_Row(Sort.THING, thing.kept, thing.meant, sign("role", thing.element.role), found))
        return rows

    def _is_ahead(self, match: Match) -> bool:
        return match.place > self._matching.last and (match.run.length > 0 or match.near >= 0.5)

    def _thing(self, thing: Thing, match: Match) -> Shares:
        """What is fixed, and what depends on the instruction and on what was done."""
        found = np.frombuffer(bytearray(thing.fixed), np.uint8)
        if self._typed:
            typed = [share_of(thing.telling, units) for units in self._typed_units]
            found[FEATURE["in typed"]] = as_byte(typed[0])
            found[FEATURE["in any typed"]] = as_byte(max(typed))
            is_typed = any(plain(text) == self._typed[0] for text in thing.texts)
            found[FEATURE["is typed"]] = as_byte(is_typed)
        found[FEATURE["is app"]] = as_byte(thing.units in self._names)
        if match.place >= 0:
            for name, value in (
                ("in told", match.exact), ("near told", match.near), ("run in told", match.run.length / 4),
                ("whole in told", match.whole > 0), ("whole length", match.whole / 6),
                ("in unused", match.unused), ("near unused", match.near_unused), ("alone", match.alone / 3),
                ("told place", (match.place + 1) / MOST_TOLD), ("ahead", self._is_ahead(match)),
            ):  # fmt: skip
                found[FEATURE[name]] = as_byte(value)
        return found

    def read(self) -> list[_Row]:
        rows = []
        for one in self._view.read:
            found = self._thing(one.thing, self._matching.of(one.thing))
            for name, value in (
                ("ago", one.ago / 12), ("other app", one.other_app), ("last of app", one.last_of_app)
            ):  # fmt: skip
                found[FEATURE[name]] = as_byte(value)
            role = sign("role", one.thing.element.role)
            rows.append(_Row(Sort.READ, one.thing.kept, one.thing.meant, role, found))
        return rows

    # -- what was done --------------------------------------------------------------------------------------

    def done(self) -> list[_Row]:
        rows = []
        for ago, one in enumerate(reversed(self._view.done[-MOST_PAST:])):
            words = words_of(one.text)
            telling = [word for word in words if word.says]
            found = features(
                ago=ago / MOST_PAST, changed=one.changed, in_told=share_of(telling, self._matching.units)
            )
            rows.append(_Row(Sort.DONE, kept_units(words), _meant(words), sign("did", one.kind), found))
        return rows

    # -- apps -----------------------------------------------------------------------------------------------

    def app_features(self) -> Shares:
        """One row for each app: how it is named, and whether it has had its turn."""
        matching, names = self._matching, self._view.apps
        opened = [plain(one.text) for one in self._view.done if one.kind == "open_app"]
        found = np.zeros((len(names), NUM_APP_FEATURES), np.uint8)
        left: list[tuple[int, int]] = []
        for place, name in enumerate(names):
            words = [word for word in words_of(name) if word.says]
            run = matching.run_in(name)
            if run.length and plain(name) not in opened:
                left.append((run.start, place))
            found[place] = [as_byte(value) for value in (
                run.length / max(len(words), 1), plain(name) in opened, opened[-1:] == [plain(name)],
                share_near(words, matching.known), share_near(words, matching.known_unused),
                (run.start + 1) / MOST_TOLD, run.start > matching.last, 0,
            )]  # fmt: skip
        for rank, (_, place) in enumerate(sorted(left)):
            found[place, -1] = as_byte(1 / (1 + rank))
        return found
