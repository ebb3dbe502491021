"""Figures of the papers and of their experiments, drawn as the library draws its own."""
