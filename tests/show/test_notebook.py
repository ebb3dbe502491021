"""Every result shows itself in a notebook: plain HTML that GitHub's viewer keeps, small, and safe for any name."""

import ast
import dataclasses
import functools
import importlib
import inspect
import re
from collections.abc import Mapping
from html.parser import HTMLParser

import numpy as np
import pytest

import steelyard as sy
from steelyard.comparison.disagreement import disagreements
from steelyard.comparison.robustness import robustness
from steelyard.importance.grammar import MECHANISMS
from steelyard.lab.audits.properties import PROPERTIES
from steelyard.show.html import html_of
from steelyard.show.parts import Column, Drawing, Fold, Item, Listing, Matrix, Sentence, Sheet
from steelyard.show.printing import text_of

QUICK = sy.intervals.bootstrap(draws=200)

HOSTILE = [
    "<script>alert(1)</script>",
    "\"quoted\" & 'twice' onclick=alert(1)",
    "\u202eright to left\u202c שלום",
    "<b>x</b>" + "x" * 500,
    "🍷👩‍🔬" * 9,
    r"$\href{javascript:alert(1)}{x}$ \(y\)",
    "bell\x07 null\x00 escape\x1b[31m\u2028line",
]

KEPT = {"p", "b", "sub", "table", "thead", "tbody", "tr", "th", "td", "details", "summary", "ul", "li", "pre", "span"}
KEPT |= {"div"}
ATTRIBUTES = {"scope", "align", "colspan"}
"""What is used; GitHub's viewer keeps all of it."""

SETTINGS = {
    "Cells": "how counts are stored; `counts` is an array, or says its size in a line as an array does",
    "TableCells": "the same, of any table",
    "Combinations": "arrays of all that a table holds; the table itself shows them",
    "Condition": "part of a metric's record, which shows it",
    "Parameter": "part of a metric's record, which shows it",
    "Region": "the set that computations look at; the result that has it says in words what it is",
    "Drawing": "what a computation draws from",
    "Redraw": "what a computation draws from",
    "Units": "what a computation draws from",
    "ClassRows": "a tuple of what shows itself, also by name",
    "WeightedItems": "how much stands behind counts that are weights; the table that has it shows itself",
    "Measured": "arrays behind the scores",
    "Search": "what was tried for bounds; the end that has it says so in words",
    "Uncertainty": "how intervals will be made; the evaluation that has it says so",
    "Method": "a protocol: the ways themselves show their settings",
}
"""Types that users can reach, that are no results, and why."""


# All types that a user can get, by what public names say that they return and hold.


@functools.cache
def names_in(module):
    """Return the names that annotations of a module may use, those for type checkers included."""
    found = dict(vars(importlib.import_module(module)))
    for node in ast.walk(ast.parse(inspect.getsource(importlib.import_module(module)))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("steelyard"):
            for alias in node.names:
                home = importlib.import_module(node.module)
                found.setdefault(alias.asname or alias.name, getattr(home, alias.name, None))
    return found


def types_in(annotation, module):
    text = annotation if isinstance(annotation, str) else getattr(annotation, "__name__", "")
    found = (names_in(module).get(word) for word in re.findall(r"\w+", text))
    return {one for one in found if isinstance(one, type) and one.__module__.startswith("steelyard.")}


def held_by(type_):
    """Yield the types of fields, properties, and what public methods and `[...]` return."""
    for base in (base for base in type_.__mro__ if base.__module__.startswith("steelyard.")):
        for name, value in vars(base).items():
            function = next((getattr(value, a) for a in ("fget", "func", "__func__") if hasattr(value, a)), value)
            if inspect.isfunction(function) and (not name.startswith("_") or name == "__getitem__"):
                yield from types_in(function.__annotations__.get("return", ""), base.__module__)
        for name, annotation in vars(base).get("__annotations__", {}).items():
            if not name.startswith("_"):
                yield from types_in(annotation, base.__module__)


def public_types():
    spaces = [sy, sy.lab, sy.lab.atlas, sy.shares, sy.importance, sy.intervals, sy.stream]
    pending = []
    for value in (inspect.unwrap(getattr(space, name)) for space in spaces for name in space.__all__):
        if isinstance(value, type):
            pending.append(value)
        elif inspect.isfunction(value):
            pending += types_in(value.__annotations__.get("return", ""), value.__module__)
        elif type(value).__module__.startswith("steelyard."):
            pending.append(type(value))
    found = set()
    while pending:
        one = pending.pop()
        if one not in found and not issubclass(one, str | BaseException):
            found.add(one)
            if one.__name__ not in SETTINGS:
                pending += held_by(one)
    return found


PUBLIC = sorted(public_types(), key=lambda one: one.__name__)


def test_the_walk_finds_the_results_that_we_know_of():
    names = {one.__name__ for one in PUBLIC}
    known = {"Evaluation", "Comparison", "Confusion", "Joint", "Audit", "Advice", "Bounds", "Discrimination", "WhatIf"}
    known |= {"Distortions", "Robustness", "Disagreement", "Metric", "Importance", "Interval", "Registry", "Verdict"}
    known |= {"Counter", "Score", "ClassRow", "Difference", "Witness", "Reversal", "Imbalance", "Reason", "MetricCurve"}
    assert known <= names
    assert set(SETTINGS) <= names, "an exception is no longer needed"


@pytest.mark.parametrize("one", [one for one in PUBLIC if one.__name__ not in SETTINGS], ids=lambda one: one.__name__)
def test_every_result_shows_itself(one):
    assert hasattr(one, "_repr_html_"), "put it under steelyard.counts.answer.Answer"


# What they show.


class Checked(HTMLParser):
    """Reads HTML strictly: only known tags and attributes, all closed in their order."""

    def __init__(self, html):
        super().__init__(convert_charrefs=True)
        self.open, self.text, self.tables = [], [], []
        self.feed(html)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag, attributes):
        assert tag in KEPT
        assert {name for name, _ in attributes} <= ATTRIBUTES
        self.open.append(tag)
        if tag == "table":
            self.tables.append([])
        elif tag == "tr":
            self.tables[-1].append([])
        elif tag in ("td", "th"):
            self.tables[-1][-1].append("")

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, text):
        self.text.append(text)
        if {"td", "th"} & set(self.open):
            self.tables[-1][-1][-1] += text

    def handle_comment(self, text):
        raise AssertionError(text)

    handle_decl = handle_pi = unknown_decl = handle_comment


def checked(result):
    html = result._repr_html_()
    assert len(html.encode()) < 100_000
    assert all(character.isprintable() or character in "\n\u2068\u2069" for character in html)
    assert html.count("\u2068") == html.count("\u2069")
    page = Checked(html)
    assert all(len({len(row) for row in table if len(row) > 1}) <= 1 for table in page.tables), "rows of one length"
    return page


@functools.cache
def results():
    """Return one result of every public function, with hostile names of classes and models."""
    rng = np.random.default_rng(0)
    truth = rng.integers(0, len(HOSTILE), 300)
    labels = [HOSTILE[i] for i in truth]
    guesses = {
        name: [HOSTILE[i] for i in np.where(rng.random(300) < 0.3 + k / 9, truth, rng.integers(0, len(HOSTILE), 300))]
        for k, name in enumerate(HOSTILE[:3])
    }
    joint = sy.Joint.from_labels(labels, guesses)
    one = joint[HOSTILE[0]]
    counter = sy.stream.Counter()
    counter.update(labels, labels)
    stated = sy.importance.stated(dict.fromkeys(HOSTILE, 1.0))
    days = sy.Confusion(rng.integers(1, 50, (3, 2, 2)), HOSTILE[:2], axes={"day": HOSTILE[:3]})
    two = ["balanced_accuracy", "accuracy"]
    return [
        *(joint, one, one.imbalance, counter, days, sy.metrics, sy.metrics.cba),
        *(stated, sy.importance.vague({HOSTILE[0]: (0.2, 0.4)}), sy.importance.order("a < b")),
        *(sy.importance.parse(word) for word in (*MECHANISMS, "rarity * uniform")),
        *(QUICK, sy.intervals.classwise(), sy.intervals.delta(), sy.intervals.bayes()),
        sy.evaluate(one, importance=stated, intervals=QUICK),
        sy.evaluate(days, metrics=two, intervals="delta"),
        sy.evaluate(days, metrics=two, intervals="delta")["accuracy"],
        sy.compare(joint, metrics=two, intervals=QUICK),
        sy.compare(joint, metrics=two, intervals=QUICK)["accuracy"],
        *disagreeing(two),
        *(sy.advise(one, metrics="kappa"), sy.audit("accuracy", classes=2, properties=["condition_1", "monotone"])),
        sy.audit("roc_auc", classes=2, properties="strictly_proper")["strictly_proper"].witness,
        *(
            sy.lab.bounds("accuracy", classes=2),
            sy.lab.discriminate([2, 3], two),
            sy.shares.distortions(one, metrics=two),
        ),
        *(sy.lab.atlas.verdict("accuracy", "condition_1", 2), PROPERTIES[0], sy.shares.two_normals.curves("accuracy")),
        *sy.evaluate([[0, 10], [0, 90]], metrics=["accuracy", "macro_precision"]).notes,
    ]


def disagreeing(metrics):
    """Return what is said of two models of which each is better by some metric, and better at some shares."""
    counts = np.array([[[8, 2], [9, 81]], [[5, 5], [1, 89]]])
    stack = sy.Confusion(counts, HOSTILE[:2], axes={"model": HOSTILE[2:4]})
    folds = sy.Confusion(np.stack([counts] * 4, axis=1), axes={"model": HOSTILE[2:4], "fold": range(4)})
    return [
        *(stack, sy.evaluate(stack, intervals=QUICK), sy.advise(stack)),
        *(sy.compare(folds, metrics="accuracy", intervals=QUICK, across=how) for how in ("folds", "datasets")),
        *(sy.shares.what_if(stack, HOSTILE[0], metrics), robustness(stack, samples=500)),
        disagreements(stack, metrics, ["uniform", "prevalence"]),
    ]


def inside(result, depth=0):
    """Yield a result and the results in it, at most a few of each kind of place."""
    yield result
    if depth == 4:
        return
    names = [name for name in dir(type(result)) if not name.startswith("_")]
    if dataclasses.is_dataclass(result):
        names += [field.name for field in dataclasses.fields(result)]
    for name in dict.fromkeys(names):
        value = getattr(result, name, None)
        values = value.values() if isinstance(value, Mapping) else value if isinstance(value, tuple | list) else [value]
        for one in list(values)[:3]:
            if type(one) in PUBLIC and not isinstance(one, sy.Metric | type(sy.metrics)):
                yield from inside(one, depth + 1)


@functools.cache
def every_kind():
    """Return up to four results of each type, by type."""
    found = {}
    for result in results():
        for one in inside(result):
            kind = found.setdefault(type(one), [])
            if len(kind) < 4 and not any(one is other for other in kind):
                kind.append(one)
    pair = next(one for one in found[sy.Comparison])
    found[type(pair.pair(*pair.models[:2]).lead_of(pair.models[0]))] = [
        pair.pair(*pair.models[:2]).lead_of(pair.models[0])
    ]
    return found


@pytest.mark.parametrize("one", [one for one in PUBLIC if one.__name__ not in SETTINGS], ids=lambda one: one.__name__)
def test_what_is_shown_is_plain_well_formed_and_small(one):
    made = [result for type_, kind in every_kind().items() if issubclass(type_, one) for result in kind]
    assert made, "make one in results() of tests/show/test_notebook.py"
    for result in made:
        assert "".join(checked(result).text).strip()


@pytest.mark.parametrize("name", range(len(HOSTILE)))
def test_hostile_names_are_shown_and_do_no_harm(name):
    cm = sy.Confusion([[5, 1], [2, 9]], [HOSTILE[name], "ok"])
    told = "".join(checked(cm).text)
    begin = {2: "�right", 4: "🍷", 5: "$", 6: "bell�"}.get(name, HOSTILE[name][:4])
    assert begin in told


def test_names_are_no_formulas():
    """A notebook would typeset them, with links to anywhere."""
    html = sy.Confusion([[5, 1], [2, 9]], [HOSTILE[5], "R$ 5"])._repr_html_()
    assert re.sub(r"<span>[$\\]</span>", "", html).count("$") == 0
    assert "\\" not in re.sub(r"<span>[$\\]</span>", "", html)


@pytest.mark.slow
def test_large_results_are_cut_and_say_so():
    rng = np.random.default_rng(1)
    many = sy.Confusion(
        rng.integers(0, 9, (14, 300, 300)), axes={"model": [f"a rather long name {i}" for i in range(14)]}
    )
    assert "280 more classes" in "".join(checked(many).text)
    told = "".join(checked(sy.evaluate(many, intervals="none")).text)
    assert "… and 2 more" in told
    assert "280 more classes" in told
    assert "the classes of 8 more" in told
    assert "the confusions of 8 more" in told
    sparse = sy.Confusion.from_labels(np.arange(9000), np.arange(9000) // 2)
    assert "8,980 more classes" in "".join(checked(sparse).text)
    models = sy.Confusion(rng.integers(1, 99, (30, 3, 3)), axes={"model": range(30)})
    assert "more columns are not shown" in "".join(checked(disagreements(models)).text)
    assert "more models" in "".join(checked(robustness(models, samples=200)).text)
    some = models.head("model", 9)
    assert "and 1 more model" in "".join(checked(sy.compare(some, metrics="cba", intervals=QUICK)).text)
    assert "and 18 more models" in "".join(checked(sy.shares.what_if(models, 0, "accuracy")).text)


def test_what_would_take_too_much_of_a_notebook_is_left_out():
    counts = np.random.default_rng(2).integers(1, 99, (12, 30, 3, 3))
    axes = {"model": [f"a rather long name {i}" for i in range(12)], "day": range(30)}
    told = "".join(checked(sy.evaluate(sy.Confusion(counts, axes=axes), intervals="none")).text)
    assert "All 3 classes count the same." in told
    assert re.search(r"… and \d+ more parts are not shown here; print\(\) shows more", told)
    long = Checked(html_of([Sheet([Column("", range(5000), "words"), Column("", range(5000))])]))
    assert len(long.tables[0]) == 501
    assert "and 4,500 more rows" in "".join(long.text)


def test_the_worst_confusions_are_those_that_cost_most_recall():
    counts = np.diag(np.full(30, 100))
    counts[3, 4], counts[7, 8] = 50, 100  # a third of class 3, half of class 7
    counts[9, 9], counts[9, 2] = 1, 1
    html = sy.evaluate(sy.Confusion(counts), importance={3: 0.9, 7: 0.1}, metrics="cba", intervals="none")._repr_html_()
    *_, table = Checked(html).tables
    assert [row[:4] for row in table[1:3]] == [["3", "4", "50", "33 %"], ["7", "8", "100", "50 %"]]


def test_a_matrix_says_which_side_is_truth():
    result = sy.evaluate(sy.Confusion([[5, 1], [2, 9]], ["bad", "good"]), metrics="cba", intervals="none")
    for shown in (result, result.confusion):
        *_, table = checked(shown).tables
        assert table == [["truth ↓ prediction →", "bad", "good"], ["bad", "5", "1"], ["good", "2", "9"]]


def test_slices_have_their_intervals_beside_the_values_and_their_sizes_as_numbers():
    counts = np.random.default_rng(3).integers(5, 60, (2, 2, 2))
    days = sy.Confusion(counts, axes={"day": ["a rather long name of the first day", "second"]})
    html = sy.evaluate(days, metrics=["cba", "mcc"], intervals="delta")._repr_html_()
    rows = re.search(r"<b>Over day</b></p><table>(.*?)</table>", html)[1].split("<tr>")[2:]
    total, typical, *each = rows
    assert re.fullmatch(
        r'<th scope="row"><div align="left">all</div></th><td align="right">\d+</td>'
        r'(<td align="right">−?0\.\d{3} <sub>−?\.\d{3}(–| to )−?\.\d{3}\??</sub></td>){2}</tr>',
        total,
    )
    assert "<sub>" not in typical
    assert [row.count("<sub>") for row in each] == [2, 2]
    assert "  " not in html


def test_what_if_is_folded():
    """Twenty-one metrics of three models were 1,354 pixels wide, and as many paragraphs."""
    counts = np.random.default_rng(4).integers(1, 50, (3, 3, 3))
    models = sy.Confusion(counts, ["fraud", "ok", "other"], axes={"model": ["tree", "svm", "knn"]})
    found = sy.shares.what_if(models, "fraud")
    page = checked(found)
    html = found._repr_html_()
    assert html.count("<p>") == 1
    moving = [curve for curve in found.curves if not curve.robust]
    assert len(page.tables) == len(moving)
    assert html.count("<details>") == len(moving) + 1
    told = "".join(page.text)
    assert all(pair.sentence in told for curve in moving for pair in curve.pairs)
    assert all(curve.sentence in told for curve in found.curves if curve.robust)
    first = page.tables[0]
    assert len(first[0]) <= 9
    now = next(j for j, heading in enumerate(first[0]) if heading.endswith("(now)"))
    assert [row[now] for row in first[1:]] == [f"{value:.3f}" for value in moving[0].present]


def test_what_if_of_one_model_is_one_table():
    found = sy.shares.what_if(sy.Confusion([[8, 2], [9, 81]], ["fraud", "ok"]), "fraud")
    page = checked(found)
    (table,) = page.tables
    assert [row[0].split()[0].rstrip("°") for row in table[1:]] == [c.metric.name for c in found.curves if not c.robust]
    assert f"Not changed by the share of fraud: {', '.join(found.robust)}." in "".join(page.text)


def test_names_without_a_character_are_seen():
    truth = [0, 2, 1] * 9
    numbered = sy.Joint.from_labels(truth, {"": truth, "tree": truth[::-1]}).to_dict()
    joint = sy.Joint.from_dict(numbered | {"labels": ["", " ", "ok"]})
    assert checked(joint).tables[0][0] == ["truth", "''", "tree", "items"]
    result = sy.evaluate(joint, importance=[1, 2, 3], metrics="cba", intervals="none")
    told = "".join(checked(result).text)
    assert "Classes of '', the most important first" in told
    assert re.search(r"'' #\d 0\.\d+, ", told)
    assert [row[0] for row in checked(joint[""]).tables[0]] == ["truth ↓ prediction →", "'' #1", "'' #2", "ok"]
    assert "Classes of '', the most important first" in result.full()


def test_words_from_right_to_left_are_kept_apart_from_the_numbers_beside_them():
    html = html_of([Listing(["שלום עולם 0.200", "b 0.300", "مرحبا 0.5"]), Sentence("כן (0.7)."), Drawing(["לא 1"])])
    assert "<p>\u2068שלום עולם\u2069 0.200, b 0.300, \u2068مرحبا\u2069 0.5</p>" in html
    assert "<p>\u2068כן\u2069 (0.7).</p>" in html
    assert "\u2068לא\u2069 1" in html
    assert "�" in html_of([Sentence("\u2069 a name may not end what it did not begin \u2068")])


# One record, two ways to draw it.


def rows(text):
    """Return the cells of a text's tables: what stands apart by two spaces or more."""
    return [re.split(r"\s{2,}", line.strip()) for line in text.splitlines()]


@pytest.mark.parametrize("models", [1, 3])
def test_text_and_notebook_show_the_same_numbers(models):
    counts = np.random.default_rng(models).integers(5, 99, (models, 3, 3))
    cm = sy.Confusion(counts[0]) if models == 1 else sy.Confusion(counts, axes={"model": list("abc")})
    result = sy.evaluate(cm, intervals="delta")
    page = checked(result)
    text = result.full()
    metrics = max((table for table in page.tables if table[0][0] == "metric"), key=len)
    for score in result.scores:
        line = next(
            line for line in text.splitlines() if line.split()[:1] in ([score.metric.name], [f"{score.metric.name}°"])
        )
        row = next(row for row in metrics if row[0].split()[0].rstrip("°") == score.metric.name)
        assert re.findall(r"\d\.\d{3}", line)[:models] == re.findall(r"\d\.\d{3}", " ".join(row))[:models]
    brief = str(result)
    for row in page.tables[0][1:]:
        assert row[0] in [cells[0] for cells in rows(brief)]


def test_every_kind_of_part_has_both_forms():
    parts = [
        Sentence("said <loud>", "strong"),
        Sentence("after", lead="before:"),
        Listing(["one", "two"]),
        Item("hanging", "1."),
        Drawing(["1  0", "0  <"]),
        Sheet([Column("name", ["a", "b"], "names", tails="↑↓"), Column("value", ["1", "2"], extras=["x", "y"])]),
        Matrix(["a", "b"], [[5, 0], [1, 2]]),
        Fold("folded", [Sentence("inside")]),
    ]
    page = Checked(html_of(parts))
    told = " ".join("".join(page.text).split())
    for words in ("said <loud>", "before: after", "one, two", "1. hanging", "a ↑", "1 x", "folded", "inside"):
        assert words in told
    text = text_of(parts)
    for words in ("said <loud>", "before: after", "one, two", "1. hanging", "a ↑", "1 x", "folded", "inside"):
        assert words in text
    assert "<details><summary>folded</summary><p>inside</p></details>" in html_of(parts)
    assert "1  0\n0  &lt;" in html_of(parts)
