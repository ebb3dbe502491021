"""What holds for every plot: hostile names, dark styles, no setting changed, and one sentence without Matplotlib."""

import subprocess
import sys
from functools import cache, partial

import matplotlib as mpl
import numpy as np
import pytest
from matplotlib import style
from matplotlib.colors import to_rgb
from matplotlib.text import Text

import steelyard as sy
from steelyard import plots
from steelyard.comparison.robustness import robustness
from steelyard.plots.canvas import grid_of_axes, luminance

NASTY = ["$x_1$", "_under_", "a" * 500, "שלום עולם", "😀 happy", "中文", "中国", "<b>&amp;", "$\\frac{1}", "\u202ertl"]
COUNTS = np.random.default_rng(1).poisson(5, (10, 10, 10)) + 20 * np.eye(10, dtype=int)
MODELS = sy.Confusion(COUNTS, NASTY, axes={"model": NASTY})
MONTHS = sy.Confusion(COUNTS.reshape(2, 5, 10, 10), NASTY, axes={"model": NASTY[:2], "$m_o$": NASTY[:5]})
THREE = MODELS.collapse({"$a_b$": NASTY[:3], "_c": NASTY[3:7], "😀中": NASTY[7:]})
RESULT = sy.evaluate(MODELS, metrics=["balanced_accuracy", "accuracy"], intervals="delta")

TRUTH = np.where(np.arange(60) % 3 == 0, NASTY[0], NASTY[3])
SCORES = {name: np.random.default_rng(k).random(60) for k, name in enumerate(NASTY)}

RECORDS = {
    "confusion": (plots.confusion, plots.MatrixRecord.of(MODELS.slice(0))),
    "difference": (plots.confusion, plots.MatrixRecord.of(MODELS.slice(0), "rows", minus=MODELS.slice(1))),
    "classes": (plots.classes, plots.ClassesRecord.of(RESULT)),
    "metrics": (plots.metrics, plots.MetricsRecord.of(RESULT)),
    "weights": (plots.weights, plots.WeightsRecord.of(RESULT, NASTY[0])),
    "triangle": (plots.triangle, plots.TriangleRecord.of(THREE)),
    "curves": (plots.curves, sy.shares.two_normals.curves("precision")),
    "wins": (plots.wins, plots.WinsRecord.of(robustness(THREE, samples=500))),
    "shares": (plots.shares, plots.SharesRecord.of(sy.shares.what_if(MODELS, NASTY[1], "accuracy"))),
    "slices": (plots.slices, plots.SlicesRecord.of(sy.evaluate(MONTHS, metrics="accuracy", intervals="delta"))),
}


@cache
def scored(kind):
    """Return curves of all models, whose bands take too long to be made while tests are collected."""
    return sy.scores.curve(TRUTH, SCORES, kind, positive=NASTY[0])


def draw_scored(kind, **given):
    return plots.score_curves(scored(kind), **given)


EVERY = {name: partial(draw, record) for name, (draw, record) in RECORDS.items()}
EVERY |= {
    kind: partial(draw_scored, kind) for kind in ("roc", "precision_recall", "reliability", "decision", "cost", "brier")
}

QUICK = ("confusion", "metrics", "triangle", "slices", "roc", "decision")
"""One of each kind of drawing; the others are left to `make test-all`."""

KINDS = [pytest.param(draw, id=name, marks=[] if name in QUICK else [pytest.mark.slow]) for name, draw in EVERY.items()]
every = pytest.mark.parametrize("draw", KINDS)


@pytest.fixture(scope="module", params=KINDS)
def drawn(request):
    """Axes of each plot on a figure of its own, drawn once."""
    before = dict(mpl.rcParams)
    ax = request.param()
    assert dict(mpl.rcParams) == before, "a setting was changed"
    return ax


def test_hostile_names_are_drawn_as_they_are(drawn, tmp_path):
    """Warnings are errors here: those of missing glyphs, too."""
    for ending in ("png", "svg"):
        assert plots.save(drawn, tmp_path / f"figure.{ending}").stat().st_size > 3000


def test_no_name_is_read_as_a_formula(drawn):
    figure = drawn.get_figure()
    hostile = [text for text in figure.findobj(Text) if "x_1" in text.get_text() or "frac" in text.get_text()]
    assert not any(text.get_parse_math() or text.get_usetex() for text in hostile)
    long = [len(text.get_text()) for text in figure.findobj(Text)]
    assert max(long) < 130


@pytest.fixture(scope="module", params=KINDS)
def beside(request):
    """Two dark axes of a figure of the user's, and what was drawn on the second: the style is over by then."""
    with style.context("dark_background"):
        left, right = grid_of_axes(1, 2, (12, 5)).flat
    return left, right, request.param(ax=right)


def test_it_draws_on_axes_of_a_figure_of_the_users_and_returns_them(beside):
    left, right, drawn = beside
    assert drawn is right
    assert not left.has_data()
    assert not left.get_figure().legends


def test_a_dark_style_has_no_dark_words(beside):
    _, _, drawn = beside
    drawn.get_figure().draw_without_rendering()
    words = [text for text in drawn.findobj(Text) if text.get_text().strip() and text.get_visible()]
    inside = {id(text) for text in drawn.texts if _on_a_shade(text)}
    assert words
    for text in words:
        if id(text) not in inside:
            assert luminance(to_rgb(text.get_color())) > 0.15, text.get_text()


def _on_a_shade(text):
    """Words in cells and bars stand on a colour of ours, and are black or white by it."""
    return text.get_ha() == "center" and text.get_va() == "center"


@every
def test_a_missing_matplotlib_is_one_sentence(draw, monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    with pytest.raises(ValueError, match=r"drawing needs Matplotlib; pip install matplotlib"):
        draw()


def test_axes_are_limited_to_what_is_there(drawn):
    assert np.isfinite([*drawn.get_xlim(), *drawn.get_ylim()]).all()


def test_tex_of_the_user_does_not_see_names():
    with mpl.rc_context({"text.usetex": True}):
        ax = plots.classes(RESULT)
    named = [*ax.get_yticklabels(), *ax.get_figure().legends[0].get_texts()]
    assert not any(text.get_usetex() for text in named)


def test_importing_and_making_records_needs_no_matplotlib():
    script = (
        "import sys, steelyard as sy, steelyard.plots as p;"
        "cm = sy.Confusion.of_models({'a': [[8, 2], [1, 9]], 'b': [[5, 5], [0, 10]]}); e = sy.evaluate(cm);"
        "p.MatrixRecord.of(cm['a']); p.ClassesRecord.of(e); p.MetricsRecord.of(e); p.WeightsRecord.of(cm, 0);"
        "p.SharesRecord.of(sy.shares.what_if(cm, 0)); p.WinsRecord.of(sy.compare(cm));"
        "print('matplotlib' in sys.modules); ax = p.confusion(cm['a']); print('matplotlib.pyplot' in sys.modules)"
    )
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=60)
    assert run.stdout.split() == ["False", "False"]


def test_every_exported_name_is_there():
    assert sorted(plots.__all__) == plots.__all__
    for name in plots.__all__:
        assert name == "style" or callable(getattr(plots, name))
    assert all(callable(getattr(plots.style, name)) for name in plots.style.__all__)
