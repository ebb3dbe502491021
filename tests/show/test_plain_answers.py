"""What newcomers stumbled over: what is said where something was left out, not said, or typed otherwise than meant."""

import numpy as np
import pytest

import steelyard as sy
from steelyard.cli.options import on_command_line

TRUTH = ["fails"] * 10 + ["ok"] * 90
SOME = ["fails"] * 8 + ["ok"] * 2 + ["ok"] * 80 + ["fails"] * 10
FEW = ["fails"] * 2 + ["ok"] * 8 + ["ok"] * 90
NONE = ["ok"] * 100


def told(result):
    return " ".join(str(result).split())


def test_of_months_nothing_is_concluded_unless_it_is_said_what_they_are():
    months = {"month": np.arange(100) % 5}
    found = sy.compare(TRUTH, {"some": SOME, "few": FEW}, metrics="accuracy", by=months)
    assert found.across is None
    assert found["accuracy"].folds is None
    assert "training" not in told(found)
    assert "The slices of 'month' have no part in this verdict; `evaluate` shows each of them" in found.verdict
    said = sy.compare(TRUTH, {"some": SOME, "few": FEW}, metrics="accuracy", by=months, across="folds")
    assert "whether training again would change the order" in said.verdict
    called = sy.compare(TRUTH, {"some": SOME, "few": FEW}, metrics="accuracy", by={"cv_fold": np.arange(100) % 5})
    assert (called.across, called["accuracy"].folds.p_value) == ("folds", said["accuracy"].folds.p_value)


def test_an_importance_beside_a_positive_class_leads_the_verdict():
    models, costs = {"some": SOME, "few": FEW}, "prevalence * (fails=30, ok=1)"
    assert sy.compare(TRUTH, models, positive="fails").main == "f1 of fails"
    assert sy.compare(TRUTH, models, costs, positive="fails").main == "balanced_accuracy"
    asked = sy.compare(TRUTH, models, costs, ["f1", "balanced_accuracy"], positive="fails")
    assert asked.main == "f1 of fails"
    assert asked.verdict.startswith(
        "Your importance has no part in f1 of fails, which counts items, not classes. By f1"
    )
    names = [score.metric.name for score in sy.evaluate(TRUTH, SOME, costs, positive="fails").scores]
    assert names[:2] == ["balanced_accuracy", "f1 of fails"]


def test_rows_left_out_are_said_of_a_comparison_too():
    gaps = [None, *TRUTH[1:]]
    found = sy.compare(gaps, {"some": SOME, "few": FEW}, metrics="accuracy", missing="drop")
    assert found.to_dict()["dropped"] == 1
    assert "1 item without a label was left out." in told(found)
    whole = sy.compare(TRUTH, {"some": SOME, "few": FEW}, metrics="accuracy")
    assert whole.to_dict()["dropped"] == 0
    assert "left out" not in told(whole)


def test_all_three_pairs_of_three_models_are_shown():
    found = sy.compare(TRUTH, {"some": SOME, "few": FEW, "none": NONE}, metrics="accuracy")
    rows = [line for line in str(found).splitlines() if " > " in line]
    assert len(rows) == 3
    assert "more pair" not in told(found)


def test_a_class_is_found_by_its_name_and_a_rate_says_where_it_is():
    result = sy.evaluate(TRUTH, SOME)
    assert result.classes["fails"].rates["recall"] == 0.8
    assert result.classes["fails"].intervals["recall"].known
    assert result.classes[0].label in ("fails", "ok")
    with pytest.raises(
        ValueError, match=r"there is no class 'fail'; the classes are 'fails', 'ok'\. Did you mean 'fails'"
    ):
        result.classes["fail"]
    with pytest.raises(ValueError, match=r"found by its name, not by \('recall', 'fails'\); .*rates\['…'\]"):
        result["recall", "fails"]
    with pytest.raises(ValueError, match=r"'recall' is of one class; .*\.rates\['recall'\], or say which .* positive="):
        result["recall"]


def test_a_class_never_answered_is_marked_where_it_counts_as_the_worst():
    (row,) = [
        line
        for line in str(sy.evaluate([*TRUTH, "x"], [*NONE, "ok"], positive="fails")).splitlines()
        if line.startswith("precision of fails")
    ]
    assert row.split()[3] == "†0.000"


def test_predictions_that_name_no_class_are_said_first():
    result = sy.evaluate(["jan", "feb"] * 20, ["ok", "fails"] * 20)
    assert result.notes[0].kind == "no_true_class"
    assert "! No prediction is a true class ('fails', 'ok'; the classes are 'feb', 'jan')." in told(result)
    assert all(note.kind != "no_true_class" for note in sy.evaluate(TRUTH, SOME).notes)


def test_costs_that_were_given_do_not_mislead():
    """98 of 100 are 'ok', which is half of what matters: cost by items is far from cost by classes, as it was asked."""
    truth, answers = ["fails"] * 2 + ["ok"] * 98, ["fails", *["ok"] * 99]
    costs = sy.metrics["expected_cost"].at(costs=[[0, 30], [1, 0]])
    assert not sy.evaluate(truth, answers, metrics=costs).misleading
    assert [mark.rule for mark in sy.evaluate(truth, answers, metrics="accuracy").misleading]


def test_advise_takes_columns_and_asks_for_the_name_of_predictions():
    named = sy.advise("examples/credit.csv", truth="risk", prediction="careful")
    counted = sy.count("examples/credit.csv", "risk", "careful")
    assert named.to_dict() == sy.advise(counted).to_dict()
    with pytest.raises(ValueError, match=r"advise\(truth, prediction=…\)"):
        sy.advise(TRUTH, SOME)


def test_a_name_with_spaces_is_written_as_it_must_be_typed():
    with pytest.raises(ValueError, match=r'a name with spaces goes in quotes: "class 8"=0.7'):
        sy.evaluate([[1, 0], [0, 1]], importance="class 8=0.7")


def test_the_command_line_names_its_own_verb_for_scores():
    assert on_command_line("give probabilities to `sy.scores.evaluate`.") == "give probabilities to `steelyard scores`."
