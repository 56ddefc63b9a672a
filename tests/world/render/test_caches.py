"""What a cache forgets, and whom it tells."""

from __future__ import annotations

from phonebuddy.world.render.caches import ByteCache


def test_what_was_not_asked_for_longest_goes_first() -> None:
    cache: ByteCache[str, int] = ByteCache(30)
    for number, key in enumerate("abc"):
        cache.put(key, number, 10)
    assert cache.get("a") == 0
    cache.put("d", 3, 10)
    assert "b" not in cache and len(cache) == 3 and cache.bytes == 30


def test_only_what_was_asked_for_again_is_told_of() -> None:
    told: list[tuple[str, int]] = []
    cache: ByteCache[str, int] = ByteCache(20, lambda key, value: told.append((key, value)))
    cache.put("used", 1, 10)
    cache.put("unused", 2, 10)
    assert cache.get("used") == 1
    for key in ("x", "y"):
        cache.put(key, 0, 10)
    assert told == [("used", 1)]
    # Forgotten is forgotten: put in again, it has to be asked for again.
    cache.put("used", 1, 10)
    for key in ("z", "w"):
        cache.put(key, 0, 10)
    assert told == [("used", 1)]


def test_one_thing_larger_than_the_limit_is_kept() -> None:
    cache: ByteCache[str, int] = ByteCache(5)
    cache.put("large", 1, 50)
    assert cache.get("large") == 1 and cache.bytes == 50
    cache.clear()
    assert len(cache) == 0 and cache.bytes == 0
