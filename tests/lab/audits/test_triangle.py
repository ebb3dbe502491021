"""The triangle inequality: Hamming and Jaccard obey it, F1 does not; witnesses are the smallest by brute force."""

from fractions import Fraction
from itertools import permutations, product

import numpy as np
import pytest

import steelyard as sy
from second_opinion import Counts, value_of
from steelyard.lab.audits.properties.baselines import ChanceBaseline, ConstantBaseline
from steelyard.lab.audits.properties.continuous_at_absence import ContinuousAtAbsence
from steelyard.lab.audits.properties.responses import ImportanceSensitive
from steelyard.lab.audits.properties.triangle import Triangle, _small
from steelyard.lab.audits.subject import POLICY, Effort, Subject
from steelyard.measuring.conditions import undeclared
from steelyard.measuring.record import Metric

METRICS = {
    "accuracy", "class_accuracy", "jaccard", "balance", "cba", "expected_cost",
    "error_rate", "bennett_s", "macro_class_accuracy", "micro_jaccard", "mutual_information",
    "macro_jaccard", "weighted_jaccard",
}  # fmt: skip
"""Those that make a distance, for any number of classes."""

WITHOUT_A_BEST = {"diagnostic_odds_ratio", "lr_plus"}
"""A perfect matrix has no value, so that nothing is lost to it."""

OF_TWO_CLASSES = {"exact_class_accuracy", "average_accuracy"}
"""The accuracy, with two classes."""


def examined(metric, classes, seed=0):
    given = sy.metrics[metric] if isinstance(metric, str) else metric
    return Triangle().examine(Subject(given), classes, Effort(seed))


def planted(body, **record):
    return Metric(id="planted", title="planted", body=body, undefined=undeclared, **record)


def second_opinion_of(name, m):
    of = {"rate": (0,), "whole": ()}.get(sy.metrics[name].kind, ([1] * len(m),))
    return value_of(name, Counts(m), *of)


def excess_of(name, ab, bc, ac):
    """Return d(a, c) − d(a, b) − d(b, c) from second opinions."""
    sign = sy.metrics[name].sign

    def lost(m):
        best = second_opinion_of(name, np.diag(np.sum(m, axis=1)).tolist())
        return sign * (float(best) - float(second_opinion_of(name, m)))

    return lost(ac) - lost(ab) - lost(bc)


@pytest.mark.slow
@pytest.mark.parametrize("name", list(sy.metrics))
def test_distances_are_told_from_others_and_witnesses_are_true(name):
    for classes in (2, 3):
        verdict = examined(name, classes)
        distance = name in METRICS or (classes == 2 and name in OF_TWO_CLASSES)
        if name in WITHOUT_A_BEST:
            assert verdict.status == "untried"
            continue
        assert verdict.status == ("tried" if distance else "refuted")
        if not distance:
            ab, bc, ac = verdict.witness.matrices
            assert verdict.witness.confirmed
            assert excess_of(name, ab, bc, ac) > 1e-9
            # Three labellings of the same items: they share their margins.
            assert np.sum(ab, axis=1).tolist() == np.sum(ac, axis=1).tolist()
            assert np.sum(ab, axis=0).tolist() == np.sum(bc, axis=1).tolist()
            assert np.sum(bc, axis=0).tolist() == np.sum(ac, axis=0).tolist()


def test_the_witness_of_f1_is_the_smallest_there_is():
    def f1(truth, labels):
        both = sum(a == b == 0 for a, b in zip(truth, labels, strict=True))
        return Fraction(2 * both, truth.count(0) + labels.count(0))

    def smallest():
        for n in range(2, 6):
            for a, b, c in product(product((0, 1), repeat=n), repeat=3):
                if len(set(a)) == len(set(b)) == 2 and 1 - f1(a, c) > (1 - f1(a, b)) + (1 - f1(b, c)):
                    return n
        return None

    witness = examined("f", 2).witness
    assert witness.items == 3 * smallest()
    assert [scene.exact for scene in witness.scenes] == ["2/3", "2/3", "0"]
    assert witness.sentence == (
        "From a to b 0.3333 is lost and from b to c 0.3333, together 0.6667; but from a to c, 1."
    )


@pytest.mark.parametrize("name", [name for name in sy.metrics if name not in METRICS | WITHOUT_A_BEST])
def test_with_three_classes_no_smaller_witness_exists(name):
    """Three items, one of each class, have three labels each: a in order, b in any other, c as it likes."""
    metric = sy.metrics[name]
    labellings = [((0, 1, 2), b, c) for b in permutations(range(3)) for c in product(range(3), repeat=3)]

    def matrices(first, second):
        stack = np.zeros((len(labellings), 3, 3))
        for k, labels in enumerate(labellings):
            np.add.at(stack[k], (labels[first], labels[second]), 1)
        return stack

    def score(stack):
        return metric.sign * np.asarray(metric(stack, undefined=POLICY)).reshape(len(stack), -1)[:, 0]

    ab, bc, ac, perfect = map(score, (matrices(0, 1), matrices(1, 2), matrices(0, 2), matrices(1, 1)))
    broken = np.nanmax(ab + bc - ac - perfect) > 1e-9
    assert (examined(name, 3).witness.items == 3 * 3) == broken


def test_all_tables_of_three_classes_are_tried():
    assert [len(_small(3, items)) for items in (3, 4, 5)] == [162, 4_617, 54_594]


def test_a_metric_that_is_lower_for_better_is_turned_round():
    verdict = examined("cen", 2)
    assert verdict.status == "refuted"
    assert excess_of("cen", *verdict.witness.matrices) > 0
    assert examined("expected_cost", 2).holds


def test_with_five_classes_distances_still_pass_and_others_fail():
    assert examined("accuracy", 5).holds
    assert examined("cba", 5).holds
    assert examined("balanced_accuracy", 5).status == "refuted"


def test_kappa_breaks_this_property_alone():
    for classes in (2, 3):
        assert examined("kappa", classes).status == "refuted"
        for other in (ConstantBaseline(), ChanceBaseline(), ContinuousAtAbsence()):
            assert other.examine(Subject(sy.metrics.kappa), classes, Effort()).holds, other.id
        # As counted, no metric of the whole matrix follows an importance; at importance, this one does.
        assert ImportanceSensitive().examine(Subject(sy.metrics.kappa), classes, Effort()).status == "refuted"
        assert ImportanceSensitive().examine(Subject(sy.metrics.kappa.at_importance()), classes, Effort()).holds


def test_a_flaw_of_large_test_sets_is_found_and_made_small():
    def accuracy_with_a_jump(c):  # the square of a distance is none
        share = c.total(c.tp) / c.n
        return np.where(c.n > 30, 1 - (1 - share) ** 2, share)

    for classes in (2, 3):
        verdict = examined(planted(accuracy_with_a_jump), classes)
        assert verdict.status == "refuted"
        assert verdict.witness.items == 3 * 31


def test_rounding_is_no_counterexample():
    def nearly(c):
        return c.total(c.tp) / c.n * (1 + 1e-15)

    assert examined(planted(nearly), 3).holds


def test_undefined_everywhere_is_said():
    assert examined(planted(lambda c: c.n * np.nan), 2).status == "untried"


def test_the_verdict_does_not_depend_on_the_seed():
    for name in ("kappa", "cba", "jaccard"):
        assert examined(name, 3, seed=1).status == examined(name, 3, seed=2).status
