"""The table of scores, complete before any script runs: few metrics first, the others folded.

Up to three models stand side by side, a row per metric. More stand below each other, a row per model, in tables of a
few metrics each, so that none is cut off.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from steelyard.show.page.texts import between, name_of, number, prose, shown, text
from steelyard.show.page.units_of import unpacked

MOST_SIDE_BY_SIDE = 3
"""Models beside which the sliders have room."""

METRICS_IN_A_ROW = 5

TAGS = {
    "robust": "does not move with the class shares",
    "by items": "does not follow the importance",
    "fixed": "the page cannot compute it again",
}


def scores_of(content: Mapping[str, Any], numbered: Mapping[str, int]) -> str:
    """Return all metrics of all models; `numbered` are the notes, which cells lead to."""
    first = content["first"]
    others = [j for j in range(len(content["metrics"])) if j not in first]
    cells = _Cells(content, numbered)
    more = ""
    if others:
        more = f"<details><summary>{_more(len(others))}</summary>{''.join(_tables(content, cells, others))}</details>"
    return f"{''.join(_tables(content, cells, first))}{more}"


def _more(metrics: int) -> str:
    return "1 more metric" if metrics == 1 else f"{metrics} more metrics"


def _tables(content: Mapping[str, Any], cells: _Cells, metrics: Sequence[int]) -> Iterator[str]:
    """Yield tables of some metrics: one, or several of a few metrics each."""
    models = range(len(content["models"]))
    if len(models) <= MOST_SIDE_BY_SIDE:
        heads = [_model(content, k) for k in models]
        rows = [(_metric(j, content["metrics"][j], "row"), [cells.of(k, j) for k in models]) for j in metrics]
        yield _table("by-metric", "Metric", heads, rows)
        return
    for start in range(0, len(metrics), METRICS_IN_A_ROW):
        some = metrics[start : start + METRICS_IN_A_ROW]
        heads = [_metric(j, content["metrics"][j], "col") for j in some]
        rows = [
            (f'<th scope="row">{name_of(content["models"][k])}</th>', [cells.of(k, j) for j in some])
            for k in content["order"]
        ]
        yield _table("by-model", "Model", heads, rows)


def _table(kind: str, corner: str, heads: Iterable[str], rows: Iterable[tuple[str, Iterable[str]]]) -> str:
    body = "".join(f"<tr>{head}{''.join(cells)}</tr>" for head, cells in rows)
    head = f'<tr><th scope="col">{corner}</th>{"".join(heads)}</tr>'
    table = f'<table class="{kind}"><thead>{head}</thead><tbody>{body}</tbody></table>'
    return f'<div class="wide" role="region" aria-labelledby="scores-title" tabindex="0">{table}</div>'


def _model(content: Mapping[str, Any], k: int) -> str:
    """Return the head of a column; that of a model without a name says what is in it."""
    return f'<th scope="col">{name_of(content["models"][k]) if content["named"] else "Value"}</th>'


def _metric(j: int, metric: Mapping[str, Any], scope: str) -> str:
    """Return the head of a metric: a button that makes it that of the verdict, tags, and what it means."""
    said = dict(zip(TAGS, (metric["robust"], not metric["weighted"], not metric["live"]), strict=True))
    marked = {"robust": f' data-robust="{text(metric["name"])}"'}
    tags = "".join(
        f'<span class="tag" title="{why}"{marked.get(tag, "")}>{tag}</span>' for tag, why in TAGS.items() if said[tag]
    )
    title = f"{text(metric['title'])} {'↑' if metric['sign'] > 0 else '↓'}"
    button = f'<button type="button" name="metric" value="{j}" aria-pressed="false">{title}</button>'
    return f'<th scope="{scope}">{button}{tags}<small class="meaning">{text(metric["meaning"])}</small></th>'


class _Cells:
    """The cells of a content, with the numbers of its start."""

    def __init__(self, content: Mapping[str, Any], numbered: Mapping[str, int]) -> None:
        self.content, self.numbered = content, numbered
        self.numbers = {
            name: unpacked(content["start"][name]).reshape(len(content["models"]), len(content["metrics"]))
            for name in ("value", "low", "high", "rank", "best")
        }

    def of(self, k: int, j: int) -> str:
        """Return the cell of a model and a metric; the script finds it by its id, and keeps its numbers live."""
        metric, model = self.content["metrics"][j], self.content["models"][k]
        result = {name: float(numbers[k, j]) for name, numbers in self.numbers.items()}
        data = "".join(f' data-{name}="{number(value)}"' for name, value in result.items())
        misled = any(of == k for of, _ in metric["misleading"])
        kinds = " ".join(kind for kind, holds in (("best", result["best"]), ("misleading", misled)) if holds)
        told = np.nanmax(self.numbers["rank"][:, j], initial=1) > 1
        rank = "★" if result["best"] else f"{result['rank']:.0f}" if told and not np.isnan(result["rank"]) else ""
        inside = (
            f"<span>{shown(result['value'])}</span><small>{between(result['low'], result['high'])}</small><i>{rank}</i>"
            f"{''.join(self._notes(metric, k))}"
        )
        about = f'data-model="{text(model)}" data-metric="{text(metric["name"])}"{data}'
        # On a phone, the heads of the columns are away; each cell then says itself what it is of.
        several = len(self.content["models"])
        beside = name_of(metric["title"] if several > MOST_SIDE_BY_SIDE else model)
        of_whom = f'<b aria-hidden="true">{beside}</b>' if several > 1 else ""
        return f'<td id="score-{k}-{j}" class="{kinds}" {about}>{inside}{of_whom}</td>'

    def _notes(self, metric: Mapping[str, Any], k: int) -> Iterator[str]:
        for about, note in metric["notes"]:
            if about == k:
                n = self.numbered[note]
                yield note_mark(f"note-{n}", n, note)


def note_mark(place: str, n: int, note: str) -> str:
    """Return a number that leads to a note, and says it when pointed at."""
    return f'<a class="note" href="#{place}" title="{prose(note)}" aria-label="Note: {prose(note)}">{n}</a>'


def with_interval(confidence: float) -> str:
    """Return what the small numbers are: below the values, or on a phone beside them."""
    return f"In small print with each value is its {100 * confidence:.6g} % interval."


def reading(content: Mapping[str, Any]) -> Iterator[str]:
    """Yield how the table is read."""
    metrics = content["metrics"]
    yield "Press a metric to make it that of the verdict. ↑ higher is better, ↓ lower is better"
    if len(content["models"]) > 1:
        yield "; ★ the best model, else its rank"
    yield "; numbers in circles lead to notes." if any(metric["notes"] for metric in metrics) else "."
    if content["confidence"] is not None:
        yield f" {prose(with_interval(content['confidence']))}"
    used = {
        "robust": any(metric["robust"] for metric in metrics),
        "by items": not all(metric["weighted"] for metric in metrics),
        "fixed": not all(metric["live"] for metric in metrics),
    }
    if any(used.values()):
        yield " " + "; ".join(f"“{tag}”: {why}" for tag, why in TAGS.items() if used[tag]) + "."
    for why in dict.fromkeys(filter(None, (metric["why_fixed"] for metric in metrics))):
        yield f" {text(why)}"
