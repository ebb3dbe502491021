"""Where metrics disagree about models, and the classes and cells that cause it."""

from steelyard.comparison.disagreement.attribution import Attribution, CellTerm, ClassTerm
from steelyard.comparison.disagreement.criterion import Criterion
from steelyard.comparison.disagreement.disagreement import Disagreement, SplitPair, Vote, disagreements
from steelyard.comparison.disagreement.reversal import Reversal, reversal

__all__ = [
    "Attribution",
    "CellTerm",
    "ClassTerm",
    "Criterion",
    "Disagreement",
    "Reversal",
    "SplitPair",
    "Vote",
    "disagreements",
    "reversal",
]
