"""Which few averages a matrix calls for: what `advise` recommends, if class shares may change and if they stay."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from steelyard.advice.candidates import IN_USE_FOR_SEVERAL, IN_USE_FOR_TWO, MOST, candidates_in, meets
from steelyard.advice.requirements import required
from steelyard.advice.situation import Situation, situation_of
from steelyard.counts.confusion import Confusion
from steelyard.importance import Importance
from steelyard.importance.mechanisms import uniform
from steelyard.measuring.record import Metric
from steelyard.measuring.registry import metrics as registry

MOST_CALLED = 5
"""So many averages are shown first."""

ENOUGH = 4
"""If fewer are recommended, metrics in use follow."""

MOST_CLASSES = 1000
"""Of more classes, what needs a matrix of all of them is not looked for."""


@dataclass(frozen=True, slots=True)
class CalledFor:
    """The metrics that a situation calls for.

    Attributes
    ----------
    anywhere
        Recommended if class shares may change: class shares alone do not change them.
    here
        Recommended if class shares stay as they are.
    in_use
        What many report and nothing speaks against at these class shares: only where the others are few.
    own
        A user's own metrics.
    weights_follow_sizes
        Whether the weights are taken from the class sizes, so that they would change with the shares.
    """

    anywhere: tuple[Metric, ...]
    here: tuple[Metric, ...] = ()
    in_use: tuple[Metric, ...] = ()
    own: tuple[Metric, ...] = ()
    weights_follow_sizes: bool = False

    @property
    def metrics(self) -> tuple[Metric, ...]:
        """All of them, the first to look at first."""
        return (*self.anywhere, *self.here, *self.in_use, *self.own)


def called_for(
    cm: Confusion, importance: Importance, among: Sequence[Metric], misleading: Collection[str] = ()
) -> CalledFor:
    """Return about five of some metrics, by the rules of `advise`; rates of classes stand in a table of their own.

    What is known to mislead on these counts is taken only if it holds at any class shares.

    Examples
    --------
    >>> import steelyard as sy
    >>> from steelyard.measuring.registry import chosen
    >>> cm = sy.Confusion([[20, 30], [10, 940]], labels=["fraud", "ok"])
    >>> [metric.id for metric in called_for(cm, sy.importance.uniform(), chosen(None)).metrics]
    ['g_mean', 'balanced_accuracy', 'mcc', 'kappa']
    """
    known = {metric.name: metric for metric in among}
    own = tuple(metric for metric in among if not metric.builtin)
    if np.count_nonzero(cm.each_item_once().support) < 2:  # there is nothing to advise on: one class is all there is
        return CalledFor((), in_use=tuple(known[name] for name in ("accuracy",) if name in known), own=own)
    said = None if isinstance(importance, uniform) else importance
    moving = situation_of(cm, said, shares_change=True, classes_change=False, worse=None, every_class=False)
    staying = replace(moving, shares_change=False)
    anywhere = _recommended(moving, cm, known)
    if moving.classes > MOST_CLASSES:
        return CalledFor(anywhere, own=own, weights_follow_sizes=moving.weights_follow_sizes)
    others = {name: known[name] for name in known if known[name] not in anywhere and name not in misleading}
    here = _recommended(staying, cm, others)[: MOST_CALLED - len(anywhere)]
    more = max(0, ENOUGH - len(anywhere) - len(here))
    in_use = _in_use(staying, cm, [metric for metric in others.values() if metric not in here])[:more] if more else []
    return CalledFor(anywhere, here, tuple(in_use), own, moving.weights_follow_sizes)


def _recommended(situation: Situation, cm: Confusion, known: dict[str, Metric]) -> tuple[Metric, ...]:
    """Return the averages among what `advise` recommends."""
    needs = required(situation)
    advised: list[Metric] = []
    for candidate in candidates_in(situation):
        metric = registry[candidate.metric]
        if len(advised) < MOST and meets(metric, situation, needs, cm):
            advised.append(metric)
    return tuple(metric for metric in advised if metric.name in known)


def _in_use(situation: Situation, cm: Confusion, among: Iterable[Metric]) -> list[Metric]:
    """Return the metrics in use that meet all that is asked for, wishes included."""
    names = IN_USE_FOR_TWO if situation.two else IN_USE_FOR_SEVERAL
    needs = required(situation)
    by_name = {metric.id: metric for metric in among if metric.id in names and not metric.fixed}
    asked_for = [need for need in needs if need.force in ("must", "care", "wish")]
    return [
        by_name[name]
        for name in names
        if name in by_name
        and not any(need.missed_by(by_name[name], situation) for need in asked_for)
        and meets(by_name[name], situation, needs, cm)
    ]
