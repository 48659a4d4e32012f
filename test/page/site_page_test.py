"""Tests the site of the documentation that hack/ship/site builds, in a real browser. usage: site_page_test.py

Needs pip and Chromium. hack/nightly installs Chromium, which is too large for each run of
hack/test.
"""
import functools
import http.server
import pathlib
import subprocess
import sys
import tempfile
import threading
import unittest

import browser

ROOT = pathlib.Path(__file__).resolve().parents[2]


def setUpModule():
    folder = tempfile.TemporaryDirectory(prefix="site-page-test-")
    unittest.addModuleCleanup(folder.cleanup)
    Page.site = pathlib.Path(folder.name) / "site"
    subprocess.run([ROOT / "hack/ship/site", Page.site], stdout=subprocess.DEVNULL, check=True, timeout=280)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Files, directory=Page.site))
    unittest.addModuleCleanup(server.server_close)
    unittest.addModuleCleanup(server.shutdown)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    Page.address = f"http://127.0.0.1:{server.server_address[1]}/"


class Files(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *arguments):
        pass


class Page(browser.PageTest):
    name = "index.html"

    @classmethod
    def make_page(cls):
        return cls.address + cls.name


class Rules(Page):
    name = "rules.html"


if __name__ == "__main__":
    if not browser.find():
        print("skipped: no Chromium, which hack/nightly installs")
        sys.exit(77)
    unittest.main()
