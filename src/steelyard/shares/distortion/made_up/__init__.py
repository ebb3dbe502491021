"""Two made-up problems on which a metric moves, after Mullick et al. 2020: two normal classes, classes on a hexagon."""
