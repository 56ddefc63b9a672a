"""Templates: parameters go where they belong, and expansion always ends."""

from __future__ import annotations

import pytest

from phonebuddy.errors import AppError
from phonebuddy.world.spec.macros import Expander, read_macros
from phonebuddy.world.spec.nodes import Node, parse_yaml
from phonebuddy.world.spec.problems import Problems
from tests.soon import soon


def plain(node: Node) -> object:
    """A node as Python values."""
    if node.items is not None:
        return [plain(item) for item in node.items]
    if node.entries is not None:
        return {key: plain(value) for key, value in node.pairs()}
    return node.text


def expand(templates: str, body: str) -> tuple[object, list[str]]:
    problems = Problems()
    macros = read_macros(parse_yaml(templates, "t.yaml"), problems)
    found = Expander(macros, problems).expand(parse_yaml(body, "b.yaml"))
    return plain(found), [str(problem) for problem in problems.found]


@pytest.mark.parametrize(
    ("templates", "body", "result"),
    [
        ("{a: {body: {text: hi}}}", "{use: a}", {"text": "hi"}),
        ("{a: {params: [x], body: {text: $x}}}", "{use: a, x: hi}", {"text": "hi"}),
        ("{a: {params: [x], body: {text: 'so $x!'}}}", "{use: a, x: hi}", {"text": "so hi!"}),
        ("{a: {params: {x: no}, body: {text: $x}}}", "{use: a}", {"text": "no"}),
        ("{a: {params: [x], body: {$x: 1}}}", "{use: a, x: key}", {"key": "1"}),
        ("{a: {params: [x], body: {list: $x}}}", "{use: a, x: [1, {b: 2}]}", {"list": ["1", {"b": "2"}]}),
        ("{a: {body: [1, 2]}}", "[0, {use: a}, 3]", ["0", "1", "2", "3"]),
        ("{a: {body: [1, 2]}}", "{x: {use: a}}", {"x": ["1", "2"]}),
        ("{a: {body: {use: b}}, b: {body: {c: 1}}}", "{use: a}", {"c": "1"}),
        ("{a: {params: [x], body: {use: b, y: $x}}, b: {params: [y], body: $y}}", "{use: a, x: 7}", "7"),
        ("{a: {params: [x], body: '$x $y $$x'}}", "{use: a, x: 1}", "1 $y $1"),
        ("{a: {params: [x], body: $x}}", "{use: a, x: {use: a, x: deep}}", "deep"),
    ],
)
def test_what_comes_out(templates: str, body: str, result: object) -> None:
    assert expand(templates, body) == (result, [])


@pytest.mark.parametrize(
    ("templates", "body", "words"),
    [
        ("{card: {body: 1}}", "{use: crad}", "b.yaml:1: unknown template 'crad' (did you mean 'card'?)"),
        ("{a: {params: [title], body: 1}}", "{use: a}", "b.yaml:1: template 'a' needs 'title'"),
        (
            "{a: {params: [title], body: 1}}",
            "{use: a, title: 1, titel: 2}",
            "unknown parameter of template 'a' 'titel'",
        ),
        ("{a: {params: [x]}}", "{use: b}", "t.yaml:1: template 'a' needs 'body'"),
        ("{a: {body: 1, parms: [x]}}", "[]", "unknown key of a template 'parms' (did you mean 'params'?)"),
        ("{a: {body: 1, params: x}}", "[]", "'params' of template 'a' takes a list"),
        ("{a: text}", "[]", "template 'a' needs 'body'"),
    ],
)
def test_mistakes_are_located(templates: str, body: str, words: str) -> None:
    assert any(words in problem for problem in expand(templates, body)[1]), expand(templates, body)[1]


def _bomb(levels: int, width: int, wrap: str) -> str:
    lines = [
        f"t{level}: {{body: [{', '.join([f'{{use: t{level + 1}}}'] * width)}]}}" for level in range(levels)
    ]
    return "\n".join([*lines, f"t{levels}: {{body: {wrap}}}"])


REFUSED = {
    "itself": ("{a: {body: {x: {use: a}}}}", "{use: a}", "uses itself: a -> a"),
    "in a ring": (
        "{a: {body: {use: b}}, b: {body: {use: c}}, c: {body: {use: a}}}",
        "{use: a}",
        "a -> b -> c -> a",
    ),
    "doubling": (_bomb(30, 2, "x"), "{use: t0}", "grow beyond"),
    "wide": (_bomb(3, 300, "x"), "{use: t0}", "grow beyond"),
    "long chain": (_bomb(2000, 1, "x"), "{use: t0}", "grow beyond"),
    "doubling text": (
        "\n".join(f"t{n}: {{params: [x], body: {{use: t{n + 1}, x: $x$x}}}}" for n in range(40))
        + "\nt40: {params: [x], body: $x}",
        "{use: t0, x: boom}",
        "more than 100000 characters",
    ),
    "doubling parameters": (
        "\n".join(f"t{n}: {{params: [x], body: {{use: t{n + 1}, x: [$x, $x]}}}}" for n in range(40))
        + "\nt40: {params: [x], body: $x}",
        "{use: t0, x: boom}",
        "grow beyond",
    ),
}


@pytest.mark.parametrize("kind", REFUSED)
def test_expansion_ends(kind: str) -> None:
    templates, body, words = REFUSED[kind]
    problems = Problems()
    macros = read_macros(parse_yaml(templates, "t.yaml"), problems)
    root = parse_yaml(body, "b.yaml")
    with soon(), pytest.raises(AppError, match=words):
        Expander(macros, problems).expand(root)
