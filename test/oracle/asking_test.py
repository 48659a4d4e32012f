"""Tests that an oracle's answers are cached by its input. usage: asking_test.py"""
import json
import pathlib
import subprocess
import tempfile
import unittest

import asking

# An oracle that prints its input and logs each call. It fails if the input contains "fail".
JUDGE = """#!/bin/sh
echo asked >>"$(dirname "$0")/log"
tee "$(dirname "$0")/last"
! grep -q fail "$(dirname "$0")/last"
"""
LONG = "x" * asking.MIN_CACHED_BYTES


class Asking(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.judge = pathlib.Path(folder.name) / "judge"
        self.judge.write_text(JUDGE)
        self.judge.chmod(0o700)

    def times_asked(self):
        return len((self.judge.parent / "log").read_text().splitlines())

    def check(self, times, operation, *values):
        self.assertEqual(list(values), asking.answers([self.judge, operation], values))
        self.assertEqual(times, self.times_asked())

    def test_the_same_lines_are_sent_once(self):
        self.check(1, "prune", {"a": LONG})
        self.check(1, "prune", {"a": LONG})
        self.check(2, "prune", {"b": LONG})
        self.check(3, "default", {"a": LONG})

    def test_answers_to_few_lines_are_not_cached(self):
        self.check(1, "prune", {"a": 1})
        self.check(2, "prune", {"a": 1})

    def test_answers_of_another_program_are_not_cached(self):
        self.judge = self.judge.rename(self.judge.parent / "structural")
        self.check(1, "batch", {"a": LONG})
        self.check(2, "batch", {"a": LONG})

    def test_answers_of_a_failed_program_are_not_cached(self):
        for times in (1, 2):
            with self.assertRaises(subprocess.CalledProcessError):
                asking.answers([self.judge, "prune"], [{"fail": LONG}])
            self.assertEqual(times, self.times_asked())
        self.assertEqual([], list((self.judge.parent / "answers").iterdir()))

    def test_recently_used_answers_stay_in_the_cache(self):
        self.addCleanup(setattr, asking, "MAX_CACHE_BYTES", asking.MAX_CACHE_BYTES)
        self.check(1, "prune", {"a": LONG})
        asking.MAX_CACHE_BYTES = 1
        self.check(2, "prune", {"b": LONG})
        self.check(2, "prune", {"b": LONG})
        self.check(3, "prune", {"a": LONG})

    def test_a_line_without_an_answer_is_an_error(self):
        with self.assertRaises(SystemExit):
            asking.answers(["true"], [{"a": 1}])

    def test_as_a_part_of_a_pipe(self):
        line = json.dumps({"a": LONG}).encode() + b"\n"
        for _ in range(2):
            done = subprocess.run(asking.remembering(str(self.judge), "prune"), input=line, stdout=subprocess.PIPE, check=True)
            self.assertEqual(line, done.stdout)
        self.assertEqual(1, self.times_asked())


if __name__ == "__main__":
    unittest.main()
