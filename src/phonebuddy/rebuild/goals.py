"""Step 15: goals from recordings: what a task changed in the tables, told apart from every other task's end.

A recorded task is replayed on the rebuilt app; the columns that differ from the start make its goal, what
only shows how it was done (who opened a page, where things stand) left out. Where that is not enough to tell
its end from those of others, pages visited and texts typed are added. Invariant: a goal that is kept is false
at its start, true at its end and false at the end of every other task.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from phonebuddy.rebuild.behaviour import AppModel
from phonebuddy.rebuild.emit.sql import VISITED, Tables, quote
from phonebuddy.rebuild.groups import OPENER
from phonebuddy.rebuild.values import AT, Cell
from phonebuddy.traces.trace import Flag, Trace
from phonebuddy.world.phone import WorldPhone
from phonebuddy.world.snapshot import Snapshot


class Test(NamedTuple):
    """One condition: a query that gives a row where it holds."""

    sql: str

    def holds(self, phone: WorldPhone) -> bool:
        return bool(phone.state(self.sql))


class Goal(NamedTuple):
    """What must hold at the end of a task."""

    trace: Trace
    tests: tuple[Test, ...]
    tables: tuple[str, ...] = ()
    """What the recorded way changes."""

    def holds(self, phone: WorldPhone) -> bool:
        return all(test.holds(phone) for test in self.tests)


class GoalReport(NamedTuple):
    """How many goals were made, how many are sound when tried again, how many tasks got none."""

    num_goals: int
    num_sound: int
    num_dropped: int
    goals: tuple[Goal, ...]


class Run(NamedTuple):
    """A task replayed: the phone at its start and at its end."""

    trace: Trace
    start: Snapshot
    end: Snapshot


class Playing(Protocol):
    """What replays recordings (score/replay.py)."""

    model: AppModel

    @property
    def phone(self) -> WorldPhone: ...

    def play(self, trace: Trace) -> tuple[Snapshot, bool]:
        """Replay freely; the phone as it was at the start, and whether all of it went as recorded."""
        ...


def judge_goals(player: Playing, traces: Sequence[Trace]) -> GoalReport:
    """Goals for all tasks that can be replayed, tried once more from the start."""
    tasks = [trace for trace in traces if trace.instruction and not trace.has(Flag.EXPLORATION)]
    runs = _run_all(player, tasks)
    goals = [goal for run in runs if (goal := make_goal(player, run, runs)) is not None]
    again = _run_all(player, [goal.trace for goal in goals])
    sound = sum(_is_sound(player.phone, goal, again) for goal in goals)
    return GoalReport(len(goals), sound, len(tasks) - len(goals), tuple(goals))


def _run_all(player: Playing, traces: Sequence[Trace]) -> list[Run]:
    runs: list[Run] = []
    for trace in traces:
        start, done = player.play(trace)
        if done:
            runs.append(Run(trace, start, player.phone.snapshot()))
    return runs


def make_goal(player: Playing, run: Run, runs: Sequence[Run]) -> Goal | None:
    """The fewest tests that tell this end from its start and from the other ends."""
    phone = player.phone
    tests: list[Test] = []
    for found in (_state_tests(player, run), _log_tests(player, run)):
        tests.extend(found)
        goal = Goal(run.trace, tuple(tests), _changed_tables(player, run))
        if tests and _is_sound(phone, goal, runs):
            return goal
    return None


def _is_sound(phone: WorldPhone, goal: Goal, runs: Sequence[Run]) -> bool:
    for run in runs:
        phone.restore(run.end)
        if goal.holds(phone) != (run.trace is goal.trace):
            return False
        if run.trace is goal.trace:
            phone.restore(run.start)
            if goal.holds(phone):
                return False
    return any(run.trace is goal.trace for run in runs)


def _state_tests(player: Playing, run: Run) -> list[Test]:
    """One test for each column that changed, on pages of the app itself before those of its layers."""
    tables = Tables(player.model)
    before, after = _state(player.phone, run.start, tables), _state(player.phone, run.end, tables)
    changed = sorted(key for key, value in after.items() if before.get(key) != value)
    lasting = [key for key in changed if not player.model.pages[key[0]].layer] or changed
    tests: list[Test] = []
    for page, cell in lasting:
        table, column, id = tables.places()[page, cell]
        value = _literal(after[page, cell])
        tests.append(Test(f"SELECT 1 FROM {table} WHERE id = {id} AND {column} IS {value}"))
    return tests


def _changed_tables(player: Playing, run: Run) -> tuple[str, ...]:
    names = dict.fromkeys(table for table, _, _ in Tables(player.model).places().values())
    found = []
    for table in names:
        player.phone.restore(run.start)
        before = player.phone.state(f"SELECT * FROM {table}")
        player.phone.restore(run.end)
        if player.phone.state(f"SELECT * FROM {table}") != before:
            found.append(table)
    return tuple(found)


def _state(phone: WorldPhone, snapshot: Snapshot, tables: Tables) -> dict[tuple[int, Cell], object]:
    """Every cell that says what the app holds, not how it was worked."""
    phone.restore(snapshot)
    found: dict[tuple[int, Cell], object] = {}
    held: dict[tuple[str, int], dict[str, object]] = {}
    for (page, cell), (table, column, id) in tables.places().items():
        if cell == VISITED or cell.slot >= OPENER or cell.attribute == AT:
            continue
        if (table, id) not in held:
            names = [str(name) for (name,) in phone.state(f"SELECT name FROM pragma_table_info('{table}')")]
            row = phone.state(f"SELECT * FROM {table} WHERE id = {id}")[0]
            held[table, id] = dict(zip(names, row, strict=True))
        found[page, cell] = held[table, id][column]
    return found


def _literal(value: object) -> str:
    return "NULL" if value is None else str(value) if isinstance(value, int | float) else quote(str(value))


def _log_tests(player: Playing, run: Run) -> list[Test]:
    """Pages that were opened since the start, and texts that were typed."""
    phone, app = player.phone, quote(player.model.name)
    pages = f"SELECT DISTINCT detail FROM phone_event WHERE app = {app} AND kind = 'page' ORDER BY detail"
    typed = f"SELECT DISTINCT text FROM phone_input WHERE app = {app} AND length(text) > 1 ORDER BY text"
    found: list[Test] = []
    for query, test in (
        (pages, "SELECT 1 FROM phone_event WHERE app = {app} AND kind = 'page' AND detail = {value}"),
        (typed, "SELECT 1 FROM phone_input WHERE app = {app} AND text = {value}"),
    ):
        phone.restore(run.start)
        old = set(phone.state(query))
        phone.restore(run.end)
        new = [str(value) for (value,) in phone.state(query) if (value,) not in old]
        found.extend(Test(test.format(app=app, value=quote(value))) for value in new)
    return found
