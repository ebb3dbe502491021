import pytest

from steelyard.stream.saved_file import weights, whole, wholes


def test_numbers_are_taken_over_as_they_are():
    assert (whole(0), whole(-3, None), wholes([1, 2**70], 1)) == (0, -3, [1, 2**70])
    assert weights([0, 0.5, 10**400, float("inf")]) == [0, 0.5, 10**400, float("inf")]


@pytest.mark.parametrize("value", [-1, 1.0, True, "1", None])
def test_anything_else_is_no_whole_number(value):
    with pytest.raises(ValueError, match="should be a whole number of at least 0"):
        whole(value)


@pytest.mark.parametrize("value", [-1, -0.5, float("nan"), True, "1", None])
def test_anything_else_is_no_weight(value):
    with pytest.raises(ValueError, match="should be a number of at least 0"):
        weights([1, value])
