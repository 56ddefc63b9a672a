"""`phonebuddy phones`: real Android phones: which are there, what they lack, whether they work.

Invariant: adb is imported inside the commands, never by this file.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from phonebuddy.cli.group import Group, Mistake
from phonebuddy.cli.report import emit, progress

if TYPE_CHECKING:
    from phonebuddy.phones.health import Health

_PORT = click.option(
    "--adb-port", type=click.IntRange(1, 65535), help="Where adb's server listens; else as adb decides."
)
_JSON = click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")


@click.group("phones", cls=Group, invoke_without_command=True)
@_PORT
@_JSON
@click.pass_context
def phones(context: click.Context, adb_port: int | None, as_json: bool) -> None:
    """Real Android phones over ADB: list, examine, share.

    Alone, it lists them with their health.

    \b
    Example:
      phonebuddy phones
      phonebuddy phones selftest 0A1B2C3D
    """
    if context.invoked_subcommand is not None:
        return
    _need_adb()
    from phonebuddy.phones.health import examine
    from phonebuddy.phones.wire import Wire, list_phones, start_server

    start_server(adb_port)
    found = list_phones(adb_port)
    rows = []
    for listed in found:
        health = examine(Wire(listed.serial, adb_port))
        first = next((rung for rung in (*health.rungs, *health.gaps) if not rung.is_ok), None)
        rows.append(
            {
                "serial": listed.serial,
                "model": listed.model,
                "health": "ready" if health.is_ok else next(r.cause for r in health.rungs if not r.is_ok),
                "missing": first.name if first else "",
                "fix": first.fix if first else "",
            }
        )
    emit({"phones": rows} if rows else {"phones": "none; plug one in, or: adb connect HOST:PORT"}, as_json)
    if any(row["health"] != "ready" for row in rows):
        context.exit(1)


def _need_adb() -> None:
    try:
        import adbutils  # noqa: F401
    except ImportError:
        raise Mistake("adbutils is not installed: pip install 'phonebuddy[device]'") from None


@phones.command("doctor")
@click.argument("serial")
@click.option(
    "--put-back", is_flag=True, help="Restore what an earlier run left changed: keyboard, settings."
)
@_PORT
@_JSON
@click.pass_context
def doctor(context: click.Context, serial: str, put_back: bool, adb_port: int | None, as_json: bool) -> None:
    """Look at one phone rung by rung, and say how to fix what is missing.

    \b
    Example:
      phonebuddy phones doctor 0A1B2C3D
    """
    _need_adb()
    from phonebuddy.phones import begin, keyboard
    from phonebuddy.phones.health import examine
    from phonebuddy.phones.wire import Wire, start_server

    start_server(adb_port)
    wire = Wire(serial, adb_port)
    if put_back:
        keyboard.give_back(wire)
        begin.put_back(wire)
    health = examine(wire)
    emit({"serial": serial, "ready": health.is_ok, "rungs": _rows(health)}, as_json)
    if not health.is_ok:
        context.exit(1)


def _rows(health: Health) -> list[dict[str, object]]:
    return [
        {"rung": rung.name, "ok": "yes" if rung.is_ok else "no", "found": rung.found, "fix": rung.fix}
        for rung in (*health.rungs, *health.gaps)
    ]


@phones.command("selftest")
@click.argument("serial")
@click.option("--app", default="settings", show_default=True, help="An app with a field to type into.")
@_PORT
@_JSON
@click.pass_context
def selftest(context: click.Context, serial: str, app: str, adb_port: int | None, as_json: bool) -> None:
    """Try everything the driver does on one phone, in two minutes; nothing stays changed.

    \b
    Example:
      phonebuddy phones selftest 0A1B2C3D
    """
    _need_adb()
    from phonebuddy.phones.adb import AdbPhone
    from phonebuddy.phones.selftest import selftest as run
    from phonebuddy.phones.wire import start_server

    start_server(adb_port)
    rows = []
    with progress("self-test", 15) as advance:
        for row in run(AdbPhone(serial, adb_port), app):
            rows.append(row._asdict())
            advance(1)
    passed = sum(row["result"] == "ok" for row in rows)
    emit({"serial": serial, "passed": passed, "of": len(rows), "parts": rows}, as_json)
    if passed < len(rows):
        context.exit(1)


@phones.command("pool")
@click.argument("file", type=click.Path(path_type=Path), default=Path("out/pool.sqlite"))
@click.option(
    "--join", "joins", multiple=True, metavar="SERIAL", help="Add a phone; may be given several times."
)
@click.option("--lift", "lifts", multiple=True, metavar="SERIAL", help="End a phone's quarantine.")
@_JSON
def pool(file: Path, joins: tuple[str, ...], lifts: tuple[str, ...], as_json: bool) -> None:
    """Show a pool: who has which phone, which are set aside and why, how often each one breaks.

    \b
    Example:
      phonebuddy phones pool out/pool.sqlite --join 0A1B2C3D
    """
    from phonebuddy.phones.pool import Pool

    shared = Pool(file)
    for serial in joins:
        shared.join(serial)
    for serial in lifts:
        shared.lift(serial)
    rows = [
        member._asdict() | {"faults_per_episode": round(member.faults / max(member.episodes, 1), 3)}
        for member in shared.members()
    ]
    emit({"pool": str(file), "phones": rows or "none; add one with --join SERIAL"}, as_json)


@phones.command("judge-eval")
@click.option("--url", help="Of an OpenAI-compatible endpoint, such as http://127.0.0.1:8000/v1.")
@click.option("--model", default="judge", show_default=True, help="Its name there.")
@click.option("--votes", type=click.IntRange(1, 15), default=3, show_default=True, help="An odd number.")
@click.option("--cases", type=click.IntRange(1, 5000), default=90, show_default=True)
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True)
@_JSON
def judge_eval(url: str | None, model: str, votes: int, cases: int, seed: int, as_json: bool) -> None:
    """Measure the rubric judge on episodes of the mock phone whose verdict is proven.

    False accepts and false rejects with 95 percent intervals. Its key, where it needs one, goes into the
    environment as PHONEBUDDY_JUDGE_KEY. Without --url everything is `unjudged`.

    \b
    Example:
      phonebuddy phones judge-eval --url http://127.0.0.1:8000/v1 --model Qwen3.5-9B --cases 300 --json
    """
    from phonebuddy.phones.endpoint import Endpoint
    from phonebuddy.phones.judge import Judge
    from phonebuddy.phones.judge_cases import make_cases
    from phonebuddy.phones.judge_eval import evaluate

    judge = Judge(None if url is None else Endpoint(url, model), votes)
    with progress("judging", cases) as advance:
        report = evaluate(judge, make_cases(cases, seed), advance)
    emit({"judge": url or "none", "model": model, "votes": votes, "seed": seed, **report.to_json()}, as_json)
