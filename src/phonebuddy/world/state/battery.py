"""The battery: how full it is at a moment, from what it held once and whether it has been charged since.

Invariant: pure. Nothing ticks: the level is a function of the clock and of two settings, so a phone that is
left alone changes nothing while its battery empties.
"""

from __future__ import annotations

from math import ceil, floor

DRAIN_S, SAVING_S, CHARGE_S = 990, 1_710, 72
"""Seconds that one percent lasts, that it is said to last with the saver on, and that it takes to charge."""
EMPTY, FULL = 1, 100
"""It never falls below the last percent: a phone that is off cannot be used."""

Number = int | float


def battery_held(now_ms: Number, held: Number, since_ms: Number, charging: Number) -> float:
    """What it holds now, with fractions, when it held so much at a moment and was charged since, or not."""
    seconds = max(0, now_ms - since_ms) / 1000
    change = seconds / CHARGE_S if charging else -seconds / DRAIN_S
    return max(EMPTY, min(FULL, held + change))


def battery_level(now_ms: Number, held: Number, since_ms: Number, charging: Number) -> int:
    """What it holds now, in whole percent: one is only counted when it is full, or used up."""
    now = battery_held(now_ms, held, since_ms, charging)
    return floor(now) if charging else ceil(now)


def battery_lasts(level: Number, charging: Number, saving: Number) -> int:
    """Seconds until it is full, or empty."""
    if charging:
        return int((FULL - level) * CHARGE_S)
    return int(level * (SAVING_S if saving else DRAIN_S))
