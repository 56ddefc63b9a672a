"""Make: a drill from its name, a phone and a number: walk, say, and see that it can be done.

Invariant: the same name, image and number give the same drill, anywhere; its gold passes, and doing nothing
fails.
"""

from __future__ import annotations

import hashlib
import random

from phonebuddy.actions import Wait
from phonebuddy.errors import TaskError
from phonebuddy.tasks.answers import plain
from phonebuddy.tasks.drills.filling import FILLED
from phonebuddy.tasks.drills.goal import Goal, answer_goal, goal_of, page_goal
from phonebuddy.tasks.drills.hands import play
from phonebuddy.tasks.drills.reading import COMPARED, COUNTED
from phonebuddy.tasks.drills.recall import RecallPhone, recalling
from phonebuddy.tasks.drills.saying import say
from phonebuddy.tasks.drills.sight import HERE, shows
from phonebuddy.tasks.drills.telling import without_year
from phonebuddy.tasks.drills.trail import Lost
from phonebuddy.tasks.drills.walking import DOING, Walked, plans_across, plans_for, walk_through
from phonebuddy.tasks.gold_hand import GoldError
from phonebuddy.tasks.speech import Speech, speech_for
from phonebuddy.tasks.splits import plan as split_plan
from phonebuddy.tasks.task import Task, language_of
from phonebuddy.tasks.template import CROSS, MINI, SINGLE, Start, TaskTemplate, Value
from phonebuddy.tasks.trial import Ending, Started, begin
from phonebuddy.tasks.verify import verify
from phonebuddy.world.image import default_apps
from phonebuddy.world.phone import WorldPhone

FOLDER = "drills"
"""A drill is called `drills/app@person.number`."""
MOST_TRIES, SAME_PLAN = 60, 6
"""How often a drill is begun anew, and how often with the same plan."""
LATER_MS = 97_000
"""How much later a drill is played the second time; no round number, so that every clock shows it."""
STEPS, STEPS_PER_LINE = 15, 4
"""An agent has as many steps as in other tasks: so many, and so many more for each line of gold."""
BOTH = "cross"
"""The name of drills that take several apps."""


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
    recall = recalling(phone)
    speech = recall.once("speech", lambda: speech_for(phone.image.apps, language_of(recall.real())))
    apps = [one.partition("/")[2] for one in drill_names()[:-1]]
    app, seed = name.partition("/")[2], f"drill/{name}/{phone.image.seed}/{number}"
    for attempt in range(MOST_TRIES):
        # The same plan for a while: else what often leads nowhere would be rare.
        drawn = random.Random(f"{seed}/plan/{attempt // SAME_PLAN}")
        plans = plans_across(apps, drawn) if app == BOTH else plans_for(app, drawn)
        chance = random.Random(f"{seed}/{attempt}")
        try:
            walked = walk_through(recall, speech, chance, plans)
            made = _made(walked, recall, speech, chance, name, number) if walked is not None else None
        except (Lost, GoldError):
            continue
        if made is not None:
            return made
    raise TaskError(f"{name}@{phone.image.seed}.{number}: nothing came of {MOST_TRIES} walks")


def _made(
    walked: Walked, phone: RecallPhone, speech: Speech, chance: random.Random, name: str, number: int
) -> tuple[TaskTemplate, Task] | None:
    instruction = say(walked.parts, phone.image.apps, speech, chance)
    if not _tells_all(walked, instruction):
        return None
    stub = _template(walked, name, Goal((), (), {}))
    task = _task(stub, name, phone, number, instruction, speech, {})
    phone.reset()
    started = phone.once("started", lambda: begin(phone.real(), stub, task))
    phone.act(Wait(LATER_MS))
    phone.snapshot()  # every drill comes by here
    ending = play(phone, speech, walked.steps, walked.known)
    goal = _goal(walked, phone)
    if goal is None:
        return None
    template = _template(walked, name, goal)
    values: dict[str, Value] = {**walked.known, **goal.values}
    task = _task(template, name, phone, number, instruction, speech, values)
    proven = _is_sound(template, phone, started._replace(values=values), ending)
    return (template, task) if proven else None


def _goal(walked: Walked, phone: RecallPhone) -> Goal | None:
    """From the walk and the phone on which it was played again, later."""
    aim, reading = walked.last.aim, walked.last.reading
    if aim in DOING:
        return goal_of(walked.changes, phone.changes(), phone.real())
    if reading is not None:
        is_there = reading.kind in (COUNTED, COMPARED) or shows(phone.observe(), reading.value)
        return answer_goal(reading.value, reading.other) if is_there else None
    view = phone.view()
    return page_goal(view[0], view[1]) if view is not None and not view[2] else None


def _tells_all(walked: Walked, instruction: str) -> bool:
    """Whether somebody who is told this knows what to enter; what was read on the way they find there."""
    read = {part.reading.value for part in walked.parts if part.reading is not None}
    moves = [move for part in walked.parts for move in part.moves]
    entered = {without_year(move.value) for move in moves if move.kind in FILLED}
    searched = {plain(move.value) for move in moves if move.kind == "search"}
    return all(value in instruction for value in entered - read) and all(
        value in plain(instruction) for value in searched
    )


def _is_sound(template: TaskTemplate, phone: RecallPhone, started: Started, ending: Ending) -> bool:
    """Whether what was played passes, and doing nothing fails."""
    if not verify(template, phone.real(), started, ending).is_success:
        return False
    phone.reset()
    return verify(template, phone.real(), started, Ending("finish", "Done.")).result == "failure"


def _template(walked: Walked, name: str, goal: Goal) -> TaskTemplate:
    apps = walked.apps
    minis = [app for app in apps if default_apps().apps[app].manifest.host]
    rest = [app for app in apps if app not in minis and not (minis and app == "hub")]
    category = CROSS if len(minis) + len(rest) > 1 else MINI if minis else SINGLE
    gold = walked.steps
    # The columns of a rule are a set, which is written in another order in every process.
    allow = [(*rule._replace(columns=frozenset()), *sorted(rule.columns)) for rule in goal.allow]
    parts = gold, walked.known, goal.checks, allow, goal.values
    digest = hashlib.sha256(repr(parts).encode()).hexdigest()[:16]
    return TaskTemplate(
        id=name, apps=apps, category=category, phrases=(), draws=(), news=(), start=Start(), facts=(),
        goal=goal.checks, end=walked.end, allow=goal.allow, private=(), gold=gold, rubric="",
        limit=STEPS + STEPS_PER_LINE * len(gold), split="train", digest=digest, place=HERE,
        tags=("drill", *(part.aim for part in walked.parts)),
    )  # fmt: skip


def _task(
    template: TaskTemplate, name: str, phone: RecallPhone, number: int, instruction: str, speech: Speech,
    values: dict[str, Value],
) -> Task:  # fmt: skip
    person = phone.image.seed
    id = f"{name}@{person}.{number}"
    return Task(id, name, person, number, values, instruction, speech.language, (), template.limit)
