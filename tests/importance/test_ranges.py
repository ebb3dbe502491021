"""Ranges as people give and read them."""

import pytest

from steelyard.importance.region import checked_range, written_range


@pytest.mark.parametrize(
    ("given", "ends", "written"),
    [
        (0.25, (0.25, 0.25), "0.25"),
        ((0.2, 0.4), (0.2, 0.4), "0.2..0.4"),
        ([0.2, None], (0.2, 1.0), "0.2.."),
        ((None, 0.4), (0.0, 0.4), "..0.4"),
        ((None, None), (0.0, 1.0), "0..1"),
        ((0, 0), (0.0, 0.0), "0"),
        (1, (1.0, 1.0), "1"),
    ],
)
def test_what_a_range_is(given, ends, written):
    assert checked_range("a", given) == ends
    assert written_range(ends) == written


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ((0.4, 0.2), r"^the range of class 'a' goes from 0\.4 down to 0\.2; write the lower end first\.$"),
        ((0.4, 1.2), r"^a weight beside an order or a range is a share of 1 .* but class 'a' has 1\.2\.$"),
        ((-0.1, 0.2), r"^a weight must be a finite number of at least 0, but class 'a' has -0\.1\.$"),
        ((float("nan"), 0.2), r"^a weight must be a finite number of at least 0, but class 'a' has nan\.$"),
        (("0.1", 0.2), r"^a weight must be a finite number of at least 0, but class 'a' has '0\.1'\.$"),
        ((0.1, 0.2, 0.3), r"^a range has two ends, \(low, high\), but class 'a' has \(0\.1, 0\.2, 0\.3\)\.$"),
        (None, r"^a weight must be a finite number of at least 0, but class 'a' has None\.$"),
    ],
)
def test_what_is_no_range_is_refused(given, message):
    with pytest.raises(ValueError, match=message):
        checked_range("a", given)
