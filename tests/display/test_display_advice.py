"""Advice in the terminal and the notebook: 80 columns, hostile names, each reason once."""

import pytest

import steelyard as sy
from steelyard.advice.advise import advise

HOSTILE = ["<script>alert(1)</script>", "[bold]a\nb\x1b[31m"]


@pytest.mark.parametrize("labels", [["fraud", "ok"], HOSTILE, ["x" * 300, "y" * 300]], ids=["plain", "hostile", "long"])
@pytest.mark.parametrize("importance", [None, "rarity"])
def test_text_fits_80_columns(labels, importance):
    shown = str(advise(sy.Confusion([[20, 30], [10, 940]], labels), importance, worse="misses", metrics="mcc"))
    assert max(map(len, shown.splitlines())) <= 80
    assert "\x1b" not in shown


def test_the_situation_comes_first_then_what_was_asked_then_what_to_use_and_to_avoid():
    shown = str(advise([[20, 30], [10, 940]], metrics="mcc"))
    parts = ("2 classes", "say\nimportance='rarity'", "You asked about", "Use, the best first", "1. g_mean", "Avoid")
    places = [shown.index(part) for part in parts]
    assert places == sorted(places)


def test_what_speaks_against_several_metrics_is_told_once():
    shown = str(advise([[20, 30], [10, 940]]))
    avoid = shown[shown.index("Avoid") :]
    assert avoid.count("It changes with the class shares although the classifier stays the same.") == 1
    assert "accuracy 0.960" in avoid
    assert "[atlas: accuracy, Condition 1, 2 classes (refuted)]" in " ".join(avoid.split())


def test_a_metric_that_is_not_judged_has_neither_plus_nor_minus():
    shown = str(advise([[20, 30], [10, 940]], metrics="mean_f(beta=2)"))
    value = sy.metrics.mean_f([[20, 30], [10, 940]], beta=2)
    assert f"mean_f(beta=2) {value:.3f}: not judged\n   ? The atlas does not have mean_f(beta=2)" in shown


def test_html_escapes_names_and_has_a_table_for_each_part():
    html = advise(sy.Confusion([[20, 30], [10, 940]], HOSTILE), worse="misses")._repr_html_()
    assert "<script>" not in html
    assert html.count("<table>") == 2
    assert "g_mean" in html
