"""uiautomator2's server on the phone: trees in a tenth of the time, also of screens that move.

Only its jar is used, through its own package; nothing is installed. Calls go over our wire, because the
package's own have no deadline once connected. Invariant: one call is one request with a deadline.
"""

from __future__ import annotations

import json
import re

import adbutils

from phonebuddy.errors import SetupError
from phonebuddy.phones.faults import fault
from phonebuddy.phones.wire import HOST, Wire

PORT = 9008
_CHUNKED = re.compile(rb"^transfer-encoding:\s*chunked\s*$", re.IGNORECASE | re.MULTILINE)
_LENGTH = re.compile(rb"^content-length:\s*(\d{1,9})\s*$", re.IGNORECASE | re.MULTILINE)
MAX_LEVELS = 100


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
    request = _request("POST", "/jsonrpc/0", json.dumps(call).encode())
    body = _body(wire.talk(PORT, request, _is_whole, wire.patience.dump_s))
    try:
        said = json.loads(body)
    except ValueError:
        return ""
    result = said.get("result") if isinstance(said, dict) else None
    return result if isinstance(result, str) else ""


def _request(method: str, path: str, body: bytes) -> bytes:
    head = (
        f"{method} {path} HTTP/1.1\r\nHost: {HOST}:{PORT}\r\nConnection: close\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    return head.encode() + body


def _is_whole(data: bytes) -> bool:
    """Whether an answer has come to its end; some servers leave the connection open after it."""
    head, found, body = data.partition(b"\r\n\r\n")
    if not found:
        return False
    if _CHUNKED.search(head):
        return body.endswith(b"0\r\n\r\n")
    length = _LENGTH.search(head)
    return length is not None and len(body) >= int(length[1])


def _body(data: bytes) -> bytes:
    head, _, body = data.partition(b"\r\n\r\n")
    if not _CHUNKED.search(head):
        return body
    whole = b""
    while body:
        size, _, rest = body.partition(b"\r\n")
        count = int(size.partition(b";")[0] or b"0", 16)
        whole, body = whole + rest[:count], rest[count + 2 :] if count else b""
    return whole
