"""What an app of devices is asked to do: to set, switch, add, move and remove them.

Invariant: gold goes by what the pages of the same sketch show.
"""

from __future__ import annotations

from phonebuddy.tasks.invented.control.devices import POWER, DevicePages
from phonebuddy.tasks.invented.control.knobs import CHOICE, LEVEL, SWITCH, TIME, Knob
from phonebuddy.tasks.invented.control.parts import chosen
from phonebuddy.tasks.invented.control.words import for_two, said, setting, switching, wanted
from phonebuddy.tasks.invented.grammar import plural
from phonebuddy.tasks.invented.sketch import Data, Deed, Gold, filled

_CODES = (
    "KX-4471",
    "PL-8206",
    "QT-1953",
    "MB-7730",
    "ZR-2618",
    "HN-9042",
    "VD-3385",
    "LC-6157",
    "GT-5529",
    "WU-8814",
)


class DeviceDeeds(DevicePages):
    # -- ways ------------------------------------------------------------------------------------------

    def _to(self, slot: str = "name", place: str = "place") -> Gold:
        """To the page of one device."""
        if self._layout == "places":
            return [{"tap": f"{{{place}}}"}, self._tapped(slot)]
        find: Gold = (
            [{"type": f"{{{slot}}}", "into": self._hint}]
            if self._search == "bar" and self._chance.random() < 0.5
            else []
        )
        return [*find, self._tapped(slot)]

    def _tapped(self, slot: str) -> Data:
        """A device by its name, not by the switch in its row."""
        return {"tap": f"{{{slot}}}", **({"role": "text"} if self._row_switch else {})}

    def _plain_to(self, slot: str, place: str) -> Gold:
        """Without searching, which would leave its words behind."""
        return [*([{"tap": f"{{{place}}}"}] if self._layout == "places" else []), self._tapped(slot)]

    def _switched(self, slot: str = "name", place: str = "place", plainly: bool = False) -> Gold:
        assert self._power is not None
        if not self._row_switch:
            return [*(self._plain_to if plainly else self._to)(slot, place), {"tap": self._power.label}]
        way: Gold = [{"tap": f"{{{place}}}"}] if self._layout == "places" else []
        return [*way, {"tap": f"{self._power.label}: {{{slot}}}"}]

    def _acted(self, label: str, plainly: bool = False) -> Gold:
        """Something done to a device, from the first page on."""
        if self._acts != "hold":
            return [*(self._plain_to("name", "place") if plainly else self._to()), *chosen(self._acts, label)]
        way: Gold = [{"tap": "{place}"}] if self._layout == "places" else []
        return [*way, {"hold": "{name}", **({"role": "text"} if self._row_switch else {})}, {"tap": label}]

    def _one(self, where: str = "1") -> Data:
        return {"one": f"SELECT id, name, place FROM {self._table} WHERE {where}"}

    def _called(self, slot: str = "name") -> tuple[str, ...]:
        noun = self._noun
        return (f"{{{slot}}}", f"the {noun} {{{slot}}}", f"{{{slot}}}", f"the {noun} called {{{slot}}}")

    def _goal(self, *checks: str) -> list[Data]:
        return [{"present": f"SELECT 1 FROM {self._table} WHERE id = :id AND {' AND '.join(checks)}"}]

    def _allow(self, *columns: str) -> tuple[str, ...]:
        return (f"update {self._table}({', '.join(columns)}) where id = :id",)

    # -- what can be asked -----------------------------------------------------------------------------

    def _done(self) -> list[Deed]:
        found = [deed for knob in self._knobs for deed in self._setting(knob)]
        found += [*self._doubles(), *self._many(), *self._commanding()]
        return [*found, self._adding(), self._renaming(), self._moving(), self._removing()]

    def _setting(self, knob: Knob) -> list[Deed]:
        if knob.kind == SWITCH:
            return [self._turning(knob, to) for to in (1, 0)]
        target = knob.target(self._table, "id = :id", self._chance)
        where = f"{knob.name} <> {target.stored}"
        # The row comes first: what is to be done to it depends on what it is.
        draw = {**self._one(where), **target.draw}
        gold = [*self._to(), *target.gold]
        says = setting(knob, target.said, self._called())
        return [
            Deed(
                f"set_{knob.name}",
                wanted(says, "set", knob.the, self._called(), v=target.said),
                gold,
                self._goal(f"{knob.name} = {target.stored}"),
                target.new,
                draw,
                {},
                self._allow(knob.name),
            )
        ]

    def _turning(self, knob: Knob, to: int) -> Deed:
        is_power = knob.name == POWER
        gold = self._switched() if is_power else [*self._to(), {"tap": knob.label}]
        says = switching(knob, to, self._called())
        says = wanted(says, "on" if to else "off", knob.the, self._called())
        return Deed(
            f"turn_{knob.name}{to}",
            says,
            gold,
            self._goal(f"{knob.name} = {to}"),
            {},
            self._one(f"{knob.name} = {1 - to}"),
            {},
            self._allow(knob.name),
        )

    def _doubles(self) -> list[Deed]:
        """Two things about one device."""
        able = [
            knob
            for knob in self._knobs
            if knob.kind in (CHOICE, LEVEL, TIME) and knob.style not in ("stepper", "dial")
        ]
        if len(able) < 2:
            return []
        one, two = self._chance.sample(able, 2)
        first, second = (knob.target(self._table, "id = :id", self._chance) for knob in (one, two))
        says = said("double", self._called(), a=one.the, b=two.the, x=first.said, y=second.said)
        draw = {
            **self._one(f"{one.name} <> {first.stored} AND {two.name} <> {second.stored}"),
            **first.draw,
            **second.draw,
        }
        goal = self._goal(f"{one.name} = {first.stored}", f"{two.name} = {second.stored}")
        return [
            Deed(
                "double",
                says,
                [*self._to(), *first.gold, *second.gold],
                goal,
                {**first.new, **second.new},
                draw,
                {},
                self._allow(one.name, two.name),
            )
        ]

    def _many(self) -> list[Deed]:
        """Several devices: two that are named, or all of a place."""
        if self._power is None:
            return []
        found = self._all_turning()
        back: Gold = (
            [{"press": "back"}] * (1 + (self._layout == "places"))
            if not self._row_switch
            else [{"press": "back"}] * (self._layout == "places")
        )
        twice = [
            *self._switched("name_a", "place_a", True),
            *back,
            *self._switched("name_b", "place_b", True),
        ]
        for to in (1, 0):
            found += [*self._both(to, twice), *self._all_of(to, twice)]
        return found

    def _two(self, name: str, says: tuple[str, ...], gold: Gold, draw: Data, to: int) -> Deed:
        goal = [{"exactly 2": f"SELECT 1 FROM {self._table} WHERE id IN (:id_a, :id_b) AND power = {to}"}]
        allow = (f"update {self._table}(power) where id in (:id_a, :id_b)",)
        return Deed(f"{name}{to}", says, gold, goal, {}, draw, {}, allow)

    def _ways_for_two(self, to: int, *its: str) -> tuple[str, ...]:
        assert self._power is not None
        own = for_two(self._power.ons if to else self._power.offs)
        return tuple(filled(way, it=it) for way in own for it in its)

    def _both(self, to: int, twice: Gold) -> list[Deed]:
        """Two that are named."""
        if sum(row["power"] == 1 - to for row in self._rows) < 2:
            return []
        says = self._ways_for_two(to, "{name_a} and {name_b}", "both {name_a} and {name_b}")
        drawn = (
            "SELECT a.id AS id_a, a.name AS name_a, a.place AS place_a, b.id AS id_b, b.name AS name_b, "
            f"b.place AS place_b FROM {self._table} a JOIN {self._table} b ON a.id < b.id "
            f"WHERE a.power = {1 - to} AND b.power = {1 - to}"
        )
        return [self._two("both", says, twice, {"two": drawn}, to)]

    def _all_of(self, to: int, twice: Gold) -> list[Deed]:
        """All of a place, where the pages show what belongs to it."""
        places = [row["place"] for row in self._rows if row["power"] == 1 - to]
        if self._layout not in ("places", "sections") or all(places.count(one) != 2 for one in places):
            return []
        noun = self._noun
        says = self._ways_for_two(to, f"every {noun} under {{place_a}}", f"all {plural(noun)} of {{place_a}}")
        drawn = (
            "SELECT place AS place_a, place AS place_b, min(id) AS id_a, max(id) AS id_b FROM "
            f"{self._table} WHERE power = {1 - to} GROUP BY place HAVING count(*) = 2"
        )
        named = (
            f"SELECT a.name AS name_a, b.name AS name_b FROM {self._table} a JOIN {self._table} b "
            "WHERE a.id = :id_a AND b.id = :id_b"
        )
        return [self._two("all", says, twice, {"place_of": drawn, "names_of": named}, to)]

    def _all_turning(self) -> list[Deed]:
        if not self._all_off or self._power is None:
            return []
        own, nouns = for_two(self._power.offs), plural(self._noun)
        says = tuple(
            filled(way, it=it)
            for way in own
            for it in (f"all {nouns}", f"all the {nouns} at once", f"every single {self._noun}")
        )
        gold: Gold = [{"tap": self._all_off}, *([{"tap": "Go ahead"}] if self._all_asks else [])]
        return [
            Deed(
                "all_off",
                says,
                gold,
                [{"absent": f"SELECT 1 FROM {self._table} WHERE power"}],
                allow=(f"update {self._table}(power)",),
            )
        ]

    def _commanding(self) -> list[Deed]:
        found = []
        for name, data, label in self._commands:
            says = tuple(filled(way, it=it) for way in data["says"] for it in self._called())
            facts = {"before": f"SELECT c_{name} AS was FROM {self._table} WHERE id = :id"}
            found.append(
                Deed(
                    f"do_{name}",
                    says,
                    [*self._to(), {"tap": label}],
                    self._goal(f"c_{name} = :was + 1"),
                    {},
                    self._one(),
                    facts,
                    self._allow(f"c_{name}"),
                )
            )
        return found

    def _adding(self) -> Deed:
        entry = self._place_field.invented("n_place", self._chance, True)
        code: Gold = [{"tap": self._add}, {"type": "{n_code}", "into": self._code_label}]
        gold = [
            *code,
            *([{"tap": self._next}] if self._wizard else []),
            {"type": "{name}", "into": self._name_label},
            *entry.gold,
            {"tap": self._save},
        ]
        words = {"n": self._noun, "p": self._place}
        says = said("device_add", **words) + (said("device_pair", **words) if self._paired else ())
        facts = {"before": f"SELECT max(id) AS last FROM {self._table}"}
        goal = [
            {
                "exactly 1": (
                    f"SELECT 1 FROM {self._table} WHERE id = :last + 1 AND name = :name AND place = :n_place "
                    "AND code = :n_code"
                )
            }
        ]
        return Deed(
            "add",
            says,
            gold,
            goal,
            {"name": list(self._free), "n_code": list(_CODES), **entry.new},
            {},
            facts,
            (f"insert {self._table} where id = :last + 1",),
        )

    def _renaming(self) -> Deed:
        says = said("device_rename", self._called())
        gold = [
            *self._acted(self._rename),
            {"replace": self._name_label, "with": "{other}"},
            {"tap": self._word},
        ]
        return Deed(
            "rename",
            says,
            gold,
            self._goal("name = :other"),
            {"other": list(self._free)},
            self._one(),
            {},
            self._allow("name"),
        )

    def _moving(self) -> Deed:
        says = said("device_move", self._called(), p=self._place)
        gold = [*self._acted(self._move), {"tap": "{other}"}]
        return Deed(
            "move",
            says,
            gold,
            self._goal("place = :other"),
            {"other": list(self._places)},
            self._one("place <> :other"),
            {},
            self._allow("place"),
        )

    def _removing(self) -> Deed:
        says = said("device_remove", self._called())
        gold = [*self._acted(self._remove), *([{"tap": self._sure}] if self._asks else [])]
        return Deed(
            "remove",
            says,
            gold,
            [{"absent": f"SELECT 1 FROM {self._table} WHERE id = :id"}],
            {},
            self._one(),
            {},
            (f"delete {self._table} where id = :id",),
        )
