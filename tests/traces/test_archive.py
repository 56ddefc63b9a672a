"""Folders of archives: there as long as the program, gone with it, and at once when one is refused."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

import pytest

from phonebuddy.errors import TraceError
from phonebuddy.traces.archive import unpack


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where folders are made for a while."""
    folder = tmp_path / "place"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    monkeypatch.setenv("TMPDIR", str(folder))
    return folder


def zipped(path: Path, **files: str) -> Path:
    with zipfile.ZipFile(path, "w") as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return path


def test_what_is_unpacked_stays(tmp_path: Path, place: Path) -> None:
    folder, used = unpack(zipped(tmp_path / "run.zip", a="one", b="four"))
    assert folder.parent == place and used == 7
    assert (folder / "run" / "b").read_text() == "four"


@pytest.mark.parametrize("room", [2, 5])
def test_nothing_is_left_of_what_is_refused(room: int, tmp_path: Path, place: Path) -> None:
    with pytest.raises(TraceError, match="unpacks to more"):
        unpack(zipped(tmp_path / "run.zip", a="one", b="four"), room)
    assert list(place.iterdir()) == []


def test_nothing_is_left_of_what_is_damaged(tmp_path: Path, place: Path) -> None:
    path = zipped(tmp_path / "run.zip", a="one", b="four")
    path.write_bytes(path.read_bytes().replace(b"four", b"five"))
    with pytest.raises(TraceError, match="cannot be unpacked"):
        unpack(path)
    assert list(place.iterdir()) == []


@pytest.mark.parametrize("end", ["pass", "raise SystemExit(1)", "raise ValueError"])
def test_it_goes_with_the_program(end: str, tmp_path: Path, place: Path) -> None:
    path = zipped(tmp_path / "run.zip", a="one")
    code = f"""
import pathlib, phonebuddy.traces.archive as archive
print(*archive.unpack(pathlib.Path({str(path)!r})))
{end}"""
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert ended.stdout.startswith(str(place)) and ended.stdout.endswith(" 3\n")
    assert list(place.iterdir()) == []
