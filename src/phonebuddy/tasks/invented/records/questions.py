"""Questions to an app that keeps a list, things found by what they are like, what cannot be done.

Invariant: gold has seen on pages whatever it answers.
"""

from __future__ import annotations

from phonebuddy.tasks.invented.fields import CHOICE, DATE, MONEY, NUMBER, TEXT, TIME, Field
from phonebuddy.tasks.invented.records.called import called
from phonebuddy.tasks.invented.records.deeds import Deeds
from phonebuddy.tasks.invented.records.plan import ORDERED
from phonebuddy.tasks.invented.records.says import SAYS, Wording
from phonebuddy.tasks.invented.records.ways import Ways
from phonebuddy.tasks.invented.sketch import Data, Deed, Gold, filled

_MOST = {
    NUMBER: ("the {n} with the highest {s}", "the {n} with the lowest {s}"),
    MONEY: ("the {n} with the highest {s}", "the {n} with the lowest {s}"),
    DATE: ("the {n} with the latest {s}", "the {n} with the earliest {s}"),
    TIME: ("the {n} with the latest {s}", "the {n} with the earliest {s}"),
}


class Questions:
    def __init__(self, ways: Ways, words: Wording, deeds: Deeds) -> None:
        self._ways, self._words, self._deeds, self._plan = ways, words, deeds, ways.plan
        self._table, self._chance = self._plan.table, self._plan.chance

    def all(self) -> list[Deed]:
        chance, ways = self._chance, self._ways
        found: list[Deed] = []
        for one in [one for one in self._plan.of_kind(*ORDERED) if ways.is_ranked(one)][:2]:
            is_most = chance.random() < 0.5
            found += [self._which(one, is_most), self._ranked_deleted(one, not is_most)]
            found += self._ranked_marked(one, is_most) + self._ranked_edited(one, chance.random() < 0.5)
        for one in self._plan.of_kind(CHOICE)[:2]:
            found += [
                *self._counted(one),
                *self._all_marked(one),
                *self._only_one(one),
            ]
        read = [one for one in self._plan.fields if ways.is_read(one)]
        found += [deed for one in read[:3] for deed in (*self._compared(one), *self._summed(one))][:3]
        if self._plan.search != "module":
            # Whoever asks or refuses must have changed nothing, and such a search is remembered.
            found += [self._missing(), self._untold(), *self._ambiguous(self._plan.shown[0])]
        found += self._overviews()
        found += [deed for one in self._plan.shown for deed in self._whose(one)]
        found += [
            deed
            for one in [one for one in read if one.kind == MONEY or one.unit][:1]
            for deed in self._conditions(one)
        ]
        return found

    # -- the most and the least ------------------------------------------------------------------------

    def _called_so(self, one: Field, is_most: bool) -> tuple[str, ...]:
        """`the newest plant`, in several ways."""
        noun, about = self._plan.noun, self._plan.about(one)
        own = about.get("most" if is_most else "least", ())
        most = _MOST[one.kind][0 if is_most else 1]
        plain = tuple(filled(most, n=noun, s=said) for said in called(one.said)[:2])
        return (*(f"the {word} {noun}" for word in own), *(f"the {word} {noun}" for word in own), *plain)

    def _ranked_draw(self, one: Field, is_most: bool) -> Data:
        first = (
            f"SELECT id, name FROM {self._table} ORDER BY {one.name} {'DESC' if is_most else 'ASC'} LIMIT 1"
        )
        return {"one": first, **self._ways.last_drawn()}

    def _ranked_says(
        self, frames: tuple[str, ...], one: Field, is_most: bool, **parts: str
    ) -> tuple[str, ...]:
        found: list[str] = []
        for best in self._called_so(one, is_most):
            found += self._words.says(frames, x=best, it=best, **parts)
        return tuple(found)

    def _which(self, one: Field, is_most: bool) -> Deed:
        gold = [*self._ways.ranked(one, is_most), {"answer": "{name}"}]
        says = self._ranked_says(SAYS["which"], one, is_most)
        return Deed(
            f"which_{one.name}", says, gold, [{"answer": "{name}"}], {}, self._ranked_draw(one, is_most)
        )

    def _ranked_deleted(self, one: Field, is_most: bool) -> Deed:
        frames = SAYS["delete_ranked"]
        gold = [*self._ways.ranked(one, is_most), *self._ways.on(self._ways.delete(is_plain=True))]
        goal = [{"absent": f"SELECT 1 FROM {self._table} WHERE id = :id"}]
        return Deed(
            f"delete_{one.name}",
            self._ranked_says(frames, one, is_most),
            gold,
            goal,
            {},
            self._ranked_draw(one, is_most),
            {},
            self._deeds.gone(),
        )

    def _ranked_marked(self, one: Field, is_most: bool) -> list[Deed]:
        mark = self._plan.mark
        is_on = [row["marked"] for row in self._plan.rows]
        if not mark or all(is_on):
            return []
        frames = SAYS["mark_ranked"]
        said = f" among those not {mark['said']} yet"
        frames = tuple(frame.replace("{x}", "{x}" + said) for frame in frames)
        draw = self._ranked_draw(one, is_most)
        draw["one"] = draw["one"].replace(
            f"FROM {self._table} ORDER", f"FROM {self._table} WHERE NOT marked ORDER"
        )
        gold = [*self._ways.ranked(one, is_most), *self._ways.on(self._ways.mark(1, is_plain=True))]
        goal = [{"present": f"SELECT 1 FROM {self._table} WHERE id = :id AND marked"}]
        deed = Deed(
            f"mark_{one.name}",
            self._ranked_says(frames, one, is_most, s=mark["said"]),
            gold,
            goal,
            {},
            draw,
            {},
            (f"update {self._table}(marked) where id = :id",),
        )
        return [deed] if self._plan.mark_at in ("row", "star") else []

    def _ranked_edited(self, one: Field, is_most: bool) -> list[Deed]:
        plan, ways = self._plan, self._ways
        able = [two for two in plan.of_kind(TEXT, CHOICE) if two != one]
        if not able:
            return []
        two = self._chance.choice(able)
        entry = ways.entry(two, False)
        best = (max if is_most else min)(plan.rows, key=lambda row: _ranked_by(row[one.name]))
        new = {
            key: [value for value in values if value != best[two.name]] for key, values in entry.new.items()
        }
        frames = SAYS["set_ranked"]
        says = self._ranked_says(frames, one, is_most, s=two.said, v=entry.said)
        gold = [*ways.ranked(one, is_most), ways.row(), *ways.changed([entry.gold])]
        goal = [{"present": f"SELECT 1 FROM {self._table} WHERE id = :id AND {two.name} = {entry.stored}"}]
        allow = (f"update {self._table}({two.name}) where id = :id",)
        return [Deed(f"set_of_{one.name}", says, gold, goal, new, self._ranked_draw(one, is_most), {}, allow)]

    # -- of one kind -----------------------------------------------------------------------------------

    def _num_of(self, one: Field, value: str) -> int:
        return sum(row[one.name] == value for row in self._plan.rows)

    def _counted(self, one: Field) -> list[Deed]:
        plan, ways = self._plan, self._ways
        narrowed = ways.narrowed(one, "{value}")
        if narrowed is None and one not in plan.shown and one != plan.section:
            return []
        draw: Data = {
            "of": (
                f"SELECT {one.name} AS value, CAST(count(*) AS TEXT) AS num FROM {self._table} "
                f"GROUP BY {one.name}"
            )
        }
        counted: Gold = [{"work_out": "counted", "as": "SELECT :num"}, {"answer": "{counted}"}]
        if plan.has_folders and plan.filter == one:
            gold: Gold = [{"read": "counted", "near": "{value}"}, {"answer": "{counted}"}]
        elif narrowed is not None:
            gold = [*narrowed, *counted]
        else:
            draw |= ways.last_drawn()
            gold = [*ways.seen_through(), *counted]
        says = self._words.says(
            (*plan.about(one).get("counts", ()), *SAYS["counted"]), s=one.said, v="{value}"
        )
        return [Deed(f"count_{one.name}", says, gold, [{"answer": "{num}"}], {}, draw)]

    def _pairs(self, one: Field, only: str) -> list[str]:
        """Values that exactly two things have, where `only` says which count."""
        rows = [row for row in self._plan.rows if not only or not row["marked"]]
        return [value for value in one.values if sum(row[one.name] == value for row in rows) == 2]

    def _all_marked(self, one: Field) -> list[Deed]:
        plan, ways = self._plan, self._ways
        is_seen = one in plan.shown or one == plan.section or ways.narrowed(one, "") is not None
        if not plan.mark or not is_seen or not self._pairs(one, "unmarked"):
            return []
        same = (
            f"(SELECT count(*) FROM {self._table} o WHERE o.{one.name} = t.{one.name} AND NOT o.marked) = 2"
        )
        first = (
            f"SELECT t.id, t.name, t.{one.name} AS value FROM {self._table} t WHERE NOT "
            f"t.marked AND {same} AND t.id = (SELECT min(id) FROM {self._table} o WHERE "
            f"o.{one.name} = t.{one.name} AND NOT o.marked)"
        )
        second = (
            f"SELECT id AS other_id, name AS other_name FROM {self._table} WHERE {one.name} "
            "= :value AND NOT marked AND id <> :id"
        )
        way = [] if plan.has_folders else ways.narrowed(one, "{value}") or []
        if ways.marks_on_page:
            gold = [*ways.to_list(), *way, *ways.on(ways.to_two(ways.mark_here(1), ways.mark_here(1)))]
        else:
            gold = [*ways.to_list(), *way, *ways.on(ways.mark(1)), *ways.on(ways.mark(1, "other_name"))]
        frames = SAYS["mark_all"]
        goal = [{"absent": f"SELECT 1 FROM {self._table} WHERE {one.name} = :value AND NOT marked"}]
        says = self._words.says(frames, p=one.said, s=plan.mark["said"])
        return [
            Deed(
                f"mark_all_{one.name}",
                says,
                gold,
                goal,
                {},
                {"one": first, "two": second},
                {},
                (f"update {self._table}(marked) where id in (:id, :other_id)",),
            )
        ]

    def _only_one(self, one: Field) -> list[Deed]:
        """The one thing with a certain value, found by it."""
        plan, ways = self._plan, self._ways
        single = [value for value in one.values if self._num_of(one, value) == 1]
        narrowed = ways.narrowed(one, "{value}")
        if not single or (narrowed is None and one not in plan.shown and one != plan.section):
            return []
        draw: Data = {
            "one": (
                f"SELECT id, name, {one.name} AS value FROM {self._table} GROUP BY {one.name} "
                "HAVING count(*) = 1"
            )
        }
        way = [] if plan.has_folders else narrowed or []
        frames = SAYS["delete_only"]
        goal = [{"absent": f"SELECT 1 FROM {self._table} WHERE id = :id"}]
        gold = [*ways.to_list(), *way, *ways.on(ways.delete(is_plain=True))]
        return [
            Deed(
                f"delete_by_{one.name}",
                self._words.says(frames, p=one.said),
                gold,
                goal,
                {},
                draw,
                {},
                self._deeds.gone(),
            )
        ]

    def _whose(self, one: Field) -> list[Deed]:
        """Which thing has a certain value."""
        values = [row[one.name] for row in self._plan.rows]
        if one.kind == "switch" or not any(values.count(value) == 1 for value in values):
            return []
        frames = SAYS["whose"]
        draw: Data = {
            "one": (
                f"SELECT name, {one.shown()} AS value FROM {self._table} GROUP BY {one.name} "
                "HAVING count(*) = 1"
            ),
            **self._ways.last_drawn(),
        }
        gold = [*self._ways.seen_through(), {"answer": "{name}"}]
        return [
            Deed(
                f"whose_{one.name}",
                self._words.says(frames, p=one.said),
                gold,
                [{"answer": "{name}"}],
                {},
                draw,
            )
        ]

    def _conditions(self, one: Field) -> list[Deed]:
        """What is to be done depends on a value: once it holds, once it does not."""
        plan, ways = self._plan, self._ways
        if not plan.mark or not ways.marks_on_page or plan.opens == "form":
            return []
        found = []
        for holds in (1, 0):
            limit = (
                f"{one.name} - (1 + abs({one.name}) / 4)"
                if holds
                else f"{one.name} + (1 + abs({one.name}) / 4)"
            )
            shown = f"money(100 * (({limit}) / 100))" if one.kind == MONEY else f"CAST({limit} AS TEXT)"
            draw = {
                "one": (
                    f"SELECT id, name, {shown} AS bound FROM {self._table} WHERE NOT marked AND "
                    f"{one.name} > 100"
                )
            }
            if one.kind == NUMBER:
                draw["one"] = draw["one"].replace(" > 100", " > 0")
            frames = SAYS["condition"]
            says = self._words.says(frames, p=one.said, s=plan.mark["said"])
            look: Gold = [*ways.to_thing(), {"read": "seen", "near": one.label}]
            gold = [*look, *(ways.mark_here(1) if holds else self._deeds.renamed())]
            goal = [
                {
                    "present": (
                        f"SELECT 1 FROM {self._table} WHERE id = :id AND "
                        f"{'marked' if holds else 'NOT marked AND name = :other'}"
                    )
                }
            ]
            column = "marked" if holds else "name"
            found.append(
                Deed(
                    f"if_{one.name}{holds}",
                    says,
                    gold,
                    goal,
                    {"other": list(plan.free)},
                    draw,
                    {},
                    (f"update {self._table}({column}) where id = :id",),
                )
            )
        return found

    def _ambiguous(self, one: Field) -> list[Deed]:
        """Several fit: the right end is to ask which."""
        if one.kind != CHOICE or not any(self._num_of(one, value) > 1 for value in one.values):
            return []
        draw: Data = {
            "of": f"SELECT {one.name} AS value FROM {self._table} GROUP BY {one.name} HAVING count(*) > 1",
            **self._ways.last_drawn(),
        }
        frames = SAYS["rename_one_of"]
        gold = [
            *self._ways.seen_through(),
            {"ask": f"There are several with the {one.said} {{value}}. Which one do you mean?"},
        ]
        says = self._words.says(frames, p=one.said)
        return [
            Deed(
                f"ask_{one.name}",
                says,
                gold,
                self._looked(),
                {"other": list(self._plan.free)},
                draw,
                {},
                (),
                "ask",
            )
        ]

    # -- two at a time ---------------------------------------------------------------------------------

    def _both(self, one: Field) -> tuple[Data, Gold]:
        shown = one.shown("{}")
        first = (
            f"SELECT id, name, {one.name} AS one_raw, {shown.format(one.name)} AS one_shown "
            f"FROM {self._table}"
        )
        second = (
            f"SELECT id AS other_id, name AS other_name, {one.name} AS other_raw, "
            f"{shown.format(one.name)} AS other_shown FROM {self._table} WHERE {one.name} "
            "<> :one_raw"
        )
        if self._plan.opens == "form" and one == self._plan.shown[0]:
            gold = [
                *self._ways.to_list(),
                {"read": "first", "near": "{name}"},
                {"read": "second", "near": "{other_name}"},
            ]
        else:
            gold = self._ways.to_two(
                [{"read": "first", "near": one.label}], [{"read": "second", "near": one.label}]
            )
        return {"one": first, "two": second}, gold

    def _compared(self, one: Field) -> list[Deed]:
        if one.kind not in ORDERED:
            return []
        draw, gold = self._both(one)
        is_more = self._chance.random() < 0.5
        word = {DATE: ("later", "earlier"), TIME: ("later", "earlier")}.get(one.kind, ("higher", "lower"))[
            0 if is_more else 1
        ]
        draw["best"] = (
            f"SELECT CASE WHEN (:one_raw > :other_raw) = {int(is_more)} THEN :name ELSE "
            ":other_name END AS best"
        )
        says = self._words.says(SAYS["compared"], more=word, s=one.said)
        return [
            Deed(f"compare_{one.name}", says, [*gold, {"answer": "{best}"}], [{"answer": "{best}"}], {}, draw)
        ]

    def _summed(self, one: Field) -> list[Deed]:
        if one.kind != MONEY and not (one.kind == NUMBER and one.unit):
            return []
        draw, gold = self._both(one)
        draw["sum"] = (
            "SELECT money(:one_raw + :other_raw) AS total"
            if one.kind == MONEY
            else "SELECT CAST(:one_raw + :other_raw AS TEXT) AS total"
        )
        sum_of = (
            "SELECT money(cents(:first) + cents(:second))"
            if one.kind == MONEY
            else "SELECT CAST(number(:first) + number(:second) AS TEXT)"
        )
        gold += [{"work_out": "result", "as": sum_of}, {"answer": "{result}"}]
        return [
            Deed(
                f"sum_{one.name}",
                self._words.says(SAYS["summed"], s=one.said),
                gold,
                [{"answer": "{total}"}],
                {},
                draw,
            )
        ]

    # -- what cannot be done ---------------------------------------------------------------------------

    def _looked(self) -> list[Data]:
        return [{"present": f"SELECT 1 FROM phone_event WHERE app = '{self._plan.name}' AND kind = 'page'"}]

    def _missing(self) -> Deed:
        ghost = self._chance.choice(self._words.called("ghost"))
        says = self._words.says(SAYS["missing"], it=ghost, s=self._plan.fields[0].said)
        gold = [
            *self._ways.seen_through(),
            {"answer": f"It cannot be done: there is no {self._plan.noun} called {{ghost}}."},
        ]
        return Deed(
            "missing",
            says,
            gold,
            self._looked(),
            {"ghost": list(self._plan.free)},
            self._ways.last_drawn(),
            {},
            (),
            "impossible",
        )

    def _untold(self) -> Deed:
        one = self._chance.choice([field for field in self._plan.fields if field.kind != "switch"])
        gold = [*self._ways.to_thing(), {"ask": f"What should the {one.said} of {{name}} be?"}]
        return Deed(
            "untold",
            self._words.says(SAYS["untold"], s=one.said),
            gold,
            self._looked(),
            {},
            self._deeds.one(),
            {},
            (),
            "ask",
        )

    def _overviews(self) -> list[Deed]:
        """How many there are in all, from the page of sums."""
        plan = self._plan
        if "overview" not in plan.places:
            return []
        label = f"Number of {plan.nouns}"
        frames = SAYS["count_all"]
        gold = [*self._ways.to_place("overview"), {"read": "got", "near": label}, {"answer": "{got}"}]
        draw = {"all": f"SELECT CAST(count(*) AS TEXT) AS num FROM {self._table}"}
        return [Deed("count_all", self._words.says(frames), gold, [{"answer": "{num}"}], {}, draw)]


def _ranked_by(value: str | int) -> int:
    """A day as content keeps it, `=today() + 86400 * (-3)`, or a number, to compare."""
    return int(str(value).rpartition("(")[2].rstrip(")"))
