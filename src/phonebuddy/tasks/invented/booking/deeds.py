"""What can be done in an app for bookings beside booking: move, change, cancel, keep, wait, write, set.

Invariant: every gold goes only where the plan has put a way.
"""

from __future__ import annotations

from phonebuddy.tasks.invented.booking.golds import COMING, Golds
from phonebuddy.tasks.invented.booking.plan import Plan
from phonebuddy.tasks.invented.fields import Field
from phonebuddy.tasks.invented.sketch import Data, Deed, Gold, filled

_TEXTS = (
    "Is there parking nearby", "Can I bring my dog", "Do you take cards", "Is it wheelchair accessible",
    "May I come ten minutes late", "Do you have gift vouchers", "Is there a student discount",
    "Which entrance do I use",
)  # fmt: skip
_PHONES = ("07700 900461", "07700 900118", "07700 900732", "07700 900554", "07700 900299")
_PERSONS = ("Marlow Finch", "Dana Ashdown", "Rene Calloway", "Jamie Thornhill", "Leslie Marchbanks")
_LISTS = {
    "Favourites": "favourites",
    "Saved": "saved ones",
    "Shortlist": "shortlist",
    "Wish list": "wish list",
}


class Deeds:
    def __init__(self, plan: Plan, golds: Golds) -> None:
        self._plan, self._golds, self._chance = plan, golds, plan.chance

    def deeds(self) -> list[Deed]:
        plan = self._plan
        found = [*self._cancellings(), *self._moves()]
        if plan.flow != "module":
            found += [self._editing([one]) for one in plan.fields]
            if len(plan.fields) > 1:
                found.append(self._editing(self._chance.sample(plan.fields, 2)))
        if plan.remind != "none":
            found.append(self._reminding())
        if plan.has_stars:
            found.append(self._rating())
        if plan.has_saved:
            found += [self._saving(1), self._saving(0)]
        if plan.has_wait:
            found.append(self._waiting())
        if plan.has_ask:
            found.append(self._asking())
        if plan.has_switches:
            found += [self._switching(1), self._switching(0)]
        if plan.has_me:
            found += [
                self._owner("phone", plan.phone_label, _PHONES),
                self._owner("person", plan.name_label, _PERSONS),
            ]
        return found

    def _update(self, *columns: str) -> tuple[str, ...]:
        return (f"update {self._plan.t_booking}({', '.join(columns)}) where id = :id",)

    def _kept(self, what: str) -> list[Data]:
        return [{"present": f"SELECT 1 FROM {self._plan.t_booking} WHERE id = :id AND {what}"}]

    # -- what is booked --------------------------------------------------------------------------------

    def _cancellings(self) -> list[Deed]:
        first = (
            f"b.at = (SELECT min(f.at) FROM {self._plan.t_booking} f WHERE f.status = 'booked' AND f.at "
            f"> now() + 3600)"
        )
        golds = self._golds
        return [
            self._cancelling("cancel", golds.one()),
            self._cancelling("cancel_day", golds.one("1", ", long_day(b.at) AS day")),
            self._cancelling("cancel_next", golds.one(first)),
        ]

    def _cancelling(self, name: str, draw: str) -> Deed:
        plan, golds = self._plan, self._golds
        goal, allow = self._kept("status = 'cancelled'"), self._update("status")
        if plan.deletes:
            goal = [{"absent": f"SELECT 1 FROM {plan.t_booking} WHERE id = :id"}]
            allow = (f"delete {plan.t_booking} where id = :id",)
        match plan.cancel_at:
            case "swipe":
                gold: Gold = [*golds.to_place(plan.mine), {"swipe": "left", "on": "{name}"}]
            case "hold":
                gold = [*golds.to_place(plan.mine), {"hold": "{name}"}, {"tap": plan.cancel}]
            case _:
                gold = [*golds.to_booking(), *golds.chosen(plan.cancel)]
        if plan.asks:
            gold.append({"tap": plan.sure_cancel})
        return Deed(name, golds.says(name), gold, goal, {}, {"one": draw}, {}, allow)

    def _moves(self) -> list[Deed]:
        plan, golds = self._plan, self._golds
        if plan.flow != "free" and not plan.has_move:
            return []
        new: Data = {}
        if plan.flow == "free":
            new, draw = golds.moment_new(), {"one": golds.one(), **golds.slot([])}
            gold = [*golds.to_booking(), *golds.chosen(plan.edit), *golds.when(), *golds.closing()]
        else:
            draw = {"one": golds.one("NOT t.gone"), **golds.slot([], is_moving=True)}
            sure: Gold = [{"tap": plan.sure}] if plan.confirm == "dialog" else []
            gold = [*golds.to_booking(), *golds.chosen(plan.move), *golds.when(), *sure]
        goal = self._kept("at = :at AND status = 'booked'")
        ask: Gold = [*golds.to_booking(), {"ask": "To which day and time?"}]
        return [
            Deed("move", golds.says("move"), gold, goal, new, draw, {}, self._update("at")),
            Deed(
                "when", golds.says("when"), ask, golds.looked("booking"), {}, {"one": golds.one()}, end="ask"
            ),
        ]

    def _editing(self, fields: list[Field]) -> Deed:
        plan, golds, chance = self._plan, self._golds, self._chance
        new, columns, joins, wheres, stored, gold = golds.changed(fields)
        draw = golds.one(" AND ".join(wheres), columns).replace(" WHERE ", f" {joins} WHERE ", 1)
        its = golds.says("edit_it")
        says = [filled(way, it=chance.choice(its)) for way in golds.says("edit")]
        says = [way + " and ".join(golds.said("change", one) for one in fields) for way in says]
        if len(fields) == 1:
            says += golds.said_all("edit", fields[0])
        goal = self._kept(" AND ".join(f"{key} = {value}" for key, value in stored.items()))
        touched = [*stored, *(["cents"] if "people" in stored and plan.has_price else [])]
        script = [*golds.to_booking(), *golds.chosen(plan.edit), *gold, *golds.edited()]
        name = "edit_" + "_".join(one.name for one in fields)
        return Deed(name, tuple(says), script, goal, new, {"one": draw}, {}, self._update(*touched))

    def _reminding(self) -> Deed:
        plan, golds = self._plan, self._golds
        ways = golds.says("remind")
        if plan.remind == "switch":
            ways = tuple(
                one.replace(": {remind}", "").replace(", {remind}", "").replace(" to {remind}", "")
                for one in ways
            )
            ways = tuple(one.replace(", alert {remind}", "").replace(" {remind}", " on") for one in ways)
            gold: Gold = [*golds.to_booking(), {"tap": plan.remind_label, "role": "switch"}]
            draw = {"one": golds.one("b.remind = 'Off'")}
            return Deed(
                "remind", ways, gold, self._kept("remind = 'On'"), {}, draw, {}, self._update("remind")
            )
        gold = [*golds.to_booking(), {"tap": plan.remind_label}, {"tap": "{remind}"}]
        new, draw = {"remind": list(plan.reminders[1:])}, {"one": golds.one("b.remind <> :remind")}
        return Deed(
            "remind", ways, gold, self._kept("remind = :remind"), new, draw, {}, self._update("remind")
        )

    def _rating(self) -> Deed:
        golds = self._golds
        draw = golds.one().replace(COMING, "b.at < now() AND b.status = 'booked'")
        gold = [*golds.to_past(), {"tap": "{stars} stars"}]
        new = {"stars": [2, 3, 4, 5]}
        return Deed(
            "rate",
            golds.says("rate"),
            gold,
            self._kept("stars = :stars"),
            new,
            {"one": draw},
            {},
            self._update("stars"),
        )

    # -- a thing ---------------------------------------------------------------------------------------

    def _thing(self, name: str, says: tuple[str, ...], gold: Gold, column: str, to: int, where: str) -> Deed:
        """A deed that sets a column of a thing."""
        table = self._plan.t_thing
        goal = [{"present": f"SELECT 1 FROM {table} WHERE id = :thing AND {column} = {to}"}]
        allow = (f"update {table}({column}) where id = :thing",)
        return Deed(name, says, gold, goal, {}, {"thing": self._golds.thing(where)}, {}, allow)

    def _saving(self, to: int) -> Deed:
        plan, golds = self._plan, self._golds
        label = plan.star if to else plan.unstar
        gold: Gold = [*golds.to_thing(), {"tap": label}]
        if plan.saved_at == "row":
            gold = [*golds.to_row(), {"tap": f"{label}: {{name}}"}]
        says = golds.says(f"save{to}", list=_LISTS[plan.saved])
        return self._thing(f"save{to}", says, gold, "saved", to, f"t.saved = {1 - to}")

    def _waiting(self) -> Deed:
        golds = self._golds
        gold = [*golds.to_thing(), {"tap": self._plan.wait}]
        return self._thing("wait", golds.says("wait"), gold, "waiting", 1, "t.gone")

    def _asking(self) -> Deed:
        plan, golds = self._plan, self._golds
        gold = [*golds.to_thing(), *golds.written("{text}")]
        goal = [{"exactly 1": f"SELECT 1 FROM {plan.t_message} WHERE thing = :thing AND text = :text"}]
        facts = {"before": f"SELECT coalesce(max(id), 0) AS last FROM {plan.t_message}"}
        allow = (f"insert {plan.t_message} where id = :last + 1",)
        new = {"text": list(_TEXTS)}
        return Deed("ask", golds.says("ask"), gold, goal, new, {"thing": golds.thing("1")}, facts, allow)

    # -- the owner -------------------------------------------------------------------------------------

    def _switching(self, to: int) -> Deed:
        plan, name = self._plan, f"switch{to}"
        gold = [*self._golds.to_place(plan.me), {"tap": "{label}", "role": "switch"}]
        goal = [{"present": f"SELECT 1 FROM {plan.t_option} WHERE id = :id AND value = {to}"}]
        draw = {"one": f"SELECT id, label FROM {plan.t_option} WHERE value = {1 - to}"}
        allow = (f"update {plan.t_option}(value) where id = :id",)
        return Deed(name, self._golds.says(name), gold, goal, {}, draw, {}, allow)

    def _owner(self, column: str, label: str, values: tuple[str, ...]) -> Deed:
        plan, golds = self._plan, self._golds
        gold = [*golds.to_place(plan.me), *golds.owner_entered(label, f"{{{column}}}")]
        goal = [{"present": f"SELECT 1 FROM {plan.t_me} WHERE {column} = :{column}"}]
        allow = (f"update {plan.t_me}({column})",)
        return Deed(column, golds.says(column), gold, goal, {column: list(values)}, {}, {}, allow)
