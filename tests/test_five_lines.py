"""The five lines of docs/any_data.md run on rows, columns, frames, files and a Spark table, and say the same."""

import csv
import re
from pathlib import Path

import pytest

import steelyard as sy
from counts.read.engines import spark_session
from programs import find_program

ROOT = Path(__file__).parents[1]
FILE = ROOT / "examples" / "wine_quality_red.csv"
NUMBERS = ("quality", "tree", "svm", "naive_bayes", "fold")


def code_of_the_docs():
    text = (ROOT / "docs" / "any_data.md").read_text(encoding="utf-8")
    block = re.search(r">>> def weigh\(data\):\n(?:\.\.\. .*\n)+", text)[0]
    lines = [line[4:] for line in block.splitlines()]
    assert len(lines) == 5
    return "\n".join(lines)


@pytest.fixture(scope="module")
def weigh():
    names = {"sy": sy}
    exec(code_of_the_docs(), names)  # noqa: S102 - our own docs
    return names["weigh"]


@pytest.fixture(scope="module")
def expected():
    """From the rows, by hand: CBA's class terms tp/max(t, p), weighted by 1/t."""
    rows = _rows()
    classes = sorted({row["quality"] for row in rows})
    t = {c: sum(row["quality"] == c for row in rows) for c in classes}
    total = sum(1 / size for size in t.values())

    def cba(rows, model):
        terms = []
        for c in classes:
            hits = sum(row["quality"] == row[model] == c for row in rows)
            most = max(sum(row[column] == c for row in rows) for column in ("quality", model))
            terms.append((1 / t[c] / total, hits / most if most else None))
        weight = sum(w for w, term in terms if term is not None)
        return sum(w * term for w, term in terms if term is not None) / weight

    folds = {
        (model, fold): cba([row for row in rows if row["fold"] == fold], model)
        for model in ("tree", "svm")
        for fold in sorted({row["fold"] for row in rows})
    }
    worst = min(folds, key=folds.__getitem__)
    return round(cba(rows, "tree"), 4), round(cba(rows, "svm"), 4), str(worst[1])


def _rows():
    with FILE.open(newline="", encoding="utf-8") as file:
        return [{name: int(row[name]) for name in NUMBERS} for row in csv.DictReader(file)]


def test_a_list_of_rows_and_columns(weigh, expected):
    rows = _rows()
    assert weigh(rows) == expected
    assert weigh({name: [row[name] for row in rows] for name in NUMBERS}) == expected
    assert weigh(FILE) == expected


def test_a_polars_lazy_frame(weigh, expected):
    polars = pytest.importorskip("polars", reason="Polars is not installed")
    assert weigh(polars.scan_csv(FILE)) == expected


def test_a_pandas_frame(weigh, expected):
    pandas = pytest.importorskip("pandas", reason="pandas is not installed")
    assert weigh(pandas.read_csv(FILE)) == expected


def test_a_folder_of_parquet(weigh, expected, tmp_path):
    polars = pytest.importorskip("polars", reason="Polars is not installed")
    for (fold,), part in polars.read_csv(FILE).group_by("fold"):
        part.write_parquet(tmp_path / f"{fold}.parquet")
    assert weigh(tmp_path) == expected
    assert weigh(str(tmp_path / "*.parquet")) == expected


@pytest.mark.slow
@pytest.mark.xdist_group("spark")
def test_a_spark_table(weigh, expected):
    pytest.importorskip("pyspark", reason="PySpark is not installed")
    if find_program("java") is None:
        pytest.skip("Spark needs Java")
    spark = spark_session()
    spark.read.csv(str(FILE), header=True, inferSchema=True).createOrReplaceTempView("predictions")
    assert weigh(spark.table("predictions")) == expected


def test_columns_that_are_not_there_are_named():
    with pytest.raises(ValueError, match=r"there is no column 'qualty'; .* Did you mean 'quality'\?"):
        sy.count({"quality": [1], "tree": [1]}, "qualty", "tree")
    with pytest.raises(ValueError, match="name both columns"):
        sy.evaluate({"quality": [1], "tree": [1]}, truth="quality")
    for prediction in ("tree", ["tree"]):
        with pytest.raises(ValueError, match="name them: evaluate"):
            sy.evaluate({"quality": [1], "tree": [1]}, prediction)
    with pytest.raises(ValueError, match="weight= names a column of the data; give its name, not the column itself"):
        sy.evaluate({"quality": [1], "tree": [1]}, truth="quality", prediction="tree", weight=[1])
    with pytest.raises(ValueError, match="weight= names a column of data, and labels are weighted by weights="):
        sy.evaluate([1], [1], weight="w")
    with pytest.raises(ValueError, match="weighted by weight='its name', so weights= cannot"):
        sy.evaluate({"quality": [1], "tree": [1]}, truth="quality", prediction="tree", weights=[1])
    with pytest.raises(ValueError, match="beside labels, counts= holds the numbers of items themselves"):
        sy.evaluate([1], [1], counts="w")


def test_rows_that_lack_a_column_lack_a_label():
    rows = [{"y": "a", "p": "a"}, {"y": "b"}]
    with pytest.raises(ValueError, match="1 of 2 items have no"):
        sy.count(rows, "y", "p")
    assert sy.count(rows, "y", "p", missing="drop").dropped == 1
