"""Make: a drill from its name, a phone and a number: walk, shorten, say, and see that it can be done.

Invariant: the same name, image and number give the same drill, anywhere; its gold passes, and doing nothing
fails.
"""

from __future__ import annotations

import hashlib
import random
from typing import NamedTuple

from phonebuddy.actions import Wait
from phonebuddy.errors import TaskError
from phonebuddy.tasks.answers import plain
from phonebuddy.tasks.changes import Key
from phonebuddy.tasks.drills.goal import Goal, answer_goal, changes_of, goal_of, page_goal
from phonebuddy.tasks.drills.hands import play
from phonebuddy.tasks.drills.reading import Reading, readings, static_texts
from phonebuddy.tasks.drills.saying import Part, say, without_year
from phonebuddy.tasks.drills.shorten import direct, shorten
from phonebuddy.tasks.drills.sight import HERE, step
from phonebuddy.tasks.drills.trail import Lost
from phonebuddy.tasks.drills.walk import ACT, FILLED, FORM, MOST_MOVES, PAGE, READ, Walk
from phonebuddy.tasks.gold_hand import GoldError
from phonebuddy.tasks.speech import Speech, speech_for
from phonebuddy.tasks.splits import plan as split_plan
from phonebuddy.tasks.task import Task, language_of
from phonebuddy.tasks.template import CROSS, FINISH, MINI, SINGLE, Start, Step, TaskTemplate, Value
from phonebuddy.tasks.trial import Ending, Started, begin
from phonebuddy.tasks.verify import verify
from phonebuddy.world.image import default_apps
from phonebuddy.world.phone import WorldPhone
from phonebuddy.world.snapshot import Snapshot
from phonebuddy.world.spec.template import Template as Text
from phonebuddy.world.state.changes import Change

FOLDER = "drills"
"""A drill is called `drills/app@person.number`."""
MOST_TRIES = 60
LATER_MS = 97_000
"""How much later a drill is played the second time; no round number, so that every clock shows it."""
STEPS, STEPS_PER_LINE = 15, 4
"""An agent has as many steps as in other tasks: so many, and so many more for each line of gold."""
BOTH = "cross"
"""The name of drills that take several apps."""
TWICE, THRICE, CARRY = 0.35, 0.2, 0.6
"""How often something else is done in the same app, something in a third one, and how often a value is
carried from one app to the other."""
TAKING = {"notes": 4, "messages": 5, "tasks": 3, "mail": 3, "calendar": 1, "contacts": 1}
"""Apps with forms that take any text, and how often each is taken."""
AIMS = {ACT: 16, FORM: 18, READ: 7, PAGE: 1}
"""How often each aim is pursued."""


class Walked(NamedTuple):
    """What one walk after another came to."""

    parts: tuple[Part, ...]
    typed: dict[str, str]
    apps: tuple[str, ...]
    changes: dict[Key, Change]

    @property
    def last(self) -> Part:
        return self.parts[-1]

    @property
    def moved(self) -> tuple[Step, ...]:
        return tuple(line for part in self.parts for move in part.moves for line in move.steps)

    @property
    def steps(self) -> tuple[Step, ...]:
        """The gold: the moves, and the answer where one was asked for."""
        answer = step("answer", Text(("", "answer", "")))
        return self.moved if self.last.reading is None else (*self.moved, answer)

    @property
    def known(self) -> dict[str, str]:
        """What the gold types or says, by name."""
        return self.typed if self.last.reading is None else {**self.typed, "answer": self.last.reading.value}


def drill_names() -> tuple[str, ...]:
    """The names drills are made under: the apps of training, and one for several apps at once."""
    apps = (app for app in sorted(default_apps().apps) if app not in split_plan().test_apps)
    return (*(f"{FOLDER}/{app}" for app in apps), f"{FOLDER}/{BOTH}")


def is_drill(name: str) -> bool:
    return name.startswith(f"{FOLDER}/")


def make_drill(name: str, phone: WorldPhone, number: int) -> tuple[TaskTemplate, Task]:
    """The drill of this number on this person's phone; the phone is put back to its image first."""
    if name not in drill_names():
        raise TaskError(f"no drill '{name}'; there are: {', '.join(drill_names())}")
    speech = speech_for(phone.image.apps, language_of_image(phone))
    for attempt in range(MOST_TRIES):
        chance = random.Random(f"drill/{name}/{phone.image.seed}/{number}/{attempt}")
        try:
            walked = _walk(phone, speech, chance, name.partition("/")[2])
            made = _made(walked, phone, speech, chance, name, number) if walked is not None else None
        except (Lost, GoldError):
            continue
        if made is not None:
            return made
    raise TaskError(f"{name}@{phone.image.seed}.{number}: nothing came of {MOST_TRIES} walks")


def language_of_image(phone: WorldPhone) -> str:
    phone.reset()
    return language_of(phone)


def _walk(phone: WorldPhone, speech: Speech, chance: random.Random, name: str) -> Walked | None:
    """One walk or several, of which the second may need what the first read; nothing where one is lost."""
    walked = Walked((), {}, (), {})
    for app, aim in _plans(chance, name):
        further = _walk_on(walked, phone, speech, chance, (app, aim))
        if further is None:
            return None
        walked = further
    return walked


def _walk_on(
    walked: Walked, phone: WorldPhone, speech: Speech, chance: random.Random, plan: tuple[str, str]
) -> Walked | None:
    """One more walk after those that were done."""
    app, aim = plan
    phone.reset()
    play(phone, speech, walked.moved, walked.typed)
    carried = walked.last.reading.value if walked.parts and walked.last.reading is not None else ""
    if carried and not _shows(phone, carried):
        return None
    before, since_s = phone.snapshot(), phone.observe().time_s
    walk = Walk(phone, speech, chance, aim, walked.typed, walked.changes, carried)
    walk.open(app)
    reading = _go(walk, phone, speech, chance)
    changes = changes_of(phone)
    if (changes != walked.changes) != (aim in (ACT, FORM)) or (aim == READ) != (reading is not None):
        return None
    moves = direct(tuple(walk.moves))
    if aim in (ACT, FORM):
        if changes == _idle(phone, before, since_s):
            return None
        moves = shorten(phone, speech, tuple(walk.moves), walk.typed, changes, walked.moved)
    is_lost = carried and not any(move.value == carried for move in moves)
    if is_lost or (aim != READ and all(move.kind == "open" for move in moves)):
        return None
    apps = tuple(dict.fromkeys((*walked.apps, *walk.apps)))
    return Walked((*walked.parts, Part(app, aim, moves, reading)), walk.typed, apps, changes)


def _idle(phone: WorldPhone, before: Snapshot, since_s: int) -> dict[Key, Change]:
    """What would have changed by itself in the time that passed; the phone is moved there."""
    passed_s = phone.observe().time_s - since_s
    phone.restore(before)
    phone.act(Wait(max(1, passed_s * 1000)))
    return changes_of(phone)


def _plans(chance: random.Random, name: str) -> list[tuple[str, str]]:
    """Which apps to walk through, and what for."""
    aim = chance.choices(list(AIMS), list(AIMS.values()))[0]
    if name != BOTH:
        again = [(name, chance.choice((ACT, FORM)))] if aim in (ACT, FORM) and chance.random() < TWICE else []
        return [(name, aim), *again]
    apps = [one.partition("/")[2] for one in drill_names() if one != f"{FOLDER}/{BOTH}"]
    one, two, three = chance.sample(apps, 3)
    more = [(three, chance.choice((ACT, FORM)))] if chance.random() < THRICE else []
    if chance.random() < CARRY:
        return [(one, READ), (chance.choices(list(TAKING), list(TAKING.values()))[0], FORM), *more]
    return [(one, chance.choice((ACT, FORM))), (two, chance.choice((ACT, FORM))), *more]


def _go(walk: Walk, phone: WorldPhone, speech: Speech, chance: random.Random) -> Reading | None:
    """Walk on, as far as the aim takes it; what was read there, where that is the aim."""
    if walk.aim in (ACT, FORM):
        walk.go(MOST_MOVES)
        return None
    walk.go(chance.choice((0, 1, 2, 2, 3, 3) if walk.aim == READ else (1, 1, 2)))
    if walk.aim == PAGE and len(walk.moves) < 2:
        raise Lost("no page but the first")
    static = static_texts(phone.image.apps, speech.language)
    found = readings(phone.observe(), walk.place, static) if walk.aim == READ else []
    return chance.choice(found) if found else None


def _made(
    walked: Walked, phone: WorldPhone, speech: Speech, chance: random.Random, name: str, number: int
) -> tuple[TaskTemplate, Task] | None:
    instruction = say(walked.parts, phone.image.apps, speech, chance)
    if not _tells_all(walked, instruction):
        return None
    stub = _template(walked, name, Goal((), (), {}))
    task = _task(stub, name, phone, number, instruction, speech, {})
    started = begin(phone, stub, task)
    phone.act(Wait(LATER_MS))
    ending = play(phone, speech, walked.steps, walked.known)
    goal = _goal(walked, phone)
    if goal is None:
        return None
    template = _template(walked, name, goal)
    values: dict[str, Value] = {**walked.known, **goal.values}
    task = _task(template, name, phone, number, instruction, speech, values)
    proven = _is_sound(template, phone, started._replace(values=values), ending)
    return (template, task) if proven else None


def _goal(walked: Walked, phone: WorldPhone) -> Goal | None:
    """From the walk and the phone on which it was played again, later."""
    _, aim, _, reading = walked.last
    if aim in (ACT, FORM):
        return goal_of(walked.changes, changes_of(phone), phone)
    if reading is not None:
        return answer_goal(reading.value) if _shows(phone, reading.value) else None
    view = phone.view()
    return page_goal(view[0], view[1]) if view is not None and not view[2] else None


def _shows(phone: WorldPhone, value: str) -> bool:
    return any(value in (one.text, one.description) for one in phone.observe().elements)


def _tells_all(walked: Walked, instruction: str) -> bool:
    """Whether somebody who is told this knows what to enter; what was read on the way they find there."""
    read = {part.reading.value for part in walked.parts if part.reading is not None}
    moves = [move for part in walked.parts for move in part.moves]
    entered = {without_year(move.value) for move in moves if move.kind in FILLED}
    searched = {plain(move.value) for move in moves if move.kind == "search"}
    return all(value in instruction for value in entered - read) and all(
        value in plain(instruction) for value in searched
    )


def _is_sound(template: TaskTemplate, phone: WorldPhone, started: Started, ending: Ending) -> bool:
    """Whether what was played passes, and doing nothing fails."""
    if not verify(template, phone, started, ending).is_success:
        return False
    phone.restore(started.snapshot)
    return verify(template, phone, started, Ending("finish", "Done.")).result == "failure"


def _template(walked: Walked, name: str, goal: Goal) -> TaskTemplate:
    apps = walked.apps
    minis = [app for app in apps if default_apps().apps[app].manifest.host]
    rest = [app for app in apps if app not in minis and not (minis and app == "hub")]
    category = CROSS if len(minis) + len(rest) > 1 else MINI if minis else SINGLE
    gold = walked.steps
    digest = hashlib.sha256(repr((gold, walked.known, goal)).encode()).hexdigest()[:16]
    return TaskTemplate(
        id=name, apps=apps, category=category, phrases=(), draws=(), news=(), start=Start(), facts=(),
        goal=goal.checks, end=FINISH, allow=goal.allow, private=(), gold=gold, rubric="",
        limit=STEPS + STEPS_PER_LINE * len(gold), split="train", digest=digest, place=HERE,
        tags=("drill", *(part.aim for part in walked.parts)),
    )  # fmt: skip


def _task(
    template: TaskTemplate, name: str, phone: WorldPhone, number: int, instruction: str, speech: Speech,
    values: dict[str, Value],
) -> Task:  # fmt: skip
    person = phone.image.seed
    id = f"{name}@{person}.{number}"
    return Task(id, name, person, number, values, instruction, speech.language, (), template.limit)
