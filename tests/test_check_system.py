"""tools/check_system.sh on machines that lack something, played by stand-ins for the programs it asks."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

SCRIPT = Path(__file__).parent.parent / "tools" / "check_system.sh"
LIBRARIES = "libEGL.so.1 libGL.so.1 libexpat.so.1"


def check(folder: Path, **programs: str) -> tuple[int, str, str]:
    """Exit code, output and errors of the script where `programs` answer as given."""
    for name, body in programs.items():
        program = folder / name.replace("_", "-")
        program.write_text(f"#!/bin/sh\n{body}\n")
        program.chmod(0o755)
    path = f"{folder}:{os.environ['PATH']}"
    result = subprocess.run(
        [SCRIPT, "snake"],
        env={"PATH": path, "HOME": str(folder)},
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
    )
    return result.returncode, result.stdout, result.stderr


def machine(**changes: str) -> dict[str, str]:
    complete = {"snake": "exit 0", "ldconfig": f"echo {LIBRARIES}", "find": "echo font", "id": "echo 1000"}
    return complete | {"apt_get": "exit 1"} | changes


def test_a_complete_machine_passes_in_silence(tmp_path: Path) -> None:
    assert check(tmp_path, **machine()) == (0, "", "")


def test_a_missing_library_stops_with_the_command(tmp_path: Path) -> None:
    code, _, errors = check(tmp_path, **machine(ldconfig="echo libEGL.so.1 libexpat.so.1"))
    assert code == 1
    assert "    sudo apt-get update && sudo apt-get install -y libgl1\n" in errors


def test_missing_fonts_only_warn(tmp_path: Path) -> None:
    code, _, errors = check(tmp_path, **machine(find="exit 0"))
    assert code == 0
    assert "install -y fonts-noto-cjk fonts-noto-color-emoji" in errors


def test_a_python_without_venv_stops_with_the_command(tmp_path: Path) -> None:
    code, _, errors = check(tmp_path, **machine(snake='case "$2" in *venv*) exit 1;; esac'))
    assert code == 1
    assert "install -y python3-venv" in errors


def test_an_old_python_is_refused(tmp_path: Path) -> None:
    old = 'case "$2" in *version_info*) exit 1;; esac\n[ "$1" != -V ] || echo Python 3.9.1'
    code, _, errors = check(tmp_path, **machine(snake=old))
    assert code == 1
    assert "is Python 3.9.1" in errors


def test_root_installs_what_is_missing(tmp_path: Path) -> None:
    log = tmp_path / "log"
    root = machine(id="echo 0", ldconfig="true", find="true", apt_get=f'echo "$@" >> {log}')
    code, output, errors = check(tmp_path, **root)
    assert (code, errors) == (0, "")
    packages = "libegl1 libgl1 libexpat1 fonts-noto-cjk fonts-noto-color-emoji"
    assert output == f"Installing: {packages}\n"
    assert log.read_text() == f"update -q\ninstall -y -q --no-install-recommends {packages}\n"


def test_root_without_a_network_gets_the_command(tmp_path: Path) -> None:
    code, _, errors = check(tmp_path, **machine(id="echo 0", ldconfig="true"))
    assert code == 1
    assert "install -y libegl1 libgl1 libexpat1" in errors
