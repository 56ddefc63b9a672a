"""`sed` with the commands scripts use: s, d, p, q and addresses by line, pattern or `$`."""

from __future__ import annotations

import re
from typing import NamedTuple

from phonebuddy.adbd.commands.text import read_all
from phonebuddy.adbd.shell.call import Call, CommandFailed, command
from phonebuddy.adbd.shell.pattern import Fit, compiled

_ADDRESS = re.compile(r"\s*(\$|[0-9]+|/((?:[^/\\]|\\.)*)/)?(?:,(\$|[0-9]+|/((?:[^/\\]|\\.)*)/))?\s*(!?)\s*")


class Step(NamedTuple):
    """One command of a script: where it applies and what it does."""

    start: str
    end: str
    negated: bool
    verb: str
    fit: Fit | None
    new: str
    flags: str


def _read(script: str, extended: bool) -> list[Step]:
    steps = []
    rest = script
    while rest.strip(" ;\n"):
        rest = rest.lstrip(" ;\n")
        address = _ADDRESS.match(rest)
        assert address is not None, "every part of an address may be missing"
        verb, rest = rest[address.end() : address.end() + 1], rest[address.end() + 1 :]
        fit, new, flags = None, "", ""
        if verb == "s":
            fit, new, flags, rest = _substitution(rest, extended)
        elif verb not in ("d", "p", "q"):
            raise CommandFailed(f"sed: bad pattern '{script[:60]}'@1 ({verb})")
        steps.append(
            Step(
                address.group(1) or "", address.group(3) or "", bool(address.group(5)), verb, fit, new, flags
            )
        )
    return steps


def _substitution(rest: str, extended: bool) -> tuple[Fit, str, str, str]:
    mark = rest[:1]
    parts: list[str] = []
    at, piece = 1, ""
    while at < len(rest) and len(parts) < 2:
        if rest[at] == "\\" and at + 1 < len(rest):
            piece += rest[at + 1] if rest[at + 1] == mark else rest[at : at + 2]
            at += 2
            continue
        if rest[at] == mark:
            parts.append(piece)
            piece = ""
        else:
            piece += rest[at]
        at += 1
    if len(parts) < 2 or not mark:
        raise CommandFailed("sed: bad pattern: unfinished 's'")
    flags = re.match(r"[gpiI0-9]*", rest[at:])
    found = flags.group() if flags else ""
    return compiled(parts[0], extended, False, "i" in found.lower()), parts[1], found, rest[at + len(found) :]


def _filled(new: str, match: re.Match[str]) -> str:
    def one(found: re.Match[str]) -> str:
        code = found.group()
        if code == "&" or code == "\\0":
            return match.group()
        if code[1].isdigit():
            number = int(code[1])
            return (match.group(number) or "") if number <= (match.re.groups or 0) else ""
        return {"n": "\n", "t": "\t"}.get(code[1], code[1])

    return re.sub(r"&|\\.", one, new)


@command("sed", waits=True)
async def sed(call: Call) -> int:
    flags, scripts, names = "", [], []
    args = list(call.args)
    while args:
        word = args.pop(0)
        if word == "-e":
            scripts.append(args.pop(0) if args else "")
        elif word.startswith("-") and len(word) > 1:
            flags += word[1:]
        else:
            names.append(word)
    if not scripts:
        if not names:
            return await call.fail("sed: needs pattern")
        scripts.append(names.pop(0))
    steps = _read("\n".join(scripts), "E" in flags or "r" in flags)
    text = (await read_all(call, names)).decode("utf-8", "surrogateescape")
    out = _run(steps, text.splitlines(), "n" in flags)
    result = "".join(line + "\n" for line in out)
    if "i" in flags and names:
        call.device.files.write(
            call.path(names[0]), result.encode("utf-8", "surrogateescape"), call.shell.uid
        )
    else:
        await call.out.say(result)
    return 0


def _run(steps: list[Step], lines: list[str], quiet: bool) -> list[str]:
    out: list[str] = []
    inside: set[int] = set()
    for number, line in enumerate(lines, 1):
        keep, stops = True, False
        for index, step in enumerate(steps):
            if _applies(step, index, line, number, len(lines), inside) == step.negated:
                continue
            if step.verb == "d":
                keep = False
                break
            if step.verb == "p":
                out.append(line)
            elif step.verb == "q":
                stops = True
                break
            elif step.fit is not None:
                line, hits = _replaced(step, line)
                if hits and "p" in step.flags:
                    out.append(line)
        if keep and not quiet:
            out.append(line)
        if stops:
            break
    return out


def _replaced(step: Step, line: str) -> tuple[str, int]:
    assert step.fit is not None
    return step.fit.replaced(line, lambda match: _filled(step.new, match), 0 if "g" in step.flags else 1)


def _at(address: str, line: str, number: int, last: int) -> bool:
    if address == "$":
        return number == last
    if address.isdigit():
        return number == int(address)
    return bool(compiled(address[1:-1], False, False, False).search(line))


def _applies(step: Step, index: int, line: str, number: int, last: int, inside: set[int]) -> bool:
    if not step.start:
        return True
    if not step.end:
        return _at(step.start, line, number, last)
    if index in inside:
        if _at(step.end, line, number, last):
            inside.discard(index)
        return True
    if _at(step.start, line, number, last):
        if not (step.end.isdigit() and int(step.end) <= number):
            inside.add(index)
        return True
    return False
