import contextlib
import io
import pathlib
import tempfile
import unittest

from shell_blocks import Malformed, blocks_in, main


def block(*lines, fence="sh"):
    return "\n".join(["text", "", *lines[:-1], f"```{fence}", lines[-1], "```", ""])


class BlocksTest(unittest.TestCase):
    def test_a_block_runs_unchanged(self):
        (found,) = blocks_in(block("true"))
        self.assertEqual((3, "true\n", ""), (found.line, found.script, found.reason))

    def test_another_command_runs_in_its_place(self):
        (found,) = blocks_in(block("<!-- run: other --flag -->", "true"))
        self.assertEqual("other --flag", found.script)

    def test_a_skipped_block_needs_a_reason(self):
        (found,) = blocks_in(block("<!-- run: no, it never ends -->", "true"))
        self.assertEqual("it never ends", found.reason)

    def test_a_block_may_need_a_server(self):
        (found,) = blocks_in(block("<!-- run: on a server -->", "true"))
        self.assertEqual(("true\n", True), (found.script, found.server))

    def test_output_belongs_to_the_block_before(self):
        (found,) = blocks_in(block("echo a") + block("<!-- output -->", "a", fence="text"))
        self.assertEqual("a\n", found.output)

    def test_other_languages_are_not_run(self):
        self.assertEqual([], blocks_in(block("a: 1", fence="yaml")))

    def test_misspelt_comments_are_errors(self):
        for text in [block("<!-- run: no -->", "x"), block("<!-- run: no, -->", "x"), block("<!-- run -->", "x"),
                     block("<!-- do not run: x -->", "x"), block("x", fence="bash"), block("x", fence="console"),
                     block("<!-- output -->", "x", fence="text"), "```sh\nno end\n"]:
            with self.subTest(text=text), self.assertRaises(Malformed):
                blocks_in(text)


class MainTest(unittest.TestCase):
    def verdict(self, readme):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            (root / "README.md").write_text(readme)
            (root / "CONTRIBUTING.md").write_text("")
            with contextlib.redirect_stdout(io.StringIO()) as out:
                return main(root), out.getvalue()

    def test_results(self):
        for readme, code, said in [
                (block("echo hello") + block("<!-- output -->", "hello", fence="text"), 0, "README.md:3: ok"),
                (block("echo hello") + block("<!-- output -->", "bye", fence="text"), 1, "instead of"),
                (block("false; true"), 1, "exit code 1"),
                (block("true") + block("<!-- run: no, long -->", "false"), 0, "not run: long"),
                ("no block at all", 1, "0 blocks run")]:
            with self.subTest(readme=readme):
                got, out = self.verdict(readme)
                self.assertEqual(code, got, out)
                self.assertIn(said, out)


if __name__ == "__main__":
    unittest.main()
