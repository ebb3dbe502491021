"""Values and derivatives by recording and by differences."""

import numpy as np
import pytest

import steelyard as sy
from steelyard.comparison.path import differences, slopes_of
from steelyard.measuring.registry import chosen

CELLS = np.array(
    [[[5.5, 1.0, 2.0], [0.5, 9.0, 1.5], [1.0, 2.5, 30.0]], [[2.0, 3.0, 0.0], [4.5, 1.0, 1.0], [7.0, 2, 2]]]
)
WEIGHTS = np.array([1.0, 0.2, 0.6])


@pytest.mark.parametrize("metric", chosen(None), ids=lambda metric: metric.id)
def test_differences_and_recording_agree(metric):
    recorded = slopes_of(metric, WEIGHTS, "exclude", range(3))(CELLS)
    measured = differences(metric, CELLS, WEIGHTS, "exclude", range(3))
    assert measured.value == pytest.approx(recorded.value, rel=1e-12)
    positive = CELLS > 0  # a cell of 0 is not moved
    assert measured.by_cell[positive] == pytest.approx(recorded.by_cell[positive], rel=1e-6, abs=1e-9)
    assert (measured.by_cell[~positive] == 0).all()


@pytest.mark.usefixtures("own_metrics")
def test_a_metric_that_cannot_be_recorded_is_taken_by_differences():
    @sy.metric
    def looks_at_the_data(c):
        return c.total(c.tp) / c.n if float(c.n.max()) > 0 else c.n

    found = slopes_of(looks_at_the_data, WEIGHTS, "exclude", range(3))(CELLS)
    wanted = slopes_of(sy.metrics.accuracy, WEIGHTS, "exclude", range(3))(CELLS)
    assert found.value == pytest.approx(wanted.value)
    assert found.by_cell[0] == pytest.approx(wanted.by_cell[0], rel=1e-6)


def test_blocks_change_nothing(monkeypatch):
    whole = slopes_of(sy.metrics.mcc, WEIGHTS, "exclude", range(3))(CELLS)
    monkeypatch.setattr("steelyard.comparison.path.BLOCK_CELLS", 1)
    apart = slopes_of(sy.metrics.mcc, WEIGHTS, "exclude", range(3))(CELLS)
    assert np.array_equal(whole.value, apart.value)
    assert np.array_equal(whole.by_cell, apart.by_cell)
