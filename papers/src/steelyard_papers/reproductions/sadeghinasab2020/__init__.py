"""Sadeghinasab's slides on Branco et al.: an example of two classes, and the paper's tables shown again."""

from __future__ import annotations

from steelyard_papers.reproductions.reproduction import Paper
from steelyard_papers.reproductions.sadeghinasab2020.reproduction import reproduce

PAPER = Paper("sadeghinasab2020", ("003",), reproduce)
