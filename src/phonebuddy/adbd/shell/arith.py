"""Arithmetic of the shell: `$((...))` over 64-bit whole numbers, by precedence climbing.

Invariant: no expression takes more than linear time or raises anything but ArithProblem.
"""

from __future__ import annotations

import re
from collections.abc import Callable, MutableMapping

from phonebuddy.errors import PhoneBuddyError

_TOKEN = re.compile(
    r"\s*(0[xX][0-9a-fA-F]+|[0-9]+|[A-Za-z_][A-Za-z0-9_]*|<<=|>>=|\|\||&&|<<|>>|[<>=!]=|[-+*/%&|^]=|[-+*/%<>()!~&|^?:=,])"
)
_LEVELS = ("||", "&&", "|", "^", "&", "== !=", "< > <= >=", "<< >>", "+ -", "* / %")
_PRECEDENCE = {op: level for level, ops in enumerate(_LEVELS) for op in ops.split()}
_ASSIGNS = frozenset(["=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="])
MAX_TOKENS = 500


class ArithProblem(PhoneBuddyError):
    """An expression that cannot be worked out."""


def evaluate(text: str, names: MutableMapping[str, str]) -> int:
    """The value of an expression; assignments in it change `names`."""
    return _Sum(text, names).value()


def _wrap(value: int) -> int:
    return (value + (1 << 63)) % (1 << 64) - (1 << 63)


def _divide(left: int, right: int) -> int:
    if right == 0:
        raise ArithProblem("divide by zero")
    quotient = abs(left) // abs(right)
    return quotient if (left < 0) == (right < 0) else -quotient


_OPS: dict[str, Callable[[int, int], int]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "/": _divide,
    "%": lambda a, b: a - b * _divide(a, b),
    "<<": lambda a, b: a << (b & 63),
    ">>": lambda a, b: a >> (b & 63),
    "<": lambda a, b: int(a < b),
    ">": lambda a, b: int(a > b),
    "<=": lambda a, b: int(a <= b),
    ">=": lambda a, b: int(a >= b),
    "==": lambda a, b: int(a == b),
    "!=": lambda a, b: int(a != b),
    "&": lambda a, b: a & b,
    "^": lambda a, b: a ^ b,
    "|": lambda a, b: a | b,
    "&&": lambda a, b: int(bool(a) and bool(b)),
    "||": lambda a, b: int(bool(a) or bool(b)),
}


class _Sum:
    def __init__(self, text: str, names: MutableMapping[str, str]) -> None:
        self._names = names
        self._tokens: list[str] = []
        at = 0
        text = text.strip()
        while at < len(text):
            found = _TOKEN.match(text, at)
            if not found:
                raise ArithProblem(f"{text[:40]}: unexpected '{text[at]}'")
            self._tokens.append(found.group(1))
            at = found.end()
        if len(self._tokens) > MAX_TOKENS:
            raise ArithProblem("expression too long")
        self._at = 0

    def _peek(self) -> str:
        return self._tokens[self._at] if self._at < len(self._tokens) else ""

    def _take(self) -> str:
        token = self._peek()
        self._at += 1
        return token

    def value(self) -> int:
        if not self._tokens:
            return 0
        result = self._assign()
        while self._peek() == ",":
            self._at += 1
            result = self._assign()
        if self._peek():
            raise ArithProblem(f"unexpected '{self._peek()}'")
        return result

    def _assign(self) -> int:
        name = self._peek()
        following = self._tokens[self._at + 1] if self._at + 1 < len(self._tokens) else ""
        if following in _ASSIGNS and (name[:1].isalpha() or name[:1] == "_"):
            self._at += 2
            right = self._assign()
            value = right if following == "=" else _wrap(_OPS[following[:-1]](self._number(name), right))
            self._names[name] = str(value)
            return value
        return self._choice()

    def _choice(self) -> int:
        test = self._binary(0)
        if self._peek() != "?":
            return test
        self._at += 1
        yes = self._assign()
        if self._take() != ":":
            raise ArithProblem("missing :")
        no = self._assign()
        return yes if test else no

    def _binary(self, level: int) -> int:
        left = self._unary()
        while (op := self._peek()) and _PRECEDENCE.get(op, -1) >= level:
            self._at += 1
            left = _wrap(_OPS[op](left, self._binary(_PRECEDENCE[op] + 1)))
        return left

    def _unary(self) -> int:
        token = self._take()
        if token in ("-", "+", "!", "~"):
            value = self._unary()
            return {"-": _wrap(-value), "+": value, "!": int(not value), "~": ~value}[token]
        if token == "(":
            value = self._assign()
            if self._take() != ")":
                raise ArithProblem("missing )")
            return value
        return self._number(token)

    def _number(self, token: str) -> int:
        if token[:1].isdigit():
            return _read(token)
        if token[:1].isalpha() or token[:1] == "_":
            return _read(self._names.get(token, "").strip() or "0")
        raise ArithProblem(f"unexpected '{token or 'end of expression'}'")


def _read(text: str) -> int:
    sign, digits = (-1, text[1:]) if text.startswith("-") else (1, text)
    try:
        if digits[:2].lower() == "0x":
            return _wrap(sign * int(digits[:20], 16))
        return _wrap(sign * int(digits[:24], 8 if len(digits) > 1 and digits[0] == "0" else 10))
    except ValueError:
        raise ArithProblem(f"{text[:40]}: bad number") from None
