"""Columns as people pass them: lists, arrays, Series, Arrow, tensors; and as positions among declared labels.

Their libraries are recognised without importing them.
"""

from __future__ import annotations

import sys
from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import TYPE_CHECKING, Any

import numpy as np

from steelyard.counts.labels import MISSING, Label
from steelyard.counts.read.array_column import SAMPLE, WholeNumbers, array_column, array_sample, truth_values
from steelyard.counts.read.column import MISSING_POSITION, Book, Booked, Categories, LabelColumn, Lookup, Objects
from steelyard.counts.read.label import check_declared, check_one_kind, declared_labels, kinds, too_fine
from steelyard.counts.read.tables import chunks

if TYPE_CHECKING:
    from numpy.typing import NDArray


def as_column(values: Any, what: str, *, fractions: bool = False) -> LabelColumn:
    """Return what was passed as a column; `what` names it in messages.

    Numbers that are not whole are refused, unless `fractions` are welcome.
    """
    if isinstance(values, list | tuple | range):
        return Objects(len(values), lambda start, stop: values[start:stop], what, fractions=fractions)
    column = _of_a_library(values, what, fractions=fractions)
    if column is not None:
        return column
    array = as_array(values, what)
    if array is not None:
        return array_column(array, what, fractions=fractions)
    arrow = _as_arrow(values)
    if arrow is not None:
        return arrow_column(arrow, what, fractions=fractions)
    if isinstance(values, str | bytes | Mapping | AbstractSet) or not isinstance(values, Iterable):
        shown = repr(values) if len(repr(values)) <= 60 else type(values).__name__
        raise ValueError(f"the {what} must be a list, an array or a Series with one label per item, not {shown}.")
    listed = list(values)
    return Objects(len(listed), lambda start, stop: listed[start:stop], what, fractions=fractions)


def _of_a_library(values: Any, what: str, *, fractions: bool) -> LabelColumn | None:
    if is_a(values, "pandas", "Index", "Categorical", "api.extensions.ExtensionArray"):
        values = sys.modules["pandas"].Series(values)
    if is_a(values, "pandas", "Series"):
        return pandas_column(values, what, fractions=fractions)
    if is_a(values, "polars", "Series"):
        return polars_column(values, what, fractions=fractions)
    if is_a(values, "pyarrow", "Array", "ChunkedArray"):
        return arrow_column(values, what, fractions=fractions)
    return None


def as_array(values: Any, what: str) -> NDArray[Any] | None:
    """Return an array, a tensor or whatever offers one as NumPy array; None for anything else."""
    if isinstance(values, np.ndarray):
        return values
    if all(hasattr(values, name) for name in ("detach", "cpu", "numpy")):  # a torch tensor, perhaps on a GPU
        return _tensor(values.detach().cpu())
    if hasattr(values, "__cuda_array_interface__") and hasattr(values, "get"):  # CuPy copies when told to
        return np.asarray(values.get())
    if hasattr(values, "to_numpy"):
        return np.asarray(values.to_numpy())
    if hasattr(values, "__array__"):
        return _small_floats(np.asarray(values))
    return _from_dlpack(values, what) if hasattr(values, "__dlpack__") else None


def _tensor(tensor: Any) -> NDArray[Any]:
    try:
        return np.asarray(tensor.numpy())
    except TypeError:  # bfloat16 and smaller floats, which NumPy does not have
        return np.asarray(tensor.float().numpy())


def _small_floats(array: NDArray[Any]) -> NDArray[Any]:
    """Return JAX's bfloat16 and smaller floats, which are no floats to NumPy, as float32."""
    return array.astype(np.float32) if array.dtype.kind == "V" and "float" in array.dtype.name else array


def _from_dlpack(values: Any, what: str) -> NDArray[Any]:
    try:
        return np.from_dlpack(values)
    except (BufferError, RuntimeError, TypeError) as error:
        raise ValueError(
            f"the {what} are in a {type(values).__name__} that NumPy cannot read ({error}); copy it to the host first."
        ) from None


def _as_arrow(values: Any) -> Any:
    """Return what offers itself as Arrow data as PyArrow's; None if it does not, or PyArrow is not installed."""
    stream = hasattr(values, "__arrow_c_stream__")
    if not stream and not hasattr(values, "__arrow_c_array__") and not hasattr(values, "__arrow_array__"):
        return None
    try:
        import pyarrow as pa  # noqa: PLC0415 - only where Arrow data are given
    except ImportError:
        return None
    return pa.chunked_array(values) if stream else pa.array(values)


def is_a(value: Any, library: str, *names: str) -> bool:
    """Test for types of a library that is imported only if the user has imported it."""
    if library not in sys.modules:
        return False
    for name in names:
        member: Any = sys.modules[library]
        for part in name.split("."):
            member = getattr(member, part, None)
        if isinstance(member, type) and isinstance(value, member):
            return True
    return False


def device_of(values: Any) -> tuple[str, str] | None:
    """Return the library and the device of an array that is not on the host."""
    if is_a(values, "torch", "Tensor"):
        return ("torch", str(values.device)) if values.device.type == "cuda" and not values.is_sparse else None
    if is_a(values, "cupy", "ndarray"):
        return "cupy", str(values.device)
    if is_a(values, "jax", "DeviceArray"):
        devices = {f"{device.platform} {device.id}" for device in values.devices()}
        (one,) = devices if len(devices) == 1 else ("cpu",)
        return None if one.startswith("cpu") else ("jax", one)
    return None


# Columns of PyArrow, pandas and Polars: by the codes that they have themselves, where they have some.


ARROW_NUMBERS = {"int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float", "double"}
"""Types of Arrow that NumPy reads where they lie."""

MANY_VALUES = 1 << 12
"""A slice with more different values than this is a sign of many classes: then all is encoded at once.

That takes four bytes an item, but each label becomes a Python object once, not once per slice.
"""


def arrow_column(array: Any, what: str, *, fractions: bool = False) -> LabelColumn:
    """Return a PyArrow Array or ChunkedArray as a column."""
    pieces = array.chunks if hasattr(array, "chunks") else [array]
    if len(pieces) == 1 and str(array.type) in ARROW_NUMBERS and not array.null_count:
        return array_column(pieces[0].to_numpy(zero_copy_only=True), what, fractions=fractions)
    return Arrow(pieces, what, fractions=fractions)


class Arrow(Booked):
    """Arrow arrays one after the other."""

    def __init__(self, pieces: Sequence[Any], what: str, *, fractions: bool = False) -> None:
        self._pieces = [piece for piece in pieces if len(piece)]
        self._starts = [0]
        for piece in self._pieces:
            self._starts.append(self._starts[-1] + len(piece))
        self._book = Book(what, fractions=fractions)
        self._lookups: dict[int, Lookup] = {}
        super().__init__(self._starts[-1], self._book, _order(self._pieces))

    def codes(self, start: int, stop: int) -> NDArray[np.intp]:
        pieces = []
        while start < stop:
            at = bisect_right(self._starts, start) - 1
            end = min(stop, self._starts[at + 1])
            pieces.append(self._slice(at, start - self._starts[at], end - start))
            start = end
        return pieces[0] if len(pieces) == 1 else np.concatenate([np.empty(0, dtype=np.intp), *pieces])

    def _slice(self, at: int, start: int, length: int) -> NDArray[np.intp]:
        items = self._pieces[at].slice(start, length)
        if hasattr(items, "dictionary"):
            if at not in self._lookups:
                self._lookups[at] = self._lookup(at)
            return self._lookups[at].codes(_positions(items))
        try:
            coded = items.dictionary_encode()
        except NotImplementedError:  # Arrow does not compare nested types
            return self._book.codes(items.to_pylist())
        if len(coded.dictionary) > MANY_VALUES:
            self._pieces = sys.modules["pyarrow"].chunked_array(self._pieces).dictionary_encode().chunks
            return self._slice(at, start, length)
        codes = self._book.codes(coded.dictionary.to_pylist())
        if coded.indices.null_count:
            codes = np.append(codes, self._book.missing())  # where position −1 finds it
        return codes[_positions(coded)]

    def _lookup(self, at: int) -> Lookup:
        """Return the lookup of a piece's dictionary: that of the piece before, if it has the same one."""
        dictionary = self._pieces[at].dictionary
        if at - 1 in self._lookups and self._pieces[at - 1].dictionary.equals(dictionary):
            return self._lookups[at - 1]
        return Lookup(self._book, lambda positions: _entries(dictionary, positions))


def _positions(items: Any) -> NDArray[Any]:
    positions = items.indices
    if positions.null_count:
        positions = positions.cast("int64").fill_null(MISSING_POSITION)
    return positions.to_numpy(zero_copy_only=False)


def _entries(dictionary: Any, positions: NDArray[np.intp]) -> list[Any]:
    try:
        return dictionary.take(positions).to_pylist()
    except NotImplementedError:  # Arrow does not take views of strings
        return [dictionary[position].as_py() for position in positions.tolist()]


def _order(pieces: Sequence[Any]) -> list[Any] | None:
    """Return the order of the labels, if all pieces have the same ordered dictionary."""
    if not pieces or not getattr(pieces[0].type, "ordered", False):
        return None
    dictionary = pieces[0].dictionary
    same = all(piece.dictionary.equals(dictionary) for piece in pieces[1:])
    return dictionary.to_pylist() if same and not dictionary.null_count else None


def pandas_column(series: Any, what: str, *, fractions: bool = False) -> LabelColumn:
    """Return a pandas Series as a column. Items are matched by position: the index is not looked at."""
    dtype = series.dtype
    if isinstance(dtype, np.dtype):
        return array_column(series.to_numpy(), what, fractions=fractions)
    if hasattr(dtype, "categories"):
        return _pandas_categories(series, what, fractions=fractions)
    if dtype.kind in "biu":
        return _nullable_integers(series)
    if dtype.kind == "f":
        return array_column(series.to_numpy(dtype=np.float64, na_value=np.nan), what, fractions=fractions)
    if getattr(dtype, "storage", "") == "pyarrow" or hasattr(dtype, "pyarrow_dtype"):
        return arrow_column(series.array.__arrow_array__(), what, fractions=fractions)
    positions, categories = series.factorize()  # times of a zone, periods, intervals: each distinct one looked at once
    return _coded(positions, categories, what, fractions=fractions)


def _pandas_categories(series: Any, what: str, *, fractions: bool) -> LabelColumn:
    positions, categories = series.cat.codes.to_numpy(), series.cat.categories
    order = categories.tolist() if series.cat.ordered else None
    return _coded(positions, categories, what, fractions=fractions, order=order)


def _coded(
    positions: NDArray[Any], categories: Any, what: str, *, fractions: bool, order: list[Any] | None = None
) -> LabelColumn:
    return Categories(
        len(positions),
        lambda start, stop: positions[start:stop],
        lambda places: categories.take(places).tolist(),
        what,
        fractions=fractions,
        order=order,
    )


def _nullable_integers(series: Any) -> LabelColumn:
    dtype = np.dtype(np.uint64 if series.dtype.kind == "u" else np.int64)
    filler = False if series.dtype.kind == "b" else 0  # Arrow fills gaps only with values of the column's type

    def numbers(items: Any) -> tuple[NDArray[Any], NDArray[np.bool_] | None]:
        missing = items.isna().to_numpy(dtype=np.bool_)
        filled = items.to_numpy(dtype=dtype, na_value=filler)
        return (filled.copy(), missing) if missing.any() else (filled, None)

    def read(start: int, stop: int) -> tuple[NDArray[Any], NDArray[np.bool_] | None]:
        return numbers(series.iloc[start:stop])

    sample, missing = numbers(series.iloc[:: max(1, len(series) // SAMPLE)])
    labels = truth_values if series.dtype.kind == "b" else list
    return WholeNumbers(len(series), read, sample if missing is None else sample[~missing], labels)


def polars_column(series: Any, what: str, *, fractions: bool = False) -> LabelColumn:
    """Return a Polars Series as a column."""
    polars = sys.modules["polars"]
    dtype = series.dtype
    if (dtype.is_integer() or dtype.is_float()) and not series.null_count():
        return array_column(series.to_numpy(), what, fractions=fractions)
    if isinstance(dtype, polars.Enum):
        return _polars_categories(series, what, order=dtype.categories.to_list())
    if isinstance(dtype, polars.Categorical):
        return _polars_categories(series, what)
    if isinstance(dtype, polars.String):
        return _polars_categories(series.cast(polars.Enum(series.unique().drop_nulls())), what)
    if dtype.is_temporal():
        return _polars_moments(series, what)
    return Objects(
        len(series), lambda start, stop: series.slice(start, stop - start).to_list(), what, fractions=fractions
    )


def _polars_moments(series: Any, what: str) -> LabelColumn:
    """Return dates, times and durations, which Polars stores as numbers of a unit."""
    numbers = series.to_physical().cast(int)
    nanoseconds = getattr(series.dtype, "time_unit", "ns" if str(series.dtype) == "Time" else None) == "ns"

    def read(start: int, stop: int) -> tuple[NDArray[Any], NDArray[np.bool_] | None]:
        items = numbers.slice(start, stop - start)
        if not items.null_count():
            return items.to_numpy(), None
        return items.fill_null(0).to_numpy().copy(), items.is_null().to_numpy()

    def labels(moments: list[int]) -> list[Any]:
        items = sys.modules["polars"].Series(moments, dtype=numbers.dtype).cast(series.dtype)
        if nanoseconds:  # which Polars would cut off
            fine = items.filter(items.to_physical() % 1000 != 0)
            if len(fine):
                raise too_fine(fine.dt.to_string("iso")[0], what)
        return items.to_list()

    sample = array_sample(numbers.drop_nulls().to_numpy())
    return WholeNumbers(len(series), read, sample, labels)


def _polars_categories(series: Any, what: str, *, order: list[str] | None = None) -> LabelColumn:
    """Return a Series of categories, which Polars has numbered in some way, as a column."""
    numbers = series.to_physical()
    distinct = series.unique().drop_nulls()
    label = dict(zip(distinct.to_physical().to_list(), distinct.to_list(), strict=True))

    def read(start: int, stop: int) -> NDArray[Any]:
        positions = numbers.slice(start, stop - start)
        if positions.null_count():
            positions = positions.cast(int).fill_null(MISSING_POSITION)
        return positions.to_numpy()

    def categories(positions: NDArray[np.intp]) -> list[str]:
        return [label[position] for position in positions.tolist()]

    return Categories(len(series), read, categories, what, order=order)


# Any column as positions among declared labels.


UNKNOWN, NO_LABEL, NOT_ASKED = -1, -2, -3
"""In the place of a position: the label is not declared, there is none, and nobody has looked yet."""


def encode(values: Any, labels: Iterable[Any], what: str = "true labels", *, gaps: bool = False) -> NDArray[np.intp]:
    """Return the position in `labels` of each item's label; labels that are missing or not listed are refused.

    With `gaps`, missing ones have the position `NO_LABEL`.

    Examples
    --------
    >>> from steelyard.counts.read.containers import encode
    >>> encode(["b", "a", "b"], ["a", "b", "c"])
    array([1, 0, 1])
    """
    declared = declared_labels(labels)
    position = {MISSING: NO_LABEL} | {label: at for at, label in enumerate(declared)}
    column = as_column(values, what)
    encoded = np.empty(column.size, dtype=np.intp)
    positions = np.empty(0, dtype=np.intp)
    unknown: dict[Label, None] = {}
    for start, stop in chunks(column.size):
        codes = column.codes(start, stop)
        more = int(codes.max(initial=-1)) + 1 - len(positions)
        positions = np.concatenate([positions, np.full(max(0, more), NOT_ASKED)])
        new = np.unique(codes[positions[codes] == NOT_ASKED])
        if len(new):
            names = column.labels_of(new)
            positions[new] = [position.get(label, UNKNOWN) for label in names]
            unknown |= {label: None for label in names if label not in position}
        encoded[start:stop] = positions[codes]
    missing = int((encoded == NO_LABEL).sum())
    if missing and not gaps:
        raise ValueError(f"{missing} of {column.size} {what} are missing (None or NaN); leave those items out first.")
    if unknown:
        check_one_kind(kinds(unknown), what, kinds(declared))
        check_declared(unknown, declared, what)
    return encoded
