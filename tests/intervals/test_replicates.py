"""The same seed gives the same bits, however the work is cut."""

from dataclasses import replace

import numpy as np
import pytest

import steelyard as sy
from steelyard.intervals import draws
from steelyard.intervals import draws as replicates
from steelyard.intervals.draws import Redraw, replicate
from steelyard.intervals.posterior import MatrixPosterior, Reweighed
from steelyard.intervals.sample import Sample
from steelyard.intervals.units import items_of
from steelyard.measuring.registry import chosen

CM = sy.Confusion([[3, 1, 0], [2, 40, 9], [0, 12, 300]])
UNITS = items_of(CM)
SAMPLE = Sample(UNITS, chosen(["mcc", "f_of_averages", "recall", "cba"]), np.ones(3), "exclude")
DRAWINGS = {
    "redraw": Redraw(UNITS),
    "stratified": Redraw(UNITS, stratified=True),
    "reweighed": Reweighed(UNITS),
    "posterior": MatrixPosterior.of(CM),
}


def bits(count, drawing, seed=5, progress=None):
    found = replicate(SAMPLE.metrics, [drawing], SAMPLE.observed, count, seed, progress=progress)
    return [(each.values, each.left, each.partial) for each in found]


def same(a, b):
    return all(x.tobytes() == y.tobytes() for one, two in zip(a, b, strict=True) for x, y in zip(one, two, strict=True))


@pytest.mark.parametrize("drawing", DRAWINGS.values(), ids=DRAWINGS)
def test_threads_and_progress_change_nothing_and_the_seed_everything(drawing, monkeypatch):
    once = bits(700, drawing)
    monkeypatch.setattr(replicates, "THREADS", 1)
    assert same(once, bits(700, drawing, progress=lambda _done, _of: None))
    monkeypatch.setattr(replicates, "NUMBERS_AT_ONCE", 1)
    assert same(once, bits(700, drawing))
    assert not same(once, bits(700, drawing, seed=6))


@pytest.mark.parametrize("drawing", DRAWINGS.values(), ids=DRAWINGS)
def test_more_draws_begin_as_fewer_do(drawing):
    few, many = bits(300, drawing), bits(700, drawing)
    for (a, *_), (b, *_) in zip(few, many, strict=True):
        assert a.tobytes() == b[:300].tobytes()


def of_sources(sources, count, progress=None):
    """Return the draws of one metric from several sources, each with one model."""
    (seen,) = Sample(UNITS, chosen("mcc"), np.ones(3), "exclude").observed
    several = replace(seen, value=np.repeat(seen.value, sources))
    (found,) = replicate([seen.metric], [Redraw(UNITS)] * sources, [several], count, 0, progress=progress)
    return found.values


def test_progress_only_rises_over_several_sources():
    told = []
    of_sources(4, 600, progress=lambda done, of: told.append((done, of)))
    done = [first for first, _ in told]
    assert done == sorted(set(done))
    assert {of for _, of in told} == {2400}
    assert done[-1] == 2400


def test_sources_are_drawn_apart():
    assert abs(np.corrcoef(of_sources(2, 500).T)[0, 1]) < 0.15


def test_classes_that_leave_in_draws_are_counted():
    """The class with 4 items is in none of n drawn with the chance (1 − 4/n)ⁿ; then its recall is undefined."""
    n = int(CM.total)
    sample = Sample(UNITS, chosen("balanced_accuracy"), np.ones(3), "exclude")
    (found,) = replicate(sample.metrics, [Redraw(UNITS)], sample.observed, 20_000, 1)
    expected = (1 - 4 / n) ** n
    assert found.left[0] / 20_000 == pytest.approx([expected, 0, 0], abs=0.003)
    assert found.partial.tolist() == [found.left[0, 0]]


def test_streams_are_as_long_as_the_table_says():
    assert draws.stream_length(Redraw(UNITS)) == draws.DRAWS_OF_A_STREAM
    many = items_of(sy.Confusion(np.eye(500, dtype=int)))
    assert draws.stream_length(Redraw(many)) == draws.STREAM_NUMBERS // (500 + 500**2)
    assert list(draws.streams(Redraw(many), 10)) == [(0, 4), (4, 4), (8, 2)]
