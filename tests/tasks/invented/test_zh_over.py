"""Chinese tasks over several apps: values carried, compared and decided by, and something done and told."""

from __future__ import annotations

import random
import re
import shutil
from pathlib import Path

import pytest

from phonebuddy.errors import AppError
from phonebuddy.tasks.gold import Gold
from phonebuddy.tasks.invented.asking import Place, told_apart
from phonebuddy.tasks.invented.reading import read_templates
from phonebuddy.tasks.invented.sketch import Data
from phonebuddy.tasks.invented.village import FOLDER, HOST, HOST_TITLE, image_of, sketches, speaks_chinese
from phonebuddy.tasks.invented.zh.over.checking import check_over
from phonebuddy.tasks.invented.zh.over.parts import Source, built_in_parts, goals_of, sources_of
from phonebuddy.tasks.invented.zh.over.saying import Saying
from phonebuddy.tasks.invented.zh.over.second import sibling
from phonebuddy.tasks.invented.zh.over.tasks import FORMS, over_tasks
from phonebuddy.tasks.invented.zh.over.words import FOLDER as WORDS
from phonebuddy.tasks.invented.zh.over.words import frames, shown
from phonebuddy.tasks.perform import perform
from phonebuddy.tasks.proving import phone_of
from phonebuddy.tasks.task import make_task
from phonebuddy.tasks.trial import begin
from phonebuddy.tasks.verify import verify
from tests.tasks.invented.golds import UNDISTURBED, assert_doable

PERSON = next(one for one in range(700_000, 700_100) if speaks_chinese(one))
FEWEST = 40
_ENGLISH = re.compile(r"[A-Za-z]{4,}")
_SLOT = re.compile(r"\{\w+\}")
_FILLED = ("c", "d", "n", "m", "v", "thing", "its", "app", "over", "to", "do", "adj")
"""Slots that frames have and tasks do not."""


@pytest.fixture(scope="module")
def places() -> list[Place]:
    apps, minis = zip(*sketches(PERSON), strict=True)
    told = zip(told_apart(apps), minis, strict=True)
    return [Place(one, HOST if is_mini else "", HOST_TITLE) for one, is_mini in told]


@pytest.fixture(scope="module")
def every(places: list[Place]) -> dict[str, Data]:
    return over_tasks(places, random.Random(3))


def _form(id: str) -> str:
    return re.sub(r"\d+$", "", id.rpartition("over_")[2])


def test_words_are_in_order() -> None:
    check_over(WORDS)


@pytest.mark.parametrize(
    ("file", "old", "new", "problem"),
    [
        ("frames.yaml", "{c}，再{d}。", "{c}，再来。", "wanted once each: {c}, {d}"),
        ("frames.yaml", "[可以, 不行]", "[可以, 不可以]", "neither part of the other"),
        ("frames.yaml", "only:", "lonely:", "no frames 'only'"),
        ("built_in.yaml", "  messages:\n", "  massages:\n", "'massages' is no app"),
        ("built_in.yaml", '"text {v} to {w_friend}":', '"text {w_friend} {v}":', "bridges.yaml writes no"),
        ("built_in.yaml", "{r_person}的手机号", "某人的手机号", "does not name what"),
        ("built_in.yaml", "把{v}发短信告诉{w_friend}", "把它发短信告诉{w_friend}", "once what is read"),
    ],
)  # fmt: skip
def test_the_checker_says_what_is_wrong(tmp_path: Path, file: str, old: str, new: str, problem: str) -> None:
    for name in ("frames.yaml", "built_in.yaml"):
        shutil.copy(WORDS / name, tmp_path / name)
    text = (tmp_path / file).read_text("utf-8")
    assert old in text
    (tmp_path / file).write_text(text.replace(old, new), "utf-8")
    with pytest.raises(AppError, match=re.escape(problem)):
        check_over(tmp_path)


def test_every_form_is_said_in_many_ways() -> None:
    _, goals = built_in_parts()
    ways = sum(len(goal.target.write.says) for goal in goals if goal.target.takes_words)
    for form in ("order", "after", "looked", "only", "twice", "forked", "done"):
        assert ways * len(frames()[form]) >= FEWEST
    told = len(frames()["told"]) * sum(len(goal.to) for goal in goals)
    assert told >= FEWEST and len(frames()["which_q"]) * len(frames()["looked"]) >= FEWEST


def test_most_of_what_bridges_offer_takes_part() -> None:
    sources, goals = built_in_parts()
    assert len(sources) >= 45 and len(goals) >= 25
    assert len({one.place.sketch.name for one in sources}) >= 15


def test_golds_for_english_phones_are_read_in_chinese() -> None:
    assert shown(r"^\$[\d,.]+$") == r"^¥[\d,.]+$"
    assert re.match(shown(r"^\w+day, \d+ \w+ \d{4}$"), "2026年5月18日 星期一")
    assert re.match(shown(r"^\w+day, .*, (\d\d:\d\d)$"), "2026年6月7日 星期日, 11:50")


def test_a_brand_is_always_named() -> None:
    chance = random.Random(1)
    sources, goals = built_in_parts()
    source = sources[0]
    brand = source._replace(read=source.read._replace(tells=False), called=("青鸟",))
    saying, write = Saying(chance), goals[0].target.write
    for _ in range(200):
        text = saying.carried(brand, write, brand.read.kind, brand.read.things, brand.read.asks)
        assert "青鸟" in text and "{v}" not in text and "{thing}" not in text


def test_invented_apps_are_named_by_their_fact_and_ordered_politely_once(places: list[Place]) -> None:
    for source in sources_of(places):
        assert source.its and source.read.things[0].endswith(source.its)
    for goal in goals_of(places):
        assert len(goal.target.write.says) >= 6
        assert not any(way.startswith(("请", "麻烦", "帮我")) for way in goal.target.write.says)


def test_a_second_fact_is_of_the_same_thing(places: list[Place]) -> None:
    sources, _ = built_in_parts()
    trains = [one for one in sources if one.place.sketch.name == "trains"]
    found = sibling(trains[0], trains, random.Random(2))
    assert found is not None and "s_town = :r_town" in str(found.read.draw)
    alone = next(one for one in sources if not one.its)
    assert sibling(alone, sources, random.Random(2)) is None


def test_sentences_are_chinese_and_whole(every: dict[str, Data]) -> None:
    for text in (text for data in every.values() for phrase in data["say"] for text in phrase.values()):
        bare = _SLOT.sub("", text)
        assert not _ENGLISH.search(bare.replace("WLAN", "")), text
        assert not re.search(r"[，。：；][，。：；]|？[，。]|  ", text), text
        assert not [slot for slot in _SLOT.findall(text) if slot[1:-1] in _FILLED], text


def test_there_is_every_form_and_gold_does_it(every: dict[str, Data]) -> None:
    found = {_form(name): name for name in reversed(every)}
    assert set(found) == {*FORMS, "done"}
    chosen = {name: every[name] for name in found.values()}
    phone = phone_of(PERSON)
    for template in read_templates(chosen, FOLDER, image_of(PERSON).apps).values():
        assert_doable(phone, template)


@pytest.mark.parametrize(
    ("form", "old", "new"), [("both", "；{got2}", ""), ("only", "{got}", "{got}；{s_value}")]
)
def test_one_fact_too_few_or_too_many_fails(every: dict[str, Data], form: str, old: str, new: str) -> None:
    name = next(name for name in every if _form(name) == form)
    data = every[name] | {"gold": _edited(every[name]["gold"], old, new)}
    (template,) = read_templates({name: data}, FOLDER, image_of(PERSON).apps).values()
    phone = phone_of(PERSON)
    task = make_task(template, phone, UNDISTURBED)
    started = begin(phone, template, task)
    done = perform(phone, Gold(template.gold, started.values, task.instruction, started.speech))
    assert not verify(template, phone, started, done.ending).is_success


def _edited(gold: list[dict[str, str]], old: str, new: str) -> list[dict[str, str]]:
    edited = [
        {key: text.replace(old, new) if key in ("type", "with") else text for key, text in step.items()}
        for step in gold
    ]
    assert edited != gold
    return edited


def test_without_sources_there_is_nothing_to_carry() -> None:
    found = over_tasks([], random.Random(1))
    assert found and not [name for name in found if _form(name) == "done"]
    assert isinstance(built_in_parts()[0][0], Source)
