"""Grammar: the little English of made-up sentences."""

from __future__ import annotations

import pytest

from phonebuddy.tasks.invented.grammar import an, plural, stutters, within


@pytest.mark.parametrize(
    ("noun", "many"),
    [("plant", "plants"), ("story", "stories"), ("shelf", "shelves"), ("day", "days"), ("box", "boxes"),
     ("child", "children"), ("sheep", "sheep"), ("cliff", "cliffs"), ("standing order", "standing orders"),
     ("pair of shoes", "pairs of shoes"), ("headphones", "headphones"), ("enquiry", "enquiries")],
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


@pytest.mark.parametrize(
    ("said", "is_so"),
    [("add what the two come to to the note", True), ("Please see to it, please", True),
     ("The the end", True), ("find a my card", True), ("bye bye", False), ("what it is", False)],
)  # fmt: skip
def test_stutters(said: str, is_so: bool) -> None:
    assert stutters(said) is is_so


@pytest.mark.parametrize(
    ("label", "said"),
    [("Alert day", "alert day"), ("Hosted by", '"hosted by"'), ("In an emergency", '"in an emergency"'),
     ("By what time", '"by what time"'), ("Insurer", "insurer"), ("Button", "button")],
)  # fmt: skip
def test_a_label_in_another_is_a_noun_or_quoted(label: str, said: str) -> None:
    assert within(label) == said
