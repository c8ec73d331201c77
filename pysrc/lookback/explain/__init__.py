"""Arithmetic that explains the networks to readers, and that the networks themselves do not need."""
