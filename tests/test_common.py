"""What every metric of the catalogue must do, whatever it measures.

What only the metric itself can know stands in its own test file, `tests/catalogue/test_<id>.py`: `exact` and
`undefined`, and ORDINAL or UNBOUNDED if it is. A metric whose file lacks its second opinion fails here.
"""

import re
from pathlib import Path

import numpy as np
import pytest

import steelyard as sy
from every_metric import weighed
from second_opinion import asked, given_up_in, said, undefined_in
from steelyard.measuring import apply as measuring
from steelyard.measuring.record import KINDS
from steelyard.measuring.view import View

CATALOGUE = Path(sy.metrics.accuracy.body.__code__.co_filename).parent
TESTS = Path(__file__).parent / "measuring" / "catalogue"
METRICS = [metric for metric in sy.metrics.values() if metric.builtin]
RATES = [metric for metric in METRICS if metric.kind == "rate"]
AVERAGES = [metric for metric in METRICS if metric.kind == "average"]
WEIGHTED = [metric for metric in METRICS if metric.weighted]
WHOLE = [metric for metric in METRICS if metric.kind == "whole"]

OTHER_PARAMETERS = {"alpha": [0, 1], "beta": [0.5, 2], "distance": ["linear"], "costs": [{(0, 1): 5, (1, 0): 2}]}
VARIANTS = METRICS + [
    metric.at(**{name: value}) for metric in METRICS for name in metric.parameters for value in OTHER_PARAMETERS[name]
]
"""Every metric with its default parameters, and with each other value that is tested."""

ORDINAL = {metric.id for metric in METRICS if getattr(said(metric.id), "ORDINAL", False)}
"""The value depends on the order of the classes, and the record's note says so."""

NAMES_CLASSES = {metric.name for metric in VARIANTS if any(isinstance(value, dict) for value in metric.fixed.values())}
"""A parameter names classes by label."""

FREE_THIRD = "cost_ratio(costs={(0, 1): 5, (1, 0): 2})"
"""With these costs, deciding for any third class costs nothing."""

UNBOUNDED = {metric.id for metric in METRICS if getattr(said(metric.id), "UNBOUNDED", False)}
"""There is no worst (costs may be any multiple of the best constant decision's), or no best (odds)."""

BEST_BY_SIZES = {metric.id for metric in METRICS if getattr(said(metric.id), "BEST_BY_SIZES", False)}
"""What a perfect matrix has depends on the class sizes."""

NUMBER_OF_ITEMS = {metric.id for metric in METRICS if getattr(said(metric.id), "NUMBER_OF_ITEMS", False)}
"""Not only proportions matter, but how many items there are."""

NO_BEST = {metric.id for metric in METRICS if metric.direction == "higher" and metric.bounds(np.ones(2))[1] == np.inf}

ROUNDING = 1e-12


def every(metrics):
    return pytest.mark.parametrize("metric", metrics, ids=lambda metric: metric.name)


def importances(rng, C, size=3):
    """Uniform, and a few others that are skewed or give some classes nothing."""
    others = [np.exp(rng.normal(0, 1.5, C)) for _ in range(size)]
    others[0][rng.integers(C)] = 0
    return [None, *others]


def measured(metric, counts, importance=None, undefined="worst"):
    of = metric if importance is None else weighed(metric)
    (result,) = measuring.apply([of], sy.Confusion(counts), importance=importance, undefined=undefined)
    return result


def leaving(metric, m):
    """Return which classes are undefined, in one row for each average that the metric is built from."""
    return np.atleast_2d(undefined_in(metric.id, m))


def close(a, b):
    np.testing.assert_allclose(a, b, rtol=ROUNDING, atol=ROUNDING, equal_nan=True)


# The record.


def test_modules_are_metrics_are_test_files():
    modules = {path.stem for path in CATALOGUE.glob("*.py")} - {"__init__"}
    tests = {path.stem.removeprefix("test_") for path in TESTS.glob("test_*.py")}
    assert modules == {metric.id for metric in METRICS}
    assert tests == modules


@every(METRICS)
def test_a_second_opinion_is_in_the_metrics_own_test(metric):
    if metric.kind == "average":
        assert not hasattr(said(metric.id), "exact"), "What an average is follows from its rate."
        assert not hasattr(said(metric.id), "undefined"), "Where an average is undefined follows from its rate."
    else:
        asked(metric.id, "exact")
        asked(metric.id, "undefined")


def test_the_exceptions_are_found():
    assert ORDINAL
    assert UNBOUNDED
    assert NAMES_CLASSES
    assert FREE_THIRD in NAMES_CLASSES
    assert all("order" in sy.metrics[name].note for name in ORDINAL)


def test_every_parameter_is_varied():
    assert {name for metric in METRICS for name in metric.parameters} == set(OTHER_PARAMETERS)


def test_aliases_lead_to_one_metric_each():
    keys = [re.sub(r"[\s\-]+", "_", name).casefold() for metric in METRICS for name in (metric.id, *metric.aliases)]
    assert {key for key in keys if keys.count(key) > 1} == set()


@every(METRICS)
def test_record_is_complete(metric):
    assert metric.id.isidentifier()
    assert metric.id == metric.id.lower()
    for text in (metric.title, metric.symbol, metric.formula, metric.reference, metric.undefined.text):
        assert text
        assert text == text.strip()
    for latex in (metric.symbol, metric.formula):
        assert latex.count("{") == latex.count("}")
        assert latex.count(r"\left") == latex.count(r"\right")
    assert metric.kind in KINDS
    assert metric.direction in ("higher", "lower")
    assert metric.perspective in ("recall", "precision", "general")
    assert (metric.average_of is not None) == (metric.kind == "average")
    assert all(parameter.meaning for parameter in metric.parameters.values())
    module = __import__(f"steelyard.measuring.catalogue.{metric.id}", fromlist=[metric.id])
    assert module.__doc__
    assert getattr(module, metric.id) is sy.metrics[metric.id]


@every(VARIANTS)
def test_range_is_finite_and_ordered(metric):
    for C in range(2, 7):
        low, high = metric.bounds(np.ones(C), metric.arguments(range(C)))
        assert low < high
        assert np.isfinite(low)
        assert np.isfinite(high) == (metric.id not in UNBOUNDED)


@every(AVERAGES)
def test_an_average_shares_its_rates_record(metric):
    rate = sy.metrics[metric.average_of]
    assert rate.kind == "rate"
    assert rate.direction == metric.direction
    assert rate.parameters == metric.parameters
    assert rate.undefined.text == metric.undefined.text


# Values.


def ends(result, C, importance):
    """Return the declared bounds of each value; where classes left the average, those of the classes that took part."""
    metric = result.metric
    phi = np.ones(C) if importance is None else importance
    averages = metric.kind in ("average", "combined")
    several = averages and len(leaving(metric, np.eye(C))) > 1
    if result.left_out is None or not (averages and callable(metric.range)) or several:
        return metric.bounds(phi, result.arguments)
    took_part = phi * ~result.left_out
    took_part[~took_part.any(axis=-1)] = 1  # no class at all: the value is NaN
    return np.array([metric.bounds(one, result.arguments) for one in took_part]).T


@every(VARIANTS)
def test_value_lies_within_the_declared_bounds(metric, rng, random_counts):
    for C in range(2, 7):
        counts = np.concatenate([random_counts(rng, C, 700), random_counts(rng, C, 700, scale=0.5)])
        for importance in importances(rng, C):
            result = measured(metric, counts, importance)
            low, high = ends(result, C, importance)
            known = ~np.isnan(result.value)
            assert known.any() or importance is not None or metric.name == FREE_THIRD
            assert (result.value >= low - ROUNDING)[known].all()
            assert (result.value <= high + ROUNDING)[known].all()


@every([metric for metric in VARIANTS if metric.id not in NO_BEST | BEST_BY_SIZES])
def test_perfect_is_the_best_end_and_nothing_beats_it(metric, rng, random_counts):
    for C in range(2, 7):
        counts = random_counts(rng, C, 300)
        perfect = np.diag(10 ** rng.integers(0, 6, C))
        for importance in importances(rng, C):
            value = measured(metric, perfect, importance).value
            phi = np.ones(C) if importance is None else importance
            if metric.kind == "whole" and (phi > 0).sum() < 2:
                continue  # at the shares of one class nothing is left to tell apart
            if metric.name == FREE_THIRD and C > 2:
                assert np.isnan(value)
                continue
            low, high = metric.bounds(phi, metric.arguments(range(C)))
            close(value, np.full_like(value, high if metric.direction == "higher" else low))
            others = measured(metric, counts, importance).value
            others = others[~np.isnan(others)]
            better = others > value.max() + ROUNDING if metric.sign > 0 else others < value.min() - ROUNDING
            assert not better.any()


@every([metric for metric in METRICS if metric.id in NO_BEST | BEST_BY_SIZES])
def test_perfect_is_undefined_or_the_best_for_its_class_sizes(metric, rng):
    for C in (2, 3, 5):
        sizes = 10 ** rng.integers(0, 4, C)
        perfect = metric(np.diag(sizes))
        others = np.array([[rng.multinomial(t, rng.dirichlet(np.ones(C))) for t in sizes] for _ in range(200)])
        assert (np.isnan(perfect) | (metric(others) <= perfect + ROUNDING) | np.isnan(metric(others))).all()


@every([metric for metric in VARIANTS if metric.id not in UNBOUNDED])
def test_normalised_runs_from_0_to_1(metric, rng, random_counts):
    for C in (2, 3, 5):
        counts = random_counts(rng, C, 500) + 1
        arguments = metric.arguments(range(C))
        for importance in importances(rng, C):
            phi = np.ones(C) if importance is None else importance
            if metric.kind == "whole" and (phi > 0).sum() < 2:
                continue  # at the shares of one class nothing is left to tell apart
            share = metric.normalised(measured(metric, counts, importance).value, phi, arguments)
            assert (share >= -ROUNDING).all()
            assert (share <= 1 + ROUNDING).all()
            low, high = metric.bounds(phi, arguments)
            assert metric.normalised(low, phi, arguments) == (0 if metric.direction == "higher" else 1)
            assert metric.normalised(high, phi, arguments) == (1 if metric.direction == "higher" else 0)


@every([metric for metric in WEIGHTED if callable(metric.range)])
def test_normalised_stays_within_0_and_1_where_classes_are_undefined(metric, rng, random_counts):
    for policy in ("worst", "exclude", "zero"):
        for C in (2, 3, 4):
            counts = random_counts(rng, C, 150, scale=0.7)
            for importance in importances(rng, C):
                result = measured(metric, counts, importance, policy)
                share = np.array([result.normalised((i,)) for i in range(len(counts))])
                share = share[~np.isnan(share)]
                assert ((share >= -ROUNDING) & (share <= 1 + ROUNDING)).all()


def test_normalised_is_nan_without_a_worst():
    for name in UNBOUNDED:
        assert np.isnan(sy.metrics[name].normalised(0.5, np.ones(2)))


# The ends of the ranges.


def worst_specificity(w, huge):
    """One of the two weightiest classes holds nearly all items; everything is predicted as the other of the two."""
    *_, second, first = np.argsort(w)
    C = len(w)
    counts = np.zeros((C, C))
    counts[:, first] = 1
    counts[first] = 0
    counts[first, second] = huge
    return counts


@pytest.mark.parametrize("name", ["macro_specificity", "one_point_auroc_ova", "one_point_nauroc_ova"])
@pytest.mark.parametrize("C", range(2, 7))
def test_the_least_average_specificity_is_nearly_attained(name, C, rng):
    metric = sy.metrics[name]
    for w in importances(rng, C)[:1] + [rng.dirichlet(np.ones(C)) for _ in range(20)]:
        phi = np.ones(C) if w is None else w
        value = metric(worst_specificity(phi, 1e9), importance=w)
        assert value == pytest.approx(metric.bounds(phi)[0], abs=1e-8)


@pytest.mark.parametrize("C", range(2, 7))
def test_uniform_bounds_are_those_of_mullick_et_al(C):
    w = np.full(C, 1 / C)
    assert sy.metrics.one_point_auroc_ova.bounds(w)[0] == pytest.approx((C - 2) / (2 * C))  # λ, METRICS section 3
    assert sy.metrics.one_point_auroc_ovo.bounds(w)[0] == pytest.approx((C - 2) / (2 * (C - 1)))  # Lemma 2, eq. 17
    assert sy.metrics.one_point_nauroc_ova.bounds(w) == pytest.approx((0, 1))


@pytest.mark.parametrize("C", range(2, 7))
def test_the_least_auroc_ovo_is_attained(C, rng):
    for _ in range(20):
        w = rng.dirichlet(np.ones(C))
        *_, second, first = np.argsort(w)
        counts = np.zeros((C, C))
        counts[:, first] = rng.integers(1, 1000, C)
        counts[first] = 0
        counts[first, second] = 7
        metric = sy.metrics.one_point_auroc_ovo
        assert metric(counts, importance=w) == pytest.approx(metric.bounds(w)[0], abs=ROUNDING)


def test_confusion_entropy_of_two_classes_exceeds_1():
    n = 10**9
    wrong = round(n / np.e)
    right = n // 2 - wrong
    value = sy.metrics.cen([[right, wrong], [wrong, right]])
    low, high = sy.metrics.cen.bounds(np.ones(2))
    assert value > 1.06
    assert value == pytest.approx(high, abs=1e-12)
    assert low == 0


# Matrices at which indices are at their worst: swapped, spread evenly, constant.
EXTREMES = {
    2: [
        [[0, 9], [9, 0]],
        [[1, 1], [1, 1]],
        [[9, 0], [9, 0]],
        [[0, 9], [0, 9]],
        [[0, 10**13], [10**13, 0]],
        [[1, 0], [10**13, 0]],
    ],
    3: [
        [[0, 1, 1], [1, 0, 1], [1, 1, 0]],
        [[0, 9, 0], [9, 0, 0], [9, 0, 0]],
        [[9, 0, 0], [9, 0, 0], [9, 0, 0]],
        [[0, 0, 9], [0, 0, 0], [9, 0, 0]],
        [[1, 1, 0], [1, 1, 0], [1, 1, 0]],
        [[0, 0, 10**13], [0, 0, 0], [10**13, 0, 0]],
        [[1, 0, 0], [10**13, 0, 0], [0, 0, 0]],
    ],
}


@every([metric for metric in METRICS if not callable(metric.range) and metric.id not in UNBOUNDED])
def test_the_worst_end_is_attained(metric):
    for C in (2, 3):
        worst = metric.bounds(np.ones(C))[0 if metric.direction == "higher" else 1]
        values = np.array([sy.metrics[metric.id](counts) for counts in EXTREMES[C]])
        values = values[~np.isnan(values)]
        reached = values.min() if metric.direction == "higher" else values.max()
        assert reached == pytest.approx(worst, abs=ROUNDING)


# Stacks.


@every(VARIANTS)
def test_stack_equals_loop(metric, rng, random_counts, monkeypatch):
    for C in (2, 3):
        counts = random_counts(rng, C, 12)
        for importance in (None, rng.random(C)):
            of = metric if importance is None else weighed(metric)
            one_by_one = np.array([of(one, importance=importance) for one in counts])
            for cells in (1, 40, 1 << 17):  # one by one, a few at a time, at once
                monkeypatch.setattr(measuring, "BLOCK_CELLS", cells)
                close(of(counts, importance=importance), one_by_one)
                close(
                    of(counts.reshape(2, 3, 2, C, C), importance=importance),
                    one_by_one.reshape(2, 3, 2, *one_by_one.shape[1:]),
                )
                close(of(counts[:1], importance=importance), one_by_one[:1])


@every(METRICS)
def test_blocks_name_the_same_undefined_classes(metric, rng, random_counts, monkeypatch):
    counts = random_counts(rng, 3, 40)
    at_once = measured(metric, counts).undefined
    monkeypatch.setattr(measuring, "BLOCK_CELLS", 27)
    in_blocks = measured(metric, counts).undefined
    assert (at_once is None) == (in_blocks is None)
    if at_once is not None:
        np.testing.assert_array_equal(at_once, in_blocks)


@every(METRICS)
def test_a_single_matrix_gives_a_float_or_one_value_per_class(metric):
    value = metric([[8, 2], [1, 9]])
    if metric.kind == "rate":
        assert value.shape == (2,)
    else:
        assert type(value) is float


@every(METRICS)
def test_one_class_has_nothing_to_tell_apart(metric):
    for count in (7, 0.5):
        value = np.array(metric([[count]]))
        if np.any(undefined_in(metric.id, np.array([[count]]))):
            assert np.isnan(value)
            assert metric.undefined(view_of([[count]]), metric.arguments(range(1))).all()
        else:
            assert value == (1 if metric.direction == "higher" else 0)
        metric.bounds(np.ones(1), metric.arguments(range(1)))  # asked for by whoever shows the value


@every(METRICS)
def test_an_empty_stack_gives_no_values(metric):
    value = metric(np.zeros((0, 3, 3), dtype=int))
    assert value.shape == ((0, 3) if metric.kind == "rate" else (0,))


# Invariances.


@every([metric for metric in VARIANTS if metric.name not in NAMES_CLASSES])
def test_the_order_of_the_classes_does_not_matter(metric, rng, random_counts):
    for C in (2, 3, 5):
        cm = sy.Confusion(random_counts(rng, C, 60))
        order = rng.permutation(C)
        for phi in (None, rng.random(C)):
            of = metric if phi is None else weighed(metric)
            before = of(cm, importance=phi)
            after = of(cm.reorder(order), importance=None if phi is None else phi[order])
            expected = before[..., order] if metric.kind == "rate" else before
            if metric.id in ORDINAL and not (np.array_equal(order, np.arange(C)) or C == 2):
                assert not np.allclose(after, expected, equal_nan=True)
            else:
                close(after, expected)


@every([metric for metric in VARIANTS if metric.name in NAMES_CLASSES])
def test_parameters_that_name_classes_follow_them(metric, rng, random_counts):
    cm = sy.Confusion(random_counts(rng, 2, 60))
    close(metric(cm.reorder([1, 0])), metric(cm))


@every([metric for metric in VARIANTS if metric.id not in NUMBER_OF_ITEMS])
def test_only_proportions_matter(metric, rng, random_counts):
    for C in (2, 4):
        counts = random_counts(rng, C, 60)
        phi = rng.random(C)
        value, weighed_value = metric(counts), weighed(metric)(counts, importance=phi)
        for factor in (2, 1000, 0.1, 1 / 3, 1e-9, 1e12):
            close(metric(counts * factor), value)
            close(weighed(metric)(counts * factor, importance=phi), weighed_value)


@every(VARIANTS)
def test_only_relative_importance_matters(metric, rng, random_counts):
    for factor in (3, 1e-6, 1e6):
        counts, phi = random_counts(rng, 3, 60), rng.random(3)
        close(weighed(metric)(counts, importance=phi * factor), weighed(metric)(counts, importance=phi))


@every(METRICS)
def test_uniform_importance_is_no_importance(metric, rng, random_counts):
    counts = random_counts(rng, 3, 60)
    np.testing.assert_array_equal(weighed(metric)(counts, importance="uniform"), weighed(metric)(counts))


@every(WHOLE)
def test_importance_of_a_metric_of_the_whole_is_class_shares(metric, rng, random_counts):
    for counts in random_counts(rng, 3, 60) + np.eye(3, dtype=int):
        cm, w = sy.Confusion(counts), rng.dirichlet(np.ones(3))
        close(weighed(metric)(cm), metric(cm.at_shares("uniform")))
        close(weighed(metric)(cm, importance=w), metric(cm.at_shares(w)))
        close(weighed(metric)(cm, importance="prevalence"), metric(cm))


@every(WHOLE)
def test_a_metric_of_the_whole_as_counted_takes_no_importance_in_its_own_call(metric):
    with pytest.raises(ValueError, match=f"'{metric.id}' counts items.*; '{metric.id} at importance' is the same at"):
        metric([[8, 2], [1, 9]], importance="uniform")


@every(RATES)
def test_a_rate_does_not_depend_on_importance(metric, rng, random_counts):
    counts = random_counts(rng, 3, 20)
    np.testing.assert_array_equal(metric(counts, importance=[0, 1, 9]), metric(counts))


@every(METRICS)
def test_inputs_are_left_alone(metric, rng, random_counts):
    counts, phi = random_counts(rng, 3, 10).astype(np.float64), rng.random(3)
    cm = sy.Confusion(counts)
    before = counts.copy(), phi.copy()
    weighed(metric)(counts, importance=phi)
    weighed(metric)(cm, importance=phi)
    weighed(metric)(counts[0], importance=phi)
    np.testing.assert_array_equal(counts, before[0])
    np.testing.assert_array_equal(cm.counts, before[0])
    np.testing.assert_array_equal(phi, before[1])
    assert counts.flags.writeable


# Undefined, decided from which counts are zero.

SKEWS = {"50/50": (50, 50), "90/10": (90, 10), "99/1": (99, 1)}


def skewed_cases(rng):
    """Every pattern of empty cells of two classes, and many of three and four, at each skew: stacks of matrices."""
    yield np.array(
        [
            np.array(pattern).reshape(2, 2) * np.array(sizes)[:, None]
            for sizes in SKEWS.values()
            for pattern in np.ndindex(2, 2, 2, 2)
        ]
    )
    for C, some in ((3, 250), (4, 150)):
        sizes = [rng.permutation([10 ** rng.integers(0, 4) for _ in range(C)]) for _ in range(some)]
        yield np.array([(rng.random((C, C)) < rng.choice([0.2, 0.5])) * size[:, None] for size in sizes])


def summed(m, weight=0.1):
    """Return the counts as sums of many weights, added one after the other, as counting weighted items gives them."""
    ladder = np.concatenate([[0], np.cumsum(np.full(int(m.max(initial=0)), weight))])
    return ladder[m]


@every(METRICS)
@pytest.mark.parametrize(
    "counts_of",
    [lambda m: m, pytest.param(summed, marks=pytest.mark.slow), lambda m: m / 7],
    ids=["items", "summed weights", "sevenths"],
)
def test_undefined_exactly_where_declared(metric, counts_of, rng):
    """In stacks, which are as matrices one by one; that is a test of its own."""
    for stack in skewed_cases(rng):
        counts = stack if metric.id in NUMBER_OF_ITEMS else counts_of(stack)
        outs = [undefined_in(metric.id, m) for m in stack]
        if metric.weighted:
            outs = [leaving(metric, m).any(axis=0) for m in stack]
            named = measured(metric, counts).undefined
            np.testing.assert_array_equal(np.zeros(stack.shape[:-1], bool) if named is None else named, outs)
            np.testing.assert_array_equal(np.isnan(metric(counts, undefined="nan")), np.any(outs, axis=-1))
            assert np.isfinite(metric(counts, undefined="zero")).all()
        else:
            np.testing.assert_array_equal(np.isnan(metric(counts, undefined="exclude")), outs)
        for m, out in zip(counts, outs, strict=True):
            declared = metric.undefined(view_of(m), metric.arguments(range(len(m))))
            np.testing.assert_array_equal(
                np.broadcast_to(declared, np.shape(out) or (1,)), np.atleast_1d(out), err_msg=str(m)
            )


def view_of(counts):
    counts = np.asarray(counts)
    return View(counts.astype(np.float64), np.ones(len(counts)), "exclude", whole_numbers=counts.dtype.kind == "i")


@every(WEIGHTED)
def test_an_excluding_average_is_nan_only_if_no_class_is_left(metric, rng):
    for stack in skewed_cases(rng):
        none_left = [leaving(metric, m).all(axis=1).any() for m in stack]
        np.testing.assert_array_equal(np.isnan(metric(stack, undefined="exclude")), none_left)


@every(RATES)
def test_a_rate_that_the_model_gave_up_has_the_worst_value(metric, rng):
    """Decision 0002: what the model did or failed to do counts, what the data lack leaves."""
    worst = getattr(said(metric.id), "WORST", 0)
    for stack in skewed_cases(rng):
        given_up = np.array([given_up_in(metric.id, m) for m in stack])
        expected = np.where(given_up, worst, metric(stack, undefined="nan"))
        np.testing.assert_array_equal(metric(stack), expected)
        found = measured(metric, stack, undefined="worst").given_up
        np.testing.assert_array_equal(np.zeros_like(given_up) if found is None else found, given_up)
        assert not (given_up & ~np.array([undefined_in(metric.id, m) for m in stack])).any()


def test_some_rates_can_be_given_up():
    assert {metric.id for metric in RATES if hasattr(said(metric.id), "given_up")} == {
        "one_point_aurpc", "class_mcc", "diagnostic_odds_ratio", "false_discovery_rate", "false_omission_rate",
        "g_score", "lift",
        "lr_minus", "lr_plus", "markedness", "one_point_maurpc", "mprecision", "npv", "optimised_precision",
        "precision",
    }  # fmt: skip


@every(METRICS)
def test_an_undefined_class_does_not_hide_behind_large_numbers(metric):
    for total in (2**40, 10**9):
        for counts in ([[total, 0], [0, 0]], [[0, total], [0, 0]], [[total, 0], [1, 0]], [[total, 1], [0, 0]]):
            m = np.array(counts)
            out = leaving(metric, m).all(axis=1).any() if metric.weighted else undefined_in(metric.id, m)
            np.testing.assert_array_equal(np.isnan(metric(m, undefined="exclude")), out)


# Policies for undefined terms.


@every(AVERAGES)
@pytest.mark.parametrize("size", [15, pytest.param(60, marks=pytest.mark.slow)])
def test_policies_of_an_average(metric, size, rng, random_counts):
    rate = sy.metrics[metric.average_of]
    for C in (2, 3, 4):
        for m in random_counts(rng, C, size, scale=1.0):
            for phi in (np.ones(C), *importances(rng, C)[1:3]):
                value, relevant = rate(m, undefined="nan"), phi > 0
                out = np.isnan(value) & relevant
                left = relevant & ~out
                numerator = (value[left] * phi[left]).sum()
                close(metric(m, importance=phi, undefined="zero"), numerator / phi.sum())
                expected = numerator / phi[left].sum() if left.any() else np.nan
                close(metric(m, importance=phi, undefined="exclude"), expected)
                counts = np.where(given_up_in(rate.id, m), getattr(said(rate.id), "WORST", 0), value)
                stay = relevant & ~np.isnan(counts)
                worst = (counts[stay] * phi[stay]).sum() / phi[stay].sum() if stay.any() else np.nan
                close(metric(m, importance=phi), worst)
                close(metric(m, importance=phi, undefined="worst"), worst)
                close(metric(m, importance=phi, undefined="nan"), np.nan if out.any() else expected)
                if out.any():
                    with pytest.raises(ValueError, match=re.escape(f"{metric.id} is undefined for class ")) as error:
                        metric(m, importance=phi, undefined="raise")
                    named = re.search(r"for class ([\d, ]+)", str(error.value))[1]
                    assert named.split(", ") == [str(i) for i in np.flatnonzero(out)]
                else:
                    close(metric(m, importance=phi, undefined="raise"), expected)


@every(RATES)
def test_policies_of_a_rate(metric, rng, random_counts):
    for m in random_counts(rng, 3, 60, scale=1.0):
        value = metric(m, undefined="nan")
        out = np.isnan(value)
        np.testing.assert_array_equal(metric(m, undefined="exclude"), value)
        np.testing.assert_array_equal(metric(m, undefined="zero"), np.where(out, 0, value))
        if out.any():
            with pytest.raises(ValueError, match="is undefined for class"):
                metric(m, undefined="raise")
        else:
            np.testing.assert_array_equal(metric(m, undefined="raise"), value)


@every(WHOLE)
def test_policies_of_a_metric_of_the_whole(metric):
    """No policy invents a number for it: there is no class to leave out."""
    empty = np.zeros((2, 2), dtype=int)
    for policy in ("worst", "exclude", "zero", "nan"):
        assert np.isnan(metric(empty, undefined=policy))
    with pytest.raises(ValueError, match=f"{metric.id} is undefined: "):
        metric(empty, undefined="raise")


@every(WHOLE)
def test_a_metric_of_the_whole_cannot_give_a_share_to_a_class_without_items(metric):
    counts = [[8, 2, 0], [1, 9, 0], [0, 0, 0]]
    assert np.isnan(weighed(metric)(counts, importance=[1, 1, 1]))
    assert np.isfinite(weighed(metric)(counts, importance=[1, 1, 0]))
    with pytest.raises(ValueError, match=r"at importance is undefined for class 2: .* cannot be given a share"):
        weighed(metric)(counts, importance=[1, 1, 1], undefined="raise")


# Large counts.


@every(VARIANTS)
def test_large_counts(metric, rng):
    for C in (2, 3, 6):
        counts = rng.integers(0, 10**9, (200, C, C))
        counts[:100] //= 10 ** rng.integers(0, 9, (100, C, C))
        counts[:, 0, 0] = 10**12  # one support beyond 10¹²
        counts += np.eye(C, dtype=int) + 1
        value = metric(counts)
        low, high = metric.bounds(np.ones(C), metric.arguments(range(C)))
        if metric.name == FREE_THIRD and C > 2:
            assert np.isnan(value).all()
        else:
            assert ((value >= low - ROUNDING) & (value <= high + ROUNDING)).all()
