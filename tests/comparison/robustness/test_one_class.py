"""One class's weight moves: the formulas against the search, and both against what they claim."""

import numpy as np
import pytest

import steelyard as sy
from steelyard.comparison.robustness import one_class
from steelyard.comparison.robustness.one_class import turns
from steelyard.comparison.robustness.scores import Scores
from steelyard.importance.region import Region


def scored(stack, metric, region=None, undefined="exclude"):
    return Scores.of(stack, metric, undefined, region or Region.of(stack.labels))


def moved(start, c, at):
    weights = np.delete(start, c)
    weights = weights / weights.sum() * (1 - at)
    return np.insert(weights, c, at)


def winner_at(scores, weights):
    return int((scores.sign * scores.at(weights[None])[0]).argmax())


@pytest.mark.parametrize("metric", ["balanced_accuracy", "macro_precision", "cba", "f_of_averages", "g_mean"])
def test_the_winner_changes_there_and_not_before(metric, random_counts, stack_of, rng):
    found = 0
    for _ in range(8):
        stack = stack_of(random_counts(rng, 4, 3) + np.eye(4, dtype=int))
        region = Region.of(stack.labels)
        scores = scored(stack, metric, region)
        start = rng.dirichlet(np.ones(4))
        winner = winner_at(scores, start)
        for turn in turns(scores, region, start, winner):
            c = stack.labels.index(turn.label)
            assert (turn.side == "more") == (turn.at > start[c])
            step = 1e-7 if turn.side == "more" else -1e-7
            if 0 < turn.at + step < 1:
                assert scores.models[winner_at(scores, moved(start, c, turn.at + step))] == turn.winner
            for t in np.linspace(start[c], turn.at, 50)[:-1]:
                lead = scores.sign * scores.at(moved(start, c, t)[None])[0]
                assert lead[winner] >= lead.max() - 1e-9
            found += 1
    assert found >= 10


@pytest.mark.parametrize("metric", ["balanced_accuracy", "macro_precision", "mean_f"])
def test_formula_and_search_agree(metric, random_counts, stack_of, rng, monkeypatch):
    """Classes that are never predicted by one model only make the lead quadratic in the weight."""
    quadratic = 0
    for _ in range(12):
        counts = random_counts(rng, 4, 2) + np.eye(4, dtype=int)
        counts[0, :, 1] = 0
        stack = stack_of(counts)
        scores = scored(stack, metric)
        quadratic += not scores.alike(0, 1)
        start = rng.dirichlet(np.ones(4))
        winner = winner_at(scores, start)
        exact = {(c, at > start[c]): at for c, at, _ in one_class._by_formula(scores, start, winner)}  # noqa: SLF001
        monkeypatch.setattr(one_class, "GRID", 257)
        searched = {(c, at > start[c]): at for c, at, _ in one_class._by_search(scores, start, winner)}  # noqa: SLF001
        for key, at in searched.items():
            assert exact[key] == pytest.approx(at, abs=1e-9)
        assert all(at < 1 / 128 or at > 127 / 128 for key, at in exact.items() if key not in searched)
    assert quadratic > 5 or metric != "macro_precision"


def test_by_hand(stack_of):
    """Recalls 0.9 and 0.5 against 0.6 and 0.7: level where 0.3·t = 0.2·(1 − t)."""
    stack = stack_of([[[9, 1], [5, 5]], [[6, 4], [3, 7]]])
    region = Region.of(stack.labels)
    (first, second) = turns(scored(stack, "balanced_accuracy"), region, np.array([0.5, 0.5]), 0)
    assert {first.label: first.at, second.label: second.at} == pytest.approx({0: 0.4, 1: 0.6})
    assert {first.side, second.side} == {"more", "less"}
    assert first.winner == "m1"
    assert first.change == pytest.approx(0.1)
    assert first.agrees
    assert first.how == "exact"


def test_whether_the_weights_there_agree_with_what_was_said(stack_of):
    stack = stack_of([[[9, 1], [5, 5]], [[6, 4], [3, 7]]])
    region = Region.of(stack.labels, [], {0: (0.45, 1.0)})
    assert [turn.agrees for turn in turns(scored(stack, "balanced_accuracy"), region, np.full(2, 0.5), 0)] == [
        False
    ] * 2
    point = Region.point(stack.labels, np.full(2, 0.5), "your weights")
    assert [turn.agrees for turn in turns(scored(stack, "balanced_accuracy"), point, np.full(2, 0.5), 0)] == [None] * 2


def test_never_is_an_answer(stack_of):
    stack = stack_of([[[9, 1], [2, 8]], [[6, 4], [3, 7]]])
    region = Region.of(stack.labels)
    for metric in ("balanced_accuracy", "f_of_averages"):
        assert turns(scored(stack, metric), region, np.full(2, 0.5), 0) == ()


def test_a_class_with_all_the_weight_has_no_others_to_give_to(stack_of):
    stack = stack_of([[[9, 1], [5, 5]], [[6, 4], [3, 7]]])
    start = np.array([1.0, 0.0])
    for metric in ("balanced_accuracy", "f_of_averages"):
        found = turns(scored(stack, metric), Region.of(stack.labels), start, 0)
        assert [turn.label for turn in found] == [1]


def test_lower_may_be_better(logs, own_metrics):  # noqa: ARG001
    @sy.metric(averages=True, direction="lower")
    def missed(c):
        return 1 - c.mean(sy.metrics.recall)

    start = np.full(3, 1 / 3)
    region = Region.of(logs.labels)
    searched = turns(scored(logs, "missed"), region, start, 0)
    exact = turns(scored(logs, "balanced_accuracy"), region, start, 0)
    assert [turn.at for turn in searched] == pytest.approx([turn.at for turn in exact])


@pytest.mark.parametrize("rounding", [1e-17, -1e-17])
def test_a_tie_at_an_end_is_no_change_whatever_its_rounding(rounding):
    """Without the class the models are level, but for rounding; with it one is ahead."""
    p, r = np.array([rounding]), np.array([0.3])
    assert np.isnan(one_class._roots(p, (p + r) / 2, r)).all()  # noqa: SLF001
    assert np.isnan(one_class._roots(r, (p + r) / 2, p)).all()  # noqa: SLF001
