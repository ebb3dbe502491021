import numpy as np
import pytest

from steelyard.measuring.program.program import Tape


def test_the_same_operation_has_one_place():
    tape = Tape()
    m = tape.write("input", [], (2, 2), "float64", name="m")
    once = tape.write("sum", [m], (2,), "float64", axes=[-1], keepdims=False)
    assert tape.write("sum", [m], (2,), "float64", axes=[-1], keepdims=False) == once
    assert tape.write("sum", [m], (2,), "float64", axes=[-2], keepdims=False) != once
    assert len(tape.nodes) == 3


def test_constants_that_compare_equal_are_not_the_same():
    """1/0.0 and 1/-0.0 differ, and True is no number."""
    tape = Tape()
    values = [0.0, -0.0, 0, False, np.nan]
    assert len({tape.constant(np.array(value)) for value in [*values, *values]}) == 5


def test_what_comes_from_the_cells_belongs_to_a_stack():
    tape = Tape()
    m = tape.write("input", [], (2, 2), "float64", name="m")
    phi = tape.write("input", [], (2,), "float64", name="relevance")
    assert tape.nodes[tape.write("multiply", [m, phi], (2, 2), "float64")].stacked
    assert not tape.nodes[tape.write("sqrt", [phi], (2,), "float64")].stacked


def test_a_cast_to_what_it_is_already_writes_nothing():
    tape = Tape()
    phi = tape.write("input", [], (2,), "float64", name="relevance")
    assert tape.cast(phi, "float64") == phi
    assert tape.nodes[tape.cast(phi, "bool")].operation == "cast"


def test_a_refusal_names_the_metric():
    tape = Tape()
    tape.metric = "mine"
    with pytest.raises(ValueError, match=r"^the metric 'mine' cannot be recorded: it sings\.$"):
        tape.refuse("it sings")
