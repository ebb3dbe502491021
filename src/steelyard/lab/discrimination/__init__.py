"""How well metrics tell confusion matrices apart (Branco et al. 2017, section 5.2)."""

from steelyard.lab.discrimination.discriminate import discriminate
from steelyard.lab.discrimination.result import Discriminated, Discrimination

__all__ = ["Discriminated", "Discrimination", "discriminate"]
