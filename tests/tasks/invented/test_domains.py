"""Every domain of every kind gives apps that run: phones have six, so a broken domain is rarely met."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import apsw
import pytest

from phonebuddy.tasks.invented.asking import Place, templates_of
from phonebuddy.tasks.invented.data import read_data
from phonebuddy.tasks.invented.kinds import MAKERS
from phonebuddy.tasks.invented.sketch import Sketch
from phonebuddy.tasks.invented.village import FIRST, FOLDER, _yaml, write_app
from phonebuddy.tasks.reading import parse_templates
from phonebuddy.world.image import build_image, default_apps
from phonebuddy.world.spec.load import extend_apps
from tests.tasks.invented.domains import DATA, EVERY, sketch_of

COLUMNS = ("fields", "facts", "knobs")
"""Keys of domains under which the names of columns stand."""
PREFIXED = ("booking", "control")
"""Kinds that put something before the names, so that any word will do."""
SPOKEN = "desk"
"""The kind whose words are a lexicon; it puts something before the names too."""
FIXED = ("agenda", "counts", "studio", "ticks")
"""Kinds whose columns are the same in every domain."""
SEEDS, FEW_SEEDS = 12, 2
TOGETHER = 16
"""Apps on one phone of the slow test."""


def _names(data: Any) -> Iterator[str]:
    """Whatever becomes a column, in the extras and settings of a kind too."""
    if isinstance(data, dict):
        for key, value in data.items():
            if key in COLUMNS and isinstance(value, dict):
                yield from value
            yield from _names(value)
    elif isinstance(data, list):
        for value in data:
            yield from _names(value)


def _is_refused(name: str) -> bool:
    """Whether SQLite does not take it where the makers put it: many of its keywords can be columns."""
    rows = f'(SELECT 1 AS "{name}") x'
    tried = (
        f"CREATE TEMP TABLE tried ({name} INTEGER NOT NULL)",
        f"SELECT {name}, {name} || '' AS shown, x.{name} FROM {rows} WHERE {name} = 1 ORDER BY {name}",
        f"SELECT 1 AS {name}",
    )
    try:
        for sql in tried:
            apsw.Connection(":memory:").execute(sql)
    except apsw.SQLError:
        return True
    return False


def test_no_column_is_called_what_sql_keeps_for_itself() -> None:
    refused = {word.lower() for word in apsw.keywords if _is_refused(word)}
    assert {"table", "limit", "order"} <= refused and "number" not in refused
    for kind in sorted(set(MAKERS) - {SPOKEN, *FIXED}):
        folder = Path(__file__).parents[3] / "src/phonebuddy/tasks/invented" / kind
        names = set(_names(read_data(folder / "domains.yaml")))
        assert len(names) > 10 and all(re.fullmatch(r"[a-z][a-z0-9_]*", name) for name in names), kind
        taken = set() if kind in PREFIXED else names & refused
        assert not taken, f"{kind}/domains.yaml: {sorted(taken)} cannot be columns in SQL; rename them"


@pytest.mark.parametrize("kind", sorted(DATA))
def test_the_tables_of_every_domain_can_be_made(kind: str) -> None:
    for domain in DATA[kind]:
        schema = sketch_of(kind, domain, 0, "some").app["schema"]
        try:
            apsw.Connection(":memory:").execute(schema)
        except apsw.SQLError as error:
            pytest.fail(f"{kind}/domains.yaml: the tables of '{domain}': {error}")


def _covering(kind: str, domain: str, first: int) -> list[Sketch]:
    """Apps of a domain that together have all columns and pages that the first few have."""
    found: list[Sketch] = []
    seen: set[str] = set()
    for seed in range(FEW_SEEDS if kind == SPOKEN else SEEDS):
        sketch = sketch_of(kind, domain, seed, f"{kind}{first + len(found)}")
        parts = set(re.findall(r"[a-z_]+", sketch.app["schema"])) | set(sketch.app["pages"])
        if parts - seen:
            seen |= parts
            found.append(sketch)
    return found


def _check_together(folder: Path, sketches: list[Sketch]) -> None:
    """On one phone; every third is a mini."""
    minis = [place % 3 == 0 for place in range(len(sketches))]
    folders = [write_app(folder, *one) for one in zip(sketches, minis, strict=True)]
    image = build_image(extend_apps(default_apps(), folders), FIRST)
    for sketch, is_mini in zip(sketches, minis, strict=True):
        place = Place(sketch, "hub" if is_mini else "", "Hub")
        text = _yaml(templates_of(place, random.Random(sketch.name)))
        assert len(parse_templates(text, FOLDER, image.apps)) > 10, sketch.title


@pytest.mark.slow
@pytest.mark.parametrize("kind", sorted(DATA))
def test_apps_of_every_domain_load_with_their_tasks(kind: str, tmp_path: Path) -> None:
    waiting: list[Sketch] = []
    for domain in sorted(DATA[kind]):
        waiting += _covering(kind, domain, len(waiting))
    count = 0
    while waiting:
        # Two apps of one title would have one package.
        chosen: dict[str, Sketch] = {}
        for sketch in waiting:
            chosen.setdefault(re.sub("[^a-z]", "", sketch.title.lower()), sketch)
        together = list(chosen.values())[:TOGETHER]
        waiting = [one for one in waiting if all(one is not other for other in together)]
        _check_together(tmp_path / str(count), together)
        count += 1
    assert count and len(EVERY) > 200
