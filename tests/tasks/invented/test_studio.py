"""Studio: invented apps worked by long presses and by the clock, with drafts that are sent or stay drafts."""

from __future__ import annotations

import random
import shutil
from pathlib import Path

import pytest

from phonebuddy.errors import AppError
from phonebuddy.tasks.gold import Gold
from phonebuddy.tasks.invented.asking import Place, templates_of
from phonebuddy.tasks.invented.reading import read_templates
from phonebuddy.tasks.invented.sketch import Data, Sketch
from phonebuddy.tasks.invented.studio.app import sketch_studio
from phonebuddy.tasks.invented.studio.checking import check_studio
from phonebuddy.tasks.invented.studio.deeds import SLACK, Deeds
from phonebuddy.tasks.invented.studio.plan import Plan
from phonebuddy.tasks.invented.studio.words import FOLDER as WORDS
from phonebuddy.tasks.invented.village import FOLDER, HOST, HOST_TITLE, write_app
from phonebuddy.tasks.perform import perform
from phonebuddy.tasks.proving import LOOK
from phonebuddy.tasks.task import make_task
from phonebuddy.tasks.template import TaskTemplate
from phonebuddy.tasks.trial import Ending, begin
from phonebuddy.tasks.verify import Verdict, verify
from phonebuddy.world.image import build_image, default_apps
from phonebuddy.world.phone import WorldPhone
from phonebuddy.world.spec.load import extend_apps
from tests.tasks.invented.golds import UNDISTURBED, assert_doable

NAMES = ("studio0", "studio1", "studio2", "studio3")
Made = tuple[WorldPhone, dict[str, TaskTemplate]]


def _chance(name: str) -> random.Random:
    return random.Random(f"test/{name}")


def _sketch(name: str) -> Sketch:
    return sketch_studio(name, _chance(name))


def _plan(name: str) -> Plan:
    return Plan(name, _chance(name))


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Made:
    """A phone with a few such apps, every second a mini, and all that is asked of them."""
    folder = tmp_path_factory.mktemp("studio")
    sketches = list({one.title: one for one in map(_sketch, NAMES)}.values())
    places = [Place(one, *((HOST, HOST_TITLE) if at % 2 else ("", ""))) for at, one in enumerate(sketches)]
    folders = [write_app(folder, one.sketch, is_mini=len(one.apps) > 1) for one in places]
    image = build_image(extend_apps(default_apps(), folders), seed=0)
    found: Data = {}
    for place in places:
        found |= templates_of(place, random.Random(place.sketch.name))
    return WorldPhone(image, LOOK), read_templates(found, FOLDER, image.apps)


def _after(made: Made, name: str, *changes: str) -> Verdict:
    """What comes of it when these are all that was done to the tables."""
    phone, templates = made
    template = templates[f"{FOLDER}/{name}"]
    started = begin(phone, template, make_task(template, phone, UNDISTURBED))
    for change in changes:
        values = {key: value for key, value in started.values.items() if f":{key}" in change}
        phone.change(change, values)
    return verify(template, phone, started, Ending("finish", "Done."))


def test_the_same_chance_gives_the_same_app() -> None:
    assert _sketch("studio0") == _sketch("studio0") != _sketch("studio1")


def test_every_gold_reaches_its_goal(made: Made) -> None:
    phone, templates = made
    for template in templates.values():
        assert_doable(phone, template)
    assert len(templates) > 60


def test_chance_draws_every_way_of_building() -> None:
    plans = [_plan(f"studio{number}") for number in range(60)]
    assert {one.listing for one in plans} == {"rows", "grid"}
    assert {one.named_at for one in plans} == {"dialog", "field", "nowhere"}
    assert {one.retry_at for one in plans} == {"row", "page", "menu"}
    assert {(one.is_saved, one.big_as) for one in plans} == {
        (saved, big) for saved in (True, False) for big in ("button", "fab")
    }


def test_several_are_chosen_by_one_long_press_and_taps() -> None:
    deeds = {one.name: one for one in Deeds(_plan("studio0")).all()}
    for name in ("archive3", "delete3", "out3"):
        words = [next(iter(step)) for step in deeds[name].gold]
        held = words.index("hold")
        assert words.count("hold") == 1 and words[held : held + 4] == ["hold", "tap", "tap", "tap"]


def test_all_of_them_and_no_other(made: Made) -> None:
    name = NAMES[0]
    away = f"UPDATE {name}_take SET away = 1 WHERE id"
    both = f"{away} IN (:id, :id2)"
    assert _after(made, f"{name}_archive2", both).is_success
    assert not _after(made, f"{name}_archive2", f"{away} = :id").is_success
    one_more = f"{away} = (SELECT min(id) FROM {name}_take WHERE id NOT IN (:id, :id2))"
    assert not _after(made, f"{name}_archive2", both, one_more).is_success
    assert not _after(made, f"{name}_archive2", f"DELETE FROM {name}_take WHERE id IN (:id, :id2)").is_success


def test_a_draft_that_was_to_be_changed_only_must_not_be_sent(made: Made) -> None:
    for name in made[1]:
        form = name.rpartition("/")[2]
        if "_just_" not in form:
            continue
        phone, templates = made
        twin = templates[name]
        started = begin(phone, twin, make_task(twin, phone, UNDISTURBED))
        done = perform(phone, Gold(twin.gold, started.values, "", started.speech))
        assert verify(twin, phone, started, done.ending).is_success, name
        phone.change(f"UPDATE {form.partition('_')[0]}_draft SET sent = 1")
        assert not verify(twin, phone, started, done.ending).is_success, name


def test_a_draft_that_was_to_be_sent_must_not_stay_one(made: Made) -> None:
    phone, templates = made
    for name, template in templates.items():
        if "_whole_" not in name:
            continue
        table = f"{name.rpartition('/')[2].partition('_')[0]}_draft"
        started = begin(phone, template, make_task(template, phone, UNDISTURBED))
        done = perform(phone, Gold(template.gold, started.values, "", started.speech))
        phone.change(f"UPDATE {table} SET sent = 0")
        assert not verify(template, phone, started, done.ending).is_success, name


def test_what_is_stopped_too_early_or_too_late_fails(made: Made) -> None:
    phone, templates = made
    template = templates[f"{FOLDER}/{NAMES[0]}_run0"]
    for by, is_right in ((0, True), (-(SLACK + 1), False), (SLACK + 1, False)):
        started = begin(phone, template, make_task(template, phone, UNDISTURBED))
        done = perform(phone, Gold(template.gold, started.values, "", started.speech))
        phone.change(
            f"UPDATE {NAMES[0]}_take SET secs = secs + {by} WHERE id > :last",
            {"last": started.values["last"]},
        )
        assert verify(template, phone, started, done.ending).is_success == is_right, by


def test_a_second_one_is_no_second_try(made: Made) -> None:
    name = NAMES[0]
    again = f"UPDATE {name}_take SET stuck = 0 WHERE id = :id"
    copy = f"INSERT INTO {name}_take (name, kind, secs, made) SELECT name, kind, secs, made FROM {name}_take"
    assert _after(made, f"{name}_retry", again).is_success
    assert not _after(made, f"{name}_retry", again, f"{copy} WHERE id = :id").is_success


def test_the_files_are_well_formed() -> None:
    check_studio(WORDS)


def test_what_is_wrong_in_the_files_is_told_with_its_line(tmp_path: Path) -> None:
    for file in ("words.yaml", "domains.yaml"):
        shutil.copy(WORDS / file, tmp_path)
    said, told = tmp_path / "words.yaml", tmp_path / "domains.yaml"
    text = said.read_text().replace("- archive {them}\n", "- archive that\n")
    said.write_text(
        text.replace('"{x} and {do}"', '"{x} and leave"').replace("- erase {them}", "- delete {them}")
    )
    domains = (
        told.read_text().replace("icon: bird\n", "icon: birdie\n").replace("does: publish", "does: shout", 1)
    )
    told.write_text(
        domains.replace("start: [Record,", "start: [Recorder,").replace(
            "  shelf: [All takes,", "  shelves: [All takes,"
        )
    )
    with pytest.raises(AppError) as caught:
        check_studio(tmp_path)
    found = str(caught.value)
    assert "words.yaml:" in found and "'archive that' needs {them} once" in found
    assert "'delete {them}' stands twice in 'delete'" in found
    assert "'{x} and leave' does not ask for the whole" in found
    assert "domains.yaml:" in found and "there is no icon 'birdie'" in found
    assert "'Recorder' is of 'start' and of 'places of run'" in found
    assert "unknown key 'shelves'" in found and "'voice' has no 'shelf'" in found
    assert "unknown value of 'does' 'shout'" in found
