import json
from dataclasses import replace

import numpy as np
import pytest

from every_metric import EVERY
from steelyard.measuring.program import OPERATIONS, Program, record, replay
from steelyard.measuring.program.program import Node, computed, numbers, plain

M = np.array([[8.0, 2.0], [10.0, 80.0]])


@pytest.fixture(scope="module")
def program():
    return record(EVERY, classes=4, policy="zero")


def test_it_comes_back_from_json_as_it_was(program):
    assert Program.from_json(program.to_json()) == program
    assert Program.from_dict(program.to_dict()) == program


def test_its_json_is_what_every_reader_of_json_takes(program):
    """RFC 8259 has no NaN and no Infinity, though Python writes them."""

    def refuse(word):
        raise AssertionError(word)

    stored = json.loads(program.to_json(), parse_constant=refuse)
    assert stored == program.to_dict()
    assert '"NaN"' in program.to_json()
    assert '"-Infinity"' in program.to_json()  # log 0, which G mean counts as zero


@pytest.mark.parametrize("numbers_", [[1.5, np.nan, -np.inf, np.inf, -0.0, 1e-320], [True, False], [2**53 + 1, -1]])
def test_constants_keep_every_bit(numbers_):
    array = np.array(numbers_)
    node = Node("constant", (), array.shape, array.dtype.name, stacked=False, parameters={"value": plain(array)})
    stored = json.loads(json.dumps(node.parameters["value"], allow_nan=False))
    back = numbers(replace(node, parameters={"value": stored}))
    np.testing.assert_array_equal(back, array, strict=True)
    assert np.array_equal(np.signbit(back.astype(float)), np.signbit(array.astype(float)))


def test_nodes_come_after_what_they_take(program):
    assert all(operand < place for place, node in enumerate(program.nodes) for operand in node.operands)


def test_nodes_use_only_what_is_listed(program):
    assert {node.operation for node in program.nodes} <= set(OPERATIONS)


def test_operands_of_arithmetic_have_one_dtype(program):
    """So that a replay needs no rules of promotion."""
    for node in program.nodes:
        kinds = {program.nodes[operand].dtype for operand in node.operands}
        if node.operation == "where":
            kinds = {program.nodes[operand].dtype for operand in node.operands[1:]}
        assert len(kinds) <= 1, node


@pytest.mark.parametrize("only", [None, "cba", "mcc"])
def test_nothing_is_forgotten_too_early_or_kept_too_long(program, only):
    wanted = {output.value for output in program.outputs if only in (None, output.metric)}
    alive = set()
    for step in program.steps(wanted):
        assert set(program.nodes[step.node].operands) <= alive
        alive.add(step.node)
        assert set(step.forget) <= alive
        alive -= set(step.forget)
    assert alive == wanted


def test_only_what_is_wanted_is_computed(program):
    accuracy = next(output.value for output in program.outputs if output.metric == "accuracy")
    assert len(program.steps([accuracy])) < len(program.nodes) / 4


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"format": "steelyard program 0"}, "a stored program says"),
        ({"nodes": [{"operation": "add"}]}, "a stored program is incomplete: 'operands'"),
        ({"outputs": [{"metric": "accuracy"}]}, "a stored program is incomplete: 'kind'"),
        ({"outputs": [{"metric": "a", "kind": "whole", "value": 10**6, "undefined": None}]}, "that it does not have"),
    ],
)
def test_what_is_no_program_is_refused(program, change, message):
    with pytest.raises(ValueError, match=message):
        Program.from_dict({**program.to_dict(), **change})


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"operation": "exec"}, "uses 'exec', which is no operation"),
        ({"dtype": "float16"}, "node 5 of a stored program has the dtype 'float16'"),
        ({"operands": [7]}, "node 5 of a stored program takes nodes that do not come before it"),
    ],
)
def test_a_program_with_a_bad_node_is_refused(program, change, message):
    stored = program.to_dict()
    stored["nodes"][5] = {**stored["nodes"][5], **change}
    with pytest.raises(ValueError, match=message):
        Program.from_dict(stored)


def test_text_that_is_no_program_is_refused():
    with pytest.raises(ValueError, match="a stored program says"):
        Program.from_json("[]")


# The replay in NumPy.


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
