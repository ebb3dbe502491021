"""An answer draws itself, as its type is drawn, and a notebook shows what was drawn."""

import pickle
import struct

import numpy as np
import pytest

import steelyard as sy
from steelyard.counts.answer import Pictured
from steelyard.plots.answers import FIGURES
from steelyard.plots.canvas import grid_of_axes

ONE = sy.Confusion([[8, 2], [10, 80]], labels=["fraud", "ok"])
TWO = sy.Confusion([[[8, 2], [9, 81]], [[5, 5], [1, 89]]], labels=["fraud", "ok"], axes={"model": ["tree", "svm"]})
MONTHS = sy.Confusion(TWO.counts, labels=["fraud", "ok"], axes={"month": ["May", "June"]})
COMPARED = sy.compare(TWO, metrics=["balanced_accuracy", "accuracy"])

DRAWN = {
    "classes": (sy.evaluate(ONE), {}, ["fraud", "ok"]),
    "metrics": (sy.evaluate(ONE, metrics="accuracy"), {"kind": "metrics"}, ["accuracy° ↑"]),
    "compared": (COMPARED, {}, ["balanced_accuracy ↑", "accuracy° ↑"]),
    "wins": (COMPARED, {"kind": "wins"}, ["tree", "svm"]),
    "robustness": (COMPARED.robustness(), {}, ["tree", "svm"]),
    "matrix": (ONE, {"show": "rows"}, ["fraud (10)", "ok (90)"]),
    "distortions": (sy.shares.distortions(ONE, metrics="accuracy"), {}, ["accuracy"]),
}


@pytest.mark.parametrize(("answer", "options", "rows"), DRAWN.values(), ids=DRAWN)
def test_an_answer_draws_itself(answer, options, rows):
    names = [label.get_text() for label in answer.plot(**options).get_yticklabels()]
    assert sorted(name.partition("\n")[0] for name in names) == sorted(rows)


def test_slices_are_drawn_as_they_move():
    ax = sy.evaluate(MONTHS, metrics="accuracy").plot()
    assert [label.get_text() for label in ax.get_xticklabels()] == ["May", "June"]
    assert sy.shares.what_if(TWO, "fraud", "accuracy").plot().get_xlabel().startswith("share of")


def test_every_type_that_can_be_drawn_has_a_kind_and_no_other():
    assert {one.__name__ for one in Pictured.__subclasses__()} == set(FIGURES)


def test_another_kind_is_refused_in_a_sentence():
    with pytest.raises(ValueError, match="of Evaluation, 'classes', 'metrics', 'slices' can be drawn, not 'pie'"):
        sy.evaluate(ONE).plot("pie")


def test_a_notebook_shows_the_picture_once():
    """Axes of ours are shown as a PNG; those of the user's, by whoever made them."""
    picture, shown = sy.plots.confusion(ONE)._repr_png_()
    assert picture.startswith(b"\x89PNG")
    width, height = struct.unpack(">II", picture[16:24])
    assert (width, height) == pytest.approx((1.5 * shown["width"], 1.5 * shown["height"]), abs=2)
    (ax,) = grid_of_axes(1, 1, (3, 2)).flat
    assert not hasattr(sy.plots.confusion(ONE, ax=ax), "_repr_png_")


def test_what_is_drawn_can_be_kept():
    again = pickle.loads(pickle.dumps(ONE.plot()))  # noqa: S301 - our own
    assert np.array_equal(again.get_xlim(), ONE.plot().get_xlim())
