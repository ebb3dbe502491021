"""Mullick et al. 2020, "Appropriateness of performance indices for imbalanced data classification"."""

from __future__ import annotations

from steelyard_papers.reproductions.mullick2020.reproduction import reproduce
from steelyard_papers.reproductions.reproduction import Paper

PAPER = Paper("mullick2020", ("001",), reproduce)
