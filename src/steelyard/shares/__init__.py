"""What if classes had other shares: curves, tipping points, and how far each metric is moved by shares alone."""
