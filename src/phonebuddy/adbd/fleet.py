"""Fleet: mock phones that are worked over ADB like real ones, and judged by their world.

The stand-in for real phones in training and tests: whoever acts has an AdbPhone and nothing else; whoever
sets the start and gives the verdict has the world behind it. Invariant: the world of a served phone is
touched by the server's thread alone, so setting a start never meets a client's command halfway.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TypeVar

from phonebuddy.adbd.server import Farm, Runner, Served, in_thread, make_farm
from phonebuddy.phones.adb import AdbPhone
from phonebuddy.phones.contract import Start
from phonebuddy.phones.eyes import Rest
from phonebuddy.phones.own_server import connect, own_server
from phonebuddy.phones.wire import Patience
from phonebuddy.tasks import trial
from phonebuddy.tasks.task import Task
from phonebuddy.tasks.template import TaskTemplate
from phonebuddy.tasks.trial import Ending, Started
from phonebuddy.tasks.verify import Verdict, verify
from phonebuddy.world.image import Image
from phonebuddy.world.look import LookSpec
from phonebuddy.world.phone import WorldPhone

T = TypeVar("T")
READY = Start(ready=True, pop_ups=True)
"""What to reset the driver with after `begin`: the start is there, and interruptions belong to the task."""
PATIENCE = Patience(call_s=30.0, dump_s=30.0)
"""A busy machine must not look like a slow phone."""
REST = Rest(pause_s=0.02, most_s=2.0, tries=3)
"""A mock screen is at rest as soon as a command has returned."""


class FleetPhone:
    """One served phone: its driver for who acts, its world for who judges."""

    def __init__(self, served: Served, adb_port: int, run: Runner) -> None:
        self.served = served
        self.adb_port = adb_port
        self._run = run

    @property
    def serial(self) -> str:
        """What AdbPhone, a pool and `adb -s` take; the adb server is the one on `adb_port`."""
        return self.served.serial

    def driver(self, patience: Patience = PATIENCE, rest: Rest = REST) -> AdbPhone:
        """A new driver; make one for each episode, since phones may change their size in between."""
        return AdbPhone(self.serial, self.adb_port, patience, rest)

    def world(self, do: Callable[[WorldPhone], T]) -> T:
        """Ask or change the world from outside, while no client's command runs."""

        async def work() -> T:
            answer = do(self.served.device.phone)
            self.served.device.changed()
            return answer

        return self._run(work())

    def put(self, image: Image, look: LookSpec | None = None) -> None:
        """From now on it is the phone of this image (another person, other content) with this look."""

        async def work() -> None:
            self.served.device.replace(WorldPhone(image, look))

        self._run(work())

    def begin(self, template: TaskTemplate, task: Task) -> Started:
        """Put the phone where the task starts, as `trial.begin` does; nothing of before is left.

        Then `driver().reset(READY)`, act through the driver, and `verify`.
        """

        async def work() -> Started:
            started = trial.begin(self.served.device.phone, template, task)
            self.served.start_afresh()
            return started

        return self._run(work())

    def verify(self, template: TaskTemplate, started: Started, ending: Ending) -> Verdict:
        """The verdict on the phone as it is now, by its world's state."""
        return self.world(lambda phone: verify(template, phone, started, ending))


@contextmanager
def fleet(phones: Sequence[WorldPhone], still: bool = True) -> Iterator[list[FleetPhone]]:
    """Serve phones over ADB from a thread of this process, connected to an adb server of their own.

    With `still` the phone's clock moves only with what is done to it (one second an act, a wait as long as it
    says), and nothing sleeps; without, real time passes on it too. Phones may differ in image and look.
    """
    with own_server() as adb_port, in_thread() as run:
        farm: Farm = run(make_farm(phones, 0, None, still, False))
        try:
            for served in farm.served:
                connect(adb_port, served.serial)
            yield [FleetPhone(served, adb_port, run) for served in farm.served]
        finally:
            run(farm.stop())
