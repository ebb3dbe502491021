"""Over all class weights that agree with what was said: which model wins, how often, and where that turns."""

from steelyard.comparison.robustness.robustness import Robustness, robustness

__all__ = ["Robustness", "robustness"]
