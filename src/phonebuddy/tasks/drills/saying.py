"""Saying: puts what a walk did into words, in one of very many ways.

What people take for granted (menus, saving, scrolling) is mostly left out. Invariant: whatever was typed
stands in the instruction letter for letter, and so does the row it is about.
"""

from __future__ import annotations

import random
import re
from typing import NamedTuple

from phonebuddy.tasks.drills.reading import Reading, static_texts
from phonebuddy.tasks.drills.sayings import Voice
from phonebuddy.tasks.drills.trail import Move
from phonebuddy.tasks.drills.values import values
from phonebuddy.tasks.drills.walk import FILLED, PAGE
from phonebuddy.tasks.drills.words import Meant, fits, words
from phonebuddy.tasks.speech import Speech
from phonebuddy.world.spec.load import AppSet
from phonebuddy.world.state.speech import CHINESE, ENGLISH

_MOVED = re.compile(
    r"(Add|Remove|Move|Mark|Send|Save|Put) ((?:to|from|as|with|for|into) .+)\Z", re.IGNORECASE
)
CHATTY, TAILED, WITH_APP, WITH_WHERE = 0.2, 0.12, 0.6, 0.5
"""How often something is said that does not matter, the app is named though it need not, the way is told."""
CHOSEN = ("chip", "radio", "switch", "checkbox")
"""Kinds of moves that say something in a form."""
_DIGITS = re.compile(r"[\d:,.]+")


class Part(NamedTuple):
    """One walk of a drill: where and what for it was, what was done, what was read."""

    app: str
    aim: str
    moves: tuple[Move, ...]
    reading: Reading | None


def say(parts: tuple[Part, ...], apps: AppSet, speech: Speech, chance: random.Random) -> str:
    """The instruction for one walk, or for several after each other."""
    first, *rest = (_Speaker(part, apps, speech, chance) for part in parts)
    for part, speaker in zip(parts, rest, strict=False):
        if part.reading is not None:
            speaker.carried = part.reading.value, part.reading.kind
    return first.say_with(rest) if rest else first.say()


class _Speaker(Voice):
    def __init__(self, part: Part, apps: AppSet, speech: Speech, chance: random.Random) -> None:
        super().__init__(speech, chance)
        app, self._aim, moves, self._reading = part
        self.carried = "", ""
        """A value that another walk read, which is not told, and its kind."""
        self._static = static_texts(apps, ENGLISH)
        self._head = apps.apps[app].manifest
        self._moves = [move for move in moves if move.kind not in ("open", "search")]

    def say(self) -> str:
        if self._reading is not None:
            return self._finish(self._asked(self._reading), "questions")
        return self._finish(_tidy(self._clause()), "asks")

    def say_with(self, others: list[_Speaker]) -> str:
        """This and then the others, each with its app."""
        first = self._fact(self._reading) if self._reading is not None else self._clause()
        said = [self._in_app(first, True)]
        said += [one._in_app(one._clause(), one._head is not self._head) for one in others]
        if self._is_sentence or any(one._is_sentence for one in others):
            return self._around(". ".join(f"{one[:1].upper()}{one[1:]}" for one in said) + ".")
        clause = self._pick("then").join(said)
        capital = clause[:1].upper() + clause[1:]
        return self._around(self._fill("asks_without", c=clause, C=capital))

    def _clause(self) -> str:
        if self._aim == PAGE:
            where = self._pick("where_join").join(self._shown(move.label) for move in self._moves)
            return self._fill("page", where=where)
        return self._done()

    def _in_app(self, clause: str, is_new: bool) -> str:
        """A clause with the app it is about, where that has to be said."""
        needs = bool(self._head.host) or not self._noun or self._chance.random() < WITH_APP
        app = self._head.title_in(self._language)
        key = "in_app_states" if self._is_sentence else "in_app"
        return self._fill(key, c=clause, app=app) if needs and is_new else clause

    # -- what was done ---------------------------------------------------------------------------------

    def _done(self) -> str:
        subject, tail, before = self._parts()
        it = self._it(*subject) if subject else ""
        typed = any(move.kind in FILLED for move in tail)
        fields = [move for move in tail[:-1] if typed and move.kind in (*FILLED, *CHOSEN)]
        fields += [move for move in tail[-1:] if move.kind in FILLED]
        acts = [move for move in tail if move not in fields]
        first = min((tail.index(move) for move in fields), default=0)
        leading = [move.label for move in tail[:first]]
        clause = self._form(it, acts, fields, leading) if fields else self._act(it, acts)
        return clause + self._where(before)

    def _where(self, before: list[Move]) -> str:
        """The way there: tabs can be found, but which row or which setting it was, nobody could guess."""
        named = [move for move in before if self._is_named(move)]
        is_needed = any(move.kind in ("row", "item") for move in named)
        if not named or not (is_needed or self._chance.random() < WITH_WHERE):
            return ""
        where = self._pick("where_join").join(self._shown(move.label) for move in named)
        return self._fill("under", where=where)

    def _parts(self) -> tuple[tuple[str, str] | None, list[Move], list[Move]]:
        """What it is about with its page, the moves that deal with it, and those that led there."""
        moves = self._moves
        last = moves[-1]
        filled = next((n for n, move in enumerate(moves) if move.kind in FILLED), len(moves))
        if last.row and filled == len(moves):
            return (last.row, last.place), [last], moves[:-1]
        rows = [n for n, move in enumerate(moves[:-1]) if move.kind in ("row", "hold") and n < filled]
        if rows:
            row = moves[rows[-1]]
            return (row.label, row.place), moves[rows[-1] + 1 :], moves[: rows[-1]]
        first = next(
            (n for n, move in enumerate(moves) if move.kind in (*FILLED, "button", "switch")), len(moves) - 1
        )
        lead = [n for n, move in enumerate(moves[:first]) if move.kind == "tab"]
        cut = lead[-1] + 1 if lead else 0
        return None, moves[cut:], moves[:cut]

    def _act(self, it: str, acts: list[Move]) -> str:
        last = acts[-1]
        if last.kind == "checkbox" and it:
            return self._fill("check" if last.on else "uncheck", it=it)
        if last.kind == "switch":
            return self._switch(it, last)
        chosen = [move for move in acts[:-1] if move.kind in CHOSEN]
        if chosen and it and not self._is_named(last):
            return _tidy(self._form(it, [last], chosen, []))
        if chosen and last.kind in ("button", "icon_button"):
            rest = self._act(it, [move for move in acts if move not in chosen])
            return (
                rest + self._pick("colons") + self._pick("joins").join(self._choice(move) for move in chosen)
            )
        labels = self._labels(acts)
        if it and len(labels) == 2 and any(one.startswith("Share") for one in self._meant(labels[0])):
            return self._fill("share", it=it, option=labels[1])
        if len(labels) >= 2:
            is_choice = last.kind in ("radio", "chip") or last.over in ("menu", "sheet")
            key = ("set" if is_choice else "several") + ("_of" if it else "")
            clause = self._fill(key, it=it, what=self._shown(labels[-2]), option=labels[-1])
            way = [move for move in acts if move.label in labels[:-2]]
            return clause + (self._where(way) if self._chance.random() < WITH_WHERE else "")
        return self._press(it, labels[0])

    def _switch(self, it: str, move: Move) -> str:
        what = self._shown(move.label)
        if it and move.row and move.row in move.label:
            what = it  # the switch of a row switches the row itself
        elif it:
            what = self._fill("whose", what=what, it=it)
        return self._fill("on" if move.on else "off", what=what)

    def _labels(self, acts: list[Move]) -> list[str]:
        """What was touched, without what nobody names, and without a button that only confirms."""
        named = [move.label for move in acts if self._is_named(move) and not _confirms(move)]
        named = named or [acts[-1].label]
        if len(named) > 1 and all(fits(words().onward, self._meant(label)) for label in named[-2:]):
            named = named[-1:]  # who orders something has put it into the cart
        meant = [self._meant(label)[-1] for label in named]
        return [one for n, one in enumerate(named) if n == 0 or not _same(meant[n], meant[n - 1])]

    def _press(self, it: str, label: str) -> str:
        if not it:
            return self._fill("press", what=self._shown(label))
        meant = self._meant(label)
        ways = next((ways for pattern, ways in self._says.verbs if fits(pattern, meant)), None)
        if ways is not None and self._chance.random() < 0.8:
            return self._put(self._chance.choice(ways), {"it": it})
        moved = _MOVED.match(label)
        if moved is not None and self._language == ENGLISH:
            return f"{moved[1].lower()} {it} {moved[2]}"
        return self._fill("press_of", it=it, what=self._shown(label))

    # -- forms -----------------------------------------------------------------------------------------

    def _form(self, it: str, acts: list[Move], fields: list[Move], leading: list[str]) -> str:
        meant = [self._meant(move.label) for move in acts]
        added = (words().nouns.get(move.place) for move in acts if "Add" in self._meant(move.label))
        made = next((noun for one in meant if (noun := words().made_by(one)) is not None), None)
        made = made or next((noun for noun in added if noun is not None), None)
        name = made.in_language(self._language) if made is not None else ""
        edited = any(line.word == "replace" for move in fields for line in move.steps)
        labels = self._labels(acts) if acts else []
        if it and len(labels) > 1 and any(one.startswith("Share") for one in self._meant(labels[0])):
            told = self._fields(fields, False)
            return _tidy(self._fill("share", it=it, option=labels[1]) + told)
        if it and self._kind(fields[0]) == "amount" and _starts(meant, ("Send", "To a contact", "Transfer")):
            rest = self._fields(fields[1:], False)
            return _tidy(self._fill("pay", it=it, v=self._told(fields[0])) + rest)
        is_text = fields[0].kind == "fill" and self._kind(fields[0]) == "sentence"
        if it and len(fields) == 1 and is_text and _starts(meant, ("Send", "New message", "Message")):
            is_told = fields[0].value != self.carried[0]
            told = self._fill("saying", v=fields[0].value) if is_told else self._told(fields[0])
            return _tidy(self._fill("send", it=it, fields=told))
        if name and not edited:
            self._noun = name
            key = "new_of" if it else "new"
            return _tidy(self._fill(key, it=it, n=name, fields=self._fields(fields, True)))
        named = [label for label in labels if label in leading]
        if named:
            what = self._pick("where_join").join(self._shown(label) for label in named)
            key = "form_of" if it else "form"
            return _tidy(self._fill(key, it=it, what=what, fields=self._fields(fields, False)))
        if it:
            return _tidy(self._fill("edit", it=it, fields=self._fields(fields, False)))
        self._is_sentence = True
        return self._fields(fields, False).lstrip(":,：， -")

    def _fields(self, fields: list[Move], is_new: bool) -> str:
        if not fields:
            return ""
        text = "" if is_new else self._pick("colons")
        for number, move in enumerate(fields):
            key = self._field_key(move, is_new and not number, is_new and number == len(fields) - 1)
            if move.kind in CHOSEN:
                said = self._choice(move)
            else:
                said = self._fill(key, l=self._field_name(move), v=self._told(move))
            # What is written in a note or a mail may stand behind a colon, without a name.
            text += ("" if not number or key == "saying" else self._pick("joins")) + said
        return text

    def _field_key(self, move: Move, is_first: bool, is_last: bool) -> str:
        """Which of the sayings fit a field."""
        meant = self._meant(move.label)
        if move.kind in ("time", "day"):
            is_end = any("end" in label.lower() for label in meant)
            return "field" if is_end or self._chance.random() < 0.3 else f"at_{move.kind}"
        if "To" in meant and is_first:
            return "to_field"
        is_text = self._kind(move) == "sentence" and move.value != self.carried[0]
        if is_last and not is_first and is_text and self._chance.random() < 0.4:
            return "saying"
        return "first_field" if is_first else "field"

    def _kind(self, move: Move) -> str:
        """What kind of text a field takes."""
        return values().kind_of(self._meant(move.label)[-1])

    def _told(self, move: Move) -> str:
        """What is typed, or, where the other walk has read it, a word for it."""
        value, kind = self.carried
        if value and move.value == value:
            return self._chance.choice(self._says.found[kind])
        if move.kind == "day" and self._chance.random() < 0.4:
            return without_year(move.value)
        return move.value

    def _choice(self, move: Move) -> str:
        if move.kind in ("switch", "checkbox"):
            return self._fill("chosen_on" if move.on else "chosen_off", what=self._shown(move.label))
        return self._fill("chosen", what=move.label)

    def _field_name(self, move: Move) -> str:
        label = move.label
        if move.kind in ("time", "day"):
            named = _DIGITS.sub("", label).strip()
            is_named = any(one in self._static for one in self._meant(named))
            return named[:1].lower() + named[1:] if named and is_named else self._pick(move.kind)
        known = (words().fields.get(one.lower()) for one in self._meant(label))
        noun = next((noun for noun in known if noun is not None), None)
        if noun is not None:
            return noun.in_language(self._language)
        label = label.split(" (")[0].rstrip("?？")
        return label if self._language == CHINESE else label[:1].lower() + label[1:]

    # -- questions -------------------------------------------------------------------------------------

    def _asked(self, reading: Reading) -> str:
        rows = [move for move in self._moves if move.kind in ("row", "hold")]
        if reading.row:
            ways = self._says.reads[reading.kind]
            return self._put(self._chance.choice(ways), {"it": self._it(reading.row, reading.place)})
        what = self._shown(reading.label)
        if rows:
            return self._fill("read_of", what=what, it=self._it(rows[-1].label, rows[-1].place))
        return self._fill("read", what=what)

    # -- the whole -------------------------------------------------------------------------------------

    def _fact(self, reading: Reading) -> str:
        """To find out something, as a clause."""
        if reading.row:
            return self._put(
                self._chance.choice(self._says.facts[reading.kind]),
                {"it": self._it(reading.row, reading.place)},
            )
        rows = [move for move in self._moves if move.kind in ("row", "hold")]
        what = self._shown(reading.label)
        if rows:
            return self._fill("fact_of", what=what, it=self._it(rows[-1].label, rows[-1].place))
        return self._fill("fact", what=what)

    def _finish(self, clause: str, kind: str) -> str:
        kind = "states" if self._is_sentence and kind == "asks" else kind
        needs_app = bool(self._head.host) or not self._noun
        names_app = needs_app or self._chance.random() < WITH_APP
        app = self._head.title_in(self._language)
        capital = clause[:1].upper() + clause[1:]
        text = self._fill(kind if names_app else f"{kind}_without", c=clause, C=capital, app=app)
        return self._around(text)

    def _around(self, text: str) -> str:
        """With what people say besides."""
        gap = "" if self._language == CHINESE else " "
        if self._chance.random() < CHATTY:
            text = self._pick("leads") + gap + text
        if self._chance.random() < TAILED and text[-1] in ".?!。？！":
            text += gap + self._pick("tails")
        return text.replace("..", ".").replace("?.", "?").replace("!.", "!").replace("。。", "。")


def _starts(meant: list[Meant], words: tuple[str, ...]) -> bool:
    return any(label.startswith(words) for one in meant for label in one)


def without_year(day: str) -> str:
    """`Tuesday, 12 May` of `Tuesday, 12 May 2026`."""
    return re.sub(r" \d{4}\Z", "", day)


def _tidy(text: str) -> str:
    """Without the gaps that come from putting pieces together."""
    text = re.sub(r"\b(with|and|on|for|the) \1\b", r"\1", text)
    text = re.sub(r"\bone (?:the|that|my) ", "one ", text)
    text = re.sub(r"\b([Aa]) (?=[aeio])", r"\1n ", re.sub(r" {2,}", " ", text))
    return re.sub(r"\s+([,:;，：；。])", r"\1", text).strip()


def _confirms(move: Move) -> bool:
    """Whether it only says yes to what was asked."""
    return move.over == "dialog" and move.kind == "button"


def _same(one: str, two: str) -> bool:
    """Whether one label only confirms another: `Delete` and `Delete`, `Report a problem` and `Report`."""
    return one.split()[0].lower() == two.split()[0].lower()
