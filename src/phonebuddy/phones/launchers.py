"""Launchers: the apps of a phone that have a front door, found by package, by label, or by their usual name.

Invariant: a name that could mean two apps means none.
"""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files
from typing import NamedTuple

import yaml

from phonebuddy.phones.faults import fault
from phonebuddy.phones.wire import Wire

MAIN, LAUNCHER = "android.intent.action.MAIN", "android.intent.category.LAUNCHER"
INFO = "android.intent.category.INFO"
"""Of apps that can be opened and have no icon, as Android's own getLaunchIntentForPackage looks for them."""
_NAME = re.compile(r"^\s*name=([\w.$]+)\s*$", re.MULTILINE)
_PACKAGE = re.compile(r"^\s*packageName=([\w.]+)\s*$", re.MULTILINE)
_LABEL = re.compile(r"nonLocalizedLabel=(.*?) icon=0x", re.MULTILINE)


class Launchers(NamedTuple):
    activities: dict[str, str]
    """Package to the activity that opens it, as `package/class`."""
    labels: dict[str, str]
    """What the app is called on the phone, in lower case, to the package; an app may not say it."""

    @property
    def packages(self) -> tuple[str, ...]:
        return tuple(self.activities)

    def find(self, given: str) -> str:
        """The installed package that is meant; empty when none or several could be."""
        if given in self.activities:
            return given
        wanted = re.sub(r"\s+", " ", given.strip().lower())
        if wanted in self.labels:
            return self.labels[wanted]
        for package in app_names().get(wanted, ()):
            if package in self.activities:
                return package
        word = wanted.replace(" ", "")
        close = [package for package in self.activities if package.lower() == wanted]
        close = close or [one for one in self.activities if one.rpartition(".")[2].lower() == word]
        return close[0] if len(close) == 1 else ""


def ask_launchers(wire: Wire) -> Launchers:
    """Ask the phone's package manager."""
    ask = f"cmd package query-activities -a {MAIN} -c"
    said = wire.run(f"{ask} {LAUNCHER} && {ask} {INFO}")
    if said.code != 0:
        raise fault("refused", f"the package manager ended with {said.code}: {said.text[:200]}", wire.serial)
    return read_launchers(said.text)


def read_launchers(text: str) -> Launchers:
    """What `query-activities` prints: a block for each activity. Labels from resources are not in it."""
    activities: dict[str, str] = {}
    labels: dict[str, list[str]] = {}
    for block in re.split(r"^\s*Activity #\d+:", text, flags=re.MULTILINE)[1:]:
        name, package = _NAME.search(block), _PACKAGE.search(block)
        if name is None or package is None:
            continue
        activities.setdefault(package[1], f"{package[1]}/{name[1]}")
        for label in _LABEL.findall(block):
            if label.strip() not in ("", "null"):
                labels.setdefault(label.strip().lower(), []).append(package[1])
    return Launchers(activities, {label: of[0] for label, of in labels.items() if len(set(of)) == 1})


@cache
def app_names() -> dict[str, list[str]]:
    """What people call apps."""
    text = files("phonebuddy.phones").joinpath("app_names.yaml").read_text("utf-8")
    names = yaml.safe_load(text)
    assert isinstance(names, dict), "app_names.yaml is a map"
    return names
