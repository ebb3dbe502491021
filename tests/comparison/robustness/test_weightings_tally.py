"""What drawn weights say, against a loop over them."""

import numpy as np
import pytest

from steelyard.comparison.robustness.sampling import Sampler, tally
from steelyard.comparison.robustness.scores import Scores
from steelyard.comparison.robustness.walks import Walks
from steelyard.importance.region import Region


def test_ranks_central_weights_and_leads_by_a_loop(random_counts, stack_of, rng):
    stack = stack_of(random_counts(rng, 4, 4) + np.eye(4, dtype=int))
    region = Region.of(range(4), [(0, 1)])
    scores = Scores.of(stack, "balanced_accuracy", "zero", region)
    found = tally(scores, Sampler(region, 3), 500)
    weights = np.concatenate(list(Sampler(region, 3).chunks(500)))
    values = scores.at(weights)
    order = np.argsort(-values, axis=1)
    for k in range(4):
        for rank in range(4):
            assert abs(found.ranks[k, rank] - (order[:, rank] == k).mean()) < 1e-12
        first = weights[order[:, 0] == k]
        if len(first):
            np.testing.assert_allclose(found.central[k], first.mean(axis=0), rtol=1e-12)
        else:
            assert np.isnan(found.central[k]).all()
        for j in range(4):
            lead = values[:, k] - values[:, j]
            assert found.leads[k, j] == (lead > 0).mean()
            if j != k:
                assert found.least[k, j] == lead.min()
                np.testing.assert_array_equal(found.least_at[k, j], weights[lead.argmin()])
    np.testing.assert_allclose(found.ranks.sum(axis=0), 1)
    np.testing.assert_allclose(found.ranks.sum(axis=1), 1)


def test_models_that_tie_share_their_ranks(stack_of):
    same = [[9, 1], [2, 8]]
    stack = stack_of([same, same, [[5, 5], [5, 5]]])
    region = Region.of(range(2))
    found = tally(Scores.of(stack, "balanced_accuracy", "zero", region), Sampler(region, 0), 100)
    np.testing.assert_allclose(found.ranks, [[0.5, 0.5, 0], [0.5, 0.5, 0], [0, 0, 1]])


def test_chunks_do_not_change_what_is_counted(stack_of, rng):
    stack = stack_of(rng.integers(1, 9, (2, 3, 3)))
    region = Region.of(range(3))
    scores = Scores.of(stack, "f_of_averages", "zero", region)
    whole, parts = Sampler(region, 0), Sampler(region, 0)
    parts.size = 7
    one, many = tally(scores, whole, 1_000), tally(scores, parts, 1_000)
    assert one.samples == many.samples == 1_000
    np.testing.assert_array_equal(one.leads, many.leads)


@pytest.mark.slow
def test_walks_that_have_not_mixed_tell_no_shares(stack_of, rng, monkeypatch):
    stack = stack_of(rng.integers(1, 9, (2, 5, 5)))
    region = Region.of(range(5), [(3, 2)], {0: (0.5, 0.51), 1: (0.2, 0.21), 2: (0.1, 0.11), 3: (0.05, 0.11)})
    scores = Scores.of(stack, "balanced_accuracy", "zero", region)
    fine = tally(scores, Sampler(region, 0), 20_000)
    assert (fine.how, fine.samples) == ("hit-and-run", 20_000)
    monkeypatch.setattr(Walks, "_steps", lambda self, number: None)  # noqa: ARG005
    stuck = tally(scores, Sampler(region, 0), 20_000)
    assert (stuck.how, stuck.samples) == ("none", 0)
    for shares in (stuck.leads, stuck.ranks, stuck.central):
        assert np.isnan(shares).all()
    assert len(stuck.some)
