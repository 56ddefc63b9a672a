"""A monkey over all apps: nothing it does raises, no query fails, and there is always a way back home."""

from __future__ import annotations

import time
from random import Random

import pytest

from phonebuddy import actions as a
from phonebuddy.screen import Flag
from phonebuddy.world.phone import WorldPhone
from tests.world.helpers import IMAGES, middle, new_phone, next_action

FAST = 1_500
"""Steps over each of the two sets of apps."""
SLOW = 100_000
FRESH = 500
"""Steps before the phone starts anew."""
LOOK_FOR_EXIT = 40
PRESSES = 12
"""How often a person would press back before thinking that something is wrong."""


@pytest.mark.parametrize("image", IMAGES)
def test_a_monkey_finds_no_exception_and_no_trap(image: str) -> None:
    _monkey(image, FAST)


@pytest.mark.slow
def test_a_monkey_for_a_long_time() -> None:
    started = time.perf_counter()
    _monkey("built_in", SLOW)
    spent = time.perf_counter() - started
    print(f"\nmonkey: {SLOW} steps in {spent:.0f} s, {SLOW / spent:.0f} steps/s, tree only")


def _monkey(image: str, steps: int) -> None:
    phone = new_phone(image)
    rng = Random(0)
    for step in range(steps):
        if step % FRESH == 0:
            rng = Random(step)
            phone.reset()
        where = phone.view()
        action = next_action(phone, rng)
        try:
            phone.act(action)
            phone.observe()
        except Exception as error:
            raise AssertionError(f"{image}, seed {step // FRESH * FRESH}, on {where}: {action}") from error
        assert not phone._store.failures, f"{image}, {where}, {action}: {phone._store.failures}"
        if step % LOOK_FOR_EXIT == 0:
            _assert_way_out(phone, rng)


def _assert_way_out(phone: WorldPhone, rng: Random) -> None:
    """Back leads home; where a page asks first, its answer does. The phone is left as it was."""
    kept = phone.snapshot()
    where = phone.view()
    # Every open page may need its own press, and one more for its keyboard.
    presses = PRESSES + 2 * sum(len(stack) for stack in phone._ui.stacks.values())
    for _ in range(presses):
        if phone.view() is None:
            phone.restore(kept)
            return
        if phone._ui.over == "lock":
            _unlock(phone)
        before = phone.view()
        phone.act(a.ButtonPress("back"))
        if phone.view() == before or _asks(phone):
            _answer(phone, rng)
    raise AssertionError(f"{presses} times back from {where} and still on {phone.view()}")


def _unlock(phone: WorldPhone) -> None:
    """What the owner does with a locked phone."""
    phone.act(a.Scroll(a.Point(500, 800), a.Point(500, 200)))
    if phone._ui.over == "lock":
        phone.act(a.Type(str(phone._runtime.settings.get("pin")) + "\n"))


def _asks(phone: WorldPhone) -> bool:
    view = phone.view()
    return view is not None and view[2].startswith("dialog")


def _answer(phone: WorldPhone, rng: Random) -> None:
    """Give one of a dialog's answers."""
    screen = phone.observe()
    answers = [e for e in screen.elements if e.has(Flag.CLICKABLE) and e.id.startswith("overlay")]
    if answers:
        phone.act(a.Click(middle(screen, rng.choice(answers))))
