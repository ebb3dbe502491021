import numpy as np
import pytest

from steelyard.counting.categories import Categories


def test_categories_that_never_occur_get_no_code(read_back):
    column = Categories(np.array([2, 0, -1, 2], dtype=np.int8), ["a", "b", "c"], "labels")
    assert read_back(column, step=2) == ["c", "a", None, "c"]
    assert column.known == 3


def test_categories_become_plain_labels(read_back):
    column = Categories(np.array([0, 1]), [1.0, np.int64(2)], "labels")
    assert read_back(column) == [1, 2]
    assert [type(label) for label in column.labels] == [int, int]


def test_a_fraction_among_the_categories_is_refused_only_if_it_occurs():
    column = Categories(np.array([0, 0, 1]), [1.0, 0.5], "true labels")
    assert column.codes(0, 2).tolist() == [0, 0]
    with pytest.raises(ValueError, match=r"true labels contain 0\.5"):
        column.codes(2, 3)
