"""Where other libraries meet ours: the only place that imports them, each in a file that is loaded when it is used."""
