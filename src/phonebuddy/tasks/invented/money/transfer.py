"""Money transfer: sending money to a payee with the shared module, from the first thing of the main book.

Invariant: what is sent is gone from there, and stands in the list of what was sent.
"""

from __future__ import annotations

from phonebuddy.tasks.invented.money.acts import secret_draw
from phonebuddy.tasks.invented.money.book import Book
from phonebuddy.tasks.invented.money.data import ways
from phonebuddy.tasks.invented.sketch import ANYTHING, Data, Deed, Gold, Read, Write, filled

PAGE = "transfer"
TITLES = ("Send money", "Pay somebody", "New transfer", "Send")
_NOTED = (" with the note {n}", ", note: {n}", " and put {n} as the note", ", for {n}")
_SECRETS = (", my PIN is {pin}", " (PIN {pin})", "; the PIN is {pin}")


class Sending:
    def __init__(self, main: Book, payees: Book) -> None:
        self._main, self._payees, self._kit, self._chance = main, payees, main.kit, main.chance
        self._table = f"{main.kit.name}_{PAGE}"
        self._purse = f"(SELECT min(id) FROM {main.table})"
        name = self._kit.name
        self._kit.modules[PAGE] = {
            "title": next(title for page, title, _ in self._kit.places if page == PAGE),
            "payees": f"SELECT id AS payee, name AS payee_name, account AS payee_account FROM {payees.table}",
            "balance": f"SELECT cents FROM {main.table} WHERE id = {self._purse}",
            "on_sent": [{"sql": f"UPDATE {main.table} SET cents = cents - :cents WHERE id = {self._purse}"}],
            "prefix": name[:2].upper(),
        } | ({"pin": self._kit.secret} if self._kit.pin else {})
        self._kit.content[self._table] = self._rows()

    def _rows(self) -> list[Data]:
        """What was sent before, to a few of them, once each."""
        chance = self._chance
        notes = chance.sample(ways("notes"), 4)
        places = chance.sample(range(len(self._payees.rows)), 4)
        return [
            {
                "payee": place + 1,
                "name": self._payees.rows[place]["name"],
                "account": self._payees.rows[place]["account"],
                "cents": chance.randint(4, 90) * 100 + chance.choice((0, 50, 25)),
                "note": note,
                "at": f"=today() - 86400 * {chance.randint(2, 40)} + {chance.randint(500, 1200) * 60}",
            }
            for place, note in zip(places, notes, strict=True)
        ]

    @property
    def _is_secured(self) -> bool:
        return bool(self._kit.pin)

    def _to(self, slot: str) -> Gold:
        """To the page where the amount is entered; names stand twice there until one is looked for."""
        return [
            *self._kit.to(PAGE),
            {"type": f"{{{slot}}}", "into": "Name or account"},
            {"tap": f"{{{slot}}}", "role": "text"},
        ]

    def _sent(self, amount: str, note: str) -> Gold:
        gold: Gold = [{"type": amount, "into": "Amount"}, {"press": "back"}]
        if note:
            gold += [{"type": note, "into": "Note (optional)"}, {"press": "back"}]
        gold.append({"tap": "Continue"})
        gold += [{"type": "{pin}", "into": "PIN"}, {"press": "back"}] if self._is_secured else []
        return [*gold, {"tap": "Send now"}]

    def _said(self, way: str, noted: str) -> str:
        chance = self._chance
        text = filled(way, a=chance.choice(("${n_amount}", "${n_amount}", "{n_amount} dollars")), to="{n_to}")
        text += filled(chance.choice(_NOTED), n=noted) if noted else ""
        return text + (chance.choice(_SECRETS) if self._is_secured else "")

    def deeds(self) -> list[Deed]:
        return [self._deed(False), self._deed(True)]

    def _deed(self, is_noted: bool) -> Deed:
        says = tuple(self._said(way, "{n_note}" if is_noted else "") for way in ways("send"))
        new: Data = {"n_amount": ["12", "23.50", "8", "41", "17.20", "55", "36"]} | (
            {"n_note": list(ways("notes"))} if is_noted else {}
        )
        cents = "CAST(round(100 * CAST(:n_amount AS REAL)) AS INTEGER)"
        draw = {
            "to": f"SELECT id AS n_to_id, name AS n_to FROM {self._payees.table}",
            **secret_draw(self._main, self._is_secured),
        }
        noted = "note = :n_note" if is_noted else "note = ''"
        goal = [
            {
                "exactly 1": f"SELECT 1 FROM {self._table} WHERE id > :last AND payee = :n_to_id "
                f"AND cents = {cents} AND {noted}"
            }
        ]
        gold = [*self._to("n_to"), *self._sent("{n_amount}", "{n_note}" if is_noted else "")]
        return Deed(f"send{int(is_noted)}", says, gold, goal, new, draw, self._facts(), self._allow())

    def _facts(self) -> Data:
        return {"before": f"SELECT max(id) AS last, {self._purse} AS purse FROM {self._table}"}

    def _allow(self) -> tuple[str, ...]:
        return (
            f"insert {self._table} where id = :last + 1",
            f"update {self._main.table}(cents) where id = :purse",
        )

    def reads(self) -> list[Read]:
        """What stands on the receipt of something sent before."""
        kinds = (("money", "money(cents)", "amount", r"^(\$[\d,.]+)$"), ("text", "note", "note", ""))
        found = []
        for kind, column, said, pattern in kinds:
            things = (
                f"the {said} of my last transfer to {{r_name}}",
                f"the {said} of what I sent {{r_name}}",
                f"the {said} on the receipt for {{r_name}}",
            )
            asks = tuple(f"what is {thing}?" for thing in things) + (
                f"I sent {{r_name}} something: which {said} was it?",
            )
            draw = {"read": f"SELECT name AS r_name, {column} AS r_value FROM {self._table}"}
            look: Data = {"read": "got", "match": pattern} if pattern else {"read": "got", "near": "Note"}
            gold = [*self._kit.to(PAGE), {"tap": "Sent"}, {"tap": "{r_name}", "role": "text"}, look]
            found.append(Read(kind, things, asks, draw, "r_value", gold))
        return found

    def writes(self) -> list[Write]:
        if self._is_secured:
            return []
        frames = (
            "send $9 to {to} with the note {v}",
            "transfer $9 to {to} and write {v} as the note",
            "pay {to} $9, with {v} in the note",
            "send {to} $9 and put {v} into the note",
        )
        says = tuple(filled(way, to="{w_name}") for way in frames)
        draw = {"write": f"SELECT id AS w_id, name AS w_name FROM {self._payees.table}"}
        goal = [
            {
                "exactly 1": f"SELECT note FROM {self._table} WHERE id > :last AND payee = :w_id "
                f"AND cents = 900",
                "saying": "{V}",
            }
        ]
        gold = [*self._to("w_name"), *self._sent("9", "{got}")]
        kinds = ANYTHING
        return [Write(kinds, says, draw, self._facts(), gold, goal, self._allow())]
