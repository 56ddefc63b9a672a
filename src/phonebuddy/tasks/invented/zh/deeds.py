"""Deeds of a Chinese app: what is to be changed, added, ordered, written or set.

Invariant: whoever did it to another thing, or something else besides, fails.
"""

from __future__ import annotations

from collections.abc import Sequence

from phonebuddy.tasks.invented.fields import CHOICE, DATE, TEXT, quoted
from phonebuddy.tasks.invented.sketch import Data, Deed, Gold, filled
from phonebuddy.tasks.invented.wh.words import looked
from phonebuddy.tasks.invented.zh.fact import Fact
from phonebuddy.tasks.invented.zh.pages import about
from phonebuddy.tasks.invented.zh.plan import Knob, Offer, Plan
from phonebuddy.tasks.invented.zh.ways import Ways
from phonebuddy.tasks.invented.zh.words import deeds, settings, words

NUM_CHANGED, NUM_UNTOLD, NUM_SET = 3, 2, 4
"""Facts that are changed, that are to be changed without saying to what, and settings."""
CALLED = ("{name}", "{name}", "「{name}」")
"""How something is called of which so many pieces are wanted."""
_TAIL = "'。？?！!.，, '"
"""What may stand behind a text that was written down."""


class Deeds:
    def __init__(self, plan: Plan, spare: Sequence[str]) -> None:
        self._plan, self._ways, self._spare = plan, Ways(plan), list(spare)

    def all(self) -> list[Deed]:
        plan = self._plan
        found = [self._done(offer, is_twin) for offer in plan.offers for is_twin in (False, True)]
        if plan.is_own:
            chosen = plan.chance.sample(self._entered(), NUM_CHANGED)
            found += [self._changed(fact, at == 0) for at, fact in enumerate(chosen)]
            found += [self._untold(fact) for fact in plan.chance.sample(self._entered(), NUM_UNTOLD)]
            found += [self._added(2), self._added(3)]
        else:
            found += [self._ordered(""), self._ordered("_again")]
        found += [self._said(""), self._said("_again")]
        return found + [self._set(knob) for knob in plan.chance.sample(plan.knobs, NUM_SET)]

    def _entered(self) -> list[Fact]:
        """Facts that get another value; days that have been do not, since those of tasks are to come."""
        return [one for one in self._plan.facts if one.kind != DATE or one.field.high > 0]

    # -- which thing -----------------------------------------------------------------------------------

    def drawn(self, is_twin: bool, where: str = "1") -> tuple[Data, list[str]]:
        """A thing, and how it is called."""
        plan = self._plan
        same = f"SELECT count(*) FROM {plan.table} o WHERE o.name = i.name"
        columns = "i.id AS id, i.name AS name"
        names = words()["it"]
        if is_twin:
            fact = plan.chance.choice(plan.row_facts)
            columns += f", {about(plan)} AS mark, {fact.spoken(f'i.{fact.field.name}')} AS told"
            by = filled(fact.data["by"], v="{told}")
            names = [filled(one, by=by) for one in words()["twin"]]
        sql = f"SELECT {columns} FROM {plan.table} i WHERE ({same}) {'> 1' if is_twin else '= 1'} AND {where}"
        return {"one": sql}, names

    def said(self, ways: Sequence[str], names: Sequence[str], **parts: str) -> tuple[str, ...]:
        """Ways with everything that is not for the task to fill."""
        plan = self._plan
        nouns = {"n": plan.noun, "m": plan.measure, "m1": f"一{plan.measure}", "r": plan.role}
        return tuple(
            dict.fromkeys(
                filled(filled(way, it=plan.chance.choice(names)), **(nouns | parts)) for way in ways
            )
        )

    # -- to a thing ------------------------------------------------------------------------------------

    def _done(self, offer: Offer, is_twin: bool) -> Deed:
        plan = self._plan
        column = f"is_{offer.name}"
        draw, names = self.drawn(is_twin, f"NOT i.{column}" if offer.undo else "1")
        says = self.said(deeds()[offer.name]["says"], names)
        goal: list[Data] = [{"absent": f"SELECT 1 FROM {plan.table} WHERE id = :id"}]
        allow = f"delete {plan.table} where id = :id"
        if offer.undo:
            goal = [{"exactly 1": f"SELECT 1 FROM {plan.table} WHERE id = :id AND {column}"}]
            allow = f"update {plan.table}({column}) where id = :id"
        name = offer.name + "_twin" * is_twin
        return Deed(name, says, self._ways.do(offer, is_twin), goal, {}, draw, {}, (allow,))

    def _changed(self, fact: Fact, is_twin: bool) -> Deed:
        plan, column = self._plan, fact.field.name
        entry, value = fact.entered("val", plan.chance, is_new=False)
        draw, names = self.drawn(is_twin, f"i.{column} <> {entry.stored}")
        ways = [*words()["change"], *fact.data["sets"] * 4]
        says = self.said(ways, names, s=fact.said, v=value)
        gold = [*self._ways.to_edit(is_twin), *entry.gold, *self._ways.save()]
        goal = [{"exactly 1": f"SELECT 1 FROM {plan.table} WHERE id = :id AND {column} = {entry.stored}"}]
        allow = (f"update {plan.table}({column}) where id = :id",)
        return Deed(f"change_{column}", says, gold, goal, entry.new, entry.draw | draw, {}, allow)

    def _untold(self, fact: Fact) -> Deed:
        draw, names = self.drawn(False)
        says = self.said(words()["untold"], names, s=fact.said)
        gold = [*self._ways.to_edit(), {"ask": f"{fact.said}{words()['missing']}"}]
        return Deed(f"untold_{fact.field.name}", says, gold, looked(self._plan.name), {}, draw, end="ask")

    def _added(self, number: int) -> Deed:
        """Something new with two values or three; the others stay as the form has them."""
        plan = self._plan
        # One of each kind: an end that is drawn for itself could come before its beginning.
        every = self._entered()
        apart = list({one.kind: one for one in plan.chance.sample(every, len(every))}.values())
        chosen = apart[:number]
        new: Data = {"name": self._spare}
        draw: Data = {}
        gold: Gold = [*self._ways.to_new(), {"type": "{name}", "into": plan.words["title"]}]
        kept, parts = ["name = :name"], []
        for at, fact in enumerate(chosen):
            entry, value = fact.entered(f"val{at}", plan.chance, is_new=True)
            new, draw, gold = new | entry.new, draw | entry.draw, [*gold, *entry.gold]
            kept.append(f"{fact.field.name} = {entry.stored}")
            parts.append(filled(plan.chance.choice(words()["part"]), s=fact.said, v=value))
        same = " AND ".join(kept + [self._untouched(one) for one in plan.facts if one not in chosen])
        says = self.said(words()["add"], [""], a=parts[0], b="，".join(parts[1:]))
        goal = [{"exactly 1": f"SELECT 1 FROM {plan.table} WHERE id > :last AND {same}"}]
        facts = {"before": f"SELECT max(id) AS last FROM {plan.table}"}
        allow = (f"insert {plan.table} where id = :last + 1",)
        return Deed(f"add{number}", says, [*gold, *self._ways.save()], goal, new, draw, facts, allow)

    def _untouched(self, fact: Fact) -> str:
        """SQL: what is kept where nothing was entered."""
        field = fact.field
        return f"{field.name} = {quoted(field.first) if field.kind in (TEXT, CHOICE) else field.first or 0}"

    def _ordered(self, end: str) -> Deed:
        plan = self._plan
        draw, _ = self.drawn(False)
        opt = plan.option.invented("opt", plan.chance, is_new=True)
        num = plan.number.invented("num", plan.chance, is_new=True)
        assert plan.order is not None, "only what is not one's own is ordered"
        says = self.said(words()[plan.order], CALLED, m=plan.piece)
        gold = [*self._ways.to_order(), *opt.gold, *num.gold, {"tap": plan.words["submit"]}]
        rows = f"SELECT 1 FROM {plan.orders} WHERE id > :last AND thing = :id AND opt = :opt AND num = :num"
        facts = {"before": f"SELECT coalesce(max(id), 0) AS last FROM {plan.orders}"}
        allow = (f"insert {plan.orders} where id = :last + 1",)
        new = opt.new | {"num": [2, 3, 4, 5, 6]}
        return Deed("order" + end, says, gold, [{"exactly 1": rows}], new, num.draw | draw, facts, allow)

    def _said(self, end: str) -> Deed:
        plan = self._plan
        draw, names = self.drawn(False)
        says = self.said(words()["talk"], names, t="{text}")
        gold = self._ways.talk("name", "{text}")
        body = f"rtrim(body, {_TAIL})"
        rows = f"SELECT 1 FROM {plan.talks} WHERE id > :last AND thing = :id AND {body} = :text"
        facts = {"before": f"SELECT coalesce(max(id), 0) AS last FROM {plan.talks}"}
        allow = (f"insert {plan.talks} where id = :last + 1",)
        texts = plan.chance.sample(words()["texts"], 12)
        return Deed("talk" + end, says, gold, [{"exactly 1": rows}], {"text": texts}, draw, facts, allow)

    # -- settings --------------------------------------------------------------------------------------

    def _set(self, knob: Knob) -> Deed:
        plan = self._plan
        allow = (f"update {plan.prefs}({knob.column}) where id = 1",)
        row = f"SELECT 1 FROM {plan.prefs} WHERE id = 1 AND {knob.column} ="
        if not knob.options:
            says = settings()["switches"][knob.key]["off" if knob.value else "on"]
            gold = [*self._ways.to_settings(), {"tap": knob.label, "role": "switch"}]
            goal = [{"exactly 1": f"{row} {1 - int(knob.value)}"}]
            return Deed(f"set_{knob.key}", tuple(says), gold, goal, allow=allow)
        says = [filled(way, v="{opt}") for way in settings()["choices"][knob.key]["asks"]]
        new = {"opt": [one for one in knob.options if one != knob.value]}
        gold = [*self._ways.to_settings(), {"tap": knob.label}, {"tap": "{opt}"}]
        return Deed(f"set_{knob.key}", tuple(says), gold, [{"exactly 1": f"{row} :opt"}], new, allow=allow)
