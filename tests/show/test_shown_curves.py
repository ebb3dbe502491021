"""Curves in words: what is said of each kind, and of a single threshold."""

import numpy as np

import steelyard as sy

Y = np.repeat([True, False], [40, 60])
SURE, NONE = np.where(Y, 0.9, 0.1), np.full(100, 0.4)


def told(kind, **options):
    return " ".join(str(sy.scores.curve(Y, {"sure": SURE, "none": NONE}, kind, positive=True, **options)).split())


def test_areas():
    assert "Area under the ROC curve of class True: 1.000 (sure) and 0.500 (none)." in told("roc")
    assert "Average precision of class True: 1.000 (sure) and 0.400 (none)." in told("precision_recall")
    assert "the class has 10 % of the items as stated." in told("brier", shares={True: 0.1})


def test_where_decisions_are_worth_it():
    text = told("decision")
    assert text.startswith("Better than always or never answering True: sure at thresholds 0.")
    assert "none nowhere that is shown." in text
    assert "threshold sure none always" in text
    assert "at weights" in told("cost")


def test_bins():
    text = told("reliability")
    assert (
        "Of 2 bins, probabilities of sure are too high in 1 and too low in 1; by chance alone, 0.1 would look so."
        in text
    )
    assert "In none of 1 bins are the probabilities of none off." in text


def test_one_threshold_is_one_row():
    text = told("decision", thresholds=0.25)
    # 0.4 of sure; 0.4 − 0.6 / 3 of none, which takes all, as always does.
    assert "0.25 +0.400" in text
    assert text.count("+0.200") == 2


def test_html_has_the_same_sentence():
    result = sy.scores.curve(Y, SURE, "roc", positive=True)
    assert result.verdict in result._repr_html_()
