"""Exact numbers, and the exact value of any recorded metric at one matrix: no counterexample is a rounding error."""

from steelyard.lab.exact.exact_values import Number, compare, exact_values
from steelyard.lab.exact.expression import Expression, Undecided

__all__ = ["Expression", "Number", "Undecided", "compare", "exact_values"]
