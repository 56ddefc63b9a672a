"""Shell: runs scripts. Commands are functions of this package; there is no other kind.

Invariant: a script ends: every command takes a step from a budget that only the session's start fills, and
whatever it writes is bounded (io.py).
"""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING

from phonebuddy.adbd.shell.call import COMMANDS, Call, CommandFailed, Known
from phonebuddy.adbd.shell.expand import expand_pattern, expand_text, expand_words, matches
from phonebuddy.adbd.shell.io import (
    BrokenPipe,
    Buffer,
    Bytes,
    Null,
    Pipe,
    PipeEnd,
    Saved,
    Sink,
    Source,
    TooMuch,
)
from phonebuddy.adbd.shell.nodes import (
    Case,
    Chain,
    Command,
    For,
    Function,
    Group,
    If,
    Pipeline,
    Redirect,
    Script,
    Simple,
    While,
)
from phonebuddy.adbd.shell.parse import read_script
from phonebuddy.adbd.shell.variables import first_variables
from phonebuddy.adbd.shell.words import SyntaxProblem
from phonebuddy.errors import PhoneBuddyError

if TYPE_CHECKING:
    from phonebuddy.adbd.device import Device

MAX_STEPS = 50_000
MAX_CALLS = 30
"""How deep functions and copies of the shell may nest."""
NOT_FOUND = 127


class Leave(Exception):
    """Control flow: `exit`, `return`, `break`, `continue`."""

    def __init__(self, kind: str, value: int) -> None:
        super().__init__(kind)
        self.kind = kind
        self.value = value


class Budget:
    """Steps a session may still take, shared by all copies of its shell."""

    def __init__(self, steps: int = MAX_STEPS) -> None:
        self.left = steps

    async def step(self) -> None:
        self.left -= 1
        if self.left < 0:
            raise Leave("exit", 137)
        if self.left % 500 == 0:
            await asyncio.sleep(0)


Fds = dict[int, Source | Sink]


class Shell:
    """One shell: variables, place, functions; `copy` is what brackets and pipelines run in."""

    name = "/system/bin/sh"

    def __init__(self, device: Device, stdin: Source, out: Sink, err: Sink, uid: int = 0) -> None:
        self.device = device
        self.fds: Fds = {0: stdin, 1: out, 2: err}
        self.names: dict[str, str] = first_variables(uid)
        self.exported: set[str] = set(self.names)
        self.cwd = "/"
        self.uid = uid
        self.arguments: list[str] = []
        self.functions: dict[str, Command] = {}
        self.traps: dict[str, str] = {}
        self.options: set[str] = set()
        self.status = 0
        self.budget = Budget()
        self.depth = 0
        self.pid = device.processes.next_pid()

    def copy(self) -> Shell:
        other = Shell.__new__(Shell)
        other.__dict__.update(self.__dict__)
        other.fds, other.names, other.exported = dict(self.fds), dict(self.names), set(self.exported)
        other.arguments, other.functions = list(self.arguments), dict(self.functions)
        other.traps, other.options = {}, set(self.options)
        other.depth = self.depth + 1
        if other.depth > MAX_CALLS:
            raise Leave("exit", 1)
        return other

    # -- names -----------------------------------------------------------------------------------------

    def value(self, name: str) -> str | None:
        if name == "?":
            return str(self.status)
        if name == "$":
            return str(self.pid)
        if name == "#":
            return str(len(self.arguments))
        if name == "0":
            return "sh"
        if name in ("-", "!"):
            return "".join(sorted(self.options))
        if name.isdigit():
            index = int(name)
            return self.arguments[index - 1] if 0 < index <= len(self.arguments) else None
        return self.names.get(name)

    def set(self, name: str, value: str) -> None:
        self.names[name] = value

    def path(self, name: str) -> str:
        return name if name.startswith("/") else f"{self.cwd.rstrip('/')}/{name}"

    def sink(self, fd: int) -> Sink:
        found = self.fds.get(fd)
        return found if isinstance(found, Sink) else Null()

    def source(self) -> Source:
        found = self.fds.get(0)
        return found if isinstance(found, Source) else Bytes()

    # -- running ---------------------------------------------------------------------------------------

    async def run_text(self, text: str) -> int:
        """Run a script to its end and give its exit status."""
        try:
            script = read_script(text)
        except SyntaxProblem as error:
            self.status = 1
            await self._complain(f"{self.name}: syntax error: {error}")
            return 1
        try:
            await self.run(script)
        except Leave as leave:
            self.status = leave.value if leave.kind in ("exit", "return") else self.status
        return self.status

    async def finish(self) -> int:
        """What happens when a script has ended: its EXIT trap."""
        script = self.traps.pop("EXIT", None)
        if script is not None:
            status = self.status
            await self.run_text(script)
            self.status = status
        return self.status

    async def _complain(self, text: str) -> None:
        with contextlib.suppress(BrokenPipe, ConnectionError):
            await self.sink(2).say(text + "\n")

    async def run(self, script: Script) -> int:
        for chain in script.chains:
            if chain.in_background:
                self.device.processes.spawn(self._background(chain), "sh", self.uid)
                self.status = 0
            else:
                await self._chain(chain)
            if self.status and "e" in self.options and len(chain.pipelines) == 1:
                raise Leave("exit", self.status)
        return self.status

    async def _background(self, chain: Chain) -> None:
        shell = self.copy()
        shell.fds[0] = Bytes()
        with contextlib.suppress(Leave, ConnectionError):
            await shell._chain(chain)

    async def _chain(self, chain: Chain) -> None:
        await self._pipeline(chain.pipelines[0])
        for op, pipeline in zip(chain.ops, chain.pipelines[1:], strict=True):
            if (op == "&&") == (self.status == 0):
                await self._pipeline(pipeline)

    async def _pipeline(self, pipeline: Pipeline) -> None:
        if len(pipeline.commands) == 1:
            await self._guarded(pipeline.commands[0])
        else:
            await self._piped(pipeline.commands)
        if pipeline.negated:
            self.status = int(self.status == 0)

    async def _piped(self, commands: tuple[Command, ...]) -> None:
        shells = [self.copy() for _ in commands]
        for left, right in zip(shells, shells[1:], strict=False):
            pipe = Pipe()
            left.fds[1], right.fds[0] = PipeEnd(pipe), pipe
        tasks = [
            asyncio.ensure_future(_stage(shell, command, number > 0, number < len(commands) - 1))
            for number, (shell, command) in enumerate(zip(shells, commands, strict=True))
        ]
        try:
            await asyncio.gather(*tasks)
        finally:
            for task in tasks:
                task.cancel()
        self.status = shells[-1].status

    async def _guarded(self, command: Command) -> None:
        """Run a command; what goes wrong in it is its status, not ours."""
        await self.budget.step()
        try:
            await self._command(command)
        except CommandFailed as failed:
            self.status = failed.status
            await self._complain(str(failed))
        except TooMuch:
            self.status = 1
            await self._complain(f"{self.name}: No space left on device")
        except BrokenPipe:
            self.status = 141
        except ConnectionError:
            raise
        except OSError as error:
            self.status = 1
            await self._complain(f"{self.name}: {error.strerror or 'Input/output error'}")
        except (PhoneBuddyError, UnicodeError) as error:
            # An app refused what was done to it; on a phone that is the command's exception.
            self.status = 1
            await self._complain(f"java.lang.IllegalStateException: {str(error)[:500]}")

    async def capture(self, script: Script) -> bytes:
        """What a script writes, for `$(...)`."""
        shell, out = self.copy(), Buffer()
        shell.fds[1] = out
        try:
            await shell.run(script)
        except Leave as leave:
            shell.status = leave.value
        self.status = shell.status
        return out.data()

    # -- commands --------------------------------------------------------------------------------------

    async def _command(self, command: Command) -> None:
        if isinstance(command, Simple):
            await self._simple(command)
        elif isinstance(command, Function):
            self.functions[command.name] = command.body
            self.status = 0
        else:
            saved = dict(self.fds)
            opened = await self._redirect(command.redirects)
            try:
                await self._compound(command)
            finally:
                self.fds = saved
                await _close(opened)

    async def _compound(self, command: Group | If | While | For | Case) -> None:
        if isinstance(command, Group):
            await self._group(command)
        elif isinstance(command, If):
            await self._if(command)
        elif isinstance(command, Case):
            await self._case(command)
        elif isinstance(command, For):
            words = self.arguments if command.words is None else await expand_words(self, command.words)
            self.status = 0
            for word in list(words):
                self.set(command.name, word)
                if await self._loop_body(command.body):
                    break
        else:
            await self._while(command)

    async def _group(self, command: Group) -> None:
        if not command.is_copy:
            await self.run(command.script)
            return
        shell = self.copy()
        try:
            await shell.run(command.script)
        except Leave as leave:
            shell.status = leave.value
        self.status = await shell.finish()

    async def _if(self, command: If) -> None:
        for test, then in command.branches:
            if await self.run(test) == 0:
                self.status = 0
                await self.run(then)
                return
        self.status = 0
        if command.otherwise is not None:
            await self.run(command.otherwise)

    async def _case(self, command: Case) -> None:
        text = await expand_text(self, command.word)
        self.status = 0
        for patterns, script in command.branches:
            for pattern in patterns:
                if matches(text, await expand_pattern(self, pattern)):
                    await self.run(script)
                    return

    async def _while(self, command: While) -> None:
        status = 0
        while (await self.run(command.test) == 0) != command.until:
            await self.budget.step()
            self.status = 0
            if await self._loop_body(command.body):
                break
            status = self.status
        self.status = status

    async def _loop_body(self, body: Script) -> bool:
        """Run it once; whether the loop is to end."""
        await self.budget.step()
        try:
            await self.run(body)
        except Leave as leave:
            if leave.kind not in ("break", "continue"):
                raise
            if leave.value > 1:
                raise Leave(leave.kind, leave.value - 1) from None
            return leave.kind == "break"
        return False

    async def _simple(self, command: Simple) -> None:
        words = await expand_words(self, command.words)
        values = [(name, await expand_text(self, word)) for name, word in command.assigns]
        if not words:
            self.names.update(values)
            self.status = self.status if values and any(True for _ in command.assigns) else 0
            await _close(await self._redirect_only(command.redirects))
            return
        saved_fds = dict(self.fds)
        saved_names = {name: self.names.get(name) for name, _ in values}
        opened = await self._redirect(command.redirects)
        self.names.update(values)
        if words[0] == "exec" and len(words) == 1:
            self.status = 0
            return
        try:
            await self._call(words)
        finally:
            self.fds = saved_fds
            for name, value in saved_names.items():
                if value is None:
                    self.names.pop(name, None)
                else:
                    self.names[name] = value
            await _close(opened)

    async def _redirect_only(self, redirects: tuple[Redirect, ...]) -> list[Sink]:
        saved = dict(self.fds)
        try:
            return await self._redirect(redirects)
        finally:
            self.fds = saved

    async def _call(self, words: list[str]) -> None:
        name = words[0]
        if name in self.functions:
            await self._function(self.functions[name], words[1:])
            return
        known = find_command(name)
        if known is None:
            self.status = NOT_FOUND
            kind = "No such file or directory" if "/" in name else "inaccessible or not found"
            await self._complain(f"{self.name}: {name}: {kind}")
            return
        call = Call(name, words[1:], self.source(), self.sink(1), self.sink(2), self)
        if known.waits:
            self.status = await self.device.processes.run(known.command(call), words, self.uid)
        else:
            self.status = await known.command(call)

    def with_fds(self, call: Call) -> Shell:
        """A copy that reads and writes what a command does."""
        shell = self.copy()
        shell.fds = {**self.fds, 0: call.stdin, 1: call.out, 2: call.err}
        return shell

    async def run_words(self, words: list[str]) -> int:
        """Run one command given as its words."""
        try:
            await self._call(words)
        except CommandFailed as failed:
            self.status = failed.status
            await self._complain(str(failed))
        return self.status

    async def _function(self, body: Command, arguments: list[str]) -> None:
        self.depth += 1
        if self.depth > MAX_CALLS:
            raise CommandFailed(f"{self.name}: functions nest too deeply")
        saved, self.arguments = self.arguments, arguments
        try:
            await self._command(body)
        except Leave as leave:
            if leave.kind != "return":
                raise
            self.status = leave.value
        finally:
            self.arguments = saved
            self.depth -= 1

    # -- redirections ----------------------------------------------------------------------------------

    async def _redirect(self, redirects: tuple[Redirect, ...]) -> list[Sink]:
        """Point the descriptors elsewhere; what was opened for that must be closed afterwards."""
        opened: list[Sink] = []
        for redirect in redirects:
            target = await expand_text(self, redirect.target)
            if redirect.op == "<<":
                self.fds[redirect.fd] = Bytes(target.encode("utf-8", "surrogateescape"))
            elif redirect.op in (">&", "<&"):
                self._duplicate(redirect.fd, target)
            elif redirect.op in ("<", "<>"):
                self.fds[redirect.fd] = self.open_to_read(target)
            else:
                sink = self.open_to_write(target, redirect.op == ">>")
                opened.append(sink)
                self.fds[redirect.fd] = sink
        return opened

    def _duplicate(self, fd: int, target: str) -> None:
        if target == "-":
            self.fds.pop(fd, None)
        elif target.isdigit() and int(target) in self.fds:
            self.fds[fd] = self.fds[int(target)]
        else:
            raise CommandFailed(f"{self.name}: {target}: bad file descriptor")

    def open_to_read(self, name: str) -> Source:
        try:
            return self.device.files.open_source(self.path(name), self.uid)
        except OSError as error:
            raise CommandFailed(f"{self.name}: can't open {name}: {error.strerror}") from None

    def open_to_write(self, name: str, appends: bool) -> Sink:
        if name in ("/dev/stdout", "/dev/tty"):
            return _Kept(self.sink(1))
        if name == "/dev/stderr":
            return _Kept(self.sink(2))
        if name in ("/dev/null", "/dev/zero"):
            return Null()
        files, path = self.device.files, self.path(name)
        try:
            before = files.read(path, self.uid) if appends and files.exists(path) else b""
            files.write(path, before, self.uid)
        except OSError as error:
            raise CommandFailed(f"{self.name}: can't create {name}: {error.strerror}") from None
        return Saved(lambda data: files.write(path, before + data, self.uid))


class _Kept(Sink):
    """A sink that somebody else closes."""

    def __init__(self, sink: Sink) -> None:
        self._sink = sink

    async def write(self, data: bytes) -> None:
        await self._sink.write(data)


async def _close(opened: list[Sink]) -> None:
    for sink in opened:
        # The file may have gone away while it was written.
        with contextlib.suppress(OSError):
            await sink.close()


async def _stage(shell: Shell, command: Command, has_input: bool, has_output: bool) -> None:
    """One command of a pipeline, in its own shell."""
    try:
        await shell._guarded(command)
    except Leave as leave:
        shell.status = leave.value
    finally:
        if has_input:
            shell.source().close()
        if has_output:
            await shell.sink(1).close()


def find_command(name: str) -> Known | None:
    """A command by name or by a path it has on a phone."""
    for folder in ("/system/bin/", "/system/xbin/", "/vendor/bin/", "/bin/"):
        if name.startswith(folder):
            name = name.removeprefix(folder)
            break
    return COMMANDS.get(name)
