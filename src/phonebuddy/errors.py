"""The error model: one class per boundary, each message says what was given and what to do next.

Trouble made by an agent or a device is data on the episode, not an exception that ends the run; these classes
are for the places where a person, a file or a device hands us something we cannot take.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable


class PhoneBuddyError(Exception):
    """Base of everything we raise on purpose; the command line prints its text and exits with 2."""


class SetupError(PhoneBuddyError):
    """Something this machine lacks: a library, a font, a program. Says which package to add."""


class AppError(PhoneBuddyError):
    """An app folder, or an app's SQL, that breaks the rules of the app format."""


class TraceError(PhoneBuddyError):
    """A recording that cannot be read or written: unknown form, damaged, beyond the limits."""


class ActionError(PhoneBuddyError):
    """An action that cannot be: wrong arguments, wrong ranges, unknown app."""


class SnapshotError(PhoneBuddyError):
    """A snapshot that does not fit: damaged, or taken on another image."""


class TaskError(PhoneBuddyError):
    """A task template, suite or task id that cannot be used. Says which line and what is accepted."""


class AgentError(PhoneBuddyError):
    """An agent that cannot be made: unknown name, missing weights."""


class EpisodeError(PhoneBuddyError):
    """A run of episodes that cannot be read, gone on with or written: unknown, damaged, of another kind."""


class TrainError(PhoneBuddyError):
    """Training that cannot start or go on: settings, data, checkpoints, lanes that do not fit."""


class EvalError(PhoneBuddyError):
    """An evaluation or a comparison that cannot be made of what was given."""


class CheckpointError(PhoneBuddyError):
    """A checkpoint that cannot be used: damaged, of another model or another training."""


class Fault(PhoneBuddyError):
    """The environment broke. Never a failure of the agent, never a reward."""

    def __init__(self, text: str, cause: str = "program", sent: bool = False) -> None:
        super().__init__(text)
        self.cause = cause
        """What broke, in one word; those of real phones are in phones/faults.py."""
        self.sent = sent
        """An act was on its way: it may have landed, so it must not be repeated without looking."""


def error_called(name: str, text: str) -> PhoneBuddyError:
    """What another process raised, by the name of its class; the base for a class not loaded here."""
    kinds = {kind.__name__: kind for kind in PhoneBuddyError.__subclasses__()}
    return kinds.get(name, PhoneBuddyError)(text)


def must_hold(section: str, settings: object, rules: Iterable[tuple[str, bool, str]]) -> None:
    """Refuse settings that cannot be: of each the name, whether it is right, and what is accepted."""
    for name, is_right, accepted in rules:
        if not is_right:
            raise TrainError(f"{section}: {name} is {getattr(settings, name)!r}; accepted: {accepted}")


def nearest(given: str, accepted: Iterable[str]) -> str:
    """` (did you mean 'x'?)` for the closest accepted name, or nothing."""
    close = difflib.get_close_matches(given, list(accepted), n=1, cutoff=0.6)
    return f" (did you mean '{close[0]}'?)" if close else ""
