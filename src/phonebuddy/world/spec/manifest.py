"""Reading the head of an app: its names, its tables, what it offers and takes.

The head is read for all apps before any page is, because a page's SQL may use what another app offers.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from phonebuddy.errors import AppError
from phonebuddy.world.render.icons import has_icon, icon_names
from phonebuddy.world.render.theme import SCHEMES
from phonebuddy.world.spec.app import Head, Manifest
from phonebuddy.world.spec.modules import add_modules
from phonebuddy.world.spec.nodes import Entry, Node, read_yaml
from phonebuddy.world.spec.problems import Problems
from phonebuddy.world.spec.translations import read_translations, read_words

APP_FILE = "app.yaml"
PAGES_FOLDER = "pages"
MAX_FILES = 200

KEYS = {
    "app": "the app's name: small letters and digits, also the first part of its tables' names",
    "title": "the name under its icon",
    "package": "its Android package, such as com.phoneworld.notes",
    "domain": "what it is for, in a word",
    "icon": "the icon on the home screen (Material Design Icons)",
    "color": "its colour scheme: of its icon, and of its pages unless the phone wears one scheme",
    "start": "the page it opens with",
    "schema": "SQL: CREATE TABLE, INDEX, VIEW or TRIGGER, each named app_something",
    "content": "the file with its rows",
    "translations": "the file with its texts in other languages: language to English text to translated text",
    "offers": "views other apps may read: name to SELECT; others see them as app_name",
    "accepts": "what others may send it: intent to params and effects",
    "events": "what it may schedule for later: event to params and effects",
    "kind": "app, or mini: a small app inside a host",
    "host": "the app a mini lives in",
    "right": "what it may do that other apps may not: permissions (the effect permit)",
    "android": "the real app it stands for: package, activities, databases",
    "modules": "shared pages it is made of: a name to a module's parameters; see modules.md",
    "templates": "pieces of YAML with parameters, put in with use",
    "pages": "its pages, by name; a long page may stand in pages/NAME.yaml instead",
}
RIGHTS = ("permissions",)
REQUIRED = ("app", "title", "package", "icon", "start")
_NAME = re.compile(r"[a-z][a-z0-9]{1,30}\Z")
_PACKAGE = re.compile(r"[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)+\Z")
RESERVED = ("phone", "life", "sqlite")


def read_manifest(folder: Path, problems: Problems) -> Manifest | None:
    """The head of the app in a folder, or None when there is too little to go on."""
    shown = f"{folder.name}/{APP_FILE}"
    if not (folder / APP_FILE).is_file():
        raise AppError(f"{folder}: no {APP_FILE} there; an app is a folder with an {APP_FILE}")
    node = read_yaml(folder / APP_FILE, shown)
    if node.entries is None:
        problems.add(node, "an app is a map that starts with 'app: name'")
        return None
    _merge_pages(folder, node, problems)
    texts = _texts(node, problems)
    if any(key not in texts for key in REQUIRED):
        return None
    if not _check(node, texts, problems):
        return None
    brought = add_modules(texts["app"], node, problems)
    words = read_translations(folder, node.get("translations"), problems)
    for section in brought.translations:
        words = {**read_words(section, problems), **words}
    own = node.get("schema")
    schema = (*brought.schemas, *([own] if own is not None else []))
    listed = node.get("accepts")
    head = Head(
        name=texts["app"],
        title=texts["title"],
        package=texts["package"],
        domain=texts.get("domain", ""),
        icon=texts["icon"],
        color=texts.get("color", "violet"),
        start=texts["start"],
        host=texts.get("host", ""),
        content=texts.get("content", ""),
        content_line=(node.get("content") or node).place.line,
        accepts=tuple(name for name, _ in listed.pairs()) if listed is not None else (),
        words=words,
        right=texts.get("right", ""),
    )
    return Manifest(head, schema, folder, node)


def _texts(node: Node, problems: Problems) -> Mapping[str, str]:
    maps = ("offers", "accepts", "events", "android", "modules", "templates", "pages")
    texts: dict[str, str] = {}
    for entry in node.entries or ():
        if entry.key not in KEYS:
            problems.unknown(entry.place, "key of an app", entry.key, KEYS)
        elif entry.key in maps:
            if entry.value.entries is None:
                problems.add(entry.value, f"'{entry.key}' takes a map, not a {entry.value.kind}")
        elif entry.value.text is None:
            problems.add(entry.value, f"'{entry.key}' takes text: {KEYS[entry.key]}")
        else:
            texts[entry.key] = entry.value.text
    for key in REQUIRED:
        if node.get(key) is None:
            problems.add(node, f"an app needs '{key}': {KEYS[key]}")
    return texts


def _check(node: Node, texts: Mapping[str, str], problems: Problems) -> bool:
    """Whether the app's name can be used: its tables and everything after it depend on that."""

    def at(key: str) -> Node:
        return node.get(key) or node

    named = bool(_NAME.match(texts["app"])) and texts["app"] not in RESERVED
    if not named:
        problems.add(
            at("app"), f"'{texts['app']}' is not an app name: small letters and digits, no underscore"
        )
    if not _PACKAGE.match(texts["package"]):
        problems.add(
            at("package"), f"'{texts['package']}' is not a package name, such as com.phoneworld.notes"
        )
    if not has_icon(texts["icon"]):
        problems.unknown(at("icon"), "icon", texts["icon"], icon_names())
    if texts.get("kind", "app") not in ("app", "mini"):
        problems.unknown(at("kind"), "kind", texts["kind"], ("app", "mini"))
    if (texts.get("kind", "app") == "mini") != bool(texts.get("host")):
        problems.add(
            at("host"), "a mini has 'kind: mini' and 'host: the app it lives in'; others have neither"
        )
    if texts.get("right", RIGHTS[0]) not in RIGHTS:
        problems.unknown(at("right"), "right", texts["right"], RIGHTS)
    if texts.get("color", "violet") not in SCHEMES:
        problems.unknown(at("color"), "color", texts["color"], SCHEMES)
    return named


def _merge_pages(folder: Path, node: Node, problems: Problems) -> None:
    """Pages in their own files join those in app.yaml."""
    assert node.entries is not None
    files = sorted((folder / PAGES_FOLDER).glob("*.yaml")) if (folder / PAGES_FOLDER).is_dir() else []
    if len(files) > MAX_FILES:
        raise AppError(
            f"{folder.name}/{PAGES_FOLDER}:1: {len(files)} files; at most {MAX_FILES} are accepted"
        )
    pages = node.get("pages")
    if pages is None:
        pages = Node(node.place)
        pages.entries = []
        node.entries.append(Entry("pages", pages, node.place))
    for file in files:
        page = read_yaml(file, f"{folder.name}/{PAGES_FOLDER}/{file.name}")
        if pages.get(file.stem) is not None:
            problems.add(page, f"page '{file.stem}' also stands in {APP_FILE}; keep one of them")
        elif pages.entries is not None:
            pages.entries.append(Entry(file.stem, page, page.place))
