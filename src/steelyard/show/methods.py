"""The paragraph of a paper about its metrics, from an advice: what is reported, what is not, why, and who says so."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from steelyard.advice.advice import Advice, Entry, Reason
from steelyard.show.advice import of_class, telling

MOST_REPORTED = 2
"""As many as an advice says to report."""

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
    if beside := of_class(advice):
        yield f"We also report {beside}."


def _left_out(entries: Sequence[Entry]) -> Iterator[str]:
    """Yield, for each reason against metrics, a sentence that names all that it speaks against."""
    groups: dict[str, list[Entry]] = {}
    for entry in entries:
        groups.setdefault(telling(entry).sentence, []).append(entry)
    for reason, members in groups.items():
        # Each with the paper that says it of this metric: one theorem is not about all of them.
        named = _listed([f"{entry.name}{_papers(telling(entry))}" for entry in members])
        alike = "all for one reason" if len(members) > 1 else "for this reason"
        because = f"{reason[0].lower()}{reason[1:].rstrip('.')}"
        shown = f" ({ATLAS})" if all(_is_refuted(telling(entry)) for entry in members) else ""
        yield f"We do not report {named}, {alike}: {because}{shown}."


def _is_refuted(reason: Reason) -> bool:
    return reason.witness is not None and reason.witness.verdict().status == "refuted"


def _with_source(reason: Reason) -> str:
    return f"{reason.sentence.rstrip('.')}{_papers(reason)}."


def _papers(reason: Reason) -> str:
    """Return in brackets the papers that say so."""
    papers = [part.strip() for part in reason.cited.split(";") if KNOWN.search(part)]
    return f" ({'; '.join(papers)})" if papers else ""


def _listed(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
