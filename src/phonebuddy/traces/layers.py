"""Finding what lies over a page: dialogs, menus, sheets, the keyboard.

Android puts a menu or dialog into a window of its own, and recorders save only that window's tree: a window
smaller than the screen is such a layer, its place and parts say which. Invariant: says nothing (None) rather
than guess where bounds are not known.
"""

from __future__ import annotations

from phonebuddy.screen import Element, Screen
from phonebuddy.traces.trace import Layer

_ROLES = {"dialog": Layer.DIALOG, "sheet": Layer.SHEET, "menu": Layer.MENU}
_DIALOG_IDS = {"alertTitle", "parentPanel", "buttonPanel", "button1", "button2", "button3", "customPanel"}
_SHEET_IDS = {"design_bottom_sheet", "bottom_sheet"}
_SNACKBAR_IDS = {"snackbar_text", "snackbar_action"}
_PAGE_WIDTH, _PAGE_HEIGHT = 0.85, 0.8
"""A window at least so large, as a share of the screen, is a page."""
_ACROSS, _DOWN = 0.05, 0.17
"""How far the middle of a dialog may be from that of the screen; a keyboard pushes it up."""
_DIALOG_WIDTH = 0.5
_BOTTOM = 0.93


def find_layer(screen: Screen, has_keyboard: bool) -> Layer | None:
    """The layer in front on a screen."""
    for element in reversed(screen.elements):
        if element.role in _ROLES:
            return _ROLES[element.role]
    ids = {element.resource_id.rpartition("/")[2] for element in screen.elements if element.resource_id}
    window = [element for element in screen.elements if element.parent is None]
    if not window:
        return None
    if len(window) == len(screen.elements):
        # A flat list: where it ends says nothing about a window.
        return _inside_page(ids, has_keyboard)
    left, top, right, bottom = _union(window)
    width, height = (right - left) / screen.width, (bottom - top) / screen.height
    if width >= _PAGE_WIDTH and height >= _PAGE_HEIGHT:
        return _inside_page(ids, has_keyboard)
    if ids & _DIALOG_IDS:
        return Layer.DIALOG
    if width >= _PAGE_WIDTH and bottom >= _BOTTOM * screen.height and top > 0:
        return Layer.SHEET
    centred = abs((left + right) / 2 / screen.width - 0.5) <= _ACROSS
    centred = centred and abs((top + bottom) / 2 / screen.height - 0.5) <= _DOWN
    return Layer.DIALOG if centred and width >= _DIALOG_WIDTH else Layer.MENU


def _inside_page(ids: set[str], has_keyboard: bool) -> Layer | None:
    """A full window may still hold a sheet or a dialog that the app draws itself."""
    if ids & _SHEET_IDS:
        return Layer.SHEET
    if "parentPanel" in ids and ids & (_DIALOG_IDS - {"parentPanel"}):
        return Layer.DIALOG
    if has_keyboard:
        return Layer.KEYBOARD
    return Layer.SNACKBAR if ids & _SNACKBAR_IDS else None


def _union(elements: list[Element]) -> tuple[int, int, int, int]:
    bounds = [element.bounds for element in elements]
    return (
        min(b.left for b in bounds),
        min(b.top for b in bounds),
        max(b.right for b in bounds),
        max(b.bottom for b in bounds),
    )
