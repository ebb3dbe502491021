"""Models side by side, a column each; and metrics as they stand in the first column, by perspective."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from steelyard.counts.labels import text
from steelyard.show import numbers
from steelyard.show.disputes import dispute
from steelyard.show.how_sure import compact, reasons
from steelyard.show.names import WIDEST, shortened, width
from steelyard.show.parts import Column, Sheet
from steelyard.show.tables import AS_COUNTED, GAP, column_width

if TYPE_CHECKING:
    from steelyard.evaluation.evaluate import Evaluation
    from steelyard.evaluation.score import Score, SliceName
    from steelyard.measuring.lead import Standing
    from steelyard.measuring.record import Metric
    from steelyard.show.how_sure import Footnotes


PERSPECTIVES = {
    "recall": "Recall: is it found?",
    "precision": "Precision: is it true?",
    "general": "General: both",
}
ARROWS = {"higher": "↑", "lower": "↓"}

BY_ITEMS = f"{AS_COUNTED} by items, not classes."
BEST = "* best value."
LOWER = f"{ARROWS['lower']} lower is better."
"""What the marks mean."""

WIDEST_HEADING = 12
"""Columns of one line of a metric's name over a column."""

MOST_LINES = 3
"""Lines of a name over a column."""

WIDEST_METRIC = 40
"""Columns of a name with its parameters."""


def by_perspective(evaluation: Evaluation) -> Iterator[tuple[str, list[list[Score]]]]:
    """Yield, for each perspective, the scores of its metrics (one list of slices per metric)."""
    for perspective, heading in PERSPECTIVES.items():
        rows: dict[str, list[Score]] = {}
        for score in evaluation.scores:
            if score.metric.perspective == perspective:
                rows.setdefault(score.metric.name, []).append(score)
        if rows:
            yield heading, list(rows.values())


def marked(metric: Metric) -> str:
    """Return a metric's name, marked if it does not follow the importance."""
    return f"{metric.name}{'' if metric.weighted else AS_COUNTED}"


def _headed(metrics: Sequence[Metric], widest: int) -> list[str]:
    """Return marked names; of a long one with parameters, such as costs, the parameters are left out if it stays clear.

    Examples
    --------
    >>> import steelyard as sy
    >>> _headed([sy.metrics["expected_cost"].at(costs=[[0, 30.125], [1, 0]]), sy.metrics["mean_f(beta=2)"]], 20)
    ['expected_cost(…)°', 'mean_f(beta=2)']
    """
    names = [marked(metric) for metric in metrics]
    bases = [metric.name.partition("(")[0] for metric in metrics]
    return [
        marked(metric).replace(metric.name, f"{base}(…)")
        if metric.fixed and width(name) > widest and metric.of_rate is None and bases.count(base) == 1
        else name
        for metric, name, base in zip(metrics, names, bases, strict=True)
    ]


def metric_column(metrics: Sequence[Metric], *, widest: int = WIDEST_METRIC, indent: int = 0) -> Column:
    """Return the column with the names of metrics."""
    arrows = [ARROWS[metric.direction] for metric in metrics]
    return Column("metric", _headed(metrics, widest), "names", tails=arrows, widest=widest, indent=indent)


WORDS = re.compile(r"[^_\s]*_+|[^_\s]+\s*")
"""What a heading is broken between: words, and parts of names that end in an underscore."""


def metric_headings(metrics: Sequence[Metric], *, broken: bool) -> list[str]:
    r"""Return the names of metrics over columns; if so asked, in lines that are short, broken between words.

    The class that a rate is of is then one word, shortened so that different classes stay different.

    Examples
    --------
    >>> import steelyard as sy
    >>> wanted = [sy.metrics["precision of bad"], sy.metrics["balanced_accuracy"], sy.metrics["f1 of bad"]]
    >>> metric_headings(wanted, broken=True)
    ['precision of\nbad°', 'balanced_\naccuracy', 'f1 of bad°']
    """
    of_classes = {text(metric.positive): None for metric in metrics if metric.of_rate is not None}
    classes = dict(zip(of_classes, shortened(list(of_classes), WIDEST_HEADING), strict=True))
    headed = _headed(metrics, 2 * WIDEST_HEADING)
    return [
        _broken(metric, name, classes) if broken else f"{name}{_down(metric)}"
        for metric, name in zip(metrics, headed, strict=True)
    ]


def _down(metric: Metric) -> str:
    return "" if metric.direction == "higher" else f" {ARROWS['lower']}"


def _broken(metric: Metric, name: str, classes: Mapping[str, str]) -> str:
    last = ""
    if metric.of_rate is not None:
        of = text(metric.positive)
        name, last = metric.name.removesuffix(of), f"{classes[of]}{marked(metric).removeprefix(metric.name)}"
    return "\n".join(_lines([*WORDS.findall(name), last], WIDEST_HEADING)) + _down(metric)


def _lines(words: Sequence[str], widest: int) -> list[str]:
    """Return words in lines that are no wider than that, unless a word is."""
    lines = [""]
    for word in filter(None, words):
        if lines[-1] and width(f"{lines[-1]}{word}".rstrip()) > widest:
            lines.append("")
        lines[-1] += word
    return [line.rstrip() for line in lines]


def heading_of(name: Hashable, widest: int) -> str:
    r"""Return a name over a column that is so wide: in lines, if it has words; shortened if one of them is longer.

    Examples
    --------
    >>> heading_of("month", 8), heading_of("patient_month", 8), heading_of("patientmonth", 8)
    ('month', 'patient_\nmonth', 'pat…onth')
    """
    (whole,) = shortened([name], WIDEST)
    lines = _lines(WORDS.findall(whole), widest)
    fits = len(lines) <= MOST_LINES and max(map(width, lines)) <= widest
    return "\n".join(lines) if fits else shortened([name], widest)[0]


# Models side by side: a column each, the best value of each metric marked, the interval beside or below the value.


SIDE_BY_SIDE = 3
"""Long names are shortened until so many models fit side by side."""


def models_sheet(evaluation: Evaluation, standings: Mapping[str, Standing], footnotes: Footnotes, room: int) -> Sheet:
    """Return a table with a column for each model, the best starred; for a single matrix, one for its values."""
    sections: dict[int, str] = {}
    rows: list[list[Score]] = []
    for heading, scores in by_perspective(evaluation):
        sections[len(rows)] = heading
        rows += scores
    # Row by row, so that the footnotes are numbered as they are read.
    stands = [standings[row[0].metric.name] for row in rows]
    called = [", ".join(text(key) for _, key in score.slice) for score in rows[0]]
    values = [
        [
            f"{footnotes.mark([*reasons(one), dispute(stand, called)])}{_star(stand, k)}{numbers.value(one.value)}"
            for k, one in enumerate(row)
        ]
        for row, stand in zip(rows, stands, strict=True)
    ]
    metrics = metric_column([row[0].metric for row in rows], indent=2)
    columns = [
        Column(
            "",
            cells,
            extras=[compact(score.interval) for score in scores],
            strong={i for i, stand in enumerate(stands) if k in stand.starred},
        )
        for k, (cells, scores) in enumerate(zip(zip(*values, strict=True), zip(*rows, strict=True), strict=True))
    ]
    first = max(column_width(metrics, beside=True), *map(width, sections.values()))
    names = _headings([score.slice for score in rows[0]], columns, room - first)
    named = [replace(column, heading=name) for column, name in zip(columns, names, strict=True)]
    return Sheet([metrics, *named], sections=sections)


def _star(stand: Standing, k: int) -> str:
    return "*" if k in stand.starred else " "


def _headings(slices: Sequence[SliceName], columns: Sequence[Column], room: int) -> list[str]:
    """Return what the models are called, shortened until some of them fit into the room."""
    if slices == [()]:
        return ["value"]
    beside = sum(column_width(column, beside=True) + GAP for column in columns) <= room
    widest = max(column_width(column, beside=beside) for column in columns)
    fair = room // min(SIDE_BY_SIDE, len(slices)) - GAP
    return list(slice_names(slices, max(widest, min(WIDEST, fair))).values())


def slice_names(slices: Sequence[SliceName], widest: int = WIDEST) -> dict[SliceName, str]:
    """Return slices as they are called, so that different ones stay different."""
    keys = [", ".join(text(key) for _, key in name) for name in slices]
    return dict(zip(slices, shortened(keys, widest), strict=True))
