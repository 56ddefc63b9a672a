"""Saying: puts what a walk did into words, in one of very many ways.

What people take for granted (menus, saving, scrolling) is left out, and where the words tell the app, mostly
its name too. Invariant: whatever was typed stands in the instruction letter for letter, and so does the row
it is about; what would be no sentence to a person is Lost.
"""

from __future__ import annotations

import random
import re
from typing import NamedTuple

from phonebuddy.tasks.drills.deeds import deeds
from phonebuddy.tasks.drills.filling import FILLED
from phonebuddy.tasks.drills.questions import questions
from phonebuddy.tasks.drills.reading import Reading, static_texts
from phonebuddy.tasks.drills.refusing import Refusal
from phonebuddy.tasks.drills.telling import CHOSEN, Teller, tidy
from phonebuddy.tasks.drills.trail import Lost, Move
from phonebuddy.tasks.drills.walk import PAGE
from phonebuddy.tasks.drills.words import fits, words
from phonebuddy.tasks.speech import Speech
from phonebuddy.world.spec.load import AppSet
from phonebuddy.world.state.changes import Change
from phonebuddy.world.state.speech import CHINESE, ENGLISH

CHATTY, TAILED, WITH_APP, WITH_WHERE = 0.2, 0.12, 0.25, 0.5
"""How often something is said that does not matter, the app is named though it need not, the way is told."""
PEOPLE = frozenset({"contacts", "dialer", "messages"})
"""Apps from which people get to each other's pages."""
PAID = ("hub", "bank", "files")
"""Apps whose tables others change on the way."""
INLINE = 0.6
"""How often what is to be found is told where it is needed: `text Ana the price of the lamp`."""
_ENDED_TWICE = re.compile(r"([.?!。？！])[.?。？]+")
OWN_WORDS = 0.6
"""How often a question is asked in words of its own, and not as `what is`."""
MOST_WAY = 4
"""Touches on the way to what has no name but its label; more is a maze."""


class Part(NamedTuple):
    """One walk of a drill: where and what for it was, what was done, read and changed."""

    app: str
    aim: str
    moves: tuple[Move, ...]
    reading: Reading | None
    changes: tuple[Change, ...] = ()
    refusal: Refusal | None = None


def say(parts: tuple[Part, ...], apps: AppSet, speech: Speech, chance: random.Random) -> str:
    """The instruction for one walk, or for several after each other; Lost where there are no words for it."""
    first, *rest = (_Speaker(part, apps, speech, chance) for part in parts)
    for part, speaker in zip(parts, rest, strict=False):
        if part.reading is not None:
            speaker.carried = part.reading.value, part.reading.kind
    return first.say_with(rest) if rest else first.say()


class _Speaker(Teller):
    def __init__(self, part: Part, apps: AppSet, speech: Speech, chance: random.Random) -> None:
        super().__init__(speech, chance, static_texts(apps, ENGLISH))
        app, self._aim, moves, self._reading, self._changes, self._refusal = part
        place = self._reading.place if self._reading is not None and self._reading.place else moves[-1].place
        last = place.partition("/")[0]
        # Who went through the host is in the mini.
        is_mini = last in apps.apps and apps.apps[last].manifest.host == app
        self._app = last if is_mini else app
        self._head = apps.apps[self._app].manifest
        self._moves = [move for move in moves if move.kind not in ("open", "search", "scroll")]

    def say(self) -> str:
        if self._refusal is not None:
            return self._refused(self._refusal)
        if self._reading is not None:
            return self._finish(self._asked(self._reading), "questions")
        return self._finish(tidy(self._clause()), "asks")

    def say_with(self, others: list[_Speaker]) -> str:
        """This and then the others, each with its app; or what is to be found inside of the next."""
        said = []
        if self._reading is not None and self._chance.random() < INLINE:
            others[0].found = self._what(self._reading)
        else:
            reading = self._reading
            first = self._fill("fact", c=self._thing(reading)) if reading is not None else self._clause()
            said = [self._in_app(first, True)]
        said += [one._in_app(one._clause(), one._head is not self._head) for one in others]
        if self._is_sentence or any(one._is_sentence for one in others):
            stop = self._pick("stop")
            return self._around(stop.join(f"{one[:1].upper()}{one[1:]}" for one in said) + stop.rstrip())
        clause = self._pick("then").join(said)
        capital = clause[:1].upper() + clause[1:]
        return self._around(self._fill("asks_without", c=clause, C=capital))

    def _clause(self) -> str:
        if self._aim == PAGE:
            return self._fill("page", where=self._shown(self._moves[-1].label))
        deed = deeds().find(self._changes, self._moves, self._meant)
        if deed is None:
            if not all(deeds().plain.fullmatch(change.table) for change in self._changes):
                raise Lost("no words for that")
            return self._plain()
        shared = any(label.startswith("Share") for move in self._moves for label in self._meant(move.label))
        if shared and (deed.by is None or not deed.by.match("share")):
            raise Lost("a way that nobody would take")
        home = deed.effects[0].table.partition("_")[0]
        self._is_foreign = home != self._app
        if (
            self._is_foreign
            and deed.by is None
            and {home, self._app} - PEOPLE
            and home not in (*PAID, self._app)
        ):
            raise Lost("a way round that nobody would take")
        return self._deed(deed, self._moves)

    # -- what has no name but its label ----------------------------------------------------------------

    def _plain(self) -> str:
        """A switch, a box, a choice or a button with a verb to it."""
        moves = self._moves
        is_twice = len({(move.label, move.row) for move in moves}) < len(moves)
        if any(move.kind in FILLED for move in moves) or not 0 < len(moves) <= MOST_WAY or is_twice:
            raise Lost("no words for that")
        last = moves[-1]
        rows = [move for move in moves[:-1] if move.kind in ("row", "hold")]
        subject = (last.row, last.place) if last.row else (rows[-1].label, rows[-1].place) if rows else None
        it = self._it(*subject) if subject is not None else ""
        if len(rows) > 1:
            raise Lost("a row after the other")
        is_setting = subject is not None and subject[1] not in words().nouns
        if subject is not None and is_setting and (self._is_own(subject[0]) or "settings" in subject[1]):
            it, rows = "", []  # not a thing
        return self._act(it, last) + self._where([move for move in moves[:-1] if move not in rows])

    def _act(self, it: str, last: Move) -> str:
        if last.kind == "checkbox" and it:
            return self._fill("check" if last.on else "uncheck", it=it)
        if last.kind == "switch":
            return self._switch(it, last)
        named = [move for move in self._moves if self._is_named(move) and not _confirms(move)]
        if last.kind in ("radio", "chip") or last.over in ("menu", "sheet"):
            what = named[-2] if len(named) > 1 else None
            if what is None or last.kind in CHOSEN and not last.on:
                raise Lost("a choice of what?")
            key = "set_of" if it else "set"
            return self._fill(key, it=it, what=self._shown(what.label), option=last.label)
        label = (named or self._moves)[-1].label
        meant = self._meant(label)
        ways = next((ways for pattern, ways in self._says.verbs if fits(pattern, meant)), None)
        if not it or ways is None:
            raise Lost("no verb for that")
        return self._put(self._chance.choice(ways), {"it": it})

    def _switch(self, it: str, move: Move) -> str:
        what = self._shown(move.label)
        if it and move.row and move.row in move.label:
            what = it  # the switch of a row switches the row itself
        elif it:
            what = self._fill("whose", what=what, it=it)
        return self._fill("on" if move.on else "off", what=what)

    def _where(self, before: list[Move]) -> str:
        """The page it is on, sometimes."""
        named = [move for move in before if self._is_named(move) and self._is_own(move.label)]
        named = [move for move in named if move.kind not in ("row", "item") or move.place.endswith("/home")]
        if not named or self._chance.random() >= WITH_WHERE:
            return ""
        return self._fill("under", where=self._shown(named[-1].label))

    # -- questions -------------------------------------------------------------------------------------

    def _asked(self, reading: Reading) -> str:
        """The question whose answer it is."""
        if reading.other:
            ways = questions().comparing[reading.question.kind][reading.sign]
            names = [self._it(one, reading.place) for one in (reading.row, reading.other)]
            self._chance.shuffle(names)
            a, b = names
            return self._put(self._chance.choice(ways[self._language]), {"a": a, "b": b})
        given = self._about(reading)
        if not reading.question.thing or self._chance.random() < OWN_WORDS:
            return self._put(self._chance.choice(reading.question.asks[self._language]), given)
        thing = self._put(reading.question.thing[self._language], given)
        is_clause = thing.startswith(("what ", "how "))
        return self._fill("asked_clause" if is_clause else "asked", c=thing, C=thing[:1].upper() + thing[1:])

    def _thing(self, reading: Reading) -> str:
        """What is read, in words: `the price of the lamp`."""
        return self._put(reading.question.thing[self._language], self._about(reading))

    def _about(self, reading: Reading) -> dict[str, str]:
        """What it is a value of, with its noun and without."""
        return {"it": self._it(reading.row, reading.place) if reading.row else "", "t": reading.row}

    def _what(self, reading: Reading) -> str:
        """The same as something to write down, with its app where needed."""
        text = self._thing(reading)
        return self._fill("thing_in", c=text, app=self._title) if self._needs_app(text) else text

    def _refused(self, refusal: Refusal) -> str:
        """What cannot be done, as if it could."""
        title = refusal.title
        it = self._it(title, refusal.place) if refusal.place else self._called(refusal.noun, title)
        way = self._chance.choice(refusal.ways)
        is_asked = way.endswith((".", "?", "。", "？"))
        return self._finish(tidy(self._put(way, {"it": it})), "questions" if is_asked else "asks")

    # -- the whole -------------------------------------------------------------------------------------

    @property
    def _title(self) -> str:
        return self._head.title_in(self._language)

    def _needs_app(self, clause: str) -> bool:
        """Whether the app has to be named: the words do not tell it, or it is a way round; else by chance."""
        words_of = deeds().telling.get(self._app)
        tells = words_of is not None and words_of.search(clause) is not None and not self._is_foreign
        return not tells or self._chance.random() < WITH_APP

    def _in_app(self, clause: str, is_new: bool) -> str:
        """A clause with the app it is about, where that has to be said."""
        key = "in_app_states" if self._is_sentence else "in_app"
        return self._fill(key, c=clause, app=self._title) if is_new and self._needs_app(clause) else clause

    def _finish(self, clause: str, kind: str) -> str:
        kind = "states" if self._is_sentence and kind == "asks" else kind
        key = kind if self._needs_app(clause) else f"{kind}_without"
        capital = clause[:1].upper() + clause[1:]
        text = self._fill(key, c=clause, C=capital, app=self._title)
        return self._around(text, kind == "questions")

    def _around(self, text: str, is_asked: bool = False) -> str:
        """With what people say besides."""
        gap = "" if self._language == CHINESE else " "
        if self._chance.random() < CHATTY:
            text = self._pick("leads") + gap + text
        if not is_asked and self._chance.random() < TAILED and text[-1] in ".?!。？！":
            text += gap + self._pick("tails")
        return _ENDED_TWICE.sub(r"\1", text)


def _confirms(move: Move) -> bool:
    """Whether it only says yes to what was asked."""
    return move.over == "dialog" and move.kind == "button"
