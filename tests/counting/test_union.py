import numpy as np
import pytest

from steelyard.counting.union import MOST_CLASSES, check_size, placed, united


@pytest.mark.parametrize(
    ("truth", "prediction", "classes"),
    [
        (["b", "a"], ["c", "a"], ["a", "b", "c"]),
        ([3, None], [1], [1, 3, None]),
        ([True, False], [True], [False, True]),
        ([True], [2, 0], [0, 1, 2]),
        ([True, None], [0], [0, 1, None]),
        ([1j, 2j], [3j], [1j, 2j, 3j]),
        ([], [], []),
    ],
)
def test_labels_of_both_columns(truth, prediction, classes):
    found = united(truth, prediction)
    assert list(found) == classes
    assert [type(label) for label in found] == [type(label) for label in classes]


def test_cells_are_put_in_their_places():
    cells = np.array([[1, 2, 0], [3, 4, 0], [0, 0, 0]], dtype=np.int32)
    counts = placed(cells, {"b": 0, "a": 1}, {"c": 0, "b": 1}, ["a", "b", "c", "never"])
    assert counts.tolist() == [[0, 4, 3, 0], [0, 2, 1, 0], [0, 0, 0, 0], [0, 0, 0, 0]]
    assert counts.dtype == np.int64


def test_the_largest_matrix():
    check_size(MOST_CLASSES)
    with pytest.raises(
        ValueError, match=r"there are 16385 classes, whose matrix would take 2\.0 GiB; the limit is 16384"
    ):
        check_size(MOST_CLASSES + 1)
    with pytest.raises(ValueError, match=r"there are at least 100000 classes, whose matrix would take 74\.5 GiB"):
        check_size(100_000, at_least=True)
