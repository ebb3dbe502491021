"""Hugging Face transformers: metrics for the `Trainer`."""

from steelyard.integrations.transformers.compute_metrics import compute_metrics

__all__ = ["compute_metrics"]
