"""Drills: made from their id, always the same; gold passes, doing nothing and half of it fail."""

from __future__ import annotations

import pytest

from phonebuddy.agents.gold import GoldPolicy
from phonebuddy.episodes.runner import Keep, Runner
from phonebuddy.episodes.stage import Assignment, WorldStage
from phonebuddy.errors import TaskError
from phonebuddy.tasks.drills import filling, walking
from phonebuddy.tasks.drills.make import drill_names, make_drill
from phonebuddy.tasks.gold import Gold
from phonebuddy.tasks.perform import perform
from phonebuddy.tasks.proving import phone_of
from phonebuddy.tasks.showing import find_task
from phonebuddy.tasks.splits import plan
from phonebuddy.tasks.task import Task
from phonebuddy.tasks.template import TaskTemplate
from phonebuddy.tasks.trial import Ending, begin
from phonebuddy.tasks.verify import verify
from phonebuddy.world.look import LookSpec

ENGLISH, CHINESE = 1, 5
SOME = [
    (f"drills/{app}", person, number)
    for person in (ENGLISH, CHINESE)
    for app in ("contacts", "clock", "coffee", "notes")
    for number in (3, 8)
]


@pytest.fixture(scope="module")
def drills() -> list[tuple[TaskTemplate, Task]]:
    return [make_drill(name, phone_of(person), number) for name, person, number in SOME]


def test_the_same_id_gives_the_same_drill(drills: list[tuple[TaskTemplate, Task]]) -> None:
    for (name, person, number), made in zip(SOME[::3], drills[::3], strict=True):
        assert make_drill(name, phone_of(person), number) == made


def test_gold_passes_with_the_words_it_is_told(drills: list[tuple[TaskTemplate, Task]]) -> None:
    for template, task in drills:
        phone = phone_of(task.person)
        started = begin(phone, template, task)
        done = perform(phone, Gold(template.gold, started.values, task.instruction, started.speech))
        assert not done.problem, task.id
        assert verify(template, phone, started, done.ending).is_success, task.id
        assert done.num_actions <= template.limit


def test_nothing_and_half_of_it_fail(drills: list[tuple[TaskTemplate, Task]]) -> None:
    for template, task in drills:
        phone = phone_of(task.person)
        started = begin(phone, template, task)
        assert verify(template, phone, started, Ending("finish", "Done.")).result == "failure", task.id
        half = Gold(template.gold[:-1], started.values, task.instruction, started.speech)
        ending = perform(phone, half).ending
        assert verify(template, phone, started, ending).result == "failure", task.id


def test_a_side_effect_fails(drills: list[tuple[TaskTemplate, Task]]) -> None:
    template, task = drills[0]
    phone = phone_of(task.person)
    started = begin(phone, template, task)
    done = perform(phone, Gold(template.gold, started.values, task.instruction, started.speech))
    phone.change("UPDATE clock_alarm SET label = 'Not asked for'")
    assert verify(template, phone, started, done.ending).side_effects


def test_no_app_of_testing_and_no_other_language(drills: list[tuple[TaskTemplate, Task]]) -> None:
    assert not {name.partition("/")[2] for name in drill_names()} & plan().test_apps
    for template, task in drills:
        assert not set(template.apps) & plan().test_apps
        assert any(letter > "\u3000" for letter in task.instruction) or task.person == ENGLISH


def test_what_is_typed_is_told(drills: list[tuple[TaskTemplate, Task]]) -> None:
    for template, task in drills:
        typed = [name for line in template.gold if line.word == "type" for name in line.value.names]
        for name in typed:
            assert str(task.values[name]).casefold() in task.instruction.casefold(), task.id


def test_two_apps_and_a_value_carried_between_them() -> None:
    phone = phone_of(ENGLISH)
    made = [make_drill("drills/cross", phone, number) for number in range(5)]
    carried = [(template, task) for template, task in made if template.tags[1] == "read"]
    assert carried, "of five, three on average"
    for template, task in carried:
        assert template.category == "cross"
        untold = [value for name, value in task.values.items() if name[0] == "t"]
        assert any(str(value) not in task.instruction for value in untold), task.instruction


def made_for(
    aim: str, app: str, monkeypatch: pytest.MonkeyPatch, numbers: range, person: int = ENGLISH
) -> list[tuple[TaskTemplate, Task]]:
    """Drills of one aim only."""
    monkeypatch.setattr(walking, "AIMS", dict.fromkeys(walking.AIMS, 0) | {aim: 1})
    monkeypatch.setattr(walking, "TWICE", 0)
    return [make_drill(f"drills/{app}", phone_of(person), number) for number in numbers]


def judged(template: TaskTemplate, task: Task, ending: Ending | None = None) -> str:
    """The verdict on its gold, or on another ending."""
    phone = phone_of(task.person)
    started = begin(phone, template, task)
    done = perform(phone, Gold(template.gold, started.values, task.instruction, started.speech))
    assert not done.problem, (task.id, done.problem)
    return verify(template, phone, started, ending or done.ending).result


@pytest.mark.parametrize(
    ("person", "app"), [(ENGLISH, "contacts"), (CHINESE, "calendar"), (ENGLISH, "clock")]
)
def test_what_is_not_there_is_refused(person: int, app: str, monkeypatch: pytest.MonkeyPatch) -> None:
    [(template, task)] = made_for("missing", app, monkeypatch, range(1), person)
    assert template.end == "impossible" and template.tags == ("drill", "missing")
    assert judged(template, task) == "success"
    assert judged(template, task, Ending("finish", "Done.")) == "failure"
    typed = [name for line in template.gold if line.word == "type" for name in line.value.names]
    assert all(str(task.values[name]) in task.instruction for name in typed)


@pytest.mark.parametrize(("person", "app"), [(ENGLISH, "coffee"), (CHINESE, "bills"), (ENGLISH, "messages")])
def test_what_is_not_in_a_list_is_refused(person: int, app: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Asked for in the words for what is there, and called as if it were."""
    [(template, task)] = made_for("absent", app, monkeypatch, range(1), person)
    assert template.end == "impossible" and template.gold[-1].word == "answer"
    assert judged(template, task) == "success"
    assert judged(template, task, Ending("finish", "Done.")) == "failure"
    named = [word for word in task.instruction.split() if word in template.gold[-1].value.pieces[0]]
    assert named or person == CHINESE


def test_what_stands_on_the_first_page_is_read_there(monkeypatch: pytest.MonkeyPatch) -> None:
    for template, task in made_for("glance", "clock", monkeypatch, range(3)):
        assert len(template.gold) <= 4, "open, perhaps another tab, and answer"
        assert judged(template, task) == "success"


def test_what_only_a_page_of_its_own_tells_is_read_there(monkeypatch: pytest.MonkeyPatch) -> None:
    for template, task in made_for("detail", "bills", monkeypatch, range(3)):
        assert len(template.gold) >= 4, "open, open the host's app, a row, and answer"
        assert str(task.values["answer"]) not in task.instruction
        assert judged(template, task) == "success"


def test_more_than_one_is_asked_for_by_number(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(filling, "SEVERAL", 1)
    made = made_for("act", "coffee", monkeypatch, range(3))
    several = [(template, task) for template, task in made if "More: How many" in repr(template.gold)]
    assert several
    for template, task in several:
        taps = sum(line.value.pieces == ("More: How many",) for line in template.gold)
        assert str(taps + 1) in task.instruction and " one " not in task.instruction
        assert judged(template, task) == "success"


def test_what_is_untold_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    for template, task in made_for("untold", "notes", monkeypatch, range(2)):
        assert template.end == "ask" and template.gold[-1].word == "ask"
        assert judged(template, task) == "success"
        assert judged(template, task, Ending("finish", "Done.")) == "failure"
        assert judged(template, task, Ending("finish", "It cannot be done.")) == "failure"


def test_an_edit_is_about_something_that_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    made = made_for("edit", "calendar", monkeypatch, range(4))
    for template, task in made:
        assert {"update", "delete"} & {rule.kind for rule in template.allow}, task.instruction
        assert judged(template, task) == "success"
    words = [line.word for template, _ in made for line in template.gold]
    assert "type" in words, "of four, half are searched for"


def test_questions_pick_one_value_of_many_and_compare_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    made = made_for("read", "bills", monkeypatch, range(8))
    others = 0
    for template, task in made:
        assert judged(template, task) == "success"
        assert judged(template, task, Ending("finish", "I do not know.")) == "failure"
        if "other" in task.values:
            others += 1
            both = f"{task.values['answer']} or {task.values['other']}"
            assert judged(template, task, Ending("finish", both)) == "failure", "no guessing by naming both"
        else:
            assert str(task.values["answer"]) not in task.instruction
    assert 0 < others < len(made)


def test_no_instruction_is_a_path(drills: list[tuple[TaskTemplate, Task]]) -> None:
    for _, task in drills:
        assert ">" not in task.instruction
        assert len(task.instruction.split()) > 1 or task.person == CHINESE, task.instruction


def test_the_runner_plays_them_on_any_look() -> None:
    ids = [f"drills/clock@{ENGLISH}.3", f"drills/contacts@{CHINESE}.8"]
    given = [Assignment(str(n), id, look=LookSpec("1080x2400", dark=True)) for n, id in enumerate(ids)]
    episodes = list(Runner([WorldStage()], Keep(snapshots=False)).play(given, GoldPolicy()))
    assert [one.result for one in episodes] == ["success", "success"]
    assert [one.template for one in episodes] == ["drills/clock", "drills/contacts"]
    _, task, phone = find_task(ids[0])
    phone.close()
    assert next(one.instruction for one in episodes if one.id == "0") == task.instruction


def test_a_drill_of_an_app_of_testing_is_refused() -> None:
    with pytest.raises(TaskError, match="no drill 'drills/music'; there are: drills/bank"):
        make_drill("drills/music", phone_of(ENGLISH), 0)
