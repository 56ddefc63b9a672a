"""Command groups: loaded on demand, with the nearest match for a mistyped name and one-line errors.

Invariant: listing the commands imports none of them, so `phonebuddy --help` answers at once.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from importlib import import_module
from typing import Any, NamedTuple

import click
from click.core import ParameterSource

from phonebuddy.errors import PhoneBuddyError, nearest


class Lazy(NamedTuple):
    """Where a command lives (`module:name`) and what `--help` says about it."""

    place: str
    summary: str


class Mistake(click.ClickException):
    """What the user gave cannot be used; click prints the message alone."""

    exit_code = 2


class Group(click.Group):
    """A click group that knows some commands only by their place."""

    def __init__(self, *args: Any, lazy: Mapping[str, Lazy] | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.lazy = dict(lazy or {})

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted({*self.commands, *self.lazy})

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self.lazy:
            return super().get_command(ctx, cmd_name)
        module, _, name = self.lazy[cmd_name].place.partition(":")
        command = getattr(import_module(module), name)
        assert isinstance(command, click.Command), f"{self.lazy[cmd_name].place} is not a command"
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        names = self.list_commands(ctx)
        if args and args[0] not in names and not args[0].startswith("-"):
            hint = nearest(args[0], names)
            raise click.UsageError(
                f"No command '{args[0]}'{hint}. Commands: {', '.join(names) or 'none'}.", ctx
            )
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """As click does it, but with the summaries at hand instead of importing every command."""
        rows = []
        for name in self.list_commands(ctx):
            summary = (
                self.lazy[name].summary if name in self.lazy else self.commands[name].get_short_help_str()
            )
            rows.append((name, summary))
        if rows:
            with formatter.section("Commands"):
                formatter.write_dl(rows)

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except PhoneBuddyError as error:
            raise Mistake(str(error)) from error


def refuse_typed(ctx: click.Context, names: Collection[str], why: str) -> None:
    """Refuse options that were typed and would change nothing."""
    typed = [
        param.opts[0]
        for param in ctx.command.params
        if param.name in names and ctx.get_parameter_source(param.name) is not ParameterSource.DEFAULT
    ]
    if typed:
        raise click.UsageError(f"{', '.join(typed)} would change nothing: {why}", ctx)
