"""The command `compare`: which model is better, and how sure that is."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from steelyard.cli import options as opt
from steelyard.cli import pages
from steelyard.cli.pages import console

if TYPE_CHECKING:
    from steelyard.comparison.comparison import Comparison


class DifferenceWay(StrEnum):
    """How intervals of differences are made."""

    CLASSWISE = "classwise"
    BOOTSTRAP = "bootstrap"
    PERCENTILE = "percentile"
    BCA = "bca"
    BAYES = "bayes"


class AcrossChoice(StrEnum):
    """What the slices of --by are."""

    FOLDS = "folds"
    DATASETS = "datasets"


@opt.with_records
def compare(
    data: opt.Data,
    *,
    by: Annotated[str | None, typer.Option("--by", help="A column, or a folder, of folds or data sets.")] = None,
    group: opt.Group = None,
    across: Annotated[
        AcrossChoice | None, typer.Option(help="What --by holds: folds of one data set, or data sets.")
    ] = None,
    test_share: Annotated[
        float | None, typer.Option(help="The share that each fold tests on, if not of cross-validation.")
    ] = None,
    runs: Annotated[int, typer.Option(help="How often cross-validation was repeated; needs --group.")] = 1,
    weighing: opt.WeighingOptions,
    rope: Annotated[float, typer.Option(help="The largest difference that does not matter.")] = 0.0,
    intervals: Annotated[
        DifferenceWay | None,
        typer.Option(help="How intervals are made; if not given, class by class."),
    ] = None,
    certainty: opt.Certainty,
    unpaired: Annotated[
        bool, typer.Option("--unpaired", help="Compare as if each model had items of its own.")
    ] = False,
    what_if: Annotated[
        str | None, typer.Option(metavar="CLASS", help="Say at which shares of a class the order of the models tips.")
    ] = None,
    full: Annotated[bool, typer.Option("--all", help="Show all metrics, all pairs and the ranks.")] = False,
    page: pages.Page,
    as_json: opt.AsJson = False,
    as_csv: opt.AsCsv = False,
    as_markdown: opt.AsMarkdown = False,
) -> None:
    """Say which of several classifiers is better, by how much, and how sure that is."""
    import steelyard as sy  # noqa: PLC0415 - loaded when the command runs
    from steelyard.cli import reading  # noqa: PLC0415
    from steelyard.comparison.compare import DRAWS  # noqa: PLC0415
    from steelyard.show.progress import drawing_bar  # noqa: PLC0415

    pages.one_form(as_json=as_json, as_csv=as_csv, as_markdown=as_markdown)
    if (as_csv or as_markdown) and what_if is not None:
        raise ValueError(
            f"{'--csv' if as_csv else '--markdown'} has the differences of the models; take --json with --what-if."
        )
    page.check(lambda: reading.files_of(data))
    kind = None if intervals is None else opt.IntervalWay(intervals.value)
    how_sure = certainty.method(kind, usual_draws=DRAWS)
    counts = reading.counted(data, by, group, together=True)
    with drawing_bar() as progress:
        comparison = sy.compare(
            counts,
            rope=rope,
            intervals=how_sure,
            across=None if across is None else across.value,
            test_share=test_share,
            runs=runs,
            group=group,
            paired=False if unpaired else None,
            progress=progress,
            **weighing.arguments(),
        )
    with page.written(comparison):
        if as_markdown:
            pages.for_programs(comparison, as_json=False, as_csv=False, as_markdown=True)
        else:
            _show(comparison, what_if, full=full, as_json=as_json, as_csv=as_csv)


def _show(comparison: Comparison, what_if: str | None, *, full: bool, as_json: bool, as_csv: bool) -> None:
    from rich.text import Text  # noqa: PLC0415

    import steelyard as sy  # noqa: PLC0415
    from steelyard.counts.answer import json_text  # noqa: PLC0415
    from steelyard.show.comparison import print_comparison  # noqa: PLC0415
    from steelyard.show.printing import print_parts  # noqa: PLC0415

    usual = [comparison.score().metric, sy.metrics.accuracy]
    asked = [each.metric for each in comparison.scored] if comparison.asked else usual
    tipping = (
        None
        if what_if is None
        else sy.shares.what_if(comparison.tables, what_if, asked, comparison.importance, undefined=comparison.undefined)
    )
    if as_json and tipping is not None:
        typer.echo(json_text(comparison.to_dict() | {"what_if": tipping}))
        return
    if pages.for_programs(comparison, as_json=as_json, as_csv=as_csv):
        return
    screen = console()
    print_comparison(comparison, screen, full=full)
    if tipping is not None:
        print_parts(map(Text, ["", *str(tipping).splitlines()]), screen)
