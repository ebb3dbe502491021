"""Count labels in a file with DuckDB: one group-by, streamed; only the counts reach Python."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from steelyard import labels as naming
from steelyard.confusion import MODEL, Confusion

if TYPE_CHECKING:
    import duckdb

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
SEPARATORS = ",;\t|"
COMPRESSED = (".gz", ".zst")

Pairs = list[tuple[Any, Any, float]]
"""(truth, prediction, number or weight of the items)."""


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

    Several prediction columns give a stack along "model", read in one pass.
    """
    models = [predictions] if isinstance(predictions, str) else list(predictions)
    if not models:
        raise ValueError("name at least one column with predictions.")
    if len(set(models)) != len(models):
        raise ValueError(f"each prediction column may be named once, not {naming.some(models)}.")
    with _Table(path) as table:
        pairs = table.pairs(truth, models, weight)
    declared = None if labels is None else list(labels)
    counted = [_confusion(pairs[model], declared, missing) for model in models]
    if isinstance(predictions, str):
        return counted[0]
    found = dict.fromkeys(label for cm in counted for label in cm.labels)
    order = naming.sort(found) if declared is None else counted[0].labels
    return Confusion(
        np.stack([cm.declare(order).counts for cm in counted]),
        order,
        axes={MODEL: models},
        dropped=max(cm.dropped for cm in counted),
    )


def _confusion(pairs: Pairs, labels: list[Any] | None, missing: str) -> Confusion:
    truths, predictions, counts = ([pair[i] for pair in pairs] for i in range(3))
    return Confusion.from_labels(truths, predictions, labels=labels, weights=counts, missing=missing)


class _Table:
    """One file, as DuckDB reads it."""

    def __init__(self, path: str | Path) -> None:
        import duckdb  # noqa: PLC0415 - loaded where used

        self.path = Path(path)
        if self.path.is_dir():
            raise ValueError(f"{str(path)!r} is a folder; name a file.")
        if not self.path.exists():
            siblings = [entry.name for entry in self.path.parent.iterdir()] if self.path.parent.is_dir() else []
            raise ValueError(f"there is no file {str(path)!r}.{naming.nearest(self.path.name, siblings)}")
        suffixes = [suffix.lower() for suffix in self.path.suffixes if suffix.lower() not in COMPRESSED]
        reader = READERS.get(suffixes[-1] if suffixes else "")
        if reader is None:
            raise ValueError(f"cannot tell the format of {str(path)!r}; it should end in {', '.join(READERS)}.")
        self.error = duckdb.Error
        self.is_text = reader == "read_csv"
        options = ", header = true" if self.is_text else ""
        self.source = f"{reader}({_literal(str(self.path))}{options})"
        self.connection = duckdb.connect()
        self.columns = self._describe()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.connection.close()

    def _run(self, query: str) -> duckdb.DuckDBPyConnection:
        try:
            return self.connection.execute(query)
        except self.error as problem:
            lines = [line.strip() for line in str(problem).splitlines() if line.strip()]
            reason = lines[0] if lines else type(problem).__name__
            raise ValueError(f"cannot read {str(self.path)!r}: {reason}") from None

    def _describe(self) -> dict[str, str]:
        rows = self._run(f"DESCRIBE SELECT * FROM {self.source}").fetchall()  # noqa: S608 - quoted by _literal
        if self.is_text and len(rows) == 1 and any(separator in rows[0][0] for separator in SEPARATORS):
            raise ValueError(
                f"cannot read {str(self.path)!r}: its rows do not have as many cells as its header, {rows[0][0]!r}."
            )
        return {row[0]: row[1] for row in rows}

    def _column(self, name: str) -> str:
        """Return a column's name, quoted; refuse one that is not there or holds nested values."""
        if name not in self.columns:
            hint = naming.nearest(name, self.columns)
            raise ValueError(
                f"{self.path.name!r} has no column {name!r}; its columns are {naming.some(self.columns)}.{hint}"
            )
        kind = self.columns[name]
        if kind.endswith("]") or kind.startswith(("STRUCT", "MAP", "UNION")):
            raise ValueError(f"column {name!r} holds nested values ({kind}), not labels.")
        return _identifier(name)

    def pairs(self, truth: str, models: Sequence[str], weight: str | None) -> dict[str, Pairs]:
        """Count all models' pairs in one pass, by grouping sets."""
        t, *ps = [self._column(name) for name in (truth, *models)]
        size = "count(*)"
        if weight is not None:
            size = f"sum({self._weights(weight)})"
        if self.is_text:  # text as it stands in the file; numbers are recognised among the distinct labels
            source = self.source[:-1] + f", types = {{{', '.join(f'{_key(c)}: VARCHAR' for c in (truth, *models))}}})"
        else:
            source = self.source
        shown = [f"nullif({c}, '')" if self.is_text else c for c in (t, *ps)]
        names = [f"c{i}" for i in range(len(shown))]
        inner = ", ".join(f"{column} AS {name}" for column, name in zip(shown, names, strict=True))
        kept = "" if weight is None else f", {_identifier(weight)}"
        sets = ", ".join(f"(c0, {name})" for name in names[1:])
        which = ", ".join(f"grouping({name})" for name in names[1:])
        query = (
            f"SELECT {', '.join(names)}, {size}, {which} FROM (SELECT {inner}{kept} FROM {source}) "  # noqa: S608
            f"GROUP BY GROUPING SETS ({sets})"
        )
        found: dict[str, Pairs] = {model: [] for model in models}
        for row in self._run(query).fetchall():
            present = row[len(names) + 1 :].index(0)
            found[models[present]].append((row[0], row[1 + present], row[len(names)]))
        if not any(found.values()):
            raise ValueError(f"{str(self.path)!r} has no rows.")
        return _recognised(found) if self.is_text else found

    def _weights(self, name: str) -> str:
        """Return the weights as numbers; refuse what is not a finite number of at least 0."""
        number = f"try_cast({self._column(name)} AS DOUBLE)"
        # FILTER, not WHERE: DuckDB 2.0 prunes Parquet row groups by statistics that ignore NaN.
        wrong = f"FILTER (WHERE {number} IS NULL OR NOT isfinite({number}) OR {number} < 0)"
        bad, example = self._run(
            f"SELECT count(*) {wrong}, any_value({_identifier(name)}::VARCHAR) {wrong} FROM {self.source}"  # noqa: S608
        ).fetchall()[0]
        if bad:
            raise ValueError(
                f"column {name!r} has {bad} weights that are no finite numbers of at least 0, such as {example!r}."
            )
        return number


def _recognised(found: dict[str, Pairs]) -> dict[str, Pairs]:
    """Turn text labels into numbers if every label of the truth and all predictions is a number.

    Codes such as "007" stay text.
    """
    texts = {label for pairs in found.values() for pair in pairs for label in pair[:2] if label is not None}
    numbers = {label: _number(label) for label in texts}
    if any(number is None for number in numbers.values()):
        return found
    numbers[None] = None
    return {
        model: [(numbers[truth], numbers[prediction], size) for truth, prediction, size in pairs]
        for model, pairs in found.items()
    }


def _number(text: str) -> float | None:
    """Return the number that a text writes plainly, else None."""
    try:
        number = float(text)
    except ValueError:
        return None
    digits = text.strip().lstrip("-")
    if len(digits) > 1 and digits[0] == "0" and digits[1].isdigit():
        return None
    return int(number) if number.is_integer() and abs(number) < 2**53 else number


def _literal(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


def _identifier(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def _key(name: str) -> str:
    return _literal(name)


def columns_of(path: str | Path) -> str:
    """Name a file's columns, for messages."""
    with _Table(path) as table:
        return f"the columns {naming.some(table.columns)}"
