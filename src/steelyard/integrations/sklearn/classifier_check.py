"""What is no classifier at all, refused before anything else is asked of it."""

from __future__ import annotations

from typing import Any


def refuse_no_classifier(given: Any, what: str, *methods: str) -> None:
    """Refuse a class in place of an instance, and what lacks a method of scikit-learn's classifiers."""
    if isinstance(given, type):
        raise ValueError(f"the {what} must be an instance, as in {given.__name__}(), not the class itself.")
    if not all(hasattr(given, method) for method in methods):
        raise ValueError(f"the {what} must be a scikit-learn classifier, not {given!r}.")
