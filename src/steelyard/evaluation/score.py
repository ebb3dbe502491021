"""The rows of an evaluation, a metric or a class of one matrix; and cautions, what a reader must know of them."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from steelyard.counts.answer import Answer, Row, number, plain_label
from steelyard.counts.confusion import Confusion
from steelyard.counts.labels import Label, UnknownNameError, nearest, some, text
from steelyard.counts.matrix_input import MODEL
from steelyard.evaluation.slices import Move
from steelyard.measuring.lead import Standing
from steelyard.measuring.notes import GRAVEST, NO_NOTES, Kind, Note, Notes
from steelyard.measuring.record import Metric

if TYPE_CHECKING:
    from steelyard.intervals import Interval

SliceName = tuple[tuple[str, Hashable], ...]
"""A slice by its axes: (("model", "a"), ("month", "2024-01"))."""


@dataclass(frozen=True, slots=True, repr=False)
class Score(Answer):
    """One metric's value for one matrix.

    Attributes
    ----------
    metric, value
        The metric, and its value; NaN if undefined.
    normalised
        The value on a scale from 0 (worst possible) to 1 (best possible).
    interval, low, high
        The interval around the value, and its ends, computed when first asked for; None if there is none. Its own
        `note` says why it may not be trusted, or which class limits its width.
    undefined
        Classes whose rate is undefined, so that they left the average (or count as 0, if so asked).
    note
        What a reader must know about this number: records, whose `str` is the sentence.
    slice
        Which slice of a stack it belongs to, such as {"model": "a"}; empty for a single matrix.
    move
        How it differs from the typical slice, if the stack has slices other than models.
    misleading
        Why the number misleads on these counts, if it does; found when first asked for.
    """

    metric: Metric
    value: float
    normalised: float
    undefined: tuple[Label, ...] = ()
    note: Notes = NO_NOTES
    slice: SliceName = ()
    move: Move | None = None
    look: Callable[[], Interval | None] | None = field(default=None, compare=False)
    """What finds the interval."""
    doubt: Callable[[], Notes] | None = field(default=None, compare=False)
    """What finds out whether it misleads."""

    @property
    def misleading(self) -> Notes:
        return NO_NOTES if self.doubt is None else self.doubt()

    @property
    def interval(self) -> Interval | None:
        return None if self.look is None else self.look()

    @property
    def low(self) -> float | None:
        return _end(self.interval, "low")

    @property
    def high(self) -> float | None:
        return _end(self.interval, "high")

    def __repr__(self) -> str:
        where = "".join(f", {name} {text(key)}" for name, key in self.slice)
        return f"<{self.metric.name} {self.value:.4f}{where}{'; ' if self.note else ''}{self.note}>"

    def to_dict(self) -> dict[str, Any]:
        """Return plain values; an undefined number is None."""
        record = self._record()
        if self.move is not None:
            record |= {
                "typical": number(self.move.typical),
                "due_to_classifier": number(self.move.due_to_classifier),
                "due_to_shares": number(self.move.due_to_shares),
                "explained_by_shares": self.move.explained,
            }
        return record

    def _record(self) -> dict[str, Any]:
        interval = self.interval
        return {
            **{name: plain_label(key) for name, key in self.slice},
            "metric": self.metric.name,
            "value": number(self.value),
            "normalised": number(self.normalised),
            "low": _end(interval, "low"),
            "high": _end(interval, "high"),
            "undefined": [plain_label(label) for label in self.undefined],
            "perspective": self.metric.perspective,
            "direction": self.metric.direction,
            "weighting": "importance" if self.metric.weighted else "as counted",
            "note": str(self.note),
            "interval": None if interval is None else interval.method,
            "undefined_draws": None if interval is None else interval.undefined,
            "interval_note": "" if interval is None else str(interval.note),
            "misleading": str(self.misleading) or None,
        }


def _end(interval: Interval | None, end: str) -> float | None:
    return None if interval is None or not interval.known else getattr(interval, end)


@dataclass(frozen=True, slots=True, repr=False)
class MetricScores(Answer, Sequence[Score]):
    """One metric of several models or slices: by name, or by position as in a list.

    Attributes
    ----------
    scores
        One `Score` for each of them.
    axes
        What they differ in: the names by axis, such as {"model": ("tree", "svm")}.

    Examples
    --------
    >>> import steelyard as sy
    >>> stack = sy.Confusion([[[8, 2], [1, 9]], [[6, 4], [0, 10]]], axes={"model": ["tree", "svm"]})
    >>> scores = sy.evaluate(stack)["accuracy"]
    >>> scores["svm"].value, scores[0].value, len(scores)
    (0.8, 0.85, 2)
    """

    scores: tuple[Score, ...]
    axes: Mapping[str, Sequence[Hashable]]

    def __len__(self) -> int:
        return len(self.scores)

    def __getitem__(self, name: Any) -> Any:
        """Return the score of a model or slice; if there are further axes, those along them.

        A number is a position, as in a list; of slices that are numbers, "2024" is the name, as is `at(year=2024)`.
        """
        if isinstance(name, slice):
            return self.scores[name]
        if isinstance(name, int | np.integer) and not isinstance(name, bool):
            if not -len(self) <= name < len(self):
                raise IndexError(
                    f"there are {len(self):,} scores, and a number is a position; a name is a text: '{name}'."
                )
            return self.scores[name]
        return self.along(*_named(name, self.axes))

    def at(self, **names: Hashable) -> Any:
        """Return the score of a slice that is named axis by axis, such as at(model="svm", month="2024-04")."""
        result: Any = self
        for axis, name in names.items():
            open_axes = result.axes if isinstance(result, MetricScores) else {}
            if axis not in open_axes:
                hint = nearest(axis, self.axes)
                raise UnknownNameError(f"there is no axis {axis!r}; there are {some(self.axes)}.{hint}")
            result = result.along(*_named(name, {axis: open_axes[axis]}))
        return result

    def along(self, axis: str, key: Hashable) -> Any:
        """Return what one key of an axis has: its score, or those along the other axes."""
        result = tuple(score for score in self.scores if dict(score.slice)[axis] == key)
        others = {name: keys for name, keys in self.axes.items() if name != axis}
        return MetricScores(result, others) if others else result[0]

    def __repr__(self) -> str:
        return repr(list(self.scores))

    def to_dict(self) -> dict[str, Any]:
        """Return plain values."""
        return {"scores": self.to_rows()}

    def to_rows(self) -> list[Row]:
        """Return one row for each model or slice."""
        return [score.to_dict() for score in self.scores]


def _named(name: Any, axes: Mapping[str, Sequence[Hashable]]) -> tuple[str, Hashable]:
    """Return the axis and the key that a name means: the key itself, else the one with this text."""
    every = [(axis, key) for axis, keys in axes.items() for key in keys]
    result = [each for each in every if each[1] == name] or [each for each in every if text(each[1]) == text(name)]
    if len(result) == 1:
        return result[0]
    if result:
        where = " or ".join(f"{axis} {key!r}" for axis, key in result)
        raise UnknownNameError(f"{name!r} may be {where}; say which, as in at({result[0][0]}={name!r}).")
    known = "; ".join(f"{axis}: {some(keys)}" if len(axes) > 1 else some(keys) for axis, keys in axes.items())
    hint = nearest(text(name), [text(key) for _, key in every])
    raise UnknownNameError(f"there is no {' or '.join(axes)} {name!r}; there are {known}.{hint}")


@dataclass(frozen=True, slots=True)
class ClassRow(Answer):
    """One class of one matrix: how much it matters, how large it is, how well it is recognised.

    `undefined` names the rates that are undefined; of a class that the model gave up, they show the worst value.
    `intervals`, by rate, are computed when first asked for; None where there is none.
    """

    label: Label
    weight: float
    support: float
    predicted: float
    correct: float
    rates: dict[str, float]
    slice: SliceName = ()
    undefined: tuple[str, ...] = ()
    look: Callable[[], Mapping[str, Interval | None]] | None = field(default=None, compare=False, repr=False)
    """What finds the intervals."""

    @property
    def intervals(self) -> Mapping[str, Interval | None]:
        return dict.fromkeys(self.rates) if self.look is None else self.look()

    def to_dict(self) -> dict[str, Any]:
        """Return plain values; an undefined rate, and an end of an interval that there is not, is None."""
        intervals = self.intervals
        return {
            **{name: plain_label(key) for name, key in self.slice},
            "label": plain_label(self.label),
            "weight": self.weight,
            "support": self.support,
            "predicted": self.predicted,
            "correct": self.correct,
            **{name: number(rate) for name, rate in self.rates.items()},
            "undefined": list(self.undefined),
            **{f"{name}_{end}": _end(interval, end) for name, interval in intervals.items() for end in ("low", "high")},
            "interval_note": "; ".join(
                f"{name}: {interval.note}" for name, interval in intervals.items() if interval and interval.note
            ),
        }


class ClassRows(tuple[ClassRow, ...]):
    """Classes, by position as in a tuple, or by name.

    Examples
    --------
    >>> import steelyard as sy
    >>> rows = sy.evaluate(["a", "b", "b"], ["a", "b", "a"]).classes
    >>> rows["b"].rates["recall"], rows["b"].intervals["recall"].known
    (0.5, True)
    """

    __slots__ = ()

    def __getitem__(self, name: Any) -> Any:
        """Return the class of this name, or of the text of its name; of several slices, its row in each."""
        if not isinstance(name, str):
            return super().__getitem__(name)
        rows = tuple(row for row in self if text(row.label) == name)
        if not rows:
            labels = list(dict.fromkeys(row.label for row in self))
            hint = nearest(name, map(text, labels))
            raise UnknownNameError(f"there is no class {name!r}; the classes are {some(labels)}.{hint}")
        return rows[0] if len(rows) == 1 else rows


# Cautions: what a reader must know of scores, and of how models stand, each once.


@dataclass(frozen=True, slots=True)
class Caution(Answer):
    """One thing that a reader must know, with the metrics and the models that it is about.

    Attributes
    ----------
    notes
        The note; several, if it is about several metrics with a number for each.
    metrics
        The names of the metrics.
    models
        The models, or slices, that it is about; empty if it is about all of them.
    misleading
        Whether it says why a number misleads.
    sentence
        The same in words: what is wrong, and what to do.

    Examples
    --------
    >>> import steelyard as sy
    >>> first = sy.evaluate([[0, 10], [0, 90]], metrics="macro_precision").notes[0]
    >>> first.kind, first.metrics
    ('given_up', ('macro_precision',))
    """

    notes: Notes
    metrics: tuple[str, ...]
    models: tuple[SliceName, ...] = ()
    misleading: bool = False

    @property
    def kind(self) -> Kind:
        """What it says, as the kind of its notes."""
        return self.notes[0].kind

    @property
    def sentence(self) -> str:
        return self._shown_as("sentence")

    def __str__(self) -> str:
        return self.sentence

    def to_dict(self) -> dict[str, Any]:
        """Return plain values."""
        return {
            "sentence": self.sentence,
            "kind": self.kind,
            "misleading": self.misleading,
            "metrics": list(self.metrics),
            "models": [", ".join(str(plain_label(key)) for _, key in name) for name in self.models],
        }

    def to_rows(self) -> list[Row]:
        """Return one row for each metric."""
        whole = self.to_dict()
        joined = {"models": ", ".join(whole["models"])}
        return [whole | joined | {"metrics": metric} for metric in self.metrics]


def cautions(
    scores: Sequence[Score], standings: Mapping[str, Standing], every: Sequence[SliceName]
) -> tuple[Caution, ...]:
    """Return what a reader must know about scores, and about how models stand, the gravest first."""
    groups: dict[tuple[Any, ...], _Group] = {}
    for misleading, note, metric, name in _told(scores, standings, every):
        # Who is the best, and why a class has no rate, may differ from metric to metric: it is one thing to know.
        labels = () if note.kind == "no_best" else note.labels
        key = (misleading, note.kind, labels, note.among, note.model, note.unit)
        groups.setdefault(key, _Group({}, {})).add(note, metric, name)
    result = [
        Caution(
            Notes(group.notes.values()),
            tuple(group.notes),
            () if len(group.models) == len(every) else tuple(group.models),
            key[0],
        )
        for key, group in groups.items()
    ]
    return tuple(sorted(result, key=lambda one: (_place(one.kind), -len(one.metrics))))


@dataclass(frozen=True, slots=True)
class _Group:
    """Notes that say the same: by metric, and the models that they are about."""

    notes: dict[str, Note]
    models: dict[SliceName, None]

    def add(self, note: Note, metric: str, name: SliceName | None) -> None:
        self.notes.setdefault(metric, note)
        if name is not None:
            self.models[name] = None


def _place(kind: Kind) -> int:
    return GRAVEST.index(kind) if kind in GRAVEST else len(GRAVEST)


def _told(
    scores: Sequence[Score], standings: Mapping[str, Standing], every: Sequence[SliceName]
) -> Iterator[tuple[bool, Note, str, SliceName | None]]:
    """Yield each note with its metric and slice: facts that mislead, what is undefined, doubts about intervals."""
    for score in scores:
        for note in score.misleading:
            yield True, note, score.metric.name, score.slice
        for note in () if score.note == score.misleading else score.note:
            yield False, note, score.metric.name, score.slice
    models: list[Label] = [name[0][1] for name in every if len(name) == 1]
    for metric, standing in standings.items():
        if standing.disputed:
            yield False, _no_best(standing, models), metric, None
    for score in scores:
        interval = score.interval
        for note in () if interval is None else interval.note:
            yield False, note, score.metric.name, score.slice


def _no_best(standing: Standing, models: list[Label]) -> Note:
    """Return that policies name different models, and which; the winner's value and the other's, by either policy."""
    (used, first), (policy, other) = standing.disputants()
    places = ((used, first), (used, other), (policy, other), (policy, first))
    values = tuple(float(standing.values[by][model]) for by, model in places)
    both = models[first], models[other]
    return Note("no_best", both, beside=values, causes=(used, policy), metric=standing.metric.name)


def strangers(cm: Confusion, name: Label = None) -> Iterator[Note]:
    """Yield the models of which no prediction is a true class: another column, or another spelling.

    `name` is that of the only model, of counts without an axis of models.
    """
    several = MODEL in cm.axes
    for model, one in zip(cm.axes.get(MODEL, [name]), cm if several else [cm], strict=True):
        truth, told = one.support > 0, one.predicted > 0
        if not (truth & told).any():
            classes, predictions = (tuple(itertools.compress(one.labels, which.tolist())) for which in (truth, told))
            yield Note("no_true_class", predictions, classes, model=model)
