"""Values of JSON as labels."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steelyard.counts.read.files.json_labels import json_labels


@pytest.mark.parametrize(
    ("written", "labels"),
    [
        (["1", "2", None], [1, 2, None]),
        (["1", "2.0"], [1, 2.0]),
        (["true", "false"], [True, False]),
        (["true", "1"], ["true", "1"]),
        (["1", '"1"'], ["1", "1"]),
        (["1.50", '"x"'], ["1.50", "x"]),
        (["9007199254740993", "12345678901234567890123"], [9007199254740993, 12345678901234567890123]),
        ([], []),
    ],
)
def test_one_kind_keeps_its_kind_and_several_are_texts(written, labels):
    found = json_labels(written, "y")
    assert found == labels
    assert [type(label) for label in found] == [type(label) for label in labels]


def test_one_number_in_two_spellings_among_texts_is_refused():
    with pytest.raises(ValueError, match=r"the labels '1' and '1\.0' write the same number"):
        json_labels(["1", "1.0", '"x"'], "y")
    assert json_labels(['"1"', '"1.0"'], "y") == ["1", "1.0"]


@given(st.lists(st.text(max_size=4), max_size=5))
def test_texts_come_back_as_they_were(texts):
    assert json_labels([json.dumps(text) for text in texts], "y") == texts


@pytest.mark.parametrize("nested", ["[1]", '{"a": 1}', "[" + "1, " * 50 + "1]"])
def test_nested_values_are_refused(nested):
    with pytest.raises(ValueError, match="column 'y' holds nested values such as") as refused:
        json_labels(["1", nested], "y")
    assert len(str(refused.value)) < 120
