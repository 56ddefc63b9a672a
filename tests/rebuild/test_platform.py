"""What belongs to Android and not to any app."""

from __future__ import annotations

from phonebuddy.rebuild.platform import state_words, without_state


def test_a_switch_writes_its_state_after_its_label() -> None:
    assert without_state("Wake up OFF") == "Wake up"
    assert state_words("Wake up ON") == ("ON", "OFF")
    assert state_words("Wake up") is None
