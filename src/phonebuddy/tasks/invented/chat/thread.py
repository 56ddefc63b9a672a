"""Chat thread: an invented messenger made of the shared module `thread`, with people beside it.

Invariant: what the module calls its tables, pages and words is what gold and goals say here.
"""

from __future__ import annotations

import random

from phonebuddy.tasks.invented.chat.parts import said, sayings
from phonebuddy.tasks.invented.chat.people import MORE, Chat
from phonebuddy.tasks.invented.sketch import ANYTHING, Data, Deed, Gold, Sketch, Write

_HINT, _SEND, _NEW = "Message", "Send message", "New conversation"


class Thread(Chat):
    start = "thread"

    def __init__(self, name: str, chance: random.Random, data: Data, common: Data) -> None:
        super().__init__(name, chance, data, common)
        self._nav = "bottom"
        self._thread, self._message = f"{name}_thread", f"{name}_thread_message"
        self._noun = self._one_of(data["talk"])
        texts = [*data["messages"], *common["messages"]]
        chance.shuffle(texts)
        half = len(texts) * 3 // 5
        self._texts, self._free_texts = texts[:half], texts[half:]
        self._acts_at = self._one_of(("hold", "page"))
        self._pick_title = self._one_of(("To whom?", "Choose a person", "Who gets it?"))
        self._write = self._one_of(("Write", "Chat", "Send a line"))
        self.places = (
            ("thread", self._one_of(("Chats", "Inbox", "Talks", "Home")), "message-text-outline"),
            ("people", self._people_title, "account-multiple-outline"),
        )

    def sketch(self) -> Sketch:
        items = [
            {"nav_item": label, "value": one, "icon": icon, "on_tap": [{"replace": one}]}
            for one, label, icon in self.places
        ]
        module = {
            "title": self._title,
            "on_new": [{"open": "pick"}],
            "bottom": {"bottom_nav": "thread", "items": items},
            "empty": "Nobody has written yet",
        }
        begin: Data = {
            "use": "thread_start",
            "name": "(SELECT name FROM " + self._person_table + " WHERE id = :id)",
        }
        write = {
            "row": [{"button": self._write, "icon": "message-outline", "on_tap": [begin]}],
            "pad": 16,
            "spread": "center",
        }
        row = {"list_item": "{person_name}", "text": "{about}", "avatar": "{person_name}", "on_tap": [begin]}
        rows = (
            f"SELECT id, name AS person_name, role AS about FROM {self._person_table} WHERE "
            "trim(:query) = '' OR instr(folded(name), folded(trim(:query))) ORDER BY name"
        )
        pick = {
            "vars": {"query": ""},
            "top": {"top_bar": self._pick_title, "leave": "back"},
            "body": [
                {"search_bar": "query", "hint": "Name"},
                {"list": rows, "each": row, "empty": "Nobody of that name"},
            ],
        }
        pages = {"people": self._people_page(), "person": self._person_page([write]), "pick": pick}
        app = {"schema": self._person_schema(), "modules": {"thread": module}, "pages": pages}
        deeds = [*self._talk_deeds(), *self._state_deeds(), *self._other_deeds(), *self._person_deeds()]
        return self._sketch(
            app,
            self._content(),
            deeds,
            self._person_reads(),
            self._writes(),
            (f"update {self._thread}(read_at)",),
        )

    def _content(self) -> Data:
        chance = self._chance
        threads: list[Data] = []
        messages: list[Data] = []
        names = [one["name"] for one in chance.sample(self._persons, len(self._persons) - 3)]
        names += chance.sample(self._data["groups"], 3)
        chance.shuffle(names)
        texts, people = list(self._texts), {one["name"] for one in self._persons}
        for at, name in enumerate(names):
            threads.append(
                {
                    "id": at + 1,
                    "name": name,
                    "pinned": int(at == 1 or chance.random() < 0.2),
                    "muted": int(at == 2 or chance.random() < 0.2),
                    "read_at": f"=now() - {chance.randint(0, 90000) if chance.random() < 0.4 else 0}",
                }
            )
            moment = chance.randint(900, 86400 * 4)
            for number in range(chance.randint(2 if at == 0 else 1, 4)):
                if not texts:
                    break
                is_mine = int(number > 0 and (at == 0 or chance.random() < 0.4))
                author = "" if is_mine else name if name in people else chance.choice(self._persons)["name"]
                messages.append(
                    {
                        "thread": at + 1,
                        "author": author,
                        "mine": is_mine,
                        "at": f"=now() - {moment}",
                        "text": texts.pop(),
                    }
                )
                moment = max(60, moment - chance.randint(60, 2000))
        return {self._person_table: self._persons, self._thread: threads, self._message: messages}

    # -- helpers ---------------------------------------------------------------------------------------

    def _to_thread(self, slot: str = "name", is_told: bool = True) -> Gold:
        name = f"{{{slot}}}"
        find: Gold = [{"type": name, "into": "Search"}] if is_told and self._chance.random() < 0.3 else []
        return [*find, {"tap": name}]

    def _a_thread(self, where: str = "1", prefix: str = "") -> Data:
        columns = f"id AS {prefix}id, name AS {prefix}name, {self._short(self._thread)} AS {prefix}short"
        return {f"{prefix}drawn": f"SELECT {columns} FROM {self._thread} WHERE {where}"}

    def _last(self) -> Data:
        return {"before": f"SELECT max(id) AS last FROM {self._message}"}

    def _typed(self, text: str) -> Gold:
        return [{"type": text, "into": _HINT}, {"tap": _SEND}]

    def _called(self) -> tuple[str, ...]:
        return (
            f"the {self._noun} {{name}}",
            "{name}",
            f"the {self._noun} called {{name}}",
            f"my {self._noun} {{name}}",
        )

    # -- what can be asked -----------------------------------------------------------------------------

    def _talk_deeds(self) -> list[Deed]:
        return [self._sending(), self._starting(), self._drafting()]

    def _sending(self) -> Deed:
        goal = [
            {
                "exactly 1": f"SELECT 1 FROM {self._message} WHERE thread = :id AND mine AND text = :text "
                "AND id > :last"
            }
        ]
        allow = (f"insert {self._message} where id = :last + 1",)
        gold = [*self._to_thread(), *self._typed("{text}")]
        new = {"text": self._free_texts}
        return Deed("send", sayings("thread_send"), gold, goal, new, self._a_thread(), self._last(), allow)

    def _starting(self) -> Deed:
        ways = sayings("thread_start")
        begun = [
            {
                "exactly 1": f"SELECT 1 FROM {self._message} AS m JOIN {self._thread} AS t ON t.id = "
                "m.thread WHERE t.name = :name AND m.mine AND m.text = :text"
            }
        ]
        to_new: Gold = (
            [{"tap": _NEW}, {"tap": "{name}"}]
            if self._chance.random() < 0.6
            else [*self._to_person("name"), {"tap": self._write}]
        )
        facts = self._last() | {"threads": f"SELECT max(id) AS last_thread FROM {self._thread}"}
        draw = self._one_person(f"name NOT IN (SELECT name FROM {self._thread})")
        allow = (
            f"insert {self._message} where id = :last + 1",
            f"insert {self._thread} where id = :last_thread + 1",
        )
        gold = [*to_new, *self._typed("{text}")]
        new = {"text": self._free_texts}
        return Deed("start", said(ways, t=(self._noun,)), gold, begun, new, draw, facts, allow)

    def _drafting(self) -> Deed:
        ways = sayings("thread_draft")
        kept = [{"present": f"SELECT 1 FROM {self._thread} WHERE id = :id AND draft = :text"}]
        gold: Gold = [
            *self._to_thread(),
            {"type": "{text}", "into": _HINT},
            {"press": "back"},
            {"press": "back"},
        ]
        allow = (f"update {self._thread}(draft, read_at) where id = :id",)
        new = {"text": self._free_texts}
        return Deed("draft", said(ways, t=(self._noun,)), gold, kept, new, self._a_thread(), {}, allow)

    def _choose(self, label: str, is_told: bool = True) -> Gold:
        if self._acts_at == "hold":
            return [{"hold": "{name}"}, {"tap": label}]
        return [*self._to_thread("name", is_told), {"tap": MORE}, {"tap": label}]

    def _state_deeds(self) -> list[Deed]:
        table = self._thread
        words = {
            "pinned1": sayings("thread_pin"),
            "pinned0": sayings("thread_unpin"),
            "muted1": sayings("thread_mute"),
            "muted0": sayings("thread_unmute"),
        }
        found = []
        for key, ways in words.items():
            column, to = key[:-1], int(key[-1])
            label = "Pin or unpin" if column == "pinned" else "Mute or unmute"
            goal = [{"present": f"SELECT 1 FROM {table} WHERE id = :id AND {column} = {to}"}]
            allow = (f"update {table}({column}, read_at) where id = :id",)
            found.append(
                Deed(
                    key,
                    said(ways, it=self._called()),
                    self._choose(label),
                    goal,
                    {},
                    self._a_thread(f"{column} = {1 - to}"),
                    {},
                    allow,
                )
            )
        return found

    def _other_deeds(self) -> list[Deed]:
        talk = (self._noun,)
        gone = [{"absent": f"SELECT 1 FROM {self._thread} WHERE id = :id"}]
        allow = (f"delete {self._thread} where id = :id", f"delete {self._message} where thread = :id")
        erase: Gold = [{"tap": MORE}, {"tap": "Delete conversation"}, {"tap": "Delete"}]
        ways = sayings("thread_delete")
        found = [
            Deed(
                "delete",
                said(ways, it=self._called()),
                [*self._to_thread(), *erase],
                gone,
                {},
                self._a_thread(),
                {},
                allow,
            )
        ]
        ways = sayings("thread_delete_last")
        draw = {
            "drawn": f"SELECT t.id, t.name, m.text FROM {self._thread} AS t JOIN {self._message} AS m ON "
            f"m.id = (SELECT two.id FROM {self._message} AS two "
            "WHERE two.thread = t.id ORDER BY two.at DESC, two.id DESC LIMIT 1)"
        }
        found.append(
            Deed("delete_last", said(ways, t=talk), [{"tap": "{name}"}, *erase], gone, {}, draw, {}, allow)
        )
        ways = sayings("thread_erase")
        draw = {
            "drawn": f"SELECT m.id, m.text, t.name FROM {self._message} AS m JOIN {self._thread} AS t ON "
            "t.id = m.thread WHERE m.mine"
        }
        absent = [{"absent": f"SELECT 1 FROM {self._message} WHERE id = :id"}]
        found.append(
            Deed(
                "erase",
                said(ways, t=talk),
                [*self._to_thread(), {"hold": "{text}"}, {"tap": "Delete"}],
                absent,
                {},
                draw,
                {},
                (f"delete {self._message} where id = :id",),
            )
        )
        return [*found, self._unreading(), self._stranger(), self._untold()]

    def _unreading(self) -> Deed:
        ways = sayings("thread_unreading")
        goal = [{"present": f"SELECT 1 FROM {self._thread} WHERE id = :id AND read_at = 0"}]
        draw = self._a_thread(
            f"read_at > 0 AND EXISTS (SELECT 1 FROM {self._message} AS m WHERE m.thread = "
            f"{self._thread}.id AND NOT m.mine)"
        )
        return Deed(
            "unread",
            said(ways, it=self._called()),
            [{"hold": "{name}"}, {"tap": "Mark as unread"}],
            goal,
            {},
            draw,
        )

    def _stranger(self) -> Deed:
        ways = sayings("thread_stranger")
        gold: Gold = [
            {"tap": _NEW},
            {"type": "{name}", "into": "Name"},
            {"answer": "It cannot be done: there is no {name} here."},
        ]
        sql = (
            f"SELECT 1 FROM phone_event WHERE app = '{self._name}' AND kind = 'page' AND detail IN "
            "('pick', 'people')"
        )
        return Deed(
            "stranger",
            said(ways, t=(self._noun,)),
            gold,
            [{"present": sql}],
            {"name": self._strangers, "text": self._free_texts},
            end="impossible",
        )

    def _untold(self) -> Deed:
        ways = sayings("thread_untold")
        gold: Gold = [*self._to_person("name"), {"ask": "What should I write?"}]
        return Deed("untold", ways, gold, self._seen("people"), {}, self._one_person(), end="ask")

    def _writes(self) -> list[Write]:
        says = sayings("thread_write")
        goal = [
            {
                "exactly 1": f"SELECT text FROM {self._message} WHERE thread = :w_id AND mine AND id > "
                ":w_last",
                "saying": "{V}",
            }
        ]
        facts = {"w_before": f"SELECT max(id) AS w_last FROM {self._message}"}
        write = Write(
            ANYTHING,
            says,
            self._a_thread("1", "w_"),
            facts,
            [*self._to_thread("w_name"), *self._typed("{got}")],
            goal,
            (f"insert {self._message} where id = :w_last + 1",),
        )
        return [write, *([self._note_write()] if self._has_note else [])]
