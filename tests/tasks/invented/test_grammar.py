"""Grammar: the little English of made-up sentences."""

from __future__ import annotations

import pytest

from phonebuddy.tasks.invented.grammar import an, plural


@pytest.mark.parametrize(
    ("noun", "many"),
    [("plant", "plants"), ("story", "stories"), ("shelf", "shelves"), ("day", "days"), ("box", "boxes"),
     ("child", "children"), ("sheep", "sheep"), ("cliff", "cliffs"), ("standing order", "standing orders")],
)  # fmt: skip
def test_plural(noun: str, many: str) -> None:
    assert plural(noun) == many


@pytest.mark.parametrize(
    ("said", "right"),
    [("add a invitation", "add an invitation"), ("A apple a day", "An apple a day"),
     ("a user, a uniform, a one-off", "a user, a uniform, a one-off"), ("a {item}", "a {item}"),
     ("a umbrella", "an umbrella"), ("data about", "data about")],
)  # fmt: skip
def test_an(said: str, right: str) -> None:
    assert an(said) == right
