"""Drawing tasks: which tasks a run is about: a frozen suite, or so many of a split.

Invariant: the same templates, wishes and seed give the same tasks, anywhere; no task is drawn twice.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import cycle

import msgspec

from phonebuddy.errors import TaskError, nearest
from phonebuddy.tasks.drills.make import drill_names
from phonebuddy.tasks.invented.make import ANY, FAMILIES
from phonebuddy.tasks.invented.village import FIRST, FOLDER, OFFICE, villagers
from phonebuddy.tasks.proving import phone_of
from phonebuddy.tasks.reading import SPLITS, built_in_templates
from phonebuddy.tasks.splits import plan, split_of
from phonebuddy.tasks.suites import load_suite, suite_names
from phonebuddy.tasks.task import make_task
from phonebuddy.tasks.template import CATEGORIES, SINGLE, TaskTemplate
from phonebuddy.world.interruption_kinds import built_in_kinds

PER_PERSON = 25
"""Tasks in a row on one person's phone: building a phone's image takes as long as playing ten tasks."""
PER_PHONE = 40
"""The same where apps are invented too, which takes longer."""
DRILLS = "drills"
"""The suite without an end: tasks made by walking through apps, as many as are wished for."""
INVENTED = FOLDER
"""The other suite without an end: tasks about apps that are invented for it, on phones of the village."""
CARDS = "cards"
"""The third one: one page and one thing to do on it, on phones of the office."""
PER_OFFICE = 120
"""Cards in a row on one phone; there are more of them, and they take less long."""
NUMBERS = 100_000
"""Numbers that a drawn task may have."""


class Wish(msgspec.Struct, frozen=True):
    """Which tasks to draw: of a suite all, else `count` of a split, from templates that fit, or of drills."""

    suite: str = ""
    split: str = "train"
    count: int = 100
    seed: int = 0
    categories: tuple[str, ...] = ()
    """Only these; all when empty. Of invented apps also the families of make.FAMILIES."""
    apps: tuple[str, ...] = ()
    """Only tasks that need no other apps than these; all when empty."""
    templates: tuple[str, ...] = ()
    """Only these; all when empty."""
    persons: tuple[int, int] | None = None
    """Only the phones of these, first and last; all of the split when left out."""
    per_category: int = 0
    """So many tasks of each category, instead of `count`; 0: as they come."""
    without_interruptions: tuple[str, ...] = ()
    """No task that meets one of these kinds."""
    per_phone: int = 0
    """Tasks in a row on each phone; 0: as many as take the least time for all."""


def draw_tasks(wish: Wish) -> list[str]:
    """The ids of the tasks, those of one person one after the other."""
    if wish.suite == DRILLS:
        return _draw_drills(wish)
    if wish.suite == INVENTED:
        return _draw_invented(wish, FIRST, PER_PHONE, (*CATEGORIES, *FAMILIES))
    if wish.suite == CARDS:
        return _draw_invented(wish, OFFICE, PER_OFFICE, (SINGLE,))
    if wish.suite:
        _check("suite", [wish.suite], [*suite_names(), DRILLS, INVENTED, CARDS])
        return [task.id for task in load_suite(wish.suite)[1]]
    if wish.per_category:
        kinds = wish.categories or CATEGORIES
        alone = msgspec.structs.replace(wish, per_category=0, count=wish.per_category)
        return [id for kind in kinds for id in draw_tasks(msgspec.structs.replace(alone, categories=(kind,)))]
    templates = fitting_templates(wish)
    persons = _persons(wish)
    share = _share(wish, persons)
    rounds = _endless(templates, wish.seed)
    found: list[str] = []
    for tries, person in enumerate(cycle(persons)):
        if tries > 20 * (len(persons) + wish.count // PER_PERSON):
            raise TaskError(f"only {len(found)} tasks of the {wish.count} wanted can be drawn")
        wanted = min(share, wish.count - len(found))
        found += _of_person(person, wanted, rounds, len(templates), set(found), wish)
        if len(found) >= wish.count:
            return found
    raise AssertionError("cycle() does not end")


def _draw_drills(wish: Wish) -> list[str]:
    """Apps of training in turn, every third drill several at once; the seed gives people and numbers."""
    if wish.split != "train":
        raise TaskError(f"drills are for training, not for split '{wish.split}'; leave --split out")
    if wish.categories:
        # A walk through one app may lead into another.
        raise TaskError("what category a drill is of shows only when it is made; leave --category out")
    names = [name for name in drill_names() if not wish.apps or name.partition("/")[2] in wish.apps]
    if not wish.apps:
        single, both = names[:-1], names[-1]
        names = [name for place, one in enumerate(single) for name in (one, both)[: 1 + (place % 2)]]
    if not names:
        known = ", ".join(name.partition("/")[2] for name in drill_names())
        raise TaskError(f"no drills of {', '.join(wish.apps)}; there are drills of: {known}")
    persons = _persons(wish)
    share = _share(wish, persons)
    first = wish.seed * NUMBERS
    places = range(wish.count)
    found = ((names[place % len(names)], persons[place // share], first + place) for place in places)
    return [f"{name}@{person}.{number}" for name, person, number in found]


def _draw_invented(wish: Wish, begin: int, per_phone: int, accepted: Sequence[str]) -> list[str]:
    """So many in a row on each phone, of these categories; the seed gives the people."""
    if wish.split != "train":
        raise TaskError(f"invented apps are for training, not for split '{wish.split}'; leave --split out")
    _check(f"category of suite {wish.suite}", wish.categories, accepted)
    # Lanes have other people in the village too.
    first = wish.persons[0] if wish.persons else 0
    per_phone = wish.per_phone or per_phone
    persons = villagers(-(-wish.count // per_phone), wish.seed * 1_000 + first, begin)
    kinds = wish.categories or (ANY,)
    return [
        f"{INVENTED}/{kinds[place % len(kinds)]}@{persons[place // per_phone]}.{place % per_phone}"
        for place in range(wish.count)
    ]


def people_of(wish: Wish) -> list[int]:
    """Whose phones a draw is about to use, as far as can be said beforehand."""
    if wish.suite and wish.suite != DRILLS:
        return []
    persons = _persons(wish)
    count = msgspec.structs.replace(wish, count=wish.per_category or wish.count)
    return persons[: -(-count.count // _share(count, persons))]


def _share(wish: Wish, persons: list[int]) -> int:
    """Tasks in a row of one person: more where otherwise somebody would come twice."""
    return max(wish.per_phone or PER_PERSON, -(-wish.count // len(persons)))


def _persons(wish: Wish) -> list[int]:
    """Those of the split that are wished for, in the order of the draw."""
    _check("split", [wish.split], SPLITS)
    known = plan().persons[wish.split]
    first, last = wish.persons or (known[0], known[-1])
    found = [person for person in known if first <= person <= last]
    if not found:
        raise TaskError(
            f"no person from {first} to {last} is in split '{wish.split}': it has {known[0]} to {known[-1]}"
        )
    random.Random(f"draw/{wish.seed}").shuffle(found)
    return found


def fitting_templates(wish: Wish) -> list[TaskTemplate]:
    """The templates of a split that a wish allows."""
    _check("split", [wish.split], SPLITS)
    _check("category", wish.categories, CATEGORIES)
    known = built_in_templates()
    _check("template", wish.templates, known)
    _check("app", wish.apps, {app for one in known.values() for app in one.apps})
    _check("kind of interruption", wish.without_interruptions, list(built_in_kinds()))
    found = [
        one
        for one in known.values()
        if split_of(one) == wish.split
        and (not wish.categories or one.category in wish.categories)
        and (not wish.apps or set(one.apps) <= set(wish.apps))
        and (not wish.templates or one.id in wish.templates)
    ]
    if not found:
        raise TaskError(f"no template of split '{wish.split}' fits; see: phonebuddy tasks list")
    return found


def _check(
    what: str, given: Sequence[str], accepted: Sequence[str] | set[str] | dict[str, TaskTemplate]
) -> None:
    for name in given:
        if name not in accepted:
            shown = sorted(accepted) if len(accepted) < 40 else ["see phonebuddy tasks list"]
            raise TaskError(f"no {what} '{name}'{nearest(name, accepted)}; accepted: {', '.join(shown)}")


def _endless(templates: list[TaskTemplate], seed: int) -> Iterator[TaskTemplate]:
    """Every template as often as every other, in a new order each time round."""
    chance = random.Random(f"draw/templates/{seed}")
    order = list(templates)
    while True:
        chance.shuffle(order)
        yield from order


def _of_person(
    person: int, wanted: int, rounds: Iterator[TaskTemplate], most_tries: int, taken: set[str], wish: Wish
) -> list[str]:
    """So many tasks on one person's phone; templates for which it has nothing are passed over."""
    phone = phone_of(person)
    found: list[str] = []
    for tries in range(most_tries + wanted):
        if len(found) >= wanted:
            break
        template = next(rounds)
        drawn_by = f"draw/{wish.seed}/{person}/{template.id}/{len(taken)}/{tries}"
        try:
            task = make_task(template, phone, random.Random(drawn_by).randrange(NUMBERS))
        except TaskError:
            continue
        meets = {planned.kind for planned in task.interruptions}
        if task.id not in taken and task.id not in found and not meets & set(wish.without_interruptions):
            found.append(task.id)
    return found
