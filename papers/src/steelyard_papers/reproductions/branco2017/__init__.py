"""Branco, Torgo & Ribeiro 2017: relevance-based metrics for multi-class imbalanced domains."""

from __future__ import annotations

from steelyard_papers.reproductions.branco2017.reproduction import reproduce
from steelyard_papers.reproductions.reproduction import Paper

PAPER = Paper("branco2017", ("000", "branco"), reproduce)
