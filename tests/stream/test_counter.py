import copy
import pickle
import subprocess
import sys

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import steelyard as sy
from steelyard.stream import Counter
from steelyard.stream.saved_file import Saved, write

TRUTH = ["cat", "dog", "dog", "bird", "dog", "cat", "dog"]
PREDICTION = ["cat", "cat", "dog", "dog", "dog", "bird", "dog"]
MEMORIES = [{}, {"window": 3}, {"window": 100}, {"fading": 0.9}]
each_memory = pytest.mark.parametrize("memory", MEMORIES, ids=str)

CONTAINERS = {
    "list": list,
    "tuple": tuple,
    "iterator": iter,
    "NumPy texts": np.array,
    "NumPy objects": lambda values: np.array(values, dtype=object),
    "pandas": pd.Series,
    "pandas category": lambda values: pd.Series(values, dtype="category"),
    "Polars": pl.Series,
    "Polars category": lambda values: pl.Series(values, dtype=pl.Categorical),
    "Arrow": pa.array,
    "Arrow dictionary": lambda values: pa.array(values).dictionary_encode(),
}


def counted(*items, **memory):
    counter = Counter(**memory)
    counter.update(*items)
    return counter


def state(counter):
    return counter.__getstate__()


def words(refuse):
    with pytest.raises(ValueError, match=r"[.?]$") as refused:
        refuse()
    return str(refused.value)


# Counting.


@pytest.mark.parametrize("container", CONTAINERS.values(), ids=CONTAINERS)
def test_a_batch_may_be_any_container_that_from_labels_takes(container):
    counter = counted(container(TRUTH), container(PREDICTION))
    assert counter.confusion == sy.Confusion.from_labels(TRUTH, PREDICTION)


@each_memory
@pytest.mark.parametrize("container", CONTAINERS.values(), ids=CONTAINERS)
def test_a_batch_is_its_items_one_by_one(container, memory):
    batched, single = counted(container(TRUTH), container(PREDICTION), **memory), Counter(**memory)
    for y, p in zip(TRUTH, PREDICTION, strict=True):
        single.update_one(y, p)
    assert batched.confusion.labels == single.confusion.labels
    np.testing.assert_allclose(batched.confusion.counts, single.confusion.counts, rtol=1e-15)
    assert (batched.seen, len(batched)) == (single.seen, len(single))


def test_a_window_has_the_last_items():
    assert counted(TRUTH, PREDICTION, window=3).confusion == sy.Confusion.from_labels(TRUTH[-3:], PREDICTION[-3:])


def test_a_window_with_declared_labels_keeps_classes_that_have_left():
    counter = counted(TRUTH, PREDICTION, window=1, labels=["dog", "bird", "cat"])
    assert counter.confusion.labels == ("dog", "bird", "cat")
    assert counter.confusion.support.tolist() == [1, 0, 0]


def test_fading_gives_the_prequential_error_of_gama_et_al():
    """Their §3.3: S(i) = eᵢ + α·S(i−1), B(i) = 1 + α·B(i−1), and the error is S/B."""
    alpha, S, B = 0.9, 0.0, 0.0
    counter = Counter(fading=alpha)
    for y, p in zip(TRUTH, PREDICTION, strict=True):
        counter.update_one(y, p)
        S, B = (y != p) + alpha * S, 1 + alpha * B
        assert sy.metrics.accuracy(counter.confusion) == pytest.approx(1 - S / B, rel=1e-14)
        assert counter.total == pytest.approx(B, rel=1e-14)


def test_new_classes_may_appear():
    counter = Counter()
    for label in range(5, 0, -1):
        counter.update_one(label, 5)
        assert counter.confusion.labels == tuple(range(label, 6))


def test_weights_count_instead_of_items():
    weights = [0.5, 2, 1, 1, 0, 0.25, 3]
    counter = counted(TRUTH, PREDICTION, weights)
    counter.update_one("cat", "cat", 0.5)
    expected = sy.Confusion.from_labels([*TRUTH, "cat"], [*PREDICTION, "cat"], weights=[*weights, 0.5])
    assert counter.confusion == expected
    assert (counter.total, counter.seen) == (expected.total, 8)


def test_whole_weights_stay_whole_however_they_come():
    for weights in ([1, 2], np.array([1, 2], dtype=np.uint8), [1.0, 2.0]):
        assert counted(["a", "b"], ["a", "b"], weights).confusion.counts.dtype == np.int64


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.longdouble, np.uint64, bool])
def test_weights_of_any_width_leave_a_window_as_they_entered_it(dtype):
    counter = Counter(window=2)
    counter.update(["a"] * 5, ["a"] * 5, (np.arange(5, dtype=np.longdouble) / 3).astype(dtype))
    counter.update(["a"] * 2, ["a"] * 2)
    assert counter.confusion.counts.tolist() == [[2]]


def test_large_whole_weights_are_not_rounded():
    counter = counted(["a", "a"], ["a", "a"], [2**60 + 1, 2**60 + 1])
    counter.update_one("a", "a", 2**60 + 1)
    assert counter.confusion.counts.tolist() == [[3 * (2**60 + 1)]]


@each_memory
def test_a_batch_without_items_changes_nothing(memory):
    counter = counted(TRUTH, PREDICTION, **memory)
    before = state(counter)
    counter.update([], [])
    counter.update(np.array([]), np.array([]), [])
    assert state(counter) == before


def test_scalars_of_any_library_are_labels_one_by_one():
    counter = Counter()
    values = [1, np.int64(1), np.float64(1), 1.0, True, np.bool_(1)]
    for value in values:
        counter.update_one(value, value)
    assert counter.confusion.labels == (1,)
    assert counter.total == len(values)


def test_a_tensor_is_a_label_and_a_batch():
    torch = pytest.importorskip("torch", reason="torch is not installed")
    counter = counted(torch.tensor([0, 1, 1]), torch.tensor([0, 1, 0]))
    counter.update_one(torch.tensor(1), torch.tensor(1))
    assert counter.confusion.counts.tolist() == [[1, 0], [1, 2]]


def test_truth_values_are_labels_like_in_from_labels():
    counter = counted([True, False], [True, True])
    assert list(map(type, counter.confusion.labels)) == [bool, bool]
    counter.update_one(2, 1)
    assert list(map(type, counter.confusion.labels)) == [int, int, int]


def test_many_classes_take_memory_for_their_pairs_only():
    counter = Counter()
    counter.update(np.arange(20_000), np.arange(20_000)[::-1])
    assert counter.confusion.is_sparse
    assert counter.total == 20_000


def test_the_matrix_is_a_snapshot():
    counter = counted(TRUTH, PREDICTION)
    before = counter.confusion
    counter.update(TRUTH, PREDICTION)
    assert before == sy.Confusion.from_labels(TRUTH, PREDICTION)


def test_the_matrix_can_be_evaluated():
    result = sy.evaluate(counted(TRUTH, PREDICTION, fading=0.9).confusion, importance="rarity")
    assert 0 < result["balanced_accuracy"].value < 1


@each_memory
def test_ordered_categories_keep_their_order_as_in_from_labels(memory, tmp_path):
    """A weighted kappa of sorted labels would be another number."""
    kind = pd.CategoricalDtype(["low", "medium", "high", "extreme"], ordered=True)
    truth = pd.Series(["high", "low", "low", "medium"] * 2, dtype=kind)
    prediction = pd.Series(["medium", "low", "high", "medium"] * 2, dtype=kind)
    counter = counted(truth[:4], prediction[:4], **memory)
    counter.update(truth[4:], prediction[4:])
    counter.save(tmp_path / "x")
    for each in (counter, Counter.restore(tmp_path / "x"), pickle.loads(pickle.dumps(counter))):  # noqa: S301 - our own
        assert each.confusion.labels == sy.Confusion.from_labels(truth, prediction).labels == ("low", "medium", "high")
    counter.update_one("extreme", "low")
    assert counter.confusion.labels[-1] == "extreme"
    counter.update_one("other", "low")  # which has no place among them
    assert counter.confusion.labels == tuple(sorted(counter.confusion.labels))


def test_merged_counters_and_batches_with_different_orders_are_sorted():
    up = pd.Series(["a", "c", "b"], dtype=pd.CategoricalDtype(["c", "a", "b"], ordered=True))
    down = pd.Series(["a", "c", "b"], dtype=pd.CategoricalDtype(["b", "a", "c"], ordered=True))
    one, other = counted(up, up), counted(down, down)
    assert (one.confusion.labels, other.confusion.labels) == (("c", "a", "b"), ("b", "a", "c"))
    assert (one + other).confusion.labels == ("a", "b", "c")
    assert (one + one).confusion.labels == ("c", "a", "b")
    one.update(down, down)
    assert one.confusion.labels == ("a", "b", "c")


# Missing labels.


@each_memory
@pytest.mark.parametrize("missing", ["drop", "keep"])
def test_missing_labels_are_treated_as_in_from_labels(memory, missing):
    truth, prediction = [None, "a", "b", "b", float("nan")], ["a", None, "b", "a", pd.NaT]
    batched, single = counted(truth, prediction, missing=missing, **memory), Counter(missing=missing, **memory)
    for y, p in zip(truth, prediction, strict=True):
        single.update_one(y, p)
    size = memory.get("window", 100)
    expected = sy.Confusion.from_labels(truth[-size:], prediction[-size:], missing=missing)
    for counter in (batched, single):
        assert counter.confusion.labels == expected.labels
        assert counter.seen == 5
        if "fading" not in memory:
            assert counter.confusion == expected
            assert counter.dropped == counter.confusion.dropped == expected.dropped
            assert len(counter) == min(size, 5)


def test_dropped_items_are_items_and_fade_like_others():
    assert counted([None, "a"], ["a", "a"], [0.5, 2], missing="drop").dropped == 1
    fading = counted([None, "a", "a"], ["a", "a", "a"], missing="drop", fading=0.5)
    assert (fading.dropped, fading.total) == (0.25, 1.5)


def test_missing_labels_are_refused_in_the_words_of_from_labels():
    counter = counted(TRUTH, PREDICTION)
    before = state(counter)
    expected = words(lambda: sy.Confusion.from_labels(["cat", None, "dog"], ["dog", "cat", None]))
    assert words(lambda: counter.update(["cat", None, "dog"], ["dog", "cat", None])) == expected
    expected = words(lambda: sy.Confusion.from_labels([None], ["cat"]))
    assert words(lambda: counter.update_one(None, "cat")) == expected
    assert state(counter) == before


def test_a_counter_that_has_only_dropped_items_has_no_classes():
    counter = counted([None], ["a"], missing="drop")
    assert (counter.seen, counter.total, counter.dropped) == (1, 0, 1)
    assert "there are no classes yet" in words(lambda: counter.confusion)


# Weights.


@pytest.mark.parametrize("weights", [[2, 0, 3, 1], [0.5, 1.5, 0.0, 1.0], [1, 1, 1, 1]])
@pytest.mark.parametrize("memory", [{}, {"window": 4}, {"window": 3}])
@pytest.mark.parametrize("one_by_one", [False, True])
def test_weights_are_those_of_from_labels(weights, memory, one_by_one):
    """Also 1/2 and 3/2, which sum up like two items, and what a window let go."""
    truth, prediction = ["cat", "cat", "dog", "dog"], ["cat", "cat", "cat", "dog"]
    counter = Counter(["cat", "dog"], **memory)
    if one_by_one:
        for item in zip(truth, prediction, weights, strict=True):
            counter.update_one(*item)
    else:
        counter.update(truth, prediction, weights)
    last = slice(-memory.get("window", 4), None)
    wanted = sy.Confusion.from_labels(truth[last], prediction[last], ["cat", "dog"], weights[last])
    assert counter.confusion == wanted
    assert counter.confusion.items == wanted.items == sum(weight > 0 for weight in weights[last])
    other = Counter(["cat", "dog"], **memory)
    if not memory:
        other.update(truth[:2], prediction[:2], weights[:2])
        counter.revert(truth[:2], prediction[:2], weights[:2])
        assert (counter + other).confusion == wanted
        assert counter.confusion == sy.Confusion.from_labels(truth[2:], prediction[2:], ["cat", "dog"], weights[2:])


def test_a_faded_item_is_one_of_a_smaller_weight():
    truth, prediction, weights = ["cat", "dog", "cat"], ["cat", "cat", "cat"], [2, 3, 0.5]
    faded = [2 * 0.25, 3 * 0.5, 0.5]
    counter = Counter(fading=0.5)
    counter.update(truth[:2], prediction[:2], weights[:2])
    counter.update_one("cat", "cat", 0.5)
    wanted = sy.Confusion.from_labels(truth, prediction, weights=faded)
    assert counter.confusion == wanted
    merged = counter + counter
    assert merged.confusion == wanted + wanted
    assert merged.confusion.items == 6


def test_weights_that_sum_alike_do_not_take_back_others():
    counter = counted(["a", "a"], ["a", "a"], [0.5, 1.5])
    with pytest.raises(ValueError, match="2 items of true label 'a'"):
        counter.revert(["a", "a"], ["a", "a"])
    counter.revert(["a", "a"], ["a", "a"], [1.5, 0.5])
    assert counter.seen == 0


# Refusals.


BAD = [
    (["cat", "dog"], ["cat"], None, None),
    (["cat", "dog"], ["cat", "dog"], [1, -1], None),
    (["cat", "dog"], ["cat", "dog"], [1, float("nan")], None),
    (["cat", "dog"], ["cat", "dog"], [1], None),
    (["cat", 1], ["cat", "dog"], None, None),
    ([1, 2], ["cat", "dog"], None, None),
    (["cat", "dog"], [0.5, 0.2], None, None),
    (["cat", "dog"], [[0.1, 0.9], [1.0, 0.0]], None, None),
    (np.eye(2), np.eye(2), None, None),
    ("cat", "dog", None, None),
    (["cat", "cow"], ["cat", "cat"], None, ["cat", "dog", "bird"]),
    (["cat", "cat"], ["cow", "ant"], None, ["cat", "dog", "bird"]),
    ([1, 2], [1, 2], None, ["cat", "dog", "bird"]),
]


@each_memory
@pytest.mark.parametrize(("truth", "prediction", "weights", "labels"), BAD)
def test_a_refused_batch_changes_nothing_and_says_what_from_labels_says(memory, truth, prediction, weights, labels):
    counter = counted(TRUTH, PREDICTION, labels=labels, **memory)
    empty = Counter(labels=labels, **memory)
    before = state(counter)
    words(lambda: counter.update(truth, prediction, weights))
    assert state(counter) == before
    expected = words(lambda: sy.Confusion.from_labels(truth, prediction, labels=labels, weights=weights))
    assert words(lambda: empty.update(truth, prediction, weights)) == expected
    assert len(empty) == 0


@each_memory
@pytest.mark.parametrize(
    ("y", "y_hat", "weight"),
    [
        (1, "cat", 1),
        ("cat", 0.5, 1),
        (["cat"], "cat", 1),
        ("cat", None, 1),
        ("cat", "cat", -1),
        ("cat", "new", "x"),
        ("cat", "cat", [1]),
    ],
)
def test_a_refused_item_changes_nothing(memory, y, y_hat, weight):
    counter = counted(TRUTH, PREDICTION, **memory)
    before = state(counter)
    with pytest.raises(ValueError, match=r"\.$") as refused:
        counter.update_one(y, y_hat, weight)
    assert refused.value.__context__ is None or not isinstance(refused.value.__context__, KeyError)
    assert state(counter) == before


def test_labels_cannot_change_their_kind_later_in_the_stream():
    counter = counted(TRUTH, PREDICTION, window=2)
    assert "mix texts such as 'dog' and numbers such as 1" in words(lambda: counter.update([1, 2], [1, 2]))
    assert "mix texts such as 'dog' and numbers such as 1" in words(lambda: counter.update_one(1, 2))


def test_predictions_of_several_models_need_several_counters():
    with pytest.raises(ValueError, match="the predicted labels must be a list, an array or a Series"):
        Counter().update(TRUTH, {"a": PREDICTION})


# Taking back.


def test_reverting_is_the_opposite_of_updating():
    counter = counted(TRUTH, PREDICTION)
    counter.revert(TRUTH[1:4], PREDICTION[1:4])
    rest = sy.Confusion.from_labels([TRUTH[0], *TRUTH[4:]], [PREDICTION[0], *PREDICTION[4:]])
    assert counter.confusion == rest
    counter.revert_one("cat", "bird")
    counter.revert_one(np.str_("cat"), "cat", 1.0)
    assert counter.confusion.labels == ("dog",)
    counter.revert(["dog", "dog"], ["dog", "dog"])
    assert state(counter) == state(Counter())
    counter.update([1], [2])  # as if there had never been texts
    assert counter.confusion.labels == (1, 2)


def test_reverting_what_was_not_counted_is_refused_and_changes_nothing():
    counter = counted(TRUTH, PREDICTION)
    before = state(counter)
    sentence = words(lambda: counter.revert(["dog", "cat", "cat"], ["dog", "cat", "cat"]))
    assert sentence == (
        "2 items of true label 'cat' and predicted label 'cat' cannot be taken back, because only 1 are counted."
    )
    words(lambda: counter.revert_one("cow", "cat"))
    words(lambda: counter.revert_one("cat", "cat", 2))
    assert state(counter) == before


@pytest.mark.parametrize("memory", MEMORIES[1:], ids=str)
def test_a_window_and_fading_take_nothing_back(memory):
    counter = counted(TRUTH, PREDICTION, **memory)
    assert "takes nothing back" in words(lambda: counter.revert(TRUTH, PREDICTION))
    assert "takes nothing back" in words(lambda: counter.revert_one("dog", "dog"))


# Merging.


@pytest.mark.parametrize("memory", [{}, {"fading": 0.9}], ids=str)
def test_merged_counters_count_both(memory):
    one, other = counted(TRUTH, PREDICTION, **memory), counted(["ant", "dog"], ["dog", "dog"], **memory)
    both = one + other
    assert both.confusion.labels == ("ant", "bird", "cat", "dog")
    expected = (one.confusion + other.confusion).reorder(both.confusion.labels)
    np.testing.assert_allclose(both.confusion.counts, expected.counts, rtol=1e-15)
    assert both.seen == one.seen + other.seen
    assert (one.seen, other.seen) == (7, 2)
    one.merge(other)
    assert state(one) == state(both)


def test_merging_does_not_depend_on_the_order_to_the_last_bit():
    rng = np.random.default_rng(5)
    parts = []
    for _ in range(5):
        truth, prediction = rng.choice(list("abc"), (2, 50))
        parts.append(counted(truth, prediction, rng.lognormal(0, 20, 50)))
    assert sum(parts).confusion == sum(parts[::-1]).confusion == (parts[0] + (parts[1] + sum(parts[2:]))).confusion


def test_a_sum_shares_nothing_with_its_parts():
    one, other = counted(TRUTH, PREDICTION), Counter()
    both, alone = one + other, sum([one])
    both.update_one("cat", "cat")
    alone.update_one("cat", "cat")
    assert one.total == 7


@pytest.mark.parametrize(
    ("one", "other", "sentence"),
    [
        ({"window": 3}, {"window": 3}, "two sliding windows cannot be merged"),
        ({"window": 3}, {}, "only counters alike can be merged, not window=3 and all items."),
        ({"fading": 0.5}, {"fading": 0.25}, "only counters alike can be merged, not fading=0.5 and fading=0.25."),
        ({"missing": "drop"}, {}, "only counters alike can be merged, not missing='drop' and missing='refuse'."),
        ({"labels": ["dog", "bird"]}, {}, "the true labels have 1 value outside the declared labels: 'cat'"),
    ],
)
def test_counters_that_do_not_fit_are_refused(one, other, sentence):
    one, other = Counter(**one), counted(TRUTH, PREDICTION, **other)
    before = state(one)
    assert sentence in words(lambda: one.merge(other))
    assert sentence in words(lambda: one + other)
    assert state(one) == before


def test_only_counters_are_merged():
    assert words(lambda: Counter().merge([[1]])) == "only another counter can be merged, not list."
    with pytest.raises(TypeError):
        Counter() + 1


def test_counters_come_back_from_other_processes():
    script = (
        "import pickle, sys; from steelyard.stream import Counter; counter = Counter(fading=0.5); "
        "counter.update(['a', 'b'], ['a', 'a']); sys.stdout.buffer.write(pickle.dumps(counter))"
    )
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, check=True, timeout=60)
    counter = pickle.loads(run.stdout)  # noqa: S301 - our own
    counter += counted(["b"], ["a"], fading=0.5)
    assert counter.confusion.counts.tolist() == [[0.5, 0.0], [2.0, 0.0]]


# Keeping.


@each_memory
def test_copies_go_on_by_themselves(memory, tmp_path):
    counter = counted(TRUTH, PREDICTION, [0.1] * 7, labels=["dog", "bird", "cat"], missing="drop", **memory)
    counter.update_one(None, "cat")
    counter.save(tmp_path / "x")
    copies = [
        copy.copy(counter),
        copy.deepcopy(counter),
        pickle.loads(pickle.dumps(counter)),  # noqa: S301 - our own
        Counter.restore(tmp_path / "x"),
        Counter.restore(str(tmp_path / "x")),
    ]
    for each in (counter, *copies):
        each.update(PREDICTION, TRUTH, [0.3] * 7)
        each.update_one("dog", "cat", 0.7)
        assert state(each) == state(counter)
        assert each.confusion == counter.confusion
        assert each.dropped == counter.dropped


def test_restoring_keeps_the_order_of_labels_that_cannot_be_sorted(tmp_path):
    labels = [("a", 1), (1, "a"), (None, 2), ("a", "b")]
    counter = Counter(window=3)
    for label in labels:
        counter.update_one(label, labels[-1])
    counter.save(tmp_path / "x")
    assert Counter.restore(tmp_path / "x").confusion.labels == counter.confusion.labels


SUMS = ({}, [("a", "a")], {"items": [2], "extras": {"0": [[1, 1070], [33, 2140], 0]}})
"""Two items, which weigh 1 and 17/16."""
WINDOW = ({"window": 3}, [("a", "a"), ("a", "b")], {"seen": 5, "held": [0, 1, 0], "weights": [1, 0.5, 2]})
FADED = {"values": [1.5], "times": [2], "squares": [1.25], "rows": [2], "clock": 2, "merged": 0, "room": 1024}
FADING = ({"fading": 0.5}, [("a", "a")], FADED)


def _file(path, settings, pairs, held):
    everything = {"labels": None, "window": None, "fading": None, "missing": "refuse", **settings}
    write(path, Saved(everything, (), pairs, held))
    return path


@pytest.mark.parametrize("description", [SUMS, WINDOW, FADING])
def test_a_file_made_by_hand_is_restored_if_it_describes_a_counter(tmp_path, description):
    counter = Counter.restore(_file(tmp_path / "x", *description))
    assert repr(counter).startswith("Counter(")
    assert counter.total > 0


@pytest.mark.parametrize(
    ("description", "settings", "pairs", "held"),
    [
        (SUMS, {"window": -1}, None, {}),
        (SUMS, {"window": 1}, None, {}),
        (SUMS, {"more": 1}, None, {}),
        (SUMS, {"missing": "x"}, None, {}),
        (SUMS, {"labels": ("b",)}, None, {}),
        (SUMS, {}, [None], {}),
        (SUMS, {}, [("a", None)], {}),
        (SUMS, {"missing": "drop"}, [("a", None)], {}),
        (SUMS, {"missing": "keep"}, [None], {}),
        (SUMS, {}, [("a", 1)], {}),
        (SUMS, {}, [("a", 0.5)], {}),
        (SUMS, {}, None, {"items": [1, 2]}),
        (SUMS, {}, None, {"items": [0]}),
        (SUMS, {}, None, {"items": [-1]}),
        (SUMS, {}, None, {"items": ["x"]}),
        (SUMS, {}, None, {"items": [1.0]}),
        (SUMS, {}, None, {"items": None}),
        (SUMS, {}, None, {"extras": []}),
        (SUMS, {}, None, {"extras": {"1": [[1, 1070], [33, 2140], 0]}}),
        (SUMS, {}, None, {"extras": {"0": [1, 1070]}}),
        (SUMS, {}, None, {"extras": {"0": [[1], [33, 2140], 0]}}),
        (SUMS, {}, None, {"extras": {"0": [[1, -1], [33, 2140], 0]}}),
        (SUMS, {}, None, {"extras": {"0": [[1, 10**15], [33, 2140], 0]}}),
        (SUMS, {}, None, {"extras": {"0": [[-3, 1074], [33, 2140], 0]}}),
        (SUMS, {}, None, {"extras": {"0": [[1, 1070], [-3, 2148], 0]}}),
        (SUMS, {}, None, {"extras": {"0": [[1, 1070], [33, 2140], 3]}}),
        (SUMS, {}, None, {"extras": {"0": [[1, 1070], [33, 2140], -1]}}),
        (SUMS, {}, None, {"more": 1}),
        (WINDOW, {}, [("a", "a"), ("a", "a")], {}),
        (WINDOW, {"window": 2}, None, {}),
        (WINDOW, {}, None, {"seen": "x"}),
        (WINDOW, {}, None, {"seen": 2}),
        (WINDOW, {}, None, {"seen": True}),
        (WINDOW, {}, None, {"held": [0, -1, 0]}),
        (WINDOW, {}, None, {"held": [0, 2, 0]}),
        (WINDOW, {}, None, {"held": [0, 0, 0]}),
        (WINDOW, {}, None, {"held": [0, 1]}),
        (WINDOW, {}, None, {"weights": [1, -1, 1]}),
        (WINDOW, {}, None, {"weights": [1, "1", 1]}),
        (WINDOW, {}, None, {"weights": [1, float("nan"), 1]}),
        (WINDOW, {}, None, {"weights": [1, float("inf"), 1]}),
        (FADING, {"fading": 1.5}, None, {}),
        (FADING, {}, None, {"values": [-1.0]}),
        (FADING, {}, None, {"values": ["x"]}),
        (FADING, {}, None, {"values": [float("nan")]}),
        (FADING, {}, None, {"times": [3]}),
        (FADING, {}, None, {"squares": [-1.0]}),
        (FADING, {}, None, {"rows": [-1]}),
        (FADING, {}, None, {"rows": [1.5]}),
        (FADING, {}, None, {"times": [1.5]}),
        (FADING, {}, None, {"clock": "x"}),
        (FADING, {}, None, {"merged": -1}),
        (FADING, {}, None, {"room": None}),
    ],
)
def test_a_file_that_does_not_describe_a_counter_is_refused_by_name(tmp_path, description, settings, pairs, held):
    right_settings, right_pairs, right_held = description
    path = _file(tmp_path / "x", right_settings | settings, pairs or right_pairs, right_held | held)
    sentence = words(lambda: Counter.restore(path))
    assert sentence.startswith(f"{str(path)!r} does not describe a counter (")


def test_a_subclass_restores_itself(tmp_path):
    class Mine(Counter):
        pass

    mine = Mine()
    mine.update(TRUTH, PREDICTION)
    mine.save(tmp_path / "x")
    assert type(Mine.restore(tmp_path / "x")) is Mine
    assert type(mine + mine) is Mine


# Showing.


def test_a_counter_says_what_it_remembers():
    assert repr(Counter()) == "Counter(all items): 0 items seen, 0 classes"
    assert repr(counted(["a"], ["a"])) == "Counter(all items): 1 item seen, 1 class"
    assert repr(counted(TRUTH, PREDICTION, window=1)) == "Counter(window=1): 7 items seen, 1 class"
    assert repr(Counter(["a", "b"], fading=0.5)) == "Counter(fading=0.5): 0 items seen, 2 classes"


@each_memory
def test_an_empty_counter_says_so(memory):
    counter = Counter(**memory)
    assert (len(counter), counter.seen, counter.total, counter.dropped) == (0, 0, 0, 0)
    assert "there are no classes yet" in words(lambda: counter.confusion)
    assert Counter(["a", "b"], **memory).confusion.counts.tolist() == [[0, 0], [0, 0]]
