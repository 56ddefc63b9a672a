"""uiautomator2's server on the phone: trees in a tenth of the time, also of screens that move.

Only its jar is used, through its own package; nothing is installed. Calls go over our wire, because the
package's own have no deadline once connected. Invariant: one call is one request with a deadline.
"""

from __future__ import annotations

import json

import adbutils

from phonebuddy.errors import SetupError
from phonebuddy.phones.faults import fault
from phonebuddy.phones.wire import HOST, Wire

PORT = 9008
MAX_LEVELS = 100


def is_up(wire: Wire) -> bool:
    """Whether the server answers."""
    answer = wire.talk(PORT, _request("GET", "/ping", b""))
    return answer.endswith(b"pong")


def start(wire: Wire) -> None:
    """Push the jar and start the server where it is not running."""
    try:
        from uiautomator2.core import BasicUiautomatorServer
    except ImportError:
        raise SetupError("uiautomator2 is not installed: pip install 'phonebuddy[device]'") from None
    try:
        BasicUiautomatorServer(adbutils.AdbClient(HOST, wire.port, socket_timeout=30).device(wire.serial))
    except Exception as error:  # its own classes share no base
        raise fault("no_tree", f"uiautomator2 does not start: {error}", wire.serial) from error


def dump(wire: Wire) -> str:
    """The tree of the screen as XML; empty when the server refuses."""
    call = {"jsonrpc": "2.0", "id": 1, "method": "dumpWindowHierarchy", "params": [False, MAX_LEVELS]}
    answer = wire.talk(PORT, _request("POST", "/jsonrpc/0", json.dumps(call).encode()), wire.patience.dump_s)
    _, _, body = answer.partition(b"\r\n\r\n")
    try:
        said = json.loads(body)
    except ValueError:
        return ""
    result = said.get("result") if isinstance(said, dict) else None
    return result if isinstance(result, str) else ""


def _request(method: str, path: str, body: bytes) -> bytes:
    """HTTP 1.0, so that the answer ends where the connection does and comes in one piece."""
    head = (
        f"{method} {path} HTTP/1.0\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    return head.encode() + body
