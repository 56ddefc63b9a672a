"""`sqlite3 FILE "SQL"` over database files of the phone, with limits."""

from __future__ import annotations

import sqlite3

from phonebuddy.adbd.sandbox import SqlProblem, run_sql
from phonebuddy.adbd.shell.call import Call, command

_MODES = {"-json", "-csv", "-line", "-list", "-column", "-html", "-quote"}


@command("sqlite3", waits=True)
async def sqlite(call: Call) -> int:
    args, mode, mark, header = list(call.args), "-list", "|", False
    words = []
    while args:
        word = args.pop(0)
        if word in _MODES:
            mode = word
        elif word in ("-separator", "-cmd", "-nullvalue", "-newline"):
            value = args.pop(0) if args else ""
            mark = value if word == "-separator" else mark
        elif word in ("-header", "-noheader"):
            header = word == "-header"
        elif word in ("-batch", "-readonly", "-bail", "-echo"):
            continue
        elif word == "-version":
            await call.say(sqlite3.sqlite_version)
            return 0
        else:
            words.append(word)
    path = words[0] if words else ""
    scripts = words[1:] or [(await call.stdin.all()).decode("utf-8", "replace")]
    files = call.device.files
    full = call.path(path) if path and path != ":memory:" else ""
    try:
        before = files.read(full, call.shell.uid) if full and files.exists(full) else b""
    except OSError as error:
        return await call.fail(f'Error: unable to open database "{path}": {error.strerror}')
    try:
        results, after = run_sql(before, scripts)
    except SqlProblem as error:
        return await call.fail(f"Error: {error}")
    if full and after != before:
        try:
            files.write(full, after, call.shell.uid)
        except OSError as error:
            return await call.fail(f"Error: {error.strerror}")
    for names, rows in results:
        await call.out.say(_written(names, rows, mode, "," if mode == "-csv" else mark, header))
    return 0


def _written(names: list[str], rows: list[tuple[object, ...]], mode: str, mark: str, header: bool) -> str:
    if mode == "-json":
        import json

        return (
            json.dumps([dict(zip(names, map(_plain, row), strict=True)) for row in rows], ensure_ascii=False)
            + "\n"
            if rows
            else ""
        )
    if mode == "-line":
        return "\n".join(
            "".join(f"{name:>8} = {_text(value)}\n" for name, value in zip(names, row, strict=True))
            for row in rows
        )
    lines = [mark.join(names)] if header and rows else []
    lines += [mark.join(_text(value) for value in row) for row in rows]
    return "".join(line + "\n" for line in lines)


def _plain(value: object) -> object:
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else value


def _text(value: object) -> str:
    return "" if value is None else str(_plain(value))
