"""How one metric moves on two made-up problems, two normal classes and classes on a hexagon: numbers and drawing."""
