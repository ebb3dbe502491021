"""The papers behind Steelyard: their tables recomputed, their experiments run, and the classifiers of these."""

__version__ = "0.2.0.dev0"
