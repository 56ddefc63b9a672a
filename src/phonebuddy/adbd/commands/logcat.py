"""`logcat` and `log`."""

from __future__ import annotations

import re
from datetime import UTC, datetime

from phonebuddy.adbd.record import Entry
from phonebuddy.adbd.shell.call import Call, command

LEVELS = "VDIWEFS"
_BUFFERS = {"main", "system", "events", "radio", "crash", "default", "all", "kernel", "stats", "security"}


class _Options:
    def __init__(self, args: list[str]) -> None:
        self.clears = self.dumps = self.asks_size = False
        self.form, self.most = "threadtime", -1
        self.buffers: set[str] = set()
        self.filters: dict[str, str] = {}
        self.regex = ""
        rest = list(args)
        while rest:
            word = rest.pop(0)
            if word in ("-c", "--clear"):
                self.clears = True
            elif word == "-d":
                self.dumps = True
            elif word in ("-g", "-S", "-p", "-D", "-G"):
                self.asks_size = True
                rest = rest[1:] if word == "-G" else rest
            elif word[:2] in ("-v", "-b", "-t", "-T", "-e", "-m") or word in (
                "--pid",
                "--regex",
                "--format",
                "--buffer",
            ):
                self._valued(
                    word, word[2:] if len(word) > 2 and word[1] != "-" else (rest.pop(0) if rest else "")
                )
            elif word.startswith("--"):
                name, mark, value = word.partition("=")
                if mark:
                    self._valued(name, value)
            elif word == "-s":
                self.filters.setdefault("*", "S")
            elif not word.startswith("-"):
                for part in word.split():
                    tag, _, level = part.partition(":")
                    self.filters[tag] = (level or "V").upper()

    def _valued(self, option: str, value: str) -> None:
        if option in ("-b", "--buffer") or option.startswith("-b"):
            self.buffers |= set(value.split(","))
        elif option in ("-v", "--format") or option.startswith("-v"):
            if value in ("brief", "threadtime", "time", "epoch", "raw", "tag", "process", "long", "thread"):
                self.form = value
        elif option.startswith(("-t", "-T")):
            self.dumps = self.dumps or option.startswith("-t")
            self.most = int(value) if value.isdigit() else -1
        elif option.startswith("-m"):
            self.most = int(value) if value.isdigit() else -1
        elif option in ("-e", "--regex"):
            self.regex = value

    def takes(self, entry: Entry) -> bool:
        if self.buffers and not self.buffers & {"all", "default", entry.buffer}:
            return False
        if not self.buffers and entry.buffer == "events":
            return False
        if self.filters:
            least = self.filters.get(entry.tag, self.filters.get("*", "V"))
            if least not in LEVELS or LEVELS.index(entry.level) < LEVELS.index(least):
                return False
        return not self.regex or self.regex in entry.text


def _written(entry: Entry, form: str, minutes: int) -> str:
    seconds, ns = divmod(entry.time_ns, 10**9)
    when = datetime.fromtimestamp(seconds + minutes * 60, UTC)
    stamp = when.strftime("%m-%d %H:%M:%S.") + f"{ns // 10**6:03d}"
    if form == "epoch":
        return (
            f"{seconds:>19}.{ns // 10**6:03d} {entry.pid:>5} {entry.pid:>5} {entry.level} {entry.tag}: "
            f"{entry.text}"
        )
    if form == "brief":
        return f"{entry.level}/{entry.tag}({entry.pid:>5}): {entry.text}"
    if form == "time":
        return f"{stamp} {entry.level}/{entry.tag}({entry.pid:>5}): {entry.text}"
    if form == "tag":
        return f"{entry.level}/{entry.tag}: {entry.text}"
    if form == "raw":
        return entry.text
    if form == "process":
        return f"{entry.level}({entry.pid:>5}) {entry.text}  ({entry.tag})"
    return f"{stamp} {entry.pid:>5} {entry.pid:>5} {entry.level} {entry.tag:<8}: {entry.text}"


@command("logcat", waits=True)
async def logcat(call: Call) -> int:
    options = _Options(call.args)
    record = call.device.record
    if options.clears:
        record.clear()
        return 0
    if options.asks_size:
        for name in ("main", "system", "crash"):
            await call.say(
                f"{name}: ring buffer is 256 KiB (12 KiB consumed), max entry is 5120 B, max payload is "
                f"4068 B"
            )
        return 0
    minutes = int(str(call.device.settings.world("time_zone") or 0))
    entries = [entry for entry in record.since(0) if options.takes(entry)]
    entries = entries[len(entries) - min(options.most, len(entries)) :] if options.most >= 0 else entries
    last = record.last
    if options.form != "raw":
        await call.say("--------- beginning of main")
    for entry in entries:
        await call.say(_written(entry, options.form, minutes))
    while not options.dumps:
        await record.more(last)
        fresh = record.since(last)
        last = record.last
        for entry in fresh:
            if options.takes(entry):
                await call.say(_written(entry, options.form, minutes))
    return 0


@command("log")
async def log(call: Call) -> int:
    args, level, tag = list(call.args), "I", "log"
    while len(args) > 1 and args[0] in ("-p", "-t"):
        option, value = args.pop(0), args.pop(0)
        if option == "-p":
            level = value[:1].upper() if value[:1].upper() in LEVELS else "I"
        else:
            tag = re.sub(r"\s", "_", value)[:80]
    call.device.record.add(tag, " ".join(args)[:4000], level, pid=call.shell.pid)
    return 0
