"""Values of the folds against fractions, and what becomes of those that are undefined."""

from fractions import Fraction

import numpy as np
import pytest

import steelyard as sy
from averaged import averaged
from experiments.spread.made_up_spread import part, results
from steelyard_papers.experiments.spread.matrices import matrices
from steelyard_papers.experiments.spread.values import ASKED, indices, value_rows, values
from steelyard_papers.reproductions.mullick2020.index_names import NAMES


def test_two_classes_are_measured_by_every_metric_that_is_asked():
    assert list(indices(2)) == list(ASKED), "in the order of the published tables"
    assert set(ASKED) <= set(sy.metrics)
    assert len(ASKED) == len(set(ASKED)) == 41


def test_several_classes_are_measured_by_every_metric_and_the_average_of_every_rate_once():
    found, every = indices(3), indices(2)
    averages = {metric.average_of: name for name, metric in every.items() if metric.average_of}
    for name, metric in every.items():
        if metric.kind != "rate":
            assert found[name] is metric
        else:
            assert (name in found) != (name in averages)
    assert all(metric.kind != "rate" for metric in found.values())
    assert {"npv", "mprecision", "jaccard"} <= set(found)
    assert not {"recall", "precision", "f"} & set(found)


def test_with_two_classes_a_rate_is_the_minoritys():
    given = part("two 01", "NBSVM", 1)
    (one,) = values(matrices([given]))
    for m, mix in enumerate(one.of.test_sets):
        for fold in range(2):
            (tp, fn), (fp, tn) = given["matrices"][mix][fold]
            recall, false = Fraction(tp, tp + fn), Fraction(fp, fp + tn)
            precision, modified = Fraction(tp, tp + fp), recall / (recall + false)
            wanted = {
                "recall": recall,
                "precision": precision,
                "mprecision": modified,
                "one_point_auroc": (recall + 1 - false) / 2,
                "one_point_aurpc": (recall + precision) / 2,
                "one_point_maurpc": (recall + modified) / 2,
                "accuracy": Fraction(tp + tn, tp + tn + fp + fn),
            }
            for index, value in wanted.items():
                assert one.folds[index][0, fold, m] == pytest.approx(float(value))
            assert one.folds["g_mean"][0, fold, m] ** 2 == pytest.approx(float(recall * (1 - false)))


@pytest.mark.parametrize("rate", ["npv", "mprecision", "jaccard", "rest_recall", "class_g_mean"])
def test_with_several_classes_a_rate_is_its_plain_average(rate):
    given = part("five 1", "NBSVM", 1, 5)
    (one,) = values(matrices([given]))
    for fold in range(2):
        counts = np.array(given["matrices"]["reversed"][fold])
        assert one.folds[rate][0, fold, 1] == pytest.approx(np.mean(sy.metrics[rate](counts)))
        assert one.folds[rate][0, fold, 1] == pytest.approx(averaged(rate, counts))


def test_a_fold_in_which_an_index_is_undefined_is_left_out_of_the_mean_and_counted():
    given = part("two 01", "NBSVM", 1, folds=3)
    given["matrices"]["IR"] = [[[4, 6], [4, 96]], [[0, 10], [0, 100]], [[8, 2], [0, 100]]]
    (one,) = values(matrices([given]))
    rows = {(row["test_set"], row["index"]): row for row in value_rows([one])}
    assert (rows["IR", "precision"]["mean"], rows["IR", "precision"]["undefined"]) == (0.75, 1)  # of 1/2 and 1
    assert (rows["IR", "one_point_auroc"]["undefined"], rows["1", "precision"]["undefined"]) == (0, 0)
    assert rows["IR", "g_mean"]["mean"] == pytest.approx((0.384**0.5 + 0 + 0.8**0.5) / 3, abs=1e-6)


def test_what_is_never_defined_has_no_mean():
    (one,) = values(matrices([part("two 01", "NBSVM", 1, ruined=True)]))
    rows = [row for row in value_rows([one]) if row["index"] == "precision"]
    assert {(row["mean"], row["undefined"]) for row in rows} == {(None, 2)}


def test_folds_that_were_not_done_are_neither_in_the_mean_nor_undefined():
    parts = results({"two 01": 2})
    alone = values(matrices([parts["two 01, NBSVM, run 1"]]))[0]
    del parts["two 01, NBSVM, run 2"]
    (one,) = values(matrices(parts.values()))
    place = one.of.classifiers.index("NBSVM")
    for index in indices(2):
        assert np.isnan(one.folds[index][place, 2:]).all()
        assert one.means[index][place] == pytest.approx(alone.means[index][0], nan_ok=True)
        assert one.undefined(index)[place].tolist() == alone.undefined(index)[0].tolist()


def test_only_the_indices_of_the_paper_are_told_value_by_value():
    rows = value_rows(values(matrices(results({"two 01": 2, "ten 1": 10}).values())))
    assert len(rows) == 4 * 5 * (6 + 7)
    assert {row["index"] for row in rows} == set(NAMES)
