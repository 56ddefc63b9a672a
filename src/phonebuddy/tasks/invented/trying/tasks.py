"""Tasks: something is tried that may be refused; what the app says then is the answer, or is told elsewhere.

Data of frames.yaml. Invariant: what is refused and what works are asked for in the same frames, so only
trying tells; what works is done and nobody is told, unless the sentence has a text for that too.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

from phonebuddy.tasks.invented.asking import Place, templates_of
from phonebuddy.tasks.invented.data import read_data
from phonebuddy.tasks.invented.halves import Target, apart, goal_of, journey
from phonebuddy.tasks.invented.phrasing import ORDERS, is_clause, phrases, tell
from phonebuddy.tasks.invented.sketch import SAID_ALONE, Data, Deed, Gold, Trial, filled
from phonebuddy.tasks.invented.texts import place_of
from phonebuddy.tasks.invented.trying.page import WHY
from phonebuddy.tasks.invented.wording import UNNAMED, Words, capital

PATH = Path(__file__).parent / "frames.yaml"
NUM_TOLD = 3
"""Tasks over two apps on one phone, where something can be refused there."""
NUM_SAYS = 8
NUM_OWN_SAYS = 12
ALONE = 0.25
"""How often what is tried is a sentence of its own, where it has such ways."""
EITHER = 0.3
"""How often there is a text for when it works."""
OK = "t_ok"
TELLING = ("messages", "notes")
"""Where people tell such things."""


def frames() -> dict[str, list[str]]:
    found: dict[str, list[str]] = read_data(PATH)
    return found


def trying(places: Sequence[Place], others: Sequence[Place], chance: random.Random) -> dict[str, Data]:
    """In one app and over two; `others` are not invented, and are told."""
    found: dict[str, Data] = {}
    able = [(place, trial) for place in places for trial in place.sketch.trials]
    for place in places:
        deeds = [deed for trial in place.sketch.trials[-1:] for deed in _deeds(place, trial, chance)]
        asked = place.asked_for(deeds)
        asked.sketch = asked.sketch._replace(title="")  # their sentences name the app themselves
        found |= templates_of(asked, chance)
    every = [Target(place, write) for place in others for write in place.sketch.writes]
    targets = [one for one in every if one.takes_words and place_of(one.write) in TELLING]
    for number in range(NUM_TOLD if able else 0):
        place, trial = chance.choice(able)
        fit = [one for one in targets if apart(one.place, place)]
        found[f"tried{number}"] = _told(place, trial, chance.choice(fit), number % 2 == 0, chance)
    return found


# -- in one app ------------------------------------------------------------------------------------------


def _deeds(place: Place, trial: Trial, chance: random.Random) -> list[Deed]:
    """Refused and told, done, done where nothing else was said, and asked for what it says."""
    answer = [{"answer": f"{{{WHY}}}"}]
    told = [*trial.refused.gold, trial.reads, {"answer": "{got}"}]
    says, asked, plain = (
        tuple(_ordering(_said(trial, form, _app(place, trial, chance), chance)) for _ in range(NUM_OWN_SAYS))
        for form in ("answer", "says", "plain")
    )
    return [
        trial.refused._replace(name="try_refused", says=says, gold=told, goal=answer),
        trial.works._replace(name="try_works", says=says),
        trial.works._replace(name="try_plain", says=plain),
        trial.refused._replace(name="try_says", says=asked, gold=told, goal=answer),
    ]


def _app(place: Place, trial: Trial, chance: random.Random) -> str:
    """What the app is called; nothing where the words tell it."""
    is_told = tell(place.sketch.tells, trial.works.says[0]) and chance.random() < UNNAMED
    return "" if is_told else Words(chance).app(place.sketch)


def _ordering(way: str) -> str:
    """What begins with ! asks for something, and so does what has two sentences."""
    is_several = way.startswith(SAID_ALONE) or ". " in way
    return ORDERS + way.removeprefix(SAID_ALONE) if is_several else way


def _said(trial: Trial, form: str, app: str, chance: random.Random, **parts: str) -> str:
    """One sentence, with all of these parts; `app` is named where it is given."""
    ways, alone = _split(trial.works.says)
    where = "in"
    if alone and f"{form}_alone" in frames() and chance.random() < ALONE:
        form, ways, where = f"{form}_alone", alone, "in_alone"
    frame, way = chance.choice(frames()[form]), chance.choice(ways).removeprefix(SAID_ALONE)
    if app:
        way = filled(chance.choice(frames()[where]), do=way, app=app)
    return filled(frame, do=way, Do=capital(way), **parts)


@lru_cache(maxsize=64)
def _split(says: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Clauses, and sentences of their own."""
    clauses = tuple(way for way in says if is_clause(way))
    return clauses, tuple(way for way in says if way.startswith(SAID_ALONE))


# -- over two apps ---------------------------------------------------------------------------------------


def _told(place: Place, trial: Trial, target: Target, is_refused: bool, chance: random.Random) -> Data:
    is_either = chance.random() < EITHER
    says = [_sentence(place, trial, target, is_either, chance) for _ in range(NUM_SAYS)]
    deed, write = trial.refused if is_refused else trial.works, target.write
    is_told = is_refused or is_either
    typed: Gold = [{"work_out": "got", "as": f"SELECT :{OK}"}]
    steps = [*deed.gold, *([trial.reads] if is_refused else typed if is_either else [])]
    stops = [(place, steps), *([(target.place, write.gold)] if is_told else [])]
    looks = [*place.sketch.looks, *target.place.sketch.looks]
    made: Data = {
        "apps": list(dict.fromkeys([*place.apps, *target.place.apps])),
        "say": phrases(says, "", (), chance),
        "new": deed.new | write.new | ({OK: frames()["works"]} if is_either else {}),
        "draw": deed.draw | {f"{key}_told": sql for key, sql in write.draw.items()},
        "facts": deed.facts | write.facts,
        "goal": [*deed.goal, *(goal_of(write, WHY if is_refused else OK) if is_told else [])],
        "allow": [*deed.allow, *(write.allow if is_told else ()), *dict.fromkeys(looks)],
        "gold": journey(stops),
        "rubric": "It was tried; what the app says was told if it was refused; nothing else was changed.",
        "tags": ["condition"],
    }
    return {key: part for key, part in made.items() if part}


def _sentence(place: Place, trial: Trial, target: Target, is_either: bool, chance: random.Random) -> str:
    words = Words(chance)
    deed = words.deed(target.place.sketch, target.write, "put_briefly")
    told = deed(chance.choice(frames()["why"]))
    parts = {"tell": told, "Tell": capital(told)}
    if is_either:
        done = chance.choice(target.write.says).replace("{v}", f'"{{{OK}}}"')
        parts |= {"ok": done, "Ok": capital(done)}
    app = _app(place, trial, chance)
    return _ordering(_said(trial, "either" if is_either else "told", app, chance, **parts))
