"""The engine of the page, run by Node, gives the numbers of Python: of every operation, metric, rate and interval."""

import json
import math
import subprocess
from dataclasses import replace
from itertools import combinations, product
from pathlib import Path

import numpy as np
import pytest

import steelyard as sy
from programs import find_program
from steelyard.intervals import classwise
from steelyard.intervals.class_moves import ClassMoves
from steelyard.intervals.influence import Influence
from steelyard.intervals.interval import Combined, normal_ends
from steelyard.intervals.rows import Rows
from steelyard.intervals.sample import Sample, has_bounds
from steelyard.intervals.units import groups_of, items_of
from steelyard.measuring.apply import apply
from steelyard.measuring.lead import difference
from steelyard.measuring.program import OPERATIONS, Node, Output, Program, gradients, record, with_slopes
from steelyard.measuring.program.program import ELEMENTWISE, REDUCTIONS, computed, plain
from steelyard.show.page.content import content_of
from steelyard.show.page.loops import loops_of

SCRIPTS = Path(__file__).parent / "script"
NODE = find_program("node")

pytestmark = [pytest.mark.slow, pytest.mark.skipif(NODE is None, reason="Node is not installed")]

POLICIES = ["worst", "exclude", "zero", "nan"]
COSTS = {2: [[0, 3], [1, 0]], 3: [[0, 2, 9], [1, 0, 3], [4, 1, 0]]}
MODELS = 3
BY_SLOPES = classwise(by_slopes=True)


def answers(questions, tmp_path):
    """Return what Node says to questions, see script/answers.js."""
    file = tmp_path / "questions.json"
    file.write_text(json.dumps(questions, allow_nan=False))
    run = subprocess.run(
        [NODE, "--no-warnings", SCRIPTS / "answers.js", file], capture_output=True, text=True, timeout=120, check=False
    )
    assert run.returncode == 0, run.stderr
    return json.loads(run.stdout)


def floats(found):
    return np.asarray(found, dtype=np.float64)  # "NaN" and "Infinity" as well


def assert_same(found, expected, what=""):
    found, expected = floats(found), floats(expected)
    assert found.shape == expected.shape, what
    assert np.array_equal(np.isnan(found), np.isnan(expected)), (
        f"{what}: {found} is undefined elsewhere than {expected}"
    )
    np.testing.assert_allclose(found, expected, rtol=1e-9, atol=1e-9, err_msg=str(what))


def test_the_normal_distribution_is_pythons(tmp_path):
    points = [*np.linspace(-12, 12, 481).tolist(), -38.0, -30.0, 30.0, 1e-300]
    (found,) = answers([{"below": points}], tmp_path)
    np.testing.assert_allclose(found, [math.erfc(-x / math.sqrt(2)) / 2 for x in points], rtol=1e-10)


# Operations and slopes.

ODD = [0.0, -0.0, 1.0, -1.0, 2.0, -2.5, 0.5, 3.0, 1e300, 1e-300, np.inf, -np.inf, np.nan]
SHAPES = [((3, 3), (3, 3)), ((3, 3), (3,)), ((3, 1), (1, 3)), ((3,), ()), ((), ()), ((1,), (3,))]
ALL = [None, None, None]


class Written:
    """A program of operations under test, on constants of any dtype and shape; each result is copied to a node."""

    def __init__(self):
        self.nodes, self.outputs, self.expected = [], [], []

    def constant(self, array):
        parameters = {"value": plain(array)}
        self.nodes.append(Node("constant", (), array.shape, array.dtype.name, stacked=False, parameters=parameters))
        return len(self.nodes) - 1

    def node(self, operation, *operands, **parameters):
        """Write an operation, with the shape and dtype that NumPy gives it."""
        places = tuple(self.constant(np.asarray(operand)) for operand in operands)
        bare = Node(operation, places, (), parameters.pop("dtype", "float64"), stacked=False, parameters=parameters)
        with np.errstate(all="ignore"):
            value = computed(bare, [np.asarray(operand) for operand in operands], {})
        self.nodes.append(replace(bare, shape=value.shape, dtype=value.dtype.name))
        if value.dtype != np.float64:
            self.nodes.append(Node("cast", (len(self.nodes) - 1,), value.shape, "float64", stacked=False))
        copied = (len(self.nodes) - 1, self.constant(np.zeros(())))
        self.nodes.append(Node("add", copied, value.shape, "float64", stacked=False))
        self.outputs.append(Output(f"{operation} {len(self.outputs)}", "whole", len(self.nodes) - 1, None))
        self.expected.append(value.astype(np.float64).reshape(-1))

    def loops(self):
        return loops_of(
            Program(3, "exclude", whole_numbers=False, nodes=tuple(self.nodes), outputs=tuple(self.outputs))
        )


def write_functions(written, rng):
    """Write every function of numbers on every pair of odd ones, and on operands that are stretched."""
    whole, both = (
        {"add", "subtract", "multiply", "negative", "absolute", "square"},
        {"add", "multiply", "maximum", "minimum"},
    )
    for name in (*ELEMENTWISE, "flow"):
        operands = 2 if name == "flow" else getattr(np, name).nin
        kinds = ["bool"] if name.startswith("logical") else ["float64"]
        kinds += ["int64"] * (name in whole) + ["bool"] * (name in both)
        for kind in kinds:
            odd = np.array(ODD if kind == "float64" else [0, 1, -3, 7]).astype(kind)
            written.node(name, *np.array(list(product(odd, odd))).T.astype(kind)[:operands])
            for shapes in SHAPES:
                written.node(name, *(rng.choice(odd, shape) for shape in shapes[:operands]))
    for held, y in product(
        [rng.random(shape) < 0.5 for shape in ((3, 3), (3, 1), ())], [np.float64(7), np.ones((3, 3))]
    ):
        written.node("where", held, np.array([np.nan, 1, 2]), y)
    for here, there in product(("float64", "int64", "bool"), repeat=2):
        if here != there:
            numbers = [-2.7, -0.2, 0.0, 0.3, 9.9] if here == "float64" else [-2, 0, 5] if here == "int64" else [0, 1]
            written.node("cast", np.array(numbers).astype(here), dtype=there)


def write_others(written, rng):
    for shape, axes in [((3, 4), [-1]), ((3, 4), [-2]), ((3, 4), [-2, -1]), ((5,), [-1])]:
        for name, keepdims in product(REDUCTIONS, [True, False]):
            for odd in [[False, True]] if name in ("any", "all") else [ODD[:8], ODD, [-3.0, -0.5]]:
                written.node(name, rng.choice(np.array(odd), shape), axes=axes, keepdims=keepdims)
    x = rng.normal(0, 5, (3, 4))
    items = [
        [0, "new", ALL],
        [[1, None, None], -1],
        [[None, None, 2], [-3, -1, None]],
        [ALL, 2],
        [2, 1],
        [2, [1, 3, None]],
    ]
    for each in items:
        written.node("index", x, items=each)
    written.node("index", x[0], items=["new", ALL])
    written.node("index", x[0], items=[ALL, "new"])
    written.node("diagonal", x[:, :3])
    written.node("swapaxes", x, axes=[-2, -1])
    written.node("full_like", x, value="NaN")
    for a, b in [((3, 4), (4, 2)), ((4,), (4, 2)), ((3, 4), (4,)), ((4,), (4,))]:
        written.node("matmul", rng.normal(0, 1, a), rng.normal(0, 1, b))


def test_every_operation_is_numpys(rng, tmp_path):
    written = Written()
    write_functions(written, rng)
    write_others(written, rng)
    assert {node.operation for node in written.nodes} == set(OPERATIONS) - {"input"}
    (((*found,),),) = answers([{"loops": written.loops(), "classes": 3, "inputs": [{}]}], tmp_path)
    for output, answer, expected in zip(written.outputs, found, written.expected, strict=True):
        np.testing.assert_allclose(floats(answer["numbers"]), expected, rtol=1e-13, err_msg=output.metric)


def _zeros_to(x, least):
    return np.where(x > least, x, 0.0)


BODIES = {
    "powers": lambda c: c.tp ** (c.p / c.n) + 2.0 ** (c.p / c.n) + (c.p / c.n) ** 3 + (c.p / c.n) ** 0,
    "roots and logs": lambda c: np.sqrt(c.tp) + np.log(c.p) + np.log1p(c.t) + np.log2(c.p) + np.log10(c.p),
    "exponentials": lambda c: np.exp(c.tp / c.n) + np.expm1(c.p / c.n) - np.reciprocal(c.t) + np.square(c.fn),
    "extremes": lambda c: np.maximum(c.tp, c.fn) * np.minimum(c.p, c.t) + np.abs(c.tp - c.p),
    "a tie": lambda c: np.maximum(c.tp, c.m.max(axis=-1)) + np.minimum(c.t, c.t * 1.0),
    "products": lambda c: (c.m / 10).prod(axis=-1) + (c.m / 10).prod(axis=-2, keepdims=True)[..., 0, :],
    "products with zeros": lambda c: _zeros_to(c.m / 10, 0.9).prod(axis=-1),
    "largest": lambda c: c.m.max(axis=-2, keepdims=True)[..., 0, :] - c.m.min(axis=-1),
    "all at once": lambda c: c.m.sum(axis=(-1, -2), keepdims=True)[..., 0, :] * c.tp,
    "diagonal of a product": lambda c: np.einsum("...ii->...i", c.m @ c.m),
    "diagonal of a quotient": lambda c: np.einsum("...ii->...i", c.m / c.of_row(c.t)) * c.tp,
    "diagonal by columns": lambda c: np.einsum(
        "...ii->...i", np.swapaxes(c.m, -1, -2) / c.of_column(c.p) / c.n[..., None]
    ),
    "diagonal turned": lambda c: np.einsum("...ii->...i", (c.m * c.m).max(axis=-1, keepdims=True) * c.m),
    "turned": lambda c: (np.swapaxes(c.m, -1, -2) * c.m).sum(axis=-1),
    "picked": lambda c: c.m[..., 0, :] * c.m[..., :, 1] + c.m[..., 1:, :].sum(axis=-2) * c.t[..., :1],
    "by a matrix": lambda c: c.t @ np.arange(9.0).reshape(3, 3) + (c.m @ np.arange(9.0).reshape(3, 3)).sum(axis=-1),
    "by vectors": lambda c: c.m @ np.arange(1.0, 4) + np.arange(1.0, 4) @ c.m,
    "of a matrix": lambda c: (np.arange(9.0).reshape(3, 3) @ c.m).sum(axis=-1) / c.n,
    "conditions": lambda c: np.where(c.tp > 20, c.p**2, c.fn / c.n) + c.tp * (c.tp > 20) + np.clip(c.tp, 10, 26),
    "an unused infinity": lambda c: np.where(c.tp > 0, c.p, np.log(c.p - c.p)) + np.sqrt(c.t - c.t),
    "relevant": lambda c: c.relevance * c.tp / c.total(c.relevance),
    "nothing of the cells": lambda c: np.full_like(c.tp, 3.0),
    "rows and columns of errors": lambda c: c.fn * c.fp + c.tn,
}
CELLS = [[30, 4, 6], [7, 25, 3], [2, 9, 41]], [[30, 0, 6], [0, 0, 0], [2, 0, 41]], [[8, 8, 8], [8, 8, 8], [8, 8, 8]]


def test_every_slope_is_pythons(tmp_path):
    metrics = [sy.Metric(name, "", body, kind="rate", range=(-np.inf, np.inf)) for name, body in BODIES.items()]
    m, relevance, shares = np.array(CELLS, dtype=float), np.array([1.0, 0.4, 0.0]), np.array([0.5, 0.2, 0.3])
    settings = [{"whole_numbers": True}, {"whole_numbers": False}, {"at_shares": True}]
    programs = [with_slopes(record(metrics, classes=3, **each)) for each in settings]
    given = {"relevance": relevance.tolist(), "shares": shares.tolist()}
    inputs = [{"m": one.ravel().tolist(), "seed": seed.tolist(), **given} for one in m for seed in np.eye(3)]
    found = answers([{"loops": loops_of(program), "classes": 3, "inputs": inputs} for program in programs], tmp_path)
    for program, by_input, setting in zip(programs, found, settings, strict=True):
        expected = gradients(program, m, relevance, shares if "at_shares" in setting else None)
        for (k, c), outputs in zip(product(range(3), range(3)), by_input, strict=True):
            for output, answer in zip(program.outputs, outputs, strict=True):
                value, by_cell = expected[output.metric]
                np.testing.assert_allclose(floats(answer["numbers"]), value[k], rtol=1e-12, err_msg=output.metric)
                if np.isnan(value[k, c]):
                    continue
                slopes = floats(answer["slopes"]).reshape(3, 3)
                np.testing.assert_allclose(
                    slopes, by_cell[k, c], rtol=1e-9, atol=1e-9, err_msg=f"{output.metric} {setting}"
                )


# Contents.


def every_metric(C):
    costs = COSTS.get(C, (np.add.outer(np.arange(C), 2 * np.arange(C)) * (1 - np.eye(C))).tolist())
    with_costs = [sy.metrics[name].at(costs=costs) for name in ("expected_cost", "cost_ratio")]
    kappas = [sy.metrics.weighted_kappa.at(distance=distance) for distance in ("linear", "quadratic")]
    plain = [metric for metric in sy.metrics.values() if metric.kind != "rate" and not metric.optional]
    return [*plain, sy.metrics.mean_f.at(beta=2), *with_costs, *kappas]


def counts_of(rng, C, kind):
    """Return the counts of some models: skewed, with zeros, and as the kind says."""
    counts = rng.poisson(20 * np.exp(rng.normal(0, 1.5, (MODELS, C, C)))) * (rng.random((MODELS, C, C)) < 0.7)
    counts[:, np.arange(C), np.arange(C)] += rng.integers(1, 60, (MODELS, C))
    if kind == "full":
        return counts + 1
    if kind == "huge":
        return (
            rng.integers(0, 10**9, (MODELS, C, C)) * (rng.random((MODELS, C, C)) < 0.8) + np.eye(C, dtype=int) * 10**8
        )
    if kind == "holes":
        counts[:, C // 2, :] = 0  # a class without items
        counts[0, :, 0], counts[0, 0, -1] = 0, 5  # one that the first model never predicts
        counts[1, 0, :], counts[1, 0, -1] = 0, 7  # one that the second never finds
        counts[2] = np.diag(np.diag(counts[2]))  # no errors at all
    return counts


def weights_of(rng, C):
    weights = rng.dirichlet(np.ones(C))
    weights[rng.integers(C)] *= rng.integers(2)  # one may not count
    return weights / weights.sum()


def stacked(counts):
    return sy.Confusion(counts, axes={"model": [f"m{k}" for k in range(len(counts))]})


CASES = [(3, "holes", policy) for policy in POLICIES]
CASES += [(3, "some", "exclude"), (3, "full", "raise"), (3, "huge", "zero"), (3, "weights", "nan")]
CASES += [
    (2, "holes", "exclude"),
    (2, "huge", "nan"),
    (5, "some", "zero"),
    (5, "weights", "exclude"),
    (20, "holes", "zero"),
]


def asked_view(weights, shares=None):
    return {"weights": weights.tolist(), "shares": None if shares is None else shares.tolist()}


class Case:
    """Some counts, the content of their page, and what is asked about it."""

    def __init__(self, rng, C, kind, policy):
        self.kind, self.policy, self.metrics = kind, policy, every_metric(C)
        self.what = f"{C} classes, {kind}, {policy}"
        self.cm = cm = stacked(counts_of(rng, C, kind) * (0.37 if kind == "weights" else 1))
        first, then, last = (weights_of(rng, C) for _ in range(3))
        self.content = content_of(sy.evaluate(cm, importance=first, metrics=self.metrics, undefined=policy))
        there = (cm.support > 0).all(axis=0)  # only a class that has items can be given a share
        shares, even = rng.dirichlet(np.ones(C)) * there, there / there.sum()
        plain = [asked_view(first), asked_view(then)]
        others = [
            asked_view(then, shares / shares.sum()),
            asked_view(last, shares / shares.sum()),
            asked_view(first, even),
        ]
        # Back and forth, so that nothing stale is taken for what is asked.
        self.asks = [[method, view] for view in (*plain, *others, plain[0]) for method in ("scores", "intervals")]
        places = product(range(MODELS), range(len(self.content["rates"])))
        self.asks += [["rate", view, *place] for place in places for view in (plain[1], others[1])]
        self.asks += [["rateIntervals", plain[1], *place] for place in product(range(MODELS), range(4))]
        self.found = []

    def answers(self, *methods, at_shares):
        """Yield (view, what else was given, answer)."""
        for (method, view, *given), found in zip(self.asks, self.found, strict=True):
            if method in methods and (view["shares"] is not None) == at_shares:
                yield view, given, found


@pytest.fixture(scope="module")
def cases(tmp_path_factory):
    """Contents of all kinds and what the engine says about them, from one run of Node."""
    rng = np.random.default_rng(6)
    every = [Case(rng, *case) for case in CASES]
    asked = [{"content": case.content, "asks": case.asks} for case in every]
    for case, found in zip(every, answers(asked, tmp_path_factory.mktemp("cases")), strict=True):
        case.found = found
    return every


def by_metric(found, name, metrics):
    return floats(found[name]).reshape(MODELS, len(metrics)).T


def ends(score_interval):
    return (math.nan, math.nan) if score_interval is None else (score_interval.low, score_interval.high)


def test_scores_and_intervals_are_pythons(cases):
    checked = 0
    for case in cases:
        python = {}
        for view, _, found in case.answers("scores", "intervals", at_shares=False):
            key = str(view["weights"])
            if key not in python:
                python[key] = evaluated(case, case.cm, view, "none" if case.kind == "weights" else BY_SLOPES)
            values, low, high = python[key]
            if "value" in found:
                assert_same(by_metric(found, "value", case.metrics), values, case.what)
                expected = [ranks(row, metric) for row, metric in zip(values, case.metrics, strict=True)]
                assert_same(by_metric(found, "rank", case.metrics), expected, case.what)
            else:
                assert_ends(found, low, high, case)
                checked += np.isfinite(low).sum()
    assert checked > 500


def assert_ends(found, low, high, case):
    """Compare ends of intervals; those of curved metrics hold a bias that is drawn, here and there with other draws."""
    curved = np.array([metric.curved > 0 for metric in case.metrics])
    for end, expected in (("low", low), ("high", high)):
        numbers = by_metric(found, end, case.metrics)
        assert_same(numbers[~curved], expected[~curved], case.what)
        off = np.abs(numbers - expected)[curved] / np.maximum(high - low, 1e-9)[curved]
        assert np.nanmax(off, initial=0.0) < 0.25, case.what


def evaluated(case, cm, view, intervals):
    """Return the values and the ends of their intervals, (metrics, models), as Python has them."""
    given = {"metrics": case.metrics, "undefined": case.policy, "intervals": intervals}
    scores = sy.evaluate(cm, importance=view["weights"], **given).scores
    numbers = [(score.value, *ends(score.interval)) for score in scores]
    return np.moveaxis(floats(numbers).reshape(len(case.metrics), MODELS, 3), 2, 0)


def ranks(values, metric):
    lead = metric.sign * difference(values[None, :], values[:, None], metric)  # of the column over the row
    return np.where(np.isnan(values), np.nan, 1 + (lead > 0).sum(axis=1))


def test_scores_at_other_shares_are_those_of_rescaled_counts(cases):
    for case in cases:
        for view, _, found in case.answers("scores", at_shares=True):
            values, _, _ = evaluated(case, case.cm.at_shares(view["shares"]), view, "none")
            assert_same(by_metric(found, "value", case.metrics), values, case.what)


def test_intervals_at_other_shares_are_those_of_the_slopes(cases):
    """Python has no call for them; they are its way class by class, with the slopes at these shares."""
    for case in cases:
        if case.kind == "weights" or len(case.cm.labels) > 5:
            continue
        straight = [metric for metric in case.metrics if not metric.curved]
        settings = {"classes": len(case.cm.labels), "labels": case.cm.labels, "policy": case.policy}
        program = with_slopes(record(straight, at_shares=True, **settings))
        for view, _, found in case.answers("intervals", at_shares=True):
            weights, shares = floats(view["weights"]), floats(view["shares"])
            values = gradients(program, case.cm.counts.astype(float), weights, shares)
            moves = [class_moves(case.cm.slice(k)) for k in range(MODELS)]
            slopes = gradients(program, np.concatenate([each._mean_tables for each in moves]), weights, shares)  # noqa: SLF001
            for j, metric in enumerate(case.metrics):
                if metric.curved:
                    continue
                bounds = metric.bounds(weights, metric.arguments(case.cm.labels))
                for k in range(MODELS):
                    value = float(values[metric.name].value[k])
                    expected = ends_by_slopes(moves[k], value, slopes[metric.name].by_cell[k], bounds, of_number=True)
                    ask = [by_metric(found, end, case.metrics)[j, k] for end in ("low", "high")]
                    assert_same(ask, expected, (case.what, metric.name))


def class_moves(cm):
    return ClassMoves(Rows(items_of(cm), (0,)), [], draws=0, seed=0)


def ends_by_slopes(moves, value, by_cell, bounds, *, of_number):
    """Return the ends that Python's way class by class has with these slopes."""
    if not np.isfinite(value):
        return math.nan, math.nan
    given = ClassMoves(moves.rows, [], draws=0, seed=0)
    vars(given)["_slopes"] = [by_cell[None]]
    anew = given._resampled(0) if of_number else None  # noqa: SLF001
    return Combined(value, given.by_slopes(0), anew, bounds=bounds).ends(0.95)


def test_rates_are_pythons(cases):
    for case in cases:
        for at_shares in (False, True):
            for view, (k, r), found in case.answers("rate", at_shares=at_shares):
                one = case.cm.slice(k)
                rate = sy.metrics[case.content["rates"][r]["name"]]
                there = one.at_shares(view["shares"]) if at_shares else one
                shown = "worst" if case.content["policy"] == "worst" else "nan"
                assert_same(found, rate(there, undefined=shown), (case.what, rate.name))


def test_intervals_of_rates_are_pythons(cases):
    for case in cases:
        given = {"undefined": case.policy, "intervals": "none" if case.kind == "weights" else None}
        rows = {
            (dict(row.slice)["model"], row.label): row.intervals
            for row in sy.evaluate(case.cm, metrics="cba", **given).classes
        }
        for _, (k, r), found in case.answers("rateIntervals", at_shares=False):
            name = case.content["rates"][r]["name"]
            expected = np.array([ends(rows[f"m{k}", label][name]) for label in case.cm.labels])
            assert_same(found["low"], expected[:, 0], (case.what, name))
            assert_same(found["high"], expected[:, 1], (case.what, name))


def test_intervals_of_other_rates_are_pythons_or_those_of_the_slopes(rng, tmp_path):
    """Of a quotient of hits, misses and so on Python's; of what needs draws, the slopes."""
    cm = stacked(counts_of(rng, 4, "holes"))
    content, weights = content_of(sy.evaluate(cm, metrics="cba")), np.full(4, 0.25)
    rates = [sy.metrics[rate["name"]] for rate in content["rates"]]
    asks = [["rateIntervals", asked_view(weights), 0, r] for r in range(4, len(rates))]
    (found,) = answers([{"content": content, "asks": asks}], tmp_path)
    moves, kinds = class_moves(cm.slice(0)), set()
    for rate, told, answer in zip(rates[4:], content["rates"][4:], found, strict=True):
        defined = np.isfinite(
            rate(cm.slice(0), undefined="nan")
        )  # one that was given up has the worst value, and no interval
        kinds.add(told["quotient"] is None)
        if told["quotient"]:
            ((intervals,),) = BY_SLOPES.of(Sample(items_of(cm.slice(0)), [rate], weights, "exclude"), 0.95)
            expected = [
                ends(each) if known else (math.nan,) * 2 for each, known in zip(intervals, defined, strict=True)
            ]
        else:
            program = with_slopes(record([rate], classes=4, labels=cm.labels, policy="worst"))
            (slopes,) = gradients(program, moves._mean_tables, weights)[rate.name].by_cell  # noqa: SLF001
            known = np.where(defined, rate(cm.slice(0), undefined="worst"), math.nan)
            bounds = rate.bounds(weights, rate.arguments(cm.labels))
            expected = [ends_by_slopes(moves, float(known[c]), slopes[c], bounds, of_number=False) for c in range(4)]
        assert_same(np.stack([floats(answer["low"]), floats(answer["high"])], axis=1), expected, rate.name)
    assert kinds == {True, False}


@pytest.mark.parametrize(("hits", "items"), [(5, 5), (9, 12), (0, 30), (97, 100)])
def test_recall_keeps_its_interval_at_other_class_shares(tmp_path, hits, items):
    """It does not move with them; nor does the accuracy of a model without errors, but what may be true of it does."""
    cm = sy.Confusion([[hits, items - hits], [40, 400]])
    content = content_of(sy.evaluate(cm, metrics="cba"))
    view = asked_view(np.array([0.5, 0.5]))
    asks = [["rateIntervals", {**view, "shares": shares}, 0, 0] for shares in (None, [0.4, 0.6], [0.0, 1.0])]
    ((start, moved, none),) = answers([{"content": content, "asks": asks}], tmp_path)
    assert moved == start
    assert none["low"][0] == "NaN"  # no such item, no recall
    perfect = content_of(sy.evaluate(sy.Confusion([[5, 0], [0, 440]]), metrics=["accuracy", "balanced_accuracy"]))
    assert [(each["robust"], each["of_rows"]) for each in perfect["metrics"]] == [(True, False), (True, True)]


# Groups, pairs, own metrics.


def labelled(rng, C, items=400, groups=15):
    y = rng.choice(C, items, p=rng.dirichlet(np.full(C, 2.0)))
    predictions = {
        f"m{k}": np.where(rng.random(items) < 0.6 + 0.1 * k, y, rng.integers(0, C, items)) for k in range(MODELS)
    }
    return y, predictions, rng.integers(0, groups, items)


@pytest.mark.parametrize("weighted", [False, True])
def test_groups_are_drawn_whole(rng, tmp_path, weighted):
    y, predictions, group = labelled(rng, 3)
    amounts = rng.random(len(y)) + 0.2 if weighted else None
    joint = sy.Joint.from_labels(y, predictions, weights=amounts, by={"patient": group})
    metrics, weights = every_metric(3), weights_of(rng, 3)
    python = sy.evaluate(joint, group="patient", importance=weights, metrics=metrics, intervals="delta")
    pairs = list(combinations(range(MODELS), 2))
    asks = [
        ["intervals", asked_view(weights)],
        *(["difference", asked_view(weights), a, b, j] for a, b in pairs for j in (0, 4, 8)),
    ]
    content = content_of(python)
    assert content["units"]["paired"]
    ((found, *differences),) = answers([{"content": content, "asks": asks}], tmp_path)
    expected = floats([ends(score.interval) for score in python.scores]).reshape(len(metrics), MODELS, 2)
    assert np.isfinite(expected).all()
    assert_same(by_metric(found, "low", metrics), expected[..., 0])
    assert_same(by_metric(found, "high", metrics), expected[..., 1])
    units = groups_of(joint, "patient")
    assert_differences(asks[1:], differences, units, metrics, weights, content, degrees=units.total - 1)


def assert_differences(asks, found, units, metrics, weights, content, degrees):
    sample = Sample(units, metrics, weights, "exclude")
    known = sample.influences(stratified=False)
    for (_, _, a, b, j), answer in zip(asks, found, strict=True):
        metric, influence = metrics[j], known[j]
        moved = Influence(influence.by_kind[a] - influence.by_kind[b], influence.sizes)
        spread = math.sqrt(moved.variance * content["variance_factor"][a])
        values = sample.observed[j].value
        lead = metric.sign * float(difference(values[a], values[b], metric))
        low, high = sample.bounds(j)
        expected = normal_ends(lead, spread, 0.95, (low - high, high - low), degrees)
        assert_same([answer["value"], answer["low"], answer["high"]], [lead, *expected], metric.name)
        # Of groups, the normal distribution would claim too much.
        assert_same([answer["better"], answer["p"]], [math.nan, math.nan], metric.name)


@pytest.mark.parametrize(("paired", "given_up"), [(True, False), (True, True), (False, False)])
def test_differences_are_pythons_class_by_class(rng, tmp_path, paired, given_up):
    """Value, interval, probability, p-value, its correction over all that was asked, and the class that limits it."""
    y, predictions, _ = labelled(rng, 4)
    y[:5], y[5:][y[5:] == 0] = 0, 1  # so few that they decide
    if given_up:  # by the second model
        predictions["m1"] = np.where(predictions["m1"] == 0, 2, predictions["m1"])
    joint, weights, metrics = sy.Joint.from_labels(y, predictions), weights_of(rng, 4), every_metric(4)
    given = joint if paired else joint.confusion()
    python = sy.compare(given, importance=weights, metrics=metrics, intervals=BY_SLOPES)
    content = content_of(python)
    assert content["units"]["paired"] == paired
    places = [(a, b, j) for a, b in [(0, 1), (2, 0), (1, 2)] for j in range(len(metrics))]
    asks = [[ask, asked_view(weights), *place] for place in places for ask in ("difference", "adjusted")]
    (found,) = answers([{"content": content, "asks": asks}], tmp_path)
    limited = 0
    for (a, b, j), lead, adjusted in zip(places, found[::2], found[1::2], strict=True):
        expected = python.pair(f"m{a}", f"m{b}", metrics[j].name)
        ahead = expected.lead_of(f"m{a}")
        numbers = [ahead.value, ahead.low, ahead.high, ahead.better, expected.p_value, expected.p_adjusted]
        told = [*(lead[name] for name in ("value", "low", "high", "better", "p")), adjusted]
        np.testing.assert_allclose(floats(told), numbers, atol=1e-9, err_msg=metrics[j].name)
        assert lead["limited"] == (-1 if expected.limited_by is None else expected.limited_by)
        limited += expected.limited_by is not None
    assert limited or not paired or given_up


def few_that_differ(rng, apart, **given):
    """Return 90 items of three classes, on some of which the first model is right and the second wrong."""
    y = np.repeat([0, 1, 2], 30)
    both = np.where(rng.random(90) < 0.7, y, (y + 1) % 3)
    first, second = both.copy(), both.copy()
    first[apart], second[apart] = y[apart], (y[apart] + 2) % 3
    return sy.Joint.from_labels(y, {"m0": first, "m1": second}, **given)


SMALL = sy.Confusion([[[3, 0], [0, 2]], [[0, 3], [2, 0]]], axes={"model": ["m0", "m1"]})


@pytest.mark.parametrize(
    ("given", "weights", "floor"),
    [
        # Four that move the balanced accuracy by 1, 2, 2 and 3, and the accuracy alike.
        (lambda rng: few_that_differ(rng, [3, 34, 40, 70]), [1, 2, 3],
         {"balanced_accuracy": 2 ** -((1 + 2 + 2 + 3)**2 / (1 + 4 + 4 + 9)), "accuracy": 2**-4}),
        (lambda rng: few_that_differ(rng, [*range(4)]), [8, 1, 1], 2**-4),
        # Of seven, two are of a class that does not count.
        (lambda rng: few_that_differ(rng, [*range(5), 40, 41]), [1, 0, 3],
         {"balanced_accuracy": 2**-5, "accuracy": 2**-7}),
        # One of nine weighs as much as a hundred of the others.
        (lambda rng: few_that_differ(rng, [*range(9)], weights=[100.0] + [1.0] * 89), [1, 1, 1],
         2 ** -(108**2 / 10008)),
        # All hits of a class fall on one of two models, of three and two items each, as Fisher counts it.
        (lambda _: SMALL, [0.3, 0.7], 1 / math.comb(6, 3) / math.comb(4, 2)),
        (lambda _: SMALL, [0.0, 1.0], {"balanced_accuracy": 1 / 6, "accuracy": 1 / 20 / 6}),
        (lambda _: SMALL.with_rows_scaled(np.array([2, 1])), [0.9, 0.1], 1 / math.comb(12, 6) / 6),
    ],
)  # fmt: skip
def test_few_items_prove_nothing_on_the_page_either(rng, tmp_path, given, weights, floor):
    counts, metrics = given(rng), every_metric(3 if len(weights) == 3 else 2)
    python = sy.compare(counts, importance=weights, metrics=metrics, intervals=BY_SLOPES)
    content = content_of(sy.evaluate(counts, metrics=metrics))
    view = asked_view(np.array(weights) / sum(weights))
    asks = [["difference", view, a, 1 - a, j] for a in (0, 1) for j in range(len(metrics))]
    (found,) = answers([{"content": content, "asks": asks}], tmp_path)
    names = [metric.name for metric in metrics]
    for name in ("balanced_accuracy", "accuracy"):
        least = floor[name] if isinstance(floor, dict) else floor
        assert python.pair("m0", "m1", name).by_chance == pytest.approx(least)
        told = found[names.index(name)]
        assert told["p"] >= 2 * least * (1 - 1e-9)
        assert (told["low"] <= 0) or least < 0.025
    for (_, _, a, b, j), lead in zip(asks, found, strict=True):
        expected = python.pair(f"m{a}", f"m{b}", names[j])
        ahead = expected.lead_of(f"m{a}")
        numbers = [ahead.value, ahead.low, ahead.high, ahead.better, expected.p_value]
        told = [lead[name] for name in ("value", "low", "high", "better", "p")]
        np.testing.assert_allclose(floats(told), numbers, atol=1e-9, err_msg=names[j])


@pytest.mark.parametrize(("apart", "told"), [([3, 34, 40, 70], False), ([*range(0, 90, 9)], True)])
def test_nor_do_few_groups(rng, tmp_path, apart, told):
    """Four groups of ninety tell two models apart, then ten: the delta method alone would call one better."""
    joint = few_that_differ(rng, apart, by={"patient": np.arange(90)})
    content = content_of(sy.evaluate(joint, group="patient", metrics=["accuracy"], intervals="delta"))
    asks = [["difference", asked_view(np.full(3, 1 / 3)), 0, 1, 0]]
    (((lead),),) = answers([{"content": content, "asks": asks}], tmp_path)
    assert lead["value"] == pytest.approx(len(apart) / 90)
    assert (lead["low"] > 0) == told


def test_nor_do_few_groups_of_each_model(tmp_path):
    """Each of two models has two groups of 50 items, all right or all wrong, so twice two: they fall so once in 6."""
    counts = [[[[50, 0], [0, 0]]] * 2, [[[0, 50], [0, 0]]] * 2]
    cm = sy.Confusion(counts, axes={"model": ["m0", "m1"], "site": ["a", "b"]})
    content = content_of(sy.evaluate(cm, group="site", metrics=["accuracy"], intervals="delta"))
    assert not content["units"]["paired"]
    assert list(content["alone"]) == [([2, 0], [2, 0]), ([0, 0], [2, 0])]
    ((lead,),) = answers(
        [{"content": content, "asks": [["difference", asked_view(np.full(2, 0.5)), 0, 1, 0]]}], tmp_path
    )
    assert lead["low"] <= 0 < lead["value"]


def test_items_with_weights_are_as_sure_as_their_rows(rng, tmp_path):
    y, predictions, _ = labelled(rng, 3, items=120)
    amounts = rng.integers(1, 400, len(y)) / 4
    joint = sy.Joint.from_labels(y, predictions, weights=amounts)
    metrics = [metric for metric in every_metric(3) if not metric.curved]
    observed = apply(metrics, joint.confusion(), importance=np.full(3, 1 / 3), undefined="worst")
    content, view = content_of(sy.evaluate(joint, metrics=metrics)), asked_view(np.full(3, 1 / 3))
    asks = [["intervals", view], *(["difference", view, 2, 0, j] for j in range(len(metrics)))]
    ((found, *differences),) = answers([{"content": content, "asks": asks}], tmp_path)
    low, high = by_metric(found, "low", metrics), by_metric(found, "high", metrics)

    def moves(units, *models):
        return ClassMoves(Rows(units, tuple(range(len(models)))), [each.of_models(models) for each in observed], 0, 0)

    two = sy.Joint.from_labels(y, {name: predictions[name] for name in ("m2", "m0")}, weights=amounts)
    pair = moves(items_of(two, weighted=True), 2, 0)
    for j, metric in enumerate(metrics):
        bounds = metric.bounds(np.ones(3), metric.arguments(joint.labels))
        for k in range(MODELS):
            alone = moves(items_of(joint.confusion().slice(k), weighted=True), k)
            assert_same([low[j, k], high[j, k]], alone.of_model(j, bounds).ends(0.95), metric.name)
        value = float(difference(*observed[j].value[[2, 0]], metric))
        expected = pair.of_pair(j, value, (bounds[0] - bounds[1], bounds[1] - bounds[0]))
        lead = expected if metric.sign > 0 else expected.flipped()
        told = [differences[j]["low"], differences[j]["high"]]
        np.testing.assert_allclose(floats(told), lead.ends(0.95), atol=1e-9, err_msg=metric.name)


def test_many_tests_are_corrected_by_their_number(rng, tmp_path):
    """Holm's correction of so many would not follow a slider; Bonferroni's is never below it."""
    y = rng.integers(0, 3, 300)
    predictions = {f"m{k}": np.where(rng.random(300) < 0.6 + 0.04 * k, y, rng.integers(0, 3, 300)) for k in range(8)}
    python = sy.compare(y, predictions, metrics=every_metric(3)[:8], intervals=BY_SLOPES)
    view = asked_view(np.full(3, 1 / 3))
    asks = [["difference", view, 7, 0, 0], ["adjusted", view, 7, 0, 0]]
    ((difference, adjusted),) = answers([{"content": content_of(python), "asks": asks}], tmp_path)
    assert adjusted == pytest.approx(min(1.0, 8 * 28 * difference["p"]))
    assert adjusted >= python.pair("m7", "m0", every_metric(3)[0].name).p_adjusted * (1 - 1e-6)


def test_a_rope_is_in_the_probability(rng, tmp_path):
    y, predictions, _ = labelled(rng, 3)
    python = sy.compare(y, predictions, metrics=["cba", "accuracy"], rope=0.02, intervals=BY_SLOPES)
    content = content_of(python)
    assert content["rope"] == 0.02
    asks = [["difference", asked_view(np.full(3, 1 / 3)), 2, 0, j] for j in range(2)]
    (found,) = answers([{"content": content, "asks": asks}], tmp_path)
    for name, answer in zip(["cba", "accuracy"], found, strict=True):
        assert answer["better"] == pytest.approx(python.pair("m2", "m0", name).a_better, abs=1e-9)


@pytest.mark.usefixtures("own_metrics")
def test_a_users_own_metrics_are_live(rng, tmp_path):
    @sy.metric(per_class=True, range=(0, 1))
    def own_rate(c):
        """How often a class is found, as a root."""
        return np.sqrt(c.tp / c.t)

    @sy.metric(averages=True)
    def own_average(c):
        """The mean of the own rate."""
        return c.mean(sy.metrics["own_rate"])

    @sy.metric(direction="lower", range=(-np.inf, np.inf))
    def own_whole(c):
        """Something of everything."""
        worst = np.maximum(c.m.max(axis=-1), c.p).max(axis=-1, keepdims=True)
        mixed = c.total((c.tp @ np.arange(9.0).reshape(3, 3)) / (1 + c.p)) + c.total(c.m[..., 0, :]) / c.n
        return np.log1p(worst) + mixed + c.total(c.relevance * c.tp) ** 1.5 / c.n

    @sy.metric
    def own_loop(c):
        """A body that looks at its numbers and cannot be recorded."""
        return np.array([float(x) for x in c.n.reshape(-1)]).reshape(c.n.shape) * 0 + 0.25

    names = ["own_average", "own_loop", "own_whole", "cba"]
    cm, weights = stacked(counts_of(rng, 3, "full")), weights_of(rng, 3)
    python = sy.evaluate(cm, importance=weights, metrics=names, intervals=BY_SLOPES)
    content = content_of(sy.evaluate(cm, metrics=names))
    assert [metric["live"] for metric in content["metrics"]] == [True, False, True, True]
    place = [rate["name"] for rate in content["rates"]].index("own_rate")
    asks = [
        ["scores", asked_view(weights)],
        ["intervals", asked_view(weights)],
        ["rate", asked_view(weights), 1, place],
    ]
    ((scores, intervals, rate),) = answers([{"content": content, "asks": asks}], tmp_path)
    values = floats([score.value for score in python.scores]).reshape(4, MODELS)
    assert_same(by_metric(scores, "value", names), values)
    expected = floats([ends(score.interval) for score in python.scores]).reshape(4, MODELS, 2)
    low, high = by_metric(intervals, "low", names), by_metric(intervals, "high", names)
    assert np.isnan(low[1]).all()  # what cannot be recorded has no live interval
    for j in (0, 2):  # cba is curved
        assert_same(np.stack([low[j], high[j]], axis=-1), expected[j], names[j])
    assert_same(rate, sy.metrics["own_rate"](cm.slice(1)))


# What else the page asks for.


def test_a_class_alone_may_be_weighed_otherwise(rng, tmp_path):
    cm, weights, points = stacked(counts_of(rng, 4, "full")), np.array([0.5, 0.3, 0.2, 0.0]), [0.0, 0.25, 1.0]
    content = content_of(sy.evaluate(cm, metrics=["cba", "f_of_averages", "mcc"]))
    alone = np.array([0.0, 1.0, 0.0, 0.0])
    asks = [["along", asked_view(weights), j, 2, points] for j in range(3)] + [
        ["along", asked_view(alone), 0, 1, points]
    ]
    ((*found, of_one),) = answers([{"content": content, "asks": asks}], tmp_path)
    for (_, _, j, c, _), lines in zip(asks, found, strict=False):
        for p, point in enumerate(points):
            others = np.where(np.arange(4) == c, 0.0, weights)
            moved = (1 - point) * others / others.sum() + point * (np.arange(4) == c)
            python = sy.evaluate(cm, importance=moved, metrics=content["metrics"][j]["name"], intervals="none")
            assert_same([line[p] for line in lines], [score.value for score in python.scores])
    even = sy.evaluate(cm, importance=[1, 0, 1, 1], metrics="cba", intervals="none")
    assert_same([line[0] for line in of_one], [score.value for score in even.scores])


def test_the_share_of_all_weightings_won(tmp_path):
    """With two classes, the recalls .9 and .5 lose to .6 and .7 where the first weighs less than .2 / .5."""
    cm = stacked(np.array([[[9, 1], [5, 5]], [[6, 4], [3, 7]], [[6, 4], [3, 7]]]))
    content = content_of(sy.evaluate(cm, metrics=["balanced_accuracy", "accuracy"]))
    view = asked_view(np.array([0.5, 0.5]))
    asks = [["wins", view, 0, 4000], ["wins", view, 1, 4000], ["wins", asked_view(np.array([1.0, 0.0])), 0, 4000]]
    ((average, whole, again),) = answers([{"content": content, "asks": asks}], tmp_path)
    np.testing.assert_allclose(average, [0.6, 0.2, 0.2], atol=0.025)
    assert again == average
    assert whole == [1, 0, 0]


def test_slices_have_scores_of_their_own(rng, tmp_path):
    y, predictions, month = labelled(rng, 3, groups=40)
    joint = sy.Joint.from_labels(y, predictions, by={"month": month})
    metrics, weights = ["cba", "mcc"], weights_of(rng, 3)
    python = sy.evaluate(joint, importance=weights, metrics=metrics, intervals="none")
    content = content_of(python)
    keys = content["slices"]["keys"]
    places = [(k, s, j) for k in range(MODELS) for s in range(len(keys)) for j in range(2)]
    (found,) = answers(
        [{"content": content, "asks": [["slice", asked_view(weights), *place] for place in places]}], tmp_path
    )
    expected = {
        (score.metric.name, *(dict(score.slice)[name] for name in ("model", "month"))): score.value
        for score in python.scores
    }
    months = list(joint.axes["month"])
    assert_same(found, [expected[metrics[j], f"m{k}", months[s]] for k, s, j in places])


def test_bounds_are_those_of_metrics_that_have_some():
    assert all(has_bounds(metric) for metric in every_metric(3))


@pytest.mark.parametrize("weighted", [False, True])
def test_slices_have_intervals_of_their_own(rng, tmp_path, weighted):
    """At the start those of the result; moved, by slopes, and none of curved metrics."""
    n = 400
    truth, month = rng.integers(0, 3, n), rng.choice(["jan", "feb"], n)
    told = {name: np.where(rng.random(n) < 0.7, truth, rng.integers(0, 3, n)) for name in ("a", "b")}
    settings = {"by": month, "metrics": ["balanced_accuracy", "mcc", "cba"]}
    settings |= {"weights": rng.uniform(0.5, 2, n)} if weighted else {}
    result = sy.evaluate(truth, told, **settings)
    content = content_of(result)
    weights = [0.5, 0.3, 0.2]
    moved = sy.evaluate(truth, told, importance=weights, intervals=sy.intervals.classwise(by_slopes=True), **settings)
    keys, names = content["slices"]["keys"], [metric["name"] for metric in content["metrics"]]
    places = [(k, s, j) for k in range(2) for s in range(2) for j in range(3)]
    asks = [["sliceEnds", asked_view(np.array(content["weights"])), *place, False] for place in places]
    asks += [["sliceEnds", asked_view(np.array(weights)), *place, True] for place in places]
    (found,) = answers([{"content": content, "asks": asks}], tmp_path)
    for (k, s, j), at_start, later in zip(places, found[:12], found[12:], strict=True):
        here = {"model": content["models"][k], "slice": keys[s]}
        for ends_found, evaluation in ((at_start, result), (later, moved)):
            (score,) = [
                each for each in evaluation[names[j]] if set(map(str, dict(each.slice).values())) == {*here.values()}
            ]
            expected = [score.interval.low, score.interval.high]
            if evaluation is moved and score.metric.curved:
                expected = [np.nan, np.nan]
            assert floats(ends_found) == pytest.approx(expected, rel=1e-8, nan_ok=True), (here, names[j])


# The positive class, whose rates go by items whatever the classes count.

MACHINES = {"logit": [[16, 16], [1, 1467]], "balanced": [[28, 4], [223, 1245]], "forest": [[6, 26], [0, 1468]]}


def machines(classes=2):
    """Return truth and predictions of three models; of three classes, some of the second are the third."""
    truth, told = np.repeat([0, 1], [32, 1468]), {}
    for name, counts in MACHINES.items():
        told[name] = np.concatenate([np.repeat([0, 1], row) for row in counts])
    if classes == 3:
        truth[1000:1300] = 2
        told = {
            name: np.where((predicted == 1) & (np.arange(1500) % 5 > 1), 2, predicted)
            for name, predicted in told.items()
        }
    return truth, told


def assert_rates_of_a_class(found, expected, name):
    """Compare ends; those of what is no share of items are drawn, here and there with other draws."""
    found, expected = floats(found), floats(expected)
    drawn = name.startswith(("f1", "f(", "f of")) or name == "f"
    off = 0.05 * (expected[1] - expected[0]) if drawn else 1e-9
    np.testing.assert_allclose(found, expected, rtol=0, atol=off, err_msg=name)


RATES_OF_A_CLASS = ["f1", "precision", "recall", "specificity", "npv", "jaccard", "class_accuracy", "f(beta=2)"]


@pytest.mark.parametrize("classes", [2, 3])
@pytest.mark.parametrize("weighted", [False, True])
def test_rates_of_the_positive_class_have_their_own_intervals(tmp_path, classes, weighted):
    """Not those of the slopes, wherever the importance is: as `evaluate` has them by slopes, too."""
    truth, told = machines(classes)
    settings = {"metrics": RATES_OF_A_CLASS, "positive": 0}
    settings |= {"weights": np.random.default_rng(1).uniform(0.5, 2, len(truth))} if weighted else {}
    python = sy.evaluate(truth, told, intervals=BY_SLOPES, **settings)
    weights = np.arange(1, classes + 1) / np.arange(1, classes + 1).sum()
    asks = [["intervals", asked_view(weights)]]
    ((found,),) = answers([{"content": content_of(python), "asks": asks}], tmp_path)
    low, high = (floats(found[end]).reshape(3, -1) for end in ("low", "high"))
    for j, name in enumerate(RATES_OF_A_CLASS):
        for k, model in enumerate(told):
            score = python[name][model]
            assert_rates_of_a_class([low[k, j], high[k, j]], [score.low, score.high], name)


@pytest.mark.parametrize("classes", [2, 3])
def test_at_other_shares_they_are_those_of_items_that_weigh_as_much(tmp_path, classes):
    truth, told = machines(classes)
    shares = np.array([0.2, 0.8] if classes == 2 else [0.2, 0.5, 0.3])
    amounts = (shares * len(truth) / np.bincount(truth))[truth]
    python = sy.evaluate(truth, told, metrics=RATES_OF_A_CLASS, positive=0, weights=amounts, intervals=BY_SLOPES)
    content = content_of(sy.evaluate(truth, told, metrics=RATES_OF_A_CLASS, positive=0))
    view = asked_view(np.full(classes, 1 / classes), shares)
    asks = [["scores", view], ["intervals", view], *(["rateIntervals", view, 0, r] for r in range(4))]
    ((scores, found, *of_classes),) = answers([{"content": content, "asks": asks}], tmp_path)
    value, low, high = (floats(each).reshape(3, -1) for each in (scores["value"], found["low"], found["high"]))
    for j, name in enumerate(RATES_OF_A_CLASS):
        for k, model in enumerate(told):
            score = python[name][model]
            assert value[k, j] == pytest.approx(score.value, abs=1e-12)
            assert_rates_of_a_class([low[k, j], high[k, j]], [score.low, score.high], name)
    for rate, answer in zip(content["rates"], of_classes, strict=False):
        for row in python.classes:
            if dict(row.slice)["model"] == "logit":
                interval, c = row.intervals[rate["name"]], row.label
                ends_found = [answer["low"][c], answer["high"][c]]
                assert_rates_of_a_class(ends_found, [interval.low, interval.high], rate["name"])


def test_slices_that_the_page_tells_itself_have_the_rates_of_their_class(tmp_path):
    truth, told = machines()
    month = np.arange(1500) % 3
    python = sy.evaluate(truth, told, by=month, positive=0, metrics=["precision", "recall"], intervals=BY_SLOPES)
    content = content_of(python)
    content["slices"]["start"] = None  # as of very many
    places = [(k, s, j) for k in range(3) for s in range(3) for j in range(2)]
    asks = [["sliceEnds", asked_view(np.array([0.9, 0.1])), *place, True] for place in places]
    (found,) = answers([{"content": content, "asks": asks}], tmp_path)
    for (k, s, j), ends_found in zip(places, found, strict=True):
        (score,) = [
            each
            for each in python[["precision", "recall"][j]]
            if dict(each.slice) == {"model": list(told)[k], "slice": s}
        ]
        assert_rates_of_a_class(ends_found, [score.low, score.high], score.metric.name)


@pytest.mark.parametrize("kind", ["evaluation", "no metrics asked for", "two metrics asked for"])
def test_the_family_of_tests_is_pythons(tmp_path, kind):
    """Holm corrects over the pairs of what was compared together, in Python and on the page."""
    truth, told = machines()
    asked = {"metrics": ["f1", "balanced_accuracy"]} if kind == "two metrics asked for" else {}
    python = sy.compare(truth, told, positive=0, intervals=BY_SLOPES, **asked)
    if kind == "evaluation":  # whose verdict is that of its first metric
        content = content_of(sy.evaluate(sy.Joint.from_labels(truth, told), positive=0))
        python = sy.compare(truth, told, positive=0, metrics="f1", intervals=BY_SLOPES)
    else:
        content = content_of(sy.compare(truth, told, positive=0, **asked))
    names = [metric["name"] for metric in content["metrics"]]
    places = [(a, b, names.index("f1 of 0")) for a, b in combinations(range(3), 2)]
    asks = [["adjusted", asked_view(np.array([0.9, 0.1] if not asked else [0.5, 0.5])), *place] for place in places]
    (found,) = answers([{"content": content, "asks": asks}], tmp_path)
    models = list(told)
    expected = [python.pair(models[a], models[b], "f1 of 0").p_adjusted for a, b, _ in places]
    np.testing.assert_allclose(found, expected, rtol=1e-6)


def test_one_test_is_not_corrected(rng, tmp_path):
    y, predictions, _ = labelled(rng, 3)
    given = {name: predictions[name] for name in ("m0", "m2")}
    content = content_of(sy.compare(y, given, metrics="accuracy"))
    asks = [[ask, asked_view(np.full(3, 1 / 3)), 1, 0, 0] for ask in ("difference", "adjusted")]
    ((difference, adjusted),) = answers([{"content": content, "asks": asks}], tmp_path)
    assert adjusted == difference["p"]
