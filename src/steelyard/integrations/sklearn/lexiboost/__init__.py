"""Dual-LexiBoost: its linear programmes, the solutions taken, the neighbours, their votes, the rounds, the classifier."""
