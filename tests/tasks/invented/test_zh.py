"""Chinese phones of the village: their apps, what is asked there, in Chinese and nothing else."""

from __future__ import annotations

import random
import re
import shutil
from pathlib import Path

import pytest

from phonebuddy.errors import AppError
from phonebuddy.tasks.gold import Gold
from phonebuddy.tasks.invented.asking import Place
from phonebuddy.tasks.invented.chains import chains_of
from phonebuddy.tasks.invented.reading import read_templates
from phonebuddy.tasks.invented.sketch import Sketch
from phonebuddy.tasks.invented.village import (
    FOLDER,
    HOST,
    HOST_TITLE,
    OFFICE,
    sketches,
    speaks_chinese,
    villagers,
    write_app,
)
from phonebuddy.tasks.invented.zh.app import sketch_zh
from phonebuddy.tasks.invented.zh.checking import check_zh
from phonebuddy.tasks.invented.zh.saying import fits
from phonebuddy.tasks.invented.zh.tasks import chinese_tasks
from phonebuddy.tasks.invented.zh.words import FOLDER as WORDS
from phonebuddy.tasks.invented.zh.words import domains
from phonebuddy.tasks.perform import perform
from phonebuddy.tasks.proving import LOOK
from phonebuddy.tasks.task import make_task, rows_of
from phonebuddy.tasks.template import CROSS, TaskTemplate
from phonebuddy.tasks.trial import Ending, begin
from phonebuddy.tasks.verify import verify
from phonebuddy.world.image import build_image, default_apps
from phonebuddy.world.phone import WorldPhone
from phonebuddy.world.spec.load import extend_apps
from phonebuddy.world.state.speech import CHINESE
from tests.tasks.invented.golds import UNDISTURBED, assert_doable

CHINESE_SEED = 5
"""Somebody whose phone speaks Chinese."""
Made = tuple[WorldPhone, dict[str, TaskTemplate]]


def _sketch(at: int, domain: str) -> Sketch:
    return sketch_zh(f"zh{at}", random.Random(f"test/{domain}"), domain)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Made:
    """A phone with one app of its owner's, one to buy from and one to book with, a mini."""
    folder = tmp_path_factory.mktemp("zh")
    apps = [_sketch(at, domain) for at, domain in enumerate(("plants", "tea", "gym"))]
    places = [Place(one, *((HOST, HOST_TITLE) if one is apps[2] else ("", ""))) for one in apps]
    folders = [write_app(folder, one.sketch, is_mini=len(one.apps) > 1) for one in places]
    image = build_image(extend_apps(default_apps(), folders), seed=CHINESE_SEED)
    tasks = chinese_tasks(places, random.Random(0))
    return WorldPhone(image, LOOK), read_templates(tasks, FOLDER, image.apps)


def test_three_of_ten_in_the_village_are_chinese_and_nobody_in_the_office() -> None:
    people = villagers(600, 0)
    assert 130 < sum(map(speaks_chinese, people)) < 230
    assert not any(map(speaks_chinese, villagers(200, 0, OFFICE)))


def test_all_apps_of_a_chinese_phone_are_chinese_and_of_different_domains() -> None:
    person = next(filter(speaks_chinese, villagers(50, 1)))
    apps = [sketch for sketch, _ in sketches(person)]
    assert len({one.app["domain"] for one in apps}) == len(apps) == 6
    assert all(re.search("[一-鿿]", one.title) for one in apps)


@pytest.mark.parametrize("domain", sorted(domains()))
def test_nothing_on_a_page_or_in_a_sentence_is_english(domain: str) -> None:
    sketch = _sketch(0, domain)
    said = [way for deed in sketch.deeds for way in deed.says]
    said += [str(value) for deed in sketch.deeds for values in deed.new.values() for value in values]
    said += [str(value) for rows in sketch.content.values() for row in rows for value in row.values()]
    for text in said:
        assert not re.search("[a-z]{2}", re.sub(r"\{\w+\}|=today.*", "", text)), text


@pytest.mark.slow
def test_apps_of_every_domain_load_and_their_tasks_are_read(tmp_path: Path) -> None:
    """Phones draw six of them, so one that does not load would be met by one Chinese person in four."""
    places = [Place(_sketch(at, domain), "", "") for at, domain in enumerate(sorted(domains()))]
    folders = [write_app(tmp_path, one.sketch, is_mini=False) for one in places]
    image = build_image(extend_apps(default_apps(), folders), seed=CHINESE_SEED)
    tasks = chinese_tasks(places, random.Random(0))
    assert read_templates(tasks, FOLDER, image.apps).keys() == {f"{FOLDER}/{name}" for name in tasks}


def test_the_same_chance_gives_the_same_app() -> None:
    assert _sketch(0, "tea") == _sketch(0, "tea") != _sketch(0, "water")


def test_gold_reaches_its_goal(made: Made) -> None:
    phone, templates = made
    for template in list(templates.values())[::4]:
        assert_doable(phone, template)


@pytest.mark.parametrize(
    "name", ["zh0_change", "zh0_delete_twin", "zh1_order", "zh2_talk", "zh_tell", "zh0_top"]
)
def test_the_forms_are_there_and_can_be_done(made: Made, name: str) -> None:
    phone, templates = made
    found = [one for id, one in templates.items() if id.startswith(f"{FOLDER}/{name}")]
    assert found
    assert_doable(phone, found[0])


def test_deeds_done_to_the_twin_fail(made: Made) -> None:
    """The other of two things of one name is not what was asked for."""
    phone, templates = made
    template = templates[f"{FOLDER}/zh0_delete_twin"]
    task = make_task(template, phone, UNDISTURBED)
    started = begin(phone, template, task)
    other = "SELECT id FROM zh0_thing WHERE name = :name AND id <> :id"
    ((id,),) = phone.state(other, {"name": task.values["name"], "id": task.values["id"]})
    draw = template.draws[0].sql
    shown = next(row for row in rows_of(phone, draw.text, {}, "") if row[0] == id)
    values = dict(started.values) | dict(zip(draw.columns, shown, strict=True))
    done = perform(phone, Gold(template.gold, values, task.instruction, started.speech))
    verdict = verify(template, phone, started, done.ending)
    assert not done.problem and not verdict.is_success and verdict.side_effects


def test_another_thing_than_the_cheapest_is_no_answer(made: Made) -> None:
    phone, templates = made
    template = templates[f"{FOLDER}/zh0_top0"]
    task = make_task(template, phone, UNDISTURBED)
    names = [str(row[0]) for row in phone.state("SELECT DISTINCT name FROM zh0_thing")]
    started = begin(phone, template, task)
    said = {one: verify(template, phone, started, Ending("finish", one)).is_success for one in names}
    assert [one for one, is_right in said.items() if is_right] == [task.values["name"]]
    assert not verify(template, phone, started, Ending("finish", "、".join(names))).is_success


def test_somebody_who_makes_a_value_up_instead_of_asking_fails(made: Made) -> None:
    phone, templates = made
    template = next(one for id, one in templates.items() if "zh0_untold" in id)
    task = make_task(template, phone, UNDISTURBED)
    started = begin(phone, template, task)
    done = perform(phone, Gold(template.gold, started.values, task.instruction, started.speech))
    assert verify(template, phone, started, done.ending).is_success
    assert not verify(template, phone, started, Ending("finish", "改好了。")).is_success


def test_chains_are_chinese_and_can_be_done(made: Made) -> None:
    phone, templates = made
    own = [one for one in templates.values() if one.category != CROSS]
    chains = list(chains_of(own, own, FOLDER, random.Random(0), CHINESE).values())
    assert len(chains) > 3 and all(phrase.style == CHINESE for one in chains for phrase in one.phrases)
    assert not chains_of(own, own, FOLDER, random.Random(0))
    assert_doable(phone, chains[0])


def test_a_frame_takes_only_clauses_that_fit() -> None:
    assert fits("帮我{c}。", "把{name}删了", "order") and not fits("帮我{c}。", "帮忙推掉{name}", "order")
    assert fits("{c}，谢谢。", "把{name}删了", "order") and not fits(
        "{c}，谢谢。", "给{name}留言：{text}", "order"
    )


def test_the_files_are_right() -> None:
    check_zh(WORDS)


def test_mistakes_in_the_files_are_told_with_their_line(tmp_path: Path) -> None:
    for file in WORDS.glob("*.yaml"):
        shutil.copy(file, tmp_path)
    _edit(tmp_path / "domains.yaml", "facts: [where, cared", "facts: [weather, cared")
    _edit(tmp_path / "domains.yaml", "names: [绿萝, ", "names: [西湖龙井, ")
    _edit(tmp_path / "deeds.yaml", '"把{it}删了"', '"把它删了"')
    _edit(tmp_path / "domains.yaml", "names: [洗衣机", "names: [阳台洗衣机")
    _edit(tmp_path / "facts.yaml", "adj: [最便宜, 最贵]", "adj: [最便宜]")
    with pytest.raises(AppError) as problem:
        check_zh(tmp_path)
    found = str(problem.value)
    assert "unknown facts 'weather'" in found and "'西湖龙井' is a thing of 'plants' too" in found
    assert "'把它删了' needs {it} once" in found and "fact 'price' needs two words under 'adj'" in found
    assert "domains.yaml:" in found and "'阳台' can be chosen and stands in the name '阳台洗衣机'" in found


def _edit(path: Path, old: str, new: str) -> None:
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), "utf-8")
