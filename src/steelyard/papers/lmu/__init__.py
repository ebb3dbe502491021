"""LMU lecture "Imbalanced Learning: Performance Measures": the accuracy paradox example."""

from __future__ import annotations

from steelyard.papers.lmu.reproduction import reproduce
from steelyard.papers.reproduction import Paper

PAPER = Paper("lmu", ("002",), reproduce)
