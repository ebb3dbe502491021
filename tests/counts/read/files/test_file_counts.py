"""Files of every format: the same counts, labels and slices as from a plain loop."""

import csv
import datetime as dt
import decimal
import gzip
import io
import itertools
import json
import re
from collections import Counter

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import steelyard as sy
from steelyard.counts.read.chosen_columns import named_columns
from steelyard.counts.read.files.count_files import file_items

FORMS = ["csv", "csv.gz", "csv.zst", "parquet", "ndjson", "ndjson.gz"]


def write(path, rows, names=None, separator=","):
    """Write rows, as dicts, in the format that the name tells; None is a gap."""
    path.parent.mkdir(parents=True, exist_ok=True)
    names = names or list(rows[0])
    if path.name.endswith(".parquet"):
        pq.write_table(pa.table({name: [row[name] for row in rows] for name in names}), path)
        return path
    if ".csv" in path.name:
        text = io.StringIO(newline="")
        writer = csv.writer(text, delimiter=separator, lineterminator="\n")
        writer.writerows([names, *([row[name] for name in names] for row in rows)])
        content = text.getvalue().encode()
    else:
        kept = ({name: row[name] for name in names if row[name] is not None} for row in rows)
        content = "".join(json.dumps(row) + "\n" for row in kept).encode()
    if path.suffix == ".gz":
        content = gzip.compress(content, mtime=0)
    elif path.suffix == ".zst":
        content = pa.Codec("zstd").compress(content, asbytes=True)
    path.write_bytes(content)
    return path


def loop(rows, truth, predictions, *, weight=None, by=(), missing="refuse", power=1):
    """Count with a loop: {(model, keys…, truth, prediction): weight}, and what was dropped.

    Or squares of the weights (`power` 2), or numbers of rows that have a weight (0).
    """
    cells, dropped = Counter(), 0
    for row in rows:
        size = 1 if weight is None else row[weight]
        size = size and size**power
        if missing == "drop" and any(row[name] is None for name in (truth, *predictions)):
            dropped += 1
            continue
        for model in predictions:
            cells[(model, *(row[name] for name in by), row[truth], row[model])] += size
    return {cell: size for cell, size in cells.items() if size}, dropped


def cells_of(stack, counts=None):
    """Return the same of a stack."""
    names = [*itertools.product(*stack.axes.values())]
    counts = stack.counts if counts is None else counts
    matrices = counts.reshape(-1, *counts.shape[-2:])
    labels = list(enumerate(stack.labels))
    return {
        (*name, truth, guess): matrix[i, j].item()
        for name, matrix in zip(names, matrices, strict=True)
        for i, truth in labels
        for j, guess in labels
        if matrix[i, j]
    }


def table(rng, size=300):
    """Rows with texts of any characters, gaps, weights that sum exactly, and keys."""
    texts = ["a", "b", 'né, "x"', "two\nlines", "007", "A"]
    truth = rng.choice(texts, size)
    return [
        {
            "y": None if rng.random() < 0.05 else str(value),
            "a": None if rng.random() < 0.05 else str(value if rng.random() < 0.7 else rng.choice(texts)),
            "b": str(rng.choice(texts)),
            "w": float(rng.integers(0, 64)) / 8,
            "day": int(rng.integers(1, 12)),
            "place": None if rng.random() < 0.1 else str(rng.choice(["north", "süd"])),
        }
        for value in truth
    ]


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("missing", ["drop", "keep"])
def test_several_files_models_and_slices_are_what_a_loop_counts(tmp_path, rng, form, missing):
    rows = table(rng)
    write(tmp_path / f"0.{form}", rows[:100])
    write(tmp_path / f"1.{form}", rows[100:170], names=["place", "a", "y", "day", "b", "w"], separator=";")
    write(tmp_path / "deep" / f"2.{form}", rows[170:])
    options = {"weight": "w", "by": ["place", "day"], "missing": missing}
    found = sy.Confusion.from_files(tmp_path, "y", ["b", "a"], **options)
    expected, dropped = loop(rows, "y", ["b", "a"], **options)
    assert found.axes == {"model": ("b", "a"), "place": ("north", "süd", None), "day": tuple(range(1, 12))}
    assert cells_of(found) == expected
    assert found.dropped == dropped
    assert cells_of(found, found.squares) == loop(rows, "y", ["b", "a"], **options, power=2)[0]
    assert cells_of(found, found.rows) == loop(rows, "y", ["b", "a"], **options, power=0)[0]


@pytest.mark.parametrize("form", FORMS)
def test_a_column_of_counts_is_one_of_items(tmp_path, form):
    rows = [{"y": "a", "p": "a", "q": "b", "n": n, "w": 0.5} for n in (3, 0, 4)]
    path = write(tmp_path / f"0.{form}", rows)
    for counted in (
        sy.Confusion.from_files(path, "y", "p", counts="n"),
        sy.Joint.from_files(path, "y", ["p", "q"], counts="n")["p"],
    ):
        assert counted.items == counted.total == 7
        assert not counted.is_weighted
    with pytest.raises(ValueError, match="column 'w' must hold whole numbers to be the counts, not"):
        sy.Confusion.from_files(path, "y", "p", counts="w")


def test_squares_beyond_all_floats_are_a_sentence(tmp_path):
    path = write(tmp_path / "0.parquet", [{"y": "a", "p": "a", "w": weight} for weight in (1.0, 1e200)])
    with pytest.raises(ValueError, match=r"the weights in column 'w' must be at most 1e\+150"):
        sy.Confusion.from_files(path, "y", "p", weight="w")


@pytest.mark.parametrize("form", ["csv", "parquet", "ndjson"])
def test_missing_labels_are_refused_by_their_number_of_rows(tmp_path, rng, form):
    rows = table(rng)
    write(tmp_path / f"0.{form}", rows)
    lost = sum(row["y"] is None or row["a"] is None for row in rows)
    with pytest.raises(ValueError, match=re.escape(f"{lost} of 300 rows of ")):
        sy.Confusion.from_files(tmp_path / f"0.{form}", "y", ["a", "b"])


@pytest.mark.parametrize("form", ["csv", "parquet"])
def test_all_predictions_together_are_what_a_loop_counts(tmp_path, rng, form):
    rows = table(rng)
    path = write(tmp_path / f"0.{form}", rows)
    wanted = named_columns("y", ["a", "b"], "w", "place", missing="drop")
    found = file_items(path, wanted, together=True).columns
    complete = [row for row in rows if row["y"] is not None and row["a"] is not None]
    expected = Counter()
    for row in complete:
        expected[row["place"], row["y"], row["a"], row["b"]] += row["w"]
    groups = Counter()
    columns = (found.by["place"], found.truth, *found.predictions, found.weight[0])
    for *group, size in zip(*(column.tolist() for column in columns), strict=True):
        groups[tuple(group)] += size
    lost = [group for group in groups if None in group[1:]]
    assert {group[1:] for group in lost} == {(None, None, None)}
    assert sum(groups.pop(group) for group in lost) == sum(r["w"] for r in rows if r not in complete)
    joint = sy.Joint.from_files(path, "y", ["a", "b"], weight="w", by="place", missing="drop")
    assert joint.dropped == len(rows) - len(complete)
    assert {group: size for group, size in groups.items() if size} == {g: n for g, n in expected.items() if n}


@pytest.mark.parametrize("form", ["csv", "parquet", "ndjson"])
def test_folders_tell_keys_which_stay_texts_in_the_order_of_numbers(tmp_path, rng, form):
    rows = []
    for year, month in itertools.product(["2024", "2025"], ["2", "10", "1"]):
        some = [{"y": str(rng.choice(["p", "q"])), "a": "p", "kept": "in"} for _ in range(5)]
        write(tmp_path / f"year={year}" / f"month={month}" / "kept=out" / f"x.{form}", some)
        rows += [{**row, "year": year, "month": month} for row in some]
    none = [{"y": "q", "a": "p", "kept": "in"}]
    for empty in ("__HIVE_DEFAULT_PARTITION__", "a%20b c"):
        write(tmp_path / f"year={empty}" / "month=1" / "kept=out" / f"x.{form}", none)
    rows += [{**none[0], "year": year, "month": "1"} for year in (None, "a b c")]
    found = sy.Confusion.from_files(tmp_path / "**" / f"*.{form}", "y", ["a"], by=["month", "year", "kept"])
    assert found.axes["month"] == ("1", "2", "10")
    assert found.axes["year"] == ("2024", "2025", "a b c", None)
    assert found.axes["kept"] == ("in",)  # what the file says, not its folder
    assert cells_of(found) == loop(rows, "y", ["a"], by=["month", "year", "kept"])[0]


def test_months_with_a_leading_0_keep_it(tmp_path):
    for month in ("01", "02", "12"):
        write(tmp_path / f"month={month}" / "x.parquet", [{"y": "a", "p": "a"}])
    assert sy.Confusion.from_files(tmp_path, "y", "p", by="month").axes == {"month": ("01", "02", "12")}


@pytest.mark.slow
@pytest.mark.parametrize("form", ["csv", "parquet", "ndjson"])
@pytest.mark.parametrize(
    ("folder", "name"),
    [
        ("a%20b=", "a b"),
        ("a b=", "a b"),
        ("%C3%BC=", "ü"),
        ("%c3%bc=", "ü"),
        ("ü=", "ü"),
        ("50%=", "50%"),
        ("a%2520b=", "a%20b"),
        ("%FF=", "%FF"),
        ("a.(b=", "a.(b"),
        ("line\nbreak=", "line\nbreak"),
        ("x\ny/k=", "k"),
    ],
)
def test_names_of_folders_in_any_spelling_are_found(tmp_path, form, folder, name):
    for key in ("1", "2%20c", "__HIVE_DEFAULT_PARTITION__"):
        write(tmp_path / f"{folder}{key}" / f"x.{form}", [{"y": "p", "p": "p"}])
    assert sy.Confusion.from_files(tmp_path, "y", "p", by=name).axes == {name: ("1", "2 c", None)}


def test_a_name_is_inside_all_json_files_or_in_none(tmp_path):
    write(tmp_path / "k=1" / "a.ndjson", [{"y": "a", "p": "b"}])
    write(tmp_path / "k=2" / "a.ndjson", [{"y": "a", "p": "b", "k": 5}])
    with pytest.raises(
        ValueError, match=r"k=1/a\.ndjson' has 'k' only in the name of its folder, but other files have it"
    ):
        sy.Confusion.from_files(tmp_path, "y", "p", by="k")
    write(tmp_path / "k=1" / "a.ndjson", [{"y": "a", "p": "b", "k": None}] * 200 + [{"y": "a", "p": "b", "k": 6}])
    assert sy.Confusion.from_files(tmp_path, "y", "p", by="k").axes == {"k": (5, 6, None)}


def test_a_folder_may_tell_the_truth(tmp_path):
    for truth in ("cat", "dog"):
        write(tmp_path / f"truth={truth}" / "x.parquet", [{"p": "cat"}, {"p": "dog"}, {"p": truth}])
    found = sy.Confusion.from_files(tmp_path, "truth", "p")
    assert found.labels == ("cat", "dog")
    assert found.counts.tolist() == [[2, 1], [1, 2]]


@pytest.mark.parametrize(
    ("truth", "guess", "labels"),
    [
        (["1", "2", "10"], ["1.0", "2", "2"], (1, 2, 10)),
        (["007", "1"], ["1", "1"], ("007", "1")),
        (["1", "2"], ["1", "unknown"], ("1", "2", "unknown")),
        (["9007199254740993", "9007199254740992"], ["9007199254740993", "9007199254740993"], None),
        (["0.5", "1.0"], ["1.0", "1.0"], ("0.5", "1.0")),
        (["true", "false"], ["true", "true"], ("false", "true")),
        (["NA", "null"], ["NULL", "none"], ("NA", "NULL", "none", "null")),
    ],
)
def test_texts_of_csv_files_are_labels_by_the_same_rules(tmp_path, truth, guess, labels):
    rows = [{"y": one, "p": other} for one, other in zip(truth, guess, strict=True)]
    path = write(tmp_path / "a.csv", rows)
    assert sy.Confusion.from_files(path, "y", "p").labels == (labels or (9007199254740992, 9007199254740993))


NUMBERS = [
    ("1", "1.0", "1"),
    ("2", "2.0", "2"),
    ("2", "NaN", "2"),
    ("1", "1.0", "nan"),
    ("nan", "2", "2"),
    ("1", "2", "1"),
]


@pytest.mark.parametrize("predictions", [["p"], ["p", "q"]])
@pytest.mark.parametrize("missing", ["drop", "keep"])
def test_nan_beside_numbers_is_a_gap_as_in_a_column_of_floats(tmp_path, predictions, missing):
    rows = [dict(zip("ypq", row, strict=True), w=2**number) for number, row in enumerate(NUMBERS)]
    path = write(tmp_path / "a.csv", rows)
    plain = [
        {
            name: value if name == "w" else None if value.lower() == "nan" else int(float(value))
            for name, value in row.items()
        }
        for row in rows
    ]
    expected, dropped = loop(plain, "y", predictions, weight="w", missing=missing)
    found = sy.Confusion.from_files(path, "y", predictions, weight="w", missing=missing)
    assert cells_of(found) == expected
    assert found.dropped == dropped
    with pytest.raises(ValueError, match=f"{len(predictions) + 1} of 6 rows"):
        sy.Confusion.from_files(path, "y", predictions)


def test_one_and_one_point_nought_are_not_two_classes_of_text(tmp_path):
    path = write(tmp_path / "a.csv", [{"y": "1", "p": "1.0"}, {"y": "2", "p": "none"}])
    with pytest.raises(ValueError, match=r"the labels '1' and '1\.0' write the same number"):
        sy.Confusion.from_files(path, "y", "p")


def test_declared_labels_and_numbers(tmp_path):
    rows = [{"y": 1, "p": 3}, {"y": 2, "p": 2}]
    for form in ("csv", "parquet", "ndjson"):
        found = sy.Confusion.from_files(write(tmp_path / f"a.{form}", rows), "y", "p", labels=[3, 2, 1, 0])
        assert found.labels == (3, 2, 1, 0)
        assert found.counts[2, 0] == found.counts[1, 1] == 1


MOMENT = dt.datetime(2024, 2, 29, 12, 30, 0, 5, dt.UTC).replace(tzinfo=None)


@pytest.mark.parametrize(
    ("values", "keys"),
    [
        (pa.array([1, 2, None], pa.int32()), (1, 2, None)),
        (pa.array([1.5, float("nan"), None]), (1.5, None)),
        (pa.array([True, False, None]), (False, True, None)),
        (pa.array([dt.date(2024, 1, 2), dt.date(2023, 1, 2), None]), (dt.date(2023, 1, 2), dt.date(2024, 1, 2), None)),
        (pa.array([MOMENT, MOMENT, None], pa.timestamp("us")), (MOMENT, None)),
        (pa.array([MOMENT, MOMENT, None], pa.timestamp("us", "Europe/Paris")), (MOMENT.replace(tzinfo=dt.UTC), None)),
        (pa.array(["x", "y", "x"]).dictionary_encode(), ("x", "y")),
    ],
    ids=["whole", "float", "boolean", "date", "moment", "zoned", "category"],
)
def test_keys_of_every_type_of_parquet(tmp_path, values, keys):
    pq.write_table(pa.table({"y": ["a", "b", "a"], "p": ["a", "a", "a"], "k": values}), tmp_path / "t.parquet")
    found = sy.Confusion.from_files(tmp_path / "t.parquet", "y", "p", by="k")
    assert found.axes == {"k": keys}
    assert found.total.sum() == 3


@pytest.mark.parametrize("unit", [pa.timestamp("ns"), pa.timestamp("ns", "UTC")])
def test_moments_finer_than_those_of_python_are_refused(tmp_path, unit):
    moments = pa.array([1_000_000_001_000, 1_000_000_001_001], pa.int64()).cast(unit)
    pq.write_table(pa.table({"y": ["a", "b"], "p": ["a", "a"], "k": moments}), tmp_path / "t.parquet")
    with pytest.raises(ValueError, match="finer than microseconds, such as 1000000001001 ns"):
        sy.Confusion.from_files(tmp_path / "t.parquet", "y", "p", by="k")
    pq.write_table(pa.table({"y": ["a"], "p": ["a"], "k": moments[:1]}), tmp_path / "t.parquet")
    (key,) = sy.Confusion.from_files(tmp_path / "t.parquet", "y", "p", by="k").axes["k"]
    assert key.replace(tzinfo=dt.UTC) == dt.datetime(1970, 1, 1, 0, 16, 40, 1, dt.UTC)


def test_whole_numbers_and_whole_floats_of_different_files_are_the_same_labels(tmp_path):
    """Pandas writes floats where a column of whole numbers has gaps."""
    pq.write_table(pa.table({"y": [1, 2**53 + 1], "p": [2, 2]}), tmp_path / "0.parquet")
    pq.write_table(pa.table({"y": [1.0, 2.0, None], "p": [2, 2, 1]}), tmp_path / "1.parquet")
    pq.write_table(pa.table({"p": pa.array([1], pa.int8()), "y": pa.array([1], pa.int16())}), tmp_path / "2.parquet")
    found = sy.Confusion.from_files(tmp_path, "y", "p", missing="drop")
    assert found.labels == (1, 2, 2**53 + 1)
    assert found.counts.tolist() == [[1, 2, 0], [0, 1, 0], [0, 1, 0]]
    assert found.dropped == 1


@pytest.mark.parametrize("other", [["007", "1"], [1.5, 2.0]])
def test_columns_of_another_type_are_not_cast_to_the_first_file_s(tmp_path, other):
    """Read together, DuckDB casts "007" to 7 and 1.5 to 2."""
    pq.write_table(pa.table({"y": [7, 2], "p": [7, 7]}), tmp_path / "0.parquet")
    pq.write_table(pa.table({"y": other, "p": [7, 7]}), tmp_path / "1.parquet")
    with pytest.raises(ValueError, match=r"BIGINT in .*0\.parquet', but VARCHAR in .*1\.parquet'|probability"):
        sy.Confusion.from_files(tmp_path, "y", "p")


def test_a_file_whose_labels_are_all_missing_is_of_any_type(tmp_path):
    pq.write_table(pa.table({"y": ["a", "b"], "p": ["a", "b"]}), tmp_path / "0.parquet")
    pq.write_table(pa.table({"y": pa.nulls(3), "p": ["a", "b", "b"]}), tmp_path / "1.parquet")
    found = sy.Confusion.from_files(tmp_path, "y", "p", missing="drop")
    assert (found.total, found.dropped) == (2, 3)


def test_columns_that_nobody_asked_for_may_differ(tmp_path):
    pq.write_table(pa.table({"y": ["a"], "p": ["a"], "x": [1], "z": [2]}), tmp_path / "0.parquet")
    pq.write_table(pa.table({"x": [["nested"]], "p": ["b"], "y": ["a"]}), tmp_path / "1.parquet")
    assert sy.Confusion.from_files(tmp_path, "y", "p").counts.tolist() == [[1, 1], [0, 0]]


@pytest.mark.parametrize(
    ("weights", "sentence"),
    [
        ([1.0, None], "'w' has a weight that is no finite number"),
        ([1.0, -1.0], "'w' has a weight that is no finite number"),
        ([1.0, float("nan")], "'w' has a weight that is no finite number"),
        ([1, -1], "'w' has a weight that is no finite number"),
        ([2**62, 2**62], "must sum to less than 2⁶³"),
    ],
)
def test_bad_weights_are_refused_for_several_models_too(tmp_path, weights, sentence):
    path = tmp_path / "t.parquet"
    pq.write_table(pa.table({"y": ["a", "a"], "p": ["b", "b"], "q": ["b", "b"], "w": weights}), path)
    with pytest.raises(ValueError, match=sentence):
        sy.Confusion.from_files(path, "y", ["p", "q"], weight="w")


def test_whole_weights_are_summed_exactly(tmp_path):
    pq.write_table(pa.table({"y": ["a"] * 3, "p": ["b"] * 3, "w": [2**53, 1, 1]}), tmp_path / "t.parquet")
    found = sy.Confusion.from_files(tmp_path / "t.parquet", "y", "p", weight="w")
    assert found.counts[0, 1] == 2**53 + 2
    assert found.counts.dtype == "int64"


def test_weights_of_csv_are_numbers(tmp_path):
    (tmp_path / "a.csv").write_text("y,p,w\na,b,1.5\na,b, 2 \na,b,1e1\n", encoding="utf-8")
    assert sy.Confusion.from_files(tmp_path / "a.csv", "y", "p", weight="w").counts[0, 1] == 13.5
    (tmp_path / "a.csv").write_text('y,p,w\na,b,1\na,b,"1,5"\na,b,\n', encoding="utf-8")
    with pytest.raises(ValueError, match="'w' has 2 weights that are no finite numbers"):
        sy.Confusion.from_files(tmp_path / "a.csv", "y", "p", weight="w")


@pytest.mark.parametrize(
    "values",
    [
        pa.array([dt.date(1970, 1, 2), dt.date(1970, 1, 3)]),
        pa.array([MOMENT, MOMENT]),
        pa.array(["1", "2"]),
        pa.array(["1", "2"]).dictionary_encode(),
        pa.array([b"1", b"2"]),
        pa.nulls(2),
    ],
    ids=["date", "moment", "text", "category", "bytes", "nothing"],
)
def test_weights_of_parquet_are_numbers(tmp_path, values):
    """DuckDB casts texts."""
    pq.write_table(pa.table({"y": ["a", "b"], "p": ["b", "b"], "w": values}), tmp_path / "t.parquet")
    with pytest.raises(ValueError, match="column 'w' must hold numbers to be the weights, not "):
        sy.Confusion.from_files(tmp_path / "t.parquet", "y", "p", weight="w")


def test_weights_that_hold_several_values_are_refused(tmp_path):
    pq.write_table(pa.table({"y": ["a"], "p": ["b"], "w": [[1]]}), tmp_path / "t.parquet")
    with pytest.raises(ValueError, match=r"holds nested values \(BIGINT\[\]\), not labels, keys or weights"):
        sy.Confusion.from_files(tmp_path / "t.parquet", "y", "p", weight="w")


@pytest.mark.parametrize("form", ["csv", "ndjson", "parquet"])
def test_whole_weights_of_every_format_are_whole_counts(tmp_path, form):
    """2⁵³ + 1 is no float; decimals of Parquet have no digits behind the point here."""
    weights = [2**53 + 1, 2, 0]
    rows = [{"y": "a", "p": "b", "w": decimal.Decimal(w) if form == "parquet" else w} for w in weights]
    found = sy.Confusion.from_files(write(tmp_path / f"t.{form}", rows), "y", "p", weight="w")
    assert found.counts.dtype == "int64"
    assert found.counts[0, 1] == 2**53 + 3


@pytest.mark.parametrize("form", ["ndjson", "parquet"])
def test_truth_values_are_weights_of_1_and_0(tmp_path, form):
    rows = [{"y": "a", "p": "b", "w": weight} for weight in (True, True, False)]
    found = sy.Confusion.from_files(write(tmp_path / f"t.{form}", rows), "y", "p", weight="w")
    assert found.counts.dtype == "int64"
    assert found.total == 2


def test_one_fraction_makes_all_weights_of_a_csv_file_floats(tmp_path):
    (tmp_path / "a.csv").write_text("y,p,w\na,b,3\na,b, .25\nb,b,7\n", encoding="utf-8")
    found = sy.Confusion.from_files(tmp_path / "a.csv", "y", "p", weight="w")
    assert found.counts.dtype == "float64"
    assert found.counts.tolist() == [[0, 3.25], [0, 7]]


@pytest.mark.parametrize("text", ["1_000", "+1", "0x10", "1.", "inf", "NaN", "1e999", "true", "1\t", "-1", "1 000"])
def test_weights_of_csv_are_written_in_one_way(tmp_path, text):
    """DuckDB's cast takes 1_000 for 1000, Spark's takes 1 and a tab for 1."""
    (tmp_path / "a.csv").write_text(f"y,p,w\na,b,1\na,b,{text}\n", encoding="utf-8")
    with pytest.raises(ValueError, match="'w' has a weight that is no finite number") as refused:
        sy.Confusion.from_files(tmp_path / "a.csv", "y", "p", weight="w")
    assert repr(text) in str(refused.value)


def test_whole_weights_of_csv_that_sum_to_too_much_are_refused(tmp_path):
    (tmp_path / "a.csv").write_text("y,p,w\n" + f"a,b,{2**62}\n" * 2, encoding="utf-8")
    with pytest.raises(ValueError, match="must sum to less than 2⁶³"):
        sy.Confusion.from_files(tmp_path / "a.csv", "y", "p", weight="w")


@pytest.mark.parametrize("end", ["a,b", "a,b\n", "a", "a,b\n\n"])
def test_a_csv_file_whose_last_line_is_cut_off_is_named(tmp_path, end):
    (tmp_path / "0.csv").write_text("y,p,score\na,a,0.12\n", encoding="utf-8")
    (tmp_path / "1.csv").write_text(f"y,p,score\na,a,0.12\nb,b,0.34\n{end}", encoding="utf-8")
    cells = end.count(",") + 1
    with pytest.raises(ValueError, match=rf"1\.csv': line 4 has {cells} cells, but its header 3"):
        sy.Confusion.from_files(tmp_path, "y", "p")


def test_a_last_line_that_only_looks_cut_off_is_counted(tmp_path):
    (tmp_path / "a.csv").write_text('y,p,x\na,b,1\na,"b\nc",2\n', encoding="utf-8")
    assert sy.Confusion.from_files(tmp_path / "a.csv", "y", "p").labels == ("a", "b", "b\nc")


def test_the_file_is_named_among_many(tmp_path):
    for number in range(4):
        write(tmp_path / f"{number}.parquet", [{"y": "a", "p": "b"}] * 50)
        write(tmp_path / f"{number}.csv", [{"y": "a", "p": "b", "x": "1"}] * 50)
        write(tmp_path / f"{number}.ndjson", [{"y": "a", "p": "b"}] * 50)
        write(tmp_path / f"{number}.csv.gz", [{"y": "a", "p": "b"}] * 50)
    whole = (tmp_path / "2.parquet").read_bytes()
    packed = (tmp_path / "2.csv.gz").read_bytes()
    broken = {
        "2.ndjson": [b'{"y": "a", "p": "b"}\n{"y": "a", "p', b'{"y": "a", "p": "b"}\n{"y": "a",\n'],
        "2.csv.gz": [packed[:-9], packed[: len(packed) // 2], b"y,p\na,b\n"],
        "2.parquet": [whole[:-9], b"y,p\na,b\n"],
        "2.csv": [b"y,p,x\na,b,1\na,b,1,2\n", b'y,p,x\na,b,"1\n', b"y,p,x\n\xff,b,1\n", b"y,q,x\na,b,1\n"],
    }
    for name, contents in broken.items():
        for content in contents:
            (tmp_path / name).write_bytes(content)
            with pytest.raises(ValueError, match=re.escape(name)) as refused:
                sy.Confusion.from_files(tmp_path / f"*{name[1:]}", "y", "p")
            assert "\n" not in str(refused.value)


def test_a_quote_that_is_never_closed_swallows_no_rows(tmp_path):
    for end in ("\n", ""):
        (tmp_path / "a.csv").write_text('y,p,x\na,b,1\na,b,"2\na,b,3\na,b,4' + end, encoding="utf-8")
        with pytest.raises(ValueError, match=r"a\.csv"):
            sy.Confusion.from_files(tmp_path / "a.csv", "y", "p")


def test_hostile_names_of_files_and_columns_are_only_names(tmp_path):
    name, other = 'it\'s "a`b"; DROP.TABLE x', "p'q\"r"
    folder = tmp_path / "in[1] {a,b}" / "k y=o'hara; --"
    for form in ("parquet", "csv", "ndjson"):
        path = write(folder / f"o'hara *?.{form}", [{name: "a", other: "a"}, {name: "b", other: "a"}])
        found = sy.Confusion.from_files(path, name, other, by="k y")
        assert found.axes == {"k y": ("o'hara; --",)}
        assert found.counts.tolist() == [[[1, 0], [1, 0]]]


def test_a_column_may_be_asked_for_twice(tmp_path):
    path = write(tmp_path / "a.csv", [{"y": "1", "p": "2"}, {"y": "2", "p": "2"}])
    found = sy.Confusion.from_files(path, "y", "p", by=["y", "p"], weight="p")
    assert found.axes == {"y": (1, 2), "p": (2,)}
    assert found.total.ravel().tolist() == [2, 2]


def test_there_is_no_choice_of_engine(tmp_path):
    """Polars and Spark users pass a frame: `pl.scan_csv`, `spark.read`."""
    path = write(tmp_path / "a.csv", [{"y": "a", "p": "b"}])
    for counted in (sy.Confusion.from_files, sy.Joint.from_files, sy.count):
        with pytest.raises(TypeError, match="unexpected keyword argument 'engine'"):
            counted(path, "y", ["p"], engine="polars")


def test_decimals_that_duckdb_would_round_are_no_labels(tmp_path):
    """10⁶⁰ and 10⁶⁰ + 1 are two classes, but one DOUBLE."""
    numbers = [decimal.Decimal(10**60), decimal.Decimal(10**60 + 1)]
    wide = pa.array(numbers, pa.decimal256(70, 0))
    table = pa.table(
        {"t": wide, "p": wide, "a": ["x", "y"], "b": ["x", "y"], "w": pa.array([2, 3], pa.decimal256(70, 0))}
    )
    pq.write_table(table, tmp_path / "wide.parquet")
    told = "column 't' is of type DECIMAL of more than 38 digits, which DuckDB rounds; write its values as texts."
    for asked in ({"truth": "t", "prediction": "p"}, {"truth": "a", "prediction": "b", "by": "t"}):
        with pytest.raises(ValueError, match=told):
            sy.count(tmp_path / "wide.parquet", **asked)
    assert sy.count(table, truth="t", prediction="p").counts.tolist() == [[1, 0], [0, 1]]
    weighed = sy.count(tmp_path / "wide.parquet", truth="a", prediction="b", weight="w")
    assert weighed.counts.tolist() == [[2, 0], [0, 3]]
