"""Audits: properties that a metric should have, searches for the smallest matrices that refute them, and verdicts."""
