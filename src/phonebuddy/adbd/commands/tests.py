"""`test` and `[`: questions about files, texts and numbers."""

from __future__ import annotations

import stat as modes

from phonebuddy.adbd.shell.call import Call, CommandFailed, command

_BINARY = ("=", "==", "!=", "<", ">", "-eq", "-ne", "-lt", "-le", "-gt", "-ge", "-nt", "-ot", "-ef")
_UNARY = [
    "-e",
    "-f",
    "-d",
    "-r",
    "-w",
    "-x",
    "-s",
    "-L",
    "-h",
    "-z",
    "-n",
    "-t",
    "-p",
    "-S",
    "-b",
    "-c",
    "-k",
    "-g",
    "-u",
    "-O",
    "-G",
]


@command("[", "test", "[[", builtin=True)
async def test(call: Call) -> int:
    args = list(call.args)
    if call.name != "test":
        closing = {"[": "]", "[[": "]]"}[call.name]
        if not args or args[-1] != closing:
            return await call.fail(f"{call.shell.name}: [: missing {closing}", 2)
        args.pop()
    return 0 if _Question(call, args).answer() else 1


class _Question:
    """A small recursive reader of the words of one test."""

    def __init__(self, call: Call, words: list[str]) -> None:
        self._call = call
        self._words = words
        self._at = 0

    def answer(self) -> bool:
        if not self._words:
            return False
        found = self._either()
        if self._at < len(self._words):
            self._problem(f"{self._words[self._at]}: unexpected operator/operand")
        return found

    def _problem(self, text: str) -> None:
        raise CommandFailed(f"{self._call.shell.name}: [: {text}", 2)

    def _peek(self, ahead: int = 0) -> str | None:
        at = self._at + ahead
        return self._words[at] if at < len(self._words) else None

    def _either(self) -> bool:
        found = self._both()
        while self._peek() in ("-o", "||"):
            self._at += 1
            other = self._both()
            found = found or other
        return found

    def _both(self) -> bool:
        found = self._one()
        while self._peek() in ("-a", "&&"):
            self._at += 1
            other = self._one()
            found = found and other
        return found

    def _one(self) -> bool:
        word = self._peek()
        if word is None:
            self._problem("missing operand")
        assert word is not None
        if self._peek(1) in _BINARY and self._peek(2) is not None:
            self._at += 3
            return self._compare(word, self._words[self._at - 2], self._words[self._at - 1])
        if word == "!":
            self._at += 1
            return not self._one()
        if word == "(":
            self._at += 1
            found = self._either()
            self._at += 1
            return found
        if word in _UNARY and self._peek(1) is not None:
            self._at += 2
            return self._ask(word, self._words[self._at - 1])
        self._at += 1
        return word != ""

    def _compare(self, left: str, op: str, right: str) -> bool:
        if op in ("=", "=="):
            return left == right
        if op == "!=":
            return left != right
        if op in ("<", ">"):
            return (left < right) == (op == "<") and left != right
        if op in ("-nt", "-ot", "-ef"):
            return self._compare_files(left, op, right)
        try:
            one, two = int(left), int(right)
        except ValueError:
            self._problem(f"{left}: bad number")
            raise
        answers = {
            "-eq": one == two,
            "-ne": one != two,
            "-lt": one < two,
            "-le": one <= two,
            "-gt": one > two,
        }
        return answers.get(op, one >= two)

    def _compare_files(self, left: str, op: str, right: str) -> bool:
        files = self._call.device.files
        try:
            one, two = (files.stat(self._call.path(name)) for name in (left, right))
        except OSError:
            return False
        if op == "-ef":
            return files.real(self._call.path(left)) == files.real(self._call.path(right))
        return one.modified_ns > two.modified_ns if op == "-nt" else one.modified_ns < two.modified_ns

    def _ask(self, op: str, word: str) -> bool:
        if op == "-z":
            return word == ""
        if op == "-n":
            return word != ""
        if op == "-t":
            fd = self._call.shell.fds.get(int(word)) if word.isdigit() else None
            return fd is not None and fd.is_terminal
        try:
            stat = self._call.device.files.stat(self._call.path(word), follows=op not in ("-L", "-h"))
        except OSError:
            return False
        if op in ("-e", "-O", "-G"):
            return True
        if op in ("-L", "-h"):
            return stat.is_link
        if op == "-s":
            return stat.size > 0
        kinds = {
            "-f": modes.S_ISREG,
            "-d": modes.S_ISDIR,
            "-b": modes.S_ISBLK,
            "-c": modes.S_ISCHR,
            "-p": modes.S_ISFIFO,
        }
        if op in kinds:
            return kinds[op](stat.mode)
        shift = {"-r": 2, "-w": 1, "-x": 0}.get(op)
        if shift is None:
            return False
        bits = stat.mode >> (6 if self._call.shell.uid in (0, stat.uid) else 0)
        return (op != "-x" and self._call.shell.uid == 0) or bool(bits >> shift & 1)
