"""All sentences of audits, in one place: what was found, tried and shown, by kind."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, cast

from steelyard.lab.audits.verdict import Finding, Kind, Status
from steelyard.show.names import capital, listed
from steelyard.show.numbers import minus

if TYPE_CHECKING:
    from steelyard.lab.audits.properties.condition_3 import RuinPath
    from steelyard.lab.bounding.anywhere import Limit
    from steelyard.lab.bounding.result import End, Matrix

STATUSES: dict[Status, str] = {
    "refuted": "refuted by a counterexample",
    "tried": "holds on everything tried",
    "proved": "proved",
    "shown": "shown by an example",
    "untried": "nothing to try",
}
"""What a verdict is called."""

LONGEST_CONSTANT = 12
"""An exact value that is as long as this is told as a decimal."""


def sentence(finding: Finding) -> str:
    """Return what a finding says; what a matrix of a witness is, in a few words without a full stop.

    Examples
    --------
    >>> from steelyard.lab.audits.verdict import Finding
    >>> sentence(Finding("counterexample", items=4, exact=True))
    'A counterexample of 4 items, confirmed in exact arithmetic.'
    """
    said = SENTENCES[cast(Kind, finding.kind)]
    return said if isinstance(said, str) else said(**dict(finding.values))


# Numbers, classes and matrices in sentences.


def _value(value: float | None, digits: int = 4) -> str:
    return "undefined" if value is None else minus(f"{value + 0.0:.{digits}g}")


def told_apart(before: float | None, after: float | None) -> tuple[str, str]:
    """Return two values, with as many digits as tell them apart."""
    for digits in (4, 6, 9, 12, 17):
        first, second = _value(before, digits), _value(after, digits)
        if first != second or before == after:
            break
    return first, second


def times(factor: int) -> str:
    """Return how many times as large or as often something is."""
    return "twice" if factor == 2 else f"{factor} times"


def _class(place: int) -> str:
    return f"class {place + 1}"


def _matrix(m: Matrix) -> str:
    return str([list(row) for row in m])


def _items(number: int) -> str:
    return f"{number:,} item" if number == 1 else f"{number:,} items"


def _sizes(sizes: Sequence[int]) -> str:
    return listed([f"{size:,}" for size in sizes], most=len(sizes))


def _or(factors: Sequence[int]) -> str:
    return " or ".join(f"{factor:,}" for factor in factors)


def _left_out(undefined: int) -> str:
    return f"; {undefined:,} more were left out, a value being undefined" if undefined else ""


def _confirmed(exact: bool) -> str:
    return f"confirmed {'in exact arithmetic' if exact else 'in floating point: its exact value cannot be computed'}"


# What a matrix of a witness is, or how it comes from the one before.


def _more_items(truth: int, prediction: int, number: int) -> str:
    more = "one more item" if number == 1 else f"{number} more items"
    done = "recognised" if truth == prediction else f"taken for {_class(prediction)}"
    return f"{more} of {_class(truth)} {'is' if number == 1 else 'are'} {done}"


def _rare_month(place: int, items: int, of_others: int, classes: int) -> str:
    rest = "the other" if classes == 2 else "each other class"
    return f"another month: {items} items of {_class(place)}, {of_others:,} of {rest}"


def _ruined(place: int, once_in: int | None, others_always: bool) -> str:
    recognised = "never" if once_in is None else f"once in {once_in:,} times"
    return f"{_class(place)} is {recognised} recognised, the others {'always' if others_always else 'nearly always'}"


# What matrices show.


def _value_goes(move: Finding, before: float | None, after: float | None) -> str:
    first, second = told_apart(before, after)
    return f"{capital(sentence(move))}, and the value goes from {first} to {second}."


def _perfect_no_better(before: float | None, after: float | None) -> str:
    first, second = told_apart(before, after)
    return f"A classifier with errors has the value {first}, and a perfect one no better: {second}."


def _months(rare: int, classes: int, before: float | None, after: float | None) -> str:
    rates = {2: "90 % of class 1 and 80 % of class 2", 3: "90 %, 80 % and 70 % of classes 1, 2 and 3"}
    usual = rates.get(classes, "90 % of class 1, 80 % of class 2 and 70 % of each further class")
    change = (
        "the class shares have gone from 50:50 to 5:95"
        if classes == 2 and rare == 0
        else f"{_class(rare)} has become rare, from as many items as others to 5 for 95 of theirs"
    )
    first, second = told_apart(before, after)
    return f"In both months {usual} are recognised; only {change}, and the value goes from {first} to {second}."


def _guess_scores(
    guess: Finding, before: float | None, after: float | None, sizes: Sequence[int], other_sizes: Sequence[int]
) -> str:
    first, second = told_apart(before, after)
    return (
        f"{sentence(guess)} score {first} if the classes have {_sizes(sizes)} items, and {second} if they have "
        f"{_sizes(other_sizes)}."
    )


def _goes_further(end: str, further: int, value: float, nearer: int, bound: End) -> str:
    goes, beyond = ("falls to", "below") if end == "least" else ("rises to", "above")
    none = f"none is {beyond}" if bound.known else f"none was found {beyond}"
    reaches = "which is attained" if bound.attained else "which matrices only approach"
    known = _with_exact(bound.value, bound.exact)
    return f"With {further} classes the value {goes} {_value(value)}; with {nearer} classes {none} {known}, {reaches}."


def _with_exact(value: float, exact: str | None) -> str:
    shown = f"{value:.4g}"
    return minus(shown) if exact in (None, shown) else f"{minus(shown)} ({minus(exact)})"


def _all_but_one(limit: float, attained: bool) -> str:
    worst = f"{_value(limit)}, the worst there is"
    value = f"is {worst}" if attained else f"tends to {worst}, as the recall of that class tends to 0"
    return f"All classes but one are recognised, and the value {value}."


def _jump(rare: Finding, there: float | None, absent: float | None) -> str:
    first, second = told_apart(there, absent)
    return (
        f"The value is {first} while {sentence(rare)}, and {second} if it has none; larger test sets do not close the "
        "gap."
    )


def _importance_followed(alike: float | None, raised: float | None, move: Finding) -> str:
    first, second = told_apart(alike, raised)
    return f"The value is {first} if all classes are equally relevant, and {second} if {sentence(move)}."


def _detour_shorter(first: float, second: float, direct: float) -> str:
    return (
        f"From a to b {_value(first)} is lost and from b to c {_value(second)}, together {_value(first + second)}; "
        f"but from a to c, {_value(direct)}."
    )


def _hit_no_better(hit: float | None, wrong: float | None) -> str:
    first, second = told_apart(hit, wrong)
    return (
        f"A classifier that recognises something has the value {first}, and on the same items one that recognises "
        f"nothing is no worse: {second}."
    )


# What was tried, and what came out.


def _counterexample_among(items: int, exact: bool, without_hit: int, lowest: int, exactly: int) -> str:
    compared = f"all {without_hit:,} matrices without a hit"
    if exactly < lowest:
        compared += f" (of which {lowest:,} tie as the lowest, and {exactly:,} of these were compared exactly)"
    return (
        f"A counterexample of {items} items, {_confirmed(exact)}: of {compared} with the same class sizes, none is "
        "worse than one with a hit."
    )


def _pairs_tried(tried: int, all_up_to: int | None, climbing: bool, undefined: int) -> str:
    exhaustive = "" if all_up_to is None else f"all matrices of up to {all_up_to} items, then "
    directed = "extreme, climbing and random ones" if climbing else "extreme and random ones"
    left = f" {undefined:,} more were left out, a value being undefined." if undefined else ""
    return f"No counterexample among {tried:,} pairs: {exhaustive}{directed}.{left}"


def _cases_tried(tried: int, undefined: int) -> str:
    left = f"; in {undefined:,} more the value is undefined" if undefined else ""
    return f"No counterexample among {tried:,} cases, with class sizes from small to extreme and random ones{left}."


def _triples_tried(tried: int, every: bool, items: int | None, free: Sequence[int], undefined: int) -> str:
    tables = [] if items is None else [f"of up to {items} items"]
    if free:
        more = f"up to {free[-1]}" if len(free) > 1 else f"{free[-1]}"
        tables.append(f"with an item per class on which the three agree and {more} more")
    those = f"{'all' if every else 'some'} {' and '.join(tables)}"
    return (
        f"No counterexample among {tried:,} triples of labellings: {those}, then extreme and random ones"
        f"{_left_out(undefined)}."
    )


def _vanishing_tried(tried: int, factors: Sequence[int], undefined: int) -> str:
    return (
        f"No counterexample among {tried:,} cases: in each, a class vanishes while the others become {_or(factors)} "
        f"times as large, and the gap to its absence shrinks{_left_out(undefined)}."
    )


def _one_constant(value: float, exact: str | None) -> str:
    shown = exact if exact is not None and len(exact) < LONGEST_CONSTANT else f"{value:.4g}"
    return f"It is one constant, whatever is predicted: the value is {minus(shown)} in all of them."


def _end(one: End) -> str:
    """Return an end of a range, with its exact value in brackets."""
    return re.sub(r"(?<!e)-", "−", str(one))  # but in exponents


def _ends(end: str, ends: Sequence[tuple[int, End]]) -> str:
    texts = {_end(one) for _, one in ends}
    if len(texts) == 1:
        numbers = [number for number, _ in ends]
        told = f"{texts.pop()} with {min(numbers)} to {max(numbers)} classes"
    else:
        told = ", ".join(f"{_end(one)} with {number}" for number, one in ends) + " classes"
    known = "" if all(one.known for _, one in ends) else "found "
    return f"The {end} value {known}over all class sizes: {told}."


def _path(path: RuinPath) -> str:
    goes = "spread over the others" if path.to is None else f"taken for {_class(path.to)}"
    errors = {"into_ruined": "into the ruined class", "into_another": "into another class"}
    wrong = "" if path.others == "right" else f", the others' few errors {errors[path.others]}"
    mine, other = path.sizes[path.ruined], path.sizes[path.ruined - 1]
    size = "as large as the others"
    if mine != other:
        larger = max(mine, other) // min(mine, other)
        size = f"{larger} times as {'large' if mine > other else 'small'} as the others"
    return f"{_class(path.ruined)} ({size}) {goes}{wrong}"


def _limit(limit: Limit) -> str:
    return _with_exact(limit.value, limit.name)


def _falls(path: RuinPath, limit: Limit, worst: End, classes: int) -> str:
    return f"With {_path(path)}, the value tends to {_limit(limit)} as ε tends to 0; {_worst_value(worst, classes)}."


def _worst_value(worst: End, classes: int) -> str:
    word, how = ("", "") if worst.known else (" found", f" ({worst.how})")
    verb = "" if worst.approached else "is "
    return f"the worst value{word} over all matrices of {classes} classes {verb}{_end(worst)}{how}"


def _along(along: Sequence[int]) -> str:
    return f"values at ε = 1/{along[0]:,} to 1/{along[-1]:,}"


def _fall_exact(along: Sequence[int], known: bool) -> str:
    result = "" if known else " found"
    seen = f"that the limit is the same is seen from exact {_along(along)}."
    return f"At ε = 0 it is exactly the worst value{result}; {seen}"


def _ruins_tried(paths: int, fewest: int, limit: Limit | None, path: RuinPath | None, skewed: int | None) -> str:
    none = limit is None or path is None
    worst = "there is no limit" if none else f"the worst limit is {_limit(limit)}, with {_path(path)}"  # type: ignore[arg-type]
    also = f"; one class {skewed} times as large or as small as the others makes no fall, either" if skewed else ""
    return (
        f"On {paths} paths to ruin (which class, where its items go, what becomes of the others' errors) with ε down "
        f"to 1/{fewest:,}, limits being extrapolated: with classes of the same size {worst}{also}."
    )


def _each_class_followed(classes: int, exact: bool) -> str:
    how = "confirmed in exact arithmetic" if exact else "in floating point"
    return f"Each of the {classes} classes changes the value of some matrix if it becomes more relevant, {how}."


def _class_ignored(tried: int, place: int, factors: Sequence[int]) -> str:
    relevant = " or ".join(map(times, factors))
    return (
        f"No matrix among {tried:,} changes its value if {_class(place)} becomes {relevant} as relevant as the others."
    )


def _none_of_sizes(undefined: bool) -> str:
    why = "The value is undefined for all of them." if undefined else "There are too many of the same class sizes."
    return f"No matrices could be tried. {why}"


# What a metric does wrong, or by names of classes.


def _failing(matrix: Matrix, why: str) -> str:
    return f"With {len(matrix)} classes it fails on {_matrix(matrix)}: {why}"


def _fails_beyond(matrix: Matrix, why: str, audited: Sequence[int]) -> str:
    return f"{_failing(matrix, why)}; it was audited with {' and '.join(map(str, audited))} classes only."


def _not_finite(infinite: bool, matrix: Matrix, without: int, looked_at: int) -> str:
    return (
        f"It is {'infinite' if infinite else 'undefined'} on {_matrix(matrix)}; {without:,} of {looked_at:,} matrices "
        "looked at have no value and are left out."
    )


def _by_names(matrix: Matrix, value: float | None, otherwise: str) -> str:
    return (
        f"It depends on the names of the classes: on {_matrix(matrix)} it is {_value(value, 6)} for classes named by "
        f"numbers, and named by texts it {otherwise}."
    )


SENTENCES: dict[Kind, str | Callable[..., str]] = {
    "written": lambda text: text,
    "larger_class": lambda place, factor: f"{_class(place)} is {times(factor)} as large, the classifier the same",
    "more_items": _more_items,
    "exchanged_places": lambda first, second: f"classes {first + 1} and {second + 1} exchange their places",
    "exchanged_names": lambda first, second: f"classes {first + 1} and {second + 1} exchange their names",
    "more_in_every_cell": lambda factor: f"there are {times(factor)} as many items in every cell",
    "predicted_more_often": lambda place, factor: (
        f"{_class(place)} is predicted {times(factor)} as often, and as reliably as before"
    ),
    "corrected_error": lambda truth, prediction: (
        f"one item of {_class(truth)} that was taken for {_class(prediction)} is recognised"
    ),
    "error_fewer": lambda truth, prediction: f"one item of {_class(truth)} fewer is taken for {_class(prediction)}",
    "hit_more": lambda place: f"one more item of {_class(place)} is tested and recognised",
    "truth_exchanged": "truth and prediction are exchanged",
    "all_recognised": "all items of the same classes are recognised",
    "something_recognised": "something is recognised",
    "nothing_recognised": "nothing is recognised",
    "even_month": lambda items: f"one month: {items:,} items of each class",
    "rare_month": _rare_month,
    "one_test_set": "one test set",
    "other_sizes": "other class sizes, the same predictions",
    "of_classes": lambda classes: f"{classes} classes",
    "near_bound": lambda classes, attained: f"{classes} classes, {'at' if attained else 'near'} the bound",
    "ruined": _ruined,
    "worst_there_is": lambda attained: "the worst there is" if attained else "near the worst there is",
    "rare_class": lambda place, items, of: f"{_class(place)} has {_items(items)} of {of:,}",
    "absent_class": lambda place: f"{_class(place)} has no items, the others as before",
    "equally_relevant": "all classes equally relevant",
    "more_relevant": lambda place, factor: f"{_class(place)} is {times(factor)} as relevant as the others",
    "labels_beside": lambda truth, labels: f"labels {labels}, if {truth} is the truth",
    "by_lot": lambda shares: f"Predictions drawn by lot in the ratio {' : '.join(map(str, shares))}",
    "constant": lambda place: f"Predictions of {_class(place)} for all items",
    "value_goes": _value_goes,
    "values_of_classes": lambda place, image: (
        f"These are the values of {_class(place)} and of its image, {_class(image)}."
    ),
    "perfect_no_better": _perfect_no_better,
    "months": _months,
    "guess_scores": _guess_scores,
    "goes_further": _goes_further,
    "all_but_one": _all_but_one,
    "jump": _jump,
    "importance_followed": _importance_followed,
    "importance_ignored": lambda value, move: f"The value is {_value(value)}, also if {sentence(move)}.",
    "detour_shorter": _detour_shorter,
    "hit_no_better": _hit_no_better,
    "counterexample": lambda items, exact: f"A counterexample of {items} items, {_confirmed(exact)}.",
    "counterexample_among": _counterexample_among,
    "counterexample_of_three": lambda items, exact: (
        f"A counterexample: three labellings of the same {items} items, {_confirmed(exact)}."
    ),
    "jump_confirmed": lambda exact, factors: (
        f"A jump, {_confirmed(exact)}: the gap does not shrink while the other classes become {_or(factors)} times as "
        "large."
    ),
    "pairs_tried": _pairs_tried,
    "cases_tried": _cases_tried,
    "triples_tried": _triples_tried,
    "sizes_tried": lambda lists, tried: (
        f"No counterexample for {lists:,} lists of class sizes, of which all matrices, or all without a hit and the "
        f"worst near them, were valued ({tried:,} together)."
    ),
    "vanishing_tried": _vanishing_tried,
    "one_constant": _one_constant,
    "several_constants": lambda least, greatest: (
        f"It is not one constant, as it depends on what is predicted: the value is between {_value(least)} and "
        f"{_value(greatest)} for the predictions tried."
    ),
    "ends": _ends,
    "no_end": lambda end: f"There is no {end} value: the metric is unbounded for every number of classes.",
    "directed_search": lambda tried: (
        f"Found by a directed search over {tried:,} matrices with class sizes alike and far apart."
    ),
    "declared_ranges": "The ranges that the metric declares end there, too.",
    "perhaps_beyond": "A search does not show that no matrix goes beyond.",
    "still_moving": "Where a value still moves as the ratio of class sizes grows, nothing is claimed.",
    "no_matrix_shows": "Where they differ, no matrix was found that shows it.",
    "falls": _falls,
    "worst_value": lambda worst, classes: f"{capital(_worst_value(worst, classes))}.",
    "fall_extrapolated": lambda along: (
        f"The limit is extrapolated from exact {_along(along)}; at ε = 0 itself, it is not a value of the metric."
    ),
    "fall_inexact": lambda along: (
        f"The limit is extrapolated from {_along(along)}, in floating point: exact values cannot be computed."
    ),
    "fall_exact": _fall_exact,
    "ruins_tried": _ruins_tried,
    "ruins_left_out": lambda paths: (
        f"{paths} more paths were left out, where the value is undefined or tends to nothing."
    ),
    "each_class_followed": _each_class_followed,
    "class_ignored": _class_ignored,
    "rate_of_one_class": "A rate is a value of one class: an importance weighs its average.",
    "whole_as_counted": (
        "A metric of the whole matrix goes by items; at importance, class shares are set to the weights."
    ),
    "undefined_in_all_cases": lambda cases: f"The value is undefined in all {cases:,} cases.",
    "undefined_in_all_pairs": lambda pairs: f"A value is undefined in all {pairs:,} pairs.",
    "undefined_in_all_triples": lambda cases: f"A value is undefined in all {cases:,} cases.",
    "undefined_without_items": lambda cases: f"The value is undefined if a class has no items, in all {cases:,} cases.",
    "no_bounds": lambda why: f"There are no bounds to compare: {why}",
    "no_limits": lambda paths: (
        f"On none of {paths} paths does the value tend to anything: it is undefined or keeps moving."
    ),
    "no_worst": lambda why: f"There is no worst value to fall to: {why}",
    "none_of_sizes": _none_of_sizes,
    "fails": lambda matrix, why: f"{_failing(matrix, why)}.",
    "argument": lambda because, so, source: f"{because}, {so} ({source}).",
    "labelled": "Class 1 has the label 1, class 2 the label 0, as positive and negative class.",
    "not_exact": (
        "Its exact values cannot be computed: it does more than arithmetic that can be recorded. Values are compared "
        "as floating-point numbers that differ by more than rounding."
    ),
    "fails_beyond": _fails_beyond,
    "not_finite": _not_finite,
    "names_matter": lambda matrix, value, named: _by_names(matrix, value, f"is {_value(named, 6)}"),
    "names_fail": lambda matrix, value, error: _by_names(matrix, value, f"fails with {error}"),
    "examining": lambda title, classes: f"{title}, {classes} classes",
}
"""What each kind of finding says."""
