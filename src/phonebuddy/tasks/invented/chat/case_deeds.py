"""Chat case deeds: what is asked of an invented inbox of requests, and how its pages do it.

Invariant: everything a deed's gold does is on the pages of the very same sketch.
"""

from __future__ import annotations

from phonebuddy.tasks.invented.chat.case import CasePages
from phonebuddy.tasks.invented.chat.parts import Toggle, said, sayings
from phonebuddy.tasks.invented.chat.people import MORE, OWN
from phonebuddy.tasks.invented.fields import MONEY, NUMBER, READ_AS, SWITCH, TEXT, Field
from phonebuddy.tasks.invented.grammar import plural
from phonebuddy.tasks.invented.meant import meant
from phonebuddy.tasks.invented.sketch import ANYTHING, Data, Deed, Gold, Read, Sketch, Write, filled, some


class Case(CasePages):
    def sketch(self) -> Sketch:
        app, content = self._app(), self._content()
        deeds = [
            *self._state_deeds(),
            *self._word_deeds(),
            *self._form_deeds(),
            *self._shelf_deeds(),
            *self._asking_deeds(),
            *self._person_deeds(),
        ]
        looks = (f"change {self._name}_search",) if self._search == "page" else ()
        return self._sketch(
            app,
            content,
            deeds,
            self._reads(),
            self._writes(),
            looks,
        )

    # -- helpers ---------------------------------------------------------------------------------------

    def _to_item(self, slot: str = "subject", is_told: bool = True) -> Gold:
        words, chance = f"{{{slot}}}", self._chance.random()
        if is_told and self._search == "bar" and chance < 0.35:
            return [{"type": words, "into": self._search_hint}, {"tap": words}]
        if is_told and self._search == "page" and chance < 0.35:
            return [{"tap": "Search"}, {"type": words, "into": self._search_hint}, {"tap": words}]
        return [{"tap": words}]

    def _an_item(self, where: str = "1", prefix: str = "") -> Data:
        return {
            f"{prefix}drawn": f"SELECT id AS {prefix}id, subject AS {prefix}subject, who AS {prefix}who FROM "
            f"{self._item} WHERE NOT shelved AND {where}"
        }

    def _called(self, slot: str = "subject") -> tuple[str, ...]:
        noun, name = self._noun, f"{{{slot}}}"
        return (f"the {noun} {name}", f"{name}", f'the {noun} "{name}"', f"the {noun} called {name}")

    def _by_who(self, slot: str = "who") -> tuple[str, ...]:
        return tuple(filled(way, n=self._noun, who=f"{{{slot}}}") for way in self._data["by_who"])

    def _reached(self, is_by_who: bool, slot: str = "subject") -> tuple[tuple[str, ...], Gold]:
        """How it is called, and the way to its page: by its subject, or by who it is from."""
        if is_by_who:
            return self._by_who(), [{"tap": "{subject}"}]
        return self._called(slot), self._to_item(slot)

    def _hidden(self, gold: Gold) -> Gold:
        is_typed = "type" in gold[-1] or "replace" in gold[-1]
        return [{"press": "back"}] if is_typed else []

    def _acting(self, tap: Data) -> Gold:
        return [{"tap": MORE}, tap] if self._bar == "menu" else [tap]

    # -- states and people in charge -------------------------------------------------------------------

    def _state_deeds(self) -> list[Deed]:
        found = [self._moving(False), self._moving(True), self._moving_and_saying()]
        return found + ([self._giving(False), self._giving(True)] if self._owner_label else [])

    def _moved(self) -> Gold:
        match self._state_at:
            case "row":
                return [{"tap": self._state.label}, {"tap": "{state}"}]
            case "sheet":
                return [{"tap": self._change}, {"tap": "{state}"}]
            case "buttons":
                return [{"tap": "{state}"}]
            case _:
                entry = self._state.invented("state", self._chance, False)
                return [*self._acting({"tap": self._edit}), *entry.gold, {"tap": self._save}]

    def _moving(self, is_by_who: bool) -> Deed:
        ways = sayings("case_moving")
        called, way = self._reached(is_by_who)
        goal = [{"present": f"SELECT 1 FROM {self._item} WHERE id = :id AND state = :state"}]
        says = said(ways, it=called, s=(self._state.said,))
        return Deed(
            f"state{int(is_by_who)}",
            says,
            [*way, *self._moved()],
            goal,
            {"state": list(self._state.values)},
            self._an_item("state <> :state"),
            {},
            (f"update {self._item}(state) where id = :id",),
        )

    def _moving_and_saying(self) -> Deed:
        ways = sayings("case_moving_and_saying")
        goal = [
            {"present": f"SELECT 1 FROM {self._item} WHERE id = :id AND state = :state"},
            *self._written("0"),
        ]
        gold = [*self._to_item(), *self._moved(), *self._replied("{text}")]
        new = {"state": list(self._state.values), "text": self._free_words}
        allow = (f"update {self._item}(state) where id = :id", self._new_entry())
        return Deed(
            "state_reply",
            said(ways, it=self._called(), s=(self._state.said,)),
            gold,
            goal,
            new,
            self._an_item("state <> :state"),
            self._last(),
            allow,
        )

    def _giving(self, is_by_who: bool) -> Deed:
        owner = self._data["owner"]["said"]
        ways = sayings("case_giving")
        called, way = self._reached(is_by_who)
        draw = self._an_item() | {
            "person": f"SELECT p.name FROM {self._person_table} AS p JOIN {self._item} AS i ON i.id = :id "
            "AND i.owner <> p.name"
        }
        goal = [{"present": f"SELECT 1 FROM {self._item} WHERE id = :id AND owner = :name"}]
        return Deed(
            f"give{int(is_by_who)}",
            said(ways, it=called, o=(owner,)),
            [*way, {"tap": self._owner_label}, {"tap": "{name}"}],
            goal,
            {},
            draw,
            {},
            (f"update {self._item}(owner) where id = :id",),
        )

    # -- words -----------------------------------------------------------------------------------------

    def _last(self) -> Data:
        return {"before": f"SELECT max(id) AS last FROM {self._entry}"}

    def _new_entry(self) -> str:
        return f"insert {self._entry} where id = :last + 1"

    def _written(self, inner: str) -> list[Data]:
        return [
            {
                "exactly 1": f"SELECT 1 FROM {self._entry} WHERE item = :id AND mine AND inner = {inner} AND "
                "text = :text AND id > :last"
            }
        ]

    def _replied(self, text: str) -> Gold:
        return [{"type": text, "into": self._hint}, {"tap": self._send}]

    def _noted_down(self, text: str) -> Gold:
        if self._notes_at == "switch":
            return [{"tap": self._keep}, {"type": text, "into": self._hint}, {"tap": self._send}]
        return [{"tap": self._keep}, {"type": text, "into": self._note_hint}, {"tap": "Keep it"}]

    def _word_deeds(self) -> list[Deed]:
        return [self._replying(False), self._replying(True), self._remarking()]

    def _replying(self, is_by_who: bool) -> Deed:
        ways = sayings("case_replying")
        called, way = self._reached(is_by_who)
        return Deed(
            f"reply{int(is_by_who)}",
            said(ways, it=called),
            [*way, *self._replied("{text}")],
            self._written("0"),
            {"text": self._free_words},
            self._an_item(),
            self._last(),
            (self._new_entry(),),
        )

    def _remarking(self) -> Deed:
        ways = sayings("case_remarking")
        return Deed(
            "remark",
            said(ways, it=self._called()),
            [*self._to_item(), *self._noted_down("{text}")],
            self._written("1"),
            {"text": self._common["notes"]},
            self._an_item(),
            self._last(),
            (self._new_entry(),),
        )

    # -- forms -----------------------------------------------------------------------------------------

    def _form_deeds(self) -> list[Deed]:
        fields = [one for one in self._fields if one.kind != SWITCH]
        return [
            self._adding(0),
            self._adding(1),
            self._renaming(),
            *(self._editing(one) for one in fields),
            *([self._editing_two(fields[0], fields[1])] if len(fields) > 1 else []),
        ]

    def _adding(self, number: int) -> Deed:
        parts = some(self._chance, [one for one in self._fields if one.kind != SWITCH], number, 2)
        new: Data = {"subject": self._free_subjects, "who": self._strangers}
        draw: Data = {}
        told, wheres = "", ["subject = :subject", "who = :who"]
        gold: Gold = [
            {"tap": self._new},
            {"type": "{subject}", "into": self._subject_label},
            {"type": "{who}", "into": self._who_label},
        ]
        if parts or self._saves_at == "bottom":
            gold.append({"press": "back"})
        for one in parts:
            entry = one.invented(f"n_{one.name}", self._chance, True)
            new, draw = new | entry.new, draw | entry.draw
            gold += [*entry.gold, *self._hidden(entry.gold)]
            wheres.append(f"{one.name} = {entry.stored}")
            told += filled(
                self._one_of((", {s} {v}", ", with {v} as the {s}", "; the {s} is {v}", ", {s}: {v}")),
                s=one.said,
                v=entry.said,
            )
        ways = tuple(self._data["add_says"]) + sayings("case_adding")
        goal = [{"exactly 1": f"SELECT 1 FROM {self._item} WHERE {' AND '.join(wheres)}"}]
        facts = {"items": f"SELECT max(id) AS last_item FROM {self._item}"}
        says = tuple(way + told for way in said(ways, n=(self._noun,)))
        return Deed(
            f"add{number}",
            says,
            [*gold, {"tap": self._save}],
            goal,
            new,
            draw,
            facts,
            (f"insert {self._item} where id = :last_item + 1",),
        )

    def _edited(self, gold: Gold) -> Gold:
        return [*self._acting({"tap": self._edit}), *gold, {"tap": self._save}]

    def _editing(self, one: Field) -> Deed:
        entry = one.invented(f"n_{one.name}", self._chance, False)
        ways = sayings("case_editing")
        is_by_who = self._chance.random() < 0.4
        called, way = self._reached(is_by_who)
        draw = {**entry.draw, **self._an_item(f"{one.name} IS NOT {entry.stored}")}
        goal = [{"present": f"SELECT 1 FROM {self._item} WHERE id = :id AND {one.name} = {entry.stored}"}]
        gold = [*way, *self._edited([*entry.gold, *self._hidden(entry.gold)])]
        says = said(ways, it=called, s=(one.said,), v=(entry.said,))
        says += said(meant("chat", one.said).sets, it=called, v=(entry.said,)) * OWN
        return Deed(
            f"edit_{one.name}",
            says,
            gold,
            goal,
            entry.new,
            draw,
            {},
            (f"update {self._item}({one.name}) where id = :id",),
        )

    def _editing_two(self, one: Field, two: Field) -> Deed:
        first, second = (
            one.invented(f"n_{one.name}", self._chance, False),
            two.invented(f"n_{two.name}", self._chance, False),
        )
        ways = sayings("case_editing_two")
        draw = {
            **first.draw,
            **second.draw,
            **self._an_item(f"{one.name} IS NOT {first.stored} AND {two.name} IS NOT {second.stored}"),
        }
        goal = [
            {
                "present": f"SELECT 1 FROM {self._item} WHERE id = :id AND {one.name} = {first.stored} AND "
                f"{two.name} = {second.stored}"
            }
        ]
        steps = [*first.gold, *self._hidden(first.gold), *second.gold, *self._hidden(second.gold)]
        says = said(ways, it=self._called(), s=(one.said,), v=(first.said,), t=(two.said,), w=(second.said,))
        return Deed(
            "edit_two",
            says,
            [*self._to_item(), *self._edited(steps)],
            goal,
            first.new | second.new,
            draw,
            {},
            (f"update {self._item}({one.name}, {two.name}) where id = :id",),
        )

    def _renaming(self) -> Deed:
        ways = sayings("case_renaming")
        goal = [{"present": f"SELECT 1 FROM {self._item} WHERE id = :id AND subject = :other"}]
        gold = [
            *self._to_item(),
            *self._edited(
                [
                    {"replace": self._subject_label, "with": "{other}"},
                    *([{"press": "back"}] if self._saves_at == "bottom" else []),
                ]
            ),
        ]
        return Deed(
            "rename",
            said(ways, it=self._called()),
            gold,
            goal,
            {"other": self._free_subjects},
            self._an_item(),
            {},
            (f"update {self._item}(subject) where id = :id",),
        )

    # -- flags, the archive, deleting ------------------------------------------------------------------

    def _shelf_deeds(self) -> list[Deed]:
        star, shelve = self._toggles
        return [
            self._flagging(star, 1),
            self._flagging(star, 0),
            self._flagging(shelve, 1),
            self._unshelving(shelve),
            self._deleting(False),
            self._deleting(True),
        ]

    def _flagging(self, toggle: Toggle, to: int) -> Deed:
        style = {"menu": "menu", "icons": "icon", "buttons": "button"}[self._bar]
        gold = [*self._to_item(), *self._acting(toggle.tap(style, to))]
        is_wide = self._look == "item"  # a finger needs room on what it swipes
        if toggle.column == "shelved" and self._swipes and is_wide and self._chance.random() < 0.6:
            gold = [{"swipe": self._swipes, "on": "{who}"}]
        goal = [{"present": f"SELECT 1 FROM {self._item} WHERE id = :id AND {toggle.column} = {to}"}]
        says = said(toggle.on_ways if to else toggle.off_ways, it=self._called())
        return Deed(
            f"{toggle.column}{to}",
            says,
            gold,
            goal,
            {},
            self._an_item(f"{toggle.column} = {1 - to}"),
            {},
            (f"update {self._item}({toggle.column}) where id = :id",),
        )

    def _unshelving(self, toggle: Toggle) -> Deed:
        gold: Gold = [*self._go("shelved"), {"tap": "{subject}"}, *self._acting({"tap": toggle.off})]
        goal = [{"present": f"SELECT 1 FROM {self._item} WHERE id = :id AND NOT shelved"}]
        draw = {"drawn": f"SELECT id, subject FROM {self._item} WHERE shelved"}
        return Deed(
            "shelved0",
            said(toggle.off_ways, it=self._called()),
            gold,
            goal,
            {},
            draw,
            {},
            (f"update {self._item}(shelved) where id = :id",),
        )

    def _deleting(self, is_by_who: bool) -> Deed:
        ways = sayings("case_deleting")
        called, way = self._reached(is_by_who)
        gold = [*way, *self._acting({"tap": self._erase}), *([{"tap": self._sure}] if self._asks else [])]
        goal = [{"absent": f"SELECT 1 FROM {self._item} WHERE id = :id"}]
        allow = (f"delete {self._item} where id = :id", f"delete {self._entry} where item = :id")
        return Deed(
            f"delete{int(is_by_who)}", said(ways, it=called), gold, goal, {}, self._an_item(), {}, allow
        )

    # -- questions and endings -------------------------------------------------------------------------

    def _asking_deeds(self) -> list[Deed]:
        found = [self._missing(), self._untold()]
        if self._narrow != "sections":
            found.append(self._counting())
        sums = [one for one in self._fields if one.kind in (MONEY, NUMBER)]
        return found + [self._adding_up(one) for one in sums[:1]] + [self._more(one) for one in sums[-1:]]

    def _counting(self) -> Deed:
        asks = sayings("case_counting")
        values = self._state.values[:2] if self._narrow == "chips" else self._state.values
        draw = {
            "counted": f"SELECT count(*) AS number FROM {self._item} WHERE NOT shelved AND state = :state"
        }
        chosen: Gold = (
            [{"tap": "Filter"}, {"tap": "{state}"}] if self._narrow == "menu" else [{"tap": "{state}"}]
        )
        gold = [*chosen, {"read": "got", "match": r"^(\d+) of this kind"}, {"answer": "{got}"}]
        return Deed(
            "count",
            said(asks, ns=(plural(self._noun),), s=(self._state.said,)),
            gold,
            [{"answer": "{number}"}],
            {"state": list(values)},
            draw,
        )

    def _pair(self, column: str, extra: str) -> Data:
        table = self._item
        return {
            "pair": f"SELECT a.subject AS one, b.subject AS two, {extra} FROM {table} AS a JOIN {table} "
            f"AS b ON a.id <> b.id AND a.{column} <> b.{column} WHERE NOT a.shelved AND NOT "
            "b.shelved"
        }

    def _both(self, one: Field) -> Gold:
        return [
            {"tap": "{one}"},
            {"read": "a", "near": one.label},
            {"press": "back"},
            {"tap": "{two}"},
            {"read": "b", "near": one.label},
        ]

    def _adding_up(self, one: Field) -> Deed:
        asks = sayings("case_adding_up")
        total = f"a.{one.name} + b.{one.name}"
        shown, work = (
            (f"money({total})", "SELECT money(cents(:a) + cents(:b))")
            if one.kind == MONEY
            else (total, "SELECT number(:a) + number(:b)")
        )
        gold = [*self._both(one), {"work_out": "sum", "as": work}, {"answer": "{sum}"}]
        return Deed(
            "sum",
            said(asks, s=(one.said,)),
            gold,
            [{"answer": "{total}"}],
            {},
            self._pair(one.name, f"{shown} AS total"),
        )

    def _more(self, one: Field) -> Deed:
        asks = sayings("case_more")
        unit = "cents" if one.kind == MONEY else "number"
        gold = [
            *self._both(one),
            {"work_out": "which", "as": f"SELECT CASE WHEN {unit}(:a) > {unit}(:b) THEN :one ELSE :two END"},
            {"answer": "{which}"},
        ]
        return Deed(
            "more",
            said(asks, s=(one.said,)),
            gold,
            [{"answer": "{more}"}],
            {},
            self._pair(
                one.name, f"CASE WHEN a.{one.name} > b.{one.name} THEN a.subject ELSE b.subject END AS more"
            ),
        )

    def _missing(self) -> Deed:
        ways = sayings("case_missing")
        look: Gold = []
        if self._search == "bar":
            look = [{"type": "{subject}", "into": self._search_hint}]
        elif self._search == "page":
            look = [{"tap": "Search"}, {"type": "{subject}", "into": self._search_hint}]
        gold = [*look, {"answer": f"It cannot be done: there is no such {self._noun}."}]
        return Deed(
            "missing",
            said(ways, it=self._called()),
            gold,
            self._seen("search" if self._search == "page" else "items"),
            {"subject": self._free_subjects},
            end="impossible",
        )

    def _untold(self) -> Deed:
        ways = sayings("case_untold")
        gold: Gold = [{"tap": "{subject}"}, {"ask": f"To which {self._state.said} should I change it?"}]
        return Deed(
            "untold",
            said(ways, it=self._called(), s=(self._state.said,)),
            gold,
            self._seen("item"),
            {},
            self._an_item(),
            end="ask",
        )

    # -- what can be read and written ------------------------------------------------------------------

    def _reads(self) -> list[Read]:
        facts = [
            (one.label, one.said, READ_AS[one.kind], one.shown())
            for one in self._fields
            if one.kind != SWITCH
        ]
        facts.append(("Reference", "reference", "text", "code"))
        if self._owner_label:
            facts.append((self._owner_label, self._data["owner"]["said"], "text", "owner"))
        found = self._person_reads()[:2]
        for label, words, kind, shown in facts:
            is_by_who = self._chance.random() < 0.4
            called = self._by_who("r_who") if is_by_who else self._called("r_subject")
            other = "subject AS r_subject, who AS r_who"
            own = meant("chat", words)
            things = said(("the {s} of {it}", *own.things), s=(words,), it=called)
            ways = sayings("case_who" if shown == "owner" else "case_facts")
            asks = said(ways, s=(words,), it=called) + said(own.asks, it=called) * OWN
            draw = {"read": f"SELECT {other}, {shown} AS r_value FROM {self._item} WHERE NOT shelved"}
            way: Gold = [{"tap": "{r_subject}"}] if is_by_who else self._to_item("r_subject")
            found.append(Read(kind, things, asks, draw, "r_value", [*way, {"read": "got", "near": label}]))
        return found

    def _writes(self) -> list[Write]:
        texts = [self._field_write(one) for one in self._fields if one.kind == TEXT]
        notes = [self._note_write()] if self._has_note else []
        return [*self._word_writes(), *texts, *notes]

    def _word_writes(self) -> list[Write]:
        facts = {"w_before": f"SELECT max(id) AS w_last FROM {self._entry}"}
        allow = (f"insert {self._entry} where id = :w_last + 1",)
        found = []
        for inner, ways, gold in (
            (0, sayings("case_write"), self._replied("{got}")),
            (1, sayings("case_remark_write"), self._noted_down("{got}")),
        ):
            goal = [
                {
                    "exactly 1": f"SELECT text FROM {self._entry} WHERE item = :w_id AND mine AND inner = "
                    f"{inner} AND id > :w_last",
                    "saying": "{V}",
                }
            ]
            found.append(
                Write(
                    ANYTHING,
                    said(ways, it=self._called("w_subject")),
                    self._an_item("1", "w_"),
                    facts,
                    [*self._to_item("w_subject"), *gold],
                    goal,
                    allow,
                )
            )
        return found

    def _field_write(self, one: Field) -> Write:
        ways = sayings("case_field_write")
        says = said(ways, s=(one.said,), it=self._called("w_subject"))
        goal = [{"exactly 1": f"SELECT {one.name} FROM {self._item} WHERE id = :w_id", "saying": "{V}"}]
        typed: Gold = [{"replace": one.label, "with": "{got}"}]
        gold = [*self._to_item("w_subject"), *self._edited([*typed, *self._hidden(typed)])]
        allow = (f"update {self._item}({one.name}) where id = :w_id",)
        return Write(ANYTHING, says, self._an_item("1", "w_"), {}, gold, goal, allow)
