"""Constant answers: their counts by hand, and that the few answers tried of many classes are enough."""

import numpy as np

import steelyard as sy
from steelyard.evaluation import misleading as module
from steelyard.evaluation.misleading import TEMPTING, answers, constant_answers
from steelyard.measuring.apply import apply
from steelyard.measuring.registry import chosen


def test_every_class_is_an_answer():
    sizes = np.array([50, 950])
    given = answers(sizes, np.array([0.5, 0.5]))
    assert constant_answers(sizes, given).tolist() == [[[50, 0], [950, 0]], [[0, 50], [0, 950]]]
    stack = np.array([[1, 2, 3], [4, 5, 6]])
    built = constant_answers(stack, answers(stack, np.ones(3)))
    assert built.shape == (2, 3, 3, 3)
    assert built[1, 2].tolist() == [[0, 0, 4], [0, 0, 5], [0, 0, 6]]


def test_of_many_classes_the_largest_and_those_that_matter_most_and_least_are_tried():
    sizes, weights = np.arange(1, 101), np.full(100, 0.01)
    weights[7], weights[9] = 0.015, 0.005
    assert answers(sizes, weights).tolist() == [99, 7, 9]


def test_the_few_answers_find_what_all_would(monkeypatch):
    """But for confusion entropy, for which constant answers for small classes may be better still."""
    rng = np.random.default_rng(0)
    metrics = [metric for metric in chosen(None) if metric.id not in ("cen", "mcen")]
    for C in (3, 6):
        for _ in range(25):
            sizes = np.exp(rng.uniform(0, 8, C)).astype(int) + 1
            weights = rng.dirichlet(np.full(C, rng.choice([0.3, 1, 5]))) + 1e-6
            every = answers(sizes, weights)
            with monkeypatch.context() as few:
                few.setattr(module, "MOST_CELLS_OF_ANSWERS", 0)
                some = answers(sizes, weights)
            assert len(every) == C
            assert len(some) == 3
            cm = sy.Confusion(constant_answers(sizes, every))
            for found in apply(metrics, cm, importance=weights, undefined="zero"):
                share = found.metric.normalised(found.value, found.relevance, found.arguments)
                if np.nanmax(share, initial=0) > TEMPTING:
                    assert np.nanmax(share[some]) > TEMPTING, found.metric.id
