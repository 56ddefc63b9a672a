"""Grammar: the little English that made-up sentences need.

Invariant: what is in braces stays as it is.
"""

from __future__ import annotations

import re

_SAME = ("sheep", "fish", "headphones", "hearing aids")
_ODD = {"child": "children"}
_VOWEL = re.compile(r"\b([Aa]) (?=[aeio]|u(?!s|ni))(?!one\b|once\b|eu)")
_NO_NOUN = re.compile(
    r"\b(?:by|on|at|from|to|than|until|since|with|for|as|of|in|born)$|^(?:in|at|by|on|how|what|who|when|where)\b",
    re.IGNORECASE,
)
_TWICE = re.compile(
    r"\b(?!bye\b|go\b)([a-z]+) \1\b|\b(?:an?|the|my|our) (?:an?|the|my|our)\b"
    r"|\bplease\b[^.?!]*\bplease\b",
    re.IGNORECASE,
)


def plural(noun: str) -> str:
    """Of a noun: `shelf` to `shelves`, `supply` to `supplies`, `pair of shoes` to `pairs of shoes`."""
    first, of, rest = noun.partition(" of ")
    if of:
        return plural(first) + of + rest
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


def within(label: str) -> str:
    """A label in another one: after `Clear`, `birthday` and `"hosted by"`, which is no noun."""
    return f'"{label.lower()}"' if _NO_NOUN.search(label) else label.lower()


def stutters(text: str) -> bool:
    """Whether a word stands twice in a row, as parts that meet can have it: `what it comes to to Ada`."""
    return _TWICE.search(text) is not None
