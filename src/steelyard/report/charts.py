"""The sections of the page that hold charts: all of them but what changes, which the script fills in.

What the script fills has a `data-part`; a choice is a `select` named after what it changes in the page's state.
"""

from __future__ import annotations

import html
from collections.abc import Iterable, Mapping
from typing import Any

MOST_IN_TABLE = 30
"""Classes up to which a confusion matrix is a table; a map of more is still a picture one can read."""

MOST_PLOTTED = 40  # as in classes.js: a picture of more would be too high

LONGEST_OPTION = 60

CELLS = {
    "counts": "items",
    "row": "percent of the truth (by row)",
    "column": "percent of the prediction (by column)",
    "difference": "items more than another model has",
}

AT_SHARES = '<p class="hint if-shares">Counts are as they would be at the class shares you have set.</p>'


def charts_of(content: Mapping[str, Any]) -> str:
    """Return the sections of the charts as HTML."""
    several = len(content["models"]) > 1
    parts = [_weights(content), _classes(content), _matrices(content)]
    return "\n".join([*([_RANKS] if several else []), *parts, *([_SLICES] if content["slices"] else [])])


_PICTURES = """<p class="tools"><button type="button" data-act="svg">Save as SVG</button>
<button type="button" data-act="png">Save as PNG</button></p>"""

_RANKS = f"""<section data-chart="RankChart" aria-labelledby="ranks-title">
<h2 id="ranks-title">Do the metrics agree?</h2>
<p class="hint">Each model’s rank by each metric. Where lines cross, the metrics disagree; what is undefined has no mark.</p>
<div class="body">
<svg class="chart" data-part="chart" role="img" aria-labelledby="ranks-title" aria-describedby="ranks-words"></svg>
<p class="hint" id="ranks-words">First by how many metrics, ties counting for each: <span data-part="words"></span>.</p>
</div>
{_PICTURES}
</section>"""

_SLICES = f"""<section data-chart="SlicePanel" aria-labelledby="slices-title">
<h2 id="slices-title">Slices</h2>
<p class="hint" id="slices-words">The metric of the verdict, a line per model;
empty if it cannot be recomputed in this page.</p>
<div class="body">
<svg class="chart" data-part="chart" role="img" aria-labelledby="slices-title" aria-describedby="slices-words"></svg>
</div>
{_PICTURES}
</section>"""


def _weights(content: Mapping[str, Any]) -> str:
    return f"""<section data-chart="WeightChart" aria-labelledby="weight-title">
<h2 id="weight-title">What if one class mattered more?</h2>
<p class="hint">The metric of the verdict along the weight of one class, while the others keep their proportions.
The full line is the weight of now; at dashed lines the lead changes.</p>
<div class="body">
<p class="hint if-unmoved">The metric of the verdict does not follow the importance, or cannot be recomputed here.</p>
{_chooser("class", "Class", enumerate(content["labels"]))}
<svg class="chart" data-part="chart" role="img" aria-labelledby="weight-title" aria-describedby="weight-words"></svg>
<p id="weight-words">In the lead: <span data-part="words"></span>.</p>
<table><caption>Share of all weightings that each model wins</caption><tbody data-part="body"></tbody></table>
</div>
{_PICTURES}
</section>"""


def _classes(content: Mapping[str, Any]) -> str:
    rates = [rate["title"] for rate in content["rates"]]
    heads = ["Class", "Weight", "Items", "Predicted", "Correct", *rates[:4]]
    sorts = [
        "as given",
        *(f"{head.lower()}, most first" for head in heads[1:5]),
        *(f"{r}, lowest first" for r in rates[:4]),
    ]
    return f"""<section data-chart="ClassPanel" aria-labelledby="classes-title">
<h2 id="classes-title">Class by class</h2>
<div class="body">
<div class="choosers">{_chooser("model", "Model", enumerate(content["models"]))}
{_chooser("sort", "Sorted", enumerate(sorts))}</div>
{AT_SHARES}
{_region("Classes", f"<table>{_heads(heads)}<tbody data-part='body'></tbody></table>")}
{_chooser("rate", "Rate of all models", enumerate(rates))}
{f'<p class="hint">The first {MOST_PLOTTED} classes of the table.</p>' if len(content["labels"]) > MOST_PLOTTED else ""}
<svg class="chart" data-part="chart" role="img" aria-label="The rate of each class, by model"></svg>
</div>
{_PICTURES}
</section>"""


def _matrices(content: Mapping[str, Any]) -> str:
    labels, models = content["labels"], content["models"]
    cells = list(CELLS.items())[: 4 if len(models) > 1 else 3]
    turned = " turned" if len(labels) > 8 else ""
    heads = _heads(["Truth", "Taken for", "Items", "Of the truth"])
    table = _region("Confusion matrix", f'<table class="matrix{turned}"><tbody data-part="body"></tbody></table>')
    return f"""<section data-chart="MatrixPanel" aria-labelledby="matrix-title">
<h2 id="matrix-title">Confusion matrices</h2>
<p class="hint">Rows are the truth, columns the prediction; the colour follows the logarithm.</p>
<div class="body">
<div class="choosers">{_chooser("model", "Model", enumerate(models))}
{_chooser("matrix", "Cells", cells)}
{_chooser("other", "namely", enumerate(models))}
{_chooser("sorted", "Order", enumerate(["as given", "largest first", "most errors first"]))}</div>
{AT_SHARES}
{table if len(labels) <= MOST_IN_TABLE else _map(len(labels))}
<h3>Worst confusions</h3>
<label class="chooser">Only rows and columns of <input type="search" data-part="search" placeholder="part of a name"></label>
{
        _region(
            "Worst confusions",
            f'''<table>{_heads(["Truth", "Taken for", "Items", "Of the truth"])}
<tbody data-part="worst"></tbody></table>''',
        )
    }
</div>
</section>"""


def _map(classes: int) -> str:
    """Return a place for a map, and its cursor: two sliders that lie over it."""
    slider = f'<input type="range" min="0" max="{classes - 1}" value="0"'
    return f"""<div class="map">
<canvas data-part="map" role="img" aria-label="Map of the confusion matrix"></canvas>
{slider} class="row" data-part="row" aria-label="Row of the cursor: truth">
{slider} class="column" data-part="column" aria-label="Column of the cursor: prediction">
</div>
<p class="told" data-part="words" aria-live="polite"></p>
<p class="tools"><button type="button" data-act="png">Save as PNG</button></p>"""


def _chooser(name: str, label: str, options: Iterable[tuple[object, str]]) -> str:
    listed = "".join(f'<option value="{value}">{_option(text)}</option>' for value, text in options)
    return f'<label class="chooser">{label} <select name="{name}" autocomplete="off">{listed}</select></label>'


def _option(text: str) -> str:
    short = text if len(text) <= LONGEST_OPTION else f"{text[: LONGEST_OPTION - 1]}…"
    return html.escape(short.encode("utf-8", "replace").decode("utf-8"))


def _heads(titles: Iterable[str]) -> str:
    listed = "".join(f'<th scope="col">{html.escape(title)}</th>' for title in titles)
    return f"<thead><tr>{listed}</tr></thead>"


def _region(name: str, table: str) -> str:
    return f'<div class="wide" role="region" aria-label="{name}" tabindex="0">{table}</div>'
