"""Advice in the terminal and in notebooks, and as the paragraph of a paper about its metrics."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from rich.console import Console

from steelyard.advice.advice import Advice, Entry, Reason
from steelyard.advice.advise import ScoreEntry
from steelyard.counts.labels import some
from steelyard.show import numbers
from steelyard.show.advice_sentences import ground_sentence, property_title
from steelyard.show.html import html_of
from steelyard.show.names import listed
from steelyard.show.parts import EMPTY_LINE, Column, Fold, Item, Part, Sentence, Sheet
from steelyard.show.printing import print_parts, text_of

MOST_REPORTED = 2
"""As many as an advice says to report."""

FOR, AGAINST, UNKNOWN = "+", "–", "?"

MOST_VALUES = 4
"""Slices of a stack whose values are shown."""

USE, AVOID, ASKED = "Use, the best first", "Avoid", "You asked about"
OF_SCORES = "Of metrics of scores"
FITTING = "Nothing of what is asked for speaks against these"
FITTING_AT_SHARES = "Nor against these, if class shares are stated (shares=)"
WITH_CARE = "With care: a paper recommends it here, but"


def print_advice(advice: Advice, console: Console, *, full: bool = False, command_line: bool = False) -> None:
    """Print advice to a console of any width: one reason of each metric, or all; in Python's words or a shell's."""
    print_parts(_advice_parts(advice, full=full, command_line=command_line), console)


def advice_text(advice: Advice, *, full: bool = False) -> str:
    """Return advice as plain text of 80 columns."""
    return text_of(_advice_parts(advice, full=full))


def advice_html(advice: Advice) -> str:
    """Return advice as HTML for a notebook, all reasons folded away."""
    told = [part for part in _advice_parts(advice) if part != _more(command_line=False)]
    return html_of([*told, Fold("All reasons, with examples and sources", list(_all(advice, command_line=False)))])


def _advice_parts(advice: Advice, *, full: bool = False, command_line: bool = False) -> Iterator[Part]:
    """Yield what an advice shows: one reason of each metric, or all."""
    yield Sentence(_headline(advice), "strong")
    yield Sentence(str(advice.situation))
    for reason in advice.suggestions:
        yield Sentence(_sentence(reason, command_line) if not full else _long(reason, command_line))
    if advice.recommended and advice.recommended[0].values:
        yield EMPTY_LINE
        yield from _values(advice.recommended, None if full else MOST_VALUES)
    yield from _all(advice, command_line) if full else _short(advice, command_line)
    if advice.scores:
        yield from _of_scores([entry for entry in advice.scores if isinstance(entry, ScoreEntry)], full=full)
    if not full:
        yield EMPTY_LINE
        yield _more(command_line=command_line)


def _more(*, command_line: bool) -> Sentence:
    how = "--full" if command_line else "print(advice.full())"
    return Sentence(f"All reasons, with examples and sources: {how}.", "dim")


def _headline(advice: Advice) -> str:
    """Return which metrics to report."""
    if not advice.recommended:
        return "No metric meets what is asked for here."
    shown = [
        entry.name if entry.values else f"{entry.name} ({numbers.value(entry.value)})"
        for entry in advice.recommended[:MOST_REPORTED]
    ]
    beside = _of_class(advice)
    if beside:
        return f"Report {', '.join(shown)}, and {beside} beside {'them' if shown[1:] else 'it'}."
    return f"Report {', and '.join(shown)}{' beside it' if shown[1:] else ''}."


def _of_class(advice: Advice) -> str:
    """Return which rates to report of the class that has most of what matters; nothing, if none has."""
    for reason in advice.suggestions:
        if reason.ground.kind == "report_of_class":
            values = dict(reason.ground.values)
            return f"{' and '.join(f'the {rate}' for rate in values['rates'])} of {some([values['label']])}"
    return ""


def _values(entries: Sequence[Entry], most: int | None) -> Iterator[Part]:
    """Yield a table with a row for each slice of a stack."""
    slices = [name for name, _ in entries[0].values]
    shown = slices[:most]
    names = [key if len(name) == 1 else _joined(name) for name in shown for _, key in name[:1]]
    values = [
        Column(entry.metric.name, [numbers.value(value) for _, value in entry.values[: len(shown)]])
        for entry in entries
    ]
    yield Sheet([Column(" × ".join(axis for axis, _ in slices[0]), names, "names"), *values])
    if len(slices) > len(shown):
        yield Sentence(f"and {len(slices) - len(shown)} more")


def _joined(name: Sequence[tuple[str, object]]) -> str:
    return ", ".join(str(key) for _, key in name)


def _short(advice: Advice, command_line: bool) -> Iterator[Part]:
    """Yield each metric once, with one reason."""
    if advice.asked:
        yield from _heading(ASKED)
        for entry in advice.asked:
            told = _brief(_telling(entry), command_line=command_line)
            yield Item(f"{_named(entry)}: {entry.standing}. {told}")
    if advice.recommended:
        yield from _heading(USE)
        for rank, entry in enumerate(advice.recommended, 1):
            yield Item(f"{_named(entry)}: {_why(entry)}", f"{rank}.")
    for heading, entries in ((WITH_CARE, advice.with_care), (AVOID, advice.avoid)):
        if entries:
            yield from _heading(heading)
            yield from _grouped(entries)


def _telling(entry: Entry) -> Reason:
    """Return the one reason to tell: the first against a metric unless it is recommended or fits."""
    against = [reason for reason in entry.reasons if reason.against]
    return against[0] if against and entry.standing in ("with care", "avoid") else entry.reasons[0]


def _why(entry: Entry) -> str:
    """Return what a metric answers, with the first thing that speaks against it."""
    first, *others = entry.reasons
    # What is recommended meets what is asked for: that it moves with class shares is told only if they stay.
    against = [r for r in others if r.against and not (r.witness and r.witness.property == "condition_1")]
    if not against:
        return _brief(first)
    # What a constant answer gets here says more than that it scores high.
    but = against[0].sentence if against[0].witness or not against[0].detail else against[0].detail
    return f"{_brief(first)} But {but[0].lower()}{but[1:]}{' [atlas]' if against[0].witness else ''}"


def _grouped(entries: Sequence[Entry]) -> Iterator[Part]:
    """Yield what first speaks against metrics, each reason once, and who recommends them all the same."""
    groups: dict[str, dict[str, list[Entry]]] = {}
    for entry in entries:
        reason = _telling(entry)
        source = _source(entry.reasons[0] if entry.standing == "with care" else reason)
        groups.setdefault(reason.sentence, {}).setdefault(source, []).append(entry)
    for sentence, by_source in groups.items():
        named = (f"{', '.join(map(_named, members))} [{source}]" for source, members in by_source.items())
        yield Item(f"{sentence.rstrip('.')}: {', '.join(named)}")


def _all(advice: Advice, command_line: bool) -> Iterator[Part]:
    """Yield each metric with all its reasons."""
    parts = ((ASKED, advice.asked), (USE, advice.recommended), (WITH_CARE, advice.with_care), (AVOID, advice.avoid))
    for heading, entries in parts:
        if not entries:
            continue
        yield from _heading(heading)
        for rank, entry in enumerate(entries, 1):
            title = f"{_named(entry)}: {entry.standing}" if heading == ASKED else _named(entry)
            yield Sentence(f"{rank}. {title}" if heading == USE else title, "strong")
            for reason in entry.reasons:
                sign = UNKNOWN if entry.standing == "not judged" else AGAINST if reason.against else FOR
                yield Item(_long(reason, command_line), sign, indent=3)


def _of_scores(entries: Sequence[ScoreEntry], *, full: bool) -> Iterator[Part]:
    """Yield which metrics of scores fit, and what first speaks against the others, or all of it."""
    yield from _heading(OF_SCORES)
    for told, stated in ((FITTING, False), (FITTING_AT_SHARES, True)):
        fitting = [e.metric for e in entries if e.standing == "fits" and (e.shares is not None) == stated]
        if fitting:
            yield Item(f"{told}: {', '.join(fitting)}")
    against: dict[str, list[str]] = {}
    for entry in entries:
        for reason in entry.reasons if full else entry.reasons[:1]:
            told = f"{reason.sentence.rstrip('.')} [{_source(reason)}]"
            against.setdefault(told, []).append(entry.metric)
    for told, names in against.items():
        yield Item(f"{told}: {', '.join(names)}")


def _heading(words: str) -> Iterator[Part]:
    yield EMPTY_LINE
    yield Sentence(words, "strong")


def _long(reason: Reason, command_line: bool) -> str:
    example = f"An example of the atlas: {reason.detail}" if reason.witness and reason.detail else reason.detail
    return " ".join(filter(None, (_sentence(reason, command_line), example, f"[{reason.cited}]")))


def _brief(reason: Reason, *, command_line: bool = False) -> str:
    return f"{_sentence(reason, command_line)} [{_source(reason)}]"


def _sentence(reason: Reason, command_line: bool) -> str:
    return ground_sentence(reason.ground, command_line=command_line)


def _source(reason: Reason) -> str:
    """Return the first source, shortly: of the atlas the property."""
    if reason.witness is not None:
        return f"atlas, {property_title(reason.witness.property)}"
    return reason.source.replace(" et al.", "").replace("section ", "§")


def _named(entry: Entry) -> str:
    return entry.name if entry.value is None else f"{entry.name} {numbers.value(entry.value)}"


# The paragraph of a paper about its metrics, with its references.


REFERENCES = {
    "Branco et al. 2017": (
        "P. Branco, L. Torgo, R. P. Ribeiro: Relevance-based evaluation metrics for multi-class imbalanced domains. "
        "PAKDD 2017, LNAI 10234. doi:10.1007/978-3-319-57454-7_54"
    ),
    "Chicco and Jurman 2020": (
        "D. Chicco, G. Jurman: The advantages of the Matthews correlation coefficient (MCC) over F1 score and accuracy "
        "in binary classification evaluation. BMC Genomics 21, 6, 2020. doi:10.1186/s12864-019-6413-7"
    ),
    "Gorodkin 2004": (
        "J. Gorodkin: Comparing two K-category assignments by a K-category correlation coefficient. "
        "Computational Biology and Chemistry 28(5–6), 367–374, 2004. doi:10.1016/j.compbiolchem.2004.09.006"
    ),
    "Mullick et al. 2020": (
        "S. S. Mullick, S. Datta, S. G. Dhekane, S. Das: Appropriateness of performance indices for imbalanced data "
        "classification: An analysis. Pattern Recognition 102, 107197, 2020. doi:10.1016/j.patcog.2020.107197"
    ),
    "Saito and Rehmsmeier 2015": (
        "T. Saito, M. Rehmsmeier: The precision-recall plot is more informative than the ROC plot when evaluating "
        "binary classifiers on imbalanced datasets. PLoS ONE 10(3), e0118432, 2015. doi:10.1371/journal.pone.0118432"
    ),
}
"""In full, what reasons cite by name and year: each as its journal or its DOI's page has it, looked up 2026-11-18."""

KNOWN = re.compile("|".join(REFERENCES))

ATLAS = "counterexamples are in the atlas of Steelyard"


def methods_paragraph(advice: Advice) -> str:
    """Return the paragraph, and below it the references that it cites."""
    said = [str(advice.situation), *_reported(advice), *_left_out(advice.avoid)]
    paragraph = " ".join(said)
    cited = dict.fromkeys(KNOWN.findall(paragraph))
    listed = [f"{name}: {REFERENCES[name]}." for name in sorted(cited)]
    return "\n".join([paragraph, *(["", "References", *listed] if listed else [])])


def _reported(advice: Advice) -> Iterator[str]:
    if not advice.recommended:
        yield "No metric meets all of this."
    for place, entry in enumerate(advice.recommended[:MOST_REPORTED]):
        also = "also " if place else ""
        yield f"We {also}report {entry.name}. {_with_source(entry.reasons[0])}"
    if beside := _of_class(advice):
        yield f"We also report {beside}."


def _left_out(entries: Sequence[Entry]) -> Iterator[str]:
    """Yield, for each reason against metrics, a sentence that names all that it speaks against."""
    groups: dict[str, list[Entry]] = {}
    for entry in entries:
        groups.setdefault(_telling(entry).sentence, []).append(entry)
    for reason, members in groups.items():
        # Each with the paper that says it of this metric: one theorem is not about all of them.
        named = listed([f"{entry.name}{_papers(_telling(entry))}" for entry in members], len(members))
        alike = "all for one reason" if len(members) > 1 else "for this reason"
        because = f"{reason[0].lower()}{reason[1:].rstrip('.')}"
        shown = f" ({ATLAS})" if all(_is_refuted(_telling(entry)) for entry in members) else ""
        yield f"We do not report {named}, {alike}: {because}{shown}."


def _is_refuted(reason: Reason) -> bool:
    return reason.witness is not None and reason.witness.verdict().status == "refuted"


def _with_source(reason: Reason) -> str:
    return f"{reason.sentence.rstrip('.')}{_papers(reason)}."


def _papers(reason: Reason) -> str:
    """Return in brackets the papers that say so."""
    papers = [part.strip() for part in reason.cited.split(";") if KNOWN.search(part)]
    return f" ({'; '.join(papers)})" if papers else ""
