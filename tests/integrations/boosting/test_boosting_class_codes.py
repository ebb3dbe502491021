import numpy as np
import pytest

from steelyard.integrations.boosting import codes_of, whole_codes


def predicted(predictions, y=(0, 1), classes=None, *, margins=False):
    return codes_of(np.array(y), np.array(predictions), classes, margins=margins).predicted.tolist()


def test_of_a_row_per_item_the_largest_wins_be_it_a_probability_or_a_margin():
    assert predicted([[0.2, 0.5, 0.3], [-3.0, -7.0, -1.0]]) == [1, 2]


def test_the_second_of_two_classes_is_predicted_above_one_half_or_above_a_margin_of_0():
    assert predicted([0.5, 0.500001]) == [0, 1]
    assert predicted([0.0, 0.2], margins=True) == [0, 1]
    assert predicted([[0.4], [0.6]]) == [0, 1]


def test_margins_that_happen_to_be_whole_are_no_codes():
    found = codes_of([0, 1], [2.0, -3.0], None, margins=True)
    assert found.predicted.tolist() == [1, 0]
    assert found.classes == 2


def test_one_number_per_item_of_more_classes_is_its_code():
    found = codes_of(np.array([0, 2]), np.array([2.0, 1.0], np.float32), None, margins=False)
    assert found.predicted.tolist() == [2, 1]
    assert found.classes == 3
    assert predicted([0.0, 1.0], classes=4) == [0, 1]


def test_codes_may_be_predicted_beyond_the_true_ones_and_the_reverse():
    assert codes_of([0, 1], [0.0, 3.0], None, margins=False).classes == 4
    assert codes_of([0, 3], [0.0, 1.0], None, margins=False).classes == 4


@pytest.mark.parametrize(
    ("y", "predictions", "classes", "message"),
    [
        ([0, 1], [0.2, 1.7], None, "must be probabilities, but there is 1.7; .* say margins=True"),
        ([0, 1], [-0.1, 0.7], 2, "must be probabilities, but there is -0.1"),
        ([0, 1], [0.2, np.nan], None, "that of item 1 is NaN"),
        ([0, 1], [[0.2, 0.8], [np.nan, 0.1]], None, "that of item 1 is NaN"),
        ([0, 1], [[0.2, 0.5, 0.3]] * 2, 2, "the model predicts 3 classes, but the evaluation was made for 2"),
        ([0, 2], [[0.2, 0.8]] * 2, None, "true labels must be class codes, whole numbers from 0 to 1, but there is 2"),
        ([0, -1], [[0.2, 0.8]] * 2, None, "but there is -1"),
        ([0, 0.5], [0.2, 0.8], None, "but there is 0.5"),
        ([0, np.nan], [[0.2, 0.8]] * 2, None, "but there is nan"),
        ([0, np.nan], [0.2, 0.8], None, "but there is nan"),
        (["a", "b"], [0.2, 0.8], None, "true labels must be class codes, one whole number"),
        ([0, 1e300], [[0.2, 0.8]] * 2, None, r"but there is 1e\+300"),
        (["a", "b"], [[0.2, 0.8]] * 2, None, "true labels must be class codes, one whole number from 0 to 1 per item"),
        ([0, 1], [0.2, 2.0], 3, "predictions must be class codes, whole numbers from 0 to 2, but there is 0.2"),
        ([0, 1], [0.2, 0.4, 0.1], None, "there are 2 true labels but 3 predictions"),
        ([0, 1], [[[0.2, 0.4]]], None, r"not of the shape \(1, 1, 2\)"),
    ],
)
def test_what_is_no_prediction_of_these_classes_is_refused_in_one_sentence(y, predictions, classes, message):
    with pytest.raises(ValueError, match=message) as raised:
        codes_of(np.array(y), np.array(predictions), classes, margins=False)
    assert str(raised.value).endswith(".")
    assert "\n" not in str(raised.value)


def test_every_type_of_whole_number_is_a_code():
    for kind in (np.uint8, np.int64, np.float32, np.bool_):
        assert whole_codes(np.array([0, 1, 1], kind), 2, "labels").tolist() == [0, 1, 1]
