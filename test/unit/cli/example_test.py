"""Tests of structural example as a process. usage: example_test.py STRUCTURAL CASES"""
import json
import pathlib
import subprocess
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "support"))
from parts import places, without  # noqa: E402

CASES = pathlib.Path(sys.argv.pop(2))
STRUCTURAL = str(pathlib.Path(sys.argv.pop(1)).resolve())
CRDS = [CASES / "example/catalog/crd.yaml", CASES / "publish/crd.yaml", CASES / "validate/crd.yaml",
        CASES / "objects/crd.yaml"]


def run(*arguments, stdin=""):
    return subprocess.run([STRUCTURAL, *map(str, arguments)], input=stdin, capture_output=True, text=True, timeout=600)


def batch(operation, values):
    done = run("batch", operation, stdin="".join(json.dumps(value) + "\n" for value in values))
    return [json.loads(line) for line in done.stdout.splitlines()]


def as_json(yaml):
    return batch("yaml", [{"yaml": yaml}])[0]["json"]


class Example(unittest.TestCase):
    def examples(self, *flags):
        for file in CRDS:
            crd = as_json(file.read_text())
            for version in (each for each in crd["spec"]["versions"] if each["served"]):
                done = run("example", *flags, "--version", version["name"], file)
                self.assertEqual(0, done.returncode, done.stderr)
                yield crd, version["name"], done.stdout

    def accepted(self, crd, objects):
        answers = batch("admit", [{"crd": crd, "crdStored": True, "object": object_} for object_ in objects])
        return [not answer["errors"] for answer in answers]

    def test_each_example_is_accepted(self):
        for flags in ([], ["--minimal"], ["--full"]):
            for crd, _, text in self.examples(*flags):
                self.assertEqual([True], self.accepted(crd, [as_json(text)]), text)

    def test_no_field_of_a_minimal_one_can_be_left_out(self):
        for crd, version, text in self.examples("--minimal"):
            whole = as_json(text)
            found = list(places(whole))
            said = self.accepted(crd, [without(whole, place) for place in found])
            self.assertEqual([], [place for place, fine in zip(found, said) if fine], version)

    def test_a_full_example_has_all_fields_except_the_reported_ones(self):
        done = run("example", "--full", "-o", "json", CRDS[0])
        fields = json.loads(done.stdout)["spec"].keys()
        self.assertEqual({"cert", "host", "mode", "ports", "properties", "size", "template", "timeout", "zones"}, fields)
        self.assertEqual("  spec.secret", done.stderr.splitlines()[-1])

    def test_comments_do_not_change_the_object(self):
        for flags in ([], ["--full"]):
            for _, version, text in self.examples(*flags):
                file = next(file for file in CRDS if text == run("example", *flags, "--version", version, file).stdout)
                plain = run("example", *flags, "--version", version, "-o", "json", file).stdout
                self.assertEqual(json.loads(plain), as_json(text))

    def test_a_part_is_that_of_an_accepted_object(self):
        done = run("example", "--field", "spec.ports", "-o", "json", CRDS[0])
        self.assertEqual((0, [{"name": "string", "port": 1, "target": 0}]), (done.returncode, json.loads(done.stdout)))

    def test_several_crds_are_several_documents(self):
        done = run("example", "--minimal", *CRDS[:2])
        self.assertEqual(2, len(batch("documents", [{"yaml": done.stdout}])[0]["documents"]))

    def test_the_flags_for_the_size_exclude_each_other(self):
        self.assertEqual(2, run("example", "--minimal", "--full", CRDS[0]).returncode)


if __name__ == "__main__":
    unittest.main()
