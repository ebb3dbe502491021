"""What a reason of an advice rests on, as data; `show/advice_sentences.py` has the sentence of each kind."""

from __future__ import annotations

from typing import Any, Literal

from steelyard.counts.statement import Statement

Kind = Literal[
    # what papers say, as it is declared
    "declared",
    # what a situation asks for, kept or missed
    "shares_do_not_move_it",
    "shares_move_it",
    "shares_would_not_move_it",
    "compare_at_same_shares",
    "weights_move_it",
    "scale_stays",
    "scale_moves",
    "importance_unknown_to_it",
    "about_one_class",
    "no_class_given_up",
    "failing_class_unseen",
    "rare_failure_unseen",
    "failing_class_hides_nothing",
    "failing_class_hides_all",
    "false_alarms_unseen",
    "constant_scores_high",
    "hit_can_lower_it",
    "best_with_errors",
    "nothing_against",
    # what shows it
    "atlas_example",
    "shares_as_weights",
    "constant_gets",
    "alarms_and_misses",
    # of its value here, or of what is known of it
    "undefined_here",
    "undefined_for_some",
    "leaves_out",
    "not_in_atlas",
    # what else to consider
    "report_each_class",
    "say_rarity",
    "alarms_mostly_wrong",
    "state_lasting_weights",
    "keep_weights",
    "worse_changes_nothing",
    # where it comes from
    "atlas",
]
"""What a ground states; its values follow from it."""


class Ground(Statement):
    """What a reason states, or rests on; `str` of it is the sentence, in the words of Python.

    Examples
    --------
    >>> Ground("constant_gets", answer="ok", value=0.95)
    Ground('constant_gets', answer='ok', value=0.95)
    >>> print(Ground("constant_gets", answer="ok", value=0.95))
    Always answering 'ok' gets 0.950.
    """

    __slots__ = ()

    def __init__(self, kind: Kind, **values: Any) -> None:
        super().__init__(kind, **values)
