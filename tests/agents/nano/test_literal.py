"""Demonstrations in literal words."""

from __future__ import annotations

import msgspec

from phonebuddy.actions import Finish, OpenApp, Type
from phonebuddy.agents.nano.literal import literal
from phonebuddy.agents.nano.words import plain
from tests.episodes.made import golds


def test_it_names_what_was_opened_and_typed() -> None:
    for episode in golds():
        said = literal(episode)
        assert said is not None and said == literal(episode) and said.id == f"{episode.id}/literal"
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


def test_an_answer_is_left_out() -> None:
    episode = golds()[0]
    answered = msgspec.structs.replace(episode.steps[-1], action=Finish("It is 07:00."))
    said = literal(msgspec.structs.replace(episode, steps=(*episode.steps[:-1], answered)))
    assert said is not None and len(said.steps) == len(episode.steps) - 1
    assert literal(episode).steps == episode.steps  # type: ignore[union-attr]


def test_nothing_to_say_is_nothing() -> None:
    episode = golds()[0]
    assert literal(msgspec.structs.replace(episode, steps=())) is None
    wrong = tuple(
        msgspec.structs.replace(step, text="slip")
        for step in episode.steps
        if isinstance(step.action, OpenApp)
    )
    assert literal(msgspec.structs.replace(episode, steps=wrong)) is None
