"""What a life leaves lying about: notes, tasks, photos, files and music.

Invariant: what refers to a thing names its id.
"""

from __future__ import annotations

from phonebuddy.world.life.draft import DAY, Draft, whole
from phonebuddy.world.life.messages import add_photo

GENRES = ("pop", "rock", "folk", "jazz", "electronic", "classical")


def add_notes(draft: Draft) -> None:
    power = next((str(row["customer"]) for row in draft.rows["bill"] if row["kind"] == "power"), "40718")
    tastes = "\n".join(str(row["text"]) for row in draft.rows["taste"])
    slots = {**draft.slots(), "power": power, "tastes": tastes}
    for note in draft.sources.routines.notes:
        body = draft.fill(note.body, slots)
        at = draft.moment(note.at, 1130) if note.at else draft.now - 2700
        draft.add(
            "note",
            folder=note.folder,
            title=note.title,
            body=body,
            at=at,
            pinned=note.pinned,
            about="taste" if "{tastes}" in note.body else "",
            ref=0,
        )
    for trip in draft.rows["trip"]:
        if whole(trip, "leaves") > draft.now:
            _add_trip_note(draft, whole(trip, "id"), str(trip["title"]), str(trip["hotel_code"]))


def _add_trip_note(draft: Draft, number: int, title: str, hotel: str) -> None:
    rides = [row for row in draft.rows["ride"] if row["trip"] == number]
    lines = []
    for row in rides:
        departs = whole(row, "departs")
        lines.append(f"{row['number']}: {draft.date(departs)} {draft.clock(departs)}, {row['code']}")
    if hotel:
        lines.append({"en": f"Hotel: {hotel}", "zh": f"酒店：{hotel}"}[draft.language])
    lines += {
        "en": ["- [ ] Tickets", "- [ ] Charger", "- [x] Ask for days off"],
        "zh": ["- [ ] 车票", "- [ ] 充电器", "- [x] 请假"],
    }[draft.language]
    draft.add(
        "note",
        folder="trips",
        title=title,
        body="\n".join(lines),
        at=draft.moment(-4, 1250),
        pinned=0,
        about="trip",
        ref=number,
    )


def add_tasks(draft: Draft) -> None:
    pay = {"en": "Pay {company}: {amount}", "zh": "缴{company}：{amount}"}[draft.language]
    for row in draft.rows["bill"]:
        if row["paid"] is None and not row["auto"]:
            amount = draft.money(whole(row, "cents"))
            draft.add(
                "task",
                list="home",
                title=draft.fill(pay, {"company": str(row["company"]), "amount": amount}),
                note=str(row["number"]),
                due=row["due"],
                priority=2,
                done=None,
                about="bill",
                ref=row["id"],
            )
    for task in draft.sources.routines.tasks:
        draft.add(
            "task",
            list=task.list,
            title=task.title,
            note="",
            priority=task.priority,
            about="",
            ref=0,
            due=None if task.due is None else draft.moment(task.due, 0),
            done=None if task.done is None else draft.moment(task.done, 1100),
        )


def add_pictures(draft: Draft) -> None:
    dice = draft.chance("photos")
    photos = draft.sources.routines.photos
    for number in range(3 * len(photos)):
        photo = photos[number % len(photos)]
        add_photo(draft, photo.title, photo.picture, draft.moment(-1 - number * 2, 500 + dice.randrange(500)))
    for trip in draft.rows["trip"]:
        if whole(trip, "returns") < draft.today:
            for number, photo in enumerate(dice.sample(photos, 6)):
                at = whole(trip, "leaves") + number % 2 * DAY + 36000 + dice.randrange(20000)
                add_photo(
                    draft,
                    photo.title,
                    photo.picture,
                    at,
                    trip=whole(trip, "id"),
                    place=whole(trip, "hotel"),
                )


def add_files(draft: Draft) -> None:
    """Bills, tickets and orders as papers."""
    for row in draft.rows["bill"][-8:]:
        _file(
            draft,
            f"{row['kind']}_{row['number']}.pdf",
            "Documents",
            whole(row, "issued"),
            "bill",
            whole(row, "id"),
        )
    for row in draft.rows["ride"]:
        _file(
            draft,
            f"ticket_{row['code']}.pdf",
            "Documents/Travel",
            whole(row, "bought"),
            "trip",
            whole(row, "trip"),
        )
    for row in draft.rows["order"]:
        if row["app"] == "shop":
            _file(
                draft, f"order_{row['number']}.pdf", "Download", whole(row, "at"), "order", whole(row, "id")
            )


def _file(draft: Draft, name: str, folder: str, at: int, about: str, ref: int) -> None:
    size = 60_000 + sum(name.encode()) * 97 % 240_000
    draft.add("file", name=name, folder=folder, at=at + 900, bytes=size, text="", about=about, ref=ref)


def add_songs(draft: Draft) -> None:
    dice = draft.chance("songs")
    pools = draft.pools
    songs = dice.sample(pools.songs, len(pools.songs))
    bands = dice.sample(pools.bands, len(pools.bands))
    for number, title in enumerate(songs):
        album = number // 4
        draft.add(
            "song",
            title=title,
            artist=bands[album % len(bands)],
            album=pools.albums[album % len(pools.albums)],
            genre=GENRES[album % len(GENRES)],
            year=2009 + album * 7 % 17,
            seconds=dice.randrange(150, 330),
            track=1 + number % 4,
            plays=dice.randrange(60),
            liked=int(dice.randrange(5) == 0),
        )
