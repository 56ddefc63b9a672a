"""Mutants: gold scripts with one mistake in them, each of which the verifier must notice.

Invariant: a mutant differs from the gold in one thing a careless agent would do; the task stays the same.
"""

from __future__ import annotations

import random
import re
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from phonebuddy.errors import TaskError
from phonebuddy.tasks.nodes import Nodes
from phonebuddy.tasks.reading_gold import ENDINGS, GoldReader
from phonebuddy.tasks.sql import Desk
from phonebuddy.tasks.task import rows_of
from phonebuddy.tasks.template import CROSS, Step, TaskTemplate, Value
from phonebuddy.world.image import default_apps
from phonebuddy.world.phone import WorldPhone
from phonebuddy.world.spec.nodes import Place, read_yaml
from phonebuddy.world.spec.problems import Problems
from phonebuddy.world.spec.template import Template as Text
from phonebuddy.world.spec.template import show

SIDE_EFFECTS = Path(__file__).parent / "side_effects.yaml"
SIDE_EFFECT = "side effect"
HALF = "half "
_DIGITS = re.compile(r"\d+")
_NOWHERE = Place("mutant", 0)


class Mutant(NamedTuple):
    name: str
    steps: tuple[Step, ...]
    values: dict[str, Value]


def mutants(
    template: TaskTemplate, phone: WorldPhone, values: dict[str, Value], wrote: tuple[int, ...], seed: str
) -> list[Mutant]:
    """The mutants for one task; `phone` is at the image, `wrote` are the steps that changed something."""
    chance = random.Random(f"mutant/{seed}")
    found = [
        _wrong_item(template, phone, values, chance),
        _wrong_amount(template, values, wrote),
        _missing_step(template, values, wrote, chance),
        _side_effect(template, values, chance),
        _twice(template, values),
        *_halves(template, values),
    ]
    return [mutant for mutant in found if mutant is not None]


def _body(steps: tuple[Step, ...]) -> tuple[tuple[Step, ...], tuple[Step, ...]]:
    """A script without its ending, and the ending."""
    return (steps[:-1], steps[-1:]) if steps and steps[-1].word in ENDINGS else (steps, ())


def names_in(steps: tuple[Step, ...]) -> list[str]:
    """Every name a script speaks of, in order."""
    found: list[str] = []
    for step in steps:
        if step.word not in ("read", "work_out"):
            found += step.value.names
        for key, text in step.options:
            found += _bound(text.pieces[0]) if key in ("as", "match") else text.names
        found += names_in(step.inner)
    return list(dict.fromkeys(found))


def _bound(text: str) -> list[str]:
    return [one or two for one, two in re.findall(r":([a-z]\w*)|\{([a-z]\w*)\}", text)]


def _wrong_item(
    template: TaskTemplate, phone: WorldPhone, values: dict[str, Value], chance: random.Random
) -> Mutant | None:
    """The right things done to something else that is there too, or with something else that was made up."""
    spoken = set(names_in(template.gold))
    for index in reversed(range(len(template.draws))):
        draw = template.draws[index]
        if not draw.sql.reads or not spoken & set(draw.sql.columns):
            continue
        rows = rows_of(phone, draw.sql.text, values, str(draw.place))
        named = [dict(zip(draw.sql.columns, row, strict=True)) for row in rows]
        used = spoken & set(draw.sql.columns)
        others = [row for row in named if any(row[name] != values[name] for name in used)]
        if others:
            changed = {**values, **chance.choice(others)}
            return Mutant("wrong item", template.gold, _redrawn(template, phone, changed, index + 1, chance))
    for new in template.news:
        others = [{new.name: value} for value in new.values if value != values[new.name]]
        if others:
            changed = {**values, **chance.choice(others)}
            return Mutant("wrong item", template.gold, _redrawn(template, phone, changed, 0, chance))
    return None


def _redrawn(
    template: TaskTemplate, phone: WorldPhone, values: dict[str, Value], first: int, chance: random.Random
) -> dict[str, Value]:
    """Draws after a change, as they were where they still can be."""
    values = dict(values)
    for draw in template.draws[first:]:
        rows = rows_of(phone, draw.sql.text, values, str(draw.place))
        before = tuple(values[column] for column in draw.sql.columns)
        if rows and before not in rows:
            values.update(zip(draw.sql.columns, chance.choice(rows), strict=True))
    return values


def _wrong_amount(template: TaskTemplate, values: dict[str, Value], wrote: tuple[int, ...]) -> Mutant | None:
    """The last thing typed, picked or answered is a little off; else the last change is made once more."""
    for index in reversed(range(len(template.gold))):
        step = template.gold[index]
        changed = _off_by_one(step, values)
        if changed is not None:
            steps = (*template.gold[:index], changed, *template.gold[index + 1 :])
            return Mutant("wrong amount", steps, values)
    if not wrote:
        return None
    last = min(wrote[-1], len(template.gold) - 1)
    steps = (*template.gold[: last + 1], *template.gold[last:])
    return Mutant("wrong amount", steps, values)


def _off_by_one(step: Step, values: dict[str, Value]) -> Step | None:
    if step.word in ("type", "answer"):
        text = step.value
    elif step.word in ("replace", "slide"):
        text = dict(step.options)["with" if step.word == "replace" else "to"]
    elif step.word == "pick_time":
        return step._replace(value=Text((_later(_known(step.value, values)),)))
    else:
        return None
    wrong = _spoilt(text, values)
    if step.word == "slide":
        share = float(_known(text, values))
        wrong = Text((str(share - 0.3 if share > 0.5 else share + 0.3),))
    if len(text.pieces) == 1 and (found := _DIGITS.search(text.pieces[0])):
        whole = text.pieces[0]
        wrong = Text((f"{whole[: found.start()]}{int(found[0]) + 1}{whole[found.end() :]}",))
    if step.word in ("type", "answer"):
        return step._replace(value=wrong)
    key = "with" if step.word == "replace" else "to"
    return step._replace(options=tuple((k, wrong if k == key else t) for k, t in step.options))


def _spoilt(text: Text, values: dict[str, Value]) -> Text:
    """A digit too many behind the last name, or at the end; in Chinese, where it could stand, a sign less."""
    last = show(values.get(text.names[-1], "")) if text.names else ""
    if last and not last[-1].isascii():
        return Text((*text.pieces[:-3], text.pieces[-3] + last[:-1] + text.pieces[-1]))
    return Text((*text.pieces[:-1], "7" + text.pieces[-1] if text.names else text.pieces[-1] + "7"))


def _known(text: Text, values: dict[str, Value]) -> str:
    return "".join(show(values.get(p, "0")) if odd & 1 else p for odd, p in enumerate(text.pieces))


def _later(time: str) -> str:
    hour, _, minute = time.partition(":")
    return f"{(int(hour) + 1) % 24:02d}:{minute}"


def _missing_step(
    template: TaskTemplate, values: dict[str, Value], wrote: tuple[int, ...], chance: random.Random
) -> Mutant | None:
    """Without a step that matters: one that changed something, or one that types or reads."""
    steps = template.gold
    telling = {"type", "replace", "pick_time", "pick_date", "slide", "drag", "read"}
    able = [index for index in range(len(steps)) if index in wrote or steps[index].word in telling]
    able = able or [index for index in range(len(steps)) if steps[index].word not in ("open", *ENDINGS)]
    if not able:
        return None
    index = chance.choice(able)
    return Mutant("missing step", (*steps[:index], *steps[index + 1 :]), values)


@lru_cache(maxsize=1)
def side_effects() -> dict[str, tuple[Step, ...]]:
    """Scripts that change something, by the table they change."""
    problems = Problems()
    reader = GoldReader(Nodes(problems, Desk(default_apps())), set())
    root = read_yaml(SIDE_EFFECTS, SIDE_EFFECTS.name)
    found = {name: reader.steps(node) for name, node in root.pairs()}
    if problems.found:
        raise TaskError("\n".join(map(str, problems.found)))
    return found


def _side_effect(template: TaskTemplate, values: dict[str, Value], chance: random.Random) -> Mutant | None:
    body, ending = _body(template.gold)
    touched = {rule.table for rule in template.allow}
    extra = chance.choice([steps for table, steps in side_effects().items() if table not in touched])
    return Mutant(SIDE_EFFECT, (*body, *extra, *ending), values)


def _twice(template: TaskTemplate, values: dict[str, Value]) -> Mutant:
    """All of it once more, from closed apps."""
    body, ending = _body(template.gold)
    opened = dict.fromkeys(step.value for step in body if step.word == "open")
    closing = (Step("close", name, (), (), _NOWHERE) for name in opened)
    return Mutant("done twice", (*body, *closing, *body, *ending), values)


def _halves(template: TaskTemplate, values: dict[str, Value]) -> list[Mutant]:
    """Cross-app work without what is done in one of the apps."""
    if template.category != CROSS:
        return []
    body, ending = _body(template.gold)
    starts = [index for index, step in enumerate(body) if step.word == "open"]
    found = []
    for number, start in enumerate(starts):
        end = starts[number + 1] if number + 1 < len(starts) else len(body)
        found.append(Mutant(f"{HALF}{number + 1} missing", (*body[:start], *body[end:], *ending), values))
    return found if len(found) > 1 else []
