"""Amounts and shares in sentences."""

import pytest

from steelyard.counts.labels import amount, percentage


@pytest.mark.parametrize(
    ("share", "written"),
    [
        (0.5, "50 %"),
        (2983 / 3000, "99 %"),
        (4950 / 4955, "over 99 %"),
        (5 / 4955, "under 1 %"),
        (1.0, "100 %"),
        (sum([0.1] * 10), "100 %"),  # 1 but for rounding
        (0.0, "0 %"),
        (0.995, "over 99 %"),
        (0.994, "99 %"),
        (0.006, "1 %"),
    ],
)
def test_all_and_none_are_said_of_all_and_none_alone(share, written):
    assert percentage(share) == written


def test_no_share_between_is_written_as_all_or_none():
    shares = [i / 10_000 for i in range(10_001)]
    ends = {percentage(share) for share in shares[1:-1]} & {"0 %", "100 %"}
    assert not ends


@pytest.mark.parametrize(
    ("value", "written"),
    [
        (0, "0"),
        (17, "17"),
        (2983.0, "2,983"),
        (750.69, "750.69"),
        (173_371.61, "173,372"),
        (999_999.7, "1,000,000"),
        (12_345_678.9, "12,345,679"),
        (4e15 + 0.5, "4,000,000,000,000,000"),
        (0.25, "0.25"),
    ],
)
def test_amounts_have_no_exponents(value, written):
    assert amount(value) == written
