"""Worst and best leads, against all vertices in exact rationals and against dense sampling."""

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from steelyard.comparison.robustness.extremes import extremes
from steelyard.comparison.robustness.programme import corners_of
from steelyard.comparison.robustness.sampling import Sampler, tally
from steelyard.comparison.robustness.scores import Scores
from steelyard.comparison.robustness.simplices import simplices_of
from steelyard.importance.region import Region

EIGHTHS = st.tuples(st.integers(0, 8), st.integers(0, 8)).map(lambda ends: (min(ends) / 8, max(ends) / 8))


def found_in(stack, metric, region, undefined="exclude", samples=2_000):
    scores = Scores.of(stack, metric, undefined, region)
    counted = tally(scores, Sampler(region, 0), samples)
    corners = corners_of(region, simplices_of(region))
    return scores, extremes(scores, region, 0, 1, corners, counted, region.nearest(np.full(len(region.low), 0.25)))


@pytest.mark.slow
@settings(max_examples=40)
@given(
    st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)).filter(lambda p: p[0] < p[1]), max_size=3),
    st.dictionaries(st.integers(0, 3), EIGHTHS, max_size=3),
    st.integers(0, 10**6),
    st.booleans(),
)
def test_averages_are_at_their_extremes_at_vertices(exact_vertices, stack_of, pairs, ranges, seed, absent):
    try:
        region = Region.of(range(4), pairs, ranges)
    except ValueError:
        assume(False)
    counts = np.random.default_rng(seed).integers(0, 9, (2, 4, 4)) + np.eye(4, dtype=int)
    if absent:
        counts[:, 2] = 0  # a class without items leaves the recalls of both
    stack = stack_of(counts)
    vertices = exact_vertices(4, pairs, ranges)
    kept = [w for w in vertices if not absent or w[2] < 1]
    assume(len(kept) > 0)
    scores, found = found_in(stack, "balanced_accuracy", region)
    assert found.how == "exact"
    leads = []
    for w in kept:
        recalls = [[row[i, i] / row[i].sum() if row[i].sum() else 0 for i in range(4)] for row in counts]
        mass = 1 - (w[2] if absent else 0)
        leads.append(float(sum(float(x) * (a - b) for x, a, b in zip(w, *recalls, strict=True)) / float(mass)))
    assert found.worst == pytest.approx(min(leads), abs=1e-9)
    assert found.best == pytest.approx(max(leads), abs=1e-9)
    for weights, lead in ((found.worst_weights, found.worst), (found.best_weights, found.best)):
        assert region.contains(weights, 1e-8)
        assert scores.ahead(scores.at(weights[None]), 0, 1)[0] == pytest.approx(lead, abs=1e-12)


def test_different_undefined_classes_are_sampled_between_certain_bounds(stack_of, rng):
    counts = rng.integers(1, 9, (2, 4, 4))
    counts[0, :, 1] = 0
    region = Region.of(range(4), [(0, 1)])
    scores, found = found_in(stack_of(counts), "macro_precision", region)
    assert found.how == "sampled"
    assert found.tried > 2_000
    dense = np.concatenate(list(Sampler(region, 5).chunks(50_000)))
    leads = scores.ahead(scores.at(dense), 0, 1)
    assert found.outer[0] <= min(leads.min(), found.worst)
    assert max(leads.max(), found.best) <= found.outer[1]
    assert found.worst <= leads.min() + 0.02
    assert found.best >= leads.max() - 0.02


def test_other_metrics_are_sampled(logs):
    region = Region.of(logs.labels, [], {0: (0.1, 0.6)})
    scores, found = found_in(logs, "f_of_averages", region)
    assert (found.how, found.outer) == ("sampled", None)
    dense = np.concatenate(list(Sampler(region, 5).chunks(50_000)))
    leads = scores.ahead(scores.at(dense), 0, 1)
    assert found.worst <= leads.min() + 1e-4
    assert found.best >= leads.max() - 1e-4


def test_a_programme_finds_what_too_many_vertices_hide(rng, stack_of):
    """An order of nine classes below a tenth has 9! completions; the best vertex of it shares alike among a top set."""
    region = Region.of(range(10), [(i, 9) for i in range(9)])
    assert simplices_of(region) == []
    stack = stack_of(rng.integers(1, 30, (2, 10, 10)))
    scores, found = found_in(stack, "balanced_accuracy", region)
    assert found.how == "exact"
    slopes = scores.slopes(0, 1)
    order = np.argsort(-slopes[:9])
    tops = [np.append(order[:k], 9) for k in range(10)]
    assert found.best == pytest.approx(max(slopes[top].mean() for top in tops), abs=1e-12)
