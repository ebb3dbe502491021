"""The sections of the page that hold charts: all of them but what changes, which the script fills in.

What the script fills has a `data-part`; a choice is a `select` named after what it changes in the page's state.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from steelyard.show.page.frame import text

MOST_IN_TABLE = 30
"""Classes up to which a confusion matrix is a table; one of more is a map."""

MOST_PLOTTED = 40
"""Classes in a plot of rates, as in classes.js: one of more would be too high."""

LONGEST_OPTION = 60

CELLS = {
    "counts": "items",
    "row": "percent of the truth (by row)",
    "column": "percent of the prediction (by column)",
    "difference": "items more than another model has",
}

AT_SHARES = '<p class="hint if-shares">Counts are as they would be at the class shares you have set.</p>'


def charts_of(content: Mapping[str, Any]) -> str:
    """Return the sections of the charts as HTML, those that make sense for this content."""
    first = [_ranks()] if len(content["models"]) > 1 else []
    last = [_slices()] if content["slices"] else []
    return "\n".join([*first, _weights(content), _classes(content), _matrices(content), *last])


def _ranks() -> str:
    return _section(
        "RankChart",
        "Do the metrics agree?",
        "Each model’s rank by each metric. Where lines cross, the metrics disagree; what is undefined has no mark.",
        _chart("RankChart"),
        '<p class="hint" id="RankChart-words">First by how many metrics, ties counting for each'
        '<span data-part="words"></span></p>',
    )


def _weights(content: Mapping[str, Any]) -> str:
    return _section(
        "WeightChart",
        "What if one class mattered more?",
        "The metric of the verdict along the weight of one class, while the others keep their proportions. "
        "The full line is the weight of now; at dashed lines the lead changes.",
        '<p class="if-unmoved">It does not follow the importance, or it cannot be recomputed in this page.</p>',
        _chooser("class", "Class", enumerate(content["labels"])),
        _chart("WeightChart"),
        '<p id="WeightChart-words">In the lead: <span data-part="words"></span>.</p>',
        "<h3>Share of all weightings that each model wins</h3>",
        _table("Share of all weightings won", "body"),
    )


def _classes(content: Mapping[str, Any]) -> str:
    rates = [rate["title"] for rate in content["rates"]]
    counted = ["Weight", "Items", "Predicted", "Correct"]
    sorts = ["as given", *(f"{name.lower()}, most first" for name in counted)]
    sorts += [f"{rate}, lowest first" for rate in rates[:4]]
    some = f"The first {MOST_PLOTTED} classes of the table." if len(content["labels"]) > MOST_PLOTTED else ""
    return _section(
        "ClassPanel",
        "Class by class",
        "",
        _choosers(
            _chooser("model", "Model", enumerate(content["models"])), _chooser("sort", "Sorted", enumerate(sorts))
        ),
        AT_SHARES,
        _table("Classes", "body", heads=["Class", *counted, *rates[:4]]),
        _chooser("rate", "Rate of all models", enumerate(rates)),
        _chart("ClassPanel"),
        f'<p class="hint" id="ClassPanel-words">A mark and an interval per model. {some}</p>',
    )


def _matrices(content: Mapping[str, Any]) -> str:
    labels, models = content["labels"], content["models"]
    as_table = len(labels) <= MOST_IN_TABLE
    names = "".join(f'<option value="{text(label)}">' for label in labels)
    return _section(
        "MatrixPanel",
        "Confusion matrices",
        "Rows are the truth, columns the prediction; the colour follows the logarithm.",
        _choosers(
            _chooser("model", "Model", enumerate(models)),
            _chooser("matrix", "Cells", list(CELLS.items())[: 4 if len(models) > 1 else 3]),
            _chooser("other", "namely", enumerate(models)),
            _chooser("sorted", "Order", enumerate(["as given", "largest first", "most errors first"])),
        ),
        AT_SHARES,
        _table("Confusion matrix", "body", kind="matrix turned" if len(labels) > 8 else "matrix")
        if as_table
        else _map(len(labels)),
        "<h3>Worst confusions</h3>",
        '<label class="chooser">Row and column of the class '
        '<input type="search" data-part="search" list="class-names" autocomplete="off"></label>',
        f'<datalist id="class-names">{names}</datalist>',
        _table("Worst confusions", "worst", heads=["Truth", "Taken for", "Items", "Of the truth"]),
        saves=[] if as_table else ["png"],
    )


def _slices() -> str:
    return _section(
        "SlicePanel",
        "Slices",
        "The metric of the verdict in each slice of the data.",
        _chart("SlicePanel"),
        '<p class="hint" id="SlicePanel-words">A line per model; none if the metric cannot be recomputed here.</p>',
    )


def _section(chart: str, title: str, hint: str, *body: str, saves: Iterable[str] = ("svg", "png")) -> str:
    buttons = " ".join(f'<button type="button" data-act="{kind}">Save as {kind.upper()}</button>' for kind in saves)
    parts = [
        f'<section data-chart="{chart}" aria-labelledby="{chart}-title">',
        f'<h2 id="{chart}-title">{title}</h2>',
        *([f'<p class="hint">{hint}</p>'] if hint else []),
        '<div class="body">',
        *body,
        "</div>",
        *([f'<p class="tools">{buttons}</p>'] if buttons else []),
        "</section>",
    ]
    return "\n".join(parts)


def _chart(name: str) -> str:
    """Return a place for a picture; its words, below it, say in text what it shows."""
    about = f'aria-labelledby="{name}-title" aria-describedby="{name}-words"'
    return f'<svg class="chart" data-part="chart" role="img" {about}></svg>'


def _table(name: str, part: str, heads: Iterable[str] = (), kind: str = "") -> str:
    """Return an empty table that scrolls in a region of its own."""
    cells = "".join(f'<th scope="col">{text(head)}</th>' for head in heads)
    head = f"<thead><tr>{cells}</tr></thead>" if cells else ""
    table = f'<table class="{kind}">{head}<tbody data-part="{part}"></tbody></table>'
    return f'<div class="wide" role="region" aria-label="{name}" tabindex="0">{table}</div>'


def _map(classes: int) -> str:
    """Return a place for a map, and its cursor: two sliders that lie over it."""
    slider = f'<input type="range" min="0" max="{classes - 1}" value="0" autocomplete="off"'
    return f"""<div class="map">
<canvas data-part="map" role="img" aria-label="Map of the confusion matrix"></canvas>
{slider} class="row" data-part="row" aria-label="Row of the cursor: truth">
{slider} class="column" data-part="column" aria-label="Column of the cursor: prediction">
</div>
<p class="told" data-part="words" aria-live="polite"></p>"""


def _choosers(*choosers: str) -> str:
    return f'<div class="choosers">{" ".join(choosers)}</div>'


def _chooser(name: str, label: str, options: Iterable[tuple[object, str]]) -> str:
    listed = "".join(f'<option value="{value}">{text(_short(words))}</option>' for value, words in options)
    return f'<label class="chooser">{label} <select name="{name}" autocomplete="off">{listed}</select></label>'


def _short(words: str) -> str:
    return words if len(words) <= LONGEST_OPTION else f"{words[: LONGEST_OPTION - 1]}…"
