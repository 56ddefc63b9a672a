"""What the page may ask of the server: one frozen value for each kind of message, checked when it is read.

Invariant: `read` gives a valid request or raises MessageError; nothing else of a message reaches the phone.
"""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from phonebuddy.errors import PhoneBuddyError
from phonebuddy.world.look import LookSpec

MAX_MESSAGE = 1 << 17
"""Bytes; the longest text an action may type, in the longest way of writing it, fits."""
MAX_NAME = 200

Count = Annotated[int, msgspec.Meta(ge=0, le=2**31 - 1)]
Name = Annotated[str, msgspec.Meta(max_length=MAX_NAME)]
PageSize = Annotated[int, msgspec.Meta(ge=1, le=200)]


class MessageError(PhoneBuddyError):
    """A message that is none of ours."""


class _Message(msgspec.Struct, frozen=True, tag_field="kind", tag=str.lower, forbid_unknown_fields=True):
    """Base of all requests; `id` comes back with the answer."""

    id: Count = 0


class Act(_Message, frozen=True):
    """Do an action, written as everywhere: `{"name": ..., "arguments": {...}}`."""

    action: dict[str, Any] = {}
    instead: bool = False
    """Take the last action back first: a second tap made it a double tap."""


class Erase(_Message, frozen=True):
    """Press the backspace key of the phone's keyboard."""


class View(_Message, frozen=True):
    """Show another of the phones."""

    phone: Count = 0


class Take(_Message, frozen=True):
    """Remember this moment."""


class Restore(_Message, frozen=True):
    """Go back to a moment."""

    snapshot: Count = 0


class Fork(_Message, frozen=True):
    """A second phone from a moment, or from now."""

    snapshot: Count | None = None


class Close(_Message, frozen=True):
    """Put a phone away."""

    phone: Count = 0


class Dress(_Message, frozen=True):
    """Another look."""

    look: LookSpec = LookSpec()


class Shuffle(_Message, frozen=True):
    """A look by chance."""

    seed: Count = 0


class Reset(_Message, frozen=True):
    """Start again, as the phone of this seed."""

    seed: Count = 0


class Watch(_Message, frozen=True):
    """Whether to send the elements of each screen."""

    elements: bool = False


class Tables(_Message, frozen=True):
    """The names and sizes of all tables."""


class Rows(_Message, frozen=True):
    """Some rows of a table."""

    table: Name = ""
    offset: Count = 0
    limit: PageSize = 50


class Changes(_Message, frozen=True):
    """What differs from the start."""


class Record(_Message, frozen=True):
    """Start or stop writing each step to a folder."""

    on: bool = False


Request = (
    Act
    | Erase
    | View
    | Take
    | Restore
    | Fork
    | Close
    | Dress
    | Shuffle
    | Reset
    | Watch
    | Tables
    | Rows
    | Changes
    | Record
)

_decoder: msgspec.json.Decoder[Request] = msgspec.json.Decoder(Request)


def read(text: str) -> Request:
    """The request in a message."""
    if len(text.encode("utf-8", "replace")) > MAX_MESSAGE:
        raise MessageError(f"a message of more than {MAX_MESSAGE} bytes")
    try:
        return _decoder.decode(text)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise MessageError(f"not a message of this page: {error}"[:300]) from None
