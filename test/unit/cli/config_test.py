"""Tests of the file .structural.yaml and the flag --rule: where the program finds them, and their
effects. usage: config_test.py STRUCTURAL ROOT"""
import json
import os
import pathlib
import subprocess
import sys
import unittest

STRUCTURAL = str(pathlib.Path(sys.argv.pop(1)).resolve())
ROOT = pathlib.Path(sys.argv.pop(1)).resolve()

from config_support import LARGE, NAME, UNKNOWN, WRONG, Config, crd  # noqa: E402

Config.structural = STRUCTURAL


class Found(Config):
    def test_the_file_is_searched_upwards_to_the_top_of_the_repository(self):
        self.write("a/b/wrong.yaml", WRONG)
        off = (0, [])
        on = (1, [("a/b/wrong.yaml", "type-required", "error")])
        self.assertEqual(on, self.lint("a/b"))
        for place in (NAME, "a/" + NAME, "a/b/" + NAME):
            self.write(place, "rules: {type-required: off}")
            for path in ("a/b", "a/b/wrong.yaml", "a/b/../b", str(self.folder / "a/b")):
                self.assertEqual(off, self.lint(path), (place, path))
            self.assertEqual(off, self.lint("-q", ".", cwd="a/b"))
            (self.folder / place).unlink()
        self.write(NAME, "rules: {type-required: off}")
        # `.git` is a file instead of a folder in a further work tree of git.
        (self.folder / "a/.git").write_text("gitdir: elsewhere\n")
        self.assertEqual(on, self.lint("a/b"))
        self.assertEqual(off[0], self.lint(".")[0])

    def test_the_nearest_counts_and_two_are_an_error(self):
        self.write("a/wrong.yaml", WRONG)
        self.write("b/wrong.yaml", WRONG)
        self.write(NAME, "rules: {type-required: off}")
        self.write("a/" + NAME, "rules: {type-required: warning}")
        self.assertEqual((0, [("a/wrong.yaml", "type-required", "warning")]), self.lint("a"))
        done = self.run_with("lint", "a", "b")
        self.assertEqual((2, "structural lint: the paths have different configuration files, a/.structural.yaml and "
                             ".structural.yaml; select one by --config, or none by --no-config\n"),
                         (done.returncode, done.stderr))
        self.assertEqual(0, self.lint("a", "b", "--config", NAME)[0])
        self.assertEqual(1, self.lint("a", "b", "--no-config")[0])

    def test_a_path_without_one_beside_a_path_with_one_is_an_error(self):
        self.write("a/wrong.yaml", WRONG)
        self.write("b/wrong.yaml", WRONG)
        self.write("a/" + NAME, "rules: {type-required: off}")
        for paths in (("a", "b"), ("b", "a"), ("-", "a")):
            done = self.run_with("lint", *paths)
            other = next(path for path in paths if path != "a")
            self.assertEqual((2, f"structural lint: a/.structural.yaml does not apply to {other}, which has no configuration file; "
                                 "select one for all paths by --config, or none by --no-config\n"),
                             (done.returncode, done.stderr), paths)
        self.assertEqual(0, self.lint("a", "b", "--config", "a/" + NAME)[0])
        self.assertEqual(1, self.lint("a", "b", "--no-config")[0])

    def test_a_flag_names_the_file_or_disables_it(self):
        self.write("wrong.yaml", WRONG)
        self.write(NAME, "rules: {type-required: off}")
        self.write("other.yaml.config", "rules: {type-required: warning}")
        self.assertEqual((0, []), self.lint("wrong.yaml"))
        self.assertEqual((1, [("wrong.yaml", "type-required", "error")]), self.lint("--no-config", "wrong.yaml"))
        self.assertEqual((0, [("wrong.yaml", "type-required", "warning")]),
                         self.lint("wrong.yaml", "--config", "other.yaml.config"))
        for words, says in ((["--config", "none.yaml"], "structural lint: none.yaml: cannot be read: No such file"),
                            (["--config", NAME, "--no-config"], "excludes")):
            done = self.run_with("lint", "wrong.yaml", *words)
            self.assertEqual((2, ""), (done.returncode, done.stdout))
            self.assertIn(says, done.stderr)

    def test_only_a_regular_file_of_a_mebibyte_is_read(self):
        self.write("crd.yaml", crd("disks"))
        for make, says in ((lambda path: path.mkdir(), "not a regular file"), (os.mkfifo, "not a regular file"),
                           (lambda path: path.write_text("#" * (1 << 20) + "\n"), "1048576")):
            make(self.folder / NAME)
            done = self.run_with("lint", "crd.yaml")
            self.assertEqual((2, ""), (done.returncode, done.stdout))
            self.assertIn(f"structural lint: {NAME}: ", done.stderr)
            subprocess.run(["rm", "-r", self.folder / NAME], check=True)
        self.write(NAME, "rules: " + "[" * 20_000)
        self.assertEqual(2, self.run_with("lint", "crd.yaml").returncode)


class Said(Config):
    def test_flags_override_the_included_and_excluded_paths(self):
        for name in ("a/one.yaml", "a/two.yml", "a/skip/three.yaml", "a/other.crd"):
            self.write(name, WRONG)
        self.write(NAME, "paths:\n  include: ['*.crd', one.yaml]\n  exclude: a/skip\n")
        self.assertEqual({"a/one.yaml", "a/other.crd"}, {file for file, *_ in self.lint("a")[1]})
        self.assertEqual({"one.yaml", "other.crd"}, {file for file, *_ in self.lint(".", cwd="a")[1]})
        self.assertEqual({"a/two.yml"}, {file for file, *_ in self.lint("a", "--include", "*.yml")[1]})
        self.assertEqual({"a/two.yml"}, {file for file, *_ in self.lint("a/two.yml")[1]})
        self.write(NAME, "paths: {exclude: a/skip}")
        self.assertEqual({"one.yaml", "two.yml"}, {file for file, *_ in self.lint(".", cwd="a")[1]})
        self.assertEqual({"a/skip/three.yaml", "a/two.yml"}, {file for file, *_ in self.lint("a", "--exclude", "one.yaml")[1]})

    def test_a_flag_replaces_the_release_of_the_file(self):
        self.write("crd.yaml", crd("disks", "{type: string, x-kubernetes-validations: [{rule: 'isIP(self)'}]}"))
        self.assertEqual((0, []), self.lint("."))
        for written in ("1.30", '"1.30"'):
            self.write(NAME, f"kubernetesVersion: {written}")
            self.assertEqual(1, self.lint(".")[0])
            self.assertEqual((0, []), self.lint(".", "--kubernetes-version", "1.37"))

    def test_the_baseline_is_relative_to_the_file(self):
        self.write("a/wrong.yaml", WRONG)
        self.write("ci/baseline.txt", self.run_with("lint", "--write-baseline", "-", "a").stdout)
        self.write("a/" + NAME, "baseline: ../ci/baseline.txt")
        self.assertEqual((0, []), self.lint("a"))
        self.assertEqual((0, []), self.lint("wrong.yaml", cwd="a"))
        self.write("a/empty.txt", "")
        self.assertEqual(1, self.lint("a", "--baseline", "a/empty.txt")[0])
        self.write("a/" + NAME, "baseline: nowhere.txt")
        done = self.run_with("lint", "a")
        self.assertEqual(2, done.returncode)
        self.assertIn("a/nowhere.txt", done.stderr)
        os.mkfifo(self.folder / "a/nowhere.txt")
        self.assertEqual(2, self.run_with("lint", "a").returncode)

    def test_a_flag_replaces_the_policy_of_the_file(self):
        for name, case in (("old.yaml", "stored.yaml"), ("new.yaml", "new.yaml")):
            self.write(name, (ROOT / "test/cases/lint/against" / case).read_text())
        run = lambda *words: self.run_with("lint", "--against", "old.yaml", "new.yaml", *words)  # noqa: E731
        both = run().stdout
        for policy in ("server", "kep"):
            alone = run("--policy", policy).stdout
            self.assertEqual(policy == "server", both == alone)
            self.write(NAME, f"policy: {policy}")
            self.assertEqual(alone, run().stdout)
        self.write(NAME, "policy: objects")
        self.assertEqual(both, run().stdout)
        diff = lambda *words: self.run_with("diff", "old.yaml", "new.yaml", *words)  # noqa: E731
        for policy in ("server", "kep", "objects"):
            self.write(NAME, f"policy: {policy}")
            self.assertEqual(diff("--policy", policy).stdout, diff().stdout)
        self.write(NAME, "policy: objekts")
        self.assertEqual(2, diff().returncode)

    def test_validate_uses_the_paths_and_rules(self):
        self.write("crd.yaml", crd("disks", "{type: string, maxLength: 1}"))
        for name in ("objects/one.yaml", "objects/two.yaml"):
            self.write(name, "apiVersion: example.com/v1\nkind: Disks\nmetadata: {name: a}\na: bcd\nb: 1\n")
        run = lambda: self.run_with("validate", "--crd", "crd.yaml", "-o", "json", "objects")  # noqa: E731
        rules = {each["rule"] for each in json.loads(run().stdout)["findings"]}
        self.assertIn("unknown-object-field", rules)
        self.write(NAME, "paths: {exclude: two.yaml}")
        self.assertEqual({"objects/one.yaml"}, {each["file"] for each in json.loads(run().stdout)["findings"]})
        self.write(NAME, "rules:\n" + "".join(f"  {rule}: off\n" for rule in rules))
        done = run()
        said = json.loads(done.stdout)
        self.assertEqual((0, [], 4), (done.returncode, said["findings"], said["summary"]["suppressed"]))


class Rules(Config):
    def test_a_flag_sets_the_level_of_a_rule(self):
        self.write("wrong.yaml", WRONG)
        self.write("large.yaml", LARGE)
        both = [("large.yaml", "apply-size", "warning"), ("wrong.yaml", "type-required", "error")]
        self.assertEqual((1, both), self.lint("."))
        self.assertEqual((0, [("large.yaml", "apply-size", "warning"), ("wrong.yaml", "type-required", "warning")]),
                         self.lint("--rule", "type-required=warning", "."))
        self.assertEqual((1, [("large.yaml", "apply-size", "error")]),
                         self.lint("--rule=apply-size=error", ".", "--rule", "type-required=off"))
        done = self.run_with("lint", ".", "--rule", "apply-size=off")
        self.assertIn("1 violation in 1 of 2 files: 2 CRDs checked, 1 suppressed", done.stderr)

    def test_a_flag_wins_over_the_file_rule_by_rule(self):
        self.write("wrong.yaml", WRONG)
        self.write("large.yaml", LARGE)
        self.write(NAME, "rules: {type-required: off, apply-size: off}")
        self.assertEqual((0, []), self.lint("."))
        self.assertEqual((1, [("wrong.yaml", "type-required", "error")]), self.lint(".", "--rule", "type-required=error"))

    def test_a_rule_of_strict_is_checked_alone(self):
        self.write("unknown.yaml", UNKNOWN.replace("metadata:", "metadata: {name: x}\nmetadata:"))
        without = self.lint(".")
        self.assertEqual((0, [("unknown.yaml", "duplicate-key", "warning")]), without)
        for level, code in (("error", 1), ("warning", 0)):
            exit_code, found = self.lint(".", "--rule", f"unknown-field={level}")
            self.assertEqual((code, {("unknown.yaml", "unknown-field", level), *without[1]}), (exit_code, set(found)))
        self.assertEqual(without, self.lint(".", "--rule", "unknown-field=off"))
        self.assertEqual((1, [("unknown.yaml", "duplicate-key", "error")]), self.lint("--strict", ".", "--rule", "unknown-field=off"))

    def test_wrong_levels_are_explained(self):
        for value, says in (("type-requird=off", 'unknown rule "type-requird"; did you mean "type-required"?'),
                            ("zzz=off", 'unknown rule "zzz"; structural rules lists them'),
                            ("type-required", '"type-required" is not RULE=off, RULE=warning or RULE=error'),
                            ("type-required=of", '"type-required=of" is not RULE=off'),
                            ("unreadable=off", "the rule unreadable has no level, because what cannot be read is not checked")):
            done = self.run_with("lint", "--rule", value, ".")
            self.assertEqual((2, ""), (done.returncode, done.stdout))
            self.assertIn(says, done.stderr)

    def test_the_size_of_a_crd_is_said_once(self):
        for name in ("a.yaml", "b.yaml", "c.yaml"):
            self.write(name, LARGE)
        self.write("d.yaml", LARGE.replace("larges", "others"))
        self.assertEqual((0, [("a.yaml", "apply-size", "warning"), ("d.yaml", "apply-size", "warning")]), self.lint("."))
        self.assertEqual(["apply-size\tlarges.example.com\tmetadata.annotations\t*", "apply-size\tothers.example.com\tmetadata.annotations\t*"],
                         self.run_with("lint", "--write-baseline", "-", ".").stdout.splitlines()[1:])

    def test_the_flag_rule_is_completed(self):
        done = self.run_with("__complete", "lint", "--rule", "apply-")
        self.assertEqual(["apply-size=off", "apply-size=warning", "apply-size=error"],
                         [line.split("\t")[0] for line in done.stdout.splitlines()[:-1]])


if __name__ == "__main__":
    unittest.main()
