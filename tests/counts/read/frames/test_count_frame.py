"""One test body over every engine and container: the same counts and labels from each, and from a plain loop."""

import datetime as dt
import subprocess
import sys
from collections import Counter, defaultdict
from decimal import Decimal
from fractions import Fraction
from functools import partial
from pathlib import Path

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import steelyard as sy
from counts.read.engines import ENGINES, EVERY, each, spark_session
from steelyard.counts.read.frames import groups as frame_groups
from steelyard.counts.read.frames import groups as frames

pytest_plugins = ["counts.read.engines"]

# Ibis 12 reads files by a name that DuckDB 2 has given up.
pytestmark = pytest.mark.filterwarnings("ignore:fetch_arrow_table:DeprecationWarning")

NAN, INF = float("nan"), float("inf")


def table_of(columns):
    return pa.table({name: pa.array(found) if isinstance(found, list) else found for name, found in columns.items()})


def plain(value):
    """A value as a label: whole floats are ints, NaN is missing, moments are in UTC."""
    if value is None or str(value) == "nan":
        return None
    if isinstance(value, dt.datetime) and value.tzinfo is not None:
        return value.astimezone(dt.UTC)
    return int(value) if isinstance(value, float | Decimal) and value == int(value) else value


def ordered(values):
    known = sorted(value for value in values if value is not None)
    return (*known, *([None] if None in values else []))


def counted(table, truth, models, weight=None, by=(), missing="refuse", power=1):
    """Count with a loop over the rows: {(model, slices…, truth, prediction): size}, labels, keys, what was dropped.

    The sizes are the weights, their squares (`power` 2), or numbers of rows that have a weight (0).
    """
    cells, labels, dropped = Counter(), set(), 0
    keys = [set() for _ in by]
    for row in table.to_pylist():
        size = Fraction(1 if weight is None else row[weight])
        size = size and size**power
        at = tuple(plain(row[name]) for name in by)
        for known, key in zip(keys, at, strict=True):
            known.add(key)
        found = [plain(row[name]) for name in (truth, *models)]
        if None in found and missing == "drop":
            dropped += 1
            continue
        labels.update(found)
        for model, guess in zip(models, found[1:], strict=True):
            cells[(model, *at, found[0], guess)] += size
    return {cell: size for cell, size in cells.items() if size}, ordered(labels), list(map(ordered, keys)), dropped


def told(cm, models, cells=None):
    """Return the cells of a matrix or a stack as the loop does."""
    found = (cells or cm.cells).coordinates()
    places = np.unravel_index(found.at, cm.shape) if cm.shape else []
    names = [[plain(keys[i]) for i in place] for keys, place in zip(cm.axes.values(), places, strict=True)]
    if "model" not in cm.axes:
        names = [models * len(found.at), *names]
    names += [[cm.labels[i] for i in place] for place in (found.rows, found.columns)]
    sizes = map(Fraction, found[-1].tolist())
    return dict(zip(zip(*names, strict=True), sizes, strict=True))


def moment(*parts, hours=0):
    return dt.datetime(*parts, tzinfo=dt.timezone(dt.timedelta(hours=hours)))


MOMENTS = [moment(2024, 1, 1, hours=2), None, moment(2024, 1, 1), moment(2023, 12, 31, 22), *[moment(2024, 6, 1)] * 4]
DAY, OTHER_DAY = dt.date(2024, 1, 2), dt.date(2023, 1, 2)
TEXTS = {
    "y": ["a", "b", "b", "", "c", "a", "a"],
    "p": ["a", "a", "b", "", "a", "a", "b"],
    "q": ["b", "b", "b", "", "c", "a", "a"],
}
GAPS = {
    "y": ["a", None, "b", "b", "c", "a", None, "b"],
    "p": ["a", "a", None, "b", "c", "a", None, "b"],
    "q": ["a", "a", "a", "b", None, "x", "a", "b"],
    "month": [1, 2, 2, 1, None, 2, 1, 1],
    "region": ["n", "n", None, "s", "s", "", "n", "s"],
    "when": pa.array(MOMENTS, pa.timestamp("us", "Europe/Berlin")),
    "share": [0.25, 0.5, NAN, None, 0.25, 2.0, 2.0, -0.0],
    "w": [1, 2, 3, 2**53 + 1, 5, 0, 7, 8],
}
FLOATS = {"y": [0.0, NAN, None, 1.0, 1.0, -0.0], "p": [0.0, 0.0, 1.0, 1.0, NAN, 2.0**60]}
NO_NULL = {"y": [0.0, NAN, 1.0], "p": [0.0, 0.0, 1.0], "q": [1, 1, 0]}
ODD_NAMES = {'the "y".`z`': TEXTS["y"], "count": TEXTS["p"], "a.b": TEXTS["q"], " ": [1, 2, 3, 4, 5, 6, 7]}
ODD_NAMES |= {"prediction_0": [1, 1, 2, 2, 1, 2, 1], "truth": ["x"] * 7}
SCRIPTS = {"wahrheit ü": TEXTS["y"], "予測": TEXTS["p"], "len": TEXTS["q"], "Len": ["z"] * 7}
BOTH = ["p", "q"]


def weighted(weights, kind):
    return {**TEXTS, "w": pa.array(weights, kind)}


CASES = {
    "texts": (TEXTS, {"prediction": "p"}),
    "two models": (TEXTS, {"prediction": BOTH}),
    "one model as a list": (TEXTS, {"prediction": ["q"]}),
    "gaps dropped": (GAPS, {"prediction": "p", "missing": "drop"}),
    "gaps kept": (GAPS, {"prediction": "p", "missing": "keep"}),
    "gaps dropped for all models": (GAPS, {"prediction": BOTH, "missing": "drop"}),
    "gaps kept for all models": (GAPS, {"prediction": BOTH, "missing": "keep"}),
    "ints": ({"y": [2, 10, 1, 2**53 + 1, 2**53], "p": [10, 10, 1, 2**53, 2**53]}, {"prediction": "p"}),
    "ints with gaps": ({"y": [2, None, 1, 2], "p": [2, 1, 1, None]}, {"prediction": "p", "missing": "keep"}),
    "floats with NaN and null": (FLOATS, {"prediction": "p", "missing": "keep"}),
    "floats with NaN alone": (NO_NULL, {"prediction": "p", "missing": "drop"}),
    "ints and floats": (NO_NULL, {"prediction": BOTH, "missing": "drop"}),
    "booleans": ({"y": [True, False, True], "p": [True, True, True]}, {"prediction": "p"}),
    "booleans with gaps": ({"y": [True, None, True], "p": [True, True, False]}, {"prediction": "p", "missing": "drop"}),
    "booleans beside ints": ({"y": [True, False, True], "p": [1, 1, 0]}, {"prediction": "p"}),
    "dates": ({"y": [DAY, OTHER_DAY, None], "p": [DAY] * 3}, {"prediction": "p", "missing": "keep"}),
    "nothing but nulls": (
        {"y": ["a", "b"], "p": pa.array([None, None], pa.string())},
        {"prediction": "p", "missing": "keep"},
    ),
    "by month": (GAPS, {"prediction": "p", "by": "month", "missing": "drop"}),
    "by moment": (GAPS, {"prediction": "p", "by": "when", "missing": "keep"}),
    "by fractions": (GAPS, {"prediction": BOTH, "by": "share", "missing": "keep"}),
    "by two, two models": (GAPS, {"prediction": BOTH, "by": ["region", "month"], "missing": "keep"}),
    "by the truth": (TEXTS, {"prediction": BOTH, "by": ["y"]}),
    "whole weights": (GAPS, {"prediction": BOTH, "weight": "w", "missing": "drop"}),
    "small weights": (weighted([2**31 - 1] * 7, pa.int32()), {"prediction": "p", "weight": "w"}),
    "unsigned weights": (weighted([2**40] * 7, pa.uint64()), {"prediction": "p", "weight": "w"}),
    "float weights": (weighted([0.5, 1.25, 0, 3, 2**-20, 8, 1], pa.float64()), {"prediction": "p", "weight": "w"}),
    "truth values as weights": (weighted([True, False] * 3 + [True], pa.bool_()), {"prediction": "p", "weight": "w"}),
    "decimal weights": (
        weighted([Decimal("1.25"), Decimal("0.5"), *[Decimal(2)] * 5], pa.decimal128(10, 2)),
        {"prediction": "p", "weight": "w"},
    ),
    "whole decimals": (
        weighted([Decimal(2**53 + 1), *[Decimal(3)] * 6], pa.decimal128(28, 2)),
        {"prediction": BOTH, "weight": "w"},
    ),
    "names that need quoting": (
        ODD_NAMES,
        {"truth": 'the "y".`z`', "prediction": ["count", "a.b"], "weight": " ", "by": "prediction_0"},
    ),
    "names in other scripts": (SCRIPTS, {"truth": "wahrheit ü", "prediction": ["予測", "len"]}),
}


@each(*EVERY)
@pytest.mark.parametrize("case", CASES)
def test_every_engine_counts_as_a_loop_does(frame_of, engine, case):
    columns, asked = CASES[case]
    table, prediction = table_of(columns), asked["prediction"]
    by = [asked["by"]] if isinstance(asked.get("by"), str) else asked.get("by", [])
    models = [prediction] if isinstance(prediction, str) else prediction
    options = {"truth": "y", **asked}
    cm = sy.Confusion.from_frame(frame_of(engine, table), **options)
    loop = partial(counted, table, options["truth"], models, asked.get("weight"), by, asked.get("missing", "refuse"))
    cells, labels, keys, dropped = loop()
    axes = {} if isinstance(prediction, str) else {"model": tuple(models)}
    assert cm.labels == labels
    assert {name: tuple(map(plain, found)) for name, found in cm.axes.items()} == {
        **axes,
        **dict(zip(by, keys, strict=True)),
    }
    assert told(cm, models) == cells
    assert cm.dropped == dropped
    assert cm.is_weighted == ("weight" in asked)
    if cm.is_weighted:
        assert told(cm, models, cm.weighted_items.squares) == pytest.approx(loop(power=2)[0], rel=1e-15)
        assert told(cm, models, cm.weighted_items.rows) == loop(power=0)[0]
    assert cm.counts.dtype == (np.float64 if case in ("float weights", "decimal weights") else np.int64)


@each(*ENGINES)
@pytest.mark.parametrize("missing", ["drop", "keep"])
def test_every_engine_counts_combinations_as_a_loop_does(frame_of, engine, missing):
    table = table_of({**GAPS, "again": GAPS["y"]})
    joint = sy.Joint.from_frame(frame_of(engine, table), "y", ["p", "again", "q"], "w", ["month"], missing=missing)
    expected, dropped = defaultdict(lambda: np.zeros(3)), 0
    for row in table.to_pylist():
        found = [row[name] for name in ("y", "p", "again", "q")]
        if missing == "drop" and None in found:
            dropped += 1
        elif row["w"]:
            expected[(row["month"], *found)] += np.array([row["w"], row["w"] ** 2, 1], dtype=float)
    months = joint.axes["month"]
    keys = ((months[at], *(joint.labels[i] for i in codes)) for at, codes in zip(joint.at, joint.codes, strict=True))
    sums = np.stack([joint.counts, joint.squares, joint.rows], axis=1)
    found = dict(zip(keys, sums.tolist(), strict=True))
    assert found == {key: pytest.approx(sums, rel=1e-15) for key, sums in expected.items()}
    assert joint.dropped == dropped
    assert joint.models == ("p", "again", "q")


@each(*ENGINES)
def test_a_column_of_counts_is_one_of_items(frame_of, engine):
    table = table_of({**TEXTS, "n": pa.array([2, 0, 3, 1, 4, 5, 6]), "w": [0.5, 0.5, *[1.0] * 5]})
    frame, items = frame_of(engine, table), counted(table, "y", ["p"], "n")[0]
    found = sy.Confusion.from_frame(frame, "y", "p", counts="n")
    assert told(found, ["p"]) == items
    assert not found.is_weighted
    assert not sy.Joint.from_frame(frame, "y", ["p", "q"], counts="n").is_weighted
    assert sy.Joint.from_frame(frame, "y", ["p", "q"], counts="n")["p"] == found
    with pytest.raises(ValueError, match=r"counts, not|counts must be whole numbers of items, but there is 0\.5"):
        sy.Confusion.from_frame(frame, "y", "p", counts="w")
    with pytest.raises(ValueError, match="name one column of them"):
        sy.Confusion.from_frame(frame, "y", "p", weight="w", counts="n")


@each(*ENGINES)
def test_labels_are_declared_and_others_refused(frame_of, engine):
    frame = frame_of(engine, table_of(TEXTS))
    assert sy.Confusion.from_frame(frame, "y", "p", labels=["c", "x", "b", "a", ""]).labels == ("c", "x", "b", "a", "")
    with pytest.raises(ValueError, match="have 1 value outside the declared labels: 'c'"):
        sy.Confusion.from_frame(frame, "y", "p", labels=["", "a", "b"])


def test_ordered_categories_keep_their_order():
    import duckdb

    order = ["low", "mid", "high"]
    pandas = pd.DataFrame({name: pd.Categorical(["mid", "low"], order, ordered=True) for name in "yp"})
    relation = duckdb.connect().sql(
        "SELECT y::ENUM('low', 'mid', 'high') AS y, p::ENUM('low', 'mid', 'high') AS p "
        "FROM (VALUES ('mid', 'mid'), ('low', 'high')) AS t(y, p)"
    )
    polars = pl.DataFrame({"y": ["mid", "low"], "p": ["mid", "high"]}, schema=dict.fromkeys("yp", pl.Enum(order)))
    assert sy.Confusion.from_frame(pandas, "y", "p").labels == ("low", "mid")
    assert sy.Confusion.from_frame(polars, "y", "p").labels == ("low", "mid", "high")
    assert sy.Confusion.from_frame(relation, "y", "p").labels == ("low", "mid", "high")


@pytest.mark.parametrize("names", [(0, 1), ("", "p"), (("y", 1), 2.5)])
def test_columns_of_pandas_may_be_called_anything(names):
    frame = pd.DataFrame([["a", "b", 1, 2]], columns=pd.Index([*names, "again", "again"], dtype=object))
    truth, prediction = names
    assert sy.Confusion.from_frame(frame, truth, prediction).labels == ("a", "b")
    with pytest.raises(ValueError, match="2 columns called 'again'"):
        sy.Confusion.from_frame(frame, truth, "again")


def test_columns_of_arrow_may_be_named_twice_or_not_at_all():
    table = pa.table([["a"], ["b"], ["c"], ["d"]], names=["y", "", "q", "q"])
    assert sy.Confusion.from_frame(table, "y", "").labels == ("a", "b")
    with pytest.raises(ValueError, match="2 columns called 'q'"):
        sy.Confusion.from_frame(table, "y", "q")


@pytest.mark.parametrize("name", ["iloc", "columns", "column_names", "toDF", "schema", "types", "collect_schema"])
@each(*ENGINES)
def test_columns_may_be_called_like_what_a_frame_offers(frame_of, engine, name):
    frame = frame_of(engine, table_of({"y": ["a", "b"], name: ["b", "b"]}))
    assert sy.Confusion.from_frame(frame, "y", name).counts.tolist() == [[0, 1], [0, 1]]


REFUSED = {
    "a column that is not there": ({"prediction": "predicted"}, r"no column 'predicted'; its columns are .*'predict'"),
    "the truth as a prediction": ({"prediction": ["p", "y"]}, "'y' is named as the truth and as a prediction"),
    "a prediction named twice": ({"prediction": ["p", "p"]}, "each prediction column may be named once"),
    "no prediction": ({"prediction": []}, "at least one column with predictions"),
    "an axis named twice": ({"by": ["k", "k"]}, "each column of `by` may be named once"),
    "gaps": ({"prediction": "gaps"}, r'2 of 3 items have no true or no predicted label .*missing="drop"'),
    "gaps of one model": ({"prediction": ["p", "gaps"]}, "2 of 3 items have no true or no predicted label"),
    "nothing but gaps": ({"prediction": "nothing", "missing": "drop"}, "every item has a missing label"),
    "another word for missing": ({"missing": "ignore"}, 'missing must be "refuse", "drop" or "keep"'),
    "lists": ({"prediction": "list"}, "column 'list' holds nested values"),
    "structs": ({"truth": "struct"}, "column 'struct' holds nested values"),
    "maps": ({"by": "map"}, "column 'map' holds nested values"),
    "probabilities": ({"prediction": "score", "truth": "k"}, "contain 0.25, which looks like a probability"),
    "ints beside texts": ({"prediction": "k"}, "true labels are texts such as .* predicted labels are numbers such as"),
    "null weights": (
        {"weight": "null"},
        "'null' has 2 weights that are no finite numbers of at least 0, such as a miss",
    ),
    "NaN weights": (
        {"weight": "nan"},
        "'nan' has a weight that is no finite number of at least 0, a missing",
    ),
    "infinite weights": ({"weight": "inf"}, "'inf' has a weight that is no finite .*, inf"),
    "negative weights": ({"weight": "minus"}, "'minus' has a weight that is no finite number of .*, -2"),
    "negative fractions": ({"weight": "below"}, "'below' has a weight that is no finite number of .*, -0.5"),
    "texts as weights": ({"weight": "p"}, "column 'p' must hold numbers to be the weights, not "),
    "weights beyond 64 bits": (
        {"truth": "k", "prediction": "one", "weight": "huge"},
        "must sum to less than|overflow|out of bounds",
    ),
}
BAD = table_of({
    "y": ["a", "b", "b"],
    "p": ["a", "b", "a"],
    "predict": ["a", "b", "a"],
    "gaps": ["a", None, None],
    "nothing": pa.array([None] * 3, pa.string()),
    "k": [1, 2, 1],
    "one": [1, 1, 1],
    "score": [0.25, 0.25, NAN],
    "list": [["a"], ["b"], []],
    "struct": [{"a": 1}] * 3,
    "map": pa.array([[("a", 1)]] * 3, pa.map_(pa.string(), pa.int64())),
    "null": pa.array([1, None, None], pa.int64()),
    "nan": [1.0, NAN, 2.0],
    "inf": [1.0, 2.0, INF],
    "minus": [1, -2, 3],
    "below": [0.5, -0.5, 1.0],
    "huge": [2**62, 2**62, 2**62],
})  # fmt: skip


@each(*ENGINES)
def test_bad_input_is_refused_in_one_sentence(frame_of, engine):
    frame = frame_of(engine, BAD)
    for what, (asked, sentence) in REFUSED.items():
        if engine in ("pandas", "Dask") and what in ("lists", "structs", "maps"):
            continue  # objects of Python in pandas; Dask makes texts of those
        with pytest.raises(ValueError, match=sentence) as problem:
            sy.Confusion.from_frame(frame, **{"truth": "y", "prediction": "p", **asked})
        assert str(problem.value).count("\n") == 0, what
        assert problem.value.__cause__ is None, what


@pytest.mark.parametrize("value", [["a"], {"a": 1}, np.array(["a"]), {"a"}])
def test_several_values_in_a_cell_of_pandas_are_refused(value):
    frame = pd.DataFrame({"y": ["a"], "p": pd.Series([value], dtype=object)})
    for asked in ({"prediction": "p"}, {"prediction": "y", "truth": "p"}):
        with pytest.raises(ValueError, match=r"must be one label per item|is not hashable"):
            sy.Confusion.from_frame(frame, **{"truth": "y", **asked})


@each(*ENGINES)
def test_a_frame_without_rows_is_refused(frame_of, engine):
    empty = pa.table({"y": pa.array([], pa.string()), "p": pa.array([], pa.string()), "w": pa.array([], pa.float64())})
    frame = frame_of(engine, empty)
    for asked in ({"prediction": "p"}, {"prediction": ["p"], "weight": "w", "by": "y", "missing": "drop"}):
        with pytest.raises(ValueError, match="the frame has no rows"):
            sy.Confusion.from_frame(frame, "y", **asked)


@pytest.mark.parametrize("frame", [None, 3, "frame.csv", {"y": ["a"]}, [["a"]], np.eye(2), pd.Series(["a"]), object()])
def test_what_is_no_frame_is_refused_with_what_would_be_one(frame):
    with pytest.raises(ValueError, match=r"must be a data frame or table of pandas, Polars .* or cuDF.*; not"):
        sy.Confusion.from_frame(frame, "y", "p")


@pytest.mark.parametrize("weights", [["1", "2"], [1, "2"], [1, None], [Decimal(1), Decimal(-1)], [1, 2j]])
def test_weights_that_are_objects_of_python_are_looked_at(weights):
    frame = pd.DataFrame({"y": ["a", "b"], "w": pd.Series(weights, dtype=object)})
    with pytest.raises(ValueError, match=r"'w' has a weight that is no finite|'w' must hold numbers"):
        sy.Confusion.from_frame(frame.assign(p=frame.y), "y", "p", weight="w")


def test_whole_weights_that_are_objects_of_python_stay_whole():
    frame = pd.DataFrame({"y": ["a", "b"], "p": ["a", "b"], "w": pd.Series([2**53 + 1, Decimal(2)], dtype=object)})
    assert sy.Confusion.from_frame(frame, "y", "p", weight="w").counts.tolist() == [[2**53 + 1, 0], [0, 2]]


def test_an_axis_may_not_be_called_like_that_of_the_models():
    frame = pl.DataFrame({"y": ["a"], "p": ["a"], "model": ["m"]})
    assert sy.Confusion.from_frame(frame, "y", "p", by="model").axes == {"model": ("m",)}
    with pytest.raises(ValueError, match="several predictions make an axis 'model'"):
        sy.Confusion.from_frame(frame, "y", ["p"], by="model")


def test_pandas_like_engines_run_their_own_group_by(monkeypatch):
    """Modin and cuDF do; pandas stands for them here."""
    monkeypatch.setattr(frames, "IN_MEMORY", ())
    frame = table_of(GAPS).to_pandas()
    for missing in ("drop", "keep"):
        options = {"weight": "w", "by": ["month", "when"], "missing": missing}
        grouped = sy.Confusion.from_frame(frame, "y", BOTH, **options)
        monkeypatch.undo()
        assert grouped == sy.Confusion.from_frame(frame, "y", BOTH, **options)
        monkeypatch.setattr(frames, "IN_MEMORY", ())


def test_moments_finer_than_pythons_are_refused_not_cut_off():
    """Predictions of two types take two group-bys, whose groups are joined."""
    moments = pl.Series([1, 2, 3], dtype=pl.Datetime("ns"))
    frame = pl.DataFrame({"y": [1, 1, 2], "p": [1, 2, 2], "q": [1.0, 2.0, 2.0], "when": moments})
    with pytest.raises(ValueError, match="finer than microseconds"):
        sy.Confusion.from_frame(frame, "y", ["p", "q"], by="when")


def test_a_lazy_frame_is_read_once_however_many_models(tmp_path):
    pq.write_table(table_of(GAPS), tmp_path / "t.parquet")
    reads = []

    def read(columns, *_):
        reads.append(columns)
        yield pl.read_parquet(tmp_path / "t.parquet", columns=columns)

    lazy = pl.io.plugins.register_io_source(read, schema=pl.read_parquet_schema(tmp_path / "t.parquet"))
    cm = sy.Confusion.from_frame(lazy, "y", BOTH, weight="w", by="month", missing="drop")
    assert [set(columns) for columns in reads] == [{"y", "p", "q", "w", "month"}]
    assert cm == sy.Confusion.from_frame(table_of(GAPS), "y", BOTH, weight="w", by="month", missing="drop")


@pytest.mark.parametrize("frame", ["DuckDB", "Polars lazy"])
def test_probabilities_are_not_fetched_one_by_one(frame_of, frame, monkeypatch):
    """A billion of them would fill the memory, only to be refused."""
    fetched, fetch = [], vars(frame_groups)["fetched"]

    def spy(*asked):
        fetched.append(fetch(*asked))
        return fetched[-1]

    monkeypatch.setattr(frame_groups, "fetched", spy)
    scores = frame_of(frame, table_of({"y": [0, 1] * 500, "p": [i / 1000 for i in range(1000)]}))
    with pytest.raises(ValueError, match=r"labels in column 'p' contain 0\.99[89], which looks like a probability"):
        sy.Confusion.from_frame(scores, "y", "p")
    assert [len(found["rows"]) for found in fetched] == [3]  # 0, and what is no label beside each truth


def test_a_relation_of_duckdb_stays_in_its_connection():
    import duckdb

    connection = duckdb.connect()
    connection.sql("CREATE TABLE items AS SELECT * FROM (VALUES ('a', 'a', NULL), ('b', 'a', 'b')) AS t(y, p, q)")
    kept = sy.Confusion.from_frame(connection.table("items"), "y", BOTH, missing="keep")
    assert told(kept, BOTH) == {("p", "a", "a"): 1, ("p", "b", "a"): 1, ("q", "a", None): 1, ("q", "b", "b"): 1}
    assert connection.sql("SELECT count(*) FROM duckdb_views() WHERE NOT internal").fetchall() == [(0,)]


def test_duckdb_does_without_pyarrow(monkeypatch):
    import duckdb

    monkeypatch.setitem(sys.modules, "pyarrow", None)
    relation = duckdb.connect().sql("SELECT * FROM (VALUES ('a', 'a', 2::HUGEINT), ('b', 'a', 3)) AS t(y, p, w)")
    assert sy.Confusion.from_frame(relation, "y", "p", weight="w").counts.tolist() == [[2, 0], [3, 0]]


def test_counting_a_relation_leaves_nothing_to_be_said_at_exit():
    """DuckDB's binding reports what narwhals holds of it as leaks, unless pandas happens to be there."""
    script = (
        "import sys; sys.modules['pandas'] = None\n"
        "import duckdb, steelyard as sy\n"
        "relation = duckdb.connect().sql(\"SELECT 'a' AS y, 'a' AS p, 1.5 AS w\")\n"
        "print(sy.Confusion.from_frame(relation, 'y', ['p'], weight='w').total.tolist())\n"
    )
    done = subprocess.run([sys.executable, "-W", "error", "-c", script], capture_output=True, text=True, check=True)
    assert (done.stdout, done.stderr) == ("[1.5]\n", "")


def test_an_engine_that_fails_says_so_in_one_sentence():
    def broken(_):
        raise RuntimeError("no more paper")

    lazy = pl.LazyFrame(TEXTS).with_columns(pl.col("p").map_elements(broken, return_dtype=pl.String))
    with pytest.raises(ValueError, match=r"^Polars could not count the frame: .*no more paper.*$") as problem:
        sy.Confusion.from_frame(lazy, "y", "p")
    assert problem.value.__cause__ is None
    assert problem.value.__suppress_context__
    with pytest.raises(ValueError, match=r"^Polars could not count the frame: .*nowhere"):
        sy.Confusion.from_frame(pl.scan_parquet("nowhere.parquet"), "y", "p")


@each("Spark")
def test_a_function_that_fails_in_spark_is_quoted(frame_of, engine):
    frame_of(engine, table_of(TEXTS))
    spark = spark_session()
    broken = spark.range(3).selectExpr("raise_error('no more paper') AS y", "'a' AS p")
    with pytest.raises(ValueError, match=r"^Spark could not count the frame: .*no more paper.*$"):
        sy.Confusion.from_frame(broken.selectExpr("cast(y AS string) AS y", "p"), "y", "p")


DYING = """
import threading, warnings
warnings.simplefilter("ignore")
import steelyard as sy
from counts.read.engines import spark_session
spark = spark_session()
frame = spark.range(10**12).selectExpr("cast(id % 2 AS string) AS y", "'0' AS p")
threading.Timer(2, spark.sparkContext._gateway.proc.kill).start()
for _ in range(2):
    try:
        sy.Confusion.from_frame(frame, "y", "p")
    except ValueError as problem:
        print(problem)
"""


@pytest.mark.slow
@each("Spark")
def test_a_spark_that_dies_midway_is_named(frame_of, engine):
    frame_of(engine, table_of(TEXTS))  # or skip
    folder = Path(__file__).parents[3]
    command = [sys.executable, "-c", DYING]
    done = subprocess.run(command, capture_output=True, text=True, cwd=folder, timeout=120, check=True)
    assert (
        done.stdout.splitlines()
        == ["Spark could not count the frame: its session has ended, or cannot be reached."] * 2
    )
