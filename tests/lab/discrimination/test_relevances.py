"""Relevances as fractions: near the doubles of the same importance, and exactly what was meant."""

from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest

import steelyard as sy
from steelyard.importance import Importance
from steelyard.importance.grammar import MECHANISMS
from steelyard.lab.discrimination.relevances import exact_phi, exact_relevance

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
    found = exact_relevance(given, LABELS, SIZES).phi
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
        ([1 / 3, 1 / 6, 1 / 2], "2/3 1/3 1"),
        ([Fraction(1, 2003), Fraction(2, 2003), 1], "1/2003 2/2003 1"),
        ([Decimal("0.12345678901234567"), 1, np.int64(1)], "12345678901234567/100000000000000000 1 1"),
        ({"c1": Fraction(1, 2003)}, "1/1001 1 1"),
        (sy.importance.vague({"c1": (0.2, 0.4)}), "6/7 1 1"),
        (sy.importance.vague({"c1": (0.6, 0.8)}, "c3 < c2 < c1"), "1 2/7 1/7"),
        ("0.3 * rarity + 0.7 * uniform", None),
    ],
)
def test_decimals_ranks_and_shares_are_what_was_meant(given, meant):
    found, doubles = exact_relevance(given, LABELS, SIZES)
    assert not doubles
    if meant is None:
        rare = [Fraction(1, size) / sum(Fraction(1, t) for t in SIZES) for size in SIZES]
        mixed = [Fraction(3, 10) * x + Fraction(7, 30) for x in rare]
        assert found == tuple(x / max(mixed) for x in mixed)
    else:
        assert found == tuple(Fraction(x) for x in meant.split())


@pytest.mark.parametrize(
    ("given", "doubles"),
    [
        ([1, 0.1 + 0.2, 0.5], (0.1 + 0.2,)),
        ([1, 0.1234567890123, 2 / 2003], (0.1234567890123, 2 / 2003)),
        (sy.importance.stated([1, 0.1 + 0.2, 0.5]), (0.1 + 0.2,)),
        (sy.importance.rarity([1, np.pi, 5]), (np.pi,)),
        ((0.1 + 0.2) * sy.importance.rarity() + sy.importance.uniform(), (0.1 + 0.2,)),
    ],
)
def test_numbers_that_are_only_doubles_are_taken_as_they_are_and_told(given, doubles):
    found = exact_relevance(given, LABELS, SIZES)
    assert found.doubles == doubles
    if isinstance(given, list):
        assert found.phi[1] == Fraction(given[1])


def test_weights_passed_back_are_the_fractions_they_were():
    weights = sy.importance.rarity().weights(sy.Confusion(np.diag([2, 4, 15])))
    assert exact_relevance(weights, LABELS, [2, 4, 15]) == exact_relevance("rarity", LABELS, [2, 4, 15])


def test_ranges_whose_rule_comes_to_something_else_are_taken_as_doubles():
    """The middles do not sum to 1, so that all go the same part of the way from their low ends to their high ones."""
    given = sy.importance.vague({"c1": (0.1, 0.7), "c2": (0.1, 0.9), "c3": (0.1, 0.6)})
    found = exact_relevance(given, LABELS, SIZES)
    phi = given.relevance(sy.Confusion(np.diag(SIZES), labels=LABELS))
    assert np.allclose([float(x) for x in found.phi], phi / phi.max(), rtol=1e-14)
    assert found.doubles


def test_an_importance_of_the_users_own_means_its_numbers():
    class Own(Importance):
        def phi(self, labels, support):  # noqa: ARG002 - as every importance
            return np.array([0.1, 0.2, 0.1 + 0.3])

        def __str__(self):
            return "own"

    assert exact_relevance(Own(), LABELS, SIZES) == ((Fraction(1, 4), Fraction(1, 2), 1), ())


def test_what_is_wrong_with_an_importance_is_said_as_everywhere():
    with pytest.raises(ValueError, match="rarity needs items in every class"):
        exact_relevance("rarity", LABELS, [2, 0, 3])


@pytest.mark.parametrize("word", MECHANISMS)
def test_every_mechanism_has_its_fractions(word):
    """Else they are guessed from its doubles, which nobody would notice."""
    assert type(MECHANISMS[word]()) in exact_phi.registry
