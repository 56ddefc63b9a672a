"""Shorten: leaves out what a walk did on the way and did not need, by playing it without.

Invariant: what is left leads to the same changes.
"""

from __future__ import annotations

from phonebuddy.tasks.changes import Key
from phonebuddy.tasks.drills.hands import play
from phonebuddy.tasks.drills.recall import RecallPhone
from phonebuddy.tasks.drills.trail import Move
from phonebuddy.tasks.gold_hand import GoldError
from phonebuddy.tasks.speech import Speech
from phonebuddy.tasks.template import Step
from phonebuddy.world.state.changes import Change

MOST_TRIES = 6
CHOSEN = ("option", "chip", "radio", "switch", "checkbox")
"""What in a form may have been chosen already."""


def shorten(
    phone: RecallPhone,
    speech: Speech,
    moves: tuple[Move, ...],
    typed: dict[str, str],
    changes: dict[Key, Change],
    before: tuple[Step, ...],
) -> tuple[Move, ...]:
    """The moves without those that made no difference; `before` is what was done ahead of them."""
    for _ in range(MOST_TRIES if changes else 0):
        for start, end in _doubts(moves, changes):
            without = (*moves[:start], *(_earlier(move, start, end) for move in moves[end:]))
            steps = (*before, *(line for move in without for line in move.steps))
            if _leads_there(phone, speech, steps, typed, changes):
                moves = without
                break
        else:
            return moves
    return moves


def direct(moves: tuple[Move, ...]) -> tuple[Move, ...]:
    """The moves without those before the last one that it could have been made before: for a way that only
    leads somewhere, and is played again before it counts."""
    since = moves[-1].since if moves else 0
    return (*moves[:since], moves[-1]) if _opening(moves) <= since < len(moves) - 1 else moves


def _earlier(move: Move, start: int, end: int) -> Move:
    """A move that comes after a stretch that was left out."""
    return move._replace(
        since=start if start <= move.since < end else move.since - (end - start) * (move.since >= end)
    )


def _doubts(moves: tuple[Move, ...], changes: dict[Key, Change]) -> list[tuple[int, int]]:
    """Stretches that may be left out, as what follows could have been done before them; the longest first."""
    wrote = " ".join(str(value) for change in changes.values() for value in change.after.values())
    first = _opening(moves)
    found = [(move.since, place) for place, move in enumerate(moves) if first <= move.since < place]
    found += [(place, place + 1) for place, move in enumerate(moves) if move.kind == "fill"]
    if any(move.kind == "fill" for move in moves):
        found += [(place, place + 1) for place, move in enumerate(moves) if move.kind in CHOSEN]
    found += [
        (place, place + 1)
        for place, (move, other) in enumerate(zip(moves, moves[1:], strict=False))
        if move.kind == "button" and (move.place, move.over) == (other.place, other.over)
    ]
    idle = [(a, b) for a, b in found if not any(_is_needed(move, wrote) for move in moves[a:b])]
    return sorted(set(idle), key=lambda span: (span[0] - span[1], -span[0]))


def _opening(moves: tuple[Move, ...]) -> int:
    """How many moves open the app: none where somebody is in it already."""
    return sum(move.kind == "open" for move in moves[:1])


def _is_needed(move: Move, wrote: str) -> bool:
    return move.kind in ("fill", "time", "day") and move.value in wrote


def _leads_there(
    phone: RecallPhone,
    speech: Speech,
    steps: tuple[Step, ...],
    typed: dict[str, str],
    changes: dict[Key, Change],
) -> bool:
    phone.reset()
    try:
        play(phone, speech, steps, typed)
    except GoldError:
        return False
    found = phone.changes()
    return {key: _what(one) for key, one in found.items()} == {
        key: _what(one) for key, one in changes.items()
    }


def _what(change: Change) -> tuple[object, ...]:
    """A change without its moments, which depend on how long it took."""
    plain = {name: value for name, value in change.after.items() if not _is_moment(value)}
    return change.kind, change.before, plain


def _is_moment(value: object) -> bool:
    """Seconds or milliseconds since 1970."""
    return isinstance(value, int) and value > 1_000_000_000
