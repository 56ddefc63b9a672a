"""The bench: steps per second, reset, fork, memory, first frame; medians, with their conditions.

Every 50 steps a reset and a fresh seed: another walk, on the phone of the next of four people. The same on
content that was never seen before is told apart as `_fresh`. CPU time is the measure (a shared machine), wall
time stands beside it. Invariant: building images and compiling apps, done once each, are in no number.
"""

from __future__ import annotations

import os
import platform
import subprocess
import sys
import time
from collections.abc import Callable
from statistics import median
from typing import NamedTuple

from phonebuddy.errors import Fault
from phonebuddy.screen import Screen
from phonebuddy.world import phone as phone_module
from phonebuddy.world.image import Image, build_image
from phonebuddy.world.look import LookSpec
from phonebuddy.world.measure.walk import Walker
from phonebuddy.world.phone import WorldPhone
from phonebuddy.world.render.pictures.kept import TALLY
from phonebuddy.world.tuning import prepare_process

STEPS = 50
"""Steps of one episode: then a fresh seed."""
PEOPLE = 4
"""Images the walks take turns on."""


class Mode(NamedTuple):
    name: str
    profile: str
    take: Callable[[Screen], object]


MODES = (
    Mode("png_1080", "1080x2400", lambda screen: screen.png()),
    Mode("raw_540", "540x1200", lambda screen: screen.pixels()),
    Mode("tree", "1080x2400", lambda screen: screen.elements),
)


class Rate(NamedTuple):
    """Steps a second: of CPU time and of wall time, medians over episodes."""

    cpu: float
    wall: float


def measure_rate(
    mode: Mode, episodes: int, first_seed: int, fresh: bool, floor: bool, advance: Callable[[int], None]
) -> Rate:
    """Steps a second; `fresh`: content never seen in every episode; `floor`: no caches from step to step."""
    cpu: list[float] = []
    wall: list[float] = []
    phones: dict[int, WorldPhone] = {}
    for episode in range(episodes):
        seed = first_seed + episode
        person = seed if fresh else episode % PEOPLE
        if person not in phones:
            phones[person] = WorldPhone(build_image(seed=person), LookSpec(profile=mode.profile))
        phone = phones[person]
        phone.reset()
        walker = Walker(seed, tuple(phone.image.apps.apps))
        phone.act(walker.first())
        cpu_start, wall_start = time.process_time(), time.perf_counter()
        for _ in range(STEPS):
            if floor:
                phone.forget()
            phone.act(walker.next(phone.observe()))
            mode.take(phone.observe())
        cpu.append(STEPS / (time.process_time() - cpu_start))
        wall.append(STEPS / (time.perf_counter() - wall_start))
        if fresh:
            phones.pop(person).close()
        advance(1)
    return Rate(median(cpu), median(wall))


def measure_reset(image: Image, rounds: int) -> float:
    """Milliseconds of CPU from a used phone to its first screen again."""
    phone = WorldPhone(image)
    times: list[float] = []
    for number in range(rounds):
        _walk(phone, number, 20)
        start = time.process_time()
        phone.reset()
        phone.observe()
        times.append((time.process_time() - start) * 1000)
    phone.close()
    return median(times)


def measure_fork(image: Image, rounds: int, keep: bool = False) -> float:
    """Milliseconds of CPU to a second phone at the same moment, with its screen.

    Phones are closed after use, as collectors do, so that a fork takes over a memory; `keep` them open, and
    each fork has to open its own.
    """
    others: list[WorldPhone] = []
    phone = WorldPhone(image)
    times: list[float] = []
    for number in range(rounds):
        phone.reset()
        _walk(phone, number, 20)
        start = time.process_time()
        other = phone.fork()
        other.observe()
        times.append((time.process_time() - start) * 1000)
        others.append(other)
        if not keep:
            others.pop().close()
    for other in (*others, phone):
        other.close()
    return median(times)


def _walk(phone: WorldPhone, seed: int, steps: int) -> None:
    walker = Walker(seed, tuple(phone.image.apps.apps))
    phone.act(walker.first())
    for _ in range(steps):
        phone.act(walker.next(phone.observe()))


FIRST_FRAME = """
import time
start = time.perf_counter()
from phonebuddy.world.phone import WorldPhone
WorldPhone().observe().png()
print(time.perf_counter() - start)
"""

MEMORY = """
import sys
from phonebuddy.world.image import build_image
from phonebuddy.world.measure.bench import pss_mb, _walk
from phonebuddy.world.phone import WorldPhone
image = build_image()
phones = []
for number in range(int(sys.argv[1])):
    phone = WorldPhone(image)
    _walk(phone, number % 4, 30)
    phones.append(phone)
print(pss_mb())
"""


def pss_mb() -> float:
    """This process's share of memory, in MB; 0 where the system does not tell."""
    try:
        with open("/proc/self/smaps_rollup", encoding="ascii") as lines:
            found = [line.split()[1] for line in lines if line.startswith("Pss:")]
    except OSError:
        return 0.0
    return int(found[0]) / 1024 if found else 0.0


def _child(code: str, *arguments: str) -> float:
    """What a fresh interpreter prints."""
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments], capture_output=True, text=True, timeout=300, check=False
    )
    if done.returncode:
        raise Fault(f"a measuring process failed: {done.stderr.strip().splitlines()[-1:]}")
    return float(done.stdout.split()[-1])


def measure_first_frame(rounds: int = 5) -> float:
    """Seconds from the first import to the first PNG, in a fresh process."""
    return median(_child(FIRST_FRAME) for _ in range(rounds))


def measure_phone_mb(phones: int = 32) -> float:
    """MB for each further phone: one phone against 33, all used."""
    return (_child(MEMORY, str(phones + 1)) - _child(MEMORY, "1")) / phones


def calibrate() -> float:
    """CPU milliseconds of a fixed loop of plain Python: how fast this core is just now.

    About 45 on a calm 2.8 GHz core; three times that when a neighbour shares it. Numbers of two runs can only
    be compared through it.
    """
    times: list[float] = []
    for _ in range(5):
        start, total = time.process_time(), 0
        for number in range(1_000_000):
            total += number
        times.append((time.process_time() - start) * 1000)
    return median(times)


def fresh_episodes(episodes: int) -> int:
    """Fewer of content never seen: each takes an image of its own."""
    return max(3, episodes // 3)


def bench(episodes: int, floor: bool, advance: Callable[[int], None]) -> dict[str, object]:
    """All numbers as one object; `advance` is told after each episode and each other number."""
    prepare_process()
    before = calibrate()
    image = build_image()
    phone_module.PAINTER.clear()
    rates = {
        mode.name: measure_rate(mode, episodes, 1000 * (index + 1), False, floor, advance)
        for index, mode in enumerate(MODES)
    }
    stats = phone_module.PAINTER.stats
    fresh = {
        f"{mode.name}_fresh": measure_rate(
            mode, fresh_episodes(episodes), 9000 + 1000 * index, True, floor, advance
        )
        for index, mode in enumerate(MODES)
    }
    rates |= fresh
    numbers: dict[str, object] = {f"{name}_per_s": round(rate.cpu, 1) for name, rate in rates.items()}
    numbers |= {f"{name}_per_s_wall": round(rate.wall, 1) for name, rate in rates.items()}
    numbers["reset_ms"] = round(measure_reset(image, 40), 3)
    numbers["fork_ms"] = round(measure_fork(image, 40), 3)
    numbers["fork_kept_open_ms"] = round(measure_fork(image, 40, keep=True), 3)
    advance(1)
    numbers["phone_mb"] = round(measure_phone_mb(), 2)
    advance(1)
    numbers["first_frame_s"] = round(measure_first_frame(), 3)
    advance(1)
    numbers["cache_hit_rate"] = round(stats.hits / max(1, stats.hits + stats.misses), 3)
    speed = {"loop_ms_before": round(before, 1), "loop_ms_after": round(calibrate(), 1)}
    return numbers | {"conditions": speed | conditions(episodes, floor, image)}


def conditions(episodes: int, floor: bool, image: Image) -> dict[str, object]:
    return {
        "cpu": _cpu_name(),
        "cores": os.cpu_count(),
        "load_before": round(os.getloadavg()[0], 2),
        "python": platform.python_version(),
        "apps": len(image.apps.apps),
        "image_mb": round(len(image.data) / 1e6, 2),
        "episodes": episodes,
        "steps_each": STEPS,
        "caches": "emptied every step" if floor else "on",
        "pictures": f"{TALLY.found} found on disk, {TALLY.drawn} drawn",
        "content": f"{PEOPLE} people in turn; fresh: never seen before",
        "rates": "per core, CPU time, median over episodes",
    }


def _cpu_name() -> str:
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as lines:
            return next(
                (line.partition(":")[2].strip() for line in lines if line.startswith("model name")), "?"
            )
    except OSError:
        return platform.processor() or "?"
