"""The tally: counts of everything measured. The one object they become is in report.py.

Invariant: tallies of parts add up to the tally of the whole, whatever the order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from phonebuddy.rebuild.behaviour import AppModel
from phonebuddy.rebuild.emit.app import app_files
from phonebuddy.rebuild.goals import GoalReport
from phonebuddy.rebuild.score.compare import Hits
from phonebuddy.rebuild.score.floors import Floor
from phonebuddy.rebuild.score.purity import Sorting
from phonebuddy.rebuild.score.replay import Outcome
from phonebuddy.traces.trace import Mark, Trace


class Tally:
    """Collects what the score measures."""

    def __init__(self, protocol: str) -> None:
        self.protocol = protocol
        self.apps: list[str] = []
        self.count: Counter[str] = Counter()
        self.changed = Hits()
        self.words = Hits()
        self.likeness: list[float] = []
        self.looks: list[float] = []
        self.looks_masked: list[float] = []
        self.sortings: list[Sorting] = []
        self.prefixes: list[float] = []
        self.build_s = self.replay_s = 0.0
        self.edges: dict[object, bool] = {}

    def begin(self, traces: Sequence[Trace]) -> None:
        self.apps.append(traces[0].app)
        self.count["read"] += sum(len(trace.steps) + sum(trace.losses.values()) for trace in traces)
        self.count["lost"] += sum(sum(trace.losses.values()) for trace in traces)
        for trace in traces:
            for step in trace.steps:
                aimed = type(step.action).__name__ in ("Click", "LongPress", "Type", "DoubleClick")
                self.count["aimed"] += aimed
                self.count["resolved"] += aimed and step.target is not None

    def built(self, seconds: float, num_screens: int, model: AppModel) -> None:
        self.build_s += seconds
        self.count["screens"] += num_screens
        files = app_files(model)
        self.count["bytes"] = max(self.count["bytes"], sum(len(text.encode()) for text in files.values()))
        for behaviour in model.behaviours.values():
            for way in behaviour.ways:
                self.count["rule_support"] += way.route.support + sum(e.support for e in way.effects)
                self.count["rule_conflicts"] += way.route.conflicts + sum(e.conflicts for e in way.effects)

    def replayed(self, seconds: float, num_steps: int) -> None:
        self.replay_s += seconds
        self.count["driven"] += num_steps

    def steps(self, outcomes: Sequence[Outcome], trace: Trace, page_of: Mapping[str, int]) -> None:
        for outcome in outcomes:
            step = trace.steps[outcome.number]
            inside = not step.has(Mark.LEAVES) and not step.has(Mark.ENTERS)
            for name, holds in (
                ("steps", True),
                ("known", outcome.known),
                ("available", outcome.available),
                ("right", outcome.right),
                ("grouped", outcome.grouped),
                ("changing", outcome.changing),
                ("right_changing", outcome.right and outcome.changing),
                ("inside", outcome.changing and inside),
                ("right_inside", outcome.right and outcome.changing and inside),
                ("assumed", outcome.right and outcome.assumed),
            ):
                self.count[name] += holds
            edge = (trace.app, page_of[step.before], outcome.touched, page_of[step.after or ""])
            self.edges[edge] = self.edges.get(edge, False) or outcome.right

    def free(self, outcomes: Sequence[Outcome], num_steps: int) -> None:
        self.count["tasks"] += 1
        right = sum(outcome.right for outcome in outcomes)
        self.count["full"] += right == num_steps
        self.prefixes.append(right / num_steps if num_steps else 1.0)

    def floors(self, plain: Floor, widget: Floor) -> None:
        self.count["floor_right"] += plain.right
        self.count["floor_changing"] += plain.right_changing
        self.count["floor_full"] += plain.full
        self.count["widget_right"] += widget.right
        self.count["widget_full"] += widget.full

    def fact(self, is_shown: bool) -> None:
        self.count["facts"] += 1
        self.count["facts_shown"] += is_shown

    def unseen(self, is_shown: bool) -> None:
        self.count["unseen"] += 1
        self.count["unseen_shown"] += is_shown

    def goals(self, report: GoalReport) -> None:
        self.count["goals"] += report.num_goals
        self.count["goals_sound"] += report.num_sound
        self.count["goals_dropped"] += report.num_dropped

    def share(self, part: str, whole: str) -> float | None:
        return round(self.count[part] / self.count[whole], 4) if self.count[whole] else None

    def plus(self, other: Tally) -> Tally:
        """Both together."""
        both = Tally(self.protocol)
        both.apps = list(dict.fromkeys([*self.apps, *other.apps]))
        both.count = self.count + other.count
        both.count["bytes"] = max(self.count["bytes"], other.count["bytes"])
        both.changed = self.changed.plus(other.changed)
        both.words = self.words.plus(other.words)
        for name in ("likeness", "looks", "looks_masked", "prefixes", "sortings"):
            setattr(both, name, [*getattr(self, name), *getattr(other, name)])
        both.build_s = self.build_s + other.build_s
        both.replay_s = self.replay_s + other.replay_s
        both.edges = {
            edge: self.edges.get(edge, False) or other.edges.get(edge, False)
            for edge in (*self.edges, *other.edges)
        }
        return both
