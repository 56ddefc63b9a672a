"""Serving phones: one port each, all in one process, on loopback only.

`serve_phones` runs the server in a thread of its own for tests and scripts. Invariant: no port is opened on
any address but 127.0.0.1, and after the server ended none of its tasks runs.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Coroutine, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Protocol, TypeVar

from phonebuddy.adbd.device import Device
from phonebuddy.adbd.faults import OFFLINE_S
from phonebuddy.adbd.keys import PublicKey
from phonebuddy.adbd.link import Link, Task
from phonebuddy.adbd.properties import DEVICE, MODEL, PRODUCT
from phonebuddy.adbd.services import FEATURES, find_service
from phonebuddy.adbd.trouble import troubled
from phonebuddy.adbd.u2.server import PORT as U2_PORT
from phonebuddy.adbd.u2.server import U2Server
from phonebuddy.errors import SetupError
from phonebuddy.world.phone import WorldPhone

T = TypeVar("T")


class Runner(Protocol):
    """Runs a coroutine in the server's thread and waits for it."""

    def __call__(self, work: Coroutine[Any, Any, T]) -> T: ...


HOST = "127.0.0.1"
MAX_LINKS = 64


class Served:
    """One phone and its port."""

    def __init__(self, device: Device, keys: tuple[PublicKey, ...] | None = None) -> None:
        self.device = device
        self.keys = keys
        self.port = 0
        self.links: set[Link] = set()
        self._server: asyncio.Server | None = None
        self._is_offline = False
        device.reboots.append(self.drop_all)
        self.start_helpers()

    def start_helpers(self) -> None:
        """What answers on the phone's own ports."""
        self.device.ports.listen(f"tcp:{U2_PORT}", U2Server(self.device).serve)

    @property
    def serial(self) -> str:
        """What `adb connect` takes and `adb devices` shows."""
        return f"{HOST}:{self.port}"

    async def start(self, port: int) -> None:
        loop = asyncio.get_running_loop()
        try:
            self._server = await loop.create_server(lambda: Link(self), HOST, port)
        except OSError as error:
            raise SetupError(
                f"port {port} cannot be used ({error.strerror}); give another with --port"
            ) from None
        self.port = int(self._server.sockets[0].getsockname()[1])
        if not self.device.serial:
            self.device.serial = f"PW{self.port:05d}"

    async def stop(self) -> None:
        if self._server is not None:
            self._server.close()
        self.drop_all()
        self.device.processes.end_all()

    def start_afresh(self) -> None:
        """Forget what clients left beside the world: files in memory, settings of Android, what is running.

        For whoever set the world to a new start; connections stay, and it is the same boot.
        """
        self.device.start_afresh()
        self.start_helpers()

    def drop_all(self) -> None:
        for link in list(self.links):
            link.drop()
        self.device.ports.end_all_of()
        self.start_helpers()

    def go_offline(self) -> None:
        """Drop every connection and take no new one for a while."""
        self._is_offline = True
        self.drop_all()
        asyncio.get_running_loop().call_later(OFFLINE_S, self._come_back)

    def _come_back(self) -> None:
        self._is_offline = False

    # -- what links ask --------------------------------------------------------------------------------

    def banner(self) -> bytes:
        fields = {"ro.product.name": PRODUCT, "ro.product.model": MODEL, "ro.product.device": DEVICE}
        text = "".join(f"{name}={value};" for name, value in fields.items())
        return f"device::{text}features={','.join(FEATURES)}".encode()

    def service(self, name: str, link: Link) -> Task | None:
        task = find_service(self.device, name, link)
        return task if task is None else troubled(self, name, link, task)

    def connected(self, link: Link) -> None:
        if self._is_offline or len(self.links) >= MAX_LINKS:
            link.drop()
        self.links.add(link)

    def disconnected(self, link: Link) -> None:
        self.links.discard(link)
        self.device.ports.end_all_of(link)


class Farm:
    """Phones served together."""

    def __init__(self, served: Sequence[Served]) -> None:
        self.served = list(served)

    async def start(self, port: int) -> None:
        """On consecutive ports from `port` on; 0 takes any that are free."""
        for number, one in enumerate(self.served):
            await one.start(port + number if port else 0)

    async def stop(self) -> None:
        for one in self.served:
            await one.stop()


@contextmanager
def serve_phones(
    phones: Sequence[WorldPhone],
    port: int = 0,
    keys: tuple[PublicKey, ...] | None = None,
    still: bool = True,
    stand_in: bool = False,
) -> Iterator[list[Served]]:
    """Serve phones from a thread of this process; `served.serial` is what `adb connect` takes.

    The phones belong to the server meanwhile: look at them only while no client does anything.
    """
    with in_thread() as run:
        farm = run(make_farm(phones, port, keys, still, stand_in))
        try:
            yield farm.served
        finally:
            run(farm.stop())


async def make_farm(
    phones: Sequence[WorldPhone], port: int, keys: tuple[PublicKey, ...] | None, still: bool, stand_in: bool
) -> Farm:
    """Phones that answer; all or none."""
    farm = Farm([Served(Device(phone, "", still, stand_in), keys) for phone in phones])
    try:
        await farm.start(port)
    except BaseException:
        await farm.stop()
        raise
    return farm


@contextmanager
def in_thread() -> Iterator[Runner]:
    """An event loop in a thread; gives a function that runs a coroutine there and waits for it."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, name="adbd", daemon=True)
    thread.start()

    def run(work: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(work, loop).result(60)

    try:
        yield run
    finally:
        asyncio.run_coroutine_threadsafe(_end(), loop).result(10)
        loop.call_soon_threadsafe(loop.stop)
        thread.join(10)
        loop.close()


async def _end() -> None:
    """Cancel whatever still runs, and let it end."""
    tasks = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
