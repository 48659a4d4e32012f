import pathlib
import tempfile
import unittest

import named_tests


class NamedTests(unittest.TestCase):
    def check(self, document):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            (root / "docs").mkdir()
            (root / "test/unit").mkdir(parents=True)
            (root / "README.md").write_text("")
            (root / "CONTRIBUTING.md").write_text("")
            (root / "docs/a.md").write_text(document)
            (root / "test/unit/CMakeLists.txt").write_text("structural_test(a_test SOURCES a.cc)")
            (root / "test/unit/a.cc").write_text("TEST_F(Suite,\n       Case) {}\n// TEST(Not, This)\n")
            return list(named_tests.check(root))

    def test_an_existing_test_is_accepted(self):
        self.assertEqual([], self.check("x `a_test.Suite.Case` y"))

    def test_missing_tests_are_reported(self):
        for name in ("a_test.Suite.Other", "a_test.Other.Case", "b_test.Suite.Case", "a_test.Not.This"):
            self.assertEqual([f"docs/a.md:2: there is no test {name}"], self.check(f"x\n| `{name}` |"))


if __name__ == "__main__":
    unittest.main()
