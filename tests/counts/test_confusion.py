import json
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest

import steelyard as sy

COUNTS = [[5, 1, 0], [2, 10, 3], [0, 300, 7]]


@pytest.fixture
def cm():
    return sy.Confusion(COUNTS, labels=["c1", "c2", "c3"])


@pytest.fixture
def stack():
    return sy.Confusion(np.arange(12).reshape(3, 2, 2), labels=["a", "b"], axes={"day": ["mo", "tu", "we"]})


# Sums and the axis convention.


def test_rows_are_truth_and_columns_are_predictions(cm):
    assert cm.support.tolist() == [6, 15, 307]
    assert cm.predicted.tolist() == [7, 311, 10]
    assert cm.correct.tolist() == [5, 10, 7]
    assert cm.total == 328
    assert cm.labels == ("c1", "c2", "c3")
    assert cm.shape == ()


def test_sums_run_over_a_stack(stack):
    assert stack.shape == (3,)
    assert len(stack) == 3
    assert stack.support.tolist() == [[1, 5], [9, 13], [17, 21]]
    assert stack.predicted.tolist() == [[2, 4], [10, 12], [18, 20]]
    assert stack.correct.tolist() == [[0, 3], [4, 7], [8, 11]]
    assert stack.total.tolist() == [6, 22, 38]


def test_labels_default_to_numbers():
    assert sy.Confusion(COUNTS).labels == (0, 1, 2)


def test_numpy_labels_become_plain():
    labels = sy.Confusion([[1, 2], [3, 4]], labels=np.array([3, 5])).labels
    assert labels == (3, 5)
    assert all(type(label) is int for label in labels)


# What counts may be.


@pytest.mark.parametrize(
    ("given", "kind"),
    [
        ([[1, 2], [3, 4]], "int64"),
        (np.array([[1, 2], [3, 4]], dtype=np.uint8), "int64"),
        (np.array([[1, 2], [3, 400]], dtype=np.uint64), "int64"),
        (np.array([[2**63, 0], [0, 0]], dtype=np.uint64), "float64"),
        (np.array([[1, 2], [3, 4]], dtype=np.int32), "int64"),
        (np.array([[1, 2], [3, 4]], dtype=object), "int64"),
        ([[True, False], [False, True]], "int64"),
        (np.array([[1, 2], [3, 4]], dtype=np.float32), "float64"),
        ([[0.5, 1], [2, 3]], "float64"),
        (np.array([[0.5, 1], [2, 3]], dtype=object), "float64"),
        ([[Fraction(1, 2), 1], [2, 3]], "float64"),
        ([[Decimal("0.5"), 1], [2, 3]], "float64"),
        ([[2**63, 1], [2, 3]], "float64"),
        ([[2**70, 1], [2, 3]], "float64"),
    ],
)
def test_counts_are_whole_numbers_or_weights(given, kind):
    cm = sy.Confusion(given)
    assert cm.counts.dtype == kind
    assert cm.counts.tolist() == [[float(x) for x in row] for row in np.asarray(given).tolist()]


def test_sums_beyond_64_bits_do_not_wrap_around():
    cm = sy.Confusion([[2**62, 2**62], [1, 2]])
    assert cm.support[0] == 2.0**63
    assert (cm.support > 0).all()


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ([[1, 2], [3]], "counts must be numbers in rows of equal length."),
        ([[1, 2, 3], [4, 5, 6]], r"counts must have the shape \(..., C, C\), not \(2, 3\)."),
        ([1, 2], r"counts must have the shape \(..., C, C\), not \(2,\)."),
        (7, r"counts must have the shape \(..., C, C\), not \(\)."),
        ([], r"counts must have the shape \(..., C, C\), not \(0,\)."),
        (np.zeros((0, 0)), "counts are empty: there are no classes."),
        ([[1, 0], [-1, 2]], "counts must be at least 0, but there is -1."),
        ([[1, -0.5], [0, 2]], "counts must be at least 0, but there is -0.5."),
        ([[1, float("nan")], [0, 2]], "counts must be at least 0, but there is nan."),
        ([[1, float("inf")], [0, 2]], "counts must be finite, but there is an infinite one."),
        (np.full((2, 2), 1e308), r"counts must sum to at most 1e\+300; divide them all by the same number."),
        ([["1", "2"], ["3", "4"]], "counts must be numbers, not text"),
        (np.array([["1", 2], [3, 4]], dtype=object), "counts must be numbers."),
        ([[1, None], [2, 3]], "counts must be numbers."),
        ([[1j, 1], [1, 1]], "counts must be numbers, not complex128."),
        (np.array([["2020-01-01"]], dtype="datetime64[D]"), "counts must be numbers, not datetime64"),
        ({"a": 1}, "counts must be numbers."),
        (None, "counts must be numbers."),
        ("counts", "counts must be numbers, not text"),
    ],
)
def test_bad_counts_are_refused_with_a_sentence(given, message):
    with pytest.raises(ValueError, match=f"^{message}"):
        sy.Confusion(given)


@pytest.mark.parametrize(
    ("labels", "message"),
    [
        (["a"], "there are 1 labels for 2 classes."),
        (["a", "b", "c"], "there are 3 labels for 2 classes."),
        (["a", "a"], "each label may occur once, but 'a' occurs several times."),
        ("ab", "labels must be a list of class names, not 'ab'."),
        ([["a"], ["b"]], r"the label \['a'\] is not hashable"),
    ],
)
def test_bad_labels_are_refused_with_a_sentence(labels, message):
    with pytest.raises(ValueError, match=f"^{message}"):
        sy.Confusion([[1, 2], [3, 4]], labels=labels)


def test_bad_axes_are_refused_with_a_sentence():
    with pytest.raises(ValueError, match=r"axes name \(2,\) slices for a stack of shape \(3,\)"):
        sy.Confusion(np.ones((3, 2, 2)), axes={"model": ["a", "b"]})
    with pytest.raises(ValueError, match=r"axes name \(1,\) slices for a stack of shape \(\)"):
        sy.Confusion(np.ones((2, 2)), axes={"model": ["a"]})


def test_counts_are_a_copy_that_cannot_be_written():
    given = np.array([[1.0, 2.0], [3.0, 4.0]])
    cm = sy.Confusion(given)
    given[0, 0] = 99
    assert cm.counts[0, 0] == 1
    with pytest.raises(ValueError, match="read-only"):
        cm.counts[0, 0] = 5
    assert cm.correct.flags.writeable  # theirs to do with as they like
    cm.correct[0] = 7
    assert cm.counts[0, 0] == 1


# Copies, equality, storage.


def test_a_confusion_of_a_confusion_is_the_same(stack):
    dropped = sy.Confusion(stack, dropped=3)
    assert dropped == stack
    again = sy.Confusion(dropped)
    assert again == stack
    assert again.axes == {"day": ("mo", "tu", "we")}
    assert again.dropped == 3
    assert sy.Confusion(stack, labels=["x", "y"]).labels == ("x", "y")


def test_equality_is_by_value(cm):
    assert cm == sy.Confusion(COUNTS, labels=["c1", "c2", "c3"])
    assert cm != sy.Confusion(COUNTS)
    assert cm != sy.Confusion(np.array(COUNTS) + 1, labels=["c1", "c2", "c3"])
    assert cm != COUNTS
    with pytest.raises(TypeError, match="unhashable"):
        hash(cm)


@pytest.mark.parametrize(
    "stored",
    [
        sy.Confusion(COUNTS, labels=["c1", "c2", "c3"], dropped=4),
        sy.Confusion([[0.5, 1], [2, 3]], labels=[("a", 1), None]),
        sy.Confusion(np.ones((2, 3, 2, 2), dtype=int)),
        sy.Confusion(np.ones((2, 2, 2), dtype=int), axes={"model": ["a", "b"]}),
    ],
    ids=["one", "weights", "stack", "named stack"],
)
def test_storage_as_json_and_back(stored):
    back = sy.Confusion.from_dict(json.loads(json.dumps(stored.to_dict())))
    assert back == stored
    assert back.dropped == stored.dropped
    assert back.counts.dtype == stored.counts.dtype
    assert (back + stored).total.sum() == 2 * stored.total.sum()


@pytest.mark.parametrize("record", [{}, {"labels": ["a"]}, [[1, 2], [3, 4]], None])
def test_a_record_without_counts_is_refused(record):
    with pytest.raises(ValueError, match='a stored matrix needs the key "counts"'):
        sy.Confusion.from_dict(record)


# Stacks.


def test_slices_by_name_and_position(stack):
    assert stack["tu"].counts.tolist() == [[4, 5], [6, 7]]
    assert stack[1] == stack["tu"]
    assert stack[-1] == stack["we"]
    assert stack["tu"].labels == ("a", "b")
    with pytest.raises(KeyError, match="there is no day 'su'; there are 'mo', 'tu', 'we'"):
        stack["su"]
    with pytest.raises(KeyError, match="there is no day 3"):
        stack[3]


def test_a_name_goes_before_a_position():
    stack = sy.Confusion(np.arange(8).reshape(2, 2, 2), axes={"shift": [1, 0]})
    assert stack[1].counts[0, 0] == 0
    assert [part.counts[0, 0] for part in stack] == [0, 4]


def test_a_stack_is_walked_slice_by_slice(stack):
    assert [part.total for part in stack] == [6, 22, 38]
    assert sum(stack) == stack.pooled()


def test_two_leading_axes_are_taken_one_by_one():
    stack = sy.Confusion(np.arange(24).reshape(2, 3, 2, 2), axes={"model": ["a", "b"], "fold": [0, 1, 2]})
    assert stack["b"].axes == {"fold": range(3)}
    assert stack["b"][2].counts.tolist() == [[20, 21], [22, 23]]
    assert stack.pooled().total == stack.total.sum()


def test_a_single_matrix_is_no_stack(cm):
    with pytest.raises(TypeError, match="single matrix, not a stack"):
        cm[0]
    with pytest.raises(TypeError, match="single matrix, not a stack"):
        len(cm)
    with pytest.raises(TypeError, match="single matrix, not a stack"):
        list(cm)
    assert cm.pooled() is cm


def test_a_stack_of_models_holds_each_item_once():
    counts = np.array([[[0, 3], [2, 3]], [[3, 0], [1, 4]]])
    stack = sy.Confusion(counts, axes={"model": ["a", "b"]})
    assert stack.each_item_once() == sy.Confusion(counts[0])
    assert stack.pooled().total == 16
    folds = sy.Confusion(counts, axes={"fold": [1, 2]})
    assert folds.each_item_once() == folds.pooled()


def test_models_that_were_asked_about_different_items_count_all_of_them():
    """A column "model" of data in long form may do that."""
    stack = sy.Confusion.from_labels([0, 1, 0, 1, 1], [0, 1, 1, 1, 0], by={"model": list("aabbb")})
    assert stack.each_item_once().total == 5
    assert sy.evaluate(stack).to_dict()["items"] == 5
    both = sy.Confusion(np.array([[[[1, 0], [0, 9]]], [[[5, 0], [5, 0]]]]), axes={"model": ["a", "b"], "day": [1]})
    assert [score.move.due_to_classifier for score in sy.evaluate(both, metrics="accuracy")["accuracy"]] == [0, 0]


def test_stacks_whose_axes_differ_in_order_are_different():
    counts = np.zeros((2, 2, 1, 1), dtype=int)
    counts[0, 1] = 5
    one = sy.Confusion(counts, axes={"x": [0, 1], "y": [0, 1]})
    other = sy.Confusion(counts, axes={"y": [0, 1], "x": [0, 1]})
    assert one != other
    with pytest.raises(ValueError, match="only stacks with the same axes can be added"):
        one + other


def test_sums_beyond_64_bits_are_floats():
    most = 2**63 - 1024
    assert sy.Confusion([[most, 500], [500, 500]]).total == pytest.approx(2**63)
    assert sy.Confusion([[most, 500], [500, 23]]).total == most + 1023
    half = [[2**62, 0], [0, 10]]
    assert sy.Confusion.of_models({"a": half, "b": half}).pooled().total == pytest.approx(2**63)
    models = {"a": [0, 1], "b": [0, 1], "c": [0, 0]}
    result = sy.evaluate([0, 1], models, weights=[2**62, 5], metrics="accuracy")
    assert [score.value for score in result["accuracy"]] == pytest.approx([1, 1, 1])


def test_weights_of_very_different_slices_are_each_measured_as_alone():
    slices = np.array([[[2e200, 0], [1e200, 0]], [[2e-150, 0], [1e-150, 0]], [[2, 0], [1, 0]]])
    assert sy.metrics.accuracy(slices) == pytest.approx([2 / 3] * 3)
    assert sy.metrics.accuracy(sy.Confusion(slices).sparse()) == pytest.approx([2 / 3] * 3)


@pytest.mark.parametrize("name", ["metric", "value", "note", "typical", "label", "weight", "recall"])
def test_an_axis_named_like_a_column_of_the_results_is_refused(name):
    stack = sy.Confusion.from_labels([0, 1], [0, 1], by={name: ["x", "y"]})
    with pytest.raises(ValueError, match=f"the results have a column '{name}' of their own"):
        sy.evaluate(stack)


def test_iterating_over_many_named_slices_and_what_they_drop():
    stack = sy.Confusion.from_labels([0, 1, None], [0, 1, 1], by={"day": ["x", "y", "y"]}, missing="drop")
    assert stack.dropped == 1
    assert [cm.total for cm in stack] == [1, 1]
    assert sum(stack).dropped == 0


# Adding.


def test_adding_keeps_all_labels(cm):
    other = sy.Confusion([[1, 2], [3, 4]], labels=["c3", "new"])
    both = cm + other
    assert both.labels == ("c1", "c2", "c3", "new")
    assert both.counts.tolist() == [[5, 1, 0, 0], [2, 10, 3, 0], [0, 300, 8, 2], [0, 0, 3, 4]]


def test_adding_weights_to_counts_gives_weights(cm):
    assert (cm + sy.Confusion(np.full((3, 3), 0.5), cm.labels)).counts.dtype == np.float64


def test_dropped_items_add_up(cm):
    assert (sy.Confusion(cm, dropped=2) + sy.Confusion(cm, dropped=3)).dropped == 5


def test_adding_what_does_not_fit_is_refused(cm, stack):
    with pytest.raises(
        ValueError, match=r"only stacks with the same axes can be added, not a single matrix and day \(3\)"
    ):
        cm + stack
    with pytest.raises(ValueError, match=r"same axes can be added, not day \(3\) and model \(3\)"):
        stack + sy.Confusion(stack.counts, stack.labels, axes={"model": ["a", "b", "c"]})
    with pytest.raises(TypeError):
        cm + 1
    with pytest.raises(TypeError):
        cm + COUNTS


def test_declare_adds_classes_without_items(cm):
    more = cm.declare(["c0", "c3", "c2", "c1"])
    assert more.support.tolist() == [0, 307, 15, 6]
    assert more.reorder(["c1", "c2", "c3", "c0"]).counts[:3, :3].tolist() == COUNTS
    assert cm.declare(cm.labels) is cm
    with pytest.raises(ValueError, match="class 'c3' is counted but not among the labels"):
        cm.declare(["c1", "c2"])


# Other class shares.


def test_at_shares_by_hand():
    cm = sy.Confusion([[8, 2], [10, 90]], labels=["fraud", "ok"])
    np.testing.assert_allclose(cm.at_shares("uniform").counts, [[44, 11], [5.5, 49.5]], rtol=1e-15)
    assert cm.at_shares({"ok": 0.9, "fraud": 0.1}).support.tolist() == pytest.approx([11, 99])
    assert cm.at_shares([0.1, 0.9]) == cm.at_shares(np.array([0.1, 0.9]))
    assert cm.at_shares(sy.importance.rarity()).support.tolist() == pytest.approx([100, 10])
    assert cm.at_shares([0, 1]).support.tolist() == pytest.approx([0, 110])


def test_at_shares_of_a_stack_rescales_each_matrix(stack):
    shares = stack.at_shares("uniform").support / stack.total[:, None]
    np.testing.assert_allclose(shares, 0.5)
    assert stack.at_shares("uniform").axes == stack.axes


def test_a_class_without_items_may_have_no_share():
    cm = sy.Confusion([[8, 2, 0], [1, 9, 0], [0, 0, 0]], labels=["a", "b", "c"])
    assert cm.at_shares([0.5, 0.5, 0]).support.tolist() == [10, 10, 0]
    with pytest.raises(ValueError, match="class 'c' has no items, so its row cannot be rescaled to a share above 0"):
        cm.at_shares("uniform")
    stack = sy.Confusion(np.stack([np.ones((3, 3)), cm.counts]), labels=cm.labels)
    with pytest.raises(ValueError, match="class 'c' has no items"):
        stack.at_shares("uniform")


@pytest.mark.parametrize(
    ("shares", "message"),
    [
        ("rarity", "shares must be \"uniform\", numbers by class, or an importance, not 'rarity'."),
        (0.5, 'shares must be "uniform", numbers by class, or an importance, not 0.5.'),
        (None, 'shares must be "uniform", numbers by class, or an importance, not None.'),
        ([0.5, 0.5], "shares lists 2 values for 3 classes"),
        ([0.5, 0.5, 0.5], "the shares sum to 1.5, but together they can be at most 1."),
        ([1.5, -0.5, 0], "the share of class 'c1' must lie between 0 and 1, not at 1.5."),
        (np.array([0.5, 0.5, np.nan]), "the share of class 'c3' must lie between 0 and 1, not at nan."),
        (["a", "b", "c"], "the share of class 'c1' must lie between 0 and 1, not at 'a'."),
        ([0.5, 0.25, 0], "the shares sum to 0.75, and no other class has items that could take the rest"),
        ({"c1": 0.5, "c2": 0.25, "c4": 0.25}, "there is no class 'c4'"),
    ],
)
def test_bad_shares_are_refused_with_a_sentence(cm, shares, message):
    with pytest.raises(ValueError, match=f"^{message}"):
        cm.at_shares(shares)


# Merging and reordering classes.


def test_collapse_by_hand(cm):
    merged = cm.collapse({"rare": ["c1", "c2"]})
    assert merged.labels == ("rare", "c3")
    assert merged.counts.tolist() == [[18, 3], [300, 7]]
    assert cm.collapse({"far": ["c3", "c1"]}).labels == ("far", "c2")
    assert cm.collapse({"all": cm.labels}).counts.tolist() == [[328]]
    assert cm.collapse({"c1": ["c1", "c3"]}).labels == ("c1", "c2")
    assert cm.collapse({}) == cm


def test_collapse_of_a_stack(stack):
    assert stack.collapse({"both": ["a", "b"]}).counts.ravel().tolist() == [6, 22, 38]


@pytest.mark.parametrize(
    ("groups", "message"),
    [
        ({"x": "c1"}, "group 'x' must list its classes"),
        ({"x": []}, "group 'x' names no class."),
        ({"x": ["c9"]}, "there is no class 'c9'"),
        ({"x": ["c1"], "y": ["c1"]}, "class 'c1' is named twice in the groups."),
        ({"x": ["c1", "c1"]}, "class 'c1' is named twice in the groups."),
        ({"c3": ["c1", "c2"]}, "group 'c3' has the name of a class that is not in it."),
        (["c1", "c2"], "groups must be given by name"),
    ],
)
def test_bad_groups_are_refused_with_a_sentence(cm, groups, message):
    with pytest.raises(ValueError, match=f"^{message}"):
        cm.collapse(groups)


def test_reorder_by_hand(cm):
    other = cm.reorder(["c3", "c1", "c2"])
    assert other.labels == ("c3", "c1", "c2")
    assert other.counts.tolist() == [[7, 0, 300], [0, 5, 1], [3, 2, 10]]


def test_labels_are_found_by_their_text():
    assert sy.Confusion([[1, 2], [3, 4]]).reorder(["1", "0"]).labels == (1, 0)


@pytest.mark.parametrize(
    ("labels", "message"),
    [
        (["c1", "c2"], "reorder must name every class once; 'c3' is not named."),
        (["c1", "c2", "c2"], "each label may occur once"),
        (["c1", "c2", "c4"], "there is no class 'c4'"),
        ("c1", "labels must be a list of class names"),
    ],
)
def test_bad_orders_are_refused_with_a_sentence(cm, labels, message):
    with pytest.raises(ValueError, match=f"^{message}"):
        cm.reorder(labels)


# Found by the review of issue 2.


def test_a_pandas_table_brings_its_own_labels_in_whatever_order():
    import pandas as pd

    truth, guess = ["a", "b", "b", "c"], ["b", "b", "a", "b"]
    table = pd.crosstab(pd.Series(truth), pd.Series(guess))  # c is never predicted: three rows, two columns
    assert sy.Confusion(table) == sy.Confusion.from_labels(truth, guess)
    assert sy.Confusion(table[["b", "a"]]) == sy.Confusion.from_labels(truth, guess)
    assert sy.Confusion(table, labels=["c", "b", "a"]) == sy.Confusion.from_labels(truth, guess, labels=["c", "b", "a"])
    with pytest.raises(ValueError, match="'c', which is not among the labels"):
        sy.Confusion(table, labels=["a", "b"])


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda: sy.Confusion(np.ma.masked_array([[1, 2], [3, 4]], mask=[[0, 1], [0, 0]])), "some are masked"),
        (lambda: sy.Confusion([[1, 2], [3, 4]], labels=5), "labels must be a list"),
        (lambda: sy.Confusion([[[1]]], axes=["m"]), "axes must be named"),
        (lambda: sy.Confusion([[[1]]], axes={"m": 5}), "must list the names of its slices"),
        (lambda: sy.Confusion([[[1]]], axes={"m": [[1]]}), "not hashable"),
        (lambda: sy.Confusion([[[1]], [[2]]], axes={"m": ["a", "a"]}), "may occur once"),
        (lambda: sy.Confusion([[1]], dropped="x"), "dropped must be a number"),
        (lambda: sy.Confusion([[1, 0], [0, 1]]).at_shares([[0.5], [0.5]]), "must lie between 0 and 1"),
        (lambda: sy.Confusion([[1, 0], [0, 1]]).collapse({"x": 5}), "must list its classes"),
    ],
)
def test_what_is_no_matrix_is_refused(make, sentence):
    with pytest.raises(ValueError, match=sentence):
        make()


def test_many_classes_collapse_add_and_reorder():
    C = 1500
    cm = sy.Confusion(np.eye(C, dtype=int) * 3)
    halves = cm.collapse({"even": range(0, C, 2), "odd": range(1, C, 2)})
    assert halves.counts.tolist() == [[3 * C // 2, 0], [0, 3 * C // 2]]
    assert (cm + cm.reorder(range(C - 1, -1, -1))).counts.trace() == 6 * C


def test_several_models_are_stacked_from_a_dict_or_a_table():
    import pandas as pd

    truth, guesses = ["a", "b", "b"], {"one": ["a", "b", "a"], "two": ["c", "b", "b"]}
    stack = sy.Confusion.from_labels(truth, guesses)
    assert stack.axes == {"model": ("one", "two")}
    assert stack.labels == ("a", "b", "c")
    assert stack["one"] == sy.Confusion.from_labels(truth, guesses["one"], labels=["a", "b", "c"])
    assert sy.Confusion.from_labels(truth, pd.DataFrame(guesses)) == stack
    assert sy.evaluate(truth, guesses).confusion == stack
    whole = sy.Confusion.from_labels(truth, {"one": ["a", None, "a"], "two": ["a", "b", "b"]}, missing="drop")
    assert whole.dropped == 1
    assert [cm.total for cm in whole] == [2, 2], "an item that one model lacks is left out for all"
    parts = [sy.Confusion.from_labels(truth, guess, missing="drop") for guess in (["a", None, "a"], ["a", "b", "b"])]
    with pytest.raises(ValueError, match="scored on different items"):
        sy.Confusion.of_models(dict(enumerate(parts)))
    with pytest.raises(ValueError, match="there are no predictions"):
        sy.Confusion.from_labels(truth, {})


def test_totals_of_a_table_are_not_taken_for_a_class():
    import pandas as pd

    table = pd.crosstab(pd.Series(["a", "b", "b"]), pd.Series(["a", "b", "a"]), margins=True)
    with pytest.raises(ValueError, match="'All' are the sums of the others"):
        sy.Confusion(table)


def test_metrics_take_labels_too_and_counts_say_where_labels_go():
    assert sy.metrics.accuracy(["a", "b"], ["a", "a"]) == 0.5
    with pytest.raises(ValueError, match="from_labels counts labels"):
        sy.Confusion(["a", "b"], ["a", "a"])


def test_stacks_with_dates_and_tuples_as_keys_go_through_json():
    import datetime as dt
    import json

    days = [dt.date(2024, 1, 1), dt.date(2024, 1, 2)]
    stack = sy.Confusion.from_labels([0, 1], [0, 1], by={"day": days})
    back = sy.Confusion.from_dict(json.loads(json.dumps(stack.to_dict())))
    assert back.axes == {"day": ("2024-01-01", "2024-01-02")}
    pairs = sy.Confusion(np.ones((1, 1, 1)), labels=[(1, "a")], axes={"pair": [(1, 2)]})
    assert sy.Confusion.from_dict(json.loads(json.dumps(pairs.to_dict()))) == pairs
