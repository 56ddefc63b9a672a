"""Placeholder."""
from __future__ import annotations
from phonebuddy.adbd.device import Device
from phonebuddy.adbd.stream import Stream
PORT = 9008
class U2Server:
    def __init__(self, device: Device) -> None:
        self._device = device
    async def serve(self, stream: Stream) -> None:
        return None
