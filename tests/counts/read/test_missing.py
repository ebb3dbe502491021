import numpy as np
import pytest

from steelyard.counts.read.columns.containers import as_column
from steelyard.counts.read.missing import check_word, lacking, without_label


def test_items_that_lack_a_label_in_some_column_are_found():
    columns = [as_column(["a", None, "b"], "labels"), as_column([1, 2, None], "labels")]
    codes = [column.codes(0, 3) for column in columns]
    assert lacking(columns, codes).tolist() == [False, True, True]
    complete = as_column(["a"], "labels")
    assert lacking([complete], [complete.codes(0, 1)]) is None
    late = as_column([None, "a"], "labels")
    late.codes(0, 2)
    assert lacking([late], [np.array([1])]) is None


def test_three_words_are_known():
    for word in ("refuse", "drop", "keep"):
        check_word(word)
    with pytest.raises(ValueError, match='missing must be "refuse", "drop" or "keep", not \'ignore\''):
        check_word("ignore")


def test_items_without_a_label_are_told_with_what_can_be_done():
    assert str(without_label(2, 10)).startswith("2 of 10 items have no true or no predicted label")
