"""What an app of devices is asked for: questions, conditions, what cannot be done; reads and writes.

Invariant: every answer stands on a page, or follows from two that do.
"""

from __future__ import annotations

from phonebuddy.tasks.invented.control.asked import DeviceDeeds
from phonebuddy.tasks.invented.control.knobs import LEVEL, TEXT, TIME
from phonebuddy.tasks.invented.control.parts import Part, table
from phonebuddy.tasks.invented.control.tree import KNOB_READS
from phonebuddy.tasks.invented.control.words import asking, carried, said
from phonebuddy.tasks.invented.fields import NUMBER, READ_AS, Field, quoted
from phonebuddy.tasks.invented.sketch import ANYTHING, Data, Deed, Gold, Read, Write, some


class Devices(DeviceDeeds):
    def part(self) -> Part:
        content, pages = self._content(), self._pages()
        tables = (table(self._table, self._columns()),)
        return Part(
            "devices",
            self._title,
            self._data["icon"],
            tables,
            content,
            pages,
            [*self._done(), *self._questions(), *self._odd()],
            self._reads(),
            self._writes(),
        )

    def _questions(self) -> list[Deed]:
        found = self._counting()
        for one in [one for one in self._facts if one.kind == NUMBER][:1]:
            found += [*self._comparing(one), *self._extreme(one), *self._conditional(one)]
        return found

    def _comparing(self, one: Field) -> list[Deed]:
        """Which of two has more, and how much more."""
        door: Gold = [{"tap": self._details}] if self._facts_at == "details" else []
        levels: Gold = [{"press": "back"}] * (1 + len(door) + (self._layout == "places"))
        column = one.name
        draw = {
            "two": "SELECT a.name AS name_a, a.place AS place_a, b.name AS name_b, b.place AS place_b, "
            f"iif(a.{column} > b.{column}, a.name, b.name) AS answered, "
            f"iif(a.{column} > b.{column}, b.name, a.name) AS other, abs(a.{column} - b.{column}) AS gap "
            f"FROM {self._table} a JOIN {self._table} b WHERE a.{column} <> b.{column} AND a.id <> b.id"
        }
        looked = [
            *self._plain_to("name_a", "place_a"),
            *door,
            {"read": "one", "near": one.label},
            *levels,
            *self._plain_to("name_b", "place_b"),
            *door,
            {"read": "two", "near": one.label},
        ]
        higher = [
            *looked,
            {"work_out": "got", "as": "SELECT iif(number(:one) > number(:two), :name_a, :name_b)"},
            {"answer": "{got}"},
        ]
        apart = [
            *looked,
            {"work_out": "got", "as": "SELECT abs(number(:one) - number(:two))"},
            {"answer": "{got}"},
        ]
        goal: list[Data] = [{"answer": "{answered}"}, {"unsaid": "SELECT :other"}]
        return [
            Deed("higher", said("compare_higher", s=one.said), higher, goal, {}, draw),
            Deed("gap", said("compare_gap", s=one.said), apart, [{"answer": "{gap}"}], {}, draw),
        ]

    def _extreme(self, one: Field) -> list[Deed]:
        """The device with the most or the least of something, where the list shows how much each has."""
        if self._facts_at != "page" or self._layout == "places" or one is not self._facts[0]:
            return []
        is_most = self._chance.random() < 0.5
        values = [row[one.name] for row in self._rows]
        best = max(values) if is_most else min(values)
        if values.count(best) > 1:
            return []
        order, noun = "DESC" if is_most else "ASC", self._noun
        words = ("highest", "greatest") if is_most else ("lowest", "smallest")
        drawn = f"SELECT id, name, place FROM {self._table} ORDER BY {one.name} {order} LIMIT 1"
        seen = (
            f"SELECT name AS last_name FROM {self._table} ORDER BY "
            f"{'place DESC, ' if self._layout == 'sections' else ''}name DESC LIMIT 1"
        )
        asks = tuple(way for word in words for way in said("most_asked", n=noun, w=word, s=one.said))
        gold: Gold = [
            {"scroll_to": "{last_name}", "nth": 1},
            {"work_out": "got", "as": "SELECT :name || ''"},
            {"answer": "{got}"},
        ]
        unsaid = {"unsaid": f"SELECT name FROM {self._table} WHERE id <> :id"}
        found = [Deed("most", asks, gold, [{"answer": "{name}"}, unsaid], {}, {"one": drawn, "end": seen})]
        says = said("most_renamed", [f"the {noun} with the {word} {one.said}" for word in words])
        renamed: Gold = [
            *self._acted(self._rename),
            {"replace": self._name_label, "with": "{other}"},
            {"tap": self._word},
        ]
        return [
            *found,
            Deed(
                "rename_most",
                says,
                renamed,
                self._goal("name = :other"),
                {"other": list(self._free)},
                {"one": drawn},
                {},
                self._allow("name"),
            ),
        ]

    def _conditional(self, one: Field) -> list[Deed]:
        """One thing to do if a number is below something, another thing if not."""
        door: Gold = [{"tap": self._details}] if self._facts_at == "details" else []
        levels: Gold = [{"press": "back"}] * (1 + len(door) + (self._layout == "places"))
        unit = f" {one.unit}" if one.unit else ""
        says = said("condition", s=one.said, u=unit)
        looked = [*self._plain_to("name", "place"), *door, {"read": "seen", "near": one.label}, *levels]
        new = {"other": list(self._free), "goes": list(self._places)}
        found = []
        for word, shift, act, column, stored in (
            ("below", "+ 3", [*self._acted(self._move, plainly=True), {"tap": "{goes}"}], "place", ":goes"),
            (
                "above",
                "- 2",
                [
                    *self._acted(self._rename, plainly=True),
                    {"replace": self._name_label, "with": "{other}"},
                    {"tap": self._word},
                ],
                "name",
                ":other",
            ),
        ):
            draw = {
                "one": (
                    f'SELECT id, name, place, {one.name} {shift} AS "limit" FROM {self._table} '
                    f"WHERE place <> :goes AND {one.name} > 2"
                )
            }
            found.append(
                Deed(
                    f"if_{word}",
                    says,
                    [*looked, *act],
                    self._goal(f"{column} = {stored}"),
                    new,
                    draw,
                    {},
                    self._allow(column),
                )
            )
        return found

    def _counting(self) -> list[Deed]:
        noun = self._noun
        if self._layout == "places":
            says = said("count_places", n=noun)
            draw = {"of": f"SELECT place, count(*) AS num FROM {self._table} GROUP BY place"}
            gold: Gold = [
                {"read": "told", "near": "{place}"},
                {"work_out": "got", "as": "SELECT number(:told)"},
                {"answer": "{got}"},
            ]
            return [Deed("count", says, gold, [{"answer": "{num}"}], {}, draw)]
        if self._power is None:
            return []
        state = self._power.values[1].lower()
        says = said("count_on", n=noun, w=state, o=self._power.values[1])
        seen = (
            f"SELECT name AS last_name FROM {self._table} ORDER BY "
            f"{'place DESC, ' if self._layout == 'sections' else ''}name DESC LIMIT 1"
        )
        draw = {"all": f"SELECT sum(power) AS num FROM {self._table}", "end": seen}
        gold = [
            {"scroll_to": "{last_name}", "nth": 1},
            {"work_out": "got", "as": "SELECT :num + 0"},
            {"answer": "{got}"},
        ]
        return [Deed("count", says, gold, [{"answer": "{num}"}], {}, draw)]

    def _odd(self) -> list[Deed]:
        seen = [{"present": f"SELECT 1 FROM phone_event WHERE app = {quoted(self._app)} AND kind = 'page'"}]
        found = []
        untold = [knob for knob in self._knobs if knob.kind in (LEVEL, TIME) or len(knob.values) > 3]
        if untold:
            knob = self._chance.choice(untold)
            says = said("device_untold", self._called(), s=knob.the)
            found.append(
                Deed(
                    "untold",
                    says,
                    [*self._to(), {"ask": f"What should {knob.the} be?"}],
                    seen,
                    {},
                    self._one(),
                    end="ask",
                )
            )
        gold: Gold = [{"type": "{gone}", "into": self._hint}] if self._search == "bar" else [{"wait": 1}]
        gold = [*gold, {"answer": f"It cannot be done: there is no {self._noun} of that name."}]
        for name in ("missing", "unknown"):
            says = said(f"device_{name}", n=self._noun, s=self._facts[0].said)
            found.append(Deed(name, says, gold, seen, {"gone": list(self._free)}, end="impossible"))
        return found

    # -- what can be read and written ------------------------------------------------------------------

    def _reads(self) -> list[Read]:
        found = []
        it = self._called("r_name")
        door: Gold = [{"tap": self._details}] if self._facts_at == "details" else []
        for one in self._facts:
            draw = {
                "read": (
                    f"SELECT name AS r_name, place AS r_place, {one.shown()} AS r_value FROM {self._table}"
                )
            }
            kind, the = READ_AS[one.kind], f"the {one.said}"
            gold = [*self._to("r_name", "r_place"), *door, {"read": "got", "near": one.label}]
            found.append(
                Read(
                    kind,
                    carried(the, it),
                    asking(the, it, kind),
                    draw,
                    "r_value",
                    gold,
                )
            )
        able = [
            knob
            for knob in self._knobs
            if knob.kind in (TIME, TEXT) or knob.style in ("menu", "sheet", "page", "stay", "dialog", "field")
        ]
        for knob in some(self._chance, able, 0, 2):
            draw = {
                "read": (
                    f"SELECT name AS r_name, place AS r_place, {knob.shown()} AS r_value FROM {self._table}"
                )
            }
            kind = KNOB_READS[knob.kind]
            gold = [*self._to("r_name", "r_place"), {"read": "got", "near": knob.label}]
            found.append(
                Read(
                    kind,
                    carried(knob.the, it),
                    asking(knob.the, it, kind),
                    draw,
                    "r_value",
                    gold,
                )
            )
        return found

    def _writes(self) -> list[Write]:
        found = []
        for knob in self._knobs:
            if knob.kind == TEXT and knob.any:
                says = said("device_write", self._called("w_name"), s=knob.the)
                draw = {"write": f"SELECT id AS w_id, name AS w_name, place AS w_place FROM {self._table}"}
                goal = [
                    {"exactly 1": f"SELECT {knob.name} FROM {self._table} WHERE id = :w_id", "saying": "{V}"}
                ]
                gold = [*self._to("w_name", "w_place"), *knob.typed("{got}")]
                found.append(
                    Write(
                        ANYTHING,
                        says,
                        draw,
                        {},
                        gold,
                        goal,
                        (f"update {self._table}({knob.name}) where id = :w_id",),
                    )
                )
        return found
