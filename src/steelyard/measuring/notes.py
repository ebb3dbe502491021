"""Notes: what a reader must know beside a number, as data; the sentences are written where answers are shown."""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from steelyard.counts.answer import Shown
from steelyard.counts.confusion import Confusion
from steelyard.counts.labels import Label, storable
from steelyard.measuring.apply import Measured, reason, view_of
from steelyard.measuring.conditions import Condition
from steelyard.measuring.registry import metrics as registry
from steelyard.type_names import Floats

if TYPE_CHECKING:
    from numpy.typing import NDArray


Kind = Literal[
    # of a value of which terms are undefined
    "undefined",
    "given_up",
    "left_out",
    "left_out_of_average",
    "counts_as_zero",
    # of a value that misleads: the rules of `advice`
    "constant_answer",
    "weight_of_one_class",
    "one_class_at_zero",
    "exchanged_answers",
    "class_shares",
    "high_floor",
    # of models, none of which is the best
    "no_best",
    # of an interval that is none
    "undefined_value",
    "undefined_in_every_draw",
    "derivatives_without_bounds",
    "single_class",
    "too_many_classes",
    "too_few_groups",
    "groups_needed",
    # of an interval that may not be trusted, or that one class limits
    "nothing_varies",
    "hardly_varies",
    "few_groups",
    "small_class",
    "small_rate",
    "empty_class",
    "never_found",
    "always_found",
    "biased_draws",
    "undefined_in_draws",
    "infinite_in_draws",
    "class_undefined_in_draws",
    "few_draws",
    "few_decide",
    "few_items",
    # of all intervals, which there are not
    "weighted_items",
    "weights_as_counts",
    "too_many_items",
    "long_to_compute",
    "no_rates_by",
    # of a difference
    "undefined_pair",
    "difference_never_defined",
    "draws_alike",
    # of what is compared
    "no_true_class",
    "items_for_some_models",
    "missing_in_slices",
    "slices_unsaid",
    # of scores
    "one_class_only",
    "impossible_truth",
    "no_items_to_rank",
    "equal_scores",
    "below_chance",
    "moved_by_chance",
    # of other weights and other classes
    "too_open",
    "walks_remember",
    "costs_unknown",
]
"""What a note says; which of its fields are set follows from it."""

GRAVEST: tuple[Kind, ...] = (
    "no_true_class",
    "undefined",
    "constant_answer",
    "weight_of_one_class",
    "one_class_at_zero",
    "left_out",
    "exchanged_answers",
    "class_shares",
    "high_floor",
    "given_up",
    "no_best",
    "left_out_of_average",
    "counts_as_zero",
)
"""What is said first: that there is no number, that it misleads, that classes are not in it; doubts about intervals
follow."""

Remedy = Literal["", "bayesian", "bayes", "prior", "classwise", "percentile"]
"""Nothing helps; the Bayesian interval was taken instead; or what would help: another way of intervals, or prior."""


@dataclass(frozen=True, slots=True)
class Note(Shown):
    """One thing that a reader must know beside a number; `str` of it is the sentence.

    Attributes
    ----------
    kind
        What it says, such as "small_class".
    labels, among
        The classes that it is about, and those that they are not among.
    amount, beside
        The number that it is about, such as a share of draws, and further numbers of the sentence.
    metric, model
        The metric, or rate, that the amount is a value of; and the model, where the note is not about all.
    unit
        What is counted: "items", "groups", "weight", or the name of what groups them.
    causes
        The declared words of the conditions that hold, see `measuring.conditions`; the name of a way of intervals; or
        the policies that name different models.
    remedy
        What was done about it, or can be.

    Examples
    --------
    >>> from steelyard.measuring.notes import Note
    >>> note = Note("small_class", labels=("fraud",), amount=10)
    >>> note.kind, note.labels
    ('small_class', ('fraud',))
    >>> print(note)
    class 'fraud' has fewer than 10 items
    """

    kind: Kind
    labels: tuple[Label, ...] = ()
    among: tuple[Label, ...] = ()
    amount: float | None = None
    beside: tuple[float, ...] = ()
    metric: str = ""
    model: Label | None = None
    unit: str = "items"
    causes: tuple[str, ...] = ()
    remedy: Remedy = ""

    def __str__(self) -> str:
        return self._shown_as("text")

    def __repr__(self) -> str:
        told = (f"{each.name}={getattr(self, each.name)!r}" for each in fields(self) if self._is_set(each))
        return f"Note({', '.join(told)})"

    def _is_set(self, field: Any) -> bool:
        return bool(getattr(self, field.name) != field.default)

    def to_dict(self) -> dict[str, Any]:
        """Return the sentence, and the fields that are set, as plain values.

        Examples
        --------
        >>> Note("few_groups", amount=7).to_dict()
        {'sentence': 'there are only 7 groups, so the interval may be too narrow', 'kind': 'few_groups', 'amount': 7}
        """
        held = {each.name: getattr(self, each.name) for each in fields(self) if self._is_set(each)}
        lists = {name: storable(value) for name, value in held.items() if isinstance(value, tuple)}
        (model,) = storable([self.model])
        return {"sentence": str(self), **held, **lists, **({} if model is None else {"model": model})}


class Notes(tuple[Note, ...], Shown):
    """Notes on one number, none if there is nothing to say; `str` of them is what they say together.

    Examples
    --------
    >>> from steelyard.measuring.notes import Note, Notes
    >>> notes = Notes([Note("empty_class", labels=("a; class b",)), Note("few_groups", amount=7)])
    >>> len(notes), bool(Notes())
    (2, False)
    >>> print(notes)
    class 'a; class b' has no items; there are only 7 groups, so the interval may be too narrow
    """

    __slots__ = ()

    def __str__(self) -> str:
        return "; ".join(map(str, self))

    def __repr__(self) -> str:
        return f"<{self or 'no note'}>"


NO_NOTES = Notes()


# What a note says about a value of which some classes are undefined: which, their weight, what became of them.


def undefined_note(result: Measured, cm: Confusion, at: tuple[int, ...], weights: Floats) -> Notes:
    """Return why a value is undefined, or which classes left it or count as the worst.

    Examples
    --------
    >>> import numpy as np, steelyard as sy
    >>> from steelyard.measuring.apply import apply
    >>> cm = sy.Confusion([[0, 10], [0, 90]], labels=["ill", "well"])
    >>> (measured,) = apply([sy.metrics.macro_precision], cm)
    >>> print(undefined_note(measured, cm, (), np.array([0.5, 0.5])))
    class 'ill' (50 % of the weight) has items and is never predicted: its precision counts as 0
    """
    if math.isnan(result.value[at]):
        return Notes([Note("undefined", causes=(reason(result, cm, at, result.out(at)),))])
    worst = result.worst(at)
    others = result.out(at) & ~worst
    told = []
    if worst.any():
        told.append(_given_up(result, cm, at, worst, weights))
    if others.any():
        left: Kind = "left_out_of_average" if result.metric.kind == "combined" else "left_out"
        became: Kind = "counts_as_zero" if result.policy == "zero" else left
        causes = _lacking(result, cm, at, others)
        told.append(Note(became, _among(cm, others), amount=_share(result, weights, others), causes=causes))
    return Notes(told)


def _among(cm: Confusion, classes: NDArray[np.bool_]) -> tuple[Label, ...]:
    return tuple(itertools.compress(cm.labels, classes))


def _share(result: Measured, weights: Floats, classes: NDArray[np.bool_]) -> float | None:
    """Return how much of an average classes are; of the rate of one class nothing, as no other has a part in it."""
    return None if result.metric.kind == "class" else float(weights[classes].sum())


def _lacking(result: Measured, cm: Confusion, at: tuple[int, ...], classes: NDArray[np.bool_]) -> tuple[str, ...]:
    """Return why classes left, or count as 0: under "worst" the data alone are the cause."""
    if result.policy != "worst":
        return (reason(result, cm, at, classes),)
    held = result.metric.undefined.held(view_of(result, cm, at), result.arguments, classes)
    return tuple(dict.fromkeys(case.lacking or case.text for case in held)) or (result.metric.undefined.text,)


def _given_up(
    result: Measured, cm: Confusion, at: tuple[int, ...], classes: NDArray[np.bool_], weights: Floats
) -> Note:
    metric = result.metric
    held = metric.undefined.held(view_of(result, cm, at), result.arguments, classes) or [metric.undefined]
    several = int(classes.sum()) > 1
    note = Note(
        "given_up",
        _among(cm, classes),
        amount=_share(result, weights, classes),
        causes=tuple(_failing(case, several=several) for case in held),
    )
    rate = metric.of_rate
    if metric.average_of is not None:
        rate = registry[metric.average_of].at(**metric.fixed)
    if rate is None:
        return note
    worst = float(np.ravel((metric if metric.of_rate else rate).worst(result.relevance, result.arguments))[0])
    return replace(note, metric=rate.title, beside=(worst,))


def _failing(case: Condition, *, several: bool) -> str:
    one, many = case.failing or (f"has items, but {case.text}", f"have items, but {case.text}")
    return many if several else one
