"""What a `Confusion` and a `Joint` do alike, against counting the labels anew."""

import numpy as np
import pytest

import steelyard as sy
from steelyard.counts.table import Table

FORMS = {
    "confusion": sy.Confusion.from_labels,
    "joint of one": lambda truth, guess, **more: sy.Joint.from_labels(truth, {"m": guess}, **more),
    "joint of two": lambda truth, guess, **more: sy.Joint.from_labels(truth, {"m": guess, "n": truth[::-1]}, **more),
}
NEW = {"a": "ab", "b": "ab", "c": "c"}


@pytest.fixture
def items(rng):
    """200 items of three classes, with months and weights."""
    return {
        "truth": rng.choice(list("abc"), 200, p=[0.6, 0.3, 0.1]).tolist(),
        "guess": rng.choice(list("abc"), 200).tolist(),
        "by": {"month": rng.integers(1, 4, 200), "odd": rng.integers(0, 2, 200)},
        "weights": rng.choice([0, 1, 2, 5], 200),
    }


@pytest.fixture(params=FORMS)
def count(request):
    """A function that counts labels into one of the forms."""
    return FORMS[request.param]


@pytest.mark.parametrize("weighted", [False, True])
def test_classes_are_merged_moved_and_added_as_if_counted_so(items, count, weighted):
    more = {"by": items["by"], **({"weights": items["weights"]} if weighted else {})}
    table = count(items["truth"], items["guess"], **more)
    assert isinstance(table, Table)
    merged = ([NEW[label] for label in items[column]] for column in ("truth", "guess"))
    assert table.collapse({"ab": ["a", "b"]}) == count(*merged, **more)
    for labels in (["c", "a", "b"], ["b", "x", "c", "a"]):
        moved = table.declare(labels) if "x" in labels else table.reorder(labels)
        assert moved == count(items["truth"], items["guess"], labels=labels, **more)
        assert moved.is_weighted == weighted
    with pytest.raises(ValueError, match="class 'c' is counted but not among the labels 'a', 'b'"):
        table.declare(["a", "b"])


def test_slices_are_pooled_as_if_never_told_apart(items, count):
    truth, guess, by, weights = items.values()
    table = count(truth, guess, by=by, weights=weights)
    assert table.shape == (3, 2)
    assert table.pooled("odd") == count(truth, guess, by={"month": by["month"]}, weights=weights)
    assert table.pooled() == count(truth, guess, weights=weights)
    assert table.pooled().items == np.count_nonzero(weights)
    assert table.pooled().squares.sum() == (weights**2).sum()


def test_the_sizes_of_the_classes_do_not_depend_on_the_form(items, count):
    truth, guess, by, weights = items.values()
    table = count(truth, guess, by=by, weights=weights)
    sizes = [sum(w for label, w in zip(truth, weights.tolist(), strict=True) if label == c) for c in "abc"]
    assert table.imbalance.to_dict()["ratio"] == max(sizes) / min(sizes)
    assert table.each_item_once().support.tolist() == sizes
    assert table.total.sum() == sum(sizes)


def test_a_matrix_is_a_joint_table_of_one_model(items):
    truth, guess, by, weights = items.values()
    cm, joint = (FORMS[form](truth, guess, by=by, weights=weights) for form in ("confusion", "joint of one"))
    for mine, yours in zip(cm.combinations(), joint.combinations(), strict=True):
        np.testing.assert_array_equal(mine, yours)
    assert cm == joint["m"]
    assert cm != joint
    renamed = [{"prediction" if name == "m" else name: value for name, value in row.items()} for row in joint.to_rows()]
    assert renamed == cm.to_rows()
    with pytest.raises(TypeError):
        cm + joint


def test_axes_in_another_order_are_another_table(items, count):
    truth, guess, by, _ = items.values()
    one, other = (count(truth, guess, by={name: by[name] for name in names}) for names in (list(by), list(by)[::-1]))
    assert one != other
    assert one.pooled() == other.pooled()
    with pytest.raises(
        ValueError, match=r"the same .*axes can be added, not .*month \(3\) × odd \(2\) and .*odd \(2\) × "
    ):
        one + other


def test_models_with_numbers_for_names_are_a_numbered_axis():
    truth, models = [0, 1, 1], {0: [0, 1, 0], 1: [1, 1, 1]}
    assert sy.Joint.from_labels(truth, models).confusion() == sy.Confusion.from_labels(truth, models)
    assert sy.Joint.from_labels(truth, models).confusion().axes == {"model": range(2)}
