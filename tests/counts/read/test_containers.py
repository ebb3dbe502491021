import array
import collections
import subprocess
import sys

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

from steelyard.counts.read.containers import as_array, as_column


class FakeTensor:
    """Like a torch tensor on a GPU that needs a gradient: NumPy sees it only after detach and cpu."""

    def __init__(self, values, steps=()):
        self.values = values
        self.steps = steps

    def detach(self):
        return FakeTensor(self.values, (*self.steps, "detach"))

    def cpu(self):
        return FakeTensor(self.values, (*self.steps, "cpu"))

    def numpy(self):
        assert self.steps == ("detach", "cpu")
        return np.array(self.values)

    def __array__(self, dtype=None, copy=None):
        raise TypeError("can't convert cuda:0 device type tensor to numpy")


class WithToNumpy:
    def to_numpy(self):
        return np.array([2, 0, 2])


class WithArray:
    def __array__(self, dtype=None, copy=None):
        return np.array([2, 0, 2])


class WithDlpack:
    def __dlpack__(self, **options):
        return np.array([2, 0, 2]).__dlpack__(**options)

    def __dlpack_device__(self):
        return np.array([2]).__dlpack_device__()


class FakeCupy:
    """Like an array of CuPy, which copies to the host only when told to."""

    __cuda_array_interface__ = {"shape": (3,)}  # noqa: RUF012 - as CuPy has it

    def get(self):
        return np.array([2, 0, 2])

    def __array__(self, dtype=None, copy=None):
        raise TypeError("Implicit conversion to a NumPy array is not allowed.")


class WithArrowArray:
    def __arrow_array__(self, type=None):  # noqa: A002 - as Arrow calls it
        return pa.array([2, 0, 2])


class WithArrowPointer:
    def __arrow_c_array__(self, requested_schema=None):
        return pa.array([2, 0, 2]).__arrow_c_array__(requested_schema)


class WithArrowStream:
    def __arrow_c_stream__(self, requested_schema=None):
        return pa.chunked_array([[2], [0, 2]]).__arrow_c_stream__(requested_schema)


CONTAINERS = {
    "list": [2, 0, 2],
    "tuple": (2, 0, 2),
    "range": range(2, 5),
    "deque": collections.deque([2, 0, 2]),
    "array.array": array.array("i", [2, 0, 2]),
    "memoryview": memoryview(array.array("i", [2, 0, 2])),
    "NumPy": np.array([2, 0, 2]),
    "NumPy column": np.array([[2], [0], [2]]),
    "pandas Series": pd.Series([2, 0, 2]),
    "pandas Index": pd.Index([2, 0, 2]),
    "pandas Categorical": pd.Categorical([2, 0, 2]),
    "pandas array": pd.array([2, 0, 2]),
    "pandas frame": pd.DataFrame({"y": [2, 0, 2]}),
    "Polars Series": pl.Series([2, 0, 2]),
    "Polars frame": pl.DataFrame({"y": [2, 0, 2]}),
    "Arrow Array": pa.array([2, 0, 2]),
    "Arrow ChunkedArray": pa.chunked_array([[2], [0, 2]]),
    "Arrow table": pa.table({"y": [2, 0, 2]}),
    "tensor": FakeTensor([2, 0, 2]),
    "CuPy": FakeCupy(),
    "to_numpy": WithToNumpy(),
    "__array__": WithArray(),
    "__dlpack__": WithDlpack(),
    "__arrow_array__": WithArrowArray(),
    "__arrow_c_array__": WithArrowPointer(),
    "__arrow_c_stream__": WithArrowStream(),
    "dict values": {"a": 2, "b": 0, "c": 2}.values(),
}


@pytest.mark.parametrize("values", CONTAINERS.values(), ids=CONTAINERS)
def test_containers(read_back, values):
    assert read_back(as_column(values, "labels")) == ([2, 3, 4] if isinstance(values, range) else [2, 0, 2])


def test_iterators_are_listed(read_back):
    assert read_back(as_column(iter(["b", "a"]), "labels")) == ["b", "a"]
    assert read_back(as_column((text for text in "ba"), "labels")) == ["b", "a"]


@pytest.mark.parametrize("values", ["abc", b"abc", {"a": 1}, {1, 2}, None, 3, 2.5, object(), "x" * 100])
def test_what_is_no_column(values):
    with pytest.raises(
        ValueError, match="predicted labels must be a list, an array or a Series with one label per item, not"
    ):
        as_column(values, "predicted labels")


def test_probabilities_per_class_are_refused():
    with pytest.raises(
        ValueError, match=r"one label per item, but have the shape \(3, 2\); if these are probabilities"
    ):
        as_column(np.ones((3, 2)), "labels")


def test_memory_that_cannot_be_read_is_refused():
    class Elsewhere:
        def __dlpack__(self, **options):
            raise BufferError("it is on a device")

        def __dlpack_device__(self):
            return (2, 0)

    with pytest.raises(ValueError, match=r"the labels are in a Elsewhere that NumPy cannot read .* to the host first"):
        as_column(Elsewhere(), "labels")


def test_arrow_data_without_pyarrow_are_no_column(monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(ValueError, match="must be a list, an array or a Series"):
        as_column(WithArrowStream(), "labels")


def test_what_is_no_array():
    assert as_array([1, 2], "labels") is None
    assert as_array("abc", "labels") is None


def test_nothing_is_imported_for_columns_that_need_nothing():
    script = (
        "import sys, numpy as np\n"
        "import steelyard as sy\n"
        "sy.Confusion.from_labels(np.array(['a', 'b']), ['a', 'b'], weights=[1, 2])\n"
        "print([name for name in ('pandas', 'polars', 'pyarrow', 'torch') if name in sys.modules])\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
