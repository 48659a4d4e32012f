"""Tests the web site of the documentation that hack/ship/site builds. A link without a target fails the build.

usage: site_test.py

Skipped if pip cannot install MkDocs.
"""
import html.parser
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]


class Loaded(html.parser.HTMLParser):
    """Parses a page: collects the files that a browser loads with it."""

    def __init__(self, text):
        super().__init__()
        self.addresses = []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        if tag in ("script", "img", "iframe"):
            self.addresses.append(attributes.get("src") or "")
        elif tag == "link" and attributes.get("rel") != "canonical":
            self.addresses.append(attributes.get("href") or "")


class SiteTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory(prefix="site-test-")
        cls.addClassCleanup(folder.cleanup)
        cls.site = pathlib.Path(folder.name) / "site"
        done = subprocess.run([ROOT / "hack/ship/site", cls.site], capture_output=True, text=True, timeout=280)
        if "No matching distribution" in done.stderr or "No such file or directory: 'pip" in done.stderr:
            raise unittest.SkipTest("pip cannot install MkDocs")
        if done.returncode != 0:
            raise AssertionError(done.stdout + done.stderr)

    def test_the_pages_of_the_readme_are_there(self):
        linked = re.findall(r"\]\(docs/([\w-]+)\.md", (ROOT / "README.md").read_text())
        self.assertGreater(len(linked), 20)
        for name in {"index", "CHANGELOG", "CONTRIBUTING", *linked}:
            self.assertIn("<h1", (self.site / f"{name}.html").read_text(), name)

    def test_each_decision_is_linked(self):
        text = (self.site / "decisions/index.html").read_text()
        for decision in (ROOT / "docs/decisions").glob("0*.md"):
            self.assertIn(f'href="{decision.stem}.html"', text)

    def test_no_link_leads_to_markdown(self):
        for page in self.site.rglob("*.html"):
            self.assertEqual([], re.findall(r'href="(?!https?:)[^"]*\.md[#"]', page.read_text()), page)

    def test_pages_load_nothing_from_other_hosts(self):
        for page in self.site.rglob("*.html"):
            self.assertEqual([], [each for each in Loaded(page.read_text()).addresses if re.match("(https?:)?//", each)], page)

    def test_search_finds_a_flag(self):
        documents = json.loads((self.site / "search/search_index.json").read_text())["docs"]
        self.assertTrue([each for each in documents if "--write-baseline" in each["text"]])


if __name__ == "__main__":
    unittest.main()
