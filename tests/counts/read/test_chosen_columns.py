"""One record of what is counted, from names or from values."""

import numpy as np
import pytest

import steelyard as sy
from steelyard.counts.read import Slices
from steelyard.counts.read.chosen_columns import columns_of_mapping, given_columns, named_columns

DATA = {"y": ["a", "b"], "p": ["a", "a"], "q": ["b", "b"], "w": [0.5, 2.0], "day": [1, 2]}


def test_names_become_values_in_the_same_places():
    named = named_columns("y", ["p", "q"], "w", ["day", "p"], labels=["b", "a"], missing="keep")
    assert named.by_role == {
        "truth": "y", "prediction_0": "p", "prediction_1": "q", "weight": "w", "by_0": "day", "by_1": "p",
    }  # fmt: skip
    filled = columns_of_mapping(DATA, named)
    assert (filled.truth, filled.predictions, filled.weight) == (DATA["y"], (DATA["p"], DATA["q"]), DATA["w"])
    assert filled.by == {"day": DATA["day"], "p": DATA["p"]}
    assert (filled.models, filled.labels, filled.missing) == (("p", "q"), ("b", "a"), "keep")


def test_one_prediction_makes_no_axis_of_models():
    assert named_columns("y", "p").models is None
    assert named_columns("y", ["p"]).models == ("p",)
    assert given_columns(DATA["y"], DATA["p"]).models is None
    assert given_columns(DATA["y"], {"m": DATA["p"]}).models == ("m",)


def test_counts_stand_in_the_place_of_weights():
    for columns in (named_columns("y", "p", counts="w"), given_columns([0], [0], counts="w")):
        assert (columns.weight, columns.are_counts) == ("w", True)
    for columns in (named_columns("y", "p", "w"), given_columns([0], [0], weights="w")):
        assert (columns.weight, columns.are_counts) == ("w", False)


def test_groups_of_several_models_are_slices():
    named = named_columns("y", ["p", "q"], by="day")
    pairs = named.of_pairs(["a", "a"], ["b", "a"], np.array([0, 1]), None, [[1, 1]])
    assert pairs.models is None
    assert list(pairs.by) == ["model", "day"]
    assert isinstance(pairs.by["model"], Slices)
    assert pairs.by["model"].keys == ("p", "q")
    alone = named_columns("y", "p").of_pairs(["a"], ["b"], np.array([0]), None, [])
    assert alone.by == {}


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("y", []), "name at least one column with predictions"),
        (("y", ["p", "p"]), "each prediction column may be named once"),
        (("y", ["y"]), "named as the truth and as a prediction"),
        ((["y"], "p"), "truth= names a column of the data; give its name"),
        (("y", "p", [1, 2]), "weight= names a column of the data; give its name"),
        (("y", "p", None, ["k", "k"]), "each column of `by` may be named once"),
        (("y", ["p"], None, "model"), "several predictions make an axis 'model'"),
        (("y", "p", "w", None, None, "refuse", "n"), "name one column of them"),
        (("y", "p", None, None, None, "ignore"), 'missing must be "refuse", "drop" or "keep"'),
        (("y", "p", None, None, "ab"), "labels must be a list of class names"),
    ],
)
def test_what_can_be_refused_without_data_is(arguments, sentence):
    with pytest.raises(ValueError, match=sentence):
        named_columns(*arguments)


@pytest.mark.parametrize("missing", ["drop", "keep"])
def test_joint_tables_and_matrices_are_counted_alike(rng, missing):
    """One path: the matrices of a joint table are those that are counted model by model."""
    labels = np.array(["a", "b", None], dtype=object)
    truth, p, q = (rng.choice(labels, 200, p=[0.6, 0.35, 0.05]) for _ in range(3))
    options = {"weights": rng.integers(0, 8, 200) / 4, "by": {"day": rng.integers(0, 3, 200)}, "missing": missing}
    joint = sy.Joint.from_labels(truth, {"p": p, "q": q}, **options)
    stack = sy.Confusion.from_labels(truth, {"p": p, "q": q}, **options)
    assert joint.confusion() == stack
    assert (
        joint.dropped
        == stack.dropped
        == (0 if missing == "keep" else sum(None in row for row in zip(truth, p, q, strict=True)))
    )
