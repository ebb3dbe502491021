"""Regret in words: the sentence of each case, and its table."""

import numpy as np
import pytest

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
    assert text.startswith("Over the importance that you allow, the mean cost of model is")


def test_one_threshold():
    result = sy.scores.regret(TWO, {"good": GOOD, "blind": np.full(3000, 0.3)}, thresholds=0.4, positive=True)
    assert result.verdict.startswith("At the threshold that you set, good decides better than blind (")
    assert "a false alarm costs t and a missed positive 1 − t" in words(result)


def test_what_importance_comes_to_is_told_as_a_probability():
    """A missed one 30 times a false alarm, per item: 1/(1 + 30), whatever the shares."""
    sick, models = np.where(TWO, "ill", "ok"), {"good": GOOD, "blind": np.full(3000, 0.3)}
    result = sy.scores.regret(sick, models, "prevalence * (ill=30, ok=1)", positive="ill")
    assert result.threshold == pytest.approx(1 / 31, rel=1e-9)
    assert result.verdict.startswith("With your importance, ")
    fixed = "fixed by what matters, and the best if the probabilities are right"
    assert result.verdict.endswith(f" That is acting on 'ill' from a probability of 0.032: {fixed}.")
    assert "Over the importance" not in result.verdict


def test_one_weight_of_each_of_many_classes_is_not_a_range():
    result = sy.scores.regret(CLASSES, CHANCES, {k: k + 1 for k in range(6)})
    assert result.verdict.startswith("With your importance, the mean cost of model is")
    assert "drawn" not in words(result)
    assert result.threshold is None


def test_the_better_one_is_told_first_and_how_much_lower_its_regret_is():
    """Whichever is given first; of those that are not told apart, too."""
    noisy = np.clip(GOOD + RNG.normal(0, 0.3, 3000), 0, 1)
    for models in ({"good": GOOD, "noisy": noisy}, {"noisy": noisy, "good": GOOD}):
        result = sy.scores.regret(TWO, models, thresholds=(0.1, 0.9), positive=True)
        (each,) = result.differences
        low, high = sorted((abs(each.low), abs(each.high)))
        by = result["noisy"].regret - result["good"].regret
        assert by > 0
        assert "good decides better than noisy (" in result.verdict
        told = f"lower by {by:.3f}, 95 % interval {low:.3f}–{high:.3f})"
        assert told in result.verdict
    alike = {"first": GOOD, "second": np.clip(GOOD + RNG.normal(0, 0.001, 3000), 0, 1)}
    result = sy.scores.regret(TWO, alike, thresholds=(0.1, 0.9), positive=True)
    low, high = sorted((result["first"].regret, result["second"].regret))
    assert f"are not told apart (mean cost {low:.3f} against {high:.3f}, lower by" in result.verdict


def test_a_decision_curve_at_one_threshold_says_from_which_probability():
    models = {"good": GOOD, "blind": np.full(3000, 0.3)}
    result = sy.scores.curve(TWO, models, "decision", thresholds=0.4, positive=True)
    acting = "acting on True from a probability of 0.4"
    assert result.verdict == f"Better than always or never answering True, {acting}: good."


def test_one_item_of_a_class_tells_nothing():
    result = sy.scores.regret([0, 0, 1], {"a": [0.1, 0.2, 0.9], "b": [0.3, 0.2, 0.8]}, positive=1)
    assert result.verdict == "As a class has a single item, a and b cannot be compared."


def test_html_has_the_sentence():
    result = sy.scores.regret(TWO, GOOD, positive=True)
    assert result.verdict in result._repr_html_()
