import numpy as np
import pytest

import steelyard as sy

CASE_1 = [[5, 0, 0], [0, 10, 0], [0, 300, 0]]
CASE_2 = [[1, 0, 3], [0, 100, 0], [0, 0, 200]]
CASE_3 = [[1, 3, 0, 0], [9, 1, 0, 0], [0, 0, 100, 0], [0, 0, 0, 200]]


@pytest.mark.parametrize(("case", "value"), [(CASE_1, 0.667), (CASE_2, 0.75), (CASE_3, 0.588)])
def test_branco_et_al_table_3(case, value):
    assert sy.metrics.balanced_accuracy(case) == pytest.approx(value, abs=6e-4)


@pytest.mark.parametrize(("case", "percent"), [(CASE_1, 98.9), (CASE_2, 29.2), (CASE_3, 24)])
def test_branco_et_al_table_5_prev(case, percent):
    assert 100 * sy.metrics.balanced_accuracy(case, importance="rarity") == pytest.approx(percent, abs=0.06)


def test_branco_et_al_table_5_relevance():
    assert 100 * sy.metrics.balanced_accuracy(CASE_2, importance=[1, 0.2, 0.1]) == pytest.approx(42.3, abs=0.06)


def test_gupta_et_al_figure_1b():
    """Class sizes 10, 20, 70 with 1, 4, 60 hits: 0.38 there (truncated), 0.386."""
    counts = [[1, 0, 9], [0, 4, 16], [5, 5, 60]]
    assert sy.metrics.balanced_accuracy(counts) == pytest.approx((0.1 + 0.2 + 6 / 7) / 3)
    assert int(100 * sy.metrics.balanced_accuracy(counts)) == 38


def test_gupta_et_al_figure_3a():
    """WBA(user) .37 .31 .36 .36 from the class accuracies and weights of Table 2."""
    accuracies = {"LSTM": (0.19, 0.81), "RNN": (0.04, 0.96), "GRU": (0.16, 0.84), "BiLSTM": (0.17, 0.83)}
    printed = {"LSTM": 0.37, "RNN": 0.31, "GRU": 0.36, "BiLSTM": 0.36}
    for model, (first, fifth) in accuracies.items():
        counts = np.zeros((5, 5))
        counts[:, 4] = np.array([0.092, 0.052, 0.075, 0.142, 0.639]) * [1 - first, 1, 1, 1, fifth]
        counts[0, 0], counts[4, 0] = 0.092 * first, 0.639 * (1 - fifth)
        value = sy.metrics.wba(counts, importance=[0.7, 0, 0, 0, 0.3])
        assert value == pytest.approx(printed[model], abs=0.01)
