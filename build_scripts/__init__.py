"""Commands that make what the package and the site are shipped with."""
