"""Advice in the terminal and the notebook: 80 columns, hostile names, each reason once."""

import numpy as np
import pytest

import steelyard as sy
from steelyard.advice.advise import advise

TWO = sy.Confusion([[20, 30], [10, 940]], ["fraud", "ok"])
THREE = sy.Confusion([[900, 30, 10], [20, 28, 2], [6, 2, 2]], ["ok", "minor", "fatal"])
HOSTILE = ["<script>alert(1)</script>", "[bold]a\nb\x1b[31m"]


@pytest.mark.parametrize("labels", [["fraud", "ok"], HOSTILE, ["x" * 300, "y" * 300]], ids=["plain", "hostile", "long"])
@pytest.mark.parametrize("importance", [None, "rarity"])
def test_text_fits_80_columns(labels, importance):
    shown = str(advise(sy.Confusion([[20, 30], [10, 940]], labels), importance, worse="misses", metrics="mcc"))
    assert max(map(len, shown.splitlines())) <= 80
    assert "\x1b" not in shown


def in_one_line(shown):
    return " ".join(shown.split())


@pytest.mark.parametrize(
    ("cm", "situation", "line"),
    [
        (THREE, {}, "Report balanced_accuracy (0.572), and one_point_maurpc_ova (0.619) beside it."),
        (THREE, {"every_class": True}, "Report g_mean (0.475)."),
        (THREE, {"importance": "prevalence"}, "No metric meets what is asked for here."),
        (TWO, {}, "Report g_mean (0.629), and balanced_accuracy (0.695) beside it."),
        (TWO, {"worse": "misses"}, "Report recall of 'fraud' (0.400), and g_mean (0.629) beside it."),
        (
            [[0, 5], [0, 95]],
            {"worse": "false_alarms", "shares_change": False},
            "Report precision of 0 (0.000), and",
        ),
    ],
)
def test_the_first_line_answers(cm, situation, line):
    for shown in (str(advise(cm, **situation)), advise(cm, **situation).full()):
        assert shown.splitlines()[0].startswith(line)


def test_the_answer_comes_first_then_the_situation_what_was_asked_and_three_groups():
    shown = str(advise(THREE, "rarity", metrics="mcc"))
    parts = (
        "Report ",
        "3 classes",
        "You asked about",
        "Use, the best first",
        "1. balanced_accuracy",
        "With care",
        "Avoid",
    )
    places = [shown.index(part) for part in parts]
    assert places == sorted(places)
    assert "· mcc 0.449: avoid. It changes with the class shares" in shown


@pytest.mark.parametrize("full", [False, True])
def test_each_metric_stands_in_one_group(full):
    advice = advise(THREE, "rarity")
    shown = advice.full() if full else str(advice)
    parts = [advice.recommended, advice.with_care, advice.avoid]
    heads = [shown.index(head) for head in ("Use, the best first", "With care", "\nAvoid")]
    for part, start, end in zip(parts, heads, [*heads[1:], len(shown)], strict=True):
        told = in_one_line(shown[start:end])
        for entries in parts:
            for entry in entries:
                named = f"{entry.name} {entry.value:.3f}"
                assert (named in told) is (entries is part), named


def test_what_speaks_against_several_metrics_is_told_once():
    shown = str(advise(THREE))
    avoid = in_one_line(shown[shown.index("Avoid") :])
    assert avoid.count("It changes with the class shares although the classifier stays the same:") == 1
    assert "accuracy 0.930, mean_f 0.547" in avoid
    assert "[atlas, Condition 1]" in avoid


def test_what_is_to_be_used_with_care_names_who_recommends_it_and_what_it_misses():
    shown = in_one_line(str(advise(THREE, "rarity")))
    assert (
        "With care: a paper recommends it here, but · It changes with the class shares although the classifier stays "
        "the same: macro_precision 0.204, f_of_averages 0.231, mean_f 0.230, cba 0.204 [Branco 2017, Table 5], "
        "one_point_nauroc_ova 0.622, one_point_aurpc_ova 0.235 [Mullick 2020, §6] · One class that fails sets it to "
        "its worst: g_mean 0.240"
    ) in shown


def test_what_speaks_against_a_recommended_metric_stands_behind_it():
    shown = in_one_line(str(advise(THREE, "rarity")))
    assert "weighted by importance. [Branco 2017, Table 5] But always answering 'fatal' gets 0.826." in shown
    assert "But turning an error into a hit can make it worse. [atlas]" in shown


SITUATIONS = [
    {"importance": importance, "shares_change": shares, "classes_change": classes, "worse": worse, "every_class": every}
    for importance in (None, "rarity", "prevalence")
    for shares in (True, False)
    for classes in (True, False)
    for worse in (None, "misses", "false_alarms")
    for every in (True, False)
]


@pytest.mark.slow
@pytest.mark.parametrize("cm", [TWO, THREE], ids=["2", "3"])
def test_it_is_short_and_without_stock_sentences_in_every_situation(cm):
    for situation in SITUATIONS:
        shown = str(advise(cm, **situation))
        lines = shown.splitlines()
        assert len(lines) <= 35, situation
        assert max(map(len, lines)) <= 80, situation
        for jargon in (
            "In both months",
            "class 1",
            "^φ",
            "ACSA",
            "(refuted)",
            "(proved)",
            "three conditions",
            "the user",
        ):
            assert jargon not in in_one_line(shown), (situation, jargon)


def test_all_reasons_examples_and_sources_are_in_the_full_text():
    advice = advise(THREE, "rarity")
    shown = in_one_line(advice.full())
    for entry in (*advice.recommended, *advice.with_care, *advice.avoid):
        for reason in entry.reasons:
            assert all(part in shown for part in (reason.sentence, reason.detail, f"[{reason.source}]"))
    assert "An example of the atlas: In both months" in shown
    assert "print(advice.full())" in str(advice)
    assert "advice.full()" not in shown
    assert max(map(len, advice.full().splitlines())) <= 80


def test_only_what_is_recommended_or_fits_has_a_plus():
    shown = advise(THREE, "rarity").full()
    assert "   + " in shown[: shown.index("\nAvoid")]
    assert "   + " not in shown[shown.index("\nAvoid") :]


@pytest.mark.parametrize("models", [2, 30])
def test_several_models_have_a_short_table_of_values(models):
    names = [f"[bold]m{i}\x1b" for i in range(models)]
    stack = sy.Confusion(np.stack([THREE.counts] * models), THREE.labels, axes={"model": names})
    advice = advise(stack)
    shown = str(advice)
    assert shown.splitlines()[0] == "Report balanced_accuracy, and one_point_maurpc_ova beside it."
    table = [line for line in shown.splitlines() if line.startswith("[bold]m")]
    assert table == [f"[bold]m{i}�               0.572                  0.619" for i in range(min(models, 4))]
    assert ("and 26 more" in shown) is (models == 30)
    assert "\x1b" not in shown
    assert len(shown.splitlines()) <= 40
    assert sum(line.startswith("[bold]m") for line in advice.full().splitlines()) == models


def test_slices_along_several_axes_are_told_apart():
    stack = sy.Confusion(np.tile(TWO.counts, (2, 2, 1, 1)), TWO.labels, axes={"model": ["x", "y"], "month": [1, 2]})
    shown = str(advise(stack))
    assert "model × month" in shown
    assert [f"{model}, {month} " in shown for model in "xy" for month in (1, 2)] == [True] * 4


def test_a_metric_that_is_not_judged_has_neither_plus_nor_minus():
    advice = advise(TWO, metrics="mean_f(beta=2)")
    value = sy.metrics.mean_f(TWO, beta=2)
    assert f"· mean_f(beta=2) {value:.3f}: not judged. The atlas does not have" in str(advice)
    assert f"mean_f(beta=2) {value:.3f}: not judged\n   ? The atlas does not have mean_f(beta=2)" in advice.full()


@pytest.mark.slow
@pytest.mark.parametrize("shares_change", [True, False])
def test_every_metric_can_be_asked_about(shares_change):
    for name in sy.metrics:
        for cm in (TWO, THREE) if sy.metrics[name].kind != "rate" else (TWO,):
            advice = advise(cm, shares_change=shares_change, metrics=name)
            assert advice.asked[0].reasons, name
            for shown in (str(advice), advice.full()):
                assert f": {advice.asked[0].standing}" in in_one_line(shown), name
    assert "one_point_auroc of 'fraud' 0.695: fits. Nothing that is asked for" in str(
        advise(TWO, None, False, metrics="one_point_auroc")
    )


def test_html_says_what_the_text_says_and_folds_all_reasons_away():
    html = advise(sy.Confusion([[20, 30], [10, 940]], HOSTILE), worse="misses")._repr_html_()
    assert "<script>" not in html
    assert "g_mean" in html
    advice = advise(THREE, "rarity")
    three = advice._repr_html_()
    first, more = "balanced_accuracy (0.266), one_point_maurpc_ova (0.523)", "the recall and the precision of"
    assert f"<b>Report {first}, and {more} &#x27;fatal&#x27;" in three
    short, _, folded = three.partition("<details>")
    assert short.count("<li>") == in_one_line(str(advice)).count(" · ") + len(advice.recommended)
    assert folded.count("<li>") == sum(
        len(entry.reasons) for entry in (*advice.recommended, *advice.with_care, *advice.avoid)
    )
