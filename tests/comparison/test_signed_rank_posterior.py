"""The Bayesian signed-rank test, against all pairs of each draw, a closed form, and itself in other chunks."""

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import settings as searched
from hypothesis import strategies as st
from scipy import stats

from steelyard.comparison import signed_rank as module
from steelyard.comparison.correlated_t import checked_differences
from steelyard.comparison.signed_rank import signed_rank_posterior


def posterior(differences, rope=0.0, **settings):
    found = signed_rank_posterior(checked_differences(differences), rope, **settings)
    return found.a_better, found.equivalent, found.b_better


def by_all_pairs(differences, rope, prior, draws, seed):
    """Return the posterior by a loop over all pairs of values, the same weights as the code draws."""
    values = [*differences, 0]
    wins = np.zeros(3)
    for w in np.random.default_rng(seed).dirichlet([1] * len(differences) + [prior], draws):
        shares = np.zeros(3)
        for x, v in zip(values, w, strict=True):
            for y, u in zip(values, w, strict=True):
                above, below = np.heaviside(x + y - 2 * rope, 0.5), np.heaviside(-x - y - 2 * rope, 0.5)
                shares += v * u * np.array([above, 1 - above - below, below])
        best = shares >= shares.max() - 1e-12
        wins += best / best.sum()
    return wins / draws


@searched(max_examples=30)
@given(st.lists(st.integers(-5, 6), min_size=2, max_size=6), st.sampled_from([0, 0.5, 1, 2, 9]))
def test_it_is_that_of_all_pairs_with_ties_and_on_the_edge(differences, rope):
    expected = by_all_pairs(differences, rope, 0.5, 20, 3)
    np.testing.assert_allclose(posterior(differences, rope, draws=20, seed=3), expected, atol=1e-12)


@given(st.lists(st.integers(-5, 6), min_size=2, max_size=4).filter(any), st.sampled_from([0, 0.5, 1, 2]))
@example([4, -3], 0.5)
def test_rounding_moves_no_pair_off_the_edge(differences, rope):
    """In tenths, pairs that lie on the edge of the rope no longer do in binary numbers: 0.4 − 0.3 < 0.1."""
    tenths = [d / 10 for d in differences]
    assert posterior(tenths, rope / 10, draws=2000) == posterior(differences, rope, draws=2000)


def test_of_equal_differences_it_is_a_beta_distribution():
    """With n differences of 1 and a rope of 0.6, a pair exceeds the rope only if neither is the prior's 0: v², v of
    Beta(n, ½); so a is better if v² > ½."""
    n = 4
    expected = stats.beta.sf(np.sqrt(0.5), n, 0.5)
    a, same, b = posterior([1] * n, 0.6, draws=100_000)
    assert abs(a - expected) < 4 * np.sqrt(expected * (1 - expected) / 100_000)
    assert (same, b) == (pytest.approx(1 - a), 0)
    strong = stats.beta.sf(np.sqrt(0.5), n, 3)
    assert abs(posterior([1] * n, 0.6, draws=100_000, prior=3)[0] - strong) < 4 * np.sqrt(strong / 100_000)


def test_the_same_seed_gives_the_same_bits_whatever_the_chunks(monkeypatch, rng):
    d = rng.normal(0.2, 1, 20)
    whole = posterior(d, 0.1, draws=3000, seed=5)
    assert posterior(d, 0.1, draws=3000, seed=5) == whole
    assert posterior(d, 0.1, draws=3000, seed=6) != whole
    monkeypatch.setattr(module, "CHUNK", 100)
    assert posterior(d, 0.1, draws=3000, seed=5) == whole


def test_models_change_places_and_order_does_not_matter(rng):
    d = rng.normal(0.3, 1, 15)
    a, same, b = posterior(d, 0.2, draws=20_000)
    np.testing.assert_allclose(posterior(-d, 0.2, draws=20_000), (b, same, a), atol=1e-12)
    np.testing.assert_allclose(posterior(rng.permutation(d), 0.2, draws=20_000), (a, same, b), atol=0.02)


def test_probabilities_sum_to_one_and_a_wider_rope_holds_more(rng):
    d = rng.normal(0.5, 1, 10)
    found = [posterior(d, rope, draws=5000) for rope in (0, 0.2, 0.5, 1, 3)]
    np.testing.assert_allclose([sum(three) for three in found], 1, rtol=1e-12)
    within = [three[1] for three in found]
    assert within == sorted(within)
    assert (within[0], within[-1]) == (0, 1)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"prior": 0}, "prior must be a finite number above 0, not 0"),
        ({"prior": float("inf")}, "not inf"),
        ({"prior": "weak"}, "not 'weak'"),
        ({"draws": 0}, "draws must be a whole number of at least 1, not 0"),
        ({"draws": 1e4}, "not 10000.0"),
        ({"seed": -1}, "seed must be a whole number of at least 0, not -1"),
        ({"seed": None}, "not None"),
    ],
)
def test_bad_settings_are_refused_in_a_sentence(settings, message):
    with pytest.raises(ValueError, match=message):
        posterior([1, 2], **settings)
