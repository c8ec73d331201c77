"""Training: the stream of stories, its steps, a whole run, and the files that keep it."""
