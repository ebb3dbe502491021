"""What counts show in a notebook and in a terminal: matrices, several models, a counter, scores in bins."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from steelyard.counts.labels import amount, some
from steelyard.scores.binned import BinnedScores
from steelyard.show import numbers
from steelyard.show.html import html_of
from steelyard.show.matrix import first_classes, headline, worst_confusions
from steelyard.show.names import shortened
from steelyard.show.parts import Column, Fold, Part, Sentence, Sheet

if TYPE_CHECKING:
    from steelyard.counts.class_shares import Imbalance
    from steelyard.counts.confusion import Confusion
    from steelyard.counts.joint import Joint
    from steelyard.stream.counter import Counter

MOST_CLASSES = 20
MOST_COMBINATIONS = 10
MOST_MODELS = 8


def joint_text(joint: Joint) -> str:
    """Return in one line what models on the same items hold."""
    combined = f"{len(joint.counts):,} combination{'s' if len(joint.counts) != 1 else ''}"
    models = f"{len(joint)} model{'s' if len(joint) > 1 else ''} ({some(joint.models)})"
    dropped = f", {numbers.count(joint.dropped)} dropped without a label" if joint.dropped else ""
    items = (joint.counts if joint.rows is None else joint.rows).sum()
    what = f"{numbers.count(items)} items, {numbers.classes(len(joint.labels))}, {models}, {combined}{dropped}"
    stack = " × ".join(f"{name}: {some(keys)}" for name, keys in joint.axes.items())
    return f"stack ({stack}): {what}" if stack else what


def confusion_html(cm: Confusion) -> str:
    """Return a matrix as HTML; of many classes, the worst confusions first."""
    return html_of(_confusion(cm))


def counter_html(counter: Counter) -> str:
    """Return what a counter has seen as HTML, with the matrix as it stands."""
    counted = _confusion(counter.confusion) if counter.total else []
    return html_of([Sentence(repr(counter), "strong"), *counted])


def joint_html(joint: Joint) -> str:
    """Return models on the same items as HTML: who answers what, the most frequent first."""
    return html_of(_joint(joint))


def _confusion(cm: Confusion) -> Iterator[Part]:
    yield Sentence(headline(cm))
    if len(cm.labels) <= MOST_CLASSES:
        yield first_classes(cm, MOST_CLASSES)
        return
    yield Sentence("Worst confusions, by items", "strong")
    yield worst_confusions(cm.each_item_once())
    more = len(cm.labels) - MOST_CLASSES
    cut = Sentence(f"… and {more:,} more classes are not shown here.")
    yield Fold(f"The first {MOST_CLASSES} classes", [first_classes(cm, MOST_CLASSES), cut])


def _joint(joint: Joint) -> Iterator[Part]:
    yield Sentence(repr(joint))
    first = np.argsort(-joint.counts, kind="stable")[:MOST_COMBINATIONS]
    headings = ["truth", *shortened(joint.models[:MOST_MODELS])]
    names = [
        Column(heading, [joint.labels[code] for code in joint.codes[first, place]], "names", widest=16)
        for place, heading in enumerate(headings)
    ]
    items = Column("items", [numbers.count(count) for count in joint.counts[first].tolist()])
    yield Sheet([*names, items])
    more = len(joint.counts) - len(first)
    if more > 0:
        yield Sentence(f"… and {more:,} more combinations are not shown here.")
    if len(joint.models) > MOST_MODELS:
        yield Sentence(f"… and {len(joint.models) - MOST_MODELS:,} more models are not shown here.")


# Scores in bins.


def binned_text(scores: BinnedScores) -> str:
    """Return in one line what tables of scores hold."""
    models = f"model{'s' if len(scores.columns) > 1 else ''} {some(scores.columns)}"
    return f"BinnedScores({numbers.items(scores.items)}, classes {some(scores.labels)}, {models}, {scores.bins})"


def binned_html(scores: BinnedScores) -> str:
    """Return the same as HTML, with how many items each class has, and what they weigh."""
    columns = [
        Column("class", list(scores.labels), "names"),
        Column("items", [numbers.count(size) for size in scores.sizes.tolist()]),
        Column("weight", [f"{size:,.6g}" for size in scores.support.tolist()]),
    ]
    return html_of([Sentence(binned_text(scores), "strong"), Sheet(columns)])


# How unequal class sizes are.


def imbalance_text(sizes: Imbalance) -> str:
    """Return class sizes from the least to the greatest, in a sentence."""
    least, most = (amount(float(t)) for t in (sizes.support.min(), sizes.support.max()))
    if sizes.scenario == "balanced":
        return f"The classes are about equally large: {least} to {most}."
    if not np.isfinite(sizes.ratio):
        return f"Class sizes go from {least} to {most}."
    return f"Class sizes go from {least} to {most}: the largest is {sizes.ratio:.3g} times the smallest."
