"""The sections of the page below the scores: the table of the classes, and charts, which the script draws.

What the script fills has a `data-part`; a choice is a `select` named after what it changes in the page's state. What
is empty without the script is hidden until it runs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from steelyard.show.change_sentences import BETTER, WORSE
from steelyard.show.page.texts import between, counted, name_of, number, prose, shown, text
from steelyard.show.page.units_of import unpacked

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

LIVE = ' class="live"'

AT_SHARES = '<p class="hint if-shares">Counts are as they would be at the class shares you have set.</p>'


def charts_of(content: Mapping[str, Any]) -> str:
    """Return the sections as HTML, those that make sense for this content."""
    # Who asked for slices asks what differs among them.
    first = [_slices(content)] if content["slices"] else []
    several = [_metrics(content)] if len(content["models"]) > 1 else []
    return "\n".join([*first, _classes(content), *several, _weights(content), _matrices(content)])


def panels_of(content: Mapping[str, Any]) -> str:
    """Return the sections that depend on counts alone, not on what matters: the matrices, and the classes if many."""
    several = [_classes(content)] if len(content["labels"]) > 2 else []
    return "\n".join([_matrices(content), *several])


def _metrics(content: Mapping[str, Any]) -> str:
    some = "" if len(content["first"]) == len(content["metrics"]) else ", and the one of the verdict"
    return _section(
        "MetricChart",
        "Do the metrics agree?",
        f"The models by each of the first metrics{some}, each on an axis of its own: the better, the further right.",
        _chart("MetricChart"),
        f'<p class="hint" id="MetricChart-words">By how many of the {len(content["metrics"])} metrics each model is '
        'the best (where models tie, all of them):<span data-part="words"></span></p>',
    )


def _weights(content: Mapping[str, Any]) -> str:
    several = len(content["models"]) > 1
    changes = "; at a dashed line, another model takes the lead" if several else ""
    return _section(
        "WeightChart",
        "What if one class mattered more?",
        "The metric of the verdict as one class gets more weight, while the others keep their proportions. "
        f"The full line is its weight now{changes}.",
        '<p class="if-unmoved" data-part="why"></p>',
        _chooser("class", "Class", enumerate(content["labels"])),
        _chart("WeightChart"),
        f'<p id="WeightChart-words">{"Ahead: " if several else ""}<span data-part="words"></span>.</p>',
        *(
            [
                '<h3>How often each model is the best, over <span data-part="over"></span></h3>',
                _table("How often each model is the best", "body"),
            ]
            if several
            else []
        ),
    )


POSITIVE = "positive"
"""What the positive class is marked by."""

RATES = 4
"""Of each class in the table, as in engine.js."""


def _classes(content: Mapping[str, Any]) -> str:
    rates = [rate["title"] for rate in content["rates"]]
    counts = ["Weight", "Items", "Predicted", "Correct"]
    given = "as given" if content["positive_class"] is None else f"{POSITIVE} class first"
    sorts = [given, *(f"{name.lower()}, most first" for name in counts)]
    sorts += [f"{rate}, lowest first" for rate in rates[:RATES]]
    some = f" The first {MOST_PLOTTED} classes of the table." if len(content["labels"]) > MOST_PLOTTED else ""
    models = content["models"]
    return _section(
        "ClassPanel",
        "Class by class",
        "",
        _choosers(
            *([_chooser("model", "Model", enumerate(models))] if len(models) > 1 else []),
            _chooser("sort", "Sorted", enumerate(sorts)),
        ),
        AT_SHARES,
        _table(
            "Classes",
            "body",
            ["Class", "Items", *rates[:RATES], "Weight", "Predicted", "Correct"],
            body="".join(_class_rows(content)),
        ),
        _chooser("rate", f"Rate{' of all models' if len(models) > 1 else ''}", enumerate(rates)),
        _chart("ClassPanel"),
        '<p class="hint" id="ClassPanel-words">Of each model, the mark is the value and the line its interval; a '
        f"dotted line over the whole axis means that no item tells it.{some}</p>",
        live=False,
    )


def _class_rows(content: Mapping[str, Any]) -> Iterator[str]:
    """Yield the classes of the model that is shown first, as the script would write them."""
    labels, names = content["labels"], [rate["name"] for rate in content["rates"][:RATES]]
    C, k = len(labels), content["order"][0]
    model = text(content["models"][k])
    rates = {
        part: unpacked(content["start"]["rates"][part]).reshape(-1, RATES, C)[k] for part in ("value", "low", "high")
    }
    matrix = unpacked(content["counts"][k]).reshape(C, C)
    items, *others = matrix.sum(axis=1), matrix.sum(axis=0), matrix.diagonal()
    positive = content["positive_class"]
    for c in sorted(range(C), key=lambda c: c != positive):
        label, tag = labels[c], f' <span class="tag">{POSITIVE}</span>' if c == positive else ""
        cells = [counted(float(items[c]))]
        for r, rate in enumerate(names):
            value, low, high = (float(rates[part][r, c]) for part in ("value", "low", "high"))
            about = f'data-model="{model}" data-metric="{text(rate)}" data-of-class="{text(label)}"'
            about += f' data-value="{number(value)}" data-low="{number(low)}" data-high="{number(high)}"'
            cells.append(f"<span {about}>{shown(value)}<small>{between(low, high, 2)}</small></span>")
        cells += [shown(content["weights"][c]), *(counted(float(each[c])) for each in others)]
        yield f'<tr><th scope="row">{name_of(label)}{tag}</th>{"".join(f"<td>{cell}</td>" for cell in cells)}</tr>'


def _matrices(content: Mapping[str, Any]) -> str:
    labels, models = content["labels"], content["models"]
    as_table = len(labels) <= MOST_IN_TABLE
    names = "".join(f'<option value="{text(label)}">' for label in labels)
    return _section(
        "MatrixPanel",
        "Confusion matrices" if len(models) > 1 else "Confusion matrix",
        "Rows are the truth, columns the prediction; the stronger the colour, the more items.",
        _choosers(
            *([_chooser("model", "Model", enumerate(models))] if len(models) > 1 else []),
            _chooser("matrix", "Cells", list(CELLS.items())[: 4 if len(models) > 1 else 3]),
            *([_chooser("other", "namely", enumerate(models))] if len(models) > 1 else []),
            _chooser("sorted", "Order", enumerate(["as given", "largest first", "most errors first"])),
        ),
        AT_SHARES,
        _table("Confusion matrix", "body", kind="matrix turned" if len(labels) > 8 else "matrix")
        if as_table
        else map_of(len(labels)),
        "<h3>Worst confusions</h3>",
        '<label class="chooser">Row and column of the class '
        '<input type="search" data-part="search" list="class-names" autocomplete="off"></label>',
        f'<datalist id="class-names">{names}</datalist>',
        _table("Worst confusions", "worst", heads=["Truth", "Taken for", "Items", "Of the truth"]),
        saves=[] if as_table else ["png"],
    )


def _slices(content: Mapping[str, Any]) -> str:
    slices, positive = content["slices"], content["positive_class"]
    sure = "" if content["confidence"] is None else " with its interval"
    of_positive = [] if positive is None else [f"of {content['labels'][positive]!r}"]
    models = content["models"] if content["named"] else ["Value"]
    ways = dict(zip((WORSE, BETTER), ("worse", "better"), strict=True))
    marks = ", ".join(
        f"{mark} {way}" for mark, way in ways.items() if any(mark in flag for _, _, flag in slices["flags"])
    )
    flagged = f" {marks} than the other slices at the class that is named, beyond chance." if marks else ""
    return _section(
        "SlicePanel",
        "Slices",
        f"The metric of the verdict in each slice of the data{sure}.",
        *(f'<p class="changed">{prose(said)}</p>' for said in slices["changed"]),
        _chooser("metric", "Metric of the verdict", enumerate(metric["title"] for metric in content["metrics"])),
        _chart("SlicePanel"),
        '<p class="hint" id="SlicePanel-words">A mark per model; none if the page cannot compute the metric.'
        f"{flagged}</p>",
        _table("Slices", "body", [slices["axis"], "Items", *of_positive, *models], body="".join(_slice_rows(content))),
        '<p class="hint" data-part="legend">~ differs from typical because of class shares alone: at those of all '
        "slices together it would be like the others.</p>",
        live=False,
    )


def _slice_rows(content: Mapping[str, Any]) -> Iterator[str]:
    """Yield the slices by the metric of the verdict, as the script would write them; nothing of too many."""
    slices, positive, main = content["slices"], content["positive_class"], content["main"]
    if slices["start"] is None:
        return
    shape, C = (len(content["models"]), len(slices["keys"]), len(content["metrics"])), len(content["labels"])
    value, low, high = (unpacked(slices["start"][part]).reshape(shape)[..., main] for part in ("value", "low", "high"))
    explained = unpacked(slices["by_shares"]).reshape(shape)[..., main]
    flags = {(k, s): flag for k, s, flag in slices["flags"]}
    for s, key in enumerate(slices["keys"]):
        matrix = unpacked(slices["counts"][0][s]).reshape(C, C)
        cells = [
            counted(float(each)) for each in (matrix.sum(), *([] if positive is None else [matrix[positive].sum()]))
        ]
        for k in range(shape[0]):
            flag = f'<small class="flag">{text(flags[k, s])}</small>' if (k, s) in flags else ""
            sure = f"<small>{between(float(low[k, s]), float(high[k, s]), 2)}</small>"
            cells.append(f"<span>{'~' if explained[k, s] else ''}{shown(float(value[k, s]))}{sure}{flag}</span>")
        yield f'<tr><th scope="row">{name_of(key)}</th>{"".join(f"<td>{cell}</td>" for cell in cells)}</tr>'


def _section(
    chart: str, title: str, hint: str, *body: str, saves: Iterable[str] = ("svg", "png"), live: bool = True
) -> str:
    """Return a section; `live`: it has nothing to show before the script runs."""
    buttons = " ".join(f'<button type="button" data-act="{kind}">Save as {kind.upper()}</button>' for kind in saves)
    parts = [
        f'<section data-chart="{chart}"{LIVE if live else ""} aria-labelledby="{chart}-title">',
        f'<h2 id="{chart}-title">{title}</h2>',
        *([f'<p class="hint">{hint}</p>'] if hint else []),
        '<div class="body">',
        *body,
        "</div>",
        *([f'<p class="tools live">{buttons}</p>'] if buttons else []),
        "</section>",
    ]
    return "\n".join(parts)


def _chart(name: str) -> str:
    """Return a place for a picture; its words, below it, say in text what it shows."""
    about = f'aria-labelledby="{name}-title" aria-describedby="{name}-words"'
    return f'<svg class="chart live" data-part="chart" role="img" {about}></svg>'


def _table(name: str, part: str, heads: Iterable[str] = (), kind: str = "", body: str = "") -> str:
    """Return a table, empty if no rows are given, that scrolls in a region of its own."""
    cells = "".join(f'<th scope="col">{text(head)}</th>' for head in heads)
    head = f"<thead><tr>{cells}</tr></thead>" if cells else ""
    table = f'<table class="{kind}">{head}<tbody data-part="{part}">{body}</tbody></table>'
    return f'<div class="wide" role="region" aria-label="{name}" tabindex="0">{table}</div>'


def map_of(classes: int) -> str:
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
    return f'<label class="chooser live">{label} <select name="{name}" autocomplete="off">{listed}</select></label>'


def _short(words: str) -> str:
    return words if len(words) <= LONGEST_OPTION else f"{words[: LONGEST_OPTION - 1]}…"
