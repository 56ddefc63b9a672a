"""The frame of the main pages of an app for bookings: a bar, a drawer, icons or a menu lead between them.

Invariant: from the first page every main page is one step away, or two.
"""

from __future__ import annotations

from phonebuddy.tasks.invented.booking.plan import Plan
from phonebuddy.tasks.invented.sketch import Data


class Frame:
    def __init__(self, plan: Plan) -> None:
        self._plan = plan

    def _places(self) -> list[tuple[str, str, str]]:
        plan = self._plan
        found = [
            (plan.home, plan.home_page, "home-outline"),
            (plan.mine, "booking_list" if plan.flow == "module" else "mine", "calendar-check-outline"),
        ]
        if plan.has_saved:
            found.append((plan.saved, "saved", "heart-outline"))
        if plan.has_me or plan.has_switches:
            found.append((plan.me, "me", "account-circle-outline"))
        return found

    def framed(self, page: Data, title: str, current: str, actions: list[Data]) -> Data:
        """A main page, with the way to the others."""
        nav, is_start = self._plan.nav, current == self._plan.start_page
        top: Data = {"top_bar": title}
        if nav in ("bottom", "drawer"):
            items = self.items()
            if nav == "bottom":
                page["bottom"] = {"bottom_nav": current, "items": items}
            else:
                drawer = {"drawer": self._plan.title, "current": current, "items": items}
                actions = [*actions, {"icon_button": "menu", "label": "Menu", "on_tap": [drawer]}]
        elif is_start:
            actions = [*actions, *self._ways(nav, current)]
        else:
            top["leave"] = "back"
        page["top"] = top | ({"actions": actions} if actions else {})
        return page

    def items(self) -> list[Data]:
        """The main places, as a bar or a drawer shows them."""
        # The list of the shared module has no drawer: one goes back from it.
        leads = {
            name: "open" if name == "booking_list" and self._plan.nav == "drawer" else "replace"
            for _, name, _ in self._places()
        }
        return [
            {"nav_item": label, "icon": icon, "value": name, "on_tap": [{leads[name]: name}]}
            for label, name, icon in self._places()
        ]

    def _ways(self, nav: str, current: str) -> list[Data]:
        others = [one for one in self._places() if one[1] != current]
        if nav == "icons":
            return [
                {"icon_button": icon, "label": label, "on_tap": [{"open": name}]}
                for label, name, icon in others
            ]
        items = [
            {"menu_item": label, "icon": icon, "on_tap": [{"open": name}]} for label, name, icon in others
        ]
        return [{"icon_button": "dots-vertical", "label": "More options", "on_tap": [{"menu": items}]}]
