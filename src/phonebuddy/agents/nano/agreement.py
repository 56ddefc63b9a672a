"""Agreement: how much of one text is in another, by words.

Invariant: it depends on the words alone, never on where they stand on a screen.
"""

from __future__ import annotations

from phonebuddy.agents.nano.words import Word, is_sign, words_of

Units = frozenset[int]


def units_in(text: str) -> Units:
    return all_units(words_of(text))


def all_units(words: tuple[Word, ...]) -> Units:
    return frozenset(word.units[0] for word in words if not is_sign(word))


def share_of(words: tuple[Word, ...], units: Units) -> float:
    """How many of some words are among others."""
    return sum(word.units[0] in units for word in words) / len(words) if words and units else 0.0


def longest_run(said: tuple[str, ...], told: tuple[str, ...]) -> int:
    """The longest stretch of `said` that stands in `told` as it is."""
    best = 0
    known = set(told)
    for first, word in enumerate(said):
        if word not in known:
            continue
        for start, other in enumerate(told):
            if word != other:
                continue
            length = 1
            while (
                said[first + length : first + length + 1] == told[start + length : start + length + 1] != ()
            ):
                length += 1
            best = max(best, length)
    return best


def quoted_in(told: tuple[Word, ...]) -> list[float]:
    """Which words stand in quotes or behind a colon."""
    inside, found = 0.0, []
    for word in told:
        if word.text in '“"«《‘':
            inside = 1.0
        elif word.text in "”»》’" or (word.text == '"' and inside):
            inside = 0.0
        elif word.text in ":：":
            inside = 0.5
        found.append(inside)
    return found
