"""Commands over lines: `grep`, `sort`, `uniq`, `cut`, `tr`, `rev`, `seq`, `xargs`, `awk` for single columns,
`yes`."""

from __future__ import annotations

import re

from phonebuddy.adbd.commands.text import sources
from phonebuddy.adbd.shell.call import Call, CommandFailed, command
from phonebuddy.adbd.shell.pattern import Fit, compiled


class _Grep:
    """The options of one grep."""

    def __init__(self, call: Call) -> None:
        self.flags = ""
        self.patterns: list[str] = []
        self.names: list[str] = []
        self.most = -1
        self.before = self.after = 0
        args = list(call.args)
        while args:
            word = args.pop(0)
            if word == "--":
                self.names += args
                break
            if word.startswith("-") and len(word) > 1:
                self._option(word, args)
            else:
                self.names.append(word)
        if not self.patterns:
            if not self.names:
                raise CommandFailed('grep: No REGEX (see "grep --help")', 2)
            self.patterns.append(self.names.pop(0))
        if call.name == "egrep":
            self.flags += "E"
        elif call.name == "fgrep":
            self.flags += "F"

    def _option(self, word: str, args: list[str]) -> None:
        if word.startswith("--"):
            self.flags += {"--invert-match": "v", "--ignore-case": "i", "--count": "c", "--quiet": "q",
                           "--line-buffered": "", "--color": "",
                           "--extended-regexp": "E"}.get(word.partition("=")[0], "")  # fmt: skip
            return
        for number, letter in enumerate(word[1:], 1):
            if letter in "emABCf":
                value = word[number + 1 :] or (args.pop(0) if args else "")
                self._valued(letter, value)
                return
            if letter.isdigit():
                self.before = self.after = int(word[number:]) if word[number:].isdigit() else 0
                return
            self.flags += letter

    def _valued(self, letter: str, value: str) -> None:
        if letter == "e":
            self.patterns.append(value)
            return
        count = int(value) if value.isdigit() else 0
        if letter == "m":
            self.most = count
        self.before = count if letter in "BC" else self.before
        self.after = count if letter in "AC" else self.after

    def fits(self) -> list[Fit]:
        flags = self.flags
        found = []
        for pattern in self.patterns:
            for one in pattern.split("\n"):
                if "w" in flags and "F" not in flags:
                    one = rf"\b({one})\b" if "E" in flags else rf"\b\({one}\)\b"
                if "x" in flags and "F" not in flags:
                    one = f"^({one})$" if "E" in flags else rf"^\({one}\)$"
                found.append(compiled(one, "E" in flags, "F" in flags, "i" in flags))
        return found


@command("grep", "egrep", "fgrep", waits=True)
async def grep(call: Call) -> int:
    given = _Grep(call)
    fits = given.fits()
    names = given.names
    if "r" in given.flags or "R" in given.flags:
        names = [
            path
            for name in names or ["."]
            for path, stat in call.device.files.walk(call.path(name))
            if not stat.is_folder
        ]
    found = False
    for name in names or ["-"]:
        try:
            [(shown, source)] = sources(call, [name] if name != "-" else [])
        except CommandFailed as failed:
            if "s" not in given.flags:
                await call.fail(str(failed))
            continue
        label = shown if len(names) > 1 and "h" not in given.flags or "H" in given.flags else ""
        found = await _search(call, given, fits, source, label) or found
        if found and "q" in given.flags:
            return 0
    return int(not found)


async def _search(call: Call, given: _Grep, fits: list[Fit], source: object, label: str) -> bool:
    from phonebuddy.adbd.shell.io import Source

    assert isinstance(source, Source)
    flags, count, number, tail = given.flags, 0, 0, 0
    kept: list[tuple[int, str]] = []
    head = f"{label}:" if label else ""
    while line := await source.line():
        number += 1
        text = line.decode("utf-8", "surrogateescape").rstrip("\n")
        hits = [match for fit in fits if (match := fit.search(text))]
        if bool(hits) == ("v" in flags):
            if tail > 0:
                tail -= 1
                await call.say(f"{head}{text}")
            elif given.before:
                kept = [*kept[1 - given.before :], (number, text)] if given.before > 1 else [(number, text)]
            continue
        count += 1
        if "q" in flags:
            return True
        if "l" in flags:
            await call.say(label or "-")
            return True
        if "c" not in flags:
            for _, before in kept:
                await call.say(f"{head}{before}")
            kept = []
            mark = f"{number}:" if "n" in flags else ""
            if "o" in flags:
                for fit in fits:
                    for piece in fit.all(text):
                        await call.say(f"{head}{mark}{piece}")
            else:
                await call.say(f"{head}{mark}{text}")
            tail = given.after
        if 0 <= given.most <= count:
            break
    if "c" in flags:
        await call.say(f"{head}{count}")
    return count > 0


async def _lines(call: Call, names: list[str]) -> list[str]:
    found: list[str] = []
    for _, source in sources(call, names):
        text = (await source.all()).decode("utf-8", "surrogateescape")
        found += text.split("\n")[: -1 if text.endswith("\n") else None] if text else []
    return found


@command("sort", waits=True)
async def sort(call: Call) -> int:
    flags = "".join(word[1:] for word in call.args if re.fullmatch(r"-[a-z]+", word))
    key = next((int(found.group(1)) for word in call.args if (found := re.match(r"-k([0-9]+)", word))), 0)
    lines = await _lines(call, [word for word in call.args if not word.startswith("-")])

    def order(line: str) -> tuple[float, str]:
        text = (line.split()[key - 1 : key] or [""])[0] if key else line
        number = re.match(r"\s*-?[0-9.]+", text) if "n" in flags else None
        return (float(number.group().rstrip(".")) if number else 0.0, text.lower() if "f" in flags else text)

    lines.sort(key=order, reverse="r" in flags)
    lines = list(dict.fromkeys(lines)) if "u" in flags else lines
    if lines:
        await call.say("\n".join(lines))
    return 0


@command("uniq", waits=True)
async def uniq(call: Call) -> int:
    counts: list[tuple[str, int]] = []
    for line in await _lines(call, [word for word in call.args if not word.startswith("-")]):
        if counts and counts[-1][0] == line:
            counts[-1] = (line, counts[-1][1] + 1)
        else:
            counts.append((line, 1))
    for line, count in counts:
        if "-d" not in call.args or count > 1:
            await call.say(f"{count:>7} {line}" if "-c" in call.args else line)
    return 0


def _ranges(text: str) -> list[tuple[int, int]]:
    found = []
    for part in text.split(","):
        start, dash, end = part.partition("-")
        low = int(start) if start.isdigit() else 1
        found.append((low, (int(end) if end.isdigit() else 10**9) if dash else low))
    return found


@command("cut", waits=True)
async def cut(call: Call) -> int:
    mode, spec, mark, names = "", "1", "\t", []
    args = list(call.args)
    while args:
        word = args.pop(0)
        if word[:2] in ("-f", "-c", "-b", "-d"):
            value = word[2:] or (args.pop(0) if args else "")
            if word[1] == "d":
                mark = value or "\t"
            else:
                mode, spec = word[1], value
        elif not word.startswith("-"):
            names.append(word)
    ranges = _ranges(spec)
    for line in await _lines(call, names):
        if mode == "f":
            parts = line.split(mark)
            joint = mark
        else:
            parts, joint = list(line), ""
        if mode == "f" and len(parts) == 1:
            await call.say(line)
            continue
        chosen = [
            part for number, part in enumerate(parts, 1) if any(low <= number <= high for low, high in ranges)
        ]
        await call.say(joint.join(chosen))
    return 0


def _set(text: str) -> str:
    from phonebuddy.adbd.commands.builtins import unescape

    text = unescape(text)
    for name, letters in (("lower", "abcdefghijklmnopqrstuvwxyz"), ("upper", "ABCDEFGHIJKLMNOPQRSTUVWXYZ"),
                          ("digit", "0123456789"), ("space", " \t\n\r\v\f")):  # fmt: skip
        text = text.replace(f"[:{name}:]", letters)
    return re.sub(
        r"(.)-(.)",
        lambda m: "".join(map(chr, range(ord(m[1]), min(ord(m[2]), ord(m[1]) + 300) + 1))),
        text,
        flags=re.S,
    )


@command("tr", waits=True)
async def tr(call: Call) -> int:
    flags = "".join(word[1:] for word in call.args if re.fullmatch(r"-[cdsC]+", word))
    sets = [_set(word) for word in call.args if not re.fullmatch(r"-[cdsC]+", word)]
    text = (await call.stdin.all()).decode("utf-8", "surrogateescape")
    if not sets:
        return await call.fail("tr: Needs at least 1 argument")
    if "d" in flags:
        keep = "c" in flags.lower()
        text = "".join(letter for letter in text if (letter in sets[0]) == keep)
    elif len(sets) > 1 and sets[1]:
        second = sets[1] + sets[1][-1] * max(0, len(sets[0]) - len(sets[1]))
        if "c" in flags.lower():
            text = "".join(letter if letter in sets[0] else second[-1] for letter in text)
        else:
            text = text.translate({ord(old): new for old, new in zip(sets[0], second, strict=False)})
    if "s" in flags:
        squeezed = set(sets[-1])
        text = "".join(
            letter
            for at, letter in enumerate(text)
            if at == 0 or letter != text[at - 1] or letter not in squeezed
        )
    await call.out.say(text)
    return 0


@command("rev", "tac", waits=True)
async def backwards(call: Call) -> int:
    lines = await _lines(call, [word for word in call.args if not word.startswith("-")])
    for line in lines[::-1] if call.name == "tac" else [line[::-1] for line in lines]:
        await call.say(line)
    return 0


@command("seq")
async def seq(call: Call) -> int:
    numbers = [int(word) for word in call.args if re.fullmatch(r"-?[0-9]{1,9}", word)]
    if not 1 <= len(numbers) <= 3:
        return await call.fail("seq: Needs 1 argument")
    first, step, last = (
        (1, 1, numbers[0])
        if len(numbers) == 1
        else (numbers[0], 1, numbers[1])
        if len(numbers) == 2
        else tuple(numbers)
    )
    span = range(first, last + (1 if step > 0 else -1), step or 1)
    for number in span[:100_000]:
        await call.say(str(number))
    return 0


@command("yes", waits=True)
async def yes(call: Call) -> int:
    line = (" ".join(call.args) or "y") + "\n"
    for _ in range(100_000):
        await call.out.say(line)
        await call.shell.budget.step()
    return 0


@command("xargs", waits=True)
async def xargs(call: Call) -> int:
    args = list(call.args)
    per_run, place = 0, ""
    while args and args[0].startswith("-"):
        word = args.pop(0)
        if word[:2] in ("-n", "-I", "-P", "-L"):
            value = word[2:] or (args.pop(0) if args else "")
            per_run = int(value) if word[1] in "nL" and value.isdigit() else per_run
            place = value if word[1] == "I" else place
    text = (await call.stdin.all()).decode("utf-8", "surrogateescape")
    words = text.split("\0") if "-0" in call.args else (text.splitlines() if place else text.split())
    words = [word for word in words if word]
    per_run = 1 if place else (per_run or max(1, len(words)))
    status = 0
    for start in range(0, len(words), per_run) if words else ([0] if not place else []):
        some = words[start : start + per_run]
        line = (
            [word.replace(place, some[0]) for word in args]
            if place and some
            else [*(args or ["echo"]), *some]
        )
        status = await call.shell.with_fds(call).run_words(line) or status
        await call.shell.budget.step()
    return 123 if status else 0


@command("awk", waits=True)
async def awk(call: Call) -> int:
    """`awk [-F x] '[/pattern/] {print $1, $NF}'`: the columns that scripts of adb clients take; nothing "
    "else of awk."""
    args, mark = list(call.args), None
    while args and args[0].startswith("-F"):
        word = args.pop(0)
        mark = word[2:] or (args.pop(0) if args else " ")
    form = re.fullmatch(
        r"\s*(?:/((?:[^/\\]|\\.)*)/)?\s*(?:\{\s*print\s*([^{}]*?)\s*;?\s*\})?\s*", args[0] if args else ""
    )
    if form is None or not args:
        return await call.fail("awk: only '/pattern/ {print $N, ...}' is understood here", 2)
    fit = compiled(form.group(1), True, False, False) if form.group(1) else None
    wanted = [part.strip() for part in (form.group(2) or "$0").split(",")]
    for line in await _lines(call, args[1:]):
        if fit is not None and not fit.search(line):
            continue
        fields = line.split(None if mark in (None, " ") else mark)
        await call.say(" ".join(_column(part, line, fields) for part in wanted))
    return 0


def _column(part: str, line: str, fields: list[str]) -> str:
    if part == "$0":
        return line
    if part == "$NF":
        return fields[-1] if fields else ""
    if part == "NF":
        return str(len(fields))
    found = re.fullmatch(r"\$([0-9]{1,4})", part)
    if found:
        number = int(found.group(1))
        return fields[number - 1] if 0 < number <= len(fields) else ""
    return part.strip('"')
