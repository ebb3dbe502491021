"""Bodies can be recorded: nothing in a metric looks at the data, so its operations replay elsewhere.

The live page, the GPU and the differentiable loss rest on this (design notes: no formula is written twice).
"""

import numpy as np
import pytest
from numpy.lib.mixins import NDArrayOperatorsMixin

import steelyard as sy
from steelyard.view import View

MATRIX = np.array([[5, 1, 0, 0], [2, 3, 0, 0], [0, 1, 4, 0], [1, 0, 2, 0]], dtype=float)  # class 3 is never predicted


class Recorded(NDArrayOperatorsMixin):
    """An array that passes every operation on and refuses to be looked at."""

    def __init__(self, hidden):
        self.hidden = hidden
        self.shape, self.ndim, self.dtype = hidden.shape, hidden.ndim, hidden.dtype

    def __bool__(self):
        raise AssertionError("a branch on the data")

    def __array__(self, *_, **__):
        raise AssertionError("the data were looked at")

    def __array_ufunc__(self, ufunc, method, *inputs, **keywords):
        return Recorded(np.asarray(getattr(ufunc, method)(*map(_bare, inputs), **keywords)))

    def __array_function__(self, function, _, arguments, keywords):
        return Recorded(np.asarray(function(*_bare(arguments), **keywords)))

    def __getitem__(self, key):
        return Recorded(self.hidden[key])

    def sum(self, **keywords):
        return Recorded(self.hidden.sum(**keywords))

    def min(self, **keywords):
        return Recorded(self.hidden.min(**keywords))


def _bare(x):
    if isinstance(x, Recorded):
        return x.hidden
    return type(x)(map(_bare, x)) if isinstance(x, list | tuple) else x


def _view(m, relevance, policy, *, whole):
    view = View(m, relevance, policy, whole_numbers=whole)
    view.shortcut = not isinstance(m, Recorded)
    return view


@pytest.mark.parametrize("whole", [True, False], ids=["counts", "weights"])
@pytest.mark.parametrize("policy", ["exclude", "zero", "nan"])
@pytest.mark.parametrize("metric", sy.metrics.values(), ids=lambda metric: metric.id)
def test_every_body_and_condition_can_be_recorded_and_gives_the_same(metric, policy, whole):
    arguments = metric.arguments(range(4))
    relevance = np.array([1.0, 0.5, 0.25, 0.0 if whole else 0.1])
    with np.errstate(divide="ignore", invalid="ignore"):
        plain, recorded = (
            _view(m, phi, policy, whole=whole)
            for m, phi in [(MATRIX, relevance), (Recorded(MATRIX), Recorded(relevance))]
        )
        np.testing.assert_array_equal(
            metric.body(recorded, **arguments).hidden, metric.body(plain, **arguments), strict=False
        )
        np.testing.assert_array_equal(
            np.broadcast_to(metric.undefined(recorded, arguments).hidden, metric.undefined(plain, arguments).shape),
            metric.undefined(plain, arguments),
        )
