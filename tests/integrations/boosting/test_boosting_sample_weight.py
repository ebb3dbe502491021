import numpy as np
import pytest

from steelyard.integrations.boosting import sample_weight


def test_classes_weigh_what_they_matter_and_items_1_on_average():
    y = np.array([0] * 8 + [1] * 2)
    found = sample_weight("fraud=0.9, ok=0.1", y, labels=["ok", "fraud"])
    assert found.mean() == pytest.approx(1)
    assert found[y == 1].sum() / found.sum() == pytest.approx(0.9)


def test_uniform_is_what_scikit_learn_calls_balanced():
    y = ["a"] * 6 + ["b"] * 3 + ["c"]
    assert sample_weight("uniform", y)[[0, 6, 9]] == pytest.approx([10 / 18, 10 / 9, 10 / 3])


def test_each_item_can_weigh_what_its_class_matters():
    found = sample_weight({"a": 3, "b": 1}, ["a", "b", "b"], per="item")
    assert found[0] / found[1] == pytest.approx(3)


def test_weights_that_items_have_already_are_multiplied():
    found = sample_weight("uniform", [0, 0, 1], weights=[1, 3, 4])
    assert found == pytest.approx([1, 3, 4])


def test_it_is_the_same_in_the_folders_of_all_libraries():
    from steelyard.integrations import lightgbm, sklearn, xgboost

    assert xgboost.sample_weight is lightgbm.sample_weight is sklearn.sample_weight is sample_weight


def test_a_class_that_the_importance_does_not_know_is_refused():
    with pytest.raises(ValueError, match="there is no class 'theft'; the classes are 'ok', 'fraud'"):
        sample_weight("theft=0.9", [0, 1], labels=["ok", "fraud"])
