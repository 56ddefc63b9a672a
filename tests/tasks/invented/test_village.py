"""The village: phones with invented apps, and the tasks that come with them."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
import yaml

from phonebuddy.episodes.drawing import INVENTED, Wish, draw_tasks
from phonebuddy.errors import AppError, TaskError
from phonebuddy.tasks.calling import task_on
from phonebuddy.tasks.gold import Gold
from phonebuddy.tasks.invented import village
from phonebuddy.tasks.invented.bridges import bridges
from phonebuddy.tasks.invented.kinds import MAKERS
from phonebuddy.tasks.invented.make import make_invented
from phonebuddy.tasks.invented.reading import read_templates
from phonebuddy.tasks.invented.village import (
    FIRST,
    FOLDER,
    NUM_APPS,
    image_of,
    sketches,
    speaks_chinese,
    templates_for,
    templates_text,
    villagers,
    write_app,
)
from phonebuddy.tasks.keeping import Cupboard
from phonebuddy.tasks.perform import perform
from phonebuddy.tasks.proving import phone_of
from phonebuddy.tasks.reading import parse_templates
from phonebuddy.tasks.splits import plan
from phonebuddy.tasks.task import read_id
from phonebuddy.tasks.trial import Ending, begin
from phonebuddy.tasks.verify import verify
from phonebuddy.world.image import Image, build_image, default_apps
from phonebuddy.world.phone import WorldPhone
from phonebuddy.world.spec.load import extend_apps

SOMEBODY = villagers(1, 3)[0]


@pytest.fixture
def empty_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is found and nothing kept, so every phone is made up."""
    monkeypatch.setattr(Cupboard, "find", lambda _self, _name: None)
    monkeypatch.setattr(Cupboard, "keep", lambda _self, _name, _data: None)


@pytest.mark.usefixtures("empty_disk")
def test_the_number_says_all() -> None:
    village._village_image.cache_clear()
    first = image_of(SOMEBODY)
    village._village_image.cache_clear()
    sketches.cache_clear()
    again = image_of(SOMEBODY)
    assert again is not first and again.id == first.id and again.data == first.data
    assert len(first.apps.apps) == len(default_apps().apps) + NUM_APPS
    assert image_of(SOMEBODY + 8).id != first.id


@pytest.mark.usefixtures("empty_disk")
def test_two_threads_that_want_one_phone_make_it_up_once(monkeypatch: pytest.MonkeyPatch) -> None:
    built: list[int] = []

    def build(_apps: object, person: int) -> Image:
        built.append(person)
        time.sleep(0.05)  # so that the other thread comes while this one builds
        return build_image()

    monkeypatch.setattr(village, "build_image", build)
    monkeypatch.setattr(village, "pack_image", lambda _image, _texts: b"")
    village._village_image.cache_clear()
    try:
        with ThreadPoolExecutor(2) as pool:
            first, second = pool.map(image_of, [SOMEBODY, SOMEBODY])
    finally:
        village._village_image.cache_clear()
    assert built == [SOMEBODY] and first is second


def test_outside_of_the_village_nothing_is_invented() -> None:
    assert image_of(0) is build_image(seed=0)
    assert min(villagers(5, 0)) >= FIRST > max(span[-1] for span in plan().persons.values())


def test_most_tasks_can_be_done_and_none_by_doing_nothing() -> None:
    phone, good, tried = phone_of(SOMEBODY), 0, 0
    for number in range(0, 30, 3):
        template, task = make_invented("invented/any", phone, number)
        started = begin(phone, template, task)
        assert verify(template, phone, started, Ending("finish", "Done.")).result == "failure"
        done = perform(phone, Gold(template.gold, started.values, task.instruction, started.speech))
        assert verify(template, phone, started, done.ending).is_success and not done.problem
    ids = list(templates_for(SOMEBODY))[::9]
    for id in ids:
        try:
            template, task = make_invented(id, phone, 0)
        except TaskError:
            continue  # a built-in app of this phone has nothing of the kind
        started = begin(phone, template, task)
        done = perform(phone, Gold(template.gold, started.values, task.instruction, started.speech))
        good += verify(template, phone, started, done.ending).is_success
        tried += 1
    assert tried >= 0.9 * len(ids) >= 8 and good >= 0.9 * tried


def test_a_category_alone() -> None:
    wish = Wish(suite=INVENTED, count=6, categories=("cross",), seed=3)
    for id in draw_tasks(wish)[:3]:
        person, _, number = id.partition("@")[2].partition(".")
        template, task = task_on(phone_of(int(person)), "invented/cross", int(number))
        assert template.category == "cross" and task.id.startswith(template.id)


def test_a_family_alone_and_where_a_phone_has_none_of_it() -> None:
    assert draw_tasks(Wish(suite=INVENTED, count=1, categories=("tucked",), seed=3))[0].startswith(
        "invented/tucked@"
    )
    english, chinese = (
        next(one for one in range(FIRST, FIRST + 200) if speaks_chinese(one) is wanted)
        for wanted in (False, True)
    )
    assert any("_tuck_" in name for name in templates_for(english)), "this phone has some"
    template, _ = make_invented("invented/tucked", phone_of(english), 0)
    assert "_tuck_" in template.id
    template, _ = make_invented("invented/tucked", phone_of(chinese), 0)
    assert "_tuck_" not in template.id
    with pytest.raises(TaskError, match="did you mean 'tucked'"):
        draw_tasks(Wish(suite=INVENTED, count=1, categories=("tuckd",)))


@pytest.mark.parametrize(("per_phone", "phones"), [(0, 3), (1, 90), (7, 13), (90, 1)])
def test_so_many_tasks_are_on_each_phone(per_phone: int, phones: int) -> None:
    drawn = draw_tasks(Wish(suite=INVENTED, count=90, seed=3, per_phone=per_phone))
    assert len(set(drawn)) == 90 and len({read_id(id)[1] for id in drawn}) == phones


def test_tasks_that_are_not_there() -> None:
    with pytest.raises(TaskError, match="for training, not for split 'test'"):
        draw_tasks(Wish(suite=INVENTED, split="test", count=3))
    with pytest.raises(TaskError, match="no template 'invented/nothing'"):
        make_invented("invented/nothing", phone_of(SOMEBODY), 0)
    with pytest.raises(TaskError, match="at most"):
        villagers(200_000, 0)


def test_bridges_lead_to_apps_of_training_only() -> None:
    names = {one.name for one in bridges()}
    assert names <= set(default_apps().apps) and not names & plan().test_apps


def test_more_apps_that_are_wrong_are_refused(tmp_path: Path) -> None:
    sketch, _ = sketches(SOMEBODY)[0]
    folder = write_app(tmp_path, sketch, is_mini=False)
    text = (folder / "app.yaml").read_text("utf-8")
    (folder / "app.yaml").write_text(text.replace("list_item:", "list_itme:", 1), "utf-8")
    with pytest.raises(AppError, match="list_item"):
        extend_apps(default_apps(), [folder])


class _Dumper(yaml.SafeDumper):
    def ignore_aliases(self, data: Any) -> bool:
        return True


_Dumper.add_representer(type(None), lambda dumper, _: dumper.represent_scalar("tag:yaml.org,2002:null", ""))


def test_data_is_written_as_the_library_would() -> None:
    odd: dict[str, Any] = {
        "no": "no",
        "1": "1",
        "two": [True, None, -3, 0.5, 1e20, "it's: so", "", [], {}, ("x", [1])],
    }
    for data in (odd, *(sketch.content for sketch, _ in sketches(SOMEBODY))):
        wanted = yaml.dump(data, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=10_000)
        assert village._yaml(data) == wanted


def test_templates_are_read_from_data_as_from_their_file() -> None:
    data, apps = village._templates_data(SOMEBODY), image_of(SOMEBODY).apps
    read, parsed = read_templates(data, FOLDER, apps), parse_templates(templates_text(SOMEBODY), FOLDER, apps)
    assert read == parsed and list(read) == list(parsed) and len(read) > 100
    kinds = [[type(value) for one in each.values() for new in one.news for value in new.values]
             for each in (read, parsed)]  # fmt: skip
    assert kinds[0] == kinds[1]
    (first, *_) = data
    wrong = {**data, first: {**data[first], "gold": [{"tpa": "Save"}]}}
    with pytest.raises(TaskError, match=r"invented.yaml:\d+: .*'tpa'.*did you mean 'tap'"):
        read_templates(wrong, FOLDER, apps)


@pytest.mark.parametrize("kind", sorted(MAKERS))
def test_apps_of_a_kind_differ(kind: str) -> None:
    import random

    made = [MAKERS[kind]("x0", random.Random(f"test/{number}")) for number in range(4)]
    assert made[0] == MAKERS[kind]("x0", random.Random("test/0"))
    assert len({repr(one.app) for one in made}) == 4


def test_the_phone_shows_them() -> None:
    phone = WorldPhone(image_of(SOMEBODY))
    titles = {sketch.title for sketch, is_mini in sketches(SOMEBODY) if not is_mini}
    assert titles <= {app.manifest.title for app in phone.image.apps.apps.values()}
    phone.close()
