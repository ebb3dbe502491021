"""The command `report`: a page of stored counts."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from steelyard.cli import options as opt
from steelyard.cli import pages

DEFAULT = Path("report.html")


def report(
    counts: Annotated[
        list[str],
        typer.Argument(
            metavar="[NAME=]FILE...",
            help="Stored counts: a matrix, a stack of models or a joint table; or one matrix for each model.",
        ),
    ],
    importance: opt.What = None,
    metric: opt.Metrics = None,
    labels: opt.Labels = None,
    undefined: opt.OfUndefined = None,
    confidence: opt.Confidence = 0.95,
    group: Annotated[
        str | None, typer.Option("--group", help="An axis whose slices, such as patients, are drawn whole.")
    ] = None,
    html: Annotated[Path, typer.Option("--html", help="Where to write the page.", metavar="FILE")] = DEFAULT,
    opened: Annotated[bool, typer.Option("--open", help="Open that page in the browser.")] = False,
) -> None:
    """Write a page of stored counts, with live numbers."""
    import steelyard as sy  # noqa: PLC0415 - loaded when the command runs
    from steelyard.cli import reading  # noqa: PLC0415

    pages.check(html)
    result = sy.evaluate(
        reading.stored_models(counts, labels),
        importance=importance,
        metrics=metric or None,
        undefined=None if undefined is None else undefined.value,
        confidence=confidence,
        group=group,
    )
    with pages.written(result, html, opened=opened):
        pass
