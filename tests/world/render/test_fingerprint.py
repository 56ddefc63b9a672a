"""Drawings with equal fingerprints are drawn once; whatever could tell them apart is in the fingerprint."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest

from phonebuddy.world.box import Box, Placed
from phonebuddy.world.look import LookSpec, make_look
from phonebuddy.world.render.fingerprint import NoFingerprint, fingerprint


def writer(*values: object) -> Callable[[object], None]:
    def paint(canvas: object) -> None:
        print(canvas, values)

    return paint


class Colors(msgspec.Struct, frozen=True):
    ink: int


class Loose(msgspec.Struct):
    ink: int


def test_the_same_code_over_equal_values_is_the_same() -> None:
    assert fingerprint(writer("a", 1, (2, "b"))) == fingerprint(writer("a", 1, (2, "b")))


@pytest.mark.parametrize("other", [("b",), ("a", 1), (("a",),), (None,), (Colors(1),)])
def test_another_value_is_another_drawing(other: tuple[object, ...]) -> None:
    assert fingerprint(writer("a")) != fingerprint(writer(*other))


def test_other_code_is_another_drawing() -> None:
    assert fingerprint(lambda canvas: None) != fingerprint(lambda canvas: print(canvas))


def test_defaults_count() -> None:
    paints = [lambda canvas, number=number: number for number in (1, 2)]
    assert fingerprint(paints[0]) != fingerprint(paints[1])


def test_functions_inside_count() -> None:
    assert fingerprint(writer(writer("a"))) == fingerprint(writer(writer("a")))
    assert fingerprint(writer(writer("a"))) != fingerprint(writer(writer("b")))


def test_methods_count_with_their_owner() -> None:
    class Painter(msgspec.Struct, frozen=True):
        text: str

        def paint(self, canvas: object) -> None:
            print(self.text)

    assert fingerprint(Painter("a").paint) == fingerprint(Painter("a").paint)
    assert fingerprint(Painter("a").paint) != fingerprint(Painter("b").paint)


@pytest.mark.parametrize("value", [[1], {"a": 1}, object(), Loose(1), print])
def test_what_may_change_has_none(value: object) -> None:
    with pytest.raises(NoFingerprint):
        fingerprint(writer(value))


def test_looks_count() -> None:
    light, dark = (make_look(LookSpec(dark=dark)) for dark in (False, True))
    assert fingerprint(writer(light)) != fingerprint(writer(dark))
    assert fingerprint(writer(light.theme)) != fingerprint(writer(dark.theme))


def boxed(text: str, x: int = 0, background: int = 0) -> Box:
    inner = Box(10, 10, paint=writer(text))
    return Box(20, 20, parts=(Placed(inner, x, 0, "inner"),), paint=writer("frame"), background=background)


def test_boxes_that_look_alike_share_a_bitmap() -> None:
    assert boxed("a").tile().key == boxed("a").tile().key


@pytest.mark.parametrize("other", [boxed("b"), boxed("a", x=1), boxed("a", background=0xFF000000)])
def test_boxes_that_differ_do_not(other: Box) -> None:
    assert boxed("a").tile().key != other.tile().key


def test_a_box_that_cannot_tell_stands_for_itself() -> None:
    tiles = [Box(10, 10, paint=writer([1])).tile() for _ in range(2)]
    assert tiles[0].key != tiles[1].key
