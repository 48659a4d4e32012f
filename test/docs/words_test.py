import pathlib
import tempfile
import unittest

from words import LONGEST, check, comments, paragraphs, parts_of_help, patterns, problems

TABLE = patterns(pathlib.Path(__file__).with_name("words.txt").read_text())


class PatternsTest(unittest.TestCase):
    def test_each_finds_its_sentence(self):
        self.assertGreater(len(TABLE), 30)
        self.assertEqual([], [each.regex.pattern for each in TABLE if not each.regex.search(each.example)])

    def test_none_is_proposed(self):
        self.assertEqual([], [each.better for each in TABLE for other in TABLE if other.regex.search(each.better)
                              and '"' not in each.better])


class ProblemsTest(unittest.TestCase):
    def found(self, text):
        return list(problems(text, TABLE))

    def test_plain_words(self):
        self.assertEqual([], self.found("Runs the API server's checks on files. Every violation has a line."))

    def test_code_quotes_and_targets_are_not_read(self):
        for text in ("the rule `junctor-type`", 'it says "for ever"', "see [it](for-ever.md#at-the-door)"):
            self.assertEqual([], self.found(text))

    def test_the_text_of_a_link_is_read(self):
        self.assertEqual(1, len(self.found("[at the door](webhook.md)")))

    def test_a_sentence_has_a_length(self):
        self.assertEqual([], self.found("word " * (LONGEST - 1) + "word. " + "word " * LONGEST))
        self.assertEqual(1, len(self.found("word " * (LONGEST + 1))))


class TextsTest(unittest.TestCase):
    def test_of_markdown(self):
        text = ("# A `b`\n\none\ntwo\n- three\n  four\n1. five\n\n| a | `x|y` |\n|---|---|\n"
                "```sh\nfor ever\n```\n<!-- for ever -->\n")
        self.assertEqual([(1, "A C"), (3, "one two"), (5, "three four"), (7, "five"), (9, "a"), (9, "C")],
                         [(line, text) for line, text in paragraphs(text) if text.strip("-")])

    def test_of_yaml(self):
        self.assertEqual([(1, "one two"), (4, "three")], list(comments("# one\n# two\na: 1\n  # three\nb: '# no'\n")))


HELP = """Does a thing. It
is useful.
Usage: structural thing [OPTIONS]

Examples:
  structural thing    for ever

Options:
  -h,--help                   Print this help
  --wait DURATION=1s          How long it
                              waits
  --judging TEXT:{a,b}=a Needs: --wait
                              How

Modes:
  warn     only warns
"""


class HelpTest(unittest.TestCase):
    def test_its_parts(self):
        self.assertEqual(["Does a thing. It is useful.", "Print this help", "How long it waits", "How",
                          "only warns"],
                         [text for _, text in parts_of_help(HELP)])


class CheckTest(unittest.TestCase):
    def test_the_documents_of_a_checkout(self):
        files = {"README.md": "It runs for ever.", "CHANGELOG.md": "", "CONTRIBUTING.md": "x\nfor ever",
                 "docs/a.md": "x\n\nAt the\ndoor.",
                 "docs/rules.md": "x", "docs/decisions/1.md": "# For ever\n\nFor ever.",
                 "manifests/a/b.yaml": "# for ever\nc: 1", "manifests/chart/README.md": "for ever"}
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            for name, text in files.items():
                (root / name).parent.mkdir(parents=True, exist_ok=True)
                (root / name).write_text(text)
            self.assertEqual(["CONTRIBUTING.md:1", "README.md:1", "docs/a.md:3", "manifests/chart/README.md:1",
                              "docs/decisions/1.md:3", "manifests/a/b.yaml:1"],
                             [":".join(each.split(":")[:2]) for each in check(root, TABLE)])


if __name__ == "__main__":
    unittest.main()
