"""What a person reads in a terminal: Figure 3a, Table 2 and Figure 3b, in numbers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

from steelyard_papers.experiments.findings import View
from steelyard_papers.experiments.sentiment.claims import THEIRS, told
from steelyard_papers.experiments.sentiment.effect import Effect
from steelyard_papers.experiments.sentiment.ranking import Ranking

OVER_SEEDS = (
    "Intervals: 95 %, over seeds (corrected t: each seed splits the reviews anew); with one seed over the reviews."
)
NAMES = {
    "accuracy": "accuracy",
    "balanced_accuracy": "balanced accuracy",
    "wba_user": "WBA(user)",
    "recall_1": "recall of 1 star",
    "recall_5": "recall of 5 stars",
}


def views(rankings: Sequence[Ranking], effects: Sequence[Effect], table_2: Sequence[dict[str, Any]]) -> Iterator[View]:
    """Yield the views."""
    mine = [ranking for ranking in rankings if ranking.way == THEIRS]
    if mine:
        yield _models(mine)
    yield _table_2(table_2)
    for per, words in (("item", "each review weighs it, as in the paper"), ("class", "each class weighs it")):
        result = [each for each in effects if each.per == per]
        if result:
            yield _effects(result, words)


def _models(rankings: Sequence[Ranking]) -> View:
    rows = []
    for ranking in rankings:
        first, second = ranking.order[:2]
        rows.append((NAMES[ranking.metric], _ordered(ranking)))
        rows.append(("", f"{first} less {second}: {told(ranking.pairs[first, second])}"))
    return View(
        "Figure 3a: models trained with the user's weights, per item",
        ("metric", "mean over seeds, best first"),
        tuple(rows),
        (OVER_SEEDS,),
    )


def _ordered(ranking: Ranking) -> str:
    values = [ranking.values[name] for name in ranking.order]
    signs = ["", *(" = " if before == after else " > " for before, after in pairwise(values))]
    each = zip(signs, ranking.order, values, strict=True)
    return "".join(f"{sign}{name} {value:.3f}" for sign, name, value in each)


def _table_2(rows: Sequence[dict[str, Any]]) -> View:
    classes = list(dict.fromkeys(row["class"] for row in rows))
    names = list(dict.fromkeys(row["architecture"] for row in rows))
    by_place = {(row["architecture"], row["class"]): row for row in rows}
    body = []
    for star in classes:
        any_row = by_place[names[0], star]
        body.append(
            (
                str(star),
                f"{any_row['frequency_paper']:.3f} {any_row['frequency']:.3f}",
                f"{any_row['weight']:.1f}",
                *(f"{_short(by_place[name, star]['paper'])} {_short(by_place[name, star]['ours'])}" for name in names),
            )
        )
    return View(
        "Table 2, trained and tested with the user's weights: the paper's number, then ours",
        ("class", "frequency", "weight", *names),
        tuple(body),
    )


def _effects(result: Sequence[Effect], words: str) -> View:
    rows = tuple(
        (
            each.architecture,
            each.criterion,
            _short(each.constant),
            _short(each.apart.second),
            _short(each.apart.first),
            told(each.apart),
        )
        for each in result
    )
    return View(
        f"Figure 3b: WBA, trained with the criterion where {words}",
        ("model", "criterion", "constant", "Test", "Train+Test", "difference"),
        rows,
        ("constant: what always answering the most important class gets.", OVER_SEEDS),
    )


def _short(value: float | None) -> str:
    return "–" if value is None else f"{value:.2f}"
