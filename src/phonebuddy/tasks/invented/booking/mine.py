"""The owner's pages of an app for bookings: what is booked, one booking, changing it, the account.

Invariant: every word on them that a gold taps comes from the plan.
"""

from __future__ import annotations

from phonebuddy.tasks.invented.booking.flow import Effects, form, told
from phonebuddy.tasks.invented.booking.frame import Frame
from phonebuddy.tasks.invented.booking.plan import Plan
from phonebuddy.tasks.invented.fields import quoted
from phonebuddy.tasks.invented.sketch import Data


class MyPages:
    def __init__(self, plan: Plan, frame: Frame) -> None:
        self._plan, self._frame = plan, frame

    # -- what is booked --------------------------------------------------------------------------------

    def mine_page(self) -> Data:
        plan = self._plan
        when = (
            "CASE WHEN b.status <> 'booked' THEN 'Cancelled' WHEN b.at >= this_minute() THEN 'Coming up' "
            "ELSE 'Past' END"
        )
        where = f"WHERE ({when} = :part)" if plan.past_at == "tabs" else ""
        rows = (
            f"SELECT b.id, t.name AS thing_name, relative_day(b.at, today()) || ', ' || clock_time(b.at) AS "
            f"moment, {when} AS part_name, b.code "
            f"FROM {plan.t_booking} b JOIN {plan.t_thing} t ON t.id = b.thing {where} "
            f"ORDER BY CASE {when} WHEN 'Coming up' THEN 0 WHEN 'Past' THEN 1 ELSE 2 END, abs(b.at - "
            f"this_minute())"
        )
        each: Data = {
            "list_item": "{thing_name}",
            "text": "{moment}",
            "icon": "calendar-clock",
            "on_tap": [{"open": "booking", "with": {"id": "{id}"}}],
        }
        if plan.cancel_at == "swipe":
            each["on_swipe_left"] = self._cancelled("{thing_name}")
        elif plan.cancel_at == "hold":
            each["on_long_press"] = [
                {"menu": [{"menu_item": plan.cancel, "on_tap": self._cancelled("{thing_name}")}]}
            ]
        if plan.row_style == "cards" and plan.cancel_at == "page":
            words = [
                {"text": "{thing_name}", "style": "title"},
                {"text": "{moment}"},
                {"text": "{code}", "style": "label"},
            ]
            each = {"column": [{"card": words, "pad": 14, "gap": 4, "on_tap": each["on_tap"]}], "pad": 8}
        listed: Data = {
            "list": rows,
            "each": each,
            "empty": "Nothing booked",
            "empty_icon": "calendar-blank-outline",
        }
        count = (
            f"SELECT count(*) || ' upcoming' AS how_many FROM {plan.t_booking} WHERE status = 'booked' "
            f"AND at >= this_minute()"
        )
        page: Data = {
            "data": count,
            "body": [{"text": "{how_many}", "style": "body_small", "pad": 16, "gap": 6}],
        }
        if plan.past_at == "tabs":
            parts = ("Coming up", "Past") if plan.deletes else ("Coming up", "Past", "Cancelled")
            page["vars"] = {"part": "Coming up"}
            page["body"].insert(0, {"tabs": "part", "options": {one: one for one in parts}})
        else:
            listed |= {"section": "part_name", "header": {"header": "{part_name}"}}
        page["body"] += [listed, {"space": 80}]
        if plan.opens_mine:
            page["floating"] = {"fab": "plus", "label": plan.new, "on_tap": [{"open": plan.home_page}]}
        return self._frame.framed(page, plan.mine, "mine", [])

    def _cancelled(self, name: str) -> Effects:
        plan = self._plan
        sql = (
            f"DELETE FROM {plan.t_booking} WHERE id = :id"
            if plan.deletes
            else f"UPDATE {plan.t_booking} SET status = 'cancelled' WHERE id = :id"
        )
        done: Effects = [{"sql": sql}, {"snackbar": "Cancelled"}]
        if plan.cancel_at == "page" and plan.deletes:
            done.insert(1, {"back": None})
        if not plan.asks:
            return done
        question = {
            "dialog": f"Cancel this {plan.booked}?",
            "text": name,
            "confirm": plan.sure_cancel,
            "cancel": "Keep it",
            "on_confirm": done,
        }
        return [question]

    def booking_page(self) -> Data:
        plan = self._plan
        fields = "".join(f", {one.shown(f'b.{one.name}')} AS {one.name}_shown" for one in plan.fields)
        data = (
            f"SELECT t.name AS thing_name, b.thing AS thing, long_day(b.at) AS day_shown, clock_time(b.at) "
            f"AS time_shown, b.code AS code_shown, "
            f"money(b.cents) AS cents_shown, b.remind, b.remind = 'On' AS is_on, b.stars, b.status = "
            f"'booked' AND b.at > this_minute() AS active, "
            f"b.status <> 'booked' AS is_off, b.status = 'booked' AND b.at <= this_minute() AS "
            f"is_over{fields} "
            f"FROM {plan.t_booking} b JOIN {plan.t_thing} t ON t.id = b.thing WHERE b.id = :id"
        )
        lines = [(plan.day_label, "day_shown"), (plan.time_label, "time_shown"), (plan.code, "code_shown")]
        lines += [(plan.total, "cents_shown")] if plan.has_price else []
        lines += [(one.label, f"{one.name}_shown") for one in plan.fields]
        body: list[Data] = [
            {"banner": "This was cancelled", "when": "is_off", "icon": "close-circle-outline"}
        ]
        body.append({"text": "{thing_name}", "style": "headline_small", "pad": 16, "gap": 12})
        body += [told(plan.line_style, label, f"{{{name}}}") for label, name in lines]
        body += self._reminder()
        if plan.has_stars:
            rate = [{"sql": f"UPDATE {plan.t_booking} SET stars = :value WHERE id = :id"}]
            body.append(
                {
                    "column": [
                        {"text": "How was it?", "style": "title"},
                        {"rating": "{stars}", "on_change": rate},
                    ],
                    "pad": 16,
                    "when": "is_over",
                }
            )
        actions, buttons = self._booking_actions()
        if buttons:
            body.append({"column": buttons, "pad": 16, "gap": 8, "when": "active"})
        body.append({"space": 40})
        top: Data = {"top_bar": plan.booked[:1].upper() + plan.booked[1:], "leave": "back"}
        return {
            "params": ["id"],
            "data": data,
            "top": top | ({"actions": actions} if actions else {}),
            "body": body,
        }

    def _reminder(self) -> list[Data]:
        plan = self._plan
        if plan.remind == "none":
            return []
        if plan.remind == "switch":
            flip = [{"sql": f"UPDATE {plan.t_booking} SET remind = iif(:value, 'On', 'Off') WHERE id = :id"}]
            switch = {"switch": "{is_on}", "description": plan.remind_label, "on_change": flip}
            return [{"list_item": plan.remind_label, "trailing": switch, "when": "active"}]
        key = "menu_item" if plan.remind == "menu" else "list_item"
        closing: Effects = [] if plan.remind == "menu" else [{"dismiss": None}]
        items = [
            {
                key: one,
                "on_tap": [
                    {"sql": f"UPDATE {plan.t_booking} SET remind = {quoted(one)} WHERE id = :id"},
                    *closing,
                ],
            }
            for one in plan.reminders
        ]
        tap: Effects = [{"menu": items}] if plan.remind == "menu" else [{"sheet": "When?", "body": items}]
        return [
            {
                "list_item": plan.remind_label,
                "text": "{remind}",
                "icon": "bell-outline",
                "when": "active",
                "on_tap": tap,
            }
        ]

    def _booking_actions(self) -> tuple[list[Data], list[Data]]:
        plan = self._plan
        does: list[tuple[str, str, Effects]] = []
        if plan.flow == "free":
            does.append(
                (plan.edit, "pencil-outline", [{"open": "book", "with": {"thing": "{thing}", "id": "{id}"}}])
            )
        elif plan.fields:
            does.append((plan.edit, "pencil-outline", [{"open": "edit", "with": {"id": "{id}"}}]))
        if plan.has_move and plan.flow != "free":
            does.append(
                (plan.move, "calendar-edit", [{"open": "move", "with": {"id": "{id}", "thing": "{thing}"}}])
            )
        if plan.cancel_at == "page":
            does.append((plan.cancel, "close-circle-outline", self._cancelled("{thing_name}")))
        if plan.actions == "buttons":
            return [], [{"button": label, "style": "outlined", "on_tap": tap} for label, _, tap in does]
        if plan.actions == "icons":
            return [
                {"icon_button": icon, "label": label, "when": "active", "on_tap": tap}
                for label, icon, tap in does
            ], []
        items = [{"menu_item": label, "on_tap": tap} for label, _, tap in does]
        if not items:
            return [], []
        return [
            {
                "icon_button": "dots-vertical",
                "label": "More options",
                "when": "active",
                "on_tap": [{"menu": items}],
            }
        ], []

    def edit_page(self) -> Data:
        plan, fields = self._plan, self._plan.fields
        total = (
            f", cents = (SELECT t.cents FROM {plan.t_thing} t WHERE t.id = thing) * CAST(:people AS INTEGER)"
            if plan.people and plan.has_price
            else ""
        )
        save: Effects = [
            {
                "sql": f"UPDATE {plan.t_booking} SET "
                f"{', '.join(f'{one.name} = {one.kept()}' for one in fields)}{total} WHERE id = :id"
            },
            {"back": None},
        ]
        loads = ", ".join(f"{one.for_form()} AS old_{one.name}" for one in fields)
        start: Effects = [
            {"let": f"SELECT {loads} FROM {plan.t_booking} WHERE id = :id"},
            {"set": {one.name: f"{{old_{one.name}}}" for one in fields}},
        ]
        page: Data = {"params": ["id"], "vars": {one.name: one.first for one in fields}, "on_open": start}
        helpers = [part for one in fields for part in one.helpers()]
        if helpers:
            page["data"] = "SELECT " + ", ".join(helpers)
        page["top"] = {
            "top_bar": plan.edit,
            "leave": "close",
            "actions": [{"button": plan.save, "on_tap": save}],
        }
        return page | {"body": [{"column": form(fields), "pad": 16, "gap": 12}]}

    # -- the owner -------------------------------------------------------------------------------------

    def me_page(self) -> Data:
        plan = self._plan
        page: Data = {"body": []}
        if plan.has_me:
            page["vars"] = {"person": "", "phone": ""}
            page["on_open"] = [
                {"let": f"SELECT person AS old_person, phone AS old_phone FROM {plan.t_me}"},
                {"set": {"person": "{old_person}", "phone": "{old_phone}"}},
            ]
            save = [
                {"sql": f"UPDATE {plan.t_me} SET person = trim(:person), phone = trim(:phone) WHERE id = 1"},
                {"snackbar": "Saved"},
            ]
            fields = [
                {"field": "person", "label": plan.name_label},
                {"field": "phone", "label": plan.phone_label},
            ]
            page["body"].append(
                {"column": [*fields, {"button": plan.save, "on_tap": save}], "pad": 16, "gap": 12}
            )
        if plan.has_switches:
            flip = [{"sql": f"UPDATE {plan.t_option} SET value = :value WHERE id = :id"}]
            each = {
                "list_item": "{switch_name}",
                "trailing": {"switch": "{is_on}", "description": "{switch_name}", "on_change": flip},
            }
            page["body"].append(
                {
                    "list": f"SELECT id, label AS switch_name, value AS is_on FROM {plan.t_option} ORDER BY "
                    f"id",
                    "each": each,
                }
            )
        return self._frame.framed(page, plan.me, "me", [])
