"""Gupta et al. 2020: weighted balanced accuracy."""

from __future__ import annotations

from steelyard_papers.reproductions.gupta2020.reproduction import reproduce
from steelyard_papers.reproductions.reproduction import Paper

PAPER = Paper("gupta2020", ("004", "wba"), reproduce)
