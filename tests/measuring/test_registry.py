import pickle
import re
from types import SimpleNamespace

import numpy as np
import pytest

import steelyard as sy
from averaged import averaged
from steelyard.counts.labels import UnknownNameError
from steelyard.measuring.parameters import Parameter
from steelyard.measuring.record import Metric
from steelyard.measuring.registry import metrics as registry
from steelyard.measuring.registry import result_of

COUNTS = [[8, 2], [10, 80]]


# Finding.


def test_attribute_and_key_are_the_same_object():
    assert sy.metrics.cba is sy.metrics["cba"]
    assert isinstance(sy.metrics.cba, Metric)
    assert sy.metrics.get("cba") is sy.metrics.cba
    assert sy.metrics.get("nothing of the kind") is None


def test_it_is_a_mapping_of_ids():
    assert all(sy.metrics[name].id == name for name in sy.metrics)
    assert len(sy.metrics) == len(list(sy.metrics)) == len(set(sy.metrics))
    assert "cba" in sy.metrics
    assert "ACSA" in sy.metrics
    assert "nothing" not in sy.metrics
    assert 3 not in sy.metrics
    assert repr(sy.metrics).startswith(f"<{len(sy.metrics)} metrics: ")
    assert set(sy.metrics) <= set(dir(sy.metrics))


def test_rates_come_first_then_averages_then_the_rest():
    kinds = [metric.kind for metric in sy.metrics.values()]
    assert kinds == sorted(kinds, key=["rate", "average", "combined", "whole"].index)


# The names of METRICS, sections 1 to 4.
ALIASES = {
    "recall": ["TPR"],
    "precision": ["PPV"],
    "specificity": ["TNR"],
    "g_score": ["fowlkes_mallows"],
    "balanced_accuracy": ["Rec_M", "ACSA", "macro recall", "mTPR", "WBA", "wmTPR", "BalancedAccuracy", "Rec^φ"],
    "macro_precision": ["Prec_M", "mPPV", "mPPR", "wmPPV", "wmPPR", "Prec^φ"],
    "macro_rest_recall": ["mTNR", "wmTNR"],
    "mean_f": ["AvF_1", "AvF_beta", "AvF_phi", "AvF_1^φ", "AvF_β^φ", "macro_f1", "f1_macro"],
    "cba": ["CBA", "CBA_phi", "CBA^φ"],
    "average_accuracy": ["AvAcc"],
    "one_point_auroc": ["AUROC"],
    "one_point_aurpc": ["AURPC"],
    "one_point_maurpc": ["mAURPC"],
    "one_point_auroc_ova": ["AUROC-OVA"],
    "one_point_auroc_ovo": ["AUROC-OVO"],
    "one_point_aurpc_ova": ["AURPC-OVA"],
    "one_point_maurpc_ova": ["mAURPC-OVA"],
    "one_point_nauroc_ova": ["nAUROC-OVA"],
    "g_mean": ["MAvG", "GMean"],
    "f_of_averages": ["F_1M", "F_1^φ", "F_β^φ", "mF1", "wmF1", "weighted macro f1"],
    "macro_balanced_accuracy": ["macro BAC", "weighted BAC"],
    "accuracy": ["micro_recall", "micro_precision", "micro_f", "micro F1", "Rec_μ", "Prec_μ", "F_1μ"],
    "mcc": ["MCC", "Matthews"],
    "rci": ["RCI"],
    "cen": ["CEN"],
    "kappa": ["Cohen's kappa"],
}


@pytest.mark.parametrize(("name", "aliases"), ALIASES.items())
def test_the_names_of_the_papers(name, aliases):
    for alias in aliases:
        for written in (alias, alias.lower(), alias.upper(), alias.replace("_", " "), f" {alias} "):
            assert sy.metrics[written].id == name


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("balanced_acuracy", "Did you mean 'balanced_accuracy'?"),
        ("Kapa", "Did you mean 'kappa'?"),
        ("mean_f1", "Did you mean 'mean_f'?"),
        ("qqqqqq", "`steelyard metrics` lists them."),
    ],
)
def test_an_unknown_name_is_refused_with_a_hint(name, hint):
    with pytest.raises(KeyError) as key_error:
        sy.metrics[name]
    assert str(key_error.value).startswith(f"there is no metric '{name}'.")
    assert hint in str(key_error.value)
    assert isinstance(key_error.value, ValueError)
    with pytest.raises(AttributeError, match=f"there is no metric '{name}'"):
        getattr(sy.metrics, name)


@pytest.mark.parametrize(
    ("name", "called", "value"),
    [
        ("precision of fraud", "precision of fraud", 13 / 67),
        ("Recall of not ok", "recall of not ok", 2929 / 2983),
        ("F1 of fraud", "f1 of fraud", 26 / 84),
        ("f of fraud", "f1 of fraud", 26 / 84),
        ("f(beta=2) of fraud", "f(beta=2) of fraud", 65 / 135),
        ("accuracy of fraud", "accuracy of fraud", 2942 / 3000),
        ("balanced accuracy of fraud", "balanced_accuracy of fraud", (13 / 17 + 2929 / 2983) / 2),
    ],
)
def test_a_rate_of_one_class_has_a_name(name, called, value):
    """13 of 17 are found, and 13 of 67 answers 'fraud' are right."""
    cm = sy.Confusion([[13, 4], [54, 2929]], labels=["fraud", "not ok"])
    metric = sy.metrics[name]
    assert metric.name == called
    assert metric(cm) == pytest.approx(value)
    assert sy.metrics[metric.name].name == called


@pytest.mark.parametrize("name", ["nothing of fraud", "cba of fraud", "recall of "])
def test_what_is_no_rate_has_no_value_of_one_class(name):
    with pytest.raises(KeyError, match="there is no metric"):
        sy.metrics[name]


def test_only_names_are_looked_up():
    with pytest.raises(KeyError, match="a metric is found by its name, not by 3"):
        sy.metrics[3]


def test_private_names_are_no_metrics():
    assert not hasattr(sy.metrics, "_repr_latex_")


# Parameters.


def test_a_parameter_can_be_given_in_three_ways():
    by_call = sy.metrics.mean_f(COUNTS, beta=2)
    assert sy.metrics.mean_f.at(beta=2)(COUNTS) == by_call
    assert sy.metrics["mean_f(beta=2)"](COUNTS) == by_call
    assert sy.metrics["AvF_1( beta = 2 )"](COUNTS) == by_call
    assert by_call != sy.metrics.mean_f(COUNTS)


def test_the_name_shows_what_is_fixed_and_reads_back():
    for metric in (
        sy.metrics.mean_f,
        sy.metrics.mean_f.at(beta=0.5),
        sy.metrics.mean_f.at(beta=np.float64(0.5)),
        sy.metrics.weighted_kappa.at(distance="linear"),
        sy.metrics.expected_cost.at(costs={(0, 1): 5}),
        sy.metrics.expected_cost.at(costs=np.array([[0, 1], [5, 0]])),
    ):
        again = sy.metrics[metric.name]
        assert again.name == metric.name
        assert again(COUNTS) == metric(COUNTS)
        assert "\n" not in metric.name
    assert sy.metrics.mean_f.at(beta=2).name == "mean_f(beta=2)"


def test_fixing_leaves_the_registered_metric_alone():
    sy.metrics.mean_f.at(beta=2)
    assert sy.metrics.mean_f.fixed == {}
    assert sy.metrics.mean_f.at() is sy.metrics.mean_f
    assert sy.metrics.mean_f.at(beta=2).at(beta=3).fixed == {"beta": 3}


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("mcc at importance", "mcc at importance"),
        ("Matthews at Importance", "mcc at importance"),
        ("mcc_at_importance", "mcc at importance"),
        ("micro F at importance", "accuracy at importance"),
        ("weighted_kappa(distance='linear') at importance", "weighted_kappa at importance(distance='linear')"),
        ("weighted_kappa at importance(distance='linear')", "weighted_kappa at importance(distance='linear')"),
    ],
)
def test_a_metric_of_the_whole_at_importance_has_a_name(text, name):
    found = sy.metrics[text]
    assert found.name == name
    assert text in sy.metrics
    assert sy.metrics[found.name].name == name
    assert (found.kind, found.weighted, found.builtin) == ("whole", True, True)
    assert found.title.endswith(" at class shares equal to the weights")
    assert found.at_importance() is found
    again = pickle.loads(pickle.dumps(found))  # noqa: S301 - our own bytes
    assert (again.name, again(COUNTS)) == (name, found(COUNTS))


def test_names_at_importance_are_not_listed_beside_those_they_are_made_of():
    assert not [name for name in sy.metrics if "importance" in name]
    assert "mcc at importance" not in sy.measure(COUNTS)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            "cba at importance",
            "'cba' follows the importance by itself; \"at importance\" is said of metrics of the whole",
        ),
        ("f_of_averages at importance", "'f_of_averages' follows the importance by itself"),
        ("recall at importance", "'recall' gives one value per class"),
        ("mccc at importance", "there is no metric 'mccc'. Did you mean 'mcc'"),
        ("at importance", "there is no metric 'at importance'"),
    ],
)
def test_what_cannot_be_at_importance_is_refused_in_a_sentence(text, told):
    with pytest.raises(ValueError, match=re.escape(told)):
        sy.metrics[text]
    assert text not in sy.metrics


@pytest.mark.parametrize("beta", [0, -1, float("nan"), float("inf"), 1e200, "two", None, [1, 2], True])
def test_beta_is_a_number_above_0(beta):
    for metric in (sy.metrics.f, sy.metrics.mean_f, sy.metrics.f_of_averages):
        with pytest.raises(ValueError, match=r"beta must be a number above 0 and at most 1e\+150, not "):
            metric(COUNTS, beta=beta)


def test_a_parameter_that_is_said_twice_is_refused():
    with pytest.raises(ValueError, match=r"'mean_f\(beta=2,beta=3\)' says beta twice\."):
        sy.metrics["mean_f(beta=2,beta=3)"]


def test_unknown_parameters_are_refused():
    with pytest.raises(ValueError, match="recall has no parameter 'beta'; its parameters are: none"):
        sy.metrics.recall(COUNTS, beta=2)
    with pytest.raises(ValueError, match="Did you mean 'beta'"):
        sy.metrics["mean_f(bet=2)"]


@pytest.mark.parametrize(
    "name", ["mean_f()", "mean_f(2)", "mean_f(beta)", "mean_f(beta=x)", "mean_f(**{})", "f(beta=2"]
)
def test_unreadable_parameters_are_refused(name):
    with pytest.raises(ValueError, match=r"cannot read the parameters of|there is no metric"):
        sy.metrics[name]


def test_parameters_are_read_as_literals_only():
    with pytest.raises(ValueError, match="cannot read the parameters"):
        sy.metrics["mean_f(beta=__import__('os').getpid())"]


@pytest.mark.parametrize("distance", ["cubic", 2, None, ["linear"]])
def test_distances_are_linear_or_quadratic(distance):
    with pytest.raises(ValueError, match='distance must be "linear" or "quadratic", not '):
        sy.metrics.weighted_kappa(COUNTS, distance=distance)


@pytest.mark.parametrize(
    ("costs", "message"),
    [
        ([[0, 1]], r"costs must have the shape \(2, 2\), one row per true class, not \(1, 2\)"),
        ([[0, -1], [1, 0]], "costs must be finite and at least 0"),
        ([[0, float("inf")], [1, 0]], "costs must be finite and at least 0"),
        ("high", "costs must be numbers, not 'high'"),
        ({(0, 1): "high"}, "costs must be numbers, not 'high'"),
        ({0: 1}, r"costs must be given by \(truth, prediction\) pairs, not by 0"),
        ({(0, 7): 1}, "there is no class 7"),
    ],
)
def test_bad_costs_are_refused_with_a_sentence(costs, message):
    with pytest.raises(ValueError, match=f"^{message}"):
        sy.metrics.expected_cost(COUNTS, costs=costs)


# A user's own metric.


@pytest.mark.usefixtures("own_metrics")
def test_a_metric_of_the_whole():
    @sy.metric(range=(0, 1), direction="lower", aliases=("misses",))
    def miss_rate(c):
        """Share of items that were missed."""
        return c.total(c.fn) / c.n

    assert sy.metrics.miss_rate is miss_rate
    assert sy.metrics["Misses"] is miss_rate
    assert miss_rate.title == "Share of items that were missed"
    assert miss_rate.kind == "whole"
    assert not miss_rate.builtin
    assert miss_rate(COUNTS) == pytest.approx(0.12)
    assert miss_rate(np.stack([COUNTS] * 3)) == pytest.approx([0.12] * 3)
    assert sy.metrics["misses at importance"](COUNTS) == pytest.approx(1 - sy.metrics.balanced_accuracy(COUNTS))
    assert miss_rate.normalised(0.12, np.ones(2)) == pytest.approx(0.88)
    assert sy.measure(COUNTS)["miss_rate"] == pytest.approx(0.12)
    assert np.isnan(miss_rate(np.zeros((2, 2))))


@pytest.mark.usefixtures("own_metrics")
def test_a_rate_and_its_average():
    from steelyard.measuring.conditions import absent

    @sy.metric(per_class=True, undefined=absent)
    def miss(c):
        return c.fn / c.t

    @sy.metric(averages=True, undefined=absent)
    def mean_miss(c):
        return c.mean(miss)

    assert miss(COUNTS) == pytest.approx([0.2, 1 / 9])
    assert miss.title == "miss"
    assert averaged("miss", COUNTS, importance=[3, 1]) == pytest.approx((3 * 0.2 + 1 / 9) / 4)
    assert mean_miss(COUNTS, importance=[3, 1]) == pytest.approx((3 * 0.2 + 1 / 9) / 4)
    with pytest.raises(ValueError, match="mean_miss is undefined for class 1: the class has no items"):
        mean_miss([[8, 2], [0, 0]], undefined="raise")
    assert mean_miss([[8, 2], [0, 0]]) == pytest.approx(0.2)


@pytest.mark.usefixtures("own_metrics")
def test_without_parentheses_and_with_an_id():
    @sy.metric
    def hits(c):
        return c.total(c.tp) / c.n

    assert hits(COUNTS) == sy.metrics.accuracy(COUNTS)

    @sy.metric(id="hits_again", title="hits, again")
    def anything(c):
        return hits.body(c)

    assert sy.metrics.hits_again.title == "hits, again"
    assert "anything" not in sy.metrics


@pytest.mark.usefixtures("own_metrics")
def test_parameters_of_ones_own():
    def check(value, _):
        if value < 0:
            raise ValueError("power must be at least 0.")
        return value

    @sy.metric(parameters={"power": Parameter(2, "how much", check)})
    def powered(c, power):
        return (c.total(c.tp) / c.n) ** power

    assert powered(COUNTS) == pytest.approx(0.88**2)
    assert powered(COUNTS, power=3) == pytest.approx(0.88**3)
    assert sy.metrics["powered(power=1)"](COUNTS) == pytest.approx(0.88)
    with pytest.raises(ValueError, match="power must be at least 0"):
        powered(COUNTS, power=-1)


@pytest.mark.usefixtures("own_metrics")
@pytest.mark.parametrize(
    ("body", "record", "wanted"),
    [
        (lambda c: c.tp / c.n, {}, "one value per matrix"),
        (lambda c: c.m, {}, "one value per matrix"),
        (lambda c: c.total(c.tp) / c.n, {"per_class": True}, "one value per class"),
        (lambda c: c.m / c.n[..., None], {"per_class": True}, "one value per class"),
    ],
)
def test_a_body_of_the_wrong_shape_is_refused(body, record, wanted):
    metric = sy.metric(id="wrong", title="wrong", **record)(body)
    for counts in (COUNTS, np.stack([COUNTS] * 5)):
        with pytest.raises(ValueError, match=f"the metric 'wrong' must return {wanted}"):
            metric(counts)


@pytest.mark.usefixtures("own_metrics")
def test_a_body_may_drop_the_class_axis():
    metric = sy.metric(id="dropped", title="dropped")(lambda c: c.tp.sum(axis=-1) / c.n[..., 0])
    assert metric(COUNTS) == pytest.approx(0.88)
    assert metric(np.stack([COUNTS] * 5)) == pytest.approx([0.88] * 5)


@pytest.mark.usefixtures("own_metrics")
def test_ones_own_metric_may_be_replaced_and_ours_may_not():
    sy.metric(id="mine", title="first")(lambda c: c.n)
    second = sy.metric(id="mine", title="second")(lambda c: 2 * c.n)
    assert sy.metrics.mine is second
    for taken in ("cba", "ACSA", "CBA"):
        with pytest.raises(ValueError, match="is already the name of a metric"):
            sy.metric(id=taken, title="x")(lambda c: c.n)
    with pytest.raises(ValueError, match="the alias 'wba' already means 'balanced_accuracy'"):
        sy.metric(id="other", title="x", aliases=("wba",))(lambda c: c.n)
    assert "other" not in sy.metrics
    assert sy.metrics.cba.builtin


@pytest.mark.usefixtures("own_metrics")
@pytest.mark.parametrize("name", ["two words", "1st", "a-b", ""])
def test_an_id_is_a_python_name(name):
    with pytest.raises(ValueError, match="a metric's id must be a Python name"):
        sy.metrics.add(Metric(id=name, title="x", body=lambda c: c.n))


def test_tests_leave_no_metrics_behind():
    assert all(metric.builtin for metric in sy.metrics.values())


# Found by the review of issue 2.


@pytest.mark.usefixtures("own_metrics")
@pytest.mark.parametrize(
    ("record", "sentence"),
    [
        ({"direction": "up"}, "direction must be one of higher, lower"),
        ({"perspective": "zzz"}, "perspective must be one of"),
        ({"range": "abc"}, "range must be the least and the greatest"),
        ({"range": (1, 0)}, "range must be the least and the greatest"),
        ({"aliases": "xyz"}, "aliases must be a list of names"),
        ({"colour": "red"}, "has no field 'colour'"),
        ({"undefined": 3}, "undefined must be a function"),
    ],
)
def test_a_record_that_says_nonsense_is_refused_when_it_is_made(record, sentence):
    with pytest.raises(ValueError, match=sentence):
        sy.metric(**record)(lambda c: c.n)


@pytest.mark.usefixtures("own_metrics")
def test_arguments_with_defaults_become_parameters_and_others_are_refused():
    @sy.metric
    def powered(c, power=2):
        return (c.total(c.tp) / c.n) ** power

    assert powered(COUNTS, power=3) == pytest.approx(0.88**3)
    with pytest.raises(ValueError, match="'power' of 'bad' needs a default"):

        @sy.metric
        def bad(c, power):
            return c.n**power


@pytest.mark.usefixtures("own_metrics")
def test_a_rate_of_ones_own_is_undefined_where_it_is_not_finite():
    @sy.metric(per_class=True)
    def alarms(c):
        return c.fp / c.t

    matrix = [[3, 1, 0], [0, 0, 0], [1, 1, 2]]
    assert np.isnan(alarms(matrix)).tolist() == [False, True, False]
    assert averaged("alarms", matrix) == pytest.approx((1 / 4 + 0) / 2)


@pytest.mark.usefixtures("own_metrics")
def test_ones_own_metric_can_be_removed_and_ours_cannot():
    sy.metric(id="gone")(lambda c: c.n)
    sy.metrics.remove("gone")
    assert "gone" not in sy.metrics
    with pytest.raises(ValueError, match="belongs to the catalogue"):
        sy.metrics.remove("cba")


def test_names_with_parameters_are_in_the_registry():
    assert "mean_f(beta=2)" in sy.metrics
    assert "mean_f(gamma=2)" not in sy.metrics
    assert "mean_f(beta=" + "-" * 5000 + "2)" not in sy.metrics
    with pytest.raises(ValueError, match="above 0"):
        sy.metrics["mean_f"]([[1]], beta=10**500)


@pytest.mark.usefixtures("own_metrics")
def test_a_metric_of_a_users_module_pickles_by_where_it_stands(tmp_path, monkeypatch):
    """There the function's name means the metric, so pickle would not find the function."""
    import importlib

    (tmp_path / "my_own_metrics.py").write_text(
        "import steelyard as sy\n\n@sy.metric(range=(0, 1))\ndef share_of_hits(c):\n"
        "    'Share of hits.'\n    return c.total(c.tp) / c.n\n",
        encoding="utf-8",
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    own = importlib.import_module("my_own_metrics").share_of_hits
    assert pickle.loads(pickle.dumps(own)) is own  # noqa: S301 - our own bytes
    weighed = pickle.loads(pickle.dumps(own.at_importance()))  # noqa: S301 - our own bytes
    assert weighed.as_counted is own


def test_a_result_is_found_by_what_people_call_its_metric():
    """In comparisons, what-ifs and distortions alike; an id is enough where no other metric has the name."""
    plain, twice = (SimpleNamespace(metric=metric) for metric in (registry["mean_f"], registry["mean_f(beta=2)"]))
    assert result_of("macro_f1", [twice, plain], "measured") is plain
    assert result_of("mean_f", [twice], "measured") is twice
    assert result_of(twice.metric.name, [plain, twice], "measured") is twice
    with pytest.raises(UnknownNameError, match="cba"):
        result_of("cba", [plain, twice], "measured")
