"""Exact operations at NaN, infinities and 0 against NumPy's, and at fractions against floats."""

import itertools
import math
from fractions import Fraction

import numpy as np
import pytest

from steelyard.lab.exact import ieee
from steelyard.lab.exact.expression import Expression, Undecided
from steelyard.measuring.program.program import ELEMENTWISE

ENDS = [math.nan, math.inf, -math.inf]
PLAIN = [0, 1, -1, 2, 3, -3, Fraction(1, 2), Fraction(-1, 2), Fraction(7, 3), Fraction(-7, 3)]
ROOTS = [ieee.square_root(2), ieee.negative(ieee.square_root(3)), ieee.log(2), ieee.log(Fraction(2, 3))]
VALUES = ENDS + PLAIN + ROOTS
NAMES = sorted(ieee.OPERATIONS | ieee.QUESTIONS)


def inputs(name):
    return itertools.product(VALUES, repeat=getattr(np, name).nin)


def expected(name, values):
    with np.errstate(all="ignore"):  # two of each: for a lone exponent of 0.5 NumPy takes a root, with other infinities
        return getattr(np, name)(*(np.full(2, float(x)) for x in values))[0]


@pytest.mark.parametrize("name", NAMES)
def test_every_operation_gives_what_numpy_gives(name):
    for values in inputs(name):
        found = (ieee.OPERATIONS | ieee.QUESTIONS)[name](*values)
        if name in ieee.QUESTIONS:
            assert found is bool(expected(name, values)), values
        else:
            assert not isinstance(found, float) or not math.isfinite(found), "floats are no exact numbers"
            assert float(found) == pytest.approx(expected(name, values), rel=1e-14, abs=1e-15, nan_ok=True), values


def test_all_operations_of_programs_are_here_but_those_of_booleans():
    assert set(NAMES) == {name for name in ELEMENTWISE if not name.startswith("logical_")}


def test_fractions_stay_exact():
    assert ieee.divide(1, 3) == Fraction(1, 3)
    assert ieee.divide(6, 3) == 2
    assert type(ieee.divide(6, 3)) is int
    assert ieee.power(Fraction(8, 27), Fraction(1, 3)) == Fraction(2, 3)
    assert ieee.OPERATIONS["log2"](8) == 3
    assert ieee.OPERATIONS["log10"](Fraction(1, 1000)) == -3
    assert ieee.OPERATIONS["expm1"](ieee.log(3)) == 2
    assert ieee.OPERATIONS["log1p"](2) == ieee.log(3)
    assert ieee.power(2, ieee.divide(ieee.log(3), ieee.log(2))) == 3


def test_a_number_that_is_0_only_when_multiplied_out_divides_like_0():
    root = ieee.square_root(2)
    zero = ieee.add(ieee.divide(1, ieee.add(1, root)), ieee.add(1, ieee.negative(root)))
    assert isinstance(zero, Expression)
    assert ieee.divide(1, zero) == math.inf
    assert math.isnan(ieee.divide(0, zero))
    assert ieee.square_root(zero) == 0
    assert ieee.log(zero) == -math.inf
    assert ieee.QUESTIONS["equal"](zero, 0)


def test_whole_numbers_are_cut_off_towards_0():
    assert [ieee.whole(x) for x in (Fraction(7, 2), Fraction(-7, 2), 4)] == [3, -3, 4]
    assert ieee.whole(ieee.square_root(10)) == 3
    assert ieee.whole(ieee.negative(ieee.square_root(10))) == -3
    with pytest.raises(Undecided, match="nan cannot be made a whole number"):
        ieee.whole(math.nan)
