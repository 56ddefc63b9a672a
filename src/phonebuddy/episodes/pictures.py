"""Pictures of stored steps: as they were kept, or drawn again from the step's snapshot.

Invariant: both are the same bytes; a step with neither is an error that says how to get pictures.
"""

from __future__ import annotations

from phonebuddy.episode import Episode
from phonebuddy.episodes.store import Store
from phonebuddy.errors import EpisodeError, SnapshotError
from phonebuddy.screen import Pixels
from phonebuddy.tasks.invented.village import image_of
from phonebuddy.tasks.task import read_id
from phonebuddy.traces.pictures import decode_picture
from phonebuddy.world.phone import WorldPhone
from phonebuddy.world.snapshot import Snapshot


class Gallery:
    """The pictures of a run's steps."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._phone: WorldPhone | None = None

    def png(self, episode: Episode, number: int) -> bytes:
        """The picture of a step's screen."""
        step = episode.steps[number]
        if step.seen.image:
            return self._store.pictures.read(step.seen.image)
        return self._at(episode, number).observe().png()

    def pixels(self, episode: Episode, number: int) -> Pixels:
        step = episode.steps[number]
        if step.seen.image:
            return decode_picture(self._store.pictures.read(step.seen.image), step.seen.image)
        return self._at(episode, number).observe().pixels()

    def _at(self, episode: Episode, number: int) -> WorldPhone:
        """A phone as it was before a step."""
        snapshot = episode.steps[number].snapshot
        if not snapshot:
            raise EpisodeError(
                f"step {number} of episode {episode.id} has neither a picture nor a snapshot;"
                " collect with --pixels"
            )
        person = read_id(episode.task)[1]
        if self._phone is None or self._phone.image.seed != person:
            self._phone = WorldPhone(image_of(person))
        try:
            self._phone.restore(Snapshot.from_bytes(snapshot))
        except SnapshotError as error:
            raise EpisodeError(
                f"step {number} of episode {episode.id} has no picture and cannot be drawn: {error}."
                " Apps or content have changed since; collect with --pixels"
            ) from None
        return self._phone
