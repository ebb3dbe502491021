"""The values of each fold against scikit-learn and against fractions, also where a fold lacks a class."""

import math
from fractions import Fraction

import numpy as np
import pytest

from steelyard_papers.experiments.sixteen_sets.authors_code import ABSENT, UNSEEN, authors_undefined
from steelyard_papers.experiments.sixteen_sets.data_sets import DATA_SETS
from steelyard_papers.experiments.sixteen_sets.facts import facts, relevances
from steelyard_papers.experiments.sixteen_sets.fold_weights import fold_weights
from steelyard_papers.experiments.sixteen_sets.folds import fold_of_each
from steelyard_papers.experiments.sixteen_sets.lacking import lacking
from steelyard_papers.experiments.sixteen_sets.preferences import PREFERENCES
from steelyard_papers.experiments.sixteen_sets.scored import COLUMNS, scored
from steelyard_papers.experiments.sixteen_sets.summary import spread, summary

CLASSES = DATA_SETS["glass"].classes


def result(learner, seed):
    """Return a part's result: glass with 9 items of class 6, guessed right two times of three."""
    rng = np.random.default_rng(seed)
    truth = np.repeat(np.arange(6), [30, 20, 17, 13, 9, 29])
    guesses = [np.where(rng.random(118) < 2 / 3, truth, rng.integers(0, 6, 118)).tolist() for _ in range(2)]
    folds = fold_of_each([CLASSES[code] for code in truth])
    return {
        "dataset": "glass",
        "learner": learner,
        "truth": truth.tolist(),
        "folds": folds,
        "predicted": guesses,
        "features": 9,
        "repeated_rows": 0,
    }


RESULTS = [result("tree", 1), result("svm", 2)]
(ONE,) = scored(RESULTS)


def folds():
    """Yield the place of each learner and fold, with its true and predicted codes."""
    for k, part in enumerate(RESULTS):
        for repeat, fold_of in enumerate(part["folds"]):
            for fold in range(10):
                at = [i for i, where in enumerate(fold_of) if where == fold]
                yield (
                    (k, 10 * repeat + fold),
                    [part["truth"][i] for i in at],
                    [part["predicted"][repeat][i] for i in at],
                )


def test_there_are_33_metrics_as_in_the_paper():
    assert len(COLUMNS) == len(set(COLUMNS)) == 33
    assert sum(column.level == "existing" for column in COLUMNS) == 13


def test_folds_give_what_scikit_learn_gives():
    from sklearn import metrics as peers

    missing = 0
    for at, truth, predicted in folds():
        present, given = sorted(set(truth)), sorted(set(predicted))
        missing += len(present) < 6
        values = {key[0]: found[at] for key, found in ONE.values.items() if key[1:] == ("existing", "exclude")}
        assert values["Rec_μ"] == pytest.approx(peers.accuracy_score(truth, predicted))
        assert values["MCC"] == pytest.approx(peers.matthews_corrcoef(truth, predicted))
        recall = peers.recall_score(truth, predicted, labels=present, average="macro")
        assert values["Rec_M"] == pytest.approx(recall)
        precision = peers.precision_score(truth, predicted, labels=given, average="macro")
        assert values["Prec_M"] == pytest.approx(precision)
        f = peers.f1_score(truth, predicted, labels=sorted({*present, *given}), average="macro")
        assert values["AvF_1"] == pytest.approx(f)
    assert missing == 4  # class 6 has nine items and there are ten folds, two repeats and two learners


def by_hand(truth, predicted, weights, policy):
    """Return the recall weighted by class, in fractions; None if it is undefined."""
    total = norm = Fraction(0)
    for code, weight in enumerate(weights):
        items = [one for t, one in zip(truth, predicted, strict=True) if t == code]
        if not items and policy == "nan":
            return None
        if items or policy == "zero":
            norm += weight
            total += weight * (Fraction(items.count(code), len(items)) if items else 0)
    return total / norm


@pytest.mark.parametrize("policy", ["exclude", "zero", "nan"])
@pytest.mark.parametrize("level", ["PREV", "φ"])
def test_recall_with_relevance_is_that_of_fractions(level, policy):
    sizes = [30, 20, 17, 13, 9, 29]
    stated = [Fraction(str(PREFERENCES["glass"].relevance[label])) for label in CLASSES]
    weights = [Fraction(1, size) for size in sizes] if level == "PREV" else stated
    for at, truth, predicted in folds():
        wanted = by_hand(truth, predicted, weights, policy)
        found = ONE.values["Rec", level, policy][at]
        assert np.isnan(found) if wanted is None else found == pytest.approx(float(wanted))


def test_the_summary_has_five_numbers_that_are_in_order():
    rows = summary([ONE])
    assert len(rows) == 2 * 33 * 3
    for row in rows:
        assert row["folds"] == 20
        assert row["lacking"] == 2
        assert row["min"] <= row["q1"] <= row["median"] <= row["q3"] <= row["max"]
    (recall,) = [
        row
        for row in rows
        if (row["learner"], row["metric"], row["level"], row["undefined"]) == ("svm", "Rec_M", "existing", "nan")
    ]
    assert recall["defined"] == 18
    assert recall["mean"] == pytest.approx(np.nanmean(ONE.values["Rec_M", "existing", "nan"][1]), abs=1e-6)


def test_the_spread_of_numbers_by_hand():
    # Quartiles as in R: 0.3 and 0.7 lie a quarter of the way; the deviation divides by n − 1.
    found = spread(np.array([0.1, 0.9, 0.3, np.nan, 0.7, 0.5]))
    assert found == {
        "defined": 5, "mean": 0.5, "sd": pytest.approx(math.sqrt(0.1), abs=1e-6),
        "min": 0.1, "q1": 0.3, "median": 0.5, "q3": 0.7, "max": 0.9,
    }  # fmt: skip


def test_what_is_never_defined_has_no_numbers():
    assert spread(np.full(3, np.nan))["mean"] is None
    assert spread(np.full(3, np.nan))["defined"] == 0


def test_folds_that_lack_a_class_are_counted_and_each_policy_told():
    rows = {(row["metric"], row["undefined"]): row for row in lacking([ONE]) if row["learner"] == "tree"}
    counted = [(set(truth), set(predicted)) for at, truth, predicted in folds() if at[0] == 0]
    assert rows["Rec_M", "nan"]["never_predicted"] == sum(len(given) < 6 for _, given in counted)
    assert rows["Rec_M", "nan"]["neither"] == sum(len(there | given) < 6 for there, given in counted)
    recall = {policy: rows["Rec_M", policy] for policy in ("exclude", "zero", "nan")}
    assert recall["nan"]["no_item"] == recall["nan"]["undefined_folds"] == 2
    assert recall["exclude"]["undefined_folds"] == 0
    assert recall["zero"]["mean"] < recall["exclude"]["mean"]
    assert recall["nan"]["authors_undefined_folds"] == 2


def test_the_authors_code_loses_fifteen_metrics_where_a_class_is_absent_and_five_more_where_it_is_unseen():
    assert (len(ABSENT), len(UNSEEN)) == (15, 5)
    unseen = [at for at, truth, predicted in folds() if at[0] == 0 and set(range(6)) - {*truth, *predicted}]
    row, _, every = authors_undefined([ONE])
    assert row["values"] == 33 * 20
    assert row["undefined"] == 15 * 2 + 5 * len(unseen)
    assert every["values"] == 2 * row["values"]


def test_the_correlation_of_a_constant_answer_is_undefined_in_the_authors_code_as_well():
    constant = {**RESULTS[0], "predicted": [[0] * 118] * 2}
    (one,) = scored([constant])
    row, _ = authors_undefined([one])
    # Nothing but class 1 is predicted: MCC in all folds, and what two folds lose for class 6, which nobody predicts.
    assert row["undefined"] == 20 + 20 * 2
    assert row["metrics_never_defined"] == 1


def test_facts_and_relevances_are_those_of_the_whole_set():
    (row,) = facts([ONE])
    assert (row["rows"], row["classes"], row["smallest"], row["largest"], row["folds_lacking"]) == (118, 6, 9, 30, 2)
    assert (row["features"], row["nominal"], row["numeric"], row["ratio"]) == (9, 0, 9, 3.33)
    rows = relevances([ONE])
    assert [row["class"] for row in rows] == list(CLASSES)
    assert [row["φ"] for row in rows] == [0.2, 0.1, 0.8, 0.9, 1, 0.7]
    assert rows[4]["PREV"] == pytest.approx((1 / 9) / sum(1 / size for size in (30, 20, 17, 13, 9, 29)), abs=1e-6)


def test_weights_of_a_fold_are_those_of_its_own_sizes_and_missing_where_a_class_is():
    rows = {(row["learner"], row["metric"]): row for row in fold_weights([ONE])}
    row = rows["svm", "Rec"]
    assert row["folds_without_weights"] == 2
    whole = [Fraction(1, size) for size in (30, 20, 17, 13, 9, 29)]
    own, frozen = [], []
    for at, truth, predicted in folds():
        if at[0] == 1 and len(set(truth)) == 6:
            own.append(float(by_hand(truth, predicted, [Fraction(1, truth.count(code)) for code in range(6)], "nan")))
            frozen.append(float(by_hand(truth, predicted, whole, "nan")))
    assert row["of_the_fold"] == pytest.approx(np.mean(own), abs=1e-6)
    assert row["of_the_whole"] == pytest.approx(np.mean(frozen), abs=1e-6)
    assert row["difference"] == pytest.approx(np.subtract(own, frozen).mean(), abs=1e-6)
    assert row["largest_difference"] == pytest.approx(np.abs(np.subtract(own, frozen)).max(), abs=1e-6)
