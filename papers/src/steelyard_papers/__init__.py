"""The papers behind Steelyard: their tables recomputed, their experiments run, and the classifiers of these."""

__version__ = "0.1.0"
