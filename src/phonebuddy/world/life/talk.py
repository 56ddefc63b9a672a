"""Small talk and posts: what people say without a story behind it.

Invariant: nobody speaks of what is not there.
"""

from __future__ import annotations

import random

from phonebuddy.world.life.draft import Draft, Row, whole
from phonebuddy.world.life.messages import add_message

TALKS = {"family": 6, "friend": 22, "colleague": 8, "service": 4}
"""With how many people of each relation there is small talk."""
FOREIGN_TALKS = 6


def add_talks(draft: Draft) -> None:
    """Small talk with people who have no story."""
    dice = draft.chance("talks")
    busy = {row["person"] for row in draft.rows["message"]}
    chats = draft.sources.chats
    pools = {
        "family": chats.family,
        "friend": chats.friend,
        "colleague": chats.colleague,
        "service": chats.service,
    }
    for relation, count in TALKS.items():
        foreign = {one["id"] for one in _from_elsewhere(draft)}
        free = [one for one in draft.with_role(relation) if one["id"] not in busy | foreign]
        lines = dice.sample(pools[relation], len(pools[relation]))
        for number, person in enumerate(dice.sample(free, min(count, len(free)))):
            _talk(draft, dice, person, lines[number % len(lines)])
    for number, person in enumerate(_from_elsewhere(draft)[:FOREIGN_TALKS]):
        _talk(draft, dice, person, draft.sources.foreign_chats.friend[number])


def _talk(draft: Draft, dice: random.Random, person: Row, lines: list[str]) -> None:
    at = draft.moment(-dice.randrange(1, 55), dice.randrange(480, 1300))
    for line in lines:
        add_message(draft, person, at, line.removeprefix("> "), line.startswith("> "))
        at += dice.randrange(60, 1500)


def _from_elsewhere(draft: Draft) -> list[Row]:
    """Friends whose names are of the other language: they write in it."""
    own = set(draft.pools.families)
    return [one for one in draft.with_role("friend") if one["family"] not in own]


def add_coming(draft: Draft) -> None:
    """Messages of the first hour, and pictures that came with older ones."""
    for coming in draft.sources.chats.coming:
        people = draft.with_role(coming.role)
        if people:
            person = people[coming.which % len(people)]
            add_message(draft, person, draft.now + 60 * coming.minute, coming.text, False)
    for number, sent in enumerate(draft.sources.chats.sent):
        person = draft.with_role("friend")[4 + 5 * number]
        at = draft.moment(-3 - 4 * number, 1085 + number)
        photo = draft.add(
            "photo",
            file=sent.file,
            title=sent.text,
            picture=sent.picture,
            at=at,
            place=0,
            town=person["town"],
            person=person["id"],
            event=0,
            trip=0,
            kind="received",
            liked=0,
            bytes=940_000 + 271_000 * number,
        )
        add_message(draft, person, at, sent.text, False, "photo", photo)


def add_posts(draft: Draft) -> None:
    dice = draft.chance("posts")
    friends = draft.with_role("friend")
    place = draft.rows["place"][draft.place("restaurant") - 1]
    chats = draft.sources.chats
    lines = [*chats.posts, *chats.posts]
    for number, post in enumerate(dice.sample(lines, len(lines))):
        person = 0 if number % 7 == 3 else whole(dice.choice(friends[:30]), "id")
        at = draft.moment(-number, dice.randrange(420, 560)) - dice.randrange(3) * 3600
        text = draft.fill(post.text, {"place": str(place["name"])})
        made = draft.add(
            "post",
            person=person,
            at=at,
            text=text,
            picture=post.picture,
            title=text[:24] if post.picture else "",
            place=place["id"] if "{place}" in post.text else 0,
            event=0,
            likes=dice.randrange(2, 90),
            liked=int(dice.randrange(4) == 0),
        )
        for _ in range(dice.randrange(4)):
            by = whole(dice.choice(friends[:30]), "id")
            later = min(draft.now - 60, at + dice.randrange(300, 40000))
            draft.add("reply", post=made, person=by, at=later, text=dice.choice(chats.replies))
