"""The rules of the house as functions over a path: each gives the list of what breaks it.

Invariant: no rule looks at anything but its arguments, so that a broken sample can prove it works.
"""

from __future__ import annotations

import re
import subprocess
import tomllib
from collections.abc import Iterator
from pathlib import Path

import click

from tests.house_facts import facts_of

LAYERS = ["vocabulary", "traces", "world", "rebuild", "tasks", "phones", "adbd", "agents", "episodes"]
LAYERS += ["train", "evals", "deploy", "web", "cli", "adapters"]
"""A layer may import itself and what stands before it. `vocabulary` is the modules beside the folders."""
MAX_FILE_LINES = 600
MAX_FUNCTION_LINES = 60
SIZE_EXCEPTIONS: dict[str, str] = {}
"""`path` or `path:function` -> why it may be longer. The only place for such exceptions."""


def python_files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*.py") if "__pycache__" not in path.parts)


def import_direction(package: Path) -> list[str]:
    """Imports that point from a lower layer to a higher one, and Python among the apps."""
    broken = []
    for path in python_files(package):
        inside = path.relative_to(package).parts
        if inside[0] == "apps":
            broken.append(f"{'/'.join(inside)}: apps are data, not Python")
            continue
        layer = _layer(inside[0] if len(inside) > 1 else "")
        for line, target in _imports(path, package):
            if _layer(target) > layer:
                broken.append(f"{'/'.join(inside)}:{line}: {LAYERS[layer]} may not import {target}")
    return broken


def _layer(folder: str) -> int:
    return LAYERS.index(folder) if folder in LAYERS else 0


def _imports(path: Path, package: Path) -> Iterator[tuple[int, str]]:
    """Line and first name below the package of everything a file imports from it."""
    here = (package.name, *path.relative_to(package).with_suffix("").parts)
    for line, level, name in facts_of(path.read_text("utf-8")).imports:
        parts = [*(here[:-level] if level else ()), *name.split(".")]
        if parts[0] == package.name and len(parts) > 1:
            yield line, parts[1]


def sizes(root: Path, folder: Path) -> list[str]:
    """Files and functions over the limits that are not among the exceptions."""
    broken = []
    for path in python_files(folder):
        name = path.relative_to(root).as_posix()
        text = path.read_text("utf-8")
        if (count := text.count("\n")) > MAX_FILE_LINES and name not in SIZE_EXCEPTIONS:
            broken.append(f"{name}: {count} lines; at most {MAX_FILE_LINES}")
        for function in facts_of(text).functions:
            if function.lines > MAX_FUNCTION_LINES and f"{name}:{function.name}" not in SIZE_EXCEPTIONS:
                broken.append(f"{name}:{function.name}: {function.lines} lines; at most {MAX_FUNCTION_LINES}")
    return broken


def unannotated(folder: Path) -> list[str]:
    """Functions with an argument or a result that has no type."""
    return [
        f"{path.relative_to(folder)}:{function.name}: no type for {', '.join(function.untyped)}"
        for path in python_files(folder)
        for function in facts_of(path.read_text("utf-8")).functions
        if function.untyped
    ]


def headers(folder: Path) -> list[str]:
    """Files that hold something and do not open by saying what they are."""
    return [
        f"{path.relative_to(folder)}: no docstring at the top"
        for path in python_files(folder)
        if (text := path.read_text("utf-8")).strip() and not facts_of(text).has_header
    ]


def banned(folder: Path) -> list[str]:
    """Calls and imports that can run what a stranger wrote."""
    return [
        f"{path.relative_to(folder)}:{line}: {what}"
        for path in python_files(folder)
        for line, what in facts_of(path.read_text("utf-8")).banned
    ]


def tracked(root: Path) -> list[str]:
    """Paths that git keeps, or will once they are added."""
    command = ["git", "-C", str(root), "ls-files", "--cached", "--others", "--exclude-standard"]
    output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return [line for line in output.splitlines() if (root / line).exists()]


def expected_tree(paths: list[str]) -> set[str]:
    """What the README's tree must list: the top level, the modules, and every folder of the package."""
    expected = set()
    for path in paths:
        parts = path.split("/")
        expected.add(parts[0] + "/" * (len(parts) > 1))
        if parts[:2] != ["src", "phonebuddy"]:
            continue
        if len(parts) == 3 and parts[2].endswith(".py") and parts[2] != "__init__.py":
            expected.add(path)
        # What lies below apps/ is one folder per app: data, listed by the app command.
        folders = parts[:3] if parts[2] == "apps" and len(parts) > 3 else parts[:-1]
        expected |= {"/".join(folders[:depth]) + "/" for depth in range(3, len(folders) + 1)}
    return expected - {"src/phonebuddy/"}


def readme_tree(readme: str, paths: list[str]) -> list[str]:
    """Lines missing from the tree, lines for what is not there, lines given twice or without a word."""
    listed: list[str] = []
    broken = []
    for path, words in _tree_lines(readme):
        listed.append(path)
        if not words:
            broken.append(f"{path}: says nothing")
    expected = expected_tree(paths)
    broken += [f"{path}: no line in the tree" for path in sorted(expected - set(listed))]
    broken += [f"{path}: in the tree, but not there" for path in sorted(set(listed) - expected)]
    broken += [
        f"{path}: {listed.count(path)} lines" for path in sorted(set(listed)) if listed.count(path) > 1
    ]
    return broken


def _tree_lines(readme: str) -> Iterator[tuple[str, str]]:
    """Path and words of each line in the block after the heading `The tree`; two spaces a level."""
    block = re.search(r"^## The tree\n.*?^```\w*\n(.*?)^```", readme, re.MULTILINE | re.DOTALL)
    above: list[str] = []
    for line in block[1].splitlines() if block else []:
        name, _, words = line.strip().partition(" ")
        depth = (len(line) - len(line.lstrip())) // 2
        above = [*above[:depth], name]
        path = "".join(above)
        if path != "src/phonebuddy/":
            yield path, words.strip()


def commands(group: click.Group, prefix: str) -> Iterator[tuple[str, click.Command]]:
    """Every command below a group, groups themselves left out, by its full name."""
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        if isinstance(command, click.Group):
            yield from commands(command, f"{prefix} {name}")
        elif command is not None:
            yield f"{prefix} {name}", command


def undocumented(group: click.Group, docs: str) -> list[str]:
    """Commands that no page names, or whose help shows no example."""
    broken = []
    for name, command in commands(group, group.name or ""):
        if not re.search(rf"{re.escape(name)}(?![\w-])", docs):
            broken.append(f"{name}: not named in README.md or docs/")
        if "Example" not in (command.help or ""):
            broken.append(f"{name}: its help shows no example")
    return broken


def changelog_version(changelog: str) -> str:
    """The version of the topmost entry."""
    found = re.search(r"^## (\d+\.\d+\.\d+)\b", changelog, re.MULTILINE)
    return found[1] if found else ""


def dependencies(pyproject: str) -> list[str]:
    """The names of all dependencies, those of the extras too."""
    project = tomllib.loads(pyproject)["project"]
    lines = [
        *project["dependencies"],
        *(line for extra in project["optional-dependencies"].values() for line in extra),
    ]
    return sorted(named(lines))


def named(lines: list[str]) -> set[str]:
    """The names in some lines of dependencies."""
    return {re.split(r"[\s<>=!~\[;]", line)[0] for line in lines}


def unexplained(pyproject: str, notes: str) -> list[str]:
    """Dependencies without exactly one reason, and reasons for what is no dependency."""
    explained = re.findall(r"^- `([^`]+)`: \S", notes, re.MULTILINE)
    names = dependencies(pyproject)
    broken = [
        f"{name}: {explained.count(name)} lines in the notes" for name in names if explained.count(name) != 1
    ]
    return broken + [f"{name}: explained, but not a dependency" for name in explained if name not in names]


def dead_links(root: Path, pages: list[str]) -> list[str]:
    """Links from one page to a file that is not there."""
    broken = []
    for page in pages:
        for link in re.findall(r"\]\(([^)#\s]+)", (root / page).read_text("utf-8")):
            if "://" not in link and not (root / page).parent.joinpath(link).exists():
                broken.append(f"{page}: no {link}")
    return broken


def left_out(root: Path, makefile: str, libraries: set[str]) -> list[str]:
    """Tests that are skipped without one of some libraries, and that `make test-peers` does not run."""
    _, _, rule = makefile.partition("\ntest-peers:")
    run = [root / one for one in re.findall(r"\s(tests/\S+)", rule.split("\n\n")[0])]
    broken = []
    for path in python_files(root / "tests"):
        asked = set(re.findall(r'importorskip\(\s*"(\w+)', path.read_text("utf-8"))) & libraries
        if asked and not any(path.is_relative_to(one) for one in run):
            broken.append(f"{path.relative_to(root)}: {', '.join(sorted(asked))}")
    return broken
