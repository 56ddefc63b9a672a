"""What commands print: one JSON object or tables, and progress.

Invariant: nothing that came from an app, a page or a model can steer the terminal: control characters are
taken out, and text is never read as markup.
"""

from __future__ import annotations

import json
import re
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager

import click
from rich.console import Console
from rich.progress import Progress, ProgressColumn, Task
from rich.table import Table
from rich.text import Text

# C0 and C1 controls, and the marks that turn the direction of text; tab and line break stay.
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
_NUM_LINES = 10
_LEAST = 0.0001
_WORTH_S = 5.0
"""From so many seconds on the pace is said."""


def clean(text: str) -> str:
    """Text that is safe to print."""
    return _CONTROL.sub("", text)


def emit(data: Mapping[str, object], as_json: bool) -> None:
    """Print one JSON object, or a table of names and values with one more table for each list of rows."""
    if as_json:
        click.echo(clean(json.dumps(data, ensure_ascii=False, allow_nan=False, default=str)))
        return
    rows = {name: value for name, value in data.items() if _is_rows(value)}
    plain = [{"name": name, "value": value} for name, value in data.items() if name not in rows]
    console = Console(soft_wrap=False)
    if plain:
        console.print(_table(plain, show_header=False))
    for name, value in rows.items():
        assert isinstance(value, Sequence)
        console.print(Text(clean(name)))
        console.print(_table(value, show_header=True))


def _is_rows(value: object) -> bool:
    return isinstance(value, list | tuple) and bool(value) and all(isinstance(row, Mapping) for row in value)


def _table(rows: Sequence[Mapping[str, object]], show_header: bool) -> Table:
    table = Table(show_header=show_header, box=None, pad_edge=False)
    columns = list(dict.fromkeys(name for row in rows for name in row))
    for name in columns:
        table.add_column(Text(clean(name)), overflow="fold")
    for row in rows:
        table.add_row(*(Text(_cell(row.get(name, ""))) for name in columns))
    return table


def _cell(value: object) -> str:
    if isinstance(value, float):
        return _number(value)
    return clean(json.dumps(value, ensure_ascii=False) if isinstance(value, dict | list) else str(value))


def _number(value: float) -> str:
    """With two places after the point, or as many as it takes to tell a small one from nothing."""
    if 0 < value < _LEAST:
        return f"<{_LEAST}"
    return f"{value:.2g}" if 0 < abs(value) < 0.1 else f"{value:,.2f}"


@contextmanager
def progress(label: str, total: int, done: int = 0) -> Iterator[Callable[[int], None]]:
    """Gives a function to call with the number of things just done; a bar, or about ten lines in a log.

    Work of more than a few seconds also says how fast it goes and when it will end; what was done before it
    began is no part of its pace.
    """
    console = Console(file=sys.stderr)
    if console.is_terminal:
        with Progress(*Progress.get_default_columns(), _Rate(), console=console, transient=True) as bar:
            task = bar.add_task(clean(label), total=total, completed=done)
            yield lambda count: bar.advance(task, count)
        return
    start = done
    began = time.monotonic()

    def advance(count: int) -> None:
        nonlocal done
        before, done = done, done + count
        if before * _NUM_LINES // max(total, 1) != done * _NUM_LINES // max(total, 1):
            pace = _pace(done - start, total - start, time.monotonic() - began)
            click.echo(f"{clean(label)}: {done} of {total}{pace}", err=True)

    yield advance


def _pace(done: int, total: int, took_s: float) -> str:
    """How fast it goes and when it will end; nothing for what is over at once."""
    if took_s < _WORTH_S or not done:
        return ""
    ends = time.strftime("%H:%M:%S", time.localtime(time.time() + took_s / done * (total - done)))
    return f", {done * 60 / took_s:,.0f} a minute" + (f", ends at {ends}" if done < total else "")


class _Rate(ProgressColumn):
    """Things a minute."""

    def render(self, task: Task) -> Text:
        return Text("" if task.speed is None else f"{task.speed * 60:,.0f} a minute")
