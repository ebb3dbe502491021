"""What the notes and explanations claim is true."""

from __future__ import annotations

import math

import numpy as np
import pytest

import steelyard as sy
from steelyard import papers
from steelyard.papers.branco2017 import inputs as branco
from steelyard.papers.gupta2020 import inputs as gupta
from steelyard.papers.lmu import gaussian
from steelyard.papers.lmu import inputs as lmu


def _cells(paper):
    (reproduction,) = papers.reproduce(paper)
    return {(cell.table, cell.row, cell.column): cell for cell in reproduction.cells}


def test_branco_explained_cells_are_these():
    explained = [place for place, cell in _cells("000").items() if cell.verdict == "explained"]
    assert explained == [
        ("Table 2", "Case 1 c3", "F1"),
        ("Table 3, N.Val.", "AvF_1", "Case 1"),
        ("Table 3, Value", "AvF_1", "Case 1"),
        ("Table 4, Case 3", "PREV", "φ(c1)"),
        ("Table 4, Case 3", "PREV", "φ(c2)"),
        ("Table 4, Case 3", "PREV", "φ(c4)"),
        ("Table 4, Case 3", "PO", "φ(c4)"),
    ]


def test_branco_table_5_uses_the_corrected_rarity():
    # Prec^PREV of Case 3 is printed as 17.8; the misprinted relevances of Table 4 give 19.2.
    cm = sy.Confusion(branco.MATRICES["Case 3"])
    assert sy.metrics.macro_precision(cm, importance="rarity") == pytest.approx(0.178, abs=5e-4)
    assert sy.metrics.macro_precision(cm, importance=[0.64, 0.32, 0.03, 0.02]) == pytest.approx(0.192, abs=5e-4)


def test_branco_eq_8_without_the_division_would_exceed_one():
    cm = sy.Confusion(branco.MATRICES["Case 1"])
    phi = branco.RELEVANCES["Case 1"]
    assert sy.metrics.cba(cm, importance=phi) * sum(phi) > 1


def test_branco_case_3_has_200_items_of_c4():
    # The row that our text of Table 2 lost: Table 3's Rec_μ at its printed precision leaves 198 to 205.
    fits = [x for x in range(1000) if abs((102 + x) / (114 + x) - 0.962) <= 0.0005]
    assert fits == list(range(198, 206))
    cm = sy.Confusion(branco.MATRICES["Case 3"])
    assert cm.support.tolist() == [4, 10, 100, 200]


def test_lmu_slide_takes_zero_for_an_undefined_g_score():
    f1 = sy.Confusion(lmu.F1_COUNTS)
    assert math.isnan(sy.metrics.g_score(f1, undefined="nan")[0])
    assert sy.metrics.g_score(f1, undefined="zero")[0] == 0
    assert math.isnan(sy.metrics.mcc(f1, undefined="zero"))
    assert sy.metrics.f(f1)[0] == 0


def test_lmu_rectangle_probabilities():
    # By hand from tables of Φ: .9130·.9877 and .4262·.1283.
    assert gaussian.chance_of_hit() == pytest.approx(0.9017, abs=5e-4)
    assert gaussian.chance_of_false_alarm() == pytest.approx(0.0547, abs=5e-4)


def test_lmu_expectation_is_that_of_many_draws():
    outcomes = gaussian.Outcomes()
    assert outcomes.probability.sum() == pytest.approx(1)
    draws = np.array([gaussian.drawn(seed).counts[:, 0] for seed in range(200)])
    for column, (n, p) in enumerate([(25, gaussian.chance_of_hit()), (1000, gaussian.chance_of_false_alarm())]):
        mean, error = outcomes.moments(outcomes.confusion.counts[..., column, 0].astype(float))
        assert mean == pytest.approx(n * p)
        assert error == pytest.approx(math.sqrt(n * p * (1 - p)))
        assert draws[:, column].mean() == pytest.approx(mean, abs=4 * error / math.sqrt(200))


def test_lmu_slide_is_within_two_standard_errors():
    notes = {place: cell.note for place, cell in _cells("002").items()}
    assert "expected 22.5 ± 1.5; the slide is 1.7 standard errors above" in notes["Gaussians, counts", "TP", "drawn"]
    assert "expected 54.7 ± 7.2; the slide is 0.7 standard errors below" in notes["Gaussians, counts", "FP", "drawn"]


def test_gupta_rarity_weights_are_those_of_the_authors_script():
    # AmazonReviewClassifier.py of the authors' repository has them in a comment.
    script = [0.20987038694950402, 0.36800036350868515, 0.25585541935662426, 0.13612068751191228, 0.030153142673274437]
    reviews = sy.Confusion(np.diag(list(gupta.REVIEWS.values())), labels=list(gupta.REVIEWS))
    assert sy.importance.rarity().weights(reviews) == pytest.approx(script, rel=1e-12)


def test_gupta_composite_follows_eq_9_only_with_lstms_accuracies():
    cells = _cells("004")
    for label, eq_9, printed in (("class 1", 0.942, "0.62"), ("class 5", 0.058, "0.38")):
        by_user = cells["Section 4.2, composite", label, "rarity * user"]
        assert by_user.verdict == "explained"
        assert by_user.ours == pytest.approx(eq_9, abs=5e-4)
        by_lstm = cells["Section 4.2, composite", label, "rarity * LSTM"]
        assert (by_lstm.printed, by_lstm.verdict) == (printed, "same")


def test_gupta_accuracies_of_classes_1_and_5_sum_to_one():
    assert all(sum(accuracies) == pytest.approx(1) for accuracies in gupta.ACCURACIES.values())


def test_gupta_a_drifting_weight_is_noticed(monkeypatch):
    monkeypatch.setitem(gupta.USER, 1, 0.6)
    monkeypatch.setitem(gupta.USER, 5, 0.4)
    (reproduction,) = papers.reproduce("004")
    different = {(cell.table, cell.row) for cell in reproduction.cells if cell.verdict == "different"}
    assert ("Section 4.2, composite", "class 1") in different
    assert ("Figure 3a", "LSTM") in different
