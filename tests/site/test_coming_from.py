"""docs/coming_from.md: both calls of every row give the same number."""

import re
from itertools import combinations

import numpy as np
import pytest

import steelyard as sy
from site_hooks import DOCS

COUNTS = [[31, 4, 1], [3, 12, 6], [2, 0, 7]]
"""Of three classes, where nothing is undefined, also where one is never taken for another."""

ROW = re.compile(r"\| `([^`]+)` \| `([^`]+)` \|")
PAGE = (DOCS / "coming_from.md").read_text(encoding="utf-8")


def tables():
    """Return the lines of each table without its head, by the library that heads its first column."""
    sections = (re.findall(r"^\|.*$", section, re.MULTILINE) for section in PAGE.split("\n## ")[1:])
    return {lines[0].split(" | ")[0].strip("| "): lines[2:] for lines in sections}


def rows():
    for library, lines in tables().items():
        for line in lines:
            found = ROW.fullmatch(line)
            yield library, *(found.groups() if found else (line, ""))


def labels(names):
    """Return true and predicted labels, item by item, of the counts."""
    cells = np.repeat(np.arange(9), np.ravel(COUNTS))
    return np.array(names)[cells // 3], np.array(names)[cells % 3]


def scikit_learn():
    pytest.importorskip("sklearn")
    import sklearn.metrics
    from sklearn.utils.class_weight import compute_class_weight

    from steelyard.integrations.sklearn import class_weight

    y, p = labels(["a", "b", "c"])
    ours = {"compute_class_weight": compute_class_weight, "class_weight": class_weight, "classes": np.unique(y)}
    return {**vars(sklearn.metrics), **ours, "y": y, "p": p}, 1e-12


def pycm():
    library = pytest.importorskip("pycm", minversion="4.6")
    y, p = labels(["a", "b", "c"])
    return {"cm": library.ConfusionMatrix(y, p), "y": y, "p": p}, 1e-12


def torchmetrics():
    torch = pytest.importorskip("torch", reason="torchmetrics needs PyTorch: pip install --group devices")
    functional = pytest.importorskip("torchmetrics.functional", reason="pip install --group devices")
    y, p = (torch.tensor(side) for side in labels([0, 1, 2]))
    three = {"task": "multiclass", "num_classes": 3}
    return {**vars(functional), "three": three, "y": y, "p": p}, 1e-6  # it computes in 32 bits


LIBRARIES = {"scikit-learn": scikit_learn, "PyCM": pycm, "torchmetrics": torchmetrics}


def value(call, names):
    return np.asarray(eval(call, {**names, "sy": sy}), float)  # noqa: S307 - our own page


def same(first, second, tolerance):
    return first.shape == second.shape and np.allclose(first, second, rtol=tolerance, atol=0)


@pytest.mark.parametrize(("library", "theirs", "ours"), list(rows()))
def test_both_calls_give_the_same(library, theirs, ours):
    names, tolerance = LIBRARIES[library]()
    assert ours, f"no row of two calls: {theirs}"
    assert same(value(theirs, names), value(ours, names), tolerance)


def test_each_library_has_its_table():
    assert {library: len(lines) > 10 for library, lines in tables().items()} == dict.fromkeys(LIBRARIES, True)


def test_a_wrong_metric_in_a_row_would_be_seen():
    """No two of our calls give the same for these counts, not even by what 32 bits leave open."""
    names, _ = scikit_learn()
    calls = sorted({ours for _, _, ours in rows()})
    alike = [pair for pair in combinations(calls, 2) if same(*(value(call, names) for call in pair), 1e-4)]
    assert not alike
