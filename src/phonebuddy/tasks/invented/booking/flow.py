"""How a day and a time are chosen and booked, and how a booking is moved: pages in several builds.

Invariant: whatever the build, what is booked is one row with a thing, a moment and the fields of the plan.
"""

from __future__ import annotations

from phonebuddy.tasks.invented.booking.plan import DAYS, Plan
from phonebuddy.tasks.invented.fields import DATE, SWITCH, TIME, Field
from phonebuddy.tasks.invented.sketch import Data

Effects = list[Data]


def told(style: str, label: str, value: str) -> Data:
    """A line that says what something is, in one of several builds."""
    match style:
        case "value":
            return {"list_item": value, "text": label}
        case "label":
            return {"list_item": label, "text": value}
        case "meta":
            return {"list_item": label, "meta": value}
        case _:
            return {
                "row": [{"text": label, "grow": 1, "color": "on_surface_variant"}, {"text": value}],
                "pad": 14,
                "gap": 12,
            }


def form(fields: list[Field]) -> list[Data]:
    return [widget for one in fields for widget in ([_switch(one)] if one.kind == SWITCH else one.widgets())]


def _switch(one: Field) -> Data:
    """With its words in sight."""
    switch = {
        "switch": f"{{{one.name}}}",
        "description": one.label,
        "on_change": [{"set": {one.name: "{value}"}}],
    }
    return {"list_item": one.label, "trailing": switch}


class Flow:
    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._names = [one.name for one in plan.fields]

    def started(self) -> Effects | None:
        """What the button on the page of a thing does; None where the times stand on that page."""
        match self._plan.flow:
            case "sheet":
                return None
            case "steps":
                return [{"open": "when", "with": {"thing": "{thing}"}}]
            case "free":
                return [{"open": "book", "with": {"thing": "{thing}", "id": 0}}]
            case "module":
                return [{"open": "booking", "with": {"thing": "{thing}", "what": "{thing_name}"}}]
            case _:
                return [{"open": "book", "with": {"thing": "{thing}"}}]

    def pages(self) -> Data:
        plan, found = self._plan, Data()
        match plan.flow:
            case "page":
                found["book"] = self._book_page()
            case "steps":
                found |= self._choosing(
                    "when",
                    [],
                    [{"open": "details", "with": {"thing": "{thing}", "at": "{slot_at}"}}],
                    plan.start,
                )
                found["details"] = self._details_page()
            case "free":
                return {"book": self._free_page()}
            case "module":
                return {}
        if plan.confirm == "review":
            found["review"] = self._review_page()
        if plan.has_move:
            move: list[Data] = [
                {"sql": f"UPDATE {plan.t_booking} SET at = :slot_at WHERE id = :id"},
                {"back_to": "booking", "with": {"id": "{id}"}},
                {"snackbar": "Moved"},
            ]
            if plan.confirm == "dialog":
                move = [
                    {
                        "dialog": "Move it?",
                        "text": "{slot_label}",
                        "confirm": plan.sure,
                        "cancel": "No",
                        "on_confirm": move,
                    }
                ]
            found |= self._choosing("move", ["id"], move, plan.move)
        return found

    def module(self, bottom: Data | None) -> Data:
        """The parameters of the shared module, where that books."""
        plan = self._plan
        label = plan.people.label if plan.people else plan.data["count"]["labels"][0]
        slots = (
            f"SELECT o.id AS slot, o.at AS at, o.left || ' places' AS slot_text, o.left AS left, "
            f"{'t.cents' if plan.has_price else '0'} AS cents "
            f"FROM {plan.t_open} o JOIN {plan.t_thing} t ON t.id = o.thing WHERE o.thing = :thing AND "
            f"day_start(o.at) = :day"
        )
        made: Data = {
            "party": plan.title,
            "slots": slots,
            "days": DAYS[plan.days],
            "first": "today() + 86400",
            "most": plan.data["count"]["most"],
            "people": label,
            "prefix": plan.prefix,
            "free": True,
            "refund": "0",
            "list_title": plan.mine,
        }
        if plan.has_seats:
            made |= {"seats": plan.seats_sql, "seat_columns": 4}
        return made | ({"bottom": bottom, "list_leave": "none"} if bottom else {})

    # -- a day and a time ------------------------------------------------------------------------------

    def _choosing(self, name: str, params: list[str], on_choose: Effects, title: str) -> Data:
        """A page, or two, to choose a day and a time of :thing."""
        page: Data = {
            "params": ["thing", *params],
            "vars": {"at": 0},
            "top": {"top_bar": title, "leave": "back"},
            "body": [],
        }
        if self._plan.days != "list":
            self._put_chooser(page, page["body"], on_choose)
            return {name: page}
        handed = {one: f"{{{one}}}" for one in ("thing", *params)}
        rows = (
            "SELECT day_start(at) AS list_day, relative_day(day_start(at), today()) AS list_words, sum(left "
            "> 0) || ' free' AS list_free "
            f"FROM {self._plan.t_open} WHERE thing = :thing GROUP BY day_start(at) ORDER BY 1"
        )
        tap = [{"open": f"{name}_times", "with": {**handed, "day": "{list_day}"}}]
        page["body"].append(
            {
                "list": rows,
                "each": {
                    "list_item": "{list_words}",
                    "text": "{list_free}",
                    "icon": "calendar",
                    "on_tap": tap,
                },
                "empty": "Nothing free",
            }
        )
        times: Data = {
            "params": ["thing", *params, "day"],
            "vars": {"at": 0},
            "data": "SELECT long_day(:day) AS day_text",
            "top": {"top_bar": "{day_text}", "leave": "back"},
            "body": [self._times(on_choose)],
        }
        return {name: page, f"{name}_times": times}

    def _put_chooser(self, page: Data, body: list[Data], on_choose: Effects) -> None:
        """Onto a page with the variable `at`: first the days, then the times of the day chosen."""
        plan = self._plan
        if plan.days == "all":
            body.append(self._times(on_choose))
            return
        first = f"SELECT min(day_start(at)) AS first_day FROM {plan.t_open} WHERE thing = :thing"
        page["vars"] |= {"day": 0, "month_shown": 0}
        page["on_open"] = [{"let": first}, {"set": {"day": "{first_day}"}}]
        body += self._days()
        body.append(self._times(on_choose))

    def _days(self) -> list[Data]:
        plan = self._plan
        if plan.days == "month":
            return [{"month": "day", "shown": "month_shown"}]
        if plan.days == "picker":
            row = "SELECT day(:day) AS day_words"
            tap = [{"date_picker": "day", "title": plan.day_label}]
            return [
                {
                    "list": row,
                    "each": {
                        "list_item": plan.day_label,
                        "text": "{day_words}",
                        "icon": "calendar",
                        "trailing": {"icon": "menu-down"},
                        "on_tap": tap,
                    },
                }
            ]
        rows = (
            "SELECT day_start(at) AS chip_day, replace(substr(day(at), 1, length(day(at)) - 4), ',', '') AS "
            "chip_words, "
            f"day_start(at) = :day AS chip_here FROM {plan.t_open} WHERE thing = :thing GROUP BY "
            f"day_start(at) ORDER BY 1"
        )
        if plan.days == "strip":
            return [
                {
                    "strip": rows,
                    "pad": 12,
                    "gap": 6,
                    "each": {
                        "chip": "{chip_words}",
                        "selected": "{chip_here}",
                        "on_tap": [{"set": {"day": "{chip_day}"}}],
                    },
                }
            ]
        shade = rows.replace(
            " AS chip_here",
            " AS chip_here, iif(day_start(at) = :day, 'primary_container', 'surface_container') AS "
            "chip_shade",
        )
        card = {
            "card": [{"text": "{chip_words}", "align": "center"}],
            "color": "{chip_shade}",
            "pad": 10,
            "on_tap": [{"set": {"day": "{chip_day}"}}],
        }
        return [{"column": [{"grid": shade, "columns": 4, "gap": 6, "each": card}], "pad": 12}]

    def _times(self, on_choose: Effects) -> Data:
        plan = self._plan
        where = "thing = :thing" if plan.days == "all" else "thing = :thing AND day_start(at) = :day"
        label = "day(at) || ', ' || clock_time(at)" if plan.days == "all" else "clock_time(at)"
        left = "left || ' places left'" if plan.people else "'Free'"
        rows = (
            f"SELECT at AS slot_at, {label} AS slot_label, left > 0 AS slot_free, at = :at AS slot_here, "
            f"CASE WHEN left <= 0 THEN 'Full' ELSE {left} END AS slot_says, iif(left > 0, {label}, {label} "
            f"|| ' full') AS slot_words, "
            f"iif(at = :at, 'primary_container', 'surface_container') AS slot_shade FROM {plan.t_open} "
            f"WHERE {where} ORDER BY at"
        )
        tap: Effects = [{"require": "SELECT :slot_free", "message": "This time is full"}, *on_choose]
        empty = "Nothing free on this day"
        if plan.times == "list" or plan.days == "all":
            each: Data = {
                "list_item": "{slot_label}",
                "text": "{slot_says}",
                "icon": "clock-outline",
                "selected": "{slot_here}",
                "on_tap": tap,
            }
            return {"list": rows, "each": each, "empty": empty}
        if plan.times == "chips":
            each = {"chip": "{slot_words}", "selected": "{slot_here}", "on_tap": tap}
            return {
                "column": [{"grid": rows, "columns": 3, "gap": 8, "each": each, "empty": empty}],
                "pad": 12,
            }
        lines = [{"text": "{slot_label}", "style": "title"}, {"text": "{slot_says}", "style": "body_small"}]
        return {
            "column": [
                {
                    "grid": rows,
                    "columns": 2,
                    "gap": 8,
                    "each": {"card": lines, "color": "{slot_shade}", "pad": 10, "on_tap": tap},
                    "empty": empty,
                }
            ],
            "pad": 12,
        }

    # -- booking it ------------------------------------------------------------------------------------

    def _total(self) -> str:
        heads = "CAST(:people AS INTEGER)" if self._plan.people else "1"
        return f"cents * {heads}" if self._plan.has_price else "0"

    def _booked(self) -> Effects:
        """What books :thing at :at with the fields of the page."""
        plan = self._plan
        values = "".join(f", {one.kept()}" for one in plan.fields)
        heads = "CAST(:people AS INTEGER)" if plan.people else "1"
        made: Effects = [
            {
                "require": f"SELECT left >= {heads} FROM {plan.t_open} WHERE thing = :thing AND at = :at",
                "message": "Not enough places left",
            },
            {
                "let": f"SELECT {plan.code_sql(':thing', ':at')} AS code_new, {self._total()} AS cents_new "
                f"FROM {plan.t_thing} WHERE id = :thing"
            },
            {
                "sql": f"INSERT INTO {plan.t_booking} (thing, at, code, "
                f"cents{''.join(f', {one}' for one in self._names)}) VALUES (:thing, :at, :code_new, "
                f":cents_new{values})"
            },
            {"let": f"SELECT max(id) AS made_id FROM {plan.t_booking}"},
            {"back_to": plan.start_page},
        ]
        if plan.after == "booking":
            return [*made, {"open": "booking", "with": {"id": "{made_id}"}}]
        return [*made, {"snackbar": "Booked: {code_new}"}]

    def _closing(self, where: str) -> tuple[str, Effects]:
        """The button at the end of a form, and what it does; `where` says what is booked."""
        plan = self._plan
        chosen: Effects = [{"require": "SELECT :at > 0", "message": "Choose a time first"}]
        if plan.confirm == "review":
            handed = {one: f"{{{one}}}" for one in ("thing", "at", *self._names)}
            return plan.next, [*chosen, {"open": "review", "with": handed}]
        if plan.confirm == "dialog":
            return plan.book, [
                *chosen,
                {
                    "dialog": "Is that right?",
                    "text": where,
                    "confirm": plan.sure,
                    "cancel": "No",
                    "on_confirm": self._booked(),
                },
            ]
        if plan.confirm == "sheet":
            words: list[Data] = [
                {"text": where, "pad": 16},
                {
                    "column": [
                        {"button": plan.book, "wide": True, "on_tap": [{"dismiss": None}, *self._booked()]}
                    ],
                    "pad": 16,
                },
            ]
            return plan.next, [*chosen, {"sheet": "Summary", "body": words}]
        return plan.book, [*chosen, *self._booked()]

    def _end(self, page: Data, body: list[Data], where: str) -> None:
        """Total and button: at the end of the page, or in the bar below it."""
        plan = self._plan
        label, tap = self._closing(where)
        button: Data = {"button": label, "wide": True, "on_tap": tap}
        if plan.starts_at == "bottom":
            cost = [{"text": "{total_shown}", "style": "title"}] if plan.has_price else []
            page["bottom"] = {"column": [*cost, button], "pad": 12, "gap": 6}
            return
        if plan.has_price:
            body.append(told(plan.fact_style, plan.total, "{total_shown}"))
        body += [{"column": [button], "pad": 16}, {"space": 40}]

    def _columns(self) -> list[str]:
        """What forms show beside their variables."""
        helpers = [part for one in self._plan.fields for part in one.helpers()]
        return [
            *helpers,
            f"money({self._total()}) AS total_shown",
            "day(:at) || ', ' || clock_time(:at) AS at_shown",
        ]

    def thing_columns(self) -> list[str]:
        return self._columns() if self._plan.flow == "sheet" else []

    def put_on(self, page: Data, body: list[Data]) -> None:
        """The times onto the page of a thing: a tap on one brings up a sheet with the rest."""
        plan = self._plan
        page["vars"] |= {"at": 0} | {one.name: one.first for one in plan.fields}
        label, tap = self._closing("{thing_name}, {at_shown}")
        if plan.confirm in ("none", "dialog"):
            tap = [{"dismiss": None}, *tap]
        parts = form(plan.fields)
        if plan.has_price:
            parts.append(
                {"row": [{"text": plan.total, "grow": 1}, {"text": "{total_shown}", "style": "title"}]}
            )
        inside = [*parts, {"button": label, "wide": True, "on_tap": tap}]
        choose: Effects = [
            {"set": {"at": "{slot_at}"}},
            {"sheet": "{slot_label}", "body": [{"column": inside, "pad": 16, "gap": 12}]},
        ]
        self._put_chooser(page, body, choose)

    def _form_page(self, params: list[str], variables: Data) -> Data:
        plan = self._plan
        data = (
            f"SELECT name AS thing_name, {', '.join(self._columns())} FROM {plan.t_thing} WHERE id = :thing"
        )
        return {
            "params": params,
            "vars": {**variables, **{one.name: one.first for one in plan.fields}},
            "data": data,
        }

    def _book_page(self) -> Data:
        """All on one page."""
        plan = self._plan
        page = self._form_page(["thing"], {"at": 0})
        times: list[Data] = []
        self._put_chooser(page, times, [{"set": {"at": "{slot_at}"}}])
        filled_in = [{"column": form(plan.fields), "pad": 16, "gap": 12}] if plan.fields else []
        body = [*filled_in, *times] if plan.is_form_first else [*times, *filled_in]
        self._end(page, body, "{thing_name}, {at_shown}")
        return page | {"top": {"top_bar": "{thing_name}", "leave": "back"}, "body": body}

    def _details_page(self) -> Data:
        plan = self._plan
        page = self._form_page(["thing", "at"], {})
        body: list[Data] = [{"list_item": "{at_shown}", "text": "{thing_name}", "icon": "calendar-clock"}]
        if plan.fields:
            body.append({"column": form(plan.fields), "pad": 16, "gap": 12})
        self._end(page, body, "{thing_name}, {at_shown}")
        return page | {"top": {"top_bar": "Details", "leave": "back"}, "body": body}

    def _review_page(self) -> Data:
        plan = self._plan
        shown = [f"{one.shown(f':{one.name}')} AS {one.name}_shown" for one in plan.fields]
        columns = [
            "name AS thing_name",
            "long_day(:at) AS day_shown",
            "clock_time(:at) AS time_shown",
            f"money({self._total()}) AS total_shown",
            *shown,
        ]
        lines = [(plan.day_label, "day_shown"), (plan.time_label, "time_shown")]
        lines += [(one.label, f"{one.name}_shown") for one in plan.fields]
        lines += [(plan.total, "total_shown")] if plan.has_price else []
        body: list[Data] = [{"text": "{thing_name}", "style": "headline_small", "pad": 16, "gap": 10}]
        body += [told(plan.line_style, label, f"{{{name}}}") for label, name in lines]
        body.append({"column": [{"button": plan.book, "wide": True, "on_tap": self._booked()}], "pad": 16})
        return {
            "params": ["thing", "at", *self._names],
            "data": f"SELECT {', '.join(columns)} FROM {plan.t_thing} WHERE id = :thing",
            "top": {"top_bar": "Check and confirm", "leave": "back"},
            "body": body,
        }

    # -- any time --------------------------------------------------------------------------------------

    def moment_fields(self) -> list[Field]:
        """Where any time can be asked for: the day and the time as fields."""
        low, high = self._plan.data["hours"]
        return [
            Field("day", DATE, self._plan.day_label, "day"),
            Field("time", TIME, self._plan.time_label, "time", (), low, high - 1),
        ]

    def _free_page(self) -> Data:
        """A form for a new booking, and for one that is changed."""
        plan = self._plan
        fields = [*self.moment_fields(), *plan.fields]
        helpers = [part for one in fields for part in one.helpers()]
        columns = ["name AS thing_name", f"money({self._total()}) AS total_shown", *helpers]
        loads = "".join(f", {one.for_form()} AS old_{one.name}" for one in plan.fields)
        load = (
            f"SELECT day_start(at) AS old_day, (at - day_start(at)) / 60 AS old_time{loads} FROM "
            f"{plan.t_booking} WHERE id = :id"
        )
        names = ["thing", "at", *self._names, "code", "cents"]
        kept = [
            ":thing",
            ":day + 60 * :time",
            *(one.kept() for one in plan.fields),
            ":code_new",
            ":cents_new",
        ]
        changed = ", ".join(f"{one} = excluded.{one}" for one in names if one not in ("thing", "code"))
        done: Effects = [
            {
                "let": f"SELECT {plan.code_sql(':thing', ':day')} AS code_new, {self._total()} AS cents_new "
                f"FROM {plan.t_thing} WHERE id = :thing"
            },
            {
                "sql": f"INSERT INTO {plan.t_booking} (id, {', '.join(names)}) VALUES (nullif(:id, 0), "
                f"{', '.join(kept)}) ON CONFLICT (id) DO UPDATE SET {changed}"
            },
            {"back": None},
            {"snackbar": "Saved"},
        ]
        tap: Effects = [{"require": "SELECT :day > 0", "message": "Choose a day first"}]
        if plan.confirm == "dialog":
            tap.append(
                {
                    "dialog": "Is that right?",
                    "text": "{thing_name}, {day_shown}, {time_shown}",
                    "confirm": plan.sure,
                    "cancel": "No",
                    "on_confirm": done,
                }
            )
        else:
            tap += done
        body: list[Data] = [{"column": form(fields), "pad": 16, "gap": 12}]
        if plan.has_price:
            body.append(told(plan.fact_style, plan.total, "{total_shown}"))
        body += [{"column": [{"button": plan.book, "wide": True, "on_tap": tap}], "pad": 16}, {"space": 40}]
        return {
            "params": ["thing", "id"],
            "vars": {one.name: one.first for one in fields},
            "data": f"SELECT {', '.join(columns)} FROM {plan.t_thing} WHERE id = :thing",
            "on_open": [
                {"let": load},
                {"set": {one.name: f"{{old_{one.name}}}" for one in fields}, "when": "id"},
            ],
            "top": {"top_bar": "{thing_name}", "leave": "close"},
            "body": body,
        }
