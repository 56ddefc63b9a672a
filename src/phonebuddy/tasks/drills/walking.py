"""Walking: which walks a drill is made of, and one after the other on a phone.

Invariant: every walk begins where the ones before it have left the phone, comes to what it was for, and there
are words for it.
"""

from __future__ import annotations

import random
from typing import NamedTuple

from phonebuddy.actions import Wait
from phonebuddy.tasks.changes import Key
from phonebuddy.tasks.drills.deeds import deeds
from phonebuddy.tasks.drills.hands import play
from phonebuddy.tasks.drills.looking import counting, look
from phonebuddy.tasks.drills.questions import ROW, asked_apps, detailed_apps, glanced_apps
from phonebuddy.tasks.drills.reading import COUNTED, Reading
from phonebuddy.tasks.drills.recall import Moment, RecallPhone
from phonebuddy.tasks.drills.refusing import listed_apps, miss, refusals, refuse
from phonebuddy.tasks.drills.saying import Part, say
from phonebuddy.tasks.drills.shorten import direct, shorten
from phonebuddy.tasks.drills.sight import shows, step
from phonebuddy.tasks.drills.trail import Lost
from phonebuddy.tasks.drills.walk import (
    ABSENT,
    ACT,
    DETAIL,
    EDIT,
    FORM,
    GLANCE,
    MISSING,
    MOST_MOVES,
    PAGE,
    READ,
    UNTOLD,
    Walk,
)
from phonebuddy.tasks.gold_hand import GoldError
from phonebuddy.tasks.speech import Speech
from phonebuddy.tasks.template import FINISH, Step
from phonebuddy.world.spec.template import Template as Text
from phonebuddy.world.state.changes import Change

WALKS = 3
"""How often each walk is tried before the whole is given up."""
MOST_LOOKS, STAYED = 4, 0.4
"""Pages on which somebody looks for something to ask about, one after the other, and how often at once."""
QUIET_MS = 120_000
"""Where nothing happens by itself for so long, it need not be seen each time whether something does."""
TWICE, THRICE, CARRY = 0.2, 0.15, 0.6
"""How often something else is done in the same app, something in a third one, and how often a value is
carried from one app to the other."""
TAKING = {"notes": 4, "messages": 5, "tasks": 3, "mail": 3, "calendar": 1, "contacts": 1}
"""Apps with forms that take any text, and how often each is taken."""
AIMS = {
    ACT: 8, FORM: 8, EDIT: 20, READ: 8, GLANCE: 8, DETAIL: 8, PAGE: 1, MISSING: 5, ABSENT: 5, UNTOLD: 4,
}  # fmt: skip
"""How often each aim is pursued; the last ones where there are data for the app: some 8 % cannot be done."""
LOOKING = (READ, GLANCE, DETAIL)
"""Aims that read something."""
DOING = (ACT, FORM, EDIT)
"""Aims that change something."""


class Plan(NamedTuple):
    """One walk that is to be made."""

    app: str
    aim: str


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
        """The gold: the moves, and the answer, question or refusal at the end, where there is one."""
        reading, refusal = self.last.reading, self.last.refusal
        if refusal is not None:
            return (*self.moved, refusal.line)
        if reading is None:
            return self.moved
        counted = [counting(reading)] if reading.kind == COUNTED else []
        return (*self.moved, *counted, step("answer", Text(("", "answer", ""))))

    @property
    def known(self) -> dict[str, str]:
        """What the gold types or says, by name."""
        return self.typed if self.last.reading is None else {**self.typed, "answer": self.last.reading.value}

    @property
    def end(self) -> str:
        return self.last.refusal.end if self.last.refusal is not None else FINISH


def plans_for(app: str, chance: random.Random) -> list[Plan]:
    """What to walk through one app for."""
    aim = chance.choices(list(AIMS), list(AIMS.values()))[0]
    able = {READ: asked_apps(), GLANCE: glanced_apps(), DETAIL: detailed_apps(), ABSENT: listed_apps()}
    able |= {aim: frozenset(refusals()[aim]) for aim in (MISSING, UNTOLD)}
    if app not in able.get(aim, (app,)):
        return [_doing(app, chance)]
    again = [_doing(app, chance)] if aim in DOING and chance.random() < TWICE else []
    return [Plan(app, aim) if aim not in DOING else _doing(app, chance, aim), *again]


def _doing(app: str, chance: random.Random, aim: str = "") -> Plan:
    """To change something; what is there already only in an app where much of it can be changed."""
    aim = aim or chance.choices(DOING, [AIMS[one] for one in DOING])[0]
    return Plan(app, aim if aim != EDIT or app in deeds().edited_apps() else ACT)


def plans_across(apps: list[str], chance: random.Random) -> list[Plan]:
    """Which of these apps to walk through, one after the other, and what for."""
    one, two, three = chance.sample(apps, 3)
    more = [_doing(three, chance)] if chance.random() < THRICE else []
    if chance.random() >= CARRY:
        return [_doing(one, chance), _doing(two, chance), *more]
    two = chance.choices(list(TAKING), list(TAKING.values()))[0]
    one = chance.choice([app for app in apps if app in asked_apps() and app != two])
    return [Plan(one, READ), Plan(two, chance.choice((FORM, FORM, EDIT))), *more]


def walk_through(
    phone: RecallPhone, speech: Speech, chance: random.Random, plans: list[Plan]
) -> Walked | None:
    """One walk or several, of which the second may need what the first read; nothing where one is lost."""
    walked = Walked((), {}, (), {})
    for plan in plans:
        further = _try_on(walked, phone, speech, chance, plan, len(plans) > 1)
        if further is None:
            return None
        walked = further
    return walked


def _try_on(
    walked: Walked, phone: RecallPhone, speech: Speech, chance: random.Random, plan: Plan, in_row: bool
) -> Walked | None:
    """One more walk that leads somewhere and that there are words for; the others need not be made again."""
    for _ in range(WALKS):
        try:
            further = _walk_on(walked, phone, speech, chance, plan, in_row)
            if further is not None:
                say(further.parts, phone.image.apps, speech, chance)
                return further
        except (Lost, GoldError):
            continue
    return None


def _walk_on(
    walked: Walked, phone: RecallPhone, speech: Speech, chance: random.Random, plan: Plan, in_row: bool
) -> Walked | None:
    """One more walk after those that were done."""
    phone.reset()
    play(phone, speech, walked.moved, walked.typed)
    carried = walked.last.reading.value if walked.parts and walked.last.reading is not None else ""
    if carried and not shows(phone.observe(), carried):
        return None
    before, since_s = phone.snapshot(), phone.observe().time_s
    way = READ if plan.aim in (*LOOKING, ABSENT) else plan.aim
    walk = Walk(phone, speech, chance, way, walked.typed, walked.changes, carried)
    walk.open(plan.app)
    found = _go(walk, phone, speech, chance, plan.aim, in_row)
    part = found._replace(app=plan.app, moves=direct(tuple(walk.moves)))
    changes = phone.changes()
    if plan.aim in DOING:
        if not _is_doing(plan.aim, walked, changes):
            return None
        idle = _idle(phone, before, since_s)
        if changes == idle:
            return None
        own = (one for key, one in changes.items() if one not in (walked.changes.get(key), idle.get(key)))
        moves = shorten(phone, speech, tuple(walk.moves), walk.typed, changes, walked.moved)
        part = part._replace(moves=moves, changes=tuple(own))
    elif changes != walked.changes:
        return None
    is_lost = carried and not any(move.value == carried for move in part.moves)
    if is_lost or (plan.aim in (*DOING, PAGE) and all(move.kind == "open" for move in part.moves)):
        return None
    apps = tuple(dict.fromkeys((*walked.apps, *walk.apps)))
    return Walked((*walked.parts, part), walk.typed, apps, changes)


def _is_doing(aim: str, walked: Walked, changes: dict[Key, Change]) -> bool:
    """Whether something was done that comes to the aim."""
    if changes == walked.changes:
        return False
    if any(changes.get(key) != one for key, one in walked.changes.items()):
        return False  # the same thing once more, or back: nobody asks for that in one breath
    return aim != EDIT or any(one.kind != "insert" for one in changes.values())


def _idle(phone: RecallPhone, before: Moment, since_s: int) -> dict[Key, Change]:
    """What would have changed by itself in the time that passed; the phone is moved there."""
    passed_ms = max(1, (phone.observe().time_s - since_s) * 1000)
    phone.restore(before)
    if passed_ms <= QUIET_MS and phone.once("quiet", lambda: _is_quiet(phone)):
        return phone.changes()
    phone.act(Wait(passed_ms))
    return phone.changes()


def _is_quiet(phone: RecallPhone) -> bool:
    """Whether nothing changes by itself for a while; the phone is as it was afterwards."""
    before = phone.snapshot()
    phone.act(Wait(QUIET_MS))
    after = phone.changes()
    phone.restore(before)
    return after == phone.changes()


def _go(
    walk: Walk, phone: RecallPhone, speech: Speech, chance: random.Random, aim: str, in_row: bool
) -> Part:
    """Walk on, as far as the aim takes it; what was read there or refused, where that is the aim."""
    part = Part("", aim, (), None)
    if aim in DOING:
        walk.go(MOST_MOVES)
    elif aim == PAGE:
        walk.go(chance.choice((1, 1, 2)))
    elif aim in (MISSING, UNTOLD):
        return part._replace(refusal=refuse(walk, phone, speech, chance, walk.place.partition("/")[0]))
    elif aim == ABSENT:
        return part._replace(refusal=miss(walk, phone, speech, chance))
    else:
        reading = _read if aim == READ else _glance if aim == GLANCE else _detail
        return part._replace(reading=reading(walk, phone, speech, chance, in_row))
    return part


def _read(walk: Walk, phone: RecallPhone, speech: Speech, chance: random.Random, in_row: bool) -> Reading:
    """Something to ask about, here or further on."""
    for left in reversed(range(MOST_LOOKS)):
        if not left or chance.random() < STAYED:
            reading = look(walk, phone, speech, chance, only_values=in_row)
            if reading is not None:
                return reading
        walk.go(1)
    raise Lost("nothing to ask about")


def _glance(walk: Walk, phone: RecallPhone, speech: Speech, chance: random.Random, in_row: bool) -> Reading:
    """Something that stands on the page the app opens with, or on the one that is a touch away."""
    for _ in range(2):
        reading = look(walk, phone, speech, chance, only_values=in_row, in_sight=True)
        if reading is not None:
            return reading
        walk.go(1)
        if walk.moves[-1].kind == "row":
            break
    raise Lost("nothing in sight to ask about")


def _detail(walk: Walk, phone: RecallPhone, speech: Speech, chance: random.Random, in_row: bool) -> Reading:
    """Something that only the page of a row tells, not the list the row is in."""
    for _ in range(MOST_LOOKS):
        listed = {text for one in phone.offers() for text in one.texts}
        walk.go(1)
        if walk.moves[-1].kind != "row":
            continue
        reading = look(walk, phone, speech, chance, only_values=True, in_sight=True)
        if reading is not None and reading.question.where != ROW and reading.value not in listed:
            return reading
    raise Lost("nothing that only a page of its own tells")
