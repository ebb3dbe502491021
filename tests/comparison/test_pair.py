"""Which two models, by name or position."""

import pytest

from steelyard import Confusion, Joint
from steelyard.comparison.item_tests import checked_pair, mcnemar, stuart_maxwell

JOINT = Joint([[0, 0, 1, 0], [1, 1, 1, 0]], [2, 3], ["x", "y"], ["tree", "svm", 0])


def test_models_go_by_name_before_position():
    assert checked_pair(JOINT, "svm", "tree") == ("svm", "tree", (2, 1))
    assert checked_pair(JOINT, 1, 0) == ("svm", 0, (2, 3))
    assert checked_pair(JOINT, -3, 1) == ("tree", "svm", (1, 2))


@pytest.mark.parametrize("test", [mcnemar, stuart_maxwell])
@pytest.mark.parametrize(
    ("a", "b", "message"),
    [
        ("tree", "oak", "there is no model 'oak'; the models are 'tree', 'svm', 0."),
        (3, "tree", "there is no model 3; the models are"),
        (["tree"], "svm", r"there is no model \['tree'\]"),
        ("tree", "tree", "both are 'tree'; the models are"),
        ("tree", -3, "both are 'tree'"),
    ],
)
def test_other_models_are_refused(test, a, b, message):
    with pytest.raises(ValueError, match=message):
        test(JOINT, a, b)


@pytest.mark.parametrize("test", [mcnemar, stuart_maxwell])
def test_only_joint_tables_of_whole_counts_are_tested(test):
    with pytest.raises(ValueError, match="on the joint table of their predictions, not on"):
        test(Confusion([[1, 2], [3, 4]]), 0, 1)
    for counts, example in [([2, 0.25], r"0\.25"), ([2.0, 3.0], "2")]:
        weighted = Joint(JOINT.codes, counts, JOINT.labels, JOINT.models)
        with pytest.raises(
            ValueError, match=rf"counts items, but .* weights, such as {example} \(a float\); count each"
        ):
            test(weighted, 0, 1)
