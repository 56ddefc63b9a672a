"""JSON as models write it: single or curly quotes, trailing commas, bare words, a missing last bracket.

What this is not: a general JSON reader; use it where the writer is a model and strict reading has failed.
Invariant: a value that may have been cut short (an unclosed string, a number at the very end) is refused,
because half a text or half a coordinate is a different action.
"""

from __future__ import annotations

import json
import re
from typing import NamedTuple

MAX_DEPTH = 16
MAX_CHARS = 30_000
"""A model's answer is far shorter; together with the depth this bounds the time."""

_STRICT = json.JSONDecoder(strict=False)
_SPACE = re.compile(r"\s*")
_BARE = re.compile(r"[^\s,:{}\[\]<\"'“”‘’]+")
_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?\Z")
_ESCAPE = re.compile(r"\\(u[0-9a-fA-F]{4}|.)", re.DOTALL)
_ESCAPED = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f"}
_WORDS = {"true": True, "false": False, "null": None, "none": None}
# Opening quote -> what may close it.
_QUOTES = {'"': '"', "'": "'", "“": '”“"', "”": '”"', "„": '“”"', "‘": "’‘'", "’": "’'"}
_AFTER_STRING = ",:}]<"


class LooseError(ValueError):
    """Text that is not even loosely JSON; holds the place where reading stopped."""

    def __init__(self, message: str, at: int) -> None:
        super().__init__(message)
        self.at = at


class Loose(NamedTuple):
    """A value, where it ended, and whether strict JSON reading sufficed."""

    value: object
    end: int
    strict: bool


def read(text: str, start: int = 0) -> Loose:
    """The first value at `start`; strict JSON where possible. Raises only LooseError."""
    try:
        value, end = _STRICT.raw_decode(text, start)
        return Loose(value, end, True)
    except RecursionError:
        raise LooseError("nested too deeply", start) from None
    except ValueError:
        if len(text) - start > MAX_CHARS:
            raise LooseError(f"not strict, and over {MAX_CHARS} characters", start) from None
        reader = _Reader(text[start:])
        try:
            return Loose(reader.value(0), start + reader.at, False)
        except LooseError as error:
            raise LooseError(str(error), start + error.at) from None


class _Reader:
    """Recursive descent over a bounded text; `at` only grows."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0

    def value(self, depth: int) -> object:
        char = self._next()
        if depth > MAX_DEPTH:
            raise LooseError("nested too deeply", self.at)
        if char == "{":
            return self._object(depth)
        if char == "[":
            return self._array(depth)
        if char in _QUOTES:
            return self._string(_QUOTES[char])
        return self._bare()

    def _next(self) -> str:
        """The next character that is not space; a tag counts as the end, like the end itself."""
        found = _SPACE.match(self.text, self.at)
        self.at = found.end() if found else self.at
        char = self.text[self.at : self.at + 1]
        return "<" if char == "" else char

    def _object(self, depth: int) -> dict[str, object]:
        self.at += 1
        result: dict[str, object] = {}
        while not self._closed("}"):
            key = self.value(depth + 1)
            if not isinstance(key, str | int | float) or self._next() != ":":
                raise LooseError("a key and a colon belong here", self.at)
            self.at += 1
            result[str(key)] = self.value(depth + 1)
            self._comma("}")
        return result

    def _array(self, depth: int) -> list[object]:
        self.at += 1
        result: list[object] = []
        while not self._closed("]"):
            result.append(self.value(depth + 1))
            self._comma("]")
        return result

    def _closed(self, bracket: str) -> bool:
        char = self._next()
        if char == bracket:
            self.at += 1
        return char == bracket or char == "<"

    def _comma(self, bracket: str) -> None:
        char = self._next()
        if char == ",":
            self.at += 1
        elif char not in (bracket, "<"):
            raise LooseError(f"a comma or {bracket} belongs here", self.at)

    def _string(self, closing: str) -> str:
        """Ends at a closing quote that something structural follows: apostrophes inside stay inside."""
        start = self.at + 1
        for found in re.compile(rf"\\.|[{closing}]", re.DOTALL).finditer(self.text, start):
            if found.group()[0] == "\\":
                continue
            self.at = found.end()
            if self._next() in _AFTER_STRING:
                self.at = found.end()
                return _unescape(self.text[start : found.start()])
        raise LooseError("a quote is not closed", start - 1)

    def _bare(self) -> object:
        found = _BARE.match(self.text, self.at)
        if not found or found.end() == len(self.text):
            raise LooseError("a value belongs here", self.at)
        word = found.group()
        self.at = found.end()
        if _NUMBER.match(word) and len(word) < 400:
            return float(word) if set(word) & set(".eE") else int(word)
        return _WORDS.get(word.lower(), word)


def _unescape(raw: str) -> str:
    if "\\" not in raw:
        return raw
    text = _ESCAPE.sub(lambda m: chr(int(m[1][1:], 16)) if len(m[1]) == 5 else _ESCAPED.get(m[1], m[1]), raw)
    # \ud83d\ude00 is one character written as two halves.
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
