"""Memory: a store wired to the phone that has it, handed on to the next phone when that one is closed.

Opening a database with the tables of all apps takes longer than bringing a used one back to its image.
Invariant: a memory that is handed on holds exactly its image, and belongs to one phone at a time.
"""

from __future__ import annotations

from phonebuddy.errors import SnapshotError
from phonebuddy.world.image import START_MS, Image
from phonebuddy.world.state.functions import spoken_functions
from phonebuddy.world.state.store import Store
from phonebuddy.world.uistate import UiState

MOST_SPARES = 8
"""Kept for each image; each is a copy of it, a megabyte or two."""


class Memory:
    """The data of one phone; its SQL functions tell the time and speak the language of `ui`."""

    def __init__(self, image: Image) -> None:
        self._image = image
        self.ui = UiState(START_MS)
        spoken = spoken_functions(lambda: self.ui.language, self._said)
        self.store = Store(image.data, lambda: self.ui.now_ms, spoken, image.known)

    def _said(self, app: str, text: str) -> str:
        """An app's own text in the phone's language."""
        known = self._image.apps.apps.get(app)
        return text if known is None else known.manifest.said(text, self.ui.language)


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
        memory.ui = UiState(START_MS)
        image.known.spares.append(memory)
    else:
        memory.store.close()
