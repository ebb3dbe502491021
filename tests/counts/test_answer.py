"""Every result is a frozen record with the same forms: what is forgotten in a new one fails here."""

import csv
import dataclasses
import functools
import importlib
import io
import json
import pkgutil
import re
import sys
from collections.abc import Mapping, Sequence
from datetime import date
from fractions import Fraction

import numpy as np
import pytest

import steelyard as sy
from steelyard.comparison.item_tests import mcnemar
from steelyard.counts.answer import (
    Answer,
    Pictured,
    Shown,
    csv_text,
    flat,
    json_text,
    plain_label,
    plain_values,
    slice_rows,
)
from steelyard.decisions.recalibration import IsotonicByClass
from steelyard.show.answers import FORMS, Forms, show_function

FORMS_OF_ALL = ("to_dict", "to_json", "to_rows", "to_frame", "to_csv", "__repr__", "_repr_html_")
FORMS_OF_ALL += ("to_markdown", "to_latex")

COUNTS = {"Confusion", "Joint", "Table"}
"""Answers that are no dataclasses: they check what they are given, and cannot be written to."""


WITHOUT_ANSWERS = "steelyard.integrations", "steelyard.measuring.on_device", "steelyard.measuring.program.torch_replay"
"""What needs other libraries, such as PyTorch, and has no answers."""


def every_module():
    """Import the whole package, but for what needs another library."""
    for module in pkgutil.walk_packages(sy.__path__, "steelyard."):
        if not module.name.startswith(WITHOUT_ANSWERS):
            importlib.import_module(module.name)


def below(base):
    """Yield the types under a base; `slots=True` leaves a first draft of each class behind, which is none."""
    for one in base.__subclasses__():
        if getattr(sys.modules[one.__module__], one.__name__, None) is one and one.__module__.startswith("steelyard."):
            yield one
        yield from below(one)


every_module()
ANSWERS = sorted(
    {one for one in below(Answer) if not one.__module__.startswith("steelyard.show.") and one is not Pictured},
    key=lambda one: one.__name__,
)
"""But for those of which the layer that shows makes its own, such as the head of a long table."""
SHOWN = sorted(set(below(Shown)) | set(ANSWERS), key=lambda one: one.__name__)


@functools.cache
def made():
    """Return answers of every question; what they hold is found by `inside`."""
    counts = np.array([[[8, 2, 0], [9, 81, 3], [1, 4, 60]], [[5, 5, 0], [1, 89, 3], [6, 9, 50]]])
    labels = ["fraud", date(2024, 4, 1), ("a", 1)]  # a text, a date, a tuple
    one = sy.Confusion(counts[0], labels)
    two = sy.Confusion(counts, labels, axes={"model": ["tree", "svm"]})
    days = sy.Confusion(counts, labels, axes={"day": [date(2024, 4, 1), date(2024, 4, 2)]})
    folds = sy.Confusion(np.stack([counts, counts[::-1]], axis=1), axes={"model": ["tree", "svm"], "fold": [0, 1]})
    months = sy.Confusion([[[40, 2], [3, 60]], [[20, 22], [3, 60]]], axes={"month": ["May", "June"]})  # June is worse
    lost = sy.Confusion([[5, 0, 0], [0, 10, 0], [0, 300, 0]], labels=["c1", "c2", "c3"])
    split = sy.Confusion([[[8, 2], [9, 81]], [[5, 5], [1, 89]]], axes={"model": ["tree", "svm"]})
    truth = np.random.default_rng(0).integers(0, 3, 90)
    guesses = {name: np.where(np.arange(90) % k, truth, 0) for name, k in (("a", 3), ("b", 5), ("c", 7))}
    joint = sy.Joint.from_labels(truth, guesses)
    chances = np.random.default_rng(1).dirichlet(np.ones(3), 90)
    three, some = sy.compare(joint, metrics=["accuracy", "mean_f"]), ["accuracy", "balanced_accuracy"]
    pair = sy.compare(two, metrics=some)
    return [
        *(one, two, joint, one.imbalance, lost.imbalance, sy.metrics.mcc, sy.metrics["mcc at importance"]),
        *(sy.evaluate(one), sy.evaluate(days, metrics=some), sy.evaluate(two), sy.evaluate(lost), sy.evaluate(months)),
        sy.evaluate(one, metrics=some, intervals="bootstrap"),
        *(sy.evaluate(two)["accuracy"], sy.evaluate(one)["accuracy"].interval, *sy.evaluate(days)["accuracy"]),
        *(three, three["mean_f"], pair, pair["accuracy"], pair["accuracy"].lead_of("svm"), mcnemar(joint, "a", "b")),
        *(sy.compare(folds, metrics="accuracy", across=how) for how in ("folds", "datasets")),
        *(
            pair.robustness("balanced_accuracy", samples=500),
            sy.compare(split, metrics=some).disagreements(["uniform", "prevalence"]),
        ),
        *(
            sy.advise(one, metrics="kappa"),
            sy.advise(lost),
            sy.audit("accuracy", classes=2, properties=["condition_1"]),
            sy.audit("average_precision", classes=2, shares="uniform", properties=["condition_1", "proper"]),
            *sy.advise(lost, scores=True).scores,
        ),
        *(sy.lab.bounds("accuracy", classes=2), sy.lab.bounds("dor", classes=2), sy.lab.discriminate([2, 3], some)),
        *(
            sy.shares.what_if(two, "fraud", some),
            sy.shares.what_if(split, 0, some),
            sy.shares.distortions(one, metrics=some),
        ),
        *(sy.decisions.tune(truth, chances, metric) for metric in ("mean_f", "accuracy")),
        sy.decisions.tune(truth, chances, recalibrate="temperature"),
        IsotonicByClass("isotonic", (0, 1), 9.0, 0.7, np.inf, (np.array([0.0, 1.0]),) * 2, (np.array([0.2, 0.9]),) * 2),
        sy.shares.two_normals.curves("accuracy"),
        *(
            sy.scores.evaluate(truth, chances),
            sy.scores.evaluate(truth, chances, bins=20),
            sy.scores.evaluate(truth, {"a": chances, "b": chances}, shares="uniform"),
            sy.scores.count(truth, chances, bins=20),
            sy.scores.count(truth == 0, chances[:, 0], positive=True, weights=1 + truth, bins=20),
        ),
        *(sy.scores.compare(truth, {"a": chances, "b": chances[::-1]}), sy.scores.metrics["roc_auc"]),
        *(sy.scores.curve(truth, chances, kind, positive=0) for kind in ("roc", "decision", "cost")),
        sy.scores.regret(truth, {"a": chances, "b": chances[::-1]}, samples=50),
        sy.scores.regret(truth == 0, {"a": truth == 0, "b": chances[:, 0]}, thresholds=(0.2, 0.6), positive=True),
    ]


def inside(value, depth=0):
    """Yield an answer and those that it holds, in fields, properties, lists and mappings."""
    if isinstance(value, Answer):
        yield value
        if depth < 5 and not isinstance(value, sy.Metric):
            names = [name for name in dir(type(value)) if not name.startswith("_")]
            fields = [field.name for field in dataclasses.fields(value)] if dataclasses.is_dataclass(value) else []
            for name in dict.fromkeys([*names, *fields]):
                yield from inside(getattr(value, name, None), depth + 1)
    elif isinstance(value, Mapping):
        for each in list(value.values())[:3]:
            yield from inside(each, depth)
    elif isinstance(value, Sequence) and not isinstance(value, str):
        for each in list(value)[:3]:
            yield from inside(each, depth)


@functools.cache
def by_type():
    found = {}
    for answer in made():
        for one in inside(answer):
            kind = found.setdefault(type(one), [])
            if len(kind) < 6 and not any(one is other for other in kind):
                kind.append(one)
    return found


def test_the_answers_that_we_know_of_are_under_the_base():
    known = {"Advice", "Audit", "Bounds", "ClassRow", "Comparison", "Confusion", "Difference", "Disagreement"}
    known |= {"Discrimination", "Distortions", "Evaluation", "Imbalance", "Interval", "Joint", "McNemar", "Metric"}
    known |= {"Move", "Robustness", "Rule", "Score", "Verdict", "WhatIf"}
    assert known <= {one.__name__ for one in ANSWERS}


def test_what_has_a_form_of_its_own_is_under_the_base():
    """A type with `to_dict` and a notebook form, or rows, that does not take them from here."""
    strays = []
    for name, module in sorted(sys.modules.items()):
        if name.startswith("steelyard.") and not name.startswith(("steelyard.show", "steelyard.counts.answer")):
            for one in vars(module).values():
                own = isinstance(one, type) and one.__module__ == name and set(vars(one)) & set(FORMS_OF_ALL[1:5])
                if own and not issubclass(one, Answer) and "Program" not in one.__name__:
                    strays.append(f"{name}.{one.__name__}: {own}")
                if isinstance(one, type) and one.__module__ == name and "_repr_html_" in vars(one):
                    strays.append(f"{name}.{one.__name__} has a notebook form of its own")
    assert strays == []


@pytest.mark.parametrize("one", ANSWERS, ids=lambda one: one.__name__)
def test_answers_are_frozen(one):
    if one.__name__ in COUNTS:
        assert all(isinstance(getattr(one, name), property) for name in ("counts", "labels", "axes"))
    else:
        assert one.__dataclass_params__.frozen


@pytest.mark.parametrize("one", ANSWERS, ids=lambda one: one.__name__)
def test_every_answer_has_every_form(one):
    every = by_type()
    below = [kind for kind in every if issubclass(kind, one)]
    assert below, "make one in made()"
    answers = every.get(one, [])  # what has a type below it is checked there
    for answer in answers:
        check_dict(answer)
        check_rows(answer)
        assert repr(answer).strip()
        assert str(answer).strip()
        assert answer._repr_html_().startswith("<")
        check_tables(answer)


def check_dict(answer):
    record = answer.to_dict()
    assert record
    assert all(isinstance(name, str) for name in record)
    strict = json.dumps(record, allow_nan=False)  # plain as it is, without our help
    for indent in (None, 2):
        assert json.loads(answer.to_json(indent)) == json.loads(strict)
    assert list(json.loads(answer.to_json())) == list(record)


def check_rows(answer):
    rows = answer.to_rows()
    json.dumps(rows, allow_nan=False)
    columns = list(dict.fromkeys(name for row in rows for name in row))
    header, *lines = csv.reader(io.StringIO(answer.to_csv())) if rows else ([],)
    assert header == columns
    assert len(lines) == len(rows)
    assert all(len(line) == len(columns) for line in lines)
    frame = answer.to_frame()
    assert list(frame.columns) == columns
    assert len(frame) == len(rows)
    for name in columns:
        for cell, row in zip(frame[name].tolist(), rows, strict=True):
            wanted = row.get(name)
            assert cell == wanted or (wanted is None and (cell is None or cell != cell)), name  # noqa: PLR0124 - NaN


def check_tables(answer):
    """Both tables have the rows of the record, each as wide as its head."""
    head, rule, *rows = [line for line in answer.to_markdown().splitlines() if line.startswith("|")]
    widths = {len(re.split(r"(?<!\\)\|", line)) for line in (head, rule, *rows)}
    assert len(widths) == 1
    body = answer.to_latex().split("\\midrule\n")[1].split("\\bottomrule")[0]
    assert body.count(r" \\") == len(rows)


def test_the_numbers_are_the_same_in_every_form():
    """Of counts whose numbers are plain to see: 17 of 20 right, and 8 of 10 and 9 of 10 of the classes."""
    result = sy.evaluate(sy.Confusion([[8, 2], [1, 9]], ["fraud", "ok"]), metrics="accuracy", intervals="none")
    assert result.to_dict()["metrics"][0]["value"] == 0.85
    assert json.loads(result.to_json())["metrics"][0]["value"] == 0.85
    assert result.to_rows()[0]["value"] == 0.85
    assert result.to_frame()["value"].tolist() == [0.85]
    assert next(csv.DictReader(io.StringIO(result.to_csv())))["value"] == "0.85"
    assert [float(row["recall"]) for row in csv.DictReader(io.StringIO(result.to_csv("classes")))] == [0.8, 0.9]


def test_what_a_result_does_not_hold_is_refused():
    result = sy.evaluate(sy.Confusion([[8, 2], [1, 9]]), metrics="accuracy", intervals="none")
    for form in (result.to_rows, result.to_frame, result.to_csv):
        with pytest.raises(ValueError, match='the rows are those of the "metrics" or of the "classes", not \'cells\''):
            form("cells")


def test_counts_are_rows_that_can_be_counted_again():
    days = sy.Confusion([[[8, 2], [0, 9]], [[1, 0], [3, 4]]], ["a", "b"], axes={"day": ["mo", "tu"]})
    again = sy.Confusion.from_frame(days.to_frame(), truth="truth", prediction="prediction", counts="count", by="day")
    assert again == days
    assert sy.Confusion.from_dict(json.loads(days.to_json())) == days
    joint = sy.Joint.from_labels(list("aabb"), {"m": list("abab"), "n": list("aaab")})
    assert joint.to_rows()[0] == {"truth": "a", "m": "a", "n": "a", "count": 1}
    assert sy.Joint.from_dict(json.loads(joint.to_json())) == joint
    with pytest.raises(ValueError, match="two columns would be called 'count'"):
        slice_rows({"count": [1]}, ("truth", "count"))


# What makes values plain.


def test_values_are_as_json_holds_them():
    given = {
        "numbers": [np.int64(3), np.float64(0.5), np.float32(0.25), np.bool_(True), True, 7],
        "nothing": (math_nan := float("nan"), np.inf, -np.inf, np.nan, None),
        "arrays": np.array([[1.0, math_nan]]),
        "names": {"text"},
        "others": [date(2024, 4, 1), Fraction(1, 3), sy.importance.uniform()],
        ("a", 1): 1,
        2: 2,
    }
    assert plain_values(given) == {
        "numbers": [3, 0.5, 0.25, True, True, 7],
        "nothing": [None] * 5,
        "arrays": [[1.0, None]],
        "names": ["text"],
        "others": ["2024-04-01", "1/3", "uniform"],
        "('a', 1)": 1,
        2: 2,
    }
    assert [type(each) for each in plain_values(given)["numbers"]] == [int, float, float, bool, bool, int]
    assert json.loads(json_text(given, indent=None))["nothing"] == [None] * 5


@pytest.mark.parametrize(("label", "other"), [(1, "1"), (None, "null"), (True, "true"), (1.5, "1.5")])
def test_labels_that_json_writes_alike_are_refused(label, other):
    result = sy.evaluate(sy.Confusion([[5, 1], [2, 3]], labels=[label, other]))
    with pytest.raises(ValueError, match=f"JSON cannot tell the labels {label!r} and {other!r} apart"):
        result.to_json()


def test_labels_are_texts_numbers_or_their_text():
    assert [plain_label(label) for label in ("a", 1, True, None, np.int8(3), ("a", 1))] == [
        "a",
        1,
        True,
        None,
        3,
        "('a', 1)",
    ]


def test_a_record_is_one_row():
    record = {"p": 0.5, "posterior": {"a": {"x": 1}, "b": 2}, "folds": [{"p": 1}], "labels": ["x"], "none": []}
    assert flat(record) == {"p": 0.5, "posterior_a_x": 1, "posterior_b": 2, "labels": ["x"], "none": []}


def test_csv_has_one_header_whatever_the_rows_hold():
    rows = [{"a": 1, "b": [1, None]}, {"a": None, "c": [[1, 2], [3, 4]]}, {"a": 'x, "y"\n', "b": []}]
    header, *lines = csv.reader(io.StringIO(csv_text(rows)))
    assert header == ["a", "b", "c"]
    assert lines == [["1", "1; (missing)", ""], ["", "", "[[1,2],[3,4]]"], ['x, "y"\n', "", ""]]
    assert csv_text([]) == ""


# How they are shown.


def test_the_table_of_forms_names_types_and_functions_that_exist():
    names = {one.__name__ for one in SHOWN}
    assert set(FORMS) <= names, "a type in the table is gone"
    for forms in [*FORMS.values(), Forms()]:
        assert all(callable(show_function(path)) for path in forms if path)


@pytest.mark.parametrize("one", SHOWN, ids=lambda one: one.__name__)
def test_no_type_shows_itself_in_a_notebook_but_by_the_table(one):
    assert "_repr_html_" not in vars(one)
