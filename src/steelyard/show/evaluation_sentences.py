"""What is said of an evaluation: what is right and never found, at which shares, who is the best, what matters."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from steelyard.counts.class_shares import ROUNDING
from steelyard.counts.confusion import Confusion
from steelyard.counts.labels import Label, percentage, some, text
from steelyard.importance import Importance
from steelyard.show import numbers
from steelyard.show.names import MOST, capital, listed, named, quoted, shortened, verb
from steelyard.show.parts import Listing, Part, Sentence

if TYPE_CHECKING:
    from steelyard.advice.candidates import CalledFor
    from steelyard.evaluation.evaluate import Evaluation
    from steelyard.measuring.lead import Standing
    from steelyard.measuring.record import Metric
    from steelyard.measuring.view import Policy


def headline(overall: Evaluation, names: Sequence[str]) -> str:
    """Return what one model gets right and never finds; of several, which has the best value by the first metric.

    Examples
    --------
    >>> import steelyard as sy
    >>> headline(sy.evaluate([[8, 2], [0, 90]]), ["cba"]), headline(sy.evaluate([[0, 10], [0, 90]]), ["cba"])
    ('98 of 100 items are right (98 %).', '90 of 100 items are right (90 %). Class 0 is never found.')
    >>> headline(sy.evaluate([[8, 2], [0, 90]], shares="uniform"), ["cba"])
    'At equal class shares. 90 % would be right.'
    """
    cm = overall.at_shares
    at = at_shares_sentence(overall)
    if int(np.prod(cm.shape)) > 1:
        found = _best(overall, names[0]) if names else f"{int(np.prod(cm.shape))} models."
        return f"{at} {found}".strip()
    one = cm.each_item_once()
    right = f"{_share_right(one)} would be right." if at else _right(one)
    return " ".join(filter(None, (at, _model(cm) + right, _never_found(one))))


def at_shares_sentence(evaluation: Evaluation) -> str:
    """Return at which stated class shares everything is measured; nothing if at those of the items."""
    at = at_stated_shares(evaluation)
    return f"{capital(at)}." if at else ""


def at_stated_shares(evaluation: Evaluation) -> str:
    """Return the same as it stands in a sentence."""
    if evaluation.shares is None:
        return ""
    sizes = evaluation.confusion.each_item_once().support
    return f"at {stated_shares(evaluation.confusion.labels, evaluation.shares, sizes / sizes.sum())}"


def stated_shares(labels: Sequence[Label], shares: Any, counted: Any = None) -> str:
    """Return stated class shares, as they stand in a sentence; of many, first those that are farthest from the counted.

    Examples
    --------
    >>> stated_shares(["fraud", "ok"], [0.001, 0.999]), stated_shares([0, 1, 2], [1 / 3] * 3)
    ("class shares 'fraud' 0.1 % and 'ok' 99.9 %", 'equal class shares')
    """
    if np.ptp(shares) <= ROUNDING:
        return "equal class shares"
    order = range(len(labels))
    if counted is not None and len(labels) > MOST + 1:
        order = np.argsort(-np.abs(np.asarray(shares) - counted), kind="stable").tolist()
    names = quoted(labels)
    return f"class shares {listed([f'{names[c]} {numbers.round_share(shares[c])}' for c in order])}"


def positive_sentence(positive: Label, labels: Sequence[Label]) -> str:
    """Return which class is positive, and against what.

    Examples
    --------
    >>> positive_sentence("fraud", ["fraud", "ok"])
    "Positive is 'fraud', against 'ok'."
    >>> positive_sentence(1, [0, 1, 2])
    'Positive is 1, against the other 2 classes together.'
    """
    others = [label for label in labels if label != positive]
    against = some(others) if len(others) == 1 else f"the other {len(others):,} classes together"
    return f"Positive is {some([positive])}, against {against}."


def _model(cm: Confusion) -> str:
    return f"{', '.join(text(key) for (key,) in cm.axes.values())}: " if cm.axes else ""


def _right(cm: Confusion) -> str:
    share = _share_right(cm)
    if cm.is_weighted or not float(cm.total).is_integer():
        items = f" of {numbers.count(cm.items)} items" if cm.is_weighted else ""
        return f"{share} of the weight{items} is right."
    right = numbers.count(float(cm.correct.sum()))
    return f"{right} of {numbers.items(cm.total)} {'is' if right == '1' else 'are'} right ({share})."


def _share_right(cm: Confusion) -> str:
    return percentage(float(cm.correct.sum() / cm.total))


def _never_found(cm: Confusion) -> str:
    lost = [label for label, t, tp in zip(cm.labels, cm.support, cm.correct, strict=True) if t > 0 and tp == 0]
    if not lost or len(lost) == int(np.count_nonzero(cm.support)):
        return "" if not lost else "No class is ever found."
    return f"{capital(named(lost))} {verb(lost, 'is', 'are')} never found."


def _best(overall: Evaluation, metric: str) -> str:
    """Return which model has the best value; whether it is better, a comparison tells."""
    standing = overall.standings[metric]
    models = [", ".join(text(key) for _, key in name) for _, name in overall.slices()]
    best = sorted(standing.best)
    if not best:
        return f"{len(models)} models; none is the best by {metric}."
    word = "highest" if standing.metric.direction == "higher" else "lowest"
    value = numbers.value(float(standing.values[standing.policy][best[0]]))
    who = listed(shortened([models[k] for k in best]))
    have = "has" if len(best) == 1 else "have"
    return f"Of {len(models)} models, {who} {have} the {word} {metric} ({value}). `compare` tells how sure that is."


def situation_sentence(cm: Confusion) -> str:
    """Return how many items and classes there are, and how large the classes are.

    Examples
    --------
    >>> import steelyard as sy
    >>> situation_sentence(sy.Confusion([[8, 2], [0, 90]])), situation_sentence(sy.Confusion([[7, 0], [0, 7]]))
    ('100 items in 2 classes (10 to 90 each).', '14 items in 2 classes (7 each).')
    """
    sizes = cm.imbalance.support
    least, most = (numbers.count(float(size)) for size in (sizes.min(), sizes.max()))
    each = f" ({least}{'' if least == most else f' to {most}'} each)" if len(sizes) > 1 else ""
    told = f"{capital(numbers.counted(cm.each_item_once()))} in {numbers.classes(len(sizes))}{each}."
    return f"{told}{left_out(cm.dropped)}"


def left_out(dropped: float) -> str:
    """Return how many items were left out, if some were."""
    if not dropped:
        return ""
    return f" {capital(numbers.items(dropped))} without a label {'was' if dropped == 1 else 'were'} left out."


def why_these(called: CalledFor) -> str:
    """Return why these metrics are shown, in one line, and which of them are to be used with care."""
    first, rest = len(called.anywhere), len(called.here) + len(called.in_use)
    if not first:
        one_class = "Items of one class alone: there is nothing to choose by."
        return "Chosen by `advise`, if class shares stay as they are here." if called.here else one_class
    with_care = f"Chosen by `advise`, all but the first{f' {first}' if first > 1 else ''} with care"
    if called.weights_follow_sizes:
        kept = "Chosen by `advise`: class shares do not change them, if the weights stay."
        return f"{with_care} even if the weights stay." if rest else kept
    if not rest:
        return "Chosen by `advise`: class shares alone do not change them."
    return f"{with_care}: class shares change {'it' if rest == 1 else 'them'}."


# Who is the best, where policies for undefined terms name different models: a verdict, or a note, says so.


COUNTING: dict[Policy, str] = {"worst": "count as the worst", "exclude": "are left out", "zero": "count as 0"}
"""What becomes of undefined terms."""

Values = Sequence[float]
"""Of who leads by a policy, and of the other; then of who leads by another policy, and of the other."""


def no_best(names: tuple[str, str], policies: tuple[Policy, Policy], values: Sequence[Values]) -> str:
    """Return that no model is the best, as one leads by one policy and another by another; with values by each metric.

    Examples
    --------
    >>> said = no_best(("tree", "svm"), ("worst", "exclude"), [(0.4, 0.3, 0.6, 0.4)])
    >>> said.startswith("no model is the best: tree leads if undefined terms count as the worst (0.400 against 0.300)")
    True
    """
    used, policy = (COUNTING[each] for each in policies)
    here, there = (
        "; ".join(f"{numbers.value(each[k])} against {numbers.value(each[k + 1])}" for each in values) for k in (0, 2)
    )
    return (
        f"no model is the best: {names[0]} leads if undefined terms {used} ({here}), {names[1]} if they {policy} "
        f"({there})"
    )


def dispute(standing: Standing, names: Sequence[str]) -> str:
    """Return which policies name which best model, with both values; nothing if they agree."""
    if not standing.disputed:
        return ""
    (used, best), (policy, other) = standing.disputants()
    places = ((used, best), (used, other), (policy, other), (policy, best))
    values = [float(standing.values[by][model]) for by, model in places]
    return no_best((names[best], names[other]), (used, policy), [values])


def dispute_sentence(standing: Standing, models: Sequence[Hashable]) -> str:
    """Return the same of models by their names; nothing if the policies agree."""
    return dispute(standing, shortened(models))


# What matters: an importance and the weights of the classes.


MOST_WEIGHTS = 6
NAMED = 20
"""Names are told apart among so many classes, as in the table of classes."""

SAME = 1e-12
"""Weights that differ by less are the same."""


def all_count_the_same(weights: Any) -> bool:
    """Return whether all classes that have a weight have the same."""
    given = np.asarray(weights)[np.asarray(weights) > 0]
    return bool(np.ptp(given) <= SAME)


def _go_by_classes(metrics: Iterable[Metric]) -> bool:
    """Return whether some metrics follow the importance, and no costs say what matters instead of it.

    Examples
    --------
    >>> import steelyard as sy
    >>> _go_by_classes([sy.metrics.accuracy]), _go_by_classes([sy.metrics.accuracy, sy.metrics.cba])
    (False, True)
    """
    every = list(metrics)
    return any(metric.weighted for metric in every) and not any(metric.priced for metric in every)


def what_matters(
    before: str,
    importance: Importance,
    labels: Sequence[Label],
    weights: Any,
    metrics: Iterable[Metric],
    *,
    of_all: bool = True,
) -> Iterator[Part]:
    """Yield a sentence, and behind it that all classes count the same; or below it the rule and the weights.

    That they count the same is said only if it is about the metrics that are shown; where it is not about all that
    matters, as beside rates of a positive class, it is said of averages.
    """
    if all_count_the_same(weights):
        classes = int(np.count_nonzero(weights))  # what is only predicted, such as a missing label, has no weight
        every = "both classes" if classes == 2 else f"all {classes:,} classes"
        every_metric = list(metrics)
        follows = _go_by_classes(every_metric) if of_all else any(metric.weighted for metric in every_metric)
        said = classes > 1 and follows
        same = f"{'' if of_all else 'in averages, '}{every} count the same."
        yield from [Sentence(f"{before} {capital(same)}".strip() if said else before)] if said or before else []
    else:
        yield from [Sentence(before)] if before else []
        order = np.argsort(-np.asarray(weights), kind="stable").tolist()
        names = shortened([labels[i] for i in order[:NAMED]])
        shown = [
            f"{name} {numbers.weight(float(weights[i]))}" for name, i in zip(names[:MOST_WEIGHTS], order, strict=False)
        ]
        more = len(order) - MOST_WEIGHTS
        yield Sentence(str(importance), lead="What matters:")
        yield Listing([*shown, f"… {more:,} more"] if more > 0 else shown)
    if importance.caution:
        yield Sentence(importance.caution, indent=2)


WORDS = {
    "uniform": "if all classes count the same",
    "prevalence": "if all items count the same",
    "rarity": "if rare classes count more",
}
"""Mechanisms that have no arguments, in plain words."""

YOURS = "with your importance"
"""What is said of weights that someone set by hand, and of an importance that no sentence can bear."""

LONGEST = 60
"""Characters of an importance that a sentence can bear."""


def if_it_counts(importance: Importance) -> str:
    """Return an importance as a condition.

    Examples
    --------
    >>> import steelyard as sy
    >>> if_it_counts(sy.importance.uniform()), if_it_counts(sy.importance.order("a < b"))
    ('if all classes count the same', 'with importance a < b')
    """
    stated = importance.alone
    if stated in WORDS:
        return WORDS[stated]
    return f"with importance {stated}" if len(stated) <= LONGEST and stated.isprintable() else YOURS
