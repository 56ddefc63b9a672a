"""What the instruction says of a thing, and what of it has been done."""

from __future__ import annotations

from phonebuddy.actions import Click, OpenApp
from phonebuddy.agents.nano.matching import Matching
from phonebuddy.agents.nano.things import Thing, look_at, point_of
from phonebuddy.agents.nano.view import View, view_of
from phonebuddy.agents.policy import Turn
from phonebuddy.episode import Seen, Step
from phonebuddy.screen import Bounds, Element, Flag

ABLE = int(Flag.ENABLED | Flag.CLICKABLE)


def screen(*texts: str) -> Seen:
    elements = tuple(
        Element(f"e{place}", "button", Bounds(0, 100 + 80 * place, 500, 170 + 80 * place), text, flags=ABLE)
        for place, text in enumerate(texts)
    )
    return Seen(elements, "com.example", "page", 540, 1200, 0)


def step(seen: Seen, place: int) -> Step:
    look = look_at(seen)
    return Step(seen, Click(point_of(look, look.things[place])))


def view(instruction: str, seen: Seen, *past: Step) -> View:
    return view_of(Turn(instruction, seen, past, ("Notes", "Clock")))


def named(one: View, text: str) -> Thing:
    return next(thing for thing in one.look.things if text in thing.texts)


def test_meaning_counts_where_words_differ() -> None:
    here = view("Get rid of the note Old plans", screen("Delete", "Save", "Old plans", "Old socks"))
    matching = Matching(here)
    delete, save = matching.of(named(here, "Delete")), matching.of(named(here, "Save"))
    assert delete.agreed.exact == 0 and delete.agreed.near == 1 and save.agreed.near == 0
    plans, socks = matching.of(named(here, "Old plans")), matching.of(named(here, "Old socks"))
    assert plans.agreed.whole == 2 and socks.agreed.whole == 0
    assert plans.alone > socks.alone, "`Old` is said of both"


def test_what_was_touched_is_used() -> None:
    first = screen("Old plans", "Delete")
    start = view("Delete the note Old plans", first)
    after = view("Delete the note Old plans", screen("Delete", "Move"), step(first, 0))
    assert not any(Matching(start).used) and Matching(start).last == -1
    matching = Matching(after)
    used = [word.text for word, used in zip(after.told, matching.used, strict=True) if used]
    assert used == ["Old", "plans"]
    assert matching.last == 4 and 0 < matching.share_left < Matching(start).share_left
    assert matching.of(named(after, "Delete")).unused == 1


def test_filler_is_neither_used_nor_left() -> None:
    here = view("Open the settings of the", screen("the", "of"))
    assert all(Matching(here).of(thing).agreed.near == 0 for thing in here.look.things)


def test_the_same_touch_on_the_same_screen_is_known() -> None:
    one, two = screen("A row", "Another"), screen("Else")
    here = view("Open it", one, step(one, 0), step(two, 0))
    assert here.visits == 1 and here.again == {("click", "e0")}
    other = view("Open it", two, Step(one, OpenApp("Notes")))
    assert other.visits == 0 and other.again == frozenset()
