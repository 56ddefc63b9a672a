"""A small host side of the protocol, for measuring and testing: straight to a phone, without an adb server.

Invariant: one thing at a time: a service is opened, read to its end, and closed.
"""

from __future__ import annotations

import socket

from phonebuddy.adbd import packet as wire
from phonebuddy.adbd.packet import Packet, WireError
from phonebuddy.adbd.server import HOST


class DirectHost:
    """A connection to one phone."""

    def __init__(self, port: int, timeout_s: float = 30.0) -> None:
        self._socket = socket.create_connection((HOST, port), timeout_s)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._last = 0
        self._rest = b""
        try:
            self.send(Packet(wire.CNXN, wire.VERSION, wire.MAX_PAYLOAD, b"host::features=shell_v2,cmd"))
            self.banner = self.receive().payload
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        self._socket.close()

    def __enter__(self) -> DirectHost:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def send(self, packet: Packet) -> None:
        self._socket.sendall(wire.pack(packet, True))

    def _exactly(self, count: int) -> bytes:
        pieces, left = [self._rest[:count]], count - len(self._rest[:count])
        self._rest = self._rest[count:]
        while left:
            piece = self._socket.recv(min(left, 1 << 20))
            if not piece:
                raise ConnectionResetError("the phone closed the connection")
            pieces.append(piece)
            left -= len(piece)
        return b"".join(pieces)

    def receive(self) -> Packet:
        head = wire.unpack_head(self._exactly(wire.HEADER_BYTES))
        return Packet(head.command, head.arg0, head.arg1, self._exactly(head.length))

    def run(self, service: str, given: bytes = b"") -> bytes:
        """Open a service, hand it its input, and read all it says; WireError where it is refused."""
        self._last += 1
        local = self._last
        self.send(Packet(wire.OPEN, local, 0, service.encode() + b"\0"))
        out: list[bytes] = []
        remote = 0
        while True:
            packet = self.receive()
            if packet.arg1 != local:
                continue
            if packet.command == wire.CLSE:
                if not remote:
                    raise WireError(f"the phone has no service '{service[:60]}'")
                self.send(Packet(wire.CLSE, local, packet.arg0, b""))
                return b"".join(out)
            if packet.command == wire.OKAY and not remote:
                remote = packet.arg0
                if given:
                    self.send(Packet(wire.WRTE, local, remote, given))
            elif packet.command == wire.WRTE:
                out.append(packet.payload)
                self.send(Packet(wire.OKAY, local, remote, b""))
