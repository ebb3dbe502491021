"""Constant classifiers: known answers, planted flaws, smallest witnesses."""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest

import steelyard as sy
from second_opinion import Counts, value_of
from steelyard.lab.audits.properties.baselines import ChanceBaseline, ConstantBaseline
from steelyard.lab.audits.properties.continuous_at_absence import ContinuousAtAbsence
from steelyard.lab.audits.properties.responses import ImportanceSensitive
from steelyard.lab.audits.subject import Effort, Subject
from steelyard.measuring.conditions import undeclared
from steelyard.measuring.record import Metric


def examined(metric, classes, seed=0):
    given = sy.metrics[metric] if isinstance(metric, str) else metric
    return ConstantBaseline().examine(Subject(given), classes, Effort(seed))


def planted(body, **record):
    return Metric(id="planted", title="planted", body=body, undefined=undeclared, **record)


def kappa_with_a_taste_for_constants(c):  # which vanishes with a class, and so without a jump
    constant = c.total(c.p > 0) == 1
    return sy.metrics.kappa.body(c) + 0.1 * constant * c.least(c.t) / c.n


@pytest.mark.parametrize("C", [2, 3, 5])
def test_the_value_of_constant_predictions_is_that_of_the_formula(C):
    known = {"kappa": 0, "rci": 0, "g_mean": 0, "informedness": 0, "one_point_auroc_ova": 1 / 2,
    "balanced_accuracy": 1 / C,
             "macro_specificity": (C - 1) / C}  # fmt: skip
    for name, value in known.items():
        verdict = examined(name, C)
        assert verdict.status == "tried"
        assert verdict.figures["value"] == pytest.approx(value, abs=1e-11)


@pytest.mark.parametrize(
    "name", ["accuracy", "f", "precision", "f_of_averages", "mean_f", "cba", "jaccard", "expected_cost"]
)
def test_what_rewards_naming_the_largest_class_is_refuted(name):
    for classes in (2, 3):
        assert examined(name, classes).status == "refuted"


def test_undefined_for_all_constant_predictions_is_said():
    for name in ("mcc", "markedness"):
        verdict = examined(name, 3)
        assert verdict.status == "untried"
        assert verdict.holds is None
        assert "undefined" in verdict.evidence


def test_values_that_differ_between_predicted_classes_are_told_by_class():
    figures = examined("recall", 3).figures
    assert figures == {"value_1": 1.0, "value_2": 0.0, "value_3": 0.0}


def test_the_witness_of_accuracy_is_the_smallest_there_is():
    witness = examined("accuracy", 2).witness
    assert witness.matrices == (((1, 0), (1, 0)), ((1, 0), (2, 0)))
    assert [scene.exact for scene in witness.scenes] == ["1/2", "1/3"]
    assert witness.confirmed
    assert "Predictions of class 1 for all items score 0.5 if the classes have 1 and 1 items" in witness.sentence


@pytest.mark.parametrize("name", [name for name in sy.metrics if sy.metrics[name].kind == "rate"])
def test_witnesses_of_rates_are_true_and_smallest_by_brute_force(name):
    verdict = examined(name, 2)
    pairs = []
    for j, sizes, others in product(range(2), product(range(1, 5), repeat=2), product(range(1, 5), repeat=2)):
        values = [value_of(name, Counts([[t * (k == j) for k in range(2)] for t in a]), 0) for a in (sizes, others)]
        if None not in values and abs(float(values[0]) - float(values[1])) > 1e-12:
            pairs.append(sum(sizes) + sum(others))
    assert (verdict.status == "refuted") == bool(pairs)
    if pairs:
        assert verdict.witness.items == min(pairs)
        for scene in verdict.witness.scenes:
            assert scene.value == pytest.approx(float(value_of(name, Counts(scene.matrix), 0)))


def test_a_planted_flaw_breaks_this_property_alone():
    # The triangle inequality is left out, which kappa breaks as well: of labellings that lose nothing to each other,
    # all would have to lose the same to constant labels.
    flawed = planted(kappa_with_a_taste_for_constants)
    for classes in (2, 3):
        assert examined(flawed, classes).status == "refuted"
        for other in (ChanceBaseline(), ContinuousAtAbsence()):
            assert other.examine(Subject(flawed), classes, Effort()).holds, other.id
        # As counted, no metric of the whole matrix follows an importance; at importance, this one does.
        assert ImportanceSensitive().examine(Subject(flawed), classes, Effort()).status == "refuted"
        assert ImportanceSensitive().examine(Subject(flawed.at_importance()), classes, Effort()).holds


def test_a_flaw_of_large_test_sets_is_found_and_made_small():
    def large(c):
        return sy.metrics.kappa.body(c) + 0.1 * (c.n > 60)

    verdict = examined(planted(large), 2)
    assert verdict.status == "refuted"
    assert sorted(np.sum(verdict.witness.matrices, axis=(1, 2))) == [2, 61]


def test_a_flaw_of_extreme_shares_is_found():
    def skewed(c):
        return sy.metrics.kappa.body(c) + 0.1 * c.total(c.t > 0.999 * c.n)

    for classes in (2, 3, 5):
        assert examined(planted(skewed), classes).status == "refuted"


def test_a_metric_without_exact_values_is_refuted_in_floating_point():
    def counted(c):
        return np.array([np.diag(m).sum() / m.sum() for m in np.asarray(c.m).reshape(-1, c.C, c.C)]).reshape(c.stack)

    verdict = examined(planted(counted), 2)
    assert verdict.status == "refuted"
    assert not verdict.witness.confirmed
    assert "floating point" in verdict.evidence


def test_the_verdict_does_not_depend_on_the_seed():
    for name in ("kappa", "accuracy", "mcc"):
        assert examined(name, 3, seed=1).status == examined(name, 3, seed=2).status
    assert Fraction(examined("cba", 2).witness.scenes[0].exact) == Fraction(1, 4)
