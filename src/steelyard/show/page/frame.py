"""What the page says without its script: title, verdict, controls, the table of values, notes, code."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from steelyard.show.page.presets import opening
from steelyard.show.page.texts import between, name_of, number, prose, shown, text
from steelyard.show.page.units_of import unpacked

MANY_CLASSES = 12
"""Classes beyond which a box to find one helps."""

MOST_MISLEADING = 3
"""Notes on values that mislead; more are folded."""

STEEPEST = 12
"""Of log odds, at the ends of the slider for a share: 6 in a million."""


def frame(content: Mapping[str, Any]) -> dict[str, str]:
    """Return what stands in the places of the template, as HTML.

    Examples
    --------
    >>> import steelyard as sy
    >>> from steelyard.show.page.content import content_of
    >>> frame(content_of(sy.evaluate(["a", "b"], ["a", "b"], metrics="cba")))["metrics"]
    '<option value="0">class balance accuracy</option>'
    """
    labels, counted = content["labels"], [c for c, size in enumerate(content["support"]) if size > 0]
    numbered = {note: n for n, note in enumerate(_notes(content), 1)}
    folded = set(content["misleading"][MOST_MISLEADING:])
    return {
        "heading": text(content["title"]),
        "size": " · ".join(_sizes(content)),
        "verdict": _verdict(content),
        "no_intervals": _no_intervals(content),
        "anew": _anew(content),
        "anew_verdict": _anew(content),
        "metrics": "".join(
            f'<option value="{j}">{text(metric["title"])}</option>' for j, metric in enumerate(content["metrics"])
        ),
        "presets": "".join(_preset(n, preset) for n, preset in enumerate(content["presets"])),
        "few_classes": "" if len(labels) > MANY_CLASSES else " hidden",
        "sliders": "".join(_slider(c, label, "Importance", "class", "level", 0, 100) for c, label in enumerate(labels)),
        "order": "".join(_ordered(label) for label in labels),
        "folded": (" hidden" if len(counted) < 2 else "") + ("" if len(labels) > MANY_CLASSES else " open"),
        "shares": "".join(
            _slider(c, labels[c], "Share", "share", "share-percent", -STEEPEST, STEEPEST) for c in counted
        ),
        "shares_begun": "Shares as stated" if content["stated"] else "Shares as in the data",
        "scores": _values(content, numbered),
        "reading": "".join(_reading(content)),
        "notes": _listed({note: n for note, n in numbered.items() if note not in folded}),
        "more_notes": _folded({note: n for note, n in numbered.items() if note in folded}),
        "code": _code(content),
        "version": text(content["version"]),
    }


def _sizes(content: Mapping[str, Any]) -> Iterator[str]:
    for amount, noun in (
        (content["items"], "item"),
        (len(content["labels"]), "class"),
        (len(content["models"]), "model"),
    ):
        ending = "" if amount == 1 else "es" if noun.endswith("s") else "s"
        yield f"{amount:,.15g} {noun}{ending}"
    if content["dropped"]:
        yield f"{content['dropped']:,.15g} left out"


def _verdict(content: Mapping[str, Any]) -> str:
    """Return what the result says, its first sentence apart from what must be known beside it."""
    first, *others = content["verdict"]
    beside = f"<small>{prose(' '.join(others))}</small>" if others else ""
    positive = f" {text(said)}" if (said := content["positive"]) else ""
    return f"<p>{prose(first)}{positive}{beside}</p>"


def _no_intervals(content: Mapping[str, Any]) -> str:
    """Return why nobody can say how sure the numbers are."""
    return f'<p class="concluded">{text(why)}</p>' if (why := content["why_no_intervals"]) else ""


def _anew(content: Mapping[str, Any]) -> str:
    """Return how the page makes intervals itself."""
    return "" if content["confidence"] is None else ", intervals with a quicker method"


def _preset(n: int, preset: Mapping[str, Any]) -> str:
    """Return a button and what it means; one that refuses these classes says why, and does nothing."""
    name = f"<bdi>{text(preset['name'])}</bdi>"
    if preset["weights"] is None:
        why = f'<span class="hint refusal">{name}: {text(preset["why_not"])}</span>'
        return f'<button type="button" aria-disabled="true">{name}</button>{why}'
    meaning = f'<span class="hint">{text(preset["text"])}</span>'
    return f'<button type="button" name="preset" value="{n}" aria-pressed="false">{name}</button>{meaning}'


def _slider(c: int, label: str, about: str, of_slider: str, of_field: str, least: int, most: int) -> str:
    """Return the row of a class; its inputs are named by the number of the class."""
    named = f'name="{c}" step="any" required aria-label="{about} of {text(label)}'
    slider = f'<input type="range" min="{least}" max="{most}" data-{of_slider}="{text(label)}" {named}">'
    field = f'<input type="number" min="0" max="100" data-{of_field}="{text(label)}" {named}, as a number">'
    return f"<li>{name_of(label)}{slider}{field}<output></output></li>"


def _ordered(label: str) -> str:
    buttons = "".join(
        f'<button type="button" value="{by}" aria-label="Move {text(label)} {word}">{sign}</button>'
        for by, sign, word in ((-1, "↑", "up"), (1, "↓", "down"))
    )
    grip = '<span class="grip" aria-hidden="true">⠿</span>'
    return f'<li data-order="{text(label)}" tabindex="0">{name_of(label)}{grip}{buttons}</li>'


def _notes(content: Mapping[str, Any]) -> dict[str, None]:
    """Return all notes, each once: on the data, the gravest on values that mislead, on scores; then what is folded."""
    of_scores = (note for metric in content["metrics"] for _, note in metric["notes"])
    grave, others = content["misleading"][:MOST_MISLEADING], content["misleading"][MOST_MISLEADING:]
    shown = dict.fromkeys([*content["notes"], *grave, *(note for note in of_scores if note not in others)])
    return shown | dict.fromkeys(others)


def _listed(numbered: Mapping[str, int]) -> str:
    return "".join(f'<li id="note-{n}" tabindex="-1">{prose(note)}</li>' for note, n in numbered.items())


def _folded(numbered: Mapping[str, int]) -> str:
    """Return the notes that are seen when someone asks for them, or comes from the value that they are about."""
    if not numbered:
        return ""
    many, first = len(numbered), min(numbered.values())
    said = "1 more note on a value that misleads" if many == 1 else f"{many} more notes on values that mislead"
    return f'<details><summary>{said}</summary><ol start="{first}">{_listed(numbered)}</ol></details>'


def _code(content: Mapping[str, Any]) -> str:
    """Return the Python code of the first view, with places for what other views change in it."""
    importance = text(content["presets"][0]["python"])
    undefined = f'undefined="{content["policy"]}", ' if content["chosen"] else ""
    evaluated = f"result = sy.evaluate(cm, importance=importance, metrics=metrics, {undefined}"
    return (
        f'{text(opening(content))}<span id="code-shares"></span>importance = '
        f'<span id="code-importance">{importance}</span>\n{evaluated}'
        f'<span id="code-how">{text(content["how"])}</span>)\nprint(result)\n'
    )


# The table of values: up to three models stand side by side, a row per metric. More stand below each other, a row per
# model, in tables of a few metrics each, so that none is cut off.


MOST_SIDE_BY_SIDE = 3
"""Models beside which the sliders have room."""

METRICS_IN_A_ROW = 5

TAGS = {
    "robust": "does not move with the class shares",
    "by items": "does not follow the importance",
    "fixed": "the page cannot compute it again",
}


def _values(content: Mapping[str, Any], numbered: Mapping[str, int]) -> str:
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


def _reading(content: Mapping[str, Any]) -> Iterator[str]:
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
