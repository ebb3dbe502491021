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
    from steelyard.counts.confusion import Confusion
    from steelyard.counts.joint import Joint


class Way(StrEnum):
    """How intervals of differences are made."""

    CLASSWISE = "classwise"
    BOOTSTRAP = "bootstrap"
    PERCENTILE = "percentile"
    BCA = "bca"
    BAYES = "bayes"


class Slices(StrEnum):
    """What the slices of --by are."""

    FOLDS = "folds"
    DATASETS = "datasets"


def compare(
    file: opt.Files = None,
    truth: opt.Truth = None,
    prediction: Annotated[
        list[str] | None,
        typer.Option("--prediction", "-p", help="A column with a model's predictions; name at least two."),
    ] = None,
    weight: opt.Weight = None,
    counts: opt.Counts = None,
    by: Annotated[str | None, typer.Option("--by", help="A column, or a folder, of folds or data sets.")] = None,
    across: Annotated[
        Slices, typer.Option(help="What --by holds: folds of one data set, or data sets.")
    ] = Slices.FOLDS,
    test_share: Annotated[
        float | None, typer.Option(help="The share that each fold tests on, if not of cross-validation.")
    ] = None,
    runs: Annotated[int, typer.Option(help="How often cross-validation was repeated; needs --group.")] = 1,
    matrix: opt.Matrices = None,
    importance: opt.What = None,
    metric: opt.Metrics = None,
    positive: opt.Positive = None,
    rope: Annotated[float, typer.Option(help="The largest difference that does not matter.")] = 0.0,
    labels: opt.Labels = None,
    missing: opt.OfMissing = opt.Missing.REFUSE,
    undefined: opt.OfUndefined = None,
    confidence: opt.Confidence = 0.95,
    intervals: Annotated[
        Way | None,
        typer.Option(help="How intervals are made; if not given, class by class."),
    ] = None,
    draws: Annotated[
        int | None, typer.Option(help="How often the bootstrap draws data anew; 10,000 if not given.")
    ] = None,
    seed: opt.Seed = None,
    stratified: opt.Stratified = False,
    group: opt.Group = None,
    unpaired: Annotated[
        bool, typer.Option("--unpaired", help="Compare as if each model had items of its own.")
    ] = False,
    what_if: Annotated[
        str | None, typer.Option(metavar="CLASS", help="Say at which shares of a class the order of the models tips.")
    ] = None,
    html: pages.Html = None,
    opened: pages.Open = False,
    as_json: opt.AsJson = False,
) -> None:
    """Say which of several classifiers is better, by how much, and how sure that is."""
    import steelyard as sy  # noqa: PLC0415 - loaded when the command runs
    from steelyard.cli import options as certainty  # noqa: PLC0415
    from steelyard.cli import reading  # noqa: PLC0415
    from steelyard.comparison.compare import DRAWS  # noqa: PLC0415
    from steelyard.show.progress import drawing_bar  # noqa: PLC0415

    pages.check(html)
    kind = None if intervals is None else opt.Kind(intervals.value)
    how_sure = certainty.method(kind, draws, seed, stratified=stratified, prior=None, usual_draws=DRAWS)
    if matrix:
        if file or prediction or any(name is not None for name in (truth, weight, counts, by, group)):
            raise ValueError("--matrix holds all counts: give no file and no columns beside it.")
        counted: Joint | Confusion = reading.stored_models(matrix, labels)
    else:
        columns = {"weight": weight, "counts": counts, "missing": missing.value}
        columns |= {"by": by, "group": group}
        counted = reading.counted_together(file or [], truth, prediction or [], columns, labels)
    with drawing_bar() as progress:
        found = sy.compare(
            counted,
            importance=importance,
            metrics=metric or None,
            undefined=None if undefined is None else undefined.value,
            confidence=confidence,
            rope=rope,
            intervals=how_sure,
            across=across.value,
            test_share=test_share,
            runs=runs,
            group=group,
            paired=False if unpaired else None,
            progress=progress,
            positive=positive,
        )
    with pages.written(found, html, opened=opened):
        _show(found, what_if, as_json=as_json)


def _show(found: Comparison, what_if: str | None, *, as_json: bool) -> None:
    from rich.text import Text  # noqa: PLC0415

    import steelyard as sy  # noqa: PLC0415
    from steelyard.counts.answer import json_text  # noqa: PLC0415
    from steelyard.show.comparison import print_comparison  # noqa: PLC0415
    from steelyard.show.printing import print_parts  # noqa: PLC0415

    usual = [found.score().metric, sy.metrics.accuracy]
    asked = [each.metric for each in found.scored] if found.asked else usual
    tipping = what_if and sy.shares.what_if(found.tables, what_if, asked, found.importance, undefined=found.undefined)
    if as_json:
        typer.echo(json_text(found.to_dict() | {"what_if": tipping}) if tipping else found.to_json())
        return
    screen = console()
    print_comparison(found, screen)
    if tipping:
        print_parts(map(Text, ["", *str(tipping).splitlines()]), screen)
