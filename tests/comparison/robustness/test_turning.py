"""The nearest weights at which another model wins."""

import numpy as np
import pytest

import steelyard as sy
from steelyard.comparison.robustness.extremes import turning
from steelyard.comparison.robustness.sampling import Sampler
from steelyard.comparison.robustness.scores import Scores
from steelyard.importance.region import Region


def turned(stack, metric, region, start, winner):
    scores = Scores.of(stack, metric, "exclude", Region.of(stack.labels))
    scope = Region.of(stack.labels) if region.is_point else region
    tried = np.concatenate(list(Sampler(scope, 0).chunks(4_096)))
    return scores, turning(scores, region, start, winner, tried, scope)


@pytest.mark.parametrize(("metric", "how"), [("balanced_accuracy", "exact"), ("f_of_averages", "sampled")])
def test_the_models_are_level_there_and_no_drawn_weights_are_nearer(metric, how, stack_of):
    stack = stack_of(np.random.default_rng(5).integers(1, 20, (3, 3, 3)))
    region = Region.of(range(3), [], {0: (0.1, 0.9)})
    start = np.full(3, 1 / 3)
    scores = Scores.of(stack, metric, "exclude", region)
    winner = int(scores.at(start[None])[0].argmax())
    scores, found = turned(stack, metric, region, start, winner)
    assert found.how == how
    assert region.contains(found.nearest)
    other = stack.axes["model"].index(found.new_winner)
    values = scores.at(found.nearest[None])[0]
    assert values[winner] == pytest.approx(values[other], abs=1e-9)
    assert found.distance == pytest.approx(np.abs(found.nearest - start).sum() / 2)
    dense = np.concatenate(list(Sampler(region, 9).chunks(20_000)))
    lost = dense[scores.at(dense).argmax(axis=1) != winner]
    nearest = np.abs(lost - start).sum(axis=1).min() / 2
    assert found.distance <= nearest + (1e-12 if how == "exact" else 0.02)


def test_the_nearest_of_several_rivals(stack_of):
    """Two classes; m0 leads at even weights, m1 draws level at 0.4 and m2 at 0.3 of class 0."""
    stack = stack_of([[[90, 10], [50, 50]], [[60, 40], [30, 70]], [[20, 80], [20, 80]]])
    _, found = turned(stack, "balanced_accuracy", Region.of(range(2)), np.full(2, 0.5), 0)
    assert found.winner == "m0"
    assert found.new_winner == "m1"
    assert found.distance == pytest.approx(0.1)
    np.testing.assert_allclose(found.nearest, [0.4, 0.6])


def test_one_set_of_weights_may_turn_anywhere(stack_of):
    stack = stack_of([[[90, 10], [50, 50]], [[60, 40], [30, 70]]])
    point = Region.point(range(2), np.full(2, 0.5), "your weights")
    _, found = turned(stack, "balanced_accuracy", point, np.full(2, 0.5), 0)
    assert found.distance == pytest.approx(0.1)


def test_never_is_an_answer(stack_of):
    stack = stack_of([[[90, 10], [50, 50]], [[60, 40], [60, 40]]])
    for metric in ("balanced_accuracy", "macro_g_score"):
        _, found = turned(stack, metric, Region.of(range(2)), np.full(2, 0.5), 0)
        assert (found.nearest, found.distance, found.new_winner) == (None, None, None)


def test_the_region_may_end_before_it_turns(stack_of):
    stack = stack_of([[[90, 10], [50, 50]], [[60, 40], [30, 70]]])
    _, found = turned(stack, "balanced_accuracy", Region.of(range(2), [], {0: (0.45, 1)}), np.full(2, 0.5), 0)
    assert found.nearest is None
    assert [turn.agrees for turn in found.classes] == [False, False]


def test_different_undefined_classes_are_searched(stack_of):
    stack = stack_of([[[9, 1, 0], [5, 5, 0], [1, 1, 0]], [[6, 4, 0], [3, 6, 1], [1, 2, 7]]])
    start = np.array([0.8, 0.1, 0.1])
    scores = Scores.of(stack, "macro_precision", "exclude", Region.of(range(3)))
    winner = int(scores.at(start[None])[0].argmax())
    scores, found = turned(stack, "macro_precision", Region.of(range(3)), start, winner)
    assert found.how == "sampled"
    if found.nearest is not None:
        values = scores.at(found.nearest[None])[0]
        assert values[0] == pytest.approx(values[1], abs=1e-9)


def test_a_tie_at_a_corner_is_no_turn(stack_of):
    """m0 is better on two classes and level on the third: no weights put m1 ahead."""
    stack = stack_of([[[9, 1, 0], [1, 8, 1], [0, 0, 10]], [[5, 5, 0], [5, 5, 0], [0, 0, 10]]])
    point = Region.point(range(3), np.full(3, 1 / 3), "your weights")
    for region in (point, Region.of(range(3)), Region.of(range(3), [(0, 1), (1, 2)])):
        _, found = turned(stack, "balanced_accuracy", region, np.full(3, 1 / 3), 0)
        assert (found.nearest, found.distance, found.new_winner, found.classes) == (None, None, None, ())


def test_searching_comes_close_to_the_programme(stack_of, own_metrics):  # noqa: ARG001
    """The same average, once with its rates known and once as any function of the weights."""

    @sy.metric(averages=True)
    def hidden(c):
        return c.mean(sy.metrics.recall)

    for seed in range(6):
        rng = np.random.default_rng(seed)
        stack = stack_of(rng.integers(1, 20, (2, 5, 5)))
        start, point = np.full(5, 0.2), Region.point(range(5), np.full(5, 0.2), "your weights")
        scores = Scores.of(stack, "balanced_accuracy", "exclude", Region.of(range(5)))
        winner = int(scores.at(start[None])[0].argmax())
        _, exact = turned(stack, "balanced_accuracy", point, start, winner)
        _, searched = turned(stack, "hidden", point, start, winner)
        assert (exact.how, searched.how) == ("exact", "sampled")
        assert (exact.distance is None) == (searched.distance is None)
        if exact.distance is not None:
            assert exact.distance - 1e-9 <= searched.distance <= 1.05 * exact.distance + 1e-9
