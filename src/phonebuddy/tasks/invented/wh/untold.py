"""Untold: requests that leave out what is to be typed or chosen; the right end is to ask for it, and there.

Made of deeds that say it. Invariant: gold goes as far as the deed's own gold goes before it needs the value.
"""

from __future__ import annotations

import random
import re

from phonebuddy.tasks.invented.sketch import Data, Deed, Sketch, filled
from phonebuddy.tasks.invented.wh.words import frames, looked
from phonebuddy.tasks.invented.wording import QUESTIONS

NUM_UNTOLD = 1
"""Tasks for one app."""
NUM_SAYS = 24
_SLOT, _COLUMN = re.compile(r"\{(\w+)\}"), re.compile(r" AS (\w+)")
_VALUE = r"[$\"]?\{(\w+)\}(?:\"| [^{} ]{1,8})?"
_CHANGED = re.compile(rf"(?:change|set|correct|update|adjust) (the|my|our) (.+?),? to {_VALUE}")
"""`change the price of {name} to ${price}`: a fact gets another value."""
_ENTERED = re.compile(rf"(?:enter|put|save|use|choose|pick) {_VALUE} (?:as|for|down as) (the|my|our) (.+)")
_DONE = re.compile(
    r"((?:rename|move|shift|push|pull|postpone|extend|snooze|delay|remind|transfer|raise|lower|turn"
    rf"|create|add|start|open|set up|found) .+?),? (?:to|by|for|until|called|named|as) {_VALUE}"
)
"""Something is done that needs a value: `rename {name} to {other}`."""
_OF = re.compile(r"\b(?:of|for|on|in|at)\b|'s\b")
"""A word that parts a fact from its thing: `the price of {name}`."""
_MANY = re.compile(r"[\w -]*?[^su]s(?= (?:of|for|on|in|at|that)\b|$)")
"""Facts of which nobody says that it `is` something: `my instructions for the courier`."""
_DANGLING = re.compile(r"\b(?:over|up|on|down|off|away|out|along|so|that) *$|,|\band\b")
"""Ends of what would be no sentence without the value."""
LEAST_VALUES = 4
"""Of two choices the other one would be meant."""
_ASKED = {"pick_date": "Which day should it be?", "pick_time": "What time should it be?"}


def untold(sketch: Sketch, chance: random.Random) -> list[Deed]:
    if sketch.looks:
        return []  # whoever asks must have changed nothing, and there looking does
    able = [found for deed in sketch.deeds if (found := _without(sketch, deed, chance))]
    return chance.sample(able, min(len(able), NUM_UNTOLD))


def _without(sketch: Sketch, deed: Deed, chance: random.Random) -> Deed | None:
    """The same with its value left out, which is drawn all the same: it is another than there is."""
    if deed.end != "finish" or deed.is_question or deed.start or len(deed.new) != 1:
        return None
    if any(len(choices) < LEAST_VALUES for choices in deed.new.values()):
        return None
    values = _values(deed)
    says = list(dict.fromkeys(said for way in deed.says for said in _left_out(way, values)))
    at = next((at for at, step in enumerate(deed.gold) if _names(step) & values), None)
    if not says or at is None:
        return None
    ways = tuple(chance.sample(says, min(len(says), NUM_SAYS)))
    gold, goal = [*deed.gold[:at], {"ask": _question(deed.gold[at])}], looked(sketch.name)
    return Deed(f"untold_{deed.name}", ways, gold, goal, deed.new, deed.draw, end="ask")


def _values(deed: Deed) -> set[str]:
    """The name of what is invented, and those of what is worked out of it."""
    found = set(deed.new)
    for sql in deed.draw.values():
        if any(f":{name}" in sql for name in deed.new) and "SELECT id" not in sql:
            found |= set(_COLUMN.findall(sql))
    return found


def _names(step: Data) -> set[str]:
    return set(_SLOT.findall(repr(step)))


def _left_out(way: str, values: set[str]) -> list[str]:
    """Ways to say it without the value; none where the value cannot be told from the rest."""
    found = _DONE.fullmatch(way)
    if fact := fact_in(way, values):
        ways = frames()["untold_changed"]
        is_many = _MANY.match(fact.partition(" ")[2])
        return [filled(frame, s=fact) for frame in ways if not (is_many and frame.startswith("!{s}"))]
    is_last = _names({"": way}) & values == set(_SLOT.findall(way)[-1:]) & values
    if found and is_last and found[2] in values and not _DANGLING.search(found[1]):
        return [filled(frame, a=found[1]) for frame in frames()["untold_done"]]
    return []


def fact_in(way: str, values: set[str]) -> str | None:
    """`the price of {name}`, where that is what gets one of these values."""
    if _names({"": way}) & values != set(_SLOT.findall(way)[-1:]) & values:
        return None
    if found := _CHANGED.fullmatch(way):
        whose, fact, value = found.groups()
    elif found := _ENTERED.fullmatch(way):
        value, whose, fact = found.groups()
    else:
        return None
    is_fact = not fact.startswith(QUESTIONS) and (_OF.search(fact) or "{" not in fact)
    if value not in values or _names({"": fact}) & values or not is_fact or " and " in fact:
        return None
    return f"{whose} {fact.removeprefix('new ')}"


def _question(step: Data) -> str:
    label = step.get("into") or step.get("replace")
    if label:
        return f"What should I put under {label}?"
    return next((asked for word, asked in _ASKED.items() if word in step), "Which one should it be?")
