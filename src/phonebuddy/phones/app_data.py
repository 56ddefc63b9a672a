"""What apps hold: kept, cleared, saved, put back.

Saving and putting back needs root, or an app that was built for debugging; elsewhere it is refused before
anything is touched. Invariant: an app is stopped before its files are.
"""

from __future__ import annotations

import re

from phonebuddy.phones.contract import Start
from phonebuddy.phones.faults import fault
from phonebuddy.phones.wire import Wire, quote

FOLDER = "/data/local/tmp/phonebuddy"
_NAME = re.compile(r"[A-Za-z0-9_.-]{1,100}")


def treat(wire: Wire, package: str, start: Start) -> None:
    """Stop an app and do with its data as the start says."""
    wire.must("am", "force-stop", package)
    if start.data == "clear":
        said = wire.shell("pm", "clear", package)
        if "Success" not in said:
            raise fault("not_ready", f"{package} cannot be cleared: {said[:100]}", wire.serial)
    elif start.data == "saved":
        put_back(wire, package, start.saved)


def can_reach(wire: Wire, package: str) -> bool:
    """Whether this app's files can be had."""
    return _as(wire, package) is not None


def save(wire: Wire, package: str, name: str) -> None:
    """Keep an app's data under a name, for later starts."""
    words = _must_reach(wire, package)
    here, there = f"/data/data/{package}", _place(wire, package, name)
    wire.must("am", "force-stop", package)
    wire.must("mkdir", "-p", there)
    wire.must(*words, "cp", "-a", f"{here}/.", f"{there}/", within_s=wire.patience.dump_s)


def put_back(wire: Wire, package: str, name: str) -> None:
    """An app's data as it was saved."""
    words = _must_reach(wire, package)
    here, there = f"/data/data/{package}", _place(wire, package, name)
    if wire.run(f"[ -d {there} ]").code != 0:
        raise fault("not_ready", f"nothing of {package} is saved as '{name}'", wire.serial)
    wire.must("am", "force-stop", package)
    wire.run(f"{' '.join(words)} rm -r {here}/databases {here}/shared_prefs {here}/files".strip())
    wire.must(*words, "cp", "-a", f"{there}/.", f"{here}/", within_s=wire.patience.dump_s)
    wire.run(f"restorecon -RD {here}")


def read_file(wire: Wire, package: str, path: str) -> bytes:
    """A file of an app; `path` is below its own folder."""
    words = _must_reach(wire, package)
    if ".." in path.split("/") or path.startswith("/"):
        raise fault("refused", f"{path} is not below the app's folder", wire.serial)
    answer = wire.run(quote((*words, "cat", f"/data/data/{package}/{path}")), wire.patience.dump_s)
    if answer.code != 0:
        raise fault("refused", f"{path}: {answer.text[:100]}", wire.serial)
    return answer.out


def _as(wire: Wire, package: str) -> tuple[str, ...] | None:
    """The words before a command that make it reach an app's files; None when nothing does."""
    _check_name(wire, package)
    if wire.shell("whoami") == "root":
        return ()
    if wire.run(f"run-as {package} true").code == 0:
        return ("run-as", package)
    return None


def _must_reach(wire: Wire, package: str) -> tuple[str, ...]:
    words = _as(wire, package)
    if words is None:
        raise fault("refused", f"the files of {package} need root or a debuggable app", wire.serial)
    return words


def _place(wire: Wire, package: str, name: str) -> str:
    _check_name(wire, name)
    return f"{FOLDER}/{name}/{package}"


def _check_name(wire: Wire, name: str) -> None:
    if not _NAME.fullmatch(name) or ".." in name:
        raise fault("refused", f"'{name}' is not a name: letters, digits, dots, dashes", wire.serial)
