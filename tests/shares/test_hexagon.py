"""Example 1 of Mullick et al., Type 2: AUROC-OVA over the share correct, for three to six classes."""

from __future__ import annotations

import numpy as np
import pytest

import steelyard as sy
from steelyard.shares import hexagon


def equation_15(C, alpha):
    return C / (2 * (C - 1)) * alpha + (C - 2) / (2 * (C - 1))


def test_classes_stand_on_adjacent_vertices_anticlockwise():
    centres = hexagon.vertices(6)
    assert np.linalg.norm(centres, axis=1) == pytest.approx(10)
    assert np.linalg.norm(np.diff(centres, axis=0), axis=1) == pytest.approx(10)
    assert np.linalg.norm(centres[0] - centres[5]) == pytest.approx(10)
    turns = np.cross(np.pad(centres[:-1], ((0, 0), (0, 1))), np.pad(centres[1:], ((0, 0), (0, 1))))[:, 2]
    assert (turns > 0).all()


def test_the_area_at_60_percent():
    curves = hexagon.curves()
    assert [round(curves.at(C, 0.6), 4) for C in hexagon.CLASSES] == [0.7, 0.7333, 0.75, 0.76]


@pytest.mark.parametrize("draw", [None, hexagon.drawn()], ids=["evenly wrong", "drawn"])
@pytest.mark.parametrize("name", ["one_point_auroc_ova", "one_point_auroc_ovo"])
def test_every_point_lies_on_equation_15(draw, name):
    curves = hexagon.curves(name, draw)
    for C, x, values in zip(curves.lines, curves.x, curves.values, strict=True):
        assert values == pytest.approx(equation_15(C, x), rel=1e-12)


def test_an_ensemble_goes_from_random_to_perfect():
    draw = hexagon.drawn()
    for C in hexagon.CLASSES:
        shares = hexagon.curves(draw=draw).x[C - 3]
        error = np.sqrt((1 / C) * (1 - 1 / C) / (C * hexagon.POINTS_PER_CLASS))
        assert shares[0] == pytest.approx(1 / C, abs=4 * error)
        assert shares[-1] == 1
        assert (np.diff(shares) > -0.01).all()
        assert draw.confusion(C, 0.5).support.tolist() == [hexagon.POINTS_PER_CLASS] * C


def test_errors_of_drawn_ensembles_are_not_even_and_that_does_not_matter():
    cells = hexagon.drawn().confusion(6, 0.5).counts
    assert cells[0, 1] > 5 * max(cells[0, 3], 1)  # a neighbour, and the opposite vertex


def test_evenly_wrong_by_hand():
    assert hexagon.evenly_wrong(3, 0.6).counts == pytest.approx(
        np.array([[300, 100, 100], [100, 300, 100], [100, 100, 300]])
    )


@pytest.mark.parametrize(
    "name", ["balanced_accuracy", "accuracy", "recall", "g_mean", "precision", "one_point_maurpc_ova"]
)
def test_some_metrics_stay_flat(name):
    assert hexagon.curves(name, start=1 / 3).flat


@pytest.mark.parametrize(
    "name", ["one_point_auroc_ova", "one_point_auroc_ovo", "kappa", "mcc", "specificity", "average_accuracy"]
)
def test_others_move_with_the_number_of_classes(name):
    assert not hexagon.curves(name, start=1 / 3).flat


def test_kappa_of_evenly_wrong_classes_by_hand():
    curves = hexagon.curves("kappa")
    for C in hexagon.CLASSES:
        assert curves.at(C, 0.6) == pytest.approx((0.6 - 1 / C) / (1 - 1 / C), rel=1e-12)


def test_lines_over_different_points_are_not_compared():
    with pytest.raises(ValueError, match="different points"):
        _ = hexagon.curves().flat


def test_the_same_seed_gives_the_same_bits():
    np.testing.assert_array_equal(hexagon.drawn(3).noise, hexagon.drawn(3).noise)
    assert not np.array_equal(hexagon.drawn(3).points, hexagon.drawn(4).points)
    assert sy.metrics.accuracy(hexagon.drawn(3).confusion(6, 1.0)) == 1
