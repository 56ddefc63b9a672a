"""Expanding words: parameters, command substitution, arithmetic, field splitting, file names, quote removal.

Invariant: text from a variable or a command is data: it is split and matched, never read as script.
"""

from __future__ import annotations

import fnmatch
import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from phonebuddy.adbd.shell.arith import ArithProblem, evaluate
from phonebuddy.adbd.shell.call import CommandFailed
from phonebuddy.adbd.shell.nodes import Arith, Lit, Part, Sub, Var, Word

if TYPE_CHECKING:
    from phonebuddy.adbd.shell.run import Shell

MAX_FIELDS = 20_000
MAX_TEXT = 4_000_000
MAX_MATCHED = 2_000
"""Characters of a value that a pattern is tried on."""
_GLOB = re.compile(r"[*?\[]")


class Piece:
    """A stretch of an expanded word."""

    __slots__ = ("quoted", "splits", "text")

    def __init__(self, text: str, quoted: bool, splits: bool) -> None:
        self.text = text
        self.quoted = quoted
        self.splits = splits


async def expand_words(shell: Shell, words: Iterable[Word]) -> list[str]:
    """Words as the arguments they become."""
    fields: list[str] = []
    for word in words:
        plain = word.plain()
        if plain is not None and not _GLOB.search(plain):
            fields.append(plain)
        else:
            fields += await _expand(shell, word)
        if len(fields) > MAX_FIELDS or sum(map(len, fields[-50:])) > MAX_TEXT:
            raise CommandFailed(f"{shell.name}: Argument list too long", 126)
    return fields


async def expand_text(shell: Shell, word: Word) -> str:
    """A word as one text: assignments, redirection targets, here-documents."""
    pieces = await _pieces(shell, word)
    return "".join(" " if piece is None else piece.text for piece in pieces)


async def expand_pattern(shell: Shell, word: Word) -> str:
    """A word as a pattern: what was quoted in it matches only itself."""
    return _pattern([piece for piece in await _pieces(shell, word) if piece is not None])


async def _expand(shell: Shell, word: Word) -> list[str]:
    found: list[str] = []
    for field in _split(await _pieces(shell, word), shell.names.get("IFS", " \t\n")):
        if any(not piece.quoted and _GLOB.search(piece.text) for piece in field):
            matches = shell.device.files.glob(shell.cwd, _pattern(field))
            if matches:
                found += matches
                continue
        found.append("".join(piece.text for piece in field))
    return found


def _pattern(pieces: list[Piece]) -> str:
    return "".join(glob_escape(piece.text) if piece.quoted else piece.text for piece in pieces)


def glob_escape(text: str) -> str:
    return re.sub(r"([*?\[])", r"[\1]", text)


def matches(text: str, pattern: str) -> bool:
    """Whether a pattern of `case` or `${x#...}` fits all of a text."""
    return re.compile(fnmatch.translate(pattern.replace("[^", "[!"))).match(text) is not None


def _split(pieces: list[Piece | None], ifs: str) -> list[list[Piece]]:
    """Fields; None among the pieces separates the arguments of "$@"."""
    fields: list[list[Piece]] = []
    field: list[Piece] = []
    for piece in pieces:
        if piece is None:
            fields.append(field or [Piece("", True, False)])
            field = []
        elif not piece.splits or not ifs:
            if piece.text or piece.quoted:
                field.append(piece)
        else:
            parts = re.split(f"[{re.escape(ifs)}]+", piece.text)
            for number, part in enumerate(parts):
                if number > 0 and field:
                    fields.append(field)
                    field = []
                if part:
                    field.append(Piece(part, False, False))
    if field:
        fields.append(field)
    return fields


async def _pieces(shell: Shell, word: Word) -> list[Piece | None]:
    found: list[Piece | None] = []
    for part in word.parts:
        found += await _one(shell, part)
    return found


async def _one(shell: Shell, part: Part) -> list[Piece | None]:
    if isinstance(part, Lit):
        return [Piece(part.text, part.quoted, False)]
    if isinstance(part, Sub):
        text = (await shell.capture(part.script)).replace(b"\0", b"").decode("utf-8", "surrogateescape")
        return [Piece(text.rstrip("\n"), part.quoted, not part.quoted)]
    if isinstance(part, Arith):
        text = await expand_text(shell, part.word)
        try:
            return [Piece(str(evaluate(text, shell.names)), part.quoted, False)]
        except ArithProblem as error:
            raise CommandFailed(f"{shell.name}: {error}") from None
    return await _variable(shell, part)


async def _variable(shell: Shell, part: Var) -> list[Piece | None]:
    if part.name in ("@", "*") and not part.op:
        if part.name == "@" and part.quoted:
            found: list[Piece | None] = []
            for number, argument in enumerate(shell.arguments):
                found += [None] if number else []
                found.append(Piece(argument, True, False))
            return found
        return [Piece(" ".join(shell.arguments), part.quoted, not part.quoted)]
    value = shell.value(part.name)
    if part.op == "#len":
        return [Piece(str(len(value or "")), part.quoted, False)]
    if part.op and part.word is not None:
        return await _with_op(shell, part, part.word, value)
    if value is None and "u" in shell.options:
        raise CommandFailed(f"{shell.name}: {part.name}: parameter not set")
    return [Piece(value or "", part.quoted, not part.quoted)]


async def _with_op(shell: Shell, part: Var, word: Word, value: str | None) -> list[Piece | None]:
    op = part.op
    is_set = value is not None and (value != "" or not op.startswith(":"))
    plain = Piece(value or "", part.quoted, not part.quoted)
    kind = op.removeprefix(":")
    if kind in ("-", "=", "?", "+"):
        if kind == "+":
            return await _pieces(shell, word) if is_set else []
        if is_set:
            return [plain]
        if kind == "?":
            text = await expand_text(shell, word)
            raise CommandFailed(f"{shell.name}: {part.name}: {text or 'parameter null or not set'}")
        if kind == "=":
            shell.set(part.name, await expand_text(shell, word))
            return [Piece(shell.value(part.name) or "", part.quoted, not part.quoted)]
        return await _pieces(shell, word)
    if op == ":":
        return [Piece(_slice(value or "", await expand_text(shell, word)), part.quoted, not part.quoted)]
    if op in ("/", "//"):
        pattern, _, new = (await expand_text(shell, word)).partition("/")
        regex = fnmatch.translate(pattern).removesuffix(r"\Z").removesuffix(r"\z")
        text = value or ""
        if pattern and len(text) <= MAX_MATCHED:
            text = re.sub(regex, lambda _: new, text, count=0 if op == "//" else 1)
        return [Piece(text, part.quoted, not part.quoted)]
    trimmed = _trim(value or "", op, await expand_pattern(shell, word))
    return [Piece(trimmed, part.quoted, not part.quoted)]


def _slice(value: str, text: str) -> str:
    start, _, length = text.partition(":")
    try:
        at = int(start.strip() or 0)
        value = value[at:] if at >= 0 else value[max(0, len(value) + at) :]
        return value[: int(length)] if length.strip() else value
    except ValueError:
        return ""


def _trim(value: str, op: str, pattern: str) -> str:
    """`#` and `##` cut a prefix, `%` and `%%` a suffix: the shortest or the longest that fits."""
    sizes = range(len(value) + 1) if len(op) == 1 else range(len(value), -1, -1)
    if len(value) > MAX_MATCHED:
        return value
    for size in sizes:
        if op[0] == "#" and matches(value[:size], pattern):
            return value[size:]
        if op[0] == "%" and matches(value[len(value) - size :], pattern):
            return value[: len(value) - size]
    return value
