"""`date`, `sleep`, `uptime`, `cal`: the phone's own clock."""

from __future__ import annotations

import asyncio
import re
from datetime import UTC, datetime, timedelta

from phonebuddy.adbd.properties import zone_name
from phonebuddy.adbd.shell.call import Call, command

MAX_SLEEP_S = 24 * 3600.0
_SET = re.compile(r"([0-9]{2})([0-9]{2})([0-9]{2})([0-9]{2})(?:([0-9]{2})?([0-9]{2}))?(?:\.([0-9]{2}))?")
_FORMATS = (
    "%Y-%m-%d %H:%M:%S",
    "%Y-%m-%dT%H:%M:%S",
    "%Y-%m-%d %H:%M",
    "%Y-%m-%d",
    "%Y%m%d.%H%M%S",
    "%H:%M:%S",
)


def _zone(call: Call) -> timedelta:
    return timedelta(minutes=int(str(call.device.settings.world("time_zone") or 0)))


@command("date")
async def date(call: Call) -> int:
    args, form, given = list(call.args), "", ""
    utc = False
    while args:
        word = args.pop(0)
        if word in ("-u", "--utc"):
            utc = True
        elif word in ("-s", "-d", "-D", "-r"):
            value = args.pop(0) if args else ""
            given = value if word in ("-s", "-d") else given
        elif word.startswith("+"):
            form = word[1:]
        else:
            given = word
    zone = timedelta() if utc else _zone(call)
    now = datetime.fromtimestamp(call.device.now_ms / 1000, UTC) + zone
    if given:
        wanted = _read(given, now)
        if wanted is None:
            return await call.fail(f"date: bad date '{given}'")
        if "-d" in call.args:
            now = wanted
        else:
            if not 0 <= (wanted - zone).timestamp() < 4_000_000_000:
                return await call.fail("date: cannot set date: Invalid argument")
            call.device.set_clock(int((wanted - zone).timestamp() * 1000))
            now = wanted
    name = "UTC" if utc else _short_zone(call)
    await call.say(_written(now, form or "%a %b %e %H:%M:%S %Z %Y", name, zone))
    return 0


def _short_zone(call: Call) -> str:
    minutes = int(_zone(call).total_seconds() // 60)
    if minutes == 0:
        return "UTC"
    return zone_name(minutes) if minutes % 60 else f"GMT{minutes // 60:+03d}:00"


def _read(text: str, now: datetime) -> datetime | None:
    if re.fullmatch(r"@[0-9]{1,10}(\.[0-9]+)?", text):
        return datetime.fromtimestamp(float(text[1:]), UTC)
    found = _SET.fullmatch(text)
    try:
        if found:
            month, day, hour, minute, century, year, second = (
                int(part) if part else None for part in found.groups()
            )
            full = (
                now.year
                if year is None
                else (century if century is not None else (19 if year >= 69 else 20)) * 100 + year
            )
            return datetime(full, month or 0, day or 0, hour or 0, minute or 0, second or 0, tzinfo=UTC)
        for form in _FORMATS:
            try:
                return datetime.strptime(text, form).replace(tzinfo=UTC)
            except ValueError:
                continue
    except ValueError:
        return None
    return None


def _written(when: datetime, form: str, zone: str, offset: timedelta) -> str:
    minutes = int(offset.total_seconds() // 60)
    sign = "-" if minutes < 0 else "+"
    values = {
        "s": str(int((when - offset).timestamp())), "N": f"{when.microsecond * 1000:09d}", "Z": zone,
        "z": f"{sign}{abs(minutes) // 60:02d}{abs(minutes) % 60:02d}", "e": f"{when.day:2d}", "n": "\n",
        "t": "\t", "%": "%",
        "F": when.strftime("%Y-%m-%d"), "T": when.strftime("%H:%M:%S"), "D": when.strftime("%m/%d/%y"),
        "R": when.strftime("%H:%M"),
    }  # fmt: skip

    def one(found: re.Match[str]) -> str:
        code = found.group(1)
        if code in values:
            return values[code]
        return when.strftime(f"%{code}") if code in "aAbBcCdDeFgGhHIjklmMnpPrRSTuUVwWxXyY" else found.group()

    return re.sub(r"%([a-zA-Z%])", one, form)


@command("sleep", "usleep", waits=True)
async def sleep(call: Call) -> int:
    total = 0.0
    for word in call.args:
        found = re.fullmatch(r"([0-9]*\.?[0-9]+)([smhd]?)", word)
        if not found:
            return await call.fail(f"sleep: bad number '{word}'")
        total += float(found.group(1)) * {"": 1, "s": 1, "m": 60, "h": 3600, "d": 86400}[found.group(2)]
    total = min(total / 1e6 if call.name == "usleep" else total, MAX_SLEEP_S)
    if call.device.still:
        call.device.wait(int(total * 1000))
        await asyncio.sleep(0)
    else:
        await asyncio.sleep(total)
    return 0


@command("uptime")
async def uptime(call: Call) -> int:
    device = call.device
    seconds = max(0, device.now_ms - device.started_ms) // 1000
    now = datetime.fromtimestamp(device.now_ms / 1000, UTC) + _zone(call)
    await call.say(f" {now:%H:%M:%S} up {seconds // 60} min,  0 users,  load average: 0.42, 0.35, 0.30")
    return 0
