"""Dual-LexiBoost: its linear programmes, which solutions are taken, the votes, the rounds, and the classifier."""
