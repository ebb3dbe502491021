"""The command `advise`: which metrics to trust in a situation, and which to avoid."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

from steelyard.cli import options as opt
from steelyard.cli import pages as figures
from steelyard.cli.pages import console


class Worse(StrEnum):
    """Which errors are worse."""

    MISSES = "misses"
    FALSE_ALARMS = "false-alarms"


@opt.with_records
def advise(
    data: opt.Data,
    *,
    importance: opt.What = None,
    metric: opt.Metrics = None,
    shares_change: Annotated[
        bool,
        typer.Option(
            "--shares-change/--shares-fixed", help="Whether class shares may differ between this test and the use."
        ),
    ] = True,
    classes_change: Annotated[bool, typer.Option("--classes-change", help="Classes may be added.")] = False,
    worse: Annotated[Worse | None, typer.Option("--worse", help="Which errors are worse, if one kind is.")] = None,
    every_class: Annotated[bool, typer.Option("--every-class", help="Every class must work.")] = False,
    scores: Annotated[
        bool, typer.Option("--scores", help="Also tell which metrics of scores keep what is asked for.")
    ] = False,
    plot: figures.Plot = None,
    full: Annotated[
        bool, typer.Option("--full", help="Print all reasons, with examples and sources, not one of each metric.")
    ] = False,
    methods: Annotated[
        bool, typer.Option("--methods", help="Print the paragraph of a paper about its metrics, with references.")
    ] = False,
    as_json: opt.AsJson = False,
    as_csv: opt.AsCsv = False,
) -> None:
    """Say which metrics to trust in your situation, and which to avoid."""
    from steelyard.advice.advise import advise as advised  # noqa: PLC0415 - loaded when the command runs
    from steelyard.cli import reading  # noqa: PLC0415

    figures.one_form(as_json=as_json, as_csv=as_csv)
    models = len(data.prediction or [])
    if plot is not None and models > 1:
        raise ValueError(f"--plot takes one --prediction, not {models}.")
    place = figures.place(plot, lambda: reading.files_of(data))
    counts = reading.counted(data)
    advice = advised(
        counts,
        importance,
        shares_change,
        classes_change,
        worse=None if worse is None else worse.value.replace("-", "_"),
        every_class=every_class,
        metrics=metric or None,
        scores=scores,
    )
    if place is not None:
        from steelyard.plots.distortion import distortion_plot  # noqa: PLC0415
        from steelyard.shares.distort import distortions  # noqa: PLC0415

        figures.saved(distortion_plot(distortions(counts, metric or None, importance)), place)
    if figures.for_programs(advice, as_json=as_json, as_csv=as_csv):
        return
    if methods:
        typer.echo(advice.methods())
        return
    from steelyard.show.advice import print_advice  # noqa: PLC0415

    print_advice(advice, console(), full=full, command_line=True)
