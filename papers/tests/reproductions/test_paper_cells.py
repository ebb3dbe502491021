"""The rule that says whether a printed number and ours are the same."""

from __future__ import annotations

import math

import pytest

from steelyard_papers.reproductions.cells import Chance, Corrected, Halfway, Truncated, judged, same


@pytest.mark.parametrize(
    ("printed", "ours", "decimals", "expected"),
    [
        ("0.365", 0.3654999, 0, True),
        ("0.365", 0.3655, 0, False),  # halfway is rounded up
        ("0.366", 0.3655, 0, True),
        ("0.365", 0.36551, 0, False),
        ("46.7", 100 * 0.46750000000000003, 0, False),  # Rec^PO of Case 3: the last bit must not decide
        ("46.8", 46.74999999999999, 0, True),
        ("-0.5", -0.45, 0, True),  # away from zero
        ("-0.4", -0.45, 0, False),
        ("58.8", 58.75, 0, True),
        ("24", 24.3, 0, True),
        ("24", 24.3, 1, False),  # a table with one decimal that leaves out zeros
        ("100", 99.97, 1, True),
        ("1/3", 1 / 3, 0, True),
        ("1/3", 0.3333, 0, False),
        ("0", -0.0, 3, True),
        ("n. def.", None, 0, True),
        ("not defined", None, 0, True),
        ("n. def.", 0.0, 0, False),
        ("0", None, 0, False),
    ],
)
def test_same_at_the_printed_precision(printed, ours, decimals, expected):
    assert same(printed, ours, decimals) is expected


def _judged(printed, ours, explanation=None, decimals=0):
    return judged("paper", "table", "row", "column", printed, ours, decimals=decimals, explanation=explanation)


def test_without_explanation_a_cell_is_same_or_different():
    assert _judged("0.64", 0.641).verdict == "same"
    assert _judged("0.64", 0.685).verdict == "different"
    assert _judged("n. def.", math.nan).verdict == "same"
    assert _judged("n. def.", math.nan).ours is None


def test_an_erratum_must_name_our_value():
    erratum = Corrected("misprint", "0.685")
    assert _judged("0.64", 0.6849, erratum).verdict == "explained"
    assert _judged("0.64", 0.6849, erratum).note == "misprint"
    drifted = _judged("0.64", 0.70, erratum)
    assert drifted.verdict == "different"
    assert "does not fit" in drifted.note
    # Even a value that meets the misprint is a drift.
    assert _judged("0.64", 0.64, erratum).verdict == "different"


def test_an_erratum_that_changes_nothing_at_this_precision_leaves_the_cell_same():
    assert _judged("0.03", 0.0274, Corrected("misprint", "0.027")).verdict == "same"


def test_an_erratum_may_say_that_a_value_is_undefined():
    assert _judged("0", math.nan, Corrected("0/0", "n. def.")).verdict == "explained"
    assert _judged("0", 0.0, Corrected("0/0", "n. def.")).verdict == "different"


@pytest.mark.parametrize(
    ("ours", "verdict"), [(0.386, "explained"), (0.3899, "explained"), (0.382, "same"), (0.39, "different")]
)
def test_truncation_is_checked(ours, verdict):
    assert _judged("0.38", ours, Truncated("cut off")).verdict == verdict


@pytest.mark.parametrize(("ours", "verdict"), [(46.75, "explained"), (46.749, "different"), (46.8, "different")])
def test_only_what_is_halfway_is_explained_by_it(ours, verdict):
    assert _judged("46.7", ours, Halfway("halfway")).verdict == verdict
    assert _judged("46.7", math.nan, Halfway("halfway")).verdict == "different"


def test_a_cell_knows_whether_its_number_is_printed():
    assert _judged("0.64", 0.641).origin == "printed"
    assert judged("paper", "table", "row", "column", "1/3", 1 / 3, origin="derived").origin == "derived"


def test_truncation_cannot_explain_an_undefined_value():
    assert _judged("0.38", math.nan, Truncated("cut off")).verdict == "different"


@pytest.mark.parametrize(
    ("printed", "ours", "verdict"), [("25", 23, "explained"), ("25", 15, "different"), ("35", 23, "different")]
)
def test_chance_reaches_three_standard_errors(printed, ours, verdict):
    assert _judged(printed, ours, Chance("random", 22.5, 1.5)).verdict == verdict
