"""A rope is a width, for both posteriors."""

import pytest

from steelyard.comparison.correlated_t import correlated_t
from steelyard.comparison.signed_rank import signed_rank


@pytest.mark.parametrize("test", [correlated_t, signed_rank])
@pytest.mark.parametrize("rope", [-0.01, float("nan"), float("inf"), "0.01", True, None])
def test_a_rope_is_a_width(test, rope):
    with pytest.raises(ValueError, match=r"must be a finite number of at least 0, not"):
        test([0.1, 0.2], rope=rope)
