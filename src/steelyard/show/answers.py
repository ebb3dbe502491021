"""How each type of answer shows itself, as text and in a notebook: the one table of it."""

from __future__ import annotations

from importlib import import_module
from typing import Any, Literal, NamedTuple


class Forms(NamedTuple):
    """The functions that show a type, each as "module.function" of this folder."""

    text: str = "fields.fields_text"
    html: str = "fields.fields_html"


FORMS = {
    "Advice": Forms("advice.advice_text", "advice.advice_html"),
    "Audit": Forms("audit.audit_text", "audit.audit_html"),
    "Bounds": Forms(html="catalogue.bounds_html"),
    "Comparison": Forms("comparison.comparison_text", "comparison.comparison_html"),
    "Confusion": Forms("matrix.matrix_text", "counts.confusion_html"),
    "Counter": Forms(html="counts.counter_html"),
    "Disagreement": Forms("robustness.disagreement_text", "robustness.disagreement_html"),
    "Discrimination": Forms("catalogue.discrimination_text", "catalogue.discrimination_html"),
    "Distortions": Forms("shares.distortions_text", "shares.distortions_html"),
    "Evaluation": Forms("evaluation.evaluation_text", "evaluation.evaluation_html"),
    "Importance": Forms(html="fields.importance_html"),
    "Joint": Forms("counts.joint_text", "counts.joint_html"),
    "Metric": Forms(html="catalogue.metric_html"),
    "MetricDifferences": Forms(html="fields.list_html"),
    "MetricScores": Forms(html="fields.list_html"),
    "Note": Forms("note_sentences.sentence"),
    "Notes": Forms(html="fields.notes_html"),
    "Property": Forms("audit.property_text", "audit.property_html"),
    "Registry": Forms(html="catalogue.registry_html"),
    "Robustness": Forms("robustness.robustness_text", "robustness.robustness_html"),
    "Rule": Forms("decisions.rule_text", "decisions.rule_html"),
    "Verdict": Forms(html="audit.verdict_html"),
    "WhatIf": Forms("shares.what_if_text", "shares.what_if_html"),
    "Witness": Forms(html="audit.witness_html"),
}
"""By the name of the type, so that showing one answer loads nothing about the others; else, its fields are shown."""


def shown(answer: Any, form: Literal["text", "html"], **options: Any) -> str:
    """Return an answer as a terminal of 80 columns shows it, or as a notebook does."""
    forms = next((FORMS[known.__name__] for known in type(answer).__mro__ if known.__name__ in FORMS), Forms())
    return str(show_function(getattr(forms, form))(answer, **options))


def show_function(path: str) -> Any:
    """Return a function of this folder by "module.function"."""
    module, _, name = path.rpartition(".")
    return getattr(import_module(f".{module}", __package__), name)
