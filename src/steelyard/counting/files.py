"""Count labels in a file with DuckDB: one group-by, streamed; only the counts reach Python."""

from __future__ import annotations

import glob
import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple, Self

from steelyard import labels as naming
from steelyard.confusion import Confusion
from steelyard.counting.label_text import as_compared
from steelyard.counting.paths import existing_file
from steelyard.counting.separators import separator_of

READERS = {
    ".csv": "read_csv",
    ".tsv": "read_csv",
    ".txt": "read_csv",
    ".parquet": "read_parquet",
    ".pq": "read_parquet",
    ".ndjson": "read_json",
    ".jsonl": "read_json",
    ".json": "read_json",
}
# CSV: text as it stands in the file; which labels are numbers is decided among the distinct ones. Quotes, escapes and
#   comments are not left to DuckDB's guess from the first rows, which loses rows such as "#,a" and later quotes.
# JSON: types from all rows, since a label of another type may first appear far down.
# All: no columns from the names of folders such as "year=2024".
OPTIONS = {
    "read_csv": "header = true, all_varchar = true, quote = '\"', escape = '\"', comment = '', "
    "hive_partitioning = false",
    "read_parquet": "hive_partitioning = false",
    "read_json": "sample_size = -1, hive_partitioning = false",
}
# The lines of a text, as if they had one column.
LINES = (
    "auto_detect = false, columns = {'line': 'VARCHAR'}, delim = '\x01', quote = '', escape = '', strict_mode = false"
)
OTHER_ENCODING = "it is not UTF-8 text."
ADVICE = re.compile("\n(?:Possible |LINE |Try )")
COMPRESSED = (".gz", ".zst")


class Pair(NamedTuple):
    """A truth and a prediction that occur together.

    Attributes
    ----------
    truth, prediction
        The labels; None where one is missing.
    incomplete
        Whether the truth or a prediction is missing, be it another model's.
    rows, size
        Number of rows, and their number or weight.
    """

    truth: Any
    prediction: Any
    incomplete: bool
    rows: int
    size: float


Pairs = dict[str, list[Pair]]
"""The pairs of each model."""


def count_file(
    path: str | Path,
    truth: str,
    predictions: str | Sequence[str],
    *,
    weight: str | None = None,
    labels: Iterable[Any] | None = None,
    missing: str = "refuse",
) -> Confusion:
    """Count the pairs of a truth column and one or several prediction columns of a CSV, Parquet or NDJSON file.

    Several prediction columns give a stack along "model", read in one pass. With missing="drop", an item that lacks
    the truth or any of the predictions is left out for all models, so that they are compared on the same items.
    """
    models = [predictions] if isinstance(predictions, str) else list(predictions)
    _check_names(truth, models)
    with _Table(path) as table:
        pairs = table.pairs(truth, models, weight)
    pairs, dropped = _complete(pairs, missing, str(path))
    if table.is_text:
        pairs = _recognised(pairs)
    declared = None if labels is None else list(labels)
    counted = [_confusion(pairs[model], declared, missing) for model in models]
    if isinstance(predictions, str):
        return Confusion(counted[0], dropped=dropped)
    return Confusion(Confusion.of_models(dict(zip(models, counted, strict=True))), dropped=dropped)


def columns_of(path: str | Path) -> str:
    """Name a file's columns, for messages."""
    with _Table(path) as table:
        return f"the columns {naming.some(table.columns)}"


def _check_names(truth: str, models: Sequence[str]) -> None:
    if not models:
        raise ValueError("name at least one column with predictions.")
    if len(set(models)) != len(models):
        raise ValueError(f"each prediction column may be named once, not {naming.some(models)}.")
    if truth in models:
        raise ValueError(f"column {truth!r} is named as the truth and as a prediction; name two columns.")


def _complete(pairs: Pairs, missing: str, path: str) -> tuple[Pairs, float]:
    """Refuse or drop the items without a label; return the others and how many, or how much weight, were dropped."""
    items = next(iter(pairs.values()))  # each model's pairs hold all items
    lost = sum(pair.rows for pair in items if pair.incomplete)
    if not lost or missing == "keep":
        return pairs, 0
    if missing == "refuse":
        raise ValueError(
            f"{lost} of {sum(pair.rows for pair in items)} rows of {path!r} have no true or no predicted label; "
            'say missing="drop" (on the command line --missing drop) to leave them out, '
            'or "keep" to make them a class of their own.'
        )
    kept = {model: [pair for pair in found if not pair.incomplete] for model, found in pairs.items()}
    if not all(kept.values()):
        raise ValueError(f"every row of {path!r} has a missing label, so there is nothing to count.")
    return kept, sum(pair.size for pair in items if pair.incomplete)


def _recognised(pairs: Pairs) -> Pairs:
    """Turn the texts of a CSV file into labels."""
    truth = {pair.truth for found in pairs.values() for pair in found} - {None}
    predictions = {model: {pair.prediction for pair in found} - {None} for model, found in pairs.items()}
    label = as_compared(truth, predictions)
    return {
        model: [pair._replace(truth=label.get(pair.truth), prediction=label.get(pair.prediction)) for pair in found]
        for model, found in pairs.items()
    }


def _confusion(pairs: list[Pair], labels: list[Any] | None, missing: str) -> Confusion:
    return Confusion.from_labels(
        [pair.truth for pair in pairs],
        [pair.prediction for pair in pairs],
        labels=labels,
        weights=[pair.size for pair in pairs],
        missing=missing,
    )


class _Table:
    """One file, as DuckDB reads it."""

    def __init__(self, path: str | Path) -> None:
        import duckdb  # noqa: PLC0415 - loaded where used

        self.path = existing_file(path)
        suffixes = [suffix.lower() for suffix in self.path.suffixes if suffix.lower() not in COMPRESSED]
        reader = READERS.get(suffixes[-1] if suffixes else "")
        if reader is None:
            raise ValueError(f"cannot tell the format of {str(path)!r}; it should end in {', '.join(READERS)}.")
        if not self.path.stat().st_size:
            raise ValueError(f"{str(path)!r} is empty.")
        if str(path) != str(path).encode(errors="ignore").decode():
            raise ValueError(f"cannot read {str(path)!r}: its name is not UTF-8; rename it.")
        self.error = duckdb.Error
        self.is_text = reader == "read_csv"
        self.place = glob.escape(str(self.path.absolute()))  # DuckDB takes [1] and * in a name for patterns
        self.source = f"{reader}({_literal(self.place)}, {OPTIONS[reader]})"
        self.connection = duckdb.connect()
        if self.is_text:
            self.source = self._separated()
        self.columns = self._describe()
        self.header = self._header() if self.is_text else list(self.columns)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.connection.close()

    def _run(self, query: str) -> list[tuple[Any, ...]]:
        try:
            return self.connection.execute(query).fetchall()
        except self.error as problem:
            raise ValueError(f"cannot read {str(self.path)!r}: {self._reason(str(problem))}") from None

    def _reason(self, problem: str) -> str:
        """Return the sentence in an error of DuckDB, without its advice on options that our users do not have."""
        if "not utf-8 encoded" in problem:
            return OTHER_ENCODING
        if "detect the CSV" in problem:
            return "its rows do not have as many cells as its header, or a quote is never closed."
        told = ADVICE.split(problem.replace(self.place, str(self.path)))[0].splitlines()
        lines = [line.strip() for line in told if line.strip() and not line.startswith("Original Line")]
        return ", ".join(lines[:2])

    def _separated(self) -> str:
        """Return the source with the separator of its first line."""
        lines = f"read_csv({_literal(self.place)}, {LINES})"
        first = self._run(f"SELECT line FROM {lines} WHERE trim(line) <> '' LIMIT 1")  # noqa: S608
        if first and "\0" in first[0][0]:
            raise ValueError(f"cannot read {str(self.path)!r}: {OTHER_ENCODING}")
        separator = separator_of(first[0][0]) if first else None
        return self.source if separator is None else f"{self.source[:-1]}, delim = '{separator}')"

    def _describe(self) -> dict[str, str]:
        rows = self._run(f"DESCRIBE SELECT * FROM {self.source}")  # noqa: S608 - quoted by _literal
        return {row[0]: row[1] for row in rows}

    def _header(self) -> list[str]:
        """Return the names in the header of a CSV file as they stand there; DuckDB renames repeated ones."""
        source = "header = false".join(self.source.rsplit("header = true", 1))
        first = self._run(f"SELECT * FROM {source} LIMIT 1")  # noqa: S608
        names = [(name or "").strip() for row in first for name in row]
        if not any(names):
            raise ValueError(f"{str(self.path)!r} is empty.")
        return names

    def _column(self, name: str) -> str:
        """Return a column's name, quoted; refuse one that is not there, is there twice, or holds nested values."""
        if name not in self.columns:
            hint = naming.nearest(name, self.columns)
            raise ValueError(
                f"{self.path.name!r} has no column {name!r}; its columns are {naming.some(self.columns)}.{hint}"
            )
        if self.header.count(name) > 1:
            raise ValueError(f"the header of {str(self.path)!r} names column {name!r} twice; rename one of them.")
        kind = self.columns[name]
        if kind.endswith("]") or kind.startswith(("STRUCT", "MAP", "UNION")):
            raise ValueError(f"column {name!r} holds nested values ({kind}), not labels.")
        return _identifier(name)

    def _labels(self, name: str) -> str:
        """Return a column of labels, NULL where one is missing."""
        column, kind = self._column(name), self.columns[name]
        if self.is_text:
            return f"nullif({column}, '')"
        if kind == "JSON":  # texts among numbers
            return f"({column} ->> '$')"
        if kind in ("FLOAT", "DOUBLE"):  # not isnan(): DuckDB 2.0 folds it by Parquet statistics, which ignore NaN
            return f"CASE WHEN isfinite({column}) OR isinf({column}) THEN {column} END"
        return column

    def pairs(self, truth: str, models: Sequence[str], weight: str | None) -> Pairs:
        """Count all models' pairs in one pass, by grouping sets."""
        labels = {f"c{i}": self._labels(name) for i, name in enumerate((truth, *models))}
        columns = labels if weight is None else {**labels, "weight": self._weights(weight)}
        size = "count(*)" if weight is None else "sum(weight)"
        names = list(labels)
        selected = ", ".join(f"{column} AS {name}" for name, column in columns.items())
        incomplete = " OR ".join(f"{name} IS NULL" for name in names)
        absent = ", ".join(f"grouping({name})" for name in names[1:])
        sets = ", ".join(f"(c0, {name}, incomplete)" for name in names[1:])
        query = (
            f"WITH item AS (SELECT {selected} FROM {self.source}), "  # noqa: S608 - quoted names only
            f"marked AS (SELECT *, {incomplete} AS incomplete FROM item) "
            f"SELECT {', '.join(names)}, incomplete, count(*), {size}, {absent} "
            f"FROM marked GROUP BY GROUPING SETS ({sets})"
        )
        found: Pairs = {model: [] for model in models}
        for row in self._run(query):
            model = row[-len(models) :].index(0)
            found[models[model]].append(Pair(row[0], row[1 + model], *row[len(names) : -len(models)]))
        if not any(found.values()):
            raise ValueError(f"{str(self.path)!r} has no rows.")
        return found

    def _weights(self, name: str) -> str:
        """Return the weights as numbers; refuse what is not a finite number of at least 0."""
        number = f"try_cast({self._column(name)} AS DOUBLE)"
        # FILTER, not WHERE: it prunes row groups by them too.
        wrong = f"FILTER (WHERE {number} IS NULL OR NOT isfinite({number}) OR {number} < 0)"
        bad, example = self._run(
            f"SELECT count(*) {wrong}, any_value({_identifier(name)}::VARCHAR) {wrong} FROM {self.source}"  # noqa: S608
        )[0]
        if bad:
            raise ValueError(
                f"column {name!r} has {bad} weights that are no finite numbers of at least 0, such as {example!r}."
            )
        return number


def _literal(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


def _identifier(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'
