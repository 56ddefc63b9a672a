"""Small edits that each break one rule of the app format, made to the good app of desk.py.

An edit names what it replaces, by what, what the problem must say, and a piece of the line it must stand on
(the first new line, unless said otherwise). `<right|wrong>` in a typo marks the word that is misspelt.
"""

from __future__ import annotations

import re
from typing import NamedTuple


class Edit(NamedTuple):
    old: str
    new: str
    words: str
    at: str = ""


def typo(what: str, text: str, at: str = "") -> Edit:
    """A misspelt word: the problem names it and the nearest right one."""
    match = re.search(r"<([^|>]*)\|([^|>]*)>", text)
    assert match is not None, text
    right, wrong = match.groups()
    old, new = text.replace(match.group(), right), text.replace(match.group(), wrong)
    return Edit(old, new, f"unknown {what} '{wrong}' (did you mean '{right}'?)", at)


TITLE = "title: Desk\n"
BOARD = "  board:\n    vars: {on: 1,"
EMPTY = "      - empty: Nothing on the board\n"
FOCUS = "[{focus: note}]"
ITEMS = '    text: "{items} items"\n'
NEW_ITEM = "on_tap: [{open: edit, with: {id: 0}}]"
BAR = "{use: bar, heading: Board}"
OFFER = "titles: SELECT id, title FROM desk_item WHERE NOT done"
EACH = '        each: {card: [{text: "{title}"}], pad: 8, on_tap: [{replace: edit, with: {id: "{id}"}}]}\n'

FORMAT = {
    "key of an app": Edit(TITLE, f"{TITLE}colour: red\n", "'colour' (did you mean 'color'?)", "colour"),
    "key of a page": typo("key of a page", '    <vars|vras>: {name: ""}\n'),
    "key of a widget": typo("key of button", "            <wide|wyde>: true\n"),
    "key of an effect": typo("key of require", "<message|mesage>: Enter a title"),
    "widget": typo("widget", "          - <button|buton>: Save\n"),
    "effect": typo("effect", "[{<focus|focsu>: note}]"),
    "icon": typo("icon", "icon: <folder|foldr>\n"),
    "icon of the app": typo("icon", "icon: <desk|desq>\n"),
    "color of the app": typo("color", "color: <teal|teel>\n"),
    "style": typo("style", "style: <outlined|outlind>"),
    "template": typo("template", "{use: <bar|baar>, heading: Board}"),
    "intent": Edit(FOCUS, "[{send: share_txt}]", "unknown intent 'share_txt' (did you mean 'share_text'?)"),
    "intent that needs more": Edit(
        FOCUS, "[{send: share_text, with: {text: x}}]", "'share_text' needs 'title'"
    ),
    "intent that takes less": Edit(
        FOCUS, "[{send: share_text, with: {text: x, title: y, txt: z}}]", "'txt' (did you mean 'text'?)"
    ),
    "intent others disagree on": Edit("params: [text, title]", "params: [text]", "they must agree"),
    "door without effects": Edit("    do: [{open: ed", "    x: [{open: ed", "'do'", "    params: [text"),
    "event": Edit(FOCUS, "[{schedule: ring, at: 1}]", "unknown event 'ring'"),
    "event that opens a page": Edit(
        TITLE, f"{TITLE}events: {{ring: {{do: [{{open: board}}]}}}}\n", "cannot stand in an event", "events"
    ),
    "setting of a mini": Edit(TITLE, f"{TITLE}kind: mini\n", "'host: the app it lives in'", "app: desk"),
    "kind of an app": Edit(TITLE, f"{TITLE}kind: minny\n", "'minny' (did you mean 'mini'?)", "kind: minny"),
    "permission": Edit(FOCUS, "[{permission: contcts}]", "'contcts' (did you mean 'contacts'?)"),
    "page of a notification": Edit(FOCUS, "[{notify: Hi, page: bord}]", "'bord' (did you mean 'board'?)"),
    "color": Edit("style: label, pad", "color: primry, pad", "'primry' (did you mean 'primary'?)"),
    "effect as widget": Edit(EMPTY, "      - share: Nothing\n", "unknown widget 'share'"),
    "widget as effect": Edit(FOCUS, "[{text: note}]", "unknown effect 'text'"),
    "overlay as widget": Edit(EMPTY, "      - dialog: Nothing\n", "unknown widget 'dialog'"),
    "name in text": typo("name", '    text: "{<items|itms>} items"\n'),
    "name in SQL": typo("name", "DELETE FROM desk_folder WHERE id = :<id|idd>"),
    "name in when": typo("name", "        when: <on|onn>\n"),
    "name of another row": Edit("heading: Folders", 'heading: "{items}"', "unknown name 'items'"),
    "variable of a field": typo("variable", "      - field: <name|nam>\n"),
    "variable in set": typo("variable", '- set: {<name|nme>: ""}'),
    "variable in focus": typo("variable", "[{focus: <note|noet>}]"),
    "column of a section": typo("column", "section: <due_day|due_dya>"),
    "half a brace": Edit(ITEMS, '    text: "{items items"\n', "a brace without its partner"),
    "expression in braces": Edit(ITEMS, '    text: "{items + 1} items"\n', "is not a name"),
    "id with a space": Edit(EMPTY, f"{EMPTY}        id: a b\n", "'id' takes a plain name", "id: a b"),
    "name of a param": Edit("params: [id]", "params: [id, Id]", "'params' takes a list of names"),
    "name of a variable": Edit("vars: {on: 1,", "vars: {on: 1, B: 2,", "takes a name"),
    "name of a page": Edit("  board:\n", "  my board:\n", "is not a name for a page", "vars: {on: 1"),
    "text for effects": Edit(FOCUS, "focus", "'on_submit' takes a list of effects, not a text"),
    "map for text": Edit("label: New folder", "label: {a: b}", "'label' takes text"),
    "text for a widget": Edit('- {text: "Size {size}, {at}"}', "- Size", "starts with its name, not a text"),
    "word for a number": Edit("columns: 3", "columns: three", "'columns' takes a number"),
    "word for a flag": Edit("wide: true", "wide: yes", "'wide' takes true, false"),
    "value for nothing": Edit("[{dismiss: }, ", "[{dismiss: now}, ", "'dismiss' takes no value"),
    "text for a map": Edit(NEW_ITEM, "on_tap: [{open: edit, with: id}]", "'with' takes a map"),
    "no label": Edit("          label: More\n", "", "'icon_button' needs 'label'", "icon_button: dots"),
    "no row": Edit(EACH, "", "'grid' needs 'each'", "- grid:"),
    "no body": Edit("    body:\n      - row:\n", "    bottom:\n      - row:\n", "needs 'body'", "vars: {on"),
    "scrolls maybe": Edit("    vars: {on", "    scrolls: maybe\n    vars: {on", "takes true or false"),
    "a page of text": Edit("  board:\n", "  shelf: text\n  board:\n", "a page is a map", "shelf: text"),
    "template without body": Edit("  saved:\n", "  shut: {params: [x]}\n  saved:\n", "needs 'body'"),
    "parameter not given": Edit(BAR, "{use: bar}", "template 'bar' needs 'heading'"),
    "parameter unknown": Edit(BAR, BAR.replace("}", ", i: x}"), "unknown parameter of template 'bar' 'i'"),
    "template in itself": Edit("    body: {top_bar: $heading", "    body: {use: bar, top_bar: $heading",
                               "template 'bar' uses itself"),
    "page": typo("page", "[{open: <folders|foldrs>}]"),
    "start": typo("page", "start: <items|itms>\n"),
    "start with params": Edit("    vars: {query", "    params: [id]\n    vars: {query",
                              "the start page cannot need params: id", "start: items"),
    "page out of reach": Edit("  board:\n", "  attic: {body: []}\n  board:\n", "'attic' cannot be reached"),
    "param not given": Edit(NEW_ITEM, "on_tap: [{open: edit}]", "page 'edit' needs 'id'"),
    "param unknown": Edit(NEW_ITEM, NEW_ITEM.replace("0", "0, titel: x"), "'titel' (did you mean 'title'?)"),
    "no title": Edit(TITLE, "", "an app needs 'title'", "app: desk"),
    "app name": Edit("app: desk\n", "app: My-Desk\n", "is not an app name"),
    "reserved app name": Edit("app: desk\n", "app: phone\n", "is not an app name"),
    "package": Edit("package: com.example.desk", "package: desk", "is not a package name"),
    "list for text": Edit(TITLE, "title: [Desk]\n", "'title' takes text"),
    "list for a map": Edit("accepts:\n  share_text:\n", "accepts:\n- share_text:\n", "a map,", "- share_t"),
    "offer that writes": Edit(OFFER, "titles: DELETE FROM desk_item", "takes one SELECT"),
    "offer of others": Edit(OFFER, "titles: SELECT id, text FROM post_letter", "a table of 'post'"),
    "offer of nothing": Edit(OFFER, "titles: SELECT id FROM desk_none", "no such table"),
    "given twice": Edit(TITLE, TITLE + "title: Desk 2\n", "'title' is given twice", "Desk 2"),
    "anchor": Edit(TITLE, "title: &t Desk\n", "anchors and aliases"),
    "tag": Edit(TITLE, "title: !!str Desk\n", "tags"),
    "second document": Edit("pages:\n  items:\n", "---\npages:\n  items:\n", "second document", "pages:"),
    "not YAML": Edit(TITLE, "title: Desk: 2\n", "not valid YAML"),
}  # fmt: skip

LIST = "SELECT id, title FROM desk_item ORDER BY id LIMIT 9"
WRITE = "DELETE FROM desk_folder WHERE id = :id"
COUNT = "desk_count (id INTEGER PRIMARY KEY, made"
INDEX = "  CREATE INDEX desk_item_folder"
KEYED = "value) WITHOUT ROWID;"


def reads(sql: str, words: str) -> Edit:
    return Edit(LIST, sql, words)


def writes(sql: str, words: str) -> Edit:
    return Edit(WRITE, sql, words)


SQL = {
    "syntax": reads("SELECT id title, FROM desk_item", "SQL that does not prepare"),
    "table": reads("SELECT id, title FROM desk_itme", "desk_itme (did you mean 'desk_item'?)"),
    "column": reads("SELECT id, titel AS title FROM desk_item", "titel (did you mean 'title'?)"),
    "function": reads("SELECT id, clok_time(due) AS title FROM desk_item", "(did you mean 'clock_time'?)"),
    "two columns of a name": reads("SELECT i.id, title, f.id FROM desk_item i, desk_folder f", "called 'id'"),
    "SELECT in an effect": writes("SELECT :id AS id", "takes an INSERT, UPDATE or DELETE"),
    "write in a list": reads("DELETE FROM desk_item", "takes a SELECT"),
    "two statements": writes("DELETE FROM desk_folder; DELETE FROM desk_item", "more than one statement"),
    "RETURNING": writes(f"{WRITE} RETURNING id", "writes and returns rows"),
    "reading another app": reads("SELECT id, text AS title FROM post_letter", "a table of 'post'"),
    "writing another app": writes("DELETE FROM post_letter WHERE id = :id", "writes 'post_letter'"),
    "writing the phone": writes("DELETE FROM phone_event WHERE seq = :id", "writes 'phone_event'"),
    "disguise": reads("WITH phone_copied AS (SELECT text FROM post_letter) SELECT 1 AS id, text AS title "
                      "FROM phone_copied", "hides the table 'phone_copied'"),
    "sqlite_master": reads("SELECT 1 AS id, name AS title FROM sqlite_master", "reads 'sqlite_master'"),
    "pragma as a table": reads("SELECT 1 AS id, name AS title FROM pragma_table_list", "may not run"),
    "ATTACH": writes("ATTACH '/tmp/x' AS x", "starts with 'ATTACH'"),
    "PRAGMA": writes("PRAGMA foreign_keys = 0", "starts with 'PRAGMA'"),
    "VACUUM": writes("VACUUM", "starts with 'VACUUM'"),
    "load_extension": reads("SELECT 1 AS id, load_extension('x') AS title", "load_extension"),
    "random": reads("SELECT id, random() AS title FROM desk_item", "no chance"),
    "CURRENT_TIMESTAMP": reads("SELECT id, CURRENT_TIMESTAMP AS title FROM desk_item", "real time"),
    "now": reads("SELECT id, date('now') AS title FROM desk_item", "real time"),
    "localtime": reads("SELECT id, date(due, 'localtime') AS title FROM desk_item", "time zone"),
    "last_insert_rowid": reads("SELECT last_insert_rowid() AS id, '' AS title", "max(id)"),
    "a question mark": writes("DELETE FROM desk_folder WHERE id = ?", "bound by name"),
    "nothing": writes("''", "starts with ''"),
    "a map": writes("{a: b}", "'statement' takes"),
    "no primary key": Edit(COUNT, "desk_count (id INTEGER, made", "no PRIMARY KEY"),
    "AUTOINCREMENT": Edit(COUNT, COUNT.replace("KEY", "KEY AUTOINCREMENT"), "AUTOINCREMENT"),
    "text key": Edit(KEYED, "value);", "needs an INTEGER PRIMARY KEY, or WITHOUT ROWID"),
    "clock in a default": Edit(KEYED, "value DEFAULT CURRENT_DATE) WITHOUT ROWID;", "real time"),
    "name of a table": Edit(INDEX, f"  CREATE TABLE a_b (id INTEGER PRIMARY KEY);\n{INDEX}", "desk_some"),
    "virtual table": Edit(INDEX, f"  CREATE VIRTUAL TABLE desk_s USING fts5(x);\n{INDEX}", "only creates"),
    "DROP": Edit(INDEX, f"  DROP TABLE phone_input;\n{INDEX}", "only creates"),
    "trigger on another": Edit("INSERT ON desk_item", "INSERT ON phone_event", "tied to 'phone_event'"),
    "broken view": Edit("title FROM desk_item WHERE due", "titel FROM desk_item WHERE due", "'desk_late'",
                        "schema: |"),
}  # fmt: skip

CONTENT = {
    "table": typo("table", "<desk_setting|desk_seting>:\n"),
    "column": Edit("{made: 0}", "{maade: 0}", "'maade' of 'desk_count' (did you mean 'made'?)"),
    "a row that does not fit": Edit("{name: Work}", "{name: Home}", "UNIQUE constraint failed"),
    "a row without a parent": Edit("- {folder: 2,", "- {folder: 9,", "FOREIGN KEY constraint failed"),
    "a row that is text": Edit("- {name: Work}", "- Work", "is a map of columns to values"),
    "rows that are text": Edit("desk_count:\n  - {made: 0}\n", "desk_count: none\n", "takes a list of rows"),
    "a value that is a list": Edit("{name: Work}", "{name: [Work]}", "takes a plain value"),
    "SQL that is text": Edit("sql:\n", "sql: x\nnot:\n", "'sql' takes a list"),
    "SQL that does not run": Edit("SELECT 1 + x % 2,", "SELECT 1 + x % 2 2,", "does not fit", "  - >"),
    "another app's table": Edit("sql:\n", "post_letter: [{text: x}]\nsql:\n", "unknown table 'post_letter'"),
    "SQL on another app": Edit("sql:\n", "sql:\n  - INSERT INTO phone_event VALUES (1, 1, '', '', '')\n",
                               "not authorized", "- INSERT INTO phone_event"),
    "ATTACH": Edit("sql:\n", "sql:\n  - ATTACH '/tmp/x' AS x\n", "not authorized", "- ATTACH"),
    "PRAGMA": Edit("sql:\n", "sql:\n  - PRAGMA foreign_keys = 0\n", "not authorized", "- PRAGMA"),
    "DROP": Edit("sql:\n", "sql:\n  - DROP TABLE desk_item\n", "not authorized", "- DROP"),
    "BEGIN": Edit("sql:\n", "sql:\n  - BEGIN\n", "not authorized", "- BEGIN"),
    "load_extension": Edit("sql:\n", "sql:\n  - SELECT load_extension('')\n", "not authorized", "- SELECT l"),
    "random": Edit('"=today()"', '"=random()"', "not authorized"),
    "the real time": Edit('"=today()"', "\"=unixepoch('now')\"", "real time"),
    "draw of nothing": Edit('"=today()"', '"=draw(9e999)"', "content that does not fit"),
    "runaway": Edit("WHERE x < 30", "", "interrupted", "  - >"),
    "given twice": Edit("  - {name: Work}", "  - {name: Work, name: Play}", "given twice"),
}  # fmt: skip
