"""Adding one of our app folders to a phone that runs, and taking it out again.

The world is built anew with the app in it and what its owner has moves over. Invariant: a folder that does
not pass the checks of `phonebuddy apps check` changes nothing; only YAML is ever unpacked, into a private
folder.
"""

from __future__ import annotations

import io
import tempfile
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING

from phonebuddy.errors import AppError
from phonebuddy.world.image import build_image
from phonebuddy.world.phone import WorldPhone
from phonebuddy.world.runtime import Runtime
from phonebuddy.world.spec.load import load_apps

if TYPE_CHECKING:
    from phonebuddy.adbd.device import Device

MAX_BYTES = 5_000_000
MAX_FILES = 200


def _unpack(data: bytes, target: Path) -> Path:
    """The app's YAML files below a folder; AppError where a name or a size is not to be trusted."""
    total = 0
    root = ""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        members = [member for member in archive.infolist() if not member.is_dir()]
        if len(members) > MAX_FILES:
            raise AppError(f"an app of {len(members)} files; at most {MAX_FILES} are accepted")
        for member in members:
            parts = member.filename.split("/")
            if not member.filename.endswith(".yaml") or any(
                part in ("", ".", "..") or "\\" in part for part in parts
            ):
                raise AppError(f"'{member.filename[:80]}': an app holds YAML files only")
            total += member.file_size
            if total > MAX_BYTES:
                raise AppError(f"an app of more than {MAX_BYTES} bytes")
            path = target.joinpath(*parts)
            path.parent.mkdir(parents=True, exist_ok=True)
            with archive.open(member) as source:
                path.write_bytes(source.read(MAX_BYTES))
            if parts[-1] == "app.yaml":
                root = "/".join(parts[:-1])
    return target / root


def install_folder(device: Device, data: bytes) -> None:
    """Check a zipped app folder and put it on the phone."""
    holder = tempfile.TemporaryDirectory(prefix="phonebuddy-app-")
    before = [app.folder for app in device.phone.image.apps.apps.values()]
    try:
        apps = load_apps([*before, _unpack(data, Path(holder.name))])
    except AppError:
        holder.cleanup()
        raise
    added = set(apps.apps) - set(device.phone.image.apps.apps)
    device.installed[apps.apps[added.pop()].package if added else ""] = holder
    _move(device, WorldPhone(build_image(apps, device.phone.image.seed), device.phone.look))


def remove_folder(device: Device, package: str) -> bool:
    """Take an app out that was installed; False for any other."""
    holder = device.installed.pop(package, None)
    if holder is None:
        return False
    left = [app.folder for app in device.phone.image.apps.apps.values() if app.package != package]
    _move(device, WorldPhone(build_image(load_apps(left), device.phone.image.seed), device.phone.look))
    holder.cleanup()
    return True


def _move(device: Device, phone: WorldPhone) -> None:
    """What the owner has moves to the new world: the data of apps both have, settings, clock."""
    old = device.phone
    for name in phone.image.apps.apps:
        if name in old.image.apps.apps and any(table.startswith(f"{name}_") for table in old.tables()):
            phone.put_database(name, old.database(name))
    settings = {str(name): value for name, value in old.state("SELECT name, value FROM phone_setting")}
    time_ms = device.now_ms

    def put(runtime: Runtime) -> None:
        for name, value in settings.items():
            if runtime.settings.get(name) != value:
                runtime.put_setting(name, value)
        runtime.ui.time_ms = time_ms

    phone.operate(put)
    device.replace(phone)
