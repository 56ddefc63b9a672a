"""What may happen for real, and what is stopped."""

from __future__ import annotations

import pytest

from phonebuddy import actions as a
from phonebuddy.errors import SetupError
from phonebuddy.phones.side_effects import Guard, Permit, kinds, last_step
from tests.phones.helpers import element, screen

FIRST = a.Click(a.Point(500, 50))


@pytest.mark.parametrize(
    ("words", "kind"),
    [
        ("Pay", "payment"), ("Pay $12.00", "payment"), ("Place order", "payment"), ("立即支付", "payment"),
        ("Send", "message"), ("SEND  MESSAGE", "message"), ("发送", "message"), ("Delete", "deletion"),
        ("Uninstall", "install"), ("Install", "install"), ("Call", "call"), ("Post", "publish"),
        ("Log out", "account"),
    ],
)  # fmt: skip
def test_last_steps_are_known_by_their_words(words: str, kind: str) -> None:
    assert last_step(FIRST, screen(words)) == (kind, words)


@pytest.mark.parametrize("words", ["Repay", "Sender", "Callers", "Next", "Posts", ""])
def test_other_words_are_no_last_step(words: str) -> None:
    assert last_step(FIRST, screen(words)) is None


def test_words_on_a_child_count_for_its_button() -> None:
    child = element("Pay", 0, role="text", flags=256, parent="0")
    assert last_step(FIRST, screen("", extra=(child,))) == ("payment", "Pay")


def test_the_delete_key_of_a_keyboard_is_harmless() -> None:
    shown = screen("x")
    key = element("Delete", 0, role="key")
    assert last_step(FIRST, screen(extra=(key,))) is None and last_step(FIRST, shown) is None


def test_whatever_is_tapped_in_an_installer_installs() -> None:
    found = last_step(FIRST, screen("Continue", package="com.android.packageinstaller"))
    assert found is not None and found[0] == "install"


@pytest.mark.parametrize(
    ("action", "texts", "kind"),
    [
        (a.ButtonPress("enter"), ("Hello", "Send"), "message"),
        (a.Type("hi\n"), ("Send",), "message"),
        (a.Type("hi"), ("Send",), None),
        (a.ButtonPress("enter"), ("Search",), None),
        (a.Drag(a.Point(500, 50), a.Point(500, 150)), ("Photo", "Delete"), "deletion"),
        (a.Scroll(a.Point(100, 50), a.Point(900, 50)), ("Pay",), "payment"),
        (a.Scroll(a.Point(500, 50), a.Point(500, 900)), ("Pay rent",), None),
        (a.LongPress(a.Point(500, 50)), ("Delete",), "deletion"),
        (a.OpenApp("pay"), ("Pay",), None),
    ],
)
def test_every_way_of_taking_a_last_step(action: a.Action, texts: tuple[str, ...], kind: str | None) -> None:
    found = last_step(action, screen(*texts))
    assert (found and found[0]) == kind


ALL = frozenset(kinds())


@pytest.mark.parametrize(
    ("task", "word", "dry_run", "why"),
    [
        (Permit(), Permit(ALL), False, "does not declare"),
        (Permit(ALL), Permit(), False, "operator"),
        (Permit(ALL), Permit(ALL), True, "dry run"),
        (Permit(ALL), Permit(ALL), False, ""),
    ],
)
def test_only_declared_and_permitted_steps_are_taken(
    task: Permit, word: Permit, dry_run: bool, why: str
) -> None:
    held = Guard(task, word, dry_run).check(FIRST, screen("Pay"))
    assert (held is None) == (why == "") and (held is None or why in held.why)


def test_a_message_to_somebody_nobody_named_is_held() -> None:
    may = Permit(frozenset({"message"}), ("Anna",))
    guard = Guard(may, Permit(frozenset({"message"})))
    send = a.Click(a.Point(500, 150))
    assert guard.check(send, screen("Anna", "Send")) is None
    held = guard.check(send, screen("Bert", "Send"))
    assert held is not None and "named" in held.why


def test_harmless_steps_are_let_through_without_a_word() -> None:
    assert Guard(Permit(), Permit(), dry_run=True).check(FIRST, screen("Next")) is None


def test_an_unknown_kind_is_refused() -> None:
    with pytest.raises(SetupError, match="accepted: payment"):
        Guard(Permit(frozenset({"paying"})), Permit())
