"""The group-by over files in DuckDB's language: labels and keys as grouped, weights as summed, and back to Python.

Which texts are weights is said here by patterns: DuckDB's own cast reads 1_000 too, and rounds 1.5.

Columns have our names in it: truth, prediction_0, …, by_0, …, weight. People's names are quoted where files are read.
"""

# ruff: noqa: S608 - names are quoted or our own

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

from steelyard.counts.read.chosen_columns import TRUTH, WEIGHT, Columns
from steelyard.counts.read.files.data_files import DataFile
from steelyard.counts.read.files.duckdb_session import identifier, listed, literal
from steelyard.counts.read.files.formats import NO_KEY, Format, key_pattern, key_text
from steelyard.counts.read.files.layouts import (
    FILE,
    FLOATS,
    HUGE,
    KEY,
    ROUNDED,
    TEXT,
    WHOLE,
    WRITTEN,
    FileColumn,
    Layout,
)
from steelyard.counts.read.files.records import COMPRESSION
from steelyard.counts.read.frames.weights import no_numbers
from steelyard.counts.read.label import json_labels

# Columns: labels and keys as they are grouped, and back to Python.


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


EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def _moment(value: int | None, kind: str) -> datetime | None:
    if value is None:
        return None
    finer = 1000 if kind.endswith("_NS") else 1
    if value % finer:
        raise _too_fine(value)
    try:
        moment = EPOCH + timedelta(microseconds=value // finer)
    except OverflowError:
        raise ValueError("the files hold moments beyond the year 9999; make them texts.") from None
    return moment if "TZ" in kind or "ZONE" in kind else moment.replace(tzinfo=None)


def _too_fine(value: int) -> ValueError:
    """Return the error for a moment, in nanoseconds since 1970, that Python would cut off."""
    return ValueError(
        f"the files hold moments finer than microseconds, such as {value} ns since 1970; make them texts."
    )


# Weights as they are summed, and scores.


WEIGHT_NUMBER = r"\A-?(?:[0-9]+|[0-9]*\.[0-9]+)(?:[eE][+-]?[0-9]+)?\z"
"""Texts that are weights."""

WEIGHT_WHOLE = r"\A-?[0-9]+\z"
"""If all weights are such texts, and each fits in 64 bits, they are summed as whole numbers, else as floats."""


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


# Files as they are read, and the query itself.


def source(layout: Layout, files: Sequence[DataFile], form: Format) -> str:
    """Return the call that reads some files of a layout."""
    options = {Format.CSV: _csv, Format.PARQUET: _parquet, Format.JSON: _json}[form](layout)
    if any(column.kind == KEY for column in layout.columns.values()):
        options.append(f"filename = '{FILE}'")
    reader = {Format.CSV: "read_csv", Format.PARQUET: "read_parquet", Format.JSON: "read_json"}[form]
    return f"{reader}({', '.join([listed(files), *options, 'hive_partitioning = false'])})"


def _csv(layout: Layout) -> list[str]:
    """Name the columns by their positions, since names may be repeated, or differ only in case.

    A file with quotes is read from its beginning to its end: where DuckDB (2.0) reads parts of it side by side, it may
    take the midst of a quoted text for a row, and lose rows.
    """
    if layout.header is None:
        raise ValueError("a CSV file has a header.")
    columns = ", ".join(f"'c{i}': 'VARCHAR'" for i in range(len(layout.header.names)))
    return [
        "auto_detect = false",
        "header = true",
        f"skip = {layout.header.skip}",
        f"columns = {{{columns}}}",
        f"delim = '{layout.header.separator}'",
        "quote = '\"'",
        "escape = '\"'",
        "comment = ''",
        f"compression = '{COMPRESSION[layout.compression]}'",
        f"parallel = {not layout.serial}",
        *([] if layout.buffer is None else [f"buffer_size = {layout.buffer}"]),
    ]


def _parquet(_: Layout) -> list[str]:
    return []


def _json(layout: Layout) -> list[str]:
    inside = [name for name, column in layout.columns.items() if column.kind == WRITTEN]
    return (
        [f"columns = {{{', '.join(f'{identifier(name)}: {chr(39)}JSON{chr(39)}' for name in inside)}}}"]
        if inside
        else []
    )


STRANGE = "strange_"
"""How the name of a column of numbers that are no labels begins."""

MOST_CALLS = 100
"""Calls in one query. 10,000 small CSV files on two threads: 100 take 6 s in all, 5,000 take 76 s and 1.2 GB."""

MANY_FILES = 10_000
"""Parquet files that one call may read."""


@dataclass(frozen=True)
class Query:
    """What to ask of some files whose columns are of the same kinds.

    Attributes
    ----------
    layouts
        The files.
    form
        Their format.
    asked
        The columns.
    joint
        Whether to group by all predictions together, instead of one after the other.
    threads
        How many threads DuckDB has.
    """

    layouts: Sequence[Layout]
    form: Format
    asked: Columns
    joint: bool
    threads: int

    @property
    def files(self) -> list[DataFile]:
        return [file for layout in self.layouts for file in layout.files]

    @property
    def labels(self) -> list[str]:
        """The roles of labels."""
        return self.asked.label_roles

    @property
    def has_sets(self) -> bool:
        """Whether there are groups for one prediction after the other."""
        return not self.joint and len(self.asked.predictions) > 1

    @property
    def models(self) -> list[str | None]:
        """The predictions by which groups are made, one after the other; None for all together."""
        return [None] if self.joint else list(self.asked.prediction_roles)

    def column(self, role: str, layout: Layout | None = None) -> FileColumn:
        """Return where a column is."""
        return (layout or self.layouts[0]).columns[self.name(role)]

    def name(self, role: str) -> str:
        """Return what people call a column."""
        return str(self.asked.by_role[role])

    def batches(self) -> list[list[DataFile]]:
        """Return files that one query may read: DuckDB's plan for very many calls takes longer than the reading."""
        step = MOST_CALLS * self._files_per_call
        return [self.files[start : start + step] for start in range(0, len(self.files), step)]

    def groups(self, files: Sequence[DataFile], *, more: bool = False) -> str:
        """Return the query that makes the table of groups, grouped_rows, or puts more of them into it."""
        keys = [*self.labels, *self.asked.by_roles]
        incomplete = " OR ".join(f"{role} IS NULL" for role in self.labels)
        wanted = ["count(*) AS number", *self._sums()]
        if self.has_sets:  # not all predictions together, which might make as many groups as rows
            others = ", ".join([TRUTH, *self.asked.by_roles, "lost"])
            sets = (f"({role}, {others})" for role in self.asked.prediction_roles)
            models = (f"WHEN grouping({role}) = 0 THEN {i}" for i, role in enumerate(self.asked.prediction_roles))
            wanted += ["lost", f"CASE {' '.join(models)} END AS model"]
            rows, groups = f"(SELECT *, {incomplete} AS lost FROM item)", f"GROUPING SETS ({', '.join(sets)})"
        else:
            wanted += [f"({incomplete}) AS lost", "0 AS model"]
            rows, groups = "item", ", ".join(keys)
        into = "INSERT INTO grouped_rows" if more else "CREATE OR REPLACE TEMP TABLE grouped_rows AS"
        items = f"WITH item AS ({self._items(files)})"
        return f"{into} {items} SELECT {', '.join([*keys, *wanted])} FROM {rows} GROUP BY {groups}"

    def strange(self, layout: Layout | None = None) -> Iterator[tuple[str, str]]:
        """Yield fractions, which are no labels, apart: a column of probabilities would have as many groups as rows."""
        for role in self.labels:
            expression = strange(self.name(role), self.column(role, layout))
            if expression is not None:
                yield f"{STRANGE}{role}", expression

    def bad_weight(self, layout: Layout) -> str:
        """Return the query for a weight that is none, as it stands in its file."""
        column = self.column(WEIGHT, layout)
        weight, value = weights(self.name(WEIGHT), column), raw(self.name(WEIGHT), column)
        rows = source(layout, layout.files, self.form)
        return (
            f"SELECT any_value(value) FILTER (WHERE {weight.wrong}) "
            f"FROM (SELECT ({value})::VARCHAR AS value, {weight.number} AS weight FROM {rows})"
        )

    def _items(self, files: Sequence[DataFile]) -> str:
        """Select the columns of all rows, whatever file they are in."""
        wanted, selects = set(files), []
        for layout in self.layouts:
            chosen = ", ".join(f"{expression} AS {role}" for role, expression in self._expressions(layout))
            some, step = [file for file in layout.files if file in wanted], self._files_per_call
            calls = (source(layout, some[start : start + step], self.form) for start in range(0, len(some), step))
            selects += [f"SELECT {chosen} FROM {call}" for call in calls]
        return " UNION ALL ".join(selects)

    @property
    def _files_per_call(self) -> int:
        """How many files one call may read.

        When there are more than two CSV files per thread, DuckDB (1.3 to 2.0) gives each file to one thread, which
        drops the rest of a file after a quote that is never closed, without a word. Of several JSON files (2.0), it
        drops a last line that is cut off, in some runs and in others not.
        """
        return {Format.CSV: 2 * self.threads, Format.JSON: 1, Format.PARQUET: MANY_FILES}[self.form]

    def _expressions(self, layout: Layout) -> Iterator[tuple[str, str]]:
        for role in self.asked.by_role:
            name, column = self.name(role), self.column(role, layout)
            if role == WEIGHT:
                yield role, weights(name, column).number
            else:
                yield role, (label if role in self.labels else key)(name, column)
        yield from self.strange(layout)

    def _sums(self) -> Iterator[str]:
        yield from (f"any_value({name}) AS {name}" for name, _ in self.strange())
        if self.asked.weight is None:
            yield from ("count(*) AS whole", "count(*) AS size", "0 AS squares", "0 AS above")
            return
        weight = weights(self.name(WEIGHT), self.column(WEIGHT))
        yield from (f"{weight.whole} AS whole", f"{weight.total} AS size")
        yield from (f"{weight.squares} AS squares", f"{weight.above} AS above")
        # FILTER, not WHERE: that prunes row groups by their statistics, which ignore NaN.
        yield f"count(*) FILTER (WHERE {weight.wrong}) AS wrong"
