"""The engines behind data frames: what people call them, and one sentence when one of them fails."""

from __future__ import annotations

import atexit
import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib.util import find_spec
from typing import Any

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
