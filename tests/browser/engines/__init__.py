"""Other browsers than Chromium, by their own drivers."""
