"""Generated inputs are the same in every run, and never timed: a busy machine must not fail a test."""

from hypothesis import settings

settings.register_profile("steady", deadline=None, derandomize=True)
settings.load_profile("steady")
