"""Curves of scores as they are drawn: lines, bands, bars, legends and what the axes show."""

import numpy as np
import pytest

import steelyard as sy

RNG = np.random.default_rng(0)
TRUTH = RNG.random(1000) < 0.2
EVIDENCE = RNG.normal(2 * TRUTH, 1)
MODELS = {f"m{k}": 1 / (1 + np.exp(-(2 * (EVIDENCE + RNG.normal(0, k / 2, 1000)) - 3.4))) for k in range(5)}


def curves(kind, models=2, **options):
    return sy.scores.curve(TRUTH, dict(list(MODELS.items())[:models]), kind, positive=True, **options)


def legend(ax):
    return [text.get_text() for text in ax.get_figure().legends[0].get_texts()]


def test_lines_are_those_of_the_record():
    result = curves("roc")
    ax = result.plot()
    for line, each in zip(ax.lines, result.models, strict=False):
        assert tuple(line.get_xdata()) == each.x
        assert tuple(line.get_ydata()) == each.y
    first = result.models[0]
    assert legend(ax)[0].startswith(f"m0  {first.area:.3f} (")
    assert legend(ax)[-1] == "by chance"


@pytest.mark.parametrize("kind", ["decision", "cost", "brier"])
def test_bands_are_drawn_of_two_models_not_of_five(kind):
    assert len(curves(kind, 2).plot().collections) == 2
    assert len(curves(kind, 5).plot().collections) == 0


def test_bars_are_where_decisions_are_worth_it():
    result = curves("decision", 2)
    ax = result.plot()
    bars = [line for line in ax.lines if line.get_linewidth() == 3]
    stretches = [stretch for each in result.models for stretch in each.worth]
    assert sorted(round(bar.get_xdata()[0] + 0.005, 6) for bar in bars) == sorted(one.low for one in stretches)
    assert "better than always and never" in legend(ax)
    assert "better than always and never" not in legend(
        sy.scores.curve(TRUTH, np.full(1000, 0.2), "decision", positive=True).plot()
    )


def test_the_best_thresholds_of_a_cost_curve():
    ax = curves("cost", 1).plot()
    assert "at the best thresholds" in legend(ax)
    assert "at the best thresholds" not in legend(curves("cost", 5).plot())


def test_net_benefit_far_below_0_is_not_shown():
    low, high = curves("decision", 5).plot().get_ylim()
    assert -0.5 * high < low < 0


def test_precision_has_the_class_share_in_the_title():
    assert (
        curves("precision_recall", shares={True: 0.01}).plot().get_title(loc="left")
        == "True has 1.0 % of the items, as stated"
    )


def test_small_probabilities_fill_the_axes():
    p = np.where(TRUTH, 0.04, 0.01)
    ax = sy.scores.curve(RNG.random(1000) < 0.02, p, "reliability", positive=True, bins=2).plot()
    assert ax.get_xlim()[1] < 0.2


def test_one_threshold_is_drawn():
    assert curves("decision", thresholds=0.2).plot().has_data()


def test_anything_else_is_refused():
    with pytest.raises(ValueError, match=r"these curves are what sy\.scores\.curve returns"):
        sy.plots.score_curves([1, 2])
    with pytest.raises(ValueError, match="'score_curves' can be drawn"):
        curves("roc").plot("wins")
