"""Comparisons of scores in words: whose p is told, and tables in which each pair keeps its verdict."""

import numpy as np
import pytest
from rich.cells import cell_len

import steelyard as sy
from steelyard.show import numbers

RNG = np.random.default_rng(2)
SICK = RNG.random(600) < 0.2
TRUTH = np.where(SICK, "sick", "ok")


def models(names):
    return {
        name: np.clip(0.3 + 0.3 * SICK + RNG.normal(0, 0.1 + 0.1 * k, 600), 0, 1).round(4)
        for k, name in enumerate(names)
    }


LONG = ["brier", "roc_auc", "ranked_probability_score", "expected_calibration_error", "balanced_accuracy"]


@pytest.mark.parametrize("names", [["logit", "balanced", "forest"], [f"a long name of a model {k}" for k in "abc"]])
def test_each_pair_keeps_its_verdict(names):
    """Where a table is broken into several, the pair stands in each."""
    text = str(sy.scores.compare(TRUTH, models(names), positive="sick", metrics=LONG))
    lines = text.splitlines()
    assert max(map(cell_len, lines)) <= 80
    assert any(line.endswith("better") for line in lines)
    for line in lines:
        if line.startswith("metric"):
            assert line.split()[:2] == ["metric", "models"]
    if "logit" in names:
        assert sum(line.startswith("metric") for line in lines) == 1


def test_p_is_called_corrected_where_it_is():
    several = sy.scores.compare(TRUTH, models("ab"), positive="sick", metrics=["roc_auc", "brier"])
    first = several.differences[0]
    assert first.p_adjusted > first.p_value
    assert f"; corrected for several tests p {numbers.p_value(first.p_adjusted)})." in several.verdict
    one = sy.scores.compare(TRUTH, models("ab"), positive="sick", metrics="brier")
    assert one.differences[0].p_adjusted == one.differences[0].p_value
    assert f"; p {numbers.p_value(one.differences[0].p_value)})." in one.verdict
    assert "corrected" not in one.verdict
