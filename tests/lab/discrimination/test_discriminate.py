"""Distinct scores counted by brute force with Python's fractions, by closed forms, and beside doubles."""

import itertools
import json
from fractions import Fraction
from importlib import import_module

import numpy as np
import pytest

import steelyard as sy
from second_opinion import Counts, value_of
from steelyard.lab.discrimination import discriminate
from steelyard.lab.discrimination.relevances import exact_relevance
from steelyard.lab.enumeration import how_many, matrices

WALK = import_module("steelyard.lab.discrimination.discriminate")  # the function has the name of its module

INEXACT = {"g_mean", "cen", "mcen", "rci", "mutual_information", "nmi", "cramers_v"}
EXACT = [
    metric.id for metric in sy.metrics.values() if metric.builtin and metric.kind != "rate" and metric.id not in INEXACT
]
PHI = [Fraction(1), Fraction(4, 5), Fraction(1, 10)]


def brute_force(name, supports, phi):
    """Return the scores of all matrices by the second opinion, None where undefined."""
    weighted = sy.metrics[name].weighted
    counts = [Counts(m.tolist(), "worst") for m in matrices(supports)]
    return [value_of(name, c, phi) if weighted else value_of(name, c) for c in counts]


@pytest.mark.slow
@pytest.mark.parametrize("supports", [[2, 2, 3], [1, 2, 4], [0, 2, 3]])
def test_all_metrics_by_brute_force(supports):
    found = discriminate(supports, EXACT)
    for name in EXACT:
        scores = brute_force(name, supports, [1] * len(supports))
        # Roots are known to 28 digits there, of which 20 tell these few scores apart.
        distinct = {x if isinstance(x, Fraction) else round(x, 20) for x in scores if x is not None}
        record = found[name]
        assert (record.distinct, record.undefined) == (len(distinct), scores.count(None)), name
        assert record.exact
        assert record.matrices == how_many(supports)


@pytest.mark.parametrize(
    "name", ["balanced_accuracy", "macro_precision", "f_of_averages", "mean_f", "cba", "one_point_auroc_ovo"]
)
def test_weighted_metrics_by_brute_force(name):
    scores = brute_force(name, [2, 2, 3], PHI)
    assert discriminate([2, 2, 3], name, [1, 0.8, 0.1])[name].distinct == len(set(scores))


@pytest.mark.parametrize("name", sorted(INEXACT))
def test_irrational_metrics_have_at_least_so_many(name):
    found = discriminate([2, 2, 3], name)[name]
    distinct = {round(x, 20) for x in brute_force(name, [2, 2, 3], [1] * 3) if x is not None}
    assert not found.exact
    assert "at least" in found.evidence
    assert found.distinct == len(distinct)  # here the enclosures tell all of them apart
    assert "at least" in str(discriminate([2, 2, 3], name))


@pytest.mark.parametrize("supports", [(2, 4, 15), (3, 16, 18), (2, 3, 4, 5)])
@pytest.mark.parametrize("given", [None, "rarity", "order", "stated"])
def test_recall_by_its_closed_form(supports, given):
    """Σ w_i·a_i/t_i takes one value for each distinct sum, whatever else is in the matrix."""
    classes = range(len(supports))
    given = {"order": " < ".join(map(str, classes)), "stated": [1, 0.9, 0.4, 0.2][: len(supports)]}.get(given, given)
    weights = exact_relevance(given, classes, supports).phi
    sums = {
        sum(w * Fraction(a, t) for w, a, t in zip(weights, hits, supports, strict=True))
        for hits in itertools.product(*(range(t + 1) for t in supports))
    }
    assert discriminate(supports, "balanced_accuracy", given)["balanced_accuracy"].distinct == len(sums)


@pytest.mark.parametrize("given", [None, "rarity", [1, 0.8, 0.1]])
def test_rounding_to_9_decimals_agrees_and_doubles_overcount(given):
    supports, names = (2, 4, 16), ["balanced_accuracy", "macro_precision", "f_of_averages", "mean_f", "cba"]
    found = discriminate(supports, names, given)
    doubles = sy.measure(matrices(supports), names, given)
    assert {n: found[n].distinct for n in names} == {n: len(np.unique(doubles[n].round(9))) for n in names}
    assert len(np.unique(doubles["cba"])) > found["cba"].distinct


def test_several_importances_in_one_pass_are_as_one_by_one():
    named = {"even": None, "rare": "rarity", "stated": [1, 0.8, 0.1]}
    names = ["cba", "f_of_averages", "kappa", "mcc at importance"]
    together = discriminate((2, 4, 5), names, importances=named)
    assert len(together.scores) == 3 * 3 + 1  # kappa counts items, not classes
    for importance, given in named.items():
        alone = discriminate((2, 4, 5), names, given)
        for name in names:
            assert together[name, importance].distinct == alone[name].distinct


def test_at_importance_metrics_of_the_whole_matrix_are_taken_at_the_weights():
    found = discriminate((2, 4, 5), ["accuracy at importance", "balanced_accuracy"], "rarity")
    assert found["accuracy at importance"].distinct == found["balanced_accuracy"].distinct


@pytest.mark.parametrize("undefined", ["worst", "exclude", "zero", "nan"])
def test_undefined_is_no_score(undefined):
    stack = matrices((2, 3, 2))
    doubles = sy.measure(stack, ["macro_precision"], undefined=undefined)["macro_precision"]
    found = discriminate((2, 3, 2), "macro_precision", undefined=undefined)["macro_precision"]
    assert found.undefined == np.isnan(doubles).sum()
    assert found.distinct == len(np.unique(doubles[~np.isnan(doubles)].round(9)))
    assert (found.undefined > 0) == (undefined == "nan")


@pytest.mark.parametrize("threads", [1, 2])
def test_chunks_and_threads_change_nothing(monkeypatch, threads):
    names = ["cba", "f_of_averages", "mcc", "cen"]
    whole = discriminate((2, 4, 5), names)
    monkeypatch.setattr(WALK, "THREADS", threads)
    monkeypatch.setattr(WALK, "CHUNK_CELLS", 9 * 100)
    seen = []
    assert discriminate((2, 4, 5), names, progress=lambda *done: seen.append(done)) == whole
    assert seen[-1] == (whole.matrices, whole.matrices)
    assert len(seen) == -(-whole.matrices // 100)
    assert seen == sorted(seen)


@pytest.mark.usefixtures("own_metrics")
def test_a_metric_of_the_users_own():
    @sy.metric(id="hits", title="hits of the first class")
    def hits(c):
        return c.tp[..., :1]

    @sy.metric(id="always_one", title="one for all")
    def always_one(c):
        return np.ones_like(c.n)

    found = discriminate((3, 2), ["hits", "always_one"])
    assert (found["hits"].distinct, found["always_one"].distinct) == (4, 1)


def test_the_record_as_plain_values():
    found = discriminate({"a": 1, "b": 2}, ["accuracy"], {"a": 0.5, "b": 0.5})
    assert found.problem == "1-2"
    assert found.labels == ("a", "b")
    (row,) = found.to_rows()
    assert row["problem"] == "1-2"
    assert row["share"] == row["distinct"] / row["matrices"] == found["accuracy"].share
    assert found.to_dict()["scores"][0]["evidence"].startswith("every score is a fraction")
    with pytest.raises(KeyError, match="names 0 records of 1-2"):
        found["cba"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (([2, -1],), "class sizes must be whole numbers of at least 0"),
        (([2, 1.5],), "class sizes must be whole numbers"),
        (({"a": 2, "b": "x"},), "class sizes must be whole numbers"),
        (([1000] * 5,), r"about 10\^53 matrices with these class sizes, too many to go through"),
        (([2000, 10**6],), "there are 2,001,002,001 matrices with these class sizes, too many to go through"),
        (([10**30], "accuracy"), "a class of 1,000,.* items is too large"),
        (({2, 3},), "by label, or as a list"),
        ((5,), "by label, or as a list"),
        (([2, True],), "class sizes must be whole numbers"),
        (({"a": True, "b": 2},), "class sizes must be whole numbers"),
        (([2, 3], "recall"), "one value per class"),
        (([2, 3], "cba", [1, 2, 3]), "importance"),
        (([2, 0], "cba", "rarity"), "rarity needs items"),
    ],
)
def test_bad_input_is_refused_in_a_sentence(arguments, message):
    with pytest.raises(ValueError, match=message):
        discriminate(*arguments)


def test_options_that_make_no_sense_are_refused():
    with pytest.raises(ValueError, match="'worst', 'exclude', 'zero' or 'nan'"):
        discriminate([1, 1], undefined="raise")
    with pytest.raises(ValueError, match="not both"):
        discriminate([1, 1], importance="rarity", importances={"a": "rarity"})
    with pytest.raises(ValueError, match="given by name"):
        discriminate([1, 1], importances={})


@pytest.mark.usefixtures("own_metrics")
def test_a_metric_whose_scores_cannot_be_told_apart_safely_is_refused():
    @sy.metric(id="decides", title="decides by a root")
    def decides(c):
        return np.where(np.sqrt(c.n) > 2, 1.0, 0.0)

    with pytest.raises(ValueError, match="the scores of 'decides' cannot be told apart safely"):
        discriminate([1, 1], "decides")


@pytest.mark.usefixtures("own_metrics")
@pytest.mark.parametrize("threads", [1, 2])
def test_a_metric_that_is_refused_in_a_later_chunk_is_named(monkeypatch, threads):
    @sy.metric(id="divides_late", title="divides by what may be 0, in the last matrices")
    def divides_late(c):
        return 1 / (np.log(1 + c.m[..., 0, 0][..., None]) - np.log(1.0 * 26))

    monkeypatch.setattr(WALK, "THREADS", threads)
    monkeypatch.setattr(WALK, "CHUNK_CELLS", 4 * 50)
    with pytest.raises(
        ValueError, match=r"^the scores of 'divides_late' cannot be told apart safely: a division by.*0"
    ):
        discriminate([70, 3], ["cen", "divides_late", "rci"])


# What a number means.

THIRDS = [[1 / 3, 1 / 6, 1 / 2], [Fraction(1, 3), Fraction(1, 6), Fraction(1, 2)], [2, 1, 3]]


@pytest.mark.parametrize(
    "given", [*THIRDS, sy.importance.stated(THIRDS[0]), iter(THIRDS[0])], ids=lambda given: type(given).__name__
)
def test_thirds_are_thirds_however_they_are_given(given):
    found = discriminate([2, 4, 15], ["balanced_accuracy", "cba"], given)
    assert [score.distinct for score in found.scores] == [109, 1465]
    assert all(score.exact for score in found.scores)


def test_weights_of_an_importance_passed_back_give_the_same_scores():
    weights = sy.importance.rarity().weights(sy.Confusion(np.diag([2, 4, 15])))
    found = discriminate([2, 4, 15], ["balanced_accuracy", "cba"], weights)
    assert [(score.distinct, score.exact) for score in found.scores] == [(208, True), (2105, True)]


def test_doubles_that_stand_for_nothing_simple_are_told_if_the_metric_uses_them():
    given = {"off": [1, 0.1 + 0.2, 0.6], "none": None}
    found = discriminate([2, 2, 3], ["cba", "cen", "accuracy", "accuracy at importance"], importances=given)
    assert (found["cba", "off"].doubles, found["cba", "off"].exact) == ((0.1 + 0.2,), False)
    assert not found["cba", "off"].at_least
    assert "true for the doubles" in found["cba", "off"].evidence
    assert found["accuracy at importance", "off"].doubles == (0.1 + 0.2,)
    assert not found["accuracy", "off"].doubles
    assert found["cen", "off"].at_least
    for name in ("cba", "cen", "accuracy"):
        assert not found[name, "none"].doubles
    assert found["accuracy", "none"].exact
    line = next(line for line in str(found).splitlines() if "cba (off)" in line)
    assert line.endswith("with 0.30000000000000004 taken as the double it is")
    assert "at least" not in line
    assert found["cba", "off"].to_dict()["exact"] is False


@pytest.mark.usefixtures("own_metrics")
@pytest.mark.parametrize(
    ("a", "b", "distinct", "exact"),
    [
        (0.4321, 1.2963, 37, True),
        (1e-17, 3e-17, 37, True),
        (1e200, 3e200, 37, True),
        (1 / 1501, 3 / 1501, None, False),
        (np.pi, 3 * np.pi, None, False),
    ],
)
def test_constants_of_a_body_are_read_as_weights_are(a, b, distinct, exact):
    @sy.metric(id="two_weights", title="two constants, the second three times the first")
    def two_weights(c):
        return a * c.tp[..., :1] + b * c.tp[..., 1:]

    found = discriminate([9, 9], "two_weights")["two_weights"]
    assert found.exact == exact
    assert found.doubles == (() if exact else (a, b))
    assert distinct is None or found.distinct == distinct


def test_metrics_of_the_whole_matrix_are_said_to_go_by_items():
    names = ["accuracy", "cba", "accuracy at importance"]
    for found in (discriminate([2, 4, 15], names), discriminate([2, 4, 15], names, "uniform")):
        shown = [(s.importance, s.distinct) for s in found.scores]
        assert shown == [("by items", 22), ("uniform", 1186), ("uniform", 139)]
        assert "accuracy (by items)               22 distinct scores" in str(found)


@pytest.mark.usefixtures("own_metrics")
@pytest.mark.parametrize("power", [2, 5])
def test_relevances_whose_powers_leave_64_bits(power):
    @sy.metric(id="powers", title="powers of relevances")
    def powers(c):
        return c.total(c.relevance**power * c.tp)

    given = [1, 0.1234567890123, 0.98765432109876]
    assert discriminate([2, 2, 3], "powers", given)["powers"].distinct == 3 * 3 * 4


def test_all_metrics_with_long_weights():
    """MCC works with arrays without axes, of which NumPy makes plain numbers."""
    given = [1, Fraction("0.1234567890123"), Fraction("0.98765432109876")]
    found = discriminate([1, 1, 2], EXACT, given)
    doubles = sy.measure(matrices([1, 1, 2]), EXACT, [float(x) for x in given])
    for name in EXACT:
        there = doubles[name][~np.isnan(doubles[name])]
        assert (found[name].distinct, found[name].exact) == (len(np.unique(there.round(11))), True), name


@pytest.mark.usefixtures("own_metrics")
def test_no_scores_at_all_at_a_huge_scale():
    @sy.metric(id="never", title="never defined")
    def never(c):
        return 1e-30 * c.tp[..., :1] / (0 * c.n)

    found = discriminate([2, 2], "never")["never"]
    assert (found.distinct, found.undefined) == (0, 9)


@pytest.mark.parametrize(
    "supports", [(t for t in (2, 3)), {"a": np.int64(2), "b": np.int64(3)}, np.array([2, 3])], ids=type
)
def test_class_sizes_become_plain_whole_numbers(supports):
    found = discriminate(supports, "cba")
    assert found.supports == (2, 3)
    assert [type(t) for t in found.supports] == [int, int]
    assert json.loads(json.dumps(found.to_dict()))["scores"][0]["distinct"] == found["cba"].distinct
