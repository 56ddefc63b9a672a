"""Regular expressions of `grep` and `sed`, made safe.

Python's matcher can take for ever on a hostile pattern, so patterns that repeat what repeats are refused and
lines are cut before they are looked at, the shorter the more the pattern repeats. Invariant: no pattern and
text take more than a moment.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from phonebuddy.adbd.shell.call import CommandFailed

MAX_PATTERN = 2_000
MAX_REPEAT = 255
_CLASSES = {
    "alpha": "a-zA-Z", "digit": "0-9", "alnum": "a-zA-Z0-9", "upper": "A-Z", "lower": "a-z", "space": r"\s",
    "blank": " \t", "punct": r"!-/:-@\[-`{-~", "xdigit": "0-9a-fA-F", "print": " -~", "cntrl": r"\x00-\x1f",
    "graph": "!-~",
}  # fmt: skip


def to_extended(pattern: str) -> str:
    """A basic expression as an extended one: the backslash changes sides."""
    out, at = [], 0
    while at < len(pattern):
        letter = pattern[at]
        if letter == "\\" and at + 1 < len(pattern):
            following = pattern[at + 1]
            out.append(following if following in "(){}|+?" else letter + following)
            at += 2
            continue
        if letter == "[":
            end = _bracket_end(pattern, at)
            out.append(pattern[at:end])
            at = end
            continue
        is_first_star = letter == "*" and (at == 0 or pattern[:at].endswith(("\\(", "\\|", "^")))
        out.append("\\" + letter if letter in "(){}|+?" or is_first_star else letter)
        at += 1
    return "".join(out)


def _bracket_end(pattern: str, at: int) -> int:
    start = at + 1
    if pattern[start : start + 1] == "^":
        start += 1
    if pattern[start : start + 1] == "]":
        start += 1
    while start < len(pattern) and pattern[start] != "]":
        named = re.compile(r"\[:[a-z]+:\]").match(pattern, start)
        start = named.end() if named else start + 1
    return min(len(pattern), start + 1)


def to_python(pattern: str) -> str:
    """An extended expression in Python's words: only brackets differ."""
    out, at = [], 0
    while at < len(pattern):
        if pattern[at] == "\\":
            following = pattern[at + 1 : at + 2]
            out.append({"<": r"\b", ">": r"\b", "`": r"\A", "'": r"\Z"}.get(following, "\\" + following))
            at += 2
        elif pattern[at] == "[":
            end = _bracket_end(pattern, at)
            out.append(_bracket(pattern[at:end]))
            at = end
        else:
            out.append(pattern[at])
            at += 1
    return "".join(out)


def _bracket(text: str) -> str:
    inside = text[1:-1] if text.endswith("]") and len(text) > 1 else text[1:]
    negated = inside.startswith("^")
    inside = inside[1:] if negated else inside
    for name in _CLASSES:
        inside = inside.replace(f"[:{name}:]", "\0" + name + "\0")
    inside = inside.replace("\\", "\\\\").replace("[", "\\[").replace("]", "\\]").replace("^", "\\^")
    inside = re.sub(r"([&~|])\1", r"\\\1\\\1", inside).replace("--", "\\--")
    for name, letters in _CLASSES.items():
        inside = inside.replace("\0" + name + "\0", letters)
    return f"[{'^' if negated else ''}{inside}]" if inside else ("." if negated else "(?!)")


class Fit(NamedTuple):
    """A pattern, and how much of a line it looks at."""

    regex: re.Pattern[str]
    most: int

    def search(self, line: str) -> re.Match[str] | None:
        return self.regex.search(line[: self.most])

    def all(self, line: str) -> list[str]:
        """Every piece of a line that fits."""
        return [match.group() for match in self.regex.finditer(line[: self.most]) if match.group()]

    def replaced(self, line: str, new: Callable[[re.Match[str]], str], count: int) -> tuple[str, int]:
        done, hits = self.regex.subn(new, line[: self.most], count=count)
        return done + line[self.most :], hits


_MOST = (50_000, 20_000, 2_000, 400, 150, 80, 60)
"""Characters of a line that are looked at, by how many things in the pattern repeat without end."""


@lru_cache(maxsize=256)
def compiled(pattern: str, extended: bool, fixed: bool, ignore_case: bool) -> Fit:
    """A pattern that cannot blow up; anything else is refused."""
    if len(pattern) > MAX_PATTERN:
        raise CommandFailed("bad regex: Out of memory", 2)
    text = re.escape(pattern) if fixed else to_python(pattern if extended else to_extended(pattern))
    repeats = 0 if fixed else _repeats(text)
    if repeats >= len(_MOST):
        raise CommandFailed(f"bad regex '{pattern[:80]}': Regular expression too big", 2)
    try:
        return Fit(re.compile(text, re.I if ignore_case else 0), _MOST[repeats])
    except (re.error, OverflowError, RecursionError):
        raise CommandFailed(f"bad regex '{pattern[:80]}': Invalid preceding regular expression", 2) from None


_QUANTIFIER = re.compile(r"[*+?]|\{[0-9]*,?[0-9]*\}")


def _repeats(text: str) -> int:
    """How many things repeat; far too many where a repeated group holds a repetition or a choice."""
    stack: list[bool] = []
    repeats, at = 0, 0
    while at < len(text):
        letter = text[at]
        if letter == "\\":
            at += 2
            continue
        if letter == "[":
            at = _python_bracket_end(text, at)
            continue
        if letter == "(":
            stack.append(False)
        elif letter == ")":
            holds = stack.pop() if stack else False
            follows = _QUANTIFIER.match(text, at + 1)
            if holds and follows and follows.group() != "?":
                return 999
            if stack:
                stack[-1] = stack[-1] or holds or bool(follows)
        elif _QUANTIFIER.match(text, at) or letter == "|":
            repeats += letter in "*+{"
            stack = [True for _ in stack]
        at += 1
    if any(int(number) > MAX_REPEAT for number in re.findall(r"[{,]([0-9]+)", text)):
        return 999
    return repeats


def _python_bracket_end(text: str, at: int) -> int:
    at += 1
    while at < len(text) and text[at] != "]":
        at += 2 if text[at] == "\\" else 1
    return at + 1
