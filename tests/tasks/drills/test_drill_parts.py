"""The parts of making a drill: what a screen offers, what a walk leaves out, what becomes of changes."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from phonebuddy.actions import OpenApp
from phonebuddy.episodes.drawing import Wish, draw_tasks
from phonebuddy.errors import TaskError
from phonebuddy.screen import Flag
from phonebuddy.tasks.drills import looking
from phonebuddy.tasks.drills.goal import changes_of, goal_of
from phonebuddy.tasks.drills.reading import comparisons, readings, static_texts
from phonebuddy.tasks.drills.recall import RecallPhone
from phonebuddy.tasks.drills.shorten import shorten
from phonebuddy.tasks.drills.sight import offers, step, tap
from phonebuddy.tasks.drills.trail import Move
from phonebuddy.tasks.drills.walk import ACT, READ, Walk
from phonebuddy.tasks.finding import Wanted, find
from phonebuddy.tasks.proving import phone_of
from phonebuddy.tasks.speech import speech_for
from phonebuddy.tasks.splits import plan
from phonebuddy.world.phone import WorldPhone
from phonebuddy.world.spec.template import Template as Text


@pytest.fixture
def phone() -> WorldPhone:
    found = phone_of(1)
    found.reset()
    return found


@pytest.fixture
def recall(phone: WorldPhone) -> Iterator[RecallPhone]:
    found = RecallPhone(phone)
    yield found
    found.close()


@pytest.mark.parametrize("app", ["contacts", "clock", "notes"])
def test_an_offer_is_found_again_by_its_words(phone: WorldPhone, app: str) -> None:
    phone.act(OpenApp(app))
    screen = phone.observe()
    told = [(offer, line) for offer in offers(screen) if (line := tap(screen, offer)) is not None]
    assert len(told) > 5
    for offer, line in told:
        near = line.option("near")
        wanted = Wanted(line.value.pieces[0], (near.pieces[0],) if near is not None else ())
        found = find(screen, wanted).element
        assert found is not None and (
            found.id.startswith(offer.element.id) or offer.element.id.startswith(found.id)
        )


def test_a_switch_knows_its_row(phone: WorldPhone) -> None:
    phone.act(OpenApp("clock"))
    switches = [one for one in offers(phone.observe()) if one.role == "switch"]
    rows = {one.row for one in offers(phone.observe()) if one.is_row}
    assert switches and {one.row for one in switches} <= rows


def test_values_are_asked_for_once(phone: WorldPhone) -> None:
    phone.act(OpenApp("clock"))
    apps = phone.image.apps
    found = readings(phone.observe(), "clock/alarms", speech_for(apps, "en"), static_texts(apps, "en"))
    assert any(one.kind == "time" and one.row for one in found)
    assert len({(one.row, one.question.pattern) for one in found}) == len(found)


def test_two_rows_are_compared_both_ways(phone: WorldPhone) -> None:
    phone.act(OpenApp("clock"))
    apps = phone.image.apps
    found = readings(phone.observe(), "clock/alarms", speech_for(apps, "en"), static_texts(apps, "en"))
    value = {one.row: one.value for one in found}
    pairs = comparisons(found)
    assert pairs
    for one in pairs:
        assert (value[one.row] < value[one.other]) == (one.sign == "less")
        assert one.value == one.row


def test_a_short_list_is_counted(recall: RecallPhone, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(looking, "COUNTING", 1)
    speech, chance = speech_for(recall.image.apps, "en"), random.Random(0)
    walk = Walk(recall, speech, chance, READ, {}, {})
    walk.open("clock")
    walk.tap(next(one for one in recall.offers() if one.label == "Timer"))
    before = recall.observe().elements
    reading = looking.look(walk, recall, speech, chance, only_values=False)
    assert reading is not None and reading.kind == "count"
    assert reading.value == str(recall.state("SELECT count(*) FROM clock_timer")[0][0])
    assert recall.observe().elements == before, "who counts leaves the page as it is"
    assert looking.look(walk, recall, speech, chance, only_values=True) is None
    line = looking.counting(reading)
    assert (line.word, line.option("as")) == ("work_out", Text((f"SELECT {reading.value}",)))


def test_a_detour_is_left_out(recall: RecallPhone) -> None:
    speech = speech_for(recall.image.apps, "en")
    lines = ["Timer", "World clock", "Alarms"]
    walk = Walk(recall, speech, random.Random(0), ACT, {}, {})
    walk.open("clock")
    for tab in lines:
        walk.tap(next(one for one in recall.offers() if one.label == tab))
    switch = next(one for one in recall.offers() if one.role == "switch")
    walk.tap(switch)
    short = shorten(recall, speech, tuple(walk.moves), {}, recall.changes(), ())
    assert [move.kind for move in short] == ["open", "switch"]


def test_a_move_that_did_nothing_is_not_written_down(recall: RecallPhone) -> None:
    walk = Walk(recall, speech_for(recall.image.apps, "en"), random.Random(0), ACT, {}, {})
    walk.open("clock")
    walk.tap(next(one for one in recall.offers() if one.label == "Alarms"))
    assert [move.kind for move in walk.moves] == ["open"]


def test_of_what_differs_with_the_time_only_a_change_is_asked_for(phone: WorldPhone) -> None:
    update = "UPDATE contacts_person SET note = :note, company = 'Tallow' WHERE id = 3"
    phone.change(update, {"note": "one"})
    first = changes_of(phone)
    phone.reset()
    phone.change(update, {"note": "other"})
    goal = goal_of(first, changes_of(phone), phone)
    assert goal is not None
    asked = goal.checks[0].sql.text  # type: ignore[union-attr]
    assert '"company" IS :' in asked and '"note" IS NOT :' in asked
    assert goal.allow[0].columns == {"note", "company"}


def test_walks_that_end_otherwise_have_no_goal(phone: WorldPhone) -> None:
    phone.change("DELETE FROM contacts_person WHERE id = 3")
    first = changes_of(phone)
    phone.reset()
    assert goal_of(first, changes_of(phone), phone) is None
    assert goal_of({}, {}, phone) is None


def test_drills_are_drawn_for_people_of_training() -> None:
    drawn = draw_tasks(Wish(suite="drills", count=60, seed=2))
    assert len(set(drawn)) == 60 and drawn == draw_tasks(Wish(suite="drills", count=60, seed=2))
    assert not set(drawn) & set(draw_tasks(Wish(suite="drills", count=60, seed=3)))
    persons = {int(id.partition("@")[2].partition(".")[0]) for id in drawn}
    assert persons <= set(plan().persons["train"])
    assert 10 <= sum(id.startswith("drills/cross") for id in drawn) <= 25
    assert {id.partition("@")[0] for id in draw_tasks(Wish(suite="drills", count=5, apps=("clock",)))} == {
        "drills/clock"
    }


@pytest.mark.parametrize(
    ("wish", "problem"),
    [
        (Wish(suite="drills", split="dev"), "drills are for training, not for split 'dev'"),
        (Wish(suite="drills", apps=("music",)), "no drills of music; there are drills of: bank"),
    ],
)
def test_drills_for_testing_are_refused(wish: Wish, problem: str) -> None:
    with pytest.raises(TaskError, match=problem):
        draw_tasks(wish)


def test_a_line_of_gold_keeps_only_the_options_it_has() -> None:
    assert step("tap", "Save", near="").options == ()
    assert Move("row", "A", "", "", ()).steps == ()


def test_every_field_gets_its_own_text(recall: RecallPhone) -> None:
    walk = Walk(recall, speech_for(recall.image.apps, "en"), random.Random(0), ACT, {}, {})
    walk.open("notes")
    for label in ("New note", "Checklist"):
        walk.tap(next(one for one in recall.offers() if one.label == label))
    # Looked at once, before any of them is filled: the last one has the keyboard then.
    fields = [one for one in recall.offers() if one.element.has(Flag.EDITABLE)]
    for field, text in zip(fields, ("Title of mine", "Bread"), strict=True):
        walk._do("fill", field.label, (walk._type(field, text),), value=text)
    shown = [one.text for one in recall.observe().elements if one.has(Flag.EDITABLE)]
    assert shown == ["Title of mine", "Bread"]
