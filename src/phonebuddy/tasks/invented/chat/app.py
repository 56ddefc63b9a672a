"""Chat: an invented app of people and words: a messenger, a board of posts, an inbox of requests.

The words stand in domains.yaml, by domain; each domain says which form its app has. Invariant: the same name
and chance give the same app.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path

from phonebuddy.errors import TaskError, nearest
from phonebuddy.tasks.invented.chat.case_deeds import Case
from phonebuddy.tasks.invented.chat.feed_deeds import Feed
from phonebuddy.tasks.invented.chat.talk_deeds import Talk
from phonebuddy.tasks.invented.chat.thread import Thread
from phonebuddy.tasks.invented.data import read_data
from phonebuddy.tasks.invented.sketch import Data, Sketch

PATH = Path(__file__).parent / "domains.yaml"
COMMON = "common"
Form = Callable[[str, random.Random, Data, Data], Sketch]
FORMS: dict[str, tuple[Form, ...]] = {
    "talk": (
        lambda *given: Talk(*given).sketch(),
        lambda *given: Talk(*given).sketch(),
        lambda *given: Thread(*given).sketch(),
    ),
    "case": (lambda *given: Case(*given).sketch(),),
    "feed": (lambda *given: Feed(*given).sketch(),),
}
"""How an app of each form may be made; one of the ways is drawn."""


@lru_cache(maxsize=1)
def domains() -> dict[str, Data]:
    return checked(read_data(PATH))


def checked(found: dict[str, Data]) -> dict[str, Data]:
    """The domains by name, and what they share as `common`."""
    for name, data in found.items():
        form = data.get("form", "")
        if name != COMMON and form not in FORMS:
            raise TaskError(
                f"domains.yaml: '{name}' has the form '{form}'; accepted: "
                f"{', '.join(FORMS)}{nearest(form, FORMS)}"
            )
    return found


def sketch_chat(name: str, chance: random.Random) -> Sketch:
    known = domains()
    data = known[chance.choice(sorted(set(known) - {COMMON}))]
    return chance.choice(FORMS[data["form"]])(name, chance, data, known[COMMON])
