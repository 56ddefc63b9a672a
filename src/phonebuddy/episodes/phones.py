"""Phones of a run: which stages a text such as `world:8` or `served:4` means, opened and closed.

Invariant: whatever was started is ended with the `with`, also when the run breaks off.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

import msgspec

from phonebuddy.episodes.stage import Stage, WorldStage
from phonebuddy.errors import EpisodeError, nearest

KINDS = {"world": "world:8", "served": "served:4", "adb": "adb:SERIAL,SERIAL"}
"""Kinds of phones, and how each is asked for."""
MOST = 256
STAND_IN_KINDS = ("update", "low_battery", "logged_out")
"""Interruptions that the stand-in adds; a mock lane leaves them out with Wish.without_interruptions."""


class Trouble(msgspec.Struct, frozen=True):
    """What makes a stand-in hard; all of it is off by default."""

    latency_s: float = 0.0
    """Added to every step."""
    fault_rate: float = 0.0
    """The share of episodes in which the phone breaks."""
    interruptions: float = 0.0
    """Of STAND_IN_KINDS, a minute of the phone's clock, besides the task's own."""
    looks: int = 0
    """Different looks, drawn by task; 0 for the plain one."""
    leftovers: bool = False
    """What no reset of a real phone takes away stays from one episode to the next: notifications, what was
    copied. Then tries at one task no longer start from exactly the same screen."""


class Phones(msgspec.Struct, frozen=True):
    """So many phones of a kind, in each process."""

    kind: str
    count: int
    trouble: Trouble = Trouble()
    """Of served phones."""
    serials: tuple[str, ...] = ()
    """Of Android phones."""
    tasks: str = ""
    """The file with the tasks of Android phones."""
    may: tuple[str, ...] = ()
    """Kinds of side effects that may happen for real on Android phones."""
    judge: str = ""
    """URL#MODEL of who says by the rubric what the state of an Android phone does not; nobody when empty."""


def read_phones(text: str, trouble: Trouble | None = None) -> Phones:
    """`world:8`: eight mock phones; `served:4`: four worked over ADB; `adb:A,B`: two Android phones."""
    kind, _, number = text.partition(":")
    if kind == "adb":
        serials = tuple(dict.fromkeys(name.strip() for name in number.split(",") if name.strip()))
        if not serials:
            raise EpisodeError(f"'{text}' names no phone; say {KINDS[kind]}; see: phonebuddy phones")
        return Phones(kind, len(serials), serials=serials)
    if kind not in KINDS:
        forms = ", ".join(KINDS.values())
        raise EpisodeError(f"no phones '{text}'{nearest(kind, KINDS)}; accepted: {forms}")
    if not re.fullmatch(r"[1-9]\d{0,2}", number) or int(number) > MOST:
        raise EpisodeError(f"'{text}' says no number of phones from 1 to {MOST}; say {KINDS[kind]}")
    return Phones(kind, int(number), trouble or Trouble())


@contextmanager
def open_stages(phones: Phones) -> Iterator[list[Stage]]:
    """Stages of these phones, for a Runner."""
    if phones.kind == "world":
        stages: list[Stage] = [WorldStage() for _ in range(phones.count)]
        try:
            yield stages
        finally:
            for stage in stages:
                stage.close()
        return
    if phones.kind == "adb":
        yield from _android(phones)
        return
    # Only here: serving phones loads much that mock phones do not need.
    from phonebuddy.adbd.fleet import fleet
    from phonebuddy.episodes.standin import ServedStage
    from phonebuddy.tasks.proving import LOOK
    from phonebuddy.world.image import build_image
    from phonebuddy.world.phone import WorldPhone

    _open_all()
    first = build_image()
    with fleet([WorldPhone(first, LOOK) for _ in range(phones.count)]) as served:
        yield [ServedStage(one, phones.trouble) for one in served]


def _open_all() -> None:
    """Read templates and apps now: it is done once in a process, and must not be by several threads."""
    from phonebuddy.tasks.reading import built_in_templates
    from phonebuddy.world.image import default_apps

    built_in_templates()
    for app in default_apps().apps.values():
        assert app.pages


def _android(phones: Phones) -> Iterator[list[Stage]]:
    from phonebuddy.episodes.real_stage import AdbStage, tasks_in
    from phonebuddy.phones.adb import AdbPhone
    from phonebuddy.phones.endpoint import endpoint_at
    from phonebuddy.phones.judge import Judge
    from phonebuddy.phones.side_effects import Permit

    tasks, word = tasks_in(phones.tasks), Permit(frozenset(phones.may))
    judge = Judge(endpoint_at(phones.judge) if phones.judge else None)
    with ExitStack() as stack:
        stages: list[Stage] = []
        for serial in phones.serials:
            stage = AdbStage(AdbPhone(serial), tasks, word, judge)
            stack.callback(stage.close)
            stages.append(stage)
        yield stages
