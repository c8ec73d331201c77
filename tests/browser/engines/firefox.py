"""Firefox by WebDriver BiDi (W3C), which it speaks itself: the usual driver is in no package registry."""

import itertools
import json
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

LISTENS = re.compile(r"WebDriver BiDi listening on (ws://\S+)")
PREFERENCES = {"remote.active-protocols": 1, "datareporting.policy.dataSubmissionEnabled": False}


class Firefox:
    """One window of a running Firefox."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket, self._numbers = socket, itertools.count(1)
        self._say("session.new", capabilities={})
        self._window = self._say("browsingContext.getTree")["contexts"][0]["context"]

    def open(self, url: str) -> None:
        """Go to an address and wait for its document, not for what it loads."""
        self._say("browsingContext.navigate", context=self._window, url=url, wait="interactive")

    def run(self, script: str, frame: int | None = None) -> Any:
        """The value of an expression (JSON or a promise of it) in the window, or in one of its frames."""
        target = self._window
        if frame is not None:
            tree = self._say("browsingContext.getTree", root=self._window)["contexts"][0]
            target = tree["children"][frame]["context"]
        wrapped = f"(async () => JSON.stringify(await ({script})) ?? 'null')()"
        found = self._say("script.evaluate", expression=wrapped, target={"context": target}, awaitPromise=True)
        if found["type"] == "exception":
            raise AssertionError(found["exceptionDetails"]["text"])
        return json.loads(found["result"]["value"])

    def _say(self, method: str, **params: Any) -> Any:
        number = next(self._numbers)
        self._socket.send(json.dumps({"id": number, "method": method, "params": params}))
        while True:
            answer = json.loads(self._socket.recv(timeout=60))
            if answer.get("id") == number:
                if answer["type"] == "error":
                    raise AssertionError(f"{method}: {answer['message']}")
                return answer["result"]


def find_firefox() -> str | None:
    """Path of Firefox, Debian's or another."""
    return shutil.which("firefox-esr") or shutil.which("firefox")


@contextmanager
def firefox(preferences: Mapping[str, Any] | None = None) -> Iterator[Firefox]:
    """Start Firefox without a window and with an empty profile; ends it afterwards."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        told = {**PREFERENCES, **(preferences or {})}
        lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in told.items()]
        Path(profile, "user.js").write_text("\n".join(lines), encoding="utf-8")
        command = [find_firefox() or "firefox", "--headless", "--profile", profile, "--remote-debugging-port", "0"]
        process = subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)
        try:
            assert process.stderr
            address = next(found[1] for line in process.stderr if (found := LISTENS.search(line)))
            with connect(f"{address}/session", max_size=None) as socket:
                yield Firefox(socket)
        finally:
            process.terminate()
            process.wait(timeout=30)
