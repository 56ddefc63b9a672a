"""Chat talk: the pages of one conversation in an invented messenger, and of the people in it.

Invariant: a message is written, passed on and deleted in one table, whatever page does it.
"""

from __future__ import annotations

from phonebuddy.tasks.invented.chat.people import MORE
from phonebuddy.tasks.invented.chat.talk_lists import TalkLists
from phonebuddy.tasks.invented.chat.talk_plan import REACTIONS
from phonebuddy.tasks.invented.sketch import Data


class TalkPages(TalkLists):
    """The pages behind; what is asked of them stands in chat_talk_deeds."""

    # -- one conversation ------------------------------------------------------------------------------

    def _talk_page(self) -> Data:
        data = (
            "SELECT name AS talk_name, person, NOT person AS is_group, pinned, muted, (SELECT "
            f"count(*) FROM {self._member} AS one WHERE one.talk = t.id) AS num_members, :quoting "
            "<> '' AS is_quoting, "
        )
        data += (
            f"CASE WHEN person THEN (SELECT role FROM {self._person_table} AS who WHERE who.id = "
            f"t.person) ELSE (SELECT count(*) FROM {self._member} AS one WHERE one.talk = t.id) || "
            f"' members' END AS below FROM {self._talk} AS t WHERE id = :talk"
        )
        actions: list[Data] = [
            {
                "icon_button": "information-outline",
                "label": self._info,
                "when": "is_group",
                "on_tap": [{"open": "info", "with": {"talk": "{talk}"}}],
            },
        ]
        if self._acts_at == "info":
            actions = [{**actions[0], "label": self._info}]
            del actions[0]["when"]
        if self._acts_at == "page":
            menu = self._talk_menu("talk", ({"back": None},))
            actions.append({"icon_button": "dots-vertical", "label": MORE, "on_tap": [{"menu": menu}]})
        rows = (
            "SELECT id, author, mine, text AS says, starred, mine = 0 AS theirs, clock_time(at) AS "
            "time_text, relative_day(at, today()) AS day_words, "
            "trim(CASE WHEN starred THEN '★ ' ELSE '' END || reaction) AS marks, trim(CASE WHEN starred "
            "THEN '★ ' ELSE '' END || reaction) <> '' AS has_marks, "
            "quoted, quoted <> '' AS has_quote, CASE WHEN mine THEN 'You' ELSE author END AS who FROM "
            f"{self._message} WHERE talk = :talk ORDER BY at, id"
        )
        made = {
            "list": rows,
            "section": "day_words",
            "header": {"text": "{day_words}", "style": "body_small", "align": "center", "gap": 8},
            "each": self._message_widget(),
            "gap": 2,
        }
        leave: list[Data] = [{"back": None}]
        if self._keeps_drafts:
            leave.insert(0, {"sql": f"UPDATE {self._talk} SET draft = trim(:words) WHERE id = :talk"})
        return {
            "params": ["talk"],
            "vars": {"words": "", "quoting": ""},
            "data": data,
            "body": [made, {"space": 12}],
            "bottom": self._input(),
            "top": {"top_bar": "{talk_name}", "subtitle": "{below}", "leave": "back", "actions": actions},
            "on_open": [
                {"sql": f"UPDATE {self._news} SET unread = 0 WHERE id = :talk"},
                {"let": f"SELECT draft AS kept FROM {self._talk} WHERE id = :talk"},
                {"set": {"words": "{kept}"}},
                {"to_end": None},
            ],
            "on_back": leave,
        }

    def _message_widget(self) -> Data:
        acts: list[Data] = [{"menu": self._message_menu()}]
        if self._message_acts == "sheet":
            body = [
                {
                    "list_item": one["menu_item"],
                    "icon": one["icon"],
                    "on_tap": [{"dismiss": None}, *one["on_tap"]],
                    **{key: one[key] for key in ("when", "unless") if key in one},
                }
                for one in self._message_menu()
            ]
            acts = [{"sheet": "Message", "body": body}]
        touch = {"on_long_press" if self._message_acts == "hold" else "on_tap": acts}
        marks = {"text": "{marks}", "style": "label_small", "pad": 24, "when": "has_marks"}
        quote = {"text": "> {quoted}", "style": "body_small", "pad": 24, "when": "has_quote"}
        if self._bubbles:
            bubble = {
                "chat_bubble": "{says}",
                "mine": "{mine}",
                "time": "{time_text}",
                "name": "{author}",
                **touch,
            }
            return {"column": [quote, bubble, marks]}
        lines = [
            {
                "row": [
                    {"avatar": "{who}", "size": 28},
                    {"text": "{who}", "style": "label", "grow": 1},
                    {"text": "{time_text}", "style": "label_small"},
                ],
                "gap": 8,
            }
        ]
        return {"column": [{"card": [*lines, quote, {"text": "{says}"}, marks], "gap": 4, **touch}], "pad": 6}

    def _message_menu(self) -> list[Data]:
        table = self._message
        found: list[Data] = []
        if self._reacts == "one":
            like = [
                {
                    "sql": f"UPDATE {table} SET reaction = CASE reaction WHEN '' THEN 'Liked' ELSE '' "
                    "END WHERE id = :id"
                }
            ]
            found.append({"menu_item": self._react, "icon": "thumb-up-outline", "on_tap": like})
        else:
            items = [
                {
                    "list_item": one,
                    "on_tap": [
                        {"sql": f"UPDATE {table} SET reaction = '{one}' WHERE id = :id"},
                        {"dismiss": None},
                    ],
                }
                for one in REACTIONS
            ]
            found.append(
                {
                    "menu_item": self._react,
                    "icon": "emoticon-outline",
                    "on_tap": [{"sheet": "How do you feel?", "body": items}],
                }
            )
        found.append(
            {
                "menu_item": self._reply,
                "icon": "reply-outline",
                "on_tap": [{"set": {"quoting": "{says}"}}, {"focus": "words"}],
            }
        )
        found.append(
            {
                "menu_item": self._forward,
                "icon": "share-outline",
                "on_tap": [{"open": "forward", "with": {"message": "{id}"}}],
            }
        )
        found.append(
            {
                "menu_item": self._star,
                "icon": "star-outline",
                "on_tap": [{"sql": f"UPDATE {table} SET starred = 1 - starred WHERE id = :id"}],
            }
        )
        found.append(
            {
                "menu_item": self._erase,
                "icon": "delete-outline",
                "when": "mine",
                "on_tap": [{"sql": f"DELETE FROM {table} WHERE id = :id"}],
            }
        )
        return found

    def _input(self) -> Data:
        send: list[Data] = [
            {"let": "SELECT trim(:words) AS said_now"},
            {"require": "SELECT :said_now <> ''", "message": "Write something first"},
            {
                "sql": f"INSERT INTO {self._message} (talk, mine, at, text, quoted) VALUES (:talk, 1, "
                "now(), :said_now, :quoting)"
            },
            {"sql": f"UPDATE {self._talk} SET draft = '' WHERE id = :talk"},
            {"set": {"words": "", "quoting": ""}},
            {"to_end": None},
        ]
        button: Data = (
            {"button": self._send, "on_tap": send}
            if self._sends_by_word
            else {"icon_button": "send", "label": self._send, "color": "primary", "on_tap": send}
        )
        field = {
            "card": [{"field": "words", "hint": self._hint, "frame": "plain", "kind": "multiline"}],
            "pad": 4,
            "color": "surface_high",
            "grow": 1,
        }
        quoting = {
            "row": [
                {"text": "Answering: {quoting}", "style": "body_small", "lines": 1, "grow": 1},
                {"icon_button": "close", "label": "Do not quote", "on_tap": [{"set": {"quoting": ""}}]},
            ],
            "when": "is_quoting",
        }
        return {"column": [quoting, {"row": [field, button], "gap": 4, "align": "end"}], "pad": 8}

    # -- people in groups ------------------------------------------------------------------------------

    def _person_extra(self) -> list[Data]:
        return [
            {
                "row": [
                    {
                        "button": self._message_button,
                        "icon": "message-outline",
                        "on_tap": self._opening("id", "open"),
                    }
                ],
                "pad": 16,
                "spread": "center",
            }
        ]

    def _opening(self, key: str, how: str) -> list[Data]:
        return [
            {
                "let": f"SELECT name AS wanted_name, (SELECT min(t.id) FROM {self._talk} AS t WHERE "
                f"t.person = :{key}) AS had FROM {self._person_table} WHERE id = :{key}"
            },
            {
                "sql": f"INSERT INTO {self._talk} (name, person) VALUES (:wanted_name, :{key})",
                "unless": "had",
            },
            {"let": f"SELECT min(id) AS wanted FROM {self._talk} WHERE person = :{key}"},
            {how: "talk", "with": {"talk": "{wanted}"}},
        ]

    def _people_rows(self, where: str) -> str:
        return (
            f"SELECT id, name AS person_name, role AS about, chosen FROM {self._person_table} WHERE "
            f"{where} ORDER BY name"
        )

    def _pick_page(self) -> Data:
        row = {
            "list_item": "{person_name}",
            "text": "{about}",
            "avatar": "{person_name}",
            "on_tap": self._opening("id", "replace"),
        }
        where = "trim(:query) = '' OR instr(folded(name), folded(trim(:query)))"
        body = [
            {"search_bar": "query", "hint": "To"},
            {"list": self._people_rows(where), "each": row, "empty": "Nobody of that name"},
        ]
        return {"vars": {"query": ""}, "top": {"top_bar": self._new, "leave": "close"}, "body": body}

    def _group_page(self) -> Data:
        """Whom to have in it; the name stands here too, or on a page of its own."""
        flip = [{"sql": f"UPDATE {self._person_table} SET chosen = 1 - chosen WHERE id = :id"}]
        tick = {
            "checkbox": "{chosen}",
            "description": "{person_name}",
            "on_change": [{"sql": f"UPDATE {self._person_table} SET chosen = :value WHERE id = :id"}],
        }
        row: Data = (
            {"list_item": "{person_name}", "leading": tick}
            if self._chance.random() < 0.5
            else {
                "list_item": "{person_name}",
                "selected": "{chosen}",
                "avatar": "{person_name}",
                "on_tap": flip,
            }
        )
        end = (
            {"button": self._next, "on_tap": [{"open": "group2"}]}
            if self._wizard
            else {"button": self._create, "on_tap": self._creation()}
        )
        body: list[Data] = [{"list": self._people_rows("1"), "each": row}]
        if not self._wizard:
            body.insert(0, {"column": [{"field": "title", "label": self._group_name}], "pad": 16})
        page: Data = {
            "vars": {} if self._wizard else {"title": ""},
            "top": {"top_bar": self._new_group, "leave": "close", "actions": [end]},
            "body": body,
        }
        return page | {
            "on_open": [{"sql": f"UPDATE {self._person_table} SET chosen = 0"}],
            "on_back": [{"sql": f"UPDATE {self._person_table} SET chosen = 0"}, {"back": None}],
        }

    def _group_end_page(self) -> Data:
        count = f"SELECT count(*) || ' people' AS how_many FROM {self._person_table} WHERE chosen"
        form = [
            {"field": "title", "label": self._group_name},
            {"text": "{how_many}"},
            {"button": self._create, "wide": True, "on_tap": self._creation()},
        ]
        return {
            "vars": {"title": ""},
            "data": count,
            "top": {"top_bar": self._new_group, "leave": "back"},
            "body": [{"column": form, "pad": 16, "gap": 12}],
        }

    def _creation(self) -> list[Data]:
        return [
            {"require": "SELECT trim(:title) <> ''", "message": "Give it a name"},
            {"sql": f"INSERT INTO {self._talk} (name) VALUES (trim(:title))"},
            {"let": f"SELECT max(id) AS made FROM {self._talk}"},
            {
                "sql": f"INSERT INTO {self._member} (talk, person) SELECT :made, id FROM "
                f"{self._person_table} WHERE chosen"
            },
            {"sql": f"UPDATE {self._person_table} SET chosen = 0"},
            {"back_to": "talks"},
        ]

    def _info_page(self) -> Data:
        data = (
            "SELECT name AS talk_name, topic, pinned, muted, person, NOT person AS is_group, CASE "
            "topic WHEN '' THEN 'None' ELSE topic END AS topic_shown, (SELECT count(*) FROM "
            f"{self._member} AS one WHERE one.talk = t.id) || ' members' AS count_words FROM "
            f"{self._talk} AS t WHERE id = :talk"
        )
        pencil = self._rewriting("pencil-outline", self._topic_edit, self._topic_label, "topic", "topic")
        topic = {
            "list_item": self._topic_label,
            "text": "{topic_shown}",
            "trailing": pencil,
            "when": "is_group",
        }
        acts = [{"column": self._info_acts(), "pad": 16, "gap": 8}] if self._acts_at == "info" else []
        rename = self._rewriting("pencil", "Rename", "Rename", "name", "talk_name") | {"when": "is_group"}
        top = {"top_bar": "{talk_name}", "leave": "back", "actions": [rename]}
        body = [topic, *acts, *self._members()]
        return {"params": ["talk"], "vars": {"words": ""}, "data": data, "top": top, "body": body}

    def _rewriting(self, icon: str, label: str, title: str, column: str, now: str) -> Data:
        """An icon that leads to a dialog with the words of a column."""
        dialog = {
            "dialog": title,
            "body": [{"field": "words", "label": "Text"}],
            "confirm": self._save,
            "on_confirm": [{"sql": f"UPDATE {self._talk} SET {column} = trim(:words) WHERE id = :talk"}],
        }
        return {
            "icon_button": icon,
            "label": label,
            "on_tap": [{"set": {"words": f"{{{now}}}"}}, dialog],
        }

    def _info_acts(self) -> list[Data]:
        style = self._info_style
        found = [part for one in self._talk_toggles for part in one.widgets(style, self._talk, "talk")]
        leave = {"back_to": "talks"}
        archive = [{"sql": f"UPDATE {self._talk} SET archived = 1 WHERE id = :talk"}, leave]
        found.append({"button": self._archive, "style": "tonal", "on_tap": archive})
        found.append({"button": self._delete, "style": "danger", "on_tap": self._deletion("talk", (leave,))})
        return found

    def _members(self) -> list[Data]:
        gone = [{"sql": f"DELETE FROM {self._member} WHERE id = :id"}]
        row: Data = {"list_item": "{member_name}", "avatar": "{member_name}"}
        if self._removes_by == "icon":
            label = f"{self._out}: {{member_name}}"
            row["trailing"] = {"icon_button": "close", "label": label, "on_tap": gone}
        else:
            out = {"menu_item": self._out, "icon": "account-remove-outline", "on_tap": gone}
            row["on_long_press"] = [{"menu": [out]}]
        rows = (
            f"SELECT one.id, who.name AS member_name FROM {self._member} AS one JOIN "
            f"{self._person_table} AS who ON who.id = one.person WHERE one.talk = :talk ORDER BY "
            "who.name"
        )
        add = {
            "list_item": self._add_member,
            "icon": "account-plus-outline",
            "when": "is_group",
            "on_tap": [{"open": "add", "with": {"talk": "{talk}"}}],
        }
        head = {"header": "{count_words}", "when": "is_group"}
        return [head, add, {"list": rows, "each": row, "when": "is_group"}, {"space": 40}]

    def _add_page(self) -> Data:
        where = (
            f"NOT EXISTS (SELECT 1 FROM {self._member} AS one WHERE one.talk = :talk AND one.person "
            f"= {self._person_table}.id)"
        )
        put = [{"sql": f"INSERT INTO {self._member} (talk, person) VALUES (:talk, :id)"}, {"back": None}]
        row = {"list_item": "{person_name}", "text": "{about}", "avatar": "{person_name}", "on_tap": put}
        return {
            "params": ["talk"],
            "top": {"top_bar": self._add_member, "leave": "back"},
            "body": [{"list": self._people_rows(where), "each": row, "empty": "Everybody is in it"}],
        }

    def _forward_page(self) -> Data:
        put: list[Data] = [
            {
                "sql": f"INSERT INTO {self._message} (talk, mine, at, text) SELECT :id, 1, now(), text "
                f"FROM {self._message} WHERE id = :message"
            },
            {"snackbar": "Passed on"},
            {"back": None},
        ]
        row = {"list_item": "{talk_name}", "avatar": "{talk_name}", "on_tap": put}
        return {
            "params": ["message"],
            "top": {"top_bar": "To whom?", "leave": "close"},
            "body": [{"list": self._rows("NOT t.archived") + " ORDER BY t.name", "each": row}],
        }

    def _app(self) -> Data:
        pages = {
            "talks": self._talks_page(),
            "people": self._people_page(),
            "archived": self._archived_page(),
            "me": self._me_page(),
            "talk": self._talk_page(),
            "info": self._info_page(),
            "person": self._person_page(self._person_extra()),
            "group": self._group_page(),
            "add": self._add_page(),
            "forward": self._forward_page(),
        }
        if self._new_at != "person":
            pages["pick"] = self._pick_page()
        if self._wizard:
            pages["group2"] = self._group_end_page()
        return {"schema": self._schema(), "pages": pages}
