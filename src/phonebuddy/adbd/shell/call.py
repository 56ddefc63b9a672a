"""Call: a command as it is run, and the register of all commands there are.

A command is a coroutine that takes a Call and gives its exit status. Invariant: a command reaches the phone
only through its call; it never sees the host's files, processes or network.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any, NamedTuple

from phonebuddy.adbd.shell.io import Sink, Source
from phonebuddy.errors import PhoneBuddyError

if TYPE_CHECKING:
    from phonebuddy.adbd.device import Device
    from phonebuddy.adbd.shell.run import Shell


class CommandFailed(PhoneBuddyError):
    """What a command prints to stderr before it exits with `status`."""

    def __init__(self, text: str, status: int = 1) -> None:
        super().__init__(text)
        self.status = status


class Call:
    """One run of a command."""

    __slots__ = ("args", "err", "name", "out", "shell", "stdin")

    def __init__(self, name: str, args: list[str], stdin: Source, out: Sink, err: Sink, shell: Shell) -> None:
        self.name = name
        self.args = args
        self.stdin = stdin
        self.out = out
        self.err = err
        self.shell = shell

    @property
    def device(self) -> Device:
        return self.shell.device

    def path(self, name: str) -> str:
        """A path as given, made absolute."""
        return self.shell.path(name)

    async def say(self, text: str) -> None:
        """Write a line."""
        await self.out.say(text + "\n")

    async def fail(self, text: str, status: int = 1) -> int:
        """Write a line to stderr; the status to return."""
        await self.err.say(text + "\n")
        return status


Command = Callable[[Call], Coroutine[Any, Any, int]]


class Known(NamedTuple):
    command: Command
    waits: bool
    """Whether it can take long, so that it must be possible to kill it alone."""
    is_builtin: bool
    """Whether the shell itself has it, so that `which` does not find it."""


COMMANDS: dict[str, Known] = {}


def command(*names: str, waits: bool = False, builtin: bool = False) -> Callable[[Command], Command]:
    """Register a command under its names."""

    def register(function: Command) -> Command:
        for name in names:
            assert name not in COMMANDS, f"two commands '{name}'"
            COMMANDS[name] = Known(function, waits, builtin)
        return function

    return register
