"""Metrics of scores by their names: each is found again by its own, whatever its parameter."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import steelyard as sy
from steelyard.scores.decided import named

SHARES = st.floats(0, 1, exclude_min=True)
WHOLE = st.integers(1, 10**9)
PARAMETERS = {
    "partial_roc_auc": ("max_fpr", SHARES),
    "lift_at_share": ("share", SHARES),
    "top_k_recall": ("k", WHOLE),
    "expected_calibration_error": ("bins", WHOLE),
    "classwise_calibration_error": ("bins", WHOLE),
    "rms_calibration_error": ("bins", WHOLE),
}


def test_all_with_a_parameter_are_looked_at():
    assert {metric.id for metric in sy.scores.metrics.values() if metric.parameters} == set(PARAMETERS)


@pytest.mark.parametrize("name", PARAMETERS)
@given(data=st.data())
def test_a_metric_is_found_again_by_its_own_name(name, data):
    parameter, values = PARAMETERS[name]
    metric = sy.scores.metrics[name].at(**{parameter: data.draw(values)})
    for found in (named(metric.name), named(metric.name.upper().replace(" ", "_"))):
        assert (found.name, found.parameters) == (metric.name, metric.parameters)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("roc_auc to fpr 1e-9", "roc_auc to fpr 1e-09"),
        ("ROC-AUC to FPR .05", "roc_auc to fpr 0.05"),
        ("partial_roc_auc(max_fpr=1E-5)", "roc_auc to fpr 1e-05"),
        ("partial-roc-auc( max_fpr = 0.2 )", "roc_auc to fpr 0.2"),
        ("top-2-accuracy", "top_2_recall"),
        ("lift at 2.5%", "lift at 2.5 %"),
        ("log-loss at importance", "log_loss at importance"),
    ],
)
def test_what_people_write(text, name):
    assert sy.scores.metrics[text].name == name


@pytest.mark.parametrize("text", ["top_k_recall(k=-2)", "top_k_recall(k = -2)"])
def test_a_minus_is_no_hyphen(text):
    with pytest.raises(ValueError, match=r"k must be a whole number of at least 1, not -2"):
        sy.scores.metrics[text]


def test_a_name_twice_as_long_was_not_meant():
    with pytest.raises(ValueError, match=r"there is no metric 'nope', of scores or of labels\.$"):
        named("nope")
