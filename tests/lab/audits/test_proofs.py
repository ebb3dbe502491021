"""Arguments: they contradict no search, hold 001's theorems, and claim nothing beyond the built-in metrics."""

import pytest

import steelyard as sy
from steelyard.lab import atlas
from steelyard.lab.audits.proofs import ARGUMENTS, Argument, proof
from steelyard.lab.audits.properties import PROPERTIES
from steelyard.measuring.record import Metric

IDS = [examined.id for examined in PROPERTIES]


def contradicted():
    """Return the cells of the atlas that a search refutes although there is a proof."""
    return {
        key
        for key, verdict in atlas.verdicts().items()
        if verdict.holds is False and proof(sy.metrics[key[0]], *key[1:])
    }


def test_no_proved_property_is_refuted_by_a_search():
    assert contradicted() == set()


def test_a_wrong_argument_would_be_found(monkeypatch):
    wrong = Argument("It looks like one", {"triangle": "so it is a distance"}, {"f"})
    monkeypatch.setattr("steelyard.lab.audits.proofs.ARGUMENTS", (*ARGUMENTS, wrong))
    assert contradicted() == {("f", "triangle", classes) for classes in atlas.CLASSES}


def test_arguments_name_metrics_properties_and_sources_that_exist():
    for argument in ARGUMENTS:
        assert set(argument.metrics) <= set(sy.metrics)
        assert set(argument.so) <= set(IDS)
        assert {*argument.sources} <= {(name, where) for name in argument.metrics for where in argument.so}
        assert argument.classes in ("any", "two", "more")


def test_every_argument_is_used_and_is_one_sentence():
    used = set()
    for metric in sy.metrics.values():
        for name in IDS:
            for classes in (2, 3, 5):
                found = next((a for a in ARGUMENTS if a.proves(metric, name, classes)), None)
                if found is not None:
                    used.add(id(found))
                    text = str(proof(metric, name, classes))
                    assert text[0].isupper() or text[0].isdigit()
                    assert text.endswith(").")
    assert used == {id(argument) for argument in ARGUMENTS}


@pytest.mark.parametrize(
    ("name", "property_id", "classes", "theorem"),
    [
        ("class_g_mean", "condition_1", 2, "Theorem 1"),
        ("one_point_auroc", "condition_1", 2, "Theorem 1"),
        ("mprecision", "condition_1", 2, "Theorem 2"),
        ("one_point_maurpc", "condition_1", 2, "Theorem 2"),
        *[
            (name, condition, C, "Theorem 3")
            for C in (2, 3, 5)
            for name, condition in [
                ("g_mean", "condition_1"),
                ("g_mean", "condition_2"),
                ("balanced_accuracy", "condition_1"),
                ("balanced_accuracy", "condition_2"),
                ("one_point_auroc_ovo", "condition_1"),
                ("one_point_aurpc_ova", "condition_2"),
            ]
        ],
        *[
            ("one_point_maurpc_ova", condition, C, "Theorem 4")
            for C in (2, 3, 5)
            for condition in ("condition_1", "condition_2")
        ],
        *[
            (name, "condition_3", C, "Theorem 5")
            for C in (2, 3, 5)
            for name in ("balanced_accuracy", "one_point_maurpc_ova")
        ],
    ],
)
def test_what_mullick_et_al_prove_is_proved(name, property_id, classes, theorem):
    assert theorem in str(proof(sy.metrics[name], property_id, classes))


@pytest.mark.parametrize(
    ("name", "property_id", "classes"),
    [
        ("precision", "condition_1", 2),
        ("one_point_aurpc", "condition_1", 2),
        ("one_point_auroc_ovo", "condition_2", 3),
        ("one_point_auroc_ova", "condition_1", 3),
        ("one_point_auroc_ova", "condition_2", 3),
        ("one_point_aurpc_ova", "condition_1", 3),
        ("g_mean", "condition_3", 3),
    ],
)
def test_what_mullick_et_al_refute_is_not_proved(name, property_id, classes):
    assert proof(sy.metrics[name], property_id, classes) is None


def test_other_parameters_are_covered_only_where_the_argument_covers_them():
    f2 = sy.metrics.f.at(beta=2)
    assert proof(f2, "monotone", 3) is not None
    assert proof(f2, "truth_prediction_symmetric", 3) is None
    assert proof(sy.metrics.f.at(beta=1), "truth_prediction_symmetric", 3) is not None
    priced = sy.metrics.expected_cost.at(costs=[[0, 9], [1, 0]])
    assert proof(priced, "i6", 2) is not None
    assert proof(priced, "continuous_at_absence", 2) is not None
    for name in ("triangle", "class_symmetric", "monotone", "condition_2", "condition_3", "best_only_perfect"):
        assert proof(priced, name, 2) is None
        assert proof(sy.metrics.expected_cost, name, 2) is not None
    linear = sy.metrics.weighted_kappa.at(distance="linear")
    assert proof(linear, "chance_baseline", 3) is not None
    assert proof(linear, "condition_2", 3) is None


def test_a_metric_of_the_user_has_no_proof_even_with_a_known_name():
    mine = Metric(id="accuracy", title="mine", body=lambda c: c.total(c.tp) / c.n)
    assert proof(mine, "monotone", 2) is None


def test_invariances_are_those_that_sokolova_and_lapalme_list_for_two_classes():
    table = {
        "accuracy": {"i1", "i6"},
        "precision": {"i2", "i4", "i6", "i7"},
        "recall": {"i2", "i5", "i6", "condition_1"},
        "f": {"i2", "i6"},
        "specificity": {"i3", "i4", "i6", "condition_1"},
        "one_point_auroc": {"i1", "i6", "condition_1"},
    }
    invariances = [*(f"i{k}" for k in range(1, 8)), "condition_1"]
    for name, held in table.items():
        assert {i for i in invariances if proof(sy.metrics[name], i, 2)} == held


def test_the_argument_for_macro_precision_covers_a_class_that_is_never_right():
    """One item of class 1 taken for class 2, all of class 2 for class 1: with and without it, the value is 0."""
    there, absent = ([[0, row], [10**6, 0]] for row in (1, 0))
    assert sy.metrics.macro_precision(there) == sy.metrics.macro_precision(absent) == 0
    assert "if the other is never right" in str(proof(sy.metrics.macro_precision, "continuous_at_absence", 2))


def test_an_unbounded_cost_is_not_said_to_be_worst_without_hits():
    assert "it has no upper bound" in str(proof(sy.metrics.cost_ratio, "condition_3", 3))
