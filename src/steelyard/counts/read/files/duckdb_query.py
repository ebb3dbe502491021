"""The group-by over files, as DuckDB's queries, and the table functions with which it reads them.

Columns have our names in it: truth, prediction_0, …, by_0, …, weight. People's names are quoted where files are read.
"""

# ruff: noqa: S608 - names are quoted or our own

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from steelyard.counts.read.chosen_columns import TRUTH, WEIGHT, Columns
from steelyard.counts.read.files.data_files import DataFile
from steelyard.counts.read.files.duckdb_columns import key, label, raw, strange, weights
from steelyard.counts.read.files.duckdb_session import identifier, listed
from steelyard.counts.read.files.formats import Format
from steelyard.counts.read.files.layouts import FILE, KEY, WRITTEN, FileColumn, Layout
from steelyard.counts.read.files.records import COMPRESSION


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
MOST_CALLS = 100
"""Calls in one query. 10,000 small CSV files on two threads: 100 take 6 s in all, 5,000 take 76 s and 1.2 GB."""

MANY = 10_000


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
        return {Format.CSV: 2 * self.threads, Format.JSON: 1, Format.PARQUET: MANY}[self.form]

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
