"""Scikit-learn's own checks of an estimator, for the tests of several."""

import pytest
from sklearn.utils.estimator_checks import estimator_checks_generator


def scikit_learn_checks(estimator, prefix=""):
    """Return the checks as parameters (estimator, check); not those that need another setting of the process."""
    return [
        pytest.param(each, check, id=f"{prefix}{check.func.__name__}")
        for each, check in estimator_checks_generator(estimator)
        if not check.func.__name__.startswith("check_array_api")
    ]
