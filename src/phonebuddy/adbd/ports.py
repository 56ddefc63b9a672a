"""Virtual ports of a phone: what `tcp:N` and `localabstract:NAME` reach. None is a port of the host.

Invariant: a name leads to at most one listener; connecting to one that is not there opens nothing anywhere.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

from phonebuddy.adbd.stream import Stream

Serve = Callable[[Stream], Coroutine[Any, Any, None]]
FIRST_FREE = 40_000
MAX_PORTS = 256


class Ports:
    """Listeners by name, such as `tcp:9008`."""

    def __init__(self) -> None:
        self._listeners: dict[str, Serve] = {}
        self._reversed: dict[str, tuple[object, str]] = {}
        self._last = FIRST_FREE

    def listen(self, name: str, serve: Serve) -> bool:
        """Answer at a name; False when somebody does already."""
        if name in self._listeners or len(self._listeners) >= MAX_PORTS:
            return False
        self._listeners[name] = serve
        return True

    def close(self, name: str) -> None:
        self._listeners.pop(name, None)

    def find(self, name: str) -> Serve | None:
        kind, _, rest = name.partition(":")
        if kind == "tcp":
            # `tcp:PORT:HOST` names a host to dial; only the phone itself is there.
            port, _, host = rest.partition(":")
            return self._listeners.get(f"tcp:{port}") if host in ("", "127.0.0.1", "localhost") else None
        return self._listeners.get(name)

    def free(self) -> str:
        self._last += 1
        return f"tcp:{self._last}"

    # -- reverse ---------------------------------------------------------------------------------------

    def reverse(self, local: str, remote: str, owner: object, serve: Serve, rebinds: bool) -> bool:
        if local in self._reversed:
            if not rebinds:
                return False
            self.close(local)
        if not self.listen(local, serve):
            return False
        self._reversed[local] = (owner, remote)
        return True

    def reversed(self) -> list[tuple[str, str]]:
        return [(local, remote) for local, (_, remote) in self._reversed.items()]

    def end_reverse(self, local: str) -> bool:
        if self._reversed.pop(local, None) is None:
            return False
        self.close(local)
        return True

    def end_all_of(self, owner: object | None = None) -> None:
        """Drop what one host asked for, or what all did."""
        for local, (known, _) in list(self._reversed.items()):
            if owner is None or known is owner:
                self.end_reverse(local)
