"""What the build says when it cannot go on."""


class BuildError(Exception):
    """The site cannot be built; the message says what to do."""
