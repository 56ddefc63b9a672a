"""Keys of hosts that may use a phone: `adb_keys` lines, and the signatures hosts answer a token with.

RSA with PKCS#1 v1.5 over a 20-byte token taken as a SHA-1 digest, as adb has it; verifying needs nothing but
`pow`. Invariant: without a key that fits the signature nobody gets in; a key that cannot be read is an error,
never one less to check.
"""

from __future__ import annotations

import base64
import binascii
import struct
from pathlib import Path
from typing import NamedTuple

from phonebuddy.errors import PhoneBuddyError

WORDS = 64
MODULUS_BYTES = WORDS * 4
_HEAD = struct.Struct("<II")
KEY_BYTES = _HEAD.size + 2 * MODULUS_BYTES + 4
TOKEN_BYTES = 20
_SHA1_INFO = bytes.fromhex("3021300906052b0e03021a05000414")
_PADDING = b"\x00\x01" + b"\xff" * (MODULUS_BYTES - 3 - len(_SHA1_INFO) - TOKEN_BYTES) + b"\x00" + _SHA1_INFO


class KeyFileError(PhoneBuddyError):
    """A file of keys that cannot be read."""


class PublicKey(NamedTuple):
    modulus: int
    exponent: int

    def fits(self, token: bytes, signature: bytes) -> bool:
        """Whether the signature over the token was made with the private half of this key."""
        if len(signature) != MODULUS_BYTES:
            return False
        opened = pow(int.from_bytes(signature, "big"), self.exponent, self.modulus)
        return opened.to_bytes(MODULUS_BYTES, "big") == _PADDING + token


def read_key(line: str) -> PublicKey:
    """One line of `adb_keys`: base64 of Android's key struct, then a name that is not looked at."""
    try:
        data = base64.b64decode(line.split()[0], validate=True)
    except (binascii.Error, IndexError, ValueError):
        raise KeyFileError("a key is one line of base64, as in ~/.android/adbkey.pub") from None
    if len(data) != KEY_BYTES:
        raise KeyFileError(f"a key of {len(data)} bytes; an adb key has {KEY_BYTES} (RSA with 2048 bits)")
    words, _ = _HEAD.unpack_from(data)
    if words != WORDS:
        raise KeyFileError(f"a key of {words * 32} bits; accepted are 2048")
    modulus = int.from_bytes(data[_HEAD.size : _HEAD.size + MODULUS_BYTES], "little")
    return PublicKey(modulus, int.from_bytes(data[-4:], "little"))


def read_keys(path: Path) -> tuple[PublicKey, ...]:
    """Every key of a file; KeyFileError names the line that is none."""
    try:
        lines = path.read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise KeyFileError(
            f"{path}: cannot be read ({error}); give a file like ~/.android/adbkey.pub"
        ) from None
    keys = []
    for number, line in enumerate(lines, 1):
        if line.strip() and not line.startswith("#"):
            try:
                keys.append(read_key(line))
            except KeyFileError as error:
                raise KeyFileError(f"{path}:{number}: {error}") from None
    if not keys:
        raise KeyFileError(f"{path}: no key in it; give a file like ~/.android/adbkey.pub")
    return tuple(keys)
