"""Tests of the page of structural scan -o html in a real browser: clicks, filter, keyboard, printing, and 5,000 CRDs.

usage: scan_page_test.py STRUCTURAL

Needs STRUCTURAL_TEST_FAULTPROXY, and Chromium. hack/nightly installs Chromium, which is too large for a run of
hack/test. SCAN_PAGE_SCREENSHOTS names a folder for screenshots.
"""
import json
import os
import pathlib
import subprocess
import sys
import time
import unittest

import browser

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from eventually import eventually  # noqa: E402

STRUCTURAL = pathlib.Path(sys.argv.pop(1)).resolve()
SERVER = os.environ.get("STRUCTURAL_TEST_FAULTPROXY")
PICTURES = os.environ.get("SCAN_PAGE_SCREENSHOTS")
MANY = 5000
EVIL = "</script><img src=x onerror=alert(1)>&\"'"


def crd(name, group, schema, **spec):
    return {"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
            "metadata": {"name": f"{name}.{group}", "uid": name, "resourceVersion": "5"},
            "spec": {"group": group, "scope": "Namespaced", "names": {"plural": name, "kind": name.title()},
                     "versions": [{"name": "v1", "served": True, "storage": True,
                                   "schema": {"openAPIV3Schema": schema}}], **spec}}


def large(number):
    """Returns the CRD with this number, with about 130 schema nodes. Every fifth CRD is non-structural."""
    leaf = {"type": "object", "properties": {f"field{i}": {"type": "string"} for i in range(12)}}
    schema = {"type": "object", "properties": {f"part{i}": leaf for i in range(10)}}
    if number % 5 == 0:
        schema["properties"]["list"] = {"type": "array"}
    return crd(f"kind{number:04}", f"group{number % 40}.example.com", schema)


ZOO = [
    crd("alphas", "one.example.com", {"type": "object", "properties": {
        "spec": {"type": "object", "properties": {
            "deep": {"properties": {"wrong": {"type": "array"}, EVIL: {"type": "string"}}},
            "fine": {"type": "object", "properties": {"inner": {"type": "integer", "nullable": True}}}}}}}),
    crd("betas", "one.example.com", {"type": "object"}),
    crd("gammas", "two.example.com", {"type": "object", "properties": {"a": {"$ref": "#/x"}}}),
    crd("deltas", "two.example.com", {"type": "object"}, preserveUnknownFields=True),
]


class Page(browser.PageTest):
    @classmethod
    def make_page(cls):
        return cls.scan("zoo", ZOO)

    @classmethod
    def scan(cls, name, crds):
        folder = cls.folder / name
        folder.mkdir()
        (folder / "crds").write_text("".join(json.dumps(crd) + "\n" for crd in crds))
        server = subprocess.Popen([SERVER, "--exit-with-parent", "--folder", str(folder), "--crds",
                                   str(folder / "crds")], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            eventually("the server is ready", (folder / "kubeconfig").exists)
            with open(folder / "page.html", "w") as page:
                subprocess.run([STRUCTURAL, "scan", "--no-fail", "-o", "html", "--kubeconfig", folder / "kubeconfig"],
                               stdout=page, check=True, timeout=120)
        finally:
            server.kill()
            server.wait()
        return folder / "page.html"

    def shown(self):
        return self.browser.js("[...document.querySelectorAll('.crd')].filter(e => e.checkVisibility())"
                               ".map(e => e.querySelector('.name').firstChild.data.split('.')[0])")

    def picture(self, name):
        if PICTURES:
            self.browser.screenshot(pathlib.Path(PICTURES) / (name + ".png"))

    def test_totals_and_rows_are_shown(self):
        self.assertEqual(["alphas", "betas", "deltas", "gammas"], sorted(self.shown()))
        self.assertEqual("1structural 2non-structural 1structural-error",
                         self.browser.js("[...document.querySelectorAll('#states button')].map(e => e.textContent)"
                                         ".join(' ')"))
        self.assertEqual("4 of 4 shown", self.browser.js("document.querySelector('#shown').textContent"))
        self.assertIn("refused", self.browser.js("document.querySelector('[data-refused=\"1\"] summary').innerText"))
        self.assertIn("pruning off!", self.browser.js("document.querySelector('[data-loses=\"1\"] summary').innerText"))
        self.picture("light")
        self.browser.media("dark")
        self.assertEqual("rgb(13, 17, 23)", self.browser.js("getComputedStyle(document.body).backgroundColor"))
        self.picture("dark")

    def test_the_page_loads_nothing_from_other_hosts(self):
        text = self.page.read_text()
        self.assertNotRegex(text, r"(src|href)=\"(?!#)")
        self.assertNotRegex(text, r"url\(|@import|fetch\(")

    def test_violations_come_first_and_columns_sort(self):
        def marked():
            return self.browser.js("[...document.querySelectorAll('#columns [aria-pressed=true]')].map(e => e.textContent)")
        self.assertEqual((["gammas", "alphas", "deltas", "betas"], ["State"]), (self.shown(), marked()))
        self.browser.click("[data-by=name]")
        self.assertEqual((["alphas", "betas", "deltas", "gammas"], ["CRD"]), (self.shown(), marked()))
        self.browser.click("[data-by=name]")
        self.assertEqual(["gammas", "deltas", "betas", "alphas"], self.shown())
        self.browser.reload()
        eventually("the page is as it was", lambda: self.shown() == ["gammas", "deltas", "betas", "alphas"])
        self.browser.js("document.querySelector('[data-by=pruning]').focus()")
        self.browser.key("Enter")
        self.assertEqual("deltas", self.shown()[0])
        self.browser.click("[data-by=count]")
        self.assertEqual("alphas", self.shown()[0])
        self.browser.click("[data-by=condition]")
        self.assertEqual("betas", self.shown()[-1])

    def test_clicks_filter_the_rows(self):
        self.browser.click("[data-state=structural-error]")
        self.assertEqual(["gammas"], self.shown())
        self.browser.click("button[data-state=structural]")
        self.assertEqual(["betas", "gammas"], sorted(self.shown()))
        self.browser.click("button[type=reset]")
        eventually("all again", lambda: len(self.shown()) == 4)
        self.browser.click("#loses")
        self.assertEqual(["deltas"], self.shown())
        self.browser.click("button[type=reset]")
        eventually("all again", lambda: len(self.shown()) == 4)
        for select, value, names in (("#group", "one.example.com", ["alphas", "betas"]),
                                     ("#rule", "array-items", ["alphas"])):
            self.browser.js(f"(e => {{ e.value = '{value}'; e.dispatchEvent(new Event('input', {{bubbles: true}})) }})"
                            f"(document.querySelector('{select}'))")
            self.assertEqual(names, sorted(self.shown()))
        self.browser.click("#not-right")
        self.assertEqual(["alphas"], self.shown(), "its condition is missing")
        address = self.browser.js("location.hash")
        self.browser.open(self.page, address)
        self.assertEqual(["alphas"], self.shown(), "the address remembers")

    def test_the_keyboard_filters_the_rows(self):
        self.browser.key("/")
        self.browser.type("ARRAY deep")
        self.assertEqual(["alphas"], self.shown())
        self.browser.key("Escape")
        self.assertEqual(4, len(self.shown()))
        self.browser.type("ta")
        self.assertEqual(["betas", "deltas"], sorted(self.shown()))
        self.browser.key("ArrowDown")
        first = self.browser.js("document.activeElement.innerText")
        self.browser.key("ArrowDown")
        second = self.browser.js("document.activeElement.innerText")
        self.assertNotEqual(first, second)
        self.browser.key("ArrowUp")
        self.assertEqual(first, self.browser.js("document.activeElement.innerText"))
        self.browser.key("Enter")
        self.assertTrue(self.browser.js("document.activeElement.parentElement.open"))
        self.assertEqual("SUMMARY", self.browser.js("document.activeElement.tagName"))
        self.browser.key("Tab")
        self.assertTrue(self.browser.js("document.activeElement !== document.body"))

    def test_the_tree_marks_violations(self):
        self.browser.js("[...document.querySelectorAll('.crd')].find(e => e.innerText.includes('alphas')).id = 'it'")
        self.browser.click("#it > summary")
        eventually("the tree", lambda: self.browser.js("!!document.querySelector('#it .tree .label')"))
        self.assertEqual(["array-items", "type-required"],
                         sorted(self.browser.js("[...document.querySelectorAll('#it .violations .rule')]"
                                                ".map(e => e.textContent)")))
        bad = ("Object.fromEntries([...document.querySelectorAll('#it .tree .why')].filter(e => e.checkVisibility())"
               ".map(e => [e.parentElement.querySelector('.label').textContent, e.textContent]))")
        self.assertEqual({"deep": "type-required", "wrong": "array-items"}, self.browser.js(bad))
        labels = "[...document.querySelectorAll('#it .tree .label')].map(e => e.textContent)"
        self.assertIn(EVIL, self.browser.js(labels))
        self.assertNotIn("inner", self.browser.js(labels), "nothing is wrong there: it stays closed")
        self.browser.js("[...document.querySelectorAll('#it .tree summary')].find(e => e.innerText.startsWith('fine'))"
                        ".id = 'fine'")
        self.browser.click("#fine")
        eventually("it opens", lambda: "inner" in self.browser.js(labels))
        self.picture("tree")
        self.browser.js("(e => { e.value = 'alphas'; e.dispatchEvent(new Event('input', {bubbles: true})) })"
                        "(document.querySelector('#search'))")
        self.browser.click("#it .rule")
        self.assertEqual("array-items", self.browser.js("document.querySelector(':target').textContent"))
        self.assertEqual(["alphas"], self.shown(), "the filter stays")

    def test_printed_pages_show_violations(self):
        self.browser.js("(e => { e.value = 'alphas'; e.dispatchEvent(new Event('input', {bubbles: true})) })"
                        "(document.querySelector('#search'))")
        self.browser.js("dispatchEvent(new Event('beforeprint'))")
        self.browser.media(medium="print")
        self.assertTrue(self.browser.js("document.querySelector('.crd[open] .violations').checkVisibility()"))
        self.assertFalse(self.browser.js("document.querySelector('form').checkVisibility()"))
        self.assertEqual(["alphas"], self.shown())
        self.picture("paper")
        self.browser.js("dispatchEvent(new Event('afterprint'))")
        self.assertTrue(self.browser.pdf().startswith(b"%PDF"))
        self.assertEqual(0, self.browser.js("document.querySelectorAll('.crd[open]').length"))

    def test_five_thousand_crds(self):
        page = self.scan("many", [large(i) for i in range(MANY)])
        loaded = self.browser.open(page)
        self.assertEqual(f"{MANY} of {MANY} shown", self.browser.js("document.querySelector('#shown').textContent"))
        times = {"loaded": loaded}

        def timed(what, step):
            start = time.monotonic()
            step()
            times[what] = time.monotonic() - start
        timed("search typed", lambda: (self.browser.key("/"), self.browser.type("kind4321")))
        self.assertEqual(["kind4321"], self.shown())
        timed("search cleared", lambda: self.browser.key("Escape"))
        timed("state clicked", lambda: self.browser.click("button[data-state=non-structural]"))
        self.assertEqual(MANY // 5, len(self.shown()))
        timed("to the next", lambda: (self.browser.key("Tab"), self.browser.js("document.activeElement.blur()"),
                                      self.browser.key("ArrowDown")))
        timed("opened", lambda: self.browser.key("Enter"))
        eventually("the tree", lambda: self.browser.js("!!document.querySelector('.crd[open] .tree .why')"))
        timed("scrolled", lambda: (self.browser.js("scrollTo(0, document.body.scrollHeight / 2)"), self.browser.drawn()))
        self.picture("many")
        print(f"{MANY} CRDs, {page.stat().st_size / 1e6:.1f} MB:",
              ", ".join(f"{what} {seconds:.2f} s" for what, seconds in times.items()), flush=True)
        self.assertLess(times.pop("loaded"), 30)
        for what, seconds in times.items():
            self.assertLess(seconds, 5, what)


if __name__ == "__main__":
    missing = "Chromium, which hack/nightly installs" if not browser.find() else \
        "STRUCTURAL_TEST_FAULTPROXY, which hack/test sets" if not SERVER else None
    if missing:
        print(f"skipped: no {missing}")
        sys.exit(77)
    unittest.main()
