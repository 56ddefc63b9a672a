"""`phonebuddy traces`: recordings of real app use: look at them, take personal data out, make new ones.

Invariant: the readers are imported inside the commands, never by this file.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from phonebuddy.cli.group import Group
from phonebuddy.cli.report import emit, progress

if TYPE_CHECKING:
    from phonebuddy.traces.record import Recordable
    from phonebuddy.traces.trace import Trace

FORMAT = click.option("--format", "format", metavar="NAME", help="Say what it is; found by itself otherwise.")
JSON = click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
MAX_CELLS = 400
"""Of one sheet: more cannot be looked at, nor held in memory."""


@click.group("traces", cls=Group)
def traces() -> None:
    """Read, draw, redact and make recordings of app use.

    Formats: our own, DroidBot, Kea, AutoDroid, step folders (uiautomator XML, LlamaTouch), MobileGPT,
    AndroidControl, AndroidWorld as JSON, RICO, MoTIF; without UI trees AITW, AitZ and GUI-Odyssey.

    \b
    Example:
      phonebuddy traces inspect recordings/
    """


@traces.command("inspect")
@click.argument("path", type=click.Path(path_type=Path))
@FORMAT
@JSON
def inspect(path: Path, format: str | None, as_json: bool) -> None:
    """Print what is in recordings: apps, screens, steps, effects, losses.

    PATH is one recording or a folder with many.

    \b
    Example:
      phonebuddy traces inspect recordings/ --json
    """
    from phonebuddy.traces.summary import summarise

    emit(summarise(_read(path, format)), as_json)


def _read(path: Path, format: str | None) -> list[Trace]:
    """All traces, with progress by recording."""
    from phonebuddy.traces.read import find_recordings

    found = find_recordings(path, format)
    traces: list[Trace] = []
    with progress("reading", len(found)) as advance:
        for recording in found:
            traces.extend(recording.read())
            advance(1)
    return traces


@traces.command("sheet")
@click.argument("path", type=click.Path(path_type=Path))
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), default=Path("out/traces.png"), show_default=True
)
@click.option(
    "--first", type=click.IntRange(1, MAX_CELLS), default=60, show_default=True, help="So many screens."
)
@click.option("--columns", type=click.IntRange(1, 30), default=10, show_default=True)
@click.option("--width", type=click.IntRange(60, 360), default=200, show_default=True, help="Of one screen.")
@FORMAT
@JSON
def sheet(
    path: Path, output: Path, first: int, columns: int, width: int, format: str | None, as_json: bool
) -> None:
    """Draw the steps of recordings in one picture, each touch on its screen.

    \b
    Example:
      phonebuddy traces sheet recordings/2026-05-12-093000 -o sheet.png
    """
    from itertools import chain, islice

    from phonebuddy.traces.sheet import draw_cells, num_cells
    from phonebuddy.world.sheet import Shot, draw_sheet, save_png

    found = _read(path, format)
    total = sum(num_cells(trace) for trace in found)
    shots = []
    with progress("drawing", min(first, total)) as advance:
        for cell in islice(chain.from_iterable(draw_cells(trace) for trace in found), first):
            shots.append(Shot(*cell))
            advance(1)
    save_png(draw_sheet(shots, columns, width), output)
    emit({"sheet": str(output), "screens": len(shots), "of": total}, as_json)


@traces.command("ask")
@click.argument("path", type=click.Path(path_type=Path))
@click.option(
    "--agent", required=True, help="nano:FOLDER, nano:released, vlm:FOLDER, openai:URL#MODEL, chance."
)
@click.option("--device", show_default="cpu; a vlm: the GPU where there is one", help="cpu or cuda.")
@click.option("--mistakes", is_flag=True, help="Tell every step at which the agent would do something else.")
@FORMAT
@JSON
def ask(
    path: Path, agent: str, device: str | None, mistakes: bool, format: str | None, as_json: bool
) -> None:
    """Ask an agent at every step of recordings what it would do there.

    Each step is asked with what was really done before it. A touch agrees when it lands on the same thing, a
    text when it is the same; there may be other good ways, so agreement is no success.

    \b
    Examples:
      phonebuddy traces ask recordings/ --agent nano:released
      phonebuddy traces ask recordings/ --agent nano:out/sft --mistakes --json
    """
    import msgspec

    from phonebuddy.agents.named import policy_called
    from phonebuddy.evals.recorded import agreement, steps_of

    found = _read(path, format)
    policy = policy_called(agent, device)
    with progress("asking", steps_of(found)) as advance:
        told = msgspec.to_builtins(agreement(policy, found, advance))
    if not mistakes:
        del told["mistakes"]
    emit({"agent": agent, **told}, as_json)


@traces.command("redact")
@click.argument("path", type=click.Path(path_type=Path))
@click.option(
    "-o", "--output", required=True, type=click.Path(path_type=Path), help="A new folder for the result."
)
@click.option(
    "--names",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="A file with one name a line.",
)
@click.option(
    "--region", "regions", multiple=True, metavar="L,T,R,B",
    help="A part of every picture to paint over, as shares from 0 to 1; may be given several times.",
)  # fmt: skip
@FORMAT
@JSON
def redact(
    path: Path, output: Path, names: Path | None, regions: tuple[str, ...], format: str | None, as_json: bool
) -> None:
    """Write recordings again without personal data.

    Phone numbers, mail addresses and the names of a list are replaced in all texts, always by the same
    words, and painted over in the pictures where the UI tree says they are. Look at the result with
    `traces sheet` before you share it: text that only a picture holds is not found.

    \b
    Example:
      phonebuddy traces redact recordings/ -o clean/ --names names.txt --region 0,0,1,0.04
    """
    from phonebuddy.errors import TraceError
    from phonebuddy.traces.redact import Redactor, read_names, read_region
    from phonebuddy.traces.store import folder_name, write_trace

    redactor = Redactor(read_names(names) if names else (), [read_region(region) for region in regions])
    found = _read(path, format)
    if output.exists() and any(output.iterdir()):
        raise TraceError(f"{output} is not empty; give a new folder.")
    with progress("writing", len(found)) as advance:
        for number, trace in enumerate(found):
            write_trace(redactor.trace(trace), output / folder_name(number, trace))
            advance(1)
    emit({"folder": str(output), "traces": len(found), "replaced": redactor.counts}, as_json)


@traces.command("record")
@click.option(
    "--script", required=True, type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="What to do, as for `phonebuddy world tour`; by hand: press Record in `phonebuddy world play`.",
)  # fmt: skip
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), default=Path("out/recordings"), show_default=True
)
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True, help="Whose mock phone it is.")
@click.option(
    "--phone", "serial", metavar="SERIAL", help="An Android phone over ADB instead of the mock one."
)
@click.option("--adb-port", type=click.IntRange(1, 65535), help="Where adb's server listens.")
@click.option("--instruction", default="", help="What the script does, kept with the recording.")
@JSON
def record(
    script: Path, output: Path, seed: int, serial: str | None, adb_port: int | None, instruction: str,
    as_json: bool,
) -> None:  # fmt: skip
    """Record a script on a phone, to the form that `traces inspect` reads.

    \b
    Example:
      phonebuddy traces record --script errands.yaml --instruction "Add milk to the list"
    """
    from phonebuddy.traces.record import RecordedPhone, Recorder
    from phonebuddy.world.script import read_script, to_action

    steps = read_script(script)
    phone, head = _open_phone(seed, serial, adb_port)
    recorder = Recorder(output, head | {"instruction": instruction})
    recorded = RecordedPhone(phone, recorder)
    with progress("recording", len(steps)) as advance:
        for step in steps:
            recorded.act(to_action(step, recorded.observe()))
            advance(1)
    recorded.finish()
    emit({"recording": str(recorder.folder), "steps": recorder.steps}, as_json)


def _open_phone(seed: int, serial: str | None, adb_port: int | None) -> tuple[Recordable, dict[str, object]]:
    """A phone, and what its recordings say about it."""
    if serial is not None:
        from phonebuddy.phones.adb import AdbPhone

        return AdbPhone(serial, adb_port), {"serial": serial}
    from phonebuddy.web.recorder import about_phone
    from phonebuddy.world.image import build_image
    from phonebuddy.world.phone import WorldPhone

    world = WorldPhone(build_image(seed=seed))
    return world, about_phone(world, seed)
