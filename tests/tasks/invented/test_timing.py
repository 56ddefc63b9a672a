"""Timing: days and times that come from another app."""

from __future__ import annotations

import random
from pathlib import Path

from phonebuddy.errors import TaskError
from phonebuddy.tasks.invented.agenda.app import sketch_agenda
from phonebuddy.tasks.invented.asking import Place
from phonebuddy.tasks.invented.records.app import sketch_records
from phonebuddy.tasks.invented.timing import NUM_TIMINGS, timings
from phonebuddy.tasks.invented.village import FOLDER, _yaml, built_in_places, write_app
from phonebuddy.tasks.proving import LOOK
from phonebuddy.tasks.reading import parse_templates
from phonebuddy.world.image import build_image, default_apps
from phonebuddy.world.phone import WorldPhone
from phonebuddy.world.spec.load import extend_apps
from tests.tasks.invented.golds import assert_doable

AGENDAS = [sketch_agenda(f"agenda{number}", random.Random(f"test/{number}")) for number in range(2)]


def test_what_is_read_elsewhere_becomes_the_day_or_the_time(tmp_path: Path) -> None:
    apps = extend_apps(default_apps(), [write_app(tmp_path, one, is_mini=False) for one in AGENDAS])
    phone = WorldPhone(build_image(apps, seed=0), LOOK)
    places = [Place(one, "", "") for one in AGENDAS]
    made = timings(places, built_in_places(), random.Random(1))
    assert len(made) == NUM_TIMINGS * len(AGENDAS)
    done = 0
    for template in parse_templates(_yaml(made), FOLDER, apps).values():
        try:
            assert_doable(phone, template)
            done += 1
        except TaskError:
            continue  # a day of another year, or an app with nothing of the kind
    assert done >= len(made) / 3


def test_words_fit_behind_a_preposition() -> None:
    made = timings([Place(AGENDAS[0], "", "")], built_in_places(), random.Random(2))
    said = [text for one in made.values() for phrase in one["say"] for text in phrase.values()]
    assert not [text for text in said if " on when " in text or " at when " in text or " until when " in text]


def test_apps_that_keep_no_times_take_none() -> None:
    records = Place(sketch_records("records0", random.Random(3)), "", "")
    assert timings([records], built_in_places(), random.Random(1)) == {}
