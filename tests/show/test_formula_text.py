"""Formulas as plain text: of every record, and with the same meaning as the metric itself."""

import re
from math import sqrt

import numpy as np
import pytest

import steelyard as sy
from steelyard.show.catalogue import formula_text
from steelyard.show.parts import worded

FORMULAS = {
    f"{metric.id} {part}": getattr(metric, part) for metric in sy.metrics.values() for part in ("symbol", "formula")
}
FORMULAS |= {
    str(importance): importance.formula
    for importance in (sy.importance.uniform(), sy.importance.rarity(), sy.importance.prevalence())
}


def test_nothing_of_latex_is_left():
    for name, latex in FORMULAS.items():
        told = formula_text(latex)
        assert told, name
        assert not re.search(r"[\\{}$]", told), told
        opened, closed = (sum(map(told.count, signs)) for signs in ("(₍⁽", ")₎⁾"))
        assert opened == closed, told
        assert "  " not in told, told


def test_a_terminal_without_these_letters_gets_words():
    for name, latex in FORMULAS.items():
        assert "?" not in worded(formula_text(latex), "ascii"), name


@pytest.mark.parametrize(
    ("metric", "told"),
    [
        ("recall", "tpᵢ / tᵢ"),
        ("mcc", "(n Σᵢ tpᵢ − Σᵢ tᵢ pᵢ) / √((n² − Σᵢ pᵢ²)(n² − Σᵢ tᵢ²))"),
        ("balanced_accuracy", "Σᵢ wᵢ · recallᵢ"),
        ("g_mean", "Πᵢ recallᵢ^wᵢ"),
        ("lift", "(tpᵢ / pᵢ) / (tᵢ / n)"),
        ("class_mae", "(1 / tᵢ) Σⱼ |i − j| mᵢⱼ"),
        ("balance", "tpᵢ / max(tᵢ, pᵢ)"),
    ],
)
def test_as_a_person_would_type_it(metric, told):
    assert formula_text(sy.metrics[metric].formula) == told


COUNTED = re.compile(r"(?:tp|tn|fp|fn|[tpn]|sqrt|max|β²|[\d\s()+\-/*·,])+")
LETTERS = str.maketrans({"ᵢ": "", "−": "-", "·": "*", "√": "sqrt"})


def _computed(told, letters):
    """Compute a formula from its text: letters side by side are multiplied, as a reader does."""
    plain = told.translate(LETTERS).replace("β²", "1")
    plain = re.sub(r"(?<=[\w)])\s+(?=[a-z(\d])", "*", plain).replace(")(", ")*(")
    plain = re.sub(r"(?<=\d)(?=[a-z])", "*", plain)
    return eval(plain, {"sqrt": sqrt, "max": max, "__builtins__": {}}, letters)  # noqa: S307 - our own formulas


ARITHMETIC = {
    metric.id: told
    for metric in sy.metrics.values()
    if metric.kind == "rate" and COUNTED.fullmatch((told := formula_text(metric.formula)).translate(LETTERS))
}


def test_many_formulas_are_plain_arithmetic():
    assert {"recall", "precision", "f", "class_mcc", "lift", "lr_plus", "agf", "npv"} <= set(ARITHMETIC)


@pytest.mark.parametrize("name", ARITHMETIC)
def test_the_text_has_the_value_of_the_metric(name):
    """A bracket in the wrong place would give another number."""
    m = np.array([[13, 4], [54, 2929]])
    t, p, n, tp = m.sum(axis=1), m.sum(axis=0), m.sum(), m.diagonal()
    letters = {"t": t[0], "p": p[0], "n": n, "tp": tp[0]}
    letters |= {"fn": t[0] - tp[0], "fp": p[0] - tp[0], "tn": n - t[0] - p[0] + tp[0]}
    assert _computed(ARITHMETIC[name], letters) == pytest.approx(float(sy.metrics[name](m)[0]), rel=1e-12)


@pytest.mark.parametrize("latex", [r"\unknown{x}", r"\frac{a}", "a}", r"\frac{a}{b", "x_", "\\"])
def test_what_is_not_known_is_shown_as_it_was_written(latex):
    assert formula_text(latex) == latex


def test_metrics_show_plain_formulas_in_terminal_and_notebook():
    shown = sy.metrics["mcc"]._repr_html_()
    assert "√" in shown
    assert "frac" not in shown
