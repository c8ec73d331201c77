"""A page without developer tools: those keep a copy of every file that a page fetches."""

import itertools
import json
import time
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser

PATIENCE = 900  # s for one answer
SETTLE = 5  # s


class BarePage:
    """A page that is asked only to evaluate: Playwright's own would watch its network. Errors: RuntimeError."""

    def __init__(self, browser: Browser, url: str) -> None:
        self._browser = browser.new_browser_cdp_session()
        self._browser.on("Target.receivedMessageFromTarget", self._hear)
        target = self._browser.send("Target.createTarget", {"url": url})["targetId"]
        attached = self._browser.send("Target.attachToTarget", {"targetId": target, "flatten": False})
        self._session = attached["sessionId"]
        self._numbers = itertools.count(1)
        self._heard: dict[int, Any] = {}

    def evaluate(self, expression: str) -> Any:
        """What a JavaScript expression comes to, a promise's once it is settled."""
        reply = self._send("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in reply:
            raise RuntimeError(reply["exceptionDetails"]["text"])
        return reply["result"].get("value")

    def wait_for(self, expression: str) -> None:
        """Wait until the expression is true."""
        give_up = time.monotonic() + PATIENCE
        while not self.evaluate(f"Boolean({expression})"):
            if time.monotonic() > give_up:
                raise RuntimeError(f"{expression} did not become true")
            time.sleep(0.2)

    def memory(self) -> tuple[float, float]:
        """MB of its process once what nobody needs is collected: all that is resident, and its proportional share.

        The share counts what several processes use, such as the browser's program, by as much as each has of it.
        """
        time.sleep(SETTLE)  # the browser goes on compiling for a while
        self._send("HeapProfiler.collectGarbage")
        time.sleep(SETTLE)
        processes = self._browser.send("SystemInfo.getProcessInfo")["processInfo"]
        return max(_memory(process["id"]) for process in processes if process["type"] == "renderer")

    def _send(self, method: str, **params: Any) -> dict[str, Any]:
        number = next(self._numbers)
        message = json.dumps({"id": number, "method": method, "params": params})
        self._browser.send("Target.sendMessageToTarget", {"sessionId": self._session, "message": message})
        give_up = time.monotonic() + PATIENCE
        while number not in self._heard:
            if time.monotonic() > give_up:
                raise RuntimeError(f"no answer to {method}")
            time.sleep(0.05)
            self._browser.send("Target.getTargets")  # replies are heard only while something is asked
        reply = self._heard.pop(number)
        if "error" in reply:
            raise RuntimeError(f"{method}: {reply['error']['message']}")
        return reply["result"]

    def _hear(self, event: dict[str, Any]) -> None:
        message = json.loads(event["message"])
        if "id" in message:
            self._heard[message["id"]] = message


def _memory(process: int) -> tuple[float, float]:
    """Resident memory and proportional share of a process, MB (Linux)."""
    lines = Path(f"/proc/{process}/smaps_rollup").read_text(encoding="ascii").splitlines()[1:]
    kilobytes = {name: int(size.split()[0]) for name, size in (line.split(":") for line in lines)}
    return kilobytes["Rss"] * 1024 / 1e6, kilobytes["Pss"] * 1024 / 1e6
