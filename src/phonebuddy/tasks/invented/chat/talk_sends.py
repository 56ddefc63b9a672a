"""Chat talk sends: what is asked of the conversations of an invented messenger, and how its pages do it.

Invariant: everything a deed's gold does is on the pages of the very same sketch.
"""

from __future__ import annotations

from phonebuddy.tasks.invented.chat.parts import Toggle, said, sayings
from phonebuddy.tasks.invented.chat.people import MORE
from phonebuddy.tasks.invented.chat.talk import TalkPages
from phonebuddy.tasks.invented.sketch import Data, Deed, Gold


class TalkSends(TalkPages):
    # -- helpers ---------------------------------------------------------------------------------------

    def _to_talk(self, slot: str = "name", is_told: bool = True) -> Gold:
        name = f"{{{slot}}}"
        if not is_told:
            return [{"tap": name}]
        if self._search == "bar" and self._chance.random() < 0.3:
            return [{"type": name, "into": self._search_hint}, {"tap": name}]
        if self._search == "icon" and self._chance.random() < 0.3:
            return [{"tap": "Search"}, {"type": name, "into": self._search_hint}, {"tap": name}]
        return [{"tap": name}]

    def _typed(self, text: str) -> Gold:
        return [{"type": text, "into": self._hint}, {"tap": self._send}]

    def _a_talk(self, is_group: bool, where: str = "1", prefix: str = "") -> Data:
        who = "NOT person" if is_group else "person > 0"
        columns = f"id AS {prefix}id, name AS {prefix}name"
        if not is_group:
            columns += f", {self._short(self._talk)} AS {prefix}short"
        return {
            f"{prefix}drawn": f"SELECT {columns} FROM {self._talk} WHERE {who} AND NOT archived AND {where}"
        }

    def _called(self, is_group: bool, slot: str = "name") -> tuple[str, ...]:
        talk, group, name = self._talk_noun, self._group_noun, f"{{{slot}}}"
        if is_group:
            return (f"the {group} {name}", f"my {group} {name}", f"the {group} called {name}", f"{name}")
        return (f"the {talk} with {name}", f"my {talk} with {name}", f"the {talk} between {name} and me")

    def _last(self) -> Data:
        return {"before": f"SELECT max(id) AS last FROM {self._message}"}

    def _sent(self, where: str) -> list[Data]:
        return [
            {
                "exactly 1": f"SELECT 1 FROM {self._message} AS one WHERE one.mine AND one.id > :last AND "
                f"{where}"
            }
        ]

    def _new_message(self) -> str:
        return f"insert {self._message} where id = :last + 1"

    # -- sending ---------------------------------------------------------------------------------------

    def _sending_deeds(self) -> list[Deed]:
        return [
            self._sending(False),
            self._sending(True),
            self._starting(),
            self._sending_two(),
            self._sending_loudest(),
            self._writing_to_role(),
            *([self._drafting()] if self._keeps_drafts else []),
        ]

    def _sending(self, is_group: bool) -> Deed:
        ways = sayings("talk_send_group" if is_group else "talk_send")
        goal = self._sent("one.talk = :id AND one.text = :text")
        gold = [*self._to_talk(), *self._typed("{text}")]
        return Deed(
            f"send{int(is_group)}",
            said(ways, it=self._called(is_group)),
            gold,
            goal,
            {"text": self._free_texts},
            self._a_talk(is_group),
            self._last(),
            (self._new_message(),),
        )

    def _to_new(self, slot: str) -> Gold:
        """To a conversation that is not there yet."""
        name = f"{{{slot}}}"
        if self._new_at == "person":
            return [*self._to_person(slot), {"tap": self._message_button}]
        opened: Gold = [{"tap": "Add"}, {"tap": self._new}] if self._new_at == "fab" else [{"tap": self._new}]
        find: Gold = [{"type": name, "into": "To"}] if self._chance.random() < 0.4 else []
        return [*opened, *find, {"tap": name}]

    def _starting(self) -> Deed:
        ways = sayings("talk_starting")
        draw = self._one_person(f"id NOT IN (SELECT person FROM {self._talk})")
        goal = [
            {
                "exactly 1": f"SELECT 1 FROM {self._message} AS one JOIN {self._talk} AS t ON t.id = "
                "one.talk WHERE t.person = :id AND one.mine AND one.text = :text"
            }
        ]
        facts = self._last() | {"talks": f"SELECT max(id) AS last_talk FROM {self._talk}"}
        allow = (self._new_message(), f"insert {self._talk} where id = :last_talk + 1")
        gold = [*self._to_new("name"), *self._typed("{text}")]
        return Deed(
            "start",
            said(ways, talk=(self._talk_noun,)),
            gold,
            goal,
            {"text": self._free_texts},
            draw,
            facts,
            allow,
        )

    def _sending_two(self) -> Deed:
        ways = sayings("talk_sending_two")
        draw = self._a_talk(False) | {
            "second": f"SELECT id AS other_id, name AS other FROM {self._talk} WHERE person AND NOT "
            "archived AND id <> :id"
        }
        goal = [
            {
                "exactly 1": f"SELECT 1 FROM {self._message} WHERE mine AND id > :last AND text = :text AND "
                f"talk = {who}"
            }
            for who in (":id", ":other_id")
        ]
        gold = [
            {"tap": "{name}"},
            *self._typed("{text}"),
            {"press": "back"},
            {"if_seen": self._hint, "do": [{"press": "back"}]},
            {"tap": "{other}"},
            *self._typed("{text}"),
        ]
        allow = (f"insert {self._message} where id in (:last + 1, :last + 2)",)
        return Deed("send_two", ways, gold, goal, {"text": self._free_texts}, draw, self._last(), allow)

    def _sending_loudest(self) -> Deed:
        ways = sayings("talk_sending_loudest")
        draw = {
            "drawn": f"SELECT t.id, t.name FROM {self._talk} AS t JOIN {self._news} AS n ON n.id = t.id "
            "WHERE NOT t.archived AND n.unread > 1 "
            f"AND n.unread = (SELECT max(m.unread) FROM {self._news} AS m JOIN {self._talk} AS o ON o.id = "
            "m.id WHERE NOT o.archived)"
        }
        gold = [{"tap": "{name}"}, *self._typed("{text}")]
        return Deed(
            "loudest",
            said(ways, talk=(self._talk_noun,)),
            gold,
            self._sent("one.talk = :id AND one.text = :text"),
            {"text": self._free_texts},
            draw,
            self._last(),
            (self._new_message(),),
        )

    def _writing_to_role(self) -> Deed:
        """Somebody known by what the list of people says of them."""
        it = ("the person from {about}", "the one who lives in {about}", "whoever lives in {about}")
        if self._second == "role":
            it = ("the {about}", "whoever is the {about}", "our {about}")
        ways = sayings("talk_writing_to_role")
        column = self._second
        draw = {
            "drawn": f"SELECT t.id, t.name, who.{column} AS about FROM {self._talk} AS t JOIN "
            f"{self._person_table} AS who ON who.id = t.person "
            f"WHERE (SELECT count(*) FROM {self._person_table} AS two WHERE two.{column} = who.{column}) = 1"
        }
        gold: Gold = [
            *self._go("people"),
            {"tap": "{about}"},
            {"tap": self._message_button},
            *self._typed("{text}"),
        ]
        return Deed(
            "role",
            said(ways, it=it),
            gold,
            self._sent("one.talk = :id AND one.text = :text"),
            {"text": self._free_texts},
            draw,
            self._last(),
            (self._new_message(),),
        )

    def _drafting(self) -> Deed:
        ways = sayings("talk_drafting")
        goal = [{"present": f"SELECT 1 FROM {self._talk} WHERE id = :id AND draft = :text"}]
        gold: Gold = [
            *self._to_talk(),
            {"type": "{text}", "into": self._hint},
            {"press": "back"},
            {"press": "back"},
        ]
        return Deed(
            "draft",
            ways,
            gold,
            goal,
            {"text": self._free_texts},
            self._a_talk(False),
            {},
            (f"update {self._talk}(draft) where id = :id",),
        )

    # -- conversations ---------------------------------------------------------------------------------

    def _act_on(self, tap: Data, is_told: bool = True) -> Gold:
        if self._acts_at == "hold":
            return [{"hold": "{name}"}, tap]
        if self._acts_at == "dots":
            return [{"tap": "Options for {name}"}, tap]
        return [
            *self._to_talk("name", is_told),
            {"tap": MORE if self._acts_at == "page" else self._info},
            tap,
        ]

    def _talk_deeds(self) -> list[Deed]:
        found = [self._switching(one, to) for one in self._talk_toggles for to in (1, 0)]
        found += [
            self._archiving(),
            self._restoring(),
            self._deleting(False),
            self._deleting(True),
            self._deleting_last(),
        ]
        if self._acts_at != "info":
            found.append(self._unreading())
        return found

    def _switching(self, toggle: Toggle, to: int) -> Deed:
        is_group = self._chance.random() < 0.5
        style = self._info_style if self._acts_at == "info" else "menu"
        goal = [{"present": f"SELECT 1 FROM {self._talk} WHERE id = :id AND {toggle.column} = {to}"}]
        draw = self._a_talk(is_group, f"{toggle.column} = {1 - to}")
        if to == 0:
            draw = {"drawn": f"SELECT id, name FROM {self._talk} WHERE {toggle.column} AND NOT archived"}
        called = (
            self._called(is_group)
            if to
            else ("{name}", f"the {self._talk_noun} {{name}}", f"the {self._talk_noun} called {{name}}")
        )
        says = said(toggle.on_ways if to else toggle.off_ways, it=called)
        return Deed(
            f"{toggle.column}{to}",
            says,
            self._act_on(toggle.tap(style, to)),
            goal,
            {},
            draw,
            {},
            (f"update {self._talk}({toggle.column}) where id = :id",),
        )

    def _archiving(self) -> Deed:
        is_group = self._chance.random() < 0.5
        ways = sayings("talk_archiving")
        gold = (
            [{"swipe": self._swipes, "on": "{name}"}]
            if self._swipes and self._chance.random() < 0.6
            else self._act_on({"tap": self._archive})
        )
        goal = [{"present": f"SELECT 1 FROM {self._talk} WHERE id = :id AND archived"}]
        return Deed(
            "archive",
            said(ways, it=self._called(is_group)),
            gold,
            goal,
            {},
            self._a_talk(is_group),
            {},
            (f"update {self._talk}(archived) where id = :id",),
        )

    def _restoring(self) -> Deed:
        ways = sayings("talk_restoring")
        gold: Gold = [*self._go("archived"), {"tap": f"{self._restore}: {{name}}"}]
        goal = [{"present": f"SELECT 1 FROM {self._talk} WHERE id = :id AND NOT archived"}]
        draw = {"drawn": f"SELECT id, name FROM {self._talk} WHERE archived"}
        return Deed(
            "restore", ways, gold, goal, {}, draw, {}, (f"update {self._talk}(archived) where id = :id",)
        )

    def _gone(self) -> tuple[list[Data], tuple[str, ...]]:
        goal = [{"absent": f"SELECT 1 FROM {self._talk} WHERE id = :id"}]
        return goal, (
            f"delete {self._talk} where id = :id",
            f"delete {self._message} where talk = :id",
            f"delete {self._member} where talk = :id",
        )

    def _deleted(self, is_told: bool = True) -> Gold:
        return [*self._act_on({"tap": self._delete}, is_told), *([{"tap": self._sure}] if self._asks else [])]

    def _deleting(self, is_group: bool) -> Deed:
        ways = sayings("talk_deleting")
        goal, allow = self._gone()
        return Deed(
            f"delete{int(is_group)}",
            said(ways, it=self._called(is_group)),
            self._deleted(),
            goal,
            {},
            self._a_talk(is_group),
            {},
            allow,
        )

    def _deleting_last(self) -> Deed:
        """By what stands in the list as its last message."""
        ways = sayings("talk_deleting_last")
        draw = {
            "drawn": f"SELECT t.id, t.name, one.text FROM {self._talk} AS t JOIN {self._message} AS one ON "
            f"one.id = (SELECT two.id FROM {self._message} AS two "
            "WHERE two.talk = t.id ORDER BY two.at DESC, two.id DESC LIMIT 1) WHERE NOT t.archived"
        }
        goal, allow = self._gone()
        return Deed(
            "delete_last",
            said(ways, talk=(self._talk_noun,)),
            self._deleted(False),
            goal,
            {},
            draw,
            {},
            allow,
        )

    def _unreading(self) -> Deed:
        ways = sayings("talk_unreading")
        goal = [{"present": f"SELECT 1 FROM {self._news} WHERE id = :id AND unread > 0"}]
        read = f"NOT EXISTS (SELECT 1 FROM {self._news} AS n WHERE n.id = {self._talk}.id AND n.unread)"
        return Deed(
            "unread",
            said(ways, it=self._called(False)),
            self._act_on({"tap": self._unread_label}),
            goal,
            {},
            self._a_talk(False, read),
        )
