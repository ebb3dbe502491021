from fractions import Fraction

import numpy as np
import pytest

from steelyard.stream.counter import checked_settings


def settings(labels=None, window=None, fading=None, missing="refuse"):
    return checked_settings(labels, window, fading, missing)


def test_values_become_plain():
    assert settings(labels=np.array([2, 1])).labels == (2, 1)
    assert settings(window=np.int64(5)).window == 5
    assert type(settings(window=np.int64(5)).window) is int
    assert settings(fading=Fraction(1, 2)).fading == 0.5
    assert type(settings(fading=np.float32(0.5)).fading) is float


@pytest.mark.parametrize("window", [0, -1, 2.5, 1e4, True, "5", float("nan")])
def test_a_window_is_a_whole_number_of_items(window):
    with pytest.raises(ValueError, match=r"^window must be a whole number of items, at least 1, not .*\.$"):
        settings(window=window)


@pytest.mark.parametrize("fading", [0, 1, 1.5, -0.5, True, "0.9", float("nan"), float("inf"), 1e-400, 0.5j])
def test_fading_is_a_factor_between_0_and_1(fading):
    with pytest.raises(ValueError, match=r"^fading must be a factor between 0 and 1, such as 0\.999, not .*\.$"):
        settings(fading=fading)


def test_a_window_and_fading_exclude_each_other():
    with pytest.raises(ValueError, match="a window or fading, not both"):
        settings(window=5, fading=0.5)


@pytest.mark.parametrize("labels", ["abc", [], ["a", "a"], 3])
def test_labels_are_checked_as_everywhere(labels):
    with pytest.raises(ValueError, match="label"):
        settings(labels=labels)
