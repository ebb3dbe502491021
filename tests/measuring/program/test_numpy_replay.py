import numpy as np
import pytest

from steelyard.measuring.program import OPERATIONS, record, replay
from steelyard.measuring.program.numpy_replay import computed
from steelyard.measuring.program.program import Node

M = np.array([[8.0, 2.0], [10.0, 80.0]])


def test_values_by_hand():
    found = replay(record(["accuracy", "recall", "balanced_accuracy"], classes=2), M, np.array([0.9, 0.1]))
    assert found["accuracy"].value == 88 / 100
    assert found["recall"].value.tolist() == [0.8, 80 / 90]
    assert found["balanced_accuracy"].value == pytest.approx(0.9 * 0.8 + 0.1 * 80 / 90)


def test_undefined_classes_by_hand():
    for policy, average in (("exclude", 0.8), ("worst", 0.4)):
        program = record(["macro_precision", "accuracy"], classes=2, policy=policy)
        found = replay(program, np.array([[8.0, 0], [2, 0]]), np.ones(2))
        assert found["macro_precision"].undefined.tolist() == [False, True]
        assert found["macro_precision"].value == average
        assert found["accuracy"].undefined.tolist() == [False, False]


def test_an_operation_that_is_not_known_is_no_silent_zero():
    with pytest.raises(KeyError, match="sing"):
        computed(Node("sing", (), (2,), "float64", stacked=False), [], {})


def test_numpy_has_every_operation():
    inputs = {"m": M, "relevance": np.ones(2)}
    examples = {
        "input": ([], {"name": "m"}),
        "constant": ([], {"value": [1, 2]}),
        "where": ([M > 5, M, M], {}),
        "full_like": ([M], {"value": 3}),
        "swapaxes": ([M], {"axes": [-2, -1]}),
        "index": ([M], {"items": [0, "new", [None, 1, None]]}),
        "matmul": ([M, M], {}),
        **{name: ([M], {"axes": [-1], "keepdims": True}) for name in ("sum", "prod", "min", "max", "any", "all")},
    }
    two = {"add", "subtract", "multiply", "divide", "power", "maximum", "minimum", "equal", "not_equal", "less"}
    two |= {"less_equal", "greater", "greater_equal", "logical_and", "logical_or", "logical_xor", "flow"}
    for name in OPERATIONS:
        operands, parameters = examples.get(name, ([M, M] if name in two else [M], {}))
        node = Node(name, (), (), "float64", stacked=True, parameters=parameters)
        assert isinstance(computed(node, operands, inputs), np.ndarray), name
