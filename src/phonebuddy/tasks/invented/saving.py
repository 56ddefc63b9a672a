"""Saving: where the button stands that a form is saved with.

Invariant: it does the same in both places.
"""

from __future__ import annotations

from phonebuddy.tasks.invented.sketch import Data

TOP = "top"


def put_button(button: Data, at: str, top: Data, body: list[Data]) -> None:
    """In the top bar, after whatever stands there, or below all fields."""
    if at == TOP:
        top["actions"] = [*top.get("actions", ()), button]
    else:
        body.append({**button, "wide": True})
