"""Metrics in the first column, models side by side, and how sure numbers are: the notes under a table."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from string import ascii_lowercase
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from steelyard.counts.labels import text
from steelyard.evaluation.uncertainty import Uncertainty
from steelyard.intervals.interval import WAYS
from steelyard.measuring.notes import Note
from steelyard.show import numbers
from steelyard.show.names import WIDEST, shortened, width
from steelyard.show.note_sentences import MISLEADING, together
from steelyard.show.parts import Column, Sheet
from steelyard.show.printing import AS_COUNTED, GAP, column_width
from steelyard.show.robustness import dispute

if TYPE_CHECKING:
    from steelyard.evaluation.evaluate import Evaluation
    from steelyard.evaluation.score import Score, SliceName
    from steelyard.intervals import Interval
    from steelyard.measuring.lead import Standing
    from steelyard.measuring.record import Metric

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


Amounts = dict[tuple[str, str], list[str]]
"""By what comes before them and the metric that they are about."""


@dataclass(frozen=True, slots=True)
class Remark:
    """What is said beside a number: notes, whether they say that it misleads, and about whom they are."""

    notes: tuple[Note, ...]
    misleading: bool = False
    about: str = ""

    def __str__(self) -> str:
        return f"{self.opening}{together(self.notes)}"

    @property
    def opening(self) -> str:
        """What the sentence begins with."""
        return f"{f'{self.about}: ' if self.about else ''}{MISLEADING if self.misleading else ''}"


class _Place(NamedTuple):
    """Where a note stands below the table: facts before doubts."""

    doubt: bool
    number: int

    @property
    def sign(self) -> str:
        """A number for a doubt, a letter for a fact: a to z, then aa and so on."""
        return str(self.number + 1) if self.doubt else ascii_lowercase[self.number % 26] * (1 + self.number // 26)


class _Frame(NamedTuple):
    """What stands around the amounts of a note."""

    before: str
    after: str = ""


@dataclass
class Footnotes:
    """Notes by number; by letter, and before them, those that say why a number misleads.

    Notes that differ in an amount alone are one: doubts with the least and the largest amount, facts with the amount of
    each metric. What the display itself says, such as that policies disagree about the best, is told as it is.

    Examples
    --------
    >>> from steelyard.show.how_sure import Footnotes, Remark
    >>> from steelyard.measuring.notes import Note
    >>> few, some = (Remark((Note("undefined_in_draws", amount=share),)) for share in (0.06, 0.12))
    >>> fact = Remark((Note("constant_answer", ("ok",), amount=0.95, metric="accuracy"),), misleading=True)
    >>> notes = Footnotes()
    >>> notes.mark([few]), notes.mark(["no best"])
    ('[1]', '[2]')
    >>> notes.mark(["no best", fact]), notes.mark(["no best", some])
    ('[a,2]', '[1,2]')
    >>> for line in notes.lines():
    ...     print(line)
    [a] misleading: always answering 'ok' would get 0.950
    [1] the metric is undefined in 6 to 12% of the draws
    [2] no best
    """

    _doubts: dict[_Frame, Amounts] = field(default_factory=dict)
    _facts: dict[_Frame, Amounts] = field(default_factory=dict)

    def mark(self, remarks: Iterable[Remark | str]) -> str:
        """Return the letters and numbers of some remarks, in brackets; nothing if there are none."""
        places = sorted({self._place(remark) for remark in remarks if remark})
        return f"[{','.join(place.sign for place in places)}]" if places else ""

    def _place(self, remark: Remark | str) -> _Place:
        if isinstance(remark, str):
            return self._kept(_Frame(remark), doubt=True)
        said = together(remark.notes)
        frame, doubt = _Frame(f"{remark.opening}{said.before}", said.after), not remark.misleading
        place = self._kept(frame, doubt=doubt)
        if said.amount:
            amounts = (self._doubts if doubt else self._facts)[frame]
            amounts.setdefault((said.lead, said.metric), []).append(said.amount)
        return place

    def _kept(self, frame: _Frame, *, doubt: bool) -> _Place:
        frames = self._doubts if doubt else self._facts
        frames.setdefault(frame, {})
        return _Place(doubt, list(frames).index(frame))

    def told(self) -> dict[str, str]:
        """Return the notes by their marks."""
        return {
            f"[{_Place(doubt, number).sign}]": _told(*each)
            for doubt, frames in ((False, self._facts), (True, self._doubts))
            for number, each in enumerate(frames.items())
        }

    def lines(self) -> list[str]:
        """Return the notes with their letters and numbers."""
        return [f"{mark} {note}" for mark, note in self.told().items()]


def _told(frame: _Frame, amounts: Amounts) -> str:
    """Return a note with its amounts, told together where they begin alike."""
    alone = len({(lead, amount) for (lead, _), each in amounts.items() for amount in each}) == 1
    told: dict[str, list[str]] = {}
    for (lead, metric), each in amounts.items():
        told.setdefault(lead, []).append(_span(each) if alone or not metric else f"{_span(each)} ({metric})")
    listed = [lead + ", ".join(dict.fromkeys(each)) for lead, each in told.items()]
    return f"{frame.before}{'; '.join(listed)}{frame.after}"


def _span(amounts: list[str]) -> str:
    least, most = min(amounts, key=float), max(amounts, key=float)
    return least if least == most else f"{least} to {most}"


# What is said of intervals: beside a number, and below a table how they were made.


def level(confidence: float) -> str:
    """Write a level of confidence.

    Examples
    --------
    >>> from steelyard.show.how_sure import level
    >>> level(0.95), level(0.999)
    ('95 %', '99.9 %')
    """
    return f"{100 * confidence:.6g} %"


def full(interval: Interval | None) -> str:
    """Write an interval in a column of its own; nothing if there is none."""
    return "" if interval is None or not interval.known else numbers.between(interval.low, interval.high)


def compact(interval: Interval | None) -> str:
    """Write an interval beside its value."""
    return "" if interval is None or not interval.known else numbers.closely_between(interval.low, interval.high)


def remarks(score: Score) -> Iterator[Remark]:
    """Yield what a reader must know about a value: whether it misleads, and what is undefined in it."""
    if score.misleading:
        yield Remark(score.misleading, misleading=True)
    if score.note and score.note != score.misleading:
        yield Remark(score.note)


def reasons(score: Score) -> Iterator[Remark]:
    """Yield the same, and why its interval may not be trusted."""
    yield from remarks(score)
    interval = score.interval
    for note in () if interval is None else interval.note:
        yield Remark((note,))


def how_made(uncertainty: Uncertainty) -> str:
    """Return a sentence on how the intervals were made, or why there are none; empty if none were asked for."""
    method, why_none = uncertainty.chosen
    if method is None or uncertainty.confidence is None:
        return f"No intervals: {why_none}." if why_none else ""
    if method.name == "bayes" and uncertainty.group is None:
        what = f"Bayesian, {_prior(method)}, class shares {getattr(method, 'prevalence', '')}"
    else:
        strata = " within each class" if getattr(method, "stratified", False) else ""
        what = f"{WAYS.get(method.name, f'{method.name} of')} {_units(uncertainty)}{strata}"
    draws, seed = getattr(method, "draws", None), getattr(method, "seed", None)
    drawn = "" if draws is None else f", {draws:,} draws, seed {seed}"
    return f"{level(uncertainty.confidence)} intervals: {what}{drawn}."


def _units(uncertainty: Uncertainty) -> str:
    if uncertainty.group is None:
        return f"{uncertainty.units():,} items"
    return f"{uncertainty.units():,} groups ({uncertainty.group})"


def _prior(method: Any) -> str:
    if isinstance(method.prior, str):
        return f"{method.prior} prior"
    return "prior of pseudo-counts as given" if np.ndim(method.prior) else f"prior of {method.prior:g} per cell"
