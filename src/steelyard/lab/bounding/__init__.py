"""How low and how high a metric can go: for given class sizes, or over all of them, with the matrix that does it."""
