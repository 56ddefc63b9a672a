"""The tally: counts of everything measured, and the one object they become.

Invariant: shares are of what could be measured; where nothing could, the value is null, never 1.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from phonebuddy.rebuild.behaviour import AppModel
from phonebuddy.rebuild.emit.app import app_files
from phonebuddy.rebuild.goals import GoalReport
from phonebuddy.rebuild.score.compare import Hits
from phonebuddy.rebuild.score.floors import Floor
from phonebuddy.rebuild.score.protocols import CHRONOLOGICAL
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

    def steps(self, outcomes: Sequence[Outcome], trace: Trace) -> None:
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
            edge = (trace.app, step.before, outcome.touched, step.after)
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

    def _share(self, part: str, whole: str) -> float | None:
        return round(self.count[part] / self.count[whole], 4) if self.count[whole] else None

    def as_dict(self) -> dict[str, object]:
        """One object: the headline first, then the rest, then the floors."""
        return {**self._headline(), **self._more(), **self._floors()}

    def _headline(self) -> dict[str, object]:
        return {
            "protocol": self.protocol,
            "apps": len(self.apps),
            "steps": self.count["steps"],
            "next_page": self._share("right", "steps"),
            "next_page_changing": self._share("right_changing", "changing"),
            "tasks": self.count["tasks"],
            "full_replay": self.count["full"],
            "changed_node_f1": round(self.changed.f1, 4) if self.changed.observed else None,
            "state_persistence": self._share("facts_shown", "facts"),
            "unseen_text": self._share("unseen_shown", "unseen"),
            "verifier_soundness": self._share("goals_sound", "goals"),
            "assumed_share": self._share("assumed", "right"),
        }

    def _more(self) -> dict[str, object]:
        mean = round(sum(self.likeness) / len(self.likeness), 4) if self.likeness else None
        prefix = round(sum(self.prefixes) / len(self.prefixes), 4) if self.prefixes else None
        rules = self.count["rule_support"] + self.count["rule_conflicts"]
        return {
            "full_replay_share": self._share("full", "tasks"),
            "next_page_grouped": self._share("grouped", "steps"),
            "next_page_inside": self._share("right_inside", "inside"),
            "changing_steps": self.count["changing"],
            "page_known": self._share("known", "steps"),
            "action_available": self._share("available", "steps"),
            "replay_prefix": prefix,
            "transition_coverage": round(sum(self.edges.values()) / len(self.edges), 4)
            if self.edges
            else None,
            "text_recall": round(self.words.recall, 4),
            "text_precision": round(self.words.precision, 4),
            "tree_similarity": mean,
            "rule_conflict_rate": round(self.count["rule_conflicts"] / rules, 4) if rules else None,
            "verifiers": self.count["goals"],
            "verifiers_dropped": self.count["goals_dropped"],
            "import_loss": self._share("lost", "read"),
            "target_resolution": self._share("resolved", "aimed"),
            "build_s_per_100_screens": round(100 * self.build_s / max(1, self.count["screens"]), 3),
            "steps_per_s": round(self.count["driven"] / self.replay_s, 1) if self.replay_s else None,
            "app_bytes": self.count["bytes"],
        }

    def _floors(self) -> dict[str, object]:
        found: dict[str, object] = {
            "floor_next_page": self._share("floor_right", "steps"),
            "floor_next_page_widget_rule": self._share("widget_right", "steps"),
            "floor_next_page_changing": self._share("floor_changing", "changing"),
        }
        if self.protocol != CHRONOLOGICAL:
            found["floor_full_replay"] = self.count["floor_full"]
            found["floor_full_replay_widget_rule"] = self.count["widget_full"]
        return found
