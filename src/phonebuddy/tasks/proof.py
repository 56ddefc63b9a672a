"""Proof: that a template can be done, and that its verifier tells done from not done.

For each instance: the gold passes; nothing, random walks and mutated golds fail unless they come to the same;
verifying twice agrees; reset is exact. Invariant: a check that could not be carried out is a failed check.
"""

from __future__ import annotations

import msgspec

from phonebuddy.errors import PhoneBuddyError
from phonebuddy.tasks.changes import incidental, is_allowed, since_start
from phonebuddy.tasks.gold import Gold
from phonebuddy.tasks.mutate import HALF, SIDE_EFFECT, Mutant, mutants
from phonebuddy.tasks.naming import strange_names
from phonebuddy.tasks.perform import Performance, perform, walk
from phonebuddy.tasks.task import Task, make_task
from phonebuddy.tasks.template import FINISH, AnswerCheck, Private, TaskTemplate, UnsaidCheck, Value
from phonebuddy.tasks.trial import Ending, Started, begin
from phonebuddy.tasks.verify import Verdict, verify
from phonebuddy.world.phone import WorldPhone
from phonebuddy.world.spec.template import show

NUM_WALKS = 20
WALK_STEPS = 16
_TYPED = "INSERT INTO phone_input (at_ms, app, page, field, text) VALUES (0, :app, :page, :field, :text)"
_REFUSAL = "It cannot be done. Which one do you mean?"
SAME = "same"
"""What a mutant's check says when it came to the same as the gold."""


class Proof(msgspec.Struct, frozen=True):
    """What was shown about one task."""

    task: str
    instruction: str
    num_actions: int
    """Of the gold."""
    checks: dict[str, str]
    """Name of the check to `ok`, `same` (a mutant that is none) or what went wrong."""

    @property
    def is_passed(self) -> bool:
        return all(result in ("ok", SAME) for result in self.checks.values())


def prove(template: TaskTemplate, phone: WorldPhone, number: int) -> Proof:
    """Check one instance of a template on a phone of its person."""
    try:
        task = make_task(template, phone, number)
    except PhoneBuddyError as error:
        return Proof(f"{template.id}@{phone.image.seed}.{number}", "", 0, {"drawn": str(error)})
    return _Prover(template, phone, task).proof()


class _Prover:
    def __init__(self, template: TaskTemplate, phone: WorldPhone, task: Task) -> None:
        self._template = template
        self._phone = phone
        self._task = task
        self._started: Started
        self._checks: dict[str, str] = {}

    def proof(self) -> Proof:
        task, num_actions = self._task, 0
        try:
            self._started = begin(self._phone, self._template, task)
            done = self._gold()
            num_actions = done.num_actions
            gold = self._outcome(done.ending)
            self._again(done.ending)
            self._names()
            self._nothing()
            self._walks()
            if self._checks["gold"] == "ok":
                self._mutants(done, gold)
                self._traps()
            self._reset()
        except PhoneBuddyError as error:
            self._checks["ran"] = str(error)
        return Proof(task.id, task.instruction, num_actions, self._checks)

    def _restart(self) -> None:
        self._phone.restore(self._started.snapshot)

    def _verdict(self, ending: Ending) -> Verdict:
        return verify(self._template, self._phone, self._started, ending)

    def _gold(self) -> Performance:
        steps, values = self._template.gold, self._started.values
        done = perform(self._phone, Gold(steps, values, self._task.instruction, self._started.speech))
        verdict = self._verdict(done.ending)
        result = done.problem or "; ".join(verdict.reasons) or "; ".join(verdict.leaks)
        if not result and done.num_actions > self._task.limit:
            result = f"gold takes {done.num_actions} actions, the limit is {self._task.limit}"
        self._checks["gold"] = result or ("ok" if verdict.is_success else "no success and no reason")
        return done

    def _outcome(self, ending: Ending) -> tuple[object, ...]:
        """What an episode came to: changes (not those of looking around), moments blurred; what was said."""
        span = self._started.time_ms, self._phone.observe().time_s * 1000 + 3_600_000
        changes = since_start(self._started.seen, self._phone)
        rows = [
            (
                one.table,
                one.kind,
                tuple(one.key.items()),
                *((n, _blurred(v, span)) for n, v in one.after.items()),
            )
            for one in changes
            if not is_allowed(one, incidental(), self._phone, {})
        ]
        heard = any(isinstance(check, AnswerCheck | UnsaidCheck) for check in self._template.goal)
        return ending if heard else ending.kind, tuple(rows)

    def _again(self, ending: Ending) -> None:
        first, second = self._verdict(ending), self._verdict(ending)
        other = self._phone.fork()
        third = verify(self._template, other, self._started, ending)
        other.close()
        self._checks["verified twice"] = "ok" if first == second == third else "the verdicts differ"

    def _names(self) -> None:
        strange = strange_names(self._template, self._task, self._phone.image.apps, self._started.speech)
        self._checks["names"] = f"not on the phone: {', '.join(strange)}" if strange else "ok"

    def _nothing(self) -> None:
        self._restart()
        verdict = self._verdict(Ending("finish", "Done."))
        self._checks["nothing"] = _must_fail(verdict, "doing nothing")
        if self._template.end != FINISH:
            unseen = self._verdict(Ending("call_user", _REFUSAL)), self._verdict(Ending("finish", _REFUSAL))
            failed = [_must_fail(verdict, "refusing without a look") for verdict in unseen]
            self._checks["refused unseen"] = next((one for one in failed if one != "ok"), "ok")

    def _walks(self) -> None:
        self._checks["walks"] = "ok"
        for number in range(NUM_WALKS):
            self._restart()
            apps = self._template.apps if number % 2 else tuple(self._phone.image.apps.apps)
            first = apps[number // 2 % len(apps)]
            ending = walk(self._phone, f"{self._task.id}/{number}", first, WALK_STEPS)
            failed = _must_fail(self._verdict(ending), f"walk {number}")
            if failed != "ok":
                self._checks["walks"] = failed

    def _mutants(self, done: Performance, gold: tuple[object, ...]) -> None:
        self._phone.reset()
        found = mutants(self._template, self._phone, self._task.values, done.wrote, self._task.id)
        for mutant in found:
            self._checks[mutant.name] = self._mutant(mutant, gold)

    def _mutant(self, mutant: Mutant, gold: tuple[object, ...]) -> str:
        self._restart()
        values: dict[str, Value] = {**self._started.values, **mutant.values}
        # Somebody who mistook the item believes to have been told of another one.
        told = " ".join(map(show, values.values())) if mutant.values != self._task.values else ""
        told = f"{self._task.instruction} {told}"
        done = perform(self._phone, Gold(mutant.steps, values, told, self._started.speech))
        verdict = self._verdict(done.ending)
        if mutant.name == SIDE_EFFECT and done.problem:
            return f"the side effect could not be made: {done.problem}"
        if verdict.is_success and self._outcome(done.ending) == gold:
            # Half of a cross-app task cannot be needless: then the task is about one app only.
            return "the task is done without it" if mutant.name.startswith(HALF) else SAME
        return _must_fail(verdict, mutant.name)

    def _traps(self) -> None:
        """Whoever says a secret elsewhere, or fills in what nobody needs, is seen to."""
        for number, trap in enumerate(self._template.private, 1):
            self._restart()
            self._phone.change(_TYPED, self._spilled(trap))
            verdict = self._verdict(Ending("finish", "Done."))
            seen = verdict.privacy is not None and verdict.privacy < 1
            self._checks[f"trap {number}"] = "ok" if seen else "nobody notices who falls into it"

    def _spilled(self, trap: Private) -> dict[str, Value]:
        """What the input log would hold after a careless step."""
        if trap.values is None:
            app, page, field = trap.field.split("/")
            return {"app": app, "page": page, "field": field, "text": "5"}
        values = self._started.values
        rows = self._phone.state(trap.values.text, {name: values[name] for name in trap.values.names})
        other = next(name for name in self._phone.image.apps.apps if name not in trap.stays)
        text = show(rows[0][0]) if rows else ""
        return {"app": other, "page": "some", "field": "field", "text": text}

    def _reset(self) -> None:
        self._restart()
        exact = self._phone.snapshot() == self._started.snapshot
        exact = exact and begin(self._phone, self._template, self._task).snapshot == self._started.snapshot
        self._phone.reset()
        exact = exact and not self._phone.changeset()
        self._checks["reset"] = "ok" if exact else "the phone is not as it was"


def _must_fail(verdict: Verdict, what: str) -> str:
    if verdict.result == "failure":
        return "ok"
    return f"{what}: {verdict.result} {'; '.join(verdict.reasons)}".strip()


def _blurred(value: object, span: tuple[int, int]) -> object:
    """A moment of the episode, in seconds or milliseconds, is any such moment."""
    if isinstance(value, int) and (span[0] <= value <= span[1] or span[0] <= value * 1000 <= span[1]):
        return "a moment"
    return value
