"""What may be compared over folds and data sets, the same for both tests."""

import numpy as np
import pytest

from steelyard.comparison.correlated_t import correlated_t
from steelyard.comparison.signed_rank import signed_rank


@pytest.mark.parametrize("test", [correlated_t, signed_rank])
@pytest.mark.parametrize(
    ("differences", "message"),
    [
        ([], "at least 2 folds or data sets are needed, but 0 of 0 are defined"),
        ([0.1], "but 1 of 1 is defined"),
        ([0.1, np.nan, np.nan], "but 1 of 3 is defined"),
        ([[0.1, 0.2]], r"must be a list, one per fold or data set, not of shape \(1, 2\)"),
        (0.1, r"not of shape \(\)"),
        ([0.1, np.inf], "there is an infinite one"),
        (["a", "b"], "differences must be numbers"),
    ],
)
def test_other_differences_are_refused(test, differences, message):
    with pytest.raises(ValueError, match=message):
        test(differences)
