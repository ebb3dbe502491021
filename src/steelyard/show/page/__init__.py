"""The live report: a result becomes plain content, and content becomes one page that computes in the browser."""
