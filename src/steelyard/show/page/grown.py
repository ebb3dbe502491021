"""One program for any number of classes: what in its loops grows with them, found from programs of some numbers.

A number that grows is the text "=a,b,c", which is a + b·C + c·C² for C classes. Constants that grow are {"log": such a
text}, {"fill": number}, one for each class, and {"diagonal": number, "other": number}, one for each cell.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from steelyard.show.page.units_of import unpacked

SIZES = (5, 6, 7, 11)
"""Three numbers of classes tell how something grows, a fourth whether that is right. With fewer classes, numbers that
mean something else may be the same by accident, and would be one constant."""


def grown(programs: Mapping[int, Any]) -> Any:
    """Return what holds for any number of classes, from the same thing for each of `SIZES`.

    Examples
    --------
    >>> grown({C: ["sum", 0, C, C * C, C - 1] for C in SIZES})
    ['sum', 0, '=0,1,0', '=0,0,1', '=-1,1,0']
    """
    each = [programs[C] for C in SIZES]
    first = each[0]
    if isinstance(first, list) and len(first) == 2 and first[0] == "constant":
        return ["constant", _constant([unpacked(node[1]) for node in each])]
    if isinstance(first, dict):
        _check(all(one.keys() == first.keys() for one in each), each)
        return {key: grown(dict(zip(SIZES, (one[key] for one in each), strict=True))) for key in first}
    if isinstance(first, list):
        _check(all(len(one) == len(first) for one in each), each)
        return [grown(dict(zip(SIZES, parts, strict=True))) for parts in zip(*each, strict=True)]
    if all(one == first for one in each):
        return first
    _check(all(isinstance(one, int | float) for one in each), each)
    return _polynomial(each)


def _polynomial(values: Sequence[float]) -> str:
    """Return the polynomial through whole numbers at `SIZES`."""
    result = np.linalg.solve(np.vander(SIZES[:3], 3, increasing=True), np.array(values[:3], dtype=np.float64)).round(6)
    _check(
        all(round(float(np.polyval(result[::-1], C)), 6) == value for C, value in zip(SIZES, values, strict=True)),
        values,
    )
    return f"={','.join(f'{part:.15g}' for part in result + 0.0)}"


def _constant(values: Sequence[Any]) -> Any:
    """Return a constant that is the same number, grows, or has one number for each class or cell."""
    sizes = [len(each) for each in values]
    if sizes == [1] * len(SIZES):
        numbers = [float(each[0]) for each in values]
        if all(number == numbers[0] or math.isnan(number) for number in numbers):
            return [_plain(numbers[0])]
        if all(number.is_integer() for number in numbers):
            return [_polynomial(numbers)]
        return {"log": _polynomial([float(f"{math.exp(number):.9g}") for number in numbers])}
    if sizes == list(SIZES):
        _check(all((each == values[0][0]).all() for each in values), values)
        return {"fill": _plain(float(values[0][0]))}
    _check(sizes == [C * C for C in SIZES], sizes)
    diagonal, other = float(values[0][0]), float(values[0][1])
    for C, each in zip(SIZES, values, strict=True):
        _check(bool((each.reshape(C, C) == np.where(np.eye(C, dtype=bool), diagonal, other)).all()), each)
    return {"diagonal": _plain(diagonal), "other": _plain(other)}


def _plain(number: float) -> Any:
    if math.isnan(number):
        return "NaN"
    if math.isinf(number):
        return "Infinity" if number > 0 else "-Infinity"
    return int(number) if number.is_integer() else number


def _check(holds: bool, values: Any) -> None:
    if not holds:
        raise ValueError(f"a program grows with the classes in a way that a page does not know: {values!r}")
