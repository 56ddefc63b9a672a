"""Editing: what typing, deleting, selecting, cutting and pasting do to the field that has the focus.

Text is selected while PageState.mark is not -1: it lies between mark and caret, and may be empty, as where a
long press only offers to paste. Invariant: mark and caret always lie inside the text.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from phonebuddy.world.services.tables import write
from phonebuddy.world.spec.template import show
from phonebuddy.world.uistate import PageState

if TYPE_CHECKING:
    from phonebuddy.world.runtime import Runtime

MAX_TEXT = 20_000
NOT_SELECTED = -1
_LOG_INPUT = write(
    "INSERT INTO phone_input (at_ms, app, page, field, text) VALUES (?, ?, ?, ?, ?)", "phone_input"
)


class Editing:
    """The focused field of one phone."""

    def __init__(self, runtime: Runtime) -> None:
        self._runtime = runtime

    def _state(self) -> PageState | None:
        """The page in front, if one of its fields has the focus."""
        page = self._runtime.ui.page()
        return page if page is not None and page.focus is not None else None

    def text(self) -> str:
        """All that is in the field."""
        state = self._state()
        return "" if state is None or state.focus is None else show(state.vars.get(state.focus))

    def selection(self) -> tuple[int, int] | None:
        """Where the selected text starts and ends; None when nothing is selected."""
        state = self._state()
        if state is None or state.mark == NOT_SELECTED:
            return None
        return min(state.mark, state.caret), max(state.mark, state.caret)

    def selected(self) -> str:
        found = self.selection()
        return self.text()[found[0] : found[1]] if found is not None else ""

    # -- changing --------------------------------------------------------------------------------------

    def type(self, text: str) -> bool:
        """Put text in at the caret, in the place of what is selected; False when nothing has the focus."""
        state = self._state()
        if state is None:
            return False
        start, end = self.selection() or (state.caret, state.caret)
        room = MAX_TEXT - len(self.text()) + end - start
        self._put(state, start, end, text[: max(0, room)])
        return True

    def delete_back(self) -> None:
        """What the backspace key does: the selected text goes, or the character before the caret."""
        state = self._state()
        if state is None:
            return
        start, end = self.selection() or (state.caret, state.caret)
        start = max(0, start - 1) if start == end else start
        if start < end:
            self._put(state, start, end, "")
        else:
            state.mark = NOT_SELECTED

    def _put(self, state: PageState, start: int, end: int, text: str) -> None:
        """Replace a stretch of the text; taking out is logged as the key for it."""
        assert state.focus is not None
        now = self.text()
        state.vars[state.focus] = now[:start] + text + now[end:]
        state.caret, state.mark = start + len(text), NOT_SELECTED
        values = (self._runtime.ui.time_ms, state.app, state.page, state.focus, text or "\b")
        self._runtime.store.append(_LOG_INPUT, values)

    # -- selecting -------------------------------------------------------------------------------------

    def select_word(self, at: int) -> None:
        """Select the word around a place in the text; between words nothing, but there can be pasted."""
        state = self._state()
        if state is None:
            return
        text = self.text()
        start = end = max(0, min(at, len(text)))
        while start > 0 and not text[start - 1].isspace():
            start -= 1
        while end < len(text) and not text[end].isspace():
            end += 1
        state.mark, state.caret = start, end

    def extend(self, at: int) -> None:
        """Drag a handle: the nearer end of the selection goes where the finger went."""
        state, found = self._state(), self.selection()
        if state is not None and found is not None:
            start, end = found
            state.mark = end if abs(at - start) < abs(at - end) else start
            state.caret = max(0, min(at, len(self.text())))

    def select_all(self) -> None:
        state = self._state()
        if state is not None:
            state.mark, state.caret = 0, len(self.text())

    def unselect(self) -> None:
        page = self._runtime.ui.page()
        if page is not None:
            page.mark = NOT_SELECTED

    def copy(self) -> None:
        """Copy what is selected; the caret stays at its end."""
        if text := self.selected():
            self._runtime.copy(text)
        self.unselect()

    def cut(self) -> None:
        if text := self.selected():
            self._runtime.copy(text)
            self.delete_back()
        self.unselect()

    def paste(self, one_line: bool) -> None:
        """Put the clipboard in; a field of one line takes line breaks as spaces."""
        text = self._runtime.copied()
        self.type(" ".join(text.splitlines()) if one_line else text)
