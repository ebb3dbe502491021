"""Engines that read files and group their rows: DuckDB, Polars, Spark."""
