"""Filters: every episode is kept, or dropped with one reason."""

from __future__ import annotations

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from phonebuddy.actions import Finish, Wait
from phonebuddy.episode import Episode, Seen, Step
from phonebuddy.episodes.filters import Chosen, Rules, choose

SEEN = Seen([], "p", "a", 1, 1, 0)
BASE = Episode("", "t@0.0", "t", "single", ("clock",), "Do it", "gold", 0, "mock", "world", (), "success")


def made(id: str, waits: int = 1, **changed: object) -> Episode:
    steps = (*(Step(SEEN, Wait(number)) for number in range(waits)), Step(SEEN, Finish("x")))
    return msgspec.structs.replace(BASE, id=id, steps=steps, **changed)


def test_each_rule_drops_what_it_says() -> None:
    found = [
        made("a", 3),
        made("b", 2),
        made("c", 2),
        made("d", result="failure"),
        made("e", side_effects=("insert x",), task="u@0.0", instruction="Else"),
    ]
    everything = choose(found, Rules())
    assert (everything.kept, everything.dropped) == (["a", "b", "c", "d", "e"], {})
    chosen = choose(found, Rules(success=True, clean=True, shortest=True, distinct=True))
    assert chosen.kept == ["b"]
    assert chosen.dropped == {
        "a": ("shortest", "b does it in 3 steps, this one in 4"),
        "c": ("distinct", "the same as b"),
        "d": ("success", "not a success but a failure"),
        "e": ("clean", "it has side effects"),
    }


def test_a_short_failure_is_not_preferred_to_a_success() -> None:
    found = [made("a", 5), made("b", 1, result="failure"), made("c", 3), made("d", 2, result="unjudged")]
    assert choose(found, Rules(shortest=True)) == Chosen(
        ["c"],
        {
            "a": ("shortest", "c does it in 4 steps, this one in 6"),
            "b": ("shortest", "c does it, and the result of this one is failure"),
            "d": ("shortest", "c does it, and the result of this one is unjudged"),
        },
    )
    failures = [made("a", 5, result="failure"), made("b", 1, result="failure")]
    why = "b took 2 steps, this one 6; neither is a success"
    assert choose(failures, Rules(shortest=True)) == Chosen(["b"], {"a": ("shortest", why)})


def test_no_app_has_more_than_its_share() -> None:
    apps = [("clock",)] * 5 + [("notes",)] * 2 + [("clock", "notes")]
    found = [made(f"{number}", apps=names) for number, names in enumerate(apps)]
    chosen = choose(found, Rules(per_app=2))
    kept = [one.apps for one in found if one.id in chosen.kept]
    assert all(sum(name in names for names in kept) == 2 for name in ("clock", "notes"))
    assert {rule for rule, _ in chosen.dropped.values()} == {"per_app"}


rules = st.builds(Rules, st.booleans(), st.booleans(), st.booleans(), st.booleans(), st.integers(0, 3))
some = st.lists(
    st.tuples(
        st.integers(0, 3),
        st.sampled_from(["success", "failure", "unjudged"]),
        st.sampled_from(["t@0.0", "u@0.0"]),
        st.sampled_from([("clock",), ("clock", "notes")]),
    ),
    max_size=8,
)


@settings(max_examples=60, deadline=None)
@given(some, rules)
def test_every_episode_is_kept_or_dropped_whatever_their_order(
    drawn: list[tuple[int, str, str, tuple[str, ...]]], wanted: Rules
) -> None:
    found = [
        made(f"{number}", waits, result=result, task=task, apps=apps)
        for number, (waits, result, task, apps) in enumerate(drawn)
    ]
    chosen = choose(found, wanted)
    assert {*chosen.kept, *chosen.dropped} == {one.id for one in found}
    assert not set(chosen.kept) & set(chosen.dropped)
    assert choose(found[::-1], wanted) == chosen
    # What was kept is kept again.
    again = choose([one for one in found if one.id in chosen.kept], wanted)
    assert again.kept == chosen.kept
