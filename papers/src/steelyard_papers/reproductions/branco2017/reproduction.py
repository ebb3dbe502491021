"""Compute Tables 2 to 5 and the rank in Figure 1 of Branco et al."""

from __future__ import annotations

from functools import partial
from typing import Any

from steelyard import Confusion, importance, metrics
from steelyard.importance import Importance
from steelyard_papers.reproductions.branco2017 import discrimination, expected, figure1, inputs
from steelyard_papers.reproductions.cells import Cell, judged
from steelyard_papers.reproductions.reproduction import Reproduction, Table

ID = "branco2017"

# The paper's names and ours. Table 2: rates of one class.
RATES = {"rec": "recall", "prec": "precision", "F1": "f"}

# Table 1.
EXISTING = {
    "AvAcc": "average_accuracy",
    "MAvG": "g_mean",
    "Rec_M": "balanced_accuracy",
    "Prec_M": "macro_precision",
    "Rec_μ": "micro_recall",
    "Prec_μ": "micro_precision",
    "F_1M": "f_of_averages",
    "F_1μ": "micro_f",
    "AvF_1": "mean_f",
    "CBA": "cba",
    "MCC": "mcc",
    "RCI": "rci",
    "CEN": "cen",
}

# Equations 4 to 8.
RELEVANCE_BASED = {
    "Rec": "balanced_accuracy",
    "Prec": "macro_precision",
    "F_1": "f_of_averages",
    "AvF_1": "mean_f",
    "CBA": "cba",
}


def reproduce() -> Reproduction:
    """Compare every number of Tables 2 to 5, and Rank(E), with ours."""
    cases = {case: _confusion(counts) for case, counts in inputs.MATRICES.items()}
    tables = (
        Table("Table 2", "table2", "recall, precision and F1 of each class", _table_2(cases)),
        Table("Table 3, N.Val.", "table3", "existing metrics, normalised (%)", _table_3(cases, normalised=True)),
        Table("Table 3, Value", "table3", "existing metrics, values", _table_3(cases, normalised=False)),
        *(
            Table(f"Table 4, {case}", "table4", "relevance of each class by mechanism", _table_4(case, cm))
            for case, cm in cases.items()
        ),
        Table("Figure 1, Rank(E)", "rank", "the rank of a class in a partial order of seven", _rank()),
        Table("Table 5, existing", "table5", "existing metrics, normalised (%)", _table_5_existing(cases)),
        Table("Table 5, relevance", "table5", "relevance-based metrics, normalised (%)", _table_5_relevance(cases)),
    )
    return Reproduction(ID, expected.TITLE, expected.CITATION, tables, (*expected.NOTES, discrimination.CLAIM_NOTE))


def _confusion(counts: list[list[int]]) -> Confusion:
    return Confusion(counts, labels=[f"c{i}" for i in range(1, len(counts) + 1)])


def _mechanisms(case: str) -> dict[str, Importance]:
    """Return the four levels of knowledge of Table 4."""
    return {
        "PREV": importance.rarity(),
        "PO": importance.order(inputs.PARTIAL_ORDERS[case]),
        "TO": importance.order(inputs.TOTAL_ORDERS[case]),
        "φ": importance.stated(inputs.RELEVANCES[case]),
    }


def _cell(table: str, row: str, column: str, printed: str, ours: float, decimals: int = 0) -> Cell:
    explanation = expected.ERRATA.get((table, row, column))
    return judged(ID, table, row, column, printed, ours, decimals=decimals, explanation=explanation)


def _normalised(name: str, cm: Confusion, given: Importance, **options: Any) -> float:
    """Return a metric in percent, 0 the worst and 100 the best possible value."""
    metric = metrics[name]
    value = metric(cm, importance=given if metric.weighted else None, **options)
    return float(100 * metric.normalised(value, given.relevance(cm)))


def _table_2(cases: dict[str, Confusion]) -> tuple[Cell, ...]:
    cell = partial(_cell, "Table 2", decimals=expected.TABLE_2_DECIMALS)
    cells = []
    for case, classes in expected.TABLE_2.items():
        rates = {column: metrics[name](cases[case], undefined="nan") for column, name in RATES.items()}
        for i, (label, printed) in enumerate(classes.items()):
            for column, number in zip(expected.TABLE_2_COLUMNS, printed, strict=True):
                cells.append(cell(f"{case} {label}", column, number, rates[column][i]))
    return tuple(cells)


def _table_3(cases: dict[str, Confusion], *, normalised: bool) -> tuple[Cell, ...]:
    table = "Table 3, N.Val." if normalised else "Table 3, Value"
    cells = []
    for row, printed in expected.TABLE_3.items():
        for case, (percent, value) in zip(expected.CASES, printed, strict=True):
            if normalised:
                ours = _normalised(EXISTING[row], cases[case], importance.uniform(), undefined="nan")
                cells.append(_cell(table, row, case, percent, ours))
            else:
                ours = metrics[EXISTING[row]](cases[case], undefined="nan")
                cells.append(_cell(table, row, case, value, ours))
    return tuple(cells)


def _table_4(case: str, cm: Confusion) -> tuple[Cell, ...]:
    cell = partial(_cell, f"Table 4, {case}", decimals=expected.TABLE_4_DECIMALS)
    cells = []
    for mechanism, given in _mechanisms(case).items():
        printed = expected.TABLE_4[mechanism][expected.CASES.index(case)]
        for label, number, phi in zip(cm.labels, printed, given.relevance(cm), strict=True):
            cells.append(cell(mechanism, f"φ({label})", number, phi))
    return tuple(cells)


def _rank() -> tuple[Cell, ...]:
    local = figure1.EXAMPLE
    cell = partial(judged, ID, "Figure 1, Rank(E)", column="E", printed=expected.RANK_E)
    return (
        cell("|S| + 1 + |U|/2", ours=float(local.rank)),
        *(
            cell(row, ours=float(value), explanation=expected.OTHER_RANKS[row], origin="again")
            for row, value in (("middle expression", local.middle), ("LPOM", local.lpom))
        ),
    )


def _table_5_existing(cases: dict[str, Confusion]) -> tuple[Cell, ...]:
    cell = partial(_cell, "Table 5, existing", decimals=expected.TABLE_5_DECIMALS)
    cells = []
    for row, printed in expected.TABLE_5_EXISTING.items():
        for case, number in zip(expected.CASES, printed, strict=True):
            # Footnote a.
            ours = _normalised(EXISTING[row], cases[case], importance.uniform(), undefined="zero")
            cells.append(cell(row, case, number, ours))
    return tuple(cells)


def _table_5_relevance(cases: dict[str, Confusion]) -> tuple[Cell, ...]:
    cell = partial(_cell, "Table 5, relevance", decimals=expected.TABLE_5_DECIMALS)
    cells = []
    for mechanism, rows in expected.TABLE_5_RELEVANCE.items():
        for row, printed in rows.items():
            for case, number in zip(expected.CASES, printed, strict=True):
                ours = _normalised(RELEVANCE_BASED[row], cases[case], _mechanisms(case)[mechanism], undefined="exclude")
                cells.append(cell(f"{row}^{mechanism}", case, number, ours))
    return tuple(cells)
