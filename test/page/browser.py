"""Controls a headless Chromium as a person does, with keys and clicks, and reads only visible text.

It is controlled with Chromium's own protocol over a pipe, without a driver, a port or the network.
See https://chromedevtools.github.io/devtools-protocol/
"""
import base64
import functools
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from eventually import eventually  # noqa: E402

PEERS = pathlib.Path(__file__).resolve().parents[2] / "hack/peers"
KEYS = {"Enter": ("\r", 13), "Escape": ("", 27), "Tab": ("\t", 9), "ArrowDown": ("", 40), "ArrowUp": ("", 38),
        "ArrowLeft": ("", 37), "ArrowRight": ("", 39), "Home": ("", 36), "End": ("", 35)}


def find():
    return next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)


@functools.cache
def axe():
    """Returns the path of axe-core's script, or "" if npm cannot fetch it."""
    return subprocess.run([PEERS / "axe"], stdout=subprocess.PIPE, text=True).stdout.strip()


class Browser:
    def __init__(self, width=1300, height=900):
        self.profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        to_read, self.out = os.pipe()
        self.answers, to_write = os.pipe()

        def ends():
            # Chromium reads from descriptor 3 and writes to descriptor 4. The pipes' descriptors are first copied to
            # higher numbers, since one of them may already be number 3 or 4.
            reading, writing = os.dup2(to_read, 100), os.dup2(to_write, 101)
            os.dup2(reading, 3)
            os.dup2(writing, 4)
        self.process = subprocess.Popen(
            [find(), "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
             "--disable-background-networking", "--remote-debugging-pipe", f"--user-data-dir={self.profile.name}",
             f"--window-size={width},{height}", "about:blank"],
            preexec_fn=ends, close_fds=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(to_read)
        os.close(to_write)
        self.rest, self.number, self.session, self.errors = b"", 0, None, []
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log"):
            self.call(domain + ".enable")

    def close(self):
        self.process.kill()
        self.process.wait()
        os.close(self.out)
        os.close(self.answers)
        self.profile.cleanup()

    def call(self, method, **parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.out, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.next()
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise AssertionError(f"{method}: {answer['error']}")
                return answer["result"]

    def next(self):
        while b"\0" not in self.rest:
            piece = os.read(self.answers, 1 << 16)
            if not piece:
                raise AssertionError("the browser has ended")
            self.rest += piece
        message, self.rest = self.rest.split(b"\0", 1)
        message = json.loads(message)
        if message.get("method") in ("Runtime.exceptionThrown", "Log.entryAdded"):
            self.errors.append(json.dumps(message["params"]))
        return message

    def js(self, expression):
        result = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in result:
            raise AssertionError(f"{expression}: {result['exceptionDetails']}")
        return result["result"].get("value")

    def open(self, path, fragment=""):
        """Loads the page. Returns the seconds until it was loaded and drawn."""
        start = time.monotonic()
        url = path if str(path).startswith("http:") else pathlib.Path(path).as_uri()
        self.call("Page.navigate", url=url + fragment)
        eventually("the page is loaded", lambda: self.js("document.readyState === 'complete' && !!document.body"), 120)
        self.drawn()
        return time.monotonic() - start

    def reload(self):
        """Loads the page again. Returns when the new document is loaded and drawn."""
        self.js("window.isOldDocument = true")
        self.call("Page.reload")
        eventually("the page is loaded again",
                   lambda: self.js("!window.isOldDocument && document.readyState === 'complete' && !!document.body"), 120)
        self.drawn()

    def drawn(self):
        self.js("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done())))")

    def click(self, selector):
        at = self.js(f"(() => {{ const e = document.querySelector({json.dumps(selector)}); "
                     "e.scrollIntoView({block: 'center'}); const r = e.getBoundingClientRect(); "
                     "return [r.x + r.width / 2, r.y + r.height / 2]; })()")
        for kind in ("mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", type=kind, x=at[0], y=at[1], button="left", clickCount=1)
        self.drawn()

    def key(self, name):
        text, code = KEYS.get(name, (name, ord(name[0].upper())))
        down = {"text": text} if text and name != "Tab" else {}
        self.call("Input.dispatchKeyEvent", type="keyDown", key=name, windowsVirtualKeyCode=code, **down)
        self.call("Input.dispatchKeyEvent", type="keyUp", key=name, windowsVirtualKeyCode=code)
        self.drawn()

    def type(self, text):
        for character in text:
            self.key(character)

    def media(self, scheme="light", medium=""):
        self.call("Emulation.setEmulatedMedia", media=medium,
                  features=[{"name": "prefers-color-scheme", "value": scheme}])

    def resize(self, width, height=900):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        self.drawn()

    def barriers(self):
        """Runs axe-core on the page. Returns a text for each element that violates a rule."""
        self.js(pathlib.Path(axe()).read_text() + ";0")
        return self.js("axe.run(document).then(found => found.violations.flatMap(rule => rule.nodes.map("
                       "node => rule.id + ' ' + node.target.join(' ') + ': ' + node.failureSummary)))")

    def screenshot(self, path):
        pathlib.Path(path).write_bytes(base64.b64decode(self.call("Page.captureScreenshot")["data"]))

    def pdf(self):
        return base64.b64decode(self.call("Page.printToPDF")["data"])


class PageTest(unittest.TestCase):
    """Base of the tests of one page, which make_page writes into cls.folder. Each test opens the page
    again. It fails if the page's scripts report an error."""

    @classmethod
    def setUpClass(cls):
        cls.browser = Browser()
        cls.addClassCleanup(cls.browser.close)
        temporary = tempfile.TemporaryDirectory()
        cls.addClassCleanup(temporary.cleanup)
        cls.folder = pathlib.Path(temporary.name)
        cls.page = cls.make_page()

    def setUp(self):
        self.browser.media()
        self.browser.open(self.page)
        self.browser.errors.clear()

    def tearDown(self):
        self.assertEqual([], self.browser.errors)

    def test_no_barriers(self):
        """Checks the page in the light and the dark color scheme, each with the window size of a desktop and
        of a phone."""
        if not axe():
            self.skipTest("npm cannot fetch axe-core")
        self.addCleanup(self.browser.call, "Emulation.clearDeviceMetricsOverride")
        for scheme in ("light", "dark"):
            for width in (1300, 400):
                with self.subTest(scheme=scheme, width=width):
                    self.browser.media(scheme)
                    self.browser.resize(width)
                    barriers = self.browser.barriers()
                    # Axe-core may find violations that exist only until the scripts of the page have ended.
                    if barriers:
                        eventually("\n".join(barriers), lambda: not self.browser.barriers())
                    self.assertLessEqual(self.browser.js("document.documentElement.scrollWidth"), width)
