"""Files: what a path means, what is in it, and DuckDB, which counts it."""
