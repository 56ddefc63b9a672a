"""Reading a script: lists, pipelines, redirections, `if`, `while`, `for`, `case`, functions, here-documents.

Invariant: a total function of the text: it gives a Script or raises SyntaxProblem, in time linear in its
length but for nested substitutions, whose depth is bounded.
"""

from __future__ import annotations

import re
from functools import lru_cache

from phonebuddy.adbd.shell.nodes import (
    Case,
    Chain,
    Command,
    For,
    Function,
    Group,
    If,
    Lit,
    Pipeline,
    Redirect,
    Script,
    Simple,
    While,
    Word,
)
from phonebuddy.adbd.shell.words import MAX_DEPTH, NAME, SyntaxProblem, Text

MAX_SCRIPT = 1_000_000
SHORT = 1_000
"""Characters of a script that is kept as it was read."""
MAX_DOCUMENTS = 100
_REDIRECT = re.compile(r"([0-9]?)(<<-?|>>|>&|<&|>\||<>|<|>)")
_ASSIGN = re.compile(r"([A-Za-z_][A-Za-z0-9_]*)=")
_RESERVED = frozenset(
    [
        "if",
        "then",
        "elif",
        "else",
        "fi",
        "while",
        "until",
        "do",
        "done",
        "for",
        "in",
        "case",
        "esac",
        "{",
        "}",
        "!",
    ]
)


def read_script(text: str, depth: int = 0) -> Script:
    """The script of a text; SyntaxProblem says what is wrong with it."""
    # Clients send the same few lines all day.
    return _read_again(text, depth) if len(text) <= SHORT else _read(text, depth)


@lru_cache(maxsize=256)
def _read_again(text: str, depth: int) -> Script:
    return _read(text, depth)


def _read(text: str, depth: int) -> Script:
    if len(text) > MAX_SCRIPT:
        raise SyntaxProblem(f"a script of {len(text)} characters; at most {MAX_SCRIPT} are accepted")
    reader = _Reader(text, depth)
    script = reader.script(())
    if reader.text.at < len(reader.text.text):
        raise SyntaxProblem(f"unexpected '{reader.found()}'")
    return script


class _Reader:
    """Recursive descent over the characters of one script."""

    def __init__(self, text: str, depth: int) -> None:
        self.text = Text(text, read_script, depth)
        self._depth = depth
        self._num_documents = 0

    def found(self) -> str:
        """What stands here, for a message."""
        self._blanks()
        return self.text.peek(20).split("\n")[0].split(" ")[0] or "newline"

    def _blanks(self) -> None:
        text = self.text
        while True:
            letter = text.peek()
            if letter in (" ", "\t") and letter:
                text.at += 1
            elif text.peek(2) == "\\\n":
                text.at += 2
            elif letter == "#":
                end = text.text.find("\n", text.at)
                text.at = len(text.text) if end < 0 else end
            else:
                return

    def _newlines(self) -> None:
        self._blanks()
        while self.text.peek() in ("\n", "\r") and self.text.peek():
            self.text.at += 1
            self._blanks()

    def _takes(self, mark: str) -> bool:
        self._blanks()
        if self.text.text.startswith(mark, self.text.at):
            self.text.at += len(mark)
            return True
        return False

    def _reserved(self) -> str:
        """The reserved word that stands here, or nothing."""
        self._blanks()
        found = re.compile(r"[a-z]+|[{}!]").match(self.text.text, self.text.at)
        if not found or found.group() not in _RESERVED:
            return ""
        following = self.text.text[found.end() : found.end() + 1]
        return found.group() if following == "" or following in " \t\n\r;&|()<>" else ""

    def _takes_word(self, *words: str) -> str:
        found = self._reserved()
        if found in words:
            self.text.at += len(found)
            return found
        return ""

    def _needs_word(self, word: str) -> None:
        self._newlines()
        if not self._takes_word(word):
            raise SyntaxProblem(f"unexpected '{self.found()}'")

    # -- lists -----------------------------------------------------------------------------------------

    def script(self, ends: tuple[str, ...]) -> Script:
        """Commands up to one of the reserved words, a closing bracket or the end."""
        self._depth += 1
        if self._depth > MAX_DEPTH:
            raise SyntaxProblem("nested too deeply")
        chains = []
        while True:
            self._newlines()
            if self.text.at >= len(self.text.text) or self.text.peek() in (")", "}"):
                break
            if self._reserved() in ends or self.text.peek(2) == ";;":
                break
            chains.append(self._chain())
        self._depth -= 1
        return Script(tuple(chains))

    def _chain(self) -> Chain:
        pipelines, ops = [self._pipeline()], []
        while True:
            self._blanks()
            op = self.text.peek(2)
            if op not in ("&&", "||"):
                break
            self.text.at += 2
            self._newlines()
            ops.append(op)
            pipelines.append(self._pipeline())
        in_background = False
        if self.text.peek() == "&":
            in_background = True
            self.text.at += 1
        elif self.text.peek() == ";" and self.text.peek(2) != ";;":
            self.text.at += 1
        elif self.text.peek() not in ("\n", "\r", "", ")", "}") and self.text.peek(2) != ";;":
            raise SyntaxProblem(f"unexpected '{self.found()}'")
        return Chain(tuple(pipelines), tuple(ops), in_background)

    def _pipeline(self) -> Pipeline:
        negated = bool(self._takes_word("!"))
        commands = [self._command()]
        while self.text.peek() == "|" and self.text.peek(2) != "||":
            self.text.at += 1
            self._newlines()
            commands.append(self._command())
        return Pipeline(tuple(commands), negated)

    # -- commands --------------------------------------------------------------------------------------

    def _command(self) -> Command:
        word = self._reserved()
        if word == "if":
            return self._if()
        if word in ("while", "until"):
            return self._while(word)
        if word == "for":
            return self._for()
        if word == "case":
            return self._case()
        if word == "{" or self.text.peek() == "(":
            return self._group(word == "{")
        if word:
            raise SyntaxProblem(f"unexpected '{word}'")
        return self._simple()

    def _group(self, is_braces: bool) -> Group:
        self.text.at += 1
        inside = self.script(())
        if not self._takes("}" if is_braces else ")"):
            raise SyntaxProblem(f"unexpected '{self.found()}'")
        return Group(inside, not is_braces, self._redirects())

    def _if(self) -> If:
        branches = []
        otherwise = None
        self._takes_word("if")
        while True:
            test = self.script(("then",))
            self._needs_word("then")
            branches.append((test, self.script(("elif", "else", "fi"))))
            if self._takes_word("elif"):
                continue
            if self._takes_word("else"):
                otherwise = self.script(("fi",))
            self._needs_word("fi")
            return If(tuple(branches), otherwise, self._redirects())

    def _while(self, word: str) -> While:
        self._takes_word(word)
        test = self.script(("do",))
        return While(test, self._body(), word == "until", self._redirects())

    def _body(self) -> Script:
        self._needs_word("do")
        body = self.script(("done",))
        self._needs_word("done")
        return body

    def _for(self) -> For:
        self._takes_word("for")
        self._blanks()
        name = NAME.match(self.text.text, self.text.at)
        if not name:
            raise SyntaxProblem(f"unexpected '{self.found()}'")
        self.text.at = name.end()
        self._newlines()
        words: tuple[Word, ...] | None = None
        if self._takes_word("in"):
            words = self._words()
        self._takes(";")
        return For(name.group(), words, self._body(), self._redirects())

    def _words(self) -> tuple[Word, ...]:
        found = []
        self._blanks()
        while (word := self.text.word()) is not None:
            found.append(word)
            self._blanks()
        return tuple(found)

    def _case(self) -> Case:
        self._takes_word("case")
        self._blanks()
        word = self.text.word()
        if word is None:
            raise SyntaxProblem(f"unexpected '{self.found()}'")
        self._needs_word("in")
        branches = []
        self._newlines()
        while not self._takes_word("esac"):
            self._takes("(")
            patterns = [*self._words()]
            while self._takes("|"):
                patterns += self._words()
            if not patterns or not self._takes(")"):
                raise SyntaxProblem(f"unexpected '{self.found()}'")
            branches.append((tuple(patterns), self.script(("esac",))))
            self._takes(";;")
            self._newlines()
        return Case(word, tuple(branches), self._redirects())

    def _simple(self) -> Command:
        assigns: list[tuple[str, Word]] = []
        words: list[Word] = []
        redirects: list[Redirect] = []
        while True:
            self._blanks()
            if self._redirect(redirects):
                continue
            assign = _ASSIGN.match(self.text.text, self.text.at) if not words else None
            if assign:
                self.text.at = assign.end()
                assigns.append((assign.group(1), self.text.word() or Word((Lit(""),))))
                continue
            if self.text.peek() == "(" and len(words) == 1 and not assigns and not redirects:
                return self._function(words[0])
            word = self.text.word()
            if word is None:
                break
            words.append(word)
        if not (assigns or words or redirects):
            raise SyntaxProblem(f"unexpected '{self.found()}'")
        return Simple(tuple(assigns), tuple(words), tuple(redirects))

    def _function(self, word: Word) -> Function:
        name = word.plain()
        self.text.at += 1
        if not self._takes(")") or name is None:
            raise SyntaxProblem("unexpected '('")
        self._newlines()
        return Function(name, self._command())

    # -- redirections ----------------------------------------------------------------------------------

    def _redirects(self) -> tuple[Redirect, ...]:
        found: list[Redirect] = []
        self._blanks()
        while self._redirect(found):
            self._blanks()
        return tuple(found)

    def _redirect(self, into: list[Redirect]) -> bool:
        match = _REDIRECT.match(self.text.text, self.text.at)
        both = self.text.peek(2) == "&>"
        if not match and not both:
            return False
        self.text.at = self.text.at + 2 if both or match is None else match.end()
        self._blanks()
        target = self.text.word()
        if target is None:
            raise SyntaxProblem(f"unexpected '{self.found()}'")
        if both or match is None:
            into += [Redirect(1, ">", target), Redirect(2, ">&", Word((Lit("1"),)))]
            return True
        op = match.group(2)
        fd = int(match.group(1)) if match.group(1) else (0 if op[0] == "<" else 1)
        if op.startswith("<<"):
            target, op = self._document(target, op == "<<-"), "<<"
        into.append(Redirect(fd, op, target))
        return True

    def _document(self, mark: Word, strips: bool) -> Word:
        """The body of a here-document: the lines after this one, which are taken out of the script."""
        self._num_documents += 1
        if self._num_documents > MAX_DOCUMENTS:
            raise SyntaxProblem(f"more than {MAX_DOCUMENTS} here-documents")
        quoted = any(isinstance(part, Lit) and part.quoted for part in mark.parts)
        end = "".join(part.text for part in mark.parts if isinstance(part, Lit))
        text = self.text.text
        line_end = text.find("\n", self.text.at)
        start = at = len(text) if line_end < 0 else line_end + 1
        lines = []
        while at < len(text):
            stop = text.find("\n", at)
            stop = len(text) if stop < 0 else stop
            line = text[at:stop].lstrip("\t") if strips else text[at:stop]
            at = stop + 1
            if line == end:
                break
            lines.append(line + "\n")
        self.text.text = text[:start] + text[at:]
        body = "".join(lines)
        if quoted:
            return Word((Lit(body, True),))
        return Text(body, read_script, self._depth).document()
