"""Relevances as fractions: near the doubles of the same importance, and exactly what was meant."""

from fractions import Fraction

import numpy as np
import pytest

import steelyard as sy
from steelyard.discrimination.relevances import exact_relevance
from steelyard.importance import Importance

LABELS = ["c1", "c2", "c3"]
SIZES = [2, 5, 16]

IMPORTANCES = [
    None,
    "uniform",
    "prevalence",
    "rarity",
    "rarity(c1=3, c2=7, c3=0.5)",
    "complement",
    [1, 0.8, 0.1],
    {"c1": 0.7},
    sy.importance.stated({"c1": 0.7}, rest="rarity"),
    sy.importance.stated({"c1": 0.7}, rest="none"),
    "c3 < c1; c3 < c2",
    sy.importance.order("c3 < c1", ranks="exact"),
    "rarity * (c1=0.5, c2=0.3, c3=0.2)",
    "0.3 * rarity + 0.7 * uniform",
    sy.importance.vague({"c1": (0.2, 0.4)}),
]


@pytest.mark.parametrize("given", IMPORTANCES, ids=str)
def test_fractions_are_near_the_doubles(given):
    phi = sy.importance.as_importance(given).relevance(sy.Confusion(np.diag(SIZES), labels=LABELS))
    found = exact_relevance(given, LABELS, SIZES)
    assert max(found) == 1
    assert np.allclose([float(x) for x in found], phi / phi.max(), rtol=1e-15, atol=0)


@pytest.mark.parametrize(
    ("given", "meant"),
    [
        ([1, 0.8, 0.1], "1 4/5 1/10"),
        ("rarity", "1 2/5 1/8"),
        ("prevalence", "1/8 5/16 1"),
        ("c3 < c1; c3 < c2", "1 1 2/5"),
        ("c3 < c2 < c1", "1 2/3 1/3"),
        ({"c1": 0.7}, "1 3/14 3/14"),
        ("0.3 * rarity + 0.7 * uniform", None),
    ],
)
def test_decimals_ranks_and_shares_are_what_was_meant(given, meant):
    found = exact_relevance(given, LABELS, SIZES)
    if meant is None:
        rare = [Fraction(1, size) / sum(Fraction(1, t) for t in SIZES) for size in SIZES]
        mixed = [Fraction(3, 10) * x + Fraction(7, 30) for x in rare]
        assert found == [x / max(mixed) for x in mixed]
    else:
        assert found == [Fraction(x) for x in meant.split()]


def test_an_importance_of_the_users_own_is_taken_as_its_doubles():
    class Own(Importance):
        def phi(self, labels, support):  # noqa: ARG002 - as every importance
            return np.array([0.1, 0.2, 0.4])

        def __str__(self):
            return "own"

    assert exact_relevance(Own(), LABELS, SIZES) == [Fraction(0.1) / Fraction(0.4), Fraction(0.2) / Fraction(0.4), 1]


def test_what_is_wrong_with_an_importance_is_said_as_everywhere():
    with pytest.raises(ValueError, match="rarity needs items in every class"):
        exact_relevance("rarity", LABELS, [2, 0, 3])
