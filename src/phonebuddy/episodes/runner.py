"""Runner: many tries at tasks side by side, with one call of the policy for all whose turn it is.

Invariant: every assignment gives exactly one episode, whatever breaks. What the environment broke is a
fault; what the agent could not decide is a failure; what a policy does in one episode does not depend on
which others run beside it. Only what cannot be kept, for want of space, ends all of them.
"""

from __future__ import annotations

import random
import time
import traceback
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from phonebuddy.agents.policy import Decision, Outcome, Policy, Turn, is_insider
from phonebuddy.episode import Episode, Seen, Step
from phonebuddy.episodes.stage import Assignment, Held, Judged, Opening, Stage
from phonebuddy.errors import EpisodeError, Fault
from phonebuddy.screen import Screen
from phonebuddy.tasks.trial import Talk

ERROR = "error"
"""The ending of an episode whose agent could not decide."""
HELD = "held"
"""The ending of an episode whose next action must not be done for real."""
UNDECIDED = "the agent could not decide"
"""How the reason begins when the last step was kept and not done."""
NOT_ENDED = 60
"""Steps of an episode whose task sets no limit."""


def done_steps(episode: Episode) -> tuple[Step, ...]:
    """The steps whose action was done: all, but the last one where it was held or could not be decided."""
    is_undecided = episode.ending == ERROR and episode.reasons[0].startswith(UNDECIDED)
    is_undone = is_undecided or episode.ending == HELD
    return episode.steps[:-1] if is_undone else episode.steps


class Keep(NamedTuple):
    """What of a step is kept besides elements and action."""

    snapshots: bool = True
    picture: Callable[[Screen], str] | None = None
    """Stores a screen's picture and gives its hash."""


class Runner:
    """Plays assignments on stages, one at a time on each. Not for several threads."""

    def __init__(self, stages: Sequence[Stage], keep: Keep | None = None) -> None:
        self._stages = tuple(stages)
        self._keep = keep or Keep()

    def play(self, assignments: Iterable[Assignment | None], policy: Policy) -> Iterator[Episode]:
        """The episodes, each as soon as it is over.

        Assignments are taken as stages become free. None says that there is none now: as long as something
        is being played, it is asked again later.
        """
        waiting = iter(assignments)
        free = list(reversed(self._stages))
        running: dict[Future[None], _Try] = {}
        decided_s = 0.0
        with _hand(any(stage.is_slow for stage in self._stages), len(self._stages)) as do:
            while True:
                while free and (assignment := next(waiting, None)) is not None:
                    one = _Try(free.pop(), assignment, policy, self._keep)
                    running[do(one.open)] = one
                if not running:
                    return
                ready = []
                for one in _finished(running, decided_s):
                    if one.is_over:
                        free.append(one.stage)
                        yield one.episode()
                    else:
                        ready.append(one)
                if not ready:
                    continue
                began = time.perf_counter()
                decisions = _decide(policy, ready)
                decided_s = time.perf_counter() - began
                for one, decision in zip(ready, decisions, strict=True):
                    running[do(one.stepper(decision))] = one

    def close(self) -> None:
        for stage in self._stages:
            stage.close()


def _finished(running: dict[Future[None], _Try], decided_s: float) -> list[_Try]:
    """Those that have done what they were asked, in a fixed order.

    The first wait for others as long as the last decision took: one for many costs little more than one.
    """
    done = wait(running, return_when=FIRST_COMPLETED).done
    if len(done) < len(running):
        done = wait(running, decided_s).done
    for future in done:
        # An episode that cannot be kept ends all.
        future.result()
    return [running.pop(future) for future in [one for one in running if one in done]]


class _hand:
    """Does things at once, or on a thread for each phone where phones make one wait."""

    def __init__(self, is_slow: bool, count: int) -> None:
        self._pool = ThreadPoolExecutor(count, "stage") if is_slow else None

    def __enter__(self) -> Callable[[Callable[[], None]], Future[None]]:
        return self._do if self._pool is None else self._pool.submit

    def __exit__(self, *_error: object) -> None:
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)

    def _do(self, work: Callable[[], None]) -> Future[None]:
        done: Future[None] = Future()
        work()
        done.set_result(None)
        return done


def _decide(policy: Policy, ready: list[_Try]) -> Sequence[Outcome]:
    """What the policy makes of the turn of each."""
    before = [one.chance.getstate() for one in ready]
    try:
        outcomes = policy.act([one.turn for one in ready], [one.chance for one in ready])
        if len(outcomes) != len(ready):
            raise ValueError(f"{len(outcomes)} decisions for {len(ready)} turns")
        return outcomes
    except Exception as error:
        if len(ready) == 1:
            return [error]
        # One turn the policy cannot take must not end the others: each is asked for alone, as if it had been.
        for one, state in zip(ready, before, strict=True):
            one.chance.setstate(state)
        return [outcome for one in ready for outcome in _decide(policy, [one])]


class _Try:
    """One assignment on one stage, from its opening to its episode."""

    def __init__(self, stage: Stage, assignment: Assignment, policy: Policy, keep: Keep) -> None:
        self.stage = stage
        self.is_over = False
        self.chance = random.Random(f"agent/{assignment.seed}/{assignment.task}")
        self._assignment = assignment
        self._policy = policy
        self._keep = keep
        self._opening: Opening | None = None
        self._screen: Screen
        self._seen: Seen
        self._script: object = None
        self._shown_at = 0.0
        self._steps: list[Step] = []
        self._talk = Talk()
        self._ending = ""
        self._cause = ""
        self._judged = Judged("fault", (), (), b"")

    @property
    def turn(self) -> Turn:
        """What the policy is shown now."""
        assert self._opening is not None
        told, offered = self._opening.instruction, self._opening.offered
        return Turn(told, self._screen, tuple(self._steps), offered, self._script)

    def open(self) -> None:
        with _Watch(self):
            opening = self.stage.open(self._assignment)
            self._opening = opening
            if is_insider(self._policy):
                self._script = self.stage.script()
            self._show(opening.screen)

    def _show(self, screen: Screen) -> None:
        image = self._keep.picture(screen) if self._keep.picture is not None else ""
        self._screen = screen
        self._seen = Seen(
            screen.elements, screen.package, screen.activity, screen.width, screen.height, screen.time_s,
            image,
        )  # fmt: skip
        self._shown_at = time.perf_counter()

    def stepper(self, decision: Decision | Exception) -> Callable[[], None]:
        return lambda: self._step(decision)

    def _step(self, decision: Decision | Exception) -> None:
        with _Watch(self):
            if isinstance(decision, Fault):
                raise decision
            if isinstance(decision, Exception):
                self._end(ERROR, f"the agent broke: {type(decision).__name__}: {decision}")
                return
            before = self.stage.snapshot() if self._keep.snapshots else b""
            if decision.problem:
                self._note(decision, before)
                self._end(ERROR, f"{UNDECIDED}: {decision.problem}")
                return
            try:
                screen = self.stage.act(decision.action)
            except Held as held:
                self._note(decision, before)
                self._close(Judged("unjudged", (str(held),), (), b""), HELD)
                return
            self._talk.note(decision.action)
            self._note(decision, before)
            if self._talk.kind or len(self._steps) >= self._limit:
                self._end(self._talk.ending().kind)
            else:
                self._show(screen)

    @property
    def _limit(self) -> int:
        assert self._opening is not None
        return self._assignment.limit or self._opening.limit or NOT_ENDED

    def _note(self, decision: Decision, before: bytes) -> None:
        took_ms = (time.perf_counter() - self._shown_at) * 1000
        text = decision.text.encode("utf-8", "replace").decode()
        self._steps.append(
            Step(
                self._seen, decision.action, text, decision.choices, decision.log_probs, decision.version,
                round(took_ms, 3), before,
            )
        )  # fmt: skip

    def _end(self, ending: str, problem: str = "") -> None:
        judged = self.stage.judge(self._talk.ending()._replace(kind=ending))
        if judged.result == "fault":
            raise Fault("; ".join(judged.reasons) or "the verifier broke")
        if problem:
            judged = judged._replace(result="failure", reasons=(problem, *judged.reasons))
        self._close(judged, ending)

    def _close(self, judged: Judged, ending: str) -> None:
        self._judged, self._ending, self.is_over = judged, ending, True

    def broke(self, error: Exception) -> None:
        """The environment broke: the episode is over, and the stage must not be trusted."""
        self._cause = error.cause if isinstance(error, Fault) else "program"
        said = str(error) if isinstance(error, Fault) else _say_broken(error)
        self._close(Judged("fault", (said,), (), b""), "")
        # A stage that cannot even be mended breaks again at its next opening, and is a fault there.
        with suppress(Exception):
            self.stage.mend()

    def episode(self) -> Episode:
        opening, given, judged = self._opening, self._assignment, self._judged
        return Episode(
            id=given.id,
            task=given.task,
            template=given.task.partition("@")[0],
            category="" if opening is None else opening.category,
            apps=() if opening is None else opening.apps,
            instruction="" if opening is None else opening.instruction,
            agent=self._policy.name,
            seed=given.seed,
            lane=given.lane,
            phone=self.stage.kind,
            steps=tuple(self._steps),
            result=judged.result,
            ending=self._ending,
            cause=self._cause,
            reasons=judged.reasons,
            side_effects=judged.side_effects,
            changeset=judged.changeset,
            offered=() if opening is None else opening.offered,
            versions={} if opening is None else opening.versions,
        )


def _say_broken(error: Exception) -> str:
    """What broke in this program, and where."""
    last = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__}: {error} ({Path(last.filename).name}:{last.lineno})"


class _Watch:
    """Makes whatever breaks on a stage the fault of that try alone; what cannot be kept goes on up."""

    def __init__(self, one: _Try) -> None:
        self._one = one

    def __enter__(self) -> None:
        pass

    def __exit__(self, _kind: object, error: BaseException | None, _trace: object) -> bool:
        if not isinstance(error, Exception) or isinstance(error, EpisodeError):
            return False
        self._one.broke(error)
        return True
