"""Names: which package, component, user id and data files each app of the phone has in Android's terms.

An app is known by its own package and, where its manifest says which real app it stands for, by that one's
too. Invariant: every name given out is understood when it comes back.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from phonebuddy.world.phone import WorldPhone
from phonebuddy.world.system import home, keyboard
from phonebuddy.world.system.metrics import SYSTEM_PACKAGE

LAUNCHER = home.PACKAGE
LAUNCHER_ACTIVITY = "HomeActivity"
STOCK_KEYBOARD = f"{keyboard.PACKAGE}/.KeyboardService"
ADB_KEYBOARD = "com.android.adbkeyboard/.AdbIME"
U2_KEYBOARD = "com.github.uiautomator/.AdbKeyboard"
FORWARDER = "com.google.androidenv.accessibilityforwarder"
CLIPPER = "ca.zgrs.clipper"
FIRST_APP_UID = 10_100

HELPERS = {
    "com.android.adbkeyboard": "com.android.adbkeyboard/.AdbIME",
    "com.github.uiautomator": "com.github.uiautomator/.MainActivity",
    "com.github.uiautomator.test": "",
    FORWARDER: "",
    CLIPPER: f"{CLIPPER}/.Main",
    "com.example.androidworld": "com.example.androidworld/.MainActivity",
}
"""Packages of test tools that this phone answers for itself, with what they can start."""
SYSTEM = (
    "android",
    SYSTEM_PACKAGE,
    LAUNCHER,
    keyboard.PACKAGE,
    "com.android.permissioncontroller",
    "com.android.providers.calendar",
    "com.android.providers.contacts",
    "com.android.providers.downloads",
    "com.android.providers.media",
    "com.android.providers.settings",
    "com.android.providers.telephony",
    "com.android.shell",
)
_PROVIDER_FILES = {"databases/mmssms.db": "com.android.providers.telephony"}
"""Databases that a provider keeps for the app."""


class AppName(NamedTuple):
    """One app in Android's terms."""

    name: str
    title: str
    own: str
    """Its own package."""
    real: str
    """The package of the app it stands for; empty where it stands for none."""
    package: str
    """The one it shows itself by."""
    uid: int
    pages: Mapping[str, str]
    """Activity class to page; the first is the one the launcher starts."""
    databases: Mapping[str, Mapping[str, str]]
    providers: Mapping[str, str]
    is_mini: bool

    def database_owner(self, place: str) -> str:
        return _PROVIDER_FILES.get(place, self.real or self.own)

    @property
    def main(self) -> str:
        return next(iter(self.pages))

    def component(self, activity: str = "") -> str:
        """`package/class`, in full."""
        return f"{self.package}/{activity or self.main}"


class Names:
    """All apps of one phone, found by any of their names."""

    def __init__(self, phone: WorldPhone, stand_in: bool) -> None:
        self._apps: dict[str, AppName] = {}
        self._by_package: dict[str, AppName] = {}
        self._by_page: dict[tuple[str, str], str] = {}
        for number, (name, app) in enumerate(phone.image.apps.apps.items()):
            section = _android_section(app.folder / "app.yaml")
            real = str(section.get("package", ""))
            package = real if stand_in and real else app.package
            pages = _activities(package, app.manifest.start, section if stand_in else {})
            found = AppName(
                name, app.manifest.title, app.package, real, package, FIRST_APP_UID + number, pages,
                section.get("databases") or {}, section.get("providers") or {}, bool(app.manifest.host),
            )  # fmt: skip
            self._apps[name] = found
            for known in {app.package, real} - {""}:
                self._by_package[known] = found

    def apps(self) -> tuple[AppName, ...]:
        return tuple(self._apps.values())

    def app(self, name: str) -> AppName:
        return self._apps[name]

    def find(self, package: str) -> AppName | None:
        """The app a package means."""
        return self._by_package.get(package)

    def shown(self, package: str) -> str:
        """The name by which a package of the phone is shown."""
        app = self._by_package.get(package)
        return package if app is None else app.package

    def renamed(self, xml: str) -> str:
        """A dump with the names by which apps are shown."""
        for app in self._apps.values():
            if app.package != app.own:
                xml = xml.replace(f'package="{app.own}"', f'package="{app.package}"')
                xml = xml.replace(f'resource-id="{app.own}:', f'resource-id="{app.package}:')
        return xml

    def packages(self) -> list[str]:
        """Every package on the phone, as `pm list packages` has them."""
        return [*SYSTEM, *HELPERS, *(app.package for app in self._apps.values())]

    def is_known(self, package: str) -> bool:
        return package in self._by_package or package in SYSTEM or package in HELPERS

    def uid(self, package: str) -> int:
        app = self.find(package)
        if app is not None:
            return app.uid
        if package in ("android", "com.android.providers.settings"):
            return 1000
        known = (*SYSTEM, *HELPERS)
        return 10_020 + known.index(package) if package in known else 2000

    def activity(self, app: AppName, page: str) -> str:
        """The class of the activity that shows a page."""
        for activity, shown in app.pages.items():
            if shown == page:
                return activity
        return f"{app.package}.{_camel(page)}Activity" if page else app.main

    def page(self, app: AppName, activity: str, pages: list[str]) -> str | None:
        """The page an activity shows; None when the app has no such."""
        # The names of both packages are understood, whichever is shown.
        word = activity.rpartition(".")[2]
        for known, page in app.pages.items():
            if known.rpartition(".")[2] == word:
                return page
        return next((page for page in pages if f"{_camel(page)}Activity" == word), None)


def full_class(package: str, activity: str) -> str:
    """`.Main` is short for `package.Main`."""
    return package + activity if activity.startswith(".") else activity


def short_component(component: str) -> str:
    """`com.x/com.x.Main` as `com.x/.Main`."""
    package, _, activity = component.partition("/")
    return f"{package}/{activity.removeprefix(package)}" if activity.startswith(f"{package}.") else component


def _camel(name: str) -> str:
    return "".join(word.capitalize() for word in name.split("_"))


def _activities(package: str, start: str, section: Mapping[str, Any]) -> dict[str, str]:
    """Activity to page: what the manifest says, or MainActivity for the page it starts with."""
    given = section.get("activities") or {}
    return {full_class(package, str(name)): str(page) for name, page in given.items()} or {
        f"{package}.MainActivity": start
    }


@lru_cache(maxsize=256)
def _android_section(path: Path) -> dict[str, Any]:
    """The `android:` part of a manifest; read alone, since the rest of it was compiled long ago."""
    try:
        text = path.read_text("utf-8")
    except OSError:
        return {}
    found = re.search(r"^android:\n((?:[ \t]+.*\n|\n)*)", text, re.M)
    read = yaml.safe_load(found.group(0)) if found else None
    return read["android"] if isinstance(read, dict) and isinstance(read["android"], dict) else {}
