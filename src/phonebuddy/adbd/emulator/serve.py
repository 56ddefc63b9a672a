"""Serving a world phone as an emulator: ADB on an odd port, the console on the one below, gRPC beside.

Invariant: all three doors lead to one device, on loopback only.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import grpc

from phonebuddy.adbd.device import Device
from phonebuddy.adbd.emulator.console import Console
from phonebuddy.adbd.emulator.controller import Controller
from phonebuddy.adbd.emulator.forwarder import Forwarder
from phonebuddy.adbd.emulator.shelf import Shelf
from phonebuddy.adbd.server import Served, in_thread
from phonebuddy.errors import SetupError
from phonebuddy.world.phone import WorldPhone

MAX_MESSAGE = 64 * 1024 * 1024


class Emulator:
    """One phone behind the three doors of an emulator."""

    def __init__(self, phone: WorldPhone, still: bool = False) -> None:
        self.device = Device(phone, "", still, stand_in=True)
        self.served = Served(self.device)
        shelf = Shelf(self.device)
        self._console = Console(self.device, shelf)
        self._controller = Controller(self.device, shelf)
        self._forwarder: Forwarder | None = None
        self._grpc: grpc.aio.Server | None = None
        self.grpc_port = 0

    @property
    def serial(self) -> str:
        """What the adb server calls it once it has scanned its ports."""
        return f"emulator-{self.served.port - 1}"

    async def start(self, port: int, grpc_port: int) -> None:
        """`port` is ADB's, odd, from 5555 to 5585 to be found without `adb connect`."""
        if port % 2 == 0:
            raise SetupError(f"port {port} is even; an emulator's ADB port is odd, such as 5555")
        self.device.serial = f"EMULATOR{port}"
        await self.served.start(port)
        try:
            await self._console.start(port - 1)
        except OSError as error:
            raise SetupError(f"port {port - 1} cannot be used for the console ({error.strerror})") from None
        options = [
            ("grpc.max_send_message_length", MAX_MESSAGE),
            ("grpc.max_receive_message_length", MAX_MESSAGE),
        ]
        self._grpc = grpc.aio.server(options=options)
        self._grpc.add_generic_rpc_handlers(tuple(self._controller.handlers()))
        try:
            self.grpc_port = self._grpc.add_secure_port(
                f"localhost:{grpc_port}", grpc.local_server_credentials()
            )
        except RuntimeError:
            raise SetupError(
                f"port {grpc_port} cannot be used for gRPC; give another with --grpc-port"
            ) from None
        await self._grpc.start()
        self._forwarder = Forwarder(self.device)

    async def stop(self) -> None:
        if self._forwarder is not None:
            await self._forwarder.stop()
        if self._grpc is not None:
            await self._grpc.stop(0)
        await self._console.stop()
        await self.served.stop()


@contextmanager
def serve_emulator(
    phone: WorldPhone, port: int, grpc_port: int = 0, still: bool = False
) -> Iterator[Emulator]:
    """Serve a phone as an emulator from a thread of this process, for tests and scripts."""

    async def begin() -> Emulator:
        emulator = Emulator(phone, still)
        try:
            await emulator.start(port, grpc_port)
        except BaseException:
            await emulator.stop()
            raise
        return emulator

    with in_thread() as run:
        emulator = run(begin())
        try:
            yield emulator
        finally:
            run(emulator.stop())
