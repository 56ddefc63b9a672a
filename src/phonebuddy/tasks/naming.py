"""Naming: whether an instruction speaks only of what is on the phone.

What stands in braces was drawn from the image; what is left are the words around it. Invariant: a name (a
word with a capital inside a sentence) that no app of the phone says is reported, and so is an app that is
called by its English name on a phone that has another one for it.
"""

from __future__ import annotations

import calendar
import re
from collections.abc import Iterator

from phonebuddy.tasks.speech import Speech
from phonebuddy.tasks.task import Task
from phonebuddy.tasks.template import TaskTemplate
from phonebuddy.world.spec.load import AppSet
from phonebuddy.world.spec.modules import module_files
from phonebuddy.world.state.speech import ENGLISH

_NAME = re.compile(r"(?<=[a-z,;] )[A-Z][\w-]*")
_WORD = re.compile(r"[A-Za-z][\w-]*")
COMMON = frozenset({"I", "OK", "SMS", "PIN", "PDF", *calendar.month_name, *calendar.day_name})
"""Words with a capital that name nothing on a phone."""
_KNOWN: dict[str, frozenset[str]] = {}


def strange_names(template: TaskTemplate, task: Task, apps: AppSet, speech: Speech) -> list[str]:
    """Names in the words of a template that are nowhere on the phone, and slots that are empty."""
    known = known_words(apps)
    found = [
        name
        for phrase in template.phrases
        for name in _NAME.findall(" _ ".join(phrase.text.pieces[::2]))
        if name not in known and name not in COMMON
    ]
    empty = {
        name for phrase in template.phrases for name in phrase.text.names if task.values[name] in ("", None)
    }
    return sorted({*found, *(f"{{{name}}} is empty" for name in empty), *_foreign(template, apps, speech)})


def _foreign(template: TaskTemplate, apps: AppSet, speech: Speech) -> Iterator[str]:
    """Apps that the owner of this phone would call by another name."""
    if speech.language == ENGLISH:
        return
    for phrase in template.phrases:
        words = " _ ".join(phrase.text.pieces[::2])
        for app in apps.apps.values() if phrase.style == speech.language else ():
            title, *others = speech.said(app.manifest.title)
            if others and re.search(rf"\b{re.escape(title)}\b", words, re.ASCII):
                yield f"{title}, which is {others[0]} here"


def known_words(apps: AppSet) -> frozenset[str]:
    """Every word that the pages of these apps can show; read once for each set of apps."""
    if apps.digest not in _KNOWN:
        folders = [app.folder for app in apps.apps.values()]
        paths = [path for folder in folders for path in sorted(folder.rglob("*.yaml"))]
        words: set[str] = set()
        for path in (*paths, *module_files()):
            if path.name != "content.yaml" and path.parent.name != "content":
                words.update(_WORD.findall(path.read_text("utf-8")))
        _KNOWN[apps.digest] = frozenset(words)
    return _KNOWN[apps.digest]
