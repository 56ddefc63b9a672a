"""A whole person from a seed: every table of a life, filled in the order things depend on each other.

Invariant: the same seed and character give the same rows, on any machine.
"""

from __future__ import annotations

from functools import lru_cache

import apsw

from phonebuddy.world.life import days, money, people, places, stories, talk, things
from phonebuddy.world.life.draft import PRICES, Draft, whole
from phonebuddy.world.life.parts import Character
from phonebuddy.world.life.sources import character_for, read_sources
from phonebuddy.world.life.tables import SCHEMA, read_tables


def draft_life(character: Character, seed: int, start: int) -> Draft:
    """The rows of a life that has come to the moment `start`, in seconds."""
    draft = Draft(character, read_sources(character.language), seed, start)
    places.add_towns(draft)
    names = people.add_owner(draft)
    places.add_firms(draft)
    places.add_places(draft)
    people.add_people(draft, names)
    places.link_people(draft)
    days.add_habits(draft)
    days.add_trips(draft)
    stories.add_stories(draft)
    days.add_plans(draft)
    talk.add_talks(draft)
    talk.add_coming(draft)
    days.add_activities(draft)
    money.add_money(draft, seed)
    things.add_notes(draft)
    things.add_tasks(draft)
    things.add_pictures(draft)
    things.add_files(draft)
    things.add_songs(draft)
    talk.add_posts(draft)
    places.add_weather(draft)
    draft.rows["message"].sort(key=lambda row: (whole(row, "at"), whole(row, "id")))
    for number, row in enumerate(draft.rows["message"], 1):
        row["id"] = number
    return draft


@lru_cache(maxsize=1)
def _life_of(character: str, seed: int, start: int) -> Draft:
    """Kept for the next image: those of one person with other apps are often built one after the other."""
    return draft_life(character_for(seed, character), seed, start)


def add_life(connection: apsw.Connection, character: Character, seed: int, start: int) -> None:
    """Put a life into its tables, and the two functions of content that depend on whose it is."""
    connection.execute(SCHEMA)
    _life_of(character.character, seed, start).write(connection)
    chinese = character.language == "zh"

    def words(*said: None | int | float | str | bytes) -> None | int | float | str | bytes:
        """The one of two texts that the owner reads."""
        english, other = said
        return other if chinese else english

    def price(*amounts: None | int | float | str | bytes) -> int | None:
        """An amount in dollars as one of the owner's money."""
        (cents,) = amounts
        return None if cents is None else int(cents) * PRICES[character.language]

    connection.create_scalar_function("words", words, 2, deterministic=True)
    connection.create_scalar_function("price", price, 1, deterministic=True)


def drop_life(connection: apsw.Connection) -> None:
    """A phone knows nothing of how it was filled."""
    for table in read_tables():
        connection.execute(f"DROP TABLE {table}")
