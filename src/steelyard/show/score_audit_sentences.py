"""All sentences of audits of score metrics, in one place: what was found, tried and shown, by kind."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, cast

from steelyard.scores.audits.subject import End, Kind, ScoreFinding
from steelyard.show.audit_sentences import times
from steelyard.show.names import capital


def sentence(finding: ScoreFinding) -> str:
    """Return what a finding says; what a list of a witness is, in a few words without a full stop.

    Examples
    --------
    >>> sentence(ScoreFinding("counterexample", items=4))
    'A counterexample of 4 items, confirmed in exact arithmetic.'
    """
    said = SENTENCES[cast(Kind, finding.kind)]
    return said if isinstance(said, str) else said(**dict(finding.values))


def _class(place: int) -> str:
    return f"class {place + 1}"


def number(value: Any) -> str:
    """Return an exact number: a fraction as it is, others with four digits."""
    if value == float("inf"):
        return "∞"
    return str(value) if isinstance(value, Fraction) else f"{float(value):.4g}"


def _probabilities(scores: Sequence[Fraction]) -> str:
    """Return the score of the first of two classes, or those of all."""
    return str(scores[0]) if len(scores) == 2 else f"({', '.join(map(str, scores))})"


def _repeated(place: int | None, factor: int) -> str:
    return f"each item{'' if place is None else f' of {_class(place)}'} is there {times(factor)}"


def _better(truth: int, scores: Sequence[Fraction], before: Sequence[Fraction]) -> str:
    return f"an item of {_class(truth)} gets {_probabilities(scores)} instead of {_probabilities(before)}"


def _goes(move: ScoreFinding, before: str, after: str) -> str:
    return f"{capital(sentence(move))}, and the value goes from {_short(before)} to {_short(after)}."


def _short(exact: str) -> str:
    """Return an exact value as it is, or with four digits if it is no fraction."""
    return f"{float(exact.rstrip('…')):.4g}" if "." in exact else exact


def _end(end: End) -> str:
    return number(end.value) if end.known else f"{number(end.value)} at the furthest"


def _beyond(side: str, end: End, classes: int, value: str, of: int) -> str:
    beyond = f"beyond the {side} with {classes} classes, {_end(end)}"
    return f"With {of} classes the value can be {_short(value)}, {beyond}."


def _short_of(side: str, declared: Any, end: End) -> str:
    known = "" if end.known else "not beyond "
    return f"The {side} value is {known}{number(end.value)}, not {number(declared)} as declared."


def _outside(side: str, declared: Any, end: End) -> str:  # noqa: ARG001 - as the others
    return f"It goes beyond {number(declared)}, the {side} value that is declared."


def _vanishes(place: int, even: tuple[float, float], rare: tuple[float, float]) -> str:
    return (
        f"As {_class(place)} is ruined, the value goes from {even[0]:.4g} to {even[1]:.4g} if the classes are of one "
        f"size, and from {rare[0]:.4g} to {rare[1]:.4g} if that class is rare."
    )


def _ends(classes: int, least: End, greatest: End) -> str:
    return f"With {classes} classes it goes from {_end(least)} to {_end(greatest)}."


def _kept(declared: tuple[Any, Any], reached: tuple[Any, Any], tried: int) -> str:
    ends, seen = (" to ".join(map(number, both)) for both in (declared, reached))
    return f"Declared are {ends}; the values on {tried:,} lists go from {seen}."


def _ruins(tried: int, value: float | None, worst: End | None) -> str:
    if value is None or worst is None:
        return f"No counterexample among {tried:,} lists with one ruined class."
    return (
        f"On {tried:,} lists with one ruined class the value is {value:.4g} at worst; over all lists it is "
        f"{_end(worst)} at worst."
    )


def _at_shares(shares: str | Sequence[Fraction]) -> str:
    said = "the same share" if isinstance(shares, str) else f"the shares {' : '.join(map(str, shares))}"
    return f"Classes have {said}, however many items they have."


def _first_class(sizes: Sequence[int]) -> str:
    said = {2: "Of two classes, the value of class 1 is meant", 3: "of three, the mean over the classes"}
    return f"{capital(', '.join(said[C] for C in sizes))}."


SENTENCES: dict[Kind, str | Callable[..., str]] = {
    "one_list": "one list",
    "items_repeated": _repeated,
    "exchanged_names": lambda first, second: f"{_class(first)} and {_class(second)} exchange their names",
    "better_scores": _better,
    "same_order": "other scores in the same order",
    "same_scores": "the same scores, other class sizes",
    "of_classes": lambda classes: f"{classes} classes",
    "furthest_list": lambda side: f"the {side} value that was found",
    "told_list": "all classes are told",
    "ruined_list": lambda place: f"{_class(place)} is ruined",
    "rare_ruined_list": lambda place, others: f"{_class(place)} is ruined, and the others {others} times as large",
    "true_probabilities": "the true probabilities",
    "other_probabilities": "other ones for the same items",
    "value_goes": _goes,
    "beyond_end": _beyond,
    "short_of_end": _short_of,
    "outside_range": _outside,
    "all_but_one": lambda place, value: (
        f"{capital(_class(place))} is ruined, all others are told, and the value is {value}, the worst there is."
    ),
    "ruin_unseen": lambda place, before, after: (
        f"{capital(_class(place))} is ruined, and the value, which was {_short(before)}, is no worse: {_short(after)}."
    ),
    "ruin_vanishes": _vanishes,
    "others_better": lambda true, other: (
        f"The true probabilities have the value {_short(true)}, and others a better one, {_short(other)}."
    ),
    "others_as_good": lambda true, other: (
        f"The true probabilities have the value {_short(true)}, and others one that is as good, {_short(other)}."
    ),
    "counterexample": lambda items: f"A counterexample of {items} items, confirmed in exact arithmetic.",
    "lists_tried": lambda tried, items, classes: (
        f"No counterexample among {tried:,} pairs, from all lists of up to {items} items of {classes} classes "
        f"{'with probabilities in quarters' if classes == 2 else '(two of class 1, if 4) with halves, or all alike'}."
    ),
    "ends": _ends,
    "ends_alike": lambda least, greatest: f"It goes from {_end(least)} to {_end(greatest)} for any number of classes.",
    "range_kept": _kept,
    "ruins_tried": _ruins,
    "populations_tried": lambda tried, populations: (
        f"No counterexample among {tried:,} sets of scores for {populations:,} small populations."
    ),
    "one_class_alone": ("Of two classes, it is about one: its items rank low exactly if those of the other rank high."),
    "worst_unknown": "Shares are stated for this number of classes alone.",
    "argument": lambda because: f"{because}.",
    "first_class_meant": _first_class,
    "at_shares": _at_shares,
    "examining": lambda title, classes: f"{title}, {classes} classes",
}
"""What each kind of finding says."""
