"""What each way to tell how sure a number is is called in a sentence."""

from __future__ import annotations

WAYS = {
    "classwise": "class by class, from",
    "bootstrap": "bootstrap of",
    "percentile": "percentiles of the bootstrap of",
    "bca": "BCa bootstrap of",
    "delta": "delta method on",
    "bayes": "Bayesian bootstrap of",
}
"""Each way, as a sentence on it begins; Bayesian without groups has a prior, and one of its own."""
