"""The engines and containers that a frame may come from: each makes a frame of an Arrow table.

A test module loads this as a plugin of pytest, and asks for the fixture `frame_of`. Spark and Dask start when first
used. (PYTEST_DONT_REWRITE: the module is imported before pytest sees it as a plugin, and asserts nothing.)
"""

from __future__ import annotations

import contextlib
import os
import warnings
from functools import cache

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from programs import find_program


def _pandas(table, **options):
    return table.to_pandas(**options)


def _pandas_objects(table):
    import pandas as pd

    return pd.DataFrame({name: pd.Series(table[name].to_pylist(), dtype=object) for name in table.column_names})


def _pandas_nullable(table):
    import pandas as pd

    types = {
        pa.string(): pd.StringDtype("python"),
        pa.int64(): pd.Int64Dtype(),
        pa.float64(): pd.Float64Dtype(),
        pa.bool_(): pd.BooleanDtype(),
    }
    return table.to_pandas(types_mapper=types.get)


def _pandas_arrow(table):
    import pandas as pd

    return table.to_pandas(types_mapper=pd.ArrowDtype)


def _texts(table):
    return [field.name for field in table.schema if field.type == pa.string()]


def _pandas_categories(table, **options):
    import pandas as pd

    frame = table.to_pandas(**options)
    for name in _texts(table):
        found = sorted(set(frame[name].dropna()), reverse=True)
        frame[name] = pd.Categorical(frame[name], categories=["never", *found, "unused"])
    return frame


def _polars(table):
    import polars as pl

    return pl.from_arrow(table)


def _polars_categories(table):
    import polars as pl

    return _polars(table).with_columns(pl.col(_texts(table)).cast(pl.Categorical))


def _polars_enum(table):
    import polars as pl

    frame = _polars(table)
    kinds = {name: pl.Enum(["never", *sorted(set(table[name].drop_null().to_pylist()))]) for name in _texts(table)}
    return frame.cast(kinds)


def _polars_scan(table, folder):
    import polars as pl

    return pl.scan_parquet(_stored(table, folder))


def _arrow_dictionaries(table):
    columns = [
        column.dictionary_encode() if field.type == pa.string() else column
        for field, column in zip(table.schema, table.columns, strict=True)
    ]
    return pa.table(columns, names=table.column_names)


def _arrow_chunks(table):
    half = len(table) // 2
    return pa.concat_tables([_arrow_dictionaries(table.slice(0, half)), _arrow_dictionaries(table.slice(half))])


def _duckdb(table):
    import duckdb

    return duckdb.connect().from_arrow(table)


def _duckdb_file(table, folder):
    import duckdb

    return duckdb.connect().read_parquet(str(_stored(table, folder)))


def _ibis(table):
    import ibis

    return ibis.memtable(table)


def _ibis_file(table, folder):
    import ibis

    return ibis.duckdb.connect().read_parquet(_stored(table, folder))


def _for_dask(table):
    """Return types for what pandas would hold as Python objects, which Dask turns into texts: dates, decimals, gaps."""
    import pandas as pd

    exact = {pa.date32(): pd.ArrowDtype(pa.date32()), pa.bool_(): pd.BooleanDtype()}
    exact |= {kind: pd.ArrowDtype(kind) for kind in table.schema.types if pa.types.is_decimal(kind)}
    return {"types_mapper": exact.get}


def _dask(table):
    import dask.dataframe as dd

    return dd.from_pandas(table.to_pandas(**_for_dask(table)), npartitions=2)


def _dask_arrow(table):
    import dask.dataframe as dd

    return dd.from_pandas(_pandas_arrow(table), npartitions=2)


def _dask_categories(table):
    import dask.dataframe as dd

    return dd.from_pandas(_pandas_categories(table, **_for_dask(table)), npartitions=2)


def _spark(table):
    signed = [
        pa.int64() if pa.types.is_unsigned_integer(kind) else kind for kind in table.schema.types
    ]  # it has no others
    return spark_session().createDataFrame(table.cast(pa.schema(zip(table.column_names, signed, strict=True))))


def _narwhals(table):
    import narwhals as nw

    return nw.from_native(_polars(table))


def _stored(table, folder):
    path = folder / "table.parquet"
    pq.write_table(table, path)
    return path


PLAIN = {
    "pandas": _pandas,
    "pandas objects": _pandas_objects,
    "pandas nullable": _pandas_nullable,
    "pandas Arrow": _pandas_arrow,
    "pandas categories": _pandas_categories,
    "Polars": _polars,
    "Polars lazy": lambda table: _polars(table).lazy(),
    "Polars categories": _polars_categories,
    "Polars enum": _polars_enum,
    "PyArrow": lambda table: table,
    "PyArrow dictionaries": _arrow_dictionaries,
    "PyArrow chunks": _arrow_chunks,
    "DuckDB": _duckdb,
    "Ibis": _ibis,
    "Dask": _dask,
    "Dask Arrow": _dask_arrow,
    "Dask categories": _dask_categories,
    "Spark": _spark,
    "narwhals": _narwhals,
}
FILES = {"Polars scan": _polars_scan, "DuckDB file": _duckdb_file, "Ibis file": _ibis_file}

NEEDS = {
    "Polars": ("polars",),
    "DuckDB": ("duckdb",),
    "Ibis": ("ibis", "duckdb"),
    "Dask": ("dask.dataframe", "distributed"),
    "Spark": ("pyspark",),
    "narwhals": ("polars",),
}


os.environ.setdefault("SPARK_SUBMIT_OPTS", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC")
"""Every Java of the tests is young when it ends: compiled once and simply, it takes half the time of the processor."""

CLUSTERS = {"Spark": "spark", "Dask": "dask"}
"""The engines that start processes; their tests share one process of pytest. Other frames of Dask do without."""


def each(*names):
    """Return the engines as parameters of a test."""
    found = []
    for name in names:
        marks = [pytest.mark.xdist_group(CLUSTERS[name])] if name in CLUSTERS else []
        marks += [pytest.mark.slow] if name.split()[0] in {*CLUSTERS, "Ibis"} else []
        found.append(pytest.param(name, marks=marks, id=name.replace(" ", "-")))
    return pytest.mark.parametrize("engine", found)


EVERY = [*PLAIN, *FILES]
ENGINES = ["pandas", "Polars", "Polars lazy", "PyArrow", "DuckDB", "Ibis", "Dask", "Spark"]
"""One of each library."""


@pytest.fixture
def frame_of(tmp_path, clusters):
    """A function that makes the frame of an engine from a table."""
    with contextlib.ExitStack() as stack:

        def make(engine, table):
            library = engine.split()[0]
            for module in NEEDS.get(library, ("pandas",)):
                pytest.importorskip(module, reason=f"{engine} needs {module}: pip install --group test")
            if library == "Spark" and find_program("java") is None:
                pytest.skip("Spark needs Java")
            if engine in CLUSTERS:
                clusters.start(engine)
            elif library == "Dask":
                import dask

                stack.enter_context(dask.config.set(scheduler="synchronous"))
            return PLAIN[engine](table) if engine in PLAIN else FILES[engine](table, tmp_path)

        yield make


@cache
def spark_session():
    """Return a small Spark in this process, far from UTC."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # PySpark 4.3 says that it does not know pandas 3
        from pyspark.sql import SparkSession

    options = {
        "spark.ui.enabled": "false",
        "spark.ui.showConsoleProgress": "false",
        "spark.sql.shuffle.partitions": "2",
        "spark.sql.adaptive.enabled": "false",
        "spark.sql.codegen.wholeStage": "false",
        "spark.sql.codegen.factoryMode": "NO_CODEGEN",
        "spark.default.parallelism": "2",
        "spark.sql.session.timeZone": "Asia/Kolkata",
        "spark.driver.memory": "512m",
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.driver.host": "127.0.0.1",
        "spark.log.level": "OFF",
    }
    builder = SparkSession.builder.master("local[2]").appName("steelyard")
    for name, value in options.items():
        builder = builder.config(name, value)
    return builder.getOrCreate()


class _Clusters(contextlib.ExitStack):
    """Dask's distributed scheduler, and Spark: started once, stopped at the end."""

    def __init__(self):
        super().__init__()
        self.started = set()

    def start(self, engine):
        if engine in self.started:
            return
        self.started.add(engine)
        if engine == "Spark":
            self.callback(spark_session().stop)
        if engine == "Dask":
            from distributed import Client, LocalCluster

            cluster = LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=":0", memory_limit="1GiB")
            self.enter_context(cluster)
            self.enter_context(Client(cluster))


@pytest.fixture(scope="session")
def clusters():
    with _Clusters() as clusters:
        yield clusters
