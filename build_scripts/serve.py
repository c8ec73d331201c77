"""Serve the built site on this machine, with its precompressed copies where the browser takes them.

Any plain static server will do as well. Run: python -m build_scripts.serve [FOLDER] [--port 8000] [--open]
"""

from __future__ import annotations

import argparse
import functools
import io
import re
import sys
import webbrowser
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import BinaryIO

ENCODINGS = (("br", ".br"), ("gzip", ".gz"))
HASHED = re.compile(r"/[a-z]+-[0-9a-f]{12}/")  # folders of the built site that never change under their name
REFUSED = re.compile(r"q\s*=\s*0(\.0*)?")  # RFC 9110, 12.4.2: a weight of 0 means "not acceptable"
PORTS_TO_TRY = 20
TYPES = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".mjs": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".txt": "text/plain; charset=utf-8",
    ".json": "application/json",
    ".wasm": "application/wasm",
}


def encodings_taken(header: str) -> set[str]:
    """Name the encodings that an Accept-Encoding header takes (RFC 9110, 12.5.3), but for what its `*` stands for."""
    items = ([part.strip() for part in item.split(";")] for item in header.lower().split(","))
    return {name for name, *weight in items if name and not any(map(REFUSED.fullmatch, weight))}


class SiteHandler(SimpleHTTPRequestHandler):
    """Static files; compressed copies by Accept-Encoding; what carries its hash may be kept for ever."""

    protocol_version = "HTTP/1.1"

    def send_head(self) -> BinaryIO | None:
        """Answer with the best copy of the file; directories, redirects and errors as the base class does."""
        path = Path(self.translate_path(self.path))
        if path.is_dir() and self.path.split("?")[0].endswith("/"):
            path /= "index.html"
        if not path.is_file():
            return super().send_head()  # type: ignore[return-value]
        encoding, copy = self.best_copy(path)
        data = copy.read_bytes()
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(str(path)))
        self.send_header("Content-Length", str(len(data)))
        self.send_header("Vary", "Accept-Encoding")
        if encoding:
            self.send_header("Content-Encoding", encoding)
        kept = HASHED.search(self.path)
        self.send_header("Cache-Control", "public, max-age=31536000, immutable" if kept else "no-cache")
        self.end_headers()
        return io.BytesIO(data)

    def guess_type(self, path) -> str:
        """Give the type of a file; some systems know no wasm and no modules, and browsers insist on them."""
        return TYPES.get(Path(path).suffix) or super().guess_type(path)

    def best_copy(self, path: Path) -> tuple[str, Path]:
        """Find the encoding and file to send: the first compressed copy there is that the browser takes."""
        taken = encodings_taken(self.headers.get("Accept-Encoding", ""))
        for encoding, suffix in ENCODINGS:
            copy = path.with_name(path.name + suffix)
            if encoding in taken and copy.exists():
                return encoding, copy
        return "", path

    def log_message(self, format: str, *args: object) -> None:
        """Keep quiet about what went well."""
        if len(args) > 1 and str(args[1]) >= "400":
            super().log_message(format, *args)


def start_server(folder: Path, port: int) -> ThreadingHTTPServer:
    """Bind to `port` or the next one that is free. Errors: OSError if none of PORTS_TO_TRY is."""
    handler = functools.partial(SiteHandler, directory=str(folder))
    for candidate in range(port, port + PORTS_TO_TRY):
        try:
            return ThreadingHTTPServer(("127.0.0.1", candidate), handler)
        except OSError:
            if candidate == port + PORTS_TO_TRY - 1:
                raise
    raise AssertionError("unreachable")


def main() -> int:
    """Serve until interrupted."""
    parser = argparse.ArgumentParser(description="Serve the built site.")
    parser.add_argument("folder", type=Path, nargs="?", default=Path(__file__).parent.parent / "dist")
    parser.add_argument("--port", type=int, default=8000)
    parser.add_argument("--open", action="store_true", help="open a browser")
    options = parser.parse_args()
    if not (options.folder / "index.html").exists():
        print(f"serve: there is no site in {options.folder}: run make site first", file=sys.stderr)
        return 1
    server = start_server(options.folder, options.port)
    address = f"http://localhost:{server.server_address[1]}"
    print(f"The page is at {address} (stop with Ctrl+C)", flush=True)
    if options.open:
        webbrowser.open(address)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        print()
    return 0


if __name__ == "__main__":
    sys.exit(main())
