"""Demos: the answers that would have led to an action somebody else chose, so that nano can learn from it.

A text is taken apart into pieces that nano can copy, and a number that stands nowhere into what it was
reckoned from; of an answer only what carries its meaning is kept: `$58.70` says as much as `The total is
$58.70.` Invariant: answers that are given lead to an action that does the same; where there are none, the
reason is given instead.
"""

from __future__ import annotations

from typing import NamedTuple

from phonebuddy.actions import (
    Action,
    CallUser,
    Click,
    CloseApp,
    DoubleClick,
    Drag,
    Finish,
    LongPress,
    OpenApp,
    Output,
    Type,
)
from phonebuddy.agents.nano.choices import (
    END,
    FIRST_OPERATION,
    FIRST_PHRASE,
    FIRST_TOLD,
    KIND,
    MOST_PIECES,
    MOST_SPAN,
    NUM_PLACES,
    PHRASES,
    Ask,
    allowed,
    decide,
    first_thing,
    thing_of,
)
from phonebuddy.agents.nano.pieces import is_chinese, plain
from phonebuddy.agents.nano.reckoning import OPERATIONS
from phonebuddy.agents.nano.things import TOUCHED, share_at, thing_at
from phonebuddy.agents.nano.view import View, kind_of
from phonebuddy.agents.nano.words import Word, is_sign, words_of
from phonebuddy.agents.nano.worked_out import MONEY, work_out
from phonebuddy.tasks.answers import says_impossible

ENOUGH = 0.5
"""The share of a typed text's words that must be found somewhere; what joins them may be left out."""


class Shown(NamedTuple):
    """What a demonstration comes to: the answers with their questions, or why there are none."""

    answers: tuple[int, ...]
    asks: tuple[Ask, ...] = ()
    problem: str = ""


class _Piece(NamedTuple):
    """A stretch of a text and where it is found."""

    start: int
    length: int
    source: int
    first: int


_Source = tuple[int, tuple[tuple[int, str], ...]]


def show(view: View, action: Action) -> Shown:
    """The answers that lead to an action."""
    answers = _answers(view, action)
    if isinstance(answers, str):
        return Shown((), problem=answers)
    return _follow(view, answers)


def follow(view: View, answers: tuple[int, ...]) -> tuple[Action, tuple[Ask, ...]]:
    """The action that answers lead to, and what was asked on the way; ValueError where they do not fit."""
    asks: list[Ask] = []
    deciding = decide(view)
    try:
        ask = next(deciding)
        for answer in answers:
            if answer not in allowed(view, ask):
                raise ValueError(f"{answer} is no answer to {ask}")
            asks.append(ask)
            ask = deciding.send(answer)
    except StopIteration as end:
        if len(asks) == len(answers):
            action: Action = end.value
            return action, tuple(asks)
    raise ValueError("the answers lead to no action, or go on behind it")


def _follow(view: View, answers: list[int]) -> Shown:
    try:
        _, asks = follow(view, tuple(answers))
    except ValueError as error:
        return Shown((), problem=f"not allowed: {error}")
    return Shown(tuple(answers), asks)


def _answers(view: View, action: Action) -> list[int] | str:
    kind = kind_of(action)
    match action:
        case Click() | LongPress() | DoubleClick():
            place = thing_at(view.look, action.point)
            if place is None:
                return "touches nothing"
            thing = view.look.things[place]
            if isinstance(action, Click) and thing.element.role in TOUCHED:
                share = share_at(view.look, thing, action.point)
                return [KIND[kind], place, round(share * (NUM_PLACES - 1))]
            return [KIND[kind], place]
        case Drag():
            ends = [thing_at(view.look, point) for point in (action.start, action.end)]
            found = [place for place in ends if place is not None]
            return [KIND[kind], *found] if len(found) == 2 else "drags nothing"
        case OpenApp() | CloseApp():
            named = [plain(app) for app in view.apps]
            wanted = plain(action.package)
            return [KIND[kind], named.index(wanted)] if wanted in named else "opens an unknown app"
        case Type():
            return _typed(view, action.text)
        case Finish() | Output() | CallUser():
            return _said(view, action)
        case _:
            return [KIND[kind]]


# -- texts -------------------------------------------------------------------------------------------------


def _typed(view: View, text: str) -> list[int] | str:
    words = words_of(text)
    pieces = _cover(view, words, told_first=True)
    covered = sum(piece.length for piece in pieces)
    numbers = [place for place, word in enumerate(words) if word.text[0].isdigit()]
    if any(not _is_in(place, pieces) for place in numbers):
        return _reckoned(view, KIND["type"], words, numbers) or "types a number that is nowhere"
    if not words or covered < ENOUGH * len(words):
        return "types what is nowhere"
    return [KIND["type"], *_as_answers(view, pieces)]


def _said(view: View, action: Finish | Output | CallUser) -> list[int] | str:
    kind = KIND[kind_of(action)]
    phrase = _phrase(action)
    if phrase is not None:
        return [kind, FIRST_PHRASE + PHRASES.index(phrase), END]
    words = words_of(action.text)
    pieces = _cover(view, words, told_first=False)
    numbers = [place for place, word in enumerate(words) if word.text[0].isdigit()]
    if any(not _is_in(place, pieces) for place in numbers):
        return _reckoned(view, kind, words, numbers) or "says a number that is nowhere"
    telling = [piece for piece in pieces if _is_telling(view, words, piece)]
    kept = telling or [piece for piece in pieces if not is_sign(words[piece.start])][:1]
    return [kind, *_as_answers(view, kept)] if kept else "says what is nowhere"


def _reckoned(view: View, kind: int, words: tuple[Word, ...], numbers: list[int]) -> list[int] | None:
    """The answers that lead to the only number of a text, where it can be reckoned."""
    if len(numbers) != 1:
        return None
    (place,) = numbers
    before = words[place - 1].text if place else ""
    way = work_out(view, (before if before in MONEY else "") + words[place].text)
    if way is None:
        return None
    answers = [kind, FIRST_OPERATION + OPERATIONS.index(way.operation)]
    for value in way.values:
        is_told = value.source < first_thing(view)
        answers += [value.source, value.last] if is_told else [value.source, value.first, value.last]
    return answers + ([END] if len(way.values) < MOST_PIECES else [])


def _phrase(action: Finish | Output | CallUser) -> str | None:
    if isinstance(action, CallUser):
        return PHRASES[2]
    if says_impossible(action.text) and not any(letter.isdigit() for letter in action.text):
        return PHRASES[1]
    return next((phrase for phrase in PHRASES if plain(phrase) == plain(action.text)), None)


def _is_telling(view: View, words: tuple[Word, ...], piece: _Piece) -> bool:
    """Whether a stretch is a value: a number, a name, a whole text of the screen; not `The total is`."""
    part = words[piece.start : piece.start + piece.length]
    if any(word.text[0].isdigit() or is_chinese(word.text) for word in part):
        return True
    if any(word.text[0].isupper() for word in part[0 if piece.start else 1 :]):
        return True
    if piece.source < first_thing(view):
        return False
    whole = [plain(text) for text in thing_of(view, piece.source).texts]
    return piece.length > 1 and plain(" ".join(word.text for word in part)) in whole


def _is_in(place: int, pieces: list[_Piece]) -> bool:
    return any(piece.start <= place < piece.start + piece.length for piece in pieces)


def _as_answers(view: View, pieces: list[_Piece]) -> list[int]:
    answers: list[int] = []
    for piece in pieces[:MOST_PIECES]:
        last = piece.first + piece.length - 1
        if piece.source < first_thing(view):
            answers += [FIRST_TOLD + piece.first, last]
        else:
            answers += [piece.source, piece.first, last]
    return answers + ([END] if len(pieces) < MOST_PIECES else [])


def _cover(view: View, words: tuple[Word, ...], told_first: bool) -> list[_Piece]:
    """The longest stretches of a text that are found somewhere, in the order of the text."""
    found: list[_Piece] = []
    spans = [(0, len(words))]
    wanted = {word.plain for word in words}
    sources = [one for one in _sources(view, told_first) if any(piece in wanted for _, piece in one[1])]
    while spans:
        start, end = spans.pop()
        best = _longest(words[start:end], sources, is_typed=told_first)
        if best is None:
            continue
        piece = best._replace(start=best.start + start)
        found.append(piece)
        spans += [(start, piece.start), (piece.start + piece.length, end)]
    useful = [
        piece for piece in found if not all(is_sign(words[piece.start + n]) for n in range(piece.length))
    ]
    return sorted(useful)


def _sources(view: View, told_first: bool) -> list[_Source]:
    """Every source with its words, each with the number of its text; of equals the first one is taken."""
    told = [(FIRST_TOLD, tuple((0, word.plain) for word in view.told))]
    here = len(view.look.things)
    things = [*view.look.things, *(one.thing for one in view.read)]
    # A short thing says less besides.
    order = sorted(range(len(things)), key=lambda place: (place >= here, len(things[place].words)))
    said = [(first_thing(view) + place, things[place].pieces) for place in order]
    return told + said if told_first else said + told


def _longest(words: tuple[Word, ...], sources: list[_Source], is_typed: bool) -> _Piece | None:
    """Of equally long ones the first. What is typed was mostly read on another page, so there a whole text
    goes before a part of one: `18` is the 18 that was read, not a part of `Mon, 18 May` beside the field."""
    best, rank = None, (0, False)
    wanted = [word.plain for word in words]
    starts: dict[str, list[int]] = {}
    for start, word in enumerate(wanted):
        starts.setdefault(word, []).append(start)
    for source, said in sources:
        for first, (_, piece) in enumerate(said):
            for start in starts.get(piece, ()):
                length = _common(wanted, start, said, first)
                if length < rank[0]:
                    continue
                is_whole = is_typed and (source == FIRST_TOLD or _is_whole(said, first, length))
                if (length, is_whole) > rank:
                    best, rank = _Piece(start, length, source, first), (length, is_whole)
    return best


def _is_whole(said: tuple[tuple[int, str], ...], first: int, length: int) -> bool:
    """Whether a stretch is all of its text."""
    number, last = said[first][0], first + length
    begins = first == 0 or said[first - 1][0] != number
    return begins and (last == len(said) or said[last][0] != number)


def _common(wanted: list[str], start: int, said: tuple[tuple[int, str], ...], first: int) -> int:
    length = 0
    while (
        length < MOST_SPAN
        and start + length < len(wanted)
        and first + length < len(said)
        and said[first + length] == (said[first][0], wanted[start + length])
    ):
        length += 1
    return length
