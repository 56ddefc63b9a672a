"""Two small apps that use every part of the app format, so that the laws do not depend on the built-in apps.

`desk` keeps items in folders and takes shared text; `post` reads what desk offers and shares text. Broken
apps are made from these by small edits (test_bad_apps.py), so each line is written once.
"""

from __future__ import annotations

from pathlib import Path

DESK = """\
app: desk
title: Desk
package: com.example.desk
domain: tests
icon: desk
color: teal
start: items
schema: |
  CREATE TABLE desk_folder (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
  CREATE TABLE desk_item (
    id INTEGER PRIMARY KEY, folder INTEGER REFERENCES desk_folder (id) ON DELETE CASCADE,
    title TEXT NOT NULL CHECK (title <> ''), note TEXT NOT NULL DEFAULT '', done INTEGER NOT NULL DEFAULT 0,
    due INTEGER, weight REAL
  );
  CREATE TABLE desk_setting (key TEXT PRIMARY KEY, value) WITHOUT ROWID;
  CREATE TABLE desk_count (id INTEGER PRIMARY KEY, made INTEGER NOT NULL);
  CREATE INDEX desk_item_folder ON desk_item (folder);
  CREATE VIEW desk_late AS SELECT id, title FROM desk_item WHERE due < now();
  CREATE TRIGGER desk_made AFTER INSERT ON desk_item BEGIN
    UPDATE desk_count SET made = made + 1;
  END;
content: content.yaml
offers:
  titles: SELECT id, title FROM desk_item WHERE NOT done
accepts:
  share_text:
    params: [text, title]
    do: [{open: edit, with: {id: 0, title: "{title}", note: "{text}"}}]
templates:
  bar:
    params: {heading: , leave: back}
    body: {top_bar: $heading, leave: $leave}
  saved:
    params: [what]
    body:
      - snackbar: $what saved
      - back:
pages:
  items:
    vars: {query: "", show: all}
    data: SELECT count(*) AS total, (SELECT made FROM desk_count) AS made FROM desk_item
    top:
      top_bar: Desk
      subtitle: "{total} items, {made} made"
      actions:
        - icon_button: dots-vertical
          label: More
          on_tap:
            - menu:
                - {menu_item: Folders, icon: folder, on_tap: [{open: folders}]}
                - {menu_item: Board, on_tap: [{open: board}]}
                - {menu_item: Share all, on_tap: [{share: "{total} items", title: Desk}]}
    body:
      - search_bar: query
        hint: Search
      - tabs: show
        options: {all: All, open: Open}
      - list: >
          SELECT id, title, note, done, folder, coalesce(relative_day(due, now()), 'No day') AS due_day
          FROM desk_item WHERE title LIKE '%' || :query || '%' AND (:show = 'all' OR NOT done)
          ORDER BY due_day, id
        section: due_day
        header: {text: "{due_day}", style: label, pad: 16}
        empty: Nothing here
        empty_icon: check-all
        each:
          list_item: "{title}"
          text: "{note}"
          avatar: "{title}"
          trailing:
            switch: "{done}"
            label: "Done: {title}"
            on_change: [{sql: UPDATE desk_item SET done = :value WHERE id = :id}]
          on_tap: [{open: edit, with: {id: "{id}"}}]
          on_double_tap: [{copy: "{title}"}, {snackbar: Copied}]
          on_swipe_left: [{sql: UPDATE desk_item SET done = NOT done WHERE id = :id}]
          on_long_press:
            - dialog: Delete this?
              text: "{title} will be gone."
              confirm: Delete
              danger: true
              on_confirm:
                - let: SELECT due AS old_due, weight AS old_weight FROM desk_item WHERE id = :id
                - sql: DELETE FROM desk_item WHERE id = :id
                - snackbar: "{title} deleted"
                  action: Undo
                  on_action:
                    - sql: >
                        INSERT INTO desk_item (id, folder, title, note, done, due, weight)
                        VALUES (:id, :folder, :title, :note, :done, :old_due, :old_weight)
    floating:
      fab: plus
      label: Add
      on_tap: [{open: edit, with: {id: 0}}]
  edit:
    params: [id]
    vars: {title: "", note: "", problem: "", due: , weight: 1, loaded: 0}
    data: SELECT title AS old_title, :weight * 1.5 AS more FROM desk_item WHERE id = :id
    on_open:
      - let: SELECT title AS was, note AS was_note, due AS was_due FROM desk_item WHERE id = :id
      - set: {title: "{was}", note: "{was_note}", due: "{was_due}", loaded: 1}
        when: was
    on_back:
      - let: SELECT :id > 0 AND :title <> :old_title AS changed
      - dialog: Discard changes?
        when: changed
        confirm: Discard
        on_confirm: [{back: }]
      - back:
        unless: changed
    top: {use: bar, heading: "Edit {old_title}", leave: close}
    body:
      - column:
          - field: title
            label: Title
            error: "{problem}"
            on_change: [{set: {problem: ""}}]
            on_submit: [{focus: note}]
          - field: note
            label: Note
            kind: multiline
          - slider: "{weight}"
            label: Weight
            min: 0
            max: 10
            step: 1
            on_change: [{set: {weight: "{value}"}}]
          - row:
              - {text: "Weight {more}", grow: 1}
              - button: Day
                style: outlined
                on_tap: [{date_picker: due, title: Day}]
          - button: Save
            wide: true
            on_tap:
              - require: SELECT length(trim(:title)) > 0
                message: Enter a title
                into: problem
              - sql: >
                  INSERT INTO desk_item (id, folder, title, note, due, weight)
                  VALUES (nullif(:id, 0), 1, :title, :note, :due, :weight)
                  ON CONFLICT (id) DO UPDATE SET title = :title, note = :note, due = :due, weight = :weight
              - use: saved
                what: "{title}"
          - button: Share
            style: text
            on_tap: [{share: "{note}", title: "{title}"}]
        pad: 16
        gap: 12
  folders:
    vars: {name: ""}
    top: {use: bar, heading: Folders}
    body:
      - list: >
          SELECT f.id, f.name, count(i.id) AS items FROM desk_folder f
          LEFT JOIN desk_item i ON i.folder = f.id GROUP BY f.id ORDER BY f.name
        each:
          list_item: "{name}"
          text: "{items} items"
          icon: folder
          on_long_press: [{sql: DELETE FROM desk_folder WHERE id = :id}]
      - field: name
        label: New folder
        on_submit:
          - sql: INSERT INTO desk_folder (name) VALUES (:value)
          - set: {name: ""}
  board:
    vars: {on: 1, size: s, at: 540}
    top: {use: bar, heading: Board}
    body:
      - row:
          - {checkbox: "{on}", label: On, on_change: [{set: {on: "{value}"}}]}
          - {radio: size, value: s, label: Small}
          - {radio: size, value: l, label: Large}
          - {chip: Late, selected: "{on}", on_tap: [{open: board}]}
      - button: Time
        on_tap: [{time_picker: at, title: When}]
      - button: More
        on_tap:
          - sheet: More
            body:
              - {text: "Size {size}, {at}"}
              - {button: Close, on_tap: [{dismiss: }, {close: }]}
      - grid: SELECT id, title FROM desk_item ORDER BY id LIMIT 9
        when: on
        columns: 3
        each: {card: [{text: "{title}"}], pad: 8, on_tap: [{replace: edit, with: {id: "{id}"}}]}
      - empty: Nothing on the board
        unless: on
"""

DESK_CONTENT = """\
desk_folder:
  - {name: Home}
  - {name: Work}
desk_count:
  - {made: 0}
desk_setting:
  - {key: theme, value: light}
desk_item:
  - {folder: 1, title: Buy milk, note: two litres, due: "=today()", weight: 1.5}
  - {folder: 2, title: 买东西 😀, note: "Call\\nthe dentist", done: 1}
sql:
  - >
    WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c WHERE x < 30)
    INSERT INTO desk_item (folder, title, note, due)
    SELECT 1 + x % 2, 'Item ' || x, 'note ' || draw(1000), today() + x % 4 * 86400 FROM c
"""

POST = """\
app: post
title: Post
package: com.example.post
icon: email
start: letters
schema: |
  CREATE TABLE post_letter (
    id INTEGER PRIMARY KEY, text TEXT NOT NULL CHECK (trim(text, ' ' || char(10)) <> '')
  );
accepts:
  share_text:
    params: [text, title]
    do:
      - sql: INSERT INTO post_letter (text) VALUES (:title || ' ' || :text)
      - snackbar: Posted
        action: Look
        on_action: [{open: letter, with: {text: "{text}"}}]
pages:
  letters:
    vars: {text: ""}
    body:
      - {text: Titles, style: title}
      - list: SELECT id, title FROM desk_titles ORDER BY id LIMIT 5
        each: {list_item: "{title}", on_tap: [{share: "{title}"}]}
      - list: SELECT id, text FROM post_letter ORDER BY id
        each: {list_item: "{text}", lines: "2", on_tap: [{open: letter, with: {text: "{text}"}}]}
      - field: text
        hint: Write
        kind: multiline
      - button: Post
        on_tap:
          - sql: INSERT INTO post_letter (text) VALUES (:text)
          - set: {text: ""}
  letter:
    params: [text]
    top: {top_bar: Letter, leave: back}
    body:
      - text: "{text}"
      - button: Paste
        on_tap:
          - let: SELECT text AS copied FROM phone_copied
          - snackbar: "{copied}"
"""


def write_app(parent: Path, text: str, content: str = "", name: str = "") -> Path:
    """An app's folder below `parent`, named like the app."""
    folder = parent / (name or text.partition("\n")[0].removeprefix("app: "))
    folder.mkdir()
    (folder / "app.yaml").write_text(text, "utf-8")
    if content:
        (folder / "content.yaml").write_text(content, "utf-8")
    return folder


def write_desk(parent: Path) -> list[Path]:
    """The folders of both apps."""
    return [write_app(parent, DESK, DESK_CONTENT), write_app(parent, POST)]
