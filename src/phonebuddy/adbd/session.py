"""Session: one run of the shell, with its input, its terminal, and what happens when the host hangs up.

Invariant: hanging up ends the session, after its trap for it has run.
"""

from __future__ import annotations

import asyncio
from typing import Any

from phonebuddy.adbd.shell.io import Bytes, Null, Queue, Sending, Sink
from phonebuddy.adbd.shell.parse import read_script
from phonebuddy.adbd.shell.run import Leave, Shell
from phonebuddy.adbd.shell.words import SyntaxProblem

HUP, INT = 1, 2
_NAMES = {HUP: "HUP", INT: "INT", 3: "QUIT", 15: "TERM"}
"""Signals that a trap can catch."""
_UNFINISHED = ("no closing", "unexpected 'newline'")


class Session:
    """A command, or a script that comes in over the input."""

    def __init__(self, shell: Shell, stdin: Queue, command: str) -> None:
        self.shell = shell
        self._stdin = stdin
        self._command = command
        self._task: asyncio.Task[Any] | None = None
        """What to cancel to end it; None when it does not run."""
        self._signal = 0
        """What ended it before its time."""

    async def run(self) -> int:
        """To its end, in the task that calls it; the exit status."""
        shell, task = self.shell, asyncio.current_task()
        assert task is not None, "sessions run in tasks"
        self._task = task
        shell.device.processes.enter(shell.pid, "sh", shell.uid, task)
        try:
            return await self._body()
        except asyncio.CancelledError:
            killed = shell.device.processes.take_signal(shell.pid)
            self._signal = self._signal or killed or 0
            if not self._signal:
                raise  # the connection is gone
            self._task = None
            task.uncancel()
            return await self._trapped()
        finally:
            self._task = None
            shell.device.processes.leave(shell.pid)

    async def _trapped(self) -> int:
        """The session was ended by a signal: its trap for that still runs, with nobody to see it."""
        script = self.shell.traps.get(_NAMES.get(self._signal, ""))
        if script:
            self.shell.fds = {0: Bytes(), 1: Null(), 2: Null()}
            await self.shell.run_text(script)
        return 128 + self._signal

    async def _body(self) -> int:
        if self._command:
            await self.shell.run_text(self._command)
            return await self.shell.finish()
        return await self._read_commands()

    async def _read_commands(self) -> int:
        """Run what comes in, one whole command at a time; without a terminal nothing is prompted."""
        shell, text = self.shell, ""
        while True:
            await self._prompt(bool(text))
            line = await self._stdin.line()
            text += line.decode("utf-8", "surrogateescape")
            if line and _is_unfinished(text):
                continue
            if text.strip():
                shell.budget.left = max(shell.budget.left, 10_000)
                try:
                    await shell.run(read_script(text))
                except SyntaxProblem as error:
                    shell.status = 1
                    await shell.sink(2).say(f"{shell.name}: syntax error: {error}\n")
                except Leave as leave:
                    if leave.kind == "exit":
                        shell.status = leave.value
                        return await shell.finish()
            text = ""
            if not line:
                return await shell.finish()

    async def _prompt(self, goes_on: bool) -> None:
        return None

    async def feed(self, data: bytes) -> None:
        """Input from the host."""
        if data:
            await self._stdin.put(data)

    async def end_input(self) -> None:
        await self._stdin.put(b"")

    async def signal(self, number: int) -> None:
        if self._task is not None:
            self._signal = number
            self._task.cancel()

    async def hang_up(self) -> None:
        """The host is gone."""
        await self.signal(HUP)


def _is_unfinished(text: str) -> bool:
    """Whether a command goes on in the next line."""
    if text.endswith("\\\n"):
        return True
    try:
        read_script(text)
    except SyntaxProblem as error:
        return str(error).startswith(_UNFINISHED)
    return False


class Terminal(Session):
    """A session behind a terminal: echo, prompts, CR before LF, Ctrl-C and Ctrl-D."""

    def __init__(self, shell: Shell, stdin: Queue, out: Sending, command: str) -> None:
        super().__init__(shell, stdin, command)
        self._raw = out
        self._line = b""
        cooked: Sink = Sending(self._cooked, True)
        shell.fds[1] = shell.fds[2] = cooked

    async def _cooked(self, data: bytes) -> None:
        await self._raw.write(data.replace(b"\n", b"\r\n"))

    async def _prompt(self, goes_on: bool) -> None:
        shell = self.shell
        mark = "#" if shell.uid == 0 else "$"
        head = "" if shell.status == 0 else f"{shell.status}|"
        await self._raw.say("> " if goes_on else f"{head}phoneworld:{shell.cwd} {mark} ")

    async def feed(self, data: bytes) -> None:
        """Keys, echoed as they come and handed on line by line."""
        for key in data.replace(b"\r", b"\n"):
            if key == 3:
                await self._raw.write(b"^C\r\n")
                self._line = b""
                await self._interrupt()
            elif key == 4:
                if self._line:
                    await self._stdin.put(self._line)
                    self._line = b""
                else:
                    await self._stdin.put(b"")
            elif key in (8, 127):
                if self._line:
                    self._line = self._line[:-1]
                    await self._raw.write(b"\b \b")
            else:
                self._line += bytes([key])
                await self._raw.write(b"\r\n" if key == 10 else bytes([key]))
                if key == 10:
                    await self._stdin.put(self._line)
                    self._line = b""

    async def _interrupt(self) -> None:
        if self._command:
            await self.signal(INT)
            return
        for process in self.shell.device.processes.list():
            if process.name != "sh":
                self.shell.device.processes.kill(process.pid, 2)
        await self._stdin.put(b"\n")
