"""The card of a run: README.md as dataset hubs read it, with what was asked, what came out and what a row is.

Invariant: every number on it was counted in the store when it was written.
"""

from __future__ import annotations

import os
from collections import Counter

import msgspec
import yaml

from phonebuddy.episode import SCHEMA, Episode, Result
from phonebuddy.episodes.run import Asked
from phonebuddy.episodes.store import Store
from phonebuddy.tasks.template import CATEGORIES

CONFIGS = [
    {"config_name": "steps", "default": True, "data_files": "steps/*.parquet"},
    {"config_name": "episodes", "data_files": "episodes/*.parquet"},
]
RESULTS: tuple[Result, ...] = ("success", "failure", "unjudged")

_BODY = """# Phone episodes: {name}

Made by PhoneBuddy. {episodes} episodes and {steps} steps; {faults} tries broke off with the environment and
are kept apart in `faults/`.

| category | episodes | success | failure | unjudged |
|---|---|---|---|---|
{rows}

Asked for: `{asked}`

{standin}## How to read it

```python
from datasets import load_dataset

steps = load_dataset("PATH/TO/THIS/FOLDER", "steps", split="train")
episodes = load_dataset("PATH/TO/THIS/FOLDER", "episodes", split="train")
```

Schema {schema}. One row of `episodes` is one try at one task, with its result; one row of `steps` is one
screen and the action that was then done. They belong together by `steps.episode` = `episodes.id`.

| column of steps | what |
|---|---|
| `elements` | the screen as JSON: a list of elements with role, text, bounds in pixels, flags |
| `action` | the action as JSON, coordinates 0 to 1000 |
| `text`, `choices`, `log_probs`, `version` | what the model wrote and how likely its choices were |
| `image` | the SHA-256 of the screen's picture, which lies in `images/`; empty where none was kept |
| `snapshot` | the phone before the action, from which it can go on (mock phones only) |
| `latency_ms` | from the screen to the next one |

People and content are invented; nothing in here is anybody's.
"""
_STANDIN = """The phones of this run are a **stand-in** for real ones: mock phones that were worked over ADB.

"""


def write_card(store: Store, asked: Asked, name: str = "") -> None:
    """Write the card of a run as it is now, under another name where its folder is to get one."""
    heads = store.heads()
    name = name or store.folder.name
    front = yaml.safe_dump(
        {"license": "apache-2.0", "pretty_name": name, "configs": CONFIGS}, sort_keys=False
    )
    body = _BODY.format(
        name=name,
        episodes=len(heads),
        steps=sum(store.parts.lengths().values()),
        faults=len(store.faults.heads()),
        rows="\n".join(_row(category, heads) for category in (*CATEGORIES, "all")),
        asked=msgspec.json.encode(asked).decode(),
        standin=_STANDIN if asked.phones.kind == "served" else "",
        schema=SCHEMA,
    )
    part = store.folder / f"README.{os.getpid()}.part"
    part.write_text(f"---\n{front}---\n\n{body}", "utf-8")
    part.replace(store.folder / "README.md")


def _row(category: str, heads: list[Episode]) -> str:
    mine = [head for head in heads if category in ("all", head.category)]
    found = Counter(head.result for head in mine)
    return f"| {category} | {len(mine)} | " + " | ".join(str(found[name]) for name in RESULTS) + " |"
