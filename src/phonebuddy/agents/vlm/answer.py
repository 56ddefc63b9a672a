"""Answers: what a model wrote, as a decision and as what a step keeps of it.

Invariant: what cannot be read as an action is a decision with a problem, never an error; nothing here needs
torch, so that a served model can act where none is installed.
"""

from __future__ import annotations

import msgspec

from phonebuddy.action_text import Parsed, parse
from phonebuddy.actions import Finish
from phonebuddy.agents.policy import Decision, Turn
from phonebuddy.errors import AgentError
from phonebuddy.screen import Screen


class Answer(msgspec.Struct, frozen=True):
    """What a step keeps to be scored again."""

    ids: tuple[int, ...]
    length: int
    """Tokens of the prompt, picture included; 0 where a server counted them."""
    picture: bytes = b""
    """The screen as PNG, where nobody else keeps it."""


def decided(
    text: str, choices: bytes, log_probs: tuple[float, ...], version: int, problem: str = ""
) -> Decision:
    """The decision that a text is; its problem where it is none."""
    found = parse(text)
    if isinstance(found, Parsed) and not problem:
        return Decision(found.action, text, choices, log_probs, version)
    why = problem or (found.message if not isinstance(found, Parsed) else "")
    return Decision(Finish(""), text, choices, log_probs, version, why)


def seen_in(turn: Turn) -> Screen:
    """The screen with its pixels: what a model that looks must have."""
    if not isinstance(turn.screen, Screen):
        raise AgentError("a vlm looks at pictures, and this screen has none; give it a screen as observed")
    return turn.screen
