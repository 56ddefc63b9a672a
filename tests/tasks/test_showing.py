"""What graders are told of a task is what its checks want, and nothing that would be wrong on this phone."""

from __future__ import annotations

import pytest

from phonebuddy.tasks.showing import say_rubric
from phonebuddy.tasks.task import make_task
from phonebuddy.tasks.trial import begin
from tests.tasks.helpers import STAR, phone, template

READ = """
read:
  apps: [contacts]
  draw:
    who: SELECT id, name, phone FROM contacts_people WHERE phone <> '' GROUP BY name HAVING count(*) = 1
    pick: SELECT :name AS better, 1250 AS cents, '/storage/x' AS path
  say:
    - terse: "{name}'s number?"
    - plain: "What is the number of {name}?"
    - chatty: "Please find the number of {name} for me."
    - zh: "{name} 的电话？"
  goal:
    - answer: "{phone}"
    - exactly 0: SELECT note FROM contacts_person WHERE id = :id
      saying: never this
    - present: SELECT name FROM contacts_people WHERE id = :id
      saying: "{name}"
  gold:
    - open: Contacts
    - answer: "{phone}"
  rubric: The number is told.
"""


def rubric(text: str) -> tuple[str, dict[str, object]]:
    found = template(text)
    task = make_task(found, phone(), 1)
    return say_rubric(found, task, begin(phone(), found, task)), dict(task.values)


def test_a_rubric_tells_the_right_answer_and_what_the_words_leave_open() -> None:
    said, values = rubric(READ)
    assert said.startswith(f"The number is told. Right answer: {values['phone']}.")
    assert f"Must be said there: {values['name']}." in said
    assert "cents 1250" in said and said.endswith("Nothing else was changed.")


def test_a_rubric_leaves_out_what_must_not_be_and_what_says_nothing_to_people() -> None:
    said, values = rubric(READ)
    assert "never this" not in said and "/storage/x" not in said and f"id {values['id']}" not in said


def test_which_of_two_it_is_is_told_although_both_are_named() -> None:
    twice = READ.replace(
        '    - present: SELECT name FROM contacts_people WHERE id = :id\n      saying: "{name}"\n', ""
    )
    said, values = rubric(twice)
    assert f"better {values['name']}" in said


@pytest.mark.parametrize(
    ("end", "says"), [("ask", "a question to the user"), ("impossible", "cannot be done")]
)
def test_how_it_should_end_is_told(end: str, says: str) -> None:
    looked = "  goal:\n    - present: SELECT 1 FROM phone_event WHERE app = 'contacts'\n"
    goal = STAR[STAR.index("  goal:") : STAR.index("  gold:")]
    last = {"ask": "    - ask: Who?\n", "impossible": "    - answer: It cannot be done.\n"}[end]
    said, _ = rubric(STAR.replace(goal, f"  end: {end}\n{looked}").replace("  rubric:", f"{last}  rubric:"))
    assert says in said
