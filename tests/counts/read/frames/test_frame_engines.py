import pandas as pd
import pyarrow as pa
import pytest

from steelyard.counts.read.frames.columns import asking, engine_of

WORKER = """
  An exception was thrown from the Python worker. Please see the stack trace below.
Traceback (most recent call last):
  File "worker.py", line 3, in <lambda>
ValueError: bad label 'x'
"""


class Py4JNetworkError(Exception):
    """As PySpark's."""


@pytest.mark.parametrize(
    ("problem", "told"),
    [
        (RuntimeError("no such table\nat line 3"), "no such table."),
        (RuntimeError(WORKER), "ValueError: bad label 'x'."),
        (RuntimeError(), "RuntimeError."),
        (RuntimeError("\n\n Is it there? \n"), "Is it there?"),
        (RuntimeError("x" * 1000), "x" * 300 + "…"),
        (ConnectionRefusedError(111, "refused"), "its session has ended, or cannot be reached."),
        (Py4JNetworkError("Answer from Java side is empty"), "its session has ended, or cannot be reached."),
    ],
)
def test_an_engine_that_fails_is_told_in_one_line(problem, told):
    with pytest.raises(ValueError, match="Spark") as found, asking("Spark"):
        raise problem
    assert str(found.value) == f"Spark could not count the frame: {told}"
    assert found.value.__suppress_context__


@pytest.mark.parametrize("problem", [MemoryError, KeyboardInterrupt, DeprecationWarning])
def test_what_is_no_fault_of_the_engine_passes(problem):
    with pytest.raises(problem), asking("Spark"):
        raise problem


def test_engines_are_called_as_people_do():
    assert engine_of(pd.DataFrame([[1, 2]], columns=["a", "a"])) == "pandas"
    assert engine_of(pa.table([[1], [2]], names=["a", "a"])) == "PyArrow"
    assert engine_of([1, 2]) is None
