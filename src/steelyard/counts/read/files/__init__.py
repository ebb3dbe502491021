"""Files: what a path means, what is in it, and the engines that count it."""
