"""Checks that the figures in README.md equal those of the linked pages, and that its table is the output of
hack/bench/tools.

usage: readme_test.py STRUCTURAL   (STRUCTURAL_TEST_LINTERS: the folder that hack/peers/linters prints, if available)
"""
import os
import pathlib
import re
import subprocess
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text()
NUMBER = re.compile(r"(?<![\w.,])\d[\d,.]*\d|(?<![\w.,])\d(?![\d.])")


def section(title):
    return README.partition(f"\n## {title}\n")[2].partition("\n## ")[0]


class Readme(unittest.TestCase):
    maxDiff = None

    def test_figures_are_those_of_the_linked_pages(self):
        items = re.findall(r"^- (.*?)(?=^- |\Z)", section("Performance").strip() + "\n", re.MULTILINE | re.DOTALL)
        self.assertEqual(3, len(items))
        for item in items:
            page = (ROOT / re.search(r"\]\(([\w/.-]+)#", item)[1]).read_text()
            there, here = (set(NUMBER.findall(text)) for text in (page, re.sub(r"`[^`]*`|\([^)]*\)", "", item)))
            self.assertTrue(here)
            self.assertEqual(set(), here - there, item)

    def test_every_page_is_in_the_index(self):
        pages = {f"docs/{file.name}" for file in (ROOT / "docs").glob("*.md")}
        self.assertEqual(set(), pages - set(re.findall(r"\]\(([^)#]+)\)", section("Documentation"))))

    def test_the_table_has_the_versions_that_are_run(self):
        head = section("Comparison").partition("\n|")[2].partition("\n")[0]
        for version in re.findall(r"=(v[\d.]+)", (ROOT / "hack/peers/linters").read_text()):
            self.assertIn(f" {version[1:]} |", head)

    @unittest.skipUnless(os.environ.get("STRUCTURAL_TEST_LINTERS"), "hack/peers/linters prints the folder of other tools")
    def test_the_table_has_the_results_of_the_tools(self):
        done = subprocess.run([sys.executable, ROOT / "test/bench/compare_tools.py", STRUCTURAL,
                               os.environ["STRUCTURAL_TEST_LINTERS"]], capture_output=True, text=True, check=True)
        self.assertIn(done.stdout, README)


if __name__ == "__main__":
    STRUCTURAL = str(pathlib.Path(sys.argv.pop(1)).resolve())
    unittest.main()
