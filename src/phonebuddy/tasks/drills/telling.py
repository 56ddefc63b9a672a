"""Telling: puts deeds and the fields of a form into words, as people say them: moved to, called, at, for.

Invariant: every value that was entered stands in the clause letter for letter, or a word for what was read
elsewhere; what cannot be said so that a person would understand it is Lost.
"""

from __future__ import annotations

import random
import re

from phonebuddy.tasks.drills.deeds import CHANGE, MAKE, Deed
from phonebuddy.tasks.drills.filling import FILLED
from phonebuddy.tasks.drills.sayings import Voice, verbs_of
from phonebuddy.tasks.drills.trail import Lost, Move
from phonebuddy.tasks.drills.values import values
from phonebuddy.tasks.drills.words import fits, words
from phonebuddy.tasks.speech import Speech
from phonebuddy.world.state.speech import CHINESE

CHOSEN = ("chip", "radio", "switch", "checkbox")
"""Kinds of moves that say something in a form."""
MOST_TOLD = 4
"""Things to enter that somebody can keep in mind."""
LED = 0.2
"""How often a way is told that could be found without."""
_DIGITS = re.compile(r"[\d:,.]+")
_MONEY = re.compile(r"[$¥€]\s?\d")
_DAY = re.compile(r"\w{3}, \d{1,2} \w{3}|\d+月\d+日 \S+")
_DAYS = re.compile(r"(?:\w{3}, )+\w{3}|(?:周\S, )+周\S|Every day|每天")
_SENTENCE_ENDS = (".", "?", "!", "。", "？", "！")
_ONE = re.compile(r"\bone\b|一份|一个")
"""Says that it is one, where there are to be more."""
_QUOTED = re.compile(r"['\"“]\{v\}")


class Teller(Voice):
    """Words what was done to what; `carried` is what another walk read, and its kind."""

    def __init__(self, speech: Speech, chance: random.Random, static: frozenset[str]) -> None:
        super().__init__(speech, chance)
        self.carried = "", ""
        self.found = ""
        """What the carried value is called, where the clause itself tells what to find."""
        self._is_foreign = False
        """Whether it was done in another app than the one that keeps it."""
        self._static = static
        """English texts of the apps' own."""

    def _deed(self, deed: Deed, moves: list[Move]) -> str:
        subject = deed.subject(moves)
        if deed.on is not None and subject is None:
            raise Lost("nobody knows what it is about")
        after = moves[moves.index(subject) + 1 :] if subject is not None else moves
        told = [move for move in after if move.kind in (*FILLED, *CHOSEN) and not move.row]
        if deed.shape and any(fits(words().taking, self._meant(move.label)) for move in after):
            raise Lost("something was taken away besides")
        if len({move.label for move in told}) < len(told) or len(told) > MOST_TOLD:
            raise Lost("to and fro, or more than anybody would ask for")
        it = self._named(deed, subject) + self._lead(moves, subject)
        if deed.shape == MAKE:
            clause = self._make(deed, moves, told)
        elif deed.shape == CHANGE:
            clause = self._changed(it, told)
        else:
            clause = self._way(deed, it, (moves, after, told), subject)
        return tidy(clause)

    def _is_own(self, label: str) -> bool:
        """Whether the apps themselves say it, and not their owner."""
        return any(one in self._static for one in self._meant(label))

    def _called(self, noun: str, title: str) -> str:
        if not noun and self._is_own(title):
            return self._shown(title)  # tomorrow
        if (
            _DAYS.fullmatch(title)
            or (noun and _DAY.fullmatch(title))
            or (not noun and title.endswith(_SENTENCE_ENDS))
        ):
            raise Lost("something that is called a day, or somebody a sentence")
        return super()._called(noun, title)

    def _named(self, deed: Deed, subject: Move | None) -> str:
        """What it is about, mostly with its noun."""
        if deed.me:
            return deed.me[self._language][0]
        if subject is None:
            return ""
        title = subject.row or subject.label
        if not deed.nouns:
            return self._it(title, subject.place)
        return self._called(self._chance.choice(deed.nouns[self._language]), title)

    def _lead(self, moves: list[Move], subject: Move | None) -> str:
        """Where the row is, as far as nobody could guess: a restaurant, a folder; headings only sometimes."""
        rows = moves[: moves.index(subject)] if subject is not None else []
        rows = [move for move in rows if move.kind == "row" and move.label != (subject and subject.label)]
        if any(move.place not in words().holding and not self._is_own(move.label) for move in rows):
            raise Lost("by way of something else")
        named = [move.label for move in rows if move.place in words().holding]
        if not named:
            return ""
        if self._is_own(named[-1]) and self._chance.random() >= LED:
            return ""
        return self._fill("lead", where=named[-1])

    # -- ways of their own -----------------------------------------------------------------------------

    def _way(
        self, deed: Deed, it: str, made: tuple[list[Move], list[Move], list[Move]], subject: Move | None
    ) -> str:
        moves, after, told = made
        ways = deed.ways[self._language] if deed.ways else verbs_of(deed.label, self._language)
        if deed.carrying and any(self._is_carried(move) for move in told):
            ways = deed.carrying[self._language]
        if any(self._is_number(move) for move in told):
            ways = tuple(way for way in ways if not _ONE.search(way)) or ways
        way = self._chance.choice(ways)
        title = (subject.row or subject.label) if subject is not None else ""
        given = {"it": it, "t": title, "lead": self._lead_name(moves, subject)}
        rest = told
        if any("{v}" in one for one in ways):
            value = self._main(deed, told)
            given["v"] = self._told(value)
            rest = [move for move in told if move is not value]
        chosen = self._option(after) if "{option}" in way else None
        given["option"] = (chosen.value or chosen.label) if chosen is not None else ""
        given["slot"] = self._slot(after) if "{slot}" in way else ""
        by = deed.by
        rest = [move for move in rest if by is None or not fits(by, self._meant(move.label))]
        rest = [move for move in rest if move is not chosen]
        if any(self._is_content(move) for move in after if move is not chosen) and "{slot}" not in way:
            raise Lost("something was touched that nobody tells")
        if rest and rest[-1].kind in CHOSEN and any(effect.column for effect in deed.effects):
            rest = rest[:-1]  # the star or the switch itself
        if any(self._kind(move) == "mail" for move in rest if move.kind == "fill"):
            raise Lost("an answer to somebody else")
        return self._put(way, given) + self._besides(rest)

    def _is_content(self, move: Move) -> bool:
        """Whether a row was touched that is the owner's, and no word of the app's."""
        return move.kind in ("row", "group", "card") and not self._is_own(move.label)

    def _lead_name(self, moves: list[Move], subject: Move | None) -> str:
        rows = moves[: moves.index(subject)] if subject is not None else []
        return next((move.label for move in reversed(rows) if move.kind == "row"), "")

    def _main(self, deed: Deed, told: list[Move]) -> Move:
        """The one field that the way names."""
        able = [
            move
            for move in told
            if not deed.of
            or (move.kind == "fill" and self._kind(move) == deed.of)
            or (deed.of == "amount" and _MONEY.match(move.label))
        ]
        if len(able) != 1 and (deed.of or not able):
            raise Lost("nothing to enter, or one thing over the other")
        return able[0]

    def _option(self, after: list[Move]) -> Move:
        known = words()
        for move in reversed(after):
            meant = self._meant(move.label)
            is_way = any(fits(one, meant) for one in (known.commit, known.onward, known.connect))
            if not is_way and move.kind not in ("fill", "time", "day", "search", "tab"):
                return move
        raise Lost("nothing was chosen")

    def _slot(self, after: list[Move]) -> str:
        for move in (move for move in reversed(after) if move.kind not in FILLED):
            said = [move.label, *(piece for line in move.steps for piece in line.value.pieces)]
            timed = [text for text in said if _DIGITS.search(text)]
            if timed:
                return max(timed, key=len)
        raise Lost("no time was chosen")

    def _besides(self, rest: list[Move]) -> str:
        return self._pick("besides") + self._all(rest) if rest else ""

    # -- new things and changed ones -------------------------------------------------------------------

    def _make(self, deed: Deed, moves: list[Move], told: list[Move]) -> str:
        if not any(move.kind in FILLED for move in told):
            raise Lost("something new that is nothing")
        if any(move.kind == "row" for move in moves):
            raise Lost("new, and about something else")
        form = next((move.place, move.over) for move in told if move.kind in FILLED)
        told = [move for move in told if move.kind in FILLED or (move.place, move.over) == form]
        noun = self._chance.choice(deed.nouns[self._language])
        return self._fill("new", n=noun, fields=self._all(told, is_new=True))

    def _changed(self, it: str, told: list[Move]) -> str:
        if not told:
            raise Lost("nothing has changed")
        if len(told) == 1 and told[0].kind in FILLED:
            move = told[0]
            ways = self._says.changes.get(self._sort(move), self._says.changes["other"])
            given = {"it": it, "v": self._told(move), "l": self._field_name(move)}
            return self._put(self._fitting(ways, move), given)
        return self._fill("edit", it=it, fields=self._all(told))

    def _all(self, told: list[Move], is_new: bool = False) -> str:
        """Fields one after the other, each as its kind is said."""
        joined = self._names_joined(told) if is_new else list(told)
        said = [self._one(move, is_new and not place) for place, move in enumerate(joined)]
        gap = self._pick("joins")
        return gap.join(said[:-1]) + (self._pick("last_join") if len(said) > 1 else "") + said[-1]

    def _names_joined(self, told: list[Move]) -> list[Move]:
        """A first and a last name are one name."""
        kinds = [self._kind(move) if move.kind == "fill" else "" for move in told]
        if kinds[:2] != ["given", "family"] or self._language == CHINESE:
            return list(told)
        whole = told[0]._replace(value=f"{told[0].value} {told[1].value}")
        return [whole, *told[2:]]

    def _one(self, move: Move, is_first: bool) -> str:
        if move.kind in ("switch", "checkbox"):
            return self._fill("chosen_on" if move.on else "chosen_off", what=self._shown(move.label))
        if move.kind in CHOSEN:
            return self._fill("chosen", what=move.label)
        sort = self._sort(move)
        ways = self._says.withs.get(f"first {sort}") if is_first else None
        ways = ways or self._says.withs.get(sort) or self._says.withs["first other" if is_first else "other"]
        return self._put(self._fitting(ways, move), {"l": self._field_name(move), "v": self._told(move)})

    def _fitting(self, ways: tuple[str, ...], move: Move) -> str:
        """One of some ways; what is still to be found is not quoted."""
        plain = [way for way in ways if not _QUOTED.search(way)]
        return self._chance.choice(plain if plain and self._is_carried(move) else ways)

    def _is_carried(self, move: Move) -> bool:
        return bool(self.carried[0]) and move.value == self.carried[0]

    def _is_number(self, move: Move) -> bool:
        """Whether it says how many."""
        return move.kind == "option" and move.value.isdigit()

    def _sort(self, move: Move) -> str:
        """What a field is for: its kind, and of times and days whether something begins or ends then."""
        if move.kind in ("time", "day"):
            meant = [label.lower() for label in self._meant(move.label)]
            if any(label.startswith("end") for label in meant):
                return f"end {move.kind}"
            return "other" if any(label.startswith(("birth", "repeat")) for label in meant) else move.kind
        if move.kind == "option":
            return "number" if self._is_number(move) else "option"
        return "to" if "To" in self._meant(move.label) else self._kind(move)

    def _kind(self, move: Move) -> str:
        """What kind of text a field takes."""
        return values().kind_of(self._meant(move.label)[-1])

    def _told(self, move: Move) -> str:
        """What is typed, or, where the other walk has read it, a word for it."""
        if self._is_carried(move):
            return self.found or self._chance.choice(self._says.found[self.carried[1]])
        if move.kind == "day" and self._chance.random() < 0.4:
            return without_year(move.value)
        return move.value or move.label

    def _field_name(self, move: Move) -> str:
        label = move.label
        if move.kind in ("time", "day"):
            named = _DIGITS.sub("", label).strip()
            return named[:1].lower() + named[1:] if named and self._is_own(named) else self._pick(move.kind)
        noun = words().options.get(move.place) if move.kind == "option" else None
        known = (words().fields.get(one.lower()) for one in self._meant(label))
        noun = noun or next((noun for noun in known if noun is not None), None)
        if noun is not None:
            return noun.in_language(self._language)
        if move.kind == "option" and not self._is_own(label):
            raise Lost("a field that is called what it holds")
        label = label.split(" (")[0].rstrip("?？")
        return label if self._language == CHINESE else label[:1].lower() + label[1:]


def without_year(day: str) -> str:
    """`Tuesday, 12 May` of `Tuesday, 12 May 2026`."""
    return re.sub(r" \d{4}\Z", "", day)


def tidy(text: str) -> str:
    """Without the gaps that come from putting pieces together."""
    text = re.sub(r"\b(with|and|on|for|the) \1\b", r"\1", text)
    text = text.replace("the The ", "The ")
    text = re.sub(r"\bone (?:the|that|my) ", "one ", text)
    text = re.sub(r"\b([Aa]) (?=[aeio])", r"\1n ", re.sub(r" {2,}", " ", text))
    return re.sub(r"\s+([,:;，：；。])", r"\1", text).strip()
