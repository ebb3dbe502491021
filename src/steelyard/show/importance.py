"""What matters, in a notebook: an importance as the grammar writes it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steelyard.show.html import html_of
from steelyard.show.parts import Sentence

if TYPE_CHECKING:
    from steelyard.importance import Importance


def importance_html(importance: Importance) -> str:
    """Return an importance as HTML."""
    cautions = [Sentence(importance.caution)] if importance.caution else []
    return html_of([Sentence(str(importance), lead="importance:"), *cautions])
