"""Find what is wrong with the files of Gupta et al.'s log parsing: by themselves, by the truth, by runs of our own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal, InvalidOperation
from typing import Any

from steelyard_papers.experiments.log_parsing.authors_reading import (
    PARSERS,
    AuthorsSet,
    Counts,
    errors_file,
    sizes_file,
    weights_file,
)

LINES = 2000
"""Messages of each data set."""

Defect = dict[str, Any]
"""dataset, parser (None if not of a parser), kind, event, errors, members, sentence."""


def defects(
    sets: Sequence[AuthorsSet],
    truth: Mapping[str, Mapping[str, int]] | None = None,
    right: Mapping[tuple[str, str], Mapping[str, int]] | None = None,
) -> list[Defect]:
    """Return the defects of the files, each with a sentence.

    Parameters
    ----------
    sets
        What the files say.
    truth
        The class sizes of loghub's sets, by set and event.
    right
        How many messages of each event a run of ours got right, by (set, parser), for parsers without randomness.
    """
    result: list[Defect] = []
    for each in sets:
        result += _of_sizes(each, (truth or {}).get(each.name))
        for parser in PARSERS:
            result += _of_errors(each, parser)
            result += _against_ours(each, parser, (right or {}).get((each.name, parser)))
        result += _of_weights(each, sets)
    return result


def _defect(
    dataset: str, parser: str | None, kind: str, sentence: str, *, event: str | None = None,
    errors: int | None = None, members: int | None = None,
) -> Defect:  # fmt: skip
    return {
        "dataset": dataset, "parser": parser, "kind": kind, "event": event, "errors": errors, "members": members,
        "sentence": sentence,
    }  # fmt: skip


def _of_sizes(each: AuthorsSet, truth: Mapping[str, int] | None) -> Iterator[Defect]:
    file, members = sizes_file(each.name), each.members
    for event, times in _repeated(each.sizes):
        sentence = f"{file} lists {event} {times} times."
        yield _defect(each.name, None, "listed several times", sentence, event=event, members=members[event])
    if (total := sum(members.values())) != LINES:
        yield _defect(each.name, None, "other total", f"{file} has {total} messages, not {LINES}.", members=total)
    for event in [] if truth is None else dict.fromkeys((*members, *truth)):
        theirs, true = members.get(event, 0), (truth or {}).get(event, 0)
        if theirs != true:
            sentence = f"{file} gives {event} {theirs} members; loghub has {true}."
            yield _defect(each.name, None, "other class size", sentence, event=event, members=theirs)


def _of_errors(each: AuthorsSet, parser: str) -> Iterator[Defect]:
    file, members, listed = errors_file(each.name, parser), each.members, each.errors[parser]
    if listed is None:
        sentence = f"{file} does not exist; their evaluator takes that for a parser without errors."
        yield _defect(each.name, parser, "file missing", sentence)
        return
    for event, times in _repeated(listed):
        sentence = f"{file} lists {event} {times} times; their evaluator takes the last line."
        yield _defect(
            each.name, parser, "listed several times", sentence, event=event, errors=dict(listed)[event],
            members=members.get(event),
        )  # fmt: skip
    for event, errors in dict(listed).items():
        if event not in members:
            sentence = f"{file} has errors of {event}, which is not in {sizes_file(each.name)}."
            yield _defect(each.name, parser, "unknown event", sentence, event=event, errors=errors)
        elif errors > members[event]:
            often, rest = divmod(errors, members[event])
            said = "too many" if rest else f"{often} times as many"
            sentence = f"{file} has {errors} errors of {event}, which has {members[event]} members: {said}."
            yield _defect(
                each.name, parser, "more errors than members", sentence, event=event, errors=errors,
                members=members[event],
            )  # fmt: skip


def _against_ours(each: AuthorsSet, parser: str, hits: Mapping[str, int] | None) -> Iterator[Defect]:
    """Compare with our run; a class has no errors there, or as many as members, by the benchmark's rule."""
    theirs = each.errors_of(parser)
    if hits is None or theirs is None:
        return
    file = errors_file(each.name, parser)
    for event, members in each.members.items():
        ours, errors = members - hits.get(event, 0), min(theirs.get(event, 0), members)
        if ours > 0 and not errors:
            sentence = f"{file} leaves {event} out; our run of {parser} misparses {ours} of its {members} members."
            yield _defect(
                each.name, parser, "misparsed class left out", sentence, event=event, errors=0, members=members
            )
        elif ours != errors:
            sentence = f"{file} has {errors} errors of {event}; our run of {parser} has {ours}."
            yield _defect(each.name, parser, "other errors", sentence, event=event, errors=errors, members=members)


def _of_weights(each: AuthorsSet, sets: Sequence[AuthorsSet]) -> Iterator[Defect]:
    if each.weights is None:
        return
    file, named, members = weights_file(each.name), dict(each.weights), each.members
    numbers = {event: _number(weight) for event, weight in named.items()}
    for event, weight in numbers.items():
        if weight is None:
            sentence = f"{file} gives {event} no number; their evaluator stops there."
            yield _defect(each.name, None, "no weight", sentence, event=event, members=members.get(event))
    total = sum((weight for weight in numbers.values() if weight is not None), Decimal(0))
    if total != 1:
        yield _defect(each.name, None, "sum of weights", f"{file} sums to {total}, not 1; their evaluator refuses it.")
    if set(named) != set(members):
        other = next((other.name for other in sets if set(other.members) == set(named)), None)
        those = "" if other is None else f", those of {other}"
        left = len(set(members) - set(named))
        sentence = f"{file} names {len(named)} classes{those}, and leaves {left} of {each.name}'s {len(members)} out."
        yield _defect(each.name, None, "weights of other classes", sentence)


def _repeated(listed: Counts) -> list[tuple[str, int]]:
    return [(event, times) for event, times in Counter(event for event, _ in listed).items() if times > 1]


def _number(text: str | None) -> Decimal | None:
    try:
        number = None if text is None else Decimal(text)
    except InvalidOperation:
        return None
    return number if number is not None and number.is_finite() else None
