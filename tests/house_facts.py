"""What the rules of the house look at in a Python file: found in one pass, and kept for all of them.

Invariant: the text alone says what its facts are.
"""

from __future__ import annotations

import ast
from functools import cache
from typing import NamedTuple

BANNED_MODULES = {"pickle", "cPickle", "dill", "cloudpickle", "shelve", "marshal"}
BANNED_CALLS = {
    "eval",
    "exec",
    "os.system",
    "os.popen",
    "yaml.load",
    "yaml.load_all",
    "yaml.full_load",
    "yaml.unsafe_load",
    "tempfile.mktemp",
}
# Of a million nodes each is asked: a tuple answers faster than a union that is made anew.
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_IMPORTS_AND_CALLS = (ast.Import, ast.ImportFrom, ast.Call)


class Function(NamedTuple):
    name: str
    lines: int
    untyped: tuple[str, ...]
    """Arguments without a type, and `return` where the result has none."""


class Import(NamedTuple):
    line: int
    level: int
    """How many dots it begins with."""
    name: str


class Banned(NamedTuple):
    line: int
    what: str


class Facts(NamedTuple):
    has_header: bool
    functions: tuple[Function, ...]
    imports: tuple[Import, ...]
    banned: tuple[Banned, ...]


@cache
def facts_of(text: str) -> Facts:
    """All there is to know; to parse the whole tree for every rule takes most of the time of the rules."""
    tree = ast.parse(text)
    functions: list[Function] = []
    imports: list[Import] = []
    banned: list[Banned] = []
    for node in ast.walk(tree):
        if isinstance(node, _FUNCTIONS):
            functions.append(Function(node.name, (node.end_lineno or 0) - node.lineno + 1, _untyped(node)))
        elif isinstance(node, _IMPORTS_AND_CALLS):
            imports += [Import(node.lineno, *one) for one in _imported(node)]
            banned += [Banned(node.lineno, what)] if (what := _banned(node)) else []
    return Facts(bool(ast.get_docstring(tree)), tuple(functions), tuple(imports), tuple(banned))


def _untyped(function: ast.FunctionDef | ast.AsyncFunctionDef) -> tuple[str, ...]:
    spec = function.args
    named = [*spec.posonlyargs, *spec.args, *spec.kwonlyargs]
    named += [arg for arg in (spec.vararg, spec.kwarg) if arg]
    missing = [arg.arg for arg in named if not arg.annotation and arg.arg not in ("self", "cls")]
    return (*missing, *(() if function.returns else ("return",)))


def _imported(node: ast.Import | ast.ImportFrom | ast.Call) -> list[tuple[int, str]]:
    """Level and name of everything that a statement or a call imports."""
    if isinstance(node, ast.Import):
        return [(0, alias.name) for alias in node.names]
    if isinstance(node, ast.ImportFrom):
        module = f"{node.module}." if node.module else ""
        return [(node.level, f"{module}{alias.name}") for alias in node.names]
    if _dotted(node.func).endswith("import_module") and node.args:
        first = node.args[0]
        return [(0, str(first.value))] if isinstance(first, ast.Constant) else []
    return []


def _banned(node: ast.Import | ast.ImportFrom | ast.Call) -> str:
    if isinstance(node, ast.Import):
        return ", ".join(alias.name for alias in node.names if alias.name.split(".")[0] in BANNED_MODULES)
    if isinstance(node, ast.ImportFrom):
        if (node.module or "").split(".")[0] in BANNED_MODULES:
            return node.module or ""
        return ", ".join(a.name for a in node.names if f"{node.module}.{a.name}" in BANNED_CALLS)
    name = _dotted(node.func)
    if name in BANNED_CALLS:
        return name
    for keyword in node.keywords:
        is_false = isinstance(keyword.value, ast.Constant) and keyword.value.value is False
        if keyword.arg == "shell" and not is_false:
            return "shell=True"
    return ""


def _dotted(node: ast.expr) -> str:
    if isinstance(node, ast.Attribute):
        return f"{_dotted(node.value)}.{node.attr}"
    return node.id if isinstance(node, ast.Name) else ""
