"""Chat case: the pages of an invented inbox: requests with a state, somebody in charge, answers and notes.

Invariant: what a form keeps is what the page of a request shows.
"""

from __future__ import annotations

from phonebuddy.tasks.invented.chat.case_plan import CasePlan
from phonebuddy.tasks.invented.chat.people import MORE
from phonebuddy.tasks.invented.fields import SWITCH, quoted
from phonebuddy.tasks.invented.narrowing import chips
from phonebuddy.tasks.invented.saving import put_button
from phonebuddy.tasks.invented.sketch import Data


class CasePages(CasePlan):
    """What is asked of them stands in chat_case_deeds."""

    # -- pages -----------------------------------------------------------------------------------------

    def _app(self) -> Data:
        pages: Data = {
            "items": self._items_page(),
            "people": self._people_page(),
            "shelved": self._shelved_page(),
            "item": self._item_page(),
            "edit": self._edit_page(),
            "person": self._person_page(),
        }
        if self._owner_label and self._owner_at == "page":
            pages["assign"] = self._assign_page()
        app: Data = {"schema": self._schema(), "pages": pages}
        if self._search == "page":
            rows = (
                "SELECT id, subject AS title, who AS text, 'file-document-outline' AS sign, "
                f"subject || ' ' || who || ' ' || code AS words FROM {self._item} WHERE NOT shelved"
            )
            app["modules"] = {
                "search": {
                    "hint": self._search_hint,
                    "rows": rows,
                    "on_choose": [{"open": "item", "with": {"id": "{id}"}}],
                }
            }
        return app

    def _about(self) -> str:
        return " || ' · ' || ".join(["who", "state", *(one.shown() for one in self._fields[:1])])

    def _rows(self, where: str, order: str) -> str:
        return (
            f"SELECT id, subject AS item_subject, who, code, state, starred, {self._about()} AS "
            f"about, relative_day(at, today()) AS when_text FROM {self._item} WHERE {where} ORDER "
            f"BY {order}"
        )

    def _items_page(self) -> Data:
        where = "NOT shelved AND (:only = 'All' OR state = :only)"
        page: Data = {"vars": {"only": "All"}, "top": {"top_bar": self._title, "actions": []}, "body": []}
        actions = page["top"]["actions"]
        if self._search == "page":
            actions.append({"use": "search_button"})
        elif self._search == "bar":
            page["vars"]["query"] = ""
            where += " AND (trim(:query) = '' OR instr(folded(subject || ' ' || who), folded(trim(:query))))"
            page["body"].append({"search_bar": "query", "hint": self._search_hint})
        self._place_filter(page)
        page["data"] = (
            "SELECT count(*) || ' ' || iif(:only = 'All', 'in all', 'of this kind') AS "
            f"count_text FROM {self._item} WHERE NOT shelved AND (:only = 'All' OR state = "
            ":only)"
        )
        made: Data = {
            "list": self._rows(where, self._order()),
            "each": self._row(),
            "empty": "Nothing here",
            "gap": 8 if self._look == "card" else 0,
        }
        if self._narrow == "sections":
            made |= {"section": "state", "header": {"header": "{state}"}}
        else:
            page["body"].append({"text": "{count_text}", "style": "body_small", "pad": 16, "gap": 4})
        self._place_new(page)
        page["body"] += [{"column": [made], "pad": 12} if self._look == "card" else made, {"space": 88}]
        return self._framed("items", page)

    def _order(self) -> str:
        if self._narrow != "sections":
            return self._one_of(("at DESC", "subject", "who"))
        places = (f"WHEN {quoted(one)} THEN {at}" for at, one in enumerate(self._state.values))
        return f"CASE state {' '.join(places)} END, subject"

    def _place_filter(self, page: Data) -> None:
        options = ["All", *self._state.values]
        if self._narrow == "menu":
            menu = [{"menu_item": one, "on_tap": [{"set": {"only": one}}]} for one in options]
            filters = {"icon_button": "filter-variant", "label": "Filter", "on_tap": [{"menu": menu}]}
            page["top"]["actions"].append(filters)
        elif self._narrow == "chips":
            page["body"].append(chips(options))

    def _place_new(self, page: Data) -> None:
        new = [{"open": "edit", "with": {"id": 0}}]
        if self._adds_at == "fab":
            page["floating"] = {"fab": "plus", "label": self._new, "on_tap": new}
        elif self._adds_at == "top":
            page["top"]["actions"].append({"icon_button": "plus", "label": self._new, "on_tap": new})
        else:
            page["body"].append(
                {
                    "column": [
                        {
                            "button": self._new,
                            "wide": True,
                            "style": "outlined",
                            "icon": "plus",
                            "on_tap": new,
                        }
                    ],
                    "pad": 12,
                }
            )

    def _row(self) -> Data:
        tap = [{"open": "item", "with": {"id": "{id}"}}]
        if self._look == "card":
            lines = [
                {
                    "row": [
                        {"text": "{item_subject}", "style": "title", "grow": 1},
                        {"icon": "flag", "when": "starred"},
                    ]
                },
                {"text": "{who}"},
                {"row": [{"chip": "{state}"}, {"text": "{when_text}", "style": "body_small"}], "gap": 8},
            ]
            row: Data = {"card": lines, "style": "outlined", "gap": 6, "on_tap": tap}
        elif self._look == "table":
            cells = [
                {
                    "column": [
                        {"text": "{item_subject}", "style": "label"},
                        {"text": "{who}", "style": "body_small"},
                    ],
                    "grow": 2,
                },
                {"text": "{state}", "style": "body_small", "grow": 1},
                {"text": "{code}", "style": "label_small"},
            ]
            row = {"row": cells, "pad": 14, "gap": 8, "on_tap": tap}
        else:
            row = {"list_item": "{item_subject}", "text": "{about}", "meta": "{when_text}", "on_tap": tap}
            row |= self._chance.choice(
                ({"avatar": "{who}"}, {"icon": self._data["icon"]}, {"overline": "{code}"})
            )
        if self._swipes:
            row[f"on_swipe_{self._swipes}"] = [
                {"sql": f"UPDATE {self._item} SET shelved = 1 WHERE id = :id"},
                {"snackbar": "Archived"},
            ]
        return row

    def _shelved_page(self) -> Data:
        row = {
            "list_item": "{item_subject}",
            "text": "{who}",
            "icon": "archive-outline",
            "on_tap": [{"open": "item", "with": {"id": "{id}"}}],
        }
        made = {"list": self._rows("shelved", "subject"), "each": row, "empty": "Nothing here"}
        return self._framed("shelved", {"top": {"top_bar": self.places[2][1]}, "body": [made]})

    def _item_page(self) -> Data:
        shown = "".join(f", {one.shown()} AS {one.name}_shown" for one in self._fields)
        data = (
            "SELECT subject AS item_subject, who, code, state AS state_now, starred, shelved, CASE "
            f"owner WHEN '' THEN 'Nobody' ELSE owner END AS owner_shown{shown} FROM {self._item} "
            "WHERE id = :id"
        )
        facts: list[Data] = [
            self._fact(self._who_label, "{who}"),
            self._fact("Reference", "{code}"),
            self._state_row(),
        ]
        if self._owner_label:
            facts.append(
                {
                    "list_item": "{owner_shown}",
                    "text": self._owner_label,
                    "trailing": {"icon": "chevron-right"},
                    "on_tap": self._assigning(),
                }
            )
        facts += [self._fact(one.label, f"{{{one.name}_shown}}") for one in self._fields]
        actions, buttons = self._placed_actions()
        body: list[Data] = [
            {"text": "{item_subject}", "style": "headline_small", "pad": 16, "gap": 8},
            *facts,
        ]
        if self._state_at == "buttons":
            moves: list[Data] = [
                {"button": one, "style": "tonal", "on_tap": self._state_set(one)}
                for one in self._state.values
            ]
            body += [
                {"text": f"{self._change}:", "style": "label", "pad": 16, "gap": 20},
                *({"row": moves[at : at + 2], "pad": 12, "gap": 8} for at in range(0, len(moves), 2)),
            ]
        body += [{"column": buttons, "pad": 16, "gap": 8}] if buttons else []
        body += [{"header": "What was written"}, self._entries(), {"space": 40}]
        top = {
            "top_bar": self._noun.capitalize(),
            "subtitle": "{item_subject}",
            "leave": "back",
            "actions": actions,
        }
        return {
            "params": ["id"],
            "vars": {"words": "", "note": "", "inner": 0},
            "data": data,
            "top": top,
            "body": body,
            "bottom": self._input(),
        }

    def _state_set(self, one: str) -> list[Data]:
        return [
            {"sql": f"UPDATE {self._item} SET state = {quoted(one)} WHERE id = :id"},
            {"snackbar": "Changed"},
        ]

    def _state_row(self) -> Data:
        row: Data = {"list_item": "{state_now}", "text": self._state.label}
        if self._state_at == "row":
            menu = [{"menu_item": one, "on_tap": self._state_set(one)} for one in self._state.values]
            return row | {"trailing": {"icon": "menu-down"}, "on_tap": [{"menu": menu}]}
        if self._state_at == "sheet":
            items = [
                {"list_item": one, "on_tap": [*self._state_set(one), {"dismiss": None}]}
                for one in self._state.values
            ]
            return row | {
                "trailing": {
                    "button": self._change,
                    "style": "text",
                    "on_tap": [{"sheet": self._state.label, "body": items}],
                }
            }
        return row

    def _assigning(self) -> list[Data]:
        if self._owner_at == "page":
            return [{"open": "assign", "with": {"id": "{id}"}}]
        take = [{"sql": f"UPDATE {self._item} SET owner = :person_name WHERE id = :id"}, {"dismiss": None}]
        rows = f"SELECT id AS person_id, name AS person_name FROM {self._person_table} ORDER BY name"
        return [
            {
                "sheet": self._owner_label,
                "body": [
                    {
                        "list": rows,
                        "each": {"list_item": "{person_name}", "avatar": "{person_name}", "on_tap": take},
                    }
                ],
            }
        ]

    def _assign_page(self) -> Data:
        take = [{"sql": f"UPDATE {self._item} SET owner = :person_name WHERE id = :id"}, {"back": None}]
        rows = f"SELECT id AS person_id, name AS person_name, role FROM {self._person_table} ORDER BY name"
        return {
            "params": ["id"],
            "top": {"top_bar": self._owner_label, "leave": "back"},
            "body": [
                {
                    "list": rows,
                    "each": {
                        "list_item": "{person_name}",
                        "text": "{role}",
                        "avatar": "{person_name}",
                        "on_tap": take,
                    },
                }
            ],
        }

    def _placed_actions(self) -> tuple[list[Data], list[Data]]:
        delete: list[Data] = [
            {"sql": f"DELETE FROM {self._entry} WHERE item = :id"},
            {"sql": f"DELETE FROM {self._item} WHERE id = :id"},
            {"back": None},
        ]
        if self._asks:
            delete = [
                {
                    "dialog": f"Delete this {self._noun}?",
                    "text": "What was written goes with it.",
                    "confirm": self._sure,
                    "danger": True,
                    "on_confirm": delete,
                }
            ]
        edit = [{"open": "edit", "with": {"id": "{id}"}}]
        if self._bar == "menu":
            items = [
                {"menu_item": self._edit, "on_tap": edit},
                *(part for one in self._toggles for part in one.widgets("menu", self._item, "id")),
                {"menu_item": self._erase, "on_tap": delete},
            ]
            return [{"icon_button": "dots-vertical", "label": MORE, "on_tap": [{"menu": items}]}], []
        if self._bar == "icons":
            icons = [
                {"icon_button": "pencil-outline", "label": self._edit, "on_tap": edit},
                *(part for one in self._toggles for part in one.widgets("icon", self._item, "id")),
                {"icon_button": "delete-outline", "label": self._erase, "on_tap": delete},
            ]
            return icons, []
        star, shelve = (one.widgets("button", self._item, "id") for one in self._toggles)
        return [{"icon_button": "pencil-outline", "label": self._edit, "on_tap": edit}], [
            *star,
            *shelve,
            {"button": self._erase, "style": "danger", "on_tap": delete},
        ]

    def _entries(self) -> Data:
        rows = (
            "SELECT id AS entry_id, author, mine, text AS entry_text, CASE WHEN inner THEN 'Note' "
            "ELSE '' END AS kind_text, inner, relative_day(at, today()) || ', ' || clock_time(at) "
            f"AS when_text FROM {self._entry} WHERE item = :id ORDER BY at, id"
        )
        if self._talks == "bubbles":
            return {
                "list": rows,
                "each": {
                    "chat_bubble": "{entry_text}",
                    "mine": "{mine}",
                    "time": "{when_text}",
                    "name": "{kind_text}",
                },
                "empty": "Nothing yet",
            }
        return {
            "list": rows,
            "each": {
                "list_item": "{entry_text}",
                "overline": "{kind_text}",
                "text": "{when_text}",
                "avatar": "{author}",
            },
            "empty": "Nothing yet",
        }

    def _put(self, var: str, inner: str) -> list[Data]:
        return [
            {"let": f"SELECT trim(:{var}) AS said_now"},
            {"require": "SELECT :said_now <> ''", "message": "Write something first"},
            {
                "sql": f"INSERT INTO {self._entry} (item, author, mine, inner, at, text) VALUES (:id, "
                f"'You', 1, {inner}, now(), :said_now)"
            },
            {"set": {var: ""}},
        ]

    def _input(self) -> Data:
        field = {
            "card": [{"field": "words", "hint": self._hint, "frame": "plain"}],
            "pad": 4,
            "color": "surface_high",
            "grow": 1,
        }
        send = {
            "icon_button": "send",
            "label": self._send,
            "color": "primary",
            "on_tap": [
                *self._put("words", ":inner" if self._notes_at == "switch" else "0"),
                {"to_end": None},
            ],
        }
        if self._notes_at == "switch":
            pick = {"checkbox": "{inner}", "label": self._keep, "on_change": [{"set": {"inner": "{value}"}}]}
            return {"column": [pick, {"row": [field, send], "gap": 4}], "pad": 8}
        dialog = {
            "dialog": "Note",
            "body": [{"field": "note", "label": self._note_hint}],
            "confirm": "Keep it",
            "on_confirm": self._put("note", "1"),
        }
        return {
            "row": [
                {"icon_button": "note-plus-outline", "label": self._keep, "on_tap": [dialog]},
                field,
                send,
            ],
            "pad": 8,
            "gap": 4,
        }

    def _edit_page(self) -> Data:
        parts = [
            *([self._state] if self._state_at == "edit" else []),
            *(one for one in self._fields if one.kind != SWITCH),
        ]
        names = ["subject", "who", *(one.name for one in parts)]
        kept = ", ".join(one.kept() for one in parts)
        first = "" if self._state_at == "edit" else "state, "
        value = "" if self._state_at == "edit" else f"{quoted(self._state.values[0])}, "
        save: list[Data] = [
            {"require": "SELECT trim(:subject) <> ''", "message": "Something is missing", "into": "wrong"},
            {
                "sql": f"INSERT INTO {self._item} (id, at, {first}{', '.join(names)}) VALUES (nullif(:id, "
                f"0), now(), {value}trim(:subject), trim(:who), {kept}) "
                f"ON CONFLICT (id) DO UPDATE SET {', '.join(f'{one} = excluded.{one}' for one in names)}"
            },
            {"back": None},
        ]
        loads = ", ".join(f"{one.for_form()} AS old_{one.name}" for one in parts)
        start = [
            {
                "let": f"SELECT subject AS old_subject, who AS old_who, {loads} FROM {self._item} "
                "WHERE id = :id"
            },
            {"set": {one: f"{{old_{one}}}" for one in names}, "when": "id"},
        ]
        body: list[Data] = [
            {"field": "subject", "label": self._subject_label, "error": "{wrong}"},
            {"field": "who", "label": self._who_label},
        ]
        if self._chance.random() < 0.3:
            body.reverse()
        body += [widget for one in parts for widget in one.widgets()]
        button = {"button": self._save, "on_tap": save}
        helpers = [part for one in parts for part in one.helpers()]
        page: Data = {
            "params": ["id"],
            "vars": {"subject": "", "who": "", "wrong": ""} | {one.name: one.first for one in parts},
            "on_open": start,
            "data": "SELECT "
            + ", ".join(["CASE :id WHEN 0 THEN 'New' ELSE 'Details' END AS heading", *helpers]),
            "top": {"top_bar": "{heading}", "leave": "close"},
        }
        put_button(button, self._saves_at, page["top"], body)
        return page | {"body": [{"column": body, "pad": 16, "gap": 12}]}
