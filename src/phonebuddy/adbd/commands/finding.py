"""`find`, `basename`, `dirname`."""

from __future__ import annotations

import fnmatch
import stat as modes
from collections.abc import Callable

from phonebuddy.adbd.commands.builtins import unescape
from phonebuddy.adbd.files.node import Stat
from phonebuddy.adbd.shell.call import Call, CommandFailed, command

Test = Callable[[str, Stat, int], bool]
MAX_FOUND = 50_000


class _Find:
    """The tests of one find, joined by -a, -o and !, and what is done with what they find."""

    def __init__(self, words: list[str]) -> None:
        self._words = words
        self._at = 0
        self.least, self.most = 0, 10**6
        self.deletes = False
        self.zero = False
        self.quits = False
        self.prints = False
        self.executes: list[str] = []
        self.form = ""
        self.test = self._either() if words else (lambda path, stat, depth: True)
        if self._at < len(words):
            raise CommandFailed(f"find: bad arg '{words[self._at]}'")

    def _take(self) -> str:
        if self._at >= len(self._words):
            raise CommandFailed(f"find: '{self._words[-1]}' needs 1 arg")
        self._at += 1
        return self._words[self._at - 1]

    def _peek(self) -> str:
        return self._words[self._at] if self._at < len(self._words) else ""

    def _either(self) -> Test:
        tests = [self._both()]
        while self._peek() in ("-o", "-or"):
            self._at += 1
            tests.append(self._both())
        return lambda path, stat, depth: any(test(path, stat, depth) for test in tests)

    def _both(self) -> Test:
        tests = [self._one()]
        while self._peek() and self._peek() not in ("-o", "-or", ")"):
            if self._peek() in ("-a", "-and"):
                self._at += 1
            tests.append(self._one())
        return lambda path, stat, depth: all(test(path, stat, depth) for test in tests)

    def _one(self) -> Test:
        word = self._take()
        if word in ("!", "-not"):
            test = self._one()
            return lambda path, stat, depth: not test(path, stat, depth)
        if word == "(":
            test = self._either()
            self._take()
            return test
        if word in ("-name", "-iname"):
            return _named(self._take(), word == "-iname")
        if word in ("-path", "-wholename"):
            pattern = self._take()
            return lambda path, stat, depth: fnmatch.fnmatchcase(path, pattern)
        if word == "-type":
            kinds = {"f": modes.S_ISREG, "d": modes.S_ISDIR, "l": modes.S_ISLNK, "c": modes.S_ISCHR}
            wanted = [kinds[letter] for letter in self._take().split(",") if letter in kinds]
            return lambda path, stat, depth: any(kind(stat.mode) for kind in wanted)
        if word in ("-size", "-mtime", "-mmin", "-newer", "-user", "-group", "-perm"):
            value = self._take()
            return _sized(value) if word == "-size" else lambda path, stat, depth: True
        if word == "-empty":
            return lambda path, stat, depth: stat.size == 0
        return self._action(word)

    def _action(self, word: str) -> Test:
        if word in ("-mindepth", "-maxdepth"):
            number = int(text) if (text := self._take()).isdigit() else 0
            if word == "-mindepth":
                self.least = number
            else:
                self.most = number
        elif word == "-delete":
            self.deletes = True
        elif word == "-print0":
            self.zero = True
        elif word == "-quit":
            self.quits = True
        elif word == "-printf":
            self.form = self._take()
        elif word == "-exec":
            while (part := self._take()) not in (";", "+"):
                self.executes.append(part)
        elif word not in ("-print", "-depth", "-xdev", "-true", "-follow", "-L"):
            raise CommandFailed(f"find: bad arg '{word}'")
        return lambda path, stat, depth: True


def _named(pattern: str, ignores_case: bool) -> Test:
    wanted = pattern.lower() if ignores_case else pattern

    def test(path: str, stat: Stat, depth: int) -> bool:
        name = path.rstrip("/").rpartition("/")[2]
        return fnmatch.fnmatchcase(name.lower() if ignores_case else name, wanted)

    return test


def _sized(text: str) -> Test:
    units = {"c": 1, "k": 1024, "M": 1 << 20, "G": 1 << 30, "b": 512}
    sign = text[:1] if text[:1] in ("+", "-") else ""
    unit = units.get(text[-1:], 512)
    digits = "".join(letter for letter in text if letter.isdigit()) or "0"

    def test(path: str, stat: Stat, depth: int) -> bool:
        size = -(-stat.size // unit)
        return (
            size > int(digits) if sign == "+" else size < int(digits) if sign == "-" else size == int(digits)
        )

    return test


@command("find")
async def find(call: Call) -> int:
    args = [word for word in call.args if word not in ("-H", "-L", "-P")]
    places = []
    while args and not args[0].startswith("-") and args[0] not in ("(", "!"):
        places.append(args.pop(0))
    wanted, status, count = _Find(args), 0, 0
    for place in places or ["."]:
        base = call.path(place)
        try:
            entries = list(call.device.files.walk(base))[:MAX_FOUND]
        except OSError as error:
            status = await call.fail(f"find: '{place}': {error.strerror}")
            continue
        if wanted.deletes:
            entries.reverse()
        for path, stat in entries:
            below = path[len(base.rstrip("/")) :] if path != base else ""
            shown = place.rstrip("/") + below if below else place
            depth = below.count("/")
            if not wanted.least <= depth <= wanted.most or not wanted.test(shown, stat, depth):
                continue
            status = await _found(call, wanted, shown, path) or status
            count += 1
            if wanted.quits:
                return status
    return status


async def _found(call: Call, wanted: _Find, shown: str, path: str) -> int:
    if wanted.deletes:
        try:
            call.device.files.remove(path, call.shell.uid)
        except OSError as error:
            return await call.fail(f"find: {shown}: {error.strerror}")
    elif wanted.executes:
        await call.shell.budget.step()
        await call.shell.with_fds(call).run_words([word.replace("{}", shown) for word in wanted.executes])
    elif wanted.form:
        await call.out.say(unescape(wanted.form).replace("%p", shown).replace("%f", shown.rpartition("/")[2]))
    else:
        await call.out.say(shown + ("\0" if wanted.zero else "\n"))
    return 0


@command("basename", "dirname")
async def base_name(call: Call) -> int:
    if not call.args:
        return await call.fail(f"{call.name}: Needs 1 argument")
    head, _, tail = call.args[0].rstrip("/").rpartition("/")
    if call.name == "dirname":
        await call.say(head or ("/" if call.args[0].startswith("/") else "."))
        return 0
    suffix = call.args[1] if len(call.args) > 1 else ""
    await call.say(tail.removesuffix(suffix) if tail != suffix else tail)
    return 0
