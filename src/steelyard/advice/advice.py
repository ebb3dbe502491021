"""What advice is: metrics to trust in a situation and to avoid, each with its reasons, their sources and a witness.

What a reason rests on is data; `show/advice_sentences.py` has the sentence of each kind.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from steelyard.advice.situation import Situation
from steelyard.counts.answer import Answer, Row, Statement, plain_label
from steelyard.counts.labels import Label, some
from steelyard.evaluation.score import SliceName
from steelyard.lab.atlas import Reference
from steelyard.measuring.record import Metric

Kind = Literal[
    # what papers say, as it is declared
    "declared",
    # what a situation asks for, kept or missed
    "shares_do_not_move_it",
    "shares_move_it",
    "shares_would_not_move_it",
    "compare_at_same_shares",
    "weights_move_it",
    "scale_stays",
    "scale_moves",
    "importance_unknown_to_it",
    "about_one_class",
    "no_class_given_up",
    "failing_class_unseen",
    "rare_failure_unseen",
    "failing_class_hides_nothing",
    "failing_class_hides_all",
    "false_alarms_unseen",
    "constant_scores_high",
    "hit_can_lower_it",
    "best_with_errors",
    "nothing_against",
    # what shows it
    "atlas_example",
    "shares_as_weights",
    "constant_gets",
    "alarms_and_misses",
    # of its value here, or of what is known of it
    "undefined_here",
    "undefined_for_some",
    "leaves_out",
    "not_in_atlas",
    # what else to consider
    "report_each_class",
    "report_of_class",
    "say_rarity",
    "alarms_mostly_wrong",
    "state_lasting_weights",
    "keep_weights",
    "worse_changes_nothing",
    # where it comes from
    "atlas",
]
"""What a ground states; its values follow from it."""


class Ground(Statement):
    """What a reason states, or rests on; `str` of it is the sentence, in the words of Python.

    Examples
    --------
    >>> Ground("constant_gets", answer="ok", value=0.95)
    Ground('constant_gets', answer='ok', value=0.95)
    >>> print(Ground("constant_gets", answer="ok", value=0.95))
    Always answering 'ok' gets 0.950.
    """

    __slots__ = ()

    def __init__(self, kind: Kind, **values: Any) -> None:
        super().__init__(kind, **values)


@dataclass(frozen=True, slots=True)
class Reason(Answer):
    """One reason for or against a metric.

    Attributes
    ----------
    ground, example, origin, further
        What is the case, what shows it for this metric, where that comes from, and what further sources say.
    sentence, detail, source
        The first three in words.
    against
        Whether it speaks against the metric.
    witness
        The verdict of the atlas behind it, if there is one; its matrices can be looked up and printed.
    """

    ground: Ground
    origin: str | Ground
    against: bool = False
    witness: Reference | None = None
    example: Ground | None = None
    further: str = ""

    @property
    def sentence(self) -> str:
        return str(self.ground)

    @property
    def detail(self) -> str:
        return "" if self.example is None else str(self.example)

    @property
    def source(self) -> str:
        return str(self.origin)

    def __str__(self) -> str:
        return " ".join(filter(None, (self.sentence, self.detail, f"[{self.cited}]")))

    @property
    def cited(self) -> str:
        """All sources."""
        return "; ".join(filter(None, (self.source, self.further)))

    def to_dict(self) -> dict[str, Any]:
        """Return plain values."""
        return {
            "sentence": self.sentence,
            "detail": self.detail,
            "source": self.cited,
            "against": self.against,
            "witness": None if self.witness is None else self.witness.to_dict(),
        }

    def to_rows(self) -> list[Row]:
        """Return one row; the witness is named in a column."""
        return [self.to_dict() | {"witness": "" if self.witness is None else str(self.witness)}]


# The result: which metrics to trust in a situation, and which to avoid.


Standing = Literal["recommended", "with care", "avoid", "fits", "not judged"]


@dataclass(frozen=True, slots=True)
class Entry(Answer):
    """One metric of an advice.

    Attributes
    ----------
    metric
        The metric.
    standing
        "recommended"; "with care" (a paper recommends it, or it is told of the class that matters most, but it misses
        something that is asked for); "avoid"; of metrics that were asked about, also "fits" (nothing speaks against it
        but what speaks against a recommended one,
        too) and "not judged" (it is not in the atlas).
    reasons
        What speaks for it and then what speaks against it, the most telling first; of metrics to avoid only the latter.
    of
        The class whose rate it is, for a rate.
    value
        Its value on the counts; None if it is undefined, or if there are several matrices.
    values
        Of several matrices, such as those of models, the value of each for a recommended metric.
    """

    metric: Metric
    standing: Standing
    reasons: tuple[Reason, ...]
    of: Label | None = None
    value: float | None = None
    values: tuple[tuple[SliceName, float | None], ...] = ()

    @property
    def name(self) -> str:
        """The metric, and the class that a rate is about."""
        return f"{self.metric.name} of {some([self.of])}" if self.metric.kind == "rate" else self.metric.name

    def to_dict(self) -> dict[str, Any]:
        """Return plain values."""
        return {
            "metric": self.metric.name,
            "title": self.metric.title,
            "standing": self.standing,
            "class": plain_label(self.of),
            "value": self.value,
            "values": [
                {**{axis: plain_label(key) for axis, key in name}, "value": value} for name, value in self.values
            ],
            "reasons": [reason.to_dict() for reason in self.reasons],
        }

    def to_rows(self) -> list[Row]:
        """Return one row for each reason."""
        row = {name: value for name, value in self.to_dict().items() if name not in ("reasons", "values")}
        return [row | told for reason in self.reasons for told in reason.to_rows()]


@dataclass(frozen=True, slots=True, repr=False)
class Advice(Answer):
    """Which metrics to trust; what `sy.advise` returns.

    Attributes
    ----------
    situation
        What the advice is for.
    recommended
        The metrics to use, the best first: they meet what the situation asks for.
    with_care
        Metrics that a paper recommends here, but that miss something the situation asks for.
    avoid
        Metrics in use that miss what the situation asks for.
    asked
        The metrics that were asked about, each with its standing.
    suggestions
        What else to consider, such as an importance to state.
    scores
        If they were asked for, a `ScoreEntry` for each metric of scores: those that fit, then those to avoid.
    """

    situation: Situation
    recommended: tuple[Entry, ...]
    with_care: tuple[Entry, ...]
    avoid: tuple[Entry, ...]
    asked: tuple[Entry, ...] = ()
    suggestions: tuple[Reason, ...] = ()
    scores: tuple[Answer, ...] = ()

    def __getitem__(self, name: str) -> Entry:
        """Return what is said of a metric."""
        for entry in (*self.asked, *self.recommended, *self.with_care, *self.avoid):
            if name in (entry.metric.name, entry.metric.id, *entry.metric.aliases):
                return entry
        raise KeyError(f"nothing is said of {name!r}; ask about it with metrics=[{name!r}].")

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain values, ready for JSON."""
        return {
            "situation": self.situation.to_dict(),
            "recommended": [entry.to_dict() for entry in self.recommended],
            "with_care": [entry.to_dict() for entry in self.with_care],
            "avoid": [entry.to_dict() for entry in self.avoid],
            "asked": [entry.to_dict() for entry in self.asked],
            "suggestions": [reason.to_dict() for reason in self.suggestions],
            "scores": [entry.to_dict() for entry in self.scores],
        }

    def to_rows(self) -> list[dict[str, Any]]:
        """Return a row of plain values for each metric and reason, as a data frame takes them."""
        every = (*self.recommended, *self.with_care, *self.avoid, *self.asked)
        return [{"rank": rank, **row} for rank, entry in enumerate(every, 1) for row in entry.to_rows()]

    def full(self) -> str:
        """Return all reasons with their sources, and examples, as text; `str` tells the first reason of each."""
        return self._shown_as("text", full=True)

    def methods(self) -> str:
        """Return the paragraph of a paper about its metrics: what is reported and what is not, why, and the references.

        Examples
        --------
        >>> import steelyard as sy
        >>> advice = sy.advise(sy.Confusion([[8, 2], [10, 80]], labels=["fraud", "ok"]), worse="misses")
        >>> "We report recall of 'fraud'." in advice.methods()
        True
        """
        return self._shown_as("sentence")
