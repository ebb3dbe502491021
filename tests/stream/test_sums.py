import pytest

from steelyard.stream.batch import DROPPED, encode
from steelyard.stream.sums import Sums


def batch(truth, prediction, weights=None, missing="keep"):
    return encode(list(truth), list(prediction), weights, missing)


@pytest.fixture
def sums():
    """Three items a→a, one of them weighing 0.1, and one b→a."""
    sums = Sums()
    sums.add(batch("aba", "aaa", [1, 1, 0.1]))
    sums.again(("a", "a"), 1)
    return sums


def test_weights_add_up_by_pair(sums):
    assert sums.tally() == {("a", "a"): 2.1, ("b", "a"): 1}
    assert sums.seen == len(sums) == 4


def test_a_pair_without_items_is_unknown_to_again(sums):
    with pytest.raises(KeyError):
        sums.again(("b", "b"), 1)
    assert sums.seen == 4


def test_what_is_taken_back_leaves_nothing_behind():
    """In floats, 0.1 + 0.2 + 0.3 − 0.3 − 0.2 − 0.1 is not 0."""
    sums = Sums()
    sums.add(batch("aaa", "aaa", [0.1, 0.2, 0.3]))
    sums.take(batch("a", "a", [0.3]))
    sums.take(batch("a", "a", [0.2]))
    assert sums.tally() == {("a", "a"): 0.1}
    sums.take(batch("a", "a", [0.1]))
    assert sums.tally() == {}
    assert sums.cells == {}


def test_a_pair_that_has_a_weight_of_0_is_still_there():
    sums = Sums()
    sums.add(batch("a", "b", [0]))
    assert sums.tally() == {("a", "b"): 0}


@pytest.mark.parametrize(
    ("truth", "prediction", "weights", "sentence"),
    [
        (
            "bb",
            "aa",
            None,
            "2 items of true label 'b' and predicted label 'a' cannot be taken back, because only 1 are",
        ),
        (
            "ac",
            "ab",
            None,
            "1 items of true label 'c' and predicted label 'b' cannot be taken back, because only 0 are",
        ),
        ([None], ["a"], None, "1 items of true label (missing) and predicted label 'a' cannot be taken back"),
        ("aa", "aa", [2, 1], "with the weight 3, because 3 are counted with the weight 2.1."),
        ("b", "a", [0.5], "with the weight 0.5, because 1 are counted with the weight 1."),
        ("aaa", "aaa", [1, 1, 0.11], "with the weight 2.11, because 3 are counted with the weight 2.1."),
    ],
)
def test_more_than_was_counted_is_not_taken_back_and_nothing_changes(sums, truth, prediction, weights, sentence):
    before = sums.state()
    with pytest.raises(ValueError, match=r"^.*\.$") as refused:
        sums.take(batch(truth, prediction, weights))
    assert sentence in str(refused.value)
    assert sums.state() == before


def test_dropped_items_can_be_taken_back_too():
    sums = Sums()
    sums.add(batch(["a", None], ["a", "a"], missing="drop"))
    with pytest.raises(ValueError, match="2 items without a label cannot be taken back, because only 1 are counted"):
        sums.take(batch([None, None], ["a", "b"], missing="drop"))
    sums.take(batch([None], ["b"], missing="drop"))
    assert DROPPED not in sums.tally()


def test_merging_adds_exactly_and_leaves_the_other_alone(sums):
    other = Sums()
    other.add(batch("ac", "aa", [0.2, 4]))
    before = other.state()
    sums.merge(other)
    assert sums.tally() == {("a", "a"): 2.3, ("b", "a"): 1, ("c", "a"): 4}
    assert other.state() == before
    sums.merge(sums)
    assert sums.tally() == {("a", "a"): 4.6, ("b", "a"): 2, ("c", "a"): 8}


def test_the_state_brings_everything_back(sums):
    again = Sums()
    again.load(*sums.state())
    assert again.state() == sums.state()
    assert again.tally() == sums.tally()
