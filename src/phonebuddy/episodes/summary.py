"""What came out of a run, in numbers: for the command line, cards and reports.

Invariant: faults are counted apart and are in no rate.
"""

from __future__ import annotations

from collections import Counter

from phonebuddy.episode import Episode
from phonebuddy.episodes.store import Store
from phonebuddy.tasks.template import CATEGORIES

MOST_SHOWN = 5


def summary(store: Store) -> dict[str, object]:
    """A run's numbers, and a row for each category."""
    heads, lengths = store.heads(), store.parts.lengths()
    faults = store.faults.heads()
    causes = Counter(head.cause for head in faults)
    given_up = {head.id.partition("~")[0] for head in faults} - set(lengths)
    data: dict[str, object] = {
        "run": str(store.folder),
        "episodes": len(heads),
        "steps": sum(lengths.values()),
        "success": _count(heads, "success"),
        "success_rate": _rate(heads),
        "tries_that_broke": len(faults),
        "tasks_given_up": len(given_up),
        "agent_errors": sum(head.ending == "error" for head in heads),
    }
    if causes:
        data["causes"] = [{"cause": cause, "tries": count} for cause, count in causes.most_common()]
    data["categories"] = [_category(name, heads, lengths) for name in CATEGORIES]
    if errors := [head for head in heads if head.ending == "error"][:MOST_SHOWN]:
        data["first_agent_errors"] = [{"episode": one.id, "why": one.reasons[0]} for one in errors]
    return data


def _category(name: str, heads: list[Episode], lengths: dict[str, int]) -> dict[str, object]:
    mine = [head for head in heads if head.category == name]
    steps = sum(lengths[head.id] for head in mine)
    return {
        "category": name,
        "episodes": len(mine),
        "success": _count(mine, "success"),
        "failure": _count(mine, "failure"),
        "unjudged": _count(mine, "unjudged"),
        "success_rate": _rate(mine),
        "mean_steps": round(steps / len(mine), 2) if mine else None,
    }


def _count(heads: list[Episode], result: str) -> int:
    return sum(head.result == result for head in heads)


def _rate(heads: list[Episode]) -> float | None:
    """Of those that were judged; nothing where none was."""
    judged = [head for head in heads if head.reward is not None]
    return round(_count(judged, "success") / len(judged), 4) if judged else None
