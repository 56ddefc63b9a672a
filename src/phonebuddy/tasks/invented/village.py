"""The village: people whose phones have invented apps beside the others; for training only.

Everybody from number FIRST on lives here. Invariant: the number alone says which apps there are, what is in
them and which templates go with them, anywhere.
"""

from __future__ import annotations

import random
import re
import tempfile
from functools import lru_cache
from pathlib import Path
from typing import Any

import yaml

from phonebuddy.errors import TaskError, nearest
from phonebuddy.tasks.invented.asking import Place, crossings, templates_of
from phonebuddy.tasks.invented.bridges import bridges
from phonebuddy.tasks.invented.chains import can_follow, can_lead, chained
from phonebuddy.tasks.invented.sketch import Data, Sketch
from phonebuddy.tasks.reading import built_in_templates, parse_templates
from phonebuddy.tasks.splits import split_of
from phonebuddy.tasks.template import TaskTemplate
from phonebuddy.world.image import Image, build_image, default_apps
from phonebuddy.world.life.sources import character_for
from phonebuddy.world.spec.load import extend_apps
from phonebuddy.world.state.speech import ENGLISH

FIRST = 10_000
"""The first person of the village; those of the splits come before."""
NUM_APPS = 6
FOLDER = "invented"
"""A task of the village is called `invented/name@person.number`."""
MINI = 0.3
"""How many of the apps are minis of the hub."""
HOST, HOST_TITLE = "hub", "Hub"
NUM_CHAINS, OTHER = 90, 0.3
"""Pairs of tasks on one phone, of which some do not fit; how often one is of an app that is not invented."""
TRAIN = "train"
KEPT = 8
"""Phones that a process keeps the apps of."""


def is_invented(name: str) -> bool:
    return name.startswith(f"{FOLDER}/")


def lives_in_village(person: int) -> bool:
    return person >= FIRST


def villagers(count: int, seed: int) -> list[int]:
    """So many people, others for every seed; they speak English, as invented apps do."""
    first = FIRST + seed * 100_000
    found: list[int] = []
    for person in range(first, first + 100_000):
        if character_for(person).language == ENGLISH:
            found.append(person)
        if len(found) == count:
            return found
    raise TaskError(f"{count} people of the village are wanted; at most {len(found)} can be drawn at once")


def image_of(person: int) -> Image:
    """The phone of somebody, in the village or out of it."""
    return _village_image(person) if lives_in_village(person) else build_image(seed=person)


@lru_cache(maxsize=KEPT)
def _village_image(person: int) -> Image:
    with tempfile.TemporaryDirectory(prefix="village-") as folder:
        folders = [write_app(Path(folder), sketch, is_mini) for sketch, is_mini in sketches(person)]
        return build_image(extend_apps(default_apps(), folders), person)


@lru_cache(maxsize=KEPT)
def sketches(person: int) -> tuple[tuple[Sketch, bool], ...]:
    """The invented apps of a phone, and whether each is a mini."""
    # Most phones have none, so whoever asks for a phone need not load all that makes them up.
    from phonebuddy.tasks.invented.kinds import MAKERS

    chance = random.Random(f"village/{person}")
    found: dict[str, tuple[Sketch, bool]] = {}
    while len(found) < NUM_APPS:
        kind = chance.choice(sorted(MAKERS))
        sketch = MAKERS[kind](
            f"{kind}{len(found)}", random.Random(f"village/{person}/{len(found)}/{chance.random()}")
        )
        if sketch.title not in found:
            found[sketch.title] = sketch, chance.random() < MINI
    return tuple(found.values())


def write_app(folder: Path, sketch: Sketch, is_mini: bool) -> Path:
    """The folder of an app, as somebody would have written it."""
    place = folder / sketch.name
    place.mkdir(parents=True)
    brand = re.sub(r"[^a-z]+", "", sketch.title.lower())
    package = f"com.{brand}.{HOST}" if is_mini else f"com.{brand}.app"
    head: Data = {"app": sketch.name, "package": package, "content": "content.yaml"}
    if is_mini:
        head |= {"kind": "mini", "host": HOST}
    for name, data in (("app.yaml", {**head, **sketch.app}), ("content.yaml", sketch.content)):
        (place / name).write_text(_yaml(data), encoding="utf-8")
    return place


class _Plain(yaml.CSafeDumper):
    """As people write it: no anchors, and nothing behind a key that takes nothing."""

    def ignore_aliases(self, data: Any) -> bool:
        return True


_Plain.add_representer(type(None), lambda dumper, _: dumper.represent_scalar("tag:yaml.org,2002:null", ""))


def _yaml(data: Data) -> str:
    text: str = yaml.dump(data, Dumper=_Plain, sort_keys=False, allow_unicode=True, width=10_000)
    return text


@lru_cache(maxsize=KEPT)
def templates_for(person: int) -> dict[str, TaskTemplate]:
    """Everything that can be asked about the invented apps of a phone."""
    found = parse_templates(templates_text(person), FOLDER, image_of(person).apps)
    return found | _chains(found, random.Random(f"village/{person}/chains"))


def _chains(own: dict[str, TaskTemplate], chance: random.Random) -> dict[str, TaskTemplate]:
    """Tasks of two apps in a row, of which one at least is invented."""
    others = [one for one in built_in_templates().values() if split_of(one) == TRAIN and can_follow(one)]
    found: dict[str, TaskTemplate] = {}
    for number in range(NUM_CHAINS):
        pair = [
            chance.choice(list(own.values())),
            chance.choice(others if chance.random() < OTHER else list(own.values())),
        ]
        chance.shuffle(pair)
        first, second = pair
        if can_lead(first) and can_follow(second) and not set(first.apps) & set(second.apps):
            id = f"{FOLDER}/chain{number}"
            found[id] = chained(id, first, second, chance)
    return found


def templates_text(person: int) -> str:
    """The same as a file of templates."""
    chance = random.Random(f"village/{person}/tasks")
    places = [Place(sketch, HOST if is_mini else "", HOST_TITLE) for sketch, is_mini in sketches(person)]
    found: dict[str, Data] = {}
    for place in places:
        found |= templates_of(place, chance)
    found |= crossings(places, [Place(one, "", "") for one in bridges()], chance)
    return _yaml(found)


def invented_template(name: str, person: int) -> TaskTemplate:
    known = templates_for(person)
    if name not in known:
        raise TaskError(f"no template '{name}' on the phone of person {person}{nearest(name, known)}")
    return known[name]
