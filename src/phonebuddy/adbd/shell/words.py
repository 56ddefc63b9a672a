"""Reading words: quotes, backslashes, `$name`, `${name:-x}`, `$(script)`, `$((sum))`, backquotes.

Invariant: reading never runs or expands anything, and every position it leaves behind is inside the text.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from phonebuddy.adbd.shell.nodes import Arith, Lit, Part, Script, Sub, Var, Word
from phonebuddy.errors import PhoneBuddyError

META = frozenset(" \t\n;&|<>()")
NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_PLAIN = re.compile(r"[^\s;&|<>()'\"\\$`]+")
_VAR = re.compile(r"[A-Za-z_][A-Za-z0-9_]*|[0-9]|[?$#@*!-]")
_BRACED = re.compile(r"[A-Za-z_][A-Za-z0-9_]*|[0-9]+|[?$#@*!-]")
_OPS = re.compile(r":?[-=?+]|##?|%%?|//?|:")
MAX_DEPTH = 40


class SyntaxProblem(PhoneBuddyError):
    """A script that cannot be read; the text is what mksh says after `syntax error: `."""


class Text:
    """A script and how far it was read."""

    def __init__(self, text: str, read_script: Callable[[str, int], Script], depth: int) -> None:
        if depth > MAX_DEPTH:
            raise SyntaxProblem("nested too deeply")
        self.text = text
        self.at = 0
        self._read_script = read_script
        self._depth = depth

    def peek(self, count: int = 1) -> str:
        return self.text[self.at : self.at + count]

    def word(self) -> Word | None:
        """The word that begins here; None where none does."""
        parts: list[Part] = []
        began = False
        while self.at < len(self.text):
            letter = self.text[self.at]
            if letter in META:
                break
            began = True
            plain = _PLAIN.match(self.text, self.at)
            if plain:
                parts.append(Lit(plain.group()))
                self.at = plain.end()
            elif letter == "'":
                parts.append(Lit(self._until_quote(), True))
            elif letter == '"':
                self.at += 1
                parts += self._double_quoted()
            elif letter == "\\":
                self._backslash(parts)
            elif letter == "$" and self.peek(2) == "$'":
                self.at += 1
                parts.append(Lit(_ansi(self._until_quote(escapes=True)), True))
            else:
                parts.append(self._dollar(False))
        return Word(tuple(parts)) if began else None

    def _backslash(self, parts: list[Part]) -> None:
        following = self.text[self.at + 1 : self.at + 2]
        self.at += 2
        if following != "\n":
            parts.append(Lit(following or "\\", True))
        self.at = min(self.at, len(self.text))

    def _until_quote(self, escapes: bool = False) -> str:
        start = self.at + 1
        end = start
        while end < len(self.text) and self.text[end] != "'":
            end += 2 if escapes and self.text[end] == "\\" else 1
        if end >= len(self.text):
            raise SyntaxProblem("no closing quote")
        self.at = end + 1
        return self.text[start:end]

    def _double_quoted(self) -> list[Part]:
        """What stands between double quotes; the first is already read."""
        parts: list[Part] = [Lit("", True)]
        letters: list[str] = []
        while True:
            if self.at >= len(self.text):
                raise SyntaxProblem("no closing quote")
            letter = self.text[self.at]
            if letter == '"':
                self.at += 1
                break
            if letter == "\\":
                following = self.peek(2)[1:]
                self.at += 2
                letters.append(following if following and following in '$`"\\' else "\\" + following)
                if following == "\n":
                    letters.pop()
            elif letter in "$`":
                parts += [Lit("".join(letters), True), self._dollar(True)]
                letters = []
            else:
                letters.append(letter)
                self.at += 1
        return [*parts, Lit("".join(letters), True)]

    def _dollar(self, quoted: bool) -> Part:
        """What a `$` or a backquote begins."""
        if self.text[self.at] == "`":
            return self._backquoted(quoted)
        following = self.peek(3)
        if following == "$((":
            inside = self._balanced(self.at + 3, "))")
            if inside is not None:
                return Arith(self._inner(inside).as_text(), quoted)
        if following[1:2] == "(":
            inside = self._balanced(self.at + 2, ")")
            if inside is None:
                raise SyntaxProblem("no closing )")
            return Sub(self._read_script(inside, self._depth + 1), quoted)
        if following[1:2] == "{":
            return self._braced(quoted)
        name = _VAR.match(self.text, self.at + 1)
        if not name:
            self.at += 1
            return Lit("$", quoted)
        self.at = name.end()
        return Var(name.group(), quoted=quoted)

    def _inner(self, text: str) -> Text:
        return Text(text, self._read_script, self._depth + 1)

    def _backquoted(self, quoted: bool) -> Part:
        end = self.at + 1
        while end < len(self.text) and self.text[end] != "`":
            end += 2 if self.text[end] == "\\" else 1
        if end >= len(self.text):
            raise SyntaxProblem("no closing quote")
        inside = re.sub(r"\\([`\\$])", r"\1", self.text[self.at + 1 : end])
        self.at = end + 1
        return Sub(self._read_script(inside, self._depth + 1), quoted)

    def _braced(self, quoted: bool) -> Part:
        inside = self._balanced(self.at + 2, "}")
        if inside is None:
            raise SyntaxProblem("no closing }")
        if len(inside) > 1 and inside[0] == "#" and _BRACED.fullmatch(inside, 1):
            return Var(inside[1:], "#len", quoted=quoted)
        name = _BRACED.match(inside)
        rest = inside[name.end() :] if name else ""
        op = _OPS.match(rest)
        if not name or (rest and not op):
            raise SyntaxProblem(f"${{{inside}}}: bad substitution")
        if not op:
            return Var(name.group(), quoted=quoted)
        word = self._inner(rest[op.end() :]).as_text(in_quotes=quoted)
        return Var(name.group(), op.group(), word, quoted)

    def _balanced(self, start: int, closing: str) -> str | None:
        """The text from `start` to its closing mark, which is passed; quotes and brackets inside count."""
        at, depth, text = start, 0, self.text
        opening = {")": "(", "))": "(", "}": "{"}[closing]
        while at < len(text):
            letter = text[at]
            if depth == 0 and text.startswith(closing, at):
                self.at = at + len(closing)
                return text[start:at]
            if letter == "\\":
                at += 1
            elif letter == "'" or letter == '"':
                at = _past_quotes(text, at)
                continue
            elif letter == opening or (letter == "{" and text[at - 1] == "$" and closing == "}"):
                depth += 1
            elif letter == closing[0]:
                depth -= 1
            at += 1
        return None

    def as_text(self, in_quotes: bool = False) -> Word:
        """All of it as one word in which blanks do not separate, as in a here-document."""
        parts: list[Part] = []
        letters: list[str] = []
        while self.at < len(self.text):
            letter = self.text[self.at]
            before = self.at
            if letter == "\\" and self.peek(2)[1:] in tuple('$`\\"\n}'):
                letters.append("" if self.peek(2) == "\\\n" else self.peek(2)[1:])
                self.at += 2
            elif letter in "$`":
                parts += [Lit("".join(letters), in_quotes), self._dollar(in_quotes)]
                letters = []
            elif letter == "'" and not in_quotes and "'" in self.text[self.at + 1 :]:
                parts += [Lit("".join(letters)), Lit(self._until_quote(), True)]
                letters = []
            elif letter == '"' and '"' in self.text[self.at + 1 :]:
                self.at += 1
                parts += [Lit("".join(letters), in_quotes), *self._double_quoted()]
                letters = []
            else:
                letters.append(letter)
                self.at += 1
            assert self.at > before
        return Word((*parts, Lit("".join(letters), in_quotes)))

    def document(self) -> Word:
        """All of it as the body of a here-document: quotes are letters."""
        parts: list[Part] = []
        letters: list[str] = []
        while self.at < len(self.text):
            letter = self.text[self.at]
            if letter == "\\" and self.peek(2)[1:] in tuple("$`\\\n"):
                letters.append("" if self.peek(2) == "\\\n" else self.peek(2)[1:])
                self.at += 2
            elif letter in "$`":
                parts += [Lit("".join(letters), True), self._dollar(True)]
                letters = []
            else:
                letters.append(letter)
                self.at += 1
        return Word((*parts, Lit("".join(letters), True)))


def _past_quotes(text: str, at: int) -> int:
    quote = text[at]
    at += 1
    while at < len(text) and text[at] != quote:
        at += 2 if text[at] == "\\" and quote == '"' else 1
    return at + 1


_ANSI = {"n": "\n", "t": "\t", "r": "\r", "a": "\a", "b": "\b", "e": "\x1b", "f": "\f", "v": "\v"}


def _ansi(text: str) -> str:
    """The escapes of $'...'."""

    def one(found: re.Match[str]) -> str:
        code = found.group(1)
        if code[0] in "xuU":
            number = min(int(code[1:], 16), 0x10FFFF)
            return "\ufffd" if 0xD800 <= number < 0xE000 else chr(number)
        if code[0] in "01234567":
            return chr(int(code, 8) & 0xFF)
        return _ANSI.get(code, code)

    return re.sub(r"\\(x[0-9a-fA-F]{1,2}|u[0-9a-fA-F]{1,4}|[0-7]{1,3}|.)", one, text, flags=re.S)
