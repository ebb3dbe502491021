import pytest

from steelyard.counts.read.union import arranged, united


@pytest.mark.parametrize(
    ("truth", "prediction", "classes"),
    [
        (["b", "a"], ["c", "a"], ["a", "b", "c"]),
        ([3, None], [1], [1, 3, None]),
        ([True, False], [True], [False, True]),
        ([True], [2, 0], [0, 1, 2]),
        ([True, None], [0], [0, 1, None]),
        ([True, None], [False], [False, True, None]),
        ([1j, 2j], [3j], [1j, 2j, 3j]),
        ([], [], []),
    ],
)
def test_labels_of_both_columns(truth, prediction, classes):
    found = united([truth, prediction])
    assert list(found) == classes
    assert [type(label) for label in found] == [type(label) for label in classes]


SIZES = ["small", "medium", "large"]


@pytest.mark.parametrize(
    ("labels", "orders", "wanted"),
    [
        (["large", "small"], [SIZES, SIZES], ["small", "large"]),
        (["large", "small"], [SIZES, None], ["small", "large"]),
        (["large", "small", None], [None, SIZES], ["small", "large", None]),
        (["large", "small"], [SIZES, ["small", "large"]], ["small", "large"]),
        (["large", "small"], [["small"], SIZES, ["large"]], ["small", "large"]),
        (["large", "small"], [SIZES, SIZES[::-1]], ["large", "small"]),
        (["large", "small"], [SIZES, ["huge", "small"]], ["large", "small"]),
        (["large", "small", "huge"], [SIZES, None], ["huge", "large", "small"]),
        (["small", "medium", "large"], [None, None], ["large", "medium", "small"]),
        (["small"], [[], ["small"]], ["small"]),
        ([], [SIZES], []),
    ],
)
def test_an_order_is_kept_if_all_columns_agree_with_it(labels, orders, wanted):
    assert list(arranged(labels, orders)) == wanted
