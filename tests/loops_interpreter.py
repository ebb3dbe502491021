"""Run the loops that Python writes for the page, by the simplest interpreter there is."""

import numpy as np

from steelyard.show.page.units_of import unpacked

FUNCTIONS = {
    "truth": lambda x: x != 0,
    "whole": np.trunc,
    "where": np.where,
    "flow": lambda x, y: np.where((x == 0) | (y == 0), 0.0, x * y),
}
FOLDS = {"sum": np.add, "prod": np.multiply, "min": np.minimum, "max": np.maximum}
FOLDS |= {"any": np.logical_or, "all": np.logical_and}
START = {"sum": 0.0, "prod": 1.0, "min": np.inf, "max": -np.inf, "any": 0.0, "all": 1.0}


def at(arrays, operand, rows, columns):
    place, offset, down, along = operand
    return arrays[place][offset + down * np.arange(rows)[:, None] + along * np.arange(columns)]


def run(loops, **inputs):
    """Return the arrays of all nodes."""
    arrays = []
    for operation, *node in loops["nodes"]:
        if operation == "input":
            _, name, size = node
            found = inputs[name].reshape(-1)
            assert len(found) == size
        elif operation == "constant":
            found = unpacked(node[0])
        elif operation == "matmul":
            _, rows, columns, inner, first, second = node
            found = at(arrays, first, rows, inner) @ at(arrays, second, inner, columns)
        elif operation in START:
            _, rows, columns, operand, (size, down, along) = node
            found, values = np.full(size, START[operation]), at(arrays, operand, rows, columns)
            for i, j in np.ndindex(rows, columns):
                found[i * down + j * along] = FOLDS[operation](found[i * down + j * along], values[i, j])
        else:
            _, rows, columns, *operands = node
            function = FUNCTIONS.get(operation) or getattr(np, operation)
            given = [at(arrays, operand, rows, columns) for operand in operands]
            given = [x.astype(bool) if operation.startswith("logical") else x for x in given]
            if operation == "where":
                given[0] = given[0].astype(bool)
            found = function(*given)
            assert found.shape == (rows, columns)
        arrays.append(np.asarray(found, dtype=float).reshape(-1))
    return arrays


def line(arrays, operand, length):
    place, offset, along = operand
    return arrays[place][offset + along * np.arange(length)]


def by_cell(arrays, output, C):
    found = sum((at(arrays, slope, C, C) for slope in output["slopes"]), start=np.zeros((C, C)))
    for slope in output["diagonal"]:
        found = found + np.diag(line(arrays, slope, C))
    return found


def values(loops, m, relevance, shares=None):
    """Return {metric: its value, or those of the classes} for one matrix."""
    C = len(relevance)
    given = {"m": m, "relevance": relevance, "shares": shares, "seed": np.zeros(C)}
    with np.errstate(all="ignore"):
        arrays = run(loops, **given)
    return {o["metric"]: line(arrays, o["value"], C if o["kind"] == "rate" else 1) for o in loops["outputs"]}


def stacked(loops, matrices, relevance, shares=None):
    """Return {metric: its values over a stack}, those of one number without an axis of classes."""
    each = [values(loops, m, relevance, shares) for m in matrices]
    rates = {output["metric"] for output in loops["outputs"] if output["kind"] == "rate"}
    return {name: np.stack([found[name] if name in rates else found[name][0] for found in each]) for name in each[0]}
