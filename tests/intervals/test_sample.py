"""What intervals know of a sample: between which numbers a metric must be."""

import numpy as np
import pytest

import steelyard as sy

NO_THIRD = sy.Confusion([[1, 20, 0], [20, 1, 0], [0, 0, 0]])
"""Of three classes, one has no items: averages are those of two classes."""


@pytest.mark.parametrize("way", [sy.intervals.bootstrap(draws=400), "delta"], ids=["bootstrap", "delta"])
def test_a_class_without_items_does_not_cut_an_interval_off(way):
    """With two classes, adjusted_bac is 2·BA − 1 and one_point_auroc_ova is BA at every draw; of three they end at "
    "−½ and 1/6."""
    found = sy.evaluate(NO_THIRD, metrics=["balanced_accuracy", "adjusted_bac", "one_point_auroc_ova"], intervals=way)
    low, high = (getattr(found["balanced_accuracy"].interval, end) for end in ("low", "high"))
    assert low < 1 / 21 < high
    for name, expected in {"adjusted_bac": (2 * low - 1, 2 * high - 1), "one_point_auroc_ova": (low, high)}.items():
        interval = found[name].interval
        np.testing.assert_allclose([interval.low, interval.high], expected, rtol=1e-12)


@pytest.mark.parametrize("name", ["adjusted_bac", "one_point_auroc_ova"])
def test_class_by_class_neither(name):
    score = sy.evaluate(NO_THIRD, metrics=[name])[name]
    assert score.value == pytest.approx({"adjusted_bac": 2 / 21 - 1, "one_point_auroc_ova": 1 / 21}[name])
    assert score.interval.low < score.value - 0.02
