"""The page of scores: which model's are better, curves, and what a threshold makes of them, in one file.

It is complete before its script runs: the verdict is that of `sy.scores.compare`, and answers are those at the
threshold that importance and class shares fix. What sliders ask for is computed by the engine of the page of labels.
"""

from __future__ import annotations

import os
import re
from dataclasses import replace
from typing import Any

import numpy as np

from steelyard import __version__
from steelyard.counts.labels import text as name
from steelyard.scores.comparison import ScoreComparison, compared
from steelyard.scores.curves import curve_of
from steelyard.scores.decision_costs import empty_classes
from steelyard.scores.decision_curves import ScoreCurves
from steelyard.scores.evaluation import ScoreEvaluation, evaluated
from steelyard.scores.question import Question
from steelyard.scores.table import Scores
from steelyard.show.names import named
from steelyard.show.page.charts import panels_of
from steelyard.show.page.content import LONGEST_NAME, NAMED
from steelyard.show.page.curve_figures import KINDS, OF_RANKS, figure
from steelyard.show.page.decided import Cuts, Decided, Gains
from steelyard.show.page.frame import frame, with_interval
from steelyard.show.page.page import check_place, filled, ours, script, write_page
from steelyard.show.page.presets import source_of
from steelyard.show.page.score_tables import (
    best_models,
    class_tables,
    differences,
    legend,
    titled,
    values,
    verdict_of,
)
from steelyard.show.page.texts import name_of, prose, text
from steelyard.show.scores import marks_of, notes_of, order_of_columns, what_counts

MOST_CHARACTERS = 1_000_000
"""Of a page; what may be left out is, if there is no room for it."""

FRAME = 50_000
"""Characters that are kept for what is neither script nor style nor data."""

MOST_CURVES = 12
"""Classes × models of which there are curves: bands take some tenths of a second each."""

MOST_MODELS = 50

PLACE = re.compile(r"\{\{(\w+)\}\}")


def written_scores(result: ScoreEvaluation | ScoreComparison, path: str | os.PathLike[str] | None = None) -> str:
    """Return the page of a result, and write it to a file if a path is given."""
    if path is not None:
        check_place(path)
    page = page_of_scores(result)
    if path is not None:
        write_page(path, page)
    return page


def page_of_scores(result: ScoreEvaluation | ScoreComparison) -> str:
    """Return the page of a result.

    Examples
    --------
    >>> import steelyard as sy
    >>> result = sy.scores.evaluate([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8], positive=1)
    >>> page_of_scores(result).count('data-curve="')
    5
    """
    question = result.question
    if question is None:
        raise ValueError("this result does not hold its scores, which the page shows; evaluate them again.")
    models = len(question.of_items.columns)
    if models > MOST_MODELS:
        raise ValueError(f"a page shows up to {MOST_MODELS} models, and there are {models:,}; choose some of them.")
    style, code = ours("style.css") + ours("score_page.css"), script("score_report.js")
    evaluation = result if isinstance(result, ScoreEvaluation) else evaluated(question)
    pairs = result if isinstance(result, ScoreComparison) else compared(question) if models > 1 else None
    curves, about_curves = _curves(question, evaluation)
    room = MOST_CHARACTERS - FRAME - len(style) - len(code) - len(curves)
    decided = Decided.of(question, room)
    content: dict[str, Any] = {
        "title": _title(list(question.of_items.columns)),
        "labels": decided.content,
        "cuts": decided.cuts and decided.cuts.to_dict(),
        "gains": decided.gains and decided.gains.to_dict(),
        "snaps": bool(decided.cuts and decided.cuts.off),
    }
    said = [order_of_columns(evaluation), about_curves, *decided.notes(question)]
    of_values = notes_of(evaluation.values, titled)
    first, *others = verdict_of(evaluation, pairs)
    beside = f"<small>{prose(' '.join(others))}</small>" if others else ""
    places = {
        "heading": text(content["title"]),
        "size": text(what_counts(evaluation)),
        "concluded": f"<p>{prose(first)}{beside}</p>",
        "measured": values(evaluation) + class_tables(evaluation),
        "reading": prose(_reading(evaluation)),
        "footnotes": "".join(
            f'<li id="score-note-{n}" tabindex="-1">{prose(each)}</li>' for n, each in enumerate(of_values, 1)
        ),
        "no_footnotes": "" if of_values else " hidden",
        "differences": _section("apart", "Which is better?", differences(pairs, evaluation)) if pairs else "",
        "curves": _section("curves", "Curves", curves) if curves else "",
        "panel": _panel(decided),
        "decided": _answers(decided, question),
        "notes": "".join(f"<li>{prose(each)}</li>" for each in dict.fromkeys(filter(None, said))),
        "no_notes": "" if any(said) else " hidden",
        "version": text(__version__),
    }
    return filled(ours("score_page.html"), content, places, style=style, code=code)


def _title(models: list[str]) -> str:
    listed = [each if len(each) <= LONGEST_NAME else f"{each[:LONGEST_NAME]}…" for each in models]
    if len(listed) > NAMED:
        listed = [*listed[:NAMED], f"{len(models) - NAMED} more"]
    *first, last = listed
    return f"Scores of {', '.join(first)} and {last}" if first else f"Scores of {last}"


def _reading(evaluation: ScoreEvaluation) -> str:
    star = "; ★ the best value" if len(evaluation.models) > 1 else ""
    numbered = "; numbers in circles lead to notes" if any(each.note for each in evaluation.values) else ""
    marks = marks_of(each.metric for each in evaluation.values)
    return f"{marks}{star}{numbered}. {with_interval(evaluation.confidence)}"


def _section(place: str, title: str, body: str) -> str:
    return f'<section id="{place}" aria-labelledby="{place}-title"><h2 id="{place}-title">{title}</h2>{body}</section>'


def _curves(question: Question, evaluation: ScoreEvaluation) -> tuple[str, str]:
    """Return the curves of each class, those of the first shown, and what is left out, in a sentence."""
    if why := _why_no_curves(question):
        return "", f"There are no curves: {why}."
    scores, models = question.of_items, list(question.of_items.columns)
    drawn_models = best_models(evaluation)[:MOST_CURVES]
    places = sorted(models.index(model) for model in drawn_models)
    order = _classes(question)
    some = order[: max(1, MOST_CURVES // len(models))]
    of_some = replace(scores, columns={models[k]: scores.columns[models[k]] for k in places})
    kinds = OF_RANKS if scores.form == "ranks" else tuple(KINDS)
    parts = []
    for c in some:
        label = scores.labels[c]
        drawn = [figure(_curve(question, of_some, kind, label), f"{kind}-{c}", places) for kind in kinds]
        hidden = " hidden" if c != some[0] else ""
        parts.append(f'<div class="curves" data-class-curves="{c}"{hidden}>{"".join(drawn)}</div>')
    chooser = ""
    if len(some) > 1:
        options = "".join(f'<option value="{c}">{text(name(scores.labels[c]))}</option>' for c in some)
        chooser = (
            f'<label class="chooser live">Class <select id="curves-of" autocomplete="off">{options}</select></label>'
        )
    left = [f"{len(some)} of {len(order)} classes"] if len(some) < len(order) else []
    left += [f"the best {len(places)} of {len(models)} models"] if len(places) < len(models) else []
    told = f"Curves are of {' and of '.join(left)}; sy.scores.curve has the others." if left else ""
    return legend(models, places) + chooser + "".join(parts), told


def _why_no_curves(question: Question) -> str:
    scores = question.of_items
    if len(scores.labels) < 2:
        return "there is only one class"
    if empty := empty_classes(scores):
        return f"no item is of {named(empty)}"
    if question.shares is not None and not (question.shares > 0).all():
        without = [label for label, share in zip(scores.labels, question.shares, strict=True) if not share > 0]
        return f"the class shares give no part to {named(without)}"
    return ""


def _classes(question: Question) -> list[int]:
    """Return the classes that have curves: of two the positive one alone; of more the positive one, else by weight."""
    scores = question.of_items
    if len(scores.labels) == 2:
        return [Cuts.of(question).place]
    positive = None if question.positive is None else scores.labels.index(question.positive)
    places = range(len(scores.labels))
    return sorted(places, key=lambda c: (c != positive, -question.weights[c], scores.support[c]))


def _curve(question: Question, scores: Scores, kind: Any, label: Any) -> ScoreCurves:
    at = None
    if question.shares is not None and kind != "reliability":
        at = dict(zip(question.of_items.labels, question.shares.tolist(), strict=True))
    return curve_of(scores, kind, question.confidence, positive=label, shares=at)


def _panel(decided: Decided) -> str:
    """Return the sliders that the script connects: a threshold, or a gain for each class."""
    body = ""
    if decided.content is not None and decided.cuts is not None:
        title, body = "At which threshold?", _threshold(decided.cuts)
    elif decided.gains is not None and decided.gains.bits:
        title, body = "Which answer?", _gains(decided.gains)
    if not body:
        return ""
    inside = f'<div id="now" aria-hidden="true"></div><form id="controls" autocomplete="off"><div>{body}</div></form>'
    return f'<details id="panel" class="live" open><summary><h2>{title}</h2></summary>{inside}</details>'


def _threshold(cuts: Cuts) -> str:
    scores, many = cuts.scores, len(cuts.thresholds)
    positive, other = (name(scores.labels[place]) for place in (cuts.place, 1 - cuts.place))
    ranks = scores.form == "ranks"
    what = "score" if ranks else "probability"
    place = int(np.searchsorted(cuts.thresholds, cuts.start))
    about = f'aria-label="Threshold on the {what} of {text(positive)}'
    buttons = [] if ranks else [(0.5, "0.5")]
    if cuts.fixed:
        buttons.insert(0, (cuts.start, f"{cuts.start:.4g}: what matters"))
    pressed = "".join(f'<button type="button" data-threshold="{at!r}">{words}</button>' for at, words in buttons)
    why = (
        "What you said matters, and the class shares, give the first threshold."
        if cuts.fixed
        else "Nobody said what matters, so it begins at 0.5."
        if not ranks
        else f"It begins where as many are taken for {positive} as there are."
    )
    odds = "" if ranks else '<p id="odds" aria-live="polite"></p>'
    return (
        f'<p class="hint">An item is answered {name_of(positive)} from this {what} on, else {name_of(other)}.</p>'
        f'<div class="cut"><input type="range" id="cut" min="0" max="{many}" value="{place}" {about}">'
        f'<input type="number" id="threshold" step="any" value="{cuts.start:.4g}" {about}, as a number"></div>'
        f'{odds}<p class="tools">{pressed}</p>'
        f'<p class="hint">{text(why)} Each step of the slider is a score that a model gave to an item.</p>'
    )


def _gains(gains: Gains) -> str:
    rows = []
    for c, (label, gain) in enumerate(zip(gains.scores.labels, gains.gains.tolist(), strict=True)):
        about = f'name="{c}" step="any" aria-label="Gain of {text(name(label))}'
        at = np.log10(gain) if gain > 0 else -3
        rows.append(
            f'<li>{name_of(name(label))}<input type="range" min="-3" max="3" value="{at:.6g}" {about}">'
            f'<input type="number" min="0" value="{gain:.4g}" {about}, as a number"></li>'
        )
    hint = "An item is answered with the class of the largest gain · probability. What you said matters, and the class "
    hint += "shares, give the first gains."
    return f'<p class="hint">{hint}</p><ul id="gains" class="classes">{"".join(rows)}</ul>'


def _answers(decided: Decided, question: Question) -> str:
    """Return what the answers come to: verdict, metrics, matrices, classes, code."""
    content = decided.content
    if content is None:
        return ""
    places = frame(content)
    moves = decided.cuts is not None
    movable = moves or bool(decided.gains and decided.gains.bits)
    what = "threshold" if moves else "gains"
    places = {
        **places,
        "title": "At this threshold" if moves else "Answers",
        "what": what,
        "charts": panels_of(content),
        "code": _code(decided, question),
        "tools": "" if movable else " hidden",
    }
    # In one pass, since a part may look like a place.
    return PLACE.sub(lambda result: places[result[1]], ours("score_answers.html"))


def _code(decided: Decided, question: Question) -> str:
    """Return Python code that gives the answers of this view, with a place for the threshold or the gains."""
    scores = question.of_items
    lines = ["import numpy as np", "import steelyard as sy", ""]
    if decided.cuts is not None:
        positive, other = (source_of(scores.labels[place]) for place in (decided.cuts.place, 1 - decided.cuts.place))
        lines += [
            f"positive, other = {text(positive)}, {text(other)}",
            "# truth: the true labels; scores: by model, what it gave to the positive class for each item",
            f'threshold = <span id="code-threshold">{decided.cuts.start!r}</span>',
            "answers = {model: np.where(p >= threshold, positive, other) for model, p in scores.items()}",
        ]
    else:
        listed = ", ".join(map(source_of, scores.labels))
        gains = ", ".join(map(repr, Gains.of(question, 0).gains.tolist()))
        by_gains = "p.argmax(axis=1)" if scores.form == "ranks" else "sy.decisions.decide(p, gains)"
        lines += [
            f"labels = np.array([{text(listed)}])",
            "# truth: the true labels; scores: by model, a matrix with a column for each of these classes",
            f'gains = <span id="code-gains">[{gains}]</span>',
            f"answers = {{model: labels[{by_gains}] for model, p in scores.items()}}",
        ]
    asked = [f"metrics={list(decided.metrics)!r}", "intervals=sy.intervals.classwise(by_slopes=True)"]
    if question.says_what_matters:
        asked.insert(0, f"importance={source_of(str(question.importance))}")
    if decided.positive is not None:
        asked.insert(0, f"positive={source_of(decided.positive)}")
    inside = "".join(f"    {each},\n" for each in ("truth, answers", *asked))
    lines.append(f"print(sy.evaluate(\n{text(inside)}))")
    return "\n".join(lines)
