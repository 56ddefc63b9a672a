"""The HTTP door of uiautomator2's server on virtual port 9008.

Invariant: every request is answered with HTTP, and what a method cannot do comes back as a JSON-RPC error;
nothing a client sends ends the server.
"""

from __future__ import annotations

import json
import logging
from typing import Any

from phonebuddy.adbd.device import Device
from phonebuddy.adbd.stream import ByteReader, Stream
from phonebuddy.adbd.u2.methods import Methods, RpcProblem

PORT = 9008
MAX_HEAD = 64 * 1024
MAX_BODY = 8 * 1024 * 1024
log = logging.getLogger("phonebuddy.adbd")


class U2Server:
    """One phone's server."""

    def __init__(self, device: Device) -> None:
        self._device = device
        self._methods = Methods(device)

    async def serve(self, stream: Stream) -> None:
        """Answer requests on one connection until the client closes it."""
        reader = ByteReader(stream)
        while True:
            try:
                head = (await reader.until(b"\r\n\r\n", MAX_HEAD)).decode("latin-1")
            except EOFError:
                return
            request, *lines = head.split("\r\n")
            headers = {
                name.strip().lower(): value.strip()
                for name, _, value in (line.partition(":") for line in lines)
            }
            length = headers.get("content-length", "0")
            if not length.isdigit() or int(length) > MAX_BODY:
                await stream.write(_response(413, b"too large", "text/plain", False))
                return
            body = await reader.exactly(int(length))
            method, path = (request.split(" ") + ["", ""])[:2]
            keeps = headers.get("connection", "").lower() != "close"
            status, data, kind = await self._answer(method, path.partition("?")[0], body)
            await stream.write(_response(status, data, kind, keeps))
            if not keeps:
                return

    async def _answer(self, method: str, path: str, body: bytes) -> tuple[int, bytes, str]:
        device = self._device
        if path == "/ping":
            return 200, b"pong", "text/plain"
        if path.startswith("/jsonrpc"):
            return (
                200,
                json.dumps(await self._rpc(body), ensure_ascii=False).encode("utf-8", "replace"),
                "application/json",
            )
        if path in ("/screenshot", "/screenshot/0"):
            return 200, device.frame().jpeg(80), "image/jpeg"
        if path in ("/dump/hierarchy", "/hierarchy"):
            return (
                200,
                json.dumps({"jsonrpc": "2.0", "id": 1, "result": device.dump()}).encode(),
                "application/json",
            )
        if path == "/info":
            return 200, json.dumps(self._methods.do_deviceInfo()).encode(), "application/json"
        if path == "/version":
            return 200, b"2.4.0", "text/plain"
        if path == "/stop":
            return 200, b"Finished!", "text/plain"
        return 404, b"Not Found", "text/plain"

    async def _rpc(self, body: bytes) -> dict[str, Any]:
        number: Any = None
        try:
            request = json.loads(body)
            if not isinstance(request, dict):
                raise RpcProblem("invalid request", -32600)
            number = request.get("id")
            params = request.get("params") or []
            params = params if isinstance(params, list) else [params]
            self._device.catch_up()
            return {
                "jsonrpc": "2.0",
                "id": number,
                "result": await self._methods.call(str(request.get("method", "")), params),
            }
        except RpcProblem as problem:
            return _error(number, problem.code, str(problem))
        except (ValueError, RecursionError):
            return _error(number, -32700, "parse error")
        except Exception as error:
            log.exception("a JSON-RPC call failed")
            return _error(number, -32001, f"java.lang.IllegalStateException: {type(error).__name__}")


def _error(number: Any, code: int, message: str) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": number, "error": {"code": code, "message": message, "data": message}}


_REASONS = {200: "OK", 404: "Not Found", 413: "Payload Too Large"}


def _response(status: int, data: bytes, kind: str, keeps: bool) -> bytes:
    head = (
        f"HTTP/1.1 {status} {_REASONS[status]}\r\nContent-Type: {kind}\r\nContent-Length: {len(data)}\r\n"
        f"Connection: {'keep-alive' if keeps else 'close'}\r\n\r\n"
    )
    return head.encode() + data
