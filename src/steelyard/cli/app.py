"""The commands. Each reads its arguments, calls the library, and prints; numbers are computed elsewhere."""

from __future__ import annotations

import sys
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from steelyard.confusion import Confusion

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    help="Weigh classifiers when classes differ in size and in importance.",
)


class Missing(StrEnum):
    """What to do with items without a label."""

    REFUSE = "refuse"
    DROP = "drop"
    KEEP = "keep"


class Engine(StrEnum):
    """What reads the files."""

    DUCKDB = "duckdb"
    POLARS = "polars"
    SPARK = "spark"


class Undefined(StrEnum):
    """What to do with classes whose rate is undefined."""

    EXCLUDE = "exclude"
    ZERO = "zero"
    NAN = "nan"
    RAISE = "raise"


@app.callback(invoke_without_command=True)
def options(version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False) -> None:
    """Options of the command itself."""
    if version:
        from steelyard import __version__  # noqa: PLC0415

        typer.echo(f"steelyard {__version__}")
        raise typer.Exit


AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]


@app.command()
def evaluate(
    file: Annotated[
        list[str] | None,
        typer.Argument(
            help="CSV, Parquet or JSON with one row per item: files, patterns, folders or addresses such as s3://…",
            show_default=False,
        ),
    ] = None,
    truth: Annotated[str | None, typer.Option("--truth", "-t", help="The column with the true labels.")] = None,
    prediction: Annotated[
        list[str] | None, typer.Option("--prediction", "-p", help="A column with predictions; may be repeated.")
    ] = None,
    weight: Annotated[str | None, typer.Option(help="The column with item weights.")] = None,
    by: Annotated[
        list[str] | None, typer.Option(help="A column, or a folder such as month=01, to slice by; may be repeated.")
    ] = None,
    engine: Annotated[Engine, typer.Option(help="What reads the files.")] = Engine.DUCKDB,
    matrix: Annotated[
        Path | None,
        typer.Option(
            help="A stored confusion matrix instead of a file: rows are truth, class names on both edges (CSV or JSON)."
        ),
    ] = None,
    importance: Annotated[
        str | None,
        typer.Option("--importance", "-i", help='What matters, e.g. "rarity", "a=0.7, b=0.3", "ok < minor < fatal".'),
    ] = None,
    metric: Annotated[
        list[str] | None,
        typer.Option("--metric", "-m", help='A metric, e.g. cba or "mean_f(beta=2)"; may be repeated.'),
    ] = None,
    labels: Annotated[
        str | None, typer.Option(help='All classes in their order, separated by commas (a label with one: "a, b").')
    ] = None,
    missing: Annotated[Missing, typer.Option(help="Items without a label.")] = Missing.REFUSE,
    undefined: Annotated[Undefined, typer.Option(help="Classes whose rate is undefined.")] = Undefined.EXCLUDE,
    as_json: AsJson = False,
    as_csv: Annotated[bool, typer.Option("--csv", help="Print the metrics as CSV.")] = False,
) -> None:
    """Weigh one or several classifiers: every metric in the light of what matters."""
    import steelyard as sy  # noqa: PLC0415

    if as_json and as_csv:
        raise ValueError("choose --json or --csv, not both.")
    if matrix is not None:
        if file or truth is not None or prediction or weight is not None or by:
            raise ValueError("--matrix holds all counts: give no file and no columns beside it.")
        cm = _stored(matrix, labels)
    else:
        columns = {"weight": weight, "by": by or None, "missing": missing.value, "engine": engine.value}
        cm = _declared(_counted(file or [], truth, prediction or [], columns), labels)
    result = sy.evaluate(cm, importance=importance, metrics=metric or None, undefined=undefined.value)
    if as_json:
        typer.echo(result.to_json())
    elif as_csv:
        typer.echo(result.to_csv(), nl=False)
    else:
        from steelyard.display.evaluation import print_evaluation  # noqa: PLC0415

        print_evaluation(result, _console())


def _stored(matrix: Path, labels: str | None) -> Confusion:
    from steelyard.confusion import Confusion  # noqa: PLC0415
    from steelyard.counting.files.matrix_file import read_matrix  # noqa: PLC0415

    cm = read_matrix(matrix)
    names = [] if labels is None else _listed(labels)
    if len(names) == len(cm.labels) and cm.labels == tuple(range(len(names))):  # the matrix had no names of its own
        return Confusion(cm, names)
    return _declared(cm, labels)


def _counted(files: list[str], truth: str | None, predictions: list[str], columns: dict[str, Any]) -> Confusion:
    if not files:
        raise ValueError("name a file with labels, or a stored matrix with --matrix.")
    from steelyard.confusion import Confusion  # noqa: PLC0415
    from steelyard.counting.files.count_files import columns_of  # noqa: PLC0415

    place = files[0] if len(files) == 1 else files
    if truth is None or not predictions:
        raise ValueError(f"say which columns to compare, --truth NAME --prediction NAME; {columns_of(place)}.")
    return Confusion.from_files(place, truth, predictions[0] if len(predictions) == 1 else predictions, **columns)


def _declared(cm: Confusion, listed: str | None) -> Confusion:
    """Declare labels that the user listed as text: counted ones by their text, absent ones as numbers among numbers."""
    if listed is None:
        return cm
    from steelyard.counting.files.label_text import whole  # noqa: PLC0415
    from steelyard.labels import MISSING, text  # noqa: PLC0415

    counted = {text(label): label for label in cm.labels}
    are_texts = all(isinstance(label, str) for label in cm.labels if label is not MISSING)
    declared: list[Any] = []
    for name in _listed(listed):
        label = counted.get(name, name if are_texts else whole(name))
        if label is None and name not in counted:
            raise ValueError(f"the data have labels such as {cm.labels[0]!r}, but --labels lists {name!r}.")
        declared.append(label)
    if MISSING in cm.labels and MISSING not in declared:
        declared.append(MISSING)  # by the wish to keep them
    return cm.declare(declared)


def _listed(text: str) -> list[str]:
    """Return the cells of a line of CSV."""
    import csv  # noqa: PLC0415

    try:
        (cells,) = csv.reader([text], skipinitialspace=True, strict=True)
    except csv.Error as problem:
        raise ValueError(f"cannot read --labels {text!r}: {problem}.") from None
    if not cells or not all(cell.strip() for cell in cells):
        raise ValueError(f"--labels {text!r} lists an empty label.")
    return [cell.strip() for cell in cells]


@app.command()
def metrics(
    name: Annotated[str | None, typer.Argument(help="A metric or one of its aliases, to see all about it.")] = None,
    as_json: AsJson = False,
) -> None:
    """List the catalogue of metrics, or show one."""
    from steelyard.display.catalogue import print_catalogue, print_metric, record  # noqa: PLC0415
    from steelyard.registry import metrics as registry  # noqa: PLC0415

    chosen = list(registry.values()) if name is None else [registry[name]]
    if as_json:
        import json  # noqa: PLC0415

        records = [record(metric) for metric in chosen]
        typer.echo(json.dumps(records if name is None else records[0], indent=2, ensure_ascii=False))
    elif name is None:
        print_catalogue(chosen, _console())
    else:
        print_metric(chosen[0], _console())


@app.command()
def reproduce(
    paper: Annotated[str | None, typer.Argument(help="One paper: branco2017, lmu, gupta2020; all if left out.")] = None,
    write: Annotated[
        Path | None, typer.Option(help="Also write the cells as FOLDER/PAPER/EXPERIMENT.csv.", metavar="FOLDER")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Recompute the papers' tables, cell by cell; exit code 1 if a cell differs without an explanation."""
    from steelyard import papers  # noqa: PLC0415

    reproductions = papers.reproduce(paper)
    if as_json:
        import json  # noqa: PLC0415

        rows = [row for reproduction in reproductions for row in reproduction.to_rows()]
        typer.echo(json.dumps(rows, indent=2, ensure_ascii=False))
    else:
        from steelyard.papers.show import show  # noqa: PLC0415

        show(reproductions, _console())
    if write is not None:
        written = papers.write_results(write, reproductions)
        typer.echo(f"{len(written)} files are in {str(write)!r}.", err=as_json)
    raise typer.Exit(papers.exit_code(reproductions))


def _console() -> Any:
    """Return a console that honours the terminal's width, NO_COLOR and pipes (80 columns there)."""
    from rich.console import Console  # noqa: PLC0415

    from steelyard.display.limits import TEXT_WIDTH  # noqa: PLC0415

    return Console(width=None if sys.stdout.isatty() else TEXT_WIDTH, highlight=False, soft_wrap=False)
