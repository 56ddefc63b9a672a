"""What a recording of a world phone says about the phone, so that it can be played again.

Invariant: the image's seed and apps and the look are all it takes to build the same phone.
"""

from __future__ import annotations

from phonebuddy.world.phone import WorldPhone


def about_phone(phone: WorldPhone, seed: int) -> dict[str, object]:
    """The head of a recording."""
    return {"image": phone.image.id, "seed": seed, "apps": list(phone.image.apps.apps), "look": phone.look}
