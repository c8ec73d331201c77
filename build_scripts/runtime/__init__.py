"""What Python in the browser consists of: fetched as pinned, trimmed, compiled, packed."""
