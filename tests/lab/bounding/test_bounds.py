"""Bounds of all metrics: in agreement with the ranges they declare and with the equations of Mullick et al. 2020."""

import math
from fractions import Fraction
from functools import cache

import numpy as np
import pytest

import second_opinion
import steelyard as sy
from steelyard.lab.bounding.bounds import bounds

ONE_EACH = [name for name in sy.metrics if sy.metrics[name].kind != "rate"]

ONLY_APPROACHED = {"one_point_auroc_ova", "macro_specificity", "one_point_nauroc_ova", "kappa", "mcc", "scott_pi"}
"""Whose least value no matrix of three classes or more attains."""

NEVER_ATTAINED = {"krippendorff_alpha"}
"""Whose least value no matrix attains."""


@cache
def over_all_sizes(name, classes):
    return bounds(name, classes=classes)


def second(name, matrix):
    """Return the value of a metric by the second implementation, of the first class for a rate."""
    c = second_opinion.Counts(matrix, "worst")
    kind = sy.metrics[name].kind
    of = {"rate": (0,), "whole": ()}.get(kind, ([1] * c.C,))
    opinion = second_opinion.rate_of if kind == "rate" else second_opinion.value_of
    return opinion(name, c, *of)


@pytest.mark.slow
@pytest.mark.parametrize("name", list(sy.metrics))
def test_bounds_are_the_declared_ranges(name):
    for classes in (2, 3, 5) if sy.metrics[name].kind == "rate" else (2, 3, 5, 6):
        found = over_all_sizes(name, classes)
        low, high = found.declared
        assert found.least.known, classes
        assert found.greatest.known, classes
        assert found.low == pytest.approx(low, abs=1e-8), classes
        assert found.high == (pytest.approx(high, abs=1e-8) if math.isfinite(high) else high), classes
        approached = name in NEVER_ATTAINED or (name in ONLY_APPROACHED and classes > 2)
        assert found.least.attained == (not approached), classes
        assert found.greatest.attained == (math.isfinite(high) and (name != "cen" or classes > 2)), classes


@pytest.mark.parametrize("name", list(sy.metrics))
def test_the_matrix_at_an_end_has_the_value_told(name):
    for classes in (2, 3):
        found = over_all_sizes(name, classes)
        for end in (found.least, found.greatest):
            assert float(second(name, end.matrix)) == pytest.approx(end.at_matrix, abs=1e-12)
            assert not end.attained or end.at_matrix == end.value


@pytest.mark.slow
@pytest.mark.parametrize("name", list(sy.metrics))
def test_no_random_matrix_lies_outside(name):
    generator = np.random.default_rng(7)
    for classes in (2, 3, 5):
        found = over_all_sizes(name, classes)
        scale = 10.0 ** generator.integers(0, 7, (3_000, classes, 1))
        stack = np.floor(generator.random((3_000, classes, classes)) ** 3 * scale).astype(np.int64)
        stack[:, np.arange(classes), generator.integers(0, classes, classes)] += 1  # every class has items
        values = sy.metrics[name](stack)
        values = values[:, 0] if sy.metrics[name].kind == "rate" else values
        assert np.nanmin(values) >= found.low - 1e-9
        assert np.nanmax(values) <= found.high + 1e-9


@pytest.mark.parametrize("name", [name for name in ONE_EACH if sy.metrics[name].weighted])
def test_bounds_under_an_importance_are_the_declared_ranges(name):
    for weights in ([1, 3, 9], [5, 1, 1, 0], [1, 1, 100, 1, 50]):
        found = bounds(name, classes=len(weights), importance=weights)
        assert (found.low, found.high) == pytest.approx(found.declared, abs=1e-8)


def test_a_metric_of_the_whole_matrix_has_narrower_bounds_at_fixed_class_shares():
    """An importance fixes the class shares, at which kappa cannot be as low as over all of them."""
    found = bounds("kappa at importance", classes=2, importance=[1, 3])
    assert found.least.exact == "-3/5"
    assert (found.least.known, found.greatest.known) == (False, True)
    assert found.declared == (-1.0, 1.0)


@pytest.mark.parametrize("classes", [2, 3, 4, 5, 9, 20])
def test_equation_15_least_auroc_ovo(classes):
    found = bounds("one_point_auroc_ovo", classes=classes)
    least = Fraction(classes - 2, 2 * (classes - 1))
    assert found.least.attained
    assert found.least.exact == str(least)
    assert second("one_point_auroc_ovo", found.least.matrix) == least
    assert found.greatest.exact == "1"


@pytest.mark.parametrize("classes", [2, 3, 4, 5, 9, 20])
def test_least_auroc_ova_over_all_class_sizes_is_lambda(classes):
    found = bounds("one_point_auroc_ova", classes=classes).least
    assert found.exact == str(Fraction(classes - 2, 2 * classes))
    assert found.attained == (classes == 2)
    assert found.at_matrix >= found.value


def test_equations_22_to_24_bounds_move_with_the_number_of_classes():
    for classes in (2, 3, 7):
        ovo, more = (bounds("one_point_auroc_ovo", classes=C) for C in (classes, classes + 1))
        assert more.least.exact == str(Fraction(classes - 1, 2 * classes)) != ovo.least.exact
        assert more.high == ovo.high == 1
    # Eq. 24 is eq. 21 with one class more.
    assert bounds("one_point_auroc_ova", supports=[2, 3, 4]).least.exact == str(Fraction(2 - Fraction(4, 6)) / 6)


def test_aurpc_ova_runs_from_0_to_1():
    for classes in (2, 5, 10):
        found = bounds("one_point_aurpc_ova", classes=classes)
        assert (found.least.exact, found.greatest.exact) == ("0", "1")


def test_confusion_entropy_of_two_classes_comes_near_2_over_e_log_2_and_never_there():
    found = bounds("cen", classes=2).greatest
    assert not found.attained
    assert found.value == pytest.approx(2 / (math.e * math.log(2)), abs=1e-9)
    assert found.value - 1e-3 < found.at_matrix < found.value
    assert bounds("cen", classes=3).greatest.exact == "1"


def test_mcc_of_equal_classes_stays_above_minus_1():
    found = bounds("mcc", supports=[2, 2, 2]).least
    assert found.exact == "-√6/4"
    assert found.value == pytest.approx(float(second("mcc", found.matrix)))
    approached = bounds("mcc", classes=3).least
    assert (approached.value, approached.attained) == (-1.0, False)
    assert str(approached) == "approaches -1"


def test_a_metric_without_an_upper_bound_says_so():
    found = bounds("cost_ratio", classes=3)
    assert found.high == math.inf
    assert not found.greatest.attained
    assert str(found.greatest) == "unbounded"
    assert found.to_dict()["greatest"]["value"] is None


@pytest.mark.slow
@pytest.mark.parametrize("name", ["balanced_accuracy", "mcen"])
def test_twenty_classes_reach_the_declared_range(name):
    found = bounds(name, classes=20)
    assert (found.low, found.high) == pytest.approx(found.declared, abs=1e-8)


def test_the_same_question_gets_the_same_answer():
    assert bounds("mcc", classes=4) == bounds("mcc", classes=4)
    assert bounds("cen", supports=[5, 20, 300]) == bounds("cen", supports=[5, 20, 300])


def test_an_importance_that_follows_class_sizes_needs_them():
    with pytest.raises(ValueError, match="depends on the class sizes"):
        bounds("cba", classes=3, importance="rarity")
    found = bounds("recall", supports=[1, 2, 5], importance="rarity")
    assert (found.low, found.high) == (0, 1)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({}, "supports=\\[5, 20, 300\\]"),
        ({"supports": [1, 2], "classes": 2}, "or a number of classes"),
        ({"classes": 1}, "from 2 to 20, not 1"),
        ({"classes": 21}, "from 2 to 20, not 21"),
        ({"classes": "three"}, "from 2 to 20, not 'three'"),
        ({"supports": [0, 3]}, "at least 1"),
        ({"supports": [3]}, "two classes or more"),
        ({"supports": [1.5, 2]}, "whole numbers"),
        ({"supports": [2**63, 5]}, "at most 2\\^53, .* not 9223372036854775813"),
        ({"classes": 3, "undefined": "maybe"}, "undefined must be one of"),
    ],
)
def test_bad_arguments_are_refused_in_a_sentence(arguments, words):
    with pytest.raises(ValueError, match=words):
        bounds("cba", **arguments)


def test_where_a_metric_is_undefined_everywhere_no_bounds_are_found():
    with pytest.raises(
        ValueError, match=r"mcc at importance is undefined for all [\d,]+ matrices .* no bounds were found"
    ):
        bounds("mcc at importance", classes=2, importance=[1, 0])


def test_an_importance_that_the_metric_does_not_follow_is_refused():
    with pytest.raises(ValueError, match=r"'mcc' counts items, not classes.*'mcc at importance'"):
        bounds("mcc", classes=2, importance=[1, 2])
    with pytest.raises(ValueError, match="bounds of the rate itself, 'recall', not of what it is of one class"):
        bounds("recall of fraud", classes=2)


def test_the_declared_range_proves_nothing_where_undefined_terms_are_set_to_0():
    assert not bounds("one_point_auroc_ova", classes=3, undefined="zero").least.known
    assert bounds("one_point_auroc_ova", classes=3, undefined="nan").least.known
