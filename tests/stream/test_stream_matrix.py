import numpy as np
import pytest

from steelyard.stream.sums import confusion_of


def test_labels_found_are_sorted_and_missing_ones_last():
    cm = confusion_of({("b", None): 2, ("c", "a"): 1, None: 4}, None)
    assert cm.labels == ("a", "b", "c", None)
    assert cm.counts[1, 3] == 2
    assert cm.counts[2, 0] == 1
    assert (cm.total, cm.dropped) == (3, 4)
    assert cm.counts.dtype == np.int64


def test_declared_labels_keep_their_order_and_missing_ones_follow_if_kept():
    assert confusion_of({("b", "a"): 2}, ("b", "c", "a")).counts.tolist() == [[0, 0, 2], [0, 0, 0], [0, 0, 0]]
    assert confusion_of({}, ("b", "a")).counts.tolist() == [[0, 0], [0, 0]]
    assert confusion_of({("b", None): 1}, ("b", "a")).labels == ("b", "a", None)
    assert confusion_of({("b", None): 1}, (None, "b")).labels == (None, "b")


def test_truth_values_beside_numbers_become_numbers():
    cm = confusion_of({(True, 1): 2, (False, True): 3, (2, 2): 1}, None)
    assert list(map(type, cm.labels)) == [int, int, int]
    assert cm.counts.tolist() == [[0, 3, 0], [0, 2, 0], [0, 0, 1]]
    assert list(map(type, confusion_of({(True, False): 2}, None).labels)) == [bool, bool]


def test_fractions_make_floats_and_so_do_sums_beyond_64_bits():
    assert confusion_of({("a", "a"): 2, ("b", "a"): 0.5}, None).counts.tolist() == [[2.0, 0.0], [0.5, 0.0]]
    assert confusion_of({("a", "a"): 2**62, ("b", "a"): 2**62}, None).counts.dtype == np.float64


def test_a_class_whose_items_weigh_nothing_is_one():
    assert confusion_of({("a", "b"): 0}, None).labels == ("a", "b")


@pytest.mark.parametrize("tally", [{}, {None: 3}])
def test_without_classes_there_is_no_matrix(tally):
    with pytest.raises(ValueError, match="there are no classes yet; update the counter first, or declare the classes"):
        confusion_of(tally, None)


def test_a_matrix_of_many_classes_takes_memory_for_its_pairs_only():
    cm = confusion_of({(label, (label * 7) % 10**5): 1 for label in range(10**5)}, None)
    assert cm.is_sparse
    assert cm.total == 10**5
