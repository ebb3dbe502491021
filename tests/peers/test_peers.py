"""The same numbers as scikit-learn, imbalanced-learn and PyCM, and where we differ on purpose.

The peers' values are stored by `make_reference.py`; null there is their NaN, or PyCM's text "None".
"""

import gzip
import json
from pathlib import Path

import numpy as np
import pytest

import steelyard as sy
from averaged import averaged

RECORD = json.loads(gzip.decompress((Path(__file__).parent / "reference.json.gz").read_bytes()))
CASES = RECORD["cases"]
TOLERANCE = 1e-12
MANY = 1_000_000
"""Above so many items the peers got one weighted item per cell (see `make_reference.py`)."""


def metric(name, undefined="exclude", **parameters):
    """What we say where the peers leave undefined classes out, or say that they are undefined."""
    return lambda case: sy.metrics[name](case["counts"], undefined=undefined, **parameters)


def weighted(rate, undefined):
    return lambda case: averaged(rate, case["counts"], importance=case["weights"], undefined=undefined)


SAME = {
    ("scikit-learn", "accuracy"): metric("accuracy"),
    ("scikit-learn", "balanced_accuracy"): metric("balanced_accuracy"),
    ("scikit-learn", "kappa"): metric("kappa"),
    ("scikit-learn", "kappa_linear"): metric("weighted_kappa", distance="linear"),
    ("scikit-learn", "kappa_quadratic"): metric("weighted_kappa", distance="quadratic"),
    ("scikit-learn", "recall"): metric("recall"),
    ("scikit-learn", "recall_macro"): metric("balanced_accuracy"),
    ("scikit-learn", "recall_macro_zero"): metric("balanced_accuracy", undefined="zero"),
    ("scikit-learn", "precision"): metric("precision"),
    ("scikit-learn", "precision_macro"): metric("macro_precision"),
    ("scikit-learn", "precision_macro_zero"): metric("macro_precision", undefined="zero"),
    ("scikit-learn", "f1"): metric("f"),
    ("scikit-learn", "f1_macro"): metric("mean_f"),
    ("scikit-learn", "f1_macro_zero"): metric("mean_f", undefined="zero"),
    ("scikit-learn", "f2"): metric("f", beta=2),
    ("scikit-learn", "f2_macro"): metric("mean_f", beta=2),
    ("scikit-learn", "f2_macro_zero"): metric("mean_f", beta=2, undefined="zero"),
    ("scikit-learn", "f0.5"): metric("f", beta=0.5),
    ("scikit-learn", "f0.5_macro"): metric("mean_f", beta=0.5),
    ("scikit-learn", "f0.5_macro_zero"): metric("mean_f", beta=0.5, undefined="zero"),
    ("scikit-learn", "jaccard_macro_zero"): lambda case: averaged("jaccard", case["counts"], undefined="zero"),
    ("scikit-learn", "balanced_accuracy_adjusted"): metric("adjusted_bac"),
    ("scikit-learn", "zero_one_loss"): metric("zero_one_loss"),
    ("scikit-learn", "hamming_loss"): metric("hamming_loss"),
    ("scikit-learn", "jaccard_micro"): metric("micro_jaccard"),
    ("scikit-learn", "mutual_info"): metric("mutual_information"),
    ("scikit-learn", "likelihood_ratios"): lambda case: [
        metric(f"{which}_likelihood_ratio")(case)[0] for which in ("positive", "negative")
    ],
    ("imbalanced-learn", "macro_mae"): metric("macro_mae"),
    ("pycm", "FPR"): metric("false_positive_rate"),
    ("pycm", "FNR"): metric("false_negative_rate"),
    ("pycm", "FDR"): metric("false_discovery_rate"),
    ("pycm", "FOR"): metric("false_omission_rate"),
    ("pycm", "MCC"): metric("class_mcc"),
    ("pycm", "PLR"): metric("lr_plus"),
    ("pycm", "NLR"): metric("lr_minus"),
    ("pycm", "LS"): metric("lift"),
    ("pycm", "AGF"): metric("agf"),
    ("pycm", "OP"): metric("optimised_precision"),
    ("pycm", "IBA"): metric("iba", alpha=1),
    ("pycm", "Scott PI"): metric("scott_pi"),
    ("pycm", "Krippendorff Alpha"): metric("krippendorff_alpha"),
    ("pycm", "Bennett S"): metric("bennett_s"),
    ("pycm", "Gwet AC1"): metric("gwet_ac1"),
    ("pycm", "Mutual Information"): lambda case: sy.metrics.mutual_information(case["counts"]) / np.log(2),
    ("pycm", "Hamming Loss"): metric("hamming_loss"),
    ("pycm", "ACC Macro"): metric("macro_class_accuracy"),
    ("pycm", "TNR"): metric("specificity"),
    ("pycm", "NPV"): metric("npv"),
    ("pycm", "ACC"): metric("class_accuracy"),
    ("pycm", "BM"): metric("informedness"),
    ("pycm", "MK"): metric("markedness"),
    ("pycm", "G"): metric("g_score"),
    ("pycm", "J"): metric("jaccard"),
    ("pycm", "AUC"): metric("one_point_auroc"),
    ("pycm", "GM"): metric("class_g_mean"),
    ("pycm", "Overall ACC"): metric("accuracy"),
    ("pycm", "Kappa"): metric("kappa"),
    ("pycm", "Overall MCC"): metric("mcc"),
    ("pycm", "RCI"): metric("rci"),
    ("pycm", "weighted_kappa"): metric("weighted_kappa"),
    ("pycm", "TPR_weighted"): weighted("recall", "nan"),
    ("pycm", "TPR_weighted_omit"): weighted("recall", "exclude"),
    ("pycm", "PPV_weighted"): weighted("precision", "nan"),
    ("pycm", "PPV_weighted_omit"): weighted("precision", "exclude"),
    ("pycm", "F1_weighted"): weighted("f", "nan"),
    ("pycm", "F1_weighted_omit"): weighted("f", "exclude"),
}

# Each has a test of its own below that says how and why.
DIFFERENT = {
    ("scikit-learn", "mcc"),
    ("scikit-learn", "jaccard"),
    ("imbalanced-learn", "specificity"),
    ("imbalanced-learn", "specificity_macro"),
    ("imbalanced-learn", "class_g_mean"),
    ("imbalanced-learn", "g_mean"),
    ("imbalanced-learn", "g_mean_macro"),
    ("scikit-learn", "normalized_mutual_info"),
    ("imbalanced-learn", "iba"),
    ("pycm", "DOR"),
    ("pycm", "AGM"),
    ("pycm", "Cramer V"),
    ("pycm", "Overall CEN"),
    ("pycm", "Overall MCEN"),
    ("pycm", "CBA"),
}


def theirs(case, peer, name):
    return np.array(case["values"][peer][name], dtype=np.float64)


def assert_same(ours, other, case):
    np.testing.assert_allclose(ours, other, rtol=TOLERANCE, atol=TOLERANCE, equal_nan=True, err_msg=str(case["counts"]))


def of_kind(*kinds):
    return [case for case in CASES if case["kind"] in kinds]


def counted():
    """The cases whose items the peers saw one by one."""
    return [case for case in CASES if np.sum(case["counts"]) <= MANY]


def test_every_stored_value_is_compared():
    stored = {(peer, name) for case in CASES for peer, values in case["values"].items() for name in values}
    assert stored == set(SAME) | DIFFERENT
    assert not set(SAME) & DIFFERENT


def test_the_cases_cover_skew_absence_and_size():
    kinds = {case["kind"] for case in CASES}
    assert kinds >= {"skewed", "absent", "never_predicted", "unused", "constant", "one_truth", "perfect", "all_wrong"}
    assert {len(case["counts"]) for case in CASES} == set(range(2, 9))
    assert max(np.max(case["counts"]) for case in CASES) > 10**7
    assert max(sy.Confusion(case["counts"]).imbalance.ratio for case in of_kind("skewed")) > 100


@pytest.mark.parametrize(("peer", "name"), SAME, ids=":".join)
def test_same_value(peer, name):
    for case in CASES:
        if name in case["values"][peer]:
            assert_same(SAME[peer, name](case), theirs(case, peer, name), case)


def test_scikit_learn_says_0_where_mcc_is_undefined():
    undefined = 0
    for case in CASES:
        ours, other = sy.metrics.mcc(case["counts"]), theirs(case, "scikit-learn", "mcc")
        cm = sy.Confusion(case["counts"])
        constant = (cm.support > 0).sum() < 2 or (cm.predicted > 0).sum() < 2
        if constant:  # the correlation with a constant is 0/0, not 0
            assert np.isnan(ours)
            assert other == 0
            undefined += 1
        else:
            assert_same(ours, other, case)
    assert undefined > 50


def test_scikit_learn_says_0_for_the_jaccard_index_of_a_class_that_does_not_occur():
    for case in CASES:
        ours, other = sy.metrics.jaccard(case["counts"]), theirs(case, "scikit-learn", "jaccard")
        cm = sy.Confusion(case["counts"])
        unused = (cm.support == 0) & (cm.predicted == 0)
        np.testing.assert_array_equal(np.isnan(ours), unused)
        assert not other[unused].any()
        assert_same(ours[~unused], other[~unused], case)


def test_scikit_learn_has_two_balanced_accuracies_and_we_name_the_policy():
    disagreeing = 0
    for case in of_kind("absent", "unused"):
        balanced = theirs(case, "scikit-learn", "balanced_accuracy")
        macro = theirs(case, "scikit-learn", "recall_macro_zero")
        assert_same(sy.metrics.balanced_accuracy(case["counts"]), balanced, case)
        assert_same(sy.metrics.balanced_accuracy(case["counts"], undefined="zero"), macro, case)
        disagreeing += abs(balanced - macro) > TOLERANCE
    assert disagreeing > 10


@pytest.mark.parametrize("rate", ["specificity", "class_g_mean"])
def test_imbalanced_learn_says_0_where_a_rate_is_undefined(rate):
    undefined = 0
    for case in counted():
        other = theirs(case, "imbalanced-learn", rate)
        ours = sy.metrics[rate](case["counts"])
        undefined += np.isnan(ours).sum()
        assert not other[np.isnan(ours)].any()
        assert_same(sy.metrics[rate](case["counts"], undefined="zero"), other, case)
    assert undefined > 30


@pytest.mark.parametrize(("name", "ours"), [("specificity_macro", "macro_specificity"), ("g_mean", "g_mean")])
def test_imbalanced_learn_averages_undefined_rates_as_0(name, ours):
    excluded_differs = 0
    for case in counted():
        other = theirs(case, "imbalanced-learn", name)
        assert_same(sy.metrics[ours](case["counts"], undefined="zero"), other, case)
        excluded_differs += abs(sy.metrics[ours](case["counts"]) - other) > TOLERANCE
    assert excluded_differs > 20


def test_imbalanced_learn_says_0_where_its_index_balanced_accuracy_is_undefined():
    for case in counted():
        ours, other = sy.metrics.iba(case["counts"]), theirs(case, "imbalanced-learn", "iba")
        assert not other[np.isnan(ours)].any()
        assert_same(sy.metrics.iba(case["counts"], undefined="zero"), other, case)


def test_scikit_learn_says_1_where_two_constants_have_no_information_to_share():
    """0/0: of one class and one prediction nothing is told, and there is nothing to tell."""
    undefined = 0
    for case in counted():
        ours, other = sy.metrics.nmi(case["counts"]), theirs(case, "scikit-learn", "normalized_mutual_info")
        if np.isnan(ours):
            undefined += 1
            assert other == 1
        else:
            assert_same(ours, other, case)
    assert undefined > 4


def test_pycm_says_none_for_odds_of_0_if_nothing_else_is_recognised():
    """It divides likelihood ratios, of which one does not exist if tn = 0; tp·tn/(fp·fn) is then 0."""
    differing = 0
    for case in CASES:
        ours, other = metric("diagnostic_odds_ratio")(case), theirs(case, "pycm", "DOR")
        more = np.isnan(other) & ~np.isnan(ours)
        assert not ours[more].any()
        assert_same(ours[~more], other[~more], case)
        differing += more.sum()
    assert differing > 4


def test_pycm_says_0_for_the_adjusted_g_mean_of_a_class_that_is_alone_and_never_found():
    differing = 0
    for case in CASES:
        ours, other = sy.metrics.agm(case["counts"]), theirs(case, "pycm", "AGM")
        fewer = np.isnan(ours) & ~np.isnan(other)
        assert not other[fewer].any()
        assert np.isnan(sy.metrics.specificity(case["counts"])[fewer]).all()
        assert_same(ours[~fewer], other[~fewer], case)
        differing += fewer.sum()
    assert differing


def test_pycm_says_none_for_cramers_v_if_some_class_has_no_items_or_predictions():
    """Such a class has no part in χ²; V is that of the classes which have items and those which are predicted."""
    for case in CASES:
        cm = sy.Confusion(case["counts"])
        ours, other = sy.metrics.cramers_v(cm), theirs(case, "pycm", "Cramer V")
        if np.isnan(other):
            assert (cm.support == 0).any() or (cm.predicted == 0).any()
        else:
            assert_same(ours, other, case)


def test_imbalanced_learns_macro_g_mean_is_that_of_the_averages():
    for case in counted():
        recall = sy.metrics.balanced_accuracy(case["counts"], undefined="zero")
        specificity = sy.metrics.macro_specificity(case["counts"], undefined="zero")
        assert_same(np.sqrt(recall * specificity), theirs(case, "imbalanced-learn", "g_mean_macro"), case)


def test_imbalanced_learn_forgets_weights_in_true_negatives():
    """It takes the number of weighted items for their total weight; the same cells written one by one agree with us."""
    weighted_cases = [case for case in CASES if np.sum(case["counts"]) > MANY]
    assert weighted_cases
    for case in weighted_cases:
        ours = sy.metrics.specificity(case["counts"])
        assert_same(ours, theirs(case, "pycm", "TNR"), case)
        assert not np.allclose(ours, theirs(case, "imbalanced-learn", "specificity"))


@pytest.mark.parametrize(("name", "ours"), [("Overall CEN", "cen"), ("Overall MCEN", "mcen"), ("CBA", "cba")])
def test_pycm_says_none_if_some_class_does_not_occur(name, ours):
    """Such a class has no part in any error, so (modified) confusion entropy is defined; CBA leaves the class out."""
    undefined = 0
    for case in CASES:
        cm = sy.Confusion(case["counts"])
        unused = ((cm.support == 0) & (cm.predicted == 0)).any()
        value, other = sy.metrics[ours](cm), theirs(case, "pycm", name)
        assert np.isnan(other) == unused
        assert not np.isnan(value)
        undefined += unused
        if not unused:
            assert_same(value, other, case)
    assert undefined > 20
