"""Grammar: the little English that made-up sentences need.

Invariant: what is in braces stays as it is.
"""

from __future__ import annotations

import re

_SAME = ("sheep", "fish")
_ODD = {"child": "children"}
_VOWEL = re.compile(r"\b([Aa]) (?=[aeio]|u(?!s|ni))(?!one\b|once\b|eu)")


def plural(noun: str) -> str:
    """Of a noun, or of the last word of several: `shelf` to `shelves`, `story` to `stories`."""
    if noun in _SAME or noun in _ODD:
        return _ODD.get(noun, noun)
    if noun.endswith("y") and noun[-2] not in "aeiou":
        return f"{noun[:-1]}ies"
    if noun.endswith("f") and not noun.endswith("ff"):
        return f"{noun[:-1]}ves"
    return f"{noun}es" if noun.endswith(("s", "x", "ch", "sh")) else f"{noun}s"


def an(text: str) -> str:
    """With `an` where a vowel follows."""
    return _VOWEL.sub(r"\1n ", text)
