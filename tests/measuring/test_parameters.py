"""Each rule agrees with its own array, cell by cell and summed."""

from fractions import Fraction

import numpy as np
import pytest

from steelyard.measuring.parameters import Distance, EachError, Listed, Named

C = 7


@pytest.fixture(
    params=[
        EachError(C),
        Distance(C, 1),
        Distance(C, 2),
        Named(C, {(1, 2): 5.0, (6, 0): 0.25, (0, 0): 1.0}),
        Named(C, {}),
        Listed(np.arange(C * C, dtype=float).reshape(C, C)),
    ],
    ids=["errors", "linear", "quadratic", "named", "none named", "listed"],
)
def values(request):
    return request.param


def test_every_rule_agrees_with_its_array(values, rng):
    rows, columns = rng.integers(0, C, (2, 40))
    np.testing.assert_array_equal(values.of(rows, columns), values.array[rows, columns])
    x = rng.integers(0, 1000, C).astype(float)
    np.testing.assert_array_equal(values.summed(x), x @ values.array)
    assert values.bounds == (values.array.min(), values.array.max())


def test_the_arrays_are_what_they_say():
    place = np.arange(C)
    np.testing.assert_array_equal(EachError(C).array, 1 - np.eye(C))
    np.testing.assert_array_equal(Distance(C, 2).array, (place[:, None] - place) ** 2)
    expected = np.zeros((C, C))
    expected[1, 2], expected[6, 0], expected[0, 0] = 5, 0.25, 1
    np.testing.assert_array_equal(Named(C, {(1, 2): 5.0, (6, 0): 0.25, (0, 0): 1.0}).array, expected)
    assert Named(1, {(0, 0): 3.0}).bounds == (3.0, 3.0)


@pytest.mark.parametrize("values", [EachError(50), Distance(50, 1), Distance(50, 2)], ids=lambda v: type(v).__name__)
def test_sums_keep_their_digits_where_one_class_holds_nearly_everything(values, rng):
    x = rng.random(50)
    x[20] = 1e18
    exact = [sum(Fraction(a) * Fraction(v) for a, v in zip(x, column, strict=True)) for column in values.array.T]
    found = values.summed(x)
    for a, b in zip(found.tolist(), exact, strict=True):
        assert a == pytest.approx(float(b), rel=1e-13)


def test_the_array_of_many_classes_is_refused():
    with pytest.raises(ValueError, match=r"100,000 classes would take 74\.5 GiB"):
        _ = EachError(10**5).array
