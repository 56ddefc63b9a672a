"""Studio deeds: things that are chosen by a long press, what is started and stopped, and drafts.

Invariant: nothing else may change: not the thing beside, not what runs longer, not what was to stay a draft.
"""

from __future__ import annotations

from itertools import product
from typing import NamedTuple

from phonebuddy.tasks.invented.fields import quoted
from phonebuddy.tasks.invented.sketch import Data, Deed, Gold, Read, filled
from phonebuddy.tasks.invented.studio.parts import choosing, titled
from phonebuddy.tasks.invented.studio.plan import (
    ALBUMS,
    ARCHIVE,
    DELETE,
    DRAFT,
    HIGHEST,
    OUT,
    RUN,
    SHELF,
    Plan,
)
from phonebuddy.tasks.invented.studio.words import NUMBERS, words

CALLED = (
    ("{name}", "{name}", "the {n} {name}", '"{name}"', "the {n} called {name}"),
    (
        "{name} and {name2}",
        "{name} as well as {name2}",
        "the {ns} {name} and {name2}",
        '"{name}" and "{name2}"',
    ),
    ("{name}, {name2} and {name3}", "the {ns} {name}, {name2} and {name3}", "{name}, {name2}, {name3}"),
)
"""One thing, two, three."""
NUMBER_WORDS = (
    {"it": "it", "is": "is", "was": "was", "has": "has", "does": "does", "take": "takes"},
    {"it": "them", "is": "are", "was": "were", "has": "have", "does": "do", "take": "take"},
)
"""How one thing and several are spoken of."""
SLACK = 10
"""Seconds that something may run longer than it was asked to; whoever takes a step more is in time."""
PAUSE = 2
"""Seconds of one wait: whoever waits looks at the clock in between."""
NUM_RUNS = 2
AGAIN = ("", "_again")
"""A change of a number is asked for twice, of other numbers."""
FARTHEST = 5
"""The most that a number of a draft changes by: gold presses for each."""


class Change(NamedTuple):
    """A change of the draft: in words, on its page, and as SQL."""

    ways: tuple[str, ...]
    gold: Gold
    column: str
    value: str


class Deeds:
    def __init__(self, plan: Plan) -> None:
        self._plan, self._chance = plan, plan.chance

    def all(self) -> list[Deed]:
        found = [self._act(act, count) for act in (ARCHIVE, DELETE, OUT) for count in (1, 2, 3)]
        found.append(self._retry())
        found += [self._run(f"run{at}", is_named=False, has_kind=bool(at)) for at in range(NUM_RUNS)]
        if self._plan.named_at != "nowhere":
            found += [self._run(f"named{at}", is_named=True, has_kind=bool(at)) for at in range(NUM_RUNS)]
        found.append(self._begin())
        for form, again in product(("just", "whole"), AGAIN):
            found += [
                self._draft(f"{form}_line{again}", form, [self._line()]),
                self._draft(f"{form}_two{again}", form, [self._line(), self._choice()]),
            ]
        found += [self._draft(f"{form}_choice", form, [self._choice()]) for form in ("just", "whole")]
        return found

    # -- chosen by a long press ------------------------------------------------------------------------

    def _act(self, act: str, count: int) -> Deed:
        plan = self._plan
        ends = [""] + [str(at) for at in range(2, count + 1)]
        ids = ", ".join(f":id{end}" for end in ends)
        columns = ", ".join(f"t{end}.id AS id{end}, t{end}.name AS name{end}" for end in ends)
        tables = ", ".join(f"{plan.takes} t{end}" for end in ends)
        apart = [f"t{a}.id <> t{b}.id" for at, a in enumerate(ends) for b in ends[:at]]
        where = [f"NOT t{end}.away" for end in ends] + apart
        way = plan.kit.to(SHELF)
        if act == OUT:
            columns += ", g.name AS grp_name"
            tables += f", {plan.albums} g"
            where += [f"t{end}.grp = g.id" for end in ends]
            way = [*plan.kit.to(ALBUMS), {"tap": "{grp_name}"}]
        draw = {"one": f"SELECT {columns} FROM {tables} WHERE {' AND '.join(where)}"}
        sure: Gold = [{"tap": plan.sure}] if act in plan.asks else []
        taps: Gold = [{"tap": f"{{name{end}}}", "role": "text"} for end in ends[1:]]
        gold = [*way, {"hold": "{name}", "role": "text"}, *taps, {"tap": plan.labels[act]}, *sure]
        rows = f"SELECT 1 FROM {plan.takes} WHERE id IN ({ids})"
        goal: list[Data] = [{"absent": rows}]
        allow = f"delete {plan.takes} where id IN ({ids})"
        if act != DELETE:
            column, value = ("away", 1) if act == ARCHIVE else ("grp", 0)
            goal = [{f"exactly {count}": f"{rows} AND {column} = {value}"}]
            allow = f"update {plan.takes}({column}) where id IN ({ids})"
        return Deed(f"{act}{count}", self._told(act, count), gold, goal, {}, draw, {}, (allow,))

    def _retry(self) -> Deed:
        """What was refused is tried again, and no other one made."""
        plan = self._plan
        draw = {"one": f"SELECT t.id AS id, t.name AS name FROM {plan.takes} t WHERE t.stuck"}
        gold: Gold = [*plan.kit.to(SHELF), {"tap": f"{plan.retry}: {{name}}"}]
        if plan.retry_at != "row":
            dots: Gold = [{"tap": plan.options}] if plan.retry_at == "menu" else []
            gold = [*plan.kit.to(SHELF), {"tap": "{name}", "role": "text"}, *dots, {"tap": plan.retry}]
        goal = [{"exactly 1": f"SELECT 1 FROM {plan.takes} WHERE id = :id AND NOT stuck"}]
        allow = (f"update {plan.takes}(stuck) where id = :id",)
        return Deed("retry", self._told("retry", 1), gold, goal, {}, draw, {}, allow)

    def _told(self, act: str, count: int) -> tuple[str, ...]:
        plan = self._plan
        parts = {"n": plan.noun, "ns": plan.nouns, "g": plan.group, **NUMBER_WORDS[count > 1]}
        said = [(way, self._chance.choice(CALLED[count - 1])) for way in words()["says"][act]]
        return tuple(dict.fromkeys(filled(filled(way, them=them), **parts) for way, them in said))

    # -- started, and stopped after a while ------------------------------------------------------------

    def _what(self, kind: str) -> str:
        plan = self._plan
        if kind:
            return f"a {kind} {plan.noun}"
        return self._chance.choice((f"a {plan.noun}", f"a {plan.noun}", f"a new {plan.noun}"))

    def _kind(self, has_kind: bool) -> tuple[str, Gold, str]:
        """Of what kind it is to be, if that is asked for; gold that chooses it; SQL for it."""
        plan = self._plan
        if not has_kind:
            return "", [], ""
        # The first is chosen already.
        kind = self._chance.choice(plan.kinds[1:])
        gold = choosing(plan.kind_as, plan.kind_label, kind)
        return kind, gold, f" AND kind = {quoted(kind)}"

    def _run(self, name: str, *, is_named: bool, has_kind: bool) -> Deed:
        plan, chance = self._plan, self._chance
        kind, chosen, met = self._kind(has_kind)
        secs = chance.choice(sorted(NUMBERS))
        says = []
        for way in words()["says"]["named" if is_named else "run"]:
            lasts = chance.choice((f"{secs} seconds", f"{NUMBERS[secs]} seconds", f"{secs} s"))
            says.append(filled(way, what=self._what(kind), secs=lasts, ns=plan.nouns))
        typed: Gold = [{"type": "{new_name}", "into": plan.name_label}] if is_named else []
        before, after = (typed, []) if plan.named_at == "field" else ([], typed)
        keep: Gold = [{"tap": plan.keep}] if plan.named_at == "dialog" else []
        waits: Gold = [{"repeat": -(-secs // PAUSE), "do": [{"wait": PAUSE}]}]
        gold = [*plan.kit.to(RUN), *before, *chosen, {"tap": plan.start}, *waits, {"tap": plan.stop}]
        called = " AND name = :new_name" if is_named else ""
        row = f"SELECT 1 FROM {plan.takes} WHERE id = :last + 1 AND secs BETWEEN {secs} AND {secs + SLACK}"
        goal = [{"exactly 1": row + called + met}]
        new = {"new_name": list(plan.data["new"])} if is_named else {}
        facts = {"before": f"SELECT max(id) AS last FROM {plan.takes}"}
        allow = [f"insert {plan.takes} where id = :last + 1"]
        allow += [f"update {plan.run_table}(kind)"] if has_kind else []
        return Deed(name, tuple(says), [*gold, *after, *keep], goal, new, {}, facts, tuple(allow))

    def _begin(self) -> Deed:
        plan = self._plan
        kind, chosen, met = self._kind(self._chance.random() < 0.5)
        says = tuple(filled(way, what=self._what(kind)) for way in words()["says"]["begin"])
        gold = [*plan.kit.to(RUN), *chosen, {"tap": plan.start}]
        goal = [{"present": f"SELECT 1 FROM {plan.run_table} WHERE started > 0{met}"}]
        allow = f"update {plan.run_table}(started{', kind' if kind else ''})"
        return Deed("begin", says, gold, goal, allow=(allow,))

    # -- drafts ----------------------------------------------------------------------------------------

    def _line(self) -> Change:
        chance = self._chance
        line = chance.choice(self._plan.lines)
        able = [to for to in range(2, HIGHEST + 1) if 2 <= abs(to - line.now) <= FARTHEST]
        to = chance.choice(able)
        by = to - line.now
        parts = {"ones": line.said, "old": str(line.now)}
        ways = [filled(way, k=str(to), **parts) for way in words()["says"]["line"]]
        ways += [
            filled(way, k=str(abs(by)), **parts) for way in words()["says"]["more" if by > 0 else "fewer"]
        ]
        gold: Gold = [{"repeat": abs(by), "do": [self._plan.press(line, by > 0)]}]
        return Change(tuple(ways), gold, line.column, str(to))

    def _choice(self) -> Change:
        plan = self._plan
        # The first is chosen already.
        value = self._chance.choice(plan.values[1:])
        parts = {"s": plan.choice_said, "v": value, "old": plan.values[0]}
        ways = [filled(way, **parts) for way in words()["says"]["choice"]]
        return Change(tuple(ways), choosing(plan.choice_as, plan.choice_label, value), "opt", quoted(value))

    def _draft(self, name: str, form: str, changes: list[Change]) -> Deed:
        """Changed only, or changed and off it goes."""
        plan, chance = self._plan, self._chance
        chance.shuffle(changes)
        is_whole = form == "whole"
        says = []
        for way in words()["says"][form]:
            x = " and ".join(chance.choice(one.ways) for one in changes)
            spoken = {key: chance.choice(plan.does[key]) for key in ("do", "doing", "done")}
            says.append(filled(way, x=x, X=titled(x), d=plan.draft_noun, **spoken))
        save: Gold = [{"tap": plan.save}] if plan.is_saved else []
        send: Gold = [{"tap": plan.big}, *([{"tap": plan.sure}] if plan.is_sure_asked else [])]
        gold = [*plan.kit.to(DRAFT), *(step for one in changes for step in one.gold)]
        met = " AND ".join(f"{one.column} = {one.value}" for one in changes)
        goal = [{"present": f"SELECT 1 FROM {plan.draft_table} WHERE {met} AND sent = {int(is_whole)}"}]
        columns = [one.column for one in changes] + (["sent"] if is_whole else [])
        allow = (f"update {plan.draft_table}({', '.join(columns)})",)
        return Deed(name, tuple(says), [*gold, *(send if is_whole else save)], goal, allow=allow)


def reads_of(plan: Plan) -> list[Read]:
    """When something was made, and how long it is."""
    shown = {
        "made": ("day", "day(t.made)"),
        "length": ("text", "printf('%d:%02d', t.secs / 60, t.secs % 60)"),
    }
    found = []
    for key, (kind, value) in shown.items():
        draw = f"SELECT t.name AS r_name, {value} AS r_value FROM {plan.takes} t WHERE NOT t.away"
        asks, things = (
            tuple(filled(way, n=plan.noun) for way in words()["says"][part][key])
            for part in ("asks", "things")
        )
        way: Gold = [*plan.kit.to(SHELF), {"tap": "{r_name}", "role": "text"}]
        gold = [*way, {"read": "got", "near": plan.facts[key]}]
        found.append(Read(kind, things, asks, {"read": draw}, "r_value", gold))
    return found
