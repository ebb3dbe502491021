"""What the numbers of a page must be: those of Python, for the tests of the page."""

import math

import numpy as np

import steelyard as sy


def stack(rng, C, models, scale=30):
    counts = rng.poisson(scale * np.exp(rng.normal(0, 1.2, (1, C, 1))) * rng.dirichlet(np.full(C, 0.4), (models, C)))
    counts += (np.eye(C) * rng.poisson(scale, (models, C, 1))).astype(int)
    # The models predict the same items: each class has as many of them for every model.
    most = counts.sum(axis=2).max(axis=0)
    counts[:, np.arange(C), np.arange(C)] += most - counts.sum(axis=2)
    return sy.Confusion(counts, [f"c{i}" for i in range(C)], axes={"model": [f"m{i}" for i in range(models)]})


def same(found, expected):
    found, expected = float(found), float(expected)
    if math.isnan(expected):
        return math.isnan(found)
    return abs(found - expected) <= 1e-9 * max(1, abs(expected))


def same_ends(cell, score, *, moved=True):
    """Return whether a cell has the interval of a score.

    Once something is moved, curved metrics hold a bias that the page draws itself, so that they are nearly the same.
    """
    ends = (math.nan, math.nan) if score.interval is None else (score.interval.low, score.interval.high)
    off = 0.25 * (ends[1] - ends[0]) if moved and score.metric.curved else 0.0
    return all(
        same(cell[end], expected) or abs(float(cell[end]) - expected) <= off
        for end, expected in zip(("low", "high"), ends, strict=True)
    )


def assert_as_python(opened, cm, weights, *, undefined=None, metrics=None, intervals=None):
    """Compare every value and every end of an interval: as the result has them, or by slopes if something is moved.

    What does not follow the importance stays as the result has it.
    """
    moved = intervals is None and opened.page.is_visible("#moved")
    way = sy.intervals.classwise(by_slopes=True) if moved else intervals
    python = sy.evaluate(cm, importance=weights, metrics=metrics, undefined=undefined, intervals=way)
    start = sy.evaluate(cm, importance=weights, metrics=metrics, undefined=undefined) if moved else python
    numbers = opened.numbers()
    assert len(numbers) == len(python.scores)
    wrong = []
    for score, at_start in zip(python.scores, start.scores, strict=True):
        cell, still = numbers[dict(score.slice).get("model", "model"), score.metric.name], not score.metric.weighted
        ends = intervals == "none" or same_ends(cell, at_start if still else score, moved=moved and not still)
        if not (same(cell["value"], score.value) and ends):
            wrong.append((cell, score, score.interval))
    assert wrong == []
