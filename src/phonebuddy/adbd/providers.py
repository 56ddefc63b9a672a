"""Content providers: SMS, contacts, calendar, media and settings, answered by the apps that own them.

Invariant: a provider has no rows of its own; what it lists is what its app shows, and what is inserted or
deleted here is so in the app.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from phonebuddy.adbd.device import Device
from phonebuddy.adbd.settings import NAMESPACES
from phonebuddy.errors import AppError

Value = None | int | float | str
Rows = tuple[list[str], list[tuple[object, ...]]]


class Provider(NamedTuple):
    """One URI: the query behind it, the table that can be written, and what its rows must be."""

    sql: str
    table: str = ""
    where: str = "1"
    """What of the table belongs to this URI."""


_NAME = "trim(given || ' ' || family)"
_SMS = "SELECT * FROM messages_sms WHERE {} ORDER BY date DESC, _id DESC"
_EVENTS = (
    "SELECT id AS _id, title, description, location AS eventLocation, start_ts * 1000 AS dtstart, end_ts * "
    "1000 AS dtend,"
    " time_zone AS eventTimezone, flags & 1 AS allDay, event_type AS calendar_id, NULL AS rrule, 0 AS "
    "deleted FROM calendar_events ORDER BY id"
)
_MEDIA = (
    "SELECT id AS _id, path AS _data, name AS _display_name, size AS _size, modified AS date_modified, "
    "modified AS date_added,"
    " name AS title, folder || '/' AS relative_path FROM files_file WHERE {} ORDER BY id"
)
PROVIDERS = {
    "sms": Provider(_SMS.format(1), "messages_sms"),
    "sms/inbox": Provider(_SMS.format("type = 1"), "messages_sms", "type = 1"),
    "sms/sent": Provider(_SMS.format("type = 2"), "messages_sms", "type = 2"),
    "sms/draft": Provider(_SMS.format("type = 3"), "messages_sms", "type = 3"),
    "sms/failed": Provider(_SMS.format("type = 5"), "messages_sms", "type = 5"),
    "mms-sms/conversations": Provider(
        "SELECT max(_id) AS _id, thread_id, address, body, max(date) AS date, read FROM messages_sms GROUP "
        "BY thread_id ORDER BY date DESC"
    ),
    "contacts/phones": Provider(
        f"SELECT id AS _id, {_NAME} AS display_name, phone AS number, 2 AS type, starred FROM "
        f"contacts_person WHERE phone <> '' ORDER BY {_NAME}",
        "contacts_person",
    ),
    "contacts/people": Provider(f"SELECT id AS _id, {_NAME} AS display_name, starred, phone AS number FROM "
    f"contacts_person ORDER BY {_NAME}", "contacts_person"),
    "com.android.contacts/contacts": Provider(
        f"SELECT id AS _id, {_NAME} AS display_name, phone <> '' AS has_phone_number, starred FROM "
        f"contacts_person ORDER BY {_NAME}", "contacts_person"
    ),
    "com.android.contacts/raw_contacts": Provider(
        f"SELECT id AS _id, id AS contact_id, {_NAME} AS display_name, starred, 0 AS deleted, NULL AS "
        f"account_name, NULL AS account_type FROM contacts_person ORDER BY id",
        "contacts_person",
    ),
    "com.android.contacts/data": Provider(
        f"SELECT id * 4 AS _id, id AS raw_contact_id, id AS contact_id, {_NAME} AS display_name, "
        f"'vnd.android.cursor.item/name' AS mimetype, {_NAME} AS data1, given AS data2, family AS data3 "
        f"FROM contacts_person"
        f" UNION ALL SELECT id * 4 + 1, id, id, {_NAME}, 'vnd.android.cursor.item/phone_v2', phone, 2, NULL "
        f"FROM contacts_person WHERE phone <> ''"
        f" UNION ALL SELECT id * 4 + 2, id, id, {_NAME}, 'vnd.android.cursor.item/email_v2', mail, 1, NULL "
        f"FROM contacts_person WHERE mail <> '' ORDER BY 1"
    ),
    "com.android.contacts/data/phones": Provider(
        f"SELECT id * 4 + 1 AS _id, id AS contact_id, id AS raw_contact_id, {_NAME} AS display_name, phone "
        f"AS data1, phone AS number, 2 AS data2 FROM contacts_person WHERE phone <> '' ORDER BY {_NAME}",
        "contacts_person",
    ),
    "com.android.contacts/data/emails": Provider(
        f"SELECT id * 4 + 2 AS _id, id AS contact_id, {_NAME} AS display_name, mail AS data1, mail AS "
        f"address FROM contacts_person WHERE mail <> '' ORDER BY {_NAME}"
    ),
    "com.android.calendar/events": Provider(_EVENTS, "calendar_events"),
    "com.android.calendar/calendars": Provider("SELECT 1 AS _id, 'local' AS account_name, 'LOCAL' AS "
    "account_type, 'Calendar' AS calendar_displayName, 700 AS calendar_access_level, 1 AS visible"),
    "media/external/file": Provider(_MEDIA.format("kind <> 'folder'"), "files_file", "kind <> 'folder'"),
    "media/external/images/media": Provider(_MEDIA.format("kind = 'image'"), "files_file", "kind = 'image'"),
    "media/external/video/media": Provider(_MEDIA.format("kind = 'video'"), "files_file", "kind = 'video'"),
    "media/external/audio/media": Provider(_MEDIA.format("kind = 'audio'"), "files_file", "kind = 'audio'"),
    "media/external/downloads": Provider(
        _MEDIA.format("kind <> 'folder' AND path LIKE '/storage/emulated/0/Download/%'"), "files_file",
        "kind <> 'folder' AND path LIKE '/storage/emulated/0/Download/%'",
    ),
    "call_log/calls": Provider("SELECT 0 AS _id, '' AS number, 0 AS date, 0 AS duration, 0 AS type WHERE 0"),
    "downloads/my_downloads": Provider("SELECT 0 AS _id WHERE 0"),
}  # fmt: skip
_EVENT_COLUMNS = {
    "title": "title",
    "description": "description",
    "eventLocation": "location",
    "eventTimezone": "time_zone",
}


class ProviderProblem(Exception):
    """A URI nobody answers, or a request that does not fit."""


def find(device: Device, uri: str) -> tuple[Provider, str]:
    """The provider of a URI and the row it names, empty for all of them."""
    path = uri.removeprefix("content://").strip("/")
    for app in device.names.apps():
        for known, sql in app.providers.items():
            if known.removeprefix("content://").strip("/") == path:
                return PROVIDERS.get(path, Provider(sql)), ""
    if path in PROVIDERS:
        return PROVIDERS[path], ""
    head, _, tail = path.rpartition("/")
    if head in PROVIDERS and tail.isdigit():
        return PROVIDERS[head], tail
    raise ProviderProblem(path.partition("/")[0])


def query(device: Device, uri: str, columns: list[str], where: str, sort: str) -> Rows:
    """Column names and rows."""
    path = uri.removeprefix("content://").strip("/")
    if path.partition("/")[0] == "settings":
        return _settings(device, path, where)
    provider, number = find(device, uri)
    wanted = [f"_id = {number}"] if number else []
    wanted += [f"({where})"] if where else []
    sql = f"SELECT {', '.join(columns) or '*'} FROM ({provider.sql})"
    sql += f" WHERE {' AND '.join(wanted)}" if wanted else ""
    sql += f" ORDER BY {sort}" if sort else ""
    try:
        rows = device.query(sql)
        names = columns or _columns(device, provider.sql)
    except AppError as error:
        raise ProviderProblem(f"SQLiteException: {error}") from None
    return names, rows


def _columns(device: Device, sql: str) -> list[str]:
    """The column names of a query."""
    from phonebuddy.adbd.tables import column_names

    return column_names(device, sql)


def _settings(device: Device, path: str, where: str) -> Rows:
    namespace = path.split("/")[1] if "/" in path else ""
    if namespace not in NAMESPACES:
        raise ProviderProblem("settings")
    found = re.search(r"name\s*=\s*['\"]([^'\"]+)['\"]", where)
    rows: list[tuple[object, ...]] = [
        (number, key, value)
        for number, (key, value) in enumerate(device.settings.all(namespace).items(), 1)
        if found is None or key == found.group(1)
    ]
    return ["_id", "name", "value"], rows


def delete(device: Device, uri: str, where: str) -> None:
    provider, number = find(device, uri)
    if not provider.table:
        return
    key = "_id" if provider.table == "messages_sms" else "id"
    wanted = [
        provider.where,
        f"{key} = {number}" if number else "1",
        f"({_own_columns(provider, where)})" if where else "1",
    ]
    _run(device, f"DELETE FROM {provider.table} WHERE {' AND '.join(wanted)}", ())


def _own_columns(provider: Provider, where: str) -> str:
    """The provider's names for columns, in the words of the app's table."""
    if provider.table != "messages_sms":
        where = re.sub(r"\b_id\b", "id", where)
    if provider.table == "contacts_person":
        where = re.sub(r"\bdisplay_name\b", f"({_NAME})", where)
        where = re.sub(r"\b(number|data1)\b", "phone", where)
    return where


def _run(device: Device, sql: str, values: tuple[Value, ...]) -> None:
    if ";" in re.sub(r"'[^']*'", "", sql):
        raise ProviderProblem('SQLiteException: near ";": syntax error')

    try:
        device.phone.change(sql, values)
    except AppError as error:
        raise ProviderProblem(f"SQLiteException: {error}") from None
    device.changed()


def insert(device: Device, uri: str, values: Mapping[str, Value]) -> None:
    path = uri.removeprefix("content://").strip("/")
    if path.partition("/")[0] == "settings":
        device.settings.put(path.split("/")[1], str(values.get("name", "")), str(values.get("value", "")))
        return
    provider, _ = find(device, uri)
    if path.startswith("com.android.contacts"):
        _insert_contact(device, path, values)
    elif provider.table == "messages_sms":
        _insert_sms(device, path, values)
    elif provider.table == "calendar_events":
        row: dict[str, Value] = {own: values[name] for name, own in _EVENT_COLUMNS.items() if name in values}
        for name, own in (("dtstart", "start_ts"), ("dtend", "end_ts")):
            row[own] = int(values.get(name) or values.get("dtstart") or device.now_ms) // 1000
        row.setdefault("title", "")
        _insert(device, "calendar_events", row)
    else:
        raise ProviderProblem(f"UnsupportedOperationException: {uri}")


def _insert(device: Device, table: str, row: Mapping[str, Value]) -> None:
    if not all(re.fullmatch(r"[a-z_0-9]+", name) for name in row):
        raise ProviderProblem("SQLiteException: no such column")
    marks = ", ".join("?" * len(row))
    _run(device, f"INSERT INTO {table} ({', '.join(row)}) VALUES ({marks})", tuple(row.values()))


def _insert_sms(device: Device, path: str, values: Mapping[str, Value]) -> None:
    address = str(values.get("address") or "")
    digits = re.sub(r"[^0-9]", "", address)[-10:]
    known = device.query("SELECT _id FROM messages_thread WHERE digits = ?", (digits,))
    if known:
        thread = int(str(known[0][0]))
    else:
        last = device.query("SELECT coalesce(max(_id), 0) + 1 FROM messages_thread")
        thread = int(str(last[0][0]))
        _insert(device, "messages_thread", {"_id": thread, "address": address, "digits": digits})
    kind = {"sms/inbox": 1, "sms/sent": 2, "sms/draft": 3}.get(path, int(values.get("type") or 1))
    row: dict[str, Value] = {
        "thread_id": thread,
        "address": address,
        "date": device.now_ms,
        "type": kind,
        "body": "",
    }
    _insert(
        device,
        "messages_sms",
        row | {name: value for name, value in values.items() if name not in ("thread_id", "type")},
    )


def _insert_contact(device: Device, path: str, values: Mapping[str, Value]) -> None:
    if path.endswith("raw_contacts"):
        _insert(device, "contacts_person", {"given": ""})
        return
    number = values.get("raw_contact_id")
    kind, text = str(values.get("mimetype", "")), str(values.get("data1") or values.get("data2") or "")
    if kind.endswith("/name"):
        given, _, family = text.rpartition(" ") if " " in text else (text, "", "")
        _run(
            device,
            "UPDATE contacts_person SET given = ?, family = ? WHERE id = ?",
            (given, family, number),
        )
    elif kind.endswith("/phone_v2"):
        _run(device, "UPDATE contacts_person SET phone = ? WHERE id = ?", (text, number))
    elif kind.endswith("/email_v2"):
        _run(device, "UPDATE contacts_person SET mail = ? WHERE id = ?", (text, number))


def update(device: Device, uri: str, values: Mapping[str, Value], where: str) -> None:
    path = uri.removeprefix("content://").strip("/")
    if path.partition("/")[0] == "settings":
        name = re.search(r"name\s*=\s*['\"]([^'\"]+)['\"]", where)
        device.settings.put(path.split("/")[1], name.group(1) if name else "", str(values.get("value", "")))
        return
    provider, number = find(device, uri)
    if provider.table not in ("messages_sms", "calendar_events") or not values:
        raise ProviderProblem(f"UnsupportedOperationException: {uri}")
    if not all(re.fullmatch(r"[a-z_0-9]+", name) for name in values):
        raise ProviderProblem("SQLiteException: no such column")
    key = "_id" if provider.table == "messages_sms" else "id"
    wanted = [
        provider.where,
        f"{key} = {number}" if number else "1",
        f"({_own_columns(provider, where)})" if where else "1",
    ]
    puts = ", ".join(f"{name} = ?" for name in values)
    _run(
        device,
        f"UPDATE {provider.table} SET {puts} WHERE {' AND '.join(wanted)}",
        tuple(values.values()),
    )
