"""`phonebuddy serve`: world phones as Android devices.

Invariant: the server is imported inside the commands, never by this file.
"""

from __future__ import annotations

from pathlib import Path

import click

from phonebuddy.cli.group import Group
from phonebuddy.cli.report import emit, progress


@click.group("serve", cls=Group)
def serve() -> None:
    """Serve mock phones to clients of real ones.

    \b
    Example:
      phonebuddy serve adb --phones 4
    """


@serve.command("adb")
@click.option(
    "--phones", "count", type=click.IntRange(1, 512), default=1, show_default=True, help="How many."
)
@click.option(
    "--port", type=click.IntRange(1, 65535), default=16000, show_default=True,
    help="Of the first phone; the others follow.",
)  # fmt: skip
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True, help="Whose phones they are.")
@click.option("--profile", default="1080x2400", show_default=True, help="Which phone, by its pixels.")
@click.option(
    "--keys", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE",
    help="Let in only hosts with one of these keys; a file like ~/.android/adbkey.pub.",
)  # fmt: skip
@click.option(
    "--still", is_flag=True, help="Time passes only with what clients do: the same commands, the same bytes."
)
@click.option("--stand-in", is_flag=True, help="Show apps by the packages of the real apps they stand for.")
@click.option(
    "--fault",
    "kinds",
    multiple=True,
    metavar="KIND",
    help="Break things now and then; may be given several times.",
)
@click.option(
    "--fault-rate",
    type=click.FloatRange(0, 1),
    default=0.02,
    show_default=True,
    help="Of commands, with --fault.",
)
@click.option(
    "--fault-seed", type=click.IntRange(0), default=0, show_default=True, help="Which commands break."
)
@click.option(
    "--apps", "folders", multiple=True, metavar="FOLDER", type=click.Path(path_type=Path, file_okay=False),
    help="An app of your own, beside the built-in ones; may be given several times.",
)  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="Print the phones as one JSON object.")
def adb(
    count: int, port: int, seed: int, profile: str, keys: Path | None, still: bool, stand_in: bool,
    kinds: tuple[str, ...], fault_rate: float, fault_seed: int, folders: tuple[Path, ...], as_json: bool,
) -> None:  # fmt: skip
    """Serve phones over ADB, one port each, on this machine only. Ctrl-C ends it.

    \b
    Examples:
      phonebuddy serve adb
      adb connect 127.0.0.1:16000 && adb -s 127.0.0.1:16000 shell input tap 500 900
      phonebuddy serve adb --phones 8 --still --fault slow --fault black_frame
    """
    from phonebuddy.adbd.run import Wanted, run_until_stopped

    wanted = Wanted(count, port, seed, profile, keys, still, stand_in, kinds, fault_rate, fault_seed, folders)
    with progress("building phones", count) as advance:
        run_until_stopped(wanted, lambda: advance(1), lambda phones: _say(phones, as_json))


def _say(phones: list[dict[str, object]], as_json: bool) -> None:
    if as_json:
        emit({"phones": phones}, True)
        return
    for phone in phones:
        click.echo(f"adb connect {phone['serial']}")
    click.echo("Ctrl-C ends it.")


@serve.command("emulator")
@click.option(
    "--port", type=click.IntRange(1, 65535), default=5555, show_default=True,
    help="Of ADB, odd; the console has the one below. From 5555 to 5585 the adb server finds it by itself.",
)  # fmt: skip
@click.option("--grpc-port", type=click.IntRange(1, 65535), default=8554, show_default=True)
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True, help="Whose phone it is.")
@click.option("--still", is_flag=True, help="Time passes only with what clients do.")
@click.option("--json", "as_json", is_flag=True, help="Print the ports as one JSON object.")
def emulator(port: int, grpc_port: int, seed: int, still: bool, as_json: bool) -> None:
    """Serve one phone as an Android emulator: ADB, console, gRPC and the accessibility forwarder.

    For android_env and AndroidWorld. Apps show themselves by the packages of the real apps they stand for.

    \b
    Example:
      phonebuddy serve emulator
    """
    from phonebuddy.adbd.run import run_emulator_until_stopped

    def ready(ports: dict[str, object]) -> None:
        emit(ports, as_json)
        if not as_json:
            click.echo("Ctrl-C ends it.")

    run_emulator_until_stopped(port, grpc_port, seed, still, ready)


@serve.command("bench")
@click.option(
    "--phones", "count", type=click.IntRange(1, 512), default=64, show_default=True, help="In one process."
)
@click.option(
    "--rounds", type=click.IntRange(5, 2000), default=50, show_default=True, help="Of each measurement."
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def bench(count: int, rounds: int, as_json: bool) -> None:
    """Measure what a screenshot and a tap take over ADB, and how many phones one process serves.

    With Debian's `adb` program where it is installed, and straight to the server.

    \b
    Example:
      phonebuddy serve bench --json
    """
    from phonebuddy.adbd.bench import bench as measure

    with progress("measuring", 5) as advance:
        numbers = measure(count, rounds, lambda: advance(1))
    emit(numbers, as_json)
