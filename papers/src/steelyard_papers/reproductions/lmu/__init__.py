"""LMU lecture "Imbalanced Learning: Performance Measures": the accuracy paradox example."""

from __future__ import annotations

from steelyard_papers.reproductions.lmu.reproduction import reproduce
from steelyard_papers.reproductions.reproduction import Paper

PAPER = Paper("lmu", ("002",), reproduce)
