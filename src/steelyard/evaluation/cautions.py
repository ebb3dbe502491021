"""What a reader must know about an evaluation: its notes, each once, the gravest first, with what they are about."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from steelyard.counts.answer import Answer, Row, plain
from steelyard.counts.labels import Label
from steelyard.measuring.lead import Standing
from steelyard.measuring.notes import GRAVEST, Kind, Note, Notes

if TYPE_CHECKING:
    from steelyard.evaluation.score import Score, SliceName


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
            "models": [", ".join(str(plain(key)) for _, key in name) for name in self.models],
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
        if standing.disputed and models:
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
