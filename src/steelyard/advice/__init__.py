"""Which metrics to trust in a situation, which to avoid, and which mislead on a matrix at hand."""
