"""Scores in bins, in a terminal and in a notebook: how many items of which classes, and into how many bins."""

from __future__ import annotations

from steelyard.counts.labels import some
from steelyard.scores.binned import BinnedScores
from steelyard.show import numbers
from steelyard.show.html import html_of
from steelyard.show.parts import Column, Sentence, Sheet


def binned_text(scores: BinnedScores) -> str:
    """Return in one line what tables of scores hold."""
    models = f"model{'s' if len(scores.columns) > 1 else ''} {some(scores.columns)}"
    return f"BinnedScores({numbers.items(scores.items)}, classes {some(scores.labels)}, {models}, {scores.bins})"


def binned_html(scores: BinnedScores) -> str:
    """Return the same as HTML, with how many items each class has, and what they weigh."""
    columns = [
        Column("class", list(scores.labels), "names"),
        Column("items", [numbers.count(size) for size in scores.sizes.tolist()]),
        Column("weight", [f"{size:,.6g}" for size in scores.support.tolist()]),
    ]
    return html_of([Sentence(binned_text(scores), "strong"), Sheet(columns)])
