"""Labels on an accelerator: equal items are counted there, and only the groups of them come to the host.

PyTorch's tensors on CUDA, CuPy's arrays, and JAX's off the CPU. The groups are then counted as any labels are, so
labels mean the same everywhere; and what is not plain whole numbers is left to the host, which has a sentence for it.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from steelyard.counts.read.amounts import LARGEST, Counts, GroupWeights
from steelyard.counts.read.containers import device_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    DeviceArray = Any  # of the library at hand

BLOCK = 1 << 26
"""Items that are grouped at once: half a gigabyte of keys."""

WIDE = 1 << 63
"""What 64 bits hold."""

TABLE = 1 << 24
"""Groups that are counted in a table on the device; more of them are sorted."""


@dataclass(frozen=True)
class Library:
    """What grouping needs of a library.

    Attributes
    ----------
    kind
        "b", "i", "u" or "f" for arrays of truth values, integers, unsigned ones and floats; else anything.
    integers, floats
        Arrays as the widest whole numbers, and as the widest floats.
    where
        As NumPy's.
    count
        How often each key below a number occurs, or how much it weighs.
    unique
        The distinct keys, the position of each key among them, and how often each occurs.
    nonzero
        Positions of what is not 0.
    host
        An array as NumPy's.
    most
        What is at least this cannot be a key.
    """

    kind: Callable[[DeviceArray], str]
    integers: Callable[[DeviceArray], DeviceArray]
    floats: Callable[[DeviceArray], DeviceArray]
    where: Callable[[DeviceArray, Any, DeviceArray], DeviceArray]
    count: Callable[[DeviceArray, int, DeviceArray | None], DeviceArray]
    unique: Callable[[DeviceArray], tuple[DeviceArray, DeviceArray, DeviceArray]]
    nonzero: Callable[[DeviceArray], DeviceArray]
    host: Callable[[DeviceArray], NDArray[Any]]
    most: int


class DeviceGroups(NamedTuple):
    """Items that are equal in all columns; the same group may occur several times.

    Attributes
    ----------
    columns
        The values of each column, one per group; NaN where they are missing.
    amounts
        How many items each group has, or how much they weigh.
    """

    columns: list[NDArray[Any]]
    amounts: Counts | GroupWeights


def device_groups(columns: Sequence[Any], weights: Any = None) -> DeviceGroups | None:
    """Return the groups of columns of one accelerator; None if they lie elsewhere, or are for the host to judge."""
    given = [*columns, *(() if weights is None else (weights,))]
    places = {device_of(values) for values in given}
    if len(places) != 1 or None in places:
        return None
    flat = [_flat(values) for values in given]
    if len({len(values) for values in flat}) != 1 or not len(flat[0]) or any(values.ndim != 1 for values in flat):
        return None
    ((name, _),) = filter(None, places)
    library = torch_library() if name == "torch" else numpy_like(sys.modules["jax.numpy" if name == "jax" else name])
    return grouped(flat[: len(columns)], None if weights is None else flat[-1], library)


def grouped(columns: Sequence[DeviceArray], weights: DeviceArray | None, library: Library) -> DeviceGroups | None:
    """Group the items of flat arrays of one library; None if they are for the host to judge."""
    if weights is not None and not _summable(weights, library):
        return None
    parts = []
    for start in range(0, len(columns[0]), BLOCK):
        codes = [_codes(column[start : start + BLOCK], library) for column in columns]
        coded = [column for column in codes if column is not None]
        if len(coded) < len(codes) or math.prod(column.width for column in coded) >= library.most:
            return None
        parts.append(_block(coded, None if weights is None else weights[start : start + BLOCK], library))
    values = [np.concatenate(column) for column in zip(*(columns for columns, _ in parts), strict=True)]
    sums = [np.concatenate(column) for column in zip(*(sums for _, sums in parts), strict=True)]
    return DeviceGroups(values, Counts(*sums) if weights is None else GroupWeights(*sums))


class _ColumnCodes(NamedTuple):
    """Numbers from 0 to below the width; the last one is that of NaN, if the kind is "f"."""

    codes: DeviceArray
    low: int
    width: int
    kind: str

    def values(self, codes: NDArray[Any]) -> NDArray[Any]:
        """Return what codes stand for."""
        numbers = codes + self.low
        if self.kind == "f":
            return np.where(codes == self.width - 1, np.nan, numbers.astype(np.float64))
        return numbers.astype(np.bool_) if self.kind == "b" else numbers


def _codes(values: DeviceArray, library: Library) -> _ColumnCodes | None:
    kind = library.kind(values)
    if kind == "f":
        values = library.floats(values)
        nan = values != values  # noqa: PLR0124 - only NaN differs from itself
        values = library.where(nan, 0.0, values)
        if not bool((abs(values) < library.most / 2).all()):
            return None
    elif kind not in ("b", "i", "u"):
        return None
    numbers = library.integers(values)
    if kind == "f" and not bool((numbers == values).all()):
        return None
    low, high = int(numbers.min()), int(numbers.max())
    if kind == "u" and low < 0:  # beyond int64
        return None
    codes, width = numbers - low, high - low + 1
    if kind == "f":
        return _ColumnCodes(library.where(nan, width, codes), low, width + 1, kind)
    return _ColumnCodes(codes, low, width, kind)


def _block(
    columns: Sequence[_ColumnCodes], weights: DeviceArray | None, library: Library
) -> tuple[list[NDArray[Any]], list[NDArray[Any]]]:
    """Return the values of each group and what it counts: its items, or their weights as `GroupWeights` has them."""
    keys = columns[0].codes
    for column in columns[1:]:
        keys = keys * column.width + column.codes
    number = math.prod(column.width for column in columns)
    if number <= TABLE:
        table = library.count(keys, number, None)
        distinct = library.nonzero(table)
        items = table[distinct]
        sums = [library.count(keys, number, column)[distinct] for column in _summed(weights, library)]
    else:
        distinct, places, items = library.unique(keys)
        sums = [library.count(places, len(distinct), column) for column in _summed(weights, library)]
    rest = library.host(distinct).astype(np.int64)
    values = []
    for column in reversed(columns):
        rest, codes = np.divmod(rest, column.width)
        values.append(column.values(codes))
    whole = weights is not None and library.kind(weights) != "f"
    kinds = [*[np.int64 if whole else np.float64, np.float64, np.int64][: len(sums)], np.int64]
    every = zip((*sums, items), kinds, strict=True)
    return values[::-1], [library.host(column).astype(kind) for column, kind in every]


def _summed(weights: DeviceArray | None, library: Library) -> list[DeviceArray]:
    """Return what is summed of weights: themselves, their squares, and 1 for each that is not 0."""
    if weights is None:
        return []
    numbers = library.floats(weights)
    return [numbers, numbers * numbers, library.floats(numbers != 0)]


def _summable(weights: DeviceArray, library: Library) -> bool:
    """Whether weights are numbers of at least 0 whose sums are exact if they are whole, and have squares."""
    if library.kind(weights) not in ("b", "i", "u", "f") or library.most < WIDE:
        return False
    low, high = float(weights.min()), float(weights.max())
    limit = LARGEST if library.kind(weights) == "f" else 2**53 / len(weights)
    return low >= 0 and high < limit


def _flat(values: DeviceArray) -> DeviceArray:
    values = values.detach() if hasattr(values, "detach") else values
    return values[:, 0] if values.ndim == 2 and values.shape[1] == 1 else values


def torch_library() -> Library:
    """Return what grouping needs of PyTorch."""
    torch: Any = sys.modules["torch"]
    signed = (torch.int8, torch.int16, torch.int32, torch.int64)

    def kind(values: DeviceArray) -> str:
        if values.dtype == torch.bool:
            return "b"
        if values.dtype.is_floating_point:
            return "f"
        return "c" if values.dtype.is_complex else "i" if values.dtype in signed else "u"

    return Library(
        kind=kind,
        integers=lambda values: values.to(torch.int64),
        floats=lambda values: values.to(torch.float64),
        where=torch.where,
        count=lambda keys, number, weights: torch.bincount(keys, weights, minlength=number),
        unique=lambda keys: torch.unique(keys, return_inverse=True, return_counts=True),
        nonzero=lambda values: values.nonzero()[:, 0],
        host=lambda values: values.cpu().numpy(),
        most=WIDE,
    )


def numpy_like(xp: Any) -> Library:
    """Return what grouping needs of a library with NumPy's names: CuPy, jax.numpy, NumPy itself."""
    integer = xp.asarray([0]).dtype  # 32 bits in JAX, unless told otherwise
    options = {"length": None} if xp.__name__ == "jax.numpy" else {"minlength": None}

    def kind(values: DeviceArray) -> str:
        return "f" if xp.issubdtype(values.dtype, xp.floating) else values.dtype.kind

    return Library(
        kind=kind,
        integers=lambda values: values.astype(integer),
        floats=lambda values: values.astype(xp.float64 if integer.itemsize == 8 else xp.float32),
        where=xp.where,
        count=lambda keys, number, weights: xp.bincount(keys, weights, **dict.fromkeys(options, number)),
        unique=lambda keys: xp.unique(keys, return_inverse=True, return_counts=True),
        nonzero=xp.flatnonzero,
        host=getattr(xp, "asnumpy", np.asarray),
        most=1 << (8 * integer.itemsize - 1),
    )
