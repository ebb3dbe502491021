"""How many classes are shown."""

import numpy as np
import pytest

from steelyard.plots.value_records import checked_most


@pytest.mark.parametrize("most", [0, -3, 1.0, True, "5", None])
def test_what_is_no_number_of_classes_is_refused(most):
    with pytest.raises(ValueError, match="whole number of at least 1, not"):
        checked_most(most)


def test_numbers_are_plain():
    assert checked_most(np.int64(5)) == 5
    assert type(checked_most(np.int64(5))) is int
