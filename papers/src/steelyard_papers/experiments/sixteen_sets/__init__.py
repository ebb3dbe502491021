"""Section 5.1 of Branco et al. 2017: 33 metrics on sixteen real data sets."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from steelyard_papers.experiments.experiment import Experiment, Row
from steelyard_papers.experiments.sixteen_sets.conclusions import NAME, conclude
from steelyard_papers.experiments.sixteen_sets.parts import parts, work
from steelyard_papers.training.training_experiment import needs_scikit_learn


def draw(tables: Mapping[str, Sequence[Row]]) -> Iterator[tuple[str, Any]]:
    """Yield an overview by kind of metric, and the box plots of each data set."""
    from steelyard_papers.plots.sixteen_sets import overview_plot, set_plot  # noqa: PLC0415 - loads when something is drawn

    rows, facts = tables[NAME], tables[f"{NAME}_facts"]
    numbers = {fact["dataset"]: fact["number"] for fact in facts}
    yield "overview", overview_plot(rows)
    for dataset, number in numbers.items():
        yield f"set_{number:02d}_{dataset.replace(' ', '_')}", set_plot(rows, dataset)


EXPERIMENT = Experiment(
    paper="branco2017",
    name=NAME,
    title="33 metrics on sixteen real data sets (section 5.1)",
    takes="about a minute",
    needs=needs_scikit_learn,
    parts=parts,
    work=work,
    conclude=conclude,
    draw=draw,
)
