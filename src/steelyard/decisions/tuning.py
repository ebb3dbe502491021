"""Find the decision rule that is best by a metric under an importance, on validation items."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np

from steelyard.class_sizes import sizes_of
from steelyard.confusion import Confusion
from steelyard.counting.codes import encode
from steelyard.decisions.closed_form import closed_form
from steelyard.decisions.column_order import refuse_other_order
from steelyard.decisions.costs import refuse_odd_costs
from steelyard.decisions.linearised import linearised
from steelyard.decisions.rule import Rule
from steelyard.decisions.search import search
from steelyard.decisions.validation import Validation, validation
from steelyard.goal import Goal, goal
from steelyard.probabilities import as_numbers
from steelyard.record import Metric
from steelyard.view import DEFAULT_POLICY
from steelyard.whole_number import whole_number

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from steelyard.view import Floats

METHODS = ("auto", "closed_form", "search", "linearised")

RESTARTS = 8


def tune(
    y_true: Any,
    probabilities: ArrayLike,
    metric: str | Metric = "balanced_accuracy",
    importance: Any = None,
    *,
    labels: Iterable[Any] | None = None,
    weights: Any = None,
    method: str = "auto",
    undefined: str = DEFAULT_POLICY,
    restarts: int = RESTARTS,
    seed: int = 0,
    **parameters: Any,
) -> Rule:
    """Return the rule, argmax of g_c·p_c, that is best by a metric under an importance, on validation items.

    Parameters
    ----------
    y_true
        The true label of each validation item: of items that the model was not trained on.
    probabilities
        One row per item, one column per class.
    metric, importance, undefined
        As for `sy.evaluate`: one metric that gives one number, by name, its parameters behind, such as `beta=2` or
        `costs=…`. A metric of the whole matrix is as counted, so an importance is refused; "mcc at importance" has one.
    labels
        The class of each column; if not given, the sorted labels of `y_true`.
    weights
        One weight per item; 1 each if not given.
    method
        "closed_form": w/π for (weighted) balanced accuracy, the most probable class for accuracy, costs for the
        expected cost, and both at importance; best where the probabilities are right. "search": for two classes all
        thresholds, for more one class after the other, from several starts. "linearised": a matrix of gains, the
        metric's slope (Frank–Wolfe and Dinkelbach). "auto": the closed form where there is one and it is no worse than
        the most probable class; else search.
    restarts, seed
        How often the search for more than two classes starts anew near the best so far, and the seed of that.

    Returns
    -------
    Rule
        Never worse on these items than the most probable class, which it is if nothing better is found.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.decisions import tune
    >>> truth = ["ok", "ok", "ok", "ill", "ok", "ill"]
    >>> ill = np.array([0.05, 0.1, 0.2, 0.3, 0.4, 0.7])
    >>> rule = tune(truth, np.stack([ill, 1 - ill], axis=1), "mean_f", "rarity", labels=["ill", "ok"])
    >>> round(rule.untuned, 3), round(rule.score, 3)
    (0.741, 0.819)
    >>> rule.decide([[0.35, 0.65]])
    array(['ill'], dtype='<U3')
    """
    sizes = sizes_of(y_true, labels=labels, weights=weights)
    if labels is None:
        _refuse_unnamed(sizes, probabilities)
    sought = goal(metric, importance, sizes=sizes, undefined=undefined, **parameters)
    truth = encode(y_true, sizes.labels)
    items = validation(sought, truth, probabilities, weights)
    refuse_other_order(items)
    return _rule(items, method, restarts, seed)


def tuned(
    goal: Goal,
    truth: ArrayLike,
    probabilities: ArrayLike,
    weights: Any = None,
    *,
    method: str = "auto",
    restarts: int = RESTARTS,
    seed: int = 0,
) -> Rule:
    """Return the rule for a goal; `truth` holds the position of each item's class. All else is as for `tune`."""
    return _rule(validation(goal, truth, probabilities, weights), method, restarts, seed)


def _rule(items: Validation, method: str, restarts: int, seed: int) -> Rule:
    check_method(method)
    restarts, seed = whole_number(restarts, "restarts"), whole_number(seed, "seed")
    refuse_odd_costs(items.goal, items.labels)
    untuned = np.ones(items.C)
    gains, found_by = _found(items, items.worth(untuned), method, restarts, seed)
    score = items.goal.of_counts(Confusion(items.counts(items.answers(gains)), items.labels))
    return Rule(
        labels=items.labels,
        gains=gains,
        goal=items.goal,
        score=float(score),
        untuned=float(items.measured(items.counts(items.answers(untuned)))),
        method=found_by,
        items=float(items.t.sum()),
    )


def check_method(method: str) -> None:
    """Refuse an unknown method."""
    if method not in METHODS:
        raise ValueError(f"method must be one of {', '.join(METHODS)}, not {method!r}.")


def _found(items: Validation, untuned: float, method: str, restarts: int, seed: int) -> tuple[Floats, str]:
    """Return gains and what found them."""
    if method in ("auto", "closed_form"):
        gains = closed_form(items)
        if gains is None and method == "closed_form":
            raise ValueError(
                f"{items.goal.metric.id} has no closed form; take the method search, or a metric that has one: "
                "balanced_accuracy, accuracy or expected_cost."
            )
        if gains is not None and items.worth(gains) >= untuned:
            return gains, "closed_form"
    if method in ("auto", "search"):
        method, gains = "search", search(items, restarts, seed)
    elif method == "linearised":
        gains = linearised(items)
    if gains is not None and items.worth(gains) > untuned:
        return gains, method
    return np.ones(items.C), "untuned"


def _refuse_unnamed(sizes: Confusion, probabilities: ArrayLike) -> None:
    """Refuse columns of which it is not said which classes they are."""
    shape = as_numbers(probabilities, "probabilities").shape
    if len(shape) == 2 and shape[1] > len(sizes.labels):
        raise ValueError(
            f"there are {shape[1]} columns of probabilities, but the items have {len(sizes.labels)} different labels; "
            "say which class each column is: labels=[…]."
        )
