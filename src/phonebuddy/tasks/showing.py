"""Showing: one task in words, and its gold played before one's eyes.

Invariant: what is shown is what the proof uses; nothing here decides anything.
"""

from __future__ import annotations

from pathlib import Path

from phonebuddy.actions import Action, to_json
from phonebuddy.screen import Screen
from phonebuddy.tasks.gold import Gold
from phonebuddy.tasks.perform import perform
from phonebuddy.tasks.reading import template_called
from phonebuddy.tasks.task import Task, make_task, read_id
from phonebuddy.tasks.template import (
    AnswerCheck,
    Check,
    OrderCheck,
    StateCheck,
    Step,
    TaskTemplate,
    UnsaidCheck,
)
from phonebuddy.tasks.trial import begin
from phonebuddy.tasks.verify import verify
from phonebuddy.world.image import build_image
from phonebuddy.world.look import LookSpec
from phonebuddy.world.phone import WorldPhone
from phonebuddy.world.sheet import Shot, draw_sheet, save_png
from phonebuddy.world.spec.template import Template as Text

COLUMNS, WIDTH = 7, 270


def find_task(id: str, look: LookSpec | None = None) -> tuple[TaskTemplate, Task, WorldPhone]:
    """A task by its id, with a phone of its person."""
    name, person, number = read_id(id)
    template = template_called(name)
    phone = WorldPhone(build_image(seed=person), look)
    return template, make_task(template, phone, number), phone


def describe(id: str) -> dict[str, object]:
    template, task, phone = find_task(id)
    phone.close()
    return {
        "task": task.id,
        "instruction": task.instruction,
        "style": task.style,
        "category": template.category,
        "apps": list(template.apps),
        "values": task.values,
        "interruptions": [planned.kind for planned in task.interruptions],
        "goal": [say_check(check) for check in template.goal],
        "ends": template.end,
        "gold": [say_step(step) for step in template.gold],
        "limit": task.limit,
        "rubric": template.rubric,
    }


def play_gold(id: str, output: Path | None) -> dict[str, object]:
    """Every action of the gold and the verdict; and a film strip where one is wanted."""
    template, task, phone = find_task(id, LookSpec())
    started = begin(phone, template, task)
    shots = [Shot("start", phone.observe().pixels())] if output is not None else []
    lines: list[str] = []

    def watch(action: Action, screen: Screen) -> None:
        lines.append(_say_action(action))
        if output is not None:
            shots.append(Shot(lines[-1], screen.pixels()))

    done = perform(phone, Gold(template.gold, started.values, task.instruction, started.speech), watch)
    verdict = verify(template, phone, started, done.ending)
    phone.close()
    if output is not None:
        save_png(draw_sheet(shots, COLUMNS, WIDTH), output)
    return {
        "task": task.id,
        "instruction": task.instruction,
        "actions": lines,
        "problem": done.problem,
        "verdict": verdict.result,
        "reasons": list(verdict.reasons),
        **({"film strip": str(output)} if output is not None else {}),
    }


def _say_action(action: Action) -> str:
    data = to_json(action)
    arguments = data["arguments"]
    assert isinstance(arguments, dict)
    return f"{data['name']} " + ", ".join(str(value) for value in arguments.values())


def say_text(text: Text) -> str:
    return "".join(f"{{{piece}}}" if odd & 1 else piece for odd, piece in enumerate(text.pieces))


def say_step(step: Step) -> str:
    options = "".join(f", {name}: {say_text(text)}" for name, text in step.options)
    inner = " [" + "; ".join(map(say_step, step.inner)) + "]" if step.inner else ""
    return f"{step.word}: {say_text(step.value)}{options}{inner}"


def say_check(check: Check) -> str:
    match check:
        case StateCheck():
            saying = "".join(f", saying {say_text(text)}" for text in check.saying)
            return f"{check.kind} {say_text(check.number)} {check.sql.text}{saying}".replace("  ", " ")
        case AnswerCheck():
            return "answer " + " or ".join(map(say_text, check.texts))
        case UnsaidCheck():
            return f"unsaid {check.sql.text}"
        case OrderCheck():
            return "order " + ", then ".join(sql.text for sql in check.steps)
