"""Bad apps: one small edit of a good app per rule; each is refused with file, line, and the nearest match."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from phonebuddy.errors import AppError
from phonebuddy.world.image import build_image
from phonebuddy.world.spec.load import check_apps
from tests.soon import soon
from tests.world.bad_edits import CONTENT, FORMAT, SQL, Edit
from tests.world.desk import DESK, DESK_CONTENT, POST, write_app

LONELY_POST = POST.replace("SELECT id, title FROM desk_titles", "SELECT id, text AS title FROM post_letter")
"""The second app without the first."""


def problems(folders: list[Path]) -> list[str]:
    """What is wrong with these apps: what the checker finds, or else what the content does."""
    found, apps = check_apps(folders)
    if apps is not None:
        try:
            build_image(apps)
        except AppError as error:
            return str(error).splitlines()
    return [str(problem) for problem in found]


def line_of(text: str, at: str) -> int:
    lines = [number for number, line in enumerate(text.splitlines(), 1) if at in line]
    assert len(lines) == 1, f"{at!r} stands on lines {lines}"
    return lines[0]


def assert_refused(folders: list[Path], place: str, words: str) -> None:
    with soon():
        found = problems(folders)
    right = [line for line in found if line.startswith(f"{place}: ") and words in line]
    assert right, f"nothing at {place} says {words!r}; found: {found[:5]}"
    assert len(found) <= 3, f"one mistake and {len(found)} problems: {found[:6]}"


def test_the_good_app_is_good(tmp_path: Path) -> None:
    assert problems([write_app(tmp_path, DESK, DESK_CONTENT), write_app(tmp_path, POST)]) == []


def edited(text: str, edit: Edit) -> tuple[str, int]:
    """The broken text, and the line the problem must stand on."""
    assert text.count(edit.old) == 1, f"{edit.old!r} stands there {text.count(edit.old)} times"
    start = text.index(edit.old)
    new = text.replace(edit.old, edit.new)
    return new, line_of(new, edit.at) if edit.at else new.count("\n", 0, start) + 1


@pytest.mark.parametrize("kind", FORMAT | SQL)
def test_a_bad_app_is_refused(tmp_path: Path, kind: str) -> None:
    edit = (FORMAT | SQL)[kind]
    text, line = edited(DESK, edit)
    folders = [write_app(tmp_path, text, DESK_CONTENT, "desk")]
    if "post_letter" in text:
        folders.append(write_app(tmp_path, LONELY_POST))
    assert_refused(folders, f"desk/app.yaml:{line}", edit.words)


@pytest.mark.parametrize("kind", CONTENT)
def test_bad_content_is_refused(tmp_path: Path, kind: str) -> None:
    text, line = edited(DESK_CONTENT, CONTENT[kind])
    assert_refused([write_app(tmp_path, DESK, text)], f"desk/content.yaml:{line}", CONTENT[kind].words)


def test_there_are_more_than_fifty_kinds() -> None:
    assert len(FORMAT | SQL) == len(FORMAT) + len(SQL)
    assert len(FORMAT) + len(SQL) + len(CONTENT) + len(FILES) > 120


# -- folders and files -----------------------------------------------------------------------------------


def _write(folder: Path, name: str, data: bytes | str) -> None:
    path = folder / name
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(data.encode() if isinstance(data, str) else data)


def _page(folder: Path, data: bytes | str, name: str = "extra") -> None:
    _write(folder, f"pages/{name}.yaml", data)


def _many_pages(folder: Path) -> None:
    for number in range(201):
        _page(folder, "body: []", f"p{number}")


NESTED = "  board:\n    body: " + "[{column: " * 40 + "[]" + "}]" * 40 + "\n"
BOMB = "".join(f"  t{n}: {{body: [{{use: t{n + 1}}}, {{use: t{n + 1}}}]}}\n" for n in range(30))
FILES: dict[str, tuple[Callable[[Path], None], str, str]] = {
    "no app.yaml": (lambda f: (f / "app.yaml").unlink(), "app.yaml:1", "no app.yaml there"),
    "empty": (lambda f: _write(f, "app.yaml", ""), "app.yaml:1", "the file is empty"),
    "a list": (lambda f: _write(f, "app.yaml", "- a\n"), "app.yaml:1", "an app is a map"),
    "text": (lambda f: _write(f, "app.yaml", "hello\n"), "app.yaml:1", "an app is a map"),
    "binary": (lambda f: _write(f, "app.yaml", bytes(range(256))), "app.yaml:1", "not valid YAML"),
    "20 MB": (lambda f: _write(f, "app.yaml", b"# a\n" * 5_000_000), "app.yaml:1", "at most 2000000"),
    "deep flow": (lambda f: _write(f, "app.yaml", "a: " + "[" * 10_000), "app.yaml:1", "nested deeper"),
    "deep block": (lambda f: _write(f, "app.yaml", "- " * 10_000), "app.yaml:1", "nested deeper"),
    "deep widgets": (
        lambda f: _write(f, "app.yaml", DESK.replace("  board:\n", NESTED + "  board2:\n")),
        f"app.yaml:{line_of(DESK, '  board:') + 1}",
        "nested deeper",
    ),
    "200,000 items": (lambda f: _write(f, "app.yaml", "app: a\nx:\n" + "- a\n" * 200_000), "", "more than"),
    "150,000 keys": (
        lambda f: _write(f, "app.yaml", "".join(f"k{n}: 1\n" for n in range(150_000))), "", "more than",
    ),
    "a bomb of templates": (
        lambda f: _write(
            f, "app.yaml",
            DESK.replace("templates:\n", f"templates:\n{BOMB}  t30: {{body: {{text: x}}}}\n").replace(
                "    body:\n      - row:\n", "    body:\n      - use: t0\n      - row:\n"
            ),
        ), "", "grow beyond",
    ),
    "page that is empty": (lambda f: _page(f, ""), "pages/extra.yaml:1", "the file is empty"),
    "page that is binary": (lambda f: _page(f, b"\x00\xff"), "pages/extra.yaml:1", "not valid YAML"),
    "page given twice": (lambda f: _page(f, "body: []", "board"), "pages/board.yaml:1", "keep one"),
    "page out of reach": (lambda f: _page(f, "body: []"), "pages/extra.yaml:1", "cannot be reached"),
    "page with a mistake": (lambda f: _page(f, "body:\n- txt: a\n"), "pages/extra.yaml:2", "unknown widget"),
    "page with a bad name": (lambda f: _page(f, "body: []", "My Page"), "pages/My Page.yaml:1", "name"),
    "201 pages": (_many_pages, "pages:1", "201 files"),
    "no content": (lambda f: (f / "content.yaml").unlink(), "", "no content file 'content.yaml'"),
    "content that is a list": (lambda f: _write(f, "content.yaml", "- a"), "content.yaml:1", "is a map"),
    "content that is empty": (lambda f: _write(f, "content.yaml", ""), "content.yaml:1", "the file is empty"),
}  # fmt: skip


@pytest.mark.parametrize("kind", FILES)
def test_a_bad_folder_is_refused(tmp_path: Path, kind: str) -> None:
    spoil, place, words = FILES[kind]
    folder = write_app(tmp_path, DESK, DESK_CONTENT)
    spoil(folder)
    with soon():
        found = problems([folder])
    assert len(found) <= 2, found[:5]
    assert any(line.startswith(f"desk/{place}") and words in line for line in found), found


@pytest.mark.parametrize(
    "name", ["../other/content.yaml", "/etc/hostname", "sub", "content.txt", "a\\0b", "link.yaml"]
)
def test_content_stands_in_the_folder(tmp_path: Path, name: str) -> None:
    text = DESK.replace("content: content.yaml", f'content: "{name}"')
    folder = write_app(tmp_path, text, DESK_CONTENT)
    other = tmp_path / "other"
    other.mkdir()
    (folder / "sub").mkdir()
    (folder / "content.txt").write_text(DESK_CONTENT, "utf-8")
    (other / "content.yaml").write_text(DESK_CONTENT, "utf-8")
    (folder / "link.yaml").symlink_to(other / "content.yaml")
    assert_refused([folder], f"desk/app.yaml:{line_of(text, 'content: ')}", "content")


def test_two_apps_cannot_be_one(tmp_path: Path) -> None:
    first = write_app(tmp_path, LONELY_POST)
    same_name = write_app(
        tmp_path, LONELY_POST.replace("com.example.post", "com.example.other"), name="again"
    )
    assert_refused([first, same_name], "again/app.yaml:1", "two apps are called 'post'")
    same_package = write_app(tmp_path, DESK.replace("com.example.desk", "com.example.post"), DESK_CONTENT)
    assert_refused([first, same_package], "desk/app.yaml:1", "two apps have the package")


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    assert_refused([tmp_path / "nothing"], "nothing/app.yaml:1", "no app.yaml there")


def test_the_mistakes_of_one_app_do_not_hide_those_of_another(tmp_path: Path) -> None:
    bad_desk = write_app(tmp_path, DESK.replace("wide: true", "wyde: true"), DESK_CONTENT)
    bad_post = write_app(tmp_path, LONELY_POST.replace("hint: Write", "hnt: Write"))
    found = problems([bad_desk, bad_post])
    assert [line.partition("/")[0] for line in found] == ["desk", "post"], found
