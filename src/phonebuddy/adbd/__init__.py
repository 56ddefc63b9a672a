"""World phones served as Android devices: ADB, uiautomator2's port, the emulator's gRPC service."""

from phonebuddy.adbd.device import Device
from phonebuddy.adbd.faults import KINDS as FAULTS
from phonebuddy.adbd.server import Served, serve_phones

__all__ = ["FAULTS", "Device", "Served", "serve_phones"]
