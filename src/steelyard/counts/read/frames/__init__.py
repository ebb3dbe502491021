"""Data frames of any engine, through narwhals."""
