"""Features that are no finite numbers are refused by their column."""

import numpy as np
import pytest

from steelyard.integrations.sklearn.finite import refuse_not_finite


@pytest.mark.parametrize("odd", [np.nan, np.inf, -np.inf])
def test_the_first_column_with_such_a_number_is_named(odd):
    X = np.zeros((4, 3))
    refuse_not_finite(X)
    X[3, 2] = odd
    X[1, 1] = odd
    with pytest.raises(ValueError, match=r"^X must be finite numbers, but column 2 has NaN or inf\.$"):
        refuse_not_finite(X)
