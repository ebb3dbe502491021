"""The commands `audit`, whether a metric can be trusted, and `atlas`, the stored verdicts of all metrics."""

from __future__ import annotations

import importlib.util
import sys
from contextlib import redirect_stdout
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from steelyard.cli import options as opt
from steelyard.cli import pages as figures
from steelyard.cli.pages import console

if TYPE_CHECKING:
    from steelyard.lab.audits.audit import Audit


def audit(
    metric: Annotated[
        str | None,
        typer.Argument(
            help="A metric by name, or FILE.py:NAME for a metric or function of your own; the file is then run."
        ),
    ] = None,
    classes: Annotated[
        list[int] | None, typer.Option("--classes", "-c", help="A number of classes to try; repeat it. [2 and 3]")
    ] = None,
    examine: Annotated[
        list[str] | None,
        typer.Option("--property", help="Only this property, with definition, evidence and matrices; repeat it."),
    ] = None,
    full: Annotated[
        bool, typer.Option("--full", help="Every property with its definition, evidence and matrices.")
    ] = False,
    direction: Annotated[
        str | None,
        typer.Option(
            help="Which values of a function are better, higher or lower; if not said, a perfect matrix tells.",
            metavar="higher|lower",
        ),
    ] = None,
    shares: Annotated[
        str | None,
        typer.Option(
            help='Of a metric of scores, the class shares at which it is taken: "uniform", or "0.1,0.9".',
            metavar="uniform|NUMBERS",
        ),
    ] = None,
    properties: Annotated[bool, typer.Option("--list", help="List the properties instead.")] = False,
    plot: figures.Plot = None,
    as_json: opt.AsJson = False,
    as_csv: opt.AsCsv = False,
) -> None:
    """Look for matrices, or lists of scores, that show where a metric cannot be trusted."""
    import steelyard as sy  # noqa: PLC0415 - loaded when the command runs
    from steelyard.show.progress import progress_bar  # noqa: PLC0415

    figures.one_form(as_json=as_json, as_csv=as_csv)
    if properties:
        _list_properties(as_json=as_json, as_csv=as_csv)
        return
    if metric is None:
        raise ValueError("name a metric to audit, such as f1; `steelyard metrics` lists them.")
    place = figures.place(plot, lambda: [metric.rpartition(":")[0]])
    # What a user's function prints is not our answer.
    with redirect_stdout(sys.stderr), progress_bar("Auditing") as tell:
        progress = None if tell is None else lambda done, every, words: tell(done / every, words)
        result = sy.audit(
            _named(metric),
            classes=classes or (2, 3),
            properties=examine or None,
            direction=direction,  # type: ignore[arg-type]
            shares=_shares(shares),
            progress=progress,
        )
    if place is not None and not isinstance(result.metric, sy.Metric):
        raise ValueError(f"--plot draws metrics of labels; {result.metric.name!r} is a metric of scores.")
    if not figures.for_programs(result, as_json=as_json, as_csv=as_csv):
        _show(result, full=full or bool(examine))
    if place is not None and isinstance(result.metric, sy.Metric):
        from steelyard.plots.distortion import metric_curves_plot  # noqa: PLC0415

        with redirect_stdout(sys.stderr):
            try:
                drawn = metric_curves_plot(result.metric)
            except Exception as error:  # a function may fail with more classes than it was audited with
                raise ValueError(f"the figure cannot be drawn: {_told(error)}.") from error
        figures.saved(drawn, place)


def _list_properties(*, as_json: bool, as_csv: bool) -> None:
    """Print what an audit examines."""
    from steelyard.counts.answer import csv_text, json_text  # noqa: PLC0415 - loaded when the command runs
    from steelyard.show.audit import print_properties, properties_listed  # noqa: PLC0415

    if as_json or as_csv:
        rows = list(properties_listed())
        typer.echo(json_text(rows) if as_json else csv_text(rows), nl=as_json)
    else:
        print_properties(console())


def _shares(given: str | None) -> Any:
    """Return class shares as `sy.audit` takes them: the word as it is, else a list of numbers."""
    return given if given is None or "," not in given else given.split(",")


def _show(result: Audit, *, full: bool) -> None:
    from steelyard.show.audit import print_audit  # noqa: PLC0415

    print_audit(result, console(), full=full)


def _named(given: str) -> Any:
    """Return what a metric's name means: one of the registry, or NAME of FILE.py, which is run for it.

    No file is run unless the user names it.
    """
    file, colon, name = given.rpartition(":")
    if not colon or not file.endswith(".py"):
        return given
    place = Path(file)
    if not place.is_file():
        raise ValueError(f"there is no file {file!r}.")
    module = _run(place)
    if not hasattr(module, name):
        offered = [key for key, value in vars(module).items() if callable(value) and not key.startswith("_")]
        raise ValueError(f"{file!r} has no {name!r}; it has {', '.join(offered) or 'nothing that could be audited'}.")
    return getattr(module, name)


def _run(place: Path) -> Any:
    spec = importlib.util.spec_from_file_location(place.stem, place)
    if spec is None or spec.loader is None:
        raise ValueError(f"{str(place)!r} cannot be run as Python.")
    module = importlib.util.module_from_spec(spec)
    sys.modules.setdefault(place.stem, module)
    try:
        spec.loader.exec_module(module)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        raise ValueError(f"{str(place)!r} fails when run: {_told(error)}.") from error
    return module


def _told(error: BaseException) -> str:
    from steelyard.lab.audits.subject import told  # noqa: PLC0415 - loaded when needed

    return told(error)


# The command `atlas`: which metric has which property, as stored, or audited anew.


def atlas(
    classes: Annotated[int, typer.Option("--classes", "-c", help="The number of classes: 2, 3 or 5.")] = 3,
    metric: opt.Metrics = None,
    make: Annotated[
        Path | None,
        typer.Option("--make", help="Audit all metrics anew and write the table there, as CSV.", metavar="FILE"),
    ] = None,
    scores: Annotated[
        bool,
        typer.Option("--scores", help="Of metrics of scores, as counted and at uniform class shares; 2 or 3 classes."),
    ] = False,
    as_json: opt.AsJson = False,
    as_csv: opt.AsCsv = False,
) -> None:
    """Show which metric has which property, as far as is known."""
    from steelyard.counts.answer import csv_text, json_text  # noqa: PLC0415
    from steelyard.lab import atlas  # noqa: PLC0415 - loaded when the command runs
    from steelyard.measuring.registry import metrics as registry  # noqa: PLC0415

    figures.one_form(as_json=as_json, as_csv=as_csv)
    if make is not None:
        _make(make, scores=scores)
        return
    if classes not in atlas.CLASSES:
        raise ValueError(f"the atlas holds {', '.join(map(str, atlas.CLASSES))} classes, not {classes}.")
    if scores:
        _of_scores(classes, metric or [], as_json=as_json, as_csv=as_csv)
        return
    wanted = [registry[name].id for name in metric or []] or list(dict.fromkeys(key[0] for key in atlas.verdicts()))
    if as_json or as_csv:
        rows = [
            {"metric": key[0], **one.to_dict()}
            for key, one in atlas.verdicts().items()
            if key[0] in wanted and key[2] == classes
        ]
        typer.echo(json_text(rows) if as_json else csv_text(rows), nl=as_json)
        return
    from steelyard.show.catalogue import print_atlas  # noqa: PLC0415

    print_atlas(wanted, classes, console())


def _of_scores(classes: int, metrics: list[str], *, as_json: bool, as_csv: bool) -> None:
    """Show the verdicts on metrics of scores."""
    from steelyard.counts.answer import csv_text, json_text  # noqa: PLC0415 - loaded when the command runs
    from steelyard.scores.audits import audit as stored  # noqa: PLC0415
    from steelyard.scores.audits.audit import CLASSES  # noqa: PLC0415
    from steelyard.show.catalogue import print_score_atlas  # noqa: PLC0415

    if classes not in CLASSES:
        raise ValueError(f"the atlas holds 2 and 3 classes for metrics of scores, not {classes}.")
    names = stored.names(metrics)
    if as_json or as_csv:
        every = stored.verdicts().items()
        rows = [{"metric": name, **one.to_dict()} for (name, _, C), one in every if name in names and classes == C]
        typer.echo(json_text(rows) if as_json else csv_text(rows), nl=as_json)
        return
    print_score_atlas(names, classes, console())


def _make(place: Path, *, scores: bool) -> None:
    from steelyard.lab.atlas import make, write  # noqa: PLC0415 - loaded when the command runs
    from steelyard.scores.audits.audit import make as make_of_scores  # noqa: PLC0415
    from steelyard.show.progress import progress_bar  # noqa: PLC0415

    if not place.parent.is_dir():
        raise ValueError(f"there is no folder {str(place.parent)!r}.")
    if place.is_dir():
        raise ValueError(f"{str(place)!r} is a folder; name a file for the verdicts.")
    with progress_bar("Auditing") as tell:
        progress = None if tell is None else lambda done, every, last: tell(done / every, last)
        verdicts = list(make_of_scores(progress)) if scores else make(progress=progress)
    write(place, verdicts)
    typer.echo(f"{len(verdicts):,} verdicts are in {str(place)!r}.")
