"""Classifiers around another: what they know of the features is what the last training saw."""

import numpy as np
import pandas as pd
import pytest
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import GaussianNB

from steelyard.integrations.sklearn import DecisionTuner, SharesShift


@pytest.mark.parametrize("around", [DecisionTuner(GaussianNB(), cv=2), SharesShift(LogisticRegression())], ids=repr)
def test_a_second_fit_forgets_the_names_of_the_first(around):
    X, y = np.random.default_rng(0).normal(size=(40, 2)), np.arange(40) % 2
    around.fit(pd.DataFrame(X, columns=["length", "width"]), y)
    assert around.feature_names_in_.tolist() == ["length", "width"]
    around.fit(X[:, :1], y)
    assert not hasattr(around, "feature_names_in_")
    assert around.n_features_in_ == 1
