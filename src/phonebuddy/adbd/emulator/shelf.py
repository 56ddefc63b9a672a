"""Snapshots of a served phone by name, as `avd snapshot` and the snapshot service keep them.

Invariant: loading gives the phone as it was, its clock and screen included; files kept in memory beside the
phone are not part of it.
"""

from __future__ import annotations

from phonebuddy.adbd.device import Device
from phonebuddy.world.snapshot import Snapshot

MAX_KEPT = 64


class Shelf:
    """Named snapshots of one phone."""

    def __init__(self, device: Device) -> None:
        self._device = device
        self._kept: dict[str, Snapshot] = {}
        self.loaded = ""

    def save(self, name: str) -> bool:
        if not name or (name not in self._kept and len(self._kept) >= MAX_KEPT):
            return False
        self._kept[name] = self._device.phone.snapshot()
        return True

    def load(self, name: str) -> bool:
        snapshot = self._kept.get(name)
        if snapshot is None:
            return False
        self._device.phone.restore(snapshot)
        self._device.changed()
        self.loaded = name
        return True

    def delete(self, name: str) -> bool:
        return self._kept.pop(name, None) is not None

    def names(self) -> dict[str, int]:
        """Names and sizes in bytes."""
        return {name: len(snapshot.changeset) + len(snapshot.ui) for name, snapshot in self._kept.items()}
