"""Features that are no finite numbers are refused by their column; all else is scikit-learn's check."""

import numpy as np
import pytest
from sklearn.dummy import DummyClassifier

from steelyard_papers.classifiers.finite import new_items, training_items

X, Y = np.arange(12.0).reshape(4, 3), np.array([0, 1, 0, 1])


@pytest.mark.parametrize("odd", [np.nan, np.inf, -np.inf])
def test_the_first_column_with_such_a_number_is_named(odd):
    estimator = DummyClassifier()
    training_items(estimator, X, Y)
    holed = X.copy()
    holed[3, 2] = holed[1, 1] = odd
    for call in (lambda: training_items(estimator, holed, Y), lambda: new_items(estimator, holed)):
        with pytest.raises(ValueError, match=r"^X must be finite numbers, but column 2 has NaN or inf\.$"):
            call()


def test_numbers_are_of_the_kinds_asked_for():
    estimator = DummyClassifier()
    single = X.astype(np.float32)
    assert training_items(estimator, single, Y)[0].dtype == new_items(estimator, single).dtype == np.float64
    kinds = (np.float64, np.float32)
    assert training_items(estimator, single, Y, kinds)[0].dtype == new_items(estimator, single, kinds).dtype
    assert new_items(estimator, single, kinds).dtype == np.float32


def test_features_are_noted_in_training_and_compared_afterwards():
    estimator = DummyClassifier()
    training_items(estimator, X, Y)
    assert estimator.n_features_in_ == 3
    with pytest.raises(ValueError, match="X has 2 features, but DummyClassifier is expecting 3"):
        new_items(estimator, X[:, :2])
