"""Starting things: which page of which app an intent opens.

Invariant: an intent either resolves to something that can be shown, or to nothing, before anything changes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple
from urllib.parse import parse_qs, unquote

from phonebuddy.adbd.device import Device
from phonebuddy.adbd.intent import HOME, LAUNCHER, MAIN, VIEW, Intent
from phonebuddy.adbd.names import HELPERS, LAUNCHER_ACTIVITY, AppName, full_class
from phonebuddy.adbd.names import LAUNCHER as LAUNCHER_PACKAGE
from phonebuddy.world.runtime import Runtime
from phonebuddy.world.spec.doors import SHARE
from phonebuddy.world.uistate import Sending

SETTINGS_PAGES = {
    "SETTINGS": "home", "WIFI_SETTINGS": "wifi", "WIRELESS_SETTINGS": "network",
    "BLUETOOTH_SETTINGS": "devices",
    "DISPLAY_SETTINGS": "display", "SOUND_SETTINGS": "sound", "DATE_SETTINGS": "clock",
    "LOCALE_SETTINGS": "language",
    "LOCATION_SOURCE_SETTINGS": "location", "SECURITY_SETTINGS": "security",
    "INTERNAL_STORAGE_SETTINGS": "storage",
    "APPLICATION_SETTINGS": "apps", "MANAGE_APPLICATIONS_SETTINGS": "apps", "DEVICE_INFO_SETTINGS": "about",
    "BATTERY_SAVER_SETTINGS": "battery", "NOTIFICATION_SETTINGS": "notifications",
    "AIRPLANE_MODE_SETTINGS": "network",
}  # fmt: skip
_PREFIX = "android.settings."
_INTENT = "android.intent.action."


class Target(NamedTuple):
    """What an intent opens: its component, and how to open it."""

    component: str
    start: Callable[[], None]


def resolve(device: Device, intent: Intent) -> Target | None:
    """What an intent opens; None where nothing does."""
    if intent.component:
        return _component(device, intent)
    if HOME in intent.categories and intent.action in ("", MAIN):
        return home(device)
    package = intent.package
    if package and intent.action in ("", MAIN):
        app = device.names.find(package)
        return None if app is None else Target(app.component(), lambda: device.start(app))
    if intent.action.startswith(_PREFIX):
        return _settings(device, intent.action.removeprefix(_PREFIX))
    return _by_action(device, intent)


def home(device: Device) -> Target:
    def go() -> None:
        device.operate(lambda runtime: runtime.home())

    return Target(f"{LAUNCHER_PACKAGE}/{LAUNCHER_PACKAGE}.{LAUNCHER_ACTIVITY}", go)


def _component(device: Device, intent: Intent) -> Target | None:
    package, _, activity = intent.component.partition("/")
    if package == LAUNCHER_PACKAGE:
        return home(device)
    if package in HELPERS and HELPERS[package]:
        # Screens of test tools: nothing of them is to be seen.
        return Target(intent.component, lambda: None)
    app = device.names.find(package)
    if app is None:
        return None
    full = full_class(app.package, activity)
    if activity == "" or full == app.main or full_class(app.own, activity) == f"{app.own}.MainActivity":
        return Target(app.component(), lambda: device.start(app))
    page = device.names.page(app, activity, list(device.phone.image.app(app.name).pages))
    if page is None:
        return None
    return Target(app.component(full), lambda: device.start(app, page))


def _settings(device: Device, name: str) -> Target | None:
    app = device.names.find("com.phoneworld.settings")
    if app is None:
        return None
    page = SETTINGS_PAGES.get(name)
    return None if page is None else Target(app.component(), lambda: device.start(app, page))


def _by_action(device: Device, intent: Intent) -> Target | None:
    scheme, _, rest = intent.data.partition(":")
    extras = intent.extras
    action = intent.action.removeprefix(_INTENT)
    if action in ("SENDTO", "VIEW") and scheme in ("sms", "smsto", "mms", "mmsto"):
        number, _, query = rest.partition("?")
        body = extras.get("sms_body") or parse_qs(query).get("body", [""])[0]
        return _send(device, "send_message", {"to": unquote(number), "text": body})
    if action in ("SENDTO", "VIEW") and scheme == "mailto":
        return _mail(device, rest, extras)
    if action in ("INSERT", "INSERT_OR_EDIT") and ("contact" in intent.mime or "contacts" in intent.data):
        return _send(
            device, "insert_contact", {"name": extras.get("name", ""), "phone": extras.get("phone", "")}
        )
    if action in ("INSERT", "EDIT") and ("event" in intent.mime or "calendar" in intent.data):
        return _send(device, "compose_event", {"title": extras.get("title", ""), "at": None, "length": None})
    if action == "SEND" and "android.intent.extra.TEXT" in extras:
        values = {
            "text": extras["android.intent.extra.TEXT"],
            "title": extras.get("android.intent.extra.SUBJECT", ""),
        }
        return _send(device, SHARE, values)
    if action == "VIEW" and scheme == "file":
        return _send(device, "view_file", {"file": device.files.real("/" + unquote(rest).lstrip("/"))})
    return _by_address(device, intent, scheme, rest)


def _mail(device: Device, rest: str, extras: Mapping[str, str]) -> Target | None:
    """`mailto:`: the mail app, at a new mail where it says to whom or what."""
    address, _, query = rest.partition("?")
    asked = {name: values[0] for name, values in parse_qs(query).items()}
    written = {
        "to": unquote(address),
        "subject": extras.get("android.intent.extra.SUBJECT") or asked.get("subject", ""),
        "text": extras.get("android.intent.extra.TEXT") or asked.get("body", ""),
    }
    if any(written.values()):
        return _send(device, "send_mail", written)
    app = device.names.find("com.phoneworld.mail")
    return None if app is None else Target(app.component(), lambda: device.start(app))


def _by_address(device: Device, intent: Intent, scheme: str, rest: str) -> Target | None:
    if intent.action in (VIEW, "", MAIN) and scheme == "content":
        owner = rest.strip("/").partition("/")[0]
        if owner == "media" and ("/images/" in rest or "/video/" in rest):
            owner = "pictures"
        wanted = {"contacts": "contacts", "com.android.contacts": "contacts",
        "com.android.calendar": "calendar",
                  "sms": "messages", "mms-sms": "messages", "media": "files", "pictures": "gallery",
                  "downloads": "files"}.get(owner)  # fmt: skip
        for app in device.names.apps():
            if app.name == wanted:
                return Target(app.component(), _starter(device, app))
    if LAUNCHER in intent.categories or intent.action == MAIN:
        return home(device)
    return None


def _starter(device: Device, app: AppName) -> Callable[[], None]:
    return lambda: device.start(app)


def _send(device: Device, name: str, values: Mapping[str, str | None]) -> Target | None:
    """Hand something to the app that accepts it; where several do, the person chooses."""
    receivers = [app for app in device.phone.image.apps.apps.values() if name in app.manifest.accepts]
    if not receivers:
        return None
    app = device.names.app(receivers[0].name)

    def send(runtime: Runtime) -> None:
        if name == SHARE:
            runtime.ui.sending = Sending(app.name, name, dict(values))
        else:
            runtime.bring(app.name)
            runtime.intents.send(name, dict(values), app.name)

    component = (
        app.component() if len(receivers) == 1 else "android/com.android.internal.app.ResolverActivity"
    )
    return Target(component, lambda: device.operate(send))
