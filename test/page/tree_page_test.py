"""Tests the page of structural tree -o html in a real browser. usage: tree_page_test.py STRUCTURAL CASES_TREE

Needs Chromium. hack/nightly installs it; it is too large for each run of hack/test.
"""
import pathlib
import subprocess
import sys
import unittest

import browser

CASES = pathlib.Path(sys.argv.pop(2))
STRUCTURAL = pathlib.Path(sys.argv.pop(1)).resolve()
SIZE = "machines.example.com/v1.spec.size"


class Page(browser.PageTest):
    @classmethod
    def make_page(cls):
        with open(cls.folder / "page.html", "w") as page:
            subprocess.run([STRUCTURAL, "tree", "-o", "html", CASES / "machines.yaml", CASES / "hostile" / "crd.yaml"],
                           stdout=page, check=True, timeout=60)
        return cls.folder / "page.html"

    def seen(self):
        return self.browser.js("[...document.querySelectorAll('.tree .label')].filter(e => e.checkVisibility())"
                               ".map(e => e.textContent)")

    def test_violations_are_unfolded(self):
        seen = self.seen()
        self.assertTrue({"spec", "parts", "bad", "oneOf[1]", "b"} <= set(seen), seen)
        self.browser.click("#close")
        self.assertNotIn("parts", self.seen())
        self.browser.click("#open")
        self.assertEqual(2, self.seen().count("name"))
        self.browser.click("#wrong")
        self.assertEqual({"spec", "parts", "bad", "choice", "oneOf[1]", "b"}, set(self.seen()[:6]))

    def test_search_by_keyboard(self):
        self.browser.key("/")
        self.browser.type("how LARGE")
        self.assertEqual(["spec", "size"], self.seen())
        self.assertEqual("1 of", self.browser.js("document.querySelector('#shown').textContent")[:4])
        self.browser.key("Escape")
        self.assertIn("bad", self.seen())
        self.browser.type("maxlength: 63")
        self.assertEqual(["spec", "labels"], self.seen())

    def test_an_address_of_a_field(self):
        self.browser.js("document.querySelectorAll('details').forEach(e => e.open = false)")
        self.browser.js(f"location.hash = '#{SIZE}'")
        self.browser.drawn()
        self.assertIn("size", self.seen())

    def test_loads_nothing_from_other_hosts_and_escapes_texts_of_crds(self):
        self.assertNotRegex(self.page.read_text(), r"(src|href)=|url\(|@import|fetch\(")
        self.assertEqual(0, self.browser.js("document.querySelectorAll('main b, main i').length"))


if __name__ == "__main__":
    if not browser.find():
        print("skipped: no Chromium, which hack/nightly installs")
        sys.exit(77)
    unittest.main()
