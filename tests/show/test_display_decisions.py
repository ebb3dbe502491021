"""Decision rules in a terminal and in a notebook."""

import numpy as np
from rich.cells import cell_len

from steelyard.decisions import tune

Y = np.array(["<fatal>", "ok", "ok", "ok", "ok", "ok"])
P = np.array([[0.3, 0.7], [0.1, 0.9], [0.2, 0.8], [0.4, 0.6], [0.1, 0.9], [0.1, 0.9]])


def test_a_rule_says_what_was_gained_and_the_gain_of_each_class():
    rule = tune(Y, P, "mean_f", "rarity")
    shown = " ".join(str(rule).split())
    assert (
        "answer the class with the largest gain · probability; gains were found by search. By mean_f if rare classes "
        f"count more: {rule.score:.3f} on the 6 items it was found on ({rule.untuned:.3f} by the most probable class)"
    ) in shown
    assert f"from a probability of {rule.threshold:.3f}: found on these items." in shown
    assert [f"{gain:.3g}" in shown for gain in rule.gains] == [True, True]
    assert max(map(cell_len, str(rule).splitlines())) <= 80
    assert repr(rule) == str(rule)


def test_a_matrix_of_gains_is_shown_as_one():
    shown = str(tune(Y, P, "expected_cost", costs=[[0, 8], [1, 0]]))
    assert "the largest expected gain" in " ".join(shown.split())
    assert "-0.125" in shown


def test_nothing_better_is_said_in_words():
    sure = np.array([[0.9, 0.1]] + [[0.1, 0.9]] * 5)
    shown = " ".join(str(tune(Y, sure, "mean_f")).split())
    assert shown.startswith(
        "Decision rule: answer the most probable class. No other rule that was tried is expected to do better. By "
        "mean_f: 1.000 on the 6 items"
    )
    assert "from a probability of 0.5: from there on it is the more probable class." in shown


def test_many_classes_are_counted():
    n = 30
    p = np.full((n, n), 0.5 / (n - 1))
    p[np.arange(n), np.arange(n)] = 0.5
    assert "… and 10 more classes" in str(tune(np.arange(n), p))
    assert "… and 22 more classes" in str(tune(np.arange(n), p, "expected_cost"))


def test_a_notebook_shows_escaped_labels():
    html = tune(Y, P, "mean_f", "rarity")._repr_html_()
    assert "&lt;fatal&gt;" in html
    assert "<fatal>" not in html


ILL = np.array(["ill"] * 10 + ["ok"] * 90)
CHANCE = np.concatenate([np.linspace(0.1, 0.4, 10), np.linspace(0.001, 0.1, 90)])
COSTS = {("ill", "ok"): 30, ("ok", "ill"): 1}


def test_of_a_formula_that_is_taken_for_all_parts_one_number_is_told():
    """Nothing is fitted, so held-out items are answered by the same rule."""
    rule = tune(ILL, CHANCE, "expected_cost", positive="ill", costs=COSTS, method="closed_form")
    assert rule.method == "closed_form"
    assert rule.unseen == rule.score
    shown = " ".join(str(rule).split())
    assert (
        f"Expected cost: {rule.score:.3f} on the 100 items ({rule.untuned:.3f} by the most probable class), and as "
        "much is to be expected on new ones." in shown
    )
    fixed = "fixed by what matters, and the best if the probabilities are right"
    assert f"acting on 'ill' from a probability of 0.032: {fixed}." in shown


def test_of_a_formula_that_was_chosen_it_is_told_what_held_out_items_say():
    """`auto` chooses anew without each part, so that its number is not of this rule alone."""
    rng = np.random.default_rng(4)
    sick = rng.random(300) < 0.1
    p = 1 / (1 + np.exp(3 - 2 * rng.normal(1.2 * sick, 1)))
    y = np.where(sick, "ill", "ok")
    rules = [tune(y, p, "expected_cost", positive="ill", costs=COSTS, seed=seed) for seed in range(6)]
    chosen = [rule for rule in rules if rule.method == "closed_form" and f"{rule.unseen:.3f}" != f"{rule.score:.3f}"]
    assert chosen
    for rule in chosen:
        shown = " ".join(str(rule).split())
        assert f", and {rule.unseen:.3f} on items that were not used to choose the rule." in shown
        assert "to expect" not in shown
