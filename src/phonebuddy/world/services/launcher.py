"""The launcher: home pages, the app drawer with its search, and the recents.

Invariant: it only changes what is on the screen; apps are opened and closed by the runtime.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from phonebuddy.world.runtime import Runtime
    from phonebuddy.world.spec.app import Head

MAX_SEARCH = 200
DRAWER, RECENTS = "drawer", "recents"
"""What the two scroll under in UiState, and their names in `over`."""


class Launcher:
    """What the person does with apps as a whole, on one phone."""

    def __init__(self, runtime: Runtime) -> None:
        self._runtime = runtime

    def apps(self) -> list[Head]:
        """Apps that have an icon, by title; minis are opened from within their host."""
        heads = [app.manifest for app in self._runtime.image.apps.apps.values()]
        return sorted((head for head in heads if not head.host), key=lambda head: head.title.lower())

    def found(self) -> list[Head]:
        """Apps that fit what was typed into the drawer's search."""
        wanted = self._runtime.ui.search.strip().lower()
        language = self._runtime.ui.language
        return [head for head in self.apps() if wanted in f"{head.title} {head.title_in(language)}".lower()]

    def turn_page(self, page: int) -> None:
        self._runtime.ui.home_page = page

    def open_drawer(self, searching: bool = False) -> None:
        ui = self._runtime.ui
        ui.over, ui.search = DRAWER, ""
        ui.scroll.pop(DRAWER, None)
        self.search(searching)

    def search(self, searching: bool = True) -> None:
        """Show the keyboard for the drawer's search, or put it away."""
        self._runtime.ui.searching = searching
        self._runtime.ui.keyboard = "letters"

    def type(self, text: str) -> bool:
        """Type into the drawer's search; False when it does not have the keyboard."""
        if not self._runtime.ui.is_searching:
            return False
        self.put_search(self._runtime.ui.search + text)
        self._runtime.log("phone", "search", self._runtime.ui.search)
        return True

    def delete_back(self) -> None:
        if self._runtime.ui.is_searching:
            self.put_search(self._runtime.ui.search[:-1])

    def put_search(self, text: str) -> None:
        self._runtime.ui.search = text[:MAX_SEARCH]
        self._runtime.ui.scroll.pop(DRAWER, None)

    def open_first(self) -> None:
        """What the enter key does in the drawer."""
        found = self.found()
        if found:
            self._runtime.start_app(found[0].name)

    def show_recents(self) -> None:
        """The apps used last, to switch or to close; asked again, back to where the person was."""
        ui = self._runtime.ui
        if ui.over == "lock" or ui.asking is not None:
            return
        ui.sending, ui.shade = None, ""
        ui.over = "" if ui.over == RECENTS else RECENTS
        ui.scroll.pop(RECENTS, None)

    def close(self, name: str) -> None:
        """Close an app from the recents, which stay, whatever comes to the front."""
        self._runtime.close_app(name)
        self._runtime.ui.over = RECENTS

    def close_all(self) -> None:
        """What `Clear all` does in the recents."""
        while self._runtime.ui.order:
            self._runtime.close_app(self._runtime.ui.order[0])
        self._runtime.home()
