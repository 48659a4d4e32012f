"""Tests the playground that hack/ship/playground builds, in a real browser. usage: playground_test.py

Needs Chromium, npm, and the path of structural.wasm in STRUCTURAL_TEST_WASM. PLAYGROUND_SCREENSHOTS names a folder for
screenshots.
"""
import base64
import functools
import gzip
import http.server
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import threading
import unittest
import zlib

import browser

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from eventually import eventually  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[2]
MODULE = os.environ.get("STRUCTURAL_TEST_WASM")
PICTURES = os.environ.get("PLAYGROUND_SCREENSHOTS")
EVIL = "</script><img src=x onerror=\"window.evil=1\">"
TABS = ("lint", "validate", "test", "cel", "diff", "tree")
# Script of a worker that hangs when it gets a message with the words "never ends".
ENDLESS = "addEventListener('message', e => { if (JSON.stringify(e.data).includes('never ends')) for (;;); });\n"


class Files(http.server.SimpleHTTPRequestHandler):
    asked = set()

    def do_GET(self):
        Files.asked.add(self.path)
        super().do_GET()

    def log_message(self, *arguments):
        pass


def setUpModule():
    folder = tempfile.TemporaryDirectory(prefix="playground-test-")
    unittest.addModuleCleanup(folder.cleanup)
    Page.site = pathlib.Path(folder.name)
    subprocess.run([ROOT / "hack/ship/playground", "--wasm", MODULE, Page.site / "playground"], stdout=subprocess.DEVNULL,
                   check=True, timeout=280)
    shutil.copytree(Page.site / "playground", Page.site / "endless")
    worker = Page.site / "endless/worker.js"
    worker.write_text(ENDLESS + worker.read_text())
    for name in ("structural.wasm", "worker.js"):
        shutil.copytree(Page.site / "playground", Page.site / f"without-{name}", ignore=shutil.ignore_patterns(name))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Files, directory=Page.site))
    unittest.addModuleCleanup(server.server_close)
    unittest.addModuleCleanup(server.shutdown)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    Page.address = f"http://127.0.0.1:{server.server_address[1]}/"


class Page(browser.PageTest):
    folder_name = "playground"
    test_no_barriers = None  # this page has several tabs: test_all_tabs_without_barriers checks each of them

    @classmethod
    def make_page(cls):
        return cls.address + cls.folder_name + "/index.html"

    def setUp(self):
        self.browser.call("Page.navigate", url="about:blank")
        super().setUp()
        self.ready()

    def ready(self):
        eventually("the program runs", lambda: self.browser.js(
            "!!document.querySelector('#state[hidden]') && !!document.querySelector('[data-result=lint] .summary')"))

    def text(self, editor):
        return self.browser.js(f"[...document.getElementById('{editor}').shadowRoot.querySelectorAll('.cm-line')]"
                               ".map(line => line.textContent).join('\\n')")

    def write(self, editor, text):
        """Replaces the text of an editor as a user does: selects all, and pastes."""
        self.browser.js(f"document.getElementById('{editor}').shadowRoot.querySelector('.cm-content').focus()")
        for kind in ("rawKeyDown", "keyUp"):
            self.browser.call("Input.dispatchKeyEvent", type=kind, key="a", code="KeyA", windowsVirtualKeyCode=65, modifiers=2)
        self.browser.js("(() => { const data = new DataTransfer(); data.setData('text/plain', " + json.dumps(text) + ");"
                        f"document.getElementById('{editor}').shadowRoot.querySelector('.cm-content').dispatchEvent("
                        "new ClipboardEvent('paste', {clipboardData: data, bubbles: true, cancelable: true})) })()")

    def result(self, kind):
        return self.browser.js(f"document.querySelector('[data-result={kind}]').innerText")

    def expect(self, kind, text):
        try:
            eventually(text, lambda: text in self.result(kind), 20)
        except AssertionError as error:
            raise AssertionError(f"{error}, but: {self.result(kind)}") from None

    def select(self, kind):
        self.browser.click(f"#tab-{kind}")

    def picture(self, name):
        if PICTURES:
            self.browser.screenshot(pathlib.Path(PICTURES) / f"{name}.png")

    def example(self, kind, number):
        self.browser.js(f"(e => {{ e.value = '{number}'; e.dispatchEvent(new Event('change')) }})"
                        f"(document.querySelector('[data-examples={kind}]'))")


class Playground(Page):
    def test_findings_follow_the_text(self):
        self.expect("lint", "3 errors")
        marks = "document.getElementById('crd').shadowRoot.querySelectorAll('.cm-lintRange-error').length"
        self.assertEqual(3, self.browser.js(marks))
        self.write("crd", self.text("crd").replace("kind: Custom", "kind: Cust"))
        self.expect("lint", "not a CustomResourceDefinition")
        self.write("crd", "a: [")
        self.expect("lint", "did not find expected node content")
        self.browser.type("]")
        self.expect("lint", "no CRD")
        self.write("crd", "")
        self.expect("lint", "CRD is empty")

    def test_repairs(self):
        self.expect("lint", "Repair")
        self.browser.click("[data-result=lint] li .repair")
        self.expect("lint", "2 errors")
        self.assertIn("            type: object\n", self.text("crd"))
        self.assertEqual("2 errors", self.browser.js("document.activeElement.textContent"), "the focus is on the result")
        self.browser.click("[data-result=lint] .repair.all")
        self.expect("lint", "No findings")
        self.picture("repaired")

    def test_repairs_without_a_last_line_break(self):
        self.write("crd", "# a line\n" + self.text("crd").rstrip("\n"))
        self.expect("lint", "18:11")
        self.browser.click("[data-result=lint] .repair.all")
        self.expect("lint", "No findings")

    def test_a_repair_of_an_older_text_does_nothing(self):
        self.browser.js("window.old = document.querySelector('[data-result=lint] li .repair'); 0")
        self.write("crd", "# a line\n" + self.text("crd"))
        self.browser.js("window.old.click()")
        self.expect("lint", "18:11")
        self.assertNotIn("            type: object", self.text("crd"))

    def test_deeply_nested_texts_get_an_answer(self):
        for text, reason in (("[" * 50_000, "nested"), ("a: " + "{a: " * 9_000 + "1" + "}" * 9_000, "")):
            with self.subTest(text=text[:9]):
                self.write("crd", text)
                self.expect("lint", reason)
                eventually("an answer", lambda: not self.browser.js("!!document.querySelector('[aria-busy]')"))
        self.write("crd", "a: [")
        self.expect("lint", "did not find expected node content")

    def test_a_rule_is_explained(self):
        self.browser.click("[data-result=lint] .finding")
        eventually("the rule", lambda: self.browser.js(
            "!!document.querySelector('.findings > li:first-child #explained')"))
        explained = self.browser.js("document.getElementById('explained').innerText")
        self.assertIn("type-required", explained)
        self.assertIn("Pruning, defaulting", explained)
        self.picture("explained")

    def test_the_release_can_be_chosen(self):
        eventually("releases", lambda: self.browser.js("document.getElementById('release').length") > 20)
        self.example("lint", 1)
        self.expect("lint", "cel-cost")
        self.browser.js("(e => { e.value = '1.22'; e.dispatchEvent(new Event('change')) })(document.getElementById('release'))")
        eventually("no rules in CEL", lambda: "cel-cost" not in self.result("lint"))

    def test_an_object_is_validated(self):
        self.select("validate")
        self.expect("validate", "unknown field \"spec.colour\"")
        self.expect("validate", "the crew needs more seats")
        self.write("object", self.text("object").replace("  colour: red\n", "").replace("seats: 1", "seats: 3"))
        self.expect("validate", "1 object: the API server accepts it.")
        self.write("object", "apiVersion: example.com/v1\nkind: Ship\nmetadata: {name: a}\n")
        self.expect("validate", "no CRD has kind Ship in group example.com")

    def test_a_suite_is_run(self):
        self.select("test")
        self.expect("test", "2 cases, 0 failed")
        self.write("suite", self.text("suite").replace("harbour: Home", "harbour: Sea"))
        self.expect("test", "2 cases, 1 failed")
        self.expect("test", "+  harbour: Home")

    def test_an_expression_is_evaluated(self):
        self.select("cel")
        self.expect("cel", "true")
        self.write("expression", "self.crew.map(name, name + '!')")
        self.expect("cel", "list(string)")
        self.expect("cel", "\"Ida!\"")
        self.write("expression", "[9223372036854775807, -9007199254740993, 1]")
        for value in ("9223372036854775807,", "-9007199254740993,"):
            self.expect("cel", value)
        self.write("expression", "'integer 12345678901234567890'")
        self.expect("cel", '"integer 12345678901234567890"')
        self.write("expression", "self.crw")
        self.expect("cel", "undefined field 'crw'")
        self.write("expression", "1 / (self.seats - 2)")
        self.expect("cel", "division by zero")

    def test_each_example_has_a_result(self):
        good = {"lint": [2], "validate": [1], "test": [0], "cel": [0, 1], "diff": [2], "tree": []}
        for tab in TABS:
            self.select(tab)
            for number in range(self.browser.js(f"document.querySelector('[data-examples={tab}]').length - 1")):
                with self.subTest(tab=tab, number=number):
                    self.browser.js(f"document.querySelector('[data-result={tab}]').replaceChildren()")
                    self.example(tab, number)
                    eventually("a result", lambda: self.result(tab))
                    self.assertNotIn("No result", self.result(tab))
                    if tab != "tree":
                        shown = f"!!document.querySelector('[data-result={tab}] .summary.good')"
                        self.assertEqual(number in good[tab], self.browser.js(shown), self.result(tab))

    def test_two_versions_of_a_crd_are_compared(self):
        self.select("diff")
        self.expect("diff", "maximum: 500 -> 100")
        self.expect("diff", '"seats": 101')
        self.picture("diff")
        self.browser.click("#copy-crd")
        self.expect("diff", "No change that objects or clients notice.")

    def in_frame(self, expression):
        """Evaluates a JavaScript expression in the frame that shows the tree. Chromium runs this frame in a process of
        its own."""
        session, self.browser.session = self.browser.session, None
        try:
            targets = self.browser.call("Target.getTargets", filter=[{}])["targetInfos"]
            frames = [each["targetId"] for each in targets if each["type"] == "iframe"]
            if not frames:
                return None
            self.browser.session = self.browser.call("Target.attachToTarget", targetId=frames[-1], flatten=True)["sessionId"]
            return self.browser.js(expression)
        finally:
            self.browser.session = session

    def test_the_tree_is_shown_as_text_and_as_a_page(self):
        self.select("tree")
        self.expect("tree", "seats\t<integer> -required-")
        self.write("crd", self.text("crd").replace("crew:", json.dumps(EVIL) + ":"))
        self.expect("tree", EVIL)
        self.browser.js("(e => { e.value = 'html'; e.dispatchEvent(new Event('change')) })(document.getElementById('format'))")
        labels = "[...document.querySelectorAll('.tree .label')].map(label => label.textContent)"
        eventually("the page of the tree", lambda: EVIL in (self.in_frame(labels) or []))
        self.assertEqual("null", self.in_frame("self.origin"))
        self.assertEqual(0, self.in_frame("document.images.length"))
        self.picture("tree")

    def test_the_page_of_the_tree_needs_a_sandbox(self):
        written = self.browser.js(
            "new Promise(done => { const frame = document.createElement('iframe'); frame.src = 'tree.html'; frame.onload = () => {"
            "frame.contentWindow.postMessage('<p>written</p>', '*'); setTimeout(() => done(frame.contentDocument.body.innerHTML), 300)"
            "}; document.body.append(frame) })")
        self.assertNotIn("written", written)

    def test_a_link_has_all_texts(self):
        self.select("cel")
        self.write("crd", self.text("crd").replace("Number of people", "Zahl der Köpfe 🚢"))
        self.write("expression", "self.seats + 40")
        self.expect("cel", "42")
        self.browser.click("#share")
        link = eventually("a link", lambda: self.browser.js("document.getElementById('link').value"))
        self.assertLess(len(link), 2000)
        self.browser.call("Page.navigate", url="about:blank")
        self.browser.open(link)
        self.ready()
        self.expect("cel", "42")
        self.assertEqual("self.seats + 40", self.text("expression"))
        self.assertIn("Zahl der Köpfe 🚢", self.text("crd"))
        self.assertTrue(self.browser.js("document.getElementById('panel-cel').checkVisibility()"))

    def open_link(self, content):
        self.browser.call("Page.navigate", url="about:blank")
        self.browser.open(self.page, "#1." + content)
        self.ready()

    def test_damaged_and_hostile_links_are_refused_or_ignored(self):
        def packed(text):
            return base64.urlsafe_b64encode(zlib.compress(text, wbits=-15)).decode().rstrip("=")
        refused = {"!!": "damaged", "AAAA": "damaged", packed(b"[")[:-2]: "damaged", packed(b"{"): "damaged",
                   packed(b" " * 50_000_000): "too much text", "A" * 600_000: "too long"}
        for content, reason in refused.items():
            with self.subTest(reason=reason, content=content[:10]):
                self.open_link(content)
                self.assertIn(reason, self.browser.js("document.getElementById('shared').textContent"))
                self.assertIn("kind: Boat", self.text("crd"))
        for ignored in ({"crd": 5, "tab": "constructor", "release": EVIL, "__proto__": {"a": 1}}, None, [1], "crd"):
            with self.subTest(ignored=ignored):
                self.open_link(packed(json.dumps(ignored).encode()))
                self.assertIn("kind: Boat", self.text("crd"))
                self.assertTrue(self.browser.js("document.getElementById('panel-lint').checkVisibility()"))

    def test_hostile_texts_are_inert(self):
        quoted = json.dumps(EVIL)
        self.write("crd", self.text("crd").replace("crew:", quoted + ":").replace("boats.example.com", quoted))
        self.expect("lint", EVIL)
        self.select("validate")
        self.example("validate", 0)
        self.write("object", self.text("object").replace("colour:", quoted + ":"))
        self.expect("validate", EVIL)
        self.select("test")
        self.write("suite", "apiVersion: structural.lint/v1alpha1\nkind: TestSuite\ncases:\n"
                            f"- {{name: {quoted}, create: {{spec: {{seats: 1}}}}, error: {quoted}}}\n")
        self.expect("test", EVIL)
        self.select("cel")
        self.write("expression", f"'{EVIL}'")
        self.expect("cel", json.dumps(EVIL))
        self.select("diff")
        self.write("before", self.text("crd").replace("harbour:", quoted + ":"))
        self.expect("diff", EVIL)
        self.assertEqual([0, None], self.browser.js("[document.images.length, window.evil]"))

    def test_the_keyboard_reaches_tabs_panels_and_results(self):
        self.browser.js("document.getElementById('tab-lint').focus()")
        for key, tab in (("ArrowRight", "validate"), ("ArrowLeft", "lint"), ("ArrowLeft", "tree"), ("Home", "lint"), ("End", "tree")):
            self.browser.key(key)
            self.assertEqual("tab-" + tab, self.browser.js("document.activeElement.id"))
        self.browser.key("Tab")
        self.assertEqual("panel-tree", self.browser.js("document.activeElement.id"))
        self.browser.js("document.getElementById('crd').shadowRoot.querySelector('.cm-content').focus()")
        self.browser.key("Tab")
        self.assertEqual("crd", self.browser.js("document.activeElement.id"), "Tab indents")
        self.browser.key("Escape")
        self.browser.key("Tab")
        self.assertNotEqual("crd", self.browser.js("document.activeElement.id"))

    def test_all_tabs_without_barriers(self):
        if not browser.axe():
            self.skipTest("npm cannot fetch axe-core")
        self.addCleanup(self.browser.call, "Emulation.clearDeviceMetricsOverride")
        self.browser.click("[data-result=lint] .finding")
        for tab in TABS:
            if tab != "lint":
                self.select(tab)
                eventually("a result", lambda: self.result(tab))
            for scheme, width in (("light", 1300), ("dark", 360)):
                with self.subTest(tab=tab, scheme=scheme):
                    self.browser.media(scheme)
                    self.browser.resize(width)
                    barriers = self.browser.barriers()
                    if barriers:  # axe-core may find violations that exist only until the results are shown
                        eventually("\n".join(barriers), lambda: not self.browser.barriers(), 5)
                    self.assertLessEqual(self.browser.js("document.documentElement.scrollWidth"), width)
                    self.picture(f"{tab}-{scheme}")

    def test_nothing_comes_from_other_hosts(self):
        urls = self.browser.js("performance.getEntriesByType('resource').map(entry => entry.name)")
        self.assertTrue(any(url.endswith("structural.wasm") for url in urls))
        self.assertEqual([], [url for url in urls if not url.startswith(self.address)])
        self.assertEqual(set(), {path for path in Files.asked if not path.startswith(("/playground/", "/endless/", "/without-"))})

    def test_missing_files_are_reported(self):
        for name, place, reason in (("structural.wasm", "#state", "structural.wasm: 404"),
                                    ("worker.js", "[data-result=lint]", "the worker cannot be started")):
            with self.subTest(missing=name):
                self.browser.call("Page.navigate", url="about:blank")
                self.browser.open(f"{self.address}without-{name}/index.html")
                eventually(reason, lambda: reason in self.browser.js(f"document.querySelector('{place}').textContent"))
        self.browser.errors.clear()  # the browser reports an error for each missing file, as expected

    def test_the_page_is_small(self):
        sizes = {file.name: len(gzip.compress(file.read_bytes())) for file in (self.site / "playground").iterdir()}
        print(f"bytes in gzip: {sizes}", flush=True)
        self.assertLess(sum(size for name, size in sizes.items() if name not in ("structural.wasm", "licenses.txt")), 250_000)
        self.assertLess(sizes["structural.wasm"], 1_900_000)  # 1.37 MB in Brotli


class Endless(Page):
    """A run that does not end is stopped, and the next run gets a new worker."""
    folder_name = "endless"

    def test_a_run_without_end_is_stopped(self):
        crd = self.text("crd")
        self.write("crd", "# never ends\n" + crd)
        self.expect("lint", "Stopped after 8 seconds")
        self.write("crd", crd)
        self.expect("lint", "3 errors")

    def test_a_newer_text_stops_an_older_run(self):
        crd = self.text("crd")
        self.write("crd", "# never ends\n" + crd)
        eventually("it runs", lambda: self.browser.js("!!document.querySelector('[data-result=lint][aria-busy]')"))
        self.write("crd", crd.replace("{maxLength: 50}", "{type: string}"))
        self.expect("lint", "2 errors")




if __name__ == "__main__":
    missing = "Chromium, which hack/nightly installs" if not browser.find() else \
        "STRUCTURAL_TEST_WASM, the path of structural.wasm, which hack/ship/wasm builds" if not MODULE else \
        "npm" if not shutil.which("npm") else None
    if missing:
        print(f"skipped: no {missing}")
        sys.exit(77)
    unittest.main()
