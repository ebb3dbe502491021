"""The atlas as pages: tables of marks, a page for each property, one for each metric, and those of score metrics."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Any

from mkdocs.structure.files import File
from page_text import plain, table, unsearched

import steelyard as sy
from steelyard.lab import atlas
from steelyard.lab.audits.audit import Audit
from steelyard.lab.audits.properties import PROPERTIES
from steelyard.lab.audits.subject import Definition, Property
from steelyard.lab.audits.verdict import Verdict
from steelyard.scores.audits import audit as scores
from steelyard.scores.audits.audit import CLASSES
from steelyard.scores.audits.audit import PROPERTIES as OF_SCORES
from steelyard.show.audit import LEGEND, MARKS, drawing
from steelyard.show.audit_sentences import STATUSES

FOLDER = "atlas"


def metrics() -> list[str]:
    """Return the metrics of the atlas."""
    return list(dict.fromkeys(metric for metric, _, _ in atlas.verdicts()))


def found(metric: str, examined: Property) -> list[Verdict]:
    """Return the verdicts for all numbers of classes."""
    return [atlas.verdict(metric, examined.id, classes) for classes in atlas.CLASSES]


def marks(metric: str, examined: Property, home: str = "") -> str:
    """Return the marks of one cell, linked to the counterexamples if there are some; `home` leads to the atlas."""
    verdicts = found(metric, examined)
    statuses = [verdict.status for verdict in verdicts]
    alike = len({MARKS[status] for status in statuses}) == 1
    shown = "".join(mark(status, examined) for status in (statuses[:1] if alike else statuses))
    return f"[{shown}]({home}{path_of(metric)}#{examined.id})" if any(one.witness for one in verdicts) else shown


def mark(status: str, examined: Definition) -> str:
    """Return one mark; it has a colour if the property is one that a metric should have."""
    kind = status if examined.expected else "untried"
    return f'<span class="mark {kind}">{MARKS[status]}</span>'


def path_of(metric: str) -> str:
    """Return where the counterexamples of a metric are, in the atlas."""
    return f"metrics/{metric}.md"


def index_page() -> str:
    """Write the whole atlas as one table per group of properties."""
    every = f"{len(metrics())} metrics × {len(PROPERTIES)} properties × {', '.join(map(str, atlas.CLASSES))} classes"
    introduction = (
        f"Which metric has which property, and the smallest matrices that refute it: {every}, made by "
        "`steelyard atlas --make`, checked in exact arithmetic. Audit any other metric, your own included, with "
        "`steelyard audit`. Of a rate, the value of the first class is meant. Marks without a colour are of properties "
        "that are neither good nor bad. Metrics of scores have [a page of their own](scores.md)."
    )
    parts = ["# Atlas\n", f"{introduction}\n", f"{LEGEND}; for 2, 3 and 5 classes (one mark if all three agree).\n"]
    step = 6
    for start in range(0, len(PROPERTIES), step):
        some = PROPERTIES[start : start + step]
        head = ["metric", *(f"[{examined.title}]({examined.id}.md)" for examined in some)]
        rows = ([f"[`{m}`](../metrics/{m}.md)", *(marks(m, examined) for examined in some)] for m in metrics())
        parts.append(unsearched(table(head, rows)))
    return "\n".join(parts)


def property_page(examined: Property) -> str:
    """Write what a property says and which metrics have it."""
    rows = []
    for metric in metrics():
        weakest = Audit(sy.metrics[metric], atlas.CLASSES, tuple(found(metric, examined)))[examined.id]
        said = plain(weakest.evidence if weakest.witness is None else weakest.witness.sentence)
        rows.append([f"[`{metric}`](../metrics/{metric}.md)", marks(metric, examined), said])
    return "\n".join(
        [
            f"# {plain(examined.title[0].upper() + examined.title[1:])}\n",
            f"`{examined.id}`. {plain(examined.definition)} {plain(examined.matters)}\n",
            f"Source: {plain(examined.source)}.\n",
            f"{LEGEND}; for 2, 3 and 5 classes.\n",
            unsearched(table(["metric", "", "evidence"], rows)),
        ]
    )


def metric_page(metric: str) -> str:
    """Write the counterexamples (or examples) of one metric, property by property."""
    parts = [
        "---\nsearch:\n  exclude: true\n---\n",  # matrices are not what people search for
        f"# {plain(sy.metrics[metric].title)}: counterexamples\n",
        (
            f"What refutes or shows the properties of [`{metric}`](../../metrics/{metric}.md). Rows are truth, columns "
            f"predictions. `steelyard audit {metric} --full` finds them anew.\n"
        ),
    ]
    for examined in PROPERTIES:
        verdicts = found(metric, examined)
        if any(one.witness for one in verdicts):
            parts.append(f"## {plain(examined.title)} {{#{examined.id}}}\n")
            parts.append(
                f"{plain(examined.definition)} {plain(examined.matters)} [Other metrics](../{examined.id}.md).\n"
            )
            for _, alike in groupby(verdicts, key=lambda verdict: verdict.status):
                parts += _verdict(*alike)
    return "\n".join(parts)


def _verdict(verdict: Verdict, *alike: Verdict) -> Iterator[str]:
    """Write what was found with the fewest classes; with more it is alike."""
    more = f" Likewise with {' and '.join(str(one.classes) for one in alike)}." if alike else ""
    yield f"**{verdict.classes} classes: {STATUSES[verdict.status]}.** {plain(verdict.evidence)}{more}\n"
    for witness in (verdict.witness, verdict.illustration):
        if witness is not None:
            yield "\n".join(["```text", *drawing(witness), "```\n"])
            yield f"{plain(witness.sentence)}\n"


# Metrics of scores: one page of marks for each number of classes, and one for each metric with its counterexamples.


def scores_page() -> str:
    """Write what is stored of metrics of scores, and what each property says of them."""
    parts = [
        "# Atlas of score metrics\n",
        (
            "Which metric of [scores](../scores.md) has which property, with the class shares of the items and at even "
            "ones, and the shortest lists of items that refute it, made by `steelyard atlas --scores --make`. Of two "
            "classes, a metric of one class against the rest is that of class 1; of three, the mean over the classes.\n"
        ),
        f"{LEGEND}; for 2 and 3 classes (one mark if both agree).\n",
    ]
    step = 6
    for start in range(0, len(OF_SCORES), step):
        some = OF_SCORES[start : start + step]
        head = ["metric", *(f"[{examined.title}](#{examined.id})" for examined in some)]
        rows = ([f"`{name}`", *(_score_marks(name, examined) for examined in some)] for name in scores.names())
        parts.append(unsearched(table(head, rows)))
    for examined in OF_SCORES:
        parts.append(f"## {plain(examined.title[0].upper() + examined.title[1:])} {{#{examined.id}}}\n")
        parts.append(f"`{examined.id}`. {plain(examined.definition)} {plain(examined.matters)}\n")
        parts.append(f"Source: {plain(examined.source)}.\n")
    return "\n".join(parts)


def _score_marks(name: str, examined: Definition) -> str:
    verdicts = [scores.verdicts()[name, examined.id, classes] for classes in CLASSES]
    shown = [mark(verdict.status, examined) for verdict in verdicts]
    told = shown[0] if len(set(shown)) == 1 else "".join(shown)
    if not any(verdict.witness for verdict in verdicts):
        return told
    return f"[{told}]({path_of_score(name)}#{examined.id})"


def path_of_score(name: str) -> str:
    """Return where the counterexamples of a metric of scores are, in the atlas: those at even shares on its page."""
    return f"metrics/score_{name.replace(' ', '_').replace('.', '_').replace('%', 'percent')}.md"


def score_page(name: str) -> str:
    """Write the counterexamples of one metric of scores, property by property."""
    parts = [
        "---\nsearch:\n  exclude: true\n---\n",
        f"# {plain(name)}: counterexamples\n",
        (
            "What refutes the properties of this [metric of scores](../../scores.md). Each line is an item: its class, "
            "and its score for class 1 of two, or for each of three; × counts items that are alike.\n"
        ),
    ]
    for examined in OF_SCORES:
        verdicts = [scores.verdicts()[name, examined.id, classes] for classes in CLASSES]
        if any(verdict.witness for verdict in verdicts):
            parts.append(f"## {plain(examined.title)} {{#{examined.id}}}\n")
            parts.append(f"{plain(examined.definition)} {plain(examined.matters)}\n")
            for verdict in verdicts:
                parts += _verdict(verdict)
    return "\n".join(parts)


def pages() -> dict[str, str]:
    """Return all pages, by their path in the site's source."""
    made = {f"{FOLDER}/index.md": index_page()}
    made |= {f"{FOLDER}/{examined.id}.md": property_page(examined) for examined in PROPERTIES}
    made |= {f"{FOLDER}/{path_of(metric)}": metric_page(metric) for metric in metrics()}
    made[f"{FOLDER}/scores.md"] = scores_page()
    return made | {f"{FOLDER}/{path_of_score(name)}": score_page(name) for name in scores.names()}


def on_config(config: Any) -> Any:
    """List the properties in the menu; the counterexamples are reached from them."""
    menu = next(section["Atlas"] for section in config.nav if "Atlas" in section)
    menu += [{"Metrics of scores": f"{FOLDER}/scores.md"}]
    menu += [{examined.title: f"{FOLDER}/{examined.id}.md"} for examined in PROPERTIES]
    return config


def on_files(files: Any, config: Any) -> Any:
    """Add the pages to the site."""
    for path, content in pages().items():
        files.append(File.generated(config, path, content=content))
    return files
