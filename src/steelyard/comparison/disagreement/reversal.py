"""A reversal: one model is ahead by one criterion, the other by another; and the classes that cause it."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any

from steelyard.comparison.disagreement.attribution import Attribution, attributed, pair_of
from steelyard.comparison.disagreement.criterion import Criterion, criterion
from steelyard.counts.answer import Answer, plain
from steelyard.counts.confusion import Confusion
from steelyard.counts.labels import some, text
from steelyard.counts.matrix_input import MODEL
from steelyard.measuring.apply import apply, as_confusion, checked_policy
from steelyard.measuring.lead import lead
from steelyard.measuring.record import Metric
from steelyard.measuring.view import DEFAULT_POLICY, Policy


@dataclass(frozen=True, slots=True)
class Reversal(Answer):
    """Two models of which the first is ahead by one criterion and the second by another.

    Attributes
    ----------
    first, second
        The models.
    by, against
        What classes and cells contribute, by the criterion for which the first is ahead and by that for which the
        second is. Both are signed as the metric is: first minus second.
    beyond_chance
        Whether the lead by the one and that by the other is more than chance, by the rule of verdicts; None if only the
        counts were looked at.
    """

    first: Hashable
    second: Hashable
    by: Attribution
    against: Attribution
    beyond_chance: tuple[bool, bool] | None = None

    @property
    def sentence(self) -> str:
        """The reversal and the classes that cause it, in words."""
        return self._shown_as("sentence")

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain values, ready for JSON."""
        return {
            "first": plain(self.first),
            "second": plain(self.second),
            "by": self.by.to_dict(),
            "against": self.against.to_dict(),
            "beyond_chance": None if self.beyond_chance is None else [*self.beyond_chance],
            "sentence": self.sentence,
        }

    def to_rows(self) -> list[dict[str, Any]]:
        """Return one row per criterion and class term."""
        return [*self.by.to_rows(), *self.against.to_rows()]


def reversal(
    stack: Any,
    a: Hashable,
    b: Hashable,
    metric_1: str | Metric,
    metric_2: str | Metric,
    *,
    importance_1: Any = None,
    importance_2: Any = None,
    undefined: str = DEFAULT_POLICY,
) -> Reversal:
    """Explain why one of two models is ahead by one metric and the other by another.

    Contributions of classes and cells add up to the difference of the values under each metric (to the rounding of a
    sum). For an average of a rate, what a class contributes is exact: its weight times the difference of its rate. For
    all other metrics, and for cells, it is the path integral from one matrix to the other, by quadrature refined until
    its sum is right to 1e-9; the remainder, which `residual` tells, is spread over the cells.

    Parameters
    ----------
    stack
        A `Confusion` along "model", or a `Joint`.
    a, b
        The two models.
    metric_1, metric_2, importance_1, importance_2
        The two criteria. Metrics of the whole matrix are taken as counted, whatever the importance.
    undefined
        As for `sy.evaluate`.

    Examples
    --------
    >>> import steelyard as sy
    >>> from steelyard.comparison.disagreement import reversal
    >>> tree, svm = sy.Confusion([[8, 2], [9, 81]], ["fraud", "ok"]), sy.Confusion([[5, 5], [1, 89]], ["fraud", "ok"])
    >>> models = sy.Confusion.of_models({"tree": tree, "svm": svm})
    >>> print(reversal(models, "tree", "svm", "accuracy", "balanced_accuracy").sentence)
    By accuracy, svm is ahead of tree (0.940 against 0.890): class 'ok' (+0.080) is for svm, class 'fraud' (−0.030) is \
for tree. By balanced_accuracy, tree is ahead (0.850 against 0.744): class 'ok' (+0.044) is for svm, class 'fraud' \
(−0.150) is for tree.
    """
    counts = model_stack(stack)
    for model in (a, b):
        if model not in counts.axes[MODEL]:
            raise ValueError(f"there is no model {model!r}; there are {some(counts.axes[MODEL])}.")
    if a == b:
        raise ValueError(f"a reversal is between two models, not between {a!r} and itself.")
    policy = checked_policy(undefined)
    first = criterion(metric_1, importance_1, counts)
    second = criterion(metric_2, importance_2, counts)
    ahead = [_ahead(counts, (a, b), one, policy) for one in (first, second)]
    if ahead[0] is None or ahead[1] is None or ahead[0] == ahead[1]:
        told = " and ".join(
            f"by {one.name} {'none of the two' if who is None else text(who)} is ahead"
            for one, who in zip((first, second), ahead, strict=True)
        )
        raise ValueError(f"there is no reversal between {text(a)} and {text(b)}: {told}.")
    return explained(counts, (ahead[0], ahead[1]), first, second, policy)


def explained(
    stack: Confusion, models: tuple[Hashable, Hashable], by: Criterion, against: Criterion, policy: Policy
) -> Reversal:
    """Return a reversal that is known to be one, the models in the order of the first criterion."""
    return Reversal(*models, attributed(stack, models, by, policy), attributed(stack, models, against, policy))


def _ahead(stack: Confusion, models: tuple[Hashable, Hashable], one: Criterion, policy: Policy) -> Hashable | None:
    """Return the model that is ahead; None if they are tied or one has no value."""
    (result,) = apply([one.metric], pair_of(stack, models), importance=one.weights, undefined=policy)
    ahead = lead(result.value[:1], result.value[1:], one.metric)
    return {1.0: models[0], -1.0: models[1]}.get(ahead.item())


def model_stack(stack: Any) -> Confusion:
    """Return the counts of several models, refusing everything else."""
    counts = as_confusion(stack)
    if list(counts.axes) != [MODEL]:
        others = [name for name in counts.axes if name != MODEL]
        if MODEL in counts.axes:
            raise ValueError(
                f"models are compared on all items together; put the slices along {some(others)} together first, "
                f"with cm.pooled({others[0]!r})."
            )
        raise ValueError(f"give the counts of several models, as a stack along {MODEL!r} or a Joint.")
    if len(counts) < 2:
        raise ValueError("one model cannot be compared; give the counts of two at least.")
    return counts
