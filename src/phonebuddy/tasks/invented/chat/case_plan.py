"""Chat case plan: what an invented inbox is like: its words, its shape, what came in from whom.

Invariant: subjects, names and words written are there once in the whole app, so that they mean one thing.
"""

from __future__ import annotations

import random

from phonebuddy.tasks.invented.chat.parts import Toggle, sayings
from phonebuddy.tasks.invented.chat.people import Chat
from phonebuddy.tasks.invented.fields import CHOICE, MANY, NUMBER, Field
from phonebuddy.tasks.invented.grammar import an
from phonebuddy.tasks.invented.sketch import Data, some

_NEW = ("New {n}", "Add {n}", "Create", "Enter a {n}", "Add")
_SAVE = ("Save", "Done", "Save {n}", "Submit", "Confirm", "Apply")
_SEND = ("Send", "Reply", "Send reply", "Answer now")
_KEEP = ("Add note", "Keep note", "Write note", "Note it")


class CasePlan(Chat):
    """Pages and content; what is asked of them stands in chat_case_deeds."""

    start = "items"

    def __init__(self, name: str, chance: random.Random, data: Data, common: Data) -> None:
        super().__init__(name, chance, data, common)
        self._item, self._entry = f"{name}_item", f"{name}_entry"
        self._noun = self._one_of(data["nouns"])
        subjects = chance.sample(data["subjects"], len(data["subjects"]))
        count = min(len(subjects) - 4, chance.randint(9, 14))
        self._subjects, self._free_subjects = subjects[:count], subjects[count:]
        self._whos = self._drawn_whos(len(subjects))
        words = chance.sample(data["replies"], len(data["replies"]))
        self._words_used, self._free_words = words[: len(words) // 2], words[len(words) // 2 :]
        self._state = self._field("state", data["state"], CHOICE)
        self._fields = [
            self._field(one, data["fields"][one]) for one in some(chance, sorted(data["fields"]), 2, 4)
        ]
        chance.shuffle(self._fields)
        self._owner_label = self._one_of(data["owner"]["labels"]) if "owner" in data else ""
        self._shape()
        self._wording()
        self._toggles = self._drawn_toggles()
        self.places = (
            ("items", self._one_of(("Inbox", "All", "Overview", "Home")), "inbox-outline"),
            ("people", self._people_title, "account-multiple-outline"),
            ("shelved", self._one_of(("Archive", "Done with", "Old ones")), "archive-outline"),
        )

    def _drawn_whos(self, count: int) -> list[str]:
        taken = {word for one in self._persons for word in one["name"].split()} | {
            word for one in self._strangers for word in one.split()
        }
        given = [one for one in self._common["given"] if one not in taken]
        family = [one for one in self._common["family"] if one not in taken]
        return [
            f"{one} {two}"
            for one, two in zip(
                self._chance.sample(given, count), self._chance.sample(family, count), strict=True
            )
        ]

    def _field(self, name: str, data: Data, kind: str = "") -> Field:
        kind, values = kind or data["kind"], tuple(data.get("values", ()))
        styles = {
            CHOICE: ("menu", "sheet", "chips", "radio", *(("segmented",) if len(values) <= MANY else ())),
            NUMBER: ("",),
        }.get(kind, ("",))
        return Field(
            name,
            kind,
            self._one_of(data["labels"]),
            data["said"],
            values,
            data.get("low", 1),
            data.get("high", 20),
            data.get("unit", ""),
            self._chance.choice(styles),
        )

    def _shape(self) -> None:
        chance = self._chance
        self._look = chance.choice(("item", "card", "table", "item"))
        self._narrow = chance.choice(("chips", "sections", "menu", "chips"))
        self._search = chance.choice(("bar", "page", "none"))
        self._state_at = chance.choice(("row", "sheet", "buttons", "edit"))
        """How the state is changed: from its row, a sheet, by a button for each, or in the form."""
        self._bar = chance.choice(("menu", "icons", "buttons"))
        self._asks = chance.random() < 0.6
        self._talks = chance.choice(("bubbles", "cards"))
        self._notes_at = chance.choice(("dialog", "switch"))
        self._adds_at = chance.choice(("fab", "top", "button"))
        self._saves_at = chance.choice(("top", "bottom"))
        self._owner_at = chance.choice(("page", "sheet"))
        self._swipes = chance.choice(("left", "right", "", ""))

    def _wording(self) -> None:
        one, noun = self._one_of, self._noun
        self._new, self._save = an(one(_NEW).replace("{n}", noun)), one(_SAVE).replace("{n}", noun)
        self._send, self._keep = one(_SEND), one(_KEEP)
        self._hint = one(("Write an answer", "Your reply", "Answer", "Type here"))
        self._note_hint = one(("Only for the team", "Note", "Remark"))
        self._edit = one(("Edit", "Change details", f"Edit {noun}", "Modify"))
        self._erase = one(("Delete", f"Delete {noun}", "Erase", "Throw out"))
        self._sure = one(("Yes, delete", "Delete it", "OK", "Really delete"))
        self._search_hint = one(("Search", an(f"Find a {noun}"), "Name or subject", "What or who?"))
        if self._search == "page" and self._search_hint == "Search":
            self._search_hint = "Type a word"
        self._change = one(("Change", "Move on", f"Set {self._state.said}", "Update"))
        self._subject_label, self._who_label = (
            self._one_of(self._data["subject_labels"]),
            self._one_of(self._data["who_labels"]),
        )

    def _drawn_toggles(self) -> list[Toggle]:
        star, off = self._chance.choice(
            (("Flag", "Remove flag"), ("Star", "Unstar"), ("Mark important", "Not important"))
        )
        starred = Toggle(
            "starred",
            star,
            off,
            "flag-outline",
            sayings("case_flag"),
            sayings("case_unflag"),
        )
        shelve, back = self._chance.choice(
            (("Archive", "Take out of archive"), ("Shelve", "Bring back"), ("Put away", "Reopen"))
        )
        shelved = Toggle(
            "shelved",
            f"{shelve} this",
            back,
            "archive-arrow-down-outline",
            sayings("case_shelve"),
            sayings("case_unshelve"),
        )
        return [starred, shelved]

    # -- tables and rows -------------------------------------------------------------------------------

    def _schema(self) -> str:
        extra = "".join(f"{one.column}, " for one in self._fields)
        return self._person_schema() + (
            f"CREATE TABLE {self._item} (id INTEGER PRIMARY KEY, subject TEXT NOT NULL, who TEXT NOT NULL "
            f"DEFAULT '', code TEXT NOT NULL DEFAULT '', {self._state.column}, {extra}"
            "owner TEXT NOT NULL DEFAULT '', at INTEGER NOT NULL, starred INTEGER NOT NULL DEFAULT 0, "
            "shelved INTEGER NOT NULL DEFAULT 0);\n"
            f"CREATE TABLE {self._entry} (id INTEGER PRIMARY KEY, item INTEGER NOT NULL, author TEXT NOT "
            "NULL, mine INTEGER NOT NULL DEFAULT 0, inner INTEGER NOT NULL DEFAULT 0, at INTEGER NOT NULL, "
            "text TEXT NOT NULL);\n"
        )

    def _content(self) -> Data:
        chance = self._chance
        items: list[Data] = []
        entries: list[Data] = []
        words = list(self._words_used)
        codes = chance.sample(range(1200, 9800), len(self._subjects))
        for at, subject in enumerate(self._subjects):
            row: Data = {
                "subject": subject,
                "who": self._whos[at],
                "code": f"{self._data['prefix']}-{codes[at]}",
                "state": self._state.values[at % len(self._state.values)]
                if at < 5
                else chance.choice(self._state.values),
                "owner": chance.choice(self._persons)["name"] if self._owner_label else "",
                "at": f"=now() - {chance.randint(600, 86400 * 20)}",
                "starred": int(at == 0 or chance.random() < 0.25),
                "shelved": int(at in (len(self._subjects) - 1, len(self._subjects) - 2)),
            }
            row |= {one.name: one.drawn(chance) for one in self._fields}
            items.append(row)
            if words and chance.random() < 0.7:
                entries.append(
                    {
                        "item": at + 1,
                        "author": self._whos[at],
                        "at": f"=now() - {chance.randint(60, 86400 * 3)}",
                        "text": words.pop(),
                    }
                )
        return {self._person_table: self._persons, self._item: items, self._entry: entries}
