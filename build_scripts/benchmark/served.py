"""A folder of the built site, served on this machine while something is measured."""

import functools
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import ThreadingHTTPServer
from pathlib import Path

from build_scripts.serve import SiteHandler


@contextmanager
def served(folder: Path, handler: type[SiteHandler] = SiteHandler) -> Iterator[str]:
    """Serve the folder on a free port, with its precompressed copies -> the address, with a slash at its end."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(handler, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/"
    finally:
        server.shutdown()
