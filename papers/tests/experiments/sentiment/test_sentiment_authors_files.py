"""The authors' predictions of the Amazon reviews: χ² by exact fractions, real dependence, and the real files."""

import gzip
import os
from fractions import Fraction
from math import exp
from pathlib import Path

import numpy as np
import pytest

import steelyard as sy
from steelyard_papers.experiments.sentiment.authors_files import (
    PREDICTIONS,
    TRUTH,
    chi_squared,
    dependence,
    independence,
    stars,
)
from steelyard_papers.reproductions.gupta2020 import inputs

pytest.importorskip("scipy", reason="needs SciPy")

HOME = Path(os.environ.get("STEELYARD_DATA", Path(__file__).parents[5] / "shared" / "data")) / "wba_authors"
SHARES = [0.09, 0.05, 0.08, 0.14, 0.64]


def by_hand(table):
    """Return Pearson's χ² exactly: Σ (observed − expected)²/expected."""
    rows, columns = [sum(row) for row in table], [sum(column) for column in zip(*table, strict=True)]
    total = sum(rows)
    return sum(
        (n - Fraction(rows[i] * columns[j], total)) ** 2 / Fraction(rows[i] * columns[j], total)
        for i, row in enumerate(table)
        for j, n in enumerate(row)
    )


def ratings(size, seed=0):
    return np.random.default_rng(seed).choice(5, size, p=SHARES) + 1


def counted(true, predicted):
    return sy.Confusion.from_labels(true, predicted, labels=(1, 2, 3, 4, 5))


@pytest.fixture
def home(tmp_path):
    (tmp_path / "Amazon").mkdir()
    for seed, name in enumerate((TRUTH, *PREDICTIONS)):
        content = "\n".join(map(str, ratings(2000, seed)))
        (tmp_path / "Amazon" / f"{name}.gz").write_bytes(gzip.compress(content.encode()))
    return tmp_path


@pytest.mark.parametrize("table", [[[30, 10], [20, 40]], [[7, 1, 4], [2, 9, 3], [5, 5, 11]], [[12, 5], [3, 8], [1, 9]]])
def test_chi_squared_is_what_exact_fractions_give(table):
    found, exact = chi_squared(np.array(table)), by_hand(table)
    assert found["chi_squared"] == pytest.approx(float(exact), rel=1e-12)
    assert found["degrees_of_freedom"] == (len(table) - 1) * (len(table[0]) - 1)
    assert found["cramers_v"] ** 2 == pytest.approx(
        float(exact / sum(map(sum, table))) / (min(len(table), len(table[0])) - 1)
    )
    by_lot = found["cramers_v"] ** 2 * found["degrees_of_freedom"] / found["chi_squared"]  # χ² is its degrees then
    assert found["cramers_v_by_lot"] ** 2 == pytest.approx(by_lot, rel=1e-12)


def test_the_p_value_of_two_degrees_of_freedom_is_its_closed_form():
    table = [[12, 5], [3, 8], [1, 9]]
    assert chi_squared(np.array(table))["p_value"] == pytest.approx(exp(-by_hand(table) / 2), rel=1e-12)


def test_ratings_that_nobody_gives_are_no_rows_or_columns():
    small = chi_squared(np.array([[30, 10], [20, 40]]))
    assert chi_squared(np.array([[30, 0, 10], [0, 0, 0], [20, 0, 40]])) == small


def test_a_table_with_one_column_is_refused():
    with pytest.raises(ValueError, match=r"a table of shape \(2, 1\) shows no dependence; it needs two rows"):
        chi_squared(np.array([[30, 0], [20, 0]]))


def test_exact_independence_has_no_distance_from_a_draw_by_lot():
    found = dependence(sy.Confusion(np.outer([1, 2, 3, 4, 10], [3, 1, 1, 2, 13]), labels=(1, 2, 3, 4, 5)))
    assert found["chi_squared"] == pytest.approx(0, abs=1e-12)
    assert found["p_value"] == pytest.approx(1)
    assert found["agreement"] == pytest.approx(found["agreement_by_lot"])
    assert found["agreement"] == pytest.approx((1 * 3 + 2 * 1 + 3 * 1 + 4 * 2 + 10 * 13) / 400)
    assert found["wba_user"] == pytest.approx(found["wba_user_by_lot"]) == pytest.approx(0.7 * 3 / 20 + 0.3 * 13 / 20)
    assert [found[f"recall_{star}"] for star in range(1, 6)] == pytest.approx([0.15, 0.05, 0.05, 0.1, 0.65])
    assert [found[f"predicted_{star}"] for star in range(1, 6)] == pytest.approx([0.15, 0.05, 0.05, 0.1, 0.65])


def test_answers_that_know_one_review_in_fifty_are_found_dependent_and_the_same_answers_shuffled_are_not():
    rng = np.random.default_rng(5)
    true = ratings(50_000)
    answers = np.where(rng.random(len(true)) < 0.02, true, ratings(len(true), seed=1))
    found, shuffled = dependence(counted(true, answers)), dependence(counted(true, rng.permutation(answers)))
    assert found["p_value"] < 1e-6
    assert found["cramers_v"] > 2 * found["cramers_v_by_lot"]
    assert found["kappa_low"] > 0
    assert not found["agreement_low"] <= found["agreement_by_lot"] <= found["agreement_high"]
    assert shuffled["p_value"] > 0.05
    assert shuffled["kappa_low"] < 0 < shuffled["kappa_high"]
    assert shuffled["agreement_low"] < shuffled["agreement_by_lot"] < shuffled["agreement_high"]


def test_under_independence_one_test_in_twenty_errs():
    true = ratings(2000)
    found = [chi_squared(counted(true, ratings(2000, seed=seed)).counts)["p_value"] < 0.05 for seed in range(1, 201)]
    assert 2 <= sum(found) <= 20  # Binomial(200, 0.05): outside of this once in a thousand


def test_recalls_are_recognised_as_those_of_a_model_of_table_2():
    sizes = np.array(list(inputs.REVIEWS.values()))
    counts = np.zeros((5, 5))
    counts[:, 0], counts[:, 4] = sizes * 0.193, sizes * 0.807
    assert dependence(sy.Confusion(counts, labels=(1, 2, 3, 4, 5)))["recalls_in_table_2"] == "LSTM"


def test_each_file_of_predictions_has_a_row(home):
    rows = independence(home)
    assert [(row["file"], row["items"]) for row in rows] == [(name, 2000) for name in PREDICTIONS]
    assert all(row["p_value"] > 0.01 for row in rows)


def test_files_may_be_unpacked_and_have_other_ends_of_lines(tmp_path):
    (tmp_path / "a").write_bytes(b"1\r\n5\r\n")
    assert stars(tmp_path / "a").tolist() == [1, 5]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (gzip.compress(b"1\n2\n"), "amazonlstm.pred has 2 ratings and amazonlstm.real 2000; each review needs one"),
        (gzip.compress(b"1\n6\n"), "line 2 of 'amazonlstm.pred' must be a rating from 1 to 5, not '6'"),
        (gzip.compress(b"1\n\n3"), "line 2 of 'amazonlstm.pred' must be a rating from 1 to 5, not ''"),
        (gzip.compress(b"1 2\n"), "line 1 of 'amazonlstm.pred' must be a rating from 1 to 5, not '1 2'"),
        (gzip.compress(b"1\n2\n")[:-6], "cannot be unpacked; get it again"),
        (b"1\n2\n", "cannot be unpacked; get it again"),
        (gzip.compress(b"1\n" * 500)[:14] + b"\xff" * 20, "cannot be unpacked; get it again"),
    ],
)
def test_files_that_are_not_ratings_of_the_same_reviews_are_refused(home, content, said):
    (home / "Amazon" / "amazonlstm.pred.gz").write_bytes(content)
    with pytest.raises(ValueError, match=said):
        independence(home)


def test_a_missing_file_is_refused(home):
    (home / "Amazon" / "lstm_train.pred.gz").unlink()
    with pytest.raises(ValueError, match=r"neither '.*lstm_train.pred.gz' nor 'lstm_train.pred' is there"):
        independence(home)


@pytest.mark.skipif(not HOME.exists(), reason="needs wba_authors/; set STEELYARD_DATA")
def test_the_published_predictions_are_independent_of_the_ratings():
    plain, trained = independence(HOME)
    assert (plain["items"], plain["degrees_of_freedom"], trained["degrees_of_freedom"]) == (363_810, 16, 4)
    # The numbers of the data's README.
    assert (round(plain["p_value"], 2), round(trained["p_value"], 2)) == (0.67, 0.78)
    for row in (plain, trained):
        assert row["agreement_low"] < row["agreement_by_lot"] < row["agreement_high"]
        assert row["wba_user_low"] < row["wba_user_by_lot"] < row["wba_user_high"]
        assert row["kappa_low"] < 0 < row["kappa_high"] < 0.003
        for star in range(1, 6):
            assert row[f"recall_{star}"] == pytest.approx(row[f"predicted_{star}"], abs=0.005)
    # The file that is named after LSTM has the accuracies that Table 2 prints for GRU.
    assert (plain["recalls_in_table_2"], trained["recalls_in_table_2"]) == ("", "GRU")
