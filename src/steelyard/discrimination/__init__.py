"""How well metrics tell confusion matrices apart (Branco et al. 2017, section 5.2)."""

from steelyard.discrimination.discriminate import discriminate
from steelyard.discrimination.result import Discriminated, Discrimination

__all__ = ["Discriminated", "Discrimination", "discriminate"]
