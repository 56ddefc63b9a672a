"""Chat talk lists: the pages of an invented messenger that list conversations, and that of the own status.

Invariant: what can be done about a conversation is the same wherever it is offered.
"""

from __future__ import annotations

from phonebuddy.tasks.invented.chat.talk_plan import TalkPlan
from phonebuddy.tasks.invented.sketch import Data


class TalkLists(TalkPlan):
    """The main pages."""

    @property
    def _num_unread(self) -> str:
        """SQL over the talk t."""
        return f"coalesce((SELECT n.unread FROM {self._news} AS n WHERE n.id = t.id), 0)"

    def _rows(self, where: str) -> str:
        last = (
            f"(SELECT one.{{}} FROM {self._message} AS one WHERE one.talk = t.id ORDER BY one.at "
            "DESC, one.id DESC LIMIT 1)"
        )
        unread = self._num_unread
        return (
            f"SELECT t.id, t.name AS talk_name, t.pinned, t.muted, {unread} AS unread, t.person, {unread} > "
            f"0 AS has_unread, CASE t.draft WHEN '' THEN coalesce({last.format('text')}, '') ELSE 'Draft: ' "
            "|| t.draft END AS says, "
            "CASE WHEN t.pinned AND t.muted THEN 'Pinned · Muted' WHEN t.pinned THEN 'Pinned' WHEN t.muted "
            "THEN 'Muted' ELSE '' END AS state_words, "
            f"CASE WHEN t.person THEN 'People' ELSE 'Groups' END AS part, CASE WHEN {last.format('at')} >= "
            f"today() THEN clock_time({last.format('at')}) "
            f"ELSE coalesce(relative_day({last.format('at')}, today()), '') END AS when_text FROM "
            f"{self._talk} AS t WHERE {where}"
        )

    def _talks_page(self) -> Data:
        where = "NOT t.archived AND (trim(:query) = '' OR instr(folded(t.name), folded(trim(:query))))"
        where += (
            f" AND (:only = 'All' OR :only = 'Unread' AND {self._num_unread} OR :only = 'Groups' "
            "AND NOT t.person)"
        )
        order = (
            " ORDER BY t.person = 0, t.pinned DESC, "
            if self._narrow == "sections"
            else " ORDER BY t.pinned DESC, "
        )
        order += (
            f"coalesce((SELECT max(one.at) FROM {self._message} AS one WHERE one.talk = t.id), 0) DESC, t.id"
        )
        page: Data = {
            "vars": {"query": "", "only": "All"},
            "top": {"top_bar": self._title, "actions": []},
            "body": [],
        }
        actions = page["top"]["actions"]
        if self._search == "icon":
            page["vars"]["looking"], page["data"] = 0, "SELECT :looking = 1 AS is_looking"
            actions.append(
                {
                    "icon_button": "magnify",
                    "label": "Search",
                    "on_tap": [{"set": {"looking": 1}}, {"focus": "query"}],
                }
            )
            page["body"].append({"search_bar": "query", "hint": self._search_hint, "when": "is_looking"})
        elif self._search == "bar":
            page["body"].append({"search_bar": "query", "hint": self._search_hint})
        page["body"] += self._narrowing()
        made: Data = {
            "list": self._rows(where) + order,
            "each": self._row_widget(),
            "empty": "Nothing here",
            "empty_icon": "message-outline",
        }
        if self._narrow == "sections":
            made |= {"section": "part", "header": {"header": "{part}"}}
        page["body"] += [
            {"column": [made | {"gap": 8}], "pad": 12} if self._row == "card" else made,
            {"space": 88},
        ]
        self._place_new(page, actions)
        return self._framed("talks", page)

    def _place_new(self, page: Data, actions: list[Data]) -> None:
        menu = [
            {"menu_item": self._new, "icon": "message-plus-outline", "on_tap": [{"open": "pick"}]},
            {
                "menu_item": self._new_group,
                "icon": "account-multiple-plus-outline",
                "on_tap": [{"open": "group"}],
            },
        ]
        if self._new_at == "fab":
            page["floating"] = {"fab": "plus", "label": "Add", "on_tap": [{"menu": menu}]}
        elif self._new_at == "top":
            actions.append(
                {"icon_button": "square-edit-outline", "label": self._new, "on_tap": [{"open": "pick"}]}
            )
            page["body"].insert(
                0,
                {
                    "row": [
                        {
                            "button": self._new_group,
                            "style": "tonal",
                            "icon": "account-multiple-plus-outline",
                            "on_tap": [{"open": "group"}],
                        }
                    ],
                    "pad": 12,
                },
            )
        else:
            page["floating"] = {
                "fab": "account-multiple-plus-outline",
                "label": self._new_group,
                "on_tap": [{"open": "group"}],
            }

    def _narrowing(self) -> list[Data]:
        if self._narrow == "tabs":
            return [{"tabs": "only", "options": {one: one for one in ("All", "Unread", "Groups")}}]
        if self._narrow == "chips":
            rows = (
                "SELECT column1 AS chip_name, column1 = :only AS here FROM (VALUES ('All'), "
                "('Unread'), ('Groups'))"
            )
            return [
                {
                    "strip": rows,
                    "pad": 16,
                    "each": {
                        "chip": "{chip_name}",
                        "selected": "{here}",
                        "on_tap": [{"set": {"only": "{chip_name}"}}],
                    },
                }
            ]
        return []

    def _row_widget(self) -> Data:
        tap = [{"open": "talk", "with": {"talk": "{id}"}}]
        menu = [{"menu": self._talk_menu("id", ())}]
        if self._row == "card":
            head: list[Data] = [
                {"avatar": "{talk_name}", "size": 36},
                {"text": "{talk_name}", "style": "title", "grow": 1},
                {"badge": "{unread}", "when": "has_unread"},
            ]
            if self._acts_at == "dots":
                head.append(
                    {"icon_button": "dots-vertical", "label": "Options for {talk_name}", "on_tap": menu}
                )
            lines: list[Data] = [
                {"row": head, "gap": 8},
                {"text": "{says}", "lines": 1},
                {"text": "{when_text}", "style": "body_small"},
            ]
            row: Data = {"card": lines, "style": "outlined", "gap": 4, "on_tap": tap}
        else:
            row = {
                "list_item": "{talk_name}",
                "overline": "{state_words}",
                "text": "{says}",
                "avatar": "{talk_name}",
                "lines": 1,
                "meta": "{when_text}",
                "on_tap": tap,
            }
            row["trailing"] = {"badge": "{unread}", "when": "has_unread"}
            if self._acts_at == "dots":
                row["trailing"] = {
                    "row": [
                        row["trailing"],
                        {"icon_button": "dots-vertical", "label": "Options for {talk_name}", "on_tap": menu},
                    ]
                }
        if self._acts_at == "hold":
            row["on_long_press"] = menu
        if self._swipes:
            row[f"on_swipe_{self._swipes}"] = [
                {"sql": f"UPDATE {self._talk} SET archived = 1 WHERE id = :id"},
                {"snackbar": "Archived"},
            ]
        return row

    def _talk_menu(self, key: str, leave: tuple[Data, ...]) -> list[Data]:
        found = [part for one in self._talk_toggles for part in one.widgets("menu", self._talk, key)]
        archive = [
            {"sql": f"UPDATE {self._talk} SET archived = 1 WHERE id = :{key}"},
            *leave,
            {"snackbar": "Archived"},
        ]
        unread = [
            {
                "sql": f"INSERT INTO {self._news} (id, unread) VALUES (:{key}, 1) ON CONFLICT (id) DO "
                "UPDATE SET unread = max(unread, 1)"
            },
            *leave,
        ]
        found.append({"menu_item": self._archive, "icon": "archive-arrow-down-outline", "on_tap": archive})
        found.append({"menu_item": self._unread_label, "icon": "email-outline", "on_tap": unread})
        return [
            *found,
            {"menu_item": self._delete, "icon": "delete-outline", "on_tap": self._deletion(key, leave)},
        ]

    def _deletion(self, key: str, leave: tuple[Data, ...]) -> list[Data]:
        effects: list[Data] = [
            {"sql": f"DELETE FROM {self._message} WHERE talk = :{key}"},
            {"sql": f"DELETE FROM {self._member} WHERE talk = :{key}"},
            {"sql": f"DELETE FROM {self._talk} WHERE id = :{key}"},
            *leave,
            {"snackbar": "Gone"},
        ]
        if not self._asks:
            return effects
        return [
            {
                "dialog": "Are you sure?",
                "text": "All its messages will be gone.",
                "confirm": self._sure,
                "danger": True,
                "on_confirm": effects,
            }
        ]

    def _archived_page(self) -> Data:
        back = {
            "icon_button": "archive-arrow-up-outline",
            "label": f"{self._restore}: {{talk_name}}",
            "on_tap": [{"sql": f"UPDATE {self._talk} SET archived = 0 WHERE id = :id"}],
        }
        row = {
            "list_item": "{talk_name}",
            "text": "{says}",
            "lines": 1,
            "avatar": "{talk_name}",
            "trailing": back,
            "on_tap": [{"open": "talk", "with": {"talk": "{id}"}}],
        }
        made = {
            "list": self._rows("t.archived") + " ORDER BY t.name",
            "each": row,
            "empty": "Nothing is archived",
        }
        return self._framed("archived", {"top": {"top_bar": self.places[2][1]}, "body": [made]})

    def _me_page(self) -> Data:
        switches: list[Data] = []
        for column, label in (("seen", "Show when I was here"), ("loud", "Play a sound")):
            flip = [{"sql": f"UPDATE {self._me} SET {column} = :value WHERE id = 1"}]
            switch = {"switch": f"{{{column}}}", "description": label, "on_change": flip}
            switches.append({"list_item": label, "trailing": switch})
        save = [
            {"sql": f"UPDATE {self._me} SET status = trim(:status), mood = :mood WHERE id = 1"},
            {"snackbar": "Saved"},
        ]
        form = [
            {"field": "status", "label": "Status text"},
            *self._status.widgets(),
            {"button": self._save, "wide": True, "on_tap": save},
        ]
        page = {
            "vars": {"status": "", "mood": ""},
            "data": f"SELECT seen, loud{''.join(', ' + one for one in self._status.helpers())} FROM "
            f"{self._me} WHERE id = 1",
            "top": {"top_bar": self.places[3][1]},
            "body": [{"column": [*form, *switches], "pad": 16, "gap": 12}],
            "on_open": [
                {"let": f"SELECT status AS old_status, mood AS old_mood FROM {self._me} WHERE id = 1"},
                {"set": {"status": "{old_status}", "mood": "{old_mood}"}},
            ],
        }
        return self._framed("me", page)
