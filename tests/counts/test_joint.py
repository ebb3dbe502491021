"""The joint table against a loop over the rows, and against the matrices of its models."""

import json
from collections import Counter
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import steelyard as sy
from steelyard.counts.joint import Joint


def told(joint):
    """Return {(slices…, labels…): size}."""
    places = np.unravel_index(joint.at, joint.shape) if joint.shape else []
    keys = [[keys[i] for i in place] for keys, place in zip(joint.axes.values(), places, strict=True)]
    labels = [[joint.labels[i] for i in column] for column in joint.codes.T]
    sizes = map(Fraction, joint.counts.tolist())
    return dict(zip(zip(*keys, *labels, strict=True), sizes, strict=True))


@pytest.fixture
def rows(rng):
    """Truth, two models and a month of 500 items; some labels are missing."""
    labels = np.array(["a", "b", "c", None], dtype=object)
    columns = [labels[rng.choice(4, 500, p=[0.6, 0.25, 0.1, 0.05])] for _ in range(3)]
    return pd.DataFrame(dict(zip(["y", "p", "q"], columns, strict=True)), dtype=object).assign(
        month=rng.integers(1, 4, 500), w=rng.integers(0, 5, 500)
    )


def items(rows, names, *, weight=None, drop=False):
    """Count with a loop."""
    found = Counter()
    for row in rows.to_dict("records"):
        key = tuple(row[name] for name in names)
        if not (drop and None in [row[name] for name in ("y", "p", "q")]):
            found[key] += Fraction(1 if weight is None else int(row[weight]))
    return {key: size for key, size in found.items() if size}


def test_combinations_are_counted_as_a_loop_does(rows):
    joint = Joint.from_labels(rows.y, rows[["p", "q"]], missing="keep")
    assert joint.labels == ("a", "b", "c", None)
    assert joint.models == ("p", "q")
    assert told(joint) == items(rows, ["y", "p", "q"])
    assert joint.total == 500
    dropped = Joint.from_labels(
        rows.y, {"p": rows.p, "q": rows.q}, weights=rows.w, by={"month": rows.month}, missing="drop"
    )
    assert dropped.axes == {"month": (1, 2, 3)}
    assert told(dropped) == items(rows, ["month", "y", "p", "q"], weight="w", drop=True)
    assert dropped.dropped == rows[["y", "p", "q"]].isna().any(axis=1).sum(), "items, not their weight"


def test_each_model_has_the_matrix_that_its_labels_give(rows):
    options = {"weights": rows.w, "missing": "drop", "by": {"month": rows.month}}
    joint = Joint.from_labels(rows.y, rows[["p", "q"]], **options)
    stack = sy.Confusion.from_labels(rows.y, rows[["p", "q"]], **options)
    assert joint.confusion() == stack
    assert joint.confusion().dropped == stack.dropped == joint.dropped > 0
    for i, model in enumerate("pq"):
        assert joint[model] == joint[i] == joint[i - 2] == stack[model]
    assert list(joint) == [stack["p"], stack["q"]]
    assert len(joint) == 2
    assert (joint.support == stack["p"].support).all()
    assert (joint.total == stack["p"].total).all()
    assert joint.pooled()["q"] == stack["q"].pooled()


def test_slices_are_pooled_along_axes(rows):
    odd = rows.w % 2
    joint = Joint.from_labels(rows.y, rows[["p", "q"]], by={"month": rows.month, "odd": odd}, missing="keep")
    options = {"missing": "keep"}
    assert joint.pooled("odd") == Joint.from_labels(rows.y, rows[["p", "q"]], by={"month": rows.month}, **options)
    assert joint.pooled("month") == Joint.from_labels(rows.y, rows[["p", "q"]], by={"odd": odd}, **options)
    whole = Joint.from_labels(rows.y, rows[["p", "q"]], **options)
    assert joint.pooled() == joint.pooled("month", "odd") == whole == whole.pooled()
    with pytest.raises(ValueError, match="there is no axis 'year'; the axes are 'month', 'odd'"):
        joint.pooled("year")


def test_joint_tables_add_over_all_labels(rows):
    whole = Joint.from_labels(rows.y, rows[["p", "q"]], missing="keep")
    parts = [
        Joint.from_labels(part.y, part[["p", "q"]], missing="keep") for part in (rows[:7], rows[7:300], rows[300:])
    ]
    added = sum(parts)
    assert told(added) == told(whole)
    assert set(added.labels) == set(whole.labels)
    assert added.total == whole.total
    one = Joint([[0, 0]], [2], ["b"], ["m"], dropped=3) + Joint([[0, 0]], [5], ["a"], ["m"], dropped=1)
    assert (one.labels, one.codes.tolist(), one.counts.tolist(), one.dropped) == (
        ("b", "a"),
        [[0, 0], [1, 1]],
        [2, 5],
        4,
    )
    with pytest.raises(ValueError, match="of the same models and axes can be added, not those of 'm' and 'n'"):
        one + Joint([[0, 0]], [2], ["b"], ["n"])
    with pytest.raises(TypeError):
        one + 1


def test_a_joint_table_survives_json(rows):
    joint = Joint.from_labels(rows.y, rows[["p", "q"]], by=rows[["month"]], missing="drop")
    again = Joint.from_dict(json.loads(json.dumps(joint.to_dict())))
    assert again == joint
    assert again.dropped == joint.dropped
    tuples = Joint([[0, 1]], [2], [("a", 1), ("b", 2)], ["m"])
    assert Joint.from_dict(json.loads(json.dumps(tuples.to_dict()))) == tuples
    for record in ({}, [], {**joint.to_dict(), "more": 1}):
        with pytest.raises(ValueError, match="a stored joint table needs"):
            Joint.from_dict(record)


def test_what_differs_is_not_equal():
    joint = Joint([[0, 1], [1, 1]], [2, 3], ["a", "b"], ["m"])
    assert joint == Joint([[1, 1], [0, 1], [1, 1], [0, 0]], [1, 2, 2, 0], ["a", "b"], ["m"])
    assert joint != Joint([[0, 1], [1, 1]], [2, 4], ["a", "b"], ["m"])
    assert joint != Joint([[0, 1], [1, 1]], [2, 3], ["a", "c"], ["m"])
    assert joint != Joint([[0, 1], [1, 1]], [2, 3], ["a", "b"], ["n"])
    assert joint != Joint([[0, 1], [1, 1]], [2, 3], ["a", "b"], ["m"], axes={"k": [0]})
    assert joint != "joint"
    with pytest.raises(TypeError, match="unhashable"):
        hash(joint)


def test_nothing_can_be_changed():
    joint = Joint([[0, 1]], [2], ["a", "b"], ["m"])
    for array in (joint.codes, joint.counts, joint.at):
        assert not array.flags.writeable
    with pytest.raises(AttributeError):
        joint.labels = ()


def test_the_arrays_given_are_not_kept():
    codes, counts = np.array([[0, 1]]), np.array([2])
    joint = Joint(codes, counts, ["a", "b"], ["m"])
    codes[:] = counts[:] = 0
    assert (joint.codes.tolist(), joint.counts.tolist()) == ([[0, 1]], [2])


def test_memory_grows_with_the_combinations_that_occur():
    """64 models of 1,000 classes: their table would have 1000⁶⁵ cells."""
    truth = np.arange(5000) % 1000
    joint = Joint.from_labels(truth, {f"m{i}": (truth + i) % 1000 for i in range(64)})
    assert joint.codes.shape == (1000, 65)
    assert joint["m3"].is_sparse is False
    assert (joint.counts == 5).all()
    assert (joint.codes == (np.arange(1000)[:, None] + [0, *range(64)]) % 1000).all()


@given(st.lists(st.tuples(*[st.integers(0, 3)] * 4, st.integers(0, 2**40)), min_size=1, max_size=60))
def test_any_rows_are_counted(found):
    *columns, weights = zip(*found, strict=True)
    truth, *guesses = columns
    joint = Joint.from_labels(truth, dict(zip("abc", guesses, strict=True)), weights=weights)
    expected = Counter()
    for *key, weight in found:
        expected[tuple(key)] += weight
    assert told(joint) == {key: size for key, size in expected.items() if size}
    order = [tuple(row) for row in joint.codes.tolist()]
    assert order == sorted(set(order))


def test_columns_of_a_frame_are_named(rows):
    """Every engine: tests/counting/test_frames.py."""
    joint = Joint.from_frame(rows, "y", ["p", "q"], weight="w", by="month", labels=["c", "b", "a", "x"], missing="keep")
    assert joint.labels == ("c", "b", "a", "x", None)
    assert told(joint) == items(rows, ["month", "y", "p", "q"], weight="w")
    assert Joint.from_frame(rows, "y", "p", missing="drop").models == ("p",)


@pytest.mark.parametrize("kind", ["csv", "parquet"])
def test_columns_of_files_are_named(rows, kind, tmp_path):
    path = tmp_path / f"rows.{kind}"
    rows.to_csv(path, index=False) if kind == "csv" else rows.to_parquet(path)
    for missing in ("drop", "keep"):
        options = {"weight": "w", "by": "month", "labels": ["c", "b", "a", "x"], "missing": missing}
        joint = Joint.from_files(path, "y", ["p", "q"], **options)
        expected = Joint.from_frame(rows, "y", ["p", "q"], **options)
        assert joint == expected
        assert joint.dropped == expected.dropped
    with pytest.raises(ValueError, match="have no true or no predicted label"):
        Joint.from_files(path, "y", ["p", "q"])


def test_a_table_says_what_it_holds():
    joint = Joint([[0, 1, 1], [1, 1, 0]], [1200, 3], ["a", "b"], ["m", "n"], dropped=2)
    assert repr(joint) == "1,203 items, 2 classes, 2 models ('m', 'n'), 2 combinations, 2 dropped without a label"
    assert repr(Joint([[0, 0]], [0.5], ["a"], ["m"], axes={"k": ["x", "y"]}, at=[1])) == (
        "stack (k: 'x', 'y'): 0.5 items, 1 class, 1 model ('m'), 1 combination"
    )


GOOD = {"codes": [[0, 1]], "counts": [1], "labels": ["a", "b"], "models": ["m"]}


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"models": []}, "at least one model"),
        ({"models": ["m", "m"]}, "each label may occur once"),
        ({"codes": [[0, 1, 1]]}, r"the truth and 1 predictions, but have the shape \(1, 3\)"),
        ({"codes": [0, 1]}, "codes must have a row per combination"),
        ({"codes": [[0, 2]]}, "positions from 0 to 1, but there is 2"),
        ({"codes": [[0, 0.5]]}, "whole numbers, not float64"),
        ({"counts": [-1]}, "at least 0"),
        ({"counts": [1, 2]}, "there are 2 cells"),
        ({"axes": {"model": ["x"]}}, "an axis cannot be called 'model'"),
        ({"axes": {"k": ["x"]}, "at": [1]}, "positions from 0 to 0, but there is 1"),
        ({"dropped": -1}, "dropped must be a number of items"),
    ],
)  # fmt: skip
def test_what_is_no_table_is_refused(change, sentence):
    with pytest.raises(ValueError, match=sentence):
        Joint(**{**GOOD, **change})


def test_labels_that_are_no_table_are_refused():
    with pytest.raises(ValueError, match="at least one model"):
        Joint.from_labels(["a"], {})
    with pytest.raises(ValueError, match="at least one model"):
        Joint.from_labels(["a"], ["a"])
    with pytest.raises(ValueError, match="there are 2 true labels but 1 predicted labels of 'm'"):
        Joint.from_labels(["a", "b"], {"m": ["a"]})
    with pytest.raises(ValueError, match="no items"):
        Joint.from_labels([], {"m": []})
    with pytest.raises(ValueError, match="the predictions of several models make an axis 'model'"):
        Joint.from_labels(["a"], {"m": ["a"]}, by={"model": ["x"]})
    with pytest.raises(ValueError, match="1 of 2 items have no true or no predicted label"):
        Joint.from_labels(["a", "b"], {"m": ["a", None]})
    with pytest.raises(ValueError, match="every item has a missing label"):
        Joint.from_labels(["a", None], {"m": [None, "a"]}, missing="drop")
    with pytest.raises(ValueError, match="texts such as 'a', but the predicted labels of 'm' are numbers such as 1"):
        Joint.from_labels(["a"], {"m": [1]})
    with pytest.raises(KeyError, match="there is no model 'x'; there are 'm'"):
        Joint([[0, 0]], [1], ["a"], ["m"])["x"]
