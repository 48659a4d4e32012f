import pathlib
import tempfile
import unittest

from links import check


class LinksTest(unittest.TestCase):
    def check(self, text):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            (root / "docs").mkdir()
            (root / "docs/a.md").write_text("# A `b`: c\n\n```sh\n# no heading\n```\n")
            (root / "README.md").write_text(f"# Top\n{text}\n")
            return list(check(root))

    def test_existing_targets_are_accepted(self):
        for link in ("docs", "docs/a.md", "docs/a.md#a-b-c", "#top", "https://example.com/none#x"):
            self.assertEqual([], self.check(f"[x]({link})"))
        self.assertEqual([], self.check("```md\n[x](none.md)\n```"))

    def test_missing_targets_are_reported(self):
        self.assertEqual(["README.md: none.md: no such file"], self.check("[x](none.md)"))
        for link in ("docs/a.md#none", "docs/a.md#no-heading", "#none"):
            self.assertEqual([f"README.md: {link}: no such heading"], self.check(f"[x]({link})"))


if __name__ == "__main__":
    unittest.main()
