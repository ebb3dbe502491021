"""Rates as one number: those of the class that is positive; and the question which one it is, where nobody said."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from steelyard.counts.confusion import Confusion
from steelyard.counts.labels import SHOWN_NAMES, Label, classes_among, find, some, text
from steelyard.measuring.apply import chosen, listed
from steelyard.measuring.record import OF, Metric
from steelyard.measuring.registry import metrics as registry

CLASS_RATES = ("recall", "precision", "f", "specificity")
"""The rates shown for each class."""

RATES = ("f", "precision", "recall", "specificity", "npv")
"""The rates of the positive class that are shown if no metrics are asked for; a verdict is by the first."""

OF_TWO = ("mcc", "balanced_accuracy")
"""Of two classes, what is shown beside them: it is the same whichever class is positive."""

AGAINST_THE_REST = ("class_mcc", "one_point_auroc")
"""Of more classes, the same of the positive one against all others together."""

FOLLOWING = "balanced_accuracy"
"""What follows an importance, of any number of classes: of a class alone nothing does."""

Asked = Iterable[str | Metric] | str | Metric | None


def numbers_of(metrics: Asked, positive: Any, pooled: Confusion, *, importance: Any = None) -> list[Metric]:
    """Return the metrics asked for, each of which gives one number: rates are those of the positive class.

    Parameters
    ----------
    metrics
        As people name them. If None, what tells most of the positive class; without one, all that give one number.
    positive
        The class, given itself or its text; None if nobody said one.
    pooled
        All counts together.
    importance
        What was said to matter, if anything was: of metrics that nobody chose, those that follow it then come first,
        so that a verdict is by what was said.

    Examples
    --------
    >>> cm = Confusion([[8, 2], [10, 80]], labels=["fraud", "ok"])
    >>> [metric.name for metric in numbers_of(["f1", "mcc"], "fraud", cm)]
    ['f1 of fraud', 'mcc']
    >>> numbers_of("f1", None, cm)
    Traceback (most recent call last):
    ...
    ValueError: 'f1' is of one class; say which is positive, positive='fraud' or positive='ok'.
    """
    if positive is None:
        asked = listed(metrics)
        result = chosen(asked)
        for given in asked or ():
            ask_which(given, pooled.labels, pooled.support)
        return result
    label = positive_class(positive, pooled)
    if metrics is None:
        beside = OF_TWO if len(pooled.labels) == 2 else AGAINST_THE_REST
        first = () if importance is None else (FOLLOWING,)
        metrics = list(dict.fromkeys([*first, *RATES, *beside]))
    return at_positive(chosen(metrics), label)


def positive_class(positive: Any, pooled: Confusion) -> Label:
    """Return the class that is meant, refusing one that no item is of."""
    place = find(positive, pooled.labels)
    label = pooled.labels[place]
    if not pooled.support[place] > 0:
        raise ValueError(
            f"the positive class {some([label])} has no items, so nothing tells how well it is found; "
            f"the classes with items are {some(_with_items(pooled))}."
        )
    return label


def at_positive(metrics: Iterable[Metric], label: Label) -> list[Metric]:
    """Return metrics, of which the rates are those of one class; each once."""
    result = (metric.of_class(label) if metric.kind == "rate" else metric for metric in metrics)
    return list({metric.name: metric for metric in result}.values())


def called(name: str, metrics: Sequence[Metric]) -> str:
    """Return what a metric that someone names is called among these: "f1" may be the F score of the positive class.

    Examples
    --------
    >>> called("f1", [registry["mcc"], registry["f1 of fraud"]]), called("matthews", [registry["mcc"]])
    ('f1 of fraud', 'mcc')
    """
    wanted = registry[name].name if name in registry else name
    names = [metric.name for metric in metrics]
    if wanted in names:
        return wanted
    at_class = (f"{name}{OF}{text(metric.positive)}" for metric in metrics if metric.of_rate is not None)
    meant = (registry[each].name for each in at_class if each in registry)
    return next((each for each in meant if each in names), wanted)


def ask_which(given: str | Metric, labels: Sequence[Label], support: Any) -> None:
    """Ask which class is positive where a rate is asked for; of more than two classes, say what else there is."""
    metric = given if isinstance(given, Metric) else registry[given]
    if metric.kind != "rate":
        return
    name = given if isinstance(given, str) else metric.name
    classes = [text(labels[i]) for i in classes_among(labels, support)]
    if len(classes) == 2:
        either = " or ".join(f"positive={name!r}" for name in classes)
        raise ValueError(f"{name!r} is of one class; say which is positive, {either}.")
    average = _average(name, metric)
    over_all = "" if average is None else f"{average!r}, its average over them, or "
    shown = "; the table of classes shows it of each" if metric.id in CLASS_RATES else ""
    several = [f"positive={label!r}" for label in classes[:SHOWN_NAMES]]
    more = len(classes) - len(several)
    last = f"one of {more:,} more" if more else several.pop()
    raise ValueError(
        f"{name!r} is of one class, and there are {len(classes):,}: take {over_all}one class against all others, "
        f"{', '.join(several)} or {last}{shown}."
    )


def _average(name: str, rate: Metric) -> str | None:
    """Return what the average of a rate over the classes is called, if there is one: "macro_f1" of "f1"."""
    averages = registry.averages_of(rate)
    familiar = registry.find(f"macro_{name}")
    if familiar is not None and familiar.id in averages:
        return f"macro_{name}"
    return averages[0] if averages else None


def _with_items(pooled: Confusion) -> list[Label]:
    return [label for label, items in zip(pooled.labels, pooled.support, strict=True) if items > 0]
