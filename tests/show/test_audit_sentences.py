"""Every kind of finding has its sentence, in one place, and says what the data say."""

import re
from typing import get_args

import pytest

from steelyard.lab import atlas
from steelyard.lab.audits.verdict import Finding, Kind, Status
from steelyard.show.audit_sentences import SENTENCES, STATUSES, told_apart


def test_every_kind_has_its_sentence():
    assert set(SENTENCES) == set(get_args(Kind))
    assert set(STATUSES) == set(get_args(Status))


@pytest.mark.parametrize(
    ("finding", "said"),
    [
        (
            Finding("values_of_classes", place=0, image=2),
            "These are the values of class 1 and of its image, class 3.",
        ),
        (
            Finding("more_items", truth=1, prediction=0, number=10),
            "10 more items of class 2 are taken for class 1",
        ),
        (
            Finding("fails_beyond", matrix=((1, 0), (0, 1)), why="ZeroDivisionError", audited=(2, 3)),
            "With 2 classes it fails on [[1, 0], [0, 1]]: ZeroDivisionError; it was audited with 2 and 3 classes only.",
        ),
        (
            Finding("names_fail", matrix=((1, 0), (0, 1)), value=None, error="KeyError"),
            (
                "It depends on the names of the classes: on [[1, 0], [0, 1]] it is undefined for classes named by "
                "numbers, and named by texts it fails with KeyError."
            ),
        ),
        (
            Finding("no_limits", paths=12),
            "On none of 12 paths does the value tend to anything: it is undefined or keeps moving.",
        ),
        (
            Finding("none_of_sizes", undefined=False),
            "No matrices could be tried. There are too many of the same class sizes.",
        ),
        (
            Finding("fall_inexact", along=(10, 10_000)),
            (
                "The limit is extrapolated from values at ε = 1/10 to 1/10,000, in floating point: exact values cannot "
                "be computed."
            ),
        ),
    ],
)
def test_what_audits_seldom_find(finding, said):
    assert str(finding) == said


def test_findings_are_data():
    first, second = (Finding("larger_class", place=0, factor=factor) for factor in (2, 3))
    assert first == Finding("larger_class", place=0, factor=2)
    assert first != second
    assert len({first, second, Finding("larger_class", place=0, factor=2)}) == 2
    assert repr(first) == "Finding('larger_class', place=0, factor=2)"


def test_audits_have_the_one_minus_sign_and_no_minus_before_0():
    assert told_apart(-0.5, -0.25) == ("−0.5", "−0.25")
    assert told_apart(-0.0, 1.0) == ("0", "1"), "a gap of the triangle inequality was −0"
    told = [f"{one.evidence} {one.witness and one.witness.sentence}" for one in atlas.verdicts().values()]
    assert not [text for text in told if re.search(r"[ (]-[\d√]", text)]
