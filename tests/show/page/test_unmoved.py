"""A metric is robust if no class shares move it on these counts: by the closed forms of the metrics."""

import numpy as np
import pytest

import steelyard as sy
from steelyard.measuring.registry import chosen
from steelyard.show.page.metrics_of import unmoved

SKEWED = sy.Confusion([[8, 2, 0], [10, 70, 10], [1, 20, 900]])
OF_ROWS = {"balanced_accuracy", "g_mean", "one_point_auroc_ovo", "one_point_maurpc_ova"}
"""Functions of the recalls, or of rows at uniform shares, alone."""


def robust(cm, weights=None, metrics=None, policy="exclude"):
    listed = chosen(metrics)
    C = len(cm.labels)
    found = unmoved(listed, cm, np.full(C, 1 / C) if weights is None else np.array(weights), policy)
    return {metric.name for metric, still in zip(listed, found, strict=True) if still}


def test_functions_of_the_rows_stay_and_others_move():
    assert robust(SKEWED) == OF_ROWS
    assert robust(SKEWED, [0.7, 0.2, 0.1]) == OF_ROWS
    assert robust(SKEWED, metrics=["recall", "precision", "f", "mprecision", "specificity"]) == {"recall", "mprecision"}


def test_what_is_perfect_stays_perfect():
    assert {"accuracy", "mcc", "cba", "balanced_accuracy"} <= robust(sy.Confusion(np.diag([5, 90, 900])))


def test_models_move_together():
    stack = sy.Confusion.of_models({"perfect": sy.Confusion(np.diag([10, 90, 921])), "other": SKEWED})
    assert robust(stack) == OF_ROWS


@pytest.mark.parametrize("policy", ["worst", "exclude", "zero"])
def test_classes_without_items_say_nothing(policy):
    cm = sy.Confusion([[8, 2, 0], [10, 70, 10], [0, 0, 0]])
    found = robust(cm, metrics=["balanced_accuracy", "recall", "accuracy", "precision"], policy=policy)
    assert found == {"balanced_accuracy", "recall"}
    one_lacks = sy.Confusion.of_models({"a": cm, "b": SKEWED})
    assert robust(one_lacks, metrics=["balanced_accuracy", "recall", "accuracy"]) == {"balanced_accuracy", "recall"}


def test_the_number_of_items_stays_also_of_a_model_without_a_class():
    @sy.metric
    def size(c):
        return c.n * 1.0

    try:
        lacking = sy.Confusion([[8, 2, 0], [10, 70, 10], [0, 0, 0]])
        assert robust(sy.Confusion.of_models({"a": lacking, "b": SKEWED}), metrics=[size]) == {"size"}
    finally:
        sy.metrics.remove("size")


def test_what_is_undefined_everywhere_is_not_robust():
    cm = sy.Confusion([[8, 2, 0], [10, 70, 10], [0, 0, 0]])
    assert robust(cm, metrics=["balanced_accuracy"], policy="nan") == set()


def test_it_agrees_with_what_if():
    answer = sy.shares.what_if(SKEWED, 0)
    assert {curve.metric.name for curve in answer.curves if curve.robust} == robust(SKEWED)
