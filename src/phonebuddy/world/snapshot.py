"""Snapshot: enough to continue from here, anywhere: image id, changeset, what is on the screen.

Small (usually under 2 kB) and plain bytes. Invariant: restoring it on the same image, in any process, gives a
phone that cannot be told from the one it was taken on.
"""

from __future__ import annotations

import hashlib

import msgspec

from phonebuddy.errors import SnapshotError
from phonebuddy.world.image import Image
from phonebuddy.world.interruption_kinds import built_in_kinds
from phonebuddy.world.look import LookSpec
from phonebuddy.world.spec.app import App
from phonebuddy.world.uistate import PageState, UiState, decode_ui

VERSION = 1
MAX_BYTES = 64_000_000


class Snapshot(msgspec.Struct, frozen=True):
    version: int
    image: str
    look: LookSpec
    changeset: bytes
    ui: bytes

    def to_bytes(self) -> bytes:
        body = msgspec.msgpack.encode(self)
        return hashlib.sha256(body).digest()[:8] + body

    @staticmethod
    def from_bytes(data: bytes) -> Snapshot:
        """Read a stored snapshot; damage and other versions are refused."""
        if len(data) > MAX_BYTES:
            raise SnapshotError(f"a snapshot of {len(data)} bytes; at most {MAX_BYTES} are accepted")
        if hashlib.sha256(data[8:]).digest()[:8] != data[:8]:
            raise SnapshotError("the snapshot is damaged: its checksum does not fit")
        try:
            snapshot = msgspec.msgpack.decode(data[8:], type=Snapshot)
        except msgspec.MsgspecError as error:
            raise SnapshotError(f"not a snapshot: {error}") from None
        if snapshot.version != VERSION:
            raise SnapshotError(f"a snapshot of version {snapshot.version}; this program reads {VERSION}")
        return snapshot


def read_ui(data: bytes, image: Image) -> UiState:
    """What is on the screen, from its bytes; every page and overlay it names is there."""
    try:
        ui = decode_ui(data)
    except msgspec.MsgspecError as error:
        raise SnapshotError(f"not a snapshot: {error}") from None
    _check_pages(ui, image)
    for one in (ui.notice, ui.asking, ui.sending, *ui.waiting):
        if one is not None and not _has_plan(image, one.app, one.path):
            raise SnapshotError(f"there is no '{one.path}' in '{one.app}'")
    _check_interruptions(ui, image)
    return ui


def _check_interruptions(ui: UiState, image: Image) -> None:
    for one in ui.interruptions:
        known = one.kind in built_in_kinds() and isinstance(one.values.get("says"), int)
        if not known or one.values.get("app", ui.app) not in (None, *image.apps.apps):
            raise SnapshotError(f"there is no interruption '{one.kind}'")


def _has_plan(image: Image, app: str, path: str) -> bool:
    return app in image.apps.apps and (not path or path in image.app(app).plans)


def _check_pages(ui: UiState, image: Image) -> None:
    open_apps = {ui.app, *ui.inside, *ui.inside.values()} - {None}
    if not all(ui.stacks.values()) or not open_apps <= ui.stacks.keys():
        raise SnapshotError("an app is open and has no page")
    for name, stack in (*ui.stacks.items(), *((one.receiver, one.kept) for one in ui.waiting)):
        app = image.apps.apps.get(name)
        for state in stack:
            page = app.pages.get(state.page) if app is not None and state.app == name else None
            if app is None or page is None:
                raise SnapshotError(f"there is no page '{state.page}' of '{state.app}'")
            if {*state.params} != {*page.params} or {*state.vars} != {*page.vars}:
                raise SnapshotError(f"page '{state.page}' of '{name}' has other names")
            _check_overlays(state, app)


def _check_overlays(state: PageState, app: App) -> None:
    for overlay in state.overlays:
        plan = app.plans.get(overlay.path)
        if plan is None or not getattr(plan.cls, "OVERLAY", False):
            raise SnapshotError(f"there is no '{overlay.path}' in '{app.name}'")
