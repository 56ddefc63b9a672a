"""Writes the compatibility table of docs/adb.md from a run of the client tests.

    python tools/adb_table.py          runs the tests and writes the table; `make test-clients` does it
    python tools/adb_table.py --check  says whether the table there is of this version's tests

Invariant: a row says what its test did in that run: passed, failed, or skipped with the reason.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from importlib.metadata import PackageNotFoundError, distributions, version
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "adb.md"
BEGIN, END = "<!-- table: tools/adb_table.py -->", "<!-- end of table -->"
CLIENTS = Path(os.environ.get("PHONEBUDDY_CLIENTS", ROOT / ".clients"))


class Row(NamedTuple):
    """What a test shows: the client, where its version is found, what it does."""

    client: str
    package: str
    about: str


ROWS = {
    "test_clients::test_adb": Row(
        "Debian `adb`", "adb", "a whole task by `monkey`, `uiautomator dump`, `input`"
    ),
    "test_clients::test_the_program_behaves": Row(
        "Debian `adb`", "adb", "exit status, stderr, stdin, root, reverse, screencap"
    ),
    "test_clients::test_files_go_both_ways": Row(
        "Debian `adb`", "adb", "push and pull of folders, and what is refused"
    ),
    "test_clients::test_the_program_with_keys": Row(
        "Debian `adb`", "adb", "the right key gets in, others are `unauthorized`"
    ),
    "test_clients::test_adbutils": Row(
        "adbutils", "adbutils", "a whole task; screenshot, sync, shell2, packages"
    ),
    "test_clients::test_adb_shell": Row(
        "adb-shell", "adb-shell", "a whole task, straight to the phone, with checksums"
    ),
    "test_clients::test_uiautomator2": Row(
        "uiautomator2", "uiautomator2", "a whole task through its own server's port"
    ),
    "test_u2::test_every_method_of_the_client_is_there": Row(
        "uiautomator2", "uiautomator2", "every method its client calls"
    ),
    "test_emulator::test_android_env": Row(
        "android_env", "android-env", "a whole task by its own touches, text and accessibility trees"
    ),
    "test_emulator::test_the_command_forms_of_androidworld": Row(
        "AndroidWorld", "", "its command forms, in order, on one phone"
    ),
    "test_more_clients::test_droidrun": Row(
        "DroidRun", "venv:mobilerun-core-local", "a whole task by its Android driver, without its Portal app"
    ),
    "test_more_clients::test_mobile_mcp": Row(
        "mobile-mcp", "npm:@mobilenext/mobile-mcp", "a whole task by its tools over stdio, through mobilecli"
    ),
    "test_more_clients::test_mobile_mcp_by_its_adb_robot": Row(
        "mobile-mcp", "npm:@mobilenext/mobile-mcp", "the same in its older mode, through `adb`"
    ),
    "test_more_clients::test_appium_adb": Row(
        "appium-adb", "npm:appium-adb", "a whole task; size, focus, keyboard, settings, files"
    ),
}


def run() -> dict[str, str]:
    """Test to what became of it."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.xml"
        command = [
            sys.executable,
            "-m",
            "pytest",
            "-q",
            "-n0",
            "-m",
            "slow or not slow",
            f"--junitxml={report}",
        ]
        names = sorted(
            {f"tests/adbd/{name.partition('::')[0]}.py::{name.partition('::')[2]}" for name in ROWS}
        )
        subprocess.run([*command, *names], cwd=ROOT, check=False, stdout=subprocess.DEVNULL)
        found = {}
        for case in ElementTree.parse(report).iter("testcase"):
            skipped = case.find("skipped")
            bad = case.find("failure") is not None or case.find("error") is not None
            word = (
                "failed" if bad else "passed" if skipped is None else f"skipped: {skipped.get('message', '')}"
            )
            found[f"{case.get('classname', '').rpartition('.')[2]}::{case.get('name')}"] = word
    return found


def version_of(package: str) -> str:
    """Of a package of this environment, of the clients' own, of npm, or of the adb program."""
    kind, _, name = package.rpartition(":")
    try:
        if kind == "npm":
            return str(json.loads((CLIENTS / "node_modules" / name / "package.json").read_text())["version"])
        if kind == "venv":
            (folder,) = (CLIENTS / "venv" / "lib").glob("python*/site-packages")
            return next(one.version for one in distributions(name=name, path=[str(folder)]))
        if name == "adb":
            said = subprocess.run([shutil.which("adb") or "adb", "version"], capture_output=True, text=True)
            return said.stdout.splitlines()[1].removeprefix("Version ")
        return version(name) if name else "-"
    except (OSError, ValueError, IndexError, StopIteration, PackageNotFoundError):
        return "-"


def table(found: dict[str, str]) -> str:
    lines = ["| client | version | what it does | result |", "|---|---|---|---|"]
    for test, row in ROWS.items():
        number = version_of(row.package)
        lines.append(f"| {row.client} | {number} | {row.about} | {found.get(test, 'not run')} |")
    return "\n".join(lines)


def main() -> int:
    text = PAGE.read_text("utf-8")
    pattern = re.compile(f"{re.escape(BEGIN)}.*?{re.escape(END)}", re.S)
    if "--check" in sys.argv[1:]:
        return int(any(f"| {row.about} |" not in text for row in ROWS.values()))
    found = run()
    PAGE.write_text(pattern.sub(lambda _: f"{BEGIN}\n{table(found)}\n{END}", text), "utf-8")
    print(table(found))
    return int("failed" in found.values())


if __name__ == "__main__":
    raise SystemExit(main())
