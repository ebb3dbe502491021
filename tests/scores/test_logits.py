"""Logits far beyond those whose softmax rounds to 1: rankings and log loss are those of the logits themselves."""

import math

import numpy as np
import pytest
from sklearn import metrics as peer

import steelyard as sy
from steelyard.measuring.probabilities import log_odds

TRUTH = ["p", "n", "p", "n"]
LOGITS = [40.0, 45.0, 50.0, 38.0]
RANKINGS = ["roc_auc", "average_precision", "pr_auc", "roc_auc to fpr 0.3", "lift at 30 %"]


def overconfident(classes=2, items=500, seed=0):
    """Draw logits of which more than half are rounded to the probability 1."""
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, classes, items)
    return truth, 40 * (rng.normal(size=(items, classes)) + 2 * np.eye(classes)[truth])


def test_four_items_by_hand():
    """Of four pairs, three are right: 40 > 38, 50 > 45 and 50 > 38."""
    how = {"positive": "p", "form": "logits", "metrics": ["roc_auc", "roc_auc_ovo"]}
    for given in (LOGITS, np.column_stack([np.zeros(4), LOGITS])):
        how |= {} if np.ndim(given) == 1 else {"labels": ["n", "p"]}
        assert [each.value for each in sy.scores.evaluate(TRUTH, given, **how).values] == [0.75, 0.75]


@pytest.mark.parametrize("name", RANKINGS)
def test_two_classes_rank_by_their_difference(name):
    truth, logits = overconfident()
    ours = sy.scores.evaluate(truth, logits, positive=1, form="logits", metrics=name)[name]
    one = sy.scores.evaluate(truth, logits[:, 1] - logits[:, 0], positive=1, form="ranks", metrics=name)[name]
    assert (ours.value, ours.low, ours.high) == pytest.approx((one.value, one.low, one.high), abs=1e-12)
    curve = sy.scores.curve(truth, logits, positive=1, form="logits")["model"]
    assert curve.area == pytest.approx(peer.roc_auc_score(truth, logits @ [-1, 1]), abs=1e-12)
    assert np.trapezoid(curve.y, curve.x) == pytest.approx(curve.area, abs=1e-12)


def test_both_classes_of_two_have_one_area():
    truth, logits = overconfident()
    rows = sy.scores.evaluate(truth, logits, form="logits", metrics="roc_auc")["roc_auc"].classes
    assert rows[0].value == rows[1].value == pytest.approx(peer.roc_auc_score(truth, logits @ [-1, 1]), abs=1e-12)


def exact_odds(row, k):
    """Return the log odds of a class in the digits of whole numbers: a sum of powers of e, to 400 digits."""
    from decimal import Decimal, localcontext

    with localcontext() as context:
        context.prec = 400
        rest = sum(Decimal(each).exp() for i, each in enumerate(row) if i != k)
        return Decimal(row[k]) - rest.ln()


def test_odds_of_several_classes_are_exact():
    _, logits = overconfident(4, 20)
    for row, odds in zip(logits.tolist(), log_odds(logits).tolist(), strict=True):
        assert odds == pytest.approx([float(exact_odds(row, k)) for k in range(4)], rel=1e-14, abs=1e-13)


def test_three_classes_rank_by_their_probabilities():
    truth, logits = overconfident(3, 60)
    rows = sy.scores.evaluate(truth, logits, form="logits", metrics="roc_auc")["roc_auc"].classes
    odds = [[float(exact_odds(row, k)) for k in range(3)] for row in logits.tolist()]
    for k, row in enumerate(rows):
        assert row.value == pytest.approx(peer.roc_auc_score(truth == k, np.array(odds)[:, k]), abs=1e-12)


@pytest.mark.parametrize("k", [1, 2])
def test_the_highest_logits_of_an_item_are_not_equal(k):
    logits, truth = [[900.0, 0.0, 100.0], [0.0, 900.0, 100.0]], [2, 0]
    name = f"top_{k}_recall"
    value = sy.scores.evaluate(truth, logits, labels=range(3), form="logits", metrics=name)[name].value
    assert value == [0, 0.5][k - 1]


def test_log_loss_is_finite():
    result = sy.scores.evaluate([1, 0], [[800.0, 0.0], [0.0, -1.0]], form="logits", metrics="log_loss")["log_loss"]
    assert result.value == pytest.approx((800 + math.log1p(math.exp(-1))) / 2, rel=1e-15)
    assert "infinite" not in str(result.note)
    small = sy.scores.evaluate([0, 1], [[60.0, 0.0], [0.0, 60.0]], form="logits", metrics="log_loss")["log_loss"]
    assert small.value == pytest.approx(math.exp(-60), rel=1e-12)


@pytest.mark.parametrize("bins", [20, 10_000])
def test_bins_hold_the_value_and_sum_finite_losses(bins):
    truth, logits = overconfident()
    how = {"form": "logits", "positive": 1, "metrics": ["roc_auc", "log_loss"]}
    exact = sy.scores.evaluate(truth, logits, **how)
    held = sy.scores.evaluate(truth, logits, bins=bins, **how)
    assert abs(held["roc_auc"].value - exact["roc_auc"].value) <= held["roc_auc"].binning
    assert held["log_loss"].value == pytest.approx(exact["log_loss"].value, rel=1e-12)


@pytest.mark.parametrize("form", ["csv", "polars"])
@pytest.mark.parametrize("classes", [1, 2, 3])
def test_engines_sum_finite_losses(tmp_path, form, classes):
    polars = pytest.importorskip("polars", reason="Polars reads the frames of this test")
    truth, logits = overconfident(max(classes, 2), 60)
    logits = 30 * logits  # beyond 745, where exp(−x) is 0
    names = [f"s_{k}" for k in range(classes)] if classes > 1 else ["s_1"]
    columns = dict(zip(names, logits.T if classes > 1 else [logits[:, 1]], strict=True))
    frame = polars.DataFrame({"y": truth} | columns)
    how = {"truth": "y", "scores": "s_{class}", "form": "logits", "metrics": "log_loss"}
    how |= {"positive": 1} if classes < 3 else {}
    exact = sy.scores.evaluate(frame, **how)["log_loss"]
    frame.write_csv(tmp_path / "s.csv")
    data = frame.lazy() if form == "polars" else str(tmp_path / "s.csv")
    held = sy.scores.evaluate(data, bins=1000, **how)["log_loss"]
    assert math.isfinite(exact.value)
    assert (held.value, str(held.note)) == (pytest.approx(exact.value, rel=1e-12), "")
