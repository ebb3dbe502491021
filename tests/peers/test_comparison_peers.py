"""The same answers as statsmodels and baycomp, and where we differ on purpose; values from `make_comparison.py`."""

import json
from pathlib import Path

import numpy as np
import pytest

from steelyard import Joint
from steelyard.comparison.correlated_t import correlated_t
from steelyard.comparison.item_tests import mcnemar, stuart_maxwell
from steelyard.comparison.p_values import holm
from steelyard.comparison.signed_rank import signed_rank

RECORD = json.loads((Path(__file__).parent / "comparison.json").read_text(encoding="utf-8"))


def each(test):
    return pytest.mark.parametrize("case", RECORD[test], ids=range(len(RECORD[test])))


def joint_of(table):
    """Return two models, "a" in the rows; the truth plays no part."""
    by_a, by_b = np.nonzero(table)
    codes = np.stack([np.zeros_like(by_a), by_a, by_b], axis=1)
    return Joint(codes, np.asarray(table)[by_a, by_b], range(len(table)), ["a", "b"])


def probabilities(posterior):
    return [posterior.a_better, posterior.equivalent, posterior.b_better]


@each("mcnemar")
def test_mcnemar_is_that_of_statsmodels(case):
    joint = Joint([[0, 0, 0], [0, 0, 1], [0, 1, 0]], [7, case["only_a"], case["only_b"]], range(2), ["a", "b"])
    assert mcnemar(joint, "a", "b").p_value == pytest.approx(case["p_value"], rel=1e-11)


@each("stuart_maxwell")
def test_stuart_maxwell_is_that_of_statsmodels_where_it_answers(case):
    found = stuart_maxwell(joint_of(case["table"]), "a", "b")
    if case["statistic"] is None:  # a class never predicted, or classes in parts that never mix: we answer
        assert found.degrees < case["degrees"]
        assert 0 < found.p_value < 1
        return
    assert found.degrees == case["degrees"]
    assert found.statistic == pytest.approx(case["statistic"], rel=1e-9, abs=1e-12)
    assert found.p_value == pytest.approx(case["p_value"], rel=1e-9, abs=1e-14)  # statsmodels takes 1 − cdf


@each("holm")
def test_holm_is_that_of_statsmodels(case):
    np.testing.assert_allclose(holm(case["p_values"]), case["adjusted"], rtol=1e-14)


@each("correlated_t")
def test_the_correlated_t_posterior_is_that_of_baycomp(case):
    found = correlated_t(np.subtract(case["a"], case["b"]), runs=case["runs"], rope=case["rope"]).posterior
    expected = case["probabilities"]
    if not case["rope"]:
        expected = [expected[0], 0, expected[1]]
    np.testing.assert_allclose(probabilities(found), expected, rtol=0, atol=1e-12)


@each("signed_rank")
def test_the_signed_rank_posterior_is_that_of_baycomp_within_the_error_of_both(case):
    found = signed_rank(np.subtract(case["a"], case["b"]), rope=case["rope"], draws=RECORD["draws"], seed=1)
    for mine, expected in zip(probabilities(found.posterior), case["probabilities"], strict=True):
        share = max((mine + expected) / 2, 1 / RECORD["draws"])
        error = np.sqrt(2 * share * (1 - share) / RECORD["draws"])
        assert abs(mine - expected) < 4 * error
