"""Scores in any data frame, counted into bins by its own engine: by truth and bin, so that only groups travel."""

from __future__ import annotations

from functools import reduce
from operator import add, or_
from typing import TYPE_CHECKING, Any

import numpy as np

from steelyard.counts.labels import MISSING
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
from steelyard.counts.read.chosen_columns import TRUTH, WEIGHT, Columns
from steelyard.counts.read.containers import as_column
from steelyard.counts.read.frames.columns import OpenFrame, asking, opened
from steelyard.counts.read.frames.groups import FRACTION, NO_ROWS, fetched, label_columns, listed
from steelyard.counts.read.frames.weights import (
    BAD,
    WORST,
    bad_weights,
    check_type,
    is_finite,
    is_no_number,
    no_numbers,
    weight_columns,
)
from steelyard.counts.read.label import fraction, is_missing

if TYPE_CHECKING:
    from narwhals import Expr, LazyFrame

PLACE, ROWS, ABOVE, SIZE, SQUARES, OFF = "place", "rows", "above", "size", "squares", "off"


def frame_bins(frame: Any, columns: BinColumns) -> tuple[list[BinGroups], LossGroups | None]:
    """Return the groups by truth and bin of each column of scores in a frame, and what their losses sum to."""
    others = tuple(name for name in columns.complete if name not in columns.scores)
    wanted = Columns(columns.truth, (*columns.scores, *others), weight=columns.weight)
    open_frame = opened(frame, wanted)
    if columns.weight is not None:
        check_type(open_frame)
    for role in wanted.prediction_roles:
        if not open_frame.types[role].is_numeric():
            raise no_numbers(open_frame.names[role], open_frame.types[role], "scores")
    rows = _scored(open_frame, wanted, columns)
    groups = [_binned(rows, open_frame, columns, place) for place in range(len(columns.scores))]
    if not columns.losses and (columns.single or columns.logits or columns.bins.low is not None):
        return groups, None
    return groups, _losses(rows, open_frame, columns)


def _scored(open_frame: OpenFrame, wanted: Columns, columns: BinColumns) -> LazyFrame[Any]:
    """Return the truth, the scores p0, … and the weights."""
    import narwhals as nw  # noqa: PLC0415 - loaded where used

    chosen = label_columns(TRUTH, open_frame)
    chosen += [nw.col(role).cast(nw.Float64).alias(f"n{i}") for i, role in enumerate(wanted.prediction_roles)]
    if columns.weight is None:
        chosen.append(nw.lit(1.0).alias(SIZE))
    else:
        number, bad, worst = weight_columns(open_frame)
        chosen += [number.cast(nw.Float64).alias(SIZE), bad, worst]
    every = range(len(columns.scores))
    with asking(open_frame.engine):
        rows = open_frame.frame.lazy().select(*chosen)
        if columns.complete:
            gone = reduce(or_, (is_no_number(nw.col(f"n{i}")) for i in range(len(wanted.prediction_roles))))
            rows = rows.with_columns(nw.when(~gone).then(nw.col(TRUTH)).alias(TRUTH))
        if not columns.logits:
            return rows.with_columns(*(_clipped(nw.col(f"n{i}"), columns).alias(f"p{i}") for i in every))
        if columns.single:
            n, e = nw.col("n0"), (-nw.col("n0").abs()).exp()
            return rows.with_columns(nw.when(n < 0).then(e / (1 + e)).otherwise(1 / (1 + e)).alias("p0"))
        # The sum is null where one is missing, which the greatest would leave out.
        logits = [nw.col(f"n{i}") for i in every]
        most = nw.max_horizontal(*logits) + 0 * reduce(add, logits)
        rows = rows.with_columns(most.alias("most")).with_columns(
            *((nw.col(f"n{i}") - nw.col("most")).exp().alias(f"e{i}") for i in every)
        )
        total = reduce(add, (nw.col(f"e{i}") for i in every))
        return rows.with_columns(*((nw.col(f"e{i}") / total).alias(f"p{i}") for i in every))


def _clipped(n: Expr, columns: BinColumns) -> Expr:
    """Return a probability that misses 0 or 1 by rounding as 0 or 1; all else as it is."""
    import narwhals as nw  # noqa: PLC0415

    if not columns.bins.of_probabilities:
        return n
    below, above = ((n < 0) & (n >= -SUM_ROUNDING)), ((n > 1) & (n <= 1 + SUM_ROUNDING))
    return nw.when(below).then(0.0).otherwise(nw.when(above).then(1.0).otherwise(n))


def _place(columns: BinColumns, p: Expr) -> Expr:
    """Return the bin of a score; all that is none has `REFUSED`."""
    import narwhals as nw  # noqa: PLC0415

    bins, fine = columns.bins, is_finite(p)
    if bins.low is None or bins.high is None:
        fine = fine & ((p >= 0) & (p <= 1)).fill_null(False)
        kept = nw.when(fine).then(p).otherwise(0.0)
        share = nw.when(kept < 0.5).then((kept / 2).sqrt()).otherwise(1 - ((1 - kept) / 2).sqrt())
    else:
        kept = nw.when(fine).then(p).otherwise(bins.low)
        kept = nw.when(kept < bins.low).then(bins.low).otherwise(kept)
        kept = nw.when(kept > bins.high).then(bins.high).otherwise(kept)
        share = (kept - bins.low) / (bins.high - bins.low)
    place = (share * bins.number).floor()
    place = nw.when(place > bins.number - 1).then(float(bins.number - 1)).otherwise(place)
    return nw.when(fine).then(place).otherwise(float(REFUSED)).cast(nw.Int64)


def _binned(rows: LazyFrame[Any], open_frame: OpenFrame, columns: BinColumns, place: int) -> BinGroups:
    import narwhals as nw  # noqa: PLC0415

    size, p = nw.col(SIZE), f"p{place}"
    with asking(open_frame.engine):
        known = rows.collect_schema()
        bad = [name for name in (BAD, WORST, f"{FRACTION}{TRUTH}") if name in known]
        made = rows.select(
            *(nw.col(name) for name in (TRUTH, SIZE, p, *bad)),
            (size * size).alias(SQUARES),
            nw.when(size > 0).then(1).otherwise(0).alias(ABOVE),
            _place(columns, nw.col(p)).alias(PLACE),
        )
        sums = [nw.col(name).sum() for name in (ABOVE, SIZE, SQUARES)]
        sums += [nw.col(name).sum() if name == BAD else nw.col(name).max() for name in bad]
        grouped = made.group_by(TRUTH, PLACE, drop_null_keys=False).agg(nw.len().alias(ROWS), *sums)
        found = fetched(grouped, open_frame.engine)
    told = {name: listed(column) for name, column in found.items() if name != TRUTH}
    if not told[ROWS]:
        raise ValueError(NO_ROWS)
    if BAD in told and sum(told[BAD]):
        worst = next((each for each in told[WORST] if not is_missing(each)), None)
        raise bad_weights(open_frame.names[WEIGHT], sum(told[BAD]), worst)
    for example in told.get(f"{FRACTION}{TRUTH}", ()):
        if not is_missing(example):
            raise fraction(example, f"labels in column {open_frame.names[TRUTH]!r}")
    places = np.array(told[PLACE], dtype=np.intp)
    labels = _labels(found[TRUTH])
    counted = np.array([label is not MISSING or not columns.complete for label in labels])
    if (places == REFUSED)[counted].any():
        kept = made.filter(~nw.col(TRUTH).is_null()) if columns.complete else made
        raise _no_score(kept.select(nw.col(p), nw.col(PLACE)), open_frame, columns, place)
    rows_of, above = (np.array(told[name], dtype=np.int64) for name in (ROWS, ABOVE))
    size_of, squares = (np.array(told[name], dtype=np.float64) for name in (SIZE, SQUARES))
    return BinGroups(labels, places, rows_of, above, size_of, squares)


def _labels(column: Any) -> list[Any]:
    coded = as_column(column, "true labels")
    return coded.labels_of(coded.codes(0, coded.size))


def _no_score(made: LazyFrame[Any], open_frame: OpenFrame, columns: BinColumns, place: int) -> ValueError:
    import narwhals as nw  # noqa: PLC0415

    p = nw.col(f"p{place}")
    with asking(open_frame.engine):
        wrong = made.filter(nw.col(PLACE) == REFUSED).select(
            nw.when(is_finite(p)).then(p).alias("example"), nw.when(is_finite(p)).then(0).otherwise(1).alias("lacking")
        )
        told = fetched(wrong.select(nw.col("example").max(), nw.col("lacking").sum()), open_frame.engine)
    (example,), (lacking,) = (listed(told[name]) for name in ("example", "lacking"))
    return no_score(columns.scores[place], example, int(lacking), columns.bins)


def _of_logits(columns: BinColumns, k: int) -> Expr:
    """Return −log of the probability of a class that logits stand for, which may itself be rounded to 0."""
    import narwhals as nw  # noqa: PLC0415

    if not columns.single:
        total = reduce(add, (nw.col(f"e{i}") for i in range(len(columns.scores))))
        return nw.col("most") - nw.col(f"n{k}") + total.log()
    n = nw.col("n0") if k else -nw.col("n0")
    return nw.when(n > 0).then(n).otherwise(0.0) + (1 + (-n.abs()).exp()).log()


def _losses(rows: LazyFrame[Any], open_frame: OpenFrame, columns: BinColumns) -> LossGroups:
    import narwhals as nw  # noqa: PLC0415

    every = [nw.col(f"p{i}") for i in range(len(columns.scores))]
    p = [every[0], 1 - every[0]] if columns.single else every
    squares = reduce(add, (each * each for each in p))
    given = p if columns.single or columns.logits else [nw.col(f"n{i}") for i in range(len(p))]
    w, made, names = nw.col(SIZE), [(reduce(add, given) - 1).abs().alias(OFF)], []
    for k, each in enumerate(p if columns.losses else []):
        impossible = nw.lit(False) if columns.logits else ~(each > 0)
        brier = (squares - each * each + (1 - each) * (1 - each)) * distance_share(len(p))
        log = _of_logits(columns, k) if columns.logits else -nw.when(impossible).then(1.0).otherwise(each).log()
        for name, loss in (("b", brier), ("l", log)):
            never = nw.when(impossible & (w > 0)).then(1.0).otherwise(0.0) if name == "l" else nw.lit(0.0)
            powers = [loss * loss, loss * loss * loss, loss * loss * loss * loss]
            fourth, p_k = w * w * w * w, w * each
            sums = [w * loss, w * w * loss, w * w * powers[0], never, fourth, fourth * loss]
            sums += [*(fourth * power for power in powers), p_k, p_k * loss, p_k * powers[0]]
            own = [f"{name}{k}_{i}" for i in range(LOSS_SUMS)]
            names += own
            made += [summed.alias(called) for summed, called in zip(sums, own, strict=True)]
    with asking(open_frame.engine):
        grouped = (
            rows.select(nw.col(TRUTH), *made)
            .group_by(TRUTH, drop_null_keys=False)
            .agg(nw.col(OFF).max(), *(nw.col(name).sum() for name in names))
        )
        found = fetched(grouped, open_frame.engine)
    truth = _labels(found[TRUTH])
    told = np.zeros((len(truth), len(p), len(LOSSES), LOSS_SUMS))
    for i, name in enumerate(names):
        told.reshape(len(truth), -1)[:, i] = listed(found[name])
    far = [float(off) for label, off in zip(truth, listed(found[OFF]), strict=True) if label is not MISSING]
    return LossGroups(truth, max(far, default=0.0), told)
