"""The pages of an app for bookings: what there is, one of it, and a message about it.

Choosing a day and a time and booking it stand in booking_flow.py, what is booked in booking_mine.py.
Invariant: every word on them that a gold taps comes from the plan.
"""

from __future__ import annotations

from phonebuddy.tasks.invented.booking.content import Content
from phonebuddy.tasks.invented.booking.flow import Effects, Flow, told
from phonebuddy.tasks.invented.booking.frame import Frame
from phonebuddy.tasks.invented.booking.mine import MyPages
from phonebuddy.tasks.invented.booking.plan import Plan
from phonebuddy.tasks.invented.fields import quoted
from phonebuddy.tasks.invented.narrowing import chips
from phonebuddy.tasks.invented.sketch import COLORS, Data

_LOOK: Data = {"icon_button": "magnify", "label": "Search", "on_tap": [{"open": "find"}]}


class Pages:
    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._flow, self._frame = Flow(plan), Frame(plan)
        self._mine = MyPages(plan, self._frame)

    def app(self) -> Data:
        plan = self._plan
        pages: Data = {"things": self._things_page(), "thing": self._thing_page()}
        if plan.flow != "module":
            pages |= {"mine": self._mine.mine_page(), "booking": self._mine.booking_page()}
        if plan.layout == "kinds":
            pages["kinds"] = self._kinds_page()
        if plan.fields and plan.flow not in ("free", "module"):
            pages["edit"] = self._mine.edit_page()
        if plan.has_saved:
            pages["saved"] = self._saved_page()
        if plan.has_me or plan.has_switches:
            pages["me"] = self._mine.me_page()
        if plan.has_ask and plan.ask_at == "page":
            pages["ask"] = self._ask_page()
        pages |= self._flow.pages()
        made: Data = {
            "title": plan.title,
            "domain": plan.booked,
            "icon": plan.data["icon"],
            "color": plan.chance.choice(COLORS),
            "start": plan.start_page,
            "schema": Content(plan).schema,
        }
        if plan.search == "page":
            pages["find"] = self._find_page()
        if plan.flow == "module":
            bottom = (
                {"bottom_nav": "booking_list", "items": self._frame.items()} if plan.nav == "bottom" else None
            )
            made["modules"] = {"booking": self._flow.module(bottom)}
        return made | {"pages": pages}

    # -- the main places -------------------------------------------------------------------------------

    def _kinds_page(self) -> Data:
        plan = self._plan
        rows = (
            f"SELECT kind AS kind_name, count(*) || iif(count(*) = 1, ' {plan.noun}', ' {plan.nouns}') "
            f"AS kind_text FROM {plan.t_thing} GROUP BY kind ORDER BY min(id)"
        )
        tap = [{"open": "things", "with": {"kind": "{kind_name}"}}]
        if plan.chance.random() < 0.5:
            card = [
                {"icon": plan.data["icon"]},
                {"text": "{kind_name}", "style": "title"},
                {"text": "{kind_text}", "style": "body_small"},
            ]
            body = [
                {
                    "column": [
                        {
                            "grid": rows,
                            "columns": 2,
                            "gap": 12,
                            "each": {"card": card, "pad": 16, "gap": 6, "on_tap": tap},
                        }
                    ],
                    "pad": 16,
                }
            ]
        else:
            each = {
                "list_item": "{kind_name}",
                "text": "{kind_text}",
                "icon": plan.data["icon"],
                "trailing": {"icon": "chevron-right"},
                "on_tap": tap,
            }
            body = [{"list": rows, "each": each}]
        page: Data = {"body": body}
        return self._frame.framed(page, plan.title, "kinds", [_LOOK] if plan.search == "page" else [])

    def _things_page(self) -> Data:
        plan = self._plan
        page: Data = {"vars": {"query": "", "only": "All", "sort": "name"}, "body": []}
        actions: list[Data] = []
        if plan.search == "icon":
            page["vars"]["looking"] = 0
            page["data"] = "SELECT :looking = 1 AS is_looking"
            actions.append(
                {
                    "icon_button": "magnify",
                    "label": "Search",
                    "on_tap": [{"set": {"looking": 1}}, {"focus": "query"}],
                }
            )
            page["body"].append({"search_bar": "query", "hint": plan.hint, "when": "is_looking"})
        elif plan.search == "bar":
            page["body"].append({"search_bar": "query", "hint": plan.hint})
        elif plan.search == "page" and plan.layout != "kinds":
            actions.append(_LOOK)
        if plan.sort:
            orders = (("By name", "name"), ("Cheapest first", "cheap"), ("Dearest first", "dear"))
            items = [{"menu_item": label, "on_tap": [{"set": {"sort": value}}]} for label, value in orders]
            actions.append({"icon_button": "sort", "label": "Sort", "on_tap": [{"menu": items}]})
        page["body"] += self._filters()
        if plan.has_next and plan.layout != "kinds" and plan.flow != "module":
            page["body"].insert(0, self._next_card())
        page["body"].append(self._rows())
        if plan.layout == "kinds":
            page["params"] = ["kind"]
            page["top"] = {"top_bar": "{kind}", "leave": "back", "actions": actions}
            return page
        return self._frame.framed(page, plan.title, "things", actions)

    def _next_card(self) -> Data:
        """What comes next, without its name: that is for the list below."""
        plan = self._plan
        rows = (
            f"SELECT id, relative_day(at, today()) || ', ' || clock_time(at) AS next_moment FROM "
            f"{plan.t_booking} "
            "WHERE status = 'booked' AND at >= this_minute() ORDER BY at LIMIT 1"
        )
        words = [
            {"text": f"Your next {plan.booked}", "style": "label"},
            {"text": "{next_moment}", "style": "title"},
        ]
        card = {
            "card": words,
            "pad": 14,
            "color": "primary_container",
            "on_tap": [{"open": "booking", "with": {"id": "{id}"}}],
        }
        return {"column": [{"list": rows, "each": card}], "pad": 12}

    def _find_page(self) -> Data:
        plan = self._plan
        where = "trim(:query) <> '' AND instr(folded(name || ' ' || kind), folded(trim(:query)))"
        each = {
            "list_item": "{thing_name}",
            "text": "{thing_kind}",
            "on_tap": [{"open": "thing", "with": {"thing": "{id}"}}],
        }
        body = [
            {"search_bar": "query", "hint": plan.hint},
            {"list": self._select(where, "name"), "each": each, "empty": "Type what you are looking for"},
        ]
        return {"vars": {"query": ""}, "top": {"top_bar": "Search", "leave": "back"}, "body": body}

    def _filters(self) -> list[Data]:
        plan = self._plan
        kinds = list(dict.fromkeys(one.kind for one in plan.things))
        options = ["All", *kinds]
        if plan.filter == "tabs":
            return [{"tabs": "only", "options": {one: one for one in options}}]
        if plan.filter == "none":
            return []
        return [chips(options)]

    def _select(self, where: str, order: str) -> str:
        plan = self._plan
        price, shown = (
            plan.fact("cents"),
            [one for one in plan.facts if one.name not in ("cents", "phone")][:2],
        )
        about = " || ' · ' || ".join(one.shown() for one in shown) if shown else "kind"
        star = (
            f"iif(saved, {quoted(plan.unstar)}, {quoted(plan.star)}) AS star_label, iif(saved, 'heart', "
            f"'heart-outline') AS star_icon"
        )
        return (
            f"SELECT id, name AS thing_name, kind AS thing_kind, {about} AS about, "
            f"{price.shown() if price else quoted('')} AS price, {star} "
            f"FROM {plan.t_thing} WHERE {where} ORDER BY {order}"
        )

    def _rows(self) -> Data:
        plan = self._plan
        where = ["(trim(:query) = '' OR instr(folded(name), folded(trim(:query))))"]
        if plan.filter != "none":
            where.append("(:only = 'All' OR kind = :only)")
        if plan.layout == "kinds":
            where.append("kind = :kind")
        order = (
            "CASE :sort WHEN 'cheap' THEN cents WHEN 'dear' THEN -cents ELSE 0 END, name"
            if plan.sort
            else "name"
        )
        if plan.layout == "sections":
            order = f"(SELECT min(o.id) FROM {plan.t_thing} o WHERE o.kind = {plan.t_thing}.kind), {order}"
        rows = self._select(" AND ".join(where), order)
        tap = [{"open": "thing", "with": {"thing": "{id}"}}]
        words = [
            {"text": "{thing_name}", "style": "title"},
            {"text": "{about}", "style": "body_small"},
            {"text": "{price}", "style": "label", "when": "price"},
        ]
        if plan.layout == "grid":
            picture = {"image": plan.data["image"], "seed": "{thing_name}", "height": 90, "radius": 8}
            each: Data = {"card": [picture, *words], "pad": 10, "gap": 4, "on_tap": tap}
            return {
                "column": [{"grid": rows, "columns": 2, "gap": 10, "each": each, "empty": "Nothing found"}],
                "pad": 12,
            }
        if plan.layout == "cards":
            picture = {"image": plan.data["image"], "seed": "{thing_name}", "height": 110, "radius": 10}
            each = {
                "card": [picture, *words] if plan.flow != "sheet" else words,
                "pad": 14,
                "gap": 4,
                "on_tap": tap,
                "style": "outlined",
            }
            return {"column": [{"list": rows, "gap": 10, "each": each, "empty": "Nothing found"}], "pad": 12}
        listed: Data = {"list": rows, "each": self._row(tap), "empty": "Nothing found"}
        if plan.layout == "sections":
            listed |= {"section": "thing_kind", "header": {"header": "{thing_kind}"}}
        return listed

    def _row(self, tap: Effects) -> Data:
        plan = self._plan
        row: Data = {"list_item": "{thing_name}", "text": "{about}", "on_tap": tap}
        if plan.has_saved and plan.saved_at == "row":
            flip = [{"sql": f"UPDATE {plan.t_thing} SET saved = NOT saved WHERE id = :id"}]
            row["trailing"] = {
                "icon_button": "{star_icon}",
                "label": "{star_label}: {thing_name}",
                "on_tap": flip,
            }
        else:
            row["meta"] = "{price}"
        return row | {"icon": plan.data["icon"]}

    def _saved_page(self) -> Data:
        rows = self._select("saved", "name")
        each = {
            "list_item": "{thing_name}",
            "text": "{about}",
            "meta": "{price}",
            "on_tap": [{"open": "thing", "with": {"thing": "{id}"}}],
        }
        page: Data = {
            "body": [{"list": rows, "each": each, "empty": "Nothing here yet", "empty_icon": "heart-outline"}]
        }
        return self._frame.framed(page, self._plan.saved, "saved", [])

    # -- one thing -------------------------------------------------------------------------------------

    def _thing_page(self) -> Data:
        plan = self._plan
        shown = ", ".join(f"{one.shown()} AS {one.name}_shown" for one in plan.facts)
        columns = (
            f"name AS thing_name, kind AS thing_kind, {shown}, saved, gone AND NOT waiting AS "
            f"may_wait, gone AND waiting AS is_waiting, NOT gone AS bookable"
        )
        columns = ", ".join([columns, *self._flow.thing_columns()])
        page: Data = {
            "params": ["thing"],
            "vars": {"question": ""},
            "data": f"SELECT {columns} FROM {plan.t_thing} WHERE id = :thing",
        }
        body: list[Data] = []
        if plan.layout in ("cards", "grid") and plan.flow != "sheet":
            body.append({"image": plan.data["image"], "seed": "{thing_name}", "height": 150})
        lines = [told(plan.fact_style, one.label, f"{{{one.name}_shown}}") for one in plan.facts]
        body += [{"column": [{"card": lines, "style": "outlined"}], "pad": 12}] if plan.is_boxed else lines
        buttons: list[Data] = []
        start = self._flow.started()
        if start is not None:
            button = {"button": plan.start, "when": "bookable", "wide": True, "on_tap": start}
            if plan.starts_at == "bottom":
                page["bottom"] = {"column": [button], "pad": 12}
            elif plan.starts_at == "fab":
                page["floating"] = {
                    "fab": "calendar-plus",
                    "label": plan.start,
                    "text": plan.start,
                    "when": "bookable",
                    "on_tap": start,
                }
            else:
                buttons.append(button)
        actions = self._thing_actions(buttons)
        if buttons:
            body.append({"column": buttons, "pad": 16, "gap": 8})
        if start is None:
            self._flow.put_on(page, body)
        body.append({"space": 80})
        page["body"] = body
        page["top"] = {"top_bar": "{thing_name}", "leave": "back"} | ({"actions": actions} if actions else {})
        return page

    def _thing_actions(self, buttons: list[Data]) -> list[Data]:
        """What else one can do with a thing: icons for the top; buttons are added."""
        plan = self._plan
        actions: list[Data] = []
        if plan.has_saved and plan.saved_at != "row":
            flip = [{"sql": f"UPDATE {plan.t_thing} SET saved = NOT saved WHERE id = :thing"}]
            if plan.saved_at == "bar":
                actions.append(
                    {"icon_button": "heart", "label": plan.unstar, "when": "saved", "on_tap": flip}
                )
                actions.append(
                    {"icon_button": "heart-outline", "label": plan.star, "unless": "saved", "on_tap": flip}
                )
            else:
                buttons.append(
                    {
                        "button": plan.unstar,
                        "style": "tonal",
                        "icon": "heart",
                        "when": "saved",
                        "on_tap": flip,
                    }
                )
                buttons.append(
                    {
                        "button": plan.star,
                        "style": "tonal",
                        "icon": "heart-outline",
                        "unless": "saved",
                        "on_tap": flip,
                    }
                )
        if plan.has_wait:
            join = [
                {"sql": f"UPDATE {plan.t_thing} SET waiting = 1 WHERE id = :thing"},
                {"snackbar": "You are on the list"},
            ]
            buttons.append({"text": "No free times at the moment", "when": "may_wait"})
            buttons.append({"button": plan.wait, "style": "outlined", "when": "may_wait", "on_tap": join})
            buttons.append({"text": "You will hear from us when a time becomes free", "when": "is_waiting"})
        if plan.has_ask:
            if plan.ask_at == "page":
                ask: Effects = [{"open": "ask", "with": {"thing": "{thing}"}}]
            else:
                field = {"field": "question", "label": plan.question_label}
                ask = [
                    {"dialog": plan.ask, "body": [field], "confirm": plan.send, "on_confirm": self._sent()}
                ]
            buttons.append({"button": plan.ask, "style": "text", "icon": "message-outline", "on_tap": ask})
        return actions

    def _sent(self) -> Effects:
        return [
            {"require": "SELECT length(trim(:question)) > 0", "message": "Write something first"},
            {"sql": f"INSERT INTO {self._plan.t_message} (thing, text) VALUES (:thing, trim(:question))"},
            {"snackbar": "Sent"},
        ]

    def _ask_page(self) -> Data:
        plan = self._plan
        button = {"button": plan.send, "on_tap": [*self._sent(), {"back": None}]}
        field = {"field": "question", "label": plan.question_label, "kind": "multiline", "lines": 3}
        return {
            "params": ["thing"],
            "vars": {"question": ""},
            "top": {"top_bar": plan.ask, "leave": "close", "actions": [button]},
            "body": [{"column": [field], "pad": 16}],
        }
