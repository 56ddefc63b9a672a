"""Tuning: a process of ours looks for cycles seldom, but does."""

from __future__ import annotations

import gc

from phonebuddy.world.tuning import look_seldom


def test_cycles_are_looked_for_seldom_but_not_never() -> None:
    before = gc.get_threshold()
    try:
        look_seldom()
        now = gc.get_threshold()
        assert gc.isenabled() and all(number > 0 for number in now)
        assert now[0] * now[1] * now[2] > 10 * 700 * 10 * 10
    finally:
        gc.set_threshold(*before)
