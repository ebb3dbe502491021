"""All sentences of notes, in one place, and those of cautions: what is wrong, about which metrics, what to do."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple, cast

from steelyard.counts.labels import percentage, some, text
from steelyard.measuring.notes import Kind, Note
from steelyard.measuring.view import Policy
from steelyard.show.evaluation_sentences import no_best
from steelyard.show.names import capital, listed, named, quoted, verb

if TYPE_CHECKING:
    from steelyard.evaluation.score import Caution

NARROW = "the interval may be too narrow"
MISLEADING = "misleading: "
"""How a note begins that says why a number misleads."""

OFFERED = {
    "": "the interval has no width",
    "bayesian": "this is the Bayesian interval",
    "bayes": "the interval has no width; intervals='bayes' gives one",
    "prior": "the interval has no width; another prior, such as 'jeffreys', gives one",
}
"""What follows where nothing varies."""


class Words(NamedTuple):
    """A sentence in parts: where notes differ in the amount alone, or in what leads to it, they can be told as one."""

    before: str
    lead: str = ""
    amount: str = ""
    after: str = ""
    metric: str = ""

    def __str__(self) -> str:
        of = f" ({self.metric})" if self.metric else ""
        return f"{self.before}{self.lead}{self.amount}{of}{self.after}"


def sentence(note: Note) -> str:
    """Return what a note says, without a full stop.

    Examples
    --------
    >>> from steelyard.show.note_sentences import sentence
    >>> from steelyard.measuring.notes import Note
    >>> sentence(Note("small_class", labels=("a; class b",), amount=10, unit="groups", model="svm"))
    "svm: class 'a; class b' has fewer than 10 groups"
    """
    return str(words(note))


def words(note: Note) -> Words:
    """Return the same in parts."""
    said = SENTENCES[note.kind](note)
    parts = said if isinstance(said, Words) else Words(said)
    if note.model is None or note.kind == "no_true_class":  # which names it itself
        return parts
    return parts._replace(before=f"{text(note.model)}: {parts.before}")


def together(notes: Iterable[Note]) -> Words:
    """Return several notes as one sentence, which has no amount of its own; one note in its parts."""
    several = list(notes)
    return words(several[0]) if len(several) == 1 else Words("; ".join(map(sentence, several)))


def told_together(notes: Sequence[Note]) -> str:
    """Return notes that differ in their amounts alone as one sentence: with the amount of each.

    Examples
    --------
    >>> from steelyard.measuring.notes import Note
    >>> notes = [Note("constant_answer", ("ok",), amount=x, metric=m) for x, m in ((0.95, "accuracy"), (0.1, "cen"))]
    >>> told_together(notes)
    "always answering 'ok' would get 0.950 and 0.100"
    """
    first = words(notes[0])
    amounts = list(dict.fromkeys(words(note).amount for note in notes))
    return f"{first.before}{first.lead}{listed(amounts)}{first.after}" if first.amount else str(first)


def _number(note: Note) -> float:
    return 0.0 if note.amount is None else note.amount


def _classes(one: str, several: str) -> Callable[[Note], str]:
    return lambda note: f"{named(note.labels)} {verb(note.labels, one, several)}"


def _always(what: str) -> Callable[[Note], str]:
    return lambda _: what


def _weighing(note: Note) -> str:
    of = "" if note.amount is None else f" ({percentage(note.amount)} of the weight)"
    return f"{named(note.labels)}{of}"


def _left(one: str, several: str) -> Callable[[Note], str]:
    return lambda note: f"{_weighing(note)} {verb(note.labels, one, several)}: {' or '.join(note.causes)}"


def _given_up(note: Note) -> str:
    failed = f"{_weighing(note)} {' or '.join(note.causes)}"
    if not note.metric:
        return f"{failed}: this counts as the worst"
    return f"{failed}: {verb(note.labels, 'its', 'their')} {note.metric} counts as {note.beside[0]:g}"


def _valued(before: str, lead: str, note: Note) -> Words:
    return Words(before, lead, f"{_number(note):.3f}", metric=note.metric)


def _constant_answer(note: Note) -> Words:
    return _valued("", f"always answering {listed(quoted(note.labels))} would get ", note)


def _weight_of_one_class(note: Note) -> Words:
    weight = f"{named(note.labels)} has {percentage(note.beside[0])} of the weight, so "
    return _valued(weight, f"always answering {listed(quoted(note.labels))} would get ", note)


def _one_class_at_zero(note: Note) -> str:
    return (
        f"it is at its worst because {named(note.labels)} {verb(note.labels, 'is', 'are')} never found; the other "
        f"classes have a mean recall of {_number(note):.3f}"
    )


def _exchanged_answers(note: Note) -> str:
    then, now = _number(note), note.beside[0]
    right, instead = f"{then:g} of their items", f"{now:g}"
    if note.unit == "weight":
        right, instead = f"{percentage(then)} of the weight of their items", percentage(now)
    return (
        f"it stays the same if the answers {listed(quoted(note.labels))} are exchanged, although {right} would then "
        f"be right instead of {instead}"
    )


def _class_shares(note: Note) -> Words:
    share, weight = note.beside
    items = "the weight of the items" if note.unit == "weight" else "the items"
    before = (
        f"{named(note.labels)} is {percentage(share)} of {items} but {percentage(weight)} of what matters; with class "
        "shares by what matters it "
    )
    return _valued(before, "would be ", note)


def _high_floor(note: Note) -> Words:
    return _valued(f"with {note.beside[0]:.0f} classes nobody gets ", "less than ", note)


def _no_best(*notes: Note) -> str:
    """Return that no model is the best by metrics by which the same two dispute it, with the values of each."""
    first, other = map(text, notes[0].labels)
    used, policy = (cast(Policy, cause) for cause in notes[0].causes)
    return no_best((first, other), (used, policy), [note.beside for note in notes])


def _of_the_draws(before: str, note: Note) -> Words:
    return Words(before, amount=f"{100 * _number(note):.0f}", after="% of the draws")


def _few_items(note: Note) -> str:
    items, name = _number(note), named(note.labels)
    if not items:
        return f"{name} has no items: the value is that of the other classes, and the interval allows for any of it"
    if note.unit == "groups":
        return f"only {items:.0f} {'group has' if items == 1 else 'groups have'} items of {name}"
    return f"there {'is' if items == 1 else 'are'} only {items:.0f} {'item' if items == 1 else 'items'} of {name}"


def _long_to_compute(note: Note) -> str:
    slices, classes = note.beside[0], _number(note)
    many = f"{classes:,.0f} classes" if slices == 1 else f"{slices:,.0f} slices of {classes:,.0f} classes"
    return f"they take long for {many}; ask for them with intervals={note.remedy!r}"


def _no_true_class(note: Note) -> str:
    whose = "" if note.model is None else f" of {note.model!r}"
    return f"no prediction{whose} is a true class ({some(note.labels)}; the classes are {some(note.among)})"


def _missing_in_slices(note: Note) -> str:
    few = f"{_number(note):.0f} of {note.beside[0]:.0f} slices {'has' if note.amount == 1 else 'have'}"
    what = f"{few} no items of {named(note.labels)}"
    return (
        f"{what}, which {note.metric} is about"
        if note.metric
        else f"{what}: averages over the classes are without it there"
    )


SENTENCES: dict[Kind, Callable[[Note], str | Words]] = {
    "undefined": lambda note: f"undefined: {' or '.join(note.causes)}",
    "given_up": _given_up,
    "left_out": _left("is left out", "are left out"),
    "left_out_of_average": _left("is left out of one of the averages", "are left out of one of the averages"),
    "counts_as_zero": _left("counts as 0", "count as 0"),
    "constant_answer": _constant_answer,
    "weight_of_one_class": _weight_of_one_class,
    "one_class_at_zero": _one_class_at_zero,
    "exchanged_answers": _exchanged_answers,
    "class_shares": _class_shares,
    "high_floor": _high_floor,
    "no_best": _no_best,
    "undefined_value": _always("the value is undefined"),
    "undefined_in_every_draw": _always("the metric is undefined in every draw"),
    "derivatives_without_bounds": _always(
        "its slopes have no bounds here, so the delta method says nothing; intervals='bootstrap' does"
    ),
    "single_class": _always("with one class no error is possible, so there is nothing to tell"),
    "too_many_classes": _always("there are too many classes for intervals class by class; take intervals='percentile'"),
    "too_few_groups": lambda note: f"there is only {_number(note):.0f} {note.unit} to draw from",
    "groups_needed": lambda note: f"groups are drawn by {note.unit!r}, so at least two of them must have items",
    "nothing_varies": lambda note: f"nothing varies in the data, so {OFFERED[note.remedy]}",
    "hardly_varies": lambda note: f"almost nothing varies in the draws, so {OFFERED[note.remedy]}",
    "few_groups": lambda note: f"there are only {_number(note):.0f} groups, so {NARROW}",
    "small_class": lambda note: (
        f"{named(note.labels)} {verb(note.labels, 'has', 'have')} fewer than {_number(note):.0f} {note.unit}"
    ),
    "small_rate": lambda note: f"the rate of {named(note.labels)} rests on fewer than {_number(note):.0f} {note.unit}",
    "empty_class": _classes("has no items", "have no items"),
    "never_found": _classes(f"is never found, so {NARROW}", f"are never found, so {NARROW}"),
    "always_found": _classes(f"is always found, so {NARROW}", f"are always found, so {NARROW}"),
    "biased_draws": lambda note: Words(
        "the draws differ from the value by ",
        amount=f"{_number(note):.1f}",
        after=" standard errors on average, because many cells have few items",
    ),
    "undefined_in_draws": lambda note: _of_the_draws("the metric is undefined in ", note),
    "infinite_in_draws": lambda note: _of_the_draws("the metric is undefined or infinite in ", note),
    "class_undefined_in_draws": lambda note: _of_the_draws(
        f"{named(note.labels)} {verb(note.labels, 'is', 'are')} undefined in ", note
    ),
    "few_draws": lambda note: (
        f"{_number(note):,.0f} draws are too few for an interval of {100 * note.beside[0]:.15g} %"
    ),
    "few_decide": lambda note: f"few {note.unit} decide, so {NARROW}; intervals='bootstrap' follows their skew",
    "few_items": _few_items,
    "weighted_items": _always(
        "the counts are weights of items, so the number of items is not known; name a column of groups, such as the "
        "items themselves, or give counts= if they are counts"
    ),
    "weights_as_counts": lambda note: (
        f"the counts are weights, such as {_number(note):g} (a float), so the number of items is not known; name a "
        "column of groups, such as the items themselves, or give integers if they are counts"
    ),
    "too_many_items": lambda note: (
        f"there are {_number(note):.3g} items, and at most {note.beside[0]:.3g} can be drawn; divide the counts"
    ),
    "long_to_compute": _long_to_compute,
    "no_rates_by": lambda note: f"the rates of {_number(note):,.0f} classes have no intervals by {note.causes[0]}",
    "undefined_pair": _always("one of the values is undefined"),
    "difference_never_defined": _always("the difference is undefined in every draw"),
    "draws_alike": _always(f"all draws are alike, so {NARROW}"),
    "no_true_class": _no_true_class,
    "items_for_some_models": _classes("has items for some models only", "have items for some models only"),
    "missing_in_slices": _missing_in_slices,
    "slices_unsaid": lambda note: (
        f"the slices of {note.unit!r} have no part in this verdict; `evaluate` shows each of them; if they are "
        "folds of cross-validation or data sets of their own, say so with `across`"
    ),
    "one_class_only": lambda note: (
        f"undefined: all items are of {named(note.labels)}, so there is nothing to rank them against"
    ),
    "impossible_truth": lambda note: (
        f"infinite: {_number(note):,.0f} {verb(range(int(_number(note))), 'item has', 'items have')} a true class to "
        "which the model gave the probability 0; if that was rounded, give it a small number instead"
    ),
    "no_items_to_rank": _classes("has no items and is left out", "have no items and are left out"),
    "equal_scores": _always("all scores are equal, so the model ranks nothing"),
    "moved_by_chance": _always(
        "of few items it comes out larger than it is, so it has no interval and no test is made of it"
    ),
    "below_chance": lambda note: (
        "worse than chance for every class: perhaps the scores are of another class than was said; check positive=, "
        f"or that the columns are in the order {listed(quoted(note.labels))}"
    ),
    "too_open": lambda note: (
        f"shares are unknown: what was said leaves {_number(note):,.0f} classes open and few weights that agree, more "
        "than a random walk crosses"
    ),
    "walks_remember": _always(
        "shares are unknown: the random walks through the weights that agree did not forget where they started"
    ),
    "costs_unknown": _always("costs were given for the present classes, and those of added classes are not known"),
}
"""What each kind of note says."""


# Cautions: notes told together, by what is wrong, and what to do about it.


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
        return _caution_no_best(caution, metrics)
    if caution.kind == "given_up":
        failed = f"{capital(named(first.labels))} {' or '.join(first.causes)}"
        return f"{failed}: this counts as the worst in {about}"
    if caution.kind in ("left_out", "left_out_of_average", "counts_as_zero"):
        return _caution_left(caution, about)
    if caution.misleading:
        return f"{about} {verb(caution.metrics, 'misleads', 'mislead')}: {told_together(caution.notes)}"
    few = models or len(caution.metrics) <= MOST_METRICS
    return f"{capital(told_together(caution.notes))}{f' ({about})' if few else ''}"


def _caution_no_best(caution: Caution, metrics: str) -> str:
    if len({(note.labels, note.causes) for note in caution.notes}) == 1:
        return f"By {metrics} {_no_best(*caution.notes[:MOST_METRICS])}"
    return f"By {metrics} no model is the best: it depends on what undefined terms count"


def _caution_left(caution: Caution, about: str) -> str:
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


WAYS = {
    "classwise": "class by class, from",
    "bootstrap": "bootstrap of",
    "percentile": "percentiles of the bootstrap of",
    "bca": "BCa bootstrap of",
    "delta": "delta method on",
    "bayes": "Bayesian bootstrap of",
}
"""Each way, as a sentence on it begins; Bayesian without groups has a prior, and one of its own."""
