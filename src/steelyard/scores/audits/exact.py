"""The exact value of a score metric on a list of items: fractions, and where it has logarithms or roots, these.

Apart from the floats of `slopes.py` and `reliability.py`, from the definitions; tests hold the two to each other.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import accumulate, combinations
from typing import NamedTuple, cast

from steelyard.counts.read.bins import distance_share
from steelyard.lab.exact import Number
from steelyard.lab.exact.algebra import logarithm, power, product, total
from steelyard.lab.exact.exact_values import unrounded
from steelyard.scores.audits.lists import Items, sizes_of
from steelyard.scores.registry import ScoreMetric

INFINITE = math.inf


class Step(NamedTuple):
    """Items of equal score: the score, what those of the class weigh, what the others do, and the squares of weights.

    Weights are whole numbers: all that is made of them are ratios, and whole numbers are quick.
    """

    score: Fraction
    found: int
    false: int
    squares: int

    @property
    def taken(self) -> int:
        return self.found + self.false


Steps = list[Step]


def exact_value(
    metric: ScoreMetric, items: Items, classes: int, shares: Sequence[Fraction] | None = None, *, mean: bool = False
) -> Number:
    """Return the value of a metric, every class counting the same; each class has items.

    Of two classes, a metric of one class against the rest is that of the first, unless the mean is asked for.

    Examples
    --------
    >>> import steelyard as sy
    >>> from steelyard.scores.audits.lists import QUARTERS, listed
    >>> half, most = (QUARTERS[2], QUARTERS[2]), (QUARTERS[3], QUARTERS[1])
    >>> items = listed([(0, half, 1), (1, most, 1), (1, half, 1)])
    >>> print(exact_value(sy.scores.metrics["roc_auc"], items, 2), exact_value(sy.scores.metrics["brier"], items, 2))
    1/4 17/48
    """
    if metric.at_importance and shares is None:
        shares = [Fraction(1, classes)] * classes
    of_class = _whole_weights(sizes_of(items, classes), shares)
    each = [of_class[item.truth] for item in items]
    if metric.kind == "items":
        return _mean_of(ITEMS[metric.id], metric, items, each)
    body = STEPS[metric.id]
    parameters = {name: cast(Fraction, unrounded(float(value))) for name, value in metric.parameters.items()}
    if metric.kind == "answer":
        best = [max(item.scores) for item in items]
        right = [item.scores.index(top) == item.truth for item, top in zip(items, best, strict=True)]
        return body(_steps(best, right, items, each), **parameters)
    if metric.kind == "pairs":
        values = [
            _average([_of_class(body, pair, k, [1] * len(pair), parameters) for k in places])
            for places in combinations(range(classes), 2)
            if (pair := tuple(item for item in items if item.truth in places))
        ]
        return _average(values)
    places = range(classes) if mean or classes > 2 else range(1)
    return _average([_of_class(body, items, k, each, parameters) for k in places])


def _whole_weights(sizes: Sequence[int], shares: Sequence[Fraction] | None) -> list[int]:
    """Return what an item of each class weighs, by a common factor."""
    if shares is None:
        return [1] * len(sizes)
    ratios = [share / size for share, size in zip(shares, sizes, strict=True)]
    scale = math.lcm(*(ratio.denominator for ratio in ratios))
    return [int(ratio * scale) for ratio in ratios]


def _of_class(
    body: Callable[..., Number], items: Items, k: int, each: Sequence[int], parameters: dict[str, Fraction]
) -> Number:
    scores = [item.scores[k] for item in items]
    return body(_steps(scores, [item.truth == k for item in items], items, each), **parameters)


def _steps(scores: Sequence[Fraction], positive: Sequence[bool], items: Items, each: Sequence[int]) -> Steps:
    levels: dict[float, list[int]] = {}
    score_of: dict[float, Fraction] = {}
    for item, score, right, weight in zip(items, scores, positive, each, strict=True):
        level = float(score)  # quicker than a fraction, and as different
        score_of[level] = score
        held = levels.setdefault(level, [0, 0, 0])
        held[not right] += item.times * weight
        held[2] += item.times * weight**2
    return [Step(score_of[level], *levels[level]) for level in sorted(levels, reverse=True)]


def _average(values: Sequence[Number]) -> Number:
    whole: Number = Fraction(0)
    for value in values:
        whole = plus(whole, value)
    return times(Fraction(1, len(values)), whole)


def plus(a: Number, b: Number) -> Number:
    """Return a sum; infinity stays."""
    return INFINITE if INFINITE in (a, b) else _number(total(a, b))  # type: ignore[arg-type]  # neither is infinite here


def times(a: Fraction, b: Number) -> Number:
    """Return a product; infinity stays, unless nothing of it counts."""
    return (INFINITE if a else Fraction(0)) if b == INFINITE else _number(product(a, b))  # type: ignore[arg-type]  # nor here


def _number(x: object) -> Number:
    return Fraction(x) if isinstance(x, int) else cast(Number, x)


def _mean_of(loss: Callable[..., Number], metric: ScoreMetric, items: Items, each: Sequence[int]) -> Number:
    whole, weight = cast(Number, Fraction(0)), 0
    for item, share in zip(items, each, strict=True):
        counts = item.times * share
        whole, weight = (
            plus(whole, times(Fraction(counts), loss(item.scores, item.truth, **metric.parameters))),
            weight + counts,
        )
    return times(Fraction(1, weight), whole)


# Of one item.


def _log_loss(p: Sequence[Fraction], truth: int) -> Number:
    return INFINITE if p[truth] == 0 else times(Fraction(-1), _number(logarithm(p[truth])))


def _brier(p: Sequence[Fraction], truth: int) -> Number:
    distance = sum(((score - (k == truth)) ** 2 for k, score in enumerate(p)), Fraction(0))
    return distance * Fraction(distance_share(len(p)))


def _ranked_probability(p: Sequence[Fraction], truth: int) -> Number:
    squared = [(reached - (k >= truth)) ** 2 for k, reached in enumerate(list(accumulate(p))[:-1])]
    return sum(squared, Fraction(0)) / len(squared)


def _among_highest(p: Sequence[Fraction], truth: int, k: float) -> Number:
    above, alike = sum(score > p[truth] for score in p), sum(score == p[truth] for score in p)
    return min(max(Fraction(int(k) - above, alike), Fraction(0)), Fraction(1))


ITEMS: dict[str, Callable[..., Number]] = {
    "log_loss": _log_loss,
    "brier": _brier,
    "ranked_probability_score": _ranked_probability,
    "top_k_recall": _among_highest,
}

# Of one class against the rest, step by step from the highest score.


def _sums(steps: Steps) -> tuple[int, int]:
    return sum(s.found for s in steps), sum(s.false for s in steps)


def _area(steps: Steps) -> Number:
    won = sum(a.found * b.false for i, a in enumerate(steps) for b in steps[i + 1 :])
    tied = sum(s.found * s.false for s in steps)
    found, false = _sums(steps)
    return Fraction(2 * won + tied, 2 * found * false)


def _partial_area(steps: Steps, max_fpr: Fraction) -> Number:
    found, false = _sums(steps)
    area, right, wrong = Fraction(0), 0, 0
    for s in steps:
        inside = min(Fraction(1), (max_fpr * false - wrong) / s.false) if s.false else Fraction(1)
        if inside > 0:
            area += s.false * inside * (right + s.found * inside / 2)
        right, wrong = right + s.found, wrong + s.false
    least = max_fpr**2 / 2
    return (1 + (area / (found * false) - least) / (max_fpr - least)) / 2


def _average_precision(steps: Steps) -> Number:
    value, right, taken = Fraction(0), 0, 0
    for s in steps:
        right, taken = right + s.found, taken + s.taken
        value += Fraction(s.found * right, taken)
    return value / right


def _area_under_pr(steps: Steps) -> Number:
    """Return the integral of precision over recall: within a step, (A + c·t)/(D + t) as t goes through the step."""
    value, right, taken = cast(Number, Fraction(0)), 0, 0
    for s in steps:
        c = Fraction(s.found, s.taken)
        if s.found:
            value = plus(value, s.found * c)
            if taken and right != c * taken:
                value = plus(
                    value, times(c * (right - c * taken), _number(logarithm(Fraction(taken + s.taken, taken))))
                )
        right, taken = right + s.found, taken + s.taken
    return times(Fraction(1, right), value)


def _lift(steps: Steps, share: Fraction) -> Number:
    found, false = _sums(steps)
    room = share * (found + false)
    right = Fraction(0)
    for s in steps:
        inside = min(Fraction(1), room / s.taken)
        right, room = right + s.found * inside, room - s.taken * inside
    return right / (share * found)


def _loss(steps: Steps, guesses: Sequence[Fraction]) -> Fraction:
    found, false = _sums(steps)
    pairs = zip(steps, guesses, strict=True)
    return sum((s.found * (1 - g) ** 2 + s.false * g**2 for s, g in pairs), Fraction(0)) / (found + false)


def _recalibrated(steps: Steps) -> list[Fraction]:
    """Return the shares of isotonic regression: neighbours that fall with the score are pooled."""
    pools: list[tuple[int, int, int]] = []
    for s in steps:
        pools.append((s.found, s.taken, 1))
        while len(pools) > 1 and pools[-1][0] * pools[-2][1] > pools[-2][0] * pools[-1][1]:
            last, before = pools.pop(), pools.pop()
            pools.append((last[0] + before[0], last[1] + before[1], last[2] + before[2]))
    return [Fraction(found, taken) for found, taken, many in pools for _ in range(many)]


def _uncertainty(steps: Steps) -> Fraction:
    found, false = _sums(steps)
    return Fraction(found * false, (found + false) ** 2)


def _miscalibration(steps: Steps) -> Number:
    return _loss(steps, [s.score for s in steps]) - _loss(steps, _recalibrated(steps))


def _discrimination(steps: Steps) -> Number:
    return _uncertainty(steps) - _loss(steps, _recalibrated(steps))


def _pooled(steps: Steps, places: Sequence[int]) -> list[tuple[int, Fraction, Fraction, Fraction]]:
    """Return weight, mean probability, share of the class and number of items of each bin."""
    bins = []
    for place in dict.fromkeys(places):
        own = [s for s, at in zip(steps, places, strict=True) if at == place]
        weight = sum(s.taken for s in own)
        mean = sum((s.taken * s.score for s in own), Fraction(0)) / weight
        right = Fraction(sum(s.found for s in own), weight)
        bins.append((weight, mean, right, Fraction(weight**2, sum(s.squares for s in own))))
    return bins


def _expected_error(steps: Steps, bins: Fraction) -> Number:
    places = [min(max(math.ceil(s.score * bins) - 1, 0), int(bins) - 1) for s in steps]
    held = _pooled(steps, places)
    return sum((w * abs(mean - right) for w, mean, right, _ in held), Fraction(0)) / sum(w for w, *_ in held)


def _rms_error(steps: Steps, bins: Fraction) -> Number:
    found, false = _sums(steps)
    before, places = 0, []
    for s in steps:
        middle = Fraction(2 * before + s.taken, 2 * (found + false))
        places.append(min(math.floor(middle * bins), int(bins) - 1))
        before += s.taken
    squared = Fraction(0)
    for weight, mean, right, items in _pooled(steps, places):
        squared += weight * ((mean - right) ** 2 - right * (1 - right) / max(items - 1, Fraction(1)))
    return _number(power(squared / (found + false), Fraction(1, 2))) if squared > 0 else Fraction(0)


STEPS: dict[str, Callable[..., Number]] = {
    "roc_auc": _area,
    "roc_auc_ovo": _area,
    "partial_roc_auc": _partial_area,
    "average_precision": _average_precision,
    "pr_auc": _area_under_pr,
    "lift_at_share": _lift,
    "brier_miscalibration": _miscalibration,
    "brier_discrimination": _discrimination,
    "brier_uncertainty": _uncertainty,
    "expected_calibration_error": _expected_error,
    "classwise_calibration_error": _expected_error,
    "rms_calibration_error": _rms_error,
}
