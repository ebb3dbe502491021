"""How each type of answer shows itself, as text, in a notebook, in a sentence, as a page: the one table of it."""

from __future__ import annotations

from importlib import import_module
from typing import Any, NamedTuple

from steelyard.counts.answer import Form


class Forms(NamedTuple):
    """The functions that show a type, each as "module.function" of this folder; few have a sentence or a page.

    `metrics` is that which names the metrics that are shown, where what is told depends on them.
    """

    text: str = "fields.fields_text"
    html: str = "fields.fields_html"
    sentence: str = ""
    page: str = ""
    markdown: str = "paper_tables.markdown"
    latex: str = "paper_tables.latex"
    metrics: str = ""


OF_PARTS = Forms("fields.parts_text", "fields.parts_html")
"""Of an answer of another package that says by a method `to_parts` what it shows."""

OF_SCORES = ("score_paper_tables.markdown", "score_paper_tables.latex")
"""Tables for texts of answers about scores."""

FORMS = {
    "Advice": Forms("advice.advice_text", "advice.advice_html", "methods.methods_paragraph"),
    "Audit": Forms("audit.audit_text", "audit.audit_html"),
    "BinnedScores": Forms("binned_scores.binned_text", "binned_scores.binned_html"),
    "Bounds": Forms(html="catalogue.bounds_html"),
    "Caution": Forms(sentence="caution_sentences.caution_sentence"),
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
        "robustness.disagreement_text",
        "robustness.disagreement_html",
        "disagreement_sentences.disagreement_sentence",
    ),
    "Definition": Forms("audit.property_text", "audit.property_html"),
    "Discrimination": Forms("catalogue.discrimination_text", "catalogue.discrimination_html"),
    "Distortions": Forms("shares.distortions_text", "shares.distortions_html"),
    "Evaluation": Forms("evaluation.evaluation_text", "evaluation.evaluation_html", page="page.page.written"),
    "Finding": Forms("audit_sentences.sentence"),
    "Ground": Forms("advice_sentences.ground_sentence"),
    "Importance": Forms(html="fields.importance_html"),
    "Joint": Forms("counts.joint_text", "counts.joint_html"),
    "Metric": Forms(html="catalogue.metric_html"),
    "MetricCurve": Forms(sentence="share_sentences.curve_sentence"),
    "MetricDifferences": Forms(html="fields.list_html"),
    "MetricDistortion": Forms(sentence="share_sentences.distortion_sentence"),
    "MetricScores": Forms(html="fields.list_html"),
    "Note": Forms("note_sentences.sentence"),
    "Notes": Forms(html="fields.notes_html"),
    "PairOrder": Forms(sentence="share_sentences.order_sentence"),
    "Reference": Forms(sentence="advice_sentences.reference_words"),
    "Registry": Forms(html="catalogue.registry_html"),
    "Regret": Forms("regret.regret_text", "regret.regret_html", "regret.verdict", "", *OF_SCORES),
    "Reversal": Forms(sentence="disagreement_sentences.reversal_sentence"),
    "Robustness": Forms("robustness.robustness_text", "robustness.robustness_html", "robustness_sentence.sentence_of"),
    "Rule": Forms("decisions.rule_text", "decisions.rule_html"),
    "ScoreComparison": Forms(
        "scores.comparison_text",
        "scores.comparison_html",
        "scores.verdict",
        "page.score_page.written_scores",
        *OF_SCORES,
    ),
    "ScoreCurves": Forms("score_curves.curves_text", "score_curves.curves_html", "score_curves.verdict"),
    "ScoreEvaluation": Forms(
        "scores.evaluation_text", "scores.evaluation_html", "", "page.score_page.written_scores", *OF_SCORES
    ),
    "ScoreFinding": Forms("score_audit_sentences.sentence"),
    "Shift": Forms(sentence="share_sentences.shift_words"),
    "Situation": Forms(sentence="advice_sentences.situation_text"),
    "SplitPair": Forms(sentence="disagreement_sentences.split_sentence"),
    "Standing": Forms(sentence="disputes.dispute_sentence"),
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
