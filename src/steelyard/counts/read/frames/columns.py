"""Data frames of any engine: which engine it is, what it says when it fails, and the columns that are asked for."""

from __future__ import annotations

import atexit
import re
from collections.abc import Hashable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from importlib.util import find_spec
from numbers import Number
from typing import Any, NamedTuple

from steelyard.counts import labels as naming
from steelyard.counts.read.chosen_columns import WEIGHT, Columns

PANDAS, POLARS, ARROW, DUCKDB = "pandas", "Polars", "PyArrow", "DuckDB"
IBIS, DASK, SPARK = "Ibis", "Dask", "Spark"
IN_MEMORY = (PANDAS, ARROW)
"""Libraries whose columns lie in our memory, and are counted there."""

LIKE_PANDAS = (PANDAS, "Modin", "cuDF")

ENGINES = {
    "pandas": PANDAS,
    "modin": "Modin",
    "cudf": "cuDF",
    "pyarrow": ARROW,
    "pyspark": SPARK,
    "pyspark[connect]": SPARK,
    "sqlframe": SPARK,
    "polars": POLARS,
    "dask": DASK,
    "duckdb": DUCKDB,
    "ibis": IBIS,
}
"""What narwhals calls them, and what people do; SQLFrame speaks Spark's language."""

RAISED = re.compile(r"(?:[\w.]+\.)?\w*(?:Error|Exception)\b:? ?.*")
"""The last line of a Python traceback, which engines pass on from their workers."""

GONE = ("Py4JError", "Py4JNetworkError")
"""What PySpark raises when there is no Java at the other end; errors of Java itself have other names."""

LOGGERS = ("DataFrameQueryContextLogger", "SQLQueryContextLogger")
"""Through which PySpark writes an error to standard error, with Java's stack, before it raises it."""

LONGEST = 300


def engine_of(native: Any) -> str | None:
    """Return what people call the library of a data frame; None if it is none that we know."""
    import narwhals as nw  # noqa: PLC0415 - loaded where used

    try:
        implementation = nw.from_native(native).implementation
    except nw.exceptions.DuplicateError:  # repeated names, which are refused only where they are used
        return ENGINES[type(native).__module__.split(".")[0]]
    except TypeError:
        return None
    if implementation.is_duckdb():
        _let_go_at_exit()
    return ENGINES.get(implementation.value)


@contextmanager
def asking(engine: str) -> Iterator[None]:
    """Turn whatever an engine raises into one sentence that names it."""
    try:
        with _quiet(engine):
            yield
    except (MemoryError, Warning):  # a warning is raised only if the user wants it so
        raise
    except Exception as problem:  # noqa: BLE001 - each engine has exceptions of its own, a dead one any at all
        raise ValueError(f"{engine} could not count the frame: {_reason(problem)}") from None


@contextmanager
def _quiet(engine: str) -> Iterator[None]:
    """Keep PySpark from logging what a sentence will say."""
    if engine != SPARK or find_spec("pyspark") is None or find_spec("pyspark.logger") is None:  # since PySpark 4
        yield
        return
    from pyspark.logger import PySparkLogger  # noqa: PLC0415

    loud = [logger for logger in map(PySparkLogger.getLogger, LOGGERS) if not logger.disabled]
    for logger in loud:
        logger.disabled = True
    try:
        yield
    finally:
        for logger in loud:
            logger.disabled = False


def _reason(problem: Exception) -> str:
    """Return the telling line of an engine's message, which may hold tracebacks of its workers."""
    if isinstance(problem, ConnectionError) or type(problem).__name__ in GONE:
        return "its session has ended, or cannot be reached."
    lines = [line.strip() for line in str(problem).splitlines() if line.strip()]
    raised = [line for line in lines if RAISED.fullmatch(line)] if "Traceback" in str(problem) else []
    told = (raised[-1:] or lines[:1] or [type(problem).__name__])[0]
    return sentence(told)


def sentence(told: str) -> str:
    """Return what an engine says with a full stop, cut off where it holds the data."""
    short = told if len(told) <= LONGEST else f"{told[:LONGEST]}…"
    return short if short.endswith((".", "…", "!", "?")) else f"{short}."


@cache
def _let_go_at_exit() -> None:
    """Let narwhals forget its DuckDB namespace before DuckDB, whose types it holds, reports them as leaks on stderr."""
    from narwhals import _namespace  # noqa: PLC0415

    forget = getattr(getattr(_namespace, "_builtin_namespace", None), "cache_clear", None)
    if forget is not None:
        atexit.register(forget)


# Find the columns that are asked for in any data frame, and give them names of our own.


NESTED = ("map", "union", "variant")
"""How the native types begin that narwhals does not know, and that hold several values."""

ACCEPTED = (
    "a data frame or table of pandas, Polars (also lazy), PyArrow, DuckDB, Ibis, Dask, PySpark, Modin or cuDF; "
    "Confusion.from_labels takes columns, Confusion.from_files paths"
)


class OpenFrame(NamedTuple):
    """The chosen columns of a frame, under our names.

    Attributes
    ----------
    frame
        A narwhals frame with these columns alone, eager or lazy.
    engine
        The library that holds them, as people call it.
    names
        What the frame's owner calls each of our columns.
    types
        The narwhals type of each column.
    are_counts
        Whether the column in the place of the weights holds numbers of items.
    """

    frame: Any
    engine: str
    names: dict[str, Hashable]
    types: dict[str, Any]
    are_counts: bool = False


def opened(frame: Any, wanted: Columns) -> OpenFrame:
    """Return the columns asked for; refuse what is no frame, and columns that are absent, ambiguous or nested."""
    import narwhals as nw  # noqa: PLC0415 - loaded where used

    native, engine = _known(frame)
    names = wanted.by_role
    with asking(engine):
        every_name = _names(native, engine)
    positions = [_position(name, every_name) for name in dict.fromkeys(names.values())]
    own = {every_name[position]: f"column_{position}" for position in positions}
    with asking(engine):
        narrow = _narrowed(native, engine, every_name, positions, list(own.values()))
        chosen = narrow.select(nw.col(own[name]).alias(ours) for ours, name in names.items())
        types = dict(chosen.collect_schema())
        kinds = dict(zip(own.values(), _native_types(nw.to_native(narrow), engine), strict=True))
    for ours, name in names.items():
        kind = kinds[own[name]]
        if types[ours].is_nested() or (types[ours] == nw.Unknown and kind.lower().startswith(NESTED)):
            raise ValueError(f"column {name!r} holds nested values ({kind}), not {_role(ours)}.")
    return OpenFrame(chosen, engine, names, types, wanted.are_counts)


def names_of_frame(frame: Any) -> list[Hashable]:
    """Return the names of all columns of a frame."""
    native, engine = _known(frame)
    with asking(engine):
        return _names(native, engine)


def _known(frame: Any) -> tuple[Any, str]:
    """Return a frame as its library has it, and what people call the library; refuse what is no frame."""
    import narwhals as nw  # noqa: PLC0415

    native = nw.to_native(frame, pass_through=True)
    engine = engine_of(native)
    if engine is None:
        shown = repr(native) if native is None or isinstance(native, str | Number) else type(native).__name__
        raise ValueError(f"the frame must be {ACCEPTED}; not {shown}.")
    return native, engine


def _role(ours: str) -> str:
    if ours == WEIGHT:
        return "weights"
    return "keys of slices" if ours.startswith("by_") else "labels"


def _names(native: Any, engine: str) -> list[Hashable]:
    """Return the names of all columns, also where some are repeated."""
    import narwhals as nw  # noqa: PLC0415

    if engine == POLARS:  # whose lazy frames warn when asked for .columns
        return list(nw.from_native(native).collect_schema())
    return list(native.column_names if engine == ARROW else native.columns)


def _position(name: Hashable, names: Sequence[Hashable]) -> int:
    if name not in names:
        hint = naming.nearest(str(name), [str(other) for other in names])
        raise ValueError(f"the frame has no column {name!r}; its columns are {naming.some(names)}.{hint}")
    if names.count(name) > 1:
        raise ValueError(f"the frame has {names.count(name)} columns called {name!r}; rename all but one.")
    return names.index(name)


def _narrowed(native: Any, engine: str, names: Sequence[Hashable], positions: list[int], own: list[str]) -> Any:
    """Return the columns at these positions; by position where a library knows names that narwhals does not."""
    import narwhals as nw  # noqa: PLC0415

    if engine == DASK:  # names of any type; assigning to .columns fails if a column is called that
        narrow = native.iloc[:, positions]
        return nw.from_native(narrow.rename(columns=dict(zip(narrow.columns, own, strict=True))))
    if engine in LIKE_PANDAS:  # names of any type, repeated ones
        narrow = native.iloc[:, positions]
        narrow.columns = own
        return nw.from_native(narrow)
    if engine == ARROW:  # repeated names
        return nw.from_native(native.select(positions).rename_columns(own))
    if engine == SPARK:  # dots and backticks in names are syntax, and case makes no difference
        return nw.from_native(native.toDF(*(f"column_{i}" for i in range(len(names))))).select(own)
    chosen = (nw.col(str(names[position])).alias(ours) for position, ours in zip(positions, own, strict=True))
    return nw.from_native(native).select(*chosen)


def _native_types(native: Any, engine: str) -> list[str]:
    """Return how a library calls the types of its columns."""
    if engine == POLARS:
        types = native.collect_schema().dtypes()
    elif engine == DUCKDB:
        types = native.types
    elif engine == SPARK:
        types = [dtype for _, dtype in native.dtypes]
    elif engine == ARROW:
        types = native.schema.types
    else:
        types = native.schema().types if engine == IBIS else native.dtypes
    return [str(dtype) for dtype in types]
