"""Stories: what happens to people, told in events, messages, mails, tasks, notes, photos and debts.

Invariant: whatever a text names, person, place, time or amount, is in the tables; a story whose people are
not in this life is left out.
"""

from __future__ import annotations

import random
from typing import NamedTuple

from phonebuddy.world.life.draft import DAY, Draft, Row, whole
from phonebuddy.world.life.messages import add_letter, add_message, add_photo
from phonebuddy.world.life.parts import MailPart, Story


class Cast(NamedTuple):
    """A story with its people, place, time and the words for its slots."""

    story: Story
    people: dict[str, Row]
    place: int
    at: int
    slots: dict[str, str]


def add_stories(draft: Draft) -> None:
    dice = draft.chance("stories")
    taken: set[object] = set()
    for story in draft.sources.stories:
        if story.tag in draft.character.stories:
            cast = _cast(draft, dice, story, taken)
            if cast is not None:
                _tell(draft, cast)


def _cast(draft: Draft, dice: random.Random, story: Story, taken: set[object]) -> Cast | None:
    people: dict[str, Row] = {}
    for slot, roles in story.who.items():
        wanted = roles.split("|")
        found = [
            one for one in draft.with_role(*wanted) if one["id"] not in {p["id"] for p in people.values()}
        ]
        # Friends and colleagues have a story each, as long as there are enough of them.
        fresh = [one for one in found if one["id"] not in taken] or found
        if not fresh:
            return None
        near = fresh[:24] if wanted[0] in ("friend", "colleague") else fresh[:1]
        people[slot] = dice.choice(near)
        taken.add(people[slot]["id"])
    place = draft.place(story.place) if story.place else 0
    if story.place_of:
        place = _house(draft, people[story.place_of])
    at = _when(draft, dice, story)
    return Cast(story, people, place, at, _slots(draft, dice, story, people, place, at))


def _house(draft: Draft, person: Row) -> int:
    found = [
        whole(one, "id")
        for one in draft.rows["place"]
        if one["person"] == person["id"] and one["kind"] == "house"
    ]
    return found[0] if found else 0


def _when(draft: Draft, dice: random.Random, story: Story) -> int:
    if story.day is None:
        return draft.now
    day = dice.randint(*story.day)
    while story.weekend and (draft.today // DAY + 3 + day) % 7 < 5:
        day += 1
    return draft.moment(day, story.minute)


def _slots(
    draft: Draft, dice: random.Random, story: Story, people: dict[str, Row], place: int, at: int
) -> dict[str, str]:
    slots = draft.slots()
    for slot, person in people.items():
        slots |= {slot: str(person["call"]), f"{slot}_name": str(person["name"])}
    if place:
        row = draft.rows["place"][place - 1]
        slots |= {"place": str(row["name"]), "street": str(row["street"])}
    low, high = story.number
    cents = story.amount or (abs(story.debt.cents) if story.debt is not None else 0)
    slots |= {
        "n": str(dice.randint(low, high)),
        "n2": str(dice.randint(low, high) + 1),
        "new_street": dice.choice(draft.pools.streets),
        "date": draft.date(at),
        "day": draft.pools.weekdays[(at // DAY + 3) % 7],
        "time": draft.clock(at),
        "amount": draft.money(draft.price(cents)),
    }
    return slots


def _tell(draft: Draft, cast: Cast) -> None:
    event = _add_event(draft, cast)
    debt = _add_debt(draft, cast, event)
    about, ref = ("event", event) if event else ("debt", debt) if debt else ("", 0)
    _say(draft, cast, about, ref)
    for mail in cast.story.mail:
        _write_mail(draft, cast, mail, about, ref)
    _add_order(draft, cast, event)
    _add_taste(draft, cast)
    for task in cast.story.task:
        whom = next(iter(cast.people.values()), None)
        target = {"event": event, "debt": debt, "person": whole(whom, "id") if whom else 0}.get(task.about, 0)
        draft.add(
            "task",
            list=task.list,
            title=draft.fill(task.title, cast.slots),
            note="",
            priority=task.priority,
            due=None if task.due is None else draft.moment(task.due, 0),
            done=None,
            about=task.about,
            ref=target,
        )
    for note in cast.story.note:
        draft.add(
            "note",
            folder=note.folder,
            title=draft.fill(note.title, cast.slots),
            body=draft.fill(note.body, cast.slots),
            at=draft.moment(note.at, 1200),
            pinned=note.pinned,
            about=note.about,
            ref=event if note.about == "event" else 0,
        )
    for photo in cast.story.photo:
        person = cast.people.get(photo.person)
        title = draft.fill(photo.title, cast.slots)
        add_photo(
            draft, title, photo.picture, draft.moment(photo.day, 840), whole(person, "id") if person else 0
        )


def _add_event(draft: Draft, cast: Cast) -> int:
    part = cast.story.event
    if part is None:
        return 0
    main = next(iter(cast.people.values()), None)
    event = draft.add(
        "event",
        kind=part.kind,
        title=draft.fill(part.title, cast.slots),
        at=cast.at,
        ends=cast.at + 60 * cast.story.minutes,
        all_day=0,
        place=cast.place,
        person=main["id"] if main is not None else 0,
        trip=0,
        calendar=part.calendar,
        remind=part.remind,
        note=draft.fill(part.note, cast.slots),
        story=cast.story.story,
    )
    for guest in part.guests:
        draft.add("guest", event=event, person=cast.people[guest]["id"], answer="yes")
    return event


def _add_debt(draft: Draft, cast: Cast, event: int) -> int:
    part = cast.story.debt
    if part is None:
        return 0
    return draft.add(
        "debt",
        person=cast.people[part.who]["id"],
        cents=draft.price(part.cents),
        text=draft.fill(part.text, cast.slots),
        at=draft.moment(part.day, 1100),
        settled=None,
        event=event,
    )


def _add_order(draft: Draft, cast: Cast, event: int) -> None:
    part = cast.story.order
    if part is not None:
        kind = "cinema" if part.app == "cinema" else "city"
        draft.add(
            "order",
            app=part.app,
            number=f"T{draft.chance(cast.story.story).randrange(10000, 99999)}",
            company=draft.firm(kind)["name"],
            what=draft.fill(part.what, cast.slots),
            items="[]",
            cents=draft.price(part.cents),
            at=draft.moment(part.day, 1090),
            arrives=cast.at - cast.at % DAY,
            status="done",
            person=0,
            event=event,
        )


def _add_taste(draft: Draft, cast: Cast) -> None:
    part = cast.story.taste
    if part is not None:
        person = cast.people[part.who]
        text = draft.fill(part.text, cast.slots)
        draft.add("taste", person=person["id"], topic=part.topic, value=str(part.value), text=text)
        person["note"] = text


def _say(draft: Draft, cast: Cast, about: str, ref: int) -> None:
    lines = cast.story.say
    speakers = [who for who, *_ in lines if not who.startswith("me")]
    last = speakers[0] if speakers else ""
    for who, day, minute, text in lines:
        mine = who.startswith("me")
        last = (who.partition(">")[2] or last) if mine else who
        add_message(
            draft,
            cast.people[last],
            draft.moment(day, minute),
            draft.fill(text, cast.slots),
            mine,
            about,
            ref,
            cast.story.story,
        )


def _write_mail(draft: Draft, cast: Cast, mail: MailPart, about: str, ref: int) -> None:
    at = draft.moment(mail.day, mail.minute)
    subject, text = draft.fill(mail.subject, cast.slots), draft.fill(mail.text, cast.slots)
    if mail.firm:
        add_letter(draft, draft.firm(mail.firm), "mail", at, subject, text, about, ref, cast.story.story)
        return
    mine = mail.who == "me"
    person = cast.people[mail.to if mine else mail.who]
    draft.add(
        "message",
        kind="mail",
        person=person["id"],
        party=person["name"],
        address=person["mail"],
        at=at,
        mine=int(mine),
        unread=int(not mine and at > draft.now - 2 * DAY),
        subject=subject,
        text=text,
        about=about,
        ref=ref,
        story=cast.story.story,
    )
