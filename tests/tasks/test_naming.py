"""An instruction names only what is on the phone it is for, in the words of that phone."""

from __future__ import annotations

from pathlib import Path

from phonebuddy.tasks.naming import known_words, strange_names
from phonebuddy.tasks.reading import built_in_templates
from phonebuddy.tasks.speech import speech_for
from phonebuddy.tasks.task import Task, make_task
from phonebuddy.world.image import default_apps
from phonebuddy.world.spec.load import load_apps
from tests.tasks.helpers import STAR, phone, template

OWN = """
app: larder
title: Larder
package: com.example.larder
start: shelf
icon: check
color: teal
schema: CREATE TABLE larder_jar (id INTEGER PRIMARY KEY)
pages:
  shelf:
    top: {top_bar: Quincejam}
    body: [{text: Nothing here}]
"""


def strange(text: str, person: int = 0) -> list[str]:
    one = phone(person)
    apps = one.image.apps
    task = make_task(template(text), one, 0)
    return strange_names(template(text), task, apps, speech_for(apps, "zh" if person == 5 else "en"))


def test_a_name_that_no_app_says_is_strange() -> None:
    assert strange(STAR) == []
    assert strange(STAR.replace("to my favourites.", "to my list at Zephyrmail.")) == ["Zephyrmail"]


def test_an_app_is_named_as_its_phone_calls_it() -> None:
    english = STAR.replace("收藏 {name}", "在 Beanline 收藏 {name}")
    assert strange(english) == []
    assert strange(english, person=5) == ["Beanline, which is 豆线咖啡 here"]
    assert strange(STAR.replace("收藏 {name}", "在豆线咖啡收藏 {name}"), person=5) == []


def test_the_words_are_those_of_the_apps_on_the_phone(tmp_path: Path) -> None:
    (tmp_path / "larder").mkdir()
    (tmp_path / "larder/app.yaml").write_text(OWN)
    own = load_apps([tmp_path / "larder"])
    assert "Quincejam" in known_words(own) and "Beanline" not in known_words(own)
    assert "Quincejam" not in known_words(default_apps()) and "Beanline" in known_words(default_apps())


def test_each_phone_is_spoken_to_in_its_language() -> None:
    def told(person: int) -> set[str]:
        tasks: list[Task] = [make_task(template(STAR), phone(person), number) for number in range(12)]
        return {task.style for task in tasks}

    assert "zh" not in told(0) and len(told(0)) > 1
    assert told(5) == {"zh"}
    assert all(any(phrase.style == "zh" for phrase in one.phrases) for one in built_in_templates().values())
