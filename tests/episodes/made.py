"""Episodes for tests: played ones, and any that the types allow."""

from __future__ import annotations

from functools import cache
from typing import get_args

from hypothesis import strategies as st

from phonebuddy.agents.gold import GoldPolicy
from phonebuddy.episode import Episode, Lane, Result, Seen, Step
from phonebuddy.episodes.runner import Runner
from phonebuddy.episodes.stage import Assignment, WorldStage
from phonebuddy.screen import Bounds, Element
from tests.strategies import any_action

TASKS = (
    "clock/switch_off_alarm@0.0",
    "contacts/star_person@0.1",
    "notes/write_note@0.2",
    "clock/add_alarm@0.3",
)
"""Of one person, so that one image is enough; the third is interrupted."""

texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
_sides = st.integers(-5_000, 5_000)
elements = st.builds(
    Element,
    id=texts,
    role=texts,
    bounds=st.builds(Bounds, _sides, _sides, _sides, _sides),
    text=texts,
    description=texts,
    flags=st.integers(0, 1023),
    parent=st.none() | texts,
)
seens = st.builds(
    Seen,
    elements=st.lists(elements, max_size=3),
    package=texts,
    activity=texts,
    width=st.integers(1, 4_000),
    height=st.integers(1, 4_000),
    time_s=st.integers(0, 1 << 40),
    image=texts,
)
steps = st.builds(
    Step,
    seen=seens,
    action=any_action,
    text=texts,
    choices=st.binary(max_size=8),
    log_probs=st.lists(st.floats(allow_nan=False), max_size=3).map(tuple),
    version=st.integers(0, 1 << 40),
    latency_ms=st.floats(allow_nan=False),
    snapshot=st.binary(max_size=8),
)
_several = st.lists(texts, max_size=3).map(tuple)
episodes = st.builds(
    Episode,
    **{name: texts for name in ("id", "task", "template", "category", "instruction", "agent", "phone")},
    **{name: texts for name in ("ending", "cause")},
    **{name: _several for name in ("apps", "reasons", "side_effects", "offered")},
    seed=st.integers(-(1 << 60), 1 << 60),
    lane=st.sampled_from(get_args(Lane)),
    steps=st.lists(steps, max_size=3).map(tuple),
    result=st.sampled_from(get_args(Result)),
    changeset=st.binary(max_size=8),
    versions=st.dictionaries(texts, texts, max_size=2),
)


@cache
def golds() -> tuple[Episode, ...]:
    """The gold of a few tasks, played once."""
    runner = Runner([WorldStage(), WorldStage()])
    found = list(runner.play((Assignment(task, task) for task in TASKS), GoldPolicy()))
    runner.close()
    return tuple(sorted(found, key=lambda one: TASKS.index(one.id)))
