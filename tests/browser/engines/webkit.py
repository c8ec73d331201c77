"""WebKitGTK by its own driver, on a screen that nobody sees."""

import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from selenium import webdriver
from selenium.webdriver.webkitgtk.options import Options
from selenium.webdriver.webkitgtk.service import Service

BROWSERS = sorted(Path("/usr/lib").glob("*/webkit2gtk-4.*/MiniBrowser"))


class WebKit:
    """One window of a running WebKitGTK."""

    def __init__(self, driver: webdriver.WebKitGTK) -> None:
        self._driver = driver

    def open(self, url: str) -> None:
        """Go to an address and wait for its document, not for what it loads."""
        self._driver.get(url)

    def run(self, script: str, frame: int | None = None) -> Any:
        """The value of an expression (JSON) in the window, or in one of its frames."""
        if frame is not None:
            self._driver.switch_to.frame(frame)
        try:
            return self._driver.execute_script(f"return ({script})")
        finally:
            self._driver.switch_to.default_content()


def find_webkit() -> str | None:
    """Path of the driver, where the browser and a screen for it are there too."""
    return shutil.which("WebKitWebDriver") if BROWSERS and shutil.which("Xvfb") else None


@contextmanager
def webkit() -> Iterator[WebKit]:
    """Start WebKitGTK; ends it afterwards."""
    screen = subprocess.Popen(["Xvfb", "-displayfd", "1"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    assert screen.stdout
    environment = {"DISPLAY": f":{screen.stdout.readline().strip()}", "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1"}
    options = Options()
    options.binary_location = str(BROWSERS[-1])
    options.add_argument("--automation")
    service = Service(find_webkit(), env={"PATH": "/usr/bin:/bin", "HOME": "/tmp", **environment})
    try:
        driver = webdriver.WebKitGTK(options=options, service=service)
        yield WebKit(driver)
        driver.quit()
    finally:
        screen.terminate()
        screen.wait(timeout=30)
