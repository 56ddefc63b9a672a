"""A closed phone's memory serves the next one, and nothing of the first is left in it."""

from __future__ import annotations

import gc
import weakref

import pytest

from phonebuddy.world.measure.bench import _walk
from phonebuddy.world.memory import MOST_SPARES
from phonebuddy.world.phone import WorldPhone
from phonebuddy.world.state.store import Known
from tests.apps.steps import image_of


@pytest.fixture
def image():
    return image_of(0, "notes", "clock")._replace(known=Known())


def test_a_new_phone_takes_over_what_a_closed_one_leaves(image) -> None:
    first = WorldPhone(image)
    store = first._store
    first.close()
    assert WorldPhone(image)._store is store


def test_nothing_of_the_closed_phone_is_left(image) -> None:
    untouched = WorldPhone(image)
    used = WorldPhone(image)
    _walk(used, 5, 60)
    used.close()
    heir = WorldPhone(image)
    assert heir.changeset() == b""
    assert heir.observe() == untouched.observe()
    _walk(heir, 7, 40)
    _walk(untouched, 7, 40)
    assert heir.snapshot() == untouched.snapshot()
    assert heir.observe() == untouched.observe()


def test_a_fork_of_a_used_phone_may_take_over_too(image) -> None:
    other = WorldPhone(image)
    _walk(other, 3, 30)
    other.close()
    phone = WorldPhone(image)
    _walk(phone, 4, 30)
    assert phone.fork().observe() == phone.observe()


def test_closing_twice_hands_on_once(image) -> None:
    phone = WorldPhone(image)
    phone.close()
    phone.close()
    assert len(image.known.spares) == 1


def test_a_closed_phone_cannot_be_used(image) -> None:
    phone = WorldPhone(image)
    phone.close()
    with pytest.raises(AttributeError):
        phone.state("SELECT 1")


def test_only_so_many_are_kept(image) -> None:
    for phone in [WorldPhone(image) for _ in range(MOST_SPARES + 3)]:
        phone.close()
    assert len(image.known.spares) == MOST_SPARES


def test_a_memory_with_other_tables_is_not_handed_on(image) -> None:
    phone = WorldPhone(image)
    phone._store._connection.execute("CREATE TABLE extra (id INTEGER PRIMARY KEY)")
    phone.close()
    assert image.known.spares == []


def test_spares_go_with_their_image() -> None:
    """APSW keeps SQL functions for good, so a memory must not be reachable from its own."""
    image = image_of(0, "notes", "clock")._replace(known=Known())
    phone = WorldPhone(image)
    memory = weakref.ref(phone._memory)
    phone.close()
    assert memory() is not None
    del phone, image
    gc.collect()
    assert memory() is None


def test_what_apps_keep_of_their_pages_holds_no_phone_whose_image_is_gone() -> None:
    """The built-in apps live as long as the process, and with them the boxes of their pages."""
    image = image_of(0, "notes", "clock")._replace(known=Known())
    apps, phone = image.apps, WorldPhone(image)
    _walk(phone, 5, 60)
    store = weakref.ref(phone._store)
    phone.close()
    del phone, image
    gc.collect()
    assert apps.apps
    assert store() is None
