"""What a recording may be, at most, and reading files within it.

Recordings come from outside and are never trusted. Invariant: every function here gives its result or raises
TraceError, whatever the bytes are; none of them reads or unpacks more than its cap.
"""

from __future__ import annotations

import codecs
import gzip
import os
import zlib
from pathlib import Path
from typing import Any

import msgspec
import yaml

from phonebuddy.errors import TraceError

MAX_FILE_BYTES = 64 << 20
"""Of one file of text: a tree, a list of events, a YAML run."""
MAX_UNPACKED_BYTES = 512 << 20
"""Of one packed file, once unpacked."""
MAX_PICTURE_BYTES = 32 << 20
MAX_PICTURE_PIXELS = 40_000_000
MAX_NODES = 10_000
"""Of one screen."""
MAX_DEPTH = 400
"""Of one tree."""
MAX_STEPS = 20_000
"""Of one recording."""
MAX_SHOTS = 20_000
MAX_RECORDINGS = 10_000
"""Below one folder."""
MAX_TEXT = 4_000
"""Of one text on a screen; longer ones are cut."""
MAX_SIDE = 20_000
"""Of a screen in pixels."""
MAX_YAML_DEPTH = 200
MAX_YAML_BYTES = 32 << 20


def read_bytes(path: Path, most: int = MAX_FILE_BYTES) -> bytes:
    """The bytes of a plain file."""
    try:
        # Not blocking: a pipe in a recording would otherwise wait for a writer for ever.
        with open(os.open(path, os.O_RDONLY | os.O_NONBLOCK), "rb") as file:
            if not os.path.isfile(path):
                raise TraceError(f"{path}: not a plain file.")
            data = file.read(most + 1)
    except OSError as error:
        raise TraceError(f"{path}: cannot be read: {error.strerror}.") from None
    except ValueError:
        raise TraceError("a file name with a zero byte cannot be read.") from None
    if len(data) > most:
        raise TraceError(f"{path}: more than {most:,} bytes; nothing of a recording is so large.")
    return data


def read_packed(path: Path, most: int = MAX_UNPACKED_BYTES) -> bytes:
    """The bytes of a file, unpacked if it is gzip."""
    data = read_bytes(path, most)
    if data[:2] != b"\x1f\x8b":
        return data
    try:
        with gzip.open(path) as file:
            data = file.read(most + 1)
    except (OSError, EOFError, zlib.error) as error:
        raise TraceError(f"{path}: damaged gzip: {error}.") from None
    if len(data) > most:
        raise TraceError(f"{path}: unpacks to more than {most:,} bytes.")
    return data


def parse_json(data: bytes | str, name: object) -> Any:
    """The value of a JSON text."""
    data = data.removeprefix(codecs.BOM_UTF8) if isinstance(data, bytes) else data.removeprefix("\ufeff")
    try:
        return msgspec.json.decode(data)
    except (msgspec.MsgspecError, UnicodeError, RecursionError, ValueError) as error:
        raise TraceError(f"{name}: not JSON that can be read: {str(error)[:200]}.") from None


def read_json(path: Path) -> Any:
    return parse_json(read_bytes(path), path)


def parse_yaml(data: bytes, name: object) -> Any:
    """The value of a YAML text, every scalar as text: no dates, no numbers, nothing merged."""
    if len(data) > MAX_YAML_BYTES:
        raise TraceError(f"{name}: more than {MAX_YAML_BYTES:,} bytes of YAML.")
    try:
        loader = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
        _check_yaml_depth(data, name)
        return loader(data).get_single_data()
    except (yaml.YAMLError, RecursionError, ValueError, TypeError) as error:
        raise TraceError(f"{name}: not YAML that can be read: {str(error)[:200]}.") from None


def _check_yaml_depth(data: bytes, name: object) -> None:
    """Refuse what would exhaust the stack of the loader, by the events, which need none."""
    depth = 0
    for event in yaml.parse(data, getattr(yaml, "CBaseLoader", yaml.BaseLoader)):
        if isinstance(event, yaml.events.CollectionStartEvent):
            depth += 1
            if depth > MAX_YAML_DEPTH:
                raise TraceError(f"{name}: YAML nested deeper than {MAX_YAML_DEPTH} levels.")
        elif isinstance(event, yaml.events.CollectionEndEvent):
            depth -= 1
