"""Templates with a mistake are refused with the line it stands on and what would be accepted."""

from __future__ import annotations

from pathlib import Path

import pytest

from phonebuddy.errors import TaskError
from phonebuddy.tasks.changes import incidental
from phonebuddy.tasks.reading import built_in_templates, check_templates, parse_templates, template_called
from phonebuddy.tasks.reading_incidental import read_incidental
from phonebuddy.tasks.template import CATEGORIES
from tests.tasks.helpers import ALARM, STAR, template

MISTAKES = [
    ("apps: [contacts]", "apps: [contact]", "trial.yaml:3: unknown app 'contact' (did you mean 'contacts'?)"),
    ("  goal:", "  goals:", "trial.yaml:11: unknown key of template 'goals' (did you mean 'goal'?)"),
    ("- terse:", "- tense:", "trial.yaml:7: unknown style 'tense' (did you mean 'terse'?)"),
    ("Favourite {name}", "Favourite {nam}", "trial.yaml:7: unknown name 'nam' (did you mean 'name'?)"),
    ("Favourite {name}", "Favourite them", "do not name the same things: who"),
    ("Favourite {name}", "Favourite {name", "a brace without its partner"),
    ('    - zh: "收藏 {name}"\n', "", "3 phrasings in 3 styles; at least 4"),
    ("FROM contacts_people", "FROM contacts_peple", "did you mean 'contacts_people'?"),
    ("SELECT id, name FROM", "DELETE FROM contacts_person WHERE", "SQL that starts with 'DELETE'"),
    ("SELECT id, name FROM", "SELECT id, name, 'now' AS x, date('now') FROM", "the real time"),
    ("present:", "presence:", "trial.yaml:12: unknown check 'presence' (did you mean 'present'?)"),
    ("AND starred", "AND stared", "did you mean 'starred'?"),
    ("id = :id AND", "id = :idd AND", "unknown name 'idd' (did you mean 'id'?)"),
    ("update contacts_person", "upgrade contacts_person", "unknown kind of change 'upgrade'"),
    ("contacts_person(starred)", "contacts_person(star)", "unknown column of contacts_person 'star'"),
    ("allow: update", "allow: please update", "is no rule"),
    ("- tap: Add", "- tape: Add", "trial.yaml:19: unknown step 'tape' (did you mean 'tap'?)"),
    ("into: Search", "in: Search", "unknown option of 'type' 'in' (did you mean 'into'?)"),
    ("  rubric: The person is a favourite.", "  tags: [x]", "needs 'rubric'"),
    ("  rubric:", "  limit: soon\n  rubric:", "'limit' takes a whole number of steps, not 'soon'"),
    ("  rubric:", "  split: exam\n  rubric:", "unknown split 'exam'"),
    ("  rubric:", "  end: ask\n  rubric:", "'end: ask' means that gold ends with 'ask'"),
    ("  goal:", "  end: ask\n  goal:", "needs a check of phone_event that shows where the agent looked"),
    ("  goal:", "  end: ask\n  goal:", "'end: ask' changes nothing; leave 'allow' out"),
    ("apps: [contacts]", "apps: [contacts, notes]", "tagged with at least one of: value, object, compare"),
    ("  rubric:", "  start: {clock: noon}\n  rubric:", "takes a time such as 18:30"),
    ("  rubric:", "  start: {open: clock/alarm}\n  rubric:", "unknown page of 'clock' 'alarm'"),
    ("  rubric:", "  start: {interrupt: [adverts]}\n  rubric:", "unknown interruption 'adverts'"),
    ("  rubric:", "  private: [{field: shop/cart/phone}]\n  rubric:", "unknown field of 'shop/cart' 'phone'"),
    ("  rubric:", "  new: {x: [1]}\n  rubric:", "at least two values"),
    ("    - open: Contacts", "    - answer: Yes\n    - open: Contacts", "'answer' ends the episode"),
    ("    - open: Contacts", "    - work_out: n\n      as: SELECT 1 FROM hub_mini", "may not look into"),
]  # fmt: skip


@pytest.mark.parametrize(("before", "after", "complaint"), MISTAKES)
def test_a_mistake_is_found_with_its_line_and_a_way_out(before: str, after: str, complaint: str) -> None:
    assert before in STAR
    with pytest.raises(TaskError) as error:
        parse_templates(STAR.replace(before, after, 1), "trial")
    assert complaint in str(error.value)
    assert "trial.yaml:" in str(error.value)


def test_every_mistake_of_a_file_is_reported_at_once(tmp_path: Path) -> None:
    path = tmp_path / "bad.yaml"
    path.write_text(
        STAR.replace("apps: [contacts]", "apps: [x]") + ALARM.replace("- tap: Save", "- tab: Save")
    )
    found, templates = check_templates([path])
    assert len(found) == 2 and not templates


def test_a_file_that_is_no_map_or_no_yaml_is_refused(tmp_path: Path) -> None:
    for name, text in (("list", "- a"), ("torn", "a: ["), ("empty", "")):
        path = tmp_path / f"{name}.yaml"
        path.write_text(text)
        assert check_templates([path])[0]


def test_the_category_follows_from_the_apps() -> None:
    def category(apps: str) -> str:
        return template(STAR.replace("apps: [contacts]", f"apps: [{apps}]\n  tags: [value]")).category

    assert category("contacts") == "single"
    assert category("hub") == "single"
    assert category("coffee") == "mini"
    assert category("hub, coffee") == "mini"
    assert category("coffee, bikes") == "cross"
    assert category("hub, coffee, contacts") == "cross"


def test_the_digest_follows_the_meaning_and_not_the_spacing() -> None:
    assert template(STAR).digest == template(f"# a comment\n{STAR}").digest
    assert template(STAR).digest != template(STAR.replace("Favourite", "Star")).digest


def test_all_built_in_templates_are_sound_and_of_every_category() -> None:
    known = built_in_templates()
    assert {one.category for one in known.values()} == set(CATEGORIES)
    assert len({phrase.text for one in known.values() for phrase in one.phrases}) >= 4 * len(known) - 8


def test_an_unknown_template_names_the_nearest() -> None:
    with pytest.raises(TaskError, match="did you mean 'clock/add_alarm'"):
        template_called("clock/add_alarms")


def test_incidental_rules_speak_of_their_own_app_only(tmp_path: Path) -> None:
    assert incidental()
    path = tmp_path / "incidental.yaml"
    path.write_text("notes:\n  - update messages_sms(read)\n")
    with pytest.raises(TaskError, match="not a table of 'notes'"):
        read_incidental(path)
