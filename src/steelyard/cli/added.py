"""Commands that other packages add to ours by entry points, looked for when they are asked for or listed."""

from __future__ import annotations

from importlib.metadata import EntryPoint, entry_points
from typing import Any

import typer
from typer.core import TyperGroup

GROUP = "steelyard.commands"
"""The entry points that add commands: each names a function as Typer reads it."""

KNOWN = {"reproduce": "steelyard-papers", "training": "steelyard-papers"}
"""Commands that packages of ours add, and which: whoever has not installed it is told so."""


class WithAddedCommands(TyperGroup):
    """Our commands, and those that are added."""

    def list_commands(self, ctx: Any) -> list[str]:
        """Return the names of all commands: ours, then those that are added."""
        ours = super().list_commands(ctx)
        return [*ours, *sorted(set(_added()) - set(ours))]

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Return a command by its name; ours come first, so that nobody changes what they do."""
        return super().get_command(ctx, cmd_name) or _command(cmd_name)


def _added() -> dict[str, EntryPoint]:
    return {each.name: each for each in entry_points(group=GROUP)}


def _command(name: str) -> Any:
    entry_point = _added().get(name)
    if entry_point is None:
        if name == "report":
            raise ValueError("`report` is gone; `evaluate --matrix FILE --html PAGE` writes a page of stored counts.")
        if name in KNOWN:
            package = KNOWN[name]
            raise ValueError(f"`{name}` comes with the package {package}; in a clone, `pip install ./papers` adds it.")
        return None
    app = typer.Typer(add_completion=False, pretty_exceptions_enable=False, rich_markup_mode=None)
    app.command(name)(_loaded(entry_point))
    return typer.main.get_command(app)


def _loaded(entry_point: EntryPoint) -> Any:
    """Return the function of an entry point; what another package did wrong is told in one sentence, too."""
    try:
        return entry_point.load()
    except (ImportError, AttributeError) as problem:
        package = "a package" if entry_point.dist is None else entry_point.dist.name
        raise ValueError(f"`{entry_point.name}`, which {package} adds, cannot be loaded: {problem}.") from problem
