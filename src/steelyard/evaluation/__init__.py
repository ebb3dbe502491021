"""How good is it: every metric in the light of what matters, with its uncertainty and what misleads."""
