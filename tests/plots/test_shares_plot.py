"""Curves over class shares, by their artists."""

import numpy as np
import pytest

import steelyard as sy
from steelyard.plots import SharesRecord, shares
from steelyard.plots.canvas import grid_of_axes

TREE, SVM = sy.Confusion([[8, 2], [9, 81]], ["fraud", "ok"]), sy.Confusion([[5, 5], [1, 89]], ["fraud", "ok"])
STACK = sy.Confusion.of_models({"tree": TREE, "svm": SVM})


def named(ax, *names):
    return [line for name in names for line in ax.get_lines() if line.get_label() == name]


def test_lines_are_those_of_the_record():
    record = SharesRecord.of(sy.shares.what_if(STACK, "fraud", "accuracy"))
    ax = shares(record)
    for drawn, line in zip(named(ax, "tree", "svm"), record.lines, strict=True):
        np.testing.assert_array_equal(drawn.get_xydata(), np.stack([record.shares, line.values], axis=1))
    assert ax.get_xscale() == "logit"
    assert ax.get_ylabel() == "accuracy"


def test_the_present_share_and_the_crossings_are_told():
    ax = shares(sy.shares.what_if(STACK, "fraud", "accuracy"))
    assert [text.get_text() for text in ax.texts] == ["now 10.0 %", "22.9 %"]
    (ring,) = named(ax, "the best model changes")
    assert ring.get_xdata()[0] == pytest.approx(8 / 35, abs=1e-6)


def test_ticks_are_percentages():
    ax = shares(sy.shares.what_if(TREE, "fraud", "accuracy"))
    labels = [label.get_text() for label in ax.get_xticklabels()]
    assert labels == ["0.1 %", "1 %", "10 %", "50 %", "90 %", "99 %", "99.9 %"]
    assert not len(ax.get_xticks(minor=True))


def test_a_rare_class_is_in_the_frame():
    rare = sy.Confusion([[1, 1], [100, 999_898]], ["fraud", "ok"])
    low, high = shares(sy.shares.what_if(rare, "fraud", "accuracy")).get_xlim()
    assert low < 2e-6 < high


def test_metrics_of_one_model_are_named_and_of_several_both_are():
    metrics = ["accuracy", "mcc"]
    ax = shares(sy.shares.what_if(TREE, "fraud", metrics))
    assert len(named(ax, *metrics)) == 2
    assert ax.get_ylabel() == "value"
    both = shares(sy.shares.what_if(STACK, "fraud", metrics), metrics)
    assert len(named(both, "tree, accuracy", "svm, accuracy", "tree, mcc", "svm, mcc")) == 4


def test_a_lower_metric_says_so():
    assert shares(sy.shares.what_if(TREE, "fraud", "cen")).get_ylabel() == "cen (lower is better)"


def test_it_draws_on_the_axes_given():
    (ax,) = grid_of_axes(1, 1, (6, 4)).flat
    assert shares(sy.shares.what_if(STACK, "ok"), "mcc", ax=ax) is ax
    assert ax.get_legend() is not None


def test_curves_that_cannot_be_drawn_are_said_to_be_undefined():
    lost = sy.Confusion([[0, 10], [0, 90]], ["fraud", "ok"])
    ax = shares(sy.shares.what_if(lost, "fraud", ["macro_precision", "accuracy"], undefined="nan"))
    told = [text.get_text() for text in ax.get_figure().legends[0].get_texts()]
    assert told == ["macro_precision, undefined", "accuracy"]
    alone = shares(sy.shares.what_if(lost, "fraud", "macro_precision", undefined="nan"))
    assert "undefined" in [text.get_text() for text in alone.texts]
