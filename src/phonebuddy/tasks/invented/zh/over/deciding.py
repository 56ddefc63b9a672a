"""Deciding: one of two texts, or one of two deeds, as a value has it; both stand in the sentence.

Invariant: whether the condition holds is drawn, and the same frames say both.
"""

from __future__ import annotations

from phonebuddy.tasks.invented.carrying import COUNTABLE
from phonebuddy.tasks.invented.fields import quoted
from phonebuddy.tasks.invented.halves import (
    Target,
    counted,
    goal_of,
    is_counted,
    journey,
    limits,
    second_write,
    size_of,
    taking,
)  # fmt: skip
from phonebuddy.tasks.invented.sketch import Data, filled
from phonebuddy.tasks.invented.zh.over.parts import Goal, Source
from phonebuddy.tasks.invented.zh.over.saying import Saying
from phonebuddy.tasks.invented.zh.over.whole import whole
from phonebuddy.tasks.invented.zh.over.words import frames, shown


def told(source: Source, goal: Goal, saying: Saying) -> Data | None:
    """One of two texts."""
    kind = source.read.kind
    if kind not in COUNTABLE or not goal.to or not goal.target.takes_words:
        return None
    worked = {"work_out": "c_got", "as": f"SELECT iif({_is_over(kind)}, :c_yes, :c_no)"}
    target = taking(goal.target, "{c_got}", ["{c_text}"])

    def say() -> str:
        side, (one, two) = _side(saying)
        return saying.whole(
            saying.one_of("told"), n=saying.noun(source), over=_limit(source, side, saying),
            to=saying.pick(goal.to), one=f"{{{one}}}", two=f"{{{two}}}",
        )  # fmt: skip

    made = whole("condition", say, [source], [target], [worked])
    texts = "SELECT iif(:c_is, :c_yes, :c_no) AS c_text, iif(:c_is, :c_no, :c_yes) AS c_other"
    pairs = dict(saying.shuffled(pair) for pair in frames()["texts"])
    cases = " ".join(f"WHEN {quoted(one)} THEN {quoted(two)}" for one, two in pairs.items())
    no = f"SELECT CASE :c_yes {cases} END AS c_no"
    made["draw"] = made["draw"] | _limits(source) | {"texts": no, "text": texts}
    made["new"] = made.get("new", {}) | {"c_yes": list(pairs)}
    unsaid = [
        {
            key.replace("exactly 1", "exactly 0"): "{c_other}" if key == "saying" else text
            for key, text in check.items()
        }
        for check in goal.target.write.goal
    ]
    return made | {"goal": [*made["goal"], *unsaid]}


def forked(source: Source, goal: Goal, also: Goal, saying: Saying) -> Data | None:
    """One of two deeds."""
    kind, value = source.read.kind, source.read.value
    target, other = goal.target, Target(also.target.place, second_write(also.target.write))
    if kind not in COUNTABLE or not all(is_counted(each.write) for each in (target, other)):
        return None

    def say() -> str:
        side, _ = _side(saying)
        orders = [
            filled(saying.pick(one.write.says), v=saying.one_of("that", kind)) for one in (target, other)
        ]
        if side == "under":
            orders.reverse()
        over, noun = _limit(source, side, saying), saying.noun(source)
        return saying.whole(saying.one_of("forked"), n=noun, over=over, c=orders[0], d=orders[1])

    worked = {"work_out": "c_got", "as": f"SELECT iif({_is_over(kind)}, 1, 0)"}
    unless = {"work_out": "c_got2", "as": "SELECT 1 - :c_got"}
    made = whole("condition", say, [source], [target, other], [worked, unless])
    made["gold"] = journey([(source.place, [*source.read.gold, worked, unless])])
    for each, times in ((target, "{c_got}"), (other, "{c_got2}")):
        steps = journey([(source.place, []), (each.place, each.write.gold)])[len(source.place.way) :]
        made["gold"].append({"repeat": times, "do": steps})
    made["goal"] = [counted(check, "{c_is}") for check in goal_of(target.write, value)]
    made["goal"] += [counted(check, "{c_not}") for check in goal_of(other.write, value)]
    made["draw"] = made["draw"] | _limits(source)
    return made


def _side(saying: Saying) -> tuple[str, tuple[str, str]]:
    """Over or under the limit, and the names of the text for it and of the other."""
    side = saying.pick(("over", "under"))
    return side, ("c_yes", "c_no") if side == "over" else ("c_no", "c_yes")


def _limit(source: Source, side: str, saying: Saying) -> str:
    return saying.one_of(side, source.read.kind).replace("{c_limit}", f"{{c_limit}}{source.unit}")


def _is_over(kind: str) -> str:
    return shown(f"{size_of(':got', kind)} > {size_of(':c_limit', kind)}")


def _limits(source: Source) -> Data:
    return {key: shown(sql) for key, sql in limits(source.read).items()}
