"""All sentences of advice, in one place: situations, reasons, what shows them and where they come from."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, cast

from steelyard.advice.advice import Ground, Kind
from steelyard.counts.labels import Label, percentage, some
from steelyard.lab.audits.verdict import MULLICK
from steelyard.show.names import listed

if TYPE_CHECKING:
    from steelyard.advice.situation import Situation
    from steelyard.importance import Importance
    from steelyard.lab.atlas import Reference
    from steelyard.lab.audits.verdict import Status, Witness
    from steelyard.measuring.record import Metric


def ground_sentence(ground: Ground, *, command_line: bool = False) -> str:
    """Return what a ground says, in the words of Python or of the command line.

    Examples
    --------
    >>> from steelyard.advice.advice import Ground
    >>> ground_sentence(Ground("constant_scores_high", answer="ok"))
    "Always answering 'ok' scores high here."
    """
    kind, values = cast(Kind, ground.kind), dict(ground.values)
    if kind in IN_BOTH:
        return IN_BOTH[kind](command_line, **values)
    said = SENTENCES[kind]
    return said if isinstance(said, str) else said(**values)


# A situation, and a verdict of the atlas that is referred to.


def situation_text(situation: Situation) -> str:
    """Return what is known of a situation, sentence by sentence."""
    told = [f"{situation.classes} classes. {situation.imbalance}"]
    stated = f"What matters: {situation.importance}." if situation.stated else "Which classes matter more was not said."
    told.append(stated)
    told.append(_may("Class shares", "between test and use", change=situation.shares_change))
    told.append(_may("The classes", "as others are added", change=situation.classes_change))
    if situation.worse is not None:
        of = f" of {some([situation.positive])}" if situation.two else ""
        worse, other = ("misses", "false alarms") if situation.worse == "misses" else ("false alarms", "misses")
        told.append(f"{worse.capitalize()}{of} are worse than {other}.")
    if situation.every_class:
        told.append("Every class must work.")
    return " ".join(told)


def _may(what: str, when: str, *, change: bool) -> str:
    return f"{what} may change {when}." if change else f"{what} stay as they are."


def reference_words(reference: Reference) -> str:
    """Return which verdict of the atlas is meant."""
    return f"{reference.metric}, {property_title(reference.property)}, {reference.classes} classes"


def property_title(name: str) -> str:
    """Return a property as sentences call it: "Condition 1", "best only perfect"."""
    words = name.replace("_", " ")
    return words.capitalize() if name.startswith("condition") else words


# Reasons.


def _if_kept(followed: Importance | None) -> str:
    """Return on what it depends that class shares do not change a metric whose weights follow the class sizes."""
    if followed is None:
        return ""
    return f", if the weights are kept as they are here ('{followed}' takes them from the class sizes)"


def _no_class_given_up(idle: Sequence[Label]) -> str:
    but = f" but {some(idle)}, without weight or items," if idle else ""
    return f"It falls to its worst if one class is never recognised, so that no class{but} can be given up."


def _atlas_example(witness: Witness) -> str:
    return witness.sentence


def _alarms_and_misses(label: Label, size: float, alarms: float, with_alarms: float, missed: float) -> str:
    result = f"all {size:,g} of {some([label])} with {alarms:,g} false alarms"
    if not (size.is_integer() and alarms.is_integer()):  # what items weigh, not how many there are
        result = f"all of {some([label])} with false alarms that weigh {alarms / size:.3g} times as much"
    return f"Finding {result} gets {with_alarms:.3f}, missing all of them {missed:.3f}."


RATES_SAY = {
    "recall": "misses",
    "precision": "false alarms",
}
"""Of what the rates of a class tell, for whom it has most of what matters."""


def _report_of_class(label: Label, weight: float, rates: Sequence[str]) -> str:
    told = listed([RATES_SAY[rate] for rate in rates])
    return f"Class {some([label])} has {percentage(weight)} of the weight: see its {told} apart."


def _atlas(cited: Sequence[tuple[int | None, Reference, Status]]) -> str:
    """Return verdicts of the atlas as sources, each after the theorem of a paper, if one says the same."""
    return "; ".join(
        f"{_theorem(theorem)}atlas: {reference_words(reference)} ({status})" for theorem, reference, status in cited
    )


def _theorem(number: int | None) -> str:
    return f"{MULLICK}, Theorem {number}; " if number else ""


SENTENCES: dict[Kind, str | Callable[..., str]] = {
    "declared": lambda text, positive: text.format(positive=some([positive])),
    "shares_do_not_move_it": lambda followed: f"Class shares alone do not change it{_if_kept(followed)}.",
    "shares_move_it": "It changes with the class shares although the classifier stays the same.",
    "shares_would_not_move_it": lambda followed: (
        f"It would stay the same if class shares did change{_if_kept(followed)}."
    ),
    "compare_at_same_shares": "It moves with the class shares: compare it only where they are the same.",
    "weights_move_it": "It changes with the class shares, as its weights do.",
    "scale_stays": "Its scale does not depend on the number of classes.",
    "scale_moves": "Its scale depends on the number of classes.",
    "importance_unknown_to_it": "It does not know which classes matter.",
    "about_one_class": "It is about one class, whatever the other matters.",
    "no_class_given_up": _no_class_given_up,
    "rare_failure_unseen": "It hardly tells if a rare class fails.",
    "failing_class_unseen": "A class that is never recognised does not set it to its worst.",
    "failing_class_hides_nothing": "One class that fails does not hide how the others do.",
    "failing_class_hides_all": "One class that fails sets it to its worst.",
    "false_alarms_unseen": "It hardly sees false alarms at these class shares.",
    "constant_scores_high": lambda answer: f"Always answering {some([answer])} scores high here.",
    "hit_can_lower_it": "Turning an error into a hit can make it worse.",
    "best_with_errors": "A classifier with errors can get the best value.",
    "nothing_against": "Nothing that is asked for speaks against it.",
    "atlas_example": _atlas_example,
    "shares_as_weights": lambda importance: (
        f"'{importance}' weights each class by its share, so that every item counts alike."
    ),
    "constant_gets": lambda answer, value: f"Always answering {some([answer])} gets {value:.3f}.",
    "alarms_and_misses": _alarms_and_misses,
    "undefined_here": lambda why: f"It is undefined here: {why}.",
    "undefined_for_some": "It is undefined for some of these.",
    "leaves_out": lambda labels: f"It leaves out {some(labels)}, which has items.",
    "report_each_class": "Report the recall and the precision of each class: no single number says it all.",
    "report_of_class": _report_of_class,
    "keep_weights": lambda importance: (
        f"'{importance}' takes its weights from the class sizes of this test: keep these weights where shares change, "
        "else the values change with them."
    ),
    "worse_changes_nothing": lambda worse, stated: (
        f"That {worse.replace('_', ' ')} are worse changes nothing: of several classes, what one misses is a false "
        f"alarm of another. {'The importance says' if stated else 'State an importance to say'} whose errors are worse."
    ),
    "atlas": _atlas,
}
"""What each kind of ground says."""


# What says how something is written, which Python and the command line do in their own ways.


def _not_in_atlas(command_line: bool, metric: Metric) -> str:
    what = "with these parameters" if metric.builtin else "as it is your own"
    audit = f"steelyard audit {shlex.quote(metric.name)}" if command_line else f"sy.audit({metric.name!r})"
    return f"The atlas does not have {metric.name} {what}: {audit} looks for counterexamples."


def _say_rarity(command_line: bool, label: Label, weight: float) -> str:
    how = "--importance rarity" if command_line else "importance='rarity'"
    return (
        f"Class sizes differ: if rare classes matter more, say {how}; class {some([label])} would then have "
        f"{percentage(weight)} of the weight."
    )


def _alarms_mostly_wrong(
    command_line: bool, label: Label, part: float, answers: float | None, wrong: float | None, weighted: bool
) -> str:
    """Return how many answers are wrong, or which part of their weight is: weights are no numbers of answers."""
    if answers is None:
        told = f"{percentage(part)} of the weight of the answers {some([label])} is"
    else:
        weigh = f", {percentage(part)} of their weight," if weighted else ""
        told = f"{wrong:,.0f} of the {answers:,.0f} answers {some([label])}{weigh} are"
    how = "--shares-fixed" if command_line else "shares_change=False"
    return (
        f"{told} wrong at these class shares, which metrics that hold for all shares do not tell. If shares stay, say "
        f"{how}."
    )


def _state_lasting_weights(command_line: bool, importance: Importance) -> str:
    weights, option = ("importance={'a': 2, 'b': 1}", "")
    if command_line:
        weights, option = ("--importance 'a=2, b=1'", " (--shares-fixed)")
    return (
        f"'{importance}' weights each class by its share: every item counts alike, and no average stays the same when "
        f"shares change. State weights that stay, such as {weights}, or say that shares stay{option}."
    )


IN_BOTH: dict[Kind, Callable[..., str]] = {
    "not_in_atlas": _not_in_atlas,
    "say_rarity": _say_rarity,
    "alarms_mostly_wrong": _alarms_mostly_wrong,
    "state_lasting_weights": _state_lasting_weights,
}
"""What these kinds say, given whether on the command line."""
