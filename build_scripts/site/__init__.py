"""The page and all files beside it, made of sections, scripts, weights and the runtime."""
