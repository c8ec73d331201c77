"""Find a Chromium for the browser tests: Playwright's own, else the system's; install one where neither is there.

In CI, where other engines have to be tested too, Debian's packages of Firefox and WebKitGTK are installed.
Run: python -m build_scripts.find_browser
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

SYSTEM_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
# For a browser that nobody looks at: no sandbox for root in a container, and none of the browser's own requests.
ARGUMENTS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
]  # fmt: skip
DOWNLOAD_LIMIT = 300  # seconds
# Packages and their programs.
OTHER_ENGINES = {"firefox-esr": "firefox-esr", "webkit2gtk-driver": "WebKitWebDriver", "xvfb": "Xvfb"}


def own_browser() -> str | None:
    """Find Playwright's own Chromium, if it has been downloaded."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    return path if _runs(path) else None


def system_browser() -> str | None:
    """Find a Chromium or Chrome on the path."""
    return next((path for name in SYSTEM_NAMES if (path := shutil.which(name)) and _runs(path)), None)


def _runs(path: str) -> bool:
    """Whether the program starts: a downloaded one may lack the system's libraries."""
    if not Path(path).exists():
        return False
    command = [path, "--headless", "--no-sandbox", "--version"]
    return subprocess.run(command, capture_output=True, check=False, timeout=60).returncode == 0


def find_browser() -> str | None:
    """Path of the browser to test with; None if there is none."""
    return own_browser() or system_browser()


def install_browser() -> None:
    """Try Playwright's download, then the system's packages; what fails is named."""
    for command in ([sys.executable, "-m", "playwright", "install", "chromium"], *_system_packages("chromium")):
        _try(command)
        if find_browser():
            return


def install_other_engines() -> None:
    """Install what is missing of Firefox and WebKitGTK; the tests say so where that fails."""
    missing = [package for package, program in OTHER_ENGINES.items() if not shutil.which(program)]
    for command in _system_packages(*missing) if missing else ():
        _try(command)


def _system_packages(*names: str) -> list[list[str]]:
    """Commands that install packages of the system, where this user may."""
    if not shutil.which("apt-get") or os.geteuid() != 0:
        return []
    return [["apt-get", "update", "-q"], ["apt-get", "install", "-y", "-q", *names]]


def _try(command: list[str]) -> None:
    print(f"trying: {' '.join(command[-4:])}", flush=True)
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=DOWNLOAD_LIMIT, check=False)
        if done.returncode:
            print(f"  that failed: {(done.stderr or done.stdout).strip().splitlines()[-1:]}", flush=True)
    except subprocess.TimeoutExpired:
        print(f"  that took more than {DOWNLOAD_LIMIT} seconds", flush=True)


def main() -> int:
    """Print the browser's path; 1 and what to do if there is none."""
    if not find_browser():
        install_browser()
    path = find_browser()
    if path is None:
        print("No Chromium for the browser tests: install the package chromium, then run make test again.")
        return 1
    print(f"browser: {path}")
    if os.environ.get("CI"):
        install_other_engines()
    return 0


if __name__ == "__main__":
    sys.exit(main())
