"""Weights written as text: which texts are numbers, in a form that every engine reads alike.

The patterns mean the same to DuckDB, Polars and Spark. Their casts do not: DuckDB's reads 1_000, and rounds 1.5.
"""

from __future__ import annotations

NUMBER = r"\A-?(?:[0-9]+|[0-9]*\.[0-9]+)(?:[eE][+-]?[0-9]+)?\z"
WHOLE = r"\A-?[0-9]+\z"
"""If all weights are such texts, and each fits in 64 bits, they are summed as whole numbers, else as floats."""
