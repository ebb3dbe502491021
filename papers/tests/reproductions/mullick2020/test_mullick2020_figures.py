"""The records behind Figures 1 and 2 of Mullick et al., and the files made from them."""

from __future__ import annotations

import csv
from pathlib import Path

import numpy as np
import pytest

import steelyard as sy
from steelyard_papers import reproductions
from steelyard_papers.reproductions.mullick2020 import figure1
from steelyard_papers.reproductions.mullick2020.curve_files import write_curves
from steelyard_papers.reproductions.mullick2020.figure2 import figure2
from steelyard_papers.reproductions.mullick2020.reproduction import standard_error
from steelyard_papers.reproductions.mullick2020.staying_flat import flatness

pytestmark = pytest.mark.slow

RESULTS = Path(__file__).parents[4] / "docs" / "results" / "mullick2020"


def test_type_1_is_the_law_of_precision():
    grid = figure1.type_1()
    assert grid.values[:, 0] == pytest.approx(grid.ideal)
    assert grid.low.tolist() == [0, 0, 0]
    assert grid.high.tolist() == [1, 1, 1]
    for i, v in enumerate(grid.ideal):
        for k, rrt in enumerate(figure1.RRT):
            # TPR 1 and FPR 1/v − 1 (in units of the smaller class) at RRT 1.
            cm = sy.Confusion([[1000, 0], [1000 * rrt * (1 / v - 1), 10**6]])
            assert grid.values[i, k] == pytest.approx(sy.metrics.precision(cm)[0], rel=1e-12)


def test_type_2_is_the_law_of_auroc_ovo():
    grid = figure1.type_2()
    for k, C in enumerate(figure1.CLASSES):
        assert grid.low[k] == pytest.approx(sy.metrics.one_point_auroc_ovo.bounds(np.ones(C))[0])
        for i, v in enumerate(grid.ideal):
            cells = np.full((C, C), (1 - v) / (C - 1))
            np.fill_diagonal(cells, v)
            assert grid.values[i, k] == pytest.approx(sy.metrics.one_point_auroc_ovo(cells), rel=1e-12)
    assert grid.high.tolist() == [1, 1, 1]


def test_figure_2_takes_other_metrics():
    found = figure2("g_mean", "balanced_accuracy")
    assert found.type_1.metric.id == found.type_1_drawn.metric.id == "g_mean"
    assert found.type_2.metric.id == "balanced_accuracy"
    assert found.type_1.flat


def test_figure_2_holds_the_draws_it_counts():
    found = figure2()
    assert found.boundaries == (6.5, 4.5, 2.5, 0.5, -1.5)
    i = int(np.flatnonzero(found.type_1.x[0] == 4.0)[0])
    cm = found.normals.confusion(10, 4.0)
    assert found.type_1_drawn.values[-1, i] == sy.metrics.precision(cm)[1]
    rows = found.to_rows()
    assert len(rows) == 2 * 81 * 6 + 2 * 41 * 4


def test_precision_of_draws_scatters_by_its_standard_error():
    for rrt in (1, 10):
        found = [sy.metrics.precision(sy.shares.two_normals.drawn(seed).confusion(rrt, 4.0))[1] for seed in range(100)]
        assert np.std(found) == pytest.approx(standard_error(rrt, 4.0), rel=0.25)


def test_every_metric_is_said_to_stay_flat_or_not():
    found = {one.metric.id: one for one in flatness()}
    assert list(found) == list(sy.metrics)
    flat = {name for name, one in found.items() if one.over_rrt}
    # 001's Theorems 1 and 2, for two classes, and what is made of those.
    assert {"recall", "specificity", "g_mean", "one_point_auroc", "mprecision", "one_point_maurpc"} <= flat
    assert not flat & {"precision", "one_point_aurpc", "f", "accuracy", "mcc", "kappa"}
    assert not found["one_point_auroc_ova"].over_classes
    assert not found["one_point_auroc_ovo"].over_classes
    assert found["balanced_accuracy"].over_classes


def test_committed_curves_are_up_to_date(tmp_path):
    for path in write_curves(tmp_path):
        with (
            path.open(encoding="utf-8", newline="") as ours,
            (RESULTS / path.name).open(encoding="utf-8", newline="") as theirs,
        ):
            made, stored = list(csv.DictReader(ours)), list(csv.DictReader(theirs))
        assert len(made) == len(stored)
        for ours, theirs in zip(made, stored, strict=True):
            numbers = {"x", "value"} & set(ours)
            assert {k: v for k, v in ours.items() if k not in numbers} == {
                k: v for k, v in theirs.items() if k not in numbers
            }
            for name in numbers:
                # The last of ten digits may differ where the mathematical library does.
                assert float(ours[name]) == pytest.approx(float(theirs[name]), rel=1e-8)


def test_cells():
    (found,) = reproductions.reproduce("001")
    places = {(cell.table, cell.row, cell.column): cell for cell in found.cells}
    theorems = 6 + 2 * (7 + 7 + 3)  # Theorems 1 and 2; Theorems 3 to 5 at three and at five classes
    bounds = 6 + 6 + 4 + 3
    assert len(places) == len(found.cells) == 4 + 4 + 8 + theorems + bounds
    explained = [place for place, cell in places.items() if cell.verdict == "explained"]
    assert explained == [("Example 1, Type 2", "C = 6", "closed form"), ("Example 1, Type 2", "C = 6", "drawn")]
    assert places["Example 1, Type 1", "RRT 10", "closed form"].ours == pytest.approx(0.588, abs=5e-4)


def test_another_misprint_would_be_different(monkeypatch):
    from steelyard_papers.reproductions.mullick2020 import expected

    monkeypatch.setitem(expected.PRECISION, 10, "0.57")
    monkeypatch.setitem(expected.AUROC_OVA, 3, "0.71")
    monkeypatch.setitem(expected.TWO_CLASSES, "precision", (True, None, None))
    monkeypatch.setitem(expected.LEAST_AUROC_OVA_OF_SIZES, (2, 3, 5), "3/13")
    (found,) = reproductions.reproduce("mullick2020")
    different = {(cell.row, cell.column) for cell in found.cells if cell.verdict == "different"}
    assert ("RRT 10", "closed form") in different
    assert ("C = 3", "drawn") in different
    assert {("precision, C = 2", "Condition 1"), ("2-3-5", "AUROC-OVA")} <= different
