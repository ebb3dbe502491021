"""What several libraries need: values of goals, classes in the order of outputs, weights of classes, plain names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from numbers import Integral
from typing import Any

from steelyard.counts import labels as naming
from steelyard.counts.confusion import Confusion
from steelyard.counts.labels import Label, some
from steelyard.decisions.shares_shift import item_weights, warn_of_wide_weights
from steelyard.importance.mechanisms import sizes_of
from steelyard.measuring.goal import Goal

# Values of goals.


def goal_values(goals: Iterable[Goal], cm: Confusion) -> dict[str, float]:
    """Return the value of each goal by the name of its metric, of one matrix.

    A few batches, as those that Lightning tries first, may lack a class whose size decides about the importance. Then
    the sizes of the training data are asked for, with which this cannot happen.

    Examples
    --------
    >>> from steelyard.measuring.goal import goal
    >>> goal_values([goal("accuracy"), goal("balanced_accuracy")], Confusion([[8, 0], [1, 1]]))
    {'accuracy': 0.9, 'balanced_accuracy': 0.75}
    """
    values = {}
    for each in goals:
        _check_sizes(each, cm)
        values[each.metric.name] = float(each.of_counts(cm))
    return values


def _check_sizes(of: Goal, cm: Confusion) -> None:
    """Refuse class sizes of which the importance cannot be told, in words for those who can give `counts`."""
    if of.importance is None or of.weights is not None:
        return
    try:
        of.importance.weights(cm)
    except ValueError:
        lacking = [label for label, size in zip(cm.labels, cm.support.tolist(), strict=True) if not size]
        if not lacking:
            raise
        raise ValueError(
            f"the importance '{of.importance}' depends on class sizes, but there are no items of "
            f"{some(lacking)}; give counts=, the class sizes of the training data."
        ) from None


# The classes of a model's outputs, in their order, and the sizes they had in the training data.


def classes_in_order(
    classes: Any, labels: Iterable[Any] | None, counts: Any
) -> tuple[tuple[Label, ...], Confusion | None]:
    """Return the classes in the order of the logits, and their sizes if `counts` tells them; something must be given.

    Examples
    --------
    >>> classes_in_order(3, None, None)
    ((0, 1, 2), None)
    """
    if classes is None and labels is None and counts is None:
        raise ValueError("the classes must be known: give classes=, how many there are, or labels= or counts=.")
    if classes is not None and (isinstance(classes, bool) or not isinstance(classes, Integral) or classes < 1):
        raise ValueError(f"classes must be how many there are, a whole number above 0, not {classes!r}.")
    sizes = None if counts is None else sizes_in_order(counts, labels)
    named = _named(range(classes or 0) if labels is None else labels) if sizes is None else sizes.labels
    if not named:
        raise ValueError("labels must name at least one class.")
    if classes is not None and len(named) != classes:
        raise ValueError(f"classes is {classes}, but {'labels' if counts is None else 'counts'} name {len(named)}.")
    return named, sizes


def sizes_in_order(counts: Any, labels: Iterable[Any] | None = None) -> Confusion:
    """Return class sizes in the order of the logits, from a list, an array, a tensor, or a mapping by class.

    A mapping has an order of its own, which need not be that of the logits: its keys must be the numbers of the
    classes, or `labels` must say which class is which.

    Examples
    --------
    >>> sizes_in_order({1: 10, 0: 90}).support
    array([90., 10.])
    """
    if counts is None:
        raise ValueError("counts must be the class sizes of the training data, in the order of the logits, not None.")
    named = None if labels is None else _named(labels)
    if named is None and hasattr(counts, "keys"):
        named = tuple(range(len(counts)))
        others = [label for label in counts.keys() if label not in named]  # noqa: SIM118 - a Series has values in it
        if others:
            raise ValueError(
                f"counts name the class {some(others)}; give labels=, the classes in the order of the logits."
            )
    return sizes_of(counts=counts, labels=named)


def _named(labels: Iterable[Any]) -> tuple[Label, ...]:
    """Return labels, but not the keys of a mapping from numbers to names, such as `id2label` of Hugging Face."""
    if isinstance(labels, Mapping):
        raise ValueError(
            "labels must be a list of the classes in the order of the logits, not a mapping; of the configuration of "
            "a model, give list(id2label.values())."
        )
    return naming.checked(labels)


# Weights of classes.


def class_weight(
    importance: Any, y: Any, *, per: str = "class", labels: Iterable[Any] | None = None
) -> dict[Label, float]:
    """Return {label: weight} for the `class_weight=` of scikit-learn's classifiers.

    "uniform" gives what scikit-learn calls "balanced", "prevalence" gives 1 to every class. The weights are 1 on
    average over the items, so that regularisation keeps its strength. A warning says where an item weighs more than
    1,000 times as much as another: "rarity" goes by one over the class size, and so do the items' weights once more.

    A class that does not matter gets 0, and most learners then never predict it. With scikit-learn 1.9, `SVC` refuses
    such a class weight (but takes the same as `sample_weight`), and `NuSVC`, `LinearSVC`, `Perceptron` and
    `SGDClassifier` may still predict the class: for these, leave its items out.

    Parameters
    ----------
    importance
        How much each class matters, as for `sy.evaluate`.
    y
        The training labels.
    per
        "class": all items of a class together weigh what the class matters, so that the loss follows the weighted
        balanced accuracy. "item": each item weighs what its class matters, as Gupta et al. 2020 weigh their loss.
    labels
        The classes, if the weights should come in another order.

    Examples
    --------
    >>> class_weight("uniform", ["ok"] * 9 + ["ill"])
    {'ill': 5.0, 'ok': 0.5555555555555556}
    """
    sizes = sizes_of(y, labels=labels)
    warn_of_wide_weights(importance, sizes, per, stacklevel=2)
    return dict(zip(sizes.labels, item_weights(importance, sizes, per).tolist(), strict=True))


# Names without what other libraries refuse.


LONGEST_NAME = 100
"""Characters of a name; MLflow takes 250 for a metric, its slice and its prefix together."""


def plain_name(text: str) -> str:
    """Return a text without what logs, paths and tables of other libraries refuse or take for something else.

    XGBoost reads its own log line again, split at spaces and colons; MLflow takes slashes for folders and refuses
    brackets.

    Examples
    --------
    >>> plain_name("mean_f(beta=2) under rarity * (c1=0.7, c5=0.3)")
    'mean_f_beta_2_under_rarity_c1_0.7_c5_0.3'
    """
    return re.sub(r"[^\w.-]+", "_", text).strip("_.")[:LONGEST_NAME].rstrip("_.") or "_"


def distinct_names(texts: Iterable[str]) -> list[str]:
    """Return a plain name for each text; those that would be the same are numbered.

    Examples
    --------
    >>> distinct_names(["a+b", "a*b", "c"])
    ['a_b', 'a_b_2', 'c']
    """
    names: list[str] = []
    for name in map(plain_name, texts):
        free, number = name, 1
        while free in names:
            number += 1
            free = f"{name}_{number}"
        names.append(free)
    return names
