"""The emulator's console: a line of text in, an answer and OK or KO out.

`adb emu sms send 555 hello` talks to it on the port below the phone's. Invariant: every line is answered;
nothing but the phone is changed.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from phonebuddy.adbd.device import Device
from phonebuddy.adbd.emulator.shelf import Shelf
from phonebuddy.adbd.emulator.telephony import hang_up, receive_text, ring
from phonebuddy.adbd.server import HOST

GREETING = (
    "Android Console: Authentication required\r\nAndroid Console: type 'auth <auth_token>' to "
    "authenticate\r\nOK\r\n"
)
MAX_LINE = 8_192
OK = "OK"


class Console:
    """Of one phone."""

    def __init__(self, device: Device, shelf: Shelf) -> None:
        self._device = device
        self._shelf = shelf
        self._server: asyncio.Server | None = None
        self._writers: set[asyncio.StreamWriter] = set()

    async def start(self, port: int) -> int:
        self._server = await asyncio.start_server(self._serve, HOST, port, limit=MAX_LINE)
        return int(self._server.sockets[0].getsockname()[1])

    async def stop(self) -> None:
        if self._server is not None:
            self._server.close()
        for writer in list(self._writers):
            writer.close()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._writers.add(writer)
        try:
            writer.write(GREETING.encode())
            while line := await reader.readline():
                text = line.decode("utf-8", "replace").strip()
                if text in ("quit", "exit"):
                    break
                writer.write(f"{self.answer(text)}\r\n".encode())
                for flush in self._device.before_answer:
                    await flush()
                await writer.drain()
        except (ConnectionError, ValueError):
            pass  # the host left, or sent a line without end
        finally:
            self._writers.discard(writer)
            writer.close()

    def answer(self, line: str) -> str:
        """What the console says to a line."""
        words = line.split()
        if not words:
            return OK
        verb = words[0]
        if verb in (
            "auth",
            "ping",
            "geo",
            "power",
            "network",
            "sensor",
            "event",
            "finger",
            "redir",
            "cdma",
            "automation",
        ):
            return "I am alive!\r\nOK" if verb == "ping" else OK
        answers: dict[str, Callable[[list[str], str], str]] = {
            "sms": self._sms, "gsm": self._gsm, "avd": self._avd, "rotate": self._rotate, "help": self._help,
        }  # fmt: skip
        answer = answers.get(verb)
        return "KO: unknown command, try 'help'" if answer is None else answer(words[1:], line)

    def _help(self, words: list[str], line: str) -> str:
        names = [
            "help",
            "h",
            "?",
            "ping",
            "auth",
            "sms",
            "gsm",
            "avd",
            "geo",
            "power",
            "network",
            "rotate",
            "quit",
        ]
        return "Android console commands:\r\n" + "".join(f"    {name}\r\n" for name in names) + OK

    def _sms(self, words: list[str], line: str) -> str:
        if words[:1] != ["send"]:
            return "KO: bad sub-command" if words else "KO: missing sub-command"
        if len(words) < 3:
            return "KO: missing argument, try 'sms send <phonenumber> <text message>'"
        # All that follows the number is the message, its blanks and quotes included.
        text = line.partition(words[1])[2].strip()
        return OK if receive_text(self._device, words[1], text) else "KO: no app takes texts"

    def _gsm(self, words: list[str], line: str) -> str:
        verb = words[0] if words else ""
        if verb == "call":
            if len(words) < 2:
                return "KO: missing argument, try 'gsm call <phonenumber>'"
            ring(self._device, words[1])
        elif verb in ("cancel", "busy"):
            hang_up(self._device)
        elif verb == "list":
            return OK
        elif verb not in ("accept", "hold", "data", "voice", "status", "signal", "signal-profile", "meter"):
            return "KO: bad sub-command"
        return OK

    def _rotate(self, words: list[str], line: str) -> str:
        turned = "0" if self._device.rotation else "1"
        self._device.settings.put("system", "user_rotation", turned)
        self._device.changed()
        return OK

    def _avd(self, words: list[str], line: str) -> str:
        if words[:1] == ["name"]:
            return f"phoneworld\r\n{OK}"
        if words[:1] == ["status"]:
            return f"virtual device is running\r\n{OK}"
        if words[:1] != ["snapshot"]:
            return (
                OK
                if words[:1] in (["start"], ["stop"], ["heartbeat"], ["hostmicon"], ["hostmicoff"])
                else "KO: bad sub-command"
            )
        verb, name = (words + ["", ""])[1:3]
        if verb == "list":
            rows = "".join(
                f"--        {known:<20}{size:>8}\r\n" for known, size in self._shelf.names().items()
            )
            return f"List of snapshots present on all disks:\r\n{rows}{OK}"
        done = {
            "save": self._shelf.save,
            "load": self._shelf.load,
            "del": self._shelf.delete,
            "delete": self._shelf.delete,
        }
        if verb not in done or not name:
            return "KO: Argument required" if verb in done else "KO: bad sub-command"
        return OK if done[verb](name) else f"KO: Snapshot {verb} failed: no snapshot '{name}'"
