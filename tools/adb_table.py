"""Writes the compatibility table of docs/adb.md from a run of the client tests.

    python tools/adb_table.py          runs the tests and writes the table
    python tools/adb_table.py --check  says whether the table there is of this version's tests

Invariant: a row says what its test did in that run: passed, failed, or skipped with the reason.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from xml.etree import ElementTree

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "adb.md"
BEGIN, END = "<!-- table: tools/adb_table.py -->", "<!-- end of table -->"
ROWS = {
    "test_clients::test_adb": ("Debian `adb`", "", "a whole task by `monkey`, `uiautomator dump`, `input`"),
    "test_clients::test_the_program_behaves": (
        "Debian `adb`",
        "",
        "exit status, stderr, stdin, root, reverse, screencap",
    ),
    "test_clients::test_files_go_both_ways": (
        "Debian `adb`",
        "",
        "push and pull of folders, and what is refused",
    ),
    "test_clients::test_the_program_with_keys": (
        "Debian `adb`",
        "",
        "the right key gets in, others are `unauthorized`",
    ),
    "test_clients::test_adbutils": (
        "adbutils",
        "adbutils",
        "a whole task; screenshot, sync, shell2, packages",
    ),
    "test_clients::test_adb_shell": (
        "adb-shell",
        "adb-shell",
        "a whole task, straight to the phone, with checksums",
    ),
    "test_clients::test_uiautomator2": (
        "uiautomator2",
        "uiautomator2",
        "a whole task through its own server's port",
    ),
    "test_u2::test_every_method_of_the_client_is_there": (
        "uiautomator2",
        "uiautomator2",
        "every method its client calls",
    ),
    "test_emulator::test_android_env": (
        "android_env",
        "android-env",
        "load, reset, step, activity, accessibility tree",
    ),
    "test_emulator::test_the_command_forms_of_androidworld": (
        "AndroidWorld",
        "",
        "its command forms, in order, on one phone",
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


def table(found: dict[str, str]) -> str:
    lines = ["| client | version | what it does | result |", "|---|---|---|---|"]
    for test, (client, package, about) in ROWS.items():
        try:
            number = version(package) if package else "-"
        except PackageNotFoundError:
            number = "-"
        lines.append(f"| {client} | {number} | {about} | {found.get(test, 'not run')} |")
    return "\n".join(lines)


def main() -> int:
    text = PAGE.read_text("utf-8")
    pattern = re.compile(f"{re.escape(BEGIN)}.*?{re.escape(END)}", re.S)
    if "--check" in sys.argv[1:]:
        return int(any(f"| {about} |" not in text for _, _, about in ROWS.values()))
    found = run()
    PAGE.write_text(pattern.sub(lambda _: f"{BEGIN}\n{table(found)}\n{END}", text), "utf-8")
    print(table(found))
    return int("failed" in found.values())


if __name__ == "__main__":
    raise SystemExit(main())
