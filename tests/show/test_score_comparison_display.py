"""Comparisons of scores in words: whose p is told, and tables in which each pair keeps its verdict."""

import numpy as np
import pytest
from rich.cells import cell_len

import steelyard as sy
from steelyard.show import numbers

RNG = np.random.default_rng(2)
SICK = RNG.random(600) < 0.2
TRUTH = np.where(SICK, "sick", "ok")


def models(names):
    return {
        name: np.clip(0.3 + 0.3 * SICK + RNG.normal(0, 0.1 + 0.1 * k, 600), 0, 1).round(4)
        for k, name in enumerate(names)
    }


LONG = ["brier", "roc_auc", "ranked_probability_score", "expected_calibration_error", "balanced_accuracy"]


@pytest.mark.parametrize("names", [["logit", "balanced", "forest"], [f"a long name of a model {k}" for k in "abc"]])
def test_each_pair_keeps_its_verdict(names):
    """Where a table is broken into several, the pair stands in each."""
    text = str(sy.scores.compare(TRUTH, models(names), positive="sick", metrics=LONG))
    lines = text.splitlines()
    assert max(map(cell_len, lines)) <= 80
    assert any(line.endswith("better") for line in lines)
    for line in lines:
        if line.startswith("metric"):
            assert line.split()[:2] == ["metric", "models"]
    if "logit" in names:
        assert sum(line.startswith("metric") for line in lines) == 1


def test_p_is_called_corrected_where_it_is():
    several = sy.scores.compare(TRUTH, models("ab"), positive="sick", metrics=["roc_auc", "brier"])
    first = several.differences[0]
    assert first.p_adjusted > first.p_value
    assert f"; corrected for several tests p {numbers.p_value(first.p_adjusted)})." in several.verdict
    one = sy.scores.compare(TRUTH, models("ab"), positive="sick", metrics="brier")
    assert one.differences[0].p_adjusted == one.differences[0].p_value
    assert f"; p {numbers.p_value(one.differences[0].p_value)})." in one.verdict
    assert "corrected" not in one.verdict


def test_of_many_models_each_is_told_beside_the_best():
    names = ["one", "two", "three", "four"]
    result = sy.scores.compare(TRUTH, models(names), positive="sick", metrics="roc_auc")
    assert len(result.differences) == 6
    best = max(result.differences, key=lambda each: max(each.values))
    winner = (best.first, best.second)[int(best.values[1] > best.values[0])]
    assert result.verdict.startswith("By roc_auc of class 'sick', ")
    assert result.verdict.count("By roc_auc") == 1
    sentences = result.verdict.split("). ")
    assert len(sentences) == 3
    assert all(winner in sentence for sentence in sentences)


def test_where_no_pair_can_be_told_apart_one_sentence_says_so():
    noise = np.random.default_rng(3)
    alike = {name: noise.random(600) for name in ("one", "two", "three")}
    result = sy.scores.compare(TRUTH, alike, positive="sick", metrics="roc_auc")
    values = {
        model: value
        for each in result.differences
        for model, value in zip((each.first, each.second), each.values, strict=True)
    }
    listed = ", ".join(f"{name} ({numbers.value(values[name])})" for name in ("one", "two"))
    assert result.verdict == (
        f"By roc_auc of class 'sick', {listed} and three ({numbers.value(values['three'])}) are not told apart by "
        "these 600 items."
    )


def test_another_conclusion_by_another_metric_is_told():
    """The verdict is by the first metric; what is shown by others, and not by it, would be missed in the table."""
    probable = np.clip(0.2 + 0.3 * (SICK - 0.2) + RNG.normal(0, 0.1, 600), 0.001, 0.999)
    bold = probable**0.3  # ranks the same, and its probabilities are too high
    asked = {"positive": "sick", "metrics": ["roc_auc", "brier", "log_loss"]}
    result = sy.scores.compare(TRUTH, {"bold": bold, "calm": probable}, **asked)
    assert result["roc_auc"].better is None
    assert result.verdict.endswith("are not told apart by these 600 items. By brier and log_loss, calm is better.")
    three = sy.scores.compare(TRUTH, {"bold": bold, "calm": probable, "same": probable}, **asked)
    assert three.verdict.endswith("calm is better than bold. By brier and log_loss, same is better than bold.")
    agreed = sy.scores.compare(TRUTH, {"bold": bold, "calm": probable}, positive="sick", metrics=["brier", "log_loss"])
    assert "By log_loss" not in agreed.verdict
    assert "600 items. By brier and log_loss, calm is better." in " ".join(result.to_html().split())


def test_both_p_values_stand_in_the_table_and_are_explained():
    several = sy.scores.compare(TRUTH, models("ab"), positive="sick", metrics=["roc_auc", "brier", "log_loss"])
    lines = str(several).splitlines()
    heading = next(line for line in lines if line.startswith("metric"))
    assert heading.split() == ["metric", "a", "−", "b", "p", "Holm", "better"]
    text = " ".join(str(several).split())
    assert "p: how often chance alone would set equal models as far apart; Holm: the same, corrected for the 3" in text
    one = str(sy.scores.compare(TRUTH, models("ab"), positive="sick", metrics="brier"))
    assert "Holm" not in one
    assert "p: how often chance alone would set equal models as far apart." in " ".join(one.split())


def test_what_has_no_interval_takes_one_line():
    """Where intervals stand below their values, for three models at 80 columns."""
    certain = {**models(["logit", "balanced"]), "certain": np.where(SICK, 0.0, 1.0)}
    lines = str(sy.scores.compare(TRUTH, certain, positive="sick", metrics=["brier", "log_loss"])).splitlines()
    table = lines[next(k for k, line in enumerate(lines) if line.startswith("─")) + 1 :]
    rows = table[: next(k for k, line in enumerate(table) if line.startswith("p:")) - 1]
    assert all(line.strip() for line in rows)
    assert sum("undefined" in line for line in rows) == 2


def test_a_note_names_a_metric_once_and_nothing_if_it_is_of_all():
    """Truths that two of two models called impossible; of one model, its name stands beside the metric."""
    certain = np.where(SICK, 0.0, 1.0)
    both = str(sy.scores.evaluate(TRUTH, {"a": certain, "b": certain}, positive="sick", metrics=["log_loss", "brier"]))
    assert "· log_loss: infinite" in both
    one = str(sy.scores.evaluate(TRUTH, {"a": certain, "b": certain / 2 + 0.1}, positive="sick", metrics="log_loss"))
    assert "· log_loss of a: infinite" in one
    equal = dict.fromkeys("ab", np.full(600, 0.2))
    of_all = str(sy.scores.evaluate(TRUTH, equal, positive="sick", metrics=["roc_auc", "average_precision"]))
    assert "· All scores are equal, so the model ranks nothing." in of_all


def test_what_goes_by_items_is_marked():
    result = sy.scores.evaluate(TRUTH, models("a"), positive="sick", metrics=["roc_auc", "brier", "balanced_accuracy"])
    lines = [line.split()[0] for line in str(result).splitlines() if line.startswith(("roc_auc", "brier", "balanced"))]
    assert lines == ["roc_auc", "brier°", "balanced_accuracy", "balanced_accuracy"]
    assert "° by items, not classes" in str(result)
    assert "°" not in str(sy.scores.evaluate(TRUTH, models("a"), positive="sick", metrics="roc_auc"))
