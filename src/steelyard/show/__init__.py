"""Show records to people: in a terminal and in a notebook."""
