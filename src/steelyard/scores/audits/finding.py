"""What an audit of a score metric finds, as data; `show/score_audit_sentences.py` has the sentence of each kind."""

from __future__ import annotations

from typing import Any, Literal

from steelyard.lab.audits.finding import Finding

Kind = Literal[
    # what a list of a witness is, or how it comes from the one before
    "one_list",
    "items_repeated",
    "exchanged_names",
    "better_scores",
    "same_order",
    "same_scores",
    "of_classes",
    "furthest_list",
    "told_list",
    "ruined_list",
    "rare_ruined_list",
    "true_probabilities",
    "other_probabilities",
    # what lists show
    "value_goes",
    "beyond_end",
    "short_of_end",
    "outside_range",
    "all_but_one",
    "ruin_unseen",
    "ruin_vanishes",
    "others_better",
    "others_as_good",
    # what was tried, and what came out
    "counterexample",
    "lists_tried",
    "ends",
    "ends_alike",
    "range_kept",
    "ruins_tried",
    "populations_tried",
    # why nothing was tried
    "one_class_alone",
    "worst_unknown",
    # why it holds
    "argument",
    # what else must be said
    "first_class_meant",
    "at_shares",
    "examining",
]
"""What a finding states; its values follow from it. Classes are named by their places, from 0."""


class ScoreFinding(Finding):
    """One thing that an audit of a score metric found, tried or did.

    Examples
    --------
    >>> print(ScoreFinding("items_repeated", place=1, factor=2))
    each item of class 2 is there twice
    """

    __slots__ = ()

    def __init__(self, kind: Kind, **values: Any) -> None:
        super().__init__(kind, **values)  # type: ignore[arg-type]  # kinds of its own
