import pathlib
import subprocess
import tempfile
import unittest
from unittest import mock

import sources
import words
from words import LONGEST, check, check_commits, check_sources, comments, paragraphs, parts_of_help, patterns, problems

TABLE = patterns(pathlib.Path(__file__).with_name("words.txt").read_text())


class PatternsTest(unittest.TestCase):
    def test_each_pattern_finds_its_example(self):
        self.assertGreater(len(TABLE), 30)
        self.assertEqual([], [each.regex.pattern for each in TABLE if not each.regex.search(each.example)])

    def test_no_better_words_match_a_pattern(self):
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
    def test_paragraphs_of_markdown(self):
        text = ("# A `b`\n\none\ntwo\n- three\n  four\n1. five\n\n| a | `x|y` |\n|---|---|\n"
                "```sh\nfor ever\n```\n<!-- for ever -->\n")
        self.assertEqual([(1, "A C"), (3, "one two"), (5, "three four"), (7, "five"), (9, "a"), (9, "C")],
                         [(line, text) for line, text in paragraphs(text) if text.strip("-")])

    def test_comments_of_yaml(self):
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
    def test_parts_of_help(self):
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


C_SOURCE = """// One
// two.
//
// Three.

int a = 1;  // Four
            // five.
/* Six
 * seven. */
const char* b = "// no", c = '"', *d = R"x(
// no
)x";  // Eight. NOLINT stays.
int e = 1'000;  // Nine.
  // NOLINTNEXTLINE(readability)
  // Ten.
auto f = `
// no
`
"""

PYTHON_SOURCE = """#!/usr/bin/env python3
\"\"\"One

usage: a b
         c
Two.\"\"\"
A = '# no'  # three
B = \"\"\"
# no:
\"\"\"
D = {"a":
     1, "b": \"\"\"no\"\"\"}


def f():
    \"\"\"Four:
        no
    Five
    \"\"\"
"""

SHELL_SOURCE = """#!/usr/bin/env bash
# one
# shellcheck disable=SC1
echo "# no" '# no' ${a#b} \\# no  # two
  # three
"""


class SourcesTest(unittest.TestCase):
    def comments(self, kind, text):
        return [(line, block.split("\n")) for line, block in sources.comments(kind, text)]

    def test_comments_of_the_c_family(self):
        self.assertEqual([(1, ["One", "two.", "", "Three."]), (6, ["Four", "five."]), (8, ["Six", "seven. "]),
                          (12, ["Eight. NOLINT stays."]), (13, ["Nine."]), (15, ["Ten."])],
                         self.comments("c", C_SOURCE))

    def test_comments_and_docstrings_of_python(self):
        self.assertEqual([(7, ["three"]), (2, ["One", "", "usage: a b", "         c", "Two."]),
                          (16, ["Four:", "    no", "Five"])],
                         self.comments("python", PYTHON_SOURCE))

    def test_comments_of_shell_scripts(self):
        self.assertEqual([(2, ["one"]), (4, ["two"]), (5, ["three"])], self.comments("shell", SHELL_SOURCE))

    def test_examples_usage_and_upstream_are_no_prose(self):
        for text in ("usage: a.py\n        for ever", "One:\n    for ever", "One\n\n    for ever\n    for ever",
                     "One:\n\tfor ever", "Upstream: a b\nfor ever"):
            self.assertNotIn("ever", sources.prose(text), text)
            self.assertEqual(text.count("\n"), sources.prose(text).count("\n"), text)
        for text in ("- One\n    for ever", "Upstream: a.go b. For ever", "Upstream: a\n\nFor ever"):
            self.assertIn("ever", sources.prose(text))

    def test_a_row_of_a_table_is_an_item_without_its_name(self):
        self.assertEqual("Rows:\n- for ever\n    and on\n- The end.",
                         sources.prose("Rows:\n  a b   for ever\n    and on\nThe end."))

    def test_names_of_code_are_no_prose(self):
        for text in ("for_ever", "x::told", "told()", "judge.h", "./judge/x", "scanJudge", "--judge", "JUDGE",
                     "https://x.y/z", "judge->x", "{told, judge: [x]}"):
            self.assertEqual("C", sources.prose(text))
        for text in ("Judge.", "a read-only value", "it's"):
            self.assertEqual(text, sources.prose(text))

    def test_names_of_tests(self):
        for name, text in (("a_test.cc", "\nTEST_F(SuiteTest, RejectsAnHTTPAnswerIn1Second) {"),
                           ("a_test.go", "\nfunc TestRejectsAnHTTPAnswerIn1Second(t *testing.T) {"),
                           ("a_test.py", "\n    def test_rejects_an_http_answer_in_1_second(self):")):
            self.assertEqual([(2, "rejects an http answer in 1 second")],
                             list(sources.names_of_tests(pathlib.Path(name), text)))


class SourcesOfACheckoutTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        self.write("CMakeLists.txt", "# for ever")

    def write(self, name, text):
        (self.root / name).parent.mkdir(parents=True, exist_ok=True)
        (self.root / name).write_text(text)

    def git(self, *args):
        subprocess.run(["git", "-C", self.root, "-c", "user.name=a", "-c", "user.email=a@b", "-c",
                        "commit.gpgsign=false", *args], check=True, capture_output=True)

    def test_comments_of_each_language(self):
        long = "// " + "word " * LONGEST + "word"
        for name, text in {"test/a.cc": "\n// for ever", "test/b/c.h": "/* a\n\nfor\never */", "test/d.go": long,
                           "test/e.js": "// for ever", "hack/f.py": '"""For ever"""', "hack/g": "#!/bin/sh\n# for ever",
                           "hack/h.cmake": "# for ever", "hack/i": "# for ever", "hack/j.txt": "# for ever",
                           "test/m_test.go": "func TestRunsForEver(t *testing.T) {",
                           "test/cases/k.go": "// for ever", "other/l.cc": "// for ever"}.items():
            self.write(name, text)
        self.assertEqual(["CMakeLists.txt:1", "hack/f.py:1", "hack/g:2", "hack/h.cmake:1", "test/a.cc:2",
                          "test/b/c.h:3", "test/d.go:1", "test/e.js:1", "test/m_test.go:1"],
                         sorted(":".join(each.split(":")[:2]) for each in check_sources(self.root, TABLE)))

    def test_subjects_of_commits(self):
        self.git("init")
        for subject in ("a: for ever", "b: plain", "c: for ever"):
            self.git("commit", "--allow-empty", "-m", subject)
        with mock.patch.object(words, "LAST_UNCHECKED_COMMIT", "HEAD~2"):
            self.assertEqual(1, len(list(check_commits(self.root, TABLE))))

    def test_without_history_subjects_are_skipped_aloud(self):
        with mock.patch("builtins.print") as printed:
            self.assertEqual([], list(check_commits(self.root, TABLE)))
        self.assertIn("not checked", printed.call_args.args[0])


if __name__ == "__main__":
    unittest.main()
