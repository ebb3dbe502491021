"""What a metric of scores is: its record."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from steelyard.counts.answer import Answer
from steelyard.counts.read.bins import distance_share
from steelyard.measuring.parameters import refuse_unknown
from steelyard.measuring.record import AT_IMPORTANCE, Direction
from steelyard.type_names import Range

ScoreKind = Literal["rate", "pairs", "items", "answer"]
"""A value for each class against the rest; one for each pair of classes; the mean of what each item has; or of whether
the class with the highest score, the first of equal ones, is right."""


@dataclass(frozen=True, slots=True, eq=False)
class ScoreMetric(Answer):
    """A metric of scores: what it is, and how it is computed.

    Attributes
    ----------
    id, title, aliases
        What it is called.
    kind
        "rate": a value for each class against the rest, averaged by importance; "pairs": for each pair of classes,
        averaged by the product of their importances; "items": the mean over items; "answer": of the highest scores
        and whether they are right.
    body
        What computes it.
    direction, range
        Whether higher is better, and between which numbers it lies, whatever the number of classes.
    formula, reference
        How it is defined, and where.
    probabilities
        Whether it needs probabilities, not only an order.
    at_importance
        Of what is over all items: whether classes count by importance instead of by their sizes.
    parameters, called
        What is fixed, such as k, and what it is then called; `metric.at(k=4)` fixes it anew.
    area_to
        Of an area under the ROC curve, up to which false positive rate; 0 of what is no such area.
    sure
        Whether it has an interval: not if chance alone moves it to one side.
    halved
        Whether it is a sum over classes of which two classes have half: each has the other's part.
    family
        What makes it with other parameters; None if it has none.
    of_odds
        Of what items have: what computes it from log odds, which never round to 0 or 1; None if probabilities do.

    Examples
    --------
    >>> import steelyard as sy
    >>> isinstance(sy.scores.metrics["auc"], sy.scores.ScoreMetric), sy.scores.metrics["auc"].title
    (True, 'area under the ROC curve')
    """

    id: str
    title: str
    kind: ScoreKind
    body: Callable[..., Any] = field(repr=False)
    direction: Direction = "higher"
    range: Range = (0.0, 1.0)
    formula: str = ""
    reference: str = ""
    aliases: tuple[str, ...] = ()
    probabilities: bool = False
    at_importance: bool = False
    parameters: Mapping[str, float] = field(default_factory=dict)
    called: str = ""
    area_to: float = 0.0
    sure: bool = True
    halved: bool = False
    family: Callable[..., ScoreMetric] | None = field(default=None, repr=False)
    of_odds: Callable[..., Any] | None = field(default=None, repr=False)

    @property
    def name(self) -> str:
        """The id or what it is called with its parameters, and whether classes count by importance."""
        return (self.called or self.id) + (AT_IMPORTANCE if self.at_importance else "")

    def at(self, **parameters: Any) -> ScoreMetric:
        """Return the metric with other parameters.

        Examples
        --------
        >>> import steelyard as sy
        >>> sy.scores.metrics["top_k_recall"].at(k=4).name, sy.scores.metrics["partial_roc_auc"].at(max_fpr=0.2).name
        ('top_4_recall', 'roc_auc to fpr 0.2')
        """
        if not parameters:
            return self
        refuse_unknown(parameters, self.id, self.parameters)
        if self.family is None:
            return self
        return replace(self.family(**{**self.parameters, **parameters}), at_importance=self.at_importance)

    def bounds(self, classes: int) -> Range:
        """Return between which numbers it lies, given the number of classes.

        Examples
        --------
        >>> import steelyard as sy
        >>> sy.scores.metrics["brier"].bounds(2), sy.scores.metrics["brier"].bounds(3)
        ((0.0, 1.0), (0.0, 2.0))
        """
        low, high = self.range
        return low, high * distance_share(classes) if self.halved else high

    @property
    def averaged(self) -> bool:
        """Whether the importance of classes has a part in it."""
        return self.kind in ("rate", "pairs") or self.at_importance
