"""The intervals of confidenceinterval and the posteriors of prob_conf_mat; values from `make_intervals.py`."""

import json
from pathlib import Path

import numpy as np
import pytest

import steelyard as sy
from steelyard.intervals import bayes, delta
from steelyard.intervals.draws import replicate
from steelyard.intervals.interval import NORMAL
from steelyard.intervals.sample import Sample
from steelyard.intervals.units import items_of
from steelyard.measuring.registry import chosen

RECORD = json.loads((Path(__file__).parent / "intervals.json").read_text(encoding="utf-8"))
METRICS = ["accuracy", "balanced_accuracy", "mcc", "kappa", "mean_f"]
Z = NORMAL.inv_cdf(0.975)


def each(part):
    return pytest.mark.parametrize("case", RECORD[part], ids=range(len(RECORD[part])))


def intervals(method, counts, metrics):
    sample = Sample(items_of(sy.Confusion(counts)), chosen(metrics), np.ones(len(counts)), "exclude")
    return [found[0] for found in method.of(sample, 0.95)]


@each("analytic")
def test_micro_f1_is_that_of_confidenceinterval(case):
    (accuracy,) = intervals(delta(), case["counts"], "accuracy")
    for name in ("micro_f1", "accuracy"):
        theirs = case[name]
        assert [accuracy.low, accuracy.high] == pytest.approx([theirs["low"], theirs["high"]], rel=1e-9)


@each("analytic")
def test_macro_f1_of_confidenceinterval_is_not_takahashis(case):
    """Its macro F1 departs from the paper's section 3.2 in three places; with all three, we get its numbers.

    A factor is added instead of multiplied, counts stand where shares belong, and two sums are added in a denominator
    where the paper multiplies them. Ours is the paper's (tests/intervals/test_influence.py).
    """
    counts = np.array(case["counts"])
    hits, r = np.diagonal(counts), len(counts)
    d = counts.sum(axis=0) + counts.sum(axis=1)
    f, a = 2 * hits / d, d - 2 * hits
    alone = f * a / d**2 + (f / 2 + a / d)
    pairs = sum(counts[j, i] * f[i] * f[j] / (d[i] + d[j]) for i in range(r) for j in range(r) if i != j)
    theirs = case["macro_f1"]
    spread = (theirs["high"] - theirs["low"]) / 2 / Z
    assert spread == pytest.approx(np.sqrt(2 * (alone.sum() + pairs) / r**2 / counts.sum()), rel=1e-5)
    (ours,) = intervals(delta(), case["counts"], "mean_f")
    assert not 0.9 < ours.spread / spread < 1.1


def posterior_means(method, counts):
    sample = Sample(items_of(sy.Confusion(counts)), chosen(METRICS), np.ones(len(counts)), "exclude")
    drawn = replicate(sample.metrics, [method.drawing(sample.units)], sample.observed, method.draws, method.seed)
    return {each.metric.name: float(each.values.mean()) for each in drawn}


@pytest.mark.slow
@each("posterior")
def test_posteriors_are_those_of_prob_conf_mat(case):
    method = bayes(draws=40_000, prior=case["prior"], prevalence_prior=case["prior"])
    means = posterior_means(method, case["counts"])
    for found, metric in zip(intervals(method, case["counts"], METRICS), METRICS, strict=True):
        theirs = case[metric]
        tolerance = 0.04 * (theirs["high"] - theirs["low"]) / 2 / Z
        assert means[metric] == pytest.approx(theirs["mean"], abs=tolerance), metric
        assert [found.low, found.high] == pytest.approx([theirs["low"], theirs["high"]], abs=2 * tolerance), metric
