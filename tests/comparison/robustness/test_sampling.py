"""Weights drawn from a region: inside it, uniform, and the same for one seed."""

import numpy as np
import pytest

from steelyard.comparison.robustness.sampling import LEAST_POINTS, Sampler
from steelyard.comparison.robustness.simplices import simplices_of
from steelyard.comparison.robustness.walks import WALKS
from steelyard.importance.region import Region

LADDER = [(0, 2), (0, 3), (1, 3), (1, 4)]


def drawn(region, samples=20_000, seed=0):
    sampler = Sampler(region, seed)
    return sampler.how, np.concatenate(list(sampler.chunks(samples)))


def test_a_total_order_has_the_moments_of_its_simplex():
    """The mean is the rank-order centroid; of each weight also the second moment."""
    region = Region.of(range(4), [(3, 2), (2, 1), (1, 0)])
    how, weights = drawn(region, 40_000)
    assert how == "independent"
    assert len(weights) == 40_000
    np.testing.assert_allclose(weights.mean(axis=0), [25 / 48, 13 / 48, 7 / 48, 3 / 48], atol=0.004)
    (simplex,) = simplices_of(region)  # E[λ_i·λ_j] = (1 + [i = j])/(V·(V + 1)) of uniform shares of V vertices
    second = simplex.T @ (np.ones((4, 4)) + np.eye(4)) @ simplex / 20
    np.testing.assert_allclose(weights.T @ weights / len(weights), second, atol=0.004)


@pytest.mark.parametrize(
    ("pairs", "ranges"),
    [
        ([], {}),
        ([], {0: (0.25, 0.25)}),
        ([], {0: (0.25, 1), 3: (0.1, 1)}),
        ([(0, 1)], {}),
        ([(0, 2), (1, 2)], {}),
        (LADDER, {}),
        ([(0, 1), (2, 3), (2, 4)], {0: (0.02, 1)}),
    ],
)
def test_independent_draws_have_the_mean_of_the_simplices(pairs, ranges):
    region = Region.of(range(5), pairs, ranges)
    how, weights = drawn(region)
    assert how == "independent"
    assert all(region.contains(w) for w in weights[:200])
    expected = np.mean([simplex.mean(axis=0) for simplex in simplices_of(region)], axis=0)
    error = weights.std(axis=0) / np.sqrt(len(weights))
    assert (np.abs(weights.mean(axis=0) - expected) <= 4.5 * error + 1e-12).all()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("pairs", "ranges"),
    [
        ([(0, 1), (1, 2)], {2: (0.3, 0.5)}),
        ([], {0: (0.2, 0.4), 1: (0.0, 0.3)}),
        ([(0, 2), (0, 3), (1, 3)], {4: (0.1, 0.3), 3: (0.0, 0.4)}),
    ],
)
def test_hit_and_run_agrees_with_rejection(pairs, ranges):
    region = Region.of(range(5), pairs, ranges)
    how, rejected = drawn(region, 40_000)
    assert how == "rejection"
    assert len(rejected) == 40_000
    sampler = Sampler(region, 1)
    sampler.how = "hit-and-run"
    walked = np.concatenate(list(sampler.chunks(20_000)))
    assert all(region.contains(w) for w in walked[:200])
    assert all(region.contains(w) for w in rejected[:200])
    means = walked.reshape(-1, 100, 5).mean(axis=0)  # of each walk
    error = np.hypot(means.std(axis=0, ddof=1) / 10, rejected.std(axis=0) / 200)
    assert (np.abs(walked.mean(axis=0) - rejected.mean(axis=0)) <= 4.5 * error).all()
    np.testing.assert_allclose(np.cov(walked, rowvar=False), np.cov(rejected, rowvar=False), atol=8e-4)


@pytest.mark.slow
def test_ranges_that_leave_little_are_walked():
    """Three ranges with an order across them: rejection would keep less than one draw in ten thousand."""
    region = Region.of(range(5), [(3, 2)], {0: (0.5, 0.51), 1: (0.2, 0.21), 2: (0.1, 0.11), 3: (0.05, 0.11)})
    how, weights = drawn(region, 5_000)
    assert how == "hit-and-run"
    assert all(region.contains(w) for w in weights[::10])
    assert weights.mean(axis=0)[0] == pytest.approx(0.505, abs=2e-4)


def test_an_order_too_loose_to_draw_from_is_not_walked_where_walks_would_not_mix():
    crown = [(i, 20 + j) for i in range(20) for j in range(20) if i != j]
    sampler = Sampler(Region.of(range(40), crown), 0)
    assert sampler.how == "none"


def test_many_classes_without_an_order_are_walked():
    sampler = Sampler(Region.of(range(60), [], dict.fromkeys(range(40), (0.01, 0.02))), 0)
    assert sampler.how == "hit-and-run"
    assert sum(map(len, sampler.chunks(1))) == LEAST_POINTS * WALKS


def test_where_walks_would_not_get_across_nothing_is_drawn():
    region = Region.of(range(70), [(i, i + 1) for i in range(69)], {69: (0.3, 0.4)})
    sampler = Sampler(region, 0)
    assert sampler.how == "none"
    assert list(sampler.chunks(100)) == []


def test_a_point_is_one_weighting():
    how, weights = drawn(Region.point(range(2), np.array([0.25, 0.75]), ""))
    assert how == "one point"
    np.testing.assert_array_equal(weights, [[0.25, 0.75]])


@pytest.mark.parametrize(
    "ranges",
    [
        {},
        pytest.param({0: (0, 0.5)}, marks=pytest.mark.slow),
        pytest.param({0: (0.3, 0.301), 1: (0.2, 0.201)}, marks=pytest.mark.slow),
    ],
)
def test_one_seed_gives_the_same_bits(ranges):
    region = Region.of(range(4), [], ranges)
    _, one = drawn(region, 3_000, 7)
    _, again = drawn(region, 3_000, 7)
    _, other = drawn(region, 3_000, 8)
    np.testing.assert_array_equal(one, again)
    assert (one != other).any()
