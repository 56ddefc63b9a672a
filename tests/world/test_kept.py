"""What is kept is what was put, never too much; and what phones share is never another phone's state."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from phonebuddy.world.state.kept import Kept
from phonebuddy.world.state.store import Known, Store
from tests.world.test_store import World

MOST = 5


@given(st.lists(st.tuples(st.integers(0, 12), st.booleans()), max_size=80))
def test_what_is_found_was_put_last(steps: list[tuple[int, bool]]) -> None:
    kept: Kept[int, int] = Kept(MOST)
    put: dict[int, int] = {}
    for number, (key, puts) in enumerate(steps):
        if puts:
            kept.put(key, number)
            put[key] = number
        else:
            assert kept.get(key) in (None, put.get(key))
    assert sum(kept.get(key) is not None for key in put) <= 2 * MOST


def test_what_is_asked_for_stays() -> None:
    kept: Kept[int, str] = Kept(MOST)
    kept.put(0, "asked for")
    for number in range(1, 50):
        kept.put(number, "once")
        assert kept.get(0) == "asked for"
    assert kept.get(1) is None


WRITES = (
    "INSERT INTO a_log (text) VALUES ('x')",
    "UPDATE a_box SET size = size + 1 WHERE id = 1",
    "UPDATE a_box SET size = size WHERE id = 9",
    "DELETE FROM a_box WHERE id = 1",
    "INSERT INTO a_thing (box, n) VALUES (2, 3)",
    "UPDATE a_thing SET n = n + 1",
    "INSERT OR REPLACE INTO a_key VALUES ('k', now())",
)
READS = (
    "SELECT * FROM a_box", "SELECT * FROM a_thing JOIN a_box ON a_box.id = box", "SELECT * FROM a_loose",
    "SELECT * FROM a_log", "SELECT *, now() FROM a_key",
)  # fmt: skip
DEEDS = st.lists(
    st.tuples(
        st.integers(0, 1),
        st.one_of(st.sampled_from(WRITES), st.sampled_from(["reset", "keep", "go back", "copy", "wait"])),
    ),
    max_size=25,
)


@settings(max_examples=60, deadline=None)
@given(DEEDS)
def test_phones_that_share_rows_read_their_own(deeds: list[tuple[int, str]]) -> None:
    world, known = World(), Known()
    stores = [Store(world.data, lambda: world.time_ms, (), known) for _ in range(2)]
    kept = b""
    for which, deed in deeds:
        store = stores[which]
        match deed:
            case "reset":
                store.reset()
            case "keep":
                kept = store.changeset()
            case "go back":
                store.restore(kept)
            case "copy":
                other = Store(world.data, lambda: world.time_ms, (), known)
                other.become(store)
                stores[1 - which] = other
            case "wait":
                world.time_ms += 1_000
            case sql:
                store.execute(world.statement(sql), ())
        for one in stores:
            for sql in READS:
                assert one.rows(world.statement(sql), ()) == one.query(sql), (which, deed, sql)


def test_the_same_state_is_asked_for_once() -> None:
    world, known = World(), Known()
    stores = [Store(world.data, lambda: world.time_ms, (), known) for _ in range(2)]
    read, write = world.statement(READS[0]), world.statement(WRITES[1])
    first = [store.rows(read, ()) for store in stores]
    assert first[0] is first[1]
    for store in stores:
        store.execute(write, ())
    changed = [store.rows(read, ()) for store in stores]
    assert changed[0] is changed[1] and changed[0] != first[0]
    stores[0].reset()
    assert stores[0].rows(read, ()) is first[0]
    assert sum(store.misses for store in stores) == 2
