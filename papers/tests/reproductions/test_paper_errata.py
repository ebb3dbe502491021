"""What the notes and explanations claim is true."""

from __future__ import annotations

import csv
import math
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

import steelyard as sy
from steelyard_papers import reproductions
from steelyard_papers.reproductions.branco2017 import inputs as branco
from steelyard_papers.reproductions.branco2017.figure1 import EXAMPLE, LocalOrder
from steelyard_papers.reproductions.gupta2020 import inputs as gupta
from steelyard_papers.reproductions.lmu import gaussian
from steelyard_papers.reproductions.lmu import inputs as lmu
from steelyard_papers.reproductions.sadeghinasab2020 import inputs as slides

RESULTS = Path(__file__).parents[3] / "docs" / "results"
FLOOR_AND_AVERAGE = ("infrequent_below_whole_mean", "infrequent_below_mean")


def _notes(paper):
    (reproduction,) = reproductions.reproduce(paper)
    return " ".join(reproduction.notes)


def _cells(paper):
    (reproduction,) = reproductions.reproduce(paper)
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
        ("Figure 1, Rank(E)", "middle expression", "E"),
        ("Figure 1, Rank(E)", "LPOM", "E"),
        ("Table 5, relevance", "Rec^PO", "Case 3"),
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


def test_branco_case_3_has_200_items_of_c4(monkeypatch):
    # The row that our text of Table 2 lost, and that the slides on the paper print: 0 0 0 200.
    assert branco.MATRICES["Case 3"][3] == [0, 0, 0, 200]
    fits = []
    for items in range(195, 210):
        monkeypatch.setitem(branco.MATRICES, "Case 3", [*branco.MATRICES["Case 3"][:3], [0, 0, 0, items]])
        # Tables 3 and 5; Table 4 has the row PREV that does not follow from any.
        of_case = [cell.verdict for (_, _, column), cell in _cells("000").items() if column == "Case 3"]
        if "different" not in of_case:
            fits.append(items)
    assert fits == [200, 201, 202, 203, 204]
    assert "leave 200 to 204 items of c4" in _notes("003")
    assert "accuracy is 150/165 = .909, its balanced accuracy .893" in _notes("003")
    example = sy.Confusion(slides.EXAMPLE)
    assert float(sy.metrics.accuracy(example)) == pytest.approx(0.909, abs=5e-4)
    assert float(sy.metrics.balanced_accuracy(example)) == pytest.approx(0.893, abs=5e-4)


def test_branco_middle_expression_of_rank_is_constant():
    # ((|S| + 1) + (|P| + 1) + |U|)/2 with |S| + |P| + |U| = C − 1 is (C + 1)/2, whatever the class.
    for s, p, u in ((2, 1, 3), (0, 0, 6), (6, 0, 0), (0, 6, 0), (1, 3, 2)):
        names = [f"{k}" for k in range(6)]
        local = LocalOrder("E", tuple(names[:s]), tuple(names[s : s + p]), tuple(names[s + p :]))
        assert len(local.incomparable) == u
        assert local.middle == 4
        assert local.rank == s + 1 + Fraction(u, 2)


def test_branco_rank_of_e_is_not_the_lpom():
    assert EXAMPLE.rank == Fraction(9, 2)
    # Among those it is compared with, E is the third of four; three more are shuffled in: 3 · (7 + 1)/(4 + 1).
    assert EXAMPLE.lpom == Fraction(24, 5)
    exact = sy.importance.order(EXAMPLE.pairs, ranks="exact").weights(sy.Confusion(np.eye(7), labels=EXAMPLE.classes))
    assert exact[EXAMPLE.classes.index("E")] * 28 == pytest.approx(4.8)  # all ranks sum to 7 · 8/2


def test_branco_successors_must_matter_less():
    # Table 4, Case 1, c3 < c1 and c3 < c2: 1, 1, .4. With S the classes above, c3 would be on top.
    below, above = [1, 1, 0], [0, 0, 2]
    incomparable = [1, 1, 0]
    for s, phi in ((below, [1, 1, 0.4]), (above, [0.5, 0.5, 1])):
        rank = [a + 1 + u / 2 for a, u in zip(s, incomparable, strict=True)]
        assert [each / max(rank) for each in rank] == phi


def test_branco_mcc_and_rci_as_printed_do_not_give_table_3():
    for case, mcc, rci in (("Case 1", 0.301, 0.368), ("Case 2", 0.978, 0.926), ("Case 3", 0.923, 0.979)):
        m = np.array(branco.MATRICES[case], dtype=float)
        n, t, p = m.sum(), m.sum(axis=1), m.sum(axis=0)
        X = n * np.trace(m) - t @ p
        Y, Z = math.sqrt(p @ (n - p)), math.sqrt(t @ (n - t))
        assert pytest.approx(mcc, abs=5e-4) == X / (Y * Z)
        assert X / math.sqrt(Y * Z) > 1

        def entropy(x):
            return -sum(each * math.log(each) for each in x if each > 0)

        def information(over, m=m, t=t, p=p):
            after = sum(p[j] / over * entropy(m[:, j] / p[j]) for j in range(len(p)) if p[j])
            return 1 - after / entropy(t / over)

        assert information(n) == pytest.approx(rci, abs=5e-4)
        assert information(len(m)) != pytest.approx(rci, abs=0.01)


def test_branco_rec_po_of_case_3_is_halfway():
    # Ranks 3.5, 3, 2, 1.5 and recalls 1/4, 1/10, 1, 1.
    assert (Fraction(7, 4) + Fraction(6, 10) + 4 + 3) / 20 == Fraction(4675, 10_000)
    cell = _cells("000")["Table 5, relevance", "Rec^PO", "Case 3"]
    assert (cell.printed, cell.verdict) == ("46.7", "explained")
    phi = [3.5 / 3.5, 3 / 3.5, 2 / 3.5, 1.5 / 3.5]
    assert sum(w * r for w, r in zip(phi, (0.25, 0.1, 1, 1), strict=True)) / sum(phi) < 0.4675


def test_branco_section_5_2_is_in_the_terminal():
    # That the counts are these is tested on the stored results, in test_paper_discrimination.py.
    assert "recall has 6 below zero (8.3 %), CBA 9 (12.5 %)" in _notes("000")


def test_lmu_slide_takes_zero_for_an_undefined_g_score():
    f1 = sy.Confusion(lmu.F1_COUNTS)
    assert math.isnan(sy.metrics.g_score(f1, undefined="exclude")[0])
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
    (reproduction,) = reproductions.reproduce("004")
    different = {(cell.table, cell.row) for cell in reproduction.cells if cell.verdict == "different"}
    assert ("Section 4.2, composite", "class 1") in different
    assert ("Figure 3a", "LSTM") in different


def test_gupta_figure_3a_follows_from_table_2():
    shares = np.array(list(gupta.FREQUENCIES.values()))
    found = {model: (float(shares @ recalls), sum(recalls) / 5) for model, recalls in gupta.ACCURACIES.items()}
    assert {model: round(accuracy, 3) for model, (accuracy, _) in found.items()} == {
        "LSTM": 0.535, "RNN": 0.617, "GRU": 0.551, "BiLSTM": 0.546,
    }  # fmt: skip
    assert all(balanced == pytest.approx(0.2) for _, balanced in found.values())
    notes = _notes("004")
    assert ".535 for LSTM, .617 for RNN, .551 for GRU and .546 for BiLSTM" in notes
    assert "1/5 = .200 for each" in notes


def test_gupta_infrequent_classes_are_below_the_average_rounded_down():
    # The stored sizes of the four logs; section 4.1 prints 237, 101, 127 and 8.
    with (RESULTS / "gupta2020" / "log_parsing_facts.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    floor, average = ([int(row[name]) for row in rows] for name in FLOOR_AND_AVERAGE)
    assert floor == [237, 101, 127, 8] == [int(row["infrequent_paper"]) for row in rows]
    assert average == [247, 102, 130, 8]
    assert "237, 101, 127 and 8 are below the average rounded down, 247, 102, 130 and 8 below" in _notes("004")
    assert round(2000 / 166) == 12


def test_gupta_lstm_train_is_gru():
    with (RESULTS / "gupta2020" / "sentiment_authors.csv").open(encoding="utf-8", newline="") as file:
        rows = {row["file"]: row for row in csv.DictReader(file)}
    found = [round(float(rows["lstm_train.pred"][f"recall_{star}"]), 2) for star in range(1, 6)]
    assert found == list(gupta.ACCURACIES["GRU"]) == [0.16, 0, 0, 0, 0.84]


def test_lmu_micro_tpr_needs_the_class_sizes():
    tpr = Fraction(1), Fraction(950, 1000)
    assert round(float(sum(tpr) / 1025), 4) == 0.0019
    micro = (25 * tpr[0] + 1000 * tpr[1]) / 1025
    assert round(float(micro), 3) == 0.951
    assert float(sy.metrics.accuracy(lmu.F2_COUNTS)) == pytest.approx(float(micro))
    assert ".0019 by the slide" in _notes("002")


def test_lmu_bac_is_the_midpoint():
    for a, b in ((Fraction(1, 5), Fraction(4, 5)), (Fraction(0), Fraction(1))):
        bac = (a + b) / 2
        assert bac - a == b - bac
    assert pytest.approx(0.32) == 2 * 0.2 * 0.8 / (0.2 + 0.8)
    assert math.sqrt(0.2 * 0.8) == pytest.approx(0.4)


@pytest.mark.parametrize("seed", range(5))
def test_lmu_weighted_tnr_is_the_accuracy_under_its_example_weights(seed):
    cm = sy.Confusion(np.random.default_rng(seed).integers(0, 50, (4, 4)) + np.diag([1, 40, 300, 9]))
    weights = sy.importance.complement().weights(cm)
    n, t = cm.total, cm.support
    np.testing.assert_allclose(weights, (n - t) / (3 * n))
    assert weights @ sy.metrics.rest_recall(cm) == pytest.approx(float(sy.metrics.accuracy(cm)), rel=1e-12)


# One item of class 1 is taken for class 2; all others are right. Class 3 is ten times as large in the second.
ONE_ERROR = [[1, 1, 0], [0, 2, 0], [0, 0, 2]]
RESCALED = [[1, 1, 0], [0, 2, 0], [0, 0, 20]]


def _false_positive_rates(m):
    """Return recalls, and (k − m)/(n − n_i) of each class."""
    n = sum(map(sum, m))
    sizes = [sum(row) for row in m]
    recalls = [Fraction(m[i][i], sizes[i]) for i in range(3)]
    alarms = [Fraction(sum(m[j][i] for j in range(3)) - m[i][i], n - sizes[i]) for i in range(3)]
    return recalls, alarms


@pytest.mark.parametrize(("m", "value"), [(ONE_ERROR, Fraction(17, 20)), (RESCALED, Fraction(49, 55))])
def test_mullick_normalised_auroc_ova_fails_condition_1(m, value):
    recalls, alarms = _false_positive_rates(m)
    one_point_auroc_ova = sum(1 + r - a for r, a in zip(recalls, alarms, strict=True)) / 6
    least = Fraction(1, 6)
    assert (one_point_auroc_ova - least) / (1 - least) == value
    assert sy.metrics.one_point_nauroc_ova(m) == pytest.approx(float(value))
    assert "it is 17/20; with ten times the items of the third class, which are all right, it is 49/55" in _notes("001")
    assert _cells("001")["Theorems 1 to 5, Figure 6", "nAUROC-OVA, C = 3", "Condition 1"].ours == 0


def test_mullick_last_line_of_theorem_2():
    tp, fp = Fraction(1), Fraction(0)  # over n₁ and n₂, of a perfect classifier
    assert tp / 2 + tp / (2 * tp + 2 * fp) == 1
    assert tp / 2 + tp / (tp / 2 + fp / 2) == Fraction(5, 2)
    assert "1/2 + 2 = 5/2" in _notes("001")


def test_mullick_theorem_5_analyses_another_index_that_fails_condition_1():
    def precisions(m):
        recalls, alarms = _false_positive_rates(m)
        return [r / (r + a) for r, a in zip(recalls, alarms, strict=True)]

    assert precisions(ONE_ERROR) == [1, Fraction(4, 5), 1]
    assert precisions(RESCALED) == [1, Fraction(22, 23), 1]
    assert sy.metrics.one_point_maurpc_ova(ONE_ERROR) == pytest.approx(
        float(sy.metrics.one_point_maurpc_ova(RESCALED)), rel=1e-14
    )


@pytest.mark.parametrize("C", [2, 3, 5, 10])
@pytest.mark.parametrize("sizes", ["even", "uneven"])
def test_mullick_eq_28_is_not_tight(C, sizes):
    # Class 0 keeps ε and goes evenly to the others, each of which loses ε to it.
    epsilon = 1e-9
    shares = np.eye(C) * (1 - epsilon)
    shares[1:, 0] = epsilon
    shares[0] = (1 - epsilon) / (C - 1)
    shares[0, 0] = epsilon
    t = np.full(C, 100.0) if sizes == "even" else 10.0 ** np.arange(C)
    limit = (2 * C**2 - 3 * C + 2) / (2 * C**2)
    assert sy.metrics.one_point_maurpc_ova(sy.Confusion(shares * t[:, None])) == pytest.approx(limit, abs=1e-7)
    assert limit > 3 * (C - 1) / (4 * C)
    # Less even is more: all of the ruined class to one other.
    shares[0, 1:] = 0
    shares[0, 1] = 1 - epsilon
    if C > 2:
        assert sy.metrics.one_point_maurpc_ova(sy.Confusion(shares * t[:, None])) > limit + 0.001


@pytest.mark.parametrize("C", [2, 3, 7])
def test_mullick_column_sums_of_theorem_4_reach_the_number_of_classes(C):
    # Every item is taken for class 0: m_j0/n_j is 1 for each j. The ratio is 1/C.
    cm = np.zeros((C, C))
    cm[:, 0] = 10
    assert (cm / cm.sum(axis=1, keepdims=True)).sum(axis=0)[0] == C
    assert sy.metrics.mprecision(cm)[0] == pytest.approx(1 / C)


def test_mullick_eq_7_drops_a_half():
    # TP/(TP + FN) + b1 TP/(b1 TP + b2 FP), of a perfect classifier 2, where eq. 5 has the mean.
    tp, fn, fp = 1, 0, 0
    assert tp / (tp + fn) + tp / (tp + fp) == 2 * sy.metrics.one_point_aurpc([[1, 0], [0, 1]])[0]


def test_no_note_has_marks_that_only_a_page_would_draw():
    assert not any("`" in note for reproduction in reproductions.reproduce() for note in reproduction.notes)
