"""Payments before they have numbers and balances, and the letters of firms.

Invariant: every payment says what it is for.
"""

from __future__ import annotations

from phonebuddy.world.life.draft import Draft, Row

MONTHS = ((2026, 2), (2026, 3), (2026, 4), (2026, 5))
"""The months there are bills and wages of."""


class Ledger:
    """Payments before they have numbers and balances."""

    def __init__(self) -> None:
        self.rows: list[Row] = []

    def add(
        self,
        at: int,
        cents: int,
        party: object,
        text: str,
        category: str,
        kind: str = "card",
        account: str = "current",
        person: int = 0,
        order: int = 0,
        bill: int = 0,
        trip: int = 0,
    ) -> None:
        self.rows.append(
            {
                "at": at,
                "account": account,
                "kind": kind,
                "party": str(party),
                "text": text,
                "category": category,
                "cents": cents,
                "balance": 0,
                "person": person,
                "order": order,
                "bill": bill,
                "trip": trip,
            }
        )


def letter(draft: Draft, name: str) -> tuple[str, str]:
    letter = draft.sources.routines.letters[name]
    return ("", letter) if isinstance(letter, str) else (letter["subject"], letter["text"])
