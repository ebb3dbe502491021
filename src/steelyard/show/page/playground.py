"""The playground: one page in which people try their own predictions, without installing anything.

It is the page of a result without a result: its programs hold for any number of classes (`grown.py`), its places for
names are repeated for each, and its script counts what it is given. What Python tells with draws is left out.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from steelyard.counts.confusion import Confusion
from steelyard.counts.matrix_input import MODEL
from steelyard.evaluation.evaluate import evaluate
from steelyard.importance.grammar import MECHANISMS
from steelyard.intervals import classwise
from steelyard.measuring.apply import chosen
from steelyard.measuring.lead import NAMING
from steelyard.measuring.view import DEFAULT_POLICY
from steelyard.show.page.charts import MOST_IN_TABLE, charts_of, map_of
from steelyard.show.page.content import MOST_CLASSES, MOST_MODELS, OTHERWISE, content_of
from steelyard.show.page.frame import MANY_CLASSES, frame
from steelyard.show.page.grown import SIZES, grown
from steelyard.show.page.metrics_of import usual_rates
from steelyard.show.page.page import filled, ours, script
from steelyard.show.page.presets import asking
from steelyard.show.page.recorded import other_name, recorded
from steelyard.show.page.scores import MOST_SIDE_BY_SIDE

LABEL, MODEL_NAME = "\ue000", "\ue001"
"""What stands for a name where names will stand: characters that nobody has a meaning for."""

PROGRAMS = ("program", "at_shares", "bounds")
"""Those of two classes are on the page beside those of any number: some metrics treat two classes otherwise."""

EXAMPLE = """truth,first,second
{rows}"""

OF_PYTHON = (
    "Intervals are 95 %, class by class, by slopes: those of sy.intervals.classwise(by_slopes=True). Those of {curved} "
    "and of rates of classes that are no quotient of hits, misses and false alarms, need draws; Python has them. Nor "
    "does this page say which values mislead."
)


def playground() -> str:
    """Return the page.

    Examples
    --------
    >>> playground().startswith("<!doctype html>")
    True
    """
    general = _general()
    frames = {
        "for_one": _body(general, [MODEL_NAME]),
        "for_few": _body(general, [MODEL_NAME, "2"]),
        "for_many": _body(general, [MODEL_NAME, *(str(k) for k in range(2, MOST_SIDE_BY_SIDE + 2))]),
        "for_map": map_of(2),
    }
    style = ours("style.css") + ours("playground.css")
    return filled(ours("playground.html"), general, frames, style=style, code=script("playground.js"))


def _general() -> dict[str, Any]:
    """Return what is the same for all data: metrics, programs, rules."""
    metrics = chosen(None)
    contested = [metric.name for metric in metrics if metric.weighted]
    programs = {C: recorded(metrics, usual_rates(), _counts(C, 1), DEFAULT_POLICY, contested) for C in (2, *SIZES)}
    content = content_of(evaluate(_counts(SIZES[0], 2)))
    whole = {name: grown({C: getattr(programs[C], name) for C in SIZES}) for name in PROGRAMS}
    asked = asking(content["confidence"], classwise(by_slopes=True))
    titles = {metric["name"]: metric["title"] for metric in content["metrics"]}
    kept = ("format", "version", "policy", "chosen", "confidence", "tied", "beyond", "by_class", "curved", "rope")
    words = ("yours", "positive", "positive_class", "positive_word")
    return {
        **{name: content[name] for name in (*kept, *words, "main", "first", "asked", "rates", "importance", "reach")},
        **whole,
        "of_two": {name: getattr(programs[2], name) for name in PROGRAMS},
        "title": "Steelyard playground",
        "metrics": [{**metric, "notes": [], "misleading": []} for metric in content["metrics"]],
        "others": [*_others(whole["program"], [metric.name for metric in metrics], contested)],
        "curved_left_out": True,
        "together": "the {pairs} pairs of models",
        "how": asked,
        "how_anew": asked,
        "why_no_intervals": "",
        "presets": [{**each, "weights": None} for each in content["presets"] if each["name"] in MECHANISMS],
        "notes": [OF_PYTHON.format(curved=", ".join(titles[name] for name in content["curved"]))],
        "tokens": {"label": LABEL, "model": MODEL_NAME},
        "limits": {
            "classes": MOST_CLASSES,
            "models": MOST_MODELS,
            "in_table": MOST_IN_TABLE,
            "side_by_side": MOST_SIDE_BY_SIDE,
            "many_classes": MANY_CLASSES,
        },
        "example": _example(),
    }


def _others(program: Mapping[str, Any], names: Sequence[str], contested: Sequence[str]) -> Any:
    """Yield where the values by other policies are among the outputs, as in `content`."""
    places = {output["metric"]: place for place, output in enumerate(program["outputs"])}
    for policy in (each for each in NAMING if each != DEFAULT_POLICY):
        for name in contested:
            place = places[other_name(name, policy)]
            yield {"metric": names.index(name), "output": place, "policy": policy, "said": OTHERWISE[policy]}


def _body(general: Mapping[str, Any], models: Sequence[str]) -> str:
    """Return the header and the main part of the page of some models, with one class of two to be repeated."""
    cm = Confusion(np.ones((len(models), 2, 2), dtype=int), [LABEL, "2"], axes={MODEL: list(models)})
    content = content_of(evaluate(cm, confidence=None))
    used = {name: general[name] for name in ("metrics", "confidence", "first")}
    presets = [{**each, "weights": [0.5, 0.5]} for each in general["presets"]]
    shown = {**content, **used, "presets": presets, "why_no_intervals": "", "notes": [], "order": [*range(len(models))]}
    parts = {**frame(shown), "charts": charts_of(shown)}
    template = ours("page.html")
    inside = template[template.index("<main>") : template.index("</main>") + len("</main>")]
    first = (
        "The numbers that you see first are those of the result. When you move something, the page computes them again"
    )
    inside = inside.replace(first, "Every number is computed in this page")
    return re.sub(r"\{\{(\w+)\}\}", lambda result: parts[result[1]], inside)


def _counts(classes: int, models: int) -> Confusion:
    """Return counts in which nothing is the same by accident."""
    counts = np.random.default_rng(0).integers(1, 30, (models, classes, classes)) + 20 * np.eye(classes, dtype=int)
    return Confusion(counts, [str(c) for c in range(classes)], axes={MODEL: [f"m{k}" for k in range(models)]})


def _example() -> str:
    """Return some rows to try: by accuracy the first model is better, by what it finds of the few sick the second."""
    kinds = {("sick", "sick", "sick"): 30, ("sick", "well", "sick"): 25, ("sick", "well", "well"): 9}
    kinds |= {("well", "well", "well"): 700, ("well", "well", "sick"): 90, ("well", "sick", "sick"): 20}
    rows = [",".join(kind) for kind, times in kinds.items() for _ in range(times)]
    return EXAMPLE.format(rows="\n".join(rows))
