import numpy as np
import pandas as pd
import pytest

from steelyard.integrations.boosting import sizes_in_training, training_classes


def test_labels_are_sorted_as_scikit_learn_numbers_them():
    found = training_classes(["ok", "ill", "ok"])
    assert found.sizes.labels == ("ill", "ok")
    assert found.sizes.support.tolist() == [1, 2]
    assert found.codes.tolist() == [1, 0, 1]


@pytest.mark.parametrize("y", [[0, 0, 1], np.array([0.0, 0.0, 1.0], np.float32), [False, False, True]])
def test_codes_get_their_names(y):
    found = training_classes(y, ["ok", "fraud", "theft"])
    assert found.sizes.labels == ("ok", "fraud", "theft")
    assert found.sizes.support.tolist() == [2, 1, 0]
    assert found.codes.tolist() == [0, 0, 1]


def test_names_may_be_given_beside_labels_that_order_them():
    found = training_classes(["ok", "fraud"], ["ok", "fraud"])
    assert found.codes.tolist() == [0, 1]


def test_numbers_that_are_names_are_names_and_others_codes():
    assert training_classes([3, 5, 5], [3, 4, 5]).sizes.support.tolist() == [1, 0, 2]
    assert training_classes([0, 2, 2], [3, 4, 5]).sizes.support.tolist() == [1, 0, 2]


def test_weights_add_up_to_sizes():
    assert training_classes([0, 0, 1], ["ok", "fraud"], [2, 1, 7]).sizes.support.tolist() == [3, 7]


def test_sizes_by_class_come_in_the_order_of_the_codes():
    assert sizes_in_training(None, {"ill": 10, "ok": 90}, None).labels == ("ill", "ok")
    assert sizes_in_training(None, {"ill": 10, "ok": 90}, ["ok", "ill"]).support.tolist() == [90, 10]
    assert sizes_in_training(None, None, ["ok", "ill"]) is None


@pytest.mark.parametrize(
    ("y", "counts"),
    [
        (pd.Series(pd.Categorical(["lo", "hi", "lo"], categories=["lo", "hi"], ordered=True)), None),
        (None, pd.Series(["lo", "hi", "lo"]).value_counts()),
        (None, {"lo": 2, "hi": 1}),
    ],
)
def test_classes_in_an_order_that_need_not_be_that_of_the_codes_are_refused(y, counts):
    """LightGBM would number "hi" 0, and its importance would silently go to "lo"."""
    with pytest.raises(
        ValueError, match=r"they come in the order 'lo', 'hi', but .* number them sorted; .* labels=…\."
    ):
        sizes_in_training(y, counts, None)
    assert sizes_in_training(y, counts, ["hi", "lo"]).support.tolist() == [1, 2]


@pytest.mark.parametrize(
    ("y", "counts", "labels", "message"),
    [
        ([0, 1], [1, 1], None, "not from both"),
        ([0, 7], None, ["ok", "ill"], "training labels must be class codes, whole numbers from 0 to 1, but there is 7"),
        (["ok", "bad"], None, ["ok", "ill"], "bad"),
        (None, {"ok": 3}, ["ok", "ill"], "class sizes must name every class; 'ill' has none"),
    ],
)
def test_bad_training_data_is_refused(y, counts, labels, message):
    with pytest.raises(ValueError, match=message):
        sizes_in_training(y, counts, labels)
