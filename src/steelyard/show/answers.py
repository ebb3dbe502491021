"""How each type of answer shows itself, as text, in a notebook, in a sentence, as a page; else by its fields."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping, Sequence, Sized
from importlib import import_module
from numbers import Integral, Real
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from steelyard.counts.answer import Form
from steelyard.counts.labels import text
from steelyard.measuring.notes import Notes
from steelyard.show.html import html_of
from steelyard.show.parts import Column, Item, Part, Sentence, Sheet

if TYPE_CHECKING:
    from steelyard.importance import Importance


class Forms(NamedTuple):
    """The functions that show a type, each as "module.function" of this folder; few have a sentence or a page.

    `metrics` is that which names the metrics that are shown, where what is told depends on them.
    """

    text: str = "answers.fields_text"
    html: str = "answers.fields_html"
    sentence: str = ""
    page: str = ""
    markdown: str = "paper_tables.markdown"
    latex: str = "paper_tables.latex"
    metrics: str = ""


OF_PARTS = Forms("answers.parts_text", "answers.parts_html")
"""Of an answer of another package that says by a method `to_parts` what it shows."""

FORMS = {
    "Advice": Forms("advice.advice_text", "advice.advice_html", "advice.methods_paragraph"),
    "Audit": Forms("audit.audit_text", "audit.audit_html"),
    "BinnedScores": Forms("counts.binned_text", "counts.binned_html"),
    "Bounds": Forms("bounds.bounds_text", "bounds.bounds_html"),
    "Caution": Forms(sentence="note_sentences.caution_sentence"),
    "Comparison": Forms(
        "comparison.comparison_text",
        "comparison.comparison_html",
        "verdict.verdict_of",
        "page.page.written",
        metrics="comparison.shown_metrics",
    ),
    "Confusion": Forms("matrix.matrix_text", "counts.confusion_html"),
    "Counter": Forms(html="counts.counter_html"),
    "Difference": Forms("verdict.difference_text"),
    "Disagreement": Forms(
        "disagreement.disagreement_text",
        "disagreement.disagreement_html",
        "disagreement.disagreement_sentence",
    ),
    "Definition": Forms("audit.property_text", "audit.property_html"),
    "Discrimination": Forms("catalogue.discrimination_text", "catalogue.discrimination_html"),
    "Distortions": Forms("shares.distortions_text", "shares.distortions_html"),
    "End": Forms("bounds.end_text", sentence="bounds.how_found"),
    "Evaluation": Forms("evaluation.evaluation_text", "evaluation.evaluation_html", page="page.page.written"),
    "Finding": Forms("audit_sentences.sentence"),
    "Ground": Forms("advice_sentences.ground_sentence"),
    "Imbalance": Forms("counts.imbalance_text"),
    "Importance": Forms(html="answers.importance_html"),
    "Joint": Forms("counts.joint_text", "counts.joint_html"),
    "Metric": Forms(html="catalogue.metric_html"),
    "MetricCurve": Forms(sentence="shares.curve_sentence"),
    "MetricDifferences": Forms(html="answers.list_html"),
    "MetricDistortion": Forms(sentence="shares.distortion_sentence"),
    "MetricScores": Forms(html="answers.list_html"),
    "Note": Forms("note_sentences.sentence"),
    "Notes": Forms(html="answers.notes_html"),
    "PairOrder": Forms(sentence="shares.order_sentence"),
    "Reference": Forms(sentence="advice_sentences.reference_words"),
    "Registry": Forms(html="catalogue.registry_html"),
    "Regret": Forms("decisions.regret_text", "decisions.regret_html", "decisions.regret_verdict"),
    "Reversal": Forms(sentence="disagreement.reversal_sentence"),
    "Robustness": Forms("robustness.robustness_text", "robustness.robustness_html", "robustness.robustness_sentence"),
    "Rule": Forms("decisions.rule_text", "decisions.rule_html"),
    "ScoreComparison": Forms(
        "scores.comparison_text", "scores.comparison_html", "scores.verdict", "page.score_page.written_scores"
    ),
    "ScoreCurves": Forms("score_curves.curves_text", "score_curves.curves_html", "score_curves.verdict"),
    "ScoreEvaluation": Forms("scores.evaluation_text", "scores.evaluation_html", "", "page.score_page.written_scores"),
    "ScoreFinding": Forms("score_audit_sentences.sentence"),
    "Shift": Forms(sentence="shares.shift_words"),
    "Situation": Forms(sentence="advice_sentences.situation_text"),
    "SplitPair": Forms(sentence="disagreement.split_sentence"),
    "Standing": Forms(sentence="evaluation_sentences.dispute_sentence"),
    "Verdict": Forms(html="audit.verdict_html"),
    "WhatIf": Forms("shares.what_if_text", "shares.what_if_html"),
    "Witness": Forms(html="audit.witness_html"),
}
"""By the name of the type, so that showing one answer loads nothing about the others; else, its fields are shown."""


def shown(answer: Any, form: Form, **options: Any) -> str:
    """Return an answer as a terminal of 80 columns shows it, as a notebook does, in a sentence, or as a page."""
    return str(show_function(getattr(_forms(answer), form))(answer, **options))


def shown_metrics(answer: Any) -> tuple[str, ...]:
    """Return the names of the metrics that an answer shows."""
    return tuple(show_function(_forms(answer).metrics)(answer))


def _forms(answer: Any) -> Forms:
    if hasattr(answer, "to_parts"):
        return OF_PARTS
    ours = [known.__name__ for known in type(answer).__mro__ if known.__module__.startswith("steelyard.")]
    return next((FORMS[name] for name in ours if name in FORMS), Forms())


def show_function(path: str) -> Any:
    """Return a function of this folder by "module.function"."""
    module, _, name = path.rpartition(".")
    return getattr(import_module(f".{module}", __package__), name)


# Of an answer that says itself of which parts it is.


def parts_html(answer: Any) -> str:
    """Return as HTML what an answer says that it shows."""
    return html_of(answer.to_parts())


def parts_text(answer: Any) -> str:
    """Return the same as text of 80 columns."""
    return _as_text(answer.to_parts())


def _as_text(parts: Iterable[Part]) -> str:
    from steelyard.show.printing import text_of  # noqa: PLC0415 - sentences and pages need no terminal

    return text_of(parts)


# Of any other record: its fields.


MOST = 6
"""Numbers or names of a list that are shown."""


def fields_html(record: Any) -> str:
    """Return a record as HTML for a notebook: what it says, if it says something, and its fields."""
    told: list[Part] = [Sentence(said, "strong")] if (said := _said(record)) else []
    return html_of([*told, fields_sheet(_fields(record))])


def fields_text(record: Any) -> str:
    """Return the same as text of 80 columns."""
    return _as_text([fields_sheet(_fields(record))])


def fields_sheet(fields: Mapping[str, Any]) -> Sheet:
    """Return a table of two columns without headings."""
    names = Column("", list(fields), "words", strong=range(len(fields)))
    return Sheet([names, Column("", [_field_shown(value) for value in fields.values()], "prose")], headed=False)


def _said(record: Any) -> str:
    """Return the sentence that a record has for people; nothing if it has none."""
    for name in ("sentence", "words"):
        if isinstance(getattr(record, name, None), str):
            return str(getattr(record, name))
    return str(record) if any("__str__" in vars(kind) for kind in type(record).__mro__[:-1]) else ""


def _fields(record: Any) -> dict[str, Any]:
    """Return what is set and not told already: what `to_dict` holds, else the fields."""
    if hasattr(record, "to_dict"):
        every = record.to_dict()
    elif dataclasses.is_dataclass(record):
        every = {field.name: getattr(record, field.name) for field in dataclasses.fields(record) if field.repr}
    else:
        every = record._asdict()
    return {name.replace("_", " "): value for name, value in every.items() if name != "sentence" and _is_set(value)}


def _is_set(value: Any) -> bool:
    return not callable(value) and value is not None and not (isinstance(value, Sized) and len(value) == 0)


def _field_shown(value: Any) -> str:
    """Return a value of a record as people read it.

    Examples
    --------
    >>> [_field_shown(one) for one in (0.123456, 12345, None, (0.5, 0.25), {"a": 1.0})]
    ['0.1235', '12,345', '–', '0.5, 0.25', 'a: 1']
    """
    if value is None or isinstance(value, str | Notes):
        return str(value) if value else "–"
    if isinstance(value, Real | np.bool_):
        return _number(value)
    if isinstance(value, np.ndarray) and value.ndim > 1:
        return f"{' × '.join(map(str, value.shape))} numbers"
    if isinstance(value, Mapping):
        return _listed([f"{text(key)}: {_field_shown(each)}" for key, each in value.items()])
    if isinstance(value, tuple | list | np.ndarray) and not hasattr(value, "_fields"):
        return _listed([_field_shown(each) for each in list(value[: MOST + 1])], len(value))
    return _said(value) or _name(value)


def _number(value: Real | np.bool_) -> str:
    if isinstance(value, bool | np.bool_):
        return "yes" if value else "no"
    return f"{int(value):,}" if isinstance(value, Integral) else f"{float(value):.4g}"


def _listed(things: Sequence[str], every: int | None = None) -> str:
    more = (len(things) if every is None else every) - MOST
    return ", ".join(things[:MOST]) + (f", … {more:,} more" if more > 0 else "")


def _name(value: Any) -> str:
    """Return what a value is called: a metric by its name, a record by its fields, all else as text."""
    if isinstance(getattr(value, "name", None), str):
        return str(value.name)
    if dataclasses.is_dataclass(value) or hasattr(value, "_asdict"):
        return _listed([f"{name} {_field_shown(each)}" for name, each in _fields(value).items()])
    return text(value)


# Of what needs a line or two: lists of one kind, notes, an importance as the grammar writes it.


def list_html(records: Sequence[Any]) -> str:
    """Return several records of one kind as HTML, a line for each."""
    return html_of(Item(repr(record).strip("<>")) for record in records)


def notes_html(notes: Notes) -> str:
    """Return notes as HTML for a notebook, a line each."""
    return html_of([Sentence(str(note)) for note in notes] or [Sentence("There is no note.", "dim")])


def importance_html(importance: Importance) -> str:
    """Return an importance as HTML."""
    cautions = [Sentence(importance.caution)] if importance.caution else []
    return html_of([Sentence(str(importance), lead="importance:"), *cautions])
