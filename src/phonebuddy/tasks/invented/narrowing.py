"""Narrowing: chips of which one is chosen, in the page's variable `only`.

Invariant: a chip is called what the variable holds once it was touched.
"""

from __future__ import annotations

from collections.abc import Sequence

from phonebuddy.tasks.invented.fields import quoted
from phonebuddy.tasks.invented.sketch import Data


def chips(options: Sequence[str]) -> Data:
    """A strip of them."""
    values = " UNION ALL ".join(f"SELECT {quoted(one)} AS chip_name" for one in options)
    return {
        "strip": f"SELECT chip_name, chip_name = :only AS here FROM ({values})",
        "pad": 16,
        "each": {
            "chip": "{chip_name}",
            "selected": "{here}",
            "on_tap": [{"set": {"only": "{chip_name}"}}],
        },
    }
