"""What is said of other class shares."""

import pytest

import steelyard as sy
from steelyard.shares.distort import distortions
from steelyard.shares.what_if_curves import what_if

TREE, SVM = sy.Confusion([[8, 2], [9, 81]], ["fraud", "ok"]), sy.Confusion([[5, 5], [1, 89]], ["fraud", "ok"])
LARGE = sy.Confusion([[80, 20], [90, 810]], labels=["fraud", "ok"])
STACK = sy.Confusion.of_models({"tree": TREE, "svm": SVM})
FOUND = what_if(STACK, "fraud", ["accuracy", "balanced_accuracy", "mcc"], points=21)


def test_the_sentence_names_the_share_at_which_the_order_turns():
    """Accuracy: 0.3·s = (0.98889 − 0.9)·(1 − s), s = 8/35."""
    assert FOUND["accuracy"].pairs[0].flips[0].share == pytest.approx(8 / 35, rel=1e-9)
    assert FOUND["accuracy"].sentence == (
        "accuracy: svm is ahead of tree while class 'fraud' has a share below 22.9 %; above that, tree is ahead."
    )
    assert FOUND["balanced_accuracy"].sentence == (
        "balanced_accuracy: does not change with the share of class 'fraud'; tree is ahead of svm at every share of "
        "class 'fraud'."
    )
    assert str(FOUND).splitlines()[0] == "Class 'fraud' has a share of 10.0 %."
    assert FOUND.robust == ("balanced_accuracy",)


def test_a_single_model_says_how_far_it_moves():
    found = what_if(TREE, "fraud", "accuracy", points=21)
    assert found["accuracy"].sentence == "accuracy: over all shares of class 'fraud' from 0.800 to 0.900."
    constant = what_if([[0, 5], [0, 5]], 0, "mcc", points=21)
    assert constant["mcc"].sentence == "mcc: over all shares of class 0 undefined."


def test_how_a_metric_moves():
    found = distortions(LARGE, ["accuracy", "balanced_accuracy"], added=(1,))
    accuracy, balanced = found.sentences
    assert accuracy == (
        "accuracy: 0.890; falls to 0.847 with 10 times as many items of class 'fraud'; rises to 0.899 with 1/10 of the "
        "items of class 'fraud'; 0.877 with 1 more class."
    )
    assert (
        balanced == "balanced_accuracy: 0.850; does not change with class shares; does not change with added classes."
    )


def test_what_is_undefined_does_not_move():
    assert distortions([[0, 10], [0, 90]], "mcc").sentences == ("mcc: undefined.",)
