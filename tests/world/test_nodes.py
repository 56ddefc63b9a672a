"""Located YAML: every value knows its line, and a hostile file is refused quickly and in words."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from phonebuddy.errors import AppError
from phonebuddy.world.spec.nodes import MAX_BYTES, MAX_DEPTH, MAX_NODES, Node, parse_yaml, read_yaml
from tests.soon import soon

TEXT = """\
# a comment
app: notes
list:
  - one
  - {two: 2, three: "3"}
block: |
  first
  second
empty:
"""


def test_every_value_has_its_line() -> None:
    root = parse_yaml(TEXT, "f.yaml")
    assert [(key, node.place.line) for key, node in root.pairs()] == [
        ("app", 2), ("list", 4), ("block", 6), ("empty", 9),
    ]  # fmt: skip
    assert root.entries is not None and root.entries[1].place.line == 3
    listed = root.get("list")
    assert listed is not None and listed.items is not None
    assert [(item.kind, item.place.line) for item in listed.items] == [("text", 4), ("map", 5)]
    assert str(listed.items[0].place) == "f.yaml:4"
    assert root.get("nothing") is None


def test_values_stay_text_and_know_their_quotes() -> None:
    inner = parse_yaml('{a: 007, b: "007", c: yes, d: 2024-01-01, e: 1_000}', "f")
    assert [(node.text, node.quoted) for _, node in inner.pairs()] == [
        ("007", False), ("007", True), ("yes", False), ("2024-01-01", False), ("1_000", False),
    ]  # fmt: skip


DEEP = MAX_DEPTH + 10
REFUSED = {
    "empty": (b"", 1, "empty"),
    "only comments": (b"# nothing\n# here\n", 1, "empty"),
    "not YAML": (b"a: b\nc: [1, 2\nd: }", 3, "not valid YAML"),
    "tab": (b"a:\n\t- b", 2, "not valid YAML"),
    "binary": (bytes(range(256)) * 10, 1, "not valid YAML"),
    "zero bytes": (b"app: a\0b", 1, "not valid YAML"),
    "latin-1": ("title: Caf\xe9".encode("latin-1"), 1, "not valid YAML"),
    "half a surrogate": (b'a: "\\ud800"', 1, "not valid YAML"),
    "twice": (b"a: 1\nb: 2\na: 3\n", 3, "'a' is given twice"),
    "twice in flow": (b"x: {a: 1, a: 2}", 1, "'a' is given twice"),
    "anchor": (b"a: 1\nb: &x 2\n", 2, "anchors and aliases"),
    "anchor on a list": (b"b: &x [2]\n", 1, "anchors and aliases"),
    "alias": (b"b: *x\n", 1, "anchors and aliases"),
    "merge": (b"a: {b: 1}\nc:\n  <<: *a\n", 3, "anchors and aliases"),
    "tag": (b"a: 1\nb: !!python/object/apply:os.system [ls]\n", 2, "tags"),
    "tag on text": (b"a: !!binary aGk=\n", 1, "tags"),
    "two documents": (b"a: 1\n---\nb: 2\n", 3, "second document"),
    "list as key": (b"a: 1\n? [x, y]\n: 2\n", 2, "used as a key"),
    "map as key": (b"{a: 1}: 2\n", 1, "used as a key"),
    "deep flow": (b"[" * 10_000, 1, "nested deeper|not valid"),
    "deep flow, closed": (b"a: " + b"[" * 10_000 + b"]" * 10_000, 1, "nested deeper"),
    "deep maps": (b"{a: " * 10_000, 1, "nested deeper"),
    "deep block": (b"- " * 10_000 + b"x", 1, "nested deeper"),
    "deep lines": (b"".join(b" " * i + b"a:\n" for i in range(1200)), DEEP, "nested deeper"),
    "many items": (b"- a\n" * 200_000, MAX_NODES, "more than"),
    "many items in flow": (b"[" + b"a," * 200_000 + b"]", 1, "more than"),
    "a bomb of aliases": (b"a: &a [x,x]\nb: [*a,*a,*a,*a]\n", 1, "anchors"),
}


@pytest.mark.parametrize("kind", REFUSED)
def test_what_is_refused_where_and_why(kind: str) -> None:
    data, line, words = REFUSED[kind]
    with soon(), pytest.raises(AppError, match=words) as caught:
        parse_yaml(data, "app.yaml")
    file, found, _ = str(caught.value).split(":", 2)
    assert file == "app.yaml"
    assert abs(int(found) - line) <= (DEEP if kind == "deep lines" else 1), f"line {found}, not {line}"


def test_a_long_map_is_read_in_time() -> None:
    data = "".join(f"k{number}: 1\n" for number in range(MAX_NODES - 10))
    with soon():
        assert len(parse_yaml(data, "f").entries or ()) == MAX_NODES - 10
        # Asking each time for all keys so far would take minutes.


def test_a_file_that_is_too_large_is_not_opened(tmp_path: Path) -> None:
    path = tmp_path / "app.yaml"
    with path.open("wb") as file:
        file.truncate(20_000_000)
    with pytest.raises(AppError, match=f"20000000 bytes; at most {MAX_BYTES}"):
        read_yaml(path, "x/app.yaml")


def test_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    for path in (tmp_path / "nothing.yaml", tmp_path):
        with pytest.raises(AppError, match="x.yaml:1: cannot be read"):
            read_yaml(path, "x.yaml")


@given(st.binary(max_size=200) | st.text("{}[]:-#&*!|>'\"\n ab%@`?,\t", max_size=80).map(str.encode))
def test_reading_raises_nothing_but_app_error(data: bytes) -> None:
    try:
        root = parse_yaml(data, "f.yaml")
    except AppError as error:
        assert str(error).startswith("f.yaml:")
    else:
        assert isinstance(root, Node)
