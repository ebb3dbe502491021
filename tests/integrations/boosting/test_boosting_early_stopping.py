import numpy as np
import pytest

from steelyard.integrations.boosting import check_early_stopping
from steelyard.integrations.lightgbm import LightGBMEvaluation, evaluation
from steelyard.integrations.xgboost import XGBoostEvaluation


@pytest.mark.parametrize("rounds", [0, -3, 2.5, "3", None, True])
def test_what_is_no_number_of_rounds_is_refused(rounds):
    """XGBoost would stop after the first round, or fail in it; LightGBM would never stop."""
    with pytest.raises(ValueError, match=f"rounds must be a whole number of at least 1, not {rounds!r}"):
        check_early_stopping(rounds, evaluation("cba"), LightGBMEvaluation)


def test_an_evaluation_for_the_other_library_is_refused():
    check_early_stopping(np.int64(1), evaluation("cba"), LightGBMEvaluation)
    with pytest.raises(ValueError, match=r"needs what steelyard's evaluation\(…\) returned, not <LightGBMEvaluation"):
        check_early_stopping(1, evaluation("cba"), XGBoostEvaluation)
