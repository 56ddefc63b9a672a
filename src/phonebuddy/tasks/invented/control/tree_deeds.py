"""What the settings of one thing are asked for: one or two of them, buttons, a reset, questions.

Invariant: gold goes by what the pages of the same sketch show.
"""

from __future__ import annotations

import random

from phonebuddy.tasks.invented.control.knobs import LEVEL, SWITCH, TEXT, TIME, Knob
from phonebuddy.tasks.invented.control.parts import Part, table
from phonebuddy.tasks.invented.control.tree import KNOB_READS, Spot, TreePages
from phonebuddy.tasks.invented.control.words import asking, carried, said, setting, switching, wanted
from phonebuddy.tasks.invented.fields import READ_AS, quoted
from phonebuddy.tasks.invented.sketch import ANYTHING, Data, Deed, Gold, Read, Write, some


class Tree(TreePages):
    def part(self) -> Part:
        columns = [knob.column for knob in self._knobs] + [one.column for one in self._facts]
        columns += [f"c_{name} INTEGER NOT NULL DEFAULT 0" for name, *_ in self._commands]
        if self._pin:
            columns.append(f"pin TEXT NOT NULL DEFAULT {quoted(self._pin)}")
        counts = {f"c_{name}": self._chance.randint(0, 30) for name, *_ in self._commands}
        content: Data = {self._row.table: [{"id": 1, **self._state, **counts}]}
        deeds = [*self._settings(), *self._pairs(), *self._commanding(), *self._resetting(), *self._odd()]
        pages: Data = {"home": self._first_page(), **self._group_pages()}
        for knob in self._knobs:
            pages |= knob.pages(self._row)
        return Part(
            "home",
            self._data["home"],
            self._data["icon"],
            (table(self._row.table, columns),),
            content,
            pages,
            deeds,
            self._reads(),
            self._writes(),
        )

    # -- what can be asked -----------------------------------------------------------------------------

    def _way(self, spot: Spot, knob: Knob) -> Gold:
        if self._has_search and self._chance.random() < 0.35:
            return [{"type": knob.label, "into": self._hint}, {"tap": knob.label}]
        return list(spot.way)

    def _where(self, checks: list[str]) -> list[Data]:
        return [
            {"present": f"SELECT 1 FROM {self._row.table} WHERE {self._row.where} AND {' AND '.join(checks)}"}
        ]

    def _allow(self, *columns: str) -> tuple[str, ...]:
        return (f"update {self._row.table}({', '.join(columns)}) where {self._row.where}",)

    def _of(self, says: tuple[str, ...], the: str) -> tuple[str, ...]:
        """Half of the ways with the thing named, which tells the app."""
        named = tuple(
            way.replace(the, f"{the} of my {self._noun}", 1) if the in way else f"{way} on my {self._noun}"
            for way in says
        )
        return says + named

    @property
    def _mine(self) -> tuple[str, ...]:
        """How the one thing is called."""
        return (f"my {self._noun}", f"the {self._noun}")

    def _settings(self) -> list[Deed]:
        found = []
        for spot in self._spots:
            for knob in spot.knobs:
                if knob.kind == SWITCH:
                    to = 1 - int(self._state[knob.name])
                    says = (
                        self._of(switching(knob, to), knob.the)
                        if not (knob.ons if to else knob.offs)
                        else switching(knob, to)
                    )
                    says = wanted(says, "on" if to else "off", knob.the, self._mine)
                    gold = [*self._way(spot, knob), {"tap": knob.label}]
                    found.append(
                        Deed(
                            f"switch_{knob.name}",
                            says,
                            gold,
                            self._where([f"{knob.name} = {to}"]),
                            {},
                            {},
                            {},
                            self._allow(knob.name),
                        )
                    )
                    continue
                target = knob.target(self._row.table, self._row.where, self._chance, self._state[knob.name])
                if len(next(iter(target.new.values()))) < 2:
                    continue
                gold = [*self._way(spot, knob), *target.gold]
                says = self._of(setting(knob, target.said), knob.the)
                says = wanted(says, "set", knob.the, self._mine, v=target.said)
                found.append(
                    Deed(
                        f"set_{knob.name}",
                        says,
                        gold,
                        self._where([f"{knob.name} = {target.stored}"]),
                        target.new,
                        target.draw,
                        {},
                        self._allow(knob.name),
                    )
                )
        return found

    def _pairs(self) -> list[Deed]:
        """Two settings at once: of one page, or of two."""
        single = {deed.name: deed for deed in self._settings()}
        found = []
        named = {
            f"set_{knob.name}": (spot, knob)
            for spot in self._spots
            for knob in spot.knobs
            if knob.kind != SWITCH
        }
        named |= {
            f"switch_{knob.name}": (spot, knob)
            for spot in self._spots
            for knob in spot.knobs
            if knob.kind == SWITCH
        }
        able = [name for name in single if name in named]
        for number in range(3 if len(able) > 3 else 0):
            one, two = self._chance.sample(able, 2)
            first, second = single[one], single[two]
            (spot_one, _), (spot_two, _) = named[one], named[two]
            between: Gold = (
                []
                if spot_one.page == spot_two.page
                else [*({"press": "back"} for _ in spot_one.way), *spot_two.way]
            )
            tail = second.gold[-self._length(named[two][1], second) :]
            head = first.gold[-self._length(named[one][1], first) :]
            gold = [*spot_one.way, *head, *between, *tail]
            ways = [
                (a, b)
                for a in first.says[:9]
                for b in second.says[:9]
                if not a.startswith("!") and not b.startswith("!")
            ]
            pairs = self._chance.sample(ways, min(len(ways), 8))
            says = tuple(
                a + self._chance.choice((" and ", " and also ", ", then ", "; also, ")) + b for a, b in pairs
            )
            knobs = named[one][1], named[two][1]
            found.append(
                Deed(
                    f"pair{number}",
                    says,
                    gold,
                    [*first.goal, *second.goal],
                    {**first.new, **second.new},
                    {**first.draw, **second.draw},
                    {},
                    self._allow(*(knob.name for knob in knobs)),
                )
            )
        return found

    def _length(self, knob: Knob, deed: Deed) -> int:
        """How many steps of a deed's gold are taken on the page of the knob."""
        if knob.kind == SWITCH:
            return 1
        return len(
            knob.target(self._row.table, self._row.where, random.Random(0), self._state[knob.name]).gold
        )

    def _commanding(self) -> list[Deed]:
        found = []
        for name, data, label, asks in self._commands:
            gold: Gold = [{"tap": label}, *([{"tap": "Go ahead"}] if asks else [])]
            facts = {"before": f"SELECT c_{name} AS was FROM {self._row.table} WHERE {self._row.where}"}
            found.append(
                Deed(
                    f"do_{name}",
                    (*data["says"], *said("command", l=label, n=self._noun)),
                    gold,
                    self._where([f"c_{name} = :was + 1"]),
                    {},
                    {},
                    facts,
                    self._allow(f"c_{name}"),
                )
            )
        return found

    def _resetting(self) -> list[Deed]:
        if not self._reset:
            return []
        says = said("reset", n=self._noun)
        entered: Gold = [{"type": "{pin}", "into": "PIN"}] if self._pin else []
        draw = {"told": f"SELECT pin FROM {self._row.table}"} if self._pin else {}
        if self._pin:
            says = tuple(
                way
                + self._chance.choice(
                    (
                        ", the PIN is {pin}",
                        "; the PIN for that is {pin}",
                        " (PIN {pin})",
                        ", with the PIN {pin}",
                    )
                )
                for way in says
            )
        gold: Gold = [{"tap": self._reset}, *entered, {"tap": "Yes, reset"}]
        return [
            Deed(
                "reset",
                says,
                gold,
                self._where(self._defaults()),
                {},
                draw,
                {},
                self._allow(*(knob.name for knob in self._knobs)),
            )
        ]

    def _odd(self) -> list[Deed]:
        """What is not told, and what there is not."""
        found = []
        seen = [{"present": f"SELECT 1 FROM phone_event WHERE app = {quoted(self._app)} AND kind = 'page'"}]
        untold = [
            (spot, knob)
            for spot in self._spots
            for knob in spot.knobs
            if knob.kind in (LEVEL, TIME) or len(knob.values) > 3
        ]
        if untold:
            spot, knob = self._chance.choice(untold)
            says = said("setting_untold", s=knob.the)
            gold = [
                *spot.way,
                {"scroll_to": knob.label, "nth": 1},
                {"ask": f"What should {knob.the} be set to?"},
            ]
            found.append(Deed("untold", self._of(says, knob.the), gold, seen, end="ask"))
        missing = [one for one in self._data.get("missing", ())]
        if len(missing) > 1:
            says = said("setting_missing", n=self._noun)
            gold = [
                {"wait": 1},
                {"answer": f"It cannot be done: there is no such setting on the {self._noun}."},
            ]
            found.append(Deed("missing", says, gold, seen, {"gone": missing}, end="impossible"))
        return found

    # -- what can be read and written ------------------------------------------------------------------

    def _reads(self) -> list[Read]:
        found = []
        it = self._mine
        for one in self._facts:
            door: Gold = [{"tap": self._about}] if self._facts_at == "page" else []
            draw = {"read": f"SELECT {one.shown()} AS r_value FROM {self._row.table}"}
            kind = READ_AS[one.kind]
            the = f"the {one.said}"
            found.append(
                Read(
                    kind,
                    carried(the, it),
                    asking(the, it, kind),
                    draw,
                    "r_value",
                    [*door, {"read": "got", "near": one.label}],
                )
            )
        able = [
            (spot, knob)
            for spot in self._spots
            for knob in spot.knobs
            if knob.kind in (TIME, TEXT) or knob.style in ("menu", "sheet", "page", "stay", "dialog", "field")
        ]
        for spot, knob in some(self._chance, able, 1, 3):
            draw = {"read": f"SELECT {knob.shown()} AS r_value FROM {self._row.table}"}
            kind = KNOB_READS[knob.kind]
            found.append(
                Read(
                    kind,
                    carried(knob.the, it),
                    asking(knob.the, it, kind),
                    draw,
                    "r_value",
                    [*spot.way, {"read": "got", "near": knob.label}],
                )
            )
        return found

    def _writes(self) -> list[Write]:
        found = []
        for spot in self._spots:
            for knob in spot.knobs:
                if knob.kind == TEXT and knob.any:
                    says = (
                        f"set {knob.the} of my {self._noun} to {{v}}",
                        f"enter {{v}} as {knob.the} of the {self._noun}",
                        f"make {{v}} {knob.the} of my {self._noun}",
                        f"put {{v}} into {knob.the} of the {self._noun}",
                    )
                    goal = [
                        {
                            "exactly 1": f"SELECT {knob.name} FROM {self._row.table} WHERE {self._row.where}",
                            "saying": "{V}",
                        }
                    ]
                    found.append(
                        Write(
                            ANYTHING,
                            says,
                            {},
                            {},
                            [*spot.way, *knob.typed("{got}")],
                            goal,
                            self._allow(knob.name),
                        )
                    )
        return found
