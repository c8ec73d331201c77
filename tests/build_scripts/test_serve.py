"""The local server: compressed copies go only to those who take them."""

import threading
import urllib.request

import pytest

from build_scripts.serve import encodings_taken, start_server


@pytest.mark.parametrize(
    ("header", "taken"),
    [
        ("", set()),
        ("gzip, deflate, br", {"gzip", "deflate", "br"}),
        ("gzip;q=0, br", {"br"}),
        ("GZIP ; Q=0.000,br;q=0.001", {"br"}),
        ("gzip;q=1.0, br;q=0.", {"gzip"}),
        ("*;q=0", set()),
    ],
)
def test_an_encoding_with_a_weight_of_0_is_not_taken(header, taken):
    assert encodings_taken(header) == taken


@pytest.mark.slow
@pytest.mark.parametrize(
    ("header", "encoding", "body"),
    [("br, gzip", "br", b"brotli"), ("br;q=0, gzip", "gzip", b"zipped"), ("br;q=0, gzip;q=0", None, b"plain")],
)
def test_the_best_copy_that_the_browser_takes_is_sent(tmp_path, header, encoding, body):
    for suffix, data in (("", b"plain"), (".br", b"brotli"), (".gz", b"zipped")):
        (tmp_path / f"a.js{suffix}").write_bytes(data)
    server = start_server(tmp_path, 8200)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        address = f"http://127.0.0.1:{server.server_address[1]}/a.js"
        with urllib.request.urlopen(urllib.request.Request(address, headers={"Accept-Encoding": header})) as reply:
            assert (reply.headers["Content-Encoding"], reply.read()) == (encoding, body)
    finally:
        server.shutdown()
        server.server_close()
