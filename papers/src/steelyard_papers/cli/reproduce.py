"""The command `reproduce`: the papers' tables cell by cell, or one of their experiments, run for real."""

from __future__ import annotations

import json
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from steelyard_papers.experiments.experiment import Experiment
    from steelyard_papers.experiments.findings import Findings


def reproduce(
    paper: Annotated[
        str | None,
        typer.Argument(help="One source: branco2017, sadeghinasab2020, mullick2020, lmu, gupta2020; all if left out."),
    ] = None,
    experiment: Annotated[
        str | None,
        typer.Argument(
            help="Run an experiment of the paper: sixteen-sets of branco2017, log-parsing or sentiment of gupta2020, "
            "spread of mullick2020."
        ),
    ] = None,
    write: Annotated[
        Path | None, typer.Option(help="Also write the results as FOLDER/PAPER/TABLE.csv.", metavar="FOLDER")
    ] = None,
    plot: Annotated[
        Path | None, typer.Option(help="Also redraw the figures as FOLDER/PAPER_FIGURE.svg.", metavar="FOLDER")
    ] = None,
    data: Annotated[
        Path | None,
        typer.Option(
            help="The folder with the data; if not given, the one in STEELYARD_DATA.",
            metavar="FOLDER",
        ),
    ] = None,
    quick: Annotated[bool, typer.Option("--quick", help="A small version, in at most two minutes.")] = False,
    jobs: Annotated[int, typer.Option(help="How many processes work side by side.")] = 1,
    cache: Annotated[
        Path | None,
        typer.Option(
            help="Where finished parts are kept, so that a run can be stopped and resumed.",
            metavar="FOLDER",
        ),
    ] = None,
    fresh: Annotated[bool, typer.Option("--fresh", help="Do all parts anew, also those that are kept.")] = False,
    vectors: Annotated[
        Path | None,
        typer.Option(
            help="Word vectors for sentiment, such as GloVe's text file; trained if not given.",
            metavar="FILE",
        ),
    ] = None,
    parsers_python: Annotated[
        Path | None,
        typer.Option(
            help="A Python that has logparser3 and deap; an environment is set up if not given.",
            metavar="FILE",
        ),
    ] = None,
    features: Annotated[
        str | None,
        typer.Option(
            help="For spread: network or pca, of Fashion-MNIST's images; or your own, as NPZ, CSV or Parquet.",
            metavar="FILE",
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Recompute the papers' tables (exit code 1 if a cell differs without an explanation), or run an experiment."""
    if plot is not None and not plot.is_dir():
        raise ValueError(f"there is no folder {str(plot)!r} to write the figures to.")
    if write is not None and write.exists() and not write.is_dir():
        raise ValueError(f"{str(write)!r} is not a folder to write the results to.")
    if experiment is None:
        asked: dict[str, Any] = {"--data": data, "--quick": quick, "--cache": cache, "--fresh": fresh}
        asked |= {"--vectors": vectors, "--parsers-python": parsers_python, "--features": features, "--jobs": jobs != 1}
        given = [name for name, value in asked.items() if value]
        if given:
            raise ValueError(f"{given[0]} is about an experiment, which is named after the paper; {_experiments()}.")
        raise typer.Exit(_tables(paper, write, plot, as_json=as_json))
    from steelyard_papers.checks import whole_number  # noqa: PLC0415
    from steelyard_papers.experiments import experiment as named  # noqa: PLC0415 - loaded when the command runs
    from steelyard_papers.experiments import hyphenated  # noqa: PLC0415
    from steelyard_papers.experiments.data_place import cache_home  # noqa: PLC0415
    from steelyard_papers.experiments.experiment import Request  # noqa: PLC0415
    from steelyard_papers.reproductions import paper as paper_named  # noqa: PLC0415

    options = {"vectors": vectors, "parsers_python": parsers_python, "features": features}
    request = Request(
        cache=cache_home() / "experiments" if cache is None else cache,
        data=data,
        quick=quick,
        options={name: str(value) for name, value in options.items() if value is not None},
    )
    chosen = named(paper_named(paper or "").id, experiment)
    strange = sorted(set(request.options) - chosen.options)
    if strange:
        raise ValueError(f"--{hyphenated(strange[0])} is not about {hyphenated(chosen.name)}.")
    if plot is not None and find_spec("matplotlib") is None:
        raise ValueError("drawing needs Matplotlib; pip install matplotlib.")
    if write is not None:
        write.mkdir(parents=True, exist_ok=True)  # what cannot be made is told before the work
    findings = _run(chosen, request, jobs=whole_number(jobs, "--jobs", least=1), fresh=fresh)
    _show(chosen, findings, write, plot, quick=quick, as_json=as_json)
    raise typer.Exit(int(bool(findings.failures)))


def _tables(paper: str | None, write: Path | None, home: Path | None, *, as_json: bool) -> int:
    """Compare the papers' tables with ours; return the exit code."""
    from steelyard_papers.reproductions import exit_code, reproduce, write_results  # noqa: PLC0415

    reproductions = reproduce(paper)
    if as_json:
        rows = [row for reproduction in reproductions for row in reproduction.to_rows()]
        typer.echo(json.dumps(rows, indent=2, ensure_ascii=False, allow_nan=False))
    else:
        from steelyard_papers.reproductions.show import show  # noqa: PLC0415

        show(reproductions, _console())
        said = _experiments([reproduction.paper for reproduction in reproductions])
        if said:
            _console().print(f"\n{said[0].upper()}{said[1:]}.", markup=False)
    if write is not None:
        written = write_results(write, reproductions)
        typer.echo(f"{len(written)} files are in {str(write)!r}.", err=as_json)
    if home is not None:
        from steelyard.extending import progress_bar  # noqa: PLC0415
        from steelyard_papers.plots.paper_figures import write_paper_figures  # noqa: PLC0415

        with progress_bar("Counting") as tell:
            counted = (
                None if tell is None else lambda done, every: tell(done / every, f"{done:,} of {every:,} matrices")
            )
            drawn = write_paper_figures(home, [reproduction.paper for reproduction in reproductions], progress=counted)
        typer.echo(f"{len(drawn)} figures are in {str(home)!r}.", err=as_json)
    return exit_code(reproductions)


def _experiments(papers: list[str] | None = None) -> str:
    """Return which experiments can be run, in words; nothing if there are none."""
    from steelyard_papers.experiments import HOMES, hyphenated  # noqa: PLC0415

    names = [
        f"{paper} {hyphenated(name)}"
        for paper, homes in HOMES.items()
        if papers is None or paper in papers
        for name in homes
    ]
    return f"experiments that can be run: {', '.join(names)}" if names else ""


def _run(chosen: Experiment, request: Any, *, jobs: int, fresh: bool) -> Findings:
    from steelyard.extending import progress_bar  # noqa: PLC0415
    from steelyard_papers.experiments.running import home, run  # noqa: PLC0415

    with progress_bar("Running") as tell:
        if tell is not None and not request.quick:
            typer.echo(f"It takes {chosen.takes}; it can be stopped, and the same command goes on.", err=True)
        try:
            return run(
                chosen,
                request,
                jobs=jobs,
                fresh=fresh,
                progress=None if tell is None else lambda done, every, which: tell(*_progress(done, every, which)),
            )
        except KeyboardInterrupt:
            kept = str(home(chosen, request.cache))
            typer.echo(f"\nStopped; what is finished is kept in {kept!r}, and the same command goes on.", err=True)
            raise


def _progress(done: int, every: int, which: str) -> tuple[float | None, str]:
    """Return the share of the work and how far it is, in words."""
    if done == every:
        return float(every > 0), which
    return done / every, f"{done} of {every}: {which}"


def _show(
    chosen: Experiment, findings: Findings, write: Path | None, home: Path | None, *, quick: bool, as_json: bool
) -> None:
    if as_json:
        typer.echo(findings.to_json())
    else:
        from steelyard_papers.experiments.show import show  # noqa: PLC0415

        show(chosen, findings, _console(), quick=quick)
    for failure in findings.failures:
        typer.echo(f"Failed: {failure.key}: {failure.why}", err=True)
    if write is not None:
        from steelyard_papers.experiments.written import write_findings  # noqa: PLC0415

        written = write_findings(write, chosen, findings)
        typer.echo(f"{len(written)} files are in {str(write)!r}.", err=as_json)
    if home is not None:
        from steelyard.plots import save  # noqa: PLC0415

        drawn = [
            save(figure, home / f"{chosen.paper}_{chosen.name}_{name}.svg")
            for name, figure in chosen.draw(findings.tables)
        ]
        typer.echo(f"{len(drawn)} figures are in {str(home)!r}.", err=as_json)


def _console() -> Any:
    from steelyard.extending import console  # noqa: PLC0415 - loaded when the command runs

    return console()
