"""What a reader must know about an evaluation, in words: what is wrong, about which metrics, and what to do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from steelyard.counts.labels import text
from steelyard.counts.plain_numbers import percentage
from steelyard.measuring.notes import Kind
from steelyard.show.class_names import capital, listed, named, quoted, verb
from steelyard.show.note_sentences import no_best, sentence, told_together

if TYPE_CHECKING:
    from steelyard.evaluation.cautions import Caution

MOST_METRICS = 3
MOST_MODELS = 2
"""Names in a sentence; the rest is counted."""

INSTEAD, EACH_CLASS = "Judge by {instead}.", "Look at the recall and the precision of each class."
"""What to do where a metric misleads: where no other is fit to judge by, to look at the classes."""

TO_DO: dict[Kind, str] = {
    "no_true_class": "Check that truth and predictions use the same names.",
    "undefined": "Look at the classes one by one.",
    "given_up": "`undefined` chooses what counts.",
    "left_out": "Compare only numbers over the same classes.",
    "left_out_of_average": "Compare only numbers over the same classes.",
    "constant_answer": INSTEAD,
    "weight_of_one_class": "Look at precision and F1 of {of}, too: they count its false alarms.",
    "one_class_at_zero": INSTEAD,
    "exchanged_answers": INSTEAD,
    "class_shares": INSTEAD,
    "high_floor": "Read it from there to 1, not from 0.",
    "no_best": "`undefined` chooses what counts.",
    "few_items": "More items of {it} would help most.",
    "small_class": "More items of {it} would help most.",
    "small_rate": "More items of {it} would help most.",
    "never_found": "More items of {it} would help most.",
    "empty_class": "Add items of {it}.",
    "few_groups": "More groups would help.",
}
"""What to do; where the note itself says it, nothing."""


def caution_sentence(caution: Caution, instead: Sequence[str] | None = None) -> str:
    """Return one caution as one or two short sentences; `instead` names metrics that can be judged by, if it is known.

    Examples
    --------
    >>> import steelyard as sy
    >>> print(sy.evaluate([[0, 10], [0, 90]], metrics="accuracy").notes[0])
    accuracy misleads: always answering 1 would get 0.900.
    """
    strange = caution.kind == "no_true_class"
    wrong = capital(sentence(caution.notes[0])) if strange else _wrong(caution)
    return " ".join(filter(None, (f"{wrong}.", _to_do(caution, instead))))


def _wrong(caution: Caution) -> str:
    metrics, first = listed(caution.metrics, MOST_METRICS), caution.notes[0]
    models = [", ".join(text(key) for _, key in name) for name in caution.models]
    about = f"{metrics} of {listed(models, MOST_MODELS)}" if models else metrics
    if caution.kind == "undefined":
        return f"{about} {verb(caution.metrics, 'is', 'are')} {sentence(first)}"
    if caution.kind == "no_best":
        return _no_best(caution, metrics)
    if caution.kind == "given_up":
        failed = f"{capital(named(first.labels))} {' or '.join(first.causes)}"
        return f"{failed}: this counts as the worst in {about}"
    if caution.kind in ("left_out", "left_out_of_average", "counts_as_zero"):
        return _left(caution, about)
    if caution.misleading:
        return f"{about} {verb(caution.metrics, 'misleads', 'mislead')}: {told_together(caution.notes)}"
    few = models or len(caution.metrics) <= MOST_METRICS
    return f"{capital(told_together(caution.notes))}{f' ({about})' if few else ''}"


def _no_best(caution: Caution, metrics: str) -> str:
    if len({(note.labels, note.causes) for note in caution.notes}) == 1:
        return f"By {metrics} {no_best(*caution.notes[:MOST_METRICS])}"
    return f"By {metrics} no model is the best: it depends on what undefined terms count"


def _left(caution: Caution, about: str) -> str:
    """Return which classes are not in which numbers; why, in the shortest words that one of them has."""
    first = caution.notes[0]
    why = min((cause for note in caution.notes for cause in note.causes), key=len)
    left = verb(first.labels, "is left out of", "are left out of")
    what = verb(first.labels, "counts as 0 in", "count as 0 in") if caution.kind == "counts_as_zero" else left
    return f"{capital(named(first.labels))} ({percentage(first.amount or 0)} of the weight) {what} {about}: {why}"


def _to_do(caution: Caution, instead: Sequence[str] | None) -> str:
    do = TO_DO.get(caution.kind, "")
    if do == INSTEAD:
        return "" if instead is None else do.format(instead=instead[0]) if instead else EACH_CLASS
    labels = caution.notes[0].labels
    return do.format(it=verb(labels, "it", "them"), of=" and ".join(quoted(labels)))
