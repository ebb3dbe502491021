"""How a metric moves over slices: the parts add up, and class shares alone are told apart from the classifier."""

import re

import numpy as np
import pytest

import steelyard as sy
from steelyard.counts.matrix_input import MODEL
from steelyard.show.slices import head

RECALLS = np.array([[0.6, 0.4, 0.0], [0.1, 0.8, 0.1], [0.0, 0.05, 0.95]])


def matrix(support, recalls=RECALLS):
    return np.asarray(support)[:, None] * recalls


def moves_of(months, metric="accuracy", **arguments):
    stack = sy.Confusion(np.stack(months), axes={"month": range(len(months))}, labels=["a", "b", "c"])
    return [score.move for score in sy.evaluate(stack, metrics=metric, **arguments)[metric]]


@pytest.mark.parametrize("metric", ["accuracy", "macro_precision", "cba", "mcc", "kappa", "cen"])
def test_a_classifier_that_stays_the_same_moves_by_class_shares_alone(metric):
    months = [matrix([100, 200, 700]), matrix([500, 300, 200]), matrix([200, 600, 200])]
    for move in moves_of(months, metric):
        assert move.due_to_classifier == pytest.approx(0, abs=1e-12)
        assert move.explained == (abs(move.due_to_shares) >= 0.01 * (2 if metric in ("mcc", "kappa") else 1))
    assert any(move.explained for move in moves_of(months, metric))


def test_recall_averages_do_not_move_with_class_shares():
    for move in moves_of([matrix([100, 200, 700]), matrix([500, 300, 200])], "balanced_accuracy"):
        assert move.due_to_shares == pytest.approx(0, abs=1e-12)
        assert not move.explained


def test_a_classifier_that_changes_at_equal_shares_is_not_explained():
    worse = RECALLS @ np.array([[0.7, 0.3, 0], [0, 1, 0], [0, 0.3, 0.7]])
    for move in moves_of([matrix([100, 200, 700]), matrix([100, 200, 700], worse)]):
        assert move.due_to_shares == pytest.approx(0, abs=1e-12)
        assert abs(move.due_to_classifier) > 0.05
        assert not move.explained


def test_the_parts_by_hand():
    """Accuracy is Σ share·recall; the whole has the shares .3/.3/.4. One of three months forgets class c."""
    worse = RECALLS.copy()
    worse[2] = [0, 1, 0]
    first, second, third = moves_of([matrix([100, 200, 700]), matrix([300, 300, 400], worse), matrix([500, 400, 100])])
    usual = 0.3 * 0.6 + 0.3 * 0.8 + 0.4 * 0.95
    failing = 0.3 * 0.6 + 0.3 * 0.8
    assert first.typical == second.typical == third.typical == pytest.approx(usual), "the median of two usual months"
    assert first.due_to_classifier == third.due_to_classifier == pytest.approx(0, abs=1e-12)
    assert first.due_to_shares == pytest.approx(0.1 * 0.6 + 0.2 * 0.8 + 0.7 * 0.95 - usual)
    assert first.explained
    assert third.explained
    assert second.due_to_classifier == pytest.approx(failing - usual)
    assert second.due_to_shares == pytest.approx(0, abs=1e-12)
    assert not second.explained


def test_a_month_in_which_the_classifier_failed_does_not_hide_what_shares_did_to_another():
    """Found by a user: compared with all months together, April looked like a drop of the classifier."""
    usual, failing = matrix([100, 200, 700]), matrix([100, 200, 700], RECALLS * 0.6 + 0.4 / 3)
    months = [usual, usual, usual, matrix([500, 300, 200]), failing]
    assert [move.explained for move in moves_of(months)][3:] == [True, False]


def test_the_parts_add_up(random_counts, rng):
    stack = sy.Confusion(random_counts(rng, 4, 12), axes={"month": range(12)})
    for score in sy.evaluate(stack, importance="prevalence").scores:
        parts = score.move.due_to_classifier + score.move.due_to_shares
        assert parts == pytest.approx(score.value - score.move.typical, nan_ok=True)


def test_a_class_that_is_absent_from_a_slice_is_a_matter_of_shares():
    months = [matrix([500, 300, 200]), matrix([0, 600, 400])]
    _, move = moves_of(months)
    assert move.due_to_classifier == pytest.approx(0, abs=1e-12)
    assert move.explained


def test_a_class_that_a_slice_lacks_does_not_count_on_one_side_alone():
    """Found by hand: "a" is predicted by mistake in May, so that its precision without items would be 0 in the whole,
    and it is not there at all in June; the average over "b" and "c" is the same in both."""
    may = np.array([[50, 0, 0], [20, 60, 20], [20, 10, 70]])
    june = np.array([[0, 0, 0], [0, 75, 25], [0, 12.5, 87.5]])  # "b" and "c" as in May, had "a" not been an answer
    _, move = moves_of([may, june], "macro_precision")
    without = sy.metrics.precision((may + june) * np.array([[0], [1], [1]]))[1:].mean()
    overall = sy.metrics.macro_precision(may + june)
    alike = sy.metrics.precision(june)[1:].mean() - (without - overall)
    other = sy.metrics.precision(may * np.array([[150], [200], [200]]) / np.array([[150], [100], [100]])).mean()
    assert move.typical + move.due_to_classifier == pytest.approx(alike)
    assert move.typical == pytest.approx((alike + other) / 2)


def test_each_model_moves_from_its_own_whole_and_slices_are_no_models():
    months = [matrix([100, 200, 700]), matrix([500, 300, 200])]
    better = [matrix(month.sum(axis=1), np.eye(3)) for month in months]
    stack = sy.Confusion(np.stack([months, better]), axes={MODEL: ["ours", "best"], "month": ["may", "june"]})
    result = sy.evaluate(stack, metrics="accuracy")
    moves = {tuple(key for _, key in score.slice): score.move for score in result["accuracy"]}
    alone = moves_of(months)
    assert moves["ours", "may"] == alone[0]
    assert moves["ours", "june"] == alone[1]
    assert moves["best", "may"].typical == 1
    assert not moves["best", "may"].explained
    assert result.overall.confusion.axes == {MODEL: ("ours", "best")}
    models = sy.Confusion(np.stack(months), axes={MODEL: ["a", "b"]})
    assert all(score.move is None for score in sy.evaluate(models).scores)
    assert sy.evaluate(models).overall.confusion is models


def test_the_whole_has_the_same_weights():
    months = [matrix([100, 200, 700]), matrix([500, 300, 200])]
    result = sy.evaluate(sy.Confusion(np.stack(months)), importance="rarity", metrics=["cba"])
    pooled = sy.Confusion(np.sum(months, axis=0))
    assert result.overall["cba"].value == pytest.approx(sy.metrics.cba(pooled, importance="rarity"))


def test_moves_are_in_what_programs_read():
    months = [matrix([100, 200, 700]), matrix([500, 300, 200])]
    result = sy.evaluate(sy.Confusion(np.stack(months), axes={"month": ["may", "june"]}), metrics="accuracy")
    row = result.to_dict()["metrics"][1]
    assert row["month"] == "june"
    assert row["explained_by_shares"] is True
    assert row["typical"] + row["due_to_shares"] + row["due_to_classifier"] == pytest.approx(row["value"])
    assert "explained_by_shares" in result.to_csv().splitlines()[0]


def test_a_slice_without_items_is_undefined_and_harmless():
    result = sy.evaluate(sy.Confusion(np.stack([matrix([100, 200, 700]), np.zeros((3, 3))])), metrics="accuracy")
    assert np.isnan(result["accuracy"][1].value)
    assert not result["accuracy"][1].move.explained


def test_undefined_raise_looks_at_the_slices_only():
    months = [matrix([500, 300, 200]), matrix([0, 600, 400])]
    with pytest.raises(ValueError, match="undefined for class 'a'"):
        moves_of(months, "balanced_accuracy", undefined="raise")
    assert len(moves_of(months, "accuracy", undefined="raise")) == 2


def test_sparse_slices_move_alike(random_counts, rng):
    stack = sy.Confusion(random_counts(rng, 5, 6), axes={"month": range(6)})
    for ours, theirs in zip(sy.evaluate(stack).scores, sy.evaluate(stack.sparse()).scores, strict=True):
        assert theirs.move.due_to_shares == pytest.approx(ours.move.due_to_shares, abs=1e-12, nan_ok=True)


def test_labels_with_slices_beside_them():
    result = sy.evaluate(list("aabb"), list("abbb"), by={"day": [1, 1, 2, 2]}, metrics="accuracy")
    assert [(score.slice, score.value) for score in result["accuracy"]] == [((("day", 1),), 0.5), ((("day", 2),), 1.0)]
    with pytest.raises(ValueError, match="counts are complete"):
        sy.evaluate([[1, 0], [0, 1]], by=[1, 2])


def test_the_table_has_a_row_per_slice_and_marks_what_shares_explain():
    months = [matrix([100, 200, 700]), matrix([500, 300, 200])]
    stack = sy.Confusion(np.stack(months), axes={"month": ["may", "june"]}, labels=["a", "b", "c"])
    lines = str(sy.evaluate(stack, metrics=["accuracy", "balanced_accuracy"], intervals="none")).splitlines()
    start = lines.index("Over month")
    assert lines[start + 1].split() == ["month", "items", "accuracy°", "balanced_accuracy"]
    assert lines[start + 3].split() == ["all", "2,000", "0.807", "0.783"]
    assert lines[start + 4].split() == ["typical", "0.807", "0.783"]
    assert ["june", "1,000", "~0.730", "0.783"] in [line.split() for line in lines[start:]]
    assert "~ differs from typical because of class shares alone." in lines
    everything = sy.evaluate(stack).full()
    assert max(map(len, everything.splitlines())) <= 80


def test_long_stacks_are_cut_and_counted_but_move_as_in_the_whole():
    counts = np.tile(matrix([100, 200, 700]), (50, 1, 1))
    counts[49] *= 1000
    result = sy.evaluate(counts, metrics="accuracy")
    rows = [line for line in str(result).splitlines() if re.match(r"\d+ +[\d,]+000 ", line)]
    assert len(rows) >= 6
    assert f"… and {50 - len(rows)} more slices; result.full() shows them." in str(result)
    assert head(result, 10)["accuracy"][0].move == result["accuracy"][0].move
