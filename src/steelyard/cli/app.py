"""The commands, and those that other packages add. Each reads its arguments, calls the library, and prints."""

from __future__ import annotations

from importlib.metadata import EntryPoint, entry_points
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from steelyard.cli import options as opt
from steelyard.cli import pages
from steelyard.cli.advise import advise
from steelyard.cli.audit import atlas, audit
from steelyard.cli.compare import compare
from steelyard.cli.pages import console
from steelyard.cli.scores import scores

# Commands that other packages add.


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


# Ours.


app = typer.Typer(
    cls=WithAddedCommands,
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    help="Weigh classifiers when classes differ in size and in importance.",
)


@app.callback(invoke_without_command=True)
def main(version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False) -> None:
    """Options of the command itself."""
    if version:
        from steelyard import __version__  # noqa: PLC0415

        typer.echo(f"steelyard {__version__}")
        raise typer.Exit


@app.command()
@opt.with_records
def evaluate(
    data: opt.Data,
    *,
    by: opt.By = None,
    group: opt.Group = None,
    weighing: opt.WeighingOptions,
    shares: opt.Shares = None,
    intervals: opt.Intervals = None,
    certainty: opt.Certainty,
    prior: opt.Prior = None,
    full: Annotated[
        bool, typer.Option("--all", help="Show all metrics, all classes and the confusions, not what is called for.")
    ] = False,
    notes: Annotated[bool, typer.Option("--notes", help="Show all notes, not the gravest three.")] = False,
    page: pages.Page,
    as_json: opt.AsJson = False,
    as_csv: opt.AsCsv = False,
    as_markdown: opt.AsMarkdown = False,
) -> None:
    """Weigh one or several classifiers: the classes, and the averages that the situation calls for."""
    import steelyard as sy  # noqa: PLC0415
    from steelyard.cli import reading  # noqa: PLC0415

    pages.one_form(as_json=as_json, as_csv=as_csv, as_markdown=as_markdown)
    page.check(lambda: reading.files_of(data))
    how_sure = certainty.method(intervals, prior)
    counts = reading.counted(data, by, group)
    at = None if shares is None else reading.class_shares(shares)
    result = sy.evaluate(counts, intervals=how_sure, group=group, shares=at, **weighing.arguments())
    with page.written(result):
        if not pages.for_programs(result, as_json=as_json, as_csv=as_csv, as_markdown=as_markdown):
            from steelyard.show.evaluation import print_evaluation  # noqa: PLC0415

            print_evaluation(result, console(), full=full, notes=notes)


app.command()(compare)
app.command()(scores)
app.command()(audit)
app.command()(advise)
app.command()(atlas)


@app.command()
def metrics(
    name: Annotated[str | None, typer.Argument(help="A metric or one of its aliases, to see all about it.")] = None,
    as_json: opt.AsJson = False,
    as_csv: opt.AsCsv = False,
) -> None:
    """List the catalogue of metrics, or show one."""
    from steelyard.measuring.registry import metrics as registry  # noqa: PLC0415
    from steelyard.show.catalogue import print_catalogue, print_metric  # noqa: PLC0415

    chosen = list(registry.values()) if name is None else [registry[name]]
    pages.one_form(as_json=as_json, as_csv=as_csv)
    if pages.for_programs(*chosen, as_json=as_json, as_csv=as_csv, several=name is None):
        return
    if name is None:
        print_catalogue(chosen, console())
    else:
        print_metric(chosen[0], console())
