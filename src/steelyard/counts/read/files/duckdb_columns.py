"""Columns in DuckDB's language: labels and keys as they are grouped, weights as they are summed, and back to Python.

Which texts are weights is said here by patterns: DuckDB's own cast reads 1_000 too, and rounds 1.5.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

from steelyard.counts.read.files.duckdb_session import identifier, literal
from steelyard.counts.read.files.formats import NO_KEY, key_pattern, key_text
from steelyard.counts.read.files.layouts import FILE, FLOATS, HUGE, KEY, ROUNDED, TEXT, WHOLE, WRITTEN, FileColumn
from steelyard.counts.read.frames.weights import no_numbers
from steelyard.counts.read.label import json_labels

WEIGHT_NUMBER = r"\A-?(?:[0-9]+|[0-9]*\.[0-9]+)(?:[eE][+-]?[0-9]+)?\z"
WEIGHT_WHOLE = r"\A-?[0-9]+\z"
"""If all weights are such texts, and each fits in 64 bits, they are summed as whole numbers, else as floats."""


EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def raw(name: str, column: FileColumn) -> str:
    """Return a column as it stands in the files."""
    if column.kind == KEY:
        return f"regexp_extract({FILE}, {literal(key_pattern(name))}, 1)"
    return f"c{column.position}" if column.kind == TEXT else identifier(name)


def key(name: str, column: FileColumn) -> str:
    """Return a column of keys, NULL where one is missing."""
    if column.kind == ROUNDED:
        raise ValueError(f"column {name!r} is of type {ROUNDED}, which DuckDB rounds; write its values as texts.")
    value = raw(name, column)
    if column.kind == TEXT:
        return f"nullif({value}, '')"
    if column.kind == KEY:
        return f"CASE WHEN {value} NOT IN ({', '.join(map(literal, NO_KEY))}) THEN {value} END"
    if column.kind == WRITTEN:
        return f"nullif({value}::VARCHAR, 'NaN')"
    if column.kind in FLOATS:  # not isnan(): DuckDB 2.0 folds it by Parquet statistics, which ignore NaN
        return f"CASE WHEN isfinite({value}) OR isinf({value}) THEN {value} END"
    return value


def label(name: str, column: FileColumn) -> str:
    """Return a column of labels, NULL where one is missing or strange."""
    if column.kind in FLOATS and column.kind != ROUNDED:
        value = raw(name, column)
        return f"CASE WHEN isfinite({value}) AND {value} = trunc({value}) THEN {value} END"
    return key(name, column)


def strange(name: str, column: FileColumn) -> str | None:
    """Return the numbers of a column that are no labels, fractions and infinities; None if it can have none."""
    if column.kind not in FLOATS:
        return None
    value = raw(name, column)
    return f"CASE WHEN isinf({value}) OR (isfinite({value}) AND {value} <> trunc({value})) THEN {value} END"


def fetched(kind: str) -> str:
    """Return how to select a distinct value so that nothing is lost on the way to Python.

    Python's moments have microseconds, and DuckDB would cut off what is finer; zones it would leave to pytz.
    """
    if _is_moment(kind):
        return "epoch_ns(value::TIMESTAMP_NS)" if kind.endswith("_NS") else "epoch_us(value)"
    return "value"


def in_python(values: Sequence[Any], name: str, kind: str) -> list[Any]:
    """Return the distinct values of a column, as they were fetched, as plain Python values."""
    if kind == WRITTEN:
        return json_labels(values, name)
    if kind == KEY:
        return [None if value is None else key_text(value) for value in values]
    return [_moment(value, kind) for value in values] if _is_moment(kind) else list(values)


def _is_moment(kind: str) -> bool:
    return kind.startswith("TIMESTAMP")


def _moment(value: int | None, kind: str) -> datetime | None:
    if value is None:
        return None
    finer = 1000 if kind.endswith("_NS") else 1
    if value % finer:
        raise too_fine(value)
    try:
        moment = EPOCH + timedelta(microseconds=value // finer)
    except OverflowError:
        raise ValueError("the files hold moments beyond the year 9999; make them texts.") from None
    return moment if "TZ" in kind or "ZONE" in kind else moment.replace(tzinfo=None)


def too_fine(value: int) -> ValueError:
    """Return the error for a moment, in nanoseconds since 1970, that Python would cut off."""
    return ValueError(
        f"the files hold moments finer than microseconds, such as {value} ns since 1970; make them texts."
    )


def are_whole_numbers(column: FileColumn) -> bool:
    """Whether all rows hold whole numbers if their sums are whole; fractions may add up to whole numbers, too."""
    return _base(column) != "DECIMAL"


def _base(column: FileColumn) -> str:
    return column.kind.split("(", maxsplit=1)[0]


class WeightExpressions(NamedTuple):
    """A column of weights.

    Attributes
    ----------
    number
        The weight of a row, to be called "weight".
    wrong
        Whether it is no weight.
    whole
        The sum of a group's weights as a whole number; NULL if it is none.
    total
        The sum as a float.
    value
        The weight of a row as a float.
    """

    number: str
    wrong: str
    whole: str
    total: str
    value: str = "weight::DOUBLE"

    @property
    def squares(self) -> str:
        """The sum of a group's squared weights."""
        return f"kahan_sum({self.value} * {self.value})"

    @property
    def above(self) -> str:
        """How many of a group's rows have a weight above 0."""
        return f"count(*) FILTER (WHERE {self.value} > 0)"


def weights(name: str, column: FileColumn) -> WeightExpressions:
    """Return weights as numbers: whole ones and decimals are summed exactly, others as floats."""
    value = raw(name, column)
    base = _base(column)
    if base in (*WHOLE, *HUGE, "BOOLEAN"):
        return WeightExpressions(
            f"{value}::HUGEINT", "weight IS NULL OR weight < 0", "sum(weight)", "sum(weight)::DOUBLE"
        )
    if base == "DECIMAL":
        whole = "CASE WHEN sum(weight) = trunc(sum(weight)) THEN sum(weight)::HUGEINT END"
        return WeightExpressions(value, "weight IS NULL OR weight < 0", whole, "sum(weight)::VARCHAR::DOUBLE")
    if base in FLOATS:
        wrong = "weight IS NULL OR NOT isfinite(weight) OR weight < 0"
        return WeightExpressions(f"{value}::DOUBLE", wrong, "NULL::HUGEINT", "kahan_sum(weight)")
    if column.kind not in (TEXT, KEY, WRITTEN):
        raise no_numbers(name, column.kind)
    text = f"trim(({value})::VARCHAR)"
    if column.kind == WRITTEN:
        text = f"CASE {text} WHEN 'true' THEN '1' WHEN 'false' THEN '0' ELSE {text} END"
    number = _number_in(text)
    whole = f"try_cast(CASE WHEN regexp_matches({text}, {literal(WEIGHT_WHOLE)}) THEN {text} END AS BIGINT)"
    return WeightExpressions(
        f"{{'float': {number}, 'whole': {whole}}}",
        "weight.float IS NULL OR NOT isfinite(weight.float) OR weight.float < 0",
        "CASE WHEN count(weight.whole) = count(*) THEN sum(weight.whole) END",
        "kahan_sum(weight.float)",
        "weight.float",
    )


def score(name: str, column: FileColumn) -> str:
    """Return a column of scores as floats, NULL where there is no finite number."""
    value = raw(name, column)
    if _base(column) in (*WHOLE, *HUGE, *FLOATS, "DECIMAL"):
        return f"CASE WHEN isfinite({value}::DOUBLE) THEN {value}::DOUBLE END"
    if column.kind not in (TEXT, KEY, WRITTEN, "VARCHAR"):
        raise no_numbers(name, column.kind, "scores")
    number = _number_in(f"trim(({value})::VARCHAR)")
    return f"CASE WHEN isfinite({number}) THEN {number} END"


def missing(name: str, column: FileColumn) -> str:
    """Return whether a column has no score in a row: nothing, or what libraries write for it; other texts are wrong."""
    value = raw(name, column)
    if column.kind in (TEXT, KEY, WRITTEN, "VARCHAR"):
        return f"coalesce(lower(trim(({value})::VARCHAR)) IN ('', 'nan', 'null'), true)"
    number = f"{value}::DOUBLE"  # not isnan(), see `key`
    return f"coalesce(NOT (isfinite({number}) OR isinf({number})), true)"


def _number_in(text: str) -> str:
    """Return the float that a text writes, NULL if none."""
    return f"try_cast(CASE WHEN regexp_matches({text}, {literal(WEIGHT_NUMBER)}) THEN {text} END AS DOUBLE)"
