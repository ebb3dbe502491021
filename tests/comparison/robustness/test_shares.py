"""Shares of the weights: exact volumes against rationals and against dense sampling."""

from fractions import Fraction
from itertools import permutations
from math import prod

import numpy as np
import pytest

from steelyard.comparison.robustness.chances import shares_of
from steelyard.comparison.robustness.sampling import Sampler, tally
from steelyard.comparison.robustness.scores import Scores
from steelyard.comparison.robustness.simplices import simplices_of
from steelyard.importance.region import Region


def share_in(stack, region, metric="balanced_accuracy", samples=20_000, undefined="exclude"):
    scores = Scores.of(stack, metric, undefined, region)
    counted = tally(scores, Sampler(region, 0), samples)
    (found,) = shares_of(scores, region, [(0, 1)], simplices_of(region), counted)
    return found, counted


def exact_share(values):
    values = [Fraction(v) for v in values]
    top = (v ** (len(values) - 1) / prod(v - other for other in values if other != v) for v in values if v > 0)
    return sum(top, Fraction(0))


RECALLS = [[Fraction(k, 100) for k in model] for model in ([91, 52, 34, 21], [60, 70, 40, 10])]


@pytest.fixture
def stack(stack_of):
    """Four classes of a hundred items each, with the recalls above."""
    counts = np.zeros((2, 4, 4), dtype=int)
    for k, recalls in enumerate(RECALLS):
        for i, recall in enumerate(recalls):
            counts[k, i, i], counts[k, i, (i + 1) % 4] = 100 * recall, 100 - 100 * recall
    return stack_of(counts)


@pytest.mark.parametrize(
    "pairs",
    [[], [(0, 1)], [(3, 2), (2, 1), (1, 0)], [(0, 1), (1, 2), (2, 3)], [(0, 2), (1, 2)], [(0, 2), (1, 2), (1, 3)]],
)
def test_exact_volumes_over_all_total_orders_in_rationals(stack, pairs):
    """Each total order is a simplex with vertices at the averages over its top 1, 2, … classes."""
    lead = [a - b for a, b in zip(*RECALLS, strict=True)]
    shares = []
    for order in permutations(range(4)):
        if all(order.index(low) < order.index(high) for low, high in pairs):
            values = [sum(lead[i] for i in order[-k:]) / k for k in range(1, 5)]
            assert len(set(values)) == 4  # as the closed form needs
            shares.append(exact_share(values))
    found, counted = share_in(stack, Region.of(range(4), pairs))
    assert found.how == "exact"
    assert found.error == 0
    assert found.wins == pytest.approx(float(sum(shares) / len(shares)), rel=1e-12)
    assert found.wins + found.loses == pytest.approx(1, rel=1e-14)
    assert abs(counted.leads[0, 1] - found.wins) <= 4 * counted.leads_error[0, 1] + 1e-12


def test_some_weights_fixed_in_rationals(stack):
    """With w_0 = 3/8 fixed, the rest is a simplex whose vertices give 5/8 to one class."""
    lead = [a - b for a, b in zip(*RECALLS, strict=True)]
    values = [Fraction(3, 8) * lead[0] + Fraction(5, 8) * other for other in lead[1:]]
    found, _ = share_in(stack, Region.of(range(4), [], {0: (0.375, 0.375)}))
    assert found.wins == pytest.approx(float(exact_share(values)), rel=1e-12)


def test_ranges_are_sampled_with_their_error(stack):
    region = Region.of(range(4), [], {0: (0.1, 0.3)})
    found, _ = share_in(stack, region)
    more, _ = share_in(stack, region, samples=200_000)
    assert found.how == "sampled"
    assert 0.001 < found.error < 0.005
    assert abs(found.wins - more.wins) <= 4 * np.hypot(found.error, more.error)


def test_hit_and_run_says_how_far_it_may_be_off(stack):
    region = Region.of(range(4), [], {0: (0.25, 0.251), 1: (0.0, 0.4)})
    found, counted = share_in(stack, region, samples=10_000)
    exact, _ = share_in(stack, Region.of(range(4), [], {0: (0.2505, 0.2505), 1: (0.0, 0.4)}), samples=100_000)
    assert counted.how in ("rejection", "hit-and-run")
    assert abs(found.wins - exact.wins) <= 5 * found.error + 0.005


def test_equal_models_tie_everywhere(stack_of):
    same = stack_of([[[3, 1], [1, 2]]] * 2)
    for region in (Region.of(range(2)), Region.of(range(2), [], {0: (0.2, 0.5)})):
        for metric in ("balanced_accuracy", "f_of_averages"):
            found, _ = share_in(same, region, metric)
            assert (found.wins, found.loses, found.ties) == (0, 0, 1)


def test_rounding_is_no_lead(stack_of):
    """1/3 and 2/6 are one rate, and sums of equal leads are no lead."""
    stack = stack_of([[[1, 2], [3, 7]], [[2, 4], [6, 14]]])
    found, _ = share_in(stack, Region.of(range(2)))
    assert found.ties == 1


def test_a_class_without_items_does_not_change_who_wins(stack_of):
    counts = np.zeros((2, 3, 3), dtype=int)
    counts[:, :2, :2] = [[[9, 1], [5, 5]], [[6, 4], [3, 7]]]
    found, counted = share_in(stack_of(counts), Region.of(range(3)))
    assert found.how == "exact"
    assert found.wins == pytest.approx(0.6)  # 0.3·t > 0.2·(1 − t) for t above 0.4
    assert counted.leads[0, 1] == pytest.approx(0.6, abs=0.02)


def test_at_a_point_it_is_all_or_nothing(stack):
    found, _ = share_in(stack, Region.point(range(4), np.full(4, 0.25), ""))
    assert (found.wins, found.loses, found.how) == (1, 0, "exact")
