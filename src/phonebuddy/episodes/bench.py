"""The bench of collecting: how many gold episodes a minute end up on disk, without and with pictures.

Invariant: what is timed is a whole collection into an empty folder, from the plan to the last file.
"""

from __future__ import annotations

import os
import resource
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from phonebuddy.episodes.collect_messages import Played
from phonebuddy.episodes.collector import collect
from phonebuddy.episodes.drawing import Wish
from phonebuddy.episodes.phones import read_phones
from phonebuddy.episodes.run import Asked
from phonebuddy.tasks.reading import built_in_templates


def bench(count: int, num_pixels: int, num_workers: int, advance: Callable[[int], None]) -> dict[str, object]:
    """Episodes a minute by the clock, and CPU time of each, which a busy machine does not change much."""
    built_in_templates()
    data: dict[str, object] = {"workers": num_workers, "load_before": round(os.getloadavg()[0], 2)}
    with tempfile.TemporaryDirectory(prefix="phonebuddy-bench-") as folder:
        for name, number, pixels in (("", count, False), ("_pixels", num_pixels, True)):
            took_s, cpu_s, steps = _time(Path(folder) / f"run{name}", number, pixels, num_workers, advance)
            data |= {
                f"episodes{name}": number,
                f"episodes_per_min{name}": round(number * 60 / took_s, 1),
                f"steps_per_s{name}": round(steps / took_s, 1),
                f"cpu_ms_per_episode{name}": round(cpu_s * 1000 / number, 1),
            }
    return data


def _time(
    folder: Path, number: int, pixels: bool, num_workers: int, advance: Callable[[int], None]
) -> tuple[float, float, int]:
    asked = Asked("gold", Wish(count=number), read_phones("world:8"), pixels=pixels)
    steps = 0

    def begun(_total: int, _done: int) -> Callable[[Played], None]:
        def watch(played: Played) -> None:
            nonlocal steps
            steps += played.num_steps
            advance(1)

        return watch

    before, started = _cpu_s(), time.perf_counter()
    collect(folder, asked, num_workers, begun)
    return time.perf_counter() - started, _cpu_s() - before, steps


def _cpu_s() -> float:
    """Of this process and of those it has waited for."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in used)
