"""Answers: whether what an agent said holds a value, however it is written.

Invariant: no model, no chance; the same text always counts the same. `5` is not in `15`, `142` is not in
`555-0142`, and `7:30 pm` is `19:30`.
"""

from __future__ import annotations

import re
import unicodedata

# Chinese is written without gaps, so only letters and figures of ours join a number to what stands before it.
_NUMBER = re.compile(r"(?<![0-9a-z_.,])[-+]?[$€£¥]?\d[\d,]*(?:\.\d+)?")
_TIME = re.compile(r"(?<!\d)(\d{1,2})[:.](\d{2})(?!\d)\s*([ap])?\.?(?:m\b)?", re.IGNORECASE)
_PLAIN_TIME = re.compile(r"(\d{1,2}):(\d{2})\Z")
_PHONE = re.compile(r"[+\d][\d\s()\-]{6,}\Z")
_PHONES = re.compile(r"[+\d][\d ()\-]{5,}\d")
# What can be nothing but a telephone number: groups of figures after a plus or brackets, three of them with
# hyphens, or one that begins with a zero, as no amount does. `100 200` and `1200-1500` stay what they may be.
_TELEPHONE = re.compile(
    r"(?<![0-9a-z.,$€£¥-])(?:"
    r"\+\d{1,3}(?:[ -]\(?\d{3,4}\)?){2,}"
    r"|\(\d{3,4}\) ?\d{3,4}[ -]\d{3,4}"
    r"|(?:\d-)?\d{3,4}(?:-\d{3,4}){2,}"
    r"|\d{3,4}(?P<gap>[ -])(?:\d{3,4}(?P=gap))*0\d{2,3}(?:(?P=gap)\d{3,4})*"
    r")(?![0-9a-z-])"
)
_IMPOSSIBLE = re.compile(
    r"\b(can ?not|can't|couldn't|could not|unable|impossible|not possible|no such|there is no|there are no"
    r"|isn't (?:any|a|there)|aren't any|does ?n[o']t (?:exist|have|offer)|do ?n[o']t have"
    r"|not (?:found|available|there|listed|on)"
    r"|no (?:contact|event|note|file|alarm|message|order|product|option|way|one)|none of"
    r"|no (?:\w+ ){1,2}(?:left|free|found|there|available|like that|of that name|called)|ha(?:s|ve|d) no"
    r"|sold out|not (?:allowed|offered|possible|sold|enough))\b"
    r"|无法|不能|没有|不存在|找不到|做不到|未找到|售罄|不支持|不足"
)


def plain(text: str) -> str:
    """Text as it is compared: small letters, no accents, one space."""
    folded = unicodedata.normalize("NFKD", text).casefold()
    kept = "".join(letter for letter in folded if not unicodedata.combining(letter))
    return " ".join(kept.replace("’", "'").split())


def says(answer: str, wanted: str) -> bool:
    """Whether an answer holds a value."""
    if not wanted.strip():
        return False
    said, value = plain(answer), plain(wanted)
    if _PHONE.match(value):
        return any(_same_number(_digits(value), _digits(run)) for run in _PHONES.findall(said))
    if _NUMBER.fullmatch(value):
        said = _TELEPHONE.sub(" ", said)
        return _holds_words(said, value) or _numbers(value) <= _numbers(said)
    if _PLAIN_TIME.match(value) and _minutes(value) & _minutes(said):
        return True
    return _holds_words(said, value)


def says_impossible(answer: str) -> bool:
    return bool(_IMPOSSIBLE.search(plain(answer)))


def _holds_words(said: str, value: str) -> bool:
    """As whole words; Chinese is written without gaps, so its neighbours do not matter."""
    at = said.find(value)
    while at >= 0:
        before, after = said[:at][-1:], said[at + len(value) :]
        opens = not (before and _joins(before, value[0]))
        if value[0].isdigit() and re.search(r"\d[.,:]\Z", said[:at]):
            opens = False  # the end of a longer number
        decimals = value[-1].isdigit() and re.match(r"[.,:]\d", after) is not None
        # "See you?" is not in "See you?7": whatever the value ends with, nothing may be stuck to it.
        ends = value[-1].isascii() or any(letter.isdigit() for letter in value)
        stuck = after and after[0].isascii() and after[0].isalnum() and ends
        if opens and not decimals and not stuck:
            return True
        at = said.find(value, at + 1)
    return False


def _joins(one: str, two: str) -> bool:
    """Whether two neighbours belong to the same word."""
    return one.isascii() and two.isascii() and one.isalnum() and two.isalnum()


def _minutes(text: str) -> set[int]:
    """Every time of day in a text, in minutes after midnight."""
    found = set()
    for hour, minute, half in _TIME.findall(text):
        number = int(hour) % 12 + 12 * (half == "p") if half else int(hour)
        found.add(number * 60 + int(minute))
    return found


def _same_number(one: str, two: str) -> bool:
    """The same telephone number, with or without the country before it."""
    return one == two or (min(len(one), len(two)) >= 9 and (one.endswith(two) or two.endswith(one)))


def _digits(text: str) -> str:
    return re.sub(r"\D", "", text)


def _numbers(text: str) -> set[float]:
    found = (re.sub(r"[,$€£¥+]", "", piece).rstrip(".") for piece in _NUMBER.findall(text))
    return {float(piece) for piece in found if piece not in ("", "-")}
