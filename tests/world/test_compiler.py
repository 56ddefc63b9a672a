"""Compiled apps: what a value means, what a plan needs, and that any widget can be drawn with any value."""

from __future__ import annotations

import math
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from phonebuddy import actions as a
from phonebuddy.screen import Flag
from phonebuddy.world.image import Image, build_image
from phonebuddy.world.phone import WorldPhone
from phonebuddy.world.spec import kinds, registry, row_kinds
from phonebuddy.world.spec.load import load_apps
from phonebuddy.world.spec.template import parse_template, show, truth
from tests.world.desk import write_app
from tests.world.helpers import SMALL, middle

Value = None | int | float | str | bytes


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("", None), ("~", None), ("null", None), ("true", 1), ("false", 0),
        ("0", 0), ("-7", -7), ("1.50", 1.5), ("1e3", 1000.0), ("-0.5", -0.5),
        ("9223372036854775807", 2**63 - 1), ("9223372036854775808", 2.0**63), ("1" * 5000, math.inf),
        # What people write down is text, however much it looks like a number.
        ("007", "007"), ("+49123", "+49123"), ("1_000", "1_000"), ("0x10", "0x10"), ("1.", "1."),
        ("Nan", "Nan"), ("nan", "nan"), ("Infinity", "Infinity"), ("inf", "inf"), ("yes", "yes"), ("٣", "٣"),
        (".5", ".5"),
    ],
)  # fmt: skip
def test_what_an_unquoted_value_means(text: str, value: Value) -> None:
    found = kinds.plain_value(text)
    assert found == value and type(found) is type(value)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, ""), (0, "0"), (1.0, "1"), (-0.0, "0"), (1.5, "1.5"), (math.inf, "inf"), (-math.inf, "-inf"),
        (1e300, "1e+300"), ("x", "x"), (b"\xff", "\ufffd"), (2**63 - 1, str(2**63 - 1)),
    ],
)  # fmt: skip
def test_values_as_text(value: Value, text: str) -> None:
    assert show(value) == text


def test_what_counts_as_true() -> None:
    assert not any(truth(value) for value in (None, 0, 0.0, "", "0", "false"))
    assert all(truth(value) for value in (1, -1, 0.5, "x", "00", "no"))


def test_numbers_from_data_are_numbers_a_widget_can_use() -> None:
    hostile: list[Value] = [
        None,
        "",
        "x",
        "12",
        b"7",
        b"x",
        math.inf,
        -math.inf,
        1e300,
        2**62,
        "inf",
        "nan",
        "1e999",
    ]
    for value in hostile:
        number = kinds.to_number(value)
        assert math.isfinite(number) and abs(number) < kinds.MOST_NUMBER, value


@pytest.mark.parametrize("text", ["{", "}", "{a", "a}", "{{a}}", "{A}", "{a b}", "{}", "{1a}", "{a}}"])
def test_templates_that_are_none(text: str) -> None:
    assert isinstance(parse_template(text), str)


# -- any widget, any value -------------------------------------------------------------------------------

VALUES: dict[str, Value] = {
    "null": None, "zero": 0, "one": 1, "minus one": -1, "minus many": -100_000, "a million": 1_000_000,
    "a fraction": 0.5, "infinity": math.inf, "minus infinity": -math.inf, "the largest": 2**63 - 1,
    "the smallest": -(2**63), "empty": "", "a word": "word", "a long word": "w" * 3_000,
    "many words": "word " * 500, "lines": "\na\n\n\r\tb\n", "a zero byte": "a\0b", "braces": "{x} $y :z",
    "right to left": "\u202e\u05d0\u200d", "emoji": "\U0001f468\u200d\U0001f469\u200d\U0001f467 \U0001f1e9",
    "accents": "a" + "\u0301" * 50, "not text": b"\xff\x00",
}  # fmt: skip
ITEMS = {
    "bottom_nav": '[{nav_item: "{v}", icon: "{v}", value: "{v}", badge: "{v}"}]',
    "menu": '[{menu_item: "{v}", icon: "{v}"}]',
}


def _value(word: str, field: registry.Field) -> str:
    """YAML for a key that puts the hostile value wherever it can go."""
    kind = field.kind
    if isinstance(kind, row_kinds.RecordsKind):
        return "SELECT " + ", ".join(f":v AS {name}" for name in kind.needed)
    if isinstance(kind, row_kinds.ColumnsKind):
        return f"{{v: {kind.accepted[0] if kind.accepted else 'Title'}}}"
    if isinstance(kind, row_kinds.MoveKind):
        return '[{snackbar: "{v}"}]'
    if isinstance(kind, kinds.TextKind):
        return '"{v}"'
    if isinstance(kind, kinds.QueryKind):
        return "SELECT :v AS v, 1 AS id UNION ALL SELECT :v, 1"
    if isinstance(kind, kinds.ColumnKind):
        return "v"
    if isinstance(kind, kinds.EffectsKind):
        return '[{snackbar: "{v}"}]'
    if isinstance(kind, kinds.ChildrenKind):
        return ITEMS.get(word, '[{text: "{v}"}]')
    if isinstance(kind, (kinds.ChildKind, kinds.EachKind)):
        return '{text: "{v}"}'
    if isinstance(kind, (kinds.BindKind, kinds.VariableNameKind)):
        return "x"
    assert isinstance(kind, kinds.MapKind), f"{word}: no sample for the kind of '{field.key}'"
    return '{a: "{v}", b: B}'


def _page(word: str) -> str:
    cls = registry.words()[word]
    fields = registry.fields(cls)
    main = _value(word, fields[cls.MAIN]) if cls.MAIN else ""
    lines = [f"{word}: {main}"]
    lines += [f"{key}: {_value(word, field)}" for key, field in fields.items() if key != cls.MAIN]
    widget = "      - " + "\n        ".join(lines) + "\n"
    head = f"  {word}_page:\n    params: [v]\n    vars: {{x: }}\n"
    if registry.is_effect(cls):
        return f"{head}    on_open:\n      - set: {{x: '{{v}}'}}\n{widget}    body: [{{text: over}}]\n"
    return f"{head}    on_open: [{{set: {{x: '{{v}}'}}}}]\n    body:\n{widget}"


WIDGETS = [word for word, cls in registry.words().items() if hasattr(cls, "layout")]


@cache
def _image() -> Image:
    links = "".join(f"        - {{open: {word}_page, with: {{v: 0}}}}\n" for word in WIDGETS)
    text = (
        "app: any\ntitle: Any\npackage: com.example.any\nicon: star\nstart: main\npages:\n"
        f"  main:\n    body:\n    - button: All\n      on_tap:\n{links}"
    ) + "".join(_page(word) for word in WIDGETS)
    with TemporaryDirectory() as folder:
        return build_image(load_apps([write_app(Path(folder), text)]))


@pytest.mark.parametrize("word", WIDGETS)
def test_any_widget_draws_any_value(word: str) -> None:
    phone = WorldPhone(_image(), SMALL)
    for name, value in VALUES.items():
        phone.reset()
        phone.act(a.OpenApp("any"))
        phone._runtime.open(f"{word}_page", {"v": value})
        phone._changed()
        try:
            _use(phone)
        except Exception as error:
            raise AssertionError(f"{word} with {name}") from error
        assert not phone._store.failures, f"{word} with {name}: {phone._store.failures}"


def _use(phone: WorldPhone) -> None:
    """Look at it, scroll it, tap the first things on it, and take it along in a snapshot."""
    phone.observe().pixels()
    phone.act(a.Scroll(a.Point(500, 800), a.Point(500, 100)))
    for number in range(3):
        screen = phone.observe()
        able = [element for element in screen.elements if element.has(Flag.CLICKABLE)]
        if number < len(able):
            phone.act(a.Click(middle(screen, able[number])))
    phone.act(a.Type("x"))
    pixels = phone.observe().pixels()
    phone.restore(phone.snapshot())
    assert (phone.observe().pixels() == pixels).all()
