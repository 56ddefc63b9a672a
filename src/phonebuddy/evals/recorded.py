"""Recorded: an agent is asked at every step of recordings of real app use, and held against what was done.

No phone is needed, and what is asked about may be any app in the world. Invariant: each step is asked with
what was really done before it, so one mistake costs one step; a step that says nothing about an agent (a
touch on nothing) is left out and counted. Whoever worked on a task may have had other good ways than the
recorded one, so agreement is no success.
"""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import msgspec

from phonebuddy.actions import (
    Action,
    Click,
    DoubleClick,
    Drag,
    Finish,
    LongPress,
    OpenApp,
    Point,
    Type,
    name_of,
    to_pixels,
    to_point,
)
from phonebuddy.agents.nano.pieces import plain
from phonebuddy.agents.nano.view import kind_of
from phonebuddy.agents.policy import Decision, Policy, Turn, is_insider
from phonebuddy.episode import Seen, Step
from phonebuddy.errors import EvalError
from phonebuddy.evals.statistics import wilson_by_task
from phonebuddy.screen import Element, Flag, Screen
from phonebuddy.tasks.finding import taker
from phonebuddy.traces.trace import Flag as Is
from phonebuddy.traces.trace import Mark, Trace

TOGETHER = 32
"""Turns in one call of the policy."""
Pointing = Click | LongPress | DoubleClick


class Mistake(msgspec.Struct, frozen=True):
    """A step at which the agent would have done something else."""

    recording: str
    step: int
    instruction: str
    recorded: str
    chosen: str


class Kind(msgspec.Struct, frozen=True):
    """All steps that are one kind of action."""

    action: str
    steps: int
    agreed: int
    rate: float


class Agreement(msgspec.Struct, frozen=True):
    """What an agent comes to on some recordings."""

    recordings: int
    """With an instruction."""
    whole: int
    """Those in which it agrees at every step."""
    steps: int
    agreed: int
    rate: float
    low: float
    high: float
    """The interval of the rate; steps of one recording are alike."""
    actions: tuple[Kind, ...]
    left_out: dict[str, int]
    """Recordings and steps that nobody was asked about, by reason."""
    mistakes: tuple[Mistake, ...]


class _Asked(NamedTuple):
    """One step, as the agent is asked about it."""

    trace: Trace
    number: int
    turn: Turn
    recorded: Action
    target: Element | None


def agreement(
    policy: Policy, traces: Sequence[Trace], advance: Callable[[int], None] = lambda _count: None
) -> Agreement:
    """Ask the agent at every step; `advance` counts steps."""
    if is_insider(policy):
        raise EvalError(f"{policy.name} plays the known solution of a task; recordings have none to play")
    left_out: Counter[str] = Counter()
    told = [trace for trace in traces if _is_told(trace, left_out)]
    apps = _opened(told)
    asked = [one for trace in told for one in _asked(trace, apps, left_out)]
    if not asked:
        raise EvalError(
            "nothing to ask: none of these recordings has an instruction and a tree of its screens;"
            " see what is in them: phonebuddy traces inspect PATH"
        )
    chosen: list[Action | str] = []
    for start in range(0, len(asked), TOGETHER):
        some = asked[start : start + TOGETHER]
        chosen += _decided(policy, some)
        advance(len(some))
    return _summed_up(asked, chosen, left_out)


def steps_of(traces: Sequence[Trace]) -> int:
    """How many steps there are to ask about."""
    none: Counter[str] = Counter()
    return sum(len(list(_asked(trace, (), none))) for trace in traces if _is_told(trace, none))


def _is_told(trace: Trace, left_out: Counter[str]) -> bool:
    if not trace.instruction:
        left_out["recordings without an instruction"] += 1
    elif trace.has(Is.SCREENSHOT_ONLY):
        left_out["recordings without a tree of the screen"] += 1
    else:
        return True
    return False


def _opened(traces: Sequence[Trace]) -> tuple[str, ...]:
    """The apps that are opened anywhere in the recordings: what can be opened at every step."""
    actions = (step.action for trace in traces for step in trace.steps)
    return tuple(dict.fromkeys(one.package for one in actions if isinstance(one, OpenApp)))


def _asked(trace: Trace, apps: tuple[str, ...], left_out: Counter[str]) -> Iterator[_Asked]:
    past: list[Step] = []
    for number, step in enumerate(trace.steps):
        screen, target = trace.shots[step.before].screen, trace.target(step)
        if isinstance(step.action, Pointing | Drag) and (target is None or step.has(Mark.MISSED)):
            left_out["steps that touch nothing"] += 1
        else:
            seen = _seen(screen)
            touch: tuple[Step, ...] = ()
            if isinstance(step.action, Type) and target is not None:
                seen, touch = _focused(seen, target), _touched(trace, number, target, seen)
            yield _Asked(
                trace, number, Turn(trace.instruction, seen, (*past, *touch), apps), step.action, target
            )
        past.append(Step(_seen(screen), step.action))
    last = trace.steps[-1].after if trace.steps else None
    if trace.answer is not None and last is not None and not isinstance(trace.steps[-1].action, Finish):
        turn = Turn(trace.instruction, _seen(trace.shots[last].screen), tuple(past), apps)
        yield _Asked(trace, len(trace.steps), turn, Finish(trace.answer or "Done."), None)


def _seen(screen: Screen) -> Seen:
    return Seen(screen.elements, screen.package, screen.activity, screen.width, screen.height, screen.time_s)


def _focused(seen: Seen, field: Element) -> Seen:
    """A screen with the keyboard at a field."""
    focused = int(Flag.FOCUSED)
    elements = [
        msgspec.structs.replace(
            one, flags=one.flags | focused if one.id == field.id else one.flags & ~focused
        )
        for one in seen.elements
    ]
    return msgspec.structs.replace(seen, elements=elements)


def _touched(trace: Trace, number: int, field: Element, seen: Seen) -> tuple[Step, ...]:
    """The touch that gave a field the keyboard: recorders that write into one without it are taken to have
    touched it."""
    before = trace.steps[number - 1] if number else None
    if before is not None and isinstance(before.action, Pointing) and before.target == field.id:
        return ()
    return (Step(seen, Click(to_point(*field.bounds.center, seen.width, seen.height))),)


def _decided(policy: Policy, asked: Sequence[_Asked]) -> list[Action | str]:
    """What the agent would do at each; where it could not decide, why."""
    chances = [random.Random(f"{one.trace.id}/{one.number}") for one in asked]
    found: list[Action | str] = []
    for outcome in policy.act([one.turn for one in asked], chances):
        if not isinstance(outcome, Decision):
            raise EvalError(f"{policy.name} broke: {outcome}") from outcome
        found.append(outcome.problem or outcome.action)
    return found


# -- what agrees -------------------------------------------------------------------------------------------


def _agrees(asked: _Asked, chosen: Action | str) -> bool:
    recorded = asked.recorded
    if isinstance(chosen, str) or name_of(chosen) != name_of(recorded):
        return False
    match recorded, chosen:
        case (Click() | LongPress() | DoubleClick(), Click() | LongPress() | DoubleClick()):
            return asked.target is not None and _lands(asked, asked.target, chosen.point)
        case Type(), Type():
            return plain(recorded.text) == plain(chosen.text)
        case Finish(), Finish():
            # The recorder's own word for being done is no answer.
            return asked.trace.answer in ("", None, "complete") or plain(recorded.text) in plain(chosen.text)
        case OpenApp(), OpenApp():
            return plain(recorded.package) == plain(chosen.package)
        case Drag(), Drag():
            return asked.target is not None and _lands(asked, asked.target, chosen.start)
        case _:
            return kind_of(recorded) == kind_of(chosen)


def _lands(asked: _Asked, target: Element, point: Point) -> bool:
    """Whether a touch does what one on the target does."""
    screen = asked.trace.shots[_shot(asked)].screen
    x, y = to_pixels(point, screen.width, screen.height)
    if asked.trace.has(Is.FLAT):
        # Without parents there is no saying what lies on top.
        left, top, right, bottom = target.bounds
        return left <= x < right and top <= y < bottom
    under = screen.at(x, y)
    by_id = {one.id: one for one in screen.elements}
    return under is not None and taker(by_id, under) == taker(by_id, target)


def _shot(asked: _Asked) -> str:
    return asked.trace.steps[asked.number].before


# -- results -----------------------------------------------------------------------------------------------


def _summed_up(asked: Sequence[_Asked], chosen: Sequence[Action | str], left_out: Counter[str]) -> Agreement:
    right = [_agrees(one, action) for one, action in zip(asked, chosen, strict=True)]
    by_trace: dict[str, list[float]] = defaultdict(list)
    by_kind: dict[str, list[bool]] = defaultdict(list)
    for one, is_right in zip(asked, right, strict=True):
        by_trace[one.trace.id].append(float(is_right))
        by_kind[name_of(one.recorded)].append(is_right)
    kinds = (
        Kind(name, len(some), sum(some), sum(some) / len(some)) for name, some in sorted(by_kind.items())
    )
    mistakes = (
        Mistake(
            one.trace.id, one.number + 1, one.trace.instruction, _told(one, one.recorded), _told(one, action)
        )
        for one, action, is_right in zip(asked, chosen, right, strict=True)
        if not is_right
    )
    return Agreement(
        len(by_trace), sum(all(some) for some in by_trace.values()), len(right), sum(right),
        sum(right) / len(right), *wilson_by_task(by_trace), tuple(kinds), dict(left_out), tuple(mistakes),
    )  # fmt: skip


def _told(asked: _Asked, action: Action | str) -> str:
    """An action in a few words: what it touches rather than where."""
    if isinstance(action, str):
        return action
    if not isinstance(action, Pointing):
        text = next((one for name in ("text", "package") if (one := getattr(action, name, ""))), "")
        return f"{kind_of(action)} {text}".rstrip()
    screen = asked.turn.screen
    x, y = to_pixels(action.point, screen.width, screen.height)
    shot = asked.trace.shots[_shot(asked)] if asked.number < len(asked.trace.steps) else None
    under = shot.screen.at(x, y) if shot is not None else None
    if shot is None or under is None:
        return f"{kind_of(action)} {tuple(action.point)}"
    by_id = {one.id: one for one in shot.screen.elements}
    return f"{kind_of(action)} {shot.label(taker(by_id, under)) or under.role}"
