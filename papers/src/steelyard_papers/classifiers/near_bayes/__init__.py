"""The near-Bayesian support vector machine: its dual problem, its kernels, its margins, and the classifier."""
