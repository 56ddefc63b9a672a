"""Several: two or three facts of one thing go into one text: the code and the seat, the amount and the day.

Data of several.yaml. Invariant: all facts are of the thing that is named and stand on its page; each is
checked, and where the sentence asks for an order, so is the order.
"""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from pathlib import Path

from phonebuddy.tasks.invented.asking import Place
from phonebuddy.tasks.invented.carrying import BUILT_IN, OWN, TRIES
from phonebuddy.tasks.invented.data import read_data
from phonebuddy.tasks.invented.halves import Target, apart, journey, renamed_read, size_of, taking
from phonebuddy.tasks.invented.phrasing import phrases
from phonebuddy.tasks.invented.sketch import Data, Gold, Read, filled
from phonebuddy.tasks.invented.texts import place_of
from phonebuddy.tasks.invented.wording import Words, capital, is_noun

PATH = Path(__file__).parent / "several.yaml"
NUM_SEVERAL = 9
"""Such tasks on one phone."""
NUM_SAYS = 8
THREE, ORDERED = 0.3, 0.5
"""How often there are three facts; how often their order is asked for."""
PLACES = ("messages", "notes", "sellers", "venues", "comments", "answers")
"""Where people write such things."""
LETTERS, KEPT = "rsu", ("got", "got2", "got3")
_SLOT = re.compile(r"\{(r_\w+)\}")
_LOOKS = ("read", "work_out")
"""Lines of gold that only look at a page."""
_LETTER = re.compile(r"subject LIKE '[^']*'")
"""Which letters have it: two of them with like names are two things."""
WHOLE = "when"
"""A day and a time, which other facts are part of."""
_COUNTED = ("money", "number")
_SINGLE = re.compile(r"\{(?:lead|Lead|next)\}")
_OF = re.compile(r"(the [^,]+) ((?:of|for|to) (?:my |the |our |\{|\").*|under [A-Z].*)$")
_WHOSE = re.compile(r"(\{r_\w+\}'s) ([^,]+)$")


def frames() -> Data:
    return read_data(PATH)


def several_tasks(places: Sequence[Place], others: Sequence[Place], chance: random.Random) -> dict[str, Data]:
    """Tasks over two apps; `others` are not invented, and a third of the tasks is about them alone."""
    pools = {"invented": places, "built in": others}
    found: dict[str, Data] = {}
    for number in range(NUM_SEVERAL):
        for _ in range(TRIES):
            ways = ("built in", "built in") if chance.random() < BUILT_IN else chance.choice(OWN)
            made = _drawn(pools[ways[0]], pools[ways[1]], chance)
            if made is not None:
                found[f"several{number}"] = made
                break
    return found


def _drawn(sources: Sequence[Place], targets: Sequence[Place], chance: random.Random) -> Data | None:
    groups = [(place, group) for place in sources for group in fact_groups(place.sketch.reads)]
    if not groups:
        return None
    place, group = chance.choice(groups)
    fitting = [
        Target(other, write) for other in targets if apart(place, other)
        for write in other.sketch.writes if place_of(write) in PLACES
    ]  # fmt: skip
    fitting = [one for one in fitting if one.takes_words]
    if not fitting:
        return None
    count = 3 if len(group) > 2 and chance.random() < THREE else 2
    return _Maker(place, chance.sample(group, count), chance.choice(fitting), chance).task()


def fact_groups(reads: Sequence[Read]) -> list[list[Read]]:
    """Reads that name the same thing and are found on the same page; of two with the same words only one."""
    found: dict[str, list[Read]] = {}
    for read in reads:
        way, looks = split_gold(read)
        is_seen = looks and all(step.keys() & set(_LOOKS) for step in looks)
        if is_seen and read.kind != WHOLE and any(map(is_noun, read.things)):
            letters = _LETTER.findall(str(read.draw))
            group = found.setdefault(f"{sorted(_names(read))}{way}{letters}", [])
            if not any(set(one.things) & set(read.things) for one in group):
                group.append(read)
    return [group for group in found.values() if len(group) > 1]


def split_gold(read: Read) -> tuple[Gold, Gold]:
    """The way to the page, and what is done there."""
    at = next((at for at, step in enumerate(read.gold) if step.keys() & set(_LOOKS)), len(read.gold))
    return read.gold[:at], read.gold[at:]


def _names(read: Read) -> set[str]:
    """The names that say which thing it is."""
    return set(_SLOT.findall(f"{read.things}{split_gold(read)[0]}")) - {read.value}


class _Maker:
    """Makes one task of these facts and this target."""

    def __init__(self, place: Place, reads: list[Read], target: Target, chance: random.Random) -> None:
        self._place, self._reads, self._chance = place, reads, chance
        self._renamed = renamed(reads)
        values = [f"{{{one.value}}}" for one in self._renamed]
        self._is_ordered = chance.random() < ORDERED
        self._target = taking(target, ", ".join(f"{{{one}}}" for one in KEPT[: len(reads)]), values)
        self._words = Words(chance)

    def task(self) -> Data:
        write, place = self._target.write, self._target.place
        way, _ = split_gold(self._reads[0])
        looks = [step for one in self._renamed for step in split_gold(one)[1]]
        values = [one.value for one in self._renamed]
        goal = [in_order(check, values) for check in write.goal] if self._is_ordered else write.goal
        made: Data = {
            "apps": list(dict.fromkeys([*self._place.apps, *place.apps])),
            "say": phrases([self._sentence() for _ in range(NUM_SAYS)], "", (), self._chance),
            "draw": draws_of(self._reads) | write.draw,
            "goal": goal,
            "allow": [*write.allow, *dict.fromkeys([*self._place.sketch.looks, *place.sketch.looks])],
            "gold": journey([(self._place, [*way, *looks]), (place, write.gold)]),
            "rubric": "All that was asked for stands there; nothing else was changed.",
            "tags": ["value"],
        }
        return made | {key: part for key, part in (("facts", write.facts), ("new", write.new)) if part}

    # -- words -----------------------------------------------------------------------------------------

    def _sentence(self) -> str:
        shared = shared_words(self._reads)
        facts, frame = self._chance.choice(shared) if shared else (self._nouns(), "{}")
        read = self._reads[0]._replace(things=(frame.replace("{}", listed(facts), 1),))
        whole = self._words.thing(self._place.sketch, read, bool)
        deed = self._words.deed(self._target.place.sketch, self._target.write, "put_briefly")
        into = deed(self._words_for_them())
        parts = {"all": whole, "with": deed(whole), "into": into, "Into": capital(into)}
        if not shared:
            return filled(self._frame(is_short=False), **parts)
        lead, *others = [fact if fact.startswith("the ") else f"the {fact}" for fact in facts]
        parts |= {"lead": lead, "Lead": capital(lead), "next": ", then ".join(others)}
        return filled(self._frame(is_short=True), **parts)

    def _frame(self, is_short: bool) -> str:
        """Single facts are named again only if that takes few words."""
        found: list[str] = frames()["ordered" if self._is_ordered else "any"]
        return self._chance.choice([one for one in found if is_short or not _SINGLE.search(one)])

    def _nouns(self) -> list[str]:
        return [self._chance.choice([one for one in read.things if is_noun(one)]) for read in self._reads]

    def _words_for_them(self) -> str:
        return str(self._chance.choice(frames()["them"]["two" if len(self._reads) == 2 else "three"]))


# -- facts of one thing ----------------------------------------------------------------------------------


def renamed(reads: Sequence[Read]) -> list[Read]:
    """Each with names of its own; those of the first stay."""
    return [renamed_read(read, LETTERS[at], at + 1) if at else read for at, read in enumerate(reads)]


def draws_of(reads: Sequence[Read]) -> Data:
    """The thing and its facts; those that are not set, or part of another, are not asked for."""
    found: Data = {}
    every = renamed(reads)
    wanted = [_wanted(reads[at], every, at) for at in range(len(reads))]
    if len(every) > 1:
        tables = ", ".join(f"({list(one.draw.values())[-1]})" for one in every[1:])
        columns = re.sub(r":([rsu]_\w+)", r"\1", " AND ".join(wanted[1:]))
        wanted[0] += f" AND EXISTS (SELECT 1 FROM {tables} WHERE {columns})"
    for one, where in zip(every, wanted, strict=True):
        *leading, (key, sql) = one.draw.items()
        found |= dict(leading) | {key: f"SELECT * FROM ({sql}) WHERE {where}"}
    return found


def _wanted(read: Read, every: Sequence[Read], at: int) -> str:
    """SQL for that one is of the thing of the first, is set, and is no part of those before it."""
    names = [name[2:] for name in sorted(_names(read))] if at else []
    same = [f"{LETTERS[at]}_{name} = :r_{name}" for name in names]
    unlike = [part for other in every[:at] for part in values_apart(every[at], other)]
    return " AND ".join([*same, *unlike, f"{every[at].value} NOT IN ('', 'Not set')"])


def in_order(check: Data, values: Sequence[str]) -> Data:
    """What a text says in another order does not count."""
    (rows, sql), *saying = check.items()
    if not saying:
        return check
    wrong = " OR ".join(
        f"(instr(t, :{two}) > 0 AND instr(t, :{one}) > instr(t, :{two}))"
        for one, two in zip(values, values[1:], strict=False)
    )
    return {rows: f"WITH one(t) AS ({sql}) SELECT t FROM one WHERE NOT ({wrong})"} | dict(saying)


def values_apart(one: Read, other: Read) -> list[str]:
    """SQL for that no text says both values by saying one; a number is found however it is written."""
    mine, its = one.value, f":{other.value}"
    found = [f"instr({mine}, {its}) = 0", f"instr({its}, {mine}) = 0"]
    if other.kind in _COUNTED:
        found.append(f"instr({mine}, printf('%g', {size_of(its, other.kind)})) = 0")
    if one.kind in _COUNTED:
        found.append(f"instr({its}, printf('%g', {size_of(mine, one.kind)})) = 0")
    return found


def shared_words(reads: Sequence[Read]) -> list[tuple[list[str], str]]:
    """Words for facts whose thing needs to be named once: `the code` and `the seat`, `{} of {r_name}`."""
    found: list[tuple[list[str], str]] = []
    for pattern, is_first in ((_OF, False), (_WHOSE, True)):
        parts = [
            {
                match[1 if is_first else 2]: match[2 if is_first else 1]
                for thing in read.things
                if (match := pattern.match(thing))
            }
            for read in reads
        ]
        for shared in parts[0]:
            if all(shared in each for each in parts):
                frame = f"{shared} {{}}" if is_first else f"{{}} {shared}"
                found.append(([each[shared] for each in parts], frame))
    return found


def listed(facts: Sequence[str]) -> str:
    return f"{', '.join(facts[:-1])} and {facts[-1]}"
