"""Tables that count combinations of codes, dense or sparse, and put them into the cells of a matrix."""
