"""Aims: what must have come of each form in the app that finishes it, and what may change for it.

Invariant: a goal counts what is new there, exactly once; nothing else may change.
"""

from __future__ import annotations

from typing import NamedTuple

from phonebuddy.tasks.invented.handing.pages import BANK, HUB, LEAVE
from phonebuddy.tasks.invented.sketch import Data

ALL = ["{slip}", "{place}", "{code}"]
"""What is shared of a thing."""
GRANTED = {"once": "= 2", "always": "= 1", "never": "= 0", "": "> 0"}
"""What the phone remembers of an answer; where none is said, any yes will do."""
_FRIEND = "FROM contacts_people WHERE {} <> '' GROUP BY name HAVING count(*) = 1"
_DIGITS = "substr(replace(replace(replace(number, ' ', ''), '-', ''), '+', ''), -10)"


class Aim(NamedTuple):
    app: str
    """Which finishes it; none where that is the app itself."""
    goal: list[Data]
    allow: tuple[str, ...]
    facts: Data = {}
    draw: Data = {}
    """What is drawn besides the thing."""


def aim_of(form: str, table: str) -> Aim:
    """`table` holds the things."""
    paid = f"update {table}(paid) where id = :id"
    match form:
        case "hub":
            return _moved(HUB, "hub_payment", paid)
        case "bank":
            return _moved(BANK, "bank_movement", paid)
        case "mark":
            return Aim("", [{"present": f"SELECT 1 FROM {table} WHERE id = :id AND paid = 2"}], (paid,))
        case "text":
            return _text()
        case "mail":
            return _mail()
        case "note":
            goal = {
                "exactly 1": "SELECT title || ' ' || body FROM notes_note WHERE id > :last",
                "saying": ALL,
            }
            return Aim("notes", [goal], ("insert notes_note where id = :last + 1",), _last("notes_note"))
        case "calendar":
            return _event()
        case _:
            goal = {"exactly 1": f"SELECT 1 FROM dialer_line WHERE {_DIGITS} = :number"}
            return Aim("dialer", [goal], ("insert dialer_line",))


def reminded(table: str, app: str, answer: str, is_asking: bool) -> Aim:
    """`answer` is the one that the phone is to be given, if that was said."""
    goal: list[Data] = [{"present": f"SELECT 1 FROM {table} WHERE id = :id AND pinged"}]
    allow = (f"update {table}(pinged) where id = :id",)
    if not is_asking:
        return Aim("", goal, allow)
    asked = f"app = '{app}' AND name = '{LEAVE}'"
    given = {"present": f"SELECT 1 FROM phone_permission WHERE {asked} AND granted {GRANTED[answer]}"}
    return Aim("", [*goal, given], (*allow, f"insert phone_permission where {asked.replace('AND', 'and')}"))


def _last(table: str, id: str = "id") -> Data:
    return {"before": f"SELECT max({id}) AS last FROM {table}"}


def _moved(app: str, table: str, paid: str) -> Aim:
    """The sum went to whose thing it is."""
    goal = f"SELECT 1 FROM {table} WHERE id > :last AND party = :who AND cents = -:cents"
    return Aim(app, [{"exactly 1": goal}], (f"insert {table} where id = :last + 1", paid), _last(table))


def _text() -> Aim:
    sent = "messages_sms AS s JOIN messages_thread AS t ON t._id = thread_id"
    goal = f"SELECT body FROM {sent} WHERE type = 2 AND t.digits = :digits AND s._id > :last"
    allow = (
        "insert messages_sms where type = 2 and _id = :last + 1",
        "change messages_thread where digits = :digits",
    )
    friend = f"SELECT id AS to_id, name AS friend, phone_digits AS digits {_FRIEND.format('phone')}"
    shared = {"exactly 1": goal, "saying": ALL}
    return Aim("messages", [shared], allow, _last("messages_sms", "_id"), {"to": friend})


def _mail() -> Aim:
    sent = "state = 'sent' AND id > :last AND recipients = :mail AND cc = ''"
    goal = {"exactly 1": f"SELECT subject || ' ' || body FROM mail_message WHERE {sent}", "saying": ALL}
    last = "SELECT max(id) AS last, (SELECT max(id) FROM mail_thread) AS last_thread FROM mail_message"
    allow = (
        "insert mail_message where recipients = :mail and state = 'sent'",
        "insert mail_thread where id > :last_thread",
    )
    friend = f"SELECT name AS friend, mail {_FRIEND.format('mail')}"
    return Aim("mail", [goal], allow, {"before": last}, {"to": friend})


def _event() -> Aim:
    rule = "id > :last AND start_ts = :at AND instr(lower(title), lower(:slip))"
    goal = {"exactly 1": f"SELECT 1 FROM calendar_events WHERE {rule}"}
    allow = ("insert calendar_events where id = :last + 1",)
    return Aim("calendar", [goal], allow, _last("calendar_events"))
