"""What follows from a comparison, as data: each kind of it, by the rule and not by its words."""

import numpy as np
import pytest

import steelyard as sy
from steelyard.comparison.conclusion import Conclusion, conclusion_of

TRUTH = np.repeat([0, 1], [100, 300])


def wrong(*items):
    predicted = TRUTH.copy()
    predicted[list(items)] ^= 1
    return predicted


NEAR, FAR = wrong(0, 200), wrong(*range(40), *range(200, 260))


@pytest.mark.parametrize(
    ("models", "rope", "expected"),
    [
        ({"far": FAR, "near": NEAR}, 0.0, Conclusion((1, 0), (1,), 0, "better")),
        ({"far": FAR, "near": NEAR}, 0.9, Conclusion((1, 0), (1,), 0, "within the rope")),
        ({"far": FAR, "near": NEAR}, 0.25, Conclusion((1, 0), (1,), 0, "perhaps within the rope")),
        ({"some": wrong(*range(14)), "near": NEAR}, 0.03, Conclusion((1, 0), (1,), 0, "perhaps within the rope")),
        ({"one": wrong(0, 200, 201), "near": NEAR}, 0.0, Conclusion((1, 0), (1,), 0, "not told apart")),
        ({"near": NEAR, "twin": NEAR}, 0.0, Conclusion((0, 1), (0, 1))),
        ({"right": TRUTH, "far": FAR, "too": TRUTH}, 0.0, Conclusion((0, 2, 1), (0, 2), 1, "better")),
    ],
)
def test_what_is_known_of_the_best_two(models, rope, expected):
    """Of 400 items, far has 100 errors, some 14 and near 2: accuracy 0.75, 0.965 and 0.995."""
    assert conclusion_of(sy.compare(TRUTH, models, metrics="accuracy", rope=rope)) == expected


def test_models_without_errors_are_alike_on_items_of_their_own_too():
    models = {"p": sy.Confusion([[12, 0], [0, 100]]), "q": sy.Confusion([[5, 0], [0, 40]])}
    assert conclusion_of(sy.compare(models, metrics="accuracy")) == Conclusion((0, 1), (0, 1))


def test_a_winner_that_undefined_terms_decide_is_disputed():
    """Macro precision of the model that gave class 0 up: 0.45 at worst, 0.9 with the class left out."""
    models = {"gave up": sy.Confusion([[0, 10], [0, 90]]), "tries": sy.Confusion([[6, 4], [9, 81]])}
    assert conclusion_of(sy.compare(models, metrics="macro_precision")).known == "disputed"
    assert conclusion_of(sy.compare(models, metrics="macro_precision", undefined="zero")).known != "disputed"


def test_without_intervals_nothing_is_known():
    truth = np.arange(1100)
    models = {"a": np.where(truth < 50, 0, truth), "b": np.where(truth < 90, 0, truth)}
    assert conclusion_of(sy.compare(truth, models, metrics="accuracy")).known == "no interval"


def test_models_without_values_are_in_no_order():
    models = {"all": sy.Confusion([[0, 10], [0, 90]]), "tries": sy.Confusion([[6, 4], [9, 81]])}
    found = sy.compare(models, metrics="macro_precision", undefined="nan")
    assert conclusion_of(found) == Conclusion((1,))
