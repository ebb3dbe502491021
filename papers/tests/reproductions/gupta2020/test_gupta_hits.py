"""A matrix from class sizes and hits."""

import pytest

from steelyard_papers.reproductions.gupta2020.hits import of_hits


def test_class_sizes_and_hits_are_kept():
    cm = of_hits({"A": 10, "B": 20, "C": 70}, [1, 4, 60])
    assert cm.labels == ("A", "B", "C")
    assert cm.support.tolist() == [10, 20, 70]
    assert cm.correct.tolist() == [1, 4, 60]


def test_a_single_class_can_have_hits_but_no_errors():
    assert of_hits({"A": 10}, [10]).correct.tolist() == [10]
    with pytest.raises(ValueError, match="errors of a single class have no other class to go to"):
        of_hits({"A": 10}, [9])
