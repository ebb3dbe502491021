"""Labels written as text."""

import re

import pytest

from steelyard.counts.read.files.label_text import as_compared, as_labels, gaps_among, number, whole


@pytest.mark.parametrize(
    ("text", "value"),
    [("0", 0), ("-3", -3), ("1.0", 1), ("10.00", 10), ("9007199254740993", 9007199254740993), ("9" * 20, 10**20 - 1)],
)
def test_whole_numbers(text, value):
    assert whole(text) == value
    assert number(text) == value


@pytest.mark.parametrize(
    "text", ["", "007", "00", "1e3", "1_000", "+1", "\u0663", "1.", " 1", "1\n", "0x1", "inf", "nan", "--1", "9" * 5000]
)
def test_codes_stay_text(text):
    assert whole(text) is None
    assert number(text) is None


@pytest.mark.parametrize("text", ["0.31", ".5", "-1.5", "1e-05", "9.9E-01"])
def test_decimals(text):
    assert whole(text) is None
    assert number(text) == float(text)


def test_numbers_if_all_are():
    assert as_labels(["1", "2.0"]) == {"1": 1, "2.0": 2}
    assert as_labels(["1", "x"]) == {"1": "1", "x": "x"}
    assert as_compared({"1"}, {"a": {"2"}, "b": {"1"}}) == {"1": 1, "2": 2}
    assert as_compared({"1"}, {"a": {"2", "unknown"}}) == {"1": "1", "2": "2", "unknown": "unknown"}
    assert as_compared({"0.5", "1"}, {"a": {"1"}}) == {"1": "1", "0.5": "0.5"}


@pytest.mark.parametrize(
    ("texts", "gaps"),
    [
        ({"1", "2.0", "NaN"}, {"NaN"}),
        ({"0.5", "nan", "NaN"}, {"nan", "NaN"}),
        ({"1", "x", "NaN"}, set()),
        ({"naan", "nan"}, set()),
        ({"01", "nan"}, set()),
        ({"nan"}, set()),
        ({"1", "NAN"}, set()),
        (set(), set()),
    ],
)
def test_nan_is_a_gap_only_beside_numbers_alone(texts, gaps):
    assert gaps_among(texts) == gaps


@pytest.mark.parametrize("same", [("1", "1.0"), ("0.5", "0.50"), ("-0", "0"), (".5", "5e-1")])
def test_texts_that_write_the_same_number_are_refused_unless_all_are_numbers(same):
    one, other = sorted(same)
    with pytest.raises(
        ValueError, match=f"the labels '{re.escape(one)}' and '{re.escape(other)}' write the same number"
    ):
        as_labels([*same, "x"])
    assert set(as_labels(["01", "1", "007", "7", "x"]).values()) == {"01", "1", "007", "7", "x"}
    assert as_labels(["1", "1.0"]) == {"1": 1, "1.0": 1}


def test_probabilities_are_refused_with_the_smallest_and_their_column():
    with pytest.raises(ValueError, match=r"the labels in column 'b' contain 0\.125, which looks like a probability"):
        as_compared({"0", "1"}, {"a": {"0", "1"}, "b": {"0.5", "0.125", "0.75", "1"}})


def test_each_model_is_compared_with_the_truth():
    with pytest.raises(ValueError, match="the labels in 'b' are texts such as 'no'"):
        as_compared({"0", "1"}, {"a": {"0", "1"}, "b": {"no", "yes"}})
