"""Modules: each is documented, translated and used by a test app; mistakes are located in both files."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from phonebuddy.world.spec import load, modules
from phonebuddy.world.spec.load import check_apps
from phonebuddy.world.spec.module_reference import write_module_reference
from phonebuddy.world.spec.modules import GIVEN, MODULE_KEYS, module_names, read_module
from phonebuddy.world.spec.nodes import Node

ROOT = Path(__file__).parents[2]
APPS = Path(__file__).parent / "modules"
STUBS = Path(__file__).parent / "module_stubs"
NAMES = module_names()
SPOKEN = frozenset(
    (
        "top_bar",
        "button",
        "label",
        "hint",
        "header",
        "empty",
        "snackbar",
        "dialog",
        "confirm",
        "cancel",
        "action",
    )
    + (
        "dismiss",
        "menu_item",
        "list_item",
        "banner",
        "toast",
        "sheet",
        "message",
        "chip",
        "description",
        "title",
    )
    + ("notify",)
)
"""Keys whose value a person reads."""
APP = """\
app: small
title: Small
package: com.example.small
icon: star
start: main
modules:
  search:
    rows: SELECT 1 AS id, 'a' AS title, '' AS text, 'star' AS sign, 'a' AS words
    on_choose: [{back: }]
pages:
  main: {body: [{button: Go, on_tap: [{open: search}]}]}
"""


def nodes(node: Node, key: str = "") -> Iterator[tuple[str, Node]]:
    """Every value below a node, with the key it stands under."""
    yield key, node
    for item in node.items or ():
        yield from nodes(item, key)
    for entry, value in node.pairs():
        yield from nodes(value, entry)


def problems(folder: Path, text: str) -> list[str]:
    folder.mkdir(exist_ok=True)
    (folder / "app.yaml").write_text(text, "utf-8")
    return [str(problem) for problem in check_apps([folder])[0]]


# -- each module ------------------------------------------------------------------------------------------


def test_there_are_at_least_eighteen() -> None:
    assert len(NAMES) >= 18
    written = (ROOT / "docs/modules.md").read_text("utf-8")
    assert written == write_module_reference(), "run: phonebuddy apps modules -o docs/modules.md"


@pytest.mark.parametrize("name", NAMES)
def test_every_parameter_is_used_and_explained(name: str) -> None:
    module = read_module(name)
    assert [key for key, _ in module.pairs() if key not in MODULE_KEYS] == []
    params = module.get("params")
    assert params is not None and (module.get("module") or module).text == name
    known = {key for key, _ in params.pairs()}
    for key, about in params.pairs():
        said = about.get("about")
        assert said is not None and said.text, f"{key}: say what it is"
        assert {one for one, _ in about.pairs()} <= {"about", "default"}, key
    text = (modules.MODULES / f"{name}.yaml").read_text("utf-8")
    body = re.sub(r"^example: \|\n(  .*\n|\n)*", "", text, flags=re.M)
    used = {one or two for one, two in re.findall(r"\$(?:\{([a-z_0-9]+)\}|([a-z_][a-z0-9_]*))", body)}
    derived = {f"{key}_{suffix}" for key in known for suffix in ("names", "unpacked", "same")}
    pieces = (module.get("templates") or Node(module.place)).pairs()
    inner = {name for _, template in pieces for name in _given(template)}
    assert not inner & known, "a parameter of the module would be put in instead"
    assert known <= used, known - used
    assert used <= known | derived | inner | set(GIVEN), used - known - derived - inner - set(GIVEN)


def _given(template: Node) -> set[str]:
    """The parameters of a piece."""
    params = template.get("params") or Node(template.place)
    return {key for key, _ in params.pairs()} | {item.text or "" for item in params.items or ()}


@pytest.mark.parametrize("name", NAMES)
def test_every_module_is_shown_in_use_as_its_example_says(name: str) -> None:
    assert name in {folder.name for folder in APPS.iterdir()}
    example = read_module(name).get("example")
    assert example is not None and example.text
    lines = [line for line in example.text.splitlines() if not line.startswith("#")]
    used = (APPS / name / "app.yaml").read_text("utf-8")
    assert "\n".join(f"  {line}".rstrip() for line in lines).rstrip() in used


def test_the_apps_that_use_them_have_no_problems() -> None:
    found, _ = check_apps([*STUBS.iterdir(), *(APPS / name for name in NAMES)])
    assert found == []


@pytest.mark.parametrize("name", NAMES)
def test_everything_a_module_says_is_said_in_chinese(name: str) -> None:
    module = read_module(name)
    words = module.get("translations")
    chinese = words.get("zh") if words is not None else None
    assert chinese is not None
    known = {key for key, _ in chinese.pairs()}
    spoken = {value.text for key, value in nodes(module.get("pages") or module) if key in SPOKEN}
    spoken |= {
        value.text for key, value in nodes(module.get("templates") or Node(module.place)) if key in SPOKEN
    }
    params = module.get("params") or Node(module.place)
    for _, about in params.pairs():
        default = about.get("default")
        spoken |= {default.text} if default is not None and default.text and " " in default.text else set()
    source = (modules.MODULES / f"{name}.yaml").read_text("utf-8")
    spoken |= set(re.findall(r"said\('\$app', '([^']+)'\)", source))
    missing = [text for text in spoken if text and text not in known and _is_speech(text)]
    assert missing == []


def _is_speech(text: str) -> bool:
    """Whether a person reads letters of it: not SQL, not only names and parameters, no code."""
    plain = re.sub(r"\{\w+\}|\$\{?\w+\}?", "", text)
    return (
        bool(re.search(r"[A-Za-z]{2}", plain))
        and not re.match(r"SELECT|CASE|[a-z_]+$|_", plain)
        and plain != "OK"
    )


# -- mistakes ---------------------------------------------------------------------------------------------


def test_the_small_app_is_sound(tmp_path: Path) -> None:
    assert problems(tmp_path / "small", APP) == []


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("  search:\n", "  serch:\n", "small/app.yaml:7: unknown module 'serch' (did you mean 'search'?)"),
        ("    rows:", "    row:", "unknown parameter of module 'search' 'row' (did you mean 'rows'?)"),
        ("    on_choose: [{back: }]\n", "", "small/app.yaml:7: module 'search' needs 'on_choose': effects"),
        ("    on_choose: [{back: }]", "    on_choose: [{bak: }]", "small/app.yaml:9: unknown effect 'bak'"),
        ("'a' AS words", "'a' AS wrds", "small/app.yaml:7 > modules/search.yaml"),
        ("pages:\n", "pages:\n  search: {body: []}\n", "'search' in 'pages' also comes from module 'search'"),
        ("  search:\n", "  search: x\n  other:\n", "module 'search' takes a map of parameters, not a text"),
        ("{open: search}", "{open: serach}", "unknown page 'serach' (did you mean 'search'?)"),
        ("  search:\n", "  find:\n    module: search\n", "unknown page 'search'"),
    ],
)  # fmt: skip
def test_mistakes_are_located(tmp_path: Path, old: str, new: str, words: str) -> None:
    assert old in APP
    found = problems(tmp_path / "small", APP.replace(old, new))
    assert any(words in problem for problem in found), found


def test_a_module_may_be_used_twice_under_two_names(tmp_path: Path) -> None:
    second = APP[APP.index("    rows:") : APP.index("pages:")]
    text = APP.replace("pages:\n", f"  find:\n    module: search\n{second}pages:\n")
    text = text.replace("[{open: search}]", "[{open: search}, {open: find}]")
    assert problems(tmp_path / "small", text) == []


def test_a_changed_module_is_another_set_of_apps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = load.digest_of([])
    file = tmp_path / "search.yaml"
    file.write_text("module: search\n", "utf-8")
    monkeypatch.setattr(load, "module_files", lambda: [file])
    one = load.digest_of([])
    file.write_text("module: search\nabout: other\n", "utf-8")
    assert len({before, one, load.digest_of([])}) == 3
