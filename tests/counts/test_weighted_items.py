"""What stands behind weights goes wherever the weights go: any change of a table is that of its rows."""

import json
import pickle

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import steelyard as sy
from steelyard.counts import cells as gather

LABELS = ["a", "b", "c"]
ROWS = st.lists(
    st.tuples(*[st.sampled_from(LABELS)] * 3, st.integers(1, 3), st.integers(0, 12)), min_size=1, max_size=30
)


def columns(rows):
    """Return truth, predictions, months and weights in quarters, whose sums and squares floats hold exactly."""
    truth, a, b, months, quarters = (list(column) for column in zip(*rows, strict=True))
    return truth, {"a": a, "b": b}, months, [weight / 4 for weight in quarters]


def same(one, other):
    assert one == other
    assert one.is_weighted
    assert other.is_weighted
    for name in ("squares", "rows"):
        np.testing.assert_array_equal(np.asarray(getattr(one, name)), np.asarray(getattr(other, name)))


@pytest.mark.slow
@pytest.mark.parametrize("sparse", [False, True])
@given(rows=ROWS)
def test_a_table_of_weights_follows_its_rows(rows, sparse):
    truth, models, months, weights = columns(rows)
    with pytest.MonkeyPatch.context() as patch:
        if sparse:
            patch.setattr(gather, "DENSE_CELLS", 0)
        stack = sy.Confusion.from_labels(truth, models, LABELS, weights, by={"month": months})
        stack = stack.sparse() if sparse else stack
        a, pair = sy.Confusion.from_labels(truth, models["a"], LABELS, weights), {"ab": ["a", "b"]}
        merged = ["ab" if label in pair["ab"] else label for label in truth]
        guessed = ["ab" if label in pair["ab"] else label for label in models["a"]]
        same(stack["a"].pooled(), a)
        same(stack.pooled("month")["a"], a)
        same(stack.each_item_once(), a)
        same(stack.pooled("month").head("model", 1)["a"], a)
        same(stack["a"].pooled().collapse(pair), sy.Confusion.from_labels(merged, guessed, ["ab", "c"], weights))
        same(a.reorder(["c", "a", "b"]), sy.Confusion.from_labels(truth, models["a"], ["c", "a", "b"], weights))
        same(a.declare([*LABELS, "d"]), sy.Confusion.from_labels(truth, models["a"], [*LABELS, "d"], weights))
        same(sum(stack["a"]), a)
        same(stack["a"].stacked([0, 0])[1], stack["a"].slice(0))
        same(a.sparse(), a)
        same(stack["a"].pooled().sparse().dense(), a)
        same(sy.Confusion.of_models({"x": a, "y": a})["y"], a)
        assert stack["a"].items.sum() == a.items == sum(weight > 0 for weight in weights)
        for table in (stack, a, a.sparse()):
            same(sy.Confusion.from_dict(json.loads(json.dumps(table.to_dict()))), table)
            same(pickle.loads(pickle.dumps(table)), table)  # noqa: S301 - our own


@pytest.mark.slow
@given(rows=ROWS)
def test_a_joint_table_of_weights_follows_its_rows(rows):
    truth, models, months, weights = columns(rows)
    stack = sy.Joint.from_labels(truth, models, LABELS, weights, by={"month": months})
    joint = sy.Joint.from_labels(truth, models, LABELS, weights)
    half = len(rows) // 2 or 1
    parts = [
        sy.Joint.from_labels(truth[part], {name: guess[part] for name, guess in models.items()}, LABELS, weights[part])
        for part in (slice(half), slice(half, None))
        if truth[part]
    ]
    same(stack.pooled(), joint)
    same(sum(parts), joint)
    same(joint.declare(["d", *LABELS]).declare(["d", *LABELS]), joint.declare(["d", *LABELS]))
    same(joint["b"], sy.Confusion.from_labels(truth, models["b"], LABELS, weights))
    same(stack.confusion(), sy.Confusion.from_labels(truth, models, LABELS, weights, by={"month": months}))
    same(joint.declare(["d", *LABELS])["a"], joint["a"].declare(["d", *LABELS]))
    assert joint.items == joint.rows.sum() == sum(weight > 0 for weight in weights)
    for table in (joint, stack):
        same(sy.Joint.from_dict(json.loads(json.dumps(table.to_dict()))), table)
        same(pickle.loads(pickle.dumps(table)), table)  # noqa: S301 - our own


@given(rows=ROWS)
def test_at_other_shares_each_item_has_another_weight(rows):
    """Row i times π_i·n/t_i: so are its items' weights, and their squares by the square."""
    truth, models, _, weights = columns(rows)
    cm = sy.Confusion.from_labels(truth, models["a"], LABELS, weights)
    present = {label: 1.0 for label, size in zip(LABELS, cm.support, strict=True) if size}
    if not present:
        return
    wanted = {label: present.get(label, 0) / len(present) for label in LABELS}
    scale = {label: wanted[label] * cm.total / t if t else 0 for label, t in zip(LABELS, cm.support, strict=True)}
    moved = [weight * scale[label] for weight, label in zip(weights, truth, strict=True)]
    expected = sy.Confusion.from_labels(truth, models["a"], LABELS, moved)
    for found in (cm.at_shares(wanted), cm.sparse().at_shares(wanted).dense()):
        np.testing.assert_allclose(found.squares, expected.squares, rtol=1e-12)
        np.testing.assert_array_equal(found.rows, expected.rows)


def test_items_without_weights_weigh_1():
    truth, guess = ["a", "a", "b"], ["a", "b", "b"]
    plain, ones = sy.Confusion.from_labels(truth, guess), sy.Confusion.from_labels(truth, guess, weights=[1, 1, 1])
    twos = sy.Confusion.from_labels(truth, guess, weights=[2, 2, 2])
    assert plain == ones != twos
    assert plain != twos
    assert (plain.squares, plain.rows, plain.items) == (None, None, 3)
    assert ones.squares.tolist() == ones.rows.tolist() == plain.counts.tolist()
    both = plain + twos
    assert both.squares.tolist() == [[5, 5], [0, 5]]
    assert both.rows.tolist() == [[2, 2], [0, 2]]
    assert (both.items, both.total) == (6, 9)
    same(both, twos + plain)
    joint = sy.Joint.from_labels(truth, {"x": guess}) + sy.Joint.from_labels(truth, {"x": guess}, weights=[2, 2, 2])
    same(joint["x"], both)


def test_weights_whose_items_are_unknown_stay_unknown():
    weighted = sy.Confusion.from_labels([0, 1], [0, 1], weights=[2, 3])
    for unknown in (sy.Confusion([[0.5, 0], [0, 1]]), sy.Confusion([[1, 0], [0, 1]]).at_shares("uniform")):
        assert not (weighted + unknown).is_weighted
        assert (weighted + unknown).counts.dtype == float
        assert not sy.Confusion.of_models({"a": weighted, "b": unknown}).is_weighted
    assert (weighted + sy.Confusion([[0.0, 0], [0, 0]])).is_weighted, "nothing is known"
    joint = sy.Joint([[0, 0], [1, 1]], [0.5, 1.0], [0, 1], ["m"])
    assert not (joint + sy.Joint.from_labels([0, 1], {"m": [0, 1]}, weights=[2, 3])).is_weighted


@pytest.mark.parametrize(
    ("behind", "message"),
    [
        ({"squares": [[1.0]]}, "need both the sums of their squares and the number of items"),
        ({"squares": [[1.0]], "rows": [[1.5]]}, "rows must hold numbers of items, which are whole"),
        ({"squares": [[1.0, 2.0]], "rows": [[1]]}, "differ in shape"),
        ({"squares": [[1.9]], "rows": [[2]]}, "contradict each other"),
        ({"squares": [[4.1]], "rows": [[2]]}, "contradict each other"),
        ({"squares": [[4.0]], "rows": [[0]]}, "contradict each other"),
        ({"squares": [[-1.0]], "rows": [[1]]}, "at least 0"),
    ],
)
def test_what_no_items_can_weigh_is_refused(behind, message):
    """Weights 1 and 1, or 2 alone, sum to 2: their squares to 2 to 4."""
    for make in (
        lambda: sy.Confusion([[2.0]], **behind),
        lambda: sy.Confusion.from_dict({"counts": [[2.0]], **behind}),
    ):
        with pytest.raises(ValueError, match=message):
            make()
    flat = {name: numbers[0] for name, numbers in behind.items()}
    with pytest.raises(ValueError, match=message):
        sy.Joint([[0, 0]], [2.0], ["a"], ["m"], **flat)
    renamed = {"items" if name == "rows" else name: numbers for name, numbers in flat.items()}
    with pytest.raises(ValueError, match=message):
        sy.Confusion.from_cells([0], [0], [2.0], ["a"], **renamed)


def test_sparse_cells_of_weights_are_given_cell_by_cell():
    cells = sy.Confusion([[2, 0], [0, 3]]).sparse().counts
    with pytest.raises(ValueError, match=r"given cell by cell: Confusion\.from_cells"):
        sy.Confusion(cells, squares=[[4, 0], [0, 9]], rows=[[1, 0], [0, 1]])


@pytest.mark.parametrize("scale", [1e-151, 1e-170, 5e-324])
def test_weights_whose_squares_are_lost_are_refused_however_they_come(scale, tmp_path):
    """Once, 1e-158 gave other intervals, and 1e-170 "counts must be at least 0, but there is nan"."""
    labels, weights = ["a", "b"] * 3, [scale] * 6
    stored = {"counts": [[scale]], "squares": [[scale * scale]], "rows": [[1]]}
    frame = pd.DataFrame({"t": labels, "p": labels, "q": labels, "w": weights})
    frame.to_csv(tmp_path / "items.csv", index=False)
    counter = sy.stream.Counter()
    counter.update(labels, labels, weights)
    for count in (
        lambda: sy.Confusion.from_labels(labels, labels, weights=weights),
        lambda: sy.Confusion.from_dict(stored),
        lambda: sy.count(frame, truth="t", prediction="p", weight="w"),
        lambda: sy.count(tmp_path / "items.csv", truth="t", prediction="p", weight="w"),
        lambda: sy.evaluate(tmp_path / "items.csv", truth="t", prediction=["p", "q"], weight="w"),
        lambda: counter.confusion,
    ):
        with pytest.raises(ValueError, match="weights above 0 must be at least 1e-150, so that their squares can be"):
            count()


def test_small_weights_give_the_intervals_of_large_ones():
    rng = np.random.default_rng(0)
    truth, prediction = rng.integers(0, 3, (2, 200))
    weights = rng.integers(1, 4, 200).astype(float)
    ends = [
        [[row["low"], row["high"]] for row in sy.evaluate(truth, prediction, weights=weights * scale).to_rows()]
        for scale in (1e-150, 1.0, 1e149)
    ]
    np.testing.assert_allclose(ends[0], ends[1], rtol=1e-9)
    np.testing.assert_allclose(ends[2], ends[1], rtol=1e-9)
