"""Dual-LexiBoost: linear programmes and the solutions taken, neighbours and their votes, rounds, and the classifier."""
