"""Library entry deeds: stars, words, notes, progress, reminders and settings that are entered.

Invariant: what is entered is told by the instruction; where it is not, gold asks.
"""

from __future__ import annotations

from phonebuddy.tasks.invented.library.asked import Asked
from phonebuddy.tasks.invented.library.ways import BACK
from phonebuddy.tasks.invented.sketch import Data, Deed, Gold

OWN = 3
"""How often a way counts that does without the name of a setting."""


class EntryDeeds(Asked):
    def _rating(self) -> Deed:
        new, gold, goal, facts, allow = self.stars()
        return Deed(
            "rate",
            self.ways.says("rate"),
            [*self.ways.to_item(), *gold],
            goal,
            new,
            self.one_of(),
            facts,
            allow,
        )

    def _rate_ask(self) -> Deed:
        look, page = self.ways.seen()
        gold = [*look, {"ask": "How many stars shall it get?"}]
        says = self.ways.says("rate_ask")
        return Deed("rate_ask", says, gold, self.looked(page), {}, self.one_of(), {}, (), "ask")

    def _too_many(self) -> Deed:
        """More stars than there are."""
        look, page = self.ways.seen()
        gold = [*look, {"answer": "It cannot be done: there are no more than five stars."}]
        new = {"much": [6, 7, 8, 9, 10]}
        says = self.ways.says("too_many")
        return Deed("too_many", says, gold, self.looked(page), new, self.one_of(), {}, (), "impossible")

    def _reviewing(self) -> Deed:
        plan, ways = self.plan, self.ways
        facts: Data = {}
        allow: tuple[str, ...] = (self.allowed("mine, review"),)
        typed: Gold = [{"type": "{note}", "into": "What you think of it"}, BACK, {"tap": plan.save}]
        gold = [
            *ways.to_item(),
            *ways.act(plan.rate_label, "rate"),
            {"tap": "{stars} stars", "role": "button"},
            *typed,
        ]
        goal = [
            {"present": f"SELECT 1 FROM {self.items} WHERE id = :id AND mine = :stars AND review = :note"}
        ]
        if plan.rate_at == "module":
            _, gold, goal, facts, allow = self.stars()
            gold = [
                *ways.to_item(),
                *gold[:-1],
                {"type": "{note}", "into": "What did you like or dislike?"},
                BACK,
                gold[-1],
            ]
            goal = [{"exactly 1": goal[0]["exactly 1"] + " AND text = :note"}]
        new = {"stars": [2, 3, 4, 5], "note": plan.note_texts[8:]}
        return Deed("review", ways.says("review"), gold, goal, new, self.one_of(), facts, allow)

    def _progressing(self) -> Deed:
        plan, ways = self.plan, self.ways
        typed: Gold = [{"type": "{done}", "into": plan.unit.capitalize()}]
        gold = [
            *ways.to_item(),
            *ways.act(plan.progress_label, "progress"),
            *typed,
            *([BACK] if plan.progress_at == "page" else []),
            {"tap": plan.progress_save},
        ]
        numbers = sorted({1 + plan.chance.randrange(max(2, plan.far // 2)) for _ in range(6)} | {1, 2})
        goal = [{"present": f"SELECT 1 FROM {self.items} WHERE id = :id AND progress = :done"}]
        draw = self.one_of("progress <> :done AND far >= :done")
        return Deed(
            "progress",
            ways.says("progress", unit=plan.unit),
            gold,
            goal,
            {"done": numbers},
            draw,
            {},
            (self.allowed("progress"),),
        )

    def _part(self) -> Deed:
        plan, ways, parts = self.plan, self.ways, self.plan.table("part")
        draw = {
            "one": (
                f"SELECT i.id AS id, i.name AS name, p.id AS part_id, p.name AS part FROM {parts} p "
                f"JOIN {self.items} i ON i.id = p.item WHERE NOT p.done"
            )
        }
        gold = [*ways.to_item(), *ways.behind("parts"), {"tap": "{part}", "role": "checkbox"}]
        goal = [{"present": f"SELECT 1 FROM {parts} WHERE id = :part_id AND done"}]
        says = ways.says("part", p=plan.data["parts"]["noun"])
        return Deed("part", says, gold, goal, {}, draw, {}, (f"update {parts}(done) where id = :part_id",))

    def _next_part(self) -> Deed:
        deed = self._part()
        parts = self.plan.table("part")
        draw = {
            "one": deed.draw["one"]
            + f" AND p.id = (SELECT min(id) FROM {parts} WHERE item = i.id AND NOT done)"
        }
        says = self.ways.says("part_next", p=self.plan.data["parts"]["noun"])
        return deed._replace(name="next_part", says=says, draw=draw)

    def _noting(self) -> Deed:
        gold = [*self.ways.to_item(), *self.ways.noted("{note}")]
        return Deed(
            "note", self.ways.says("note"), gold, *self.note_goal(), self.one_of(), *self.note_allowed()
        )

    def _drawn_note(self) -> Data:
        mine = " WHERE n.mine" if self.plan.note_at == "module" else ""
        return {
            "one": (
                f"SELECT i.id AS id, i.name AS name, n.id AS note_id, n.text AS note FROM "
                f"{self.plan.note_table} n JOIN {self.items} i ON i.id = "
                f"n.{self.plan.note_owner}{mine}"
            )
        }

    def _note_gone(self) -> Deed:
        plan, ways = self.plan, self.ways
        gone: dict[str, Gold] = {
            "icon": [{"tap": "Delete: {note}"}],
            "hold": [{"hold": "{note}"}, {"tap": plan.calls["delete_note"]}],
            "sheet": [{"tap": "{note}"}, {"tap": plan.calls["delete_note"]}],
        }
        table = plan.note_table
        gone_by = [{"tap": "Delete"}] if plan.note_at == "module" else gone[plan.note_gone]
        goal = [{"absent": f"SELECT 1 FROM {table} WHERE id = :note_id"}]
        gold = [*ways.to_item(), *ways.to_notes(), *gone_by]
        return Deed(
            "note_gone",
            ways.says("note_delete"),
            gold,
            goal,
            {},
            self._drawn_note(),
            {},
            (f"delete {table} where id = :note_id",),
        )

    def _note_what(self) -> Deed:
        ways = self.ways
        gold = [*ways.to_item(), *ways.to_notes(), {"scroll_to": "{note}"}, {"answer": "{note}"}]
        return Deed("note_what", ways.says("note_what"), gold, [{"answer": "{note}"}], {}, self._drawn_note())

    def _liking(self) -> Deed:
        """What somebody else said."""
        ways, table = self.ways, self.plan.note_table
        draw = {
            "one": (
                f"SELECT i.name AS name, c.id AS said_id, c.author AS author FROM {table} c JOIN "
                f"{self.items} i ON i.id = c.thing WHERE NOT c.mine AND NOT c.liked"
            )
        }
        gold = [*ways.to_item(), *ways.to_notes(), {"tap": "Like what {author} said"}]
        goal = [{"present": f"SELECT 1 FROM {table} WHERE id = :said_id AND liked"}]
        return Deed(
            "like",
            ways.says("like"),
            gold,
            goal,
            {},
            draw,
            {},
            (f"update {table}(likes, liked) where id = :said_id",),
        )

    def _reminding(self) -> Deed:
        plan, ways, table = self.plan, self.ways, self.plan.table("reminder")
        chance = plan.chance
        new = {
            "day_in": sorted({chance.randint(1, 40) for _ in range(8)} | {2, 9}),
            "time": sorted(
                {f"{chance.randint(7, 21):02}:{chance.randrange(0, 60, 5):02}" for _ in range(8)}
                | {"08:15", "19:40"}
            ),
        }
        draw = {
            **self.one_of(),
            "when": "SELECT today() + 86400 * :day_in AS moment, long_day(today() + 86400 * :day_in) AS day",
        }
        gold = [
            *ways.to_item(),
            *ways.act(plan.remind_label, "remind"),
            {"tap": plan.remind_day},
            {"pick_date": "{day}"},
            {"tap": plan.remind_time},
            {"pick_time": "{time}"},
            {"tap": plan.remind_save},
        ]
        minute = "60 * CAST(substr(:time, 1, 2) AS INTEGER) + CAST(substr(:time, 4, 2) AS INTEGER)"
        goal = [
            {"exactly 1": f"SELECT 1 FROM {table} WHERE item = :id AND day = :moment AND minute = {minute}"}
        ]
        facts = {"before": f"SELECT coalesce(max(id), 0) AS last FROM {table}"}
        return Deed(
            "remind",
            ways.says("remind"),
            gold,
            goal,
            new,
            draw,
            facts,
            (f"insert {table} where id = :last + 1",),
        )

    def _remind_ask(self) -> Deed:
        look, page = self.ways.seen()
        gold = [*look, {"ask": "When shall I set the reminder for?"}]
        return Deed(
            "remind_ask",
            self.ways.says("remind_ask"),
            gold,
            self.looked(page),
            {},
            self.one_of(),
            {},
            (),
            "ask",
        )

    def _settings(self) -> list[Deed]:
        plan, ways, table = self.plan, self.ways, self.plan.table("settings")
        found = []
        for one in plan.settings:
            name, tap = one["name"], {"tap": one["title"], "nth": 1}
            allow = (f"update {table}(value) where name = '{name}'",)
            if "options" in one:
                goal = [{"present": f"SELECT 1 FROM {table} WHERE name = '{name}' AND value = :choice"}]
                draw = {
                    "other": (
                        f"SELECT o.value AS choice FROM {table} s, json_each(s.options) o WHERE s.name = "
                        f"'{name}' AND o.value <> s.value"
                    )
                }
                gold = [*ways.go("settings"), tap, {"tap": "{choice}", "role": "radio"}]
                found.append(
                    Deed(f"set_{name}", ways.says("choose", s=one["said"]), gold, goal, {}, draw, {}, allow)
                )
            else:
                to = plan.setting_values[name] == "0"
                goal = [{"present": f"SELECT 1 FROM {table} WHERE name = '{name}' AND value = '{int(to)}'"}]
                own = ways.says(tuple(one["on" if to else "off"]))
                says = (*own * OWN, *ways.says("switch_on" if to else "switch_off", s=one["said"]))
                found.append(
                    Deed(
                        f"set_{name}",
                        says,
                        [*ways.go("settings"), {"tap": one["title"], "role": "switch"}],
                        goal,
                        {},
                        {},
                        {},
                        allow,
                    )
                )
        return found[:4]

    def _goal(self) -> Deed:
        plan, ways, me = self.plan, self.ways, self.plan.table("me")
        gold: Gold = [
            *ways.go("stats"),
            {"tap": plan.calls["goal"]},
            {"type": "{goal}", "into": "Number"},
            {"tap": plan.save},
        ]
        if plan.goal_at == "stepper":
            gold = [*ways.go("stats"), {"repeat": "{more}", "do": [{"tap": f"More: {plan.calls['goal']}"}]}]
        draw = {"now": f"SELECT :goal - goal AS more FROM {me}"}
        goal = [{"present": f"SELECT 1 FROM {me} WHERE id = 1 AND goal = :goal"}]
        return Deed(
            "goal",
            ways.says("goal"),
            gold,
            goal,
            {"goal": [5, 6, 7, 8]},
            draw,
            {},
            (f"update {me}(goal) where id = 1",),
        )

    def _daily(self) -> Deed:
        plan, ways, me = self.plan, self.ways, self.plan.table("me")
        times = {f"{plan.chance.randint(6, 21):02}:{plan.chance.randrange(0, 60, 5):02}" for _ in range(8)}
        minute = "60 * CAST(substr(:time, 1, 2) AS INTEGER) + CAST(substr(:time, 4, 2) AS INTEGER)"
        draw = {"now": f"SELECT daily FROM {me} WHERE daily <> {minute}"}
        goal = [{"present": f"SELECT 1 FROM {me} WHERE id = 1 AND daily = {minute}"}]
        gold = [*ways.go("stats"), {"tap": plan.calls["daily"]}, {"pick_time": "{time}"}]
        new = {"time": sorted({*times, "05:10", "22:35"})}
        return Deed(
            "daily", ways.says("daily"), gold, goal, new, draw, {}, (f"update {me}(daily) where id = 1",)
        )

    def _clearing(self) -> Deed:
        plan, table = self.plan, self.plan.table("term")
        gold: Gold = [{"tap": plan.search_label}, {"tap": plan.calls["clear"]}, {"tap": plan.sure}]
        if plan.is_search_shared:
            table, gold = (
                plan.table("search"),
                [{"tap": plan.search_label}, {"tap": "Clear"}, {"tap": "Clear"}],
            )
        return Deed(
            "clear",
            self.ways.says("clear_history"),
            gold,
            [{"absent": f"SELECT 1 FROM {table}"}],
            {},
            {},
            {},
            (f"delete {table}",),
        )
