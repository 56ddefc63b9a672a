"""The rules of the house hold, and each rule notices when it is broken."""

from __future__ import annotations

import tomllib
from pathlib import Path

import click
import pytest

import phonebuddy
from phonebuddy.cli.main import root as cli
from tests import house

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "src" / "phonebuddy"


def write(folder: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return folder


def docs() -> str:
    pages = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
    return "\n".join(page.read_text("utf-8") for page in pages)


def test_imports_point_one_way() -> None:
    assert house.import_direction(PACKAGE) == []


@pytest.mark.parametrize(
    ("path", "line"),
    [
        ("world/phone.py", "from phonebuddy.tasks import goals"),
        ("world/phone.py", "from phonebuddy import cli"),
        ("world/phone.py", "import phonebuddy.train.rl"),
        ("world/deep/part.py", "from ...web import app"),
        ("world/phone.py", "from ..agents import gold"),
        ("actions.py", "from phonebuddy.world import phone"),
        ("actions.py", "def f() -> None:\n    from phonebuddy.world import phone"),
        ("evals/run.py", "import_module('phonebuddy.adapters.trl')"),
        ("evals/run.py", "importlib.import_module('phonebuddy.web')"),
        ("apps/clock/app.py", "x = 1"),
    ],
)
def test_an_import_that_points_up_is_noticed(tmp_path: Path, path: str, line: str) -> None:
    package = write(tmp_path / "phonebuddy", {path: line})
    assert len(house.import_direction(package)) == 1


@pytest.mark.parametrize(
    ("path", "line"),
    [
        ("tasks/goals.py", "from phonebuddy.world import phone"),
        ("world/phone.py", "from . import page"),
        ("world/phone.py", "from phonebuddy.screen import Screen"),
        ("world/phone.py", "from .. import errors"),
        ("world/phone.py", "import tasks"),
        ("cli/world.py", "from phonebuddy.web import app"),
    ],
)
def test_an_import_that_points_down_is_fine(tmp_path: Path, path: str, line: str) -> None:
    assert house.import_direction(write(tmp_path / "phonebuddy", {path: line})) == []


def test_readme_tree_is_complete() -> None:
    assert house.readme_tree((ROOT / "README.md").read_text("utf-8"), house.tracked(ROOT)) == []


TREE = """# X\n\n## The tree\n\nAll of it.\n\n```
README.md      this page
src/           code
  phonebuddy/
    actions.py what an agent does
    world/     the phone
      state/   the database
```\n"""
TREE_PATHS = [
    "README.md",
    "src/phonebuddy/__init__.py",
    "src/phonebuddy/actions.py",
    "src/phonebuddy/world/phone.py",
    "src/phonebuddy/world/state/db.py",
]


def test_a_complete_tree_is_fine() -> None:
    assert house.readme_tree(TREE, TREE_PATHS) == []


@pytest.mark.parametrize(
    "path",
    [
        "Makefile",
        "docs/a.md",
        "src/phonebuddy/screen.py",
        "src/phonebuddy/web/app.py",
        "src/phonebuddy/world/x/y.py",
    ],
)
def test_a_path_without_a_line_is_noticed(path: str) -> None:
    assert len(house.readme_tree(TREE, [*TREE_PATHS, path])) == 1


def test_one_line_covers_all_apps() -> None:
    broken = house.readme_tree(TREE, [*TREE_PATHS, "src/phonebuddy/apps/clock/app.yaml"])
    assert broken == ["src/phonebuddy/apps/: no line in the tree"]


@pytest.mark.parametrize("line", ["gone/  no such folder", "README.md again", "      widgets/ none"])
def test_a_line_without_a_path_is_noticed(line: str) -> None:
    assert len(house.readme_tree(TREE.replace("\n```\n", f"\n{line}\n```\n"), TREE_PATHS)) == 1


def test_a_line_that_says_nothing_is_noticed() -> None:
    broken = house.readme_tree(TREE.replace("this page", ""), TREE_PATHS)
    assert broken == ["README.md: says nothing"]


def test_a_readme_without_a_tree_is_noticed() -> None:
    assert len(house.readme_tree("# X", TREE_PATHS)) == 5


def test_every_command_is_documented() -> None:
    assert house.undocumented(cli, docs()) == []


def test_an_undocumented_command_is_noticed() -> None:
    group = click.Group("pb", [click.Command("go", help="Goes.\n\nExample:\n  pb go"), click.Command("stop")])
    assert house.undocumented(group, "Type `pb go-on` or `pb stop`.") == [
        "pb go: not named in README.md or docs/",
        "pb stop: its help shows no example",
    ]


def test_files_and_functions_are_small() -> None:
    assert house.sizes(ROOT, ROOT / "src") + house.sizes(ROOT, ROOT / "tests") == []


def test_size_exceptions_exist() -> None:
    assert all((ROOT / name.partition(":")[0]).exists() for name in house.SIZE_EXCEPTIONS)


def test_a_long_file_and_a_long_function_are_noticed(tmp_path: Path) -> None:
    write(tmp_path, {"long.py": "x = 1\n" * 601, "deep.py": "def f():\n" + "    x = 1\n" * 60})
    assert house.sizes(tmp_path, tmp_path) == [
        "deep.py:f: 61 lines; at most 60",
        "long.py: 601 lines; at most 600",
    ]


def test_everything_is_annotated() -> None:
    assert house.unannotated(PACKAGE) == []


def test_a_missing_annotation_is_noticed(tmp_path: Path) -> None:
    write(tmp_path, {"a.py": "def f(x, *, y: int) -> None: ...\nclass A:\n    def g(self): ...\n"})
    assert house.unannotated(tmp_path) == ["a.py:f: no type for x", "a.py:g: no type for return"]


def test_every_file_says_what_it_is() -> None:
    assert house.headers(PACKAGE) + house.headers(ROOT / "tests") == []


def test_a_file_without_a_header_is_noticed(tmp_path: Path) -> None:
    write(tmp_path, {"a.py": "x = 1\n", "b.py": '"""B."""\n', "c.py": ""})
    assert house.headers(tmp_path) == ["a.py: no docstring at the top"]


def test_links_between_pages_lead_somewhere() -> None:
    assert house.dead_links(ROOT, [name for name in house.tracked(ROOT) if name.endswith(".md")]) == []


def test_a_dead_link_is_noticed(tmp_path: Path) -> None:
    write(
        tmp_path, {"docs/a.md": "[b](b.md#part) [c](../c.md) [web](https://x.org) [here](#top)", "c.md": ""}
    )
    assert house.dead_links(tmp_path, ["docs/a.md", "c.md"]) == ["docs/a.md: no b.md"]


def test_nothing_banned_is_called() -> None:
    assert house.banned(PACKAGE) == []


@pytest.mark.parametrize(
    "line",
    [
        "import pickle",
        "from pickle import loads",
        "eval('1')",
        "exec('1')",
        "yaml.load(text, Loader=yaml.SafeLoader)",
        "from yaml import load",
        "subprocess.run('ls', shell=True)",
        "subprocess.run('ls', shell=flag)",
        "os.system('ls')",
    ],
)
def test_a_banned_call_is_noticed(tmp_path: Path, line: str) -> None:
    assert len(house.banned(write(tmp_path, {"a.py": line}))) == 1


def test_harmless_calls_are_fine(tmp_path: Path) -> None:
    lines = "yaml.safe_load(text)\nmodel.eval()\nsubprocess.run(['ls'], shell=False)\ndatabase.exec(sql)\n"
    assert house.banned(write(tmp_path, {"a.py": lines})) == []


def test_changelog_opens_with_the_version_of_the_package() -> None:
    assert house.changelog_version((ROOT / "CHANGELOG.md").read_text("utf-8")) == phonebuddy.__version__


def test_every_dependency_has_a_reason() -> None:
    notes = (ROOT / "design" / "dependencies.md").read_text("utf-8")
    assert house.unexplained((ROOT / "pyproject.toml").read_text("utf-8"), notes) == []


def test_a_dependency_without_a_reason_is_noticed() -> None:
    project = '[project]\ndependencies = ["a>=1", "b"]\n[project.optional-dependencies]\nx = ["c[d]==2"]\n'
    notes = "- `a`: needed.\n- `b`:\n- `e`: not needed.\n"
    assert house.unexplained(project, notes) == [
        "b: 0 lines in the notes",
        "c: 0 lines in the notes",
        "e: explained, but not a dependency",
    ]


def test_what_is_skipped_without_a_peer_is_run_with_it() -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
    own = house.named(extras["dev"] + extras["train"])
    peers = house.named(extras["vlm"] + extras["tracking"] + extras["peers"]) - own
    assert house.left_out(ROOT, (ROOT / "Makefile").read_text("utf-8"), peers) == []


def test_a_test_that_no_peer_runs_is_noticed(tmp_path: Path) -> None:
    skips = 'pytest.importorskip("peer", reason="none")\n'
    write(tmp_path, {f"tests/{name}.py": skips for name in ("a/test_in", "test_named", "test_out")})
    makefile = (
        "other:\n\ttests/test_out.py\n\ntest-peers: x\n\t@pytest tests/a tests/test_named.py\n\nmore:\n"
    )
    assert house.left_out(tmp_path, makefile, {"peer"}) == ["tests/test_out.py: peer"]
