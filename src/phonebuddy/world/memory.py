"""Memory: a store wired to the phone that has it, handed on to the next phone when that one is closed.

Opening a database with the tables of all apps takes longer than bringing a used one back to its image.
Invariant: a memory that is handed on holds exactly its image, and belongs to one phone at a time.
"""

from __future__ import annotations

from collections.abc import Mapping

from phonebuddy.errors import SnapshotError
from phonebuddy.world.image import START_MS, Image
from phonebuddy.world.spec.app import App
from phonebuddy.world.state.functions import spoken_functions
from phonebuddy.world.state.store import Store
from phonebuddy.world.uistate import UiState

MOST_SPARES = 8
"""Kept for each image; each is a copy of it, a megabyte or two."""


class _Bearer:
    """Who has the memory now. APSW never lets go of functions, so what they see must not lead back to it."""

    def __init__(self, apps: Mapping[str, App]) -> None:
        self.ui = UiState(START_MS)
        self._apps = apps

    def said(self, app: str, text: str) -> str:
        """An app's own text in the phone's language."""
        known = self._apps.get(app)
        return text if known is None else known.manifest.said(text, self.ui.language)


class Memory:
    """The data of one phone; its SQL functions tell the time and speak the language of its ui."""

    def __init__(self, image: Image) -> None:
        bearer = self._bearer = _Bearer(image.apps.apps)
        spoken = spoken_functions(lambda: bearer.ui.language, bearer.said)
        self.store = Store(image.data, lambda: bearer.ui.now_ms, spoken, image.known)

    def belong_to(self, ui: UiState) -> None:
        """From now on its functions see this."""
        self._bearer.ui = ui


def take_memory(image: Image) -> Memory:
    """A memory that holds the image."""
    spares = image.known.spares
    # Whatever is in there was put there by `hand_on`; the store knows nothing of memories.
    spare = spares.pop() if spares else None
    return spare if isinstance(spare, Memory) else Memory(image)


def hand_on(memory: Memory, image: Image) -> None:
    """Keep a memory for the next phone of its image; what cannot be brought back to it is closed."""
    try:
        whole = memory.store.start_over()
    except SnapshotError:
        whole = False
    if whole and len(image.known.spares) < MOST_SPARES:
        memory.belong_to(UiState(START_MS))
        image.known.spares.append(memory)
    else:
        memory.store.close()
