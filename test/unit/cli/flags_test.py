"""Checks that each flag has one meaning in all commands. The table cases/cli/flags.json has the meaning, and the text
of each command.

usage: flags_test.py STRUCTURAL CASES_CLI [--update]

The flags are those of the program's manual pages. If a flag has one text, that text is its
meaning. If it has several texts, the table has a "meaning" that must be true for each of them.
--update writes the table again and keeps the meanings. Look at what it changes: does a flag with
this meaning exist under another name, and does each text say what the meaning says?
"""
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

UPDATE = "--update" in sys.argv and not sys.argv.remove("--update")
TABLE = pathlib.Path(sys.argv.pop(2)) / "flags.json"
STRUCTURAL = sys.argv.pop(1)
PROGRAM = "structural"
# {short name of a flag that kubectl has, too: its long name in kubectl}.
KUBECTL = {"-f": "--filename", "-o": "--output", "-w": "--watch", "-n": "--namespace", "-A": "--all-namespaces",
           "-s": "--server", "-v": "--v", "-h": "--help"}


def plain(roff):
    return re.sub(r"\\f[BIR]", "", roff).replace("\\(aq", "'").replace("\\-", "-").replace("\\e", "\\").replace("\\&", "")


def flags_of(page):
    """Yields (names, value, text) of each flag in a manual page."""
    for names, text in re.findall(r"^\.TP\n(\\fB\\-.*)\n(.*)$", page, re.MULTILINE):
        text = re.split(r" (?:One of|Default:) \\fB", text)[0]
        value = re.search(r"\\fI(.*?)\\fR", names)
        yield [plain(name) for name in re.findall(r"\\fB(.*?)\\fR", names)], plain(value[1]) if value else "", plain(text)


def read_program():
    """Returns three results: {flag: {"names": …, "value": …, "texts": {text: [command]}}}; the flags
    whose names or values differ between commands; and [(command, names)] of the flags with a value."""
    rows, differing, valued = {}, [], []
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([STRUCTURAL, "man", "--output-dir", folder], check=True, timeout=600)
        for path in sorted(pathlib.Path(folder).iterdir()):
            page = path.read_text()
            command = plain(re.search(r"^\.B (.*)$", page, re.MULTILINE)[1]).removeprefix(PROGRAM + " ")
            for names, value, text in flags_of(page):
                row = rows.setdefault(names[-1], {"names": names, "takes_value": bool(value), "texts": {}})
                if command != PROGRAM:
                    form = {"names": names, "takes_value": bool(value)}
                    differing += [f"{command} {names[-1]}: {form}" for key in form if form[key] != row[key]]
                row["texts"].setdefault(text, []).append(command)
                valued += [(command, names)] if value else []
    return rows, differing, valued


def meaning_of(row):
    """Returns the meaning of a flag: the table's "meaning", or the flag's text if it has only one. Returns "" if it has
    several texts, and the table no meaning."""
    return next(iter(row["texts"])) if len(row["texts"]) == 1 else row.get("meaning", "")


def as_table(rows, before):
    table = {}
    for flag, row in sorted(rows.items()):
        several = {"meaning": before.get(flag, {}).get("meaning", "")} if len(row["texts"]) > 1 else {}
        table[flag] = {"names": " ".join(row["names"]), **several,
                       "texts": {text: ", ".join(commands) for text, commands in sorted(row["texts"].items())}}
    return table


class Flags(unittest.TestCase):
    maxDiff = None

    @classmethod
    def setUpClass(cls):
        cls.rows, cls.differing, cls.valued = read_program()
        cls.table = json.loads(TABLE.read_text()) if TABLE.exists() else {}
        if UPDATE:
            cls.table = as_table(cls.rows, cls.table)
            TABLE.write_text(json.dumps(cls.table, indent=1, ensure_ascii=False) + "\n")

    def test_the_pages_have_flags(self):
        self.assertGreater(len(self.rows), 100)

    def test_every_flag_of_every_command_is_in_the_table(self):
        for flag, row in self.rows.items():
            known = self.table.get(flag, {"texts": {}})
            for text, commands in row["texts"].items():
                for command in commands:
                    self.assertIn(command, known["texts"].get(text, "").split(", "),
                                  f"{command} {flag} with the text {text!r} is not in {TABLE.name}, where the flag means "
                                  f"{meaning_of(known) if known['texts'] else None!r}. If that is so, call this test with --update")

    def test_every_row_of_the_table_is_a_flag(self):
        known = {(flag, text, command) for flag, row in self.rows.items() for text, commands in row["texts"].items()
                 for command in commands}
        stale = [(flag, text, command) for flag, row in self.table.items() for text, commands in row["texts"].items()
                 for command in commands.split(", ") if (flag, text, command) not in known]
        self.assertEqual([], stale)

    def test_a_flag_has_one_meaning_and_a_meaning_one_flag(self):
        self.assertEqual([], [flag for flag, row in self.table.items() if not meaning_of(row)])
        meanings = [meaning_of(row) for row in self.table.values()]
        self.assertEqual([], sorted({meaning for meaning in meanings if meanings.count(meaning) > 1}))

    def test_a_flag_has_the_same_names_in_all_commands(self):
        self.assertEqual([], self.differing)
        self.assertEqual({flag: " ".join(row["names"]) for flag, row in self.rows.items()},
                         {flag: row["names"] for flag, row in self.table.items()})

    def test_a_short_name_is_that_of_one_flag(self):
        shorts = {}
        for flag, row in self.rows.items():
            for name in row["names"]:
                if not name.startswith("--"):
                    shorts.setdefault(name, []).append(flag)
        self.assertEqual([], [(name, flags) for name, flags in shorts.items() if len(flags) > 1])
        for name, flag in KUBECTL.items():
            self.assertEqual([flag], shorts.get(name, [flag]), name)

    def test_a_value_is_not_empty(self):
        """Checks that an empty value is an error for each flag, since it usually comes from a shell variable that is
        not set. Each flag is tested with the first command that has it."""
        first = {names[-1]: (command, names) for command, names in reversed(self.valued)}
        self.assertGreater(len(first), 100)
        for command, names in first.values():
            if names[-1] == "--cluster" or (command == "scan" and names[-1] in ("--namespace", "--cache-dir")):
                # An empty value is allowed here: the value of --cluster is optional, and scan ignores the other two
                # flags.
                continue
            words = [*command.split(), names[0], ""]
            done = subprocess.run([STRUCTURAL, *words], capture_output=True, text=True, timeout=600)
            self.assertEqual((2, ""), (done.returncode, done.stdout), words)
            self.assertRegex(done.stderr, f"{names[-1]}: (the value is empty; leave the flag out|.*not in|unknown rule|read :)", words)

    def test_names_follow_the_conventions(self):
        for flag, row in self.rows.items():
            for text, commands in row["texts"].items():
                where = (commands, flag, text)
                if flag == "--output":
                    self.assertRegex(text, "^Output format", where)
                elif re.match(r"Write .*\bfolder\b", text):
                    self.assertEqual("--output-dir", flag, where)
                elif flag == "--filename":
                    self.assertRegex(text, "^The same as PATH", where)


if __name__ == "__main__":
    unittest.main()
