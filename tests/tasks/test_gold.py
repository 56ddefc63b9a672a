"""Gold scripts find what they name, deal with what comes between, and stop loudly where they cannot go on."""

from __future__ import annotations

import msgspec
import pytest

from phonebuddy.actions import Click, Finish, OpenApp, Scroll, Wait, to_point
from phonebuddy.screen import Bounds, Element, Flag
from phonebuddy.tasks.finding import Wanted, find, spot
from phonebuddy.tasks.gold import Gold, GoldError
from phonebuddy.tasks.perform import perform
from phonebuddy.tasks.reading import parse_templates
from tests.tasks.helpers import ALARM, STAR, Try, phone, template


def script(*lines: str, told: str = "") -> Gold:
    gold = "\n".join(f"    {line}" for line in lines)
    text = STAR.partition("  gold:")[0] + f"  gold:\n{gold}\n  rubric: None.\n"
    (found,) = parse_templates(text, "trial").values()
    return Gold(found.gold, {"id": 1, "name": "Nobody Known"}, told)


def play(*lines: str, told: str = "") -> str:
    """Why a script broke off, from a fresh phone."""
    phone().reset()
    return perform(phone(), script(*lines, told=told)).problem


def test_gold_is_an_agent_that_sees_screens_and_gives_actions() -> None:
    one = Try(STAR)
    agent = Gold(one.template.gold, one.started.values, one.task.instruction).play(one.phone.observe())
    action = next(agent)
    assert action == OpenApp("Contacts")
    kinds = []
    while not isinstance(action, Finish):
        one.phone.act(action)
        kinds.append(type(action).__name__)
        action = agent.send(one.phone.observe())
    assert kinds == ["OpenApp", "Click", "Type", "Click", "Click"]
    with pytest.raises(StopIteration):
        agent.send(one.phone.observe())


def test_what_is_not_there_is_an_error_with_line_and_nearest_match() -> None:
    problem = play("- open: Clock", "- tap: Add alarms")
    assert "trial.yaml:16" in problem and "did you mean 'Add alarm'" in problem


def test_words_for_two_things_are_an_error_and_near_or_nth_settle_it() -> None:
    assert "could be" in play("- open: Hub", "- tap: favourites")
    assert not play("- open: Hub", "- tap: favourites\n      nth: 1")
    assert not play("- open: Hub", "- tap: favourites\n      near: Spokeway")


def test_it_scrolls_to_what_is_out_of_sight_and_back() -> None:
    assert not play("- open: Settings", "- tap: About phone", "- press: back", "- tap: Network & internet")


def test_it_types_only_what_it_was_told_or_has_seen() -> None:
    lines = ("- open: Contacts", '- type: "{name}"\n      into: Search contacts')
    assert "nobody told or showed {name}" in play(*lines)
    assert not play(*lines, told="Call Nobody Known")


def test_what_was_read_can_be_worked_with() -> None:
    lines = (
        "- open: Hub", "- tap: Wallet", "- read: left\n      match: ^\\$[\\d,.]+$",
        "- work_out: twice\n      as: SELECT money(cents(:left) * 2)", '- answer: "{twice}"',
    )  # fmt: skip
    phone().reset()
    ((balance,),) = phone().state("SELECT money(balance * 2) FROM hub_wallet")
    assert perform(phone(), script(*lines)).ending.said == balance


def test_a_value_that_was_never_read_is_an_error() -> None:
    assert "nothing like" in play("- open: Hub", "- read: x\n      match: no such text")
    assert "comes to nothing" in play("- open: Hub", "- work_out: x\n      as: SELECT NULL")


def test_repeat_if_seen_and_while_seen() -> None:
    lines = (
        "- open: Clock", "- tap: Stopwatch", "- tap: Start", "- repeat: 3\n      do:\n        - tap: Lap",
        "- if_seen: No such thing\n      do:\n        - tap: No such thing", "- tap: Pause",
        "- while_seen: Reset\n      do:\n        - tap: Reset",
    )  # fmt: skip
    assert not play(*lines)
    assert phone().state("SELECT count(*) FROM clock_lap") == ((0,),)


def test_replace_takes_the_place_of_what_is_there() -> None:
    assert not play(
        "- open: Settings", "- tap: About phone", "- tap: Device name",
        "- replace: Name\n      with: Heron", "- tap: Save",
    )  # fmt: skip
    assert phone().state("SELECT name FROM settings_phone") == (("Heron",),)


def test_pickers() -> None:
    assert not play(
        "- open: Calendar", "- tap: New event", "- type: Zebra\n      into: Title", "- tap: Start date",
        '- pick_date: "Friday, 14 August 2026"', "- tap: Start time", '- pick_time: "16:35"', "- tap: Save",
    )  # fmt: skip
    sql = "SELECT long_day(start_ts), clock_time(start_ts) FROM calendar_events WHERE title = 'Zebra'"
    assert phone().state(sql) == (("Friday, 14 August 2026", "16:35"),)


@pytest.mark.parametrize("months", [-14, -5, 0, 3, 14])
def test_a_calendar_is_turned_the_short_way(months: int) -> None:
    """It was turned a year forward and then back to where it might have gone at once."""
    begin = ("- open: Calendar", "- tap: New event", "- tap: Start date")
    phone().reset()
    then = f"unixepoch(now(), 'unixepoch', 'start of month', '{months:+} months', '+9 days')"
    ((day,),) = phone().state(f"SELECT long_day({then})")
    assert isinstance(day, str)
    before = perform(phone(), script(*begin)).num_actions
    phone().reset()
    done = perform(phone(), script(*begin, f'- pick_date: "{day}"'))
    assert not done.problem and done.num_actions - before == abs(months) + 2, "the turns, the day, OK"


@pytest.mark.parametrize("kind", ["advert", "no_network", "logged_out", "slow", "low_battery", "call"])
def test_interruptions_are_dealt_with_at_any_moment(kind: str) -> None:
    for after in (0, 2_000, 3_000, 4_000):
        one = Try(STAR)
        one.phone.interrupt(kind, after)
        done = one.play()
        assert not done.problem and one.verdict(done).is_success


def test_what_is_hardly_in_sight_is_scrolled_to_at_once() -> None:
    """It waited sixteen seconds for the last row of a list to come out from under the edge."""
    phone().reset()
    calm = phone().observe()
    rows = Element("a", "list", Bounds(0, 100, 400, 900), flags=int(Flag.SCROLLABLE))
    last = Element("a/b", "button", Bounds(0, 892, 400, 900), "Save", flags=int(Flag.CLICKABLE))
    seen = msgspec.structs.replace(calm, elements=(rows, last))
    assert isinstance(next(script("- tap: Save").play(seen)), Scroll)
    fixed = msgspec.structs.replace(calm, elements=(last,))
    assert isinstance(next(script("- tap: Save").play(fixed)), Wait), "nothing can be scrolled: it may grow"


def test_what_comes_while_it_waits_for_something_covered_is_closed() -> None:
    phone().reset()
    calm = phone().observe()
    under = Element("a", "button", Bounds(0, 100, 100, 200), "Save", flags=int(Flag.CLICKABLE))
    over = Element("b", "image", Bounds(0, 100, 100, 200))
    agent = script("- tap: Save").play(msgspec.structs.replace(calm, elements=(under, over)))
    assert isinstance(next(agent), Wait)
    phone().interrupt("advert", 0)
    phone().act(OpenApp("Clock"))
    phone().act(Wait(2_000))
    shown = phone().observe()
    close = find(shown, Wanted("Close advert")).element
    assert close is not None
    x, y = close.bounds.center
    assert agent.send(shown) == Click(to_point(x, y, shown.width, shown.height))


def test_a_row_that_is_cut_off_is_scrolled_to_before_it_is_read() -> None:
    phone().reset()
    calm = phone().observe()
    body = Element("body", "list", Bounds(0, 0, 540, 1000), flags=int(Flag.SCROLLABLE))
    label = Element("body/r/t", "text", Bounds(0, 960, 540, 1000), "17:15", parent="body/r")
    value = Element("body/r/v", "text", Bounds(0, 640, 540, 680), "Hall 2", parent="body/r")
    agent = script("- read: row\n      near: 17:15", '- answer: "{row}"').play(
        msgspec.structs.replace(calm, elements=(body, label))
    )
    assert isinstance(next(agent), Scroll)
    whole = (body, msgspec.structs.replace(label, bounds=Bounds(0, 600, 540, 640)), value)
    assert agent.send(msgspec.structs.replace(calm, elements=whole)) == Finish("Hall 2")


def test_the_same_script_works_in_any_look() -> None:
    from phonebuddy.tasks.task import make_task
    from phonebuddy.tasks.trial import begin
    from phonebuddy.tasks.verify import verify
    from phonebuddy.world.look import LookSpec
    from phonebuddy.world.phone import WorldPhone

    other = WorldPhone(phone().image, LookSpec("1080x2400", dark=True, font_scale=1.3))
    found = template(ALARM)
    task = make_task(found, other, 0)
    started = begin(other, found, task)
    done = perform(other, Gold(found.gold, started.values, task.instruction))
    assert verify(found, other, started, done.ending).is_success
    other.close()


def test_an_element_under_something_else_is_not_touched_through_it() -> None:
    phone().reset()
    phone().act(OpenApp("Clock"))
    screen = phone().observe()
    button = find(screen, Wanted("Add alarm")).element
    assert button is not None
    pixel = spot(screen, button)
    assert pixel is not None and screen.at(*pixel) is button


def test_a_script_without_end_is_cut_off() -> None:
    assert "more than" in play("- open: Clock", "- repeat: 500\n      do:\n        - press: home")


def test_a_field_is_known_by_its_label_and_not_by_what_was_typed() -> None:
    phone().reset()
    ((name,),) = phone().state("SELECT name FROM contacts_people GROUP BY name HAVING count(*) = 1 LIMIT 1")
    perform(phone(), script("- open: Contacts", f"- type: {name!s}\n      into: Search contacts"))
    found = find(phone().observe(), Wanted(str(name))).element
    assert found is not None and not found.has(Flag.EDITABLE)
    field = find(phone().observe(), Wanted("Search contacts")).element
    assert field is not None and field.text == name


def test_gold_error_is_for_the_user() -> None:
    with pytest.raises(GoldError):
        phone().reset()
        list(script("- tap: No such thing").play(phone().observe()))
