import datetime as dt
import re

import pytest

from steelyard.counts.read.kinds import check_kinds, check_one_kind, kinds


def test_kinds_with_their_first_examples():
    labels = [1, True, "a", "b", b"c", (1,), None, dt.date(2020, 1, 1)]
    assert kinds(labels) == {"numbers": 1, "texts": "a", "bytes": b"c", "other values": (1,)}


@pytest.mark.parametrize(
    ("truth", "prediction"),
    [([1], [True]), (["a"], ["b"]), ([None], ["b"]), ([], [1]), ([(1, 2)], [dt.date(2020, 1, 1)]), ([None], [])],
)
def test_kinds_that_agree(truth, prediction):
    check_kinds({"true labels": truth, "predicted labels": prediction})


@pytest.mark.parametrize(
    ("truth", "prediction", "message"),
    [
        ([1], ["1"], "the true labels are numbers such as 1, but the predicted labels are texts such as '1'"),
        (["a"], [b"a"], "the true labels are texts such as 'a', but the predicted labels are bytes such as b'a'"),
        ([("a",)], ["a"], "the true labels are other values such as ('a',), but the predicted labels are texts"),
        ([1, "a"], [1], "the true labels mix numbers such as 1 and texts such as 'a'; convert them to one type"),
        ([1], [1, None, b"a"], "the predicted labels mix numbers such as 1 and bytes such as b'a'"),
    ],
)
def test_kinds_that_do_not_agree(truth, prediction, message):
    with pytest.raises(ValueError, match=re.escape(message)):
        check_kinds({"true labels": truth, "predicted labels": prediction})


def test_the_declared_labels_must_have_the_same_kind():
    check_kinds({"true labels": [1], "predicted labels": [2]}, declared=[1, 2, None])
    check_one_kind(kinds([]), "labels", declared=["a"])
    with pytest.raises(
        ValueError, match="true labels are numbers such as 1, but the declared labels are texts such as '1'"
    ):
        check_kinds({"true labels": [1], "predicted labels": [1]}, declared=["1", "2"])
