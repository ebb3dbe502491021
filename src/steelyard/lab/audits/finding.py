"""What an audit finds, as data; `show/audit_sentences.py` has the sentence of each kind."""

from __future__ import annotations

from typing import Any, Literal

from steelyard.counts.answer import Statement

Kind = Literal[
    # a text that is declared, or was stored
    "written",
    # what a matrix of a witness is, or how it comes from the one before
    "larger_class",
    "more_items",
    "exchanged_places",
    "exchanged_names",
    "more_in_every_cell",
    "predicted_more_often",
    "corrected_error",
    "error_fewer",
    "hit_more",
    "truth_exchanged",
    "all_recognised",
    "something_recognised",
    "nothing_recognised",
    "even_month",
    "rare_month",
    "one_test_set",
    "other_sizes",
    "of_classes",
    "near_bound",
    "ruined",
    "worst_there_is",
    "rare_class",
    "absent_class",
    "equally_relevant",
    "more_relevant",
    "labels_beside",
    # predictions that know nothing of the truth
    "by_lot",
    "constant",
    # what matrices show
    "value_goes",
    "values_of_classes",
    "perfect_no_better",
    "months",
    "guess_scores",
    "goes_further",
    "all_but_one",
    "jump",
    "importance_followed",
    "importance_ignored",
    "detour_shorter",
    "hit_no_better",
    # what was tried, and what came out
    "counterexample",
    "counterexample_among",
    "counterexample_of_three",
    "jump_confirmed",
    "pairs_tried",
    "cases_tried",
    "triples_tried",
    "sizes_tried",
    "vanishing_tried",
    "one_constant",
    "several_constants",
    "ends",
    "no_end",
    "directed_search",
    "declared_ranges",
    "perhaps_beyond",
    "still_moving",
    "no_matrix_shows",
    "falls",
    "worst_value",
    "fall_extrapolated",
    "fall_inexact",
    "fall_exact",
    "ruins_tried",
    "ruins_left_out",
    "each_class_followed",
    "class_ignored",
    "rate_of_one_class",
    "whole_as_counted",
    # why nothing was tried
    "undefined_in_all_cases",
    "undefined_in_all_pairs",
    "undefined_in_all_triples",
    "undefined_without_items",
    "no_bounds",
    "no_limits",
    "no_worst",
    "none_of_sizes",
    "fails",
    # why it holds
    "argument",
    # what else was seen
    "labelled",
    "not_exact",
    "fails_beyond",
    "not_finite",
    "names_matter",
    "names_fail",
    # what goes on
    "examining",
]
"""What a finding states; its values follow from it. Classes are named by their places, from 0."""


class Finding(Statement):
    """One thing that an audit found, tried or did; `str` of it is the sentence.

    Examples
    --------
    >>> Finding("larger_class", place=0, factor=2)
    Finding('larger_class', place=0, factor=2)
    >>> print(Finding("larger_class", place=0, factor=2))
    class 1 is twice as large, the classifier the same
    """

    __slots__ = ()

    def __init__(self, kind: Kind, **values: Any) -> None:
        super().__init__(kind, **values)


def sentences(findings: tuple[Finding, ...]) -> str:
    """Return what several findings say, one after the other."""
    return " ".join(map(str, findings))
