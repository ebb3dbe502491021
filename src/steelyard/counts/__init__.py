"""What is counted: labels, the table of truth and predictions, and the ways in, from memory, frames and files."""
