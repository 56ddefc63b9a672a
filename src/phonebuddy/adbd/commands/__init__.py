"""Every command of the phone's shell, as functions that register themselves.

Invariant: importing a module of this folder is all it takes to add its commands.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module

MODULES = (
    "builtins", "tests", "text", "lines", "sed", "files", "listing", "copying", "finding", "dates",
    "system", "processes", "input",
    "screen", "uiautomator", "windows", "activity", "packages", "install", "cmd", "dumpsys", "dump_more",
    "settings",
    "content", "logcat", "sqlite", "network", "keyboards",
)  # fmt: skip


@cache
def load_commands() -> None:
    """Import all of them, once."""
    for name in MODULES:
        import_module(f"phonebuddy.adbd.commands.{name}")
