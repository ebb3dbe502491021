"""Symbols of formulas: all are found, all are explained, and the numbers beside them are those of the example."""

from dataclasses import replace

import pytest

import steelyard as sy

OURS = [metric for metric in sy.metrics.values() if metric.builtin]


@pytest.fixture
def symbols(hook):
    return hook("symbols")


@pytest.mark.parametrize(
    ("latex", "found"),
    [
        (r"\frac{tp_i}{\max(t_i, p_i)}", ["tp", "t", "p"]),
        (r"\sum_{j \ne i} \frac{m_{ji}}{(C-1)\,t_j}", ["m", "C", "t"]),
        (r"\sum_i w_i \cdot F_{\beta,i}", ["w", r"F_{\beta}"]),
        (r"\frac{\rho_a - \lambda}{1 - \lambda}", [r"\rho_a", r"\lambda"]),
        (r"\mathrm{Rec}^{\phi} - p_e \cdot \mathrm{Acc}_i", [r"\mathrm{Rec}^{\phi}", "p_e", r"\mathrm{Acc}"]),
        (r"-x \log_{2(C-1)} x\ \text{if items}", ["C"]),
        (r"\gamma + \Omega_i", [r"\gamma", r"\Omega"]),
    ],
)
def test_symbols_are_found_once_without_indices_and_operators(symbols, latex, found):
    assert symbols.symbols(latex) == found


def test_symbols_that_a_formula_defines_need_no_other_words(symbols):
    assert symbols.defined(r"\frac{T}{T + fp_i},\quad T = \sum_j tp_j") == {"T"}
    assert symbols.defined(r"h(t_i) + R,\quad h(x) = -x \ln x,\ R = \mathrm{recall}") == {"h", "R"}
    assert symbols.defined(r"\frac{tp_i}{t_i}") == set()


@pytest.mark.parametrize("metric", OURS, ids=lambda metric: metric.id)
def test_every_symbol_of_a_record_is_explained(symbols, metric):
    rows = list(symbols.explained(metric))
    first = [symbols.symbols(written)[0] for written, _, _ in rows]
    assert len(first) == len(set(first)), "each once"
    assert {*symbols.symbols(metric.formula)} <= {*first, *symbols.defined(metric.formula)}
    assert all(meaning for _, meaning, _ in rows)


def test_counts_have_the_numbers_of_the_example(symbols):
    """Case 1 of Branco et al. 2017, [[5, 0, 0], [0, 10, 0], [0, 300, 0]], counted by hand."""
    shown = {}
    for name in ("class_mcc", "bennett_s", "balanced_accuracy"):
        shown |= {latex: numbers for latex, _, numbers in symbols.explained(sy.metrics[name]) if numbers}
    assert shown == {
        "$`t_i`$": "5, 10, 300",
        "$`p_i`$": "5, 310, 0",
        "$`tp_i`$": "5, 10, 0",
        "$`fn_i`$": "0, 0, 300",
        "$`fp_i`$": "0, 300, 0",
        "$`tn_i`$": "310, 5, 15",
        "$`n`$": "315",
        "$`C`$": "3",
        "$`w_i`$": "0.333, 0.333, 0.333",
    }


def test_metrics_within_metrics_are_explained_down_to_the_counts(symbols):
    told = [
        (latex.partition(" = ")[0].strip("$`"), meaning)
        for latex, meaning, _ in symbols.explained(sy.metrics.one_point_nauroc_ova)
    ]
    links = [meaning.partition("](")[2].rstrip(")") for _, meaning in told if "](" in meaning]
    assert links == ["one_point_auroc_ova.md", "one_point_auroc.md", "recall.md", "specificity.md"]
    assert [latex for latex, _ in told][-5:] == ["t_i", "p_i", "tp_i", "n", "w_i"]


@pytest.mark.parametrize("unknown", ["Q", r"\gamma", r"\mathrm{New}_i"])
def test_a_symbol_that_nothing_explains_breaks_the_build(symbols, hook, monkeypatch, unknown):
    pages = hook("metric_pages")
    odd = replace(sy.metrics.accuracy, formula=rf"\frac{{{unknown}}}{{n}}")
    monkeypatch.setattr(pages, "catalogue", lambda: [odd])
    with pytest.raises(KeyError, match=symbols.symbols(unknown)[0].replace("\\", r"\\").replace("{", r"\{")):
        pages.on_files([], None)


def test_no_explanation_is_left_over(symbols):
    """What stands alone is used by the metric that it stands for."""
    for name, symbol in (*symbols.ALONE, *symbols.WRITTEN):
        formula = sy.metrics[name].formula
        assert symbol in symbols.symbols(formula), name
        assert symbol not in symbols.defined(formula), name
