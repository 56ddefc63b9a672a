"""The laws of the phone: snapshot and restore, fork, reset, replay, caches, elements, touches, ways out.

Random walks with fixed seeds, over the apps of desk.py and over all built-in ones. A failure says the seed.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from phonebuddy.screen import Element, Flag
from phonebuddy.world import touch
from phonebuddy.world.box import Hit
from phonebuddy.world.layer import Layer
from phonebuddy.world.phone import WorldPhone
from phonebuddy.world.snapshot import Snapshot
from tests.world import helpers
from tests.world.helpers import (
    Walk,
    differences,
    dump,
    hash_of,
    moment,
    new_phone,
    pixel_hash,
    play,
    replay,
    walk,
)

ROOT = Path(__file__).parents[2]
IMAGES = list(helpers.IMAGES)
GROUPS = 5
WALKS = 100
"""Walks in each group: two images, five groups, 1,000 walks."""


@pytest.mark.parametrize("group", range(GROUPS))
@pytest.mark.parametrize("image", IMAGES)
def test_snapshot_act_restore_gives_the_same_phone(image: str, group: int) -> None:
    phone = new_phone(image)
    for number in range(WALKS):
        seed = group * WALKS + number
        rng = Random(seed)
        if rng.random() < 0.3:
            phone.reset()
        walk(phone, rng, rng.randint(1, 5))
        draws = number % 8 == 0
        before, pixels = moment(phone), pixel_hash(phone) if draws else ""
        kept = phone.snapshot().to_bytes()
        done = walk(phone, rng, rng.randint(1, 5))
        phone.restore(Snapshot.from_bytes(kept))
        found = differences(before, moment(phone))
        assert not found, f"{image}, seed {seed}, after {done}: {found}"
        assert not draws or pixel_hash(phone) == pixels, f"{image}, seed {seed}: other pixels after {done}"


@pytest.mark.parametrize("image", IMAGES)
def test_what_follows_a_restore_is_what_would_have_followed(image: str) -> None:
    phone = new_phone(image)
    for seed in range(40):
        walk(phone, Random(seed), 6)
        kept = phone.snapshot()
        done = walk(phone, Random(seed + 1000), 5)
        first = moment(phone)
        phone.restore(kept)
        play(phone, done)
        found = differences(first, moment(phone))
        assert not found, f"{image}, seed {seed}, {done}: {found}"


@pytest.mark.parametrize("image", IMAGES)
def test_forks_agree_on_the_same_actions_and_keep_apart_on_others(image: str) -> None:
    phone = new_phone(image)
    for seed in range(12):
        phone.reset()
        rng = Random(seed)
        walk(phone, rng, 8)
        other, third = phone.fork(), phone.fork()
        before, pixels = moment(third), pixel_hash(third)
        play(other, walk(phone, rng, 6))
        assert not (found := differences(moment(phone), moment(other))), f"{image}, seed {seed}: {found}"
        assert pixel_hash(phone) == pixel_hash(other), f"{image}, seed {seed}: forks draw differently"
        walk(other, Random(seed + 500), 6)
        third.forget()
        assert not (found := differences(before, moment(third))), f"{image}, seed {seed}: {found}"
        assert pixel_hash(third) == pixels
        other.close()
        third.close()


@pytest.mark.parametrize("image", IMAGES)
def test_reset_is_the_image(image: str) -> None:
    fresh = new_phone(image)
    rows, pixels, first = dump(fresh), pixel_hash(fresh), moment(fresh)
    phone = new_phone(image)
    for seed in range(40):
        done = walk(phone, Random(seed), 15)
        phone.reset()
        changed = [name for name, text in dump(phone).items() if text != rows[name]]
        assert not changed, f"{image}, seed {seed}: tables {changed} differ after {done}"
        assert phone.changeset() == b""
        assert not (found := differences(first, moment(phone))), f"{image}, seed {seed}: {found}"
    assert pixel_hash(phone) == pixels


def test_another_process_sees_the_same() -> None:
    """Three processes with phones of all images each: new ones in two of them, restored ones in the last."""
    new = [Walk(image, 11, 40) for image in IMAGES]
    restored = [one._replace(start=_walked(one.image)) for one in new]
    runs = [(new, "1"), (new, "2"), (restored, "3")]
    started = [_start(walks, hash_seed) for walks, hash_seed in runs]
    expected = {one: replay(one) for one in (*new, *restored)}
    ended = [(process.communicate(timeout=120), process.returncode) for process in started]
    for (walks, hash_seed), ((out, errors), code) in zip(runs, ended, strict=True):
        assert code == 0, errors
        for one, seen in zip(walks, json.loads(out), strict=True):
            steps = enumerate(zip(expected[one], seen, strict=True))
            other = [f"step {at}: {mine} != {theirs}" for at, (mine, theirs) in steps if mine != theirs]
            assert not other, f"{one.image}, PYTHONHASHSEED={hash_seed}: {other[:2]}"


def _walked(image: str) -> str:
    """A snapshot of a phone that somebody has used, in hex."""
    phone = new_phone(image)
    walk(phone, Random(7), 25)
    return phone.snapshot().to_bytes().hex()


def _start(walks: list[Walk], hash_seed: str) -> subprocess.Popen[str]:
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": f"{ROOT / 'src'}:{ROOT}"}
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.world.helpers"], cwd=ROOT, env=environment, text=True,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    assert process.stdin is not None
    process.stdin.write(json.dumps(walks))
    process.stdin.close()
    process.stdin = None
    return process


@pytest.mark.parametrize("image", IMAGES)
def test_caches_do_not_show(image: str) -> None:
    warm, cold = new_phone(image), new_phone(image)
    walk(warm, Random(99), 100)
    warm.reset()
    rng = Random(5)
    seen = []
    for _ in range(120):
        action = helpers.next_action(warm, rng)
        warm.act(action)
        seen.append((action, moment(warm), pixel_hash(warm)))
    for number, (action, expected, pixels) in enumerate(seen):
        cold.forget()
        cold.act(action)
        cold.forget()
        found = differences(expected, moment(cold))
        assert not found, f"{image}, step {number}, {action}: {found}"
        assert pixel_hash(cold) == pixels, f"{image}, step {number}, {action}: pixels differ without caches"


@pytest.mark.parametrize("image", IMAGES)
def test_a_screen_stays_what_it_was(image: str) -> None:
    """Pixels are drawn when somebody asks, perhaps long after the phone went on."""
    phone, other = new_phone(image), new_phone(image)
    rng = Random(8)
    taken, expected = [], []
    for _ in range(60):
        action = helpers.next_action(phone, rng)
        phone.act(action)
        taken.append(phone.observe())
        other.act(action)
        expected.append((pixel_hash(other), list(other.observe().elements)))
    phone.forget()
    for number, (screen, (pixels, elements)) in enumerate(zip(taken, expected, strict=True)):
        assert list(screen.elements) == elements, f"{image}, step {number}: other elements"
        assert hash_of(screen) == pixels, f"{image}, step {number}: drawn later, it looks different"


@pytest.mark.parametrize("image", IMAGES)
def test_elements_are_well_formed(image: str) -> None:
    phone = new_phone(image)
    rng = Random(3)
    for _ in range(400):
        action = helpers.next_action(phone, rng)
        phone.act(action)
        broken = [line for element in phone.observe().elements for line in _broken(element, phone)]
        broken += _misplaced(list(phone.observe().elements))
        assert not broken, f"{image}, {phone.view()}, after {action}: {broken[:5]}"


def _broken(element: Element, phone: WorldPhone) -> list[str]:
    screen = phone.observe()
    left, top, right, bottom = element.bounds
    found = []
    if not (0 <= left < right <= screen.width and 0 <= top < bottom <= screen.height):
        found.append(f"{element.id} lies outside: {element.bounds}")
    if not element.role or not element.package or not element.flags >= 0:
        found.append(f"{element.id} has no role or package")
    if element.has(Flag.CLICKABLE) and not _says_something(element, list(screen.elements)):
        found.append(f"{element.id} can be tapped and says nothing")
    return found


def _says_something(element: Element, elements: list[Element]) -> bool:
    if element.text or element.description or element.hint or _is_cut(element, elements):
        return True
    return any(_says_something(child, elements) for child in elements if child.parent == element.id)


def _is_cut(element: Element, elements: list[Element]) -> bool:
    """Whether it may go on beyond the edge of what scrolls, its words with it."""
    windows = [one.bounds for one in elements if one.has(Flag.SCROLLABLE)]
    left, top, right, bottom = element.bounds
    return any(top == w.top or bottom == w.bottom or left == w.left or right == w.right for w in windows)


def _misplaced(elements: list[Element]) -> list[str]:
    seen: set[str] = set()
    found = []
    for element in elements:
        if element.id in seen:
            found.append(f"{element.id} is there twice")
        if element.parent is not None and element.parent not in seen:
            found.append(f"the parent of {element.id} does not stand before it: {element.parent}")
        seen.add(element.id)
    return found


@pytest.mark.parametrize("image", IMAGES)
def test_a_tap_goes_to_the_element_that_is_there(image: str) -> None:
    phone = new_phone(image)
    rng = Random(4)
    checked = 0
    for _ in range(400):
        walk(phone, rng, 1)
        screen = phone.observe()
        able = [e for e in screen.elements if e.has(Flag.CLICKABLE) and e.has(Flag.ENABLED)]
        for element in rng.sample(able, min(6, len(able))):
            x, y = element.bounds.center
            top = [e for e in screen.elements if _holds(e, x, y)][-1]
            if not _inside(top, element, screen.elements):
                continue  # something else lies over it
            layer, beside = touch.layer_at(phone._layers, x, y)
            assert layer is not None, f"{image}: no layer takes a tap on {element}"
            if beside:
                assert not element.id.startswith(layer.name), f"{element} lies beside its own layer"
                continue  # dimmed: a dialog or sheet takes all touches
            hits = touch.hits_at(layer, x, y)
            touches = [box.touch for box, *_ in hits]
            takers = [n for n, one in enumerate(touches) if one and (one.tap or one.submit)]
            assert takers, f"{image}, {phone.view()}: nothing takes a tap on {element}"
            # A dial takes the touches on its numbers itself.
            taker = _name_of(layer, hits[: takers[-1] + 1])
            assert element.id.startswith(taker) or top.id != element.id, f"{taker} took {element}"
            checked += 1
    assert checked > 500


def _name_of(layer: Layer, hits: list[Hit]) -> str:
    """What the last of these boxes is called in the tree."""
    name = layer.name
    for (outer, x, y), inner in pairwise(hits):
        name += "/" + next(p.key for p in outer.parts if (p.box, x - p.x, y - p.y) == inner)
    return name


def _holds(element: Element, x: int, y: int) -> bool:
    left, top, right, bottom = element.bounds
    return left <= x < right and top <= y < bottom


def _inside(inner: Element, outer: Element, elements: object) -> bool:
    assert isinstance(elements, list)
    parents = {element.id: element.parent for element in elements}
    name: str | None = inner.id
    while name is not None and name != outer.id:
        name = parents[name]
    return name == outer.id
