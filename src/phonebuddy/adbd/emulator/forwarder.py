"""The accessibility forwarder: pushes the forest to the host that asked for it by broadcast.

Pushed when the phone changed, before the command that changed it is answered, and every 150 ms besides: a
host that hears nothing for long rebuilds the connection and switches Wi-Fi on. Invariant: only this machine
is dialled.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from typing import Any

import grpc

from phonebuddy.adbd.device import Device
from phonebuddy.adbd.emulator.forest import build_forest
from phonebuddy.adbd.intent import Intent

SET_GRPC = "accessibility_forwarder.intent.action.SET_GRPC"
HEARTBEAT_S = 0.15
PUSH_S = 2.0
METHOD = "/android_env.A11yService/SendForest"
log = logging.getLogger("phonebuddy.adbd")


class Forwarder:
    """Of one phone; silent until a host says where it listens."""

    def __init__(self, device: Device) -> None:
        self._device = device
        self._channel: Any = None
        self._send: Any = None
        self._task: asyncio.Task[None] | None = None
        self._port = 0
        self._forest: tuple[str, bytes] = ("", b"")
        self._is_due = False
        device.listeners.append(self._heard)
        device.watchers.append(self._changed)
        device.before_answer.append(self._flush)

    def _heard(self, intent: Intent) -> None:
        """A broadcast went over the phone."""
        port = intent.extras.get("port", "")
        if intent.action == SET_GRPC and port.isdigit() and 0 < int(port) < 65536 and int(port) != self._port:
            self._port = int(port)
            self._connect()

    def _connect(self) -> None:
        if self._task is not None:
            self._task.cancel()
        # 10.0.2.2 is what an emulator calls the machine it runs on; whatever is given, it is this one.
        self._channel = grpc.aio.secure_channel(f"localhost:{self._port}", grpc.local_channel_credentials())
        self._send = self._channel.unary_unary(METHOD)
        self._task = asyncio.ensure_future(self._beat())

    def _changed(self) -> None:
        self._is_due = True

    async def _flush(self) -> None:
        if self._is_due and self._send is not None:
            await self._push()

    async def _push(self) -> None:
        self._is_due = False
        text = self._device.xml()
        if self._forest[0] is not text:
            self._forest = (text, build_forest(self._device))
        try:
            await asyncio.wait_for(self._send(self._forest[1], wait_for_ready=True), PUSH_S)
        except (grpc.RpcError, TimeoutError) as error:
            log.debug("the forest was not taken: %s", error)

    async def _beat(self) -> None:
        while True:
            await self._push()
            await asyncio.sleep(HEARTBEAT_S)

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task
        if self._channel is not None:
            await self._channel.close()
