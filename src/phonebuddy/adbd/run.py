"""Running a server from the command line until it is stopped.

Invariant: Ctrl-C and SIGTERM end it cleanly, with every connection closed.
"""

from __future__ import annotations

import asyncio
import contextlib
import signal
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from phonebuddy.adbd.device import Device
from phonebuddy.adbd.faults import check_kinds
from phonebuddy.adbd.keys import read_keys
from phonebuddy.adbd.server import Farm, Served
from phonebuddy.errors import SetupError
from phonebuddy.world.image import build_image
from phonebuddy.world.look import LookSpec
from phonebuddy.world.phone import WorldPhone
from phonebuddy.world.spec.load import built_in_folders, load_apps


class Wanted(NamedTuple):
    """What the command line asked for."""

    num_phones: int
    port: int
    seed: int
    profile: str
    keys: Path | None
    still: bool
    stand_in: bool
    kinds: tuple[str, ...]
    fault_rate: float
    fault_seed: int
    folders: tuple[Path, ...]


def make_farm(wanted: Wanted, made: Callable[[], None]) -> Farm:
    """The phones: all alike, from one image, so that they share all that does not change."""
    check_kinds(wanted.kinds)
    keys = read_keys(wanted.keys) if wanted.keys is not None else None
    apps = load_apps([*built_in_folders(), *wanted.folders]) if wanted.folders else None
    image = build_image(apps, wanted.seed)
    served = []
    for number in range(wanted.num_phones):
        phone = WorldPhone(image, LookSpec(profile=wanted.profile))
        device = Device(phone, "", wanted.still, wanted.stand_in)
        if wanted.kinds:
            device.faults.kinds, device.faults.rate = wanted.kinds, wanted.fault_rate
            device.faults.seed = wanted.fault_seed + number
        served.append(Served(device, keys))
        made()
    return Farm(served)


def run_until_stopped(
    wanted: Wanted, made: Callable[[], None], ready: Callable[[list[dict[str, object]]], None]
) -> None:
    """Serve until somebody stops it."""
    if wanted.port + wanted.num_phones - 1 > 65535:
        raise SetupError(f"{wanted.num_phones} phones from port {wanted.port} on do not fit below 65536")

    async def run() -> None:
        farm = make_farm(wanted, made)
        try:
            await farm.start(wanted.port)
            ready([{"serial": one.serial, "port": one.port} for one in farm.served])
            await _stopped()
        finally:
            await farm.stop()

    asyncio.run(run())


def run_emulator_until_stopped(
    port: int, grpc_port: int, seed: int, still: bool, ready: Callable[[dict[str, object]], None]
) -> None:
    """Serve one phone as an emulator until somebody stops it."""
    try:
        from phonebuddy.adbd.emulator.serve import Emulator
    except ImportError:
        raise SetupError("the emulator needs gRPC: pip install 'phonebuddy[device]'") from None

    async def run() -> None:
        emulator = Emulator(WorldPhone(build_image(seed=seed)), still)
        try:
            await emulator.start(port, grpc_port)
            ready({"serial": emulator.serial, "adb": port, "console": port - 1, "grpc": emulator.grpc_port})
            await _stopped()
        finally:
            await emulator.stop()

    asyncio.run(run())


async def _stopped() -> None:
    """Until a signal says to stop."""
    over = asyncio.Event()
    loop = asyncio.get_running_loop()
    for name in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(NotImplementedError):
            loop.add_signal_handler(name, over.set)
    await over.wait()
