"""Step 7: which screens are one page."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from phonebuddy.rebuild.pages import group_screens, merge_alike, nearest_page, overlap, signature
from tests.rebuild.recorded import items

WORDS = st.lists(st.text("ab\n:| ", min_size=1, max_size=6), min_size=0, max_size=8)


def test_screens_that_share_half_of_their_words_are_one_page() -> None:
    signs = [
        signature(items(*lines), True) for lines in (["p:a", "b:b"], ["p:a", "b:b", "b:c"], ["p:x", "b:y"])
    ]
    assert [group.members for group in group_screens([("", sign) for sign in signs], 0.5)] == [(0, 1), (2,)]


def test_screens_of_other_activities_are_never_one_page() -> None:
    sign = signature(items("p:a"), True)
    assert len(group_screens([("one", sign), ("two", sign)], 0.5)) == 2


@given(st.lists(WORDS, max_size=6))
def test_members_of_a_page_overlap_by_the_threshold(screens: list[list[str]]) -> None:
    signs = [frozenset(words) for words in screens]
    for group in group_screens([("", sign) for sign in signs], 0.5):
        assert all(overlap(signs[a], signs[b]) >= 0.5 for a in group.members for b in group.members)


def test_pages_of_one_shape_are_merged() -> None:
    screens = [
        items("p:Who", "b:Ann", "b:12|home", "b:Call", "b:Mail"),
        items("p:Who", "b:Bo", "b:98|work", "b:Call", "b:Mail"),
    ]
    groups = group_screens([("", signature(one, True)) for one in screens], 0.9)
    assert [group.members for group in merge_alike(groups, screens, True)] == [(0, 1)]


def test_the_nearest_page_must_be_near_enough() -> None:
    pages = [[frozenset("ab")], [frozenset("xyz")]]
    assert nearest_page(pages, frozenset("xy"), 0.5) == 1
    assert nearest_page(pages, frozenset("q"), 0.5) is None
