"""Where metrics disagree about models, and the classes and cells that cause it."""

from steelyard.disagreement.attribution import Attribution, CellTerm, ClassTerm
from steelyard.disagreement.criterion import Criterion
from steelyard.disagreement.disagreement import Disagreement, SplitPair, Vote, disagreements
from steelyard.disagreement.reversal import Reversal, reversal

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
