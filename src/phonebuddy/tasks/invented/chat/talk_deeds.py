"""Chat talk deeds: what is asked of messages, groups and oneself in an invented messenger.

Invariant: everything a deed's gold does is on the pages of the very same sketch.
"""

from __future__ import annotations

from phonebuddy.tasks.invented.chat.parts import said, sayings
from phonebuddy.tasks.invented.chat.talk_plan import REACTIONS
from phonebuddy.tasks.invented.chat.talk_sends import TalkSends
from phonebuddy.tasks.invented.sketch import ANYTHING, Data, Deed, Gold, Read, Sketch, Write


class Talk(TalkSends):
    # -- messages --------------------------------------------------------------------------------------

    def _a_message(self, where: str) -> Data:
        return {
            "drawn": f"SELECT one.id, one.text, t.name, t.id AS talk FROM {self._message} AS one JOIN "
            f"{self._talk} AS t ON t.id = one.talk WHERE NOT t.archived AND {where}"
        }

    def _on_message(self, label: str) -> Gold:
        touch = "hold" if self._message_acts == "hold" else "tap"
        return [*self._to_talk(), {touch: "{text}"}, {"tap": label}]

    def _message_deeds(self) -> list[Deed]:
        return [self._reacting(), self._replying(), self._forwarding(), self._starring(), self._erasing()]

    def _reacting(self) -> Deed:
        ways: tuple[str, ...] = sayings("talk_like")
        if self._reacts == "one":
            goal = [{"present": f"SELECT 1 FROM {self._message} WHERE id = :id AND reaction = 'Liked'"}]
            return Deed(
                "react",
                said(ways, talk=(self._talk_noun,)),
                self._on_message(self._react),
                goal,
                {},
                self._a_message("NOT one.mine AND t.person"),
                {},
                (f"update {self._message}(reaction) where id = :id",),
            )
        ways = sayings("talk_react")
        goal = [{"present": f"SELECT 1 FROM {self._message} WHERE id = :id AND reaction = :mood"}]
        gold = [*self._on_message(self._react), {"tap": "{mood}"}]
        return Deed(
            "react",
            ways,
            gold,
            goal,
            {"mood": list(REACTIONS)},
            self._a_message("NOT one.mine AND t.person"),
            {},
            (f"update {self._message}(reaction) where id = :id",),
        )

    def _replying(self) -> Deed:
        ways = sayings("talk_replying")
        gold = [*self._on_message(self._reply), *self._typed("{answer}")]
        goal = self._sent("one.talk = :talk AND one.text = :answer AND one.quoted = :text")
        return Deed(
            "reply",
            said(ways, talk=(self._talk_noun,)),
            gold,
            goal,
            {"answer": self._free_texts},
            self._a_message("NOT one.mine AND t.person"),
            self._last(),
            (self._new_message(),),
        )

    def _forwarding(self) -> Deed:
        ways = sayings("talk_forwarding")
        draw = self._a_message("NOT one.mine AND t.person") | {
            "second": f"SELECT id AS other_id, name AS other FROM {self._talk} WHERE NOT archived AND id "
            "<> :talk"
        }
        goal = self._sent("one.talk = :other_id AND one.text = :text")
        gold = [*self._on_message(self._forward), {"tap": "{other}"}]
        return Deed(
            "forward",
            said(ways, talk=(self._talk_noun,)),
            gold,
            goal,
            {},
            draw,
            self._last(),
            (self._new_message(),),
        )

    def _starring(self) -> Deed:
        ways = sayings("talk_starring")
        goal = [{"present": f"SELECT 1 FROM {self._message} WHERE id = :id AND starred"}]
        return Deed(
            "star",
            said(ways, talk=(self._talk_noun,)),
            self._on_message(self._star),
            goal,
            {},
            self._a_message("NOT one.mine"),
            {},
            (f"update {self._message}(starred) where id = :id",),
        )

    def _erasing(self) -> Deed:
        ways = sayings("talk_erasing")
        goal = [{"absent": f"SELECT 1 FROM {self._message} WHERE id = :id"}]
        return Deed(
            "erase",
            said(ways, talk=(self._talk_noun,)),
            self._on_message(self._erase),
            goal,
            {},
            self._a_message("one.mine"),
            {},
            (f"delete {self._message} where id = :id",),
        )

    # -- groups ----------------------------------------------------------------------------------------

    def _group_deeds(self) -> list[Deed]:
        return [self._grouping(), self._adding(), self._removing(), self._renaming(), self._topic()]

    def _grouping(self) -> Deed:
        ways = sayings("talk_grouping")
        table = self._person_table
        draw = {
            "pair": f"SELECT a.id AS one_id, a.name AS one, b.id AS two_id, b.name AS two FROM {table} "
            f"AS a JOIN {table} AS b ON a.id < b.id"
        }
        opened: Gold = (
            [{"tap": "Add"}, {"tap": self._new_group}]
            if self._new_at == "fab"
            else [{"tap": self._new_group}]
        )
        ticks: Gold = [{"tap": "{one}"}, {"tap": "{two}"}]
        name: Gold = [{"type": "{title}", "into": self._group_name}]
        steps = [*ticks, {"tap": self._next}, *name] if self._wizard else [*ticks, *name]
        goal = [
            {"exactly 1": f"SELECT 1 FROM {self._talk} WHERE name = :title AND NOT person"},
            {
                "exactly 2": f"SELECT 1 FROM {self._member} AS m JOIN {self._talk} AS t ON t.id = m.talk "
                "WHERE t.name = :title"
            },
            {
                "exactly 2": f"SELECT 1 FROM {self._member} AS m JOIN {self._talk} AS t ON t.id = m.talk "
                "WHERE t.name = :title AND m.person IN (:one_id, :two_id)"
            },
        ]
        facts = {"talks": f"SELECT max(id) AS last_talk FROM {self._talk}"}
        allow = (
            f"insert {self._talk} where id = :last_talk + 1",
            f"insert {self._member} where talk = :last_talk + 1",
        )
        return Deed(
            "group",
            said(ways, group=(self._group_noun,)),
            [*opened, *steps, {"tap": self._create}],
            goal,
            {"title": self._free_groups},
            draw,
            facts,
            allow,
        )

    def _adding(self) -> Deed:
        ways = sayings("talk_adding")
        draw = self._a_talk(True) | {
            "second": f"SELECT id AS who_id, name AS who FROM {self._person_table} WHERE id NOT IN "
            f"(SELECT person FROM {self._member} WHERE talk = :id)"
        }
        goal = [{"exactly 1": f"SELECT 1 FROM {self._member} WHERE talk = :id AND person = :who_id"}]
        gold = [*self._to_talk(), {"tap": self._info}, {"tap": self._add_member}, {"tap": "{who}"}]
        return Deed(
            "add",
            said(ways, it=self._called(True)),
            gold,
            goal,
            {},
            draw,
            {},
            (f"insert {self._member} where talk = :id and person = :who_id",),
        )

    def _removing(self) -> Deed:
        ways = sayings("talk_removing")
        draw = self._a_talk(True) | {
            "second": f"SELECT who.id AS who_id, who.name AS who FROM {self._person_table} AS who JOIN "
            f"{self._member} AS m ON m.person = who.id WHERE m.talk = :id"
        }
        goal = [{"absent": f"SELECT 1 FROM {self._member} WHERE talk = :id AND person = :who_id"}]
        out: Gold = (
            [{"tap": f"{self._out}: {{who}}"}]
            if self._removes_by == "icon"
            else [{"hold": "{who}"}, {"tap": self._out}]
        )
        return Deed(
            "remove",
            said(ways, it=self._called(True)),
            [*self._to_talk(), {"tap": self._info}, *out],
            goal,
            {},
            draw,
            {},
            (f"delete {self._member} where talk = :id and person = :who_id",),
        )

    def _renaming(self) -> Deed:
        ways = sayings("talk_renaming")
        goal = [{"present": f"SELECT 1 FROM {self._talk} WHERE id = :id AND name = :title"}]
        gold = [
            *self._to_talk(),
            {"tap": self._info},
            {"tap": "Rename"},
            {"replace": "Text", "with": "{title}"},
            {"tap": self._save},
        ]
        return Deed(
            "rename",
            said(ways, it=self._called(True)),
            gold,
            goal,
            {"title": self._free_groups},
            self._a_talk(True),
            {},
            (f"update {self._talk}(name) where id = :id",),
        )

    def _topic_gold(self, text: str) -> Gold:
        return [
            {"tap": self._info},
            {"tap": self._topic_edit},
            {"replace": "Text", "with": text},
            {"tap": self._save},
        ]

    def _topic(self) -> Deed:
        label = self._topic_label.lower()
        ways = sayings("talk_topic")
        goal = [{"present": f"SELECT 1 FROM {self._talk} WHERE id = :id AND topic = :text"}]
        subject = "topic" if label == "about this group" else label
        gold = [*self._to_talk(), *self._topic_gold("{text}")]
        return Deed(
            "topic",
            said(ways, it=self._called(True), s=(subject,)),
            gold,
            goal,
            {"text": self._data["topics"]},
            self._a_talk(True, "topic <> :text"),
            {},
            (f"update {self._talk}(topic) where id = :id",),
        )

    # -- oneself, questions, endings -------------------------------------------------------------------

    def _own_deeds(self) -> list[Deed]:
        ways = sayings("talk_status")
        save = {"tap": self._save}
        written: Gold = [{"replace": "Status text", "with": "{text}"}, {"press": "back"}]
        status = Deed(
            "status",
            ways,
            [*self._go("me"), *written, save],
            [{"present": f"SELECT 1 FROM {self._me} WHERE status = :text"}],
            {"text": self._common["statuses"]},
            {},
            {},
            (f"update {self._me}(status) where id = 1",),
        )
        ways = sayings("talk_mood")
        entry = self._status.invented("mood", self._chance, False)
        mood = Deed(
            "mood",
            ways,
            [*self._go("me"), *entry.gold, save],
            [{"present": f"SELECT 1 FROM {self._me} WHERE mood = :mood"}],
            {"mood": list(self._status.values[1:])},
            {},
            {},
            (f"update {self._me}(mood) where id = 1",),
        )
        return [status, mood, self._quiet()]

    def _quiet(self) -> Deed:
        column, label, ways = self._chance.choice(
            (
                ("seen", "Show when I was here", sayings("talk_unseen")),
                ("loud", "Play a sound", sayings("talk_silent")),
            )
        )
        gold: Gold = [*self._go("me"), {"tap": label, "role": "switch"}]
        goal = [{"present": f"SELECT 1 FROM {self._me} WHERE NOT {column}"}]
        return Deed("quiet", ways, gold, goal, {}, {}, {}, (f"update {self._me}({column}) where id = 1",))

    def _asking_deeds(self) -> list[Deed]:
        return [self._counting(), self._stranger(), self._which_one()]

    def _counting(self) -> Deed:
        asks = sayings("talk_counting")
        draw = {
            "drawn": f"SELECT t.name, count(*) AS number FROM {self._talk} AS t JOIN {self._member} AS m "
            "ON m.talk = t.id WHERE NOT t.archived GROUP BY t.id"
        }
        gold = [*self._to_talk(), {"read": "got", "match": r"^(\d+) members$"}, {"answer": "{got}"}]
        return Deed("count", said(asks, it=self._called(True)), gold, [{"answer": "{number}"}], {}, draw)

    def _stranger(self) -> Deed:
        ways = sayings("talk_stranger")
        if self._new_at == "person":
            gold: Gold = [*self._go("people"), {"type": "{name}", "into": self._people_hint}]
        else:
            gold = [
                *([{"tap": "Add"}] if self._new_at == "fab" else []),
                {"tap": self._new},
                {"type": "{name}", "into": "To"},
            ]
        gold.append(
            {"answer": "It cannot be done: there is no {name} in {app}.".replace("{app}", self._title)}
        )
        seen = self._seen("people" if self._new_at == "person" else "pick")
        if self._new_at != "person":
            sql = (
                f"SELECT 1 FROM phone_event WHERE app = '{self._name}' AND kind = 'page' AND detail "
                "IN ('pick', 'people')"
            )
            seen = [{"present": sql}]
        return Deed(
            "stranger",
            said(ways, talk=(self._talk_noun,)),
            gold,
            seen,
            {"name": self._strangers, "text": self._free_texts},
            end="impossible",
        )

    def _which_one(self) -> Deed:
        """Nothing is said of what to write."""
        ways = sayings("talk_untold")
        gold: Gold = [*self._go("people"), {"tap": "{name}"}, {"ask": "What should I write?"}]
        sql = f"SELECT 1 FROM phone_event WHERE app = '{self._name}' AND kind = 'page'"
        return Deed("untold", ways, gold, [{"present": sql}], {}, self._one_person(), end="ask")

    # -- what can be read and written ------------------------------------------------------------------

    def _reads(self) -> list[Read]:
        found = self._person_reads()
        things = tuple(f"{one} of {it}" for it in self._called(True, "r_name") for one in ("the topic",))
        asks = said(sayings("talk_topic_ask"), it=self._called(True, "r_name"))
        draw = {
            "read": f"SELECT name AS r_name, topic AS r_value FROM {self._talk} WHERE NOT person AND "
            "NOT archived"
        }
        found.append(
            Read(
                "text",
                things,
                asks,
                draw,
                "r_value",
                [*self._to_talk("r_name"), {"tap": self._info}, {"read": "got", "near": self._topic_label}],
            )
        )
        return found

    def _writes(self) -> list[Write]:
        found = [self._message_write(False), self._message_write(True)]
        ways = sayings("talk_status_write")
        gold: Gold = [
            *self._go("me"),
            {"replace": "Status text", "with": "{got}"},
            {"press": "back"},
            {"tap": self._save},
        ]
        goal = [{"exactly 1": f"SELECT status FROM {self._me}", "saying": "{V}"}]
        found.append(Write(ANYTHING, ways, {}, {}, gold, goal, (f"update {self._me}(status) where id = 1",)))
        says = said(sayings("talk_topic_write"), it=self._called(True, "w_name"))
        goal = [{"exactly 1": f"SELECT topic FROM {self._talk} WHERE id = :w_id", "saying": "{V}"}]
        found.append(
            Write(
                ANYTHING,
                says,
                self._a_talk(True, "1", "w_"),
                {},
                [*self._to_talk("w_name"), *self._topic_gold("{got}")],
                goal,
                (f"update {self._talk}(topic) where id = :w_id",),
            )
        )
        return [*found, self._note_write()] if self._has_note else found

    def _message_write(self, is_group: bool) -> Write:
        says = sayings("talk_write")
        if is_group:
            says = said(sayings("talk_group_write"), it=self._called(True, "w_name")[:3])
        goal = [
            {
                "exactly 1": f"SELECT text FROM {self._message} WHERE talk = :w_id AND mine AND id > :w_last",
                "saying": "{V}",
            }
        ]
        facts = {"w_before": f"SELECT max(id) AS w_last FROM {self._message}"}
        gold = [*self._to_talk("w_name"), *self._typed("{got}")]
        return Write(
            ANYTHING,
            says,
            self._a_talk(is_group, "1", "w_"),
            facts,
            gold,
            goal,
            (f"insert {self._message} where id = :w_last + 1",),
        )

    def sketch(self) -> Sketch:
        app = self._app()
        content = self._content()
        deeds = [
            *self._sending_deeds(),
            *self._talk_deeds(),
            *self._message_deeds(),
            *self._group_deeds(),
            *self._own_deeds(),
            *self._asking_deeds(),
            *self._person_deeds(),
        ]
        looks = (f"change {self._news}", f"update {self._person_table}(chosen)")
        return self._sketch(
            app,
            content,
            deeds,
            self._reads(),
            self._writes(),
            looks,
        )
