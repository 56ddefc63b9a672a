"""Demonstrations in literal words."""

from __future__ import annotations

import msgspec

from phonebuddy.actions import Finish, OpenApp, Type
from phonebuddy.agents.nano.literal import literal
from phonebuddy.agents.nano.pieces import plain
from phonebuddy.agents.nano.things import look_at
from phonebuddy.episode import Episode
from tests.episodes.made import golds


def test_it_names_what_was_opened_and_typed() -> None:
    both = [(episode, said) for episode in golds() if (said := literal(episode)) is not None]
    assert len(both) > 1, "chance leaves everything unsaid now and then, not always"
    for episode, said in both:
        assert said == literal(episode) and said.id == episode.id
        assert said.instruction != episode.instruction
        typed = [step.action.text for step in episode.steps if isinstance(step.action, Type)]
        assert all(text in said.instruction for text in typed)


def test_it_does_not_tell_what_was_not_told() -> None:
    episode = golds()[2]
    other = msgspec.structs.replace(episode, instruction="Write a note.")
    said = literal(other)
    typed = [step.action.text for step in episode.steps if isinstance(step.action, Type)]
    assert said is not None and typed
    assert not any(plain(text) in plain(said.instruction) for text in typed)


def answering(text: str) -> Episode:
    episode = golds()[0]
    answered = msgspec.structs.replace(episode.steps[-1], action=Finish(text))
    return msgspec.structs.replace(episode, steps=(*episode.steps[:-1], answered))


def test_an_answer_that_is_nowhere_is_left_out() -> None:
    episode = answering("It is 23:59.")
    said = literal(episode)
    assert said is not None and len(said.steps) == len(episode.steps) - 1
    whole = literal(golds()[0])
    assert whole is not None and whole.steps == golds()[0].steps


def test_a_value_is_asked_for_by_its_label() -> None:
    shown = {text for thing in look_at(golds()[0].steps[-1].seen).things for text in thing.texts}
    value = next(text for text in sorted(shown) if text[:1].isdigit() and ":" in text)
    label = next(thing.texts for thing in look_at(golds()[0].steps[-1].seen).things if value in thing.texts)
    said = literal(answering(f"It is {value}."))
    assert said is not None and isinstance(said.steps[-1].action, Finish)
    assert any(text in said.instruction for text in label if text != value)


def test_nothing_to_say_is_nothing() -> None:
    episode = golds()[0]
    assert literal(msgspec.structs.replace(episode, steps=())) is None
    wrong = tuple(
        msgspec.structs.replace(step, text="slip")
        for step in episode.steps
        if isinstance(step.action, OpenApp)
    )
    assert literal(msgspec.structs.replace(episode, steps=wrong)) is None
