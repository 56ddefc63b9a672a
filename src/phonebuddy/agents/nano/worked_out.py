"""Worked out: by which operation, and from which values, a number was made that stands nowhere.

A demonstration shows what came of it, not how: all operations over all values that can be pointed at are
tried. Invariant: what is found comes to just that number; where two ways are as likely, neither is taken.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal
from itertools import chain, combinations, permutations, product
from typing import NamedTuple

from phonebuddy.agents.nano.choices import FIRST_TOLD, first_thing
from phonebuddy.agents.nano.reckoning import amount_of, part_of, reckon, span_of, time_of
from phonebuddy.agents.nano.told import told_of
from phonebuddy.agents.nano.view import View
from phonebuddy.agents.nano.words import Word

MONEY = frozenset("$€£¥")
HALVES = frozenset(("am", "pm"))
LEAST_PLAIN = 10
"""Smaller whole numbers without a sign come of too much."""
LEAST_LIKELY = 0.2
"""Of what a number without a sign belongs to."""
MOST_VALUES = 40
MOST_OF_THREE = 20
"""Values of which any three are tried."""
LONGEST_SPAN = 5
"""Words of a span of time: `1 h and 30 min`."""
CLEARLY = 0.1
"""By how much more likely one way has to be than the next."""


class Value(NamedTuple):
    """Something that can be reckoned with, and where it stands."""

    text: str
    sign: str
    likely: float
    """How much of what it belongs to the instruction speaks of."""
    place: int
    """Where the instruction speaks of it; values are taken in that order."""
    source: int
    first: int
    last: int


class Way(NamedTuple):
    """How a number comes about."""

    operation: str
    values: tuple[Value, ...]

    @property
    def likely(self) -> float:
        return sum(value.likely for value in self.values) / len(self.values)


class Line(NamedTuple):
    """Words of one text, with what they belong to."""

    words: Sequence[Word]
    text: str
    likely: float
    place: int
    source: int
    first: int
    """The number of the first of these words among those of their source."""


def work_out(view: View, text: str) -> Way | None:
    """The way that leads to a number or a time, the likeliest."""
    lines = _lines(view)
    target = text.strip()
    if time_of(target) is not None:
        return _likeliest(_moved(lines, target))
    amount = amount_of(target)
    if amount is None or (not amount.before and amount.number < LEAST_PLAIN and not amount.decimals):
        return None
    values = _distinct(chain.from_iterable(map(_amounts, lines)), amount.before in MONEY)
    ways = [*_pairs(values, amount.number), *_parts(lines, values, amount.number)]
    ways = ways + [*_lasting(lines, amount.number)] or _threes(values, amount.number)
    # Numbers without a sign are everywhere: one of several ways is as good as none.
    is_common = not any(value.sign for way in ways for value in way.values)
    return None if is_common and len(ways) > 1 else _likeliest(ways)


def _likeliest(ways: Sequence[Way]) -> Way | None:
    best = sorted(ways, key=lambda way: -way.likely)[:2]
    if not best or (len(best) == 2 and best[0].likely - best[1].likely < CLEARLY):
        return None
    return best[0]


# -- what there is to reckon with --------------------------------------------------------------------------


def _lines(view: View) -> list[Line]:
    told = told_of(view.instruction)
    found = [Line(view.told, view.instruction, 1.0, 0, FIRST_TOLD, 0)]
    things = chain(view.look.things, (one.thing for one in view.read))
    for source, thing in enumerate(things, first_thing(view)):
        agreed, start = told.agreed(thing), 0
        for number, text in enumerate(thing.texts):
            words = [word for of, word in thing.words if of == number]
            place = agreed.place if agreed.place >= 0 else len(view.told)
            found.append(Line(words, text, agreed.near, place, source, start))
            start += len(words)
    return found


def _value(line: Line, first: int, last: int, sign: str = "") -> Value:
    text = line.text[line.words[first].start : line.words[last].end]
    is_told = line.source == FIRST_TOLD
    # A piece of the instruction is known by its first word, one of a thing by the thing.
    source = FIRST_TOLD + first if is_told else line.source
    place = first if is_told else line.place
    return Value(text, sign, line.likely, place, source, line.first + first, line.first + last)


def _amounts(line: Line) -> Iterator[Value]:
    """Numbers, with their sign where they have one."""
    for place, word in enumerate(line.words):
        if not word.text[0].isdigit() or amount_of(word.text) is None:
            continue
        before = line.words[place - 1].text if place and line.words[place - 1].end == word.start else ""
        sign = before if before in MONEY else ""
        yield _value(line, place - bool(sign), place, sign)


def _distinct(values: Iterator[Value], with_sign: bool) -> list[Value]:
    """Each number once, where it is likeliest; with its sign where the result has one."""
    found: dict[tuple[Decimal, str], Value] = {}
    for value in values:
        amount = amount_of(value.text)
        assert amount is not None, "only amounts are looked at"
        known = found.get((amount.number, value.sign))
        if known is None or known.likely < value.likely:
            found[amount.number, value.sign] = value
    best = sorted(found.values(), key=lambda value: -value.likely)[:MOST_VALUES]
    return best if with_sign else [_without_sign(value) for value in best]


def _without_sign(value: Value) -> Value:
    return value._replace(text=value.text[1:], first=value.first + 1) if value.sign else value


def _times(line: Line) -> Iterator[Value]:
    for place, word in enumerate(line.words):
        if ":" in word.text and time_of(word.text) is not None:
            after = line.words[place + 1] if place + 1 < len(line.words) else None
            yield _value(line, place, place + (after is not None and after.plain in HALVES))


def _spans(line: Line) -> Iterator[Value]:
    """The longest stretches that say how long."""
    place = 0
    while place < len(line.words):
        ends = range(min(place + LONGEST_SPAN, len(line.words)) - 1, place - 1, -1)
        spans = (_value(line, place, end) for end in ends)
        found = next((one for one in spans if span_of(one.text) is not None), None)
        if found is not None:
            yield found
            place += found.last - found.first
        place += 1


# -- ways --------------------------------------------------------------------------------------------------


def _in_order(values: Sequence[Value]) -> tuple[Value, ...]:
    return tuple(sorted(values, key=lambda value: (value.place, value.source, value.first)))


def _comes_to(operation: str, values: Sequence[Value], wanted: Decimal) -> bool:
    found = amount_of(reckon(operation, [value.text for value in values]))
    return found is not None and found.number == wanted


def _pairs(values: Sequence[Value], wanted: Decimal) -> Iterator[Way]:
    for pair in combinations(values, 2):
        if pair[0].sign != pair[1].sign or not (pair[0].sign or _is_spoken_of(pair)):
            continue
        for operation in ("sum", "difference"):
            if _comes_to(operation, pair, wanted):
                yield Way(operation, _in_order(pair))


def _is_spoken_of(pair: Sequence[Value]) -> bool:
    return min(value.likely for value in pair) >= LEAST_LIKELY


def _threes(values: Sequence[Value], wanted: Decimal) -> list[Way]:
    return [
        Way("sum", _in_order(some))
        for some in combinations(values[:MOST_OF_THREE], 3)
        if len({value.sign for value in some}) == 1 and _comes_to("sum", some, wanted)
    ]


def _parts(lines: Sequence[Line], values: Sequence[Value], wanted: Decimal) -> Iterator[Way]:
    """So many times a value, or one of so many parts of it: how many is told."""
    told = lines[0]
    counts = {
        word.plain: _value(told, place, place)
        for place, word in enumerate(told.words)
        if part_of(word.text) is not None
    }
    for value, count in product(values, counts.values()):
        if value.source == count.source:
            continue
        if _is_number(count.text) and _comes_to("product", (value, count), wanted):
            yield Way("product", (value, count))
        if _comes_to("share", (value, count), wanted):
            yield Way("share", (value, count))


def _is_number(text: str) -> bool:
    amount = amount_of(text)
    return amount is not None and amount.number > 1


def _lasting(lines: Sequence[Line], wanted: Decimal) -> Iterator[Way]:
    times = {value.text: value for value in chain.from_iterable(map(_times, lines))}
    for pair in permutations(times.values(), 2):
        if _comes_to("between", pair, wanted):
            yield Way("between", pair)


def _moved(lines: Sequence[Line], target: str) -> list[Way]:
    times = {value.text: value for value in chain.from_iterable(map(_times, lines))}
    spans = {value.text: value for value in chain.from_iterable(map(_spans, lines))}
    wanted = time_of(target)
    return [
        Way(operation, (time, span))
        for time, span in product(times.values(), spans.values())
        for operation in ("before", "after")
        if (found := time_of(reckon(operation, (time.text, span.text)))) and wanted
        and found.minutes == wanted.minutes
    ]  # fmt: skip
