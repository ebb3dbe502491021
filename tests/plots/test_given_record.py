"""A plot takes a record as it is, or makes it."""

import pytest

import steelyard as sy
from steelyard.plots.confusion import MatrixRecord
from steelyard.plots.value_records import record_of

CM = sy.Confusion([[8, 2], [10, 80]])


def test_a_record_is_made_with_the_options_that_are_given():
    assert record_of(MatrixRecord, CM, show="rows", most=None).show == "rows"
    assert record_of(MatrixRecord, CM, show=None).show == "counts"


def test_a_record_stays_as_it_is():
    record = MatrixRecord.of(CM)
    assert record_of(MatrixRecord, record, show=None) is record


def test_options_beside_a_record_are_refused():
    with pytest.raises(ValueError, match=r"a MatrixRecord is drawn as it is; say show= where it is made"):
        record_of(MatrixRecord, MatrixRecord.of(CM), show="rows")
