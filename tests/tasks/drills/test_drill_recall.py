"""A phone that remembers shows what a phone shows on which everything is done."""

from __future__ import annotations

import random

import pytest

from phonebuddy.actions import Action, ButtonPress, Click, OpenApp, Point, Wait
from phonebuddy.tasks.drills.goal import changes_of
from phonebuddy.tasks.drills.hands import Hands
from phonebuddy.tasks.drills.recall import Moment, RecallPhone, recalling
from phonebuddy.tasks.drills.sight import step
from phonebuddy.tasks.gold_hand import GoldError
from phonebuddy.tasks.proving import phone_of
from phonebuddy.tasks.speech import speech_for
from phonebuddy.world.phone import WorldPhone

APPS = ("clock", "notes", "settings")


def _any_action(chance: random.Random) -> Action:
    points = [Point(250, 300), Point(900, 300), Point(500, 950), Point(500, 500), Point(900, 900)]
    able: list[Action] = [OpenApp(app) for app in APPS]
    able += [Click(point) for point in points] * 2
    return chance.choice([*able, Wait(5_000), ButtonPress("back")])


@pytest.mark.parametrize("seed", range(4))
def test_what_is_looked_up_is_what_would_be_done(seed: int) -> None:
    """Forward, back to any moment before, forward again: always as on a phone that does it all."""
    chance, recall = random.Random(seed), RecallPhone(phone_of(1))
    ways: dict[int, list[Action]] = {id(recall.here): []}
    known = [recall.here]
    for _ in range(60):
        if chance.random() < 0.3:
            recall.restore(chance.choice(known))
            recall.snapshot()
        action, before = _any_action(chance), recall.here
        recall.act(action)
        if recall.here not in known:
            known.append(recall.here)
            ways[id(recall.here)] = [*ways[id(before)], action]
    plain = WorldPhone(phone_of(1).image, phone_of(1).look)
    for moment in chance.sample(known, 12):
        _check(recall, moment, plain, ways[id(moment)])
    plain.close()
    recall.close()


def _check(recall: RecallPhone, moment: Moment, plain: WorldPhone, way: list[Action]) -> None:
    plain.reset()
    for action in way:
        plain.act(action)
    recall.restore(moment)
    assert list(recall.observe().elements) == list(plain.observe().elements)
    assert (recall.view(), recall.observe().time_s) == (plain.view(), plain.observe().time_s)
    assert recall.changes() == changes_of(plain)
    rows, wanted = (sorted(map(repr, phone.changes(100))) for phone in (recall.real(), plain))
    assert rows == wanted


def test_a_line_that_cannot_be_done_cannot_be_done_again() -> None:
    recall = RecallPhone(phone_of(1))
    hands = Hands(recall, speech_for(recall.image.apps, "en"))
    for _ in range(2):
        with pytest.raises(GoldError, match="nothing called 'Nothing of the sort'"):
            hands.take(step("tap", "Nothing of the sort"))
        recall.reset()
    recall.close()


def test_somebody_else_may_use_the_phone_in_between() -> None:
    phone = phone_of(1)
    recall = recalling(phone)
    recall.act(OpenApp("clock"))
    phone.act(OpenApp("notes"))
    again = recalling(phone)
    again.act(OpenApp("clock"))
    again.act(Wait(7_000))
    view = again.view()
    assert again is recall and view is not None and view[0] == "clock"
    assert recalling(phone_of(2)) is not recall
