"""Messages, letters of firms and photos, as they stand in the tables.

Invariant: what came today and before now is not read yet; the owner's own always is.
"""

from __future__ import annotations

from datetime import UTC, datetime

from phonebuddy.world.life.draft import DAY, Draft, Row, whole


def add_photo(
    draft: Draft, title: str, picture: str, at: int, person: int = 0, trip: int = 0, place: int = 0
) -> None:
    dice = draft.chance(f"photo {title} {at}")
    at += dice.randrange(7200)
    while any(row["at"] == at for row in draft.rows["photo"]):
        at += 1  # a camera names its pictures by the second
    town = draft.owner["town"]
    if trip:
        town = draft.rows["town"][whole(draft.rows["trip"][trip - 1], "town") - 1]["name"]
    stamp = _stamp(at)
    if picture == "pet":
        picture = draft.character.pet
    draft.add(
        "photo",
        file=f"IMG_{stamp}.jpg",
        title=title,
        picture=picture,
        at=at,
        place=place,
        town=town,
        person=person,
        event=0,
        trip=trip,
        kind="camera",
        liked=int(dice.randrange(4) == 0),
        bytes=dice.randrange(1_400_000, 4_000_000),
    )


def _stamp(at: int) -> str:
    return datetime.fromtimestamp(at, UTC).strftime("%Y%m%d_%H%M%S")


def add_message(
    draft: Draft, person: Row, at: int, text: str, mine: bool, about: str = "", ref: int = 0, story: str = ""
) -> None:
    draft.add(
        "message",
        kind="sms",
        person=person["id"],
        party=person["name"],
        address=person["phone"],
        at=at,
        mine=int(mine),
        unread=int(not mine and draft.today <= at <= draft.now),
        subject="",
        text=text,
        about=about,
        ref=ref,
        story=story,
    )


def _sender(name: str) -> str:
    """A firm as it signs a message: at most eleven capitals, as networks allow, and no half word."""
    first, *others = name.upper().split()
    sender = first[:11]
    for word in others:
        if len(sender + word) > 11:
            break
        sender += word
    return sender


def add_letter(
    draft: Draft,
    firm: Row,
    kind: str,
    at: int,
    subject: str,
    text: str,
    about: str = "",
    ref: int = 0,
    story: str = "",
) -> None:
    """What a firm writes, as a mail or as a message from its name."""
    name = str(firm["name"])
    sender = _sender(name) if draft.language == "en" else name
    draft.add(
        "message",
        kind=kind,
        person=0,
        party=name,
        address=firm["mail"] if kind == "mail" else sender,
        at=at,
        mine=0,
        unread=int(at > draft.now - 2 * DAY),
        subject=subject,
        text=text,
        about=about,
        ref=ref,
        story=story,
    )
