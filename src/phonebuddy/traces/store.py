"""Our own form of a recording on the disk: what is recorded from our phones and what is kept of others.

```
recording.json     format, and what is known of the whole: app, instruction, flags
0000/
  elements.json    package, activity, width, height, time_s, elements
  screen.png       the picture, if there is one (or screen.jpg)
  action.json      what was done: {"name": ..., "arguments": {...}}
  step.json        what the action alone does not say: target, marks, instruction, layer, classes
0007/              no action.json: nothing was done here; the next step, if any, begins anew
```

Invariant: what is on the disk is complete at any moment: the files of a step are written before the step gets
its name, and a whole trace before its folder does.
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Mapping
from pathlib import Path

import msgspec

from phonebuddy.actions import Action, to_json
from phonebuddy.errors import TraceError
from phonebuddy.screen import Screen
from phonebuddy.traces.limits import MAX_PICTURE_BYTES, read_bytes
from phonebuddy.traces.pictures import NoPicture
from phonebuddy.traces.trace import Mark, Shot, Step, Trace

VERSION = 1
HEAD, ELEMENTS, ACTION, STEP, DUMP = "recording.json", "elements.json", "action.json", "step.json", "dump.xml"
PICTURE = "screen"
WRITING = ".writing"
Files = dict[str, bytes]


def write_head(folder: Path, head: Mapping[str, object]) -> None:
    """Say what a recording is."""
    _write(folder / HEAD, msgspec.json.format(msgspec.json.encode({"format": VERSION, **head})))


def write_step(folder: Path, number: int, screen: Screen, action: Action | None, more: Files) -> None:
    """Write one step; it is there with all its files or not at all."""
    part = folder / WRITING
    shutil.rmtree(part, ignore_errors=True)
    part.mkdir()
    about = {
        "package": screen.package,
        "activity": screen.activity,
        "width": screen.width,
        "height": screen.height,
        "time_s": screen.time_s,
        "elements": screen.elements,
    }
    files = {ELEMENTS: msgspec.json.encode(about), **more}
    if action is not None:
        files[ACTION] = msgspec.json.encode(to_json(action))
    for name, data in files.items():
        _write(part / name, data)
    os.rename(part, step_folder(folder, number))


def step_folder(folder: Path, number: int) -> Path:
    return folder / f"{number:04d}"


def folder_name(number: int, trace: Trace) -> str:
    """A name for the folder of a trace among others: its place, and what is plain in its id."""
    plain = re.sub(r"[^A-Za-z0-9._-]+", "-", trace.id).strip("-.")
    return f"{number:04d}-{plain[:60]}".rstrip("-.")


def write_trace(trace: Trace, folder: Path) -> None:
    """Keep a trace in our form; the folder must not exist yet and appears only when it is whole."""
    if folder.exists():
        raise TraceError(f"{folder} is there already; give a new folder.")
    part = folder.with_name(f".{folder.name}{WRITING}")
    try:
        shutil.rmtree(part, ignore_errors=True)
        part.mkdir(parents=True)
        write_head(part, _head(trace))
        number = 0
        for index, step in enumerate(trace.steps):
            write_step(part, number, trace.shots[step.before].screen, step.action, _extra(trace, step))
            number += 1
            following = trace.steps[index + 1] if index + 1 < len(trace.steps) else None
            if step.after is not None and (following is None or following.has(Mark.GAP)):
                after = trace.shots[step.after]
                write_step(part, number, after.screen, None, _shot_files(after, {}))
                number += 1
        os.rename(part, folder)
    except OSError as error:
        raise TraceError(f"{folder}: cannot be written: {error.strerror}.") from None


def _head(trace: Trace) -> dict[str, object]:
    return {
        "id": trace.id,
        "source": trace.format,
        "app": trace.app,
        "instruction": trace.instruction,
        "template": trace.template,
        "answer": trace.answer,
        "flags": sorted(trace.flags),
        "losses": dict(trace.losses),
        "origin": trace.origin,
    }


def _extra(trace: Trace, step: Step) -> Files:
    about: dict[str, object] = {
        "target": step.target,
        "marks": sorted(step.marks),
        "instruction": step.instruction,
        "origin": step.origin,
    }
    return _shot_files(trace.shots[step.before], about)


def _shot_files(shot: Shot, about: dict[str, object]) -> Files:
    about = {**about, "layer": shot.layer, "classes": shot.classes, "key": shot.key}
    files = {STEP: msgspec.json.encode(about)}
    if shot.picture is not None:
        ending = ".jpg" if shot.picture.suffix.lower() == ".jpeg" else shot.picture.suffix.lower()
        files[PICTURE + ending] = read_bytes(shot.picture, MAX_PICTURE_BYTES)
    elif not isinstance(shot.screen.frame, NoPicture):
        files[f"{PICTURE}.png"] = shot.screen.png()
    return files


def _write(path: Path, data: bytes) -> None:
    path.write_bytes(data)
