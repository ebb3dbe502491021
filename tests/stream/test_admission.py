import datetime as dt

import numpy as np
import pytest

from steelyard.stream.batch import Admission, one_weight


@pytest.mark.parametrize(
    ("value", "label"),
    [
        ("a", "a"),
        (np.str_("a"), "a"),
        (np.int8(3), 3),
        (3.0, 3),
        (np.float32(3), 3),
        (np.bool_(1), True),
        (np.datetime64("2026-11-15"), dt.date(2026, 11, 15)),
        ((1, "a"), (1, "a")),
        (float("nan"), None),
        (np.datetime64("NaT"), None),
    ],
)
def test_values_become_plain_labels(value, label):
    (truth, prediction) = Admission(None, "keep").pair(value, value)
    assert (truth, type(truth)) == (prediction, type(prediction)) == (label, type(label))


@pytest.mark.parametrize(
    ("value", "sentence"),
    [
        ([0.2, 0.8], "the true labels must be one label per item, but there is"),
        ({"a": 1}, "the true labels contain {'a': 1}, which is not hashable"),
        (0.5, "the true labels contain 0.5, which looks like a probability"),
        (None, "1 of 1 items have no true or no predicted label"),
    ],
)
def test_what_is_no_label_is_refused(value, sentence):
    with pytest.raises(ValueError, match=sentence.replace("{", r"\{")):
        Admission(None, "refuse").pair(value, 0)


def test_dropped_items_are_one_pair():
    assert Admission(None, "drop").pair(None, "a") is None
    assert Admission(None, "drop").pair("a", float("nan")) is None


def test_labels_must_be_of_the_kind_that_is_known():
    admission = Admission(None, "keep")
    admission.check([("b", "c"), None, (None, "c")], {("a", "a"): 1})
    admission.check([(2, True)], {(None, None): 1, None: 1, (1, 1): 1})
    with pytest.raises(ValueError, match="the predicted labels mix texts such as 'a' and numbers such as 1"):
        admission.check([("a", 1)], {("a", "a"): 1})
    with pytest.raises(ValueError, match="the true labels mix numbers such as 7 and texts such as 'b'"):
        admission.check([("b", "b")], {(None, 7): 1})
    with pytest.raises(ValueError, match="the true labels are texts such as 'b', but the predicted labels are numbers"):
        admission.check([("b", 1)], {})


def test_labels_must_be_declared_if_some_are():
    admission = Admission(("a", "b"), "keep")
    admission.check([("a", "b"), (None, "b"), None], {})
    with pytest.raises(
        ValueError, match="the predicted labels have 1 value outside the declared labels: 'c'; declared"
    ):
        admission.check([("a", "b"), ("a", "c")], {})
    with pytest.raises(ValueError, match="the true labels are numbers such as 1, but the declared labels are texts"):
        admission.check([(1, "a")], {})


@pytest.mark.parametrize("weight", [0, 1, 0.5, 0.0, np.float32(0.5), np.int8(7), True, 2**62])
def test_a_weight_is_a_number_of_at_least_0(weight):
    found = one_weight(weight)
    assert found == weight
    assert type(found) in {int, float, bool}


@pytest.mark.parametrize(
    "weight", [-1, -0.5, float("nan"), float("inf"), None, "a", 10**400, [1, 2], [1], (1,), np.ones(1), 1j]
)
def test_anything_else_is_no_weight(weight):
    with pytest.raises(ValueError, match=r"^weights must be .*\.$"):
        one_weight(weight)
