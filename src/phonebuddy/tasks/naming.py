"""Naming: whether an instruction speaks only of what is on the phone.

What stands in braces was drawn from the image; what is left are the words around it. Invariant: a name (a
word with a capital inside a sentence) that neither an app nor a page says is reported.
"""

from __future__ import annotations

import calendar
import re
from functools import lru_cache

from phonebuddy.tasks.task import Task
from phonebuddy.tasks.template import TaskTemplate
from phonebuddy.world.spec.load import BUILT_IN

_NAME = re.compile(r"(?<=[a-z,;] )[A-Z][\w-]*")
_WORD = re.compile(r"[A-Za-z][\w-]*")
COMMON = frozenset({"I", "OK", "SMS", "PIN", "PDF", *calendar.month_name, *calendar.day_name})
"""Words with a capital that name nothing on a phone."""


def strange_names(template: TaskTemplate, task: Task) -> list[str]:
    """Names in the words of a template that are nowhere on the phone, and slots that are empty."""
    found = [
        name
        for phrase in template.phrases
        for name in _NAME.findall(" _ ".join(phrase.text.pieces[::2]))
        if name not in known_words() and name not in COMMON
    ]
    empty = {
        name for phrase in template.phrases for name in phrase.text.names if task.values[name] in ("", None)
    }
    return sorted({*found, *(f"{{{name}}} is empty" for name in empty)})


@lru_cache(maxsize=1)
def known_words() -> frozenset[str]:
    """Every word that the pages of the apps can show."""
    words: set[str] = set()
    for path in sorted(BUILT_IN.glob("*/**/*.yaml")):
        if "content" not in path.relative_to(BUILT_IN).as_posix():
            words.update(_WORD.findall(path.read_text("utf-8")))
    return frozenset(words)
