"""Regret in words: the sentence of each case, and its table."""

import numpy as np

import steelyard as sy

RNG = np.random.default_rng(0)
CLASSES = RNG.integers(0, 6, 600)
CHANCES = RNG.dirichlet(np.ones(6), 600)
TWO = RNG.random(3000) < 0.3
GOOD = np.clip(0.3 + 0.4 * (TWO - 0.3) + RNG.normal(0, 0.1, 3000), 0, 1)


def words(result):
    return " ".join(str(result).split())


def test_of_many_classes_the_cheapest_constant_answers_are_shown():
    result = sy.scores.regret(CLASSES, CHANCES, "0 > 1 > 2 > 3 > 4 > 5", samples=200)
    text = words(result)
    assert text.count("always") == 3
    assert f"always 0 {result.constant[0]:.3f}" in text  # the most important class
    assert "over 200 drawn weights" in text
    assert text.startswith("Over the importance that you allow, the mean regret of model is")


def test_one_threshold():
    result = sy.scores.regret(TWO, {"good": GOOD, "blind": np.full(3000, 0.3)}, thresholds=0.4, positive=True)
    assert result.verdict.startswith("At the threshold that you set, good decides better than blind (")
    assert "a false alarm costs t, a missed positive 1 − t" in words(result)


def test_one_item_of_a_class_tells_nothing():
    result = sy.scores.regret([0, 0, 1], {"a": [0.1, 0.2, 0.9], "b": [0.3, 0.2, 0.8]}, positive=1)
    assert result.verdict == "As a class has a single item, a and b cannot be compared."


def test_html_has_the_sentence():
    result = sy.scores.regret(TWO, GOOD, positive=True)
    assert result.verdict in result._repr_html_()
