"""The one object a score becomes: the headline first, then the rest, the floors, and why a value is null.

Invariant: shares are of what could be measured; where nothing could, the value is null, never 1, and
`reasons` says why.
"""

from __future__ import annotations

from collections.abc import Sequence

from phonebuddy.rebuild.score.compare import Hits
from phonebuddy.rebuild.score.tally import Tally

REASONS = {
    "next_page": "no step that is asked has its end on file",
    "next_page_changing": "no step that is asked changes anything",
    "changed_node_f1": "no step that is asked changes anything",
    "state_persistence": "nothing written in what is asked is seen again later there",
    "unseen_text": "no text that is typed in what is asked is shown anywhere afterwards",
    "verifier_soundness": "no recorded task with an instruction could be replayed and told apart",
    "assumed_share": "no step was right",
    "next_page_inside": "no step that is asked changes anything inside the app",
    "tree_similarity": "no two trees small enough to compare",
    "visual_similarity": "no recorded pictures",
    "visual_similarity_masked": "no recorded pictures, or images everywhere",
    "page_purity": "no screens with names in a pages.json beside the recordings",
    "target_resolution": "no touch is aimed at anything",
    "rule_conflict_rate": "no rule was learnt",
    "steps_per_s": "nothing was driven",
}
_SAME = {
    "page_completeness": "page_purity",
    "page_v_measure": "page_purity",
    "floor_next_page_changing": "next_page_changing",
}


def report(tally: Tally) -> dict[str, object]:
    """The score of all apps."""
    found = {**_headline(tally), **_more(tally), **_cost(tally), **_floors(tally)}
    reasons = {
        name: REASONS.get(_SAME.get(name, name), REASONS["next_page"])
        for name, value in found.items()
        if value is None
    }
    return {**found, "reasons": reasons}


def of_each(tallies: Sequence[Tally]) -> list[dict[str, object]]:
    """The headline of each app."""
    return [
        {"app": tally.apps[0], **{k: v for k, v in _headline(tally).items() if k not in ("protocol", "apps")}}
        for tally in tallies
    ]


def _headline(tally: Tally) -> dict[str, object]:
    return {
        "protocol": tally.protocol,
        "apps": len(tally.apps),
        "steps": tally.count["steps"],
        "next_page": tally.share("right", "steps"),
        "next_page_changing": tally.share("right_changing", "changing"),
        "tasks": tally.count["tasks"],
        "full_replay": tally.count["full"],
        "changed_node_f1": round(tally.changed.f1, 4) if tally.changed.observed else None,
        "state_persistence": tally.share("facts_shown", "facts"),
        "unseen_text": tally.share("unseen_shown", "unseen"),
        "verifier_soundness": tally.share("goals_sound", "goals"),
        "assumed_share": tally.share("assumed", "right"),
    }


def _more(tally: Tally) -> dict[str, object]:
    rules = tally.count["rule_support"] + tally.count["rule_conflicts"]
    return {
        "full_replay_share": tally.share("full", "tasks"),
        "next_page_grouped": tally.share("grouped", "steps"),
        "next_page_inside": tally.share("right_inside", "inside"),
        "changing_steps": tally.count["changing"],
        "page_known": tally.share("known", "steps"),
        "action_available": tally.share("available", "steps"),
        "replay_prefix": _mean(tally.prefixes),
        "transition_coverage": _mean([float(is_right) for is_right in tally.edges.values()]),
        "text_recall": _of(tally.words, tally.words.recall),
        "text_precision": _of(tally.words, tally.words.precision),
        "tree_similarity": _mean(tally.likeness),
        "visual_similarity": _mean(tally.looks),
        "visual_similarity_masked": _mean(tally.looks_masked),
        "page_purity": _mean([one.purity for one in tally.sortings]),
        "page_completeness": _mean([one.completeness for one in tally.sortings]),
        "page_v_measure": _mean([one.v_measure for one in tally.sortings]),
        "rule_conflict_rate": round(tally.count["rule_conflicts"] / rules, 4) if rules else None,
        "reset_identity": tally.count["not_identical"] == 0,
        "verifiers": tally.count["goals"],
        "verifiers_dropped": tally.count["goals_dropped"],
        "import_loss": tally.share("lost", "read"),
        "target_resolution": tally.share("resolved", "aimed"),
    }


def _cost(tally: Tally) -> dict[str, object]:
    return {
        "build_s_per_100_screens": round(100 * tally.build_s / max(1, tally.count["screens"]), 3),
        "steps_per_s": round(tally.count["driven"] / tally.replay_s, 1) if tally.replay_s else None,
        "app_bytes": tally.count["bytes"],
    }


def _floors(tally: Tally) -> dict[str, object]:
    return {
        "floor_next_page": tally.share("floor_right", "steps"),
        "floor_next_page_widget_rule": tally.share("widget_right", "steps"),
        "floor_next_page_changing": tally.share("floor_changing", "changing"),
        "floor_full_replay": tally.count["floor_full"],
        "floor_full_replay_widget_rule": tally.count["widget_full"],
    }


def _mean(values: Sequence[float]) -> float | None:
    return round(sum(values) / len(values), 4) if values else None


def _of(words: Hits, value: float) -> float | None:
    return round(value, 4) if words.observed else None
