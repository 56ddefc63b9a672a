"""The village: people whose phones have invented apps beside the others; for training only.

Everybody from number FIRST on lives here. Invariant: the number alone says which apps there are, what is in
them and which templates go with them, anywhere.
"""

from __future__ import annotations

import io
import random
import re
import tempfile
import threading
from functools import lru_cache
from pathlib import Path
from typing import Any

import yaml

from phonebuddy.errors import TaskError, nearest
from phonebuddy.tasks.invented.asking import Place, templates_of, told_apart
from phonebuddy.tasks.invented.bridges import bridges
from phonebuddy.tasks.invented.carrying import crossings, unmistaken
from phonebuddy.tasks.invented.chains import can_follow, chains_of
from phonebuddy.tasks.invented.deciding.tasks import deciding
from phonebuddy.tasks.invented.handing.tasks import handings
from phonebuddy.tasks.invented.known.tasks import known_tasks
from phonebuddy.tasks.invented.looking.deeds import looking_deeds
from phonebuddy.tasks.invented.packing import pack_image, unpack_image
from phonebuddy.tasks.invented.pointing.tasks import pointing
from phonebuddy.tasks.invented.reading import read_templates
from phonebuddy.tasks.invented.reckoning.tasks import reckoning
from phonebuddy.tasks.invented.several import several_tasks
from phonebuddy.tasks.invented.sketch import Data, Sketch
from phonebuddy.tasks.invented.telling import tellings
from phonebuddy.tasks.invented.texts import text_tasks
from phonebuddy.tasks.invented.timing import timings
from phonebuddy.tasks.invented.trying.tasks import trying
from phonebuddy.tasks.invented.tucked.ground import PREFIX
from phonebuddy.tasks.invented.wh.deeds import wh_deeds
from phonebuddy.tasks.invented.wh.unfound import unfound
from phonebuddy.tasks.invented.zh.tasks import chinese_sketches, chinese_tasks
from phonebuddy.tasks.keeping import Cupboard
from phonebuddy.tasks.packed_templates import pack_templates, unpack_templates
from phonebuddy.tasks.reading import built_in_templates
from phonebuddy.tasks.splits import split_of
from phonebuddy.tasks.template import TaskTemplate
from phonebuddy.world.image import Image, build_image, default_apps
from phonebuddy.world.life.sources import character_for
from phonebuddy.world.spec.load import extend_apps
from phonebuddy.world.spec.manifest import APP_FILE
from phonebuddy.world.state.speech import CHINESE

FIRST = 10_000
"""The first person of the village; those of the splits come before."""
OFFICE = 10**14
"""From here on people work in the office: all their apps are desks, about which there are only cards."""
NUM_APPS = 6
FOLDER = "invented"
"""A task of the village is called `invented/name@person.number`."""
ASKED = 0.7
"""How many of the Chinese people are drawn, so that three of ten are Chinese, as in the suite."""
MINI = 0.3
"""How many of the apps are minis of the hub."""
HOST, HOST_TITLE = "hub", "Hub"
TRAIN = "train"
KEPT = 8
"""Phones that a process keeps the apps of."""
ON_DISK = Cupboard("village", 1024)
"""Two files for each phone, about 0.3 MB each."""
_making = threading.RLock()
"""Served phones are worked by threads, several of which may want one person's phone: it is made up once."""
_TAG, _NUMBERS = "tag:yaml.org,2002:", yaml.representer.SafeRepresenter()


def is_invented(name: str) -> bool:
    return name.startswith(f"{FOLDER}/")


def lives_in_village(person: int) -> bool:
    return person >= FIRST


def works_in_office(person: int) -> bool:
    return person >= OFFICE


def villagers(count: int, seed: int, begin: int = FIRST) -> list[int]:
    """So many people, others for every seed; about three of ten are Chinese, but nobody in the office."""
    first = begin + seed * 100_000
    found: list[int] = []
    for person in range(first, first + 100_000):
        if not speaks_chinese(person) or (begin < OFFICE and _is_asked(person)):
            found.append(person)
        if len(found) == count:
            return found
    raise TaskError(f"{count} people of the village are wanted; at most {len(found)} can be drawn at once")


def speaks_chinese(person: int) -> bool:
    """Whether somebody's phone, its invented apps and their tasks are Chinese."""
    return character_for(person).language == CHINESE


def _is_asked(person: int) -> bool:
    """Three characters of eight are Chinese, a little more than are wanted."""
    return random.Random(f"village/{person}/chinese").random() < ASKED


def image_of(person: int) -> Image:
    """The phone of somebody, in the village or out of it."""
    if not lives_in_village(person):
        return build_image(seed=person)
    with _making:
        return _village_image(person)


@lru_cache(maxsize=KEPT)
def _village_image(person: int) -> Image:
    """Made up once on a machine."""
    data = ON_DISK.find(f"{person}-phone")
    if data is not None:
        return unpack_image(data)
    with tempfile.TemporaryDirectory(prefix="village-") as folder:
        folders = [write_app(Path(folder), sketch, is_mini) for sketch, is_mini in sketches(person)]
        image = build_image(extend_apps(default_apps(), folders), person)
        texts = {place.name: (place / APP_FILE).read_text("utf-8") for place in folders}
    ON_DISK.keep(f"{person}-phone", pack_image(image, texts))
    return image


@lru_cache(maxsize=KEPT)
def sketches(person: int) -> tuple[tuple[Sketch, bool], ...]:
    """The invented apps of a phone, and whether each is a mini."""
    # Most phones have none, so whoever asks for a phone need not load all that makes them up.
    from phonebuddy.tasks.invented.handing.deeds import with_handing
    from phonebuddy.tasks.invented.kinds import drawn_kind
    from phonebuddy.tasks.invented.levels.deeds import with_levels
    from phonebuddy.tasks.invented.trying.page import with_trying
    from phonebuddy.tasks.invented.tucked.deeds import with_tucked
    from phonebuddy.tasks.invented.woven.deeds import with_woven

    chance = random.Random(f"village/{person}")
    if speaks_chinese(person):
        return tuple((one, chance.random() < MINI) for one in chinese_sketches(chance, NUM_APPS))
    found: dict[str, tuple[Sketch, bool]] = {}
    while len(found) < NUM_APPS:
        kind, make = drawn_kind(chance, works_in_office(person))
        sketch = make(
            f"{kind}{len(found)}", random.Random(f"village/{person}/{len(found)}/{chance.random()}")
        )
        if sketch.title not in found:
            found[sketch.title] = sketch, not works_in_office(person) and chance.random() < MINI
    if works_in_office(person):
        return tuple(found.values())
    levels = random.Random(f"village/{person}/levels")
    handing = random.Random(f"village/{person}/handing")
    tuned = [(with_levels(sketch, levels), is_mini) for sketch, is_mini in found.values()]
    handed = [(with_handing(sketch, handing), is_mini) for sketch, is_mini in tuned]
    tried = random.Random(f"village/{person}/tried")
    tries = [(with_trying(sketch, tried), is_mini) for sketch, is_mini in handed]
    lines = random.Random(f"village/{person}/woven")
    lined = [(with_woven(sketch, lines), is_mini) for sketch, is_mini in tries]
    tucked = random.Random(f"village/{person}/tucked")
    return tuple((with_tucked(sketch, tucked), is_mini) for sketch, is_mini in lined)


def write_app(folder: Path, sketch: Sketch, is_mini: bool) -> Path:
    """The folder of an app, as somebody would have written it."""
    place = folder / sketch.name
    place.mkdir(parents=True)
    brand = re.sub(r"[^a-z]+", "", sketch.title.lower()) or sketch.name
    package = f"com.{brand}.{HOST}" if is_mini else f"com.{brand}.app"
    head: Data = {"app": sketch.name, "package": package, "content": "content.yaml"}
    if is_mini:
        head |= {"kind": "mini", "host": HOST}
    for name, data in ((APP_FILE, {**head, **sketch.app}), ("content.yaml", sketch.content)):
        (place / name).write_text(_yaml(data), encoding="utf-8")
    return place


def _yaml(data: Data) -> str:
    """As people write it: no anchors, and nothing behind a key that takes nothing."""
    text = io.StringIO()
    dumper = yaml.CSafeDumper(text, allow_unicode=True, width=10_000)
    dumper.open()
    dumper.serialize(_node(data))
    dumper.close()
    return text.getvalue()


def _node(value: Any) -> yaml.Node:
    """What the dumper would make of plain data, in half the time."""
    if isinstance(value, str):
        return yaml.ScalarNode(f"{_TAG}str", value)
    if isinstance(value, dict):
        pairs = [(_node(key), _node(one)) for key, one in value.items()]
        return yaml.MappingNode(f"{_TAG}map", pairs, flow_style=False)
    if isinstance(value, list | tuple):
        return yaml.SequenceNode(f"{_TAG}seq", [_node(one) for one in value], flow_style=False)
    if value is None:
        return yaml.ScalarNode(f"{_TAG}null", "")
    return _NUMBERS.represent_data(value)


def templates_for(person: int) -> dict[str, TaskTemplate]:
    """Everything that can be asked about the invented apps of a phone."""
    with _making:
        return _village_templates(person)


@lru_cache(maxsize=KEPT)
def _village_templates(person: int) -> dict[str, TaskTemplate]:
    data = ON_DISK.find(f"{person}-tasks")
    if data is not None:
        return {one.id: one for one in unpack_templates(data)}
    found = read_templates(_templates_data(person), FOLDER, image_of(person).apps)
    if not works_in_office(person):
        chance = random.Random(f"village/{person}/chains")
        own = [
            one
            for one in found.values()
            if not _is_tucked(one.id) and not set(one.apps) <= default_apps().apps.keys()
        ]
        language = character_for(person).language
        found |= chains_of(own, _followers(language), FOLDER, chance, language)
    ON_DISK.keep(f"{person}-tasks", pack_templates(found.values()))
    return found


def _is_tucked(id: str) -> bool:
    return f"_{PREFIX}" in id


@lru_cache(maxsize=2)
def _followers(language: str) -> list[TaskTemplate]:
    """Tasks of apps that are not invented, for chains."""
    known = built_in_templates().values()
    return [one for one in known if split_of(one) == TRAIN and can_follow(one, language)]


def templates_text(person: int) -> str:
    """The same as a file of templates."""
    return _yaml(_templates_data(person))


def built_in_places() -> list[Place]:
    """Apps that are not invented, as tasks over several apps know them."""
    apps = default_apps().apps
    return [Place(one, apps[one.name].manifest.host, HOST_TITLE) for one in bridges()]


def _templates_data(person: int) -> Data:
    chance = random.Random(f"village/{person}/tasks")
    apps, minis = zip(*sketches(person), strict=True)
    places = [
        Place(one, HOST if is_mini else "", HOST_TITLE)
        for one, is_mini in zip(told_apart(apps), minis, strict=True)
    ]
    if speaks_chinese(person):
        return chinese_tasks(places, chance)
    found: dict[str, Data] = {}
    for place in places:
        found |= templates_of(place, chance)
    if works_in_office(person):
        return found
    asked = random.Random(f"village/{person}/wh")
    for place in places:
        found |= templates_of(place.asked_for(wh_deeds(place.sketch, asked)), asked)
    looked = random.Random(f"village/{person}/looking")
    for place in places:
        found |= templates_of(place.asked_for(looking_deeds(place.sketch, looked)), looked)
    others = [unmistaken(one, places) for one in built_in_places()]
    found |= crossings(places, others, chance)
    found |= unfound(places, others, asked)
    found |= tellings(places, others, random.Random(f"village/{person}/tellings"))
    found |= text_tasks(places, others, random.Random(f"village/{person}/texts"))
    found |= several_tasks(places, others, random.Random(f"village/{person}/several"))
    found |= timings(places, others, random.Random(f"village/{person}/timings"))
    found |= deciding(places, others, random.Random(f"village/{person}/deciding"))
    found |= reckoning(places, others, random.Random(f"village/{person}/reckoning"))
    found |= pointing(places, others, random.Random(f"village/{person}/pointing"))
    found |= handings(places, random.Random(f"village/{person}/handings"))
    found |= known_tasks(places, others, random.Random(f"village/{person}/known"))
    found |= trying(places, others, random.Random(f"village/{person}/trying"))
    tucked = random.Random(f"village/{person}/tucked tasks")
    for place in places:
        found |= templates_of(place.asked_for(place.sketch.tucked), tucked)
    return found


def invented_template(name: str, person: int) -> TaskTemplate:
    known = templates_for(person)
    if name not in known:
        raise TaskError(f"no template '{name}' on the phone of person {person}{nearest(name, known)}")
    return known[name]
