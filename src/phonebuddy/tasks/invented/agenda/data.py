"""What agendas are about and how people speak of their times, from domains.yaml and words.yaml, checked.

Invariant: what is given out has all that a plan draws from; what is wrong is told with its place and the fix.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from itertools import combinations
from pathlib import Path

from phonebuddy.errors import TaskError, nearest
from phonebuddy.tasks.invented.data import read_data
from phonebuddy.tasks.invented.sketch import Data

FOLDER = Path(__file__).parent
DOMAINS, WORDS = FOLDER / "domains.yaml", FOLDER / "words.yaml"
HELD, OWED = "held", "owed"
"""Things that take place from one time to another, and things that are to be done by a day."""
NEEDED = ("about", "titles", "icon", "nouns", "tells", "names")
LEAST_TITLES, LEAST_NAMES = 4, 18
LEAST_WAYS, LEAST_ASKS, LEAST_THINGS, LEAST_LABELS = 40, 8, 4, 4
FORMS: dict[str, tuple[str, ...]] = {
    "start": ("it", "v"), "end": ("it", "v"), "span": ("it", "a", "b"), "day": ("it", "v"),
    "whole": ("it",), "timed": ("it", "a", "b"), "ping": ("it", "v"), "unping": ("it",),
    "week": ("it", "a", "b"), "due": ("it", "v"), "undue": ("it",), "due_at": ("it", "v"),
    "begins": ("it", "v"),
}  # fmt: skip
"""What can be asked for, and what every way to ask for it names."""
TURNED = ("start", "end", "day", "due")
"""Forms that are also said as earlier or later."""
WAYS = ("any", "sooner", "later")
_SLOT = re.compile(r"\{(\w+)\}")


@lru_cache(maxsize=1)
def domains() -> dict[str, Data]:
    return checked_domains(read_data(DOMAINS))


@lru_cache(maxsize=1)
def words() -> Data:
    return checked_words(read_data(WORDS))


def checked_domains(found: dict[str, Data]) -> dict[str, Data]:
    """The same, or TaskError with everything that is wrong."""
    _raise(f"{DOMAINS.name}: {name}: {wrong}" for name, data in found.items() for wrong in _in_domain(data))
    return found


def _in_domain(data: Data) -> list[str]:
    found = [f"'{key}' is missing" for key in NEEDED if key not in data]
    found += [f"'{key}' means nothing{nearest(key, NEEDED)}" for key in data if key not in NEEDED]
    if found:
        return found
    if data["about"] not in (HELD, OWED):
        found.append(f"'about' is {HELD} or {OWED}, not '{data['about']}'")
    for key, least in (("titles", LEAST_TITLES), ("names", LEAST_NAMES), ("nouns", 1), ("tells", 1)):
        if len(data[key]) < least:
            found.append(f"{len(data[key])} {key}; give {least} or more")
    for one, two in combinations(data["names"], 2):
        # Names are touched by their words, so none may stand in another.
        if one in two or two in one:
            found.append(f"'{one}' and '{two}' hold each other; rename one")
    return found


def checked_words(found: Data) -> Data:
    """The same, or TaskError with everything that is wrong."""
    _raise(f"{WORDS.name}: {wrong}" for wrong in (*_in_forms(found["forms"]), *_in_facts(found["facts"])))
    return found


def _in_forms(forms: Data) -> list[str]:
    found = [f"forms: '{key}' is missing" for key in FORMS if key not in forms]
    found += [f"forms: '{key}' means nothing{nearest(key, FORMS)}" for key in forms if key not in FORMS]
    for key, data in forms.items():
        if key not in FORMS:
            continue
        kinds = WAYS if key in TURNED else WAYS[:1]
        found += [
            f"{key}: '{kind}' means nothing{nearest(kind, kinds)}" for kind in data if kind not in kinds
        ]
        ways = [way for kind in data for way in data[kind]]
        if len(ways) < LEAST_WAYS:
            found.append(f"{key}: {len(ways)} ways; give {LEAST_WAYS} or more")
        found += [
            f"{key}: said twice: '{way}'" for way in sorted({way for way in ways if ways.count(way) > 1})
        ]
        for way in ways:
            if sorted(set(_SLOT.findall(way))) != sorted(FORMS[key]):
                wanted = ", ".join(f"{{{slot}}}" for slot in FORMS[key])
                found.append(f"{key}: a way names {wanted}, all of them: '{way}'")
    return found


def _in_facts(facts: Data) -> list[str]:
    found = []
    for key, data in facts.items():
        for part, least in (("labels", LEAST_LABELS), ("asks", LEAST_ASKS), ("things", LEAST_THINGS)):
            if len(data.get(part, ())) < least:
                found.append(f"{key}: {len(data.get(part, ()))} {part}; give {least} or more")
        ways = [*data.get("asks", ()), *data.get("things", ())]
        found += [f"{key}: a way names {{it}}: '{way}'" for way in ways if "{it}" not in way]
        found += [f"{key}: a question ends so: '{way}'" for way in data.get("asks", ()) if way[-1] != "?"]
    return found


def _raise(problems: Iterable[str]) -> None:
    wrong = list(problems)
    if wrong:
        raise TaskError("\n".join(wrong))
