"""Constants of a metric that are only doubles: no small fractions, short decimals, roots or logarithms.

Scores that are equal for the numbers that were meant may differ for them, so that a count of scores is true for these
doubles only.
"""

from __future__ import annotations

import math

from steelyard.lab.exact.constants import recognised
from steelyard.measuring.program.program import Output, Program, numbers


def uses_relevance(program: Program, output: Output) -> bool:
    """Whether a metric looks at the relevance of the classes."""
    used = (program.nodes[step.node] for step in program.steps([output.value]))
    return any(node.parameters.get("name") == "relevance" for node in used)


def constant_doubles(program: Program, output: Output) -> tuple[float, ...]:
    """Return the constants of a metric that are only doubles.

    Examples
    --------
    >>> from steelyard.measuring.program import record
    >>> program = record("cen", classes=3)
    >>> constant_doubles(program, program.outputs[0])  # log 4 is known
    ()
    """
    found: dict[float, None] = {}
    for step in program.steps([output.value]):
        node = program.nodes[step.node]
        if node.operation in ("constant", "full_like") and node.dtype == "float64":
            finite = (x for x in numbers(node).ravel().tolist() if math.isfinite(x))
            found.update((x, None) for x in finite if recognised(x) is None)
    return tuple(found)
