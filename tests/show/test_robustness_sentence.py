"""What a record of robustness says: names of any length stay readable, and different."""

from dataclasses import replace

import numpy as np
import pytest

import steelyard as sy
from steelyard.comparison.robustness import robustness
from steelyard.show.names import shortened
from steelyard.show.robustness import _weight

LONG = ["a" * 250 + middle + "b" * 250 for middle in "12"]
COUNTS = {"tilted": ([[80, 20], [90, 810]], [[50, 50], [10, 890]]), "alike": ([[9, 1], [1, 9]], [[9, 1], [1, 9]])}


@pytest.mark.parametrize("importance", [None, {0: 0.3, 1: 0.7}], ids=["all weights", "a point"])
@pytest.mark.parametrize("counts", COUNTS)
def test_long_names_are_shortened_as_elsewhere(counts, importance):
    if importance is not None:
        importance = dict(zip(LONG, importance.values(), strict=True))
    first, second = (sy.Confusion(one, LONG) for one in COUNTS[counts])
    models = sy.Confusion.of_models(dict(zip(LONG, (first, second), strict=True)))
    sentence = robustness(models, importance=importance, samples=500).sentence
    assert len(sentence) < 380
    assert all(name in sentence for name in shortened(LONG))


def test_a_verdict_has_no_name_of_five_hundred_characters():
    (first, second) = (sy.Confusion(one, ["fraud", "ok"]) for one in COUNTS["tilted"])
    found = sy.compare(dict(zip(LONG, (first, second), strict=True)), metrics="balanced_accuracy")
    assert " scores better than " in found.verdict
    assert max(map(len, found.verdict.split())) <= 24


def test_what_is_told_better_and_what_worse_are_two_shares():
    """Review of issue 18: "told apart in 92 % of them" counted both directions and read as the winner's.

    With so many items, tree is shown to be better wherever fraud weighs more than 8/38, and worse where it weighs less.
    """
    tree, svm = (sy.Confusion(10_000 * np.array(one)) for one in COUNTS["tilted"])
    found = robustness(sy.Confusion.of_models({"tree": tree, "svm": svm}))
    at = 80 / 900 / (80 / 900 + 0.3)  # where 0.3 w = (1 - w) 80/900
    assert found.chances.told[0, 1] == pytest.approx(1 - at, abs=0.03)
    told = [f"{100 * share:.0f} %" for share in (found.chances.told[0, 1], found.chances.told[1, 0])]
    assert found.sentence.endswith(
        f" If all these weights are equally likely, tree is shown to be better at {told[0]} of them and "
        f"worse at {told[1]}."
    )
    one_sided = robustness(sy.Confusion.of_models({"tree": tree, "all": sy.Confusion([[9, 1], [1, 99]])}))
    assert "told worse" not in one_sided.sentence
    assert "probability" not in found.sentence + one_sided.sentence


def test_where_policies_name_different_winners_none_is_named():
    """Macro precision of the model that gave class 0 up: 0.45 at worst, 0.9 with the class left out."""
    gave_up, tries = sy.Confusion([[0, 10], [0, 90]]), sy.Confusion([[6, 4], [9, 81]])
    stack = sy.Confusion.of_models({"gave up": gave_up, "tries": tries})
    found = robustness(stack, "macro_precision")
    assert found.sentence == (
        "No model is the best: tries leads if undefined terms count as the worst (0.676 against 0.450), gave up if "
        "they are left out (0.900 against 0.676)."
    )
    assert found.to_dict()["dispute"] == found.dispute != ""
    for undefined, winner in (("worst", "tries"), ("exclude", "gave up")):
        assert f"{winner} scores better than" in robustness(stack, "macro_precision", undefined=undefined).sentence


@pytest.mark.parametrize(
    ("value", "other", "written"),
    [
        (0.512195, 0.5, "0.512"),
        (0.157, 0.33, "0.16"),
        (0.4, 0.5, "0.4"),
        (0.9996, 0.5, "0.9996"),
        (0.0353, 0.2, "0.035"),
        (1.0, 0.5, "1"),
        (0.0, 0.5, "0"),
        (0.50001, 0.5, "0.50001"),
    ],
)
def test_weights_have_the_digits_that_tell_them_apart(value, other, written):
    assert _weight(value, other) == written


def test_where_errors_have_prices_the_other_model_is_ahead_at_a_price():
    """tree finds 30 frauds more and turns 80 others down: both cost the same where an error at fraud costs 80/30."""
    tree, svm = (sy.Confusion(one, ["fraud", "ok"]) for one in COUNTS["tilted"])
    found = sy.compare(
        {"tree": tree, "svm": svm}, importance="prevalence * (fraud=10, *=1)", metrics="balanced_accuracy"
    )
    assert (
        "svm would score better if an error at 'fraud' cost less than 2.67 times as much as one at 'ok' (now 10 times)."
        in str(found.robustness())
    )
    sizes = sy.compare({"tree": tree, "svm": svm}, importance="prevalence", metrics="balanced_accuracy")
    assert "class 'fraud' had more weight than" in str(sizes.robustness())


def test_a_model_that_is_the_best_more_often_than_the_one_at_equal_weights_is_named():
    """Two of three classes belong to one specialist, a bit of all to the other."""
    even = sy.Confusion(np.diag([62, 62, 62]) + np.array([[0, 38, 0], [0, 0, 38], [38, 0, 0]]))
    first = sy.Confusion([[100, 0, 0], [20, 80, 0], [100, 0, 0]])
    other = sy.Confusion([[50, 50, 0], [50, 50, 0], [100, 0, 0]])
    found = robustness(sy.Confusion.of_models({"even": even, "first": first, "other": other}), samples=20_000)
    shares = dict(zip(found.models, found.ranks[:, 0], strict=True))
    assert shares["first"] > shares["even"] > 0
    assert f"even is the best of 3 models at {100 * shares['even']:.1f}" in found.sentence
    assert f", first at {100 * shares['first']:.1f}" in found.sentence
    assert "; first is the best if class 2 has less weight than" in found.sentence
    assert "and the others keep their proportions" in found.sentence


@pytest.mark.parametrize(
    ("told", "said"),
    [
        (0.0, ", but this is shown at none of them: chance alone could explain it."),
        (0.004, ", but chance alone could explain it at nearly all of them."),
        (0.3, ", but a is shown to be better at 30 % of them, if all these weights are equally likely."),
        (0.71, ", and a is shown to be better at 71 % of them, if all these weights are equally likely."),
        (0.998, ", and a is shown to be better at more than 99 % of them, if all these weights are equally likely."),
        (1.0, ", and a is shown to be better at more than 99 % of them, if all these weights are equally likely."),
    ],
)
def test_who_leads_at_all_weights_and_how_much_of_it_is_shown_is_one_sentence(told, said):
    """ "Better at all weights. … shown to be better at less than 1 % of them" read as a contradiction."""
    better = sy.Confusion([[90, 10], [5, 95]])
    found = robustness(sy.Confusion.of_models({"a": better, "b": sy.Confusion([[85, 15], [9, 91]])}), samples=100)
    chances = replace(found.chances, told=np.array([[0.0, told], [0.0, 0.0]]))
    assert replace(found, chances=chances).sentence == (
        f"At the observed rates, a scores better than b at all weights{said}"
    )
