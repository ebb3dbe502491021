"""The first slices of a long evaluation: the same numbers, and as many as are shown."""

import numpy as np
import pytest

import steelyard as sy
from steelyard.show.slices import head

COUNTS = np.arange(1, 6 * 9 + 1).reshape(6, 3, 3)


@pytest.fixture
def months():
    return sy.evaluate(sy.Confusion(COUNTS, axes={"month": range(6)}), metrics=["accuracy", "cba"])


def test_what_is_short_is_shown_whole(months):
    assert head(months, 6) is months


def test_the_first_slices_have_the_numbers_of_the_whole(months):
    first = head(months, 2)
    assert first.confusion.shape == (2,)
    for name in ("accuracy", "cba"):
        for cut, whole in zip(first[name], months[name][:2], strict=True):
            assert (cut.value, cut.slice, cut.move, cut.interval) == (
                whole.value,
                whole.slice,
                whole.move,
                whole.interval,
            )
    assert first.classes == months.classes[:6]
    assert first.overall["cba"].value == months.overall["cba"].value


def test_intervals_are_computed_once_for_both(months):
    first = head(months, 2)
    assert first["cba"][0].interval is months["cba"][0].interval


def test_of_models_and_months_the_first_months_are_kept():
    stack = sy.Confusion(np.stack([COUNTS, COUNTS + 1]), axes={"model": ["a", "b"], "month": range(6)})
    first = head(sy.evaluate(stack, metrics="accuracy"), 4)
    assert {axis: list(keys) for axis, keys in first.confusion.axes.items()} == {"model": ["a", "b"], "month": [0, 1]}
