"""Nano without its model: words, things, views, choices and demonstrations."""

from __future__ import annotations

import random
from functools import cache

import msgspec
import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from phonebuddy.actions import Click, Finish, OpenApp, Type
from phonebuddy.agents.nano.agreement import Runs
from phonebuddy.agents.nano.choices import FIRST_TOLD, Asks, allowed, decide, first_thing, thing_of
from phonebuddy.agents.nano.demos import follow, show
from phonebuddy.agents.nano.packed import NUMBERS, answer_of, pack, unpack
from phonebuddy.agents.nano.things import look_at, point_of, thing_at
from phonebuddy.agents.nano.tokens import tokens_of
from phonebuddy.agents.nano.view import View, view_of
from phonebuddy.agents.nano.words import NUM_SIGNS, NUM_UNITS, sign, unit, words_of
from phonebuddy.agents.policy import Turn
from phonebuddy.episode import Episode, Seen, Step
from phonebuddy.phones.dump import read_dump
from phonebuddy.screen import Bounds, Element, Flag
from phonebuddy.uixml import to_xml
from tests.episodes.made import golds, seens, steps, texts


def turns_of(episode: Episode) -> list[Turn]:
    return [
        Turn(episode.instruction, step.seen, episode.steps[:place], episode.offered)
        for place, step in enumerate(episode.steps)
    ]


@cache
def played() -> list[View]:
    return [view_of(turn) for episode in golds() for turn in turns_of(episode)]


@given(texts)
def test_words_stand_where_they_say(text: str) -> None:
    for word in words_of(text):
        assert text[word.start : word.end] == word.text
        assert word.units and all(NUM_SIGNS <= one < NUM_UNITS for one in word.units)


def test_what_a_word_is() -> None:
    assert [word.text for word in words_of("Pay $36.15 at 07:05, SO-10511")] == [
        "Pay", "$", "36.15", "at", "07:05", ",", "SO", "-", "10511"
    ]  # fmt: skip
    assert [word.text for word in words_of("取消 Wellmoor")] == ["取", "消", "Wellmoor"]


def test_words_agree_across_forms() -> None:
    (time,), (hour,), (minute,) = words_of("07:05"), words_of("7"), words_of("5")
    assert {hour.units[0], minute.units[0]} <= set(time.units)
    one, many, other = words_of("note notes cancelled")
    assert one.units[0] == many.units[0] and set(other.units) & set(words_of("cancelling")[0].units)
    assert words_of("Élan")[0].units[0] == words_of("elan")[0].units[0]


def test_units_are_the_same_everywhere() -> None:
    # Weights are trained on these numbers: whoever changes them makes every checkpoint worthless.
    assert (unit("search"), unit("搜"), sign("role", "button")) == (27559, 28789, 177)


@given(st.lists(st.sampled_from("abc"), max_size=6), st.lists(st.sampled_from("abc"), max_size=6))
def test_the_longest_run_is_the_longest(said: list[str], told: list[str]) -> None:
    runs = {tuple(said[a:b]) for a in range(len(said)) for b in range(a + 1, len(said) + 1)}
    there = {tuple(told[a:b]) for a in range(len(told)) for b in range(a + 1, len(told) + 1)}
    run = Runs(told, [True] * len(told)).best(tuple(said))
    assert run.length == max((len(run) for run in runs & there), default=0)
    assert not run.length or tuple(told[run.start : run.start + run.length]) in runs


def test_a_touch_lands_on_its_thing() -> None:
    for view in played():
        for place, thing in enumerate(view.look.things):
            if thing.is_touchable and thing.element.bounds.bottom - thing.element.bounds.top > 20:
                found = thing_at(view.look, point_of(view.look, thing))
                # Something may lie on it wholly; then it is that which is touched.
                assert found is None or found == place or view.look.things[found].is_touchable


def test_keys_and_the_status_bar_are_no_things() -> None:
    roles = {thing.element.role for view in played() for thing in view.look.things}
    assert "key" not in roles and "button" in roles
    assert not any("status" in thing.element.id for view in played() for thing in view.look.things)


def test_gold_can_be_said_in_choices() -> None:
    problems = []
    for episode in golds():
        for turn, step in zip(turns_of(episode), episode.steps, strict=True):
            view = view_of(turn)
            shown = show(view, step.action)
            problems += [shown.problem] * bool(shown.problem)
            again, asks = follow(view, shown.answers)
            assert asks == shown.asks and type(again) is type(step.action)
            if isinstance(step.action, Click):
                assert isinstance(again, Click)
                assert thing_at(view.look, again.point) == thing_at(view.look, step.action.point)
            elif isinstance(step.action, Type | OpenApp | Finish):
                assert again == step.action
    assert problems == []


def test_an_answer_is_cut_down_to_what_it_says() -> None:
    view = next(view for view in played() if any("07:00" in thing.texts for thing in view.look.things))
    action, _ = follow(view, show(view, Finish("The first alarm is at 07:00 today.")).answers)
    assert action == Finish("07:00")


def test_what_is_typed_is_what_was_read_and_no_part_of_what_stands_beside_it() -> None:
    def page(number: int, *texts: str) -> Seen:
        field = Element(
            f"{number}",
            "field",
            Bounds(0, 100, 1080, 200),
            flags=Flag.EDITABLE | Flag.FOCUSED | Flag.CLICKABLE,
        )
        rows = [
            Element(
                f"{number}/{place}", "text", Bounds(0, 300 + 80 * place, 1080, 370 + 80 * place), text=text
            )
            for place, text in enumerate(texts)
        ]
        return Seen((field, *rows), f"app{number}", "page", 1080, 2400, 0)

    read = Step(page(1, "Room", "18"), OpenApp("Notes"))
    view = view_of(Turn("Note the room of the course.", page(2, "Mon, 18 May"), (read,), ("Notes",)))
    shown = show(view, Type("18"))
    assert thing_of(view, shown.answers[1]).texts == ("18",)
    told = view_of(Turn("Note 18.", page(2, "18"), (read,), ("Notes",)))
    assert FIRST_TOLD <= show(told, Type("18")).answers[1] < first_thing(told), "what was said goes first"


def test_what_is_nowhere_is_not_said() -> None:
    view = played()[1]
    assert show(view, Finish("The sum is $987654.32.")).problem == "says a number that is nowhere"
    assert show(view, OpenApp("No such app")).problem == "opens an unknown app"


def test_wrong_answers_are_refused() -> None:
    view = played()[0]
    for answers in ((), (99,), (0,), (9, 3)):
        try:
            follow(view, answers)
        except ValueError:
            continue
        raise AssertionError(f"{answers} lead to an action")


@settings(max_examples=25)
@given(st.lists(steps, max_size=1), seens, texts, st.lists(texts, max_size=2), st.integers(0, 999))
def test_any_screen_has_a_way_to_an_action(past, seen, instruction, apps, seed) -> None:
    view = view_of(Turn(instruction, seen, tuple(past), tuple(apps)))
    chance = random.Random(seed)
    deciding = decide(view)
    ask, answers, asks = next(deciding), [], []
    while True:
        answers.append(chance.choice(allowed(view, ask)))
        asks.append(ask)
        try:
            ask = deciding.send(answers[-1])
        except StopIteration as end:
            assert follow(view, tuple(answers)) == (end.value, tuple(asks))
            break
    packed = unpack(pack(view, asks, answers))
    kept = np.frombuffer(packed.questions, np.int16).reshape(-1, len(NUMBERS))
    found = [answer_of(view, one, int(row[6])) for one, row in zip(asks, kept, strict=True)]
    assert found == answers and kept[:, 0].tolist() == [one.asks for one in asks]


def test_tokens_are_counted_and_the_same_again() -> None:
    for view in played():
        tokens = tokens_of(view)
        assert pack(view) == pack(view)
        assert len(tokens.sign) // 2 == 1 + len(view.told) + len(view.look.things) + len(view.read) + min(
            len(view.done), 12
        )


def test_what_was_read_elsewhere_is_remembered() -> None:
    episode = golds()[0]
    last = view_of(turns_of(episode)[-1])
    here = {thing.texts for thing in last.look.things}
    assert last.read and all(one.thing.texts not in here for one in last.read)


def test_questions_follow_the_kind() -> None:
    asked = {
        ask.asks
        for episode in golds()
        for turn, step in zip(turns_of(episode), episode.steps, strict=True)
        for ask in show(view_of(turn), step.action).asks
    }
    assert {Asks.KIND, Asks.THING, Asks.APP, Asks.SOURCE, Asks.LAST_TOLD} <= asked


def test_looking_twice_is_looking_once() -> None:
    seen = golds()[0].steps[0].seen
    assert look_at(seen) is look_at(seen)


def test_a_screen_and_its_dump_look_the_same() -> None:
    """What is learnt on a mock phone holds on one that is reached over ADB."""
    for seen in (step.seen for episode in golds() for step in episode.steps):
        one = look_at(seen)
        screen = msgspec.structs.replace(one.screen, elements=seen.elements)
        other = look_at(msgspec.structs.replace(seen, elements=read_dump(to_xml(screen)), activity=".Main"))
        assert [thing.kept for thing in one.things] == [thing.kept for thing in other.things]
        assert [thing.texts for thing in one.things] == [thing.texts for thing in other.things]
        assert [thing.element.role for thing in one.things] == [thing.element.role for thing in other.things]
        assert [thing.fixed for thing in one.things] == [thing.fixed for thing in other.things]
        assert one[4:] == other[4:]


def test_keys_are_no_things() -> None:
    keys = [
        Element(f"k{letter}", "button", Bounds(40 * place, 900, 40 * place + 40, 990), letter,
                package="com.phoneworld.keyboard", flags=int(Flag.CLICKABLE | Flag.ENABLED))
        for place, letter in enumerate("qwerty")
    ]  # fmt: skip
    look = look_at(Seen(keys, "com.example", "", 540, 1200, 0))
    assert look.has_keyboard and not look.things


def test_parents_that_lead_round_in_a_circle_end() -> None:
    ring = [Element(one, "text", Bounds(0, 500, 90, 590), "round", parent=two) for one, two in ("ab", "ba")]
    look = look_at(
        Seen([*ring, Element("c", "text", Bounds(0, 700, 9, 790), parent="c")], "", "", 540, 1200, 0)
    )
    assert [thing.texts for thing in look.things] == [("round",), ("round",)]
