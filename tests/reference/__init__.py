"""The two networks written again from their formulas, to compare the package with: in loops and in PyTorch."""
