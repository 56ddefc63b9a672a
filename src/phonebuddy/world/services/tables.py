"""The phone's own tables, and the statements the services run on them.

They live beside the apps' tables, so that snapshots, changesets and goals see them like everything else.
Invariant: apps read them through the views offered here and change them only by effects.
"""

from __future__ import annotations

from phonebuddy.world.state.statement import Statement

SCHEMA = """
CREATE TABLE phone_input (
  seq INTEGER PRIMARY KEY, at_ms INTEGER NOT NULL, app TEXT NOT NULL, page TEXT NOT NULL,
  field TEXT NOT NULL, text TEXT NOT NULL
);
CREATE TABLE phone_event (
  seq INTEGER PRIMARY KEY, at_ms INTEGER NOT NULL, app TEXT NOT NULL, kind TEXT NOT NULL, detail TEXT NOT NULL
);
CREATE TABLE phone_clipboard (id INTEGER PRIMARY KEY CHECK (id = 1), text TEXT NOT NULL);
INSERT INTO phone_clipboard VALUES (1, '');
CREATE TABLE phone_setting (name TEXT PRIMARY KEY, value NOT NULL) WITHOUT ROWID;
CREATE TABLE phone_notification (
  id INTEGER PRIMARY KEY, at_ms INTEGER NOT NULL, app TEXT NOT NULL, key TEXT NOT NULL DEFAULT '',
  title TEXT NOT NULL, text TEXT NOT NULL DEFAULT '', page TEXT NOT NULL, params TEXT NOT NULL DEFAULT '{}'
);
CREATE TABLE phone_schedule (
  id INTEGER PRIMARY KEY, at_ms INTEGER NOT NULL, app TEXT NOT NULL, event TEXT NOT NULL,
  key TEXT NOT NULL DEFAULT '', params TEXT NOT NULL DEFAULT '{}'
);
CREATE TABLE phone_permission (
  app TEXT NOT NULL, name TEXT NOT NULL, granted INTEGER NOT NULL, PRIMARY KEY (app, name)
) WITHOUT ROWID;
CREATE TABLE phone_app (
  name TEXT PRIMARY KEY, title TEXT NOT NULL, package TEXT NOT NULL, domain TEXT NOT NULL, icon TEXT NOT NULL,
  color TEXT NOT NULL, host TEXT NOT NULL, used_ms INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;
CREATE VIEW phone_copied AS SELECT text FROM phone_clipboard;
CREATE VIEW phone_settings AS SELECT name, value FROM phone_setting;
CREATE VIEW phone_apps AS SELECT name, title, package, domain, icon, color, host, used_ms FROM phone_app;
CREATE VIEW phone_permissions AS SELECT app, name, granted FROM phone_permission;
CREATE VIEW phone_battery AS
  SELECT level, charging, battery_lasts(level, charging, saving) AS lasts FROM (
    SELECT charging, saving, battery_level(now() * 1000 - zone * 60000, held, since, charging) AS level FROM (
      SELECT
        max(iif(name = 'battery', value, NULL)) AS held, max(iif(name = 'battery_at', value, NULL)) AS since,
        max(iif(name = 'charging', value, NULL)) AS charging,
        max(iif(name = 'battery_saver', value, NULL)) AS saving,
        max(iif(name = 'time_zone', value, NULL)) AS zone
      FROM phone_setting));
CREATE VIEW phone_notifications AS SELECT id, at_ms, app, title, text FROM phone_notification;
"""
OFFERS = frozenset(
    {
        "phone_copied", "phone_settings", "phone_apps", "phone_permissions", "phone_notifications",
        "phone_battery",
    }
)  # fmt: skip
CONTENT_MAY_WRITE = frozenset({"phone_schedule", "phone_notification"})
"""What an app's content may plan beforehand: a message that arrives at ten, a reminder already there."""


def write(sql: str, *tables: str) -> Statement:
    """A statement of the phone's own that changes one table or a part of it; values are bound by place."""
    return Statement(sql, (), (), tables, tables, 0)


def read(sql: str, table: str) -> Statement:
    """A statement of the phone's own that reads one table."""
    return Statement(sql, (), (), (table,), (), 0)
