"""Which model is better, and how sure that is: tests and posteriors from counts, or from scores by fold."""
