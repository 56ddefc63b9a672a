"""What the system lays over the page: none of its parts is forgotten where not all are asked."""

from __future__ import annotations

from random import Random

from phonebuddy.world.system.layers import MAKERS, system_layers
from tests.world.helpers import new_phone, walk


def test_where_none_is_asked_none_has_anything_to_show() -> None:
    phone = new_phone("built_in")
    phone.interrupt_by_seed(3, 6.0)
    rng, seen = Random(5), set[str]()
    for step in range(300):
        walk(phone, rng, 1)
        if step % 20 == 0:
            phone.operate(lambda runtime: runtime.toast("Saved"))
        if step % 30 == 0:
            phone.operate(lambda runtime: runtime.post("", "", "Title", "text", "", {}))
        screen = phone._runtime, phone._look
        shown = [layer.name for make in MAKERS for layer in make(*screen)]
        assert [layer.name for layer in system_layers(*screen)] == shown
        seen.update(shown)
    assert len(seen) > 3, f"only {seen} were met"
