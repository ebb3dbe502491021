"""Scores in files, counted into bins: DuckDB groups the rows where they are, by truth and bin."""

# ruff: noqa: S608 - names are quoted or our own

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from steelyard.counts.read.bins import (
    LOSS_SUMS,
    LOSSES,
    REFUSED,
    SUM_ROUNDING,
    BinColumns,
    BinGroups,
    LossGroups,
    distance_share,
    no_score,
)
from steelyard.counts.read.chosen_columns import WEIGHT
from steelyard.counts.read.files.count_files import check_names_in_json, check_rows
from steelyard.counts.read.files.data_files import Where, find_files
from steelyard.counts.read.files.duckdb_query import (
    fetched,
    in_python,
    label,
    missing,
    raw,
    score,
    source,
    strange,
    weights,
)
from steelyard.counts.read.files.duckdb_session import Reading, Session
from steelyard.counts.read.files.formats import Format
from steelyard.counts.read.files.layouts import Layout, layouts_of, parted
from steelyard.counts.read.frames.weights import bad_weights
from steelyard.counts.read.label import as_labels, fraction, gaps_among


def file_bins(path: Where, columns: BinColumns) -> tuple[list[BinGroups], LossGroups | None]:
    """Return the groups by truth and bin of each column of scores in files, and what their losses sum to.

    Losses are None if nobody asked for them and there is no sum of a row to be checked.
    """
    files = find_files(path)
    named = [columns.truth, *columns.scores, *([] if columns.weight is None else [columns.weight])]
    tables: list[list[list[Any]]] = [[] for _ in columns.scores]
    sums: list[list[Any]] = []
    with Session() as session:
        reading = Reading(files, session)
        session.rows("SET preserve_insertion_order = false")
        for part in parted(files, layouts_of(reading, list(dict.fromkeys(map(str, named)))), [str(columns.truth)]):
            for layout in _calls(part, files.format):
                asked = _Asked(reading, layout, columns)
                for place, table in enumerate(tables):
                    table.append(asked.bins(place))
                check_rows(reading, [layout], [int(tables[0][-1][2].sum())])
                if columns.losses or not (columns.single or columns.logits or columns.bins.low is not None):
                    sums.append(asked.losses())
    if not sum(int(part[2].sum()) for part in tables[0]):
        raise ValueError(f"{files.given!r} has no rows.")
    known = None
    if files.format == Format.CSV:
        texts = {text for part in tables[0] for text in part[0] if text is not None}
        known = as_labels(texts - gaps_among(texts)).get
    groups = [BinGroups(*_joined(table, known)) for table in tables]
    if not sums:
        return groups, None
    truth, off, losses = _joined(sums, known)
    far = max((float(each) for label, each in zip(truth, off, strict=True) if label is not None), default=0.0)
    return groups, LossGroups(truth, far, losses.reshape(len(truth), -1, len(LOSSES), LOSS_SUMS))


def _calls(part: Sequence[Layout], form: Format) -> Iterator[Layout]:
    """Yield files that one call may read: of Parquet all alike; of texts, where rows can be lost, one by one."""
    for layout in part:
        yield from (layout,) if form == Format.PARQUET else layout.one_by_one()


def _joined(parts: Sequence[Sequence[Any]], known: Any) -> list[Any]:
    truth = [value if known is None or value is None else known(value) for part in parts for value in part[0]]
    return [truth, *(np.concatenate(column) for column in zip(*(part[1:] for part in parts), strict=True))]


@dataclass(frozen=True)
class _Asked:
    """What is asked of files of one layout."""

    reading: Reading
    layout: Layout
    columns: BinColumns

    @property
    def _truth(self) -> tuple[str, Any]:
        name = str(self.columns.truth)
        return name, self.layout.columns[name]

    def _rows(self, places: Sequence[int]) -> str:
        """Select the truth, numbers n0, … and the weight of all rows."""
        if self.reading.files.format == Format.JSON:
            check_names_in_json(self.reading, self.layout)
        name, column = self._truth
        value = label(name, column)
        if self.columns.complete:
            gaps = [missing(str(own), self.layout.columns[str(own)]) for own in self.columns.complete]
            value = f"CASE WHEN NOT ({' OR '.join(gaps)}) THEN {value} END"
        chosen = [f"{value} AS value", f"{strange(name, column) or 'NULL::DOUBLE'} AS odd"]
        for place in places:
            own = str(self.columns.scores[place])
            chosen.append(f"{score(own, self.layout.columns[own])} AS n{place}")
        if self.columns.weight is not None:
            own = str(self.columns.weight)
            chosen.append(f"{weights(own, self.layout.columns[own]).number} AS {WEIGHT}")
        return f"SELECT {', '.join(chosen)} FROM {source(self.layout, self.layout.files, self.reading.files.format)}"

    def _scores(self, places: Sequence[int]) -> str:
        """Select scores p0, … beside the rest: the numbers, or the probabilities that logits stand for."""
        if not self.columns.logits:
            named = ", ".join(f"{self._clipped(f'n{place}')} AS p{place}" for place in places)
            return f"SELECT *, {named} FROM ({self._rows(places)})"
        if self.columns.single:
            return (
                "SELECT *, CASE WHEN n0 < 0 THEN exp(n0) / (1 + exp(n0)) ELSE 1 / (1 + exp(-n0)) END AS p0 "
                f"FROM ({self._rows([0])})"
            )
        every = range(len(self.columns.scores))
        # greatest() leaves NULL out, and a missing logit must not vanish.
        missing = " OR ".join(f"n{i} IS NULL" for i in every)
        most = f"CASE WHEN NOT ({missing}) THEN greatest({', '.join(f'n{i}' for i in every)}) END"
        shifted = f"SELECT *, {most} AS most FROM ({self._rows(every)})"
        above = ", ".join(f"exp(n{i} - most) AS e{i}" for i in every)
        total = " + ".join(f"e{i}" for i in every)
        shares = ", ".join(f"e{i} / ({total}) AS p{i}" for i in every)
        return f"SELECT *, {shares} FROM (SELECT *, {above} FROM ({shifted}))"

    def _clipped(self, n: str) -> str:
        """Return a probability that misses 0 or 1 by rounding as 0 or 1; all else as it is."""
        if not self.columns.bins.of_probabilities:
            return n
        near = f"{n} BETWEEN {-SUM_ROUNDING!r} AND {1 + SUM_ROUNDING!r}"
        return f"CASE WHEN {near} THEN greatest(least({n}, 1), 0) ELSE {n} END"

    def _log_losses(self, p: Sequence[str]) -> list[str]:
        """Return −log(p) of each class, NULL where p is 0; of logits, which may make a p of 0, without it."""
        if not self.columns.logits:
            return [f"CASE WHEN {each} > 0 THEN -ln({each}) END" for each in p]
        if self.columns.single:
            return [f"greatest({sign}n0, 0) + ln(1 + exp(-abs(n0)))" for sign in ("-", "")]
        total = " + ".join(f"e{i}" for i in range(len(p)))
        return [f"most - n{i} + ln({total})" for i in range(len(p))]

    def bins(self, place: int) -> list[Any]:
        """Return what `BinGroups` holds of one column, the truth as plain values."""
        rows = self._scores(range(len(self.columns.scores)) if self.columns.logits else [place])
        name, column = self._truth
        binned = f"SELECT value, odd{self._weight}, {self._bin(f'p{place}')} AS bin, p{place} AS p FROM ({rows})"
        odd = "any_value(odd)" if strange(name, column) else "NULL::DOUBLE"
        query = (
            f"SELECT value, bin, count(*) AS number, {', '.join(self._sums())}, {odd} AS odd "
            f"FROM ({binned}) GROUP BY value, bin"
        )
        *found, wrong, odd_ones = self._fetched(query)
        if wrong.any():
            raise self._bad_weight(int(wrong.sum()))
        if strange(name, column) and not np.ma.getmaskarray(odd_ones).all():
            raise fraction(np.ma.compressed(odd_ones)[0], f"labels in column {name!r}")
        counted = np.array([label is not None or not self.columns.complete for label in found[0]])
        if (found[1] == REFUSED)[counted].any():
            which = f"bin = {REFUSED}{' AND value IS NOT NULL' if self.columns.complete else ''}"
            example, lacking = self.reading.ask(
                lambda _: f"SELECT any_value(p), count(*) FILTER (WHERE p IS NULL) FROM ({binned}) WHERE {which}",
                self.layout.files,
            )[0]
            raise no_score(self.columns.scores[place], example, lacking, self.columns.bins)
        return found

    def losses(self) -> list[Any]:
        """Return the truth, how far rows are from the sum 1, and the sums of each label, class after class."""
        single, every = self.columns.single, range(len(self.columns.scores))
        p = ["p0", "(1 - p0)"] if single else [f"p{i}" for i in every]
        summed = "1" if single else " + ".join(p if self.columns.logits else [f"n{i}" for i in every])
        squares = " + ".join(f"{each} * {each}" for each in p)
        rows = f"SELECT *, {squares} AS squares, abs({summed} - 1) AS off FROM ({self._scores(every)})"
        w, made, sums = self._amount, [], []
        log_losses = self._log_losses(p)
        for k, each in enumerate(p if self.columns.losses else []):
            distance = f"squares - {each} * {each} + (1 - {each}) * (1 - {each})"
            made.append(f"{distance_share(len(p))} * ({distance}) AS l{k}_0")
            made.append(f"{log_losses[k]} AS l{k}_1")
            for i in range(len(LOSSES)):
                loss = f"l{k}_{i}"
                squared, fourth = f"{w} * {w}", f"{w} * {w} * {w} * {w}"
                sums += [f"coalesce(sum({each}), 0)" for each in (f"{w} * {loss}", f"{squared} * {loss}")]
                sums.append(f"coalesce(sum({squared} * {loss} * {loss}), 0)")
                sums.append(f"(count(*) FILTER (WHERE {loss} IS NULL AND {w} > 0))::DOUBLE")
                sums += [f"coalesce(sum({fourth}{f' * {loss}' * power}), 0)::DOUBLE" for power in range(5)]
                sums += [f"coalesce(sum({w} * {each}{f' * {loss}' * power}), 0)" for power in range(3)]
        named = "".join(f", {each} AS s{i}" for i, each in enumerate(sums))
        inner = f"SELECT *{', ' if made else ''}{', '.join(made)} FROM ({rows})"
        query = f"SELECT value, max(off) AS off{named} FROM ({inner}) GROUP BY value"
        truth, off, *found = self._fetched(query)
        stacked = np.stack([np.ma.getdata(each) for each in found], axis=1) if found else np.zeros((len(truth), 0))
        if not self.columns.losses:
            stacked = np.zeros((len(truth), len(p) * len(LOSSES) * LOSS_SUMS))
        return [truth, np.ma.getdata(off), stacked]

    def _fetched(self, query: str) -> list[Any]:
        """Return the columns of a query, the first of which is the truth, as plain values."""
        name, column = self._truth
        values, *rest = self.reading.ask(
            lambda _: f"SELECT {fetched(column.kind)} AS value, * EXCLUDE (value) FROM ({query})",
            self.layout.files,
            self.reading.session.arrays,
        )
        return [in_python(np.ma.asarray(values).tolist(), name, column.kind), *rest]

    @property
    def _weight(self) -> str:
        return "" if self.columns.weight is None else f", {WEIGHT}"

    @property
    def _amount(self) -> str:
        """What an item counts."""
        if self.columns.weight is None:
            return "1"
        name = str(self.columns.weight)
        return weights(name, self.layout.columns[name]).value

    def _sums(self) -> Iterator[str]:
        if self.columns.weight is None:
            yield from ("count(*) AS above", "count(*)::DOUBLE AS size", "count(*)::DOUBLE AS squares", "0 AS wrong")
            return
        name = str(self.columns.weight)
        weight = weights(name, self.layout.columns[name])
        yield from (f"{weight.above} AS above", f"sum({weight.value}) AS size")
        yield from (
            f"sum({weight.value} * {weight.value}) AS squares",
            f"count(*) FILTER (WHERE {weight.wrong}) AS wrong",
        )

    def _bad_weight(self, number: int) -> ValueError:
        name = str(self.columns.weight)
        column = self.layout.columns[name]
        weight, rows = weights(name, column), source(self.layout, self.layout.files, self.reading.files.format)
        query = (
            f"SELECT any_value(value) FILTER (WHERE {weight.wrong}) "
            f"FROM (SELECT ({raw(name, column)})::VARCHAR AS value, {weight.number} AS {WEIGHT} FROM {rows})"
        )
        return bad_weights(name, number, self.reading.ask(lambda _: query, self.layout.files)[0][0])

    def _bin(self, p: str) -> str:
        """Return the bin of a score; all that is none has `REFUSED`."""
        bins = self.columns.bins
        if bins.low is None or bins.high is None:
            share = f"CASE WHEN {p} < 0.5 THEN sqrt({p} / 2) ELSE 1 - sqrt((1 - {p}) / 2) END"
            fine = f"{p} BETWEEN 0 AND 1"
        else:
            low, high = (f"{float(end)!r}::DOUBLE" for end in (bins.low, bins.high))
            share = f"(greatest(least({p}, {high}), {low}) - {low}) / ({high} - {low})"
            fine = f"{p} IS NOT NULL"
        last = bins.number - 1
        return f"CASE WHEN {fine} THEN least(floor(({share}) * {bins.number}), {last})::INTEGER ELSE {REFUSED} END"
