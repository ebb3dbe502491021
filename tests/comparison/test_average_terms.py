"""Averages of a rate: the terms of the classes by hand, in rationals."""

from fractions import Fraction

import numpy as np
import pytest

import steelyard as sy
from steelyard.comparison.attribution import average_terms, criterion
from steelyard.measuring.apply import apply
from steelyard.measuring.registry import chosen

A = np.array([[5, 1, 0, 0], [2, 6, 0, 0], [1, 0, 3, 0], [1, 1, 0, 0]])
B = np.array([[4, 0, 0, 2], [1, 6, 0, 1], [2, 2, 0, 0], [0, 0, 0, 2]])
"""A never predicts class 3 and B never predicts class 2."""
STACK = sy.Confusion([A, B], list("wxyz"), axes={"model": ["a", "b"]})


def terms(metric, importance=None, policy="exclude", stack=STACK):
    found = average_terms(stack, criterion(metric, importance, stack), policy)
    return {term.label: (term.amount, term.why) for term in found}


def test_a_class_contributes_its_weight_times_the_difference_of_its_rate():
    found = terms("balanced_accuracy", [1, 2, 3, 4])
    wanted = [Fraction(1, 10) * Fraction(1, 6), 0, Fraction(3, 10) * Fraction(3, 4), -Fraction(4, 10)]
    assert [amount for amount, _ in found.values()] == pytest.approx([float(x) for x in wanted])
    assert {why for _, why in found.values()} == {"differs"}


def test_classes_that_one_model_lacks_contribute_by_their_distance_from_the_common_average():
    """Precisions: A 5/9, 6/8, 1, none; B 4/7, 6/8, none, 2/5. Weights 1, 2, 3, 4."""
    found = terms("macro_precision", [1, 2, 3, 4])
    a, b = [Fraction(5, 9), Fraction(3, 4), Fraction(1)], [Fraction(4, 7), Fraction(3, 4), Fraction(2, 5)]
    common_a, common_b = (a[0] + 2 * a[1]) / 3, (b[0] + 2 * b[1]) / 3
    wanted = {
        "w": (Fraction(1, 3) * (a[0] - b[0]), "differs"),
        "x": (0, "differs"),
        "y": (Fraction(3, 6) * (a[2] - common_a), "enters"),
        "z": (-Fraction(4, 7) * (b[2] - common_b), "leaves"),
    }
    difference = (a[0] + 2 * a[1] + 3 * a[2]) / 6 - (b[0] + 2 * b[1] + 4 * b[2]) / 7
    assert sum(amount for amount, _ in wanted.values()) == difference, "the derivation itself, in rationals"
    for label, (amount, why) in found.items():
        assert amount == pytest.approx(float(wanted[label][0]), abs=1e-15)
        assert why == wanted[label][1]


def test_counted_as_zero_an_undefined_class_contributes_all_it_has():
    found = terms("macro_precision", [1, 2, 3, 4], "zero")
    assert found["y"] == (pytest.approx(0.3 * 1), "enters")
    assert found["z"] == (pytest.approx(-0.4 * 0.4), "leaves")


def test_models_without_a_common_class_contribute_all_they_have():
    apart = sy.Confusion([[[2, 0], [1, 0]], [[0, 3], [0, 1]]], axes={"model": ["a", "b"]})
    found = terms("macro_precision", None, "exclude", apart)
    assert found == {0: (pytest.approx(2 / 3), "enters"), 1: (pytest.approx(-1 / 4), "leaves")}


def test_parameters_of_the_average_are_those_of_the_rate():
    found = terms(sy.metrics.mean_f.at(beta=2))
    assert sum(amount for amount, _ in found.values()) == pytest.approx(np.subtract(*sy.metrics.mean_f(STACK, beta=2)))
    assert found != terms("mean_f")


def test_what_is_no_average_of_a_rate_has_no_such_terms():
    for metric in ("accuracy", "g_mean", "f_of_averages"):
        assert average_terms(STACK, criterion(metric, None, STACK), "exclude") is None


@pytest.mark.parametrize("policy", ["worst", "exclude", "zero"])
@pytest.mark.parametrize("metric", [one for one in chosen(None) if one.kind == "average"], ids=lambda one: one.id)
def test_the_terms_add_up_by_themselves(metric, policy, rng):
    """Before anything is added to them; some classes have no items, some are never predicted."""
    told = 0
    for _ in range(20):
        counts = rng.integers(0, 9, (2, 4, 4)) * (rng.random((2, 4, 4)) < 0.7)
        counts[0, :, rng.integers(4)] = 0
        counts[:, 0, 0] += 1
        stack = sy.Confusion(counts, axes={"model": ["a", "b"]})
        one = criterion(metric, rng.dirichlet(np.ones(4)), stack)
        (result,) = apply([metric], stack, importance=one.weights, undefined=policy)
        if not np.isfinite(result.value).all():
            continue
        found = average_terms(stack, one, policy)
        if found is None:
            continue
        told += 1
        assert sum(term.amount for term in found) == pytest.approx(result.value[0] - result.value[1], abs=1e-13)
    assert told or metric.average_of is None
