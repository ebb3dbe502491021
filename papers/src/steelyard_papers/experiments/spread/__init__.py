"""Section 5 of Mullick et al. 2020: how far indices move with the class shares of the test set."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from steelyard_papers.experiments.experiment import Experiment, Row
from steelyard_papers.experiments.spread.conclude import NAME, conclude
from steelyard_papers.experiments.spread.parts import needs, parts, work
from steelyard_papers.experiments.spread.values import TWO_CLASSES


def draw(tables: Mapping[str, Sequence[Row]]) -> Iterator[tuple[str, Any]]:
    """Yield Figures 3 to 5 and an overview of all metrics, as far as there are data sets for them."""
    from steelyard_papers.plots import spread as plots  # noqa: PLC0415 - loads when something is drawn

    rows = tables.get(NAME, ())
    if any(row["classes"] == TWO_CLASSES for row in rows):
        yield "figure3", plots.figure3_plot(rows)
    if any(row["classes"] > TWO_CLASSES for row in rows):
        yield "figure4a", plots.figure4a_plot(rows)
        yield "figure4b", plots.figure4b_plot(rows)
        yield "figure5", plots.figure5_plot(tables[f"{NAME}_minima"])
    if rows:
        yield "metrics", plots.metrics_plot(tables[f"{NAME}_metrics"])


EXPERIMENT = Experiment(
    paper="mullick2020",
    name=NAME,
    title="indices under shifting class shares (section 5)",
    takes="about three quarters of an hour; half of that with --jobs 2",
    needs=needs,
    parts=parts,
    work=work,
    conclude=conclude,
    draw=draw,
    prepares="making the features",
    options=frozenset({"features"}),
)
