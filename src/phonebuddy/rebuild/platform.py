"""What belongs to the platform and not to any app: the words a switch adds to its own label.

Invariant: nothing here comes from a recording; these are Android's own strings (capital_on, capital_off).
"""

from __future__ import annotations

STATE_WORDS = (("ON", "OFF"),)
"""What a switch says after its label while it is on, and while it is off."""


def without_state(label: str) -> str:
    """A switch's label without the word that only says how it stands."""
    for pair in STATE_WORDS:
        for word in pair:
            if label.endswith(f" {word}"):
                return label[: -len(word) - 1]
    return label


def state_words(label: str) -> tuple[str, str] | None:
    """The words that label takes when on and when off, if it has any."""
    for on, off in STATE_WORDS:
        if label.endswith((f" {on}", f" {off}")):
            return on, off
    return None
